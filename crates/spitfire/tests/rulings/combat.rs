//! 7.0–7.H.

use crate::common::*;
use spitfire::{Kind, Spitfire, Start, Status, rule};
use table::{ActError, Library, PieceId, Pilot, Seat, UndoError};

/// A combat phase after the Axis moved.
fn duel() -> Setup {
    game().first(Axis).types("D.520", "Bf.109E-3").phase(Start::FirstCombat)
}

fn moved(setup: Setup, words: &str) -> Setup {
    setup.plane_with(Axis, words, climbed)
}

#[test]
fn ex_30_a_burst_from_astern_slows_the_target() {
    let mut fight = game()
        .first(Axis)
        .types("D.520", "Bf.109E-3")
        .plane(Axis, "3028 N 10 8")
        .plane(Allies, "3018 N 10 12")
        .start();
    fight.fly(1, "level 8 F8");
    assert_eq!(fight.at(1), "3020 N");
    assert_eq!(fight.table.to_act().iter().collect::<Vec<_>>(), [Axis], "the D.520 cannot answer");
    let odds = fight.shot(1, "forward", 2).unwrap();
    assert_eq!(odds.calculations[0].total, 2);
    assert_eq!(odds.hit.exact, "5/6");
    fight.say_with(Axis, fire("1 forward 2"), &[2]);
    let target = fight.plane(2);
    assert_eq!((target.max, target.speed, target.hits), (9, 9, 3));
    assert!(fight.legal(2, "v1 9 F2"));
    assert_eq!(fight.refused(2, "v2 9 F2"), [rule::VERTICAL_DIVE]);
    assert!(fight.cites(rule::COMBAT) && fight.cites(rule::RESULTS_TABLE) && fight.cites(rule::INDIVIDUAL));
}

#[test]
fn ex_31_rows_ahead_and_astern() {
    let bears = |gun: &str, hex: &str| {
        let fight = scenario("bombing")
            .types("Hurricane-I", "Ju.87B-2")
            .with(|s| s.aircraft.clear())
            .plane(Axis, "3020 NE 10")
            .plane(Allies, &format!("{hex} N 10"))
            .start();
        let why = fight.shot(1, gun, 2).err().unwrap_or_default();
        !why.contains(&rule::FORWARD_AND_REAR)
    };
    for hex in ["3120", "3219", "3319", "3418"] {
        assert!(bears("forward", hex) && !bears("rear", hex), "{hex}");
    }
    for hex in ["2921", "2821", "2722"] {
        assert!(!bears("forward", hex) && bears("rear", hex), "{hex}");
    }
    assert!(!bears("forward", "3119") && !bears("rear", "3119"));
    let card = Spitfire::cards(&data()).into_iter().find(|c| c.id == "Ju.87B-2").unwrap();
    assert!(card.values.iter().any(|v| v.rule == rule::FIELDS && v.value == "forward guns, rear gun"));
}

#[test]
fn ex_32_maximum_speed_at_the_destruct_point_is_shot_down() {
    let setup = moved(moved(duel(), "3020 N 10"), "3016 S 10").plane(Allies, "3018 NE 10 12");
    let mut fight = setup.start();
    fight.say_with(Axis, fire("1 forward 3, 2 forward 3"), &[2, 3]);
    assert_eq!((fight.plane(3).max, fight.plane(3).status), (7, Status::Flying));
    let setup = moved(duel(), "3020 N 10").plane_with(Allies, "3018 N 10 7", |a| a.max_speed = Some(7));
    let mut fight = setup.start();
    fight.say_with(Axis, fire("1 forward 2"), &[3]);
    assert_eq!((fight.plane(2).max, fight.plane(2).status), (5, Status::ShotDown));
    assert!(fight.over());
}

#[test]
fn ex_33_two_hit_types_lose_a_step_for_every_second_point() {
    // (max, half) before, the die that gives the points at range 1, (max, half) after.
    for (before, die, after) in
        [((10, false), 5, (10, true)), ((10, true), 3, (9, true)), ((9, true), 5, (8, false))]
    {
        let mut fight = scenario("bombing")
            .with(|s| s.aircraft.clear())
            .phase(Start::FirstCombat)
            .plane_with(Allies, "3020 N 10", climbed)
            .plane_with(Axis, "3019 N 10 8", |a| (a.max_speed, a.half) = (Some(before.0), before.1))
            .start();
        fight.say(Axis, fire(""));
        fight.say_with(Allies, fire("1 forward 2"), &[die]);
        assert_eq!((fight.plane(2).max, fight.plane(2).half), after, "{}", rule::DAMAGE);
    }
}

#[test]
fn ex_34_fire_is_simultaneous() {
    let setup = duel()
        .plane_with(Axis, "3020 N 10", |a| {
            climbed(a);
            a.max_speed = Some(8);
        })
        .plane_with(Allies, "3018 S 10", |a| (a.max_speed, a.speed) = (Some(6), Some(6)));
    let mut fight = setup.start();
    fight.say(Axis, fire("1 forward 2"));
    fight.say_with(Allies, fire("2 forward 1"), &[2, 2]);
    assert_eq!((fight.plane(1).status, fight.plane(2).status), (Status::ShotDown, Status::ShotDown));
    assert!(fight.over());
}

#[test]
fn ex_35_damage_of_one_phase_adds_up() {
    let setup = moved(moved(duel(), "3020 N 10"), "3016 S 10").plane(Allies, "3018 NE 10 10");
    let mut fight = setup.start();
    fight.say_with(Axis, fire("1 forward 3, 2 forward 3"), &[3, 2]);
    assert_eq!((fight.plane(3).hits, fight.plane(3).max, fight.plane(3).speed), (5, 7, 7));
}

#[test]
fn ex_36_fire_passes_one_occupied_hex_never_two() {
    let shot = |further: Option<&str>, option: bool| {
        let mut setup = moved(duel(), "3020 N 8").plane(Axis, "3019 N 8").plane(Allies, "3017 N 8");
        climbed(&mut setup.scenario.aircraft[1]);
        setup.scenario.options.opt_level_blocking = option;
        if let Some(words) = further {
            setup = setup.plane(Allies, words);
        }
        setup.start().shot(1, "forward", 3).err().unwrap_or_default()
    };
    assert_eq!(shot(None, false), []);
    assert_eq!(shot(Some("3018 N 8"), false), [rule::THROUGH_OCCUPIED]);
    assert_eq!(shot(Some("3018 N 9"), false), [rule::THROUGH_OCCUPIED]);
    assert_eq!(shot(Some("3018 N 8"), true), [rule::THROUGH_OCCUPIED]);
    assert_eq!(shot(Some("3018 N 9"), true), []);
}

#[test]
fn ex_37_along_a_hexside_both_hexes_must_be_occupied() {
    // From 0102 to 0502 the second step is 0302; the first lies between 0201 and 0202.
    let shot = |more: &[&str]| {
        let mut setup = scenario("bombing").with(|s| s.aircraft.clear()).phase(Start::FirstCombat);
        setup = setup.plane(Axis, "0102 SE 10").plane_with(Allies, "0502 N 10", climbed);
        for words in more {
            setup = setup.plane(Axis, words);
        }
        setup.start().shot(1, "all-around", 2).err().unwrap_or_default()
    };
    assert_eq!(shot(&["0302 N 10"]), []);
    assert_eq!(shot(&["0302 N 10", "0201 N 10"]), []);
    assert_eq!(shot(&["0302 N 10", "0202 N 10"]), []);
    assert_eq!(shot(&["0302 N 10", "0201 N 10", "0202 N 10"]), [rule::THROUGH_OCCUPIED]);
}

#[test]
fn ex_38_a_vertical_dive_onto_an_enemy_is_accepted_and_neither_may_fire() {
    let mut fight = scenario("bombing")
        .types("Hurricane-I", "Ju.87B-2")
        .with(|s| s.aircraft.clear())
        .phase(Start::SecondMovement)
        .plane(Axis, "3020 N 6 5")
        .plane(Axis, "0105 S 20")
        .plane(Allies, "3020 N 4")
        .start();
    fight.fly(1, "v2 5 V5");
    assert_eq!((fight.plane(1).altitude, fight.plane(3).altitude), (4, 4));
    assert_eq!(fight.shot(1, "forward", 3).unwrap_err()[0], rule::FORWARD_AND_REAR);
    assert_eq!(fight.shot(1, "rear", 3).unwrap_err()[0], rule::FORWARD_AND_REAR);
    assert_eq!(fight.shot(3, "forward", 1).unwrap_err()[0], rule::FORWARD_ONLY);
    let all_around = scenario("bombing")
        .with(|s| s.aircraft.clear())
        .phase(Start::FirstCombat)
        .plane_with(Allies, "3020 N 4", climbed)
        .plane(Axis, "3020 N 4")
        .plane(Axis, "3021 N 4")
        .start();
    assert_eq!(all_around.shot(2, "all-around", 1).unwrap_err(), [rule::RANGE]);
    assert!(all_around.shot(3, "all-around", 1).is_ok(), "{}", rule::ALL_AROUND);
}

#[test]
fn ex_39_range_is_the_shortest_distance() {
    let fight = moved(duel(), "3020 N 10").plane(Allies, "3017 N 10").plane(Allies, "3614 N 10").start();
    assert_eq!(fight.shot(1, "forward", 2).unwrap().calculations[0].total, 3);
    let (rules, state) = (fight.table.rules(), fight.table.state());
    let why =
        Spitfire::odds(rules, state, table::OddsOf { shooter: PieceId(1), target: PieceId(3), with: None })
            .unwrap_err();
    let range = why.iter().find(|r| r.rule == rule::RANGE).unwrap();
    assert_eq!(range.numbers[0], 9);
}

#[test]
fn only_enemies_in_flight_are_targets_and_each_gun_has_one() {
    let setup =
        moved(moved(duel(), "3020 N 10"), "3120 N 10").plane(Allies, "3018 N 10").plane(Allies, "3016 N 10");
    let fight = setup.start();
    assert_eq!(fight.why(Axis, fire("1 forward 3")), []);
    assert_eq!(fight.why(Axis, fire("1 forward 2")), [rule::COMBAT]);
    assert_eq!(fight.why(Axis, fire("1 forward 9")), [rule::COMBAT]);
    assert_eq!(fight.why(Axis, fire("3 forward 1")), [rule::COMBAT]);
    assert_eq!(fight.why(Axis, fire("1 forward 3, 1 forward 4")), [rule::ONE_TARGET]);
    assert_eq!(fight.why(Axis, fire("1 rear 3")), [rule::FORWARD_ONLY]);
    assert_eq!(fight.why(Axis, fire("")), [], "{}", rule::VOLUNTARY);
    assert_eq!(fight.why(Allies, fire("")), [rule::PHASES]);
}

#[test]
fn a_two_gun_aircraft_engages_one_target_per_gun() {
    let mut fight = scenario("bombing")
        .types("Hurricane-I", "Ju.87B-2")
        .with(|s| s.aircraft.clear())
        .phase(Start::SecondCombat)
        .plane_with(Axis, "3020 N 10 7", |a| a.records = north("3020", 7))
        .plane(Allies, "3018 N 10")
        .plane(Allies, "3024 S 10")
        .start();
    fight.say_with(Axis, fire("1 rear 3, 1 forward 2"), &[1, 1]);
    // The forward gun rolls first, whatever the order of the declaration.
    let fired: Vec<_> = fight.log_of(Seat::Observer).into_iter().filter(|e| e.dice.len() == 1).collect();
    assert_eq!(fired[0].target, Some(PieceId(2)), "{}", rule::FORWARD_AND_REAR);
    assert_eq!((fight.plane(2).hits, fight.plane(3).hits), (1, 1));
}

#[test]
fn fire_needs_the_same_level() {
    let fight = moved(duel(), "3020 N 10").plane(Allies, "3018 N 9").plane(Allies, "3016 N 10").start();
    assert_eq!(fight.shot(1, "forward", 2).unwrap_err(), [rule::SAME_ALTITUDE]);
    assert!(fight.shot(1, "forward", 3).is_ok());
}

#[test]
fn a_phase_without_a_legal_shot_is_skipped() {
    let mut fight = game().plane(Allies, "3020 N 10 5").plane(Axis, "0105 S 20 5").start();
    fight.fly(1, "level 5 F5");
    assert_eq!((fight.state().phase, fight.table.to_act().iter().next()), (2, Some(Axis)));
    let steps = fight.table.view(Seat::Observer).phase.steps;
    let rules: Vec<_> = steps.iter().map(|s| s.rule).collect();
    assert_eq!(rules, [rule::PHASES, rule::FIRST_COMBAT, rule::SECOND_MOVEMENT, rule::SECOND_COMBAT]);
    assert!(fight.cites(rule::FIRST_COMBAT) && fight.cites(rule::SECOND_MOVEMENT));
}

#[test]
fn dice_are_asked_for_all_shots_at_once() {
    let setup = moved(moved(duel(), "3020 N 10"), "3016 S 10").plane(Allies, "3018 NE 10 10");
    let mut fight = setup.start();
    let command = fire("1 forward 3, 2 forward 3");
    match fight.table.act(Axis, command.clone(), &[]) {
        Err(ActError::Need(need)) => assert_eq!((need.count, need.ask.rule), (2, rule::DAMAGE)),
        other => panic!("{other:?}"),
    }
    fight.say_with(Axis, command, &[6, 6]);
    assert_eq!(fight.table.undo(Axis), Err(UndoError::Shown));
}

/// How many dice are needed would tell the second declarer how often the first one fires (7.E): the second declaration stands
/// before it is told.
#[test]
fn the_second_declarer_is_bound_before_the_dice_tell_of_the_first_declaration() {
    for (first, dice) in [("", 1), ("1 forward 2", 2)] {
        for given in [&[][..], &[9]] {
            let mut fight = game().plane(Allies, "3024 N 10 5").plane(Axis, "3016 S 10 5").start();
            fight.fly(1, "level 5 F5");
            fight.table.act(Allies, fire(first), &[]).unwrap();
            fight.table.act(Axis, fire("2 forward 1"), given).unwrap_err();
            match fight.table.act(Axis, fire(""), &[]) {
                Err(ActError::Refused(why)) => assert_eq!(why.first().unwrap().rule, table::rule::STANDS),
                other => panic!("{other:?}"),
            }
            fight.say_with(Axis, fire("2 forward 1"), &vec![6; dice]);
        }
    }
}

#[test]
fn odds_are_exact_and_need_a_known_gun() {
    let fight = moved(duel(), "3020 N 10")
        .plane_with(Allies, "3018 N 10", |a| (a.max_speed, a.speed) = (Some(8), Some(8)))
        .start();
    let odds = fight.shot(1, "forward", 2).unwrap();
    // Range 2: 4 3 2 2 1 0; three points bring 8 down to 5, the Destruct Point.
    assert_eq!((odds.kill.exact.as_str(), odds.expected_milli), ("1/3", 2_000));
    assert_eq!(odds.damage.len(), 5);
    assert_eq!(fight.shot(1, "bow", 2).unwrap_err(), [rule::FIELDS]);
    assert_eq!(fight.shot(9, "forward", 2).unwrap_err(), [rule::COMBAT]);
}

#[test]
fn a_kind_of_scenario_has_its_rule() {
    let kinds = [Kind::AirSuperiority, Kind::Bombing, Kind::Formations, Kind::FormationsVariant];
    let rules = [rule::AIR_SUPERIORITY, rule::BOMBING, rule::FORMATIONS, rule::FORMATION_VARIANT];
    assert_eq!(kinds.map(Kind::rule), rules);
}

/// Two fighters in each other's rows: before anybody has moved nobody is sighted, and there are no odds of a shot.
#[test]
fn before_the_move_nobody_is_sighted() {
    let mut fight =
        game().plane(Allies, "3024 N 10 5").plane(Allies, "0105 S 20").plane(Axis, "3016 S 10 5").start();
    assert!(
        fight.shot(1, "forward", 3).unwrap_err().contains(&rule::FIRER_MOVED),
        "{}",
        rule::SIGHTING_REQUIRED
    );
    assert!(fight.shot(3, "forward", 1).unwrap_err().contains(&rule::TARGET_MOVED));
    fight.fly(1, "level 5 F5");
    assert!(fight.shot(1, "forward", 3).is_ok() && fight.shot(3, "forward", 1).is_ok());
}
