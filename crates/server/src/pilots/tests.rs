//! Turns at thinking, and thoughts that nobody waits for.

use super::*;
use std::sync::mpsc;

/// A server of its own, and how many pilots may think at once there.
async fn house() -> (tempfile::TempDir, crate::Running, usize) {
    let dir = tempfile::TempDir::new().unwrap();
    let config = crate::Config::new(([127, 0, 0, 1], 0).into(), dir.path().join("games.db"));
    let shelf = catalog::shelf::<bids::Bids>(&std::collections::BTreeMap::new()).unwrap();
    let running = crate::Running::start(config, catalog::Catalog::of(vec![shelf])).await.unwrap();
    let turns = running.app.thinkers.available_permits();
    (dir, running, turns)
}

#[tokio::test]
async fn a_thought_that_nobody_waits_for_stops_and_keeps_its_turn_until_then() {
    let (_dir, running, turns) = house().await;
    let app = Arc::clone(&running.app);
    let (begun, has_begun) = tokio::sync::oneshot::channel();
    let (stopped, has_stopped) = tokio::sync::oneshot::channel();
    let (end, may_end) = mpsc::channel::<()>();
    let thought = move |stop: Stop<'_>| {
        begun.send(()).unwrap();
        while !stop() {
            std::thread::yield_now();
        }
        stopped.send(()).unwrap();
        may_end.recv().unwrap();
    };
    // A day would be too long to wait for.
    let asks = Arc::clone(&app);
    let day = Duration::from_secs(24 * 3600);
    let request = tokio::spawn(async move {
        let (work, _waiting) = begin(&asks, thought, day).await.unwrap();
        work.await.unwrap();
    });
    has_begun.await.unwrap();
    request.abort();
    assert!(request.await.unwrap_err().is_cancelled());
    has_stopped.await.unwrap();
    assert_eq!(app.thinkers.available_permits(), turns - 1, "it still thinks");
    end.send(()).unwrap();
    drop(app.thinkers.acquire_many(turns as u32).await.unwrap());
    running.stop().await.unwrap();
}
