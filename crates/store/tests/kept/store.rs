//! The store in real databases.

use crate::common::{Home, fresh, header, kept, line, on_both_engines, open, play, token};
use std::time::Duration;
use store::{Aside, Entry, Fresh, Kept, Options, Place, Store, StoreError};
use table::{Seat, Seed, Side};
use tempfile::TempDir;

/// Copies the database as a crash at this moment would leave it.
fn crash(dir: &TempDir) -> TempDir {
    let copy = TempDir::new().unwrap();
    for name in ["games.db", "games.db-wal"] {
        if dir.path().join(name).exists() {
            std::fs::copy(dir.path().join(name), copy.path().join(name)).unwrap();
        }
    }
    copy
}

async fn a_table_reads_back_in_the_order_in_which_it_was_played(home: Home) {
    let store = home.open().await;
    let (a, b) = (store.create(fresh("a")).await.unwrap(), store.create(fresh("b")).await.unwrap());
    // The entries of the two tables are mixed in the log.
    let (a, b) = tokio::join!(play(&store, a, 1..=40), play(&store, b, 1..=25));
    assert_eq!((a.seq, b.seq), (40, 25));
    for (id, lines) in [("a", 40), ("b", 25)] {
        let table = store.table(id).await.unwrap().unwrap();
        assert_eq!(table.entries, (1..=lines).map(line).collect::<Vec<_>>(), "table {id}");
        assert_eq!(table.end.seq, lines);
        assert_eq!(table.seed.unwrap(), Seed::from_number(42));
        assert_eq!(table.header, header());
    }
    assert!(store.table("c").await.unwrap().is_none());
}

async fn a_table_plays_on_after_the_store_was_closed_and_opened(home: Home) {
    let store = home.open().await;
    let end = store.create(fresh("a")).await.unwrap();
    play(&store, end, 1..=3).await;
    store.close().await.unwrap();
    assert!(matches!(store.append(kept(end, &line(4))).await, Err(StoreError::Closed)));

    let store = home.open().await;
    let table = store.table("a").await.unwrap().unwrap();
    assert_eq!(table.end.seq, 3);
    // Closing has brought the lists up to date.
    assert_eq!(table.row.summary.as_deref(), Some("{\"seq\":2}"));
    play(&store, table.end, 4..=5).await;
    assert_eq!(store.table("a").await.unwrap().unwrap().entries, (1..=5).map(line).collect::<Vec<_>>());
}

#[tokio::test]
async fn what_is_acknowledged_is_in_the_files_at_that_moment() {
    let dir = TempDir::new().unwrap();
    let store = open(dir.path()).await;
    let mut ends = Vec::new();
    for id in ["a", "b", "c"] {
        ends.push(store.create(fresh(id)).await.unwrap());
    }
    for n in 1..=20 {
        for end in &mut ends {
            *end = store.append(kept(*end, &line(n))).await.unwrap().end;
        }
        let after_crash = crash(&dir);
        let left = open(after_crash.path()).await;
        for id in ["a", "b", "c"] {
            let table = left.table(id).await.unwrap().unwrap();
            assert_eq!(table.entries, (1..=n).map(line).collect::<Vec<_>>(), "table {id} after {n}");
            assert_eq!(table.row.summary, None, "what lists show is known to be out of date");
        }
        left.close().await.unwrap();
    }
}

#[tokio::test]
async fn a_table_plays_on_after_a_crash() {
    let dir = TempDir::new().unwrap();
    let store = open(dir.path()).await;
    let end = store.create(fresh("a")).await.unwrap();
    play(&store, end, 1..=7).await;
    let after_crash = crash(&dir);
    let left = open(after_crash.path()).await;
    let table = left.table("a").await.unwrap().unwrap();
    play(&left, table.end, 8..=9).await;
    let again = crash(&after_crash);
    let left = open(again.path()).await;
    assert_eq!(left.table("a").await.unwrap().unwrap().entries, (1..=9).map(line).collect::<Vec<_>>());
}

async fn commands_that_wait_share_a_commit(home: Home) {
    let store = home.open().await;
    let mut tables = Vec::new();
    for n in 0..300 {
        tables.push((format!("t{n}"), store.create(fresh(&format!("t{n}"))).await.unwrap()));
    }
    let before = store.written().commits();
    let waiting: Vec<_> = tables
        .iter()
        .map(|(_, end)| {
            let (store, end) = (store.clone(), *end);
            tokio::spawn(async move { store.append(kept(end, &line(1))).await.unwrap() })
        })
        .collect();
    for task in waiting {
        assert_eq!(task.await.unwrap().end.seq, 1);
    }
    let commits = store.written().commits() - before;
    assert!(commits <= 30, "300 commands took {commits} commits");
    for (id, _) in &tables {
        assert_eq!(store.table(id).await.unwrap().unwrap().entries, [line(1)]);
    }
}

async fn a_table_comes_with_what_happened_while_it_was_set_up(home: Home) {
    let store = home.open().await;
    let entries = vec![line(1), Entry::Undo { undo: Side::Allies, lines: 1, seen: false }, line(3)];
    let texts = entries.iter().map(Entry::text).collect();
    let end = store.create(Fresh { entries: texts, ..fresh("a") }).await.unwrap();
    assert_eq!(end.seq, 3);
    let kept = store.table("a").await.unwrap().unwrap();
    assert_eq!((kept.entries, kept.end), (entries, end));
    assert_eq!(kept.row.summary.as_deref(), Some("{\"turn\":1}"));
    play(&store, end, 4..=5).await;
    assert_eq!(store.table("a").await.unwrap().unwrap().end.seq, 5);
}

async fn a_write_that_fails_does_not_take_others_with_it(home: Home) {
    let store = home.open().await;
    let end = store.create(fresh("a")).await.unwrap();
    // An id can be used only once; the append in the same group goes through.
    let (twice, append) = tokio::join!(store.create(fresh("a")), store.append(kept(end, &line(1))));
    assert!(matches!(twice, Err(StoreError::Database(..))));
    assert_eq!(append.unwrap().end.seq, 1);
    let next = store.create(fresh("b")).await.unwrap();
    play(&store, next, 1..=2).await;
    assert_eq!(store.table("a").await.unwrap().unwrap().entries, [line(1)]);
    assert_eq!(store.table("b").await.unwrap().unwrap().entries, [line(1), line(2)]);
}

async fn a_change_is_kept_only_where_its_writer_thinks_that_the_table_ends(home: Home) {
    let store = home.open().await;
    let start = store.create(fresh("a")).await.unwrap();
    let end = play(&store, start, 1..=2).await;
    // Whoever comes with an old position is told, also in the same batch as the winner.
    assert!(matches!(store.append(kept(start, &line(8))).await, Err(StoreError::Moved)));
    let rivals = tokio::join!(store.append(kept(end, &line(3))), store.append(kept(end, &line(8))));
    let won = match rivals {
        (Ok(won), Err(StoreError::Moved)) => (won.end, line(3)),
        (Err(StoreError::Moved), Ok(won)) => (won.end, line(8)),
        neither => panic!("{neither:?}"),
    };
    store.close().await.unwrap();
    let store = home.open().await;
    assert!(matches!(store.append(kept(end, &line(9))).await, Err(StoreError::Moved)));
    let table = store.table("a").await.unwrap().unwrap();
    assert_eq!((table.entries, table.end), (vec![line(1), line(2), won.1], won.0));
    let end = play(&store, won.0, 4..=4).await;
    store.aside(end, Aside::Forget).await.unwrap();
    assert!(matches!(store.append(kept(end, &line(5))).await, Err(StoreError::Moved)));
}

#[tokio::test]
async fn only_one_process_may_have_the_store_open() {
    let dir = TempDir::new().unwrap();
    let store = open(dir.path()).await;
    let second = Store::open(&dir.path().join("games.db")).await;
    assert!(matches!(second, Err(StoreError::InUse(_))));
    store.close().await.unwrap();
    assert!(Store::open(&dir.path().join("games.db")).await.is_ok());
}

#[tokio::test]
async fn a_token_gives_its_seat_and_is_not_in_the_file() {
    let dir = TempDir::new().unwrap();
    let store = open(dir.path()).await;
    store.create(fresh("a")).await.unwrap();
    let known = [token("a", 2), token("a", 9), token("a", 1)].map(|t| t.hash());
    let seats = store.seats(&known).await.unwrap();
    assert_eq!(seats, [("a".to_owned(), Seat::Axis), ("a".to_owned(), Seat::Allies)]);
    store.close().await.unwrap();
    let file = std::fs::read(dir.path().join("games.db")).unwrap();
    let text = String::from_utf8_lossy(&file);
    assert!(text.contains(&Seed::from_number(42).hex()), "the file can be searched");
    for n in [1, 2] {
        assert!(!text.contains(&token("a", n).reveal()));
    }
}

async fn lists_show_open_tables_newest_first_and_the_end_of_a_game_at_once(home: Home) {
    let store = home.open().await;
    for (id, created_ms, listed) in [("a", 10, true), ("b", 30, true), ("c", 20, false)] {
        let seats = Vec::new();
        store.create(Fresh { created_ms, listed, seats, ..fresh(id) }).await.unwrap();
    }
    let ids: Vec<_> = store.listed(10).await.unwrap().into_iter().map(|row| row.id).collect();
    assert_eq!(ids, ["b", "a"]);
    let end = store.table("c").await.unwrap().unwrap().end;
    store.append(Kept { finished: true, ..kept(end, &line(1)) }).await.unwrap();
    let rows = store.rows(&["c".into(), "x".into()]).await.unwrap();
    assert_eq!(rows.len(), 1);
    assert_eq!((rows[0].finished_ms, rows[0].summary.as_deref()), (Some(2_000), Some("{\"seq\":0}")));
}

#[tokio::test]
async fn what_lists_show_is_noted_behind_the_log() {
    let dir = TempDir::new().unwrap();
    let place = Place::File(dir.path().join("games.db"));
    let store =
        Store::open_at(&place, Options { note_after: Duration::ZERO, ..Options::default() }).await.unwrap();
    let (a, b) = (store.create(fresh("a")).await.unwrap(), store.create(fresh("b")).await.unwrap());
    let a = play(&store, a, 1..=3).await;
    // This commit notes whatever was written before it.
    play(&store, b, 1..=1).await;
    assert_eq!(store.rows(&["a".into()]).await.unwrap()[0].summary.as_deref(), Some("{\"seq\":2}"));
    play(&store, a, 4..=4).await;
    let after_crash = crash(&dir);
    let left = open(after_crash.path()).await;
    assert_eq!(left.table("a").await.unwrap().unwrap().entries, (1..=4).map(line).collect::<Vec<_>>());
    assert_eq!(left.table("b").await.unwrap().unwrap().entries, [line(1)]);
}

on_both_engines!(
    a_table_reads_back_in_the_order_in_which_it_was_played,
    a_table_plays_on_after_the_store_was_closed_and_opened,
    commands_that_wait_share_a_commit,
    a_table_comes_with_what_happened_while_it_was_set_up,
    a_write_that_fails_does_not_take_others_with_it,
    lists_show_open_tables_newest_first_and_the_end_of_a_game_at_once,
    a_change_is_kept_only_where_its_writer_thinks_that_the_table_ends,
);
