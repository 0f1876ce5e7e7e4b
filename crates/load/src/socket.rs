//! One socket at a table, and requests over HTTP.

use anyhow::{Context, bail, ensure};
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{Message, Utf8Bytes};

/// A table, and the seats of whoever made it.
#[derive(Debug)]
pub(crate) struct Made {
    pub(crate) id: String,
    pub(crate) cookie: String,
}

/// Makes a table.
pub(crate) async fn make(address: &str, order: &Value) -> anyhow::Result<Made> {
    let answer = post(address, "/api/tables", order).await?;
    let cookie = answer.lines().find_map(|line| line.strip_prefix("set-cookie: "));
    let cookie = cookie.with_context(|| answer.clone())?.split(';').next().unwrap_or_default().to_owned();
    let json: Value = serde_json::from_str(answer.split("\r\n\r\n").nth(1).unwrap_or_default())?;
    Ok(Made { id: json["table"].as_str().context("no id")?.to_owned(), cookie })
}

pub(crate) struct Socket {
    stream: WebSocketStream<TcpStream>,
    pub(crate) bytes: u64,
}

impl Socket {
    pub(crate) async fn open(address: &str, table: &Made) -> anyhow::Result<Socket> {
        let mut request = format!("ws://{address}/ws/{}", table.id).into_client_request()?;
        request.headers_mut().insert("Cookie", table.cookie.parse()?);
        let stream = TcpStream::connect(address).await?;
        stream.set_nodelay(true)?;
        let config = WebSocketConfig::default().read_buffer_size(4096).write_buffer_size(0);
        let (stream, _) = tokio_tungstenite::client_async_with_config(request, stream, Some(config)).await?;
        Ok(Socket { stream, bytes: 0 })
    }

    /// Asks without waiting for the answer.
    pub(crate) async fn send(&mut self, id: u64, method: &str, params: Value) -> anyhow::Result<()> {
        let request = json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params });
        Ok(self.stream.send(Message::text(request.to_string())).await?)
    }

    /// Asks, and waits for an answer that is no error.
    pub(crate) async fn ask(&mut self, method: &str, params: Value) -> anyhow::Result<()> {
        self.send(1, method, params).await?;
        let answer = self.told("\"id\":1,").await?;
        ensure!(!answer.contains("\"error\":"), "{method}: {answer}");
        Ok(())
    }

    /// Waits for a message that begins in a certain way.
    pub(crate) async fn told(&mut self, what: &str) -> anyhow::Result<Utf8Bytes> {
        loop {
            let text = self.next().await?;
            if text.get(..60).unwrap_or(&text).contains(what) {
                return Ok(text);
            }
        }
    }

    /// Waits for the next message.
    pub(crate) async fn next(&mut self) -> anyhow::Result<Utf8Bytes> {
        loop {
            match self.stream.next().await.context("the server closed the socket")?? {
                Message::Text(text) => {
                    self.bytes += text.len() as u64;
                    return Ok(text);
                }
                Message::Close(_) => bail!("the server closed the socket"),
                _ => {}
            }
        }
    }
}

async fn post(address: &str, path: &str, body: &Value) -> anyhow::Result<String> {
    let body = body.to_string();
    let headers = format!("Content-Type: application/json\r\nContent-Length: {}\r\n", body.len());
    request(address, &format!("POST {path}"), &headers, &body).await
}

/// A page of the server.
pub(crate) async fn get(address: &str, path: &str) -> anyhow::Result<String> {
    request(address, &format!("GET {path}"), "", "").await
}

async fn request(address: &str, line: &str, headers: &str, body: &str) -> anyhow::Result<String> {
    let mut stream = TcpStream::connect(address).await?;
    let text = format!("{line} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n{headers}\r\n{body}");
    stream.write_all(text.as_bytes()).await?;
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).await?;
    Ok(String::from_utf8_lossy(&answer).into_owned())
}
