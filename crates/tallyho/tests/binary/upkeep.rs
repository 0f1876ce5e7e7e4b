//! Upgrades, copies and disks that are nearly full, as whoever runs a server meets them.

use crate::common::run;
use crate::hosting::Home;
use sqlx::{Connection, PgConnection, SqliteConnection};
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

/// Takes the last steps of the schema back.
async fn age(home: &Home) {
    let steps = "DROP INDEX game_table_finished; ALTER TABLE carry DROP COLUMN spent; \
                 DELETE FROM _sqlx_migrations WHERE version > 10";
    let mut db = database(home).await;
    sqlx::raw_sql(steps).execute(&mut db).await.unwrap();
    db.close().await.unwrap();
}

fn schema(home: &Home) -> (serde_json::Value, serde_json::Value) {
    let (ok, status) = home.admin(&["status", "--json"]);
    assert!(ok, "{status}");
    let status: serde_json::Value = serde_json::from_str(status.trim()).unwrap();
    (status["schema"].clone(), status["schema_known"].clone())
}

#[tokio::test]
async fn an_older_database_is_brought_up_to_date_when_its_host_says_so_and_not_before() {
    let home = Home::file().await;
    let (id, _) = home.with_game();
    age(&home).await;
    let (found, known) = schema(&home);
    assert_eq!(found, 10);
    let other = home.path("other.db");
    for args in [
        &["admin", "copy", "--from", &home.place, "--to", &other][..],
        &["admin", "revoke", &id, "--database", &home.place],
    ] {
        let (ok, printed) = run(args);
        assert!(!ok && printed.contains("tallyho admin migrate"), "{args:?}: {printed}");
    }
    assert!(home.admin(&["check"]).0);
    assert_eq!(schema(&home).0, 10, "none of these has changed it");
    let (ok, printed) = home.admin(&["migrate"]);
    assert!(ok && printed.contains(&format!("had schema 10 and has schema {known} now")), "{printed}");
    assert_eq!(schema(&home), (known.clone(), known));
    let (ok, printed) = run(&["admin", "copy", "--from", &home.place, "--to", &other]);
    assert!(ok && printed.contains("1 tables copied"), "{printed}");
    assert!(home.admin(&["revoke", &id]).0);
}

#[tokio::test]
async fn a_database_that_is_served_is_copied_only_if_that_is_meant() {
    let Some(home) = Home::postgres().await else { return };
    home.with_game();
    let mut db = PgConnection::connect(&home.place).await.unwrap();
    let beats =
        "INSERT INTO process (id, beat, about) VALUES (77, clock_timestamp() + interval '1 h', 'a server')";
    sqlx::raw_sql(beats).execute(&mut db).await.unwrap();
    let to = home.path("copy.db");
    let copy = ["admin", "copy", "--from", &home.place, "--to", &to];
    let (ok, printed) = run(&copy);
    assert!(!ok && printed.contains("1 process serves") && !Path::new(&to).exists(), "{printed}");
    let (ok, printed) = run(&[&copy[..], &["--while-served"]].concat());
    assert!(ok && printed.contains("1 tables copied"), "{printed}");
    sqlx::raw_sql("UPDATE process SET beat = beat - interval '2 h'").execute(&mut db).await.unwrap();
    assert!(run(&copy).0, "one that was not heard of for an hour serves nobody");
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

#[tokio::test]
async fn a_game_that_cannot_be_deleted_is_named_and_the_others_go() {
    let home = Home::file().await;
    let (stuck, other) = (home.with_game().0, home.with_game().0);
    let trigger = format!(
        "CREATE TRIGGER stuck BEFORE DELETE ON game_table WHEN old.id = '{stuck}' \
         BEGIN SELECT RAISE(ABORT, 'somebody wants it'); END"
    );
    let mut db = database(&home).await;
    sqlx::raw_sql(sqlx::AssertSqlSafe(trigger)).execute(&mut db).await.unwrap();
    db.close().await.unwrap();
    let (ok, printed) = home.admin(&["delete", &stuck, &other, "--yes"]);
    assert!(
        !ok && printed.contains(&format!("LEFT {stuck}: ")) && printed.contains("1 table deleted"),
        "{printed}"
    );
    let (_, listed) = home.admin(&["list"]);
    assert!(listed.contains(&stuck) && !listed.contains(&other), "{listed}");
}
