//! Why pilots did what they did: what is told in every game, and when.

use catalog::{Catalog, Level};
use serde_json::json;
use table::{DiceSource, Seat, Seed, Side, SideSet};

const GAMES: [(&str, &str); 4] = [
    ("fast-and-easy", "kent-duel"),
    ("fighting-wings", "kent"),
    ("spitfire", "air-superiority"),
    ("spitting-fire", "duel"),
];

/// So many commands of each game are looked at.
const COMMANDS: u32 = 150;

#[test]
fn reasons_are_told_of_turns_that_are_over_and_of_no_others() {
    let catalog = Catalog::built_in().unwrap();
    let both = Side::BOTH.into_iter().fold(SideSet::NONE, SideSet::with);
    for (game, scenario) in GAMES {
        let dice = DiceSource::seeded(Seed::from_number(2));
        let mut table = catalog.game(game).unwrap().open(&json!(scenario), None, dice).unwrap();
        let mut turns = Vec::new();
        while table.lines() < COMMANDS && table.outcome().is_none() {
            let side = table.to_act().iter().next().unwrap();
            let said = table.pilot(side, Level::Simple.into(), 0).unwrap();
            turns.push(table.view(Seat::Observer).phase.turn);
            table.act(side, &said, &[]).unwrap();
            // Those that the table gave itself when it was set up are not counted.
            let by_itself = table.lines() - turns.len() as u32;
            let now = table.view(Seat::Observer).phase.turn;
            // Not after each, because every look plays the game again.
            let seats =
                [Seat::Allies, Seat::Observer].into_iter().filter(|_| table.lines().is_multiple_of(7));
            for seat in seats {
                for line in table.explained(seat, both) {
                    let turn = line.checked_sub(by_itself + 1).map(|n| turns[n as usize]);
                    assert!(turn.is_none_or(|turn| turn < now), "{game}: {line} in turn {now}");
                }
            }
        }
        let told = table.explained(Seat::Allies, both);
        assert!(!told.is_empty(), "{game}: something is told after {} commands", table.lines());
        assert!(table.explained(Seat::Allies, SideSet::NONE).is_empty());
    }
}

#[test]
fn every_level_says_why_in_every_game() {
    let catalog = Catalog::built_in().unwrap();
    for (game, scenario) in GAMES {
        let dice = DiceSource::seeded(Seed::from_number(2));
        let mut table = catalog.game(game).unwrap().open(&json!(scenario), None, dice).unwrap();
        for level in Level::ALL.into_iter().cycle().take(12) {
            let Some(side) = table.to_act().iter().next() else { break };
            // Thoughts that are cut short are thoughts too.
            let said = table.pilot_later(side, level.into(), 1)(&|| true).unwrap();
            let line = table.act(side, &said, &[]).unwrap().line;
            let past = table.why(line, level, &|| false).unwrap();
            assert_eq!((past.line, past.side, &*past.pilot), (line, side, level.title()));
            assert!(!past.why.text.is_empty());
            let candidates = &past.why.candidates;
            let Some(given) = past.given else { continue };
            assert!((given as usize) < candidates.len(), "{game}: {past:?}");
            let best_first = candidates.iter().take(5).is_sorted_by_key(|c| -c.score_milli);
            assert!(best_first && candidates.len() <= 6, "{game}: {past:#?}");
        }
        assert!(table.why(0, Level::Simple, &|| true).is_none());
        assert!(table.why(table.lines() + 1, Level::Simple, &|| true).is_none());
    }
}

#[test]
fn a_hint_that_was_weighed_against_nothing_says_why_in_plain_words() {
    let catalog = Catalog::built_in().unwrap();
    for (game, scenario) in GAMES {
        let dice = DiceSource::seeded(Seed::from_number(2));
        let mut table = catalog.game(game).unwrap().open(&json!(scenario), None, dice).unwrap();
        for _ in 0..6 {
            let side = table.to_act().iter().next().unwrap();
            // This pilot looks at each command and compares none.
            let hint = table.advice_later(side, Level::Simple, 0)(&|| false).unwrap();
            let text = hint.why.text;
            // What lies face down has choices that look nearly as good.
            let guarded = game == "spitting-fire" && text.contains(" commands that were weighed");
            assert!(guarded || hint.why.candidates.len() == 1, "{game}: {text}");
            let plain = ["There is nothing else to do now", "The game goes on with it", "Drawn by lot"];
            assert!(guarded || plain.iter().any(|begin| text.starts_with(begin)), "{game}: {text}");
            table.act(side, &hint.command, &[]).unwrap();
        }
    }
}
