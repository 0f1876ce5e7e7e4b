//! What a seat may not know reaches it by no channel: not by views, menus, the log, refusals or undo.
//!
//! Random games are played. After every command, all that each seat is sent is searched for secrets: the names of cards in
//! a force not yet shown, and the names of markers not yet shown.

#![allow(clippy::unwrap_used, reason = "a helper that cannot go on fails its test")]

mod common;

use spitting_fire::command::Marker;
use spitting_fire::scenario::Mode;
use spitting_fire::state::{Phase, State};
use spitting_fire::{SpittingFire, rule};
use table::{ActError, Chooser, DiceSource, Game, Seat, Seed, SeededDice, Side, Table};

/// All that a seat is sent: its view, its menu, its log.
fn sent(table: &Table<SpittingFire>, seat: Seat, since: u32) -> String {
    let mut text = serde_json::to_string(&table.view(seat)).unwrap();
    if let Some(side) = seat.side() {
        text.push_str(&serde_json::to_string(&table.menu(side, None)).unwrap());
    }
    text.push_str(&serde_json::to_string(&table.log(seat, since)).unwrap());
    text
}

/// Refusals that a side gets for commands about the other side's secrets.
fn refusals(table: &Table<SpittingFire>, side: Side) -> String {
    let mut text = String::new();
    let count = table.state().groups.len().max(2) as u16;
    for group in 1..=count {
        for command in [
            serde_json::json!({"plot": {"group": group, "marker": "level-left"}}),
            serde_json::json!({"activate": {"group": group}}),
            serde_json::json!({"forward": {"aircraft": group, "n": 99}}),
        ] {
            let command = serde_json::from_value(command).unwrap();
            // What is legal would change the game; only refusals are looked at.
            if let Err(no) = table::validate::<SpittingFire>(table.rules(), table.state(), side, command) {
                text.push_str(&no.iter().map(table::Refusal::text).collect::<String>());
            }
        }
    }
    text
}

/// Words that would give away what `seat` may not know.
fn secrets(table: &Table<SpittingFire>, seat: Seat) -> Vec<String> {
    let state: &State = table.state();
    let mut words = Vec::new();
    for side in Side::BOTH {
        if seat == Seat::Referee || seat.side() == Some(side) {
            continue;
        }
        if state.phase == Phase::Choosing && !table.rules().fixed[side.index()] {
            let flights = state.forces[side.index()].as_deref().unwrap_or_default();
            let cards = flights.iter().map(|f| table.rules().card(f.card));
            // French aircraft may be the seat's own as well.
            let theirs = cards.filter(|c| !c.entry.nation.serves(side.enemy()));
            words.extend(theirs.map(|c| c.name().to_owned()));
        }
    }
    words
}

/// Markers of groups that `seat` may not know, as tags on their aircraft would show them.
fn shows_a_hidden_marker(table: &Table<SpittingFire>, seat: Seat) -> Option<String> {
    let state = table.state();
    let view = table.view(seat);
    for (plane, seen) in state.planes.iter().zip(&view.aircraft) {
        let hidden = seat != Seat::Referee
            && seat.side() != Some(plane.side)
            && state.active != Some(plane.group)
            && state.groups[usize::from(plane.group)].plot.is_some();
        let json = serde_json::to_string(seen).unwrap();
        let named = Marker::ALL.iter().any(|m| json.contains(m.name()));
        if hidden && named {
            return Some(json);
        }
    }
    None
}

/// The position with every secret that `seat` may not know replaced by another one that it might be instead.
fn otherwise(table: &Table<SpittingFire>, seat: Seat) -> State {
    let mut state = table.state().clone();
    for side in Side::BOTH {
        if seat == Seat::Referee || seat.side() == Some(side) {
            continue;
        }
        if !table.rules().fixed[side.index()] {
            let other = state.forces[side.index()].as_mut();
            other.into_iter().flatten().for_each(|f| (f.card, f.count) = (f.card ^ 1, 5 - f.count.min(4)));
        }
        for (g, group) in state.groups.iter_mut().enumerate() {
            if group.side == side && state.active != Some(g as u16) {
                group.plot = group.plot.map(|m| Marker::ALL[(m as usize + 4) % 9]);
            }
        }
    }
    state
}

fn leaks_nothing(mode: Mode, seeds: std::ops::Range<u64>) {
    for seed in seeds {
        let mut scenario = common::scenario("match");
        scenario.options.mode = mode;
        scenario.options.points = Some(90 + 15 * (seed % 4) as i32);
        scenario.options.turns = Some(3);
        scenario.options.tailing = seed % 2 == 1;
        let dice = DiceSource::seeded(Seed::from_number(seed));
        let mut table = Table::<SpittingFire>::new(common::data(), &scenario, dice).unwrap();
        let mut chooser = SeededDice::new(Seed::from_number(seed ^ 0xabcd));
        let mut since = [0u32; 4];
        while !table.to_act().is_empty() {
            let sides: Vec<Side> = table.to_act().iter().collect();
            let side = sides[Chooser::below(&mut chooser, sides.len() as u32) as usize];
            let command = SpittingFire::sample(table.rules(), table.state(), side, &mut chooser);
            match table.act(side, command, &[]) {
                Ok(_) => {}
                Err(ActError::Refused(no)) => panic!("{no:?}"),
                Err(e) => panic!("{e:?}"),
            }
            for (n, seat) in [Seat::Allies, Seat::Axis, Seat::Observer].into_iter().enumerate() {
                let mut text = sent(&table, seat, since[n]);
                since[n] = table.next_entry();
                if let Some(side) = seat.side() {
                    text.push_str(&refusals(&table, side));
                }
                for secret in secrets(&table, seat) {
                    assert!(
                        !text.contains(&secret),
                        "{} seed {seed}: {seat:?} is sent {secret}",
                        rule::POINT_TOTAL
                    );
                }
                let shown = shows_a_hidden_marker(&table, seat);
                assert_eq!(shown, None, "{} seed {seed}", rule::PLOTTING);
                // Stronger: everything sent is the same, byte for byte, whatever the secret is.
                let other = otherwise(&table, seat);
                let same = serde_json::to_string(&table.view(seat)).unwrap();
                let view = serde_json::to_string(&SpittingFire::view(table.rules(), &other, seat)).unwrap();
                assert_eq!(same, view, "{} seed {seed}", rule::PLOTTING);
                if let Some(side) = seat.side() {
                    let same = serde_json::to_string(&table.menu(side, None)).unwrap();
                    let menu = SpittingFire::menu(table.rules(), &other, side, None);
                    assert_eq!(same, serde_json::to_string(&menu).unwrap(), "{} seed {seed}", rule::PLOTTING);
                }
            }
        }
    }
}

#[test]
fn nothing_leaks_on_hexes() {
    leaks_nothing(Mode::Hexes, 0..common::rounds(60));
}

#[test]
fn nothing_leaks_on_the_open_table() {
    leaks_nothing(Mode::Open, 0..common::rounds(60));
}

/// The log entry of a plot is the owner's alone, whoever asks and however.
#[test]
fn a_plot_is_logged_for_its_owner_only() {
    let mut g = common::Fight::new(&common::scenario("match"));
    g.say(r#"{"force":{"aircraft":["corsair","corsair"]}}"#);
    let seen = |seat| serde_json::to_string(&g.table.log(seat, 0)).unwrap().contains("Corsair");
    assert!(seen(Seat::Allies) && seen(Seat::Referee), "{}", rule::POINT_TOTAL);
    assert!(!seen(Seat::Axis) && !seen(Seat::Observer));
}

/// A pilot plays by what its side knows: its choice does not change with the enemy's hidden markers.
#[test]
fn a_pilot_does_not_see_hidden_markers() {
    let setup = |marker: &str| {
        common::hexes()
            .allies("spitfire", 5, &[[10, 10, 0], [12, 10, 0]])
            .axis("bf-109", 5, &[[10, 16, 180], [12, 16, 180]])
            .plot(2, marker)
            .card_of(Side::Allies)
            .go()
    };
    let thought = |marker: &str| {
        let mut g = setup(marker);
        g.say("activate 1");
        let (rules, state) = (g.table.rules(), g.state());
        let all = SpittingFire::candidates(rules, state, Side::Allies);
        let worth: Vec<i64> =
            all.iter().map(|c| SpittingFire::appraise(rules, state, Side::Allies, c)).collect();
        (all, worth)
    };
    assert_eq!(thought("level-left"), thought("dive-right"), "{}", rule::PLOTTING);
}
