//! Section 8: movement.

use crate::common::{Setup, both, flown, hexes, open, spitfire};
use spitting_fire::card::Nation;
use spitting_fire::rule;
use spitting_fire::state::Status;

const HEX: [i32; 3] = [10, 10, 0];
const POINT: [i32; 3] = [12_000, 10_000, 0];

/// The usual place on either board.
fn here(setup: &Setup) -> [i32; 3] {
    use spitting_fire::options::Mode;
    if setup.scenario.options.mode == Mode::Hexes { HEX } else { POINT }
}

#[test]
fn ex_24_five_units_forward_cost_five_points() {
    for board in both() {
        let at = here(&board);
        let mut g = spitfire(board, at, "straight-level");
        g.say("forward 5");
        assert!(g.cites(rule::MOVEMENT_POINTS) && g.cites(rule::FORWARD));
        assert_eq!((g.counters().spent, g.counters().left()), (5, 7));
        g.refused("forward 8", rule::MOVEMENT_POINTS);
        g.refused("forward 0", rule::MOVEMENT_POINTS);
    }
    let mut g = spitfire(hexes(), HEX, "level-left");
    g.say("forward 4").refused("forward 32767", rule::MOVEMENT_POINTS);
    g.refused("forward -32768", rule::MOVEMENT_POINTS);
}

#[test]
fn ex_25_the_minimum_must_be_spent() {
    let mut g = spitfire(hexes(), HEX, "straight-level");
    g.say("forward 4").refused("end-move", rule::MINIMUM_MOVE);
    g.say("forward 1; end-move");
    assert_eq!(g.at(1), [10, 15, 0]);
}

#[test]
fn ex_26_a_failed_manoeuvre_may_leave_less_than_the_minimum() {
    let slow = hexes().card("slow", |c| (c.min, c.climb, c.turn) = (6, 8, 4));
    let mut g = flown(slow, "slow", HEX, "climb-left").go();
    g.say("forward 4").dice(&[1]).say("tight-turn left");
    assert!(g.cites(rule::MANEUVER_FAILED));
    assert_eq!((g.counters().spent, g.counters().ended), (5, true));
    g.refused("forward 1", rule::ACTIVATION);
}

#[test]
fn ex_27_nothing_carries_over_into_the_next_activation() {
    let mut g = spitfire(hexes(), HEX, "level-left");
    g.refused("turn left", rule::TURN);
    g.say("forward 4; turn left; forward 4; end-move").dice(&[1]).say("no-attack");
    // The Bf 109 acts, the turn ends, and the Spitfire starts afresh.
    g.with(2).say("activate 2; forward 4; end-move").say("no-attack");
    g.say("plot 2 straight-level; confirm").with(1).say("plot 1 level-left").dice(&[2]).say("confirm");
    g.say("activate 1").refused("turn left", rule::TURN);
}

#[test]
fn ex_28_distance_beyond_the_turn_rating_is_lost() {
    let mut g = spitfire(open(), POINT, "level-left");
    g.say("forward 7; turn left 1");
    assert_eq!(g.at(1), [12_000, 17_000, 359]);
    g.refused("turn right 60", rule::TURN);
    g.say("forward 4");
    assert_eq!(g.at(1), [11_930, 20_999, 359]);
    g.say("turn right 60");
    assert_eq!(g.at(1)[2], 59);
    g.say("forward 1");
    assert_eq!(g.at(1), [12_787, 21_514, 59]);
    assert_eq!(g.counters().spent, 12);
    g.say("end-move");
}

#[test]
fn ex_29_a_turn_may_be_made_with_no_points_left() {
    let mut g = spitfire(hexes(), HEX, "straight-level");
    g.say("forward 8");
    assert_eq!(g.at(1), [10, 18, 0]);
    g.say("turn right; forward 4");
    assert_eq!(g.at(1), [14, 20, 60]);
    assert_eq!(g.counters().left(), 0);
    g.say("turn left; end-move");
    assert_eq!(g.at(1), [14, 20, 0]);
}

#[test]
fn ex_30_a_straight_arrow_forbids_every_turn_before_twice_the_rating() {
    // A straight climb gives 8 MPs: at 7 no kind of turn, at 8 a plain one.
    for board in both() {
        let at = here(&board);
        let mut g = spitfire(board, at, "straight-climb");
        g.say("forward 7");
        for turn in ["turn left 60", "tight-turn right", "half-loop"] {
            g.refused(turn, rule::STRAIGHT_ARROW);
        }
        g.say("forward 1; turn left 60");
    }
}

#[test]
fn ex_31_at_seven_refused_at_eight_accepted() {
    let mut g = spitfire(hexes(), HEX, "straight-level");
    g.say("forward 7").refused("turn left", rule::STRAIGHT_ARROW).say("forward 1; turn left");
    assert!(g.cites(rule::TURN));
}

#[test]
fn ex_32_a_wide_turner_cannot_turn_in_a_straight_climb() {
    let wide = hexes().card("wide", |c| (c.climb, c.turn) = (8, 5));
    let mut g = flown(wide, "wide", HEX, "straight-climb").go();
    g.say("forward 8").refused("turn left", rule::STRAIGHT_ARROW).say("end-move");
}

#[test]
fn ex_33_a_curved_arrow_asks_for_its_turn_before_twice_the_rating() {
    // The Bf 109's own climb of 6 MPs leaves nothing for manoeuvres that cost; a better climber shows all three ways.
    let bf_109 = |climb: i32| {
        let board = hexes().card("bf", move |c| (c.nation, c.turn, c.climb) = (Nation::Germany, 4, climb));
        let mut g =
            board.allies("spitfire", 2, &[[2, 2, 0]]).axis("bf", 5, &[HEX]).active(2, "climb-left").go();
        g.with(2).say("forward 4");
        g
    };
    bf_109(6).say("turn left; forward 1; end-move");
    bf_109(12).dice(&[4]).say("tight-turn left");
    bf_109(12).dice(&[4, 4]).say("half-loop");
    bf_109(12).refused("forward 4", rule::CURVED_ARROW).refused("turn right", rule::CURVED_ARROW);
    bf_109(12).say("forward 3").refused("end-move", rule::CURVED_ARROW).say("turn left");
}

#[test]
fn ex_34_the_opening_turn_can_be_neither_passed_reversed_nor_skipped() {
    let mut g = spitfire(open(), POINT, "level-left");
    g.refused("forward 8", rule::CURVED_ARROW).say("forward 7");
    g.refused("turn right 10", rule::CURVED_ARROW).refused("end-move", rule::CURVED_ARROW);
    g.say("turn left 1");
}

#[test]
fn ex_35_stopping_early_does_not_escape_the_arrow() {
    let wide = open().card("wide", |c| (c.climb, c.min, c.turn) = (8, 4, 5));
    let mut g = flown(wide, "wide", POINT, "climb-right").go();
    g.say("forward 4").refused("end-move", rule::CURVED_ARROW);
    g.say("forward 1; turn right 60; end-move");
    assert_eq!(g.counters().spent, 5);
}

#[test]
fn ex_36_the_obligation_lapses_when_it_cannot_be_met() {
    let weak = hexes().card("weak", |c| (c.climb, c.min, c.turn) = (4, 4, 5));
    let mut g = flown(weak, "weak", HEX, "climb-right").go();
    g.say("forward 4").refused("turn left", rule::TURN).say("end-move");
}

#[test]
fn ex_37_a_tight_turn_after_a_low_die_costs_ten_points_in_all() {
    for board in both() {
        let at = here(&board);
        let mut g = spitfire(board, at, "level-left");
        g.say("forward 4").dice(&[2]).say("tight-turn left");
        assert!(g.cites(rule::TIGHT_TURN) && g.cites(rule::DICE));
        assert_eq!(g.counters().spent, 6);
        g.say("pivot left 120");
        assert_eq!(g.counters().spent, 10);
    }
}

#[test]
fn ex_38_a_tight_turn_on_the_open_table() {
    let mut g = spitfire(open(), POINT, "level-left");
    g.say("forward 4").dice(&[2]).say("tight-turn left").say("pivot left 120");
    assert_eq!((g.at(1), g.counters().spent), ([12_000, 16_000, 240], 10));
    g.say("forward 2; end-move");
    assert_eq!(g.at(1), [10_268, 15_000, 240]);
}

#[test]
fn ex_39_a_tight_turn_on_hexes() {
    let mut g = spitfire(hexes(), HEX, "level-left");
    g.say("forward 4").dice(&[2]).say("tight-turn left").say("pivot left 120");
    assert_eq!(g.at(1), [10, 16, 240]);
    g.say("forward 2");
    assert_eq!(g.at(1), [8, 15, 240]);
}

#[test]
fn ex_40_a_die_equal_to_the_rating_needs_no_extra_movement() {
    let mut g = spitfire(hexes(), HEX, "level-left");
    g.say("forward 4").dice(&[4]).say("tight-turn left").say("pivot left 120");
    assert_eq!((g.at(1), g.counters().spent), ([10, 14, 240], 8));
    assert!(g.cites(rule::TIGHT_TURN));
}

#[test]
fn ex_41_a_tight_turn_fails_for_want_of_points() {
    let mut g = spitfire(open(), POINT, "climb-left");
    g.say("forward 4").dice(&[3]).say("tight-turn left");
    assert!(g.cites(rule::MANEUVER_FAILED));
    assert_eq!((g.at(1), g.counters().spent, g.counters().ended), ([12_000, 17_000, 0], 7, true));
}

#[test]
fn ex_42_a_tight_turn_needs_its_price_before_the_roll() {
    let mut g = spitfire(hexes(), HEX, "climb-left");
    g.say("forward 5").refused("tight-turn left", rule::TIGHT_TURN);
    assert_eq!(g.counters().left(), 3);
}

#[test]
fn ex_43_low_dice_of_a_half_loop_are_flown_first() {
    let forward = |dice: &[u8]| {
        let mut g = spitfire(open(), POINT, "dive-left");
        g.say("forward 4").dice(dice).say("half-loop");
        let flown = g.counters().spent - 4;
        let before = g.counters().spent;
        g.say("pivot right 180");
        assert!(g.cites(rule::HALF_LOOP));
        (flown, g.counters().spent - before)
    };
    assert_eq!(forward(&[2, 5]), (2, 8));
    assert_eq!(forward(&[1, 2]), (3, 8));
}

#[test]
fn ex_44_half_loops_in_a_dive() {
    let looped = |dice: &[u8]| {
        let mut g = spitfire(open(), POINT, "dive-left");
        g.say("forward 4").dice(dice).say("half-loop").say("pivot left 180");
        assert!(g.cites(rule::HALF_LOOP));
        (g.at(1), g.counters().spent)
    };
    assert_eq!(looped(&[2, 5]), ([12_000, 16_000, 180], 14));
    assert_eq!(looped(&[1, 2]), ([12_000, 17_000, 180], 15));
    assert_eq!(looped(&[4, 4]), ([12_000, 14_000, 180], 12));
    assert_eq!(looped(&[4, 3]), ([12_000, 17_000, 180], 15));
}

#[test]
fn ex_45_a_half_loop_in_level_flight_has_no_point_to_spare() {
    let mut g = spitfire(open(), POINT, "level-left");
    g.say("forward 4").dice(&[6, 5]).say("half-loop").say("pivot left 180");
    assert_eq!(g.counters().spent, 12);
    let mut g = spitfire(open(), POINT, "level-left");
    g.say("forward 4").dice(&[2, 5]).say("half-loop");
    assert!(g.cites(rule::MANEUVER_FAILED));
    assert_eq!((g.at(1), g.counters().spent), ([12_000, 16_000, 0], 6));
}

#[test]
fn ex_46_a_climb_has_too_few_points_for_a_half_loop() {
    let mut g = spitfire(hexes(), HEX, "climb-left");
    g.say("forward 4").refused("half-loop", rule::HALF_LOOP);
}

#[test]
fn ex_47_while_a_pivot_is_pending_nothing_else_is_legal() {
    let mut g = spitfire(open(), POINT, "level-left");
    g.say("forward 4").dice(&[5]).say("tight-turn left");
    assert_eq!((g.counters().spent, g.counters().left()), (4, 8));
    for other in ["forward 9", "forward 1", "turn left 10", "end-move", "no-attack", "attack 2:0", "decline"]
    {
        g.refused(other, rule::PIVOT);
    }
    g.say("pivot left 90");
    assert_eq!((g.counters().spent, g.counters().left(), g.at(1)[2]), (8, 4, 270));
}

/// What belongs elsewhere is refused for that, in the one order of section 13.
#[test]
fn phase_group_and_aircraft_come_before_a_pending_pivot() {
    let setup = hexes().allies("spitfire", 5, &[HEX, [14, 10, 0]]).axis("bf-109", 2, &[[0, 35, 180]]);
    let mut g = setup.active(1, "level-left").go();
    g.say("forward 4").dice(&[5]).say("tight-turn left");
    g.refused("plot 1 level-left", rule::SEQUENCE).refused("activate 2", rule::ACTION_PHASE);
    g.with(2).refused("forward 1", rule::ACTIVATION).refused("attack 3:0", rule::ATTACK_TIMING);
    g.refused("no-attack", rule::ATTACK_TIMING);
    g.with(1).refused("forward 1", rule::PIVOT).refused("attack 3:0", rule::PIVOT);
}

#[test]
fn pivots_keep_to_their_limits() {
    let mut g = spitfire(open(), POINT, "level-left");
    g.refused("pivot left 10", rule::PIVOT);
    g.say("forward 4").refused("turn left 0", rule::PIVOT).refused("turn left 61", rule::PIVOT);
    g.refused("turn left", rule::PIVOT);
    g.dice(&[5]).say("tight-turn left");
    g.refused("pivot left 0", rule::PIVOT).refused("pivot left 121", rule::PIVOT);
    g.refused("pivot right 30", rule::PIVOT).say("pivot left 120");
    let mut g = spitfire(hexes(), HEX, "dive-left");
    g.say("forward 4").refused("turn left 30", rule::PIVOT).dice(&[4, 4]).say("half-loop");
    g.refused("pivot right 240", rule::PIVOT).refused("pivot right 90", rule::PIVOT).say("pivot right 180");
}

/// A Spitfire under a climb, with other pieces about.
fn crowded(board: Setup, at: [i32; 3], marker: &str, others: &[[i32; 3]]) -> crate::common::Fight {
    let mut setup = flown(board, "spitfire", at, marker);
    setup.scenario.groups.pop();
    setup.axis("bf-109", 2, others).go()
}

#[test]
fn ex_48_backing_up_on_the_open_table_stops_where_the_disks_touch() {
    let mut g = crowded(open(), POINT, "climb-left", &[[12_000, 16_400, 0]]);
    g.say("forward 4").dice(&[2]).say("tight-turn left");
    assert!(g.cites(rule::BACKING_UP) && g.cites(rule::MANEUVER_FAILED));
    assert_eq!((g.at(1), g.counters().spent), ([12_000, 15_402, 0], 6));
}

#[test]
fn ex_49_backing_up_on_hexes_goes_to_the_first_free_hex() {
    let ends = |others: &[[i32; 3]]| {
        let mut g = crowded(hexes(), HEX, "climb-left", others);
        g.say("forward 4").dice(&[2]).say("tight-turn left");
        assert!(g.cites(rule::BACKING_UP));
        g.at(1)
    };
    assert_eq!(ends(&[[10, 16, 0]]), [10, 15, 0]);
    assert_eq!(ends(&[[10, 16, 0], [10, 15, 0]]), [10, 14, 0]);
}

#[test]
fn ex_50_whoever_can_fly_on_must_not_stop_on_a_piece() {
    let mut g = crowded(hexes(), HEX, "straight-level", &[[10, 15, 0]]);
    g.say("forward 5").refused("end-move", rule::STACKING).say("forward 1; end-move");
    assert_eq!(g.at(1), [10, 16, 0]);
}

#[test]
fn backing_up_goes_past_a_pivot_and_keeps_the_facing() {
    // Left at [10,14], one hex on, and that one is taken: back round the corner.
    let mut g = crowded(hexes(), HEX, "climb-left", &[[6, 16, 0], [7, 15, 0], [8, 15, 0], [9, 14, 0]]);
    g.say("forward 4; turn left; forward 4").say("end-move");
    assert!(g.cites(rule::BACKING_UP));
    assert_eq!(g.at(1), [10, 14, 300]);
    assert_eq!(g.counters().spent, 8);
}

#[test]
fn ex_51_the_open_table_ends_at_its_edge() {
    let edge = [12_000, 33_000, 0];
    let mut g = spitfire(open(), edge, "straight-level");
    g.say("forward 3");
    assert_eq!(g.at(1), [12_000, 36_000, 0]);
    let mut g = spitfire(open(), edge, "straight-level");
    g.say("forward 4");
    assert!(g.cites(rule::LEAVE_BOARD));
    assert!(matches!(g.plane(1).status, Status::Lost(_)));
}

#[test]
fn ex_52_the_hex_board_ends_at_its_last_row() {
    let mut g = spitfire(hexes(), [10, 32, 0], "straight-level");
    g.say("forward 3");
    assert_eq!(g.at(1), [10, 35, 0]);
    let mut g = spitfire(hexes(), [10, 32, 0], "straight-level");
    g.say("forward 4");
    assert!(g.cites(rule::LEAVE_BOARD));
    assert!(matches!(g.plane(1).status, Status::Lost(_)));
    assert_eq!(g.state().points, [0, 35]);
}

#[test]
fn the_end_of_a_move_brings_the_level_of_the_marker() {
    let mut g = spitfire(hexes(), HEX, "straight-dive");
    assert_eq!(g.plane(1).level, 6);
    g.say("forward 5");
    assert_eq!(g.plane(1).level, 6);
    g.say("end-move");
    assert!(g.cites(rule::END_MOVE) && g.cites(rule::ALTITUDE_CHANGE));
    assert_eq!(g.plane(1).level, 5);
}
