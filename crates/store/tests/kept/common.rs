//! Tables to keep and moves to play at them.
#![allow(unreachable_pub, reason = "all files beside this one use it")]

use serde_json::json;
use std::path::Path;
use store::{ChainEnd, Entry, Fresh, Kept, Store, Token};
use table::{Header, Line, Seat, Seed, Side, StateHash};

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
        seats: vec![(token(id, 1).hash(), Seat::Allies), (token(id, 2).hash(), Seat::Axis)],
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

pub fn kept(end: ChainEnd, entries: Vec<Entry>) -> Kept {
    let entries = entries.into_iter().map(|entry| entry.text()).collect();
    Kept { end, at_ms: 2_000, entries, summary: format!("{{\"seq\":{}}}", end.seq), finished: false }
}

pub async fn play(store: &Store, mut end: ChainEnd, lines: std::ops::RangeInclusive<u32>) -> ChainEnd {
    for n in lines {
        end = store.append(kept(end, vec![line(n)])).await.unwrap().end;
    }
    end
}

pub async fn open(dir: &Path) -> Store {
    Store::open(&dir.join("games.db")).await.unwrap()
}
