//! What is kept beside the games, on a real SQLite file.

use crate::common::{fresh, line, open, play, token};
use store::{Aside, ChainEnd, Fresh, MOST_LINES, Store, TalkLine};
use table::Seat;
use tempfile::TempDir;

async fn say(store: &Store, table: ChainEnd, n: u32, room: &str) {
    let line = TalkLine { n, room: room.into(), at_ms: 7, body: format!("{{\"n\":{n}}}") };
    store.aside(table, Aside::Said(line)).await.unwrap();
}

#[tokio::test]
async fn each_room_of_a_table_keeps_its_last_lines() {
    let dir = TempDir::new().unwrap();
    let store = open(dir.path()).await;
    let (a, b) = (store.create(fresh("a")).await.unwrap(), store.create(fresh("b")).await.unwrap());
    say(&store, a, 1, "allies").await;
    say(&store, b, 1, "all").await;
    let last = MOST_LINES as u32 + 10;
    for n in 2..=last {
        say(&store, a, n, "axis").await;
    }
    store.close().await.unwrap();
    let store = open(dir.path()).await;
    let lines = store.talk(a).await.unwrap();
    assert_eq!((lines[0].n, lines[0].room.as_str(), lines.len()), (1, "allies", MOST_LINES + 1));
    assert_eq!((lines[1].n, lines.last().unwrap().n), (11, last));
    assert_eq!(store.talk(b).await.unwrap().len(), 1);
}

#[tokio::test]
async fn a_deleted_table_leaves_nothing_behind_and_others_alone() {
    let dir = TempDir::new().unwrap();
    let store = open(dir.path()).await;
    let (a, b) = (store.create(fresh("a")).await.unwrap(), store.create(fresh("b")).await.unwrap());
    let (a, b) = tokio::join!(play(&store, a, 1..=5), play(&store, b, 1..=9));
    say(&store, b, 1, "all").await;
    store.aside(b, Aside::Clock(Some("{}".into()))).await.unwrap();
    store.aside(b, Aside::Forget).await.unwrap();
    assert!(store.table("b").await.unwrap().is_none());
    assert!(store.clocks().await.unwrap().is_empty() && store.talk(b).await.unwrap().is_empty());
    // Its numbers are given to nobody, and its notes are not written into the next table.
    let c = store.create(fresh("c")).await.unwrap();
    play(&store, a, 6..=7).await;
    store.close().await.unwrap();
    let store = open(dir.path()).await;
    let kept = store.table("a").await.unwrap().unwrap();
    assert_eq!(kept.entries, (1..=7).map(line).collect::<Vec<_>>());
    play(&store, c, 1..=2).await;
    assert_eq!(store.table("c").await.unwrap().unwrap().entries, (1..=2).map(line).collect::<Vec<_>>());
}

#[tokio::test]
async fn a_seat_that_is_taken_is_open_no_more() {
    let dir = TempDir::new().unwrap();
    let store = open(dir.path()).await;
    let table = store.create(Fresh { seat_open: true, ..fresh("a") }).await.unwrap();
    store.create(fresh("b")).await.unwrap();
    let offered = store.with_open_seats(0, 9).await.unwrap();
    assert_eq!(offered.iter().map(|row| row.id.as_str()).collect::<Vec<_>>(), ["a"]);
    let hash = token("a", 77).hash();
    let seat = Some((hash.clone(), Seat::Axis));
    store.aside(table, Aside::SetUp { setup: "{}".into(), seat_open: false, seat }).await.unwrap();
    store.aside(table, Aside::Seat(hash.clone(), Seat::Axis)).await.unwrap();
    assert!(store.with_open_seats(0, 9).await.unwrap().is_empty());
    assert_eq!(store.seats(&[hash]).await.unwrap(), [("a".to_owned(), Seat::Axis)]);
}
