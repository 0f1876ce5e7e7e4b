//! What holds of a pilot that flies some aircraft of a side, in every game: it speaks of these alone, and leaves the rest to somebody else.

use catalog::{AnyTable, Catalog, Level};
use serde_json::json;
use std::collections::BTreeSet;
use table::{DiceSource, PieceId, Say, Seat, Seed, Side};
use wire::Json;

/// So many commands of each game are looked at.
const COMMANDS: u32 = 120;

/// The aircraft of the last group of a side; none before there are any.
fn last_group(table: &dyn AnyTable, side: Side) -> Vec<PieceId> {
    let own: Vec<_> = table.view(Seat::Observer).aircraft.into_iter().filter(|a| a.side == side).collect();
    let Some(group) = own.last().map(|a| a.group.clone()) else { return Vec::new() };
    own.into_iter().filter(|a| a.group == group).map(|a| a.id).collect()
}

/// The aircraft that a side is asked about now, and the one that a command is about.
fn asked(table: &dyn AnyTable, side: Side, command: &Json) -> (BTreeSet<PieceId>, Option<PieceId>) {
    let menu = table.legal(side, None, false).unwrap();
    let open = || menu.choices.iter().filter(|c| c.barred.is_empty() && c.quit.is_none());
    let says = |say: &Say<Json>| matches!(say, Say::Command(said) if said.value() == command.value());
    let about = match open().find(|c| says(&c.say)) {
        Some(choice) => choice.aircraft,
        None => table.legal(side, Some(command), false).unwrap().draft.and_then(|d| d.sketch.aircraft),
    };
    (open().filter_map(|c| c.aircraft).collect(), about)
}

#[test]
fn a_pilot_of_one_group_answers_for_it_and_for_nobody_else() {
    let catalog = Catalog::built_in().unwrap();
    let games = [
        ("fast-and-easy", "box-over-germany"),
        ("fighting-wings", "estuary"),
        ("spitfire", "air-superiority"),
        ("spitting-fire", "duel"),
    ];
    for (game, scenario) in games {
        let dice = DiceSource::seeded(Seed::from_number(4));
        let mut table = catalog.game(game).unwrap().open(&json!(scenario), None, dice).unwrap();
        let (mut answers, mut passed_over) = (0, 0);
        while table.lines() < COMMANDS && table.outcome().is_none() {
            let side = table.to_act().iter().next().unwrap();
            let group = last_group(&*table, Side::Axis);
            let part = table.part_later(side, group.clone(), Level::Simple, 0)(&|| false).unwrap();
            let command = part.clone().unwrap_or_else(|| table.pilot(side, Level::Simple.into(), 0).unwrap());
            if part.is_some() {
                answers += 1;
                let (asked, about) = asked(&*table, side, &command);
                // What is about no aircraft it says only where nobody else is asked.
                let own = about.map_or(asked.iter().all(|id| group.contains(id)), |id| group.contains(&id));
                assert!(own, "{game}: {command:?} is not for the pilot of {group:?}");
            } else {
                passed_over += 1;
            }
            table.act(side, &command, &[]).unwrap_or_else(|why| panic!("{game}: {command:?}: {why:?}"));
        }
        assert!(answers > 0, "{game}: it flies its group");
        assert!(passed_over > 0, "{game}: it leaves the others alone");
    }
}
