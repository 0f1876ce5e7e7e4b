//! 10.0 and 11.0.

use crate::common::*;
use spitfire::{Attitude, Command, CornerName, Facing, Prep, Stage, Start, rule};
use table::view::At;

fn corners(setup: Setup) -> Setup {
    setup.with(|s| s.options.opt_hexagonal_space = true)
}

fn hex(col: i16, row: i16) -> At {
    At::Hex { col, row }
}

#[test]
fn ex_58_either_hex_ahead_without_a_turn() {
    let fight = corners(game())
        .plane(Allies, "0102 E 10 3")
        .plane(Allies, "3020 E 20")
        .plane(Axis, "5901 E 1")
        .start();
    assert_eq!(fight.draft(1, "level 3 FL1 FR1").path, [hex(1, 2), hex(2, 1), hex(3, 2)]);
    assert_eq!(fight.draft(1, "level 3 FR1 FL1").path, [hex(1, 2), hex(2, 2), hex(3, 2)]);
    assert_eq!(fight.refused(1, "level 3 F3"), [rule::CORNERS]);
    assert_eq!(solo("3020 N 10 3").start().refused(1, "level 3 FL3"), [rule::CORNERS]);
}

fn hexagonal(words: &str) -> Setup {
    corners(game()).plane(Allies, words).plane(Allies, "0105 SSE 20").plane(Axis, "5901 SSE 1")
}

#[test]
fn ex_59_turns_are_counted_in_corners() {
    let mut fight = hexagonal("3020 NNE 10 9").start();
    assert_eq!(fight.draft(1, "level 9 FL2").path.last(), Some(&hex(30, 18)));
    assert_eq!(fight.draft(1, "level 9 FL2 FR3").path.last(), Some(&hex(33, 17)));
    fight.fly(1, "level 9 FL2 FR3 TR FL3");
    assert_eq!(fight.at(1), "3615 E");
}

#[test]
fn ex_60_the_forward_field_is_a_closed_wedge() {
    let bears = |to: &str| {
        let fight = corners(game()).plane(Allies, "3020 NNE 10").plane(Axis, &format!("{to} SSE 10")).start();
        !fight.shot(1, "forward", 2).err().unwrap_or_default().contains(&rule::WEDGES)
    };
    for to in ["3016", "3118", "3218", "3318", "3418"] {
        assert!(bears(to), "{to}");
    }
    assert!(!bears("3419") && !bears("2917"));
}

#[test]
fn ex_61_a_snap_roll_goes_abeam() {
    for (facing, act, end) in [("E", "RR", "3021 E"), ("E", "RL", "3019 E"), ("NNE", "RR", "3121 NNE")] {
        let mut fight = hexagonal(&format!("3020 {facing} 10 6")).start();
        fight.fly(1, &format!("level 6 {act}"));
        assert_eq!(fight.at(1), end, "{}", rule::ROLL_ABEAM);
    }
}

#[test]
fn the_owner_chooses_between_the_two_corners_of_the_start_hexside() {
    let mut fight = corners(scenario("formations")).start();
    assert_eq!(fight.state().stage, Stage::Corners(Allies));
    let say = |names: &[&str]| {
        Command::Corners(names.iter().map(|n| CornerName(Facing::corner(n).unwrap())).collect())
    };
    assert_eq!(fight.why(Allies, say(&["NNW", "W"])), [rule::HEXAGONAL]);
    assert_eq!(fight.why(Allies, say(&["NNW", "W", "E"])), [rule::HEXAGONAL]);
    assert_eq!(fight.why(Axis, say(&["W", "W", "W", "W"])), [rule::PHASES]);
    assert_eq!(fight.menu(Allies).choices.iter().filter(|c| c.rule == rule::HEXAGONAL).count(), 2);
    fight.say(Allies, say(&["NNW", "W", "NNW"]));
    fight.say(Axis, say(&["W", "SSW", "W", "SSW"]));
    // 10.0 ruling: the printed positions fit both corners.
    assert_eq!(fight.state().stage, Stage::Moving);
    assert!(fight.cites(rule::HEXAGONAL));
}

#[test]
fn printed_formations_fit_either_corner() {
    for second in [false, true] {
        let mut fight = corners(scenario("formations-variant")).start();
        for side in [Allies, Axis] {
            let all = ["W", "SSW"][usize::from(second)];
            let name = CornerName(Facing::corner(all).unwrap());
            fight.say(side, Command::Corners([name; 4].into_iter().collect()));
        }
        for n in 1..=4 {
            fight.fly(n, "level 11 FL11");
        }
        assert!(!fight.over());
    }
}

fn inter(setup: Setup) -> Setup {
    setup.with(|s| s.options.opt_inter_altitude = true)
}

#[test]
fn ex_62_attitude_decides_at_which_altitude_to_fire() {
    let shot = |attitude, level: u8| {
        let fight = inter(game())
            .phase(Start::SecondCombat)
            .plane_with(Allies, "3020 N 12", |a| a.attitude = attitude)
            .plane_with(Axis, &format!("3017 N {level}"), climbed)
            .start();
        fight.shot(1, "forward", 2).map(|odds| odds.calculations[0].total).map_err(|why| why[0])
    };
    assert_eq!(shot(Attitude::Dive, 10), Ok(5));
    assert_eq!(shot(Attitude::Level, 10), Err(rule::INTER_ALTITUDE));
    assert_eq!(shot(Attitude::Dive, 12), Err(rule::LEVEL_FIRES_LEVEL));
    assert_eq!(shot(Attitude::Level, 12), Ok(3));
    assert_eq!(shot(Attitude::Climb, 13), Ok(4));
    assert_eq!(shot(Attitude::Climb, 10), Err(rule::INTER_ALTITUDE));
}

#[test]
fn no_fire_within_a_hex_and_the_targets_attitude_does_not_matter() {
    let fight = inter(game())
        .phase(Start::SecondCombat)
        .plane_with(Allies, "3020 N 12", |a| a.attitude = Attitude::Dive)
        .plane_with(Axis, "3020 N 10", climbed)
        .plane_with(Axis, "3017 N 11", climbed)
        .plane_with(Axis, "3016 N 11 3", |a| a.records = north("3016", 3))
        .start();
    assert_eq!(fight.shot(1, "forward", 2).unwrap_err()[0], rule::SAME_HEX);
    assert!(
        fight.shot(1, "forward", 3).is_ok() && fight.shot(1, "forward", 4).is_ok(),
        "{}",
        rule::TARGET_ATTITUDE
    );
}

#[test]
fn ex_63_a_phase_all_climbed_cannot_level_off() {
    let mut fight = inter(solo("3020 N 10 5")).start();
    assert_eq!(fight.refused(1, "climb 5 C5 level-off"), [rule::NO_LEVELLING]);
    fight.fly(1, "climb 5 C5");
    assert_eq!((fight.plane(1).attitude, fight.plane(1).prep), (Attitude::Climb, Prep::AllClimb));
    let tags = &fight.table.view(table::Seat::Axis).aircraft[0].tags;
    assert!(tags.iter().any(|t| t.rule == rule::ATTITUDE_SHOWN && t.text == "nose up"));
}

#[test]
fn ex_64_levelling_off_needs_lateral_motion() {
    let mut fight = inter(solo("3020 N 10 8")).start();
    assert_eq!(fight.refused(1, "level 8 F8 level-off"), [rule::LEVELLING_OFF]);
    fight.fly(1, "v1 8 V7 F1 level-off");
    assert_eq!((fight.plane(1).attitude, fight.plane(1).prep), (Attitude::Level, Prep::None));
    let deep = |c: &mut spitfire::Chart| c.vertical_dive_track = vec![0, 0, 0, 0, 1, 1, 2, 3, 4, 5, 6];
    let fight = inter(solo("3020 N 10 7")).chart(Allies, deep).start();
    assert_eq!(fight.refused(1, "v1 7 V7 level-off"), [rule::NO_LEVELLING]);
    assert!(fight.legal(1, "v1 7 V7 keep"));
    let standard = solo("3020 N 10 8").start();
    assert_eq!(standard.refused(1, "v1 8 F1 level-off"), [rule::INTER_ALTITUDE]);
}

#[test]
fn both_experimental_rules_combine() {
    let fight = inter(corners(game()))
        .phase(Start::SecondCombat)
        .plane_with(Allies, "3020 NNE 12", |a| a.attitude = Attitude::Dive)
        .plane_with(Axis, "3118 SSE 11", climbed)
        .start();
    assert_eq!(fight.shot(1, "forward", 2).unwrap().calculations[0].total, 4);
}

/// 11.A is decided at the end of the move: a trial counts on whichever attitude lets the guns fire.
#[test]
fn a_trial_after_a_dive_says_what_levelling_off_would_allow() {
    let fight = inter(game())
        .plane(Allies, "3024 N 11 8")
        .plane(Allies, "0105 S 20")
        .plane(Axis, "3014 N 10")
        .plane(Axis, "3012 N 9")
        .plane(Axis, "3011 N 2")
        .start();
    let line = |words: &str, target: u16| {
        let all = fight.draft(1, words).sketch.forecast;
        all.into_iter().find(|f| (f.shooter.0, f.target.0) == (1, target)).unwrap()
    };
    let level = line("h1 8 F8", 3);
    assert!(level.hit.is_some() && level.text.ends_with("levelling off"), "{}", level.text);
    let below = line("h1 8 F8", 4);
    assert!(below.hit.is_some() && !below.text.contains("levelling"), "{}", below.text);
    assert!(line("h1 8 F8 level-off", 3).hit.is_some());
    assert_eq!(line("h1 8 F8 level-off", 4).rule, rule::INTER_ALTITUDE);
    assert_eq!(line("h1 8 F8 keep", 3).rule, rule::LEVEL_FIRES_LEVEL);
    // Sighted and bearing, but too far: what refuses the shot is its range, with the levels.
    assert_eq!(line("h1 8 F8", 5).rule, rule::RANGE);
}

#[test]
fn a_rear_gun_covers_the_wedge_astern() {
    let bears = |gun: &str, to: &str| {
        let fight =
            corners(scenario("bombing").types("Hurricane-I", "Ju.87B-2").with(|s| s.aircraft.clear()))
                .plane(Axis, "3020 NNE 10")
                .plane(Allies, &format!("{to} SSE 10"))
                .start();
        !fight.shot(1, gun, 2).err().unwrap_or_default().contains(&rule::WEDGES)
    };
    for to in ["3024", "2922", "2821"] {
        assert!(bears("rear", to) && !bears("forward", to), "{to}");
    }
    assert!(!bears("rear", "3121") && !bears("rear", "2920"));
}

/// A Leader in 5810 pointing NNW: astern is the corner SSE, abeam are SW and NE.
#[test]
fn rear_zones_reach_from_the_corner_astern_to_the_hexsides_abeam() {
    let left_at = |hex: &str| {
        let setup = corners(scenario("formations")).with(|s| {
            for a in &mut s.aircraft {
                a.facing = if a.facing == "NW" { "NNW".into() } else { "W".into() };
            }
            s.aircraft[0].hex = hex.into();
        });
        !setup.start().over()
    };
    assert!(left_at("5811") && left_at("5711"), "{}", rule::HEXAGONAL);
    assert!(!left_at("5911"), "right of astern");
    assert!(!left_at("5809") && !left_at("5710"), "ahead of abeam");
}

#[test]
fn attitude_binds_rear_and_all_around_guns_too() {
    let shot = |ty: &str, gun: &str, attitude, level: u8| {
        let fight = inter(scenario("bombing").types("Hurricane-I", ty).with(|s| s.aircraft.clear()))
            .phase(Start::FirstCombat)
            .plane_with(Axis, "3020 S 10", |a| a.attitude = attitude)
            .plane_with(Allies, &format!("3018 N {level}"), climbed)
            .start();
        fight.shot(1, gun, 2).map(|_| ()).map_err(|why| why[0])
    };
    for (ty, gun) in [("Ju.87B-2", "rear"), ("He.111H-3", "all-around")] {
        assert_eq!(shot(ty, gun, Attitude::Level, 10), Ok(()), "{ty}");
        assert_eq!(shot(ty, gun, Attitude::Climb, 11), Ok(()), "{ty}");
        assert_eq!(shot(ty, gun, Attitude::Level, 11), Err(rule::INTER_ALTITUDE), "{ty}");
        assert_eq!(shot(ty, gun, Attitude::Dive, 10), Err(rule::LEVEL_FIRES_LEVEL), "{ty}");
    }
}

/// Fire from level 12 down to level 10; with level blocking, what is above or below that does not stand in its way.
#[test]
fn between_altitudes_only_what_is_between_them_blocks() {
    let shot = |option: bool, further: u8| {
        let fight = inter(game())
            .with(|s| s.options.opt_level_blocking = option)
            .phase(Start::SecondCombat)
            .plane_with(Allies, "3020 N 12", |a| a.attitude = Attitude::Dive)
            .plane(Allies, "3019 N 11")
            .plane(Allies, &format!("3018 N {further}"))
            .plane_with(Axis, "3017 N 10", climbed)
            .start();
        fight.shot(1, "forward", 4).map(|_| ()).map_err(|why| why[0])
    };
    for further in [9, 10, 12, 13] {
        assert_eq!(shot(false, further), Err(rule::THROUGH_OCCUPIED), "{further}");
        let between = (10..=12).contains(&further);
        assert_eq!(shot(true, further).is_err(), between, "{further}");
    }
}
