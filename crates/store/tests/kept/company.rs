//! What processes on one PostgreSQL know of each other, and what is left of it when the database has crashed.

use crate::common::{Home, fresh};
use sqlx::{Connection, PgConnection};
use std::time::Duration;
use store::{Fresh, Place};

async fn beside(home: &Home) -> PgConnection {
    let Place::Postgres(url) = &home.place else { unreachable!("this is no file") };
    PgConnection::connect(url).await.unwrap()
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
