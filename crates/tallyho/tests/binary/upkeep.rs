//! Upgrades, copies and disks that are nearly full, as whoever runs a server meets them.

use crate::common::run;
use crate::hosting::Home;
use sqlx::{Connection, SqliteConnection};
use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Command, Stdio};

async fn database(home: &Home) -> SqliteConnection {
    SqliteConnection::connect(&format!("sqlite://{}", home.place)).await.unwrap()
}

/// Starts a server that deletes old games, where no file can grow beyond so much. Returns what it has said when it is killed.
fn served(home: &Home, most: &str) -> String {
    let mut server = Command::new("sh")
        .args(["-c", "trap '' XFSZ; exec \"$@\"", "sh", "prlimit", &format!("--fsize={most}:")])
        .arg(env!("CARGO_BIN_EXE_tallyho"))
        .args(["serve", "--port", "0", "--no-open", "--log", "warn", "--keep-finished", "30", "--data-dir"])
        .arg(home.dir.path())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(server.stdout.take().unwrap()).read_line(&mut line).unwrap();
    server.kill().unwrap();
    let mut said = String::new();
    server.stderr.take().unwrap().read_to_string(&mut said).unwrap();
    server.wait().unwrap();
    assert!(line.contains("http://"), "it did not start: {line}{said}");
    said
}

#[tokio::test]
async fn a_disk_that_is_nearly_full_keeps_no_server_from_starting() {
    let home = Home::file().await;
    let (id, _) = home.with_game();
    let mut db = database(&home).await;
    let fill = "CREATE TABLE much (b BLOB); INSERT INTO much WITH RECURSIVE r (n) AS \
        (SELECT 1 UNION ALL SELECT n + 1 FROM r WHERE n < 6) SELECT randomblob(1000000) FROM r";
    sqlx::raw_sql(fill).execute(&mut db).await.unwrap();
    db.close().await.unwrap();
    let length = |end: &str| Path::new(&format!("{}{end}", home.place)).metadata().unwrap().len();
    // Room for a few pages, and not for the whole database in its log.
    let said = served(&home, &(length("") + 16 * 1024).to_string());
    assert!(said.contains("could not be written anew"), "{said}");
    assert!(length("-wal") < 1_000_000, "what was written of the attempt takes no room");
    let mode = "PRAGMA auto_vacuum";
    let before: i64 = sqlx::query_scalar(mode).fetch_one(&mut database(&home).await).await.unwrap();
    let said = served(&home, "unlimited");
    assert!(!said.contains("could not be written anew"), "{said}");
    let after: i64 = sqlx::query_scalar(mode).fetch_one(&mut database(&home).await).await.unwrap();
    assert_eq!((before, after), (0, 2));
    assert!(home.admin(&["list"]).1.contains(&id));
}

#[tokio::test]
async fn a_backup_is_put_back_on_a_machine_that_has_nothing_yet() {
    let home = Home::file().await;
    let (id, _) = home.with_game();
    let saved = home.path("saved.db");
    assert!(home.admin(&["backup", &saved]).0);
    let new = home.path("new/of/all");
    let (ok, printed) = run(&["admin", "restore", &saved, "--data-dir", &new]);
    assert!(ok, "{printed}");
    assert!(run(&["admin", "list", "--data-dir", &new]).1.contains(&id));
}
