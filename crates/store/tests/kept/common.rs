//! Databases to keep tables in, tables to keep, and moves to play at them.
#![allow(unreachable_pub, reason = "all files beside this one use it")]

use serde_json::json;
use sqlx::{Connection, PgConnection};
use std::path::Path;
use store::{ChainEnd, Entry, Fresh, Kept, Mark, Options, Place, Store, Token};
use table::{Header, Line, Seat, Seed, Side, StateHash};
use tempfile::TempDir;

/// A database of a test's own.
pub struct Home {
    pub place: Place,
    _dir: TempDir,
}

impl Home {
    /// An SQLite file, gone with the test.
    pub fn file() -> Home {
        let dir = TempDir::new().unwrap();
        Home { place: Place::File(dir.path().join("games.db")), _dir: dir }
    }

    /// A new database in the PostgreSQL of `TALLYHO_POSTGRES`, which `scripts/postgres` starts.
    pub async fn postgres() -> Option<Home> {
        let Ok(server) = std::env::var("TALLYHO_POSTGRES") else {
            eprintln!("LEFT OUT: there is no PostgreSQL to test with; run the tests by scripts/postgres");
            return None;
        };
        let name = format!("test_{:016x}", rand());
        let mut admin = PgConnection::connect(&server).await.unwrap();
        let create = sqlx::AssertSqlSafe(format!("CREATE DATABASE {name}"));
        sqlx::raw_sql(create).execute(&mut admin).await.unwrap();
        admin.close().await.unwrap();
        let (url, socket) = server.split_once('?').unwrap_or((&server, ""));
        let place = Place::Postgres(format!("{}/{name}?{socket}", url.trim_end_matches("/postgres")));
        Some(Home { place, _dir: TempDir::new().unwrap() })
    }

    pub async fn open(&self) -> Store {
        Store::open_at(&self.place, Options::default()).await.unwrap()
    }
}

/// A test that passes is not heard: whoever checks for others must not leave half of them out.
#[test]
fn where_others_rely_on_the_tests_there_is_a_postgresql() {
    let left_out = std::env::var_os("TALLYHO_POSTGRES").is_none();
    assert!(!left_out || std::env::var_os("CI").is_none(), "LEFT OUT: run the tests by scripts/postgres");
}

fn rand() -> u64 {
    use std::hash::{BuildHasher, Hasher};
    std::hash::RandomState::new().build_hasher().finish()
}

/// Makes tests of functions that take a [`Home`], one with each engine.
macro_rules! on_both_engines {
    ($($ruling:ident),* $(,)?) => {
        mod sqlite {
            $(#[tokio::test]
            async fn $ruling() {
                super::$ruling(crate::common::Home::file()).await;
            })*
        }

        mod postgres {
            $(#[tokio::test]
            async fn $ruling() {
                if let Some(home) = crate::common::Home::postgres().await {
                    super::$ruling(home).await;
                }
            })*
        }
    };
}
pub(crate) use on_both_engines;

pub fn header() -> Header {
    Header {
        tallyho: 1,
        game: "some-game".into(),
        revision: 1,
        scenario: json!({"title": "A meeting"}),
        commitment: None,
        state: StateHash::of(&0),
        hash: None,
    }
}

pub fn fresh(id: &str) -> Fresh {
    Fresh {
        id: id.into(),
        header: header(),
        title: "A meeting".into(),
        created_ms: 1_000,
        setup: "{}".into(),
        summary: "{\"turn\":1}".into(),
        listed: false,
        seat_open: false,
        seed: Some(Seed::from_number(42)),
        rules: "0123456789abcdef".into(),
        seats: vec![(token(id, 1).hash(), Seat::Allies), (token(id, 2).hash(), Seat::Axis)],
        entries: Vec::new(),
    }
}

pub fn token(id: &str, n: u8) -> Token {
    let mut bytes = [n; 32];
    bytes[..id.len()].copy_from_slice(id.as_bytes());
    Token::new(bytes)
}

pub fn line(n: u32) -> Entry {
    Entry::Act(Line {
        side: if n.is_multiple_of(2) { Side::Axis } else { Side::Allies },
        command: json!({"move": {"aircraft": "red-1", "path": format!("F{n}")}}),
        dice: vec![(n % 6) as u8 + 1],
        state: StateHash::of(&n),
    })
}

pub fn kept(end: ChainEnd, entry: &Entry) -> Kept {
    let summary = format!("{{\"seq\":{}}}", end.seq);
    Kept { end, mark: Mark::draw(), at_ms: 2_000, entry: entry.text(), summary, finished: false }
}

pub async fn play(store: &Store, mut end: ChainEnd, lines: std::ops::RangeInclusive<u32>) -> ChainEnd {
    for n in lines {
        end = store.append(kept(end, &line(n))).await.unwrap().end;
    }
    end
}

pub async fn open(dir: &Path) -> Store {
    Store::open(&dir.join("games.db")).await.unwrap()
}
