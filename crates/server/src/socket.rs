//! A WebSocket that stays small: handshake, sending and receiving.
//!
//! A socket keeps buffers as large as the largest frame that it ever sent or read. A position with its cards is tens of kilobytes and is
//! sent once, so long messages go out in short frames: thousands of quiet sockets would otherwise be most of the server's memory.

use axum::body::Body;
use axum::extract::Request;
use axum::response::Response;
use futures_util::{SinkExt, StreamExt};
use hyper::upgrade::{OnUpgrade, Upgraded};
use hyper_util::rt::TokioIo;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::handshake::server::create_response_with_body;
use tokio_tungstenite::tungstenite::protocol::frame::Frame;
use tokio_tungstenite::tungstenite::protocol::frame::coding::{Data, OpCode};
use tokio_tungstenite::tungstenite::protocol::{Role, WebSocketConfig};
pub(crate) use tokio_tungstenite::tungstenite::{Bytes, Error, Message, Utf8Bytes};

/// The largest message that a client may send.
const MOST_BYTES: usize = 64 * 1024;
const READ_BUFFER: usize = 512;
/// The longest frame sent.
const FRAME: usize = 512;

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
            .write_buffer_size(FRAME)
            .max_message_size(Some(MOST_BYTES))
            .max_frame_size(Some(MOST_BYTES));
        let upgraded = TokioIo::new(agreed.await?);
        Ok(Socket(WebSocketStream::from_raw_socket(upgraded, Role::Server, Some(config)).await))
    }

    /// Takes a text to be sent; short ones wait for [`Socket::flush`].
    pub(crate) async fn feed(&mut self, text: Utf8Bytes) -> Result<(), Error> {
        let mut rest = Bytes::from(text);
        let mut code = OpCode::Data(Data::Text);
        while rest.len() > FRAME {
            let frame = Frame::message(rest.split_to(FRAME), code, false);
            self.0.feed(Message::Frame(frame)).await?;
            code = OpCode::Data(Data::Continue);
        }
        self.0.feed(Message::Frame(Frame::message(rest, code, true))).await
    }

    /// Sends what was taken.
    pub(crate) async fn flush(&mut self) -> Result<(), Error> {
        self.0.flush().await
    }

    /// Sends a text at once.
    pub(crate) async fn send(&mut self, text: Utf8Bytes) -> Result<(), Error> {
        self.feed(text).await?;
        self.flush().await
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
