//! 8.0: a scenario that starts after a move holds its records, one for every movement point.

use crate::common::*;
use spitfire::{Prep, rule};
use table::{PieceId, RuleId};

/// The first aircraft has flown eight hexes north, and its side has another one to move.
fn moved() -> Setup {
    solo("3020 N 10 8").with(|s| {
        s.moved = vec![PieceId(1)];
        s.aircraft[0].records = north("3020", 8);
    })
}

fn climb(points: usize) -> Vec<String> {
    vec!["3020 N climb".into(); points]
}

/// Paths and rules of what is wrong with the first aircraft's records after a move of the Allies.
fn recorded(change: impl FnOnce(&mut spitfire::Aircraft)) -> Vec<(String, String)> {
    moved().with(|s| change(&mut s.aircraft[0])).flaws()
}

fn flaw(field: &str, rule: RuleId) -> Vec<(String, String)> {
    vec![(format!("aircraft[0].{field}"), rule.0.to_owned())]
}

#[test]
fn records_are_those_of_a_move_that_can_be_flown() {
    let words = |all: &str| -> Vec<String> { all.split(", ").map(str::to_owned).collect() };
    assert_eq!(recorded(|_| ()), []);
    let turned = "3027 N forward, 3026 N forward, 3025 N forward, 3024 N forward, 3023 N forward, 3022 N forward, 3021 N forward, ";
    assert_eq!(
        recorded(|a| a.records = words(&format!("{turned}2921 N forward"))),
        flaw("records[7]", rule::SIGHTING)
    );
    assert_eq!(
        recorded(|a| a.records = words(&format!("{turned}3020 NE forward"))),
        flaw("records[7]", rule::SIGHTING)
    );
    let rolled = "3022 N forward, 3021 N forward, 3021 N roll-first, 3021 N roll-first, 3021 N roll-first, ";
    let roll = |end: &str| format!("{rolled}{end} N roll-last, {end} N roll-last, {end} N roll-last");
    assert_eq!(recorded(|a| (a.hex, a.records) = ("3121".into(), words(&roll("3121")))), []);
    assert_eq!(
        recorded(|a| (a.hex, a.records) = ("3020".into(), words(&roll("3020")))),
        flaw("records[5]", rule::SIGHTING)
    );
    let broken_off = format!("{rolled}3020 N forward, 3019 N forward, 3018 N forward");
    assert_eq!(recorded(|a| a.records = words(&broken_off)), flaw("records[5]", rule::SIGHTING));
    let wing = "3022 S wing-over, 3022 S wing-over, 3022 S wing-over, 3022 S wing-over, 3022 S wing-over, 3023 S forward, 3024 S forward, 3025 S forward";
    assert_eq!(recorded(|a| (a.hex, a.facing, a.records) = ("3025".into(), "S".into(), words(wing))), []);
}

#[test]
fn records_agree_with_the_aircraft_as_it_stands() {
    assert_eq!(recorded(|a| a.facing = "S".into()), flaw("records", rule::SIGHTING));
    // 8.G: a third of the whole move is needed, so the whole move must be known.
    assert_eq!(recorded(|a| a.records = north("3020", 3)), flaw("records", rule::MOVEMENT));
    assert_eq!(recorded(|a| a.records = north("3020", 9)), flaw("records", rule::MOVEMENT));
    assert_eq!(
        recorded(|a| (a.max_speed, a.speed, a.records) = (Some(7), Some(7), climb(8))),
        [flaw("records", rule::SPEED_TRACK), flaw("prep", rule::WING_OVER)].concat()
    );
    assert_eq!(recorded(|a| (a.records, a.prep, a.speed) = (climb(8), Prep::AllClimb, Some(5))), []);
    assert_eq!(recorded(|a| a.records = climb(8)), flaw("prep", rule::WING_OVER));
    // A Spitfire's roll costs 6: three points on either side.
    let short = ["3021 N roll-first", "3021 N roll-first", "3121 N roll-last", "3121 N roll-last"];
    let roll = |a: &mut spitfire::Aircraft| {
        (a.hex, a.speed, a.records) = ("3121".into(), Some(4), short.map(str::to_owned).to_vec());
    };
    assert_eq!(recorded(roll), flaw("records", rule::SIGHTING));
    let mut dived = vec!["3021 N dive".to_owned(); 7];
    dived.push("3020 N forward".into());
    assert_eq!(
        recorded(|a| a.records.clone_from(&dived)),
        flaw("previous-phase-vertical", rule::VERTICAL_DIVE)
    );
    assert_eq!(
        recorded(|a| {
            a.records.clone_from(&dived);
            (a.previous_phase_vertical, a.prep) = (true, Prep::VerticalDive);
        }),
        []
    );
}

#[test]
fn aircraft_that_have_moved_are_entered_with_their_records() {
    let fight = moved().start();
    assert_eq!(fight.refused(1, "level 8 F8"), [rule::MOVEMENT]);
    assert_eq!(fight.state().moved.as_slice(), [PieceId(1)]);
}

#[test]
fn whoever_has_moved_has_completed_the_phase() {
    let fight = moved().with(|s| (s.turn, s.aircraft[0].wing_over_phase) = (10, Some(8))).start();
    let phases = [1, 2, 3].map(|n| fight.plane(n).phases);
    assert_eq!(phases, [10, 9, 9], "{}", rule::LEAVING);
}
