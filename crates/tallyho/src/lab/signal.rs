//! Ctrl-C: the first one asks to stop, the second one stops.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// What a shell takes for "ended by Ctrl-C".
const ENDED: i32 = 130;

/// A flag that Ctrl-C sets. `words` are said then; a second Ctrl-C ends the program at once.
pub(super) fn asked_to_stop(words: &'static str) -> Arc<AtomicBool> {
    let stop = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stop);
    std::thread::spawn(move || {
        let Ok(runtime) = tokio::runtime::Builder::new_current_thread().enable_io().build() else { return };
        runtime.block_on(async {
            while tokio::signal::ctrl_c().await.is_ok() {
                if flag.swap(true, Ordering::Relaxed) {
                    std::process::exit(ENDED);
                }
                eprintln!("\n{words}");
            }
        });
    });
    stop
}
