//! Connections: accepted, counted by address, held to time limits, ended when the server stops.

use crate::app::App;
use crate::drain::Stage;
use crate::limits::{Bucket, Present, UPLOAD};
use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use std::future::Future;
use std::io::{self, ErrorKind, IoSlice};
use std::net::{IpAddr, SocketAddr};
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::{Duration, Instant};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc;
use tokio::time::Sleep;

/// The pause after a connection could not be accepted: those that end meanwhile make room.
const PAUSE: Duration = Duration::from_millis(100);
/// A trouble that goes on is logged so often and no more.
const LOG_EVERY: Duration = Duration::from_secs(10);

/// The address of this machine that a client has connected to.
#[derive(Clone, Copy)]
pub(crate) struct Here(pub(crate) IpAddr);

/// Accepts connections until the server stops, and returns when all have ended. Sockets have conversations of their own.
pub(crate) async fn serve(app: Arc<App>, listener: TcpListener, router: Router) {
    let (open, mut all_ended) = mpsc::channel::<()>(1);
    let mut trouble = Trouble::default();
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = app.until(Stage::Closed) => break,
        };
        match accepted {
            Ok((stream, peer)) => {
                let Some(stream) = Patient::admit(&app, stream, peer.ip()) else { continue };
                let (app, router, open) = (Arc::clone(&app), router.clone(), open.clone());
                tokio::spawn(async move {
                    attend(&app, stream, peer, router).await;
                    drop(open);
                });
            }
            Err(e) if of_one_client(&e) => {}
            Err(e) => {
                trouble.log(&e);
                tokio::time::sleep(PAUSE).await;
            }
        }
    }
    drop((listener, open));
    let _ = all_ended.recv().await;
}

/// Whether the error concerns the one connection that was to be accepted and nothing else.
fn of_one_client(e: &io::Error) -> bool {
    use ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    matches!(e.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset)
}

/// Connections that could not be accepted, mostly for want of descriptors.
#[derive(Default)]
struct Trouble {
    unsaid: u32,
    said_at: Option<Instant>,
}

impl Trouble {
    fn log(&mut self, e: &io::Error) {
        metrics::counter!("tallyho_accept_errors_total").increment(1);
        self.unsaid += 1;
        if self.said_at.is_none_or(|at| at.elapsed() >= LOG_EVERY) {
            let times = std::mem::take(&mut self.unsaid);
            tracing::error!(error = %e, times, "connections cannot be accepted; trying again");
            self.said_at = Some(Instant::now());
        }
    }
}

/// Answers the requests of one connection.
async fn attend(app: &App, stream: Patient, peer: SocketAddr, router: Router) {
    let here = stream.stream.local_addr().map_or(app.config.bind.ip(), |address| address.ip());
    let answers = TowerToHyperService::new(router);
    let service = service_fn(move |mut request: hyper::Request<Incoming>| {
        request.extensions_mut().insert(ConnectInfo(peer));
        request.extensions_mut().insert(Here(here));
        answers.call(request.map(Body::new))
    });
    // Half a head, silence after connecting and silence between two requests all end with the same limit.
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(app.config.head_within)
        .serve_connection(TokioIo::new(stream), service)
        .with_upgrades();
    let mut connection = pin!(connection);
    tokio::select! {
        _ = connection.as_mut() => return,
        () = app.until(Stage::Closed) => connection.as_mut().graceful_shutdown(),
    }
    let _ = connection.await;
}

/// A connection that ends when its client does not take what is sent to it, or sends without end. It counts as one of its address until
/// it is dropped, also as a socket.
struct Patient {
    stream: TcpStream,
    /// How long a write may make no progress.
    taken_within: Duration,
    waiting: Option<Pin<Box<Sleep>>>,
    /// What may still be sent to us; without limits, anything.
    upload: Option<Bucket>,
    _present: Option<Present>,
}

impl Patient {
    /// Takes a connection in, unless its address has too many.
    fn admit(app: &App, stream: TcpStream, peer: IpAddr) -> Option<Patient> {
        // Behind a proxy every connection is the proxy's, which counts for itself.
        let counted = app.config.limits && app.config.trusted_proxies == 0;
        let present = if counted { app.connections.enter(crate::limits::masked(peer)) } else { None };
        if counted && present.is_none() {
            metrics::counter!("tallyho_refused_total", "why" => "connections").increment(1);
            return None;
        }
        // Moves are small and must not wait for each other's packets.
        let _ = stream.set_nodelay(true);
        let upload = counted.then(|| Bucket::full(UPLOAD, Instant::now()));
        let taken_within = app.config.taken_within;
        Some(Patient { stream, taken_within, waiting: None, upload, _present: present })
    }

    /// A write that is still to be made fails once it has waited for too long.
    fn patiently<T>(&mut self, cx: &mut Context<'_>, written: Poll<io::Result<T>>) -> Poll<io::Result<T>> {
        if written.is_ready() {
            self.waiting = None;
            return written;
        }
        let limit = self.taken_within;
        let waiting = self.waiting.get_or_insert_with(|| Box::pin(tokio::time::sleep(limit)));
        ready!(waiting.as_mut().poll(cx));
        metrics::counter!("tallyho_refused_total", "why" => "unread").increment(1);
        Poll::Ready(Err(ErrorKind::TimedOut.into()))
    }
}

impl AsyncRead for Patient {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        into: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = into.filled().len();
        ready!(Pin::new(&mut self.stream).poll_read(cx, into))?;
        let bytes = (into.filled().len() - before) as u32;
        if let Some(upload) = &mut self.upload
            && upload.take_many(bytes, Instant::now()).is_err()
        {
            metrics::counter!("tallyho_refused_total", "why" => "upload").increment(1);
            return Poll::Ready(Err(ErrorKind::QuotaExceeded.into()));
        }
        Poll::Ready(Ok(()))
    }
}

impl AsyncWrite for Patient {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(cx, bytes);
        self.patiently(cx, written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        parts: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(cx, parts);
        self.patiently(cx, written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}
