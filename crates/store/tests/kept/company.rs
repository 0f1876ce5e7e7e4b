//! What processes on one PostgreSQL know of each other, and what is left of it when the database has crashed.

use crate::common::{Home, fresh};
use sqlx::{Connection, PgConnection};
use std::time::Duration;
use store::{Aside, ClockNote, Fresh, KeptView, News, Place, TalkLine};
use table::{Seat, Seed};

async fn beside(home: &Home) -> PgConnection {
    let Place::Postgres(url) = &home.place else { unreachable!("this is no file") };
    PgConnection::connect(url).await.unwrap()
}

#[tokio::test]
async fn what_others_need_not_hear_rings_no_bell_and_counts_as_no_change() {
    let Some(home) = Home::postgres().await else { return };
    let (here, there) = (home.open().await, home.open().await);
    let (a, b) = (here.create(fresh("a")).await.unwrap(), here.create(fresh("b")).await.unwrap());
    here.note_clock(a, ClockNote::Begin("1".into())).await.unwrap();
    let before = there.glance(&[a.key]).await.unwrap();
    let mut news = there.listen().unwrap();
    assert_eq!(news.recv().await, Some(News::Look), "from now on it hears");
    let says = |n| Aside::Said(TalkLine { n, room: "all".into(), at_ms: 7, body: "{}".into() });
    here.aside(b, says(1)).await.unwrap();
    // Bells are rung after what they tell of: whatever was rung for before has come with this one.
    while !matches!(news.recv().await.unwrap(), News::At(keys) if keys.contains(&b.key)) {}
    here.note_clock(a, ClockNote::Count("2".into())).await.unwrap();
    let view =
        KeptView { seat: Seat::Observer, since_seq: 0, upto_seq: 1, rules: String::new(), body: vec![1] };
    for aside in [Aside::Views(vec![view]), Aside::Stamp("rules".into()), Aside::Seed(Seed::from_number(1))] {
        here.aside(a, aside).await.unwrap();
    }
    here.note_clock(a, ClockNote::Leave).await.unwrap();
    here.aside(b, says(2)).await.unwrap();
    assert_eq!(news.recv().await, Some(News::At(vec![b.key])));
    assert_eq!(there.glance(&[a.key]).await.unwrap(), before);
}

#[tokio::test]
async fn of_many_clocks_that_are_noted_at_once_each_is_told_who_counts_it() {
    let Some(home) = Home::postgres().await else { return };
    let (here, there) = (home.open().await, home.open().await);
    let mut ends = Vec::new();
    for n in 0..40 {
        let end = here.create(fresh(&format!("t{n}"))).await.unwrap();
        let counts = if n % 4 == 0 { &there } else { &here };
        counts.note_clock(end, ClockNote::Begin("0".into())).await.unwrap();
        ends.push(end);
    }
    let before = here.written().commits();
    let note = |end| {
        let here = here.clone();
        tokio::spawn(async move { here.note_clock(end, ClockNote::Count(format!("{}", end.key))).await })
    };
    let noted: Vec<_> = ends.iter().map(|end| note(*end)).collect();
    for (n, noted) in noted.into_iter().enumerate() {
        let taken = noted.await.unwrap().is_err_and(|e| e.is_taken());
        assert_eq!(taken, n % 4 == 0, "{n}");
        let body = here.beside(ends[n]).await.unwrap().unwrap().clock.unwrap().body;
        assert_eq!(body, if taken { "0".into() } else { format!("{}", ends[n].key) });
    }
    assert!(here.written().commits() - before < 40, "they share a statement");
}

#[tokio::test]
async fn a_crash_of_the_database_starts_no_raid_and_is_mended_until_that_has_succeeded() {
    let Some(home) = Home::postgres().await else { return };
    let store = home.open().await;
    while !store.beat("here").await.unwrap() {
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
    assert!(store.was_emptied(), "nobody flew anything when it started");
    assert!(!store.was_emptied());
    let mut db = beside(&home).await;
    // What a crash leaves of tables that are not logged.
    sqlx::raw_sql("TRUNCATE process").execute(&mut db).await.unwrap();
    assert!(!store.beat("here").await.unwrap(), "the others have not beaten yet");
    assert!(store.was_emptied());
    sqlx::raw_sql("ALTER TABLE flight RENAME TO hidden").execute(&mut db).await.unwrap();
    store.claim_again(&[1]).await.unwrap_err();
    sqlx::raw_sql("ALTER TABLE hidden RENAME TO flight").execute(&mut db).await.unwrap();
    assert!(store.was_emptied(), "it is to be tried again");
    store.claim_again(&[1]).await.unwrap();
    assert!(!store.was_emptied());
    let next = home.open().await;
    next.beat("next").await.unwrap();
    assert!(!next.was_emptied(), "somebody flies");
}

#[tokio::test]
async fn pilots_are_sought_that_flew_when_all_went_down_however_long_ago_that_was() {
    let Some(home) = Home::postgres().await else { return };
    let store = home.open().await;
    for (id, setup, created_ms) in [
        ("long-over", "{\"pilot\":\"ace\"}", 1_000_000),
        ("first", "{\"pilot\":\"ace\"}", 1_500_000),
        ("last", "{\"pilot\":\"ace\"}", 2_000_000),
        ("people", "{}", 9_000_000),
    ] {
        store.create(Fresh { setup: setup.into(), created_ms, ..fresh(id) }).await.unwrap();
    }
    let found = store.seek_flights(&["\"pilot\":\""], Duration::from_secs(600)).await.unwrap();
    assert_eq!(found, 2);
    store.beat("here").await.unwrap();
    let mut ids: Vec<_> = store.adopt(&[]).await.unwrap().0.into_iter().map(|flight| flight.id).collect();
    ids.sort();
    assert_eq!(ids, ["first", "last"]);
}
