//! What keeps a game through changes of its rules.

use crate::common::{Home, fresh, kept, line, on_both_engines, open, play};
use sqlx::{Connection, SqliteConnection};
use store::{Aside, Entry, KeptView, Store, StoreError};
use table::{Resume, Seat, Seed, Side};
use tempfile::TempDir;

async fn rewrite(dir: &TempDir, entry: u32, body: &str) {
    let file = dir.path().join("games.db");
    let mut db = SqliteConnection::connect(&format!("sqlite:{}", file.display())).await.unwrap();
    sqlx::query("UPDATE move SET body = $1 WHERE seq = $2")
        .bind(body)
        .bind(entry)
        .execute(&mut db)
        .await
        .unwrap();
    db.close().await.unwrap();
}

async fn why(dir: &TempDir, body: &str) -> StoreError {
    rewrite(dir, 1, body).await;
    let store: Store = open(dir.path()).await;
    let error = store.table("a").await.unwrap_err();
    store.close().await.unwrap();
    error
}

#[tokio::test]
async fn an_entry_of_an_unknown_kind_is_newer_and_not_damaged() {
    let dir = TempDir::new().unwrap();
    let store = open(dir.path()).await;
    let end = store.create(fresh("a")).await.unwrap();
    play(&store, end, 1..=1).await;
    store.close().await.unwrap();
    for newer in ["{\"parley\":\"allies\"}", "{\"stamp\":2,\"rules\":\"x\",\"by\":\"host\"}"] {
        assert!(matches!(why(&dir, newer).await, StoreError::NewerTable(id) if id == "a"), "{newer}");
    }
    for damaged in ["{\"stamp\":2,\"rul", "[]", "{\"stamp\":\"two\",\"rules\":\"x\"}", "{\"side\":\"blue\"}"]
    {
        assert!(matches!(why(&dir, damaged).await, StoreError::Damaged(..)), "{damaged}");
    }
}

async fn entries_about_rules_are_read_as_they_were_kept(home: Home) {
    let store = home.open().await;
    let end = store.create(fresh("a")).await.unwrap();
    let rules = || "00ff".to_owned();
    let seed = Seed::from_number(7);
    let mark = Resume { resume: 2, revision: 3, rules: rules(), commitment: Some(seed.commitment()) };
    let entries = vec![
        line(1),
        Entry::Stamp { stamp: 2, rules: rules() },
        line(2),
        Entry::Agree { agree: Side::Axis, line: 2, rules: rules() },
        Entry::Resume(mark),
    ];
    store.aside(end, Aside::Seed(seed)).await.unwrap();
    store.aside(end, Aside::Seed(seed)).await.unwrap();
    let mut end = end;
    for entry in &entries {
        end = store.append(kept(end, entry)).await.unwrap().end;
    }
    store.aside(end, Aside::Stamp(rules())).await.unwrap();
    store.close().await.unwrap();
    let store = home.open().await;
    let table = store.table("a").await.unwrap().unwrap();
    assert_eq!((table.entries, table.rules), (entries, Some(rules())));
    assert_eq!(store.resumed_seeds(end).await.unwrap(), [seed]);
    store.aside(end, Aside::Forget).await.unwrap();
    assert_eq!(store.resumed_seeds(end).await.unwrap(), []);
    store.close().await.unwrap();
}

async fn of_two_views_of_one_seat_the_later_is_kept_and_a_resumption_begins_another(home: Home) {
    let store = home.open().await;
    let end = store.create(fresh("a")).await.unwrap();
    let view = |seat, since_seq, upto_seq: u32| KeptView {
        seat,
        since_seq,
        upto_seq,
        rules: "00ff".into(),
        body: vec![0, 159, upto_seq as u8],
    };
    assert_eq!(store.kept_upto(end).await.unwrap(), 0);
    let keep = |views| store.aside(end, Aside::Views(views));
    keep(vec![view(Seat::Axis, 0, 4), view(Seat::Observer, 0, 4)]).await.unwrap();
    keep(vec![view(Seat::Axis, 0, 6)]).await.unwrap();
    // A process that was slow comes late.
    keep(vec![view(Seat::Axis, 0, 5)]).await.unwrap();
    keep(vec![view(Seat::Axis, 7, 9)]).await.unwrap();
    let mut first = store.kept_views(end, 0).await.unwrap();
    first.sort_by_key(|view| view.upto_seq);
    assert_eq!(first, [view(Seat::Observer, 0, 4), view(Seat::Axis, 0, 6)]);
    assert_eq!(store.kept_views(end, 7).await.unwrap(), [view(Seat::Axis, 7, 9)]);
    assert_eq!(store.kept_upto(end).await.unwrap(), 9);
    store.aside(end, Aside::Forget).await.unwrap();
    assert_eq!(store.kept_views(end, 0).await.unwrap(), []);
    store.close().await.unwrap();
}

on_both_engines!(
    entries_about_rules_are_read_as_they_were_kept,
    of_two_views_of_one_seat_the_later_is_kept_and_a_resumption_begins_another,
);
