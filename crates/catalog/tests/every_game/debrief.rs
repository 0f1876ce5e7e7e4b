//! A finished game looked back at: luck apart from skill, and the decisions that cost most.

use catalog::{AnyTable, Catalog, Job, Level};
use fast_and_easy::{Command, FastAndEasy};
use serde_json::json;
use table::{DiceSource, Leave, Look, Outlook, Seed, Side, Table};
use wire::Json;
use wire::live::{Debrief, SideDebrief};

/// A shot is given away that brings at least this on average.
const GOOD_SHOT: i64 = 500;
/// A game is resigned after so many commands: long enough for a fight.
const LONG_ENOUGH: u32 = 70;

fn duel() -> Box<dyn AnyTable> {
    let catalog = Catalog::built_in().unwrap();
    let dice = DiceSource::seeded(Seed::from_number(11));
    catalog.game("fast-and-easy").unwrap().open(&json!("kent-duel"), None, dice).unwrap()
}

/// What the dice of a command bring on average.
fn stake(table: &dyn AnyTable, side: Side, command: &Json) -> i64 {
    let table: &Table<FastAndEasy> = table.inner().downcast_ref().unwrap();
    let command: Command = serde_json::from_str(command.text()).unwrap();
    FastAndEasy::stake(Look::new(table.rules(), table.state(), side), &command)
}

/// A duel in which somebody once has a good shot and does not fire: the table, who it was, and the number of that command.
fn with_a_blunder() -> (Box<dyn AnyTable>, Side, u32) {
    let mut table = duel();
    let mut blunder = None;
    while table.outcome().is_none() {
        let side = table.to_act().iter().next().unwrap();
        let mut said = table.pilot(side, Level::FlightLieutenant.into(), table.lines().into()).unwrap();
        if blunder.is_none() && stake(&*table, side, &said) >= GOOD_SHOT {
            said = Json::of(&Command::Done);
            blunder = Some((side, table.lines() + 1));
        } else if table.lines() > LONG_ENOUGH && blunder.is_some() {
            said = Json::of(&Command::from(Leave::Resign));
        }
        table.act(side, &said, &[]).unwrap();
    }
    let (side, line) = blunder.expect("there is a good shot in every duel");
    (table, side, line)
}

fn look_back(table: &dyn AnyTable) -> Vec<Debrief> {
    let mut told = Vec::new();
    table.debrief(&|| false, &mut |known| told.push(known.clone()));
    told
}

fn of(debrief: &Debrief, side: Side) -> &SideDebrief {
    match side {
        Side::Allies => &debrief.allies,
        Side::Axis => &debrief.axis,
    }
}

#[test]
fn a_good_shot_that_was_not_taken_is_among_the_decisions_that_cost_most() {
    let (table, side, line) = with_a_blunder();
    let told = look_back(&*table);
    let debrief = told.last().unwrap();
    assert_eq!(debrief.done, debrief.of);
    let dearest = &of(debrief, side).dearest;
    let blunder = dearest.iter().find(|costly| costly.line == line);
    let blunder = blunder.unwrap_or_else(|| panic!("command {line} is not there: {dearest:#?}"));
    assert!(blunder.cost_milli >= GOOD_SHOT / 2, "{blunder:?}");
    assert!(blunder.better.contains(" at "), "who fires at whom: {blunder:?}");
    assert!(dearest.len() <= 3 && dearest.is_sorted_by_key(|costly| -costly.cost_milli));
    assert!(of(debrief, side).cost_milli >= dearest.iter().map(|costly| costly.cost_milli).sum());
    // It grows from look to look, and the same game comes to the same.
    assert!(told.iter().is_sorted_by_key(|known| known.done));
    assert_eq!(look_back(&*table).last(), told.last());
}

#[test]
fn nothing_more_is_told_once_it_is_to_stop() {
    let (table, ..) = with_a_blunder();
    let mut told = Vec::new();
    table.debrief(&|| true, &mut |known| told.push(known.done));
    assert!(told.iter().all(|done| *done == 0), "{told:?}");
}

#[test]
fn luck_is_the_same_as_in_the_lab() {
    let catalog = Catalog::built_in().unwrap();
    for (game, scenario) in [("fast-and-easy", "kent-duel"), ("spitting-fire", "duel")] {
        let series = catalog.game(game).unwrap().series(&json!(scenario), None).unwrap();
        let job = Job { dice: 3, choices: 4, pilots: [Level::Simple.into(); 2] };
        let table = series.at_table(job).unwrap();
        let mut luck = None;
        // Luck is told first, before anything is thought about.
        table.debrief(&|| true, &mut |known| luck = Some([known.allies.luck_milli, known.axis.luck_milli]));
        assert_eq!(luck, Some(series.play(job).unwrap().luck), "{game}");
    }
}
