//! Backups put back.

use crate::common::{fresh, play};
use crate::host::fill;
use sqlx::{Connection, SqliteConnection};
use std::path::Path;
use store::{Place, Store, StoreError};

#[tokio::test]
async fn a_backup_is_put_back_and_what_was_there_is_kept() {
    let dir = tempfile::tempdir().unwrap();
    let [games, saved] = ["games.db", "saved.db"].map(|name| dir.path().join(name));
    let store = Store::open(&games).await.unwrap();
    fill(&store).await;
    store::backup(&Place::File(games.clone()), &saved, |_, _| {}).await.unwrap();
    let end = store.create(fresh("later")).await.unwrap();
    play(&store, end, 1..=2).await;
    assert!(matches!(store::restore(&saved, &games, true).await, Err(StoreError::InUse(_))));
    store.close().await.unwrap();
    let refused = store::restore(&saved, &games, false).await.unwrap_err();
    assert!(refused.to_string().contains("has 4 tables"), "{refused}");
    let restored = store::restore(&saved, &games, true).await.unwrap();
    assert_eq!(restored.tables, 3);
    let now = Store::open(&games).await.unwrap();
    assert_eq!(now.ids().await.unwrap().len(), 3);
    let before = Store::open(&restored.aside.unwrap()).await.unwrap();
    assert_eq!(before.table("later").await.unwrap().unwrap().entries.len(), 2);
    // Into a place where nothing is, nothing has to be forced.
    let empty = dir.path().join("empty.db");
    assert!(store::restore(&saved, &empty, false).await.unwrap().aside.is_none());
    assert_eq!(Store::open(&empty).await.unwrap().ids().await.unwrap().len(), 3);
}

#[tokio::test]
async fn what_is_no_sound_backup_is_not_put_back() {
    let dir = tempfile::tempdir().unwrap();
    let [games, bad, other] = ["games.db", "bad.db", "other.db"].map(|name| dir.path().join(name));
    let store = Store::open(&games).await.unwrap();
    for n in 0..50 {
        store.create(fresh(&format!("table-{n}"))).await.unwrap();
    }
    store::backup(&Place::File(games.clone()), &bad, |_, _| {}).await.unwrap();
    store.close().await.unwrap();
    let mut bytes = std::fs::read(&bad).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle..].fill(0xa5);
    std::fs::write(&bad, bytes).unwrap();
    std::fs::write(&other, "not a database at all, but long enough to be looked at").unwrap();
    for file in [&bad, &other, &dir.path().join("none.db")] {
        assert!(store::restore(file, &games, true).await.is_err(), "{}", file.display());
    }
    assert_eq!(Store::open(&games).await.unwrap().ids().await.unwrap().len(), 50);
}

/// A database with all its moves in the write-ahead log, as a crash leaves it, and a backup of it.
async fn crashed(dir: &Path) -> [std::path::PathBuf; 2] {
    let [was, games, saved] = ["was.db", "games.db", "saved.db"].map(|name| dir.join(name));
    let store = Store::open(&was).await.unwrap();
    fill(&store).await;
    store::backup(&Place::File(was.clone()), &saved, |_, _| {}).await.unwrap();
    let end = store.create(fresh("later")).await.unwrap();
    play(&store, end, 1..=2).await;
    for end in ["", "-wal"] {
        std::fs::copy(dir.join(format!("was.db{end}")), dir.join(format!("games.db{end}"))).unwrap();
    }
    store.close().await.unwrap();
    assert!(dir.join("games.db-wal").metadata().unwrap().len() > 0);
    [games, saved]
}

#[tokio::test]
async fn what_stands_in_a_log_is_kept_with_its_database_and_not_found_beside_the_new_one() {
    let dir = tempfile::tempdir().unwrap();
    let [games, saved] = crashed(dir.path()).await;
    let log = std::fs::read(dir.path().join("games.db-wal")).unwrap();
    let aside = store::restore(&saved, &games, true).await.unwrap().aside.unwrap();
    let before = Store::open(&aside).await.unwrap();
    assert_eq!(before.table("later").await.unwrap().unwrap().entries.len(), 2);
    assert_eq!(Store::open(&games).await.unwrap().ids().await.unwrap().len(), 3);
    // A log that was left alone is none of the new database.
    let alone = dir.path().join("alone.db");
    std::fs::write(dir.path().join("alone.db-wal"), log).unwrap();
    assert!(store::restore(&saved, &alone, false).await.unwrap().aside.is_none());
    assert_eq!(Store::open(&alone).await.unwrap().ids().await.unwrap().len(), 3);
}

#[tokio::test]
async fn a_database_that_somebody_has_open_is_not_replaced() {
    let dir = tempfile::tempdir().unwrap();
    let [games, saved] = crashed(dir.path()).await;
    let mut somebody = SqliteConnection::connect(&format!("sqlite://{}", games.display())).await.unwrap();
    let tables = "SELECT COUNT(*) FROM game_table";
    let seen: i64 = sqlx::query_scalar(tables).fetch_one(&mut somebody).await.unwrap();
    let refused = store::restore(&saved, &games, true).await.unwrap_err();
    assert!(matches!(refused, StoreError::OpenElsewhere(_)), "{refused}");
    somebody.close().await.unwrap();
    assert_eq!(Store::open(&games).await.unwrap().ids().await.unwrap().len(), seen as usize);
    assert_eq!(seen, 4);
}
