//! A WebSocket that stays small: handshake, sending and receiving.
//!
//! A WebSocket stream keeps buffers as large as the largest frame that it ever sent or read. A position with its cards is tens of kilobytes and is
//! sent once: thousands of quiet sockets would be most of the server's memory. So texts go past those buffers, each batch in one write of its own.

use axum::body::Body;
use axum::extract::Request;
use axum::response::Response;
use futures_util::{SinkExt, StreamExt};
use hyper::upgrade::{OnUpgrade, Upgraded};
use hyper_util::rt::TokioIo;
use std::collections::VecDeque;
use tokio::io::AsyncWriteExt;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::handshake::server::create_response_with_body;
use tokio_tungstenite::tungstenite::protocol::{Role, WebSocketConfig};
pub(crate) use tokio_tungstenite::tungstenite::{Bytes, Error, Message, Utf8Bytes};

/// The largest message that a client may send.
const MOST_BYTES: usize = 64 * 1024;
const READ_BUFFER: usize = 512;

/// A socket that has been agreed on.
pub(crate) struct Socket(WebSocketStream<TokioIo<Upgraded>>);

/// The answer to a request for a socket and the socket to come.
pub(crate) fn agree(request: Request) -> Result<(Response, OnUpgrade), Error> {
    let answer = create_response_with_body(&request, Body::empty)?;
    Ok((answer, hyper::upgrade::on(request)))
}

impl Socket {
    pub(crate) async fn open(agreed: OnUpgrade) -> Result<Socket, hyper::Error> {
        let config = WebSocketConfig::default()
            .read_buffer_size(READ_BUFFER)
            .write_buffer_size(0)
            .max_message_size(Some(MOST_BYTES))
            .max_frame_size(Some(MOST_BYTES));
        let upgraded = TokioIo::new(agreed.await?);
        Ok(Socket(WebSocketStream::from_raw_socket(upgraded, Role::Server, Some(config)).await))
    }

    /// Sends texts, all of them in one write.
    pub(crate) async fn send(&mut self, texts: &VecDeque<Utf8Bytes>) -> Result<(), Error> {
        // What the protocol has to say by itself, such as the answer to a ping, must not be cut in two by what follows.
        self.0.flush().await?;
        let mut bytes = Vec::with_capacity(texts.iter().map(|text| text.len() + LONGEST_HEAD).sum());
        for text in texts {
            frame(text.as_str(), &mut bytes);
        }
        self.0.get_mut().write_all(&bytes).await.map_err(Error::Io)
    }

    pub(crate) async fn ping(&mut self) -> Result<(), Error> {
        self.0.send(Message::Ping(Bytes::new())).await
    }

    pub(crate) async fn close(&mut self) -> Result<(), Error> {
        self.0.send(Message::Close(None)).await
    }

    /// The next message; nothing once the client has gone.
    pub(crate) async fn receive(&mut self) -> Option<Message> {
        self.0.next().await?.ok()
    }
}

/// The longest head of a frame.
const LONGEST_HEAD: usize = 10;

/// Writes a text as one frame from the server (RFC 6455, section 5.2).
fn frame(text: &str, to: &mut Vec<u8>) {
    const WHOLE_TEXT: u8 = 0x81;
    to.push(WHOLE_TEXT);
    match text.len() {
        short @ 0..126 => to.push(short as u8),
        middle @ 126..=0xffff => {
            to.push(126);
            to.extend((middle as u16).to_be_bytes());
        }
        long => {
            to.push(127);
            to.extend((long as u64).to_be_bytes());
        }
    }
    to.extend(text.as_bytes());
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio_tungstenite::tungstenite::WebSocket;

    #[test]
    fn texts_of_any_length_arrive_as_they_were() {
        let texts = [0, 1, 125, 126, 0xffff, 0x1_0000].map(|length| "x".repeat(length));
        let mut bytes = Vec::new();
        for text in &texts {
            frame(text, &mut bytes);
        }
        let mut client = WebSocket::from_raw_socket(std::io::Cursor::new(bytes), Role::Client, None);
        for text in texts {
            assert_eq!(client.read().unwrap(), Message::text(text));
        }
    }
}
