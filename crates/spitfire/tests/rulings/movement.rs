//! 5.2 and 6.0–6.J.

use crate::common::*;
use spitfire::{Class, Exit, Prep, Start, Status, rule};
use table::view::At;

#[test]
fn ex_06_acceleration_5_at_speed_6_allows_6_to_11() {
    let fight = solo("3020 N 10 6").chart(Allies, |c| c.acceleration = 5).start();
    assert_eq!(fight.speeds(1, "h1"), [6, 7, 8, 9, 10, 11]);
    assert_eq!(fight.refused(1, "h1 12 F12"), [rule::POINTS]);
    let card = spitfire_card("Spitfire-I");
    assert!(card.values.iter().any(|v| v.rule == rule::ACCELERATION && v.value == "2"));
}

fn spitfire_card(id: &str) -> table::view::Card {
    use table::Library;
    spitfire::Spitfire::cards(&data()).into_iter().find(|c| c.id == id).expect("a card of that name")
}

#[test]
fn ex_07_at_speed_12_exactly_12_points_are_spent() {
    let fight = solo("3020 N 10 12").start();
    assert!(fight.legal(1, "h1 12 F12"));
    assert_eq!(fight.refused(1, "h1 12 F11"), [rule::MOVEMENT]);
    assert_eq!(fight.refused(1, "h1 12 F13"), [rule::MOVEMENT]);
    assert_eq!(fight.refused(1, "h1 14 F14"), [rule::SPEED_TRACK]);
}

#[test]
fn ex_08_five_points_are_five_hexes_ahead() {
    let mut fight = solo("3020 N 10 5").start();
    let draft = fight.draft(1, "level 5 F5");
    assert_eq!((draft.spent, draft.of), (5, 5));
    fight.fly(1, "level 5 F5");
    assert_eq!(fight.at(1), "3015 N");
    assert!(fight.cites(rule::MOVEMENT));
}

#[test]
fn ex_09_speeds_follow_acceleration_level_max_and_diving() {
    let fight = |speed: u8| solo(&format!("3020 N 10 {speed}")).start();
    assert_eq!(fight(8).speeds(1, "level"), [8, 9, 10]);
    assert_eq!(fight(10).speeds(1, "level"), [10, 11]);
    assert_eq!(fight(10).speeds(1, "h1"), [10, 11, 12]);
    assert_eq!(fight(8).refused(1, "level 7 F7"), [rule::SPEED_DECISION]);
}

#[test]
fn ex_10_a_turn_in_place_then_a_turn_every_three_hexes() {
    let mut fight = solo("3020 N 10 10").start();
    let at = |words: &str| fight.draft(1, words).path.last().copied();
    assert_eq!(at("level 10 TR F3"), Some(At::Hex { col: 33, row: 19 }));
    assert_eq!(at("level 10 TR F3 TR F3"), Some(At::Hex { col: 36, row: 20 }));
    assert_eq!(fight.draft(1, "level 10 TR F3 TR F3 TR").spent, 9);
    fight.fly(1, "level 10 TR F3 TR F3 TR F1");
    assert_eq!(fight.at(1), "3621 S");
}

#[test]
fn ex_11_turn_mode_three_four_asks_for_four_before_the_second_turn() {
    let fight = || solo("3020 N 10 12").chart(Allies, |c| (c.turn_mode, c.level_max) = ([3, 4], 12)).start();
    let mut flown = fight();
    flown.fly(1, "level 12 F3 TR F4 TR F3");
    assert_eq!(flown.at(1), "3717 SE");
    assert_eq!(fight().refused(1, "level 12 F3 TR F3 TR F4"), [rule::TURNING]);
    let why = fight().draft(1, "level 12 F3 TR F3 TR").barred;
    assert_eq!(why[0].why, "4 forward hexes are needed before this turn, 3 have been flown");
}

#[test]
fn ex_12_the_turn_in_place_is_not_one_of_the_alternating_turns() {
    let setup = solo("3020 NE 10 14").chart(Allies, |c| {
        (c.turn_mode, c.level_max, c.maximum) = ([3, 4], 14, 16);
        c.vertical_dive_track = vec![0; 14];
    });
    let mut fight = setup.start();
    fight.fly(1, "level 14 TL F3 TR F4 TL F3 TR");
    assert_eq!(fight.at(1), "3412 NE");
}

#[test]
fn ex_13_too_early_a_turn_and_a_second_turn_in_place_are_refused() {
    let fight = solo("3020 N 10 5").start();
    assert_eq!(fight.refused(1, "level 5 F2 TR F2"), [rule::TURNING]);
    assert_eq!(fight.refused(1, "level 5 TR TR F3"), [rule::TURNING]);
    let card = spitfire_card("Spitfire-I");
    assert!(card.values.iter().any(|v| v.rule == rule::TURN_MODE && v.value == "3/3"));
}

#[test]
fn ex_14_climbing_carries_into_the_next_level_and_slows_by_choice() {
    let start = || solo("3020 N 12 8").with(|s| s.aircraft[0].climb = 15).start();
    let fight = start();
    for speed in 3..=8 {
        assert!(fight.legal(1, &format!("climb 8 F2 C6 ={speed}")), "{speed}");
    }
    assert_eq!(fight.refused(1, "climb 8 F2 C6 =2"), [rule::CLIMBING]);
    assert_eq!(fight.refused(1, "climb 8 F2 C6 =9"), [rule::CLIMBING]);
    let mut fight = start();
    fight.fly(1, "climb 8 F2 C6 =5");
    let plane = fight.plane(1);
    assert_eq!((plane.altitude, plane.climb, plane.speed), (13, 4, 5));
    let card = spitfire_card("Spitfire-I");
    let track = card.tables.iter().find(|t| t.rule == rule::CLIMB_TRACK).unwrap();
    assert_eq!(track.columns.len(), 17);
}

#[test]
fn ex_15_a_bomber_climbs_a_step_for_two_points() {
    let start = || {
        scenario("bombing")
            .with(|s| s.aircraft.clear())
            .types("Hurricane-I", "Ju.87B-2")
            .chart(Axis, |c| (c.class, c.level_max) = (Class::Bomber, 8))
            .first(Allies)
            .phase(Start::SecondMovement)
            .plane_with(Axis, "3020 N 5 8", |a| a.climb = 14)
            .plane(Axis, "0105 S 20")
            .plane(Allies, "5901 S 1")
            .start()
    };
    let mut fight = start();
    fight.fly(1, "climb 8 C2 F6");
    assert_eq!((fight.plane(1).altitude, fight.plane(1).climb), (6, 0));
    let fight = start();
    assert_eq!(fight.refused(1, "climb 8 C3 F5"), [rule::CLIMBING]);
    assert_eq!(fight.refused(1, "climb 8 F2 C6 =2"), [rule::CLIMBING]);
    assert!(fight.legal(1, "climb 8 F2 C6 =3"));
    let mut fight = start();
    fight.fly(1, "climb 8 F2 C6 =3");
    assert_eq!((fight.plane(1).altitude, fight.plane(1).climb, fight.plane(1).speed), (6, 2, 3));
}

#[test]
fn ex_16_nobody_climbs_past_level_20() {
    let setup = solo("3020 N 20 5").chart(Allies, |c| c.climb_steps = 14).with(|s| s.aircraft[0].climb = 12);
    let fight = setup.start();
    assert!(fight.legal(1, "climb 5 C1 F4"));
    assert_eq!(fight.refused(1, "climb 5 C2 F3"), [rule::PIECES]);
    let full = solo("3020 N 20 5").with(|s| s.aircraft[0].climb = 16).start();
    assert_eq!(full.refused(1, "climb 5 C1 F4"), [rule::PIECES]);
}

#[test]
fn ex_17_from_a_dive_speed_an_aircraft_dives_or_climbs_out() {
    let fight = solo("3020 N 10 12").start();
    assert_eq!(fight.refused(1, "level 12 F12"), [rule::DIVING]);
    assert_eq!(fight.speeds(1, "h1"), [12, 13]);
    assert_eq!(fight.speeds(1, "climb"), [11]);
    assert_eq!(fight.refused(1, "climb 11 F11"), [rule::CLIMBING]);
    for (speed, legal) in [(11, true), (8, true), (7, false)] {
        assert_eq!(fight.legal(1, &format!("climb 11 F7 C4 ={speed}")), legal, "{speed}");
    }
    let strict = solo("3020 N 10 12").with(|s| s.options.opt_strict_dive_band = true).start();
    assert_eq!(strict.refused(1, "climb 11 F7 C4"), [rule::DIVING]);
}

#[test]
fn ex_18_a_dive_speed_is_reached_only_by_diving() {
    let fight = solo("3020 N 10 11").start();
    assert_eq!(fight.refused(1, "level 12 F12"), [rule::DIVING]);
    assert!(fight.legal(1, "h1 12 F12"));
    assert_eq!(fight.refused(1, "h1 11 F10 C1"), [rule::DIVING]);
    assert_eq!(fight.refused(1, "level 11 F10 C1"), [rule::EXECUTION]);
}

#[test]
fn ex_19_a_horizontal_dive_is_limited_by_the_track() {
    let fight = solo("3020 N 10 10").start();
    for (levels, legal) in [(1, true), (2, true), (3, true), (4, false)] {
        assert_eq!(fight.legal(1, &format!("h{levels} 10 F10")), legal, "{levels}");
    }
    assert_eq!(fight.refused(1, "h4 10 F10"), [rule::HORIZONTAL_DIVE]);
    let card = spitfire_card("Spitfire-I");
    let track = card.tables.iter().find(|t| t.rule == rule::DIVE_TRACK).unwrap();
    let column = track.columns.iter().position(|c| c == "10").unwrap();
    assert_eq!(track.rows[0].cells[column], "3");
}

#[test]
fn ex_20_a_horizontal_dive_never_loses_more_than_four_levels() {
    let fight = solo("3020 N 10 13").start();
    assert!((1..=4).all(|n| fight.legal(1, &format!("h{n} 13 F13"))));
    assert_eq!(fight.refused(1, "h5 13 F13"), [rule::HORIZONTAL_DIVE]);
    let slow = solo("3020 N 10 5").start();
    assert!(slow.legal(1, "h1 5 F5"));
    assert_eq!(slow.refused(1, "h2 5 F5"), [rule::HORIZONTAL_DIVE]);
}

#[test]
fn ex_21_a_vertical_dive_is_paid_first_and_may_be_followed_by_a_turn_in_place() {
    let start = || solo("3020 N 10 8").start();
    let mut fight = start();
    fight.fly(1, "v1 8 V7 F1");
    assert_eq!((fight.at(1).as_str(), fight.plane(1).altitude), ("3019 N", 9));
    assert!(fight.cites(rule::VERTICAL_DIVE));
    let mut fight = start();
    fight.fly(1, "v1 8 TR");
    assert_eq!((fight.at(1).as_str(), fight.plane(1).altitude), ("3020 NE", 9));
    let fight = start();
    assert_eq!(fight.refused(1, "v2 8 F1"), [rule::VERTICAL_DIVE]);
    assert_eq!(fight.refused(1, "v1 8 V6 F1"), [rule::VERTICAL_DIVE]);
    assert_eq!(fight.refused(1, "v1 8 F1 V7"), [rule::EXECUTION]);
    assert_eq!(fight.refused(1, "v1 8 V7 V7 F1"), [rule::EXECUTION]);
    assert_eq!(fight.refused(1, "level 8 V7 F1"), [rule::EXECUTION]);
}

#[test]
fn ex_22_without_injection_the_first_vertical_dive_is_flown_at_the_present_speed() {
    let setup = |vertical| {
        solo("3020 N 15 9")
            .chart(Allies, |c| c.acceleration = 3)
            .with(|s| {
                s.aircraft[0].previous_phase_vertical = vertical;
                s.aircraft[0].prep = if vertical { Prep::VerticalDive } else { Prep::None };
            })
            .start()
    };
    assert_eq!(setup(false).speeds(1, "v1"), [9]);
    assert_eq!(setup(true).speeds(1, "v1"), [9, 10, 11, 12]);
    let injected = solo("3020 N 15 9").chart(Allies, |c| c.fuel_injection = true).start();
    assert_eq!(injected.speeds(1, "v1"), [9, 10, 11]);
    let card = spitfire_card("Bf.109E-3");
    assert!(card.values.iter().any(|v| v.rule == rule::FUEL_INJECTION && v.value == "6f"));
}

#[test]
fn ex_23_a_friend_yet_to_move_does_not_obstruct_but_one_that_has_moved_does() {
    let mut fight =
        game().plane(Allies, "3020 N 10 5").plane(Allies, "3015 N 10 5").plane(Axis, "5901 S 1").start();
    fight.fly(1, "level 5 F5");
    assert_eq!(fight.refused(2, "climb 5 C5"), [rule::OCCUPIED]);
    assert!(fight.legal(2, "climb 5 C4 F1"));
}

#[test]
fn the_occupied_hex_is_waived_only_where_no_way_ends_free() {
    // All points go into the vertical dive onto an enemy below; see also ex-38.
    let fight = solo("3020 N 10 7")
        .chart(Allies, |c| c.vertical_dive_track = vec![0, 0, 0, 0, 1, 1, 2, 3, 4, 5, 6])
        .plane(Axis, "3020 S 9 5")
        .start();
    assert!(fight.legal(1, "v1 7 V7"));
    let fight = solo("3020 N 10 8").plane(Axis, "3019 S 9 5").start();
    assert_eq!(fight.refused(1, "v1 8 V7 F1"), [rule::OCCUPIED]);
}

#[test]
fn ex_24_a_snap_roll_goes_one_hex_sideways_forward() {
    for (path, end) in [("level 9 F3 RR", "3117 N"), ("level 9 F3 RL", "2917 N")] {
        let mut fight = solo("3020 N 10 9").start();
        fight.fly(1, path);
        assert_eq!(fight.at(1), end);
        assert!(fight.cites(rule::MANEUVERS));
    }
    assert!(spitfire_card("Spitfire-I").values.iter().any(|v| v.rule == rule::ROLL_COST && v.value == "6"));
}

#[test]
fn ex_25_all_rolls_of_a_phase_go_to_one_side_and_need_their_whole_price() {
    let mut fight = solo("3020 N 10 12").start();
    assert_eq!(fight.refused(1, "h1 12 RR RL"), [rule::SNAP_ROLL]);
    fight.fly(1, "h1 12 RR RR");
    assert_eq!(fight.at(1), "3219 N");
    assert_eq!(solo("3020 N 10 5").start().refused(1, "level 5 RR"), [rule::SNAP_ROLL]);
}

#[test]
fn types_without_a_roll_or_wing_over_are_refused_them() {
    let fight = solo("3020 N 10 9").types("Blenheim-IV", "Bf.109F").kind(spitfire::Kind::Bombing);
    let fight = fight.with(|s| s.targets = vec!["1323".into()]).first(Axis).phase(Start::SecondMovement);
    let fight = fight.with(|s| s.aircraft[0].speed = Some(8)).start();
    assert_eq!(fight.refused(1, "level 8 RR"), [rule::SNAP_ROLL]);
    assert_eq!(fight.refused(1, "level 8 WR1"), [rule::WING_OVER]);
}

#[test]
fn ex_26_hexes_entered_by_a_roll_do_not_count_for_turn_mode() {
    let mut fight = solo("3020 N 10 10").start();
    assert_eq!(fight.refused(1, "level 10 F2 RR TR F1"), [rule::TURNING]);
    fight.fly(1, "level 10 F2 RR F1 TR");
    assert_eq!(fight.at(1), "3117 NE");
}

#[test]
fn ex_27_a_wing_over_turns_up_to_three_hexsides_first_of_all() {
    let start = || {
        game()
            .first(Axis)
            .plane_with(Axis, "3020 N 10 8", |a| a.prep = Prep::AllClimb)
            .plane(Axis, "0105 S 20")
            .plane(Allies, "5901 S 1")
            .start()
    };
    for (path, spent) in [("WR1", 1), ("WR2", 3), ("WR3", 6)] {
        assert_eq!(start().draft(1, &format!("level 8 {path}")).spent, spent);
    }
    let mut fight = start();
    fight.fly(1, "level 8 WR3 F2");
    assert_eq!(fight.at(1), "3022 S");
    let mut fight = start();
    fight.fly(1, "level 8 WL2 F3 TR F1");
    assert_eq!(fight.at(1), "2621 NW");
    let fight = start();
    assert_eq!(fight.refused(1, "level 8 WR3 TR F1"), [rule::WOSS_NOTES]);
    assert_eq!(fight.refused(1, "level 8 WL2 F2 TR F2"), [rule::TURNING]);
    assert_eq!(fight.refused(1, "level 8 F2 WR3"), [rule::WOSS_NOTES]);
    assert_eq!(fight.refused(1, "level 8 WR1 WR1 F6"), [rule::WOSS_NOTES]);
    assert_eq!(fight.refused(1, "h1 8 WR3 F2"), [rule::WOSS_NOTES]);
    assert_eq!(fight.refused(1, "level 8 WR2 F4 C1"), [rule::WOSS_NOTES, rule::EXECUTION]);
    let card = spitfire_card("Bf.109E-3");
    assert!(card.values.iter().any(|v| v.rule == rule::WOSS_COST && v.value == "1/3/6"));
}

#[test]
fn a_wing_over_needs_a_phase_all_climbed_and_a_split_s_a_vertical_dive() {
    let mut fight = solo("3020 N 10 5").start();
    assert_eq!(fight.refused(1, "level 5 WR1 F4"), [rule::WING_OVER]);
    fight.fly(1, "climb 5 C5");
    assert_eq!(fight.plane(1).prep, Prep::AllClimb);
    let mut fight = solo("3020 N 10 8").start();
    fight.fly(1, "v1 8 F1");
    assert_eq!(fight.plane(1).prep, Prep::VerticalDive);
    assert!(fight.table.view(table::Seat::Allies).aircraft[0].tags.iter().any(|t| t.rule == rule::SPLIT_S));
    // Too dear: named by what was prepared.
    let setup = solo("3020 N 10 4").with(|s| {
        s.aircraft[0].prep = Prep::VerticalDive;
        s.aircraft[0].previous_phase_vertical = true;
    });
    assert_eq!(setup.start().refused(1, "level 4 WR3"), [rule::SPLIT_S]);
    let mut fight = solo("3020 N 10 5").start();
    fight.fly(1, "climb 5 F1 C4");
    assert_eq!(fight.plane(1).prep, Prep::None);
}

#[test]
fn a_wing_over_every_second_phase_at_most() {
    let setup = solo("3020 N 10 8").with(|s| {
        s.aircraft[0].prep = Prep::AllClimb;
        s.aircraft[0].phases = Some(4);
    });
    let early = setup.clone().with(|s| s.aircraft[0].wing_over_phase = Some(4)).start();
    assert_eq!(early.refused(1, "level 8 WR1 F7"), [rule::WOSS_NOTES]);
    let mut later = setup.with(|s| s.aircraft[0].wing_over_phase = Some(3)).start();
    later.fly(1, "level 8 WR1 F7");
    assert_eq!(later.plane(1).wing_over, 5);
}

#[test]
fn ex_28_the_eleventh_phase_may_leave_the_map_unharmed() {
    let leave = |phases| {
        let mut fight = solo("5820 NE 10 11").with(|s| s.aircraft[0].phases = Some(phases)).start();
        fight.fly(1, "level 11 F2");
        fight
    };
    let tenth = leave(9);
    assert_eq!(tenth.plane(1).status, Status::Left { by: Exit::East, safe: false });
    assert_eq!(tenth.points(), [0, 23 + 20]);
    assert!(tenth.cites(rule::LEAVING));
    let eleventh = leave(10);
    assert_eq!(eleventh.plane(1).status, Status::Left { by: Exit::East, safe: true });
    assert_eq!(eleventh.points(), [0, 20]);
}

#[test]
fn ex_29_a_dive_below_level_1_removes_the_aircraft() {
    let mut fight = solo("3020 N 2 10").start();
    assert_eq!(fight.refused(1, "h3 10 F1"), [rule::LEAVING]);
    fight.fly(1, "h3 10");
    assert_eq!(fight.plane(1).status, Status::Left { by: Exit::Ground, safe: false });
}

#[test]
fn each_aircraft_moves_once_in_its_own_phase() {
    let mut fight = solo("3020 N 10 5").start();
    assert_eq!(fight.refused(3, "level 11 F11"), [rule::SECOND_MOVEMENT]);
    assert_eq!(fight.why(Axis, order(1, "level 5 F5")), [rule::SECOND_MOVEMENT]);
    assert_eq!(fight.why(Allies, order(3, "level 5 F5")), [rule::MOVEMENT]);
    assert_eq!(fight.why(Allies, order(9, "level 5 F5")), [rule::MOVEMENT]);
    assert_eq!(fight.why(Allies, fire("")), [rule::PHASES]);
    fight.fly(1, "level 5 F5");
    assert_eq!(fight.refused(1, "level 5 F5"), [rule::MOVEMENT]);
}

#[test]
fn decisions_come_in_order_and_drafts_say_what_is_missing() {
    use spitfire::{Altitude, Command, Move};
    use table::PieceId;
    let fight = solo("3020 N 10 5").start();
    let mut draft = Move::of(PieceId(1));
    assert_eq!(fight.why(Allies, Command::Move(draft.clone())), [rule::ALTITUDE_DECISION]);
    draft.altitude = Some(Altitude::Level);
    assert_eq!(fight.why(Allies, Command::Move(draft.clone())), [rule::SPEED_DECISION]);
    draft.altitude = Some(Altitude::VerticalDive(6));
    let why = fight.why(Allies, Command::Move(draft));
    assert!(why.contains(&rule::VERTICAL_DIVE) && why.contains(&rule::SPEED_DECISION));
}

#[test]
fn a_late_turn_in_place_is_refused_after_a_climb_or_roll() {
    let fight = solo("3020 N 10 8").start();
    assert_eq!(fight.refused(1, "climb 8 C1 TR F6"), [rule::TURNING]);
    assert_eq!(fight.refused(1, "level 8 RR TR F1"), [rule::TURNING]);
}

#[test]
fn a_bomber_climbs_out_in_whole_steps_and_only_the_rest_slows_it() {
    let fight = |speed: u8| {
        scenario("bombing")
            .with(|s| s.aircraft.clear())
            .types("Hurricane-I", "Ju.87B-2")
            .phase(Start::SecondMovement)
            .plane(Axis, &format!("3020 N 5 {speed}"))
            .plane(Axis, "0105 S 20")
            .plane(Allies, "5901 S 1")
            .start()
    };
    // Level Max 7: one step of speed too many, one climb step of two points, of which one is over.
    assert_eq!(fight(8).speeds(1, "climb"), [7]);
    assert!(fight(8).legal(1, "climb 7 F5 C2 =6"));
    assert_eq!(fight(8).refused(1, "climb 7 F5 C2 =5"), [rule::CLIMBING]);
    // Three too many: two climb steps.
    assert_eq!(fight(10).refused(1, "climb 7 F5 C2"), [rule::CLIMBING]);
    assert!(fight(10).legal(1, "climb 7 F3 C4 =6"));
    assert_eq!(fight(10).refused(1, "climb 7 F3 C4 =5"), [rule::CLIMBING]);
}

#[test]
fn whoever_has_no_room_above_does_not_climb_out() {
    let at_step = |step| solo("3020 N 20 13").with(|s| s.aircraft[0].climb = step).start();
    assert!(at_step(14).legal(1, "climb 11 F9 C2"));
    assert_eq!(at_step(15).refused(1, "climb 11 F9 C2"), [rule::PIECES]);
}

#[test]
fn another_phase_between_two_vertical_dives_makes_the_next_one_a_first() {
    let after = |first: &str| {
        let mut fight = game().plane(Allies, "3030 N 15 9").plane(Axis, "0105 S 20 5").start();
        fight.fly(1, first).fly(2, "level 5 F5");
        fight.speeds(1, "v1")
    };
    assert_eq!(after("v1 9 F2"), [9, 10, 11], "{}", rule::VERTICAL_DIVE);
    assert_eq!(after("h1 9 F9"), [9]);
}
