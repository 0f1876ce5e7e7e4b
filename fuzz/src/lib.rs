//! What is done with random bytes. Each function panics exactly when a law is broken.

mod game;
mod twist;

use catalog::{AnyTable, Catalog, Level};
use desk::Desk;
use fast_and_easy::FastAndEasy;
use fighting_wings::FightingWings;
use game::{data, play};
use serde_json::{Value, json};
use spitfire::Spitfire;
use spitting_fire::SpittingFire;
use std::sync::LazyLock;
use table::{Chooser, DiceSource, Library, Seat, Seed, Side, Transcript};
use twist::{Bytes, twist};

static CATALOG: LazyLock<Catalog> =
    LazyLock::new(|| Catalog::built_in().expect("the built-in data are sound"));

/// A first byte below this means that the rest are choices rather than text.
const CHOICES: u8 = b' ';

/// Bytes as lines to a desk with one table, `t1`, or as choices of what is offered there, often with a twist: every answer
/// is one line of JSON, and none tells of a fault of ours.
pub fn command(bytes: &[u8]) {
    let mut desk = Desk::new(CATALOG.clone(), || Seed::from_number(9));
    let dice = json!({"seed": 1});
    let new = json!({"game": "fast-and-easy", "scenario": "kent-duel", "dice": dice});
    ask(&mut desk, "new", new);
    match bytes.split_first() {
        Some((first, rest)) if *first < CHOICES => choices(&mut desk, &mut Bytes(rest)),
        _ => bytes.split(|b| *b == b'\n').take(32).for_each(|line| {
            answer(&mut desk, line);
        }),
    }
}

/// Says what is offered at the table, and things that nearly are.
fn choices(desk: &mut Desk, bytes: &mut Bytes<'_>) {
    for _ in 0..64 {
        let seat = if bytes.next() % 2 == 0 { "allies" } else { "axis" };
        let mut legal = json!({"table": "t1", "seat": seat});
        for _ in 0..12 {
            let mut menu = ask(desk, "legal", legal.clone());
            let Some(offered) = menu["result"]["choices"].as_array_mut().filter(|c| !c.is_empty()) else {
                break;
            };
            let n = bytes.below(offered.len() as u32) as usize;
            let Some(say) = offered[n]["say"].as_object_mut() else { break };
            let Some((kind, mut said)) = say.iter_mut().next().map(|(k, v)| (k.clone(), v.take())) else {
                break;
            };
            if kind == "range" {
                said = said[0].take();
            }
            for _ in 0..bytes.next() / 64 {
                twist(&mut said, bytes);
            }
            if kind == "draft" && bytes.next() % 4 != 0 {
                legal["draft"] = said;
                continue;
            }
            ask(desk, "act", json!({"table": "t1", "seat": seat, "command": said}));
            break;
        }
        if bytes.0.is_empty() {
            break;
        }
        let others = ["view", "undo", "pilot", "render", "pending"];
        if let Some(other) = others.get(usize::from(bytes.next())) {
            ask(desk, other, json!({"table": "t1", "seat": seat}));
        }
        let pair = json!({"table": "t1", "shooter": bytes.next() % 9, "target": bytes.next() % 9});
        ask(desk, "odds", pair);
    }
    let transcript = ask(desk, "transcript", json!({"table": "t1"}))["result"].take();
    let loaded = ask(desk, "load", json!({"transcript": transcript}));
    assert!(loaded["error"].is_null(), "a table's transcript loads: {loaded}");
}

fn ask(desk: &mut Desk, method: &str, params: Value) -> Value {
    let request = json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": params});
    answer(desk, request.to_string().as_bytes()).expect("a request is answered")
}

fn answer(desk: &mut Desk, line: &[u8]) -> Option<Value> {
    let answer = desk::answer(desk, line)?;
    assert!(!answer.contains('\n'), "an answer is one line");
    let answer: Value = serde_json::from_str(&answer).expect("an answer is JSON");
    assert_ne!(answer["error"]["code"], -32603, "{answer}");
    Some(answer)
}

/// Bytes drive whole games (the first byte chooses which): samples, menu walks, undo. Every position is checked.
pub fn game(bytes: &[u8]) {
    let Some((which, bytes)) = bytes.split_first() else { return };
    // One line a game.
    const GAMES: [fn(&[u8]); 4] = [
        |bytes| play::<FastAndEasy>(&FAST_AND_EASY, bytes),
        |bytes| play::<Spitfire>(&SPITFIRE, bytes),
        |bytes| play::<SpittingFire>(&SPITTING_FIRE, bytes),
        |bytes| play::<FightingWings>(&FIGHTING_WINGS, bytes),
    ];
    GAMES[usize::from(*which) % GAMES.len()](bytes);
}

static FAST_AND_EASY: LazyLock<<FastAndEasy as Library>::Data> = LazyLock::new(data::<FastAndEasy>);
static SPITFIRE: LazyLock<<Spitfire as Library>::Data> = LazyLock::new(data::<Spitfire>);
static SPITTING_FIRE: LazyLock<<SpittingFire as Library>::Data> = LazyLock::new(data::<SpittingFire>);
static FIGHTING_WINGS: LazyLock<<FightingWings as Library>::Data> = LazyLock::new(data::<FightingWings>);

/// Bytes as a transcript: read, written, read again, replayed.
pub fn transcript(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let Ok(transcript) = Transcript::from_lines(text) else { return };
    let again = Transcript::from_lines(&transcript.to_lines());
    assert_eq!(again.as_ref(), Ok(&transcript), "a transcript reads back as it was written");
    if let Ok(table) = CATALOG.replay(&transcript, None) {
        assert_eq!(table.transcript().lines, transcript.lines, "a replay has the same lines");
    }
}

/// Bytes as a scenario in JSON or TOML, or as twists of a ready-made one: refused with the path of a field, or playable.
pub fn scenario(bytes: &[u8]) {
    let scenario = match bytes.split_first() {
        Some((first, rest)) if *first < CHOICES => twisted(&mut Bytes(rest)),
        _ => written(bytes),
    };
    let Some(scenario) = scenario.filter(Value::is_object) else { return };
    for shelf in CATALOG.games() {
        let flaws = shelf.check(&scenario);
        let opened = shelf.open(&scenario, None, DiceSource::seeded(Seed::from_number(1)));
        assert_eq!(flaws.is_empty(), opened.is_ok(), "check and set-up agree: {flaws:?}");
        if let Ok(mut table) = opened {
            use_table(table.as_mut());
        }
    }
}

fn written(bytes: &[u8]) -> Option<Value> {
    let text = std::str::from_utf8(bytes).ok()?;
    serde_json::from_str(text).ok().or_else(|| toml::from_str(text).ok())
}

fn twisted(bytes: &mut Bytes<'_>) -> Option<Value> {
    let games = CATALOG.games();
    let shelf = &games[bytes.below(games.len() as u32) as usize];
    let scenarios = shelf.info().scenarios;
    let id = &scenarios[bytes.below(scenarios.len() as u32) as usize].id;
    let mut scenario = shelf.scenario(id)?;
    while !bytes.0.is_empty() {
        twist(&mut scenario, bytes);
    }
    Some(scenario)
}

/// Looks at a table from every seat and lets computer pilots play a few commands.
fn use_table(table: &mut dyn AnyTable) {
    for turn in 0..20 {
        for seat in [Seat::Allies, Seat::Axis, Seat::Observer, Seat::Referee] {
            table.view(seat);
            table.log(seat, 0);
        }
        for side in Side::BOTH {
            table.legal(side, None, true).expect("a menu without a draft always exists");
        }
        let to_act = table.to_act();
        assert_eq!(to_act.is_empty(), table.outcome().is_some(), "somebody owes a decision or it is over");
        let Some(side) = to_act.iter().next() else { break };
        let command = table.pilot(side, Level::ALL[0], turn).expect("a pilot has something to say");
        table.act(side, &command, &[]).expect("what a pilot says is legal");
    }
}
