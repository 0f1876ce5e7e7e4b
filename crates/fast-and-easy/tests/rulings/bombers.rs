//! Section 7: bomber movement; and section 11: shifts and collisions.

use crate::common::*;
use fast_and_easy::scenario::{BomberStage, Deed};
use fast_and_easy::state::Status;
use fast_and_easy::{Cause, Command};

fn box3(hexes: &[&str]) -> Setup {
    at_step(3).formation("B17 G", "box3", "10.10", hexes)
}

/// Flies the rest of step 3 on, whoever is left.
fn in_formation(g: &Played, id: u16) -> bool {
    g.table.state().in_formation(g.table.rules(), id as usize - 1)
}

#[test]
fn ex_37_a_formation_flies_speed_or_one_less() {
    for (v, hexes) in [(3, ["13.10", "12.12", "12.08"]), (2, ["12.10", "11.12", "11.08"])] {
        let mut g = box3(&[]).play();
        assert_eq!(g.no(rate(1, 1)), rule::FORMATION_RATE);
        g.ok(rate(1, v), &[]);
        assert_eq!([g.hex(1), g.hex(2), g.hex(3)], hexes);
    }
}

#[test]
fn ex_38_a_straggler_slips_back_into_its_slot() {
    let mut g = box3(&["10.10", "09.13", "09.08"]).play();
    g.ok(rate(1, 3), &[]).ok(done(), &[]);
    assert_eq!(g.no(fly(2, "F SL F")), rule::STRAGGLER);
    g.ok(fly(2, "SL F F"), &[]);
    assert_eq!(g.hex(2), "12.12");
    assert!(in_formation(&g, 2), "{}", rule::IN_FORMATION);
}

#[test]
fn ex_39_a_bomber_ahead_of_its_slot_waits_for_it() {
    let mut g = box3(&["10.10", "10.12", "09.08"]).play();
    g.ok(rate(1, 3), &[]).ok(done(), &[]);
    assert_eq!(g.no(fly(2, "F")), rule::SPEED_RANGE);
    g.ok(fly(2, "F F"), &[]);
    assert!(g.hex(2) == "12.12" && in_formation(&g, 2));
}

#[test]
fn ex_40_a_bomber_in_formation_does_not_slip() {
    let mut g = box3(&["10.10", "09.13", "09.08"]).play();
    assert_eq!(g.no(fly(1, "SL F F")), rule::BOMBER_FORMATION);
    g.ok(rate(1, 3), &[]);
    assert_eq!(g.no(fly(1, "SL F F")), rule::BOMBER_FORMATION);
}

#[test]
fn ex_41_a_boost_keeps_a_cripple_in_formation() {
    let crippled = || box3(&[]).plane_is(2, |s| s.engines_hit = 2).play();
    let mut g = crippled();
    g.ok(rate(1, 3), &[]).ok(boost(2), &[5]);
    assert!(g.hex(2) == "12.12" && in_formation(&g, 2));
    for (path, hex) in [("F F", "11.12"), ("F", "10.12")] {
        let mut g = crippled();
        g.ok(rate(1, 3), &[]);
        assert_eq!(g.no(boost(1)), rule::BOOST);
        g.ok(boost(2), &[4]);
        assert_eq!(g.no(fly(2, "SL F")), rule::BOMBER_FORMATION);
        g.ok(fly(2, path), &[]);
        assert!(g.hex(2) == hex && !in_formation(&g, 2));
    }
}

#[test]
fn ex_42_a_boost_or_a_slow_formation_brings_a_straggler_back() {
    let late = || box3(&["10.10", "08.12", "09.08"]).play();
    let mut g = late();
    g.ok(rate(1, 3), &[]).ok(boost(2), &[6]).ok(fly(2, "F F F F"), &[]);
    assert!(g.hex(2) == "12.12" && in_formation(&g, 2), "{}", rule::BOOST);
    let mut g = late();
    g.ok(rate(1, 2), &[]).ok(done(), &[]).ok(fly(2, "F F F"), &[]);
    assert!(g.hex(2) == "11.12" && in_formation(&g, 2));
}

#[test]
fn ex_43_a_bomber_at_speed_zero_moves_on_a_four() {
    let crippled = || at_step(3).bomber("B17 E", "10.10", 0).is(|s| s.engines_hit = 3).play();
    let mut g = crippled();
    g.ok(Command::Begin, &[3]);
    assert_eq!(g.hex(1), "10.10");
    let mut g = crippled();
    g.ok(Command::Begin, &[4]);
    assert_eq!(g.no(fly(1, "F F")), rule::SPEED_RANGE);
    g.ok(fly(1, "F"), &[]);
    assert_eq!(g.hex(1), "11.10");
    assert!(g.cites(rule::SPEED_ZERO));
}

#[test]
fn ex_44_a_bomber_pushes_a_fighter_out_of_its_hex() {
    let drawn = || at_step(3).bomber("B17 G", "10.10", 0).interceptor("FW 190 A", "13.10", 3);
    let mut g = drawn().play();
    g.ok(fly(1, "F F F"), &[1]);
    assert_eq!((g.hex(1).as_str(), g.pose(2).as_str()), ("13.10", "12.10/3"));
    let mut g = drawn().interceptor("FW 190 A", "12.10", 3).play();
    g.ok(fly(1, "F F F"), &[1, 4]);
    assert_eq!(g.hex(2), "14.10");
    assert!(g.cites(rule::BOMBER_ON_FIGHTER));
}

#[test]
fn step_three_runs_rates_boosts_formations_stragglers_shifts_collisions() {
    let mut g = box3(&["10.10", "09.13", "09.08"]).plane_is(1, |s| s.shifts = 1).play();
    assert_eq!(g.no(boost(2)), rule::SEQUENCE);
    g.ok(rate(1, 3), &[]);
    assert_eq!(g.no(fly(2, "SL F F")), rule::SEQUENCE, "{}", rule::BOMBER_MOVE_ORDER);
    g.ok(done(), &[]).ok(fly(2, "SL F F"), &[2]);
    assert_eq!((g.hex(2).as_str(), g.hex(1).as_str()), ("12.12", "13.11"));
}

#[test]
fn formation_bombers_stop_behind_one_that_cannot_move() {
    // The straggler ahead has SPEED 0 and rolls too low: the leader's end hex is held.
    let mut g = at_step(3)
        .formation("B17 E", "box3", "10.10", &[])
        .bomber("B17 E", "12.10", 0)
        .is(|s| s.engines_hit = 3)
        .play();
    g.ok(rate(1, 2), &[1, 6, 6, 6, 6]);
    assert_eq!(g.hex(1), "11.10", "{}", rule::STRAGGLER);
}

#[test]
fn a_bomber_slips_off_no_map_and_exits_straight() {
    let mut g = at_step(3).bomber("B17 G", "38.00", 0).bomber("B17 G", "10.10", 0).play();
    assert_eq!(g.no(fly(1, "SL F F")), rule::MAP_EDGE);
    g.ok(fly(1, "F F"), &[]);
    assert_eq!(g.plane(1).status, Status::Exited);
    g.ok(fly(2, "F F F"), &[]);
}

#[test]
fn ex_75_a_shift_goes_clockwise_from_ahead() {
    let all = [(1, "11.10"), (2, "10.11"), (3, "09.11"), (4, "09.10"), (5, "09.09"), (6, "10.09")];
    for (face, hex) in all {
        let mut g = at_step(3).bomber("B17 G", "07.10", 0).is(|s| s.shifts = 1).play();
        g.ok(fly(1, "F F F"), &[face]);
        assert_eq!(g.pose(1), format!("{hex}/0"));
        assert!(g.cites(rule::RANDOM_SHIFT) && g.cites(rule::SHIFT));
    }
}

#[test]
fn ex_76_a_shift_into_an_occupied_hex_does_not_happen() {
    let mut g = at_step(3)
        .bomber("B17 G", "07.10", 0)
        .is(|s| s.shifts = 1)
        .interceptor("FW 190 A", "11.10", 3)
        .play();
    g.ok(fly(1, "F F F"), &[1]);
    assert_eq!((g.hex(1).as_str(), g.plane(1).shifts), ("10.10", 0));
    assert!(g.cites(rule::SHIFT_BLOCKED));
}

/// Bombers that have moved; the last straggler's move ends step 3.
fn moved(drawn: Setup, hex: &str, shifts: i32) -> Setup {
    drawn.bomber("B17 G", hex, 0).is(|s| {
        s.shifts = shifts;
        s.done = vec![Deed::Moved];
    })
}

fn stragglers() -> Setup {
    at_step(3).start(|s| s.bombers = Some(BomberStage::Stragglers))
}

#[test]
fn ex_77_adjacent_bombers_each_throw_for_collision() {
    let drawn = moved(moved(stragglers(), "10.10", 1), "09.12", 0).bomber("B17 G", "30.20", 0);
    let mut g = drawn.play();
    g.ok(fly(3, "F F F"), &[3, 3, 4, 6, 3]);
    assert_eq!(g.hex(1), "09.11");
    assert_eq!((g.plane(1).hits, g.plane(2).hits), (0, 2));
    assert!(g.cites(rule::COLLISION));
}

#[test]
fn ex_78_a_shift_in_a_collision_brings_in_the_next_bomber() {
    let drawn =
        moved(moved(moved(stragglers(), "10.10", 1), "09.12", 0), "08.10", 0).bomber("B17 G", "30.20", 0);
    let mut g = drawn.play();
    g.ok(fly(4, "F F F"), &[3, 5, 5, 5, 6, 2, 1, 4]);
    assert_eq!(g.hex(1), "09.10");
    assert_eq!([g.plane(1).hits, g.plane(2).hits, g.plane(3).hits], [0, 0, 2], "{}", rule::COLLISION_CHAIN);
}

#[test]
fn a_collision_can_take_a_bomber_out() {
    let drawn = moved(moved(stragglers(), "10.10", 0), "10.11", 0).bomber("B17 G", "30.20", 0);
    let mut g = drawn.play();
    // The second throws although it is alone by then.
    g.ok(fly(3, "F F F"), &[1, 1, 3, 4]);
    assert_eq!((g.out(1), g.out(2)), (Some(Cause::Collision), None), "{}", rule::COLLISION_CHAIN);
}

#[test]
fn ex_90_single_bombers_turn_only_with_that_option() {
    let drawn = || at_step(3).bomber("B17 G", "10.10", 0);
    assert_eq!(drawn().play().no(fly(1, "F F F TR")), rule::BOMBER_FORMATION);
    let mut g = drawn().option(|o| o.straggler_turns = true).play();
    assert_eq!(g.no(fly(1, "F F TR F")), rule::TURN);
    assert_eq!(g.no(fly(1, "SL F TR")), rule::OPT_STRAGGLER_TURNS);
    g.ok(fly(1, "F F F TR"), &[]);
    assert_eq!(g.pose(1), "13.10/1");
}

#[test]
fn a_bomber_that_turns_home_has_disengaged() {
    let mut g = at_step(3)
        .bomber("B17 G", "10.10", 0)
        .bomber("B17 G", "01.05", 3)
        .option(|o| o.straggler_turns = true)
        .play();
    g.ok(fly(2, "F F"), &[]);
    assert_eq!(g.plane(2).status, Status::Disengaged, "{}", rule::OPT_STRAGGLER_TURNS);
}
