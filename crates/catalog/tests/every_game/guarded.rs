//! What a pilot may not know does not move it, and what it keeps secret cannot be foreseen by whoever has the source.

use catalog::{AnyTable, Catalog, Level};
use pilot::Aviator;
use serde_json::{Value, json};
use std::cell::Cell;
use std::collections::BTreeSet;
use table::{DiceSource, Seed, Side};
use wire::Json;

/// Decisions that both sides owe at once, looked at in each game.
const DECISIONS: usize = 24;
/// Games that are played: in Spitfire few decisions of both have anything to fire at.
const SEEDS: std::ops::Range<u64> = 4..12;
/// Secrets that are compared in each game, at most.
const MOST: usize = 20;
/// What a side says with so much other chance.
const SALTS: u64 = 40;

type Said = Vec<(Side, Json)>;
/// A scenario and, where it has one, the mode of its board.
type Set = (&'static str, Option<&'static str>);

const DUEL: Set = ("duel", None);
/// What a hint is compared with.
const OPEN: [(&str, &str); 4] = [
    ("fast-and-easy", "kent-duel"),
    ("fighting-wings", "kent"),
    ("spitfire", "air-superiority"),
    ("spitting-fire", "duel"),
];
/// Games with secrets: what lies face down, on both kinds of board, fire that is declared together, forces that are chosen in secret.
const SECRET: [(&str, Set); 4] = [
    ("spitfire", ("air-superiority", None)),
    ("spitting-fire", DUEL),
    ("spitting-fire", ("duel", Some("open"))),
    ("spitting-fire", ("match", None)),
];

/// A table at which all of this has been said.
fn table(game: &str, (scenario, mode): Set, seed: u64, said: &Said) -> Box<dyn AnyTable> {
    let dice = DiceSource::seeded(Seed::from_number(seed));
    let options = mode.map(|mode| serde_json::Map::from_iter([("mode".to_owned(), json!(mode))]));
    let catalog = Catalog::built_in().unwrap();
    let mut table = catalog.game(game).unwrap().open(&json!(scenario), options.as_ref(), dice).unwrap();
    for (side, command) in said {
        table.act(*side, command, &[]).unwrap_or_else(|why| panic!("{game}: {command:?}: {why:?}"));
    }
    table
}

/// What simple pilots say up to each decision that both sides owe at once: there one side decides before the other knows it.
fn decisions_of_both(game: &str, scenario: Set, seed: u64) -> Vec<Said> {
    let mut own = table(game, scenario, seed, &Vec::new());
    let (mut said, mut found) = (Said::new(), Vec::new());
    while found.len() < DECISIONS && own.outcome().is_none() {
        let owing = own.to_act();
        if owing.iter().count() == 2 {
            found.push(said.clone());
        }
        let side = owing.iter().next().unwrap();
        let command = own.pilot(side, Level::Simple.into(), 1).unwrap();
        own.act(side, &command, &[]).unwrap();
        said.push((side, command));
    }
    found
}

/// Everything that one side might say there, as far as chance brings it up.
fn answers(own: &dyn AnyTable, side: Side, level: &str) -> BTreeSet<String> {
    let level = Aviator::from_word(level).unwrap();
    (0..SALTS).map(|salt| own.pilot(side, level, salt).unwrap().text().to_owned()).collect()
}

/// A clock that runs out after so many looks at it: the same thought is always cut short at the same place.
fn short() -> impl Fn() -> bool {
    let looks = Cell::new(0);
    move || {
        looks.set(looks.get() + 1);
        looks.get() > 60
    }
}

/// All that computers say for the Axis in whatever way they are asked: as pilots, in hints, as pilots of half of the aircraft.
fn told_by_all(own: &dyn AnyTable) -> Vec<String> {
    let levels = ["cadet", "pilot-officer", "flight-lieutenant", "wing-commander@5", "simple", "random"];
    let axis = Side::Axis;
    let pilots = levels.map(|level| {
        let said = own.pilot(axis, Aviator::from_word(level).unwrap(), 7).unwrap();
        said.text().to_owned()
    });
    let helpers = [Level::PilotOfficer, Level::WingCommander];
    let hints = helpers.map(|level| format!("{:?}", own.advice_later(axis, level, 7)(&short()).unwrap()));
    let mut flown: Vec<_> =
        own.view(axis.into()).aircraft.into_iter().filter(|a| a.side == axis).map(|a| a.id).collect();
    flown.truncate(flown.len().div_ceil(2));
    let part = |level| own.part_later(axis, flown.clone(), level, 7)(&short()).unwrap();
    let parts = helpers.map(|level| format!("{:?}", part(level)));
    pilots.into_iter().chain(hints).chain(parts).collect()
}

#[test]
fn no_pilot_is_moved_by_what_the_enemy_has_decided_in_secret() {
    for (game, set) in SECRET {
        let mut compared = 0;
        let decisions = SEEDS.flat_map(|seed| {
            decisions_of_both(game, set, seed).into_iter().map(move |before| (seed, before))
        });
        for (seed, before) in decisions {
            if compared > MOST {
                break;
            }
            let secrets = answers(&*table(game, set, seed, &before), Side::Allies, "random");
            let told = |secret: &String| {
                let secret = Json::of(&serde_json::from_str::<Value>(secret).unwrap());
                let mut said = before.clone();
                said.push((Side::Allies, secret));
                let own = table(game, set, seed, &said);
                own.to_act().contains(Side::Axis).then(|| told_by_all(&*own))
            };
            let mut told = secrets.iter().filter_map(told);
            let Some(first) = told.next() else { continue };
            for other in told.take(2) {
                compared += 1;
                assert_eq!(first, other, "{game}, {set:?}: a pilot has peeped");
            }
        }
        assert!(compared > 3, "{game}, {set:?}: only {compared} secrets were compared");
    }
}

#[test]
fn a_hint_is_what_the_pilot_says_where_it_keeps_nothing_guarded() {
    for (game, scenario) in OPEN {
        let (mut own, mut compared) = (table(game, (scenario, None), SEEDS.start, &Vec::new()), 0);
        while compared < 10 && own.outcome().is_none() {
            let side = own.to_act().iter().next().unwrap();
            for level in [Level::Simple, Level::PilotOfficer, Level::WingCommander] {
                let hint = own.advice_later(side, level, 3)(&short()).unwrap().command;
                let said = own.pilot_later(side, level.into(), 3)(&short()).unwrap();
                // A marker lies face down until its group is activated.
                if said.value().get("plot").is_none() {
                    assert_eq!(hint.text(), said.text(), "{game}: {}", level.word());
                    compared += 1;
                }
            }
            let said = own.pilot(side, Level::Simple.into(), 1).unwrap();
            own.act(side, &said, &[]).unwrap();
        }
    }
}

#[test]
fn no_hint_foretells_what_a_pilot_lays_face_down() {
    let mut otherwise = 0;
    for before in &decisions_of_both("spitting-fire", DUEL, SEEDS.start) {
        let own = table("spitting-fire", DUEL, SEEDS.start, before);
        let said = answers(&*own, Side::Axis, "simple");
        let hint = |salt| own.advice_later(Side::Axis, Level::Simple, salt)(&|| false).unwrap();
        let hints: BTreeSet<String> = (0..SALTS).map(|salt| hint(salt).command.text().to_owned()).collect();
        assert_eq!(hints.len(), 1, "what the pilot may say, {said:?}, is not in its hint");
        otherwise += usize::from(said.len() > 1);
    }
    assert!(otherwise > 0, "the pilot says something else now and then");
}

#[test]
fn what_lies_face_down_follows_from_no_position_alone() {
    let mut open = 0;
    let decisions = decisions_of_both("spitting-fire", DUEL, SEEDS.start);
    for before in &decisions {
        let own = table("spitting-fire", DUEL, SEEDS.start, before);
        for level in ["flight-lieutenant", "wing-commander@5"] {
            open += usize::from(answers(&*own, Side::Axis, level).len() > 1);
        }
    }
    assert!(open >= decisions.len(), "only {open} of {} plots were open", 2 * decisions.len());
}
