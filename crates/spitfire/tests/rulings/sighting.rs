//! 8.0–8.G. The second aircraft of the side that moves has not moved, so that the records are still there.

use crate::common::*;
use spitfire::{Prep, Start, rule};

/// An aircraft of the Allies that will move, one that keeps the phase open, and enemies.
fn seen(mover: &str, enemies: &[&str]) -> Setup {
    let mut setup = game().plane(Allies, mover).plane(Allies, "0105 S 20");
    for words in enemies {
        setup = setup.plane(Axis, words);
    }
    setup
}

#[test]
fn ex_40_a_third_earlier_in_the_phase_is_not_enough() {
    let mut fight = seen("3026 N 10 9", &["3030 N 10"]).start();
    fight.fly(1, "level 9 F6 TR F2");
    assert_eq!(fight.at(1), "3219 NE");
    let why = fight.shot(3, "forward", 1).unwrap_err();
    assert!(why.contains(&rule::TARGET_MOVED), "{}", rule::CONTINUOUS);
    let mut fight = seen("3026 N 10 9", &["3030 N 10"]).start();
    fight.fly(1, "level 9 F9");
    assert_eq!(fight.at(1), "3017 N");
    assert_eq!(fight.shot(3, "forward", 1).unwrap_err(), [rule::RANGE], "sighted, but out of range");
}

#[test]
fn ex_41_three_of_seven_points_must_be_flown_towards_the_target() {
    let mut fight = seen("3020 N 10 7", &["3614 SW 10"]).start();
    fight.fly(1, "level 7 F3 TR F3");
    assert_eq!(fight.at(1), "3316 NE");
    assert_eq!(fight.shot(1, "forward", 3).unwrap().calculations[0].total, 3);
    assert!(fight.shot(3, "forward", 1).is_ok(), "it may shoot back along its own row");
    let mut fight = seen("3020 N 10 7", &["3414 N 10"]).start();
    let forecast = fight.draft(1, "level 7 F4 TR F2").sketch.forecast;
    assert_eq!(forecast[0].rule, rule::FIRER_MOVED);
    assert!(forecast[0].hit.is_none());
    assert!(forecast[0].text.contains("1 of 3 points short of a sight, range 2"), "{}", forecast[0].text);
    fight.fly(1, "level 7 F4 TR F2");
    assert_eq!(fight.at(1), "3215 NE");
    assert_eq!(fight.shot(1, "forward", 3).unwrap_err(), [rule::FIRER_MOVED]);
}

#[test]
fn ex_42_the_points_of_a_vertical_dive_count() {
    let mut fight = seen("3020 N 10 8", &["3014 N 9"]).start();
    let forecast = &fight.draft(1, "v1 8 V7 F1").forecast[0];
    assert_eq!(forecast.rule, rule::SIGHTING_REQUIRED);
    assert!(forecast.hit.is_some());
    fight.fly(1, "v1 8 V7 F1");
    assert_eq!(fight.shot(1, "forward", 3).unwrap().calculations[0].total, 5);
}

#[test]
fn ex_43_a_split_s_does_not_count_for_the_firer() {
    let fight = |speed: u8| {
        game()
            .first(Axis)
            .plane_with(Axis, &format!("3020 N 10 {speed}"), |a| {
                a.prep = Prep::VerticalDive;
                a.previous_phase_vertical = true;
            })
            .plane(Axis, "0105 S 20")
            .plane(Allies, "3026 S 10")
            .start()
    };
    let mut slow = fight(8);
    slow.fly(1, "level 8 WR3 F2");
    assert_eq!(slow.shot(1, "forward", 3).unwrap_err(), [rule::FIRER_MOVED]);
    let mut fast = fight(9);
    fast.fly(1, "level 9 WR3 F3");
    assert_eq!(fast.shot(1, "forward", 3).unwrap().calculations[0].total, 3);
}

#[test]
fn ex_44_the_second_half_of_a_roll_counts_for_the_firer() {
    let mut fight = seen("3020 N 10 9", &["3112 N 10"]).start();
    fight.fly(1, "level 9 F3 RR");
    assert_eq!(fight.at(1), "3117 N");
    assert!(fight.shot(1, "forward", 3).is_ok());
    let mut fight = seen("3020 N 10 8", &["3112 N 10"]).chart(Allies, |c| c.roll_cost = Some(5)).start();
    fight.fly(1, "level 8 F3 RR");
    assert_eq!(fight.shot(1, "forward", 3).unwrap_err(), [rule::FIRER_MOVED], "{}", rule::WHAT_COUNTS);
}

#[test]
fn ex_45_a_rolling_target_is_where_each_half_of_the_roll_puts_it() {
    let mut fight = seen("3020 N 10 9", &["3125 N 10", "3025 N 10"]).start();
    fight.fly(1, "level 9 F3 RR");
    assert_eq!(fight.shot(3, "forward", 1).unwrap_err(), [rule::RANGE], "sighted at range 8");
    assert!(fight.shot(4, "forward", 1).unwrap_err().contains(&rule::TARGET_MOVED));
    let mut fight = seen("3020 N 10 8", &["3122 N 10"]).chart(Allies, |c| c.roll_cost = Some(5)).start();
    fight.fly(1, "level 8 F3 RR");
    assert_eq!(fight.shot(3, "forward", 1).unwrap_err(), [rule::TARGET_MOVED]);
}

#[test]
fn ex_46_a_target_that_climbs_in_the_row_is_sighted() {
    let mut fight = seen("2719 SE 10 8", &["3325 N 10"]).start();
    fight.fly(1, "climb 8 F6 C2");
    assert_eq!(fight.at(1), "3322 SE");
    assert!(fight.shot(3, "forward", 1).is_ok());
}

#[test]
fn ex_47_an_all_around_bomber_may_end_with_a_turn() {
    let mut fight = scenario("bombing")
        .with(|s| s.aircraft.clear())
        .phase(Start::SecondMovement)
        .plane(Axis, "3020 N 10 8")
        .plane(Axis, "0105 S 20")
        .plane(Allies, "3212 N 10")
        .start();
    fight.fly(1, "level 8 F7 TR");
    assert!(fight.shot(1, "all-around", 3).is_ok(), "{}", rule::ALL_AROUND);
}

#[test]
fn sighting_crosses_altitudes_and_fire_does_not() {
    let mut fight = seen("3020 N 10 7", &["3011 N 9"]).start();
    let forecast = fight.draft(1, "level 7 F7").sketch.forecast;
    assert!(forecast[0].text.contains("sighted"));
    assert_eq!(forecast[0].rule, rule::ACROSS_ALTITUDES);
    fight.fly(1, "level 7 F7");
    assert_eq!(fight.shot(1, "forward", 3).unwrap_err(), [rule::SAME_ALTITUDE]);
}

#[test]
fn whoever_has_dived_and_turned_may_fire_when_sighted() {
    let mut fight = seen("3020 N 10 8", &["3916 N 9"]).start();
    fight.fly(1, "h1 8 TR F7");
    assert_eq!(fight.at(1), "3717 NE");
    let odds = fight.shot(1, "forward", 3).unwrap();
    // The turn brought the target into the field but does not count itself.
    let sums: Vec<_> = odds.calculations[1].terms.iter().map(|t| (t.value, t.rule)).collect();
    assert_eq!(sums[0], (8, rule::CONTINUOUS));
    assert_eq!(sums[1], (-1, rule::WHAT_COUNTS));
    assert_eq!(sums[2], (-3, rule::ROUNDED_UP));
    fight.fly(2, "level 11 F11");
    let choices = fight.menu(Allies).choices;
    assert!(choices.iter().any(|c| c.legal() && c.rule == rule::AFTER_ANYTHING));
}

#[test]
fn the_records_are_kept_through_the_combat_phase_and_then_dropped() {
    let mut fight = game().plane(Allies, "3020 N 10 7").plane(Axis, "3011 N 10 5").start();
    fight.fly(1, "level 7 F7");
    assert_eq!(fight.plane(1).records.len(), 7, "{}", rule::SIGHTING);
    assert_eq!(fight.table.view(table::Seat::Axis).aircraft[0].trail.len(), 7);
    fight.say(Allies, fire(""));
    assert!(fight.plane(1).records.is_empty());
    assert_eq!(fight.state().phase, 2);
}
