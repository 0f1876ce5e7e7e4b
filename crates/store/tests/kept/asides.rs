//! What is kept beside the games, in real databases.

use crate::common::{Home, fresh, line, on_both_engines, play, token};
use store::{Aside, ChainEnd, ClockNote, Fresh, MOST_LINES, Store, TalkLine, Tell};
use table::{Seat, Side};

async fn say(store: &Store, table: ChainEnd, n: u32, room: &str) {
    let line = TalkLine { n, room: room.into(), at_ms: 7, body: format!("{{\"n\":{n}}}") };
    store.aside(table, Aside::Said(line)).await.unwrap();
}

async fn each_room_of_a_table_keeps_its_last_lines(home: Home) {
    let store = home.open().await;
    let (a, b) = (store.create(fresh("a")).await.unwrap(), store.create(fresh("b")).await.unwrap());
    say(&store, a, 1, "allies").await;
    say(&store, b, 1, "all").await;
    let last = MOST_LINES as u32 + 10;
    for n in 2..=last {
        say(&store, a, n, "axis").await;
    }
    store.close().await.unwrap();
    let store = home.open().await;
    let lines = store.talk(a).await.unwrap();
    assert_eq!((lines[0].n, lines[0].room.as_str(), lines.len()), (1, "allies", MOST_LINES + 1));
    assert_eq!((lines[1].n, lines.last().unwrap().n), (11, last));
    assert_eq!(store.talk(b).await.unwrap().len(), 1);
}

async fn a_deleted_table_leaves_nothing_behind_and_others_alone(home: Home) {
    let store = home.open().await;
    let (a, b) = (store.create(fresh("a")).await.unwrap(), store.create(fresh("b")).await.unwrap());
    let (a, b) = tokio::join!(play(&store, a, 1..=5), play(&store, b, 1..=9));
    say(&store, b, 1, "all").await;
    store.note_clock(b, ClockNote::Begin("{}".into())).await.unwrap();
    store.aside(b, Aside::Forget).await.unwrap();
    assert!(store.table("b").await.unwrap().is_none());
    assert!(store.clocks().await.unwrap().is_empty() && store.talk(b).await.unwrap().is_empty());
    // Its numbers are given to nobody, and its notes are not written into the next table.
    let c = store.create(fresh("c")).await.unwrap();
    play(&store, a, 6..=7).await;
    store.close().await.unwrap();
    let store = home.open().await;
    let kept = store.table("a").await.unwrap().unwrap();
    assert_eq!(kept.entries, (1..=7).map(line).collect::<Vec<_>>());
    play(&store, c, 1..=2).await;
    assert_eq!(store.table("c").await.unwrap().unwrap().entries, (1..=2).map(line).collect::<Vec<_>>());
}

async fn a_seat_that_is_taken_is_open_no_more(home: Home) {
    let store = home.open().await;
    let table = store.create(Fresh { seat_open: true, ..fresh("a") }).await.unwrap();
    store.create(fresh("b")).await.unwrap();
    let offered = store.with_open_seats(0, 9).await.unwrap();
    assert_eq!(offered.iter().map(|row| row.id.as_str()).collect::<Vec<_>>(), ["a"]);
    let hash = token("a", 77).hash();
    let knew = fresh("a").setup;
    let take = |hash| Aside::Take { setup: "[]".into(), knew: knew.clone(), seat: (hash, Seat::Axis) };
    store.aside(table, take(hash.clone())).await.unwrap();
    store.aside(table, Aside::Seat(hash.clone(), Seat::Axis)).await.unwrap();
    let second = token("a", 78).hash();
    assert!(store.aside(table, take(second.clone())).await.unwrap_err().is_taken());
    assert!(store.seats(&[second]).await.unwrap().is_empty(), "whoever comes second has nothing");
    store.aside(table, take(hash.clone())).await.unwrap();
    assert!(store.with_open_seats(0, 9).await.unwrap().is_empty());
    assert_eq!(store.seats(&[hash]).await.unwrap(), [("a".to_owned(), Seat::Axis)]);
}

fn wish(told: bool) -> Option<Tell> {
    Some(Tell { address: "otto@example.org".into(), stop: "stop".into(), told })
}

async fn a_wish_to_be_told_is_kept_for_each_side_until_it_or_the_table_goes(home: Home) {
    let store = home.open().await;
    let (a, b) = (store.create(fresh("a")).await.unwrap(), store.create(fresh("b")).await.unwrap());
    for (table, side) in [(a, Side::Allies), (a, Side::Axis), (b, Side::Axis)] {
        store.aside(table, Aside::Tell(side, wish(false))).await.unwrap();
    }
    store.aside(a, Aside::Tell(Side::Axis, wish(true))).await.unwrap();
    store.aside(a, Aside::Tell(Side::Allies, None)).await.unwrap();
    store.aside(b, Aside::Forget).await.unwrap();
    store.close().await.unwrap();
    let kept = home.open().await.tells().await.unwrap();
    let kept: Vec<_> = kept.into_iter().map(|kept| (kept.table, kept.side, Some(kept.tell))).collect();
    assert_eq!(kept, [("a".to_owned(), Side::Axis, wish(true))]);
    assert!(!format!("{kept:?}").contains("otto"), "an address prints itself nowhere");
}

async fn a_link_to_another_device_works_until_it_is_spent_or_too_old(home: Home) {
    let store = home.open().await;
    let link = |n| token("link", n).hash();
    let seats = vec![("a".to_owned(), Seat::Axis)];
    store.pack(link(1), (0, 100), &seats).await.unwrap();
    store.pack(link(2), (0, 200), &seats).await.unwrap();
    store.close().await.unwrap();
    let store = home.open().await;
    assert_eq!(store.packed(&link(1), 99).await.unwrap(), Some(seats.clone()));
    assert_eq!(store.packed(&link(1), 100).await.unwrap(), None, "too old");
    assert!(store.spend(link(1)).await.unwrap());
    assert!(!store.spend(link(1)).await.unwrap(), "it was used before");
    assert_eq!(store.packed(&link(1), 99).await.unwrap(), None, "spent");
    // A new link sweeps out those that are too old, and no others.
    store.pack(link(3), (200, 300), &seats).await.unwrap();
    assert_eq!(store.packed(&link(2), 0).await.unwrap(), None);
    assert_eq!(store.packed(&link(3), 200).await.unwrap(), Some(seats));
}

on_both_engines!(
    each_room_of_a_table_keeps_its_last_lines,
    a_deleted_table_leaves_nothing_behind_and_others_alone,
    a_seat_that_is_taken_is_open_no_more,
    a_wish_to_be_told_is_kept_for_each_side_until_it_or_the_table_goes,
    a_link_to_another_device_works_until_it_is_spent_or_too_old,
);
