//! What disks, file systems and hosts do to the store on a bad day. Nothing acknowledged is lost, nothing else shows, and when the
//! trouble is over the store goes on by itself.

use crate::common::{fresh, kept, line, open, play};
use sqlx::{Connection, Executor, SqliteConnection};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::time::Duration;
use store::{Kept, Options, Store};
use tempfile::TempDir;

/// Another program's statement on the database, under the running store.
async fn meddle(dir: &Path, sql: &'static str) {
    let mut other =
        SqliteConnection::connect(&format!("sqlite:{}", dir.join("games.db").display())).await.unwrap();
    other.execute(sql).await.unwrap();
    other.close().await.unwrap();
}

/// From now on SQLite itself rolls back every transaction that plays a move, as it does when the disk is full. Mounting a small disk
/// would need root; to the store this looks the same.
const FULL: &str =
    "CREATE TRIGGER full BEFORE INSERT ON move BEGIN SELECT RAISE(ROLLBACK, 'disk is full'); END";
const ROOM_AGAIN: &str = "DROP TRIGGER full";

#[tokio::test]
async fn after_a_full_disk_the_store_goes_on_by_itself() {
    let dir = TempDir::new().unwrap();
    let store = open(dir.path()).await;
    let end = store.create(fresh("a")).await.unwrap();
    let end = play(&store, end, 1..=2).await;
    for _ in 0..3 {
        meddle(dir.path(), FULL).await;
        // The end of a game takes a transaction of several statements, a move one statement.
        for finished in [true, false] {
            let failed = store.append(Kept { finished, ..kept(end, &line(9)) }).await;
            assert!(failed.unwrap_err().to_string().contains("disk is full"));
        }
        assert_eq!(store.table("a").await.unwrap().unwrap().entries, [line(1), line(2)]);
        meddle(dir.path(), ROOM_AGAIN).await;
        store.create(fresh(&format!("b{}", store.written().commits()))).await.unwrap();
    }
    let end = play(&store, end, 3..=3).await;
    store.append(Kept { finished: true, ..kept(end, &line(4)) }).await.unwrap();
    store.close().await.unwrap();
    let store = open(dir.path()).await;
    assert_eq!(store.table("a").await.unwrap().unwrap().entries, (1..=4).map(line).collect::<Vec<_>>());
}

#[tokio::test]
async fn on_a_full_disk_all_who_wait_are_told_at_once_and_none_is_kept() {
    let dir = TempDir::new().unwrap();
    let store = open(dir.path()).await;
    let mut tables = Vec::new();
    for n in 0..100 {
        tables.push((format!("t{n}"), store.create(fresh(&format!("t{n}"))).await.unwrap()));
    }
    meddle(dir.path(), FULL).await;
    let commits = store.written().commits();
    let appends: Vec<_> = tables
        .iter()
        .map(|(_, end)| {
            let (store, end) = (store.clone(), *end);
            tokio::spawn(async move { store.append(kept(end, &line(1))).await.is_err() })
        })
        .collect();
    for append in appends {
        assert!(append.await.unwrap());
    }
    assert_eq!(store.written().commits(), commits);
    meddle(dir.path(), ROOM_AGAIN).await;
    for (id, end) in tables {
        assert!(store.table(&id).await.unwrap().unwrap().entries.is_empty());
        play(&store, end, 1..=1).await;
    }
}

#[tokio::test]
async fn what_lists_show_is_noted_when_there_is_room_again() {
    let dir = TempDir::new().unwrap();
    let settings = Options { note_after: Duration::from_millis(10), ..Options::default() };
    let store = Store::open_at(&dir.path().join("games.db").into(), settings).await.unwrap();
    let end = store.create(fresh("a")).await.unwrap();
    let full =
        "CREATE TRIGGER full BEFORE UPDATE ON game_table BEGIN SELECT RAISE(ROLLBACK, 'disk is full'); END";
    meddle(dir.path(), full).await;
    play(&store, end, 1..=1).await;
    while store.written().failures() < 2 {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    meddle(dir.path(), ROOM_AGAIN).await;
    while store.rows(&["a".into()]).await.unwrap()[0].summary.as_deref() != Some("{\"seq\":0}") {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

#[tokio::test]
async fn a_probe_is_a_real_write_and_many_share_one() {
    let dir = TempDir::new().unwrap();
    let store = open(dir.path()).await;
    let log = || dir.path().join("games.db-wal").metadata().unwrap().len();
    let before = log();
    store.probe().await.unwrap();
    assert!(log() > before, "something was written");
    let commits = store.written().commits();
    let probes: Vec<_> = (0..200)
        .map(|_| {
            let store = store.clone();
            tokio::spawn(async move { store.probe().await.unwrap() })
        })
        .collect();
    for probe in probes {
        probe.await.unwrap();
    }
    assert!(store.written().commits() - commits < 20);
}

#[tokio::test]
async fn a_table_with_a_damaged_chain_is_refused_and_the_others_are_read() {
    for damage in [
        "UPDATE move SET prev = n WHERE n = 3",
        "UPDATE move SET prev = 5 WHERE n = 3",
        "UPDATE move SET prev = 7 WHERE n = 3",
        "UPDATE move SET prev = 999 WHERE n = 3",
        "UPDATE move SET prev = 0 WHERE n = 3",
        "UPDATE move SET prev = 6 WHERE n = 5",
        "UPDATE move SET seq = 900000000000 WHERE n = 5",
        "UPDATE move SET seq = 1 WHERE n = 5",
        "UPDATE move SET table_key = 2 WHERE n = 3",
        "UPDATE move SET body = x'ff' WHERE n = 3",
        "UPDATE move SET body = '{}' WHERE n = 3",
        "DELETE FROM move WHERE n = 3",
        "DELETE FROM move WHERE n = 1",
        "DELETE FROM move WHERE n = 5",
        "UPDATE game_table SET head = 4 WHERE id = 'a'",
        "UPDATE game_table SET head = 6 WHERE id = 'a'",
        "UPDATE game_table SET head = 999 WHERE id = 'a'",
        "UPDATE game_table SET seq = 'many' WHERE id = 'a'",
        "UPDATE game_table SET header = '{' WHERE id = 'a'",
        "UPDATE seed SET seed = 'lost' WHERE table_key = 1",
    ] {
        let dir = TempDir::new().unwrap();
        let store = open(dir.path()).await;
        let (a, b) = (store.create(fresh("a")).await.unwrap(), store.create(fresh("b")).await.unwrap());
        play(&store, a, 1..=5).await;
        let b = play(&store, b, 1..=3).await;
        store.close().await.unwrap();
        meddle(dir.path(), damage).await;

        let store = open(dir.path()).await;
        let refused = store.table("a").await.unwrap_err().to_string();
        assert!(refused.starts_with("table a cannot be read"), "{damage}: {refused}");
        play(&store, b, 4..=4).await;
        let table = store.table("b").await.unwrap().unwrap();
        assert_eq!(table.entries, (1..=4).map(line).collect::<Vec<_>>(), "{damage}");
        store.close().await.unwrap();
    }
}

#[tokio::test]
async fn a_damaged_row_is_left_out_of_lists_and_nothing_else_is() {
    let dir = TempDir::new().unwrap();
    let store = open(dir.path()).await;
    for id in ["a", "b"] {
        store.create(store::Fresh { listed: true, ..fresh(id) }).await.unwrap();
    }
    meddle(dir.path(), "UPDATE game_table SET title = x'ff' WHERE id = 'a'").await;
    meddle(dir.path(), "UPDATE seat SET seat = 'gallery' WHERE table_key = 1").await;
    let ids = |rows: Vec<store::TableRow>| rows.into_iter().map(|row| row.id).collect::<Vec<_>>();
    assert_eq!(ids(store.listed(10).await.unwrap()), ["b"]);
    assert_eq!(ids(store.rows(&["a".into(), "b".into()]).await.unwrap()), ["b"]);
    let tokens = [("a", 1), ("b", 1), ("a", 2)].map(|(id, n)| crate::common::token(id, n).hash());
    assert_eq!(store.seats(&tokens).await.unwrap(), [("b".to_owned(), table::Seat::Allies)]);
}

#[tokio::test]
async fn a_database_that_is_no_longer_where_it_was_acknowledges_nothing() {
    // Each removes or replaces a file under the running store.
    type Accident = (&'static str, fn(&Path));
    let accidents: [Accident; 6] = [
        ("renamed", |dir| std::fs::rename(dir.join("games.db"), dir.join("old.db")).unwrap()),
        ("removed", |dir| std::fs::remove_file(dir.join("games.db")).unwrap()),
        ("replaced by a backup", |dir| std::fs::rename(dir.join("backup.db"), dir.join("games.db")).unwrap()),
        ("overwritten by a backup", |dir| {
            std::fs::copy(dir.join("backup.db"), dir.join("games.db")).unwrap();
        }),
        ("its log removed", |dir| std::fs::remove_file(dir.join("games.db-wal")).unwrap()),
        ("all removed", |dir| {
            for name in ["games.db", "games.db-wal", "games.db-shm"] {
                std::fs::remove_file(dir.join(name)).unwrap();
            }
        }),
    ];
    for (accident, happens) in accidents {
        let dir = TempDir::new().unwrap();
        let store = open(dir.path()).await;
        let end = store.create(fresh("a")).await.unwrap();
        store.close().await.unwrap();
        std::fs::copy(dir.path().join("games.db"), dir.path().join("backup.db")).unwrap();
        let store = open(dir.path()).await;
        let end = play(&store, end, 1..=60).await;
        meddle(dir.path(), "PRAGMA wal_checkpoint").await;
        play(&store, end, 61..=61).await;
        happens(dir.path());
        for _ in 0..2 {
            let refused = store.append(kept(end, &line(62))).await.unwrap_err().to_string();
            assert!(refused.contains("removed or replaced"), "{accident}: {refused}");
            assert!(store.create(fresh("b")).await.is_err(), "{accident}");
            assert!(store.probe().await.is_err(), "{accident}");
        }
    }
}

#[tokio::test]
async fn a_database_that_is_put_back_is_written_to_again() {
    let dir = TempDir::new().unwrap();
    let store = open(dir.path()).await;
    let end = store.create(fresh("a")).await.unwrap();
    std::fs::rename(dir.path().join("games.db"), dir.path().join("away.db")).unwrap();
    store.append(kept(end, &line(1))).await.unwrap_err();
    std::fs::rename(dir.path().join("away.db"), dir.path().join("games.db")).unwrap();
    play(&store, end, 1..=2).await;
    assert_eq!(store.table("a").await.unwrap().unwrap().entries, [line(1), line(2)]);
}

#[tokio::test]
async fn a_second_server_is_refused_under_any_name_and_without_a_lock_file() {
    let dir = TempDir::new().unwrap();
    let store = open(dir.path()).await;
    let file = dir.path().join("games.db");
    std::os::unix::fs::symlink(&file, dir.path().join("soft.db")).unwrap();
    std::fs::hard_link(&file, dir.path().join("hard.db")).unwrap();
    std::os::unix::fs::symlink(dir.path(), dir.path().join("folder")).unwrap();
    for entry in dir.path().read_dir().unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|end| end == "lock") {
            std::fs::remove_file(path).unwrap();
        }
    }
    for name in ["games.db", "soft.db", "hard.db", "folder/games.db"] {
        let second = Store::open(&dir.path().join(name)).await;
        let says = second.err().unwrap_or_else(|| panic!("{name} was opened")).to_string();
        assert!(says.ends_with("is in use by another process"), "{name}: {says}");
    }
    store.close().await.unwrap();
    open(dir.path()).await;
}

fn mode(path: &Path) -> u32 {
    path.metadata().unwrap().permissions().mode() & 0o777
}

#[tokio::test]
async fn the_files_are_for_their_owner_alone_even_if_they_were_not() {
    let dir = TempDir::new().unwrap();
    let names = ["games.db", "games.db-wal", "games.db-shm"];
    let check = |when: &str| {
        for name in names {
            assert_eq!(mode(&dir.path().join(name)), 0o600, "{name} {when}");
        }
    };
    let store = open(dir.path()).await;
    store.create(fresh("a")).await.unwrap();
    store.table("a").await.unwrap();
    check("when made");
    // The files as a kill leaves them.
    let left: Vec<_> = names.iter().map(|name| std::fs::read(dir.path().join(name)).unwrap()).collect();
    store.close().await.unwrap();
    for (name, bytes) in names.iter().zip(left) {
        let path = dir.path().join(name);
        std::fs::write(&path, bytes).unwrap();
        std::fs::set_permissions(&path, PermissionsExt::from_mode(0o644)).unwrap();
    }
    let store = open(dir.path()).await;
    assert!(store.table("a").await.unwrap().is_some());
    check("when opened again");
}

#[tokio::test]
async fn what_cannot_be_opened_is_named_and_said_plainly() {
    let dir = TempDir::new().unwrap();
    let file = dir.path().join("games.db");
    let why = || async { Store::open(&file).await.err().unwrap().to_string() };
    open(dir.path()).await.close().await.unwrap();
    meddle(
        dir.path(),
        "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time) \
         VALUES (9999, 'of tomorrow', 1, x'00', 0)",
    )
    .await;
    let newer = why().await;
    assert!(newer.contains("made by a newer Tallyho") && newer.contains("games.db"), "{newer}");
    std::fs::write(&file, "these are not the games that you are looking for".repeat(100)).unwrap();
    let foreign = why().await;
    assert!(foreign.contains("games.db") && foreign.contains("not a database"), "{foreign}");
}
