//! 2.5, 3.0: any state of the digest's section 9 can be entered; impossible ones are refused with the field's path.

use crate::common::*;
use spitfire::{
    Altitude, AnnouncedMove, Armament, Attitude, Command, Exit, Kind, Move, Path, Prep, Role, Scenario,
    Spitfire, Stage, Start, StartStatus, rule,
};
use table::{Library, PieceId, RuleId, Say, Side};

fn duel() -> Setup {
    solo("3020 N 10 8")
}

fn refused(change: impl FnOnce(&mut Scenario), path: &str, rule: RuleId) {
    let flaws = duel().with(change).flaws();
    assert!(flaws.contains(&(path.to_owned(), rule.0.to_owned())), "{path}: {flaws:?}");
}

#[test]
fn impossible_values_are_refused_with_the_path_of_the_field() {
    assert_eq!(duel().flaws(), []);
    refused(|s| s.aircraft[0].hex = "6020".into(), "aircraft[0].hex", rule::MAP);
    refused(|s| s.aircraft[0].hex = "3034".into(), "aircraft[0].hex", rule::MAP);
    refused(|s| s.aircraft[0].facing = "E".into(), "aircraft[0].facing", rule::FACING);
    refused(|s| s.aircraft[0].altitude = 0, "aircraft[0].altitude", rule::PIECES);
    refused(|s| s.aircraft[1].altitude = 21, "aircraft[1].altitude", rule::PIECES);
    refused(|s| s.aircraft[0].climb = 17, "aircraft[0].climb", rule::CLIMB_TRACK);
    refused(|s| s.aircraft[0].speed = Some(2), "aircraft[0].speed", rule::SPEED_TRACK);
    refused(|s| s.aircraft[0].speed = Some(14), "aircraft[0].speed", rule::SPEED_TRACK);
    refused(|s| s.aircraft[0].max_speed = Some(6), "aircraft[0].max-speed", rule::SPEED_TRACK);
    refused(|s| s.aircraft[0].below_level_max = 9, "aircraft[0].below-level-max", rule::SPEED_TRACK);
    refused(|s| s.aircraft[0].half = true, "aircraft[0].half", rule::DAMAGE);
    refused(|s| s.aircraft[0].hits = Some(2), "aircraft[0].hits", rule::DAMAGE);
    refused(|s| s.aircraft[0].role = Role::Leader, "aircraft[0].role", rule::FORMATIONS);
    refused(|s| s.aircraft[0].section = 1, "aircraft[0].section", rule::FORMATIONS);
    refused(|s| s.aircraft[0].joining = 1, "aircraft[0].joining", rule::FORMATIONS);
    refused(|s| s.aircraft[0].joining = 6, "aircraft[0].joining", rule::SCHWARM);
    refused(
        |s| s.aircraft[1].status = StartStatus::LeftSafely(Exit::East),
        "aircraft[1].status",
        rule::LEAVING,
    );
    let climbed_and_dived = |s: &mut Scenario| {
        s.aircraft[0].prep = Prep::AllClimb;
        s.aircraft[0].previous_phase_vertical = true;
    };
    refused(climbed_and_dived, "aircraft[0].prep", rule::WING_OVER);
    refused(|s| s.aircraft[0].passes = 1, "aircraft[0].passes", rule::BOMBING);
    refused(|s| s.aircraft[0].scored_in_this_stay = true, "aircraft[0].scored-in-this-stay", rule::BOMBING);
    refused(
        |s| s.aircraft[0].prep = Prep::VerticalDive,
        "aircraft[0].previous-phase-vertical",
        rule::SPLIT_S,
    );
    refused(|s| s.aircraft[0].wing_over_phase = Some(3), "aircraft[0].wing-over-phase", rule::WOSS_NOTES);
    refused(|s| s.aircraft[0].side = None, "aircraft[0].side", rule::PREPARATION);
    refused(
        |s| s.aircraft[0].records = vec!["here N forward".into()],
        "aircraft[0].records[0]",
        rule::SIGHTING,
    );
    refused(|s| s.aircraft[0].records = north("3020", 8), "aircraft[0].records", rule::SIGHTING);
    refused(|s| s.turn = 0, "turn", rule::PHASES);
    refused(|s| (s.turn, s.options.turn_cap) = (11, 10), "turn", rule::CHOOSING);
    refused(|s| s.moved = vec![PieceId(3)], "moved[0]", rule::MOVEMENT);
    refused(|s| s.moved = vec![PieceId(2), PieceId(2)], "moved[1]", rule::MOVEMENT);
    refused(|s| s.moved = vec![PieceId(1)], "moved[0]", rule::SIGHTING);
    refused(|s| s.targets = vec!["1323".into()], "targets", rule::BOMBING);
    refused(|s| s.types.axis = "Bf.108".into(), "types.axis", rule::CHARTS);
    refused(|s| s.types.axis = "Fw.190A".into(), "types.axis", rule::CHOOSING);
    refused(|s| s.types.axis = "He.111H-3".into(), "types.axis", rule::CHOOSING);
    refused(|s| s.options.axis = Some("Bf.108".into()), "options.axis", rule::CHARTS);
    refused(|s| s.options.period = Some(5), "options.period", rule::CHOOSING);
    refused(|s| s.period = Some(5), "period", rule::CHOOSING);
    refused(|s| s.period = Some(2), "types.allies", rule::CHOOSING);
    refused(|s| s.kind = Kind::Bombing, "targets", rule::BOMBING);
    refused(|s| s.declared = [(Allies, Vec::new())].into(), "declared.allies", rule::PHASES);
    refused(|s| s.phase = Start::FirstCombat, "aircraft[0].records", rule::SIGHTING);
}

#[test]
fn impossible_parts_of_a_field_are_refused_with_their_own_path() {
    let bad = |setup: Setup, path: &str, rule: RuleId| {
        let flaws = setup.flaws();
        assert!(flaws.contains(&(path.to_owned(), rule.0.to_owned())), "{path}: {flaws:?}");
    };
    let target = |n: usize, hex: &str| {
        let hex = hex.to_owned();
        scenario("bombing").with(move |s| s.targets[n] = hex)
    };
    bad(target(1, "6023"), "targets[1]", rule::MAP);
    bad(target(1, "1323"), "targets[1]", rule::BOMBING);
    let bomber =
        |change: fn(&mut spitfire::Aircraft)| scenario("bombing").with(move |s| change(&mut s.aircraft[3]));
    bad(
        bomber(|a| a.passes = 1).with(|s| s.aircraft[3].scored_in_this_stay = true),
        "aircraft[3].scored-in-this-stay",
        rule::BOMBING,
    );
    // 6.J: without a pass nobody goes home, and nobody goes home below level 1.
    bad(bomber(|a| a.status = StartStatus::LeftSafely(Exit::East)), "aircraft[3].status", rule::LEAVING);
    let down = bomber(|a| (a.passes, a.status) = (1, StartStatus::LeftSafely(Exit::Ground)));
    bad(down, "aircraft[3].status", rule::LEAVING);
    bad(scenario("formations").with(|s| s.aircraft[3].section = 3), "aircraft[3].section", rule::SCHWARM);
    let announced = |altitude, speed| {
        duel().with(move |s| {
            s.aircraft[0].announced = Some(AnnouncedMove { altitude, speed, flown: Path::default() });
        })
    };
    bad(announced(Altitude::Level, Some(12)), "aircraft[0].announced.speed", rule::DIVING);
    bad(
        announced(Altitude::VerticalDive(9), None),
        "aircraft[0].announced.altitude",
        rule::ALTITUDE_DECISION,
    );
    let records = |all: &[&str]| {
        let all: Vec<String> = all.iter().map(|&r| r.to_owned()).collect();
        duel().with(move |s| {
            s.moved = vec![PieceId(1)];
            s.aircraft[0].records = all;
        })
    };
    bad(records(&["3024 N forward", "3020 N forward"]), "aircraft[0].records[1]", rule::SIGHTING);
    bad(records(&["3022 N forward", "3021 N forward"]), "aircraft[0].records", rule::SIGHTING);
    bad(records(&["3020 N sideways"]), "aircraft[0].records[0]", rule::SIGHTING);
    let fired = game()
        .phase(Start::FirstCombat)
        .plane_with(Allies, "3020 N 10", climbed)
        .plane(Axis, "3118 S 10")
        .with(|s| {
            s.declared = [(
                Allies,
                vec![spitfire::Shot {
                    aircraft: PieceId(1),
                    gun: spitfire::Gun::Forward,
                    target: PieceId(2),
                }],
            )]
            .into();
        });
    bad(fired, "declared.allies[0]", rule::FORWARD_ONLY);
}

#[test]
fn two_aircraft_do_not_start_at_one_altitude_of_one_hex() {
    let flaws = duel().plane(Axis, "3020 S 10").flaws();
    assert_eq!(flaws, [("aircraft[3].hex".into(), rule::OCCUPIED.0.into())]);
}

#[test]
fn a_chart_holds_four_aircraft() {
    let crowd = duel().plane(Allies, "3001 S 5").plane(Allies, "3003 S 5").plane(Allies, "3005 S 5");
    assert_eq!(crowd.flaws(), [("aircraft".into(), rule::CHARTS.0.into())]);
    let none = game().plane(Allies, "3001 S 5");
    assert_eq!(none.flaws(), [("aircraft".into(), rule::CHARTS.0.into())]);
}

#[test]
fn a_chart_that_the_rules_cannot_use_is_refused() {
    let bad = |path: &str, rule: RuleId, change: &dyn Fn(&mut spitfire::Chart)| {
        let flaws = duel().chart(Allies, change).flaws();
        let path = format!("charts[0].{path}");
        assert!(flaws.contains(&(path.clone(), rule.0.into())), "{path}: {flaws:?}");
    };
    bad("minimum", rule::SPEED_TRACK, &|c| c.minimum = 0);
    bad("level-max", rule::SPEED_TRACK, &|c| c.level_max = 13);
    bad("maximum", rule::SPEED_TRACK, &|c| c.maximum = 21);
    bad("destruct-point", rule::SPEED_TRACK, &|c| c.destruct_point = 13);
    bad("acceleration", rule::ACCELERATION, &|c| c.acceleration = 0);
    bad("turn-mode", rule::TURN_MODE, &|c| c.turn_mode = [0, 3]);
    bad("climb-steps", rule::CLIMB_TRACK, &|c| c.climb_steps = 0);
    bad("climb-cost", rule::CLIMBING, &|c| c.climb_cost = 3);
    bad("hits-per-step", rule::DAMAGE, &|c| c.hits_per_step = 0);
    bad("roll-cost", rule::ROLL_COST, &|c| c.roll_cost = Some(0));
    bad("wing-over-cost", rule::WOSS_COST, &|c| c.wing_over_cost = Some([1, 1, 2]));
    bad("vertical-dive-cost", rule::VERTICAL_DIVE, &|c| c.vertical_dive_cost = 0);
    bad("vertical-dive-track", rule::DIVE_TRACK, &|c| c.vertical_dive_track = vec![0]);
    bad("results.rear", rule::RESULTS_TABLE, &|c| c.armament = Armament::ForwardAndRear);
    bad("results.forward", rule::FIELDS, &|c| c.armament = Armament::AllAround);
}

#[test]
fn any_state_of_section_9_can_be_entered() {
    let text = r#"
        kind = "air-superiority"
        types = { allies = "Spitfire-I", axis = "Bf.109E-3" }
        first = "axis"
        turn = 7
        phase = "second-combat"
        points = { allies = 31, axis = 12 }
        stop-offered-by = "axis"
        declared = { allies = [{ aircraft = 1, gun = "forward", target = 3 }] }
        aircraft = [
          { side = "allies", hex = "3020", facing = "N", altitude = 10, speed = 7, max-speed = 9, climb = 3, prep = "all-climb", attitude = "climb", wing-over-phase = 4, records = ["3020 N climb", "3020 N climb", "3020 N climb", "3020 N climb", "3020 N climb", "3020 N climb", "3020 N climb"] },
          { side = "allies", hex = "3020", facing = "N", altitude = 9, status = { left-safely = "east" }, phases = 11 },
          { side = "axis", hex = "3018", facing = "S", altitude = 10, speed = 14, previous-phase-vertical = true, prep = "vertical-dive" },
          { side = "axis", hex = "3010", facing = "S", altitude = 4, status = "shot-down" },
        ]
    "#;
    let scenario: Scenario = toml::from_str(text).unwrap();
    let fight = Setup { scenario: scenario.clone() }.start();
    let state = fight.state();
    assert_eq!((state.turn, state.phase, state.stage), (7, 3, Stage::Firing));
    assert_eq!(fight.points(), [31, 12]);
    assert_eq!(fight.table.to_act().iter().collect::<Vec<_>>(), [Axis]);
    let one = fight.plane(1);
    assert_eq!((one.hits, one.climb, one.wing_over, one.phases), (4, 3, 4, 7));
    assert_eq!((one.prep, one.attitude), (Prep::AllClimb, Attitude::Climb));
    assert_eq!(state.stop_offer, Some(Axis));
    assert!(fight.plane(3).vertical);
    // The same scenario as JSON.
    let json = serde_json::to_value(&scenario).unwrap();
    let again: Scenario = serde_json::from_value(json).unwrap();
    let position = Spitfire::set_up(&data(), &again).unwrap();
    assert_eq!(&position.state, state);
}

#[test]
fn the_states_of_bombers_formations_and_corners_can_be_entered_too() {
    let fight = scenario("bombing")
        .with(|s| {
            let bomber = &mut s.aircraft[3];
            (bomber.hex, bomber.altitude) = ("2021".into(), 1);
            (bomber.max_speed, bomber.speed, bomber.half) = (Some(8), Some(7), true);
            (bomber.passes, bomber.scored_in_this_stay) = (2, true);
            s.aircraft[4].status = StartStatus::LeftSafely(Exit::East);
            s.aircraft[4].passes = 1;
        })
        .start();
    let bomber = fight.plane(4);
    assert_eq!((bomber.hits, bomber.half, bomber.passes, bomber.scored), (5, true, 2, true));
    assert_eq!(fight.points()[1], 2 * 10 + 10 + 50, "{}", rule::BOMBING);
    let fight = scenario("formations")
        .with(|s| {
            s.aircraft[6].status = StartStatus::ShotDown;
            for (n, role) in [(3, Role::Left), (4, Role::Leader), (5, Role::Right), (6, Role::Leader)] {
                (s.aircraft[n].role, s.aircraft[n].section) = (role, 0);
            }
            s.aircraft[5].joining = 3;
        })
        .start();
    let roles: Vec<_> = (4..7).map(|n| (fight.plane(n).role, fight.plane(n).joining)).collect();
    assert_eq!(roles, [(Role::Left, 0), (Role::Leader, 0), (Role::Right, 3)], "{}", rule::SCHWARM);
    let fight = duel()
        .with(|s| {
            s.options.opt_hexagonal_space = true;
            (s.aircraft[0].facing, s.aircraft[1].facing) = ("E".into(), "SSW".into());
            s.aircraft[2].facing = "NNE".into();
        })
        .start();
    assert_eq!((fight.at(1).as_str(), fight.state().stage), ("3020 E", Stage::Moving), "{}", rule::HEXAGONAL);
}

#[test]
fn declarations_with_nobody_left_to_answer_are_refused() {
    let both = game()
        .phase(Start::FirstCombat)
        .plane_with(Allies, "3020 N 10", climbed)
        .plane(Axis, "3018 N 10")
        .with(|s| s.declared = [(Allies, Vec::new())].into());
    assert_eq!(both.flaws(), [("declared".into(), rule::DAMAGE.0.into())]);
}

#[test]
fn a_game_may_start_in_the_middle_of_a_move() {
    let announced = |flown: &str| AnnouncedMove {
        altitude: Altitude::Level,
        speed: Some(8),
        flown: Path::read(flown).unwrap(),
    };
    let mut fight = duel().with(|s| s.aircraft[0].announced = Some(announced("F3 TR"))).start();
    assert_eq!(fight.refused(1, "level 8 F8"), [rule::EXECUTION]);
    assert_eq!(fight.refused(1, "level 9 F3 TR F5"), [rule::EXECUTION]);
    assert!(fight.refused(1, "climb 8 F3 TR F3 C1").contains(&rule::EXECUTION));
    assert_eq!(fight.draft(1, "level 8").spent, 4, "the draft goes on from where it has got to");
    let decided = Command::Move(Move { altitude: Some(Altitude::Level), ..Move::of(PieceId(1)) });
    let speeds = fight.table.menu(Allies, Some(&decided)).choices;
    let legal: Vec<_> = speeds.into_iter().filter(table::Choice::legal).map(|c| c.say).collect();
    assert_eq!(legal, [Say::Draft(order(1, "level 8 F3 TR"))], "{}", rule::EXECUTION);
    fight.fly(1, "level 8 F3 TR F4");
    assert_eq!(fight.plane(1).announced, None);
    let flaws = duel().with(|s| s.aircraft[0].announced = Some(announced("F2 TR"))).flaws();
    assert_eq!(flaws, [("aircraft[0].announced.flown".into(), rule::TURNING.0.into())]);
    let flaws = duel().with(|s| s.aircraft[2].announced = Some(announced(""))).flaws();
    assert!(flaws.contains(&("aircraft[2].announced".into(), rule::EXECUTION.0.into())));
}

#[test]
fn formations_need_their_roles() {
    let flaws = scenario("formations").with(|s| s.aircraft[0].role = Role::Right).flaws();
    assert_eq!(flaws, [("aircraft[0].role".into(), rule::VEE.0.into())]);
    let flaws = scenario("formations").types("Spitfire-I", "Bf.109E-3").with(|s| s.period = Some(3)).flaws();
    assert_eq!(flaws, [("types.allies".into(), rule::FORMATIONS.0.into())]);
    let flaws = scenario("formations").with(|s| s.aircraft[1].joining = 2).flaws();
    assert_eq!(flaws, [("aircraft[1].joining".into(), rule::SCHWARM.0.into())]);
}

#[test]
fn a_position_that_is_already_decided_is_over() {
    let fight = duel().with(|s| s.aircraft[2].status = StartStatus::LeftLost(Exit::Ground)).start();
    assert_eq!((fight.over(), fight.winner()), (true, Some(Side::Allies)));
}

#[test]
fn bad_data_files_name_file_and_field() {
    let mut files: std::collections::BTreeMap<String, String> =
        Spitfire::files().iter().map(|(p, t)| ((*p).to_owned(), (*t).to_owned())).collect();
    // The first chart, PZL.11, begins its Speed Track at 2.
    let spoilt = files["aircraft.toml"].replacen("minimum = 2", "minimum = 11", 1);
    files.insert("aircraft.toml".into(), spoilt);
    let flaws = Spitfire::load(&files).unwrap_err();
    assert!(flaws.iter().any(|f| f.file.as_deref() == Some("aircraft.toml") && f.path == "chart[0].minimum"));
    files.remove("tables.toml");
    let flaws = Spitfire::load(&files).unwrap_err();
    assert!(flaws.iter().any(|f| f.file.as_deref() == Some("tables.toml")));
}

/// 6.E was waived for the one that came last; it is the other's turn.
#[test]
fn aircraft_that_share_a_hex_by_the_waiver_can_be_entered_after_the_start() {
    let shared = duel().plane(Axis, "3020 S 10");
    assert_eq!(shared.clone().with(|s| s.turn = 2).flaws(), [], "{}", rule::OCCUPIED);
    assert_eq!(shared.phase(Start::SecondMovement).flaws(), []);
}

/// 7.F: shot down is whoever's Maximum Speed is at the Destruct Point or below, and nobody else.
#[test]
fn a_wreck_has_the_hits_that_brought_it_down() {
    let fight = duel().with(|s| s.aircraft[1].status = StartStatus::ShotDown).start();
    assert_eq!((fight.plane(2).max, fight.plane(2).hits), (6, 7), "{}", rule::DAMAGE);
    let flawed = |status, max| {
        duel().with(|s| (s.aircraft[1].status, s.aircraft[1].max_speed) = (status, Some(max))).flaws()
    };
    let flaw = [("aircraft[1].max-speed".to_owned(), rule::SPEED_TRACK.0.to_owned())];
    assert_eq!(flawed(StartStatus::ShotDown, 7), flaw);
    assert_eq!(flawed(StartStatus::LeftLost(Exit::East), 6), flaw);
    assert_eq!(flawed(StartStatus::ShotDown, 4), []);
}

#[test]
fn points_beyond_all_reason_are_refused() {
    for points in [i32::MIN, i32::MAX, 1_000_001] {
        refused(|s| s.points = [(Axis, points)].into(), "points.axis", rule::SCENARIOS);
    }
    assert_eq!(duel().with(|s| s.points = [(Axis, -5)].into()).start().points(), [0, -5]);
}

#[test]
fn what_is_prepared_goes_with_attitude_and_dive() {
    refused(
        |s| s.aircraft[0].previous_phase_vertical = true,
        "aircraft[0].previous-phase-vertical",
        rule::SPLIT_S,
    );
    // 11.A: levelling off clears the preparation, not the dive.
    let inter = |prep, vertical, attitude| {
        let setup = duel().with(|s| {
            s.options.opt_inter_altitude = true;
            let a = &mut s.aircraft[0];
            (a.prep, a.previous_phase_vertical, a.attitude) = (prep, vertical, attitude);
        });
        setup.flaws()
    };
    assert_eq!(inter(Prep::None, true, Attitude::Level), []);
    assert_eq!(inter(Prep::VerticalDive, true, Attitude::Dive), []);
    let flaw = [("aircraft[0].attitude".to_owned(), rule::LEVELLING_OFF.0.to_owned())];
    assert_eq!(inter(Prep::AllClimb, false, Attitude::Level), flaw);
}

/// Digest section 9: `prep` follows from the move, also for types that cannot use it; only those that can are told so.
#[test]
fn a_bomber_that_has_climbed_all_phase_is_not_ready_for_a_wing_over() {
    let mut fight = scenario("bombing").with(|s| s.aircraft.truncate(4)).phase(Start::SecondMovement).start();
    fight.fly(4, "climb 8 C8");
    assert_eq!(fight.plane(4).prep, Prep::AllClimb);
    let tags = &fight.table.view(table::Seat::Axis).aircraft[3].tags;
    assert!(tags.iter().all(|t| t.rule != rule::WING_OVER), "{tags:?}");
    assert_eq!(scenario("bombing").with(|s| s.aircraft[3].prep = Prep::AllClimb).flaws(), []);
}

#[test]
fn only_the_survivor_of_a_broken_schwarm_joins() {
    let flaw =
        |n: usize, field: &str, rule: RuleId| vec![(format!("aircraft[{n}].{field}"), rule.0.to_owned())];
    let schwarm = scenario("formations").with(|s| s.aircraft[3].joining = 2);
    assert_eq!(schwarm.flaws(), flaw(3, "joining", rule::SCHWARM));
    let vee = scenario("formations").with(|s| (s.aircraft[0].joining, s.aircraft[2].joining) = (2, 2));
    assert_eq!(vee.flaws(), flaw(2, "joining", rule::SCHWARM));
    // The only wingman is a Leader's: without one the two have their own slots.
    let wing = scenario("formations").with(|s| {
        s.aircraft[1].status = StartStatus::ShotDown;
        s.aircraft[0].role = Role::Wing;
    });
    assert_eq!(wing.flaws(), flaw(0, "role", rule::VEE));
}

/// 10.0: the choice of a corner is for the start; the records and announced moves of others say where they point.
#[test]
fn whoever_has_begun_to_move_points_at_a_corner() {
    let setup = |facing: &str| {
        let facing = facing.to_owned();
        duel().with(move |s| {
            s.options.opt_hexagonal_space = true;
            s.aircraft[0].facing = facing;
            let announced = AnnouncedMove { altitude: Altitude::Level, speed: None, flown: Path::default() };
            s.aircraft[0].announced = Some(announced);
        })
    };
    assert_eq!(setup("N").flaws(), [("aircraft[0].facing".into(), rule::HEXAGONAL.0.into())]);
    assert_eq!(setup("NNE").flaws(), []);
}
