//! Section 2: scale, carry, flight points.

use crate::common::*;

#[test]
fn ex_01_a_net_of_three_and_a_half_is_half_a_point_of_speed_and_a_carry() {
    // Power 2.0 and 1.5 for 3 increments lost.
    let after = flown(&spitfire("5.0"), level("H H H H H", -3));
    assert_eq!(speed(&after), ("5.5".into(), points("1.5") as i16), "{}", rule::CARRY);
}

#[test]
fn ex_02_decel_is_carried_as_well() {
    // Power 2.0, a BT turn 2.0, two HT turns 3.0.
    let banked = spitfire("5.0").attitude(Bank::Rb, Nose::Level);
    let after = flown(&banked, level("H[tR BT 60] H[tR HT] H[tR HT 60] H[tR HT] H[tR HT 60]", 0));
    assert_eq!(speed(&after), ("4.5".into(), points("-1.0") as i16));
}

#[test]
fn ex_03_carry_counts_with_the_next_move() {
    // Power 1.0 and 1.0 for 3 increments lost; two HT turns 3.0.
    let start = spitfire("6.0").with(|p| (p.carry, p.bank) = (-4, Bank::Rb));
    let turns = "H[tR HT] H[tR HT] H[tR HT 60] H[tR HT] H[tR HT] H[tR HT 60]";
    assert_eq!(speed(&flown(&start, level(turns, -3))), ("5.5".into(), 0));
}

#[test]
fn ex_04_a_full_block_leaves_no_carry() {
    let after = flown(&spitfire("6.5").with(|p| p.carry = 6), level("H H H H H H", 0));
    assert_eq!(speed(&after), ("7.0".into(), 0));
}

#[test]
fn ex_05_a_half_point_waits_for_another() {
    let after = flown(&spitfire("5.5"), level("H H H H H", 0));
    assert!(after.half);
    let next = spitfire("5.5").with(|p| p.half = true);
    assert_eq!(refused(&next, level("H H H H H", 0)), [rule::FLIGHT_POINTS]);
    assert!(!flown(&next, level("H H H H H H", 0)).half);
}

#[test]
fn ex_06_a_half_point_alone_stays_carried() {
    let next = spitfire("6.0").with(|p| p.half = true);
    assert!(flown(&next, level("H H H H H H", 0)).half);
    assert_eq!(refused(&next, level("H H H H H H H", 0)), [rule::FLIGHT_POINTS]);
}

#[test]
fn speeds_are_half_points_of_fifty_miles_an_hour() {
    assert_eq!("2.5".parse::<Halves>().unwrap(), Halves(5), "{}", rule::SCALE);
    assert!("2.25".parse::<Halves>().is_err());
    let scope = table::digest::rules("fighting-wings", <FightingWings as table::Library>::DIGEST);
    let text = |id: table::RuleId| scope.iter().find(|r| r.id == id.0).unwrap().text.clone();
    assert!(text(rule::SCOPE).contains("combat scale") && text(rule::LOG_SHEETS).contains("log"));
}
