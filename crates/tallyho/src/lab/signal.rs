//! Ctrl-C: the first one asks to stop, the second one stops.

use std::future::poll_fn;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::task::Poll;

/// What a shell takes for "ended by Ctrl-C".
const ENDED: i32 = 130;

/// A flag that Ctrl-C sets. `words` are said then; a second Ctrl-C ends the program at once.
pub(super) fn asked_to_stop(words: &'static str) -> Arc<AtomicBool> {
    let stop = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stop);
    let (listening, ready) = channel();
    std::thread::spawn(move || {
        let Ok(runtime) = tokio::runtime::Builder::new_current_thread().enable_io().build() else { return };
        runtime.block_on(listen(&flag, words, &listening));
    });
    // From here on a Ctrl-C loses no games. Without an answer there is nobody to listen, and it ends the program as usual.
    let _ = ready.recv();
    stop
}

async fn listen(flag: &AtomicBool, words: &str, listening: &Sender<()>) {
    loop {
        let mut pressed = pin!(tokio::signal::ctrl_c());
        // It is listened for once it has been asked about.
        let early = poll_fn(|context| Poll::Ready(pressed.as_mut().poll(context))).await;
        let _ = listening.send(());
        let heard = match early {
            Poll::Ready(heard) => heard,
            Poll::Pending => pressed.await,
        };
        if heard.is_err() {
            return;
        }
        if flag.swap(true, Ordering::Relaxed) {
            std::process::exit(ENDED);
        }
        eprintln!("\n{words}");
    }
}
