//! `tallyho admin` on real databases.

use crate::common::run;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};
use store::{Fresh, Store, Token};
use table::{Header, Seat, Seed, StateHash};

const TABLES: usize = 400;

async fn fill(file: &Path) {
    let store = Store::open(file).await.unwrap();
    let mut at_work = tokio::task::JoinSet::new();
    for n in 0..TABLES {
        let header = Header {
            tallyho: 1,
            game: "some-game".into(),
            revision: 1,
            scenario: serde_json::json!({}),
            commitment: None,
            state: StateHash::of(&n),
            hash: None,
        };
        let fresh = Fresh {
            id: format!("t{n:04}"),
            header,
            title: "A meeting".into(),
            created_ms: 1_000,
            setup: "{}".into(),
            summary: "{}".into(),
            listed: false,
            seat_open: false,
            seed: Some(Seed::from_number(n as u64)),
            seats: vec![(token(n).hash(), Seat::Allies)],
            entries: Vec::new(),
            rules: "0123456789abcdef".into(),
        };
        let store = store.clone();
        at_work.spawn(async move { store.create(fresh).await.unwrap() });
    }
    at_work.join_all().await;
    store.close().await.unwrap();
}

fn token(n: usize) -> Token {
    let mut bytes = [7; 32];
    bytes[..8].copy_from_slice(&n.to_be_bytes());
    Token::new(bytes)
}

#[tokio::test]
async fn a_copy_that_was_killed_is_started_again_and_links_stay_good() {
    let folder = tempfile::tempdir().unwrap();
    let (from, to) = (folder.path().join("from.db"), folder.path().join("to.db"));
    fill(&from).await;
    let [source, target] = [&from, &to].map(|file| file.to_str().unwrap());
    let args = ["admin", "copy", "--from", source, "--to", target];
    let mut copy =
        Command::new(env!("CARGO_BIN_EXE_tallyho")).args(args).stderr(Stdio::piped()).spawn().unwrap();
    let mut said = BufReader::new(copy.stderr.take().unwrap()).lines();
    assert_eq!(said.next().unwrap().unwrap(), "100 of 400 tables");
    copy.kill().unwrap();
    copy.wait().unwrap();
    let (ok, printed) = run(&args);
    assert!(ok, "{printed}");
    let line = printed.lines().find(|line| line.contains("copied")).unwrap();
    let numbers: Vec<usize> = line.split(' ').filter_map(|word| word.parse().ok()).collect();
    assert!(numbers[0] + numbers[1] == TABLES && numbers[1] >= 100 && numbers[2] == 0, "{line}");
    let copied = Store::open(&to).await.unwrap();
    let was = Store::open(&from).await.unwrap();
    for n in 0..TABLES {
        let id = format!("t{n:04}");
        assert!(copied.whole(&id).await.unwrap() == was.whole(&id).await.unwrap(), "{id}");
        let seat = copied.seats(&[token(n).hash()]).await.unwrap();
        assert_eq!(seat, [(id, Seat::Allies)]);
    }
}

#[tokio::test]
async fn a_database_in_use_or_not_there_is_not_copied() {
    let folder = tempfile::tempdir().unwrap();
    let place = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let used = Store::open(Path::new(&place("used.db"))).await.unwrap();
    drop(Store::open(Path::new(&place("free.db"))).await.unwrap().close().await);
    for (from, to) in [("used.db", "free.db"), ("free.db", "used.db")] {
        let (ok, printed) = run(&["admin", "copy", "--from", &place(from), "--to", &place(to)]);
        assert!(!ok && printed.contains("used.db is in use by another process"), "{printed}");
    }
    let (ok, printed) = run(&["admin", "copy", "--from", &place("none.db"), "--to", &place("free.db")]);
    assert!(!ok && printed.contains("there is no ") && !Path::new(&place("none.db")).exists(), "{printed}");
    let same = place("free.db");
    assert!(!run(&["admin", "copy", "--from", &same, "--to", &same]).0);
    used.close().await.unwrap();
}
