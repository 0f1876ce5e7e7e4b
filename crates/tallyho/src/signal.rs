//! Ctrl-C, and other ways in which the system asks us to end. Bots run in groups of their own, so whatever ends us ends them here.

use std::future::poll_fn;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::task::Poll;

/// What a shell takes for "ended by Ctrl-C", and for "ended by the system".
const ENDED: i32 = 130;
const TERMINATED: i32 = 143;

/// A flag that Ctrl-C sets. `words` are said then; a second Ctrl-C ends the program at once.
pub(crate) fn asked_to_stop(words: &'static str) -> Arc<AtomicBool> {
    let stop = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stop);
    start(move || {
        if flag.swap(true, Ordering::Relaxed) {
            end(ENDED);
        }
        eprintln!("\n{words}");
    });
    stop
}

/// From here on Ctrl-C ends the program with all bots.
pub(crate) fn ends_bots() {
    start(|| end(ENDED));
}

/// Does something whose files are removed when it is dropped. If somebody asks for an end meanwhile, it is dropped, and the answer is the
/// exit status.
pub(crate) async fn unless_ended<T>(work: impl Future<Output = T>) -> Result<T, u8> {
    tokio::select! {
        done = work => Ok(done),
        Ok(()) = tokio::signal::ctrl_c() => Err(ENDED as u8),
        () = asked_for_an_end() => Err(TERMINATED as u8),
    }
}

fn end(code: i32) -> ! {
    bot::end_all();
    std::process::exit(code)
}

/// Listens on a thread of its own. `pressed` is called for every Ctrl-C.
fn start(pressed: impl Fn() + Send + 'static) {
    let (listening, ready) = channel();
    std::thread::spawn(move || {
        let Ok(runtime) = tokio::runtime::Builder::new_current_thread().enable_io().build() else { return };
        runtime.block_on(async {
            tokio::join!(interrupts(&pressed, &listening), terminated());
        });
    });
    // From here on a Ctrl-C loses no games. Without an answer there is nobody to listen, and it ends the program as usual.
    let _ = ready.recv();
}

async fn interrupts(pressed: &impl Fn(), listening: &Sender<()>) {
    loop {
        let mut next = pin!(tokio::signal::ctrl_c());
        // It is listened for once it has been asked about.
        let early = poll_fn(|context| Poll::Ready(next.as_mut().poll(context))).await;
        let _ = listening.send(());
        let heard = match early {
            Poll::Ready(heard) => heard,
            Poll::Pending => next.await,
        };
        if heard.is_err() {
            return;
        }
        pressed();
    }
}

async fn terminated() {
    asked_for_an_end().await;
    end(TERMINATED);
}

/// Waits until the system asks for an end, or the terminal is gone.
#[cfg(unix)]
async fn asked_for_an_end() {
    use tokio::signal::unix::{SignalKind, signal};
    let (Ok(mut terminate), Ok(mut hangup)) = (signal(SignalKind::terminate()), signal(SignalKind::hangup()))
    else {
        return std::future::pending().await;
    };
    tokio::select! {
        _ = terminate.recv() => {}
        _ = hangup.recv() => {}
    }
}

#[cfg(not(unix))]
async fn asked_for_an_end() {
    std::future::pending().await
}
