//! Sections 5 and 6: turn sequence and fighter movement.

use crate::common::*;
use fast_and_easy::Command;
use fast_and_easy::scenario::{MarkerSpec, MovingSpec};
use fast_and_easy::state::{Stage, Status};
use serde_json::json;

/// One escort at 10.10 facing east, and whether each path is legal or which rule refuses it.
fn at_10_10(aircraft: &str) -> Setup {
    at_step(1).escort(aircraft, "10.10", 0)
}

fn ends(aircraft: &str, path: &str, dice: &[u8]) -> String {
    let mut g = at_10_10(aircraft).play();
    g.ok(fly(1, path), dice);
    g.pose(1)
}

fn refused(aircraft: &str, path: &str) -> table::RuleId {
    at_10_10(aircraft).play().no(fly(1, path))
}

#[test]
fn ex_09_combat_starts_within_four_hexes_at_the_end_of_a_move() {
    let mut g =
        at_step(4).bomber("B17 E", "10.10", 0).interceptor("ME 109 G", "20.10", 3).before_combat().play();
    g.ok(fly(4, "F F F F F"), &[]).ok(fly(2, "F F F F F"), &[]);
    assert_eq!(g.hex(2), "15.10");
    assert!(!g.table.state().combat, "5 apart");
    g.ok(fly(3, "F F F F"), &[]);
    assert!(!g.table.state().combat, "still 5 apart after step 1");
    g.ok(fly(1, "F"), &[]);
    assert!(g.table.state().combat, "after step 3 they are 4 apart");
    assert!(g.cites(rule::COMBAT_STARTS));
}

#[test]
fn ex_10_a_move_is_speed_or_one_less() {
    assert_eq!(ends("FW 190 A", "F F F F", &[]), "14.10/0");
    assert_eq!(ends("FW 190 A", "F F F F F", &[]), "15.10/0");
    assert_eq!(refused("FW 190 A", "F F F"), rule::SPEED_RANGE);
    assert_eq!(refused("FW 190 A", "F F F F F F"), rule::SPEED_RANGE);
}

#[test]
fn ex_11_jets_may_also_move_two_less() {
    let mut g = at_step(1).escort("ME 262", "05.10", 0).play();
    assert_eq!(g.no(fly(1, "F F F F F F")), rule::SPEED_RANGE);
    g.ok(fly(1, "F F F F F F F"), &[]);
    assert_eq!(g.pose(1), "12.10/0", "{}", rule::JET_SPEED);
}

#[test]
fn ex_12_escorts_cruise_with_the_bombers_until_combat_starts() {
    let drawn = || at_step(1).escort("P51 Mustang", "10.10", 0).bomber("B17 G", "10.12", 0);
    for hexes in 1..=6 {
        let path = "F ".repeat(hexes);
        let mut cruising = drawn().before_combat().play();
        if (2..=5).contains(&hexes) {
            cruising.ok(fly(1, &path), &[]);
        } else {
            assert_eq!(cruising.no(fly(1, &path)), rule::SPEED_RANGE, "{}", rule::ESCORT_CRUISE);
        }
        let mut fighting = drawn().play();
        if (4..=5).contains(&hexes) {
            fighting.ok(fly(1, &path), &[]);
        } else {
            assert_eq!(fighting.no(fly(1, &path)), rule::SPEED_RANGE);
        }
    }
}

#[test]
fn a_straggler_leads_its_escort_at_its_own_speed() {
    // The nearest bomber, a B17 E (SPEED 2), is out of the formation of B17 Gs (SPEED 3).
    let drawn = |hex: &str| {
        at_step(1)
            .escort("P47 Thunderbolt", "10.16", 0)
            .formation("B17 G", "box3", "10.10", &["10.10", hex, "09.08"])
            .plane_is(2, |s| s.aircraft = Some("B17 E".into()))
            .before_combat()
    };
    drawn("09.13").play().ok(fly(1, "F"), &[]);
    assert_eq!(drawn("09.12").play().no(fly(1, "F")), rule::SPEED_RANGE, "{}", rule::ESCORT_CRUISE);
}

#[test]
fn a_refused_total_names_every_legal_one() {
    let drawn =
        || at_step(1).escort("P47 Thunderbolt", "10.10", 0).bomber("B17 G", "10.12", 0).before_combat();
    let why = |path: &str| -> Vec<String> {
        let menu = drawn().play().table.menu(table::Side::Allies, Some(&fly(1, path)));
        menu.draft.unwrap().barred.into_iter().map(|b| b.why).collect()
    };
    let says = ["4 hexes are not a legal move: 5 to 6 are", "or 2 to 3 hexes with the bombers"];
    assert_eq!(why("F F F F"), says, "{}", rule::SPEED_RANGE);
    assert_eq!(why("F")[0], "1 hex is not a legal move: 5 to 6 hexes are");
}

#[test]
fn ex_13_a_slip_goes_forward_and_to_one_side() {
    let g = at_10_10("Spitfire I").play();
    let shown = |g: &Played, path: &str| {
        let draft = g.table.menu(table::Side::Allies, Some(&fly(1, path))).draft.unwrap();
        (draft.pose.unwrap().at, draft.pose.unwrap().heading, draft.spent)
    };
    let at = |col, row| table::view::At::Hex { col, row };
    assert_eq!(shown(&g, "SR"), (at(10, 11), 90, 1));
    assert_eq!(shown(&g, "SL"), (at(10, 9), 90, 1));
    assert_eq!(g.no(fly(1, "SR")), rule::SPEED_RANGE);
    let menu = g.table.menu(table::Side::Allies, Some(&fly(1, "")));
    let slip = menu.choices.iter().find(|c| c.label == "Slip right").unwrap();
    assert_eq!((slip.rule, slip.key), (rule::SLIP, Some('E')));
}

#[test]
fn ex_14_slips_are_limited_by_speed_only() {
    assert_eq!(ends("Spitfire I", "SR SR F SL", &[]), "12.11/0");
    assert_eq!(ends("Spitfire I", "SR SR SR SR", &[]), "12.14/0", "{}", rule::SLIP);
}

#[test]
fn ex_15_slips_to_both_sides_need_a_straight_hex_between() {
    assert_eq!(refused("Spitfire I", "SR SL F F"), rule::SLIP_SIDE_CHANGE);
}

#[test]
fn ex_16_the_slip_side_is_remembered_between_moves() {
    let slipped = || at_10_10("Hurricane").is(|s| s.slip = Some(Right));
    assert_eq!(slipped().play().no(fly(1, "SL F F F")), rule::SLIP_SIDE_CHANGE);
    slipped().play().ok(fly(1, "SR F F F"), &[]);
    slipped().play().ok(fly(1, "F SL F F"), &[]);
}

#[test]
fn ex_17_a_turn_needs_straight_flight_before_it() {
    assert_eq!(ends("Spitfire I", "F F TR F F", &[]), "13.12/1", "{}", rule::TURN);
}

#[test]
fn ex_18_a_second_turn_uses_the_hexes_after_the_first() {
    assert_eq!(ends("Spitfire I", "F F TR F F TR", &[]), "13.12/2", "{}", rule::TURN);
}

#[test]
fn ex_19_a_slip_starts_the_straight_run_again() {
    assert_eq!(refused("FW 190 A", "F F TR F F"), rule::TURN);
    assert_eq!(refused("FW 190 A", "F F SR F TR F"), rule::TURN);
}

#[test]
fn ex_20_after_a_turn_comes_a_straight_hex() {
    assert_eq!(refused("Spitfire I", "F F TR SL F"), rule::TURN_FOLLOW_THROUGH);
}

#[test]
fn ex_21_a_turn_is_declared_with_its_straight_hexes() {
    let mut g = at_10_10("ME 109 G").play();
    g.ok(fly(1, "F F F TR F F DL"), &[]);
    assert_eq!((g.pose(1).as_str(), g.marker(1).as_deref()), ("14.12/1", Some("L2")));
    assert!(g.cites(rule::DECLARED_TURN));
}

fn declared() -> Played {
    at_step(1)
        .escort("ME 109 G", "14.12", 1)
        .is(|s| s.marker = Some(MarkerSpec { side: Left, run: 2 }))
        .play()
}

#[test]
fn ex_22_declared_hexes_count_in_the_next_move() {
    let mut g = declared();
    g.ok(fly(1, "F TL F F F TL F"), &[]);
    assert_eq!((g.pose(1).as_str(), g.marker(1)), ("18.12/5", None), "{}", rule::DECLARED_TURN);
}

#[test]
fn ex_23_a_declared_turn_binds() {
    for path in ["SL F F F F", "F F F F F", "F TR F F F", "IM F F"] {
        assert_eq!(declared().no(fly(1, path)), rule::DECLARED_TURN, "{path}");
    }
}

#[test]
fn ex_24_a_declaration_needs_a_run_too_short_to_turn() {
    assert_eq!(refused("P51 Mustang", "SL F F F DR"), rule::DECLARED_TURN);
    assert_eq!(refused("P51 Mustang", "F F F SL DR"), rule::DECLARED_TURN);
    let mut g = at_10_10("P51 Mustang").play();
    g.ok(fly(1, "F F SL F F DR"), &[]);
    assert_eq!(g.marker(1).as_deref(), Some("R2"));
}

#[test]
fn ex_93_jettisoning_makes_a_declared_turn_due() {
    let p40 = || at_10_10("P40").loaded().is(|s| s.marker = Some(MarkerSpec { side: Right, run: 3 }));
    p40().play().ok(fly(1, "F TR F F"), &[]);
    let mut g = p40().play();
    assert_eq!(g.no(fly_bare(1, "F F F F")), rule::DECLARED_TURN);
    g.ok(fly_bare(1, "TR F F F F"), &[]);
    assert_eq!(g.marker(1), None);
    assert!(g.cites(rule::FIGHTER_BOMBER));
}

#[test]
fn ex_25_an_immelmann_reverses_in_its_last_hex() {
    assert_eq!(ends("P51 Mustang", "IM F F F", &[4]), "09.10/3");
    assert_eq!(ends("P51 Mustang", "IM F F", &[4]), "10.10/3", "{}", rule::IMMELMANN);
}

#[test]
fn ex_26_an_immelmann_needs_its_rating_in_hexes() {
    assert_eq!(ends("ME 410", "IM", &[3]), "15.10/3");
    assert_eq!(refused("ME 410", "F IM"), rule::IMMELMANN);
}

#[test]
fn ex_27_an_immelmann_may_follow_a_slip() {
    assert_eq!(ends("ME 109 G", "SR IM F", &[5]), "12.11/3", "{}", rule::IMMELMANN);
}

#[test]
fn ex_28_a_stuka_makes_no_immelmann() {
    assert_eq!(refused("JU87 Stukas", "IM F"), rule::IMMELMANN);
}

#[test]
fn ex_29_after_an_immelmann_only_straight_flight_is_left() {
    assert_eq!(refused("P51 Mustang", "IM SL F F"), rule::IMMELMANN);
    let mut g = at_10_10("P51 Mustang").play();
    g.ok(fly(1, "IM"), &[6]);
    assert_eq!(g.no(fly(1, "SL F F")), rule::IMMELMANN);
}

#[test]
fn ex_30_a_turn_may_be_declared_after_an_immelmann() {
    let mut g = at_10_10("P51 Mustang").play();
    g.ok(fly(1, "IM F F F DR"), &[4]);
    assert_eq!(g.marker(1).as_deref(), Some("R2"), "{}", rule::DECLARED_TURN);
}

#[test]
fn ex_31_the_way_of_an_immelmann_must_be_clear() {
    let g = at_10_10("P51 Mustang").interceptor("ME 109 G", "12.10", 3).play();
    assert_eq!(g.no(fly(1, "IM F F F")), rule::IMMELMANN_CLEAR);
    at_10_10("P51 Mustang").interceptor("ME 109 G", "13.10", 3).play().ok(fly(1, "IM F F F"), &[4]);
    let edge = at_step(1).escort("P51 Mustang", "38.10", 0).play();
    assert_eq!(edge.no(fly(1, "IM F F F")), rule::IMMELMANN_CLEAR);
}

#[test]
fn ex_32_a_failed_immelmann_leaves_straight_flight() {
    for (path, end) in [("F F F F F", "15.10/0"), ("F F F F", "14.10/0")] {
        let mut g = at_10_10("P51 Mustang").play();
        g.ok(fly(1, "IM F F F"), &[2]);
        assert!(g.cites(rule::IMMELMANN_ROLL));
        assert_eq!(g.no(done()), rule::SEQUENCE);
        assert_eq!(g.no(fly(1, "SR F F F")), rule::IMMELMANN);
        assert_eq!(g.no(fly(2, "F F F F")), rule::SEQUENCE);
        g.ok(fly(1, path), &[]);
        assert_eq!(g.pose(1), end);
    }
}

#[test]
fn ex_33_a_komet_fails_on_a_one_only() {
    assert_eq!(ends("ME 163 Komet", "IM F F", &[2]), "16.10/3", "{}", rule::IMMELMANN_ROLL);
    for (hexes, end) in [(10, "20.10/0"), (9, "19.10/0"), (8, "18.10/0")] {
        let mut g = at_10_10("ME 163 Komet").play();
        g.ok(fly(1, "IM F F"), &[1]).ok(fly(1, &"F ".repeat(hexes)), &[]);
        assert_eq!(g.pose(1), end);
    }
}

#[test]
fn ex_34_no_move_ends_in_a_hex_with_another_plane() {
    let mut g = at_10_10("FW 190 A").bomber("B17 G", "15.10", 0).play();
    assert_eq!(g.no(fly(1, "F F F F F")), rule::STACKING);
    g.ok(fly(1, "F F F F"), &[]);
    assert_eq!(g.hex(1), "14.10");
}

#[test]
fn ex_35_with_both_ends_taken_it_flies_as_far_as_it_can() {
    let mut g = at_10_10("P51 Mustang").bomber("B17 G", "14.10", 0).bomber("B17 G", "15.10", 0).play();
    g.ok(fly(1, "IM F F F"), &[1]);
    assert_eq!(g.pose(1), "13.10/0", "{}", rule::NO_LEGAL_MOVE);
}

#[test]
fn a_plane_without_a_legal_move_flies_straight_on() {
    // A glider's two totals are both taken and it may not slip while its turn is declared.
    let mut drawn = at_step(1).escort("JU87 Stukas", "10.10", 0).is(|s| {
        s.marker = Some(MarkerSpec { side: Left, run: 1 });
    });
    for hex in ["12.10", "13.10"] {
        drawn = drawn.bomber("B17 G", hex, 0);
    }
    // Turn 3: the declared turn falls due after two hexes, and the hexes beyond it are taken too.
    let mut g = drawn.bomber("B17 G", "12.09", 0).play();
    assert_eq!(g.no(fly(1, "F F")), rule::NO_LEGAL_MOVE);
    g.ok(fly(1, "F"), &[]);
    assert_eq!((g.hex(1).as_str(), g.marker(1).as_deref()), ("11.10", Some("L2")));
}

#[test]
fn ex_36_a_fighter_that_leaves_the_map_may_return_two_turns_later() {
    let mut g = at_step(4).interceptor("FW 190 A", "36.10", 0).bomber("B17 G", "05.20", 0).play();
    g.ok(fly(1, "F F F F"), &[]);
    assert_eq!(g.plane(1).status, Status::OffMap { edge: sky::Edge::East, turn: 3 });
    assert_eq!(g.no(enter(1, "39.12", 3, "F F F")), rule::SEQUENCE, "in this turn it has moved");
    g.ok(fly(4, "F F F F"), &[]);
    // Turn 4: it misses its movement step.
    g.ok(fly(3, "F F F F"), &[]).ok(fly(2, "F F F"), &[]);
    assert_eq!(g.table.state().turn, 4);
    assert_eq!(g.no(enter(1, "39.12", 3, "F F F")), rule::MAP_EDGE);
    assert_eq!(g.no(fly(1, "F F F F")), rule::MAP_EDGE);
    assert_eq!(g.no(say(json!({ "stay-away": { "aircraft": 1 } }))), rule::MAP_EDGE);
    let why = g.table.menu(table::Side::Axis, Some(&enter(1, "39.12", 3, ""))).draft.unwrap().barred;
    assert_eq!(why[0].why, "it misses the movement step after the one in which it left");
    g.ok(fly(4, "F F F F"), &[]);
    // Turn 5.
    g.ok(fly(3, "F F F F"), &[]).ok(fly(2, "F F F"), &[]);
    assert_eq!(g.table.state().turn, 5);
    assert_eq!(g.no(enter(1, "39.17", 3, "F F F")), rule::MAP_EDGE);
    assert_eq!(g.no(enter(1, "39.12", 0, "F F F")), rule::MAP_EDGE);
    assert_eq!(g.no(enter(1, "39.12", 3, "F F")), rule::SPEED_RANGE);
    assert_eq!(g.no(fly(1, "F F F")), rule::MAP_EDGE);
    g.ok(enter(1, "39.12", 3, "F F F F"), &[]);
    assert_eq!(g.pose(1), "35.12/3");
}

#[test]
fn a_plane_that_was_too_early_may_stay_away() {
    let mut g = at_step(4)
        .interceptor("FW 190 A", "39.10", 0)
        .is(|s| {
            s.status = Some(fast_and_easy::scenario::StatusSpec::OffMap { edge: sky::Edge::East, turn: 1 });
        })
        .play();
    assert_eq!(g.no(say(json!({ "stay-away": { "aircraft": 3 } }))), rule::SEQUENCE);
    g.ok(say(json!({ "stay-away": { "aircraft": 1 } })), &[]);
    assert!(g.cites(rule::MAP_EDGE));
}

#[test]
fn gone_is_gone_with_that_option() {
    let mut g = at_step(4)
        .interceptor("FW 190 A", "38.10", 0)
        .option(|o| o.map_edge = fast_and_easy::options::MapEdge::Gone)
        .play();
    g.ok(fly(1, "F F"), &[]);
    assert_eq!(g.plane(1).status, Status::Disengaged, "{}", rule::MAP_EDGE);
}

#[test]
fn ex_91_first_steps_of_an_me_109_g() {
    let g = at_10_10("ME 109 G").play();
    assert_eq!(g.offered(1, ""), ["F", "SL", "SR", "IM"], "{}", rule::MOVE_STEPS);
    let menu = g.table.menu(table::Side::Allies, Some(&fly(1, "")));
    let barred = |label: &str| menu.choices.iter().find(|c| c.label == label).unwrap().barred[0].rule;
    assert_eq!(barred("Turn left"), rule::TURN);
    assert_eq!(barred("End the move"), rule::SPEED_RANGE);
    assert_eq!(barred("Declare a turn to the left"), rule::DECLARED_TURN);
}

#[test]
fn every_plane_moves_once_in_its_step_and_nobody_out_of_turn() {
    let mut g = at_10_10("P51 Mustang").interceptor("ME 109 G", "30.10", 3).play();
    assert_eq!(g.no(fly(2, "F F F F F")), rule::SEQUENCE);
    assert_eq!(g.no(done()), rule::SEQUENCE);
    g.ok(fly(1, "F F F F F"), &[]);
    assert_eq!(g.no(fly(1, "F F F F F")), rule::SEQUENCE);
    g.ok(fly(3, "F F F F"), &[]);
    assert_eq!(g.table.state().stage, Stage::InterceptorsMove, "nothing to shoot at, no bombers");
}

#[test]
fn the_first_rule_broken_is_the_one_named() {
    // A turn without a run, after a slip, with a marker: the marker comes first.
    let g = declared();
    assert_eq!(g.no(fly(1, "TR")), rule::DECLARED_TURN, "{}", rule::REFUSAL_ORDER);
    let menu = g.table.menu(table::Side::Allies, Some(&fly(1, "")));
    let turn = menu.choices.iter().find(|c| c.label == "Turn right").unwrap();
    let reasons: Vec<_> = turn.barred.iter().map(|b| b.rule).collect();
    assert_eq!(reasons, [rule::DECLARED_TURN, rule::TURN]);
}

#[test]
fn a_move_that_stopped_for_a_die_can_be_set_up() {
    let mut g = at_10_10("P51 Mustang")
        .start(|s| {
            s.moving = Some(MovingSpec {
                aircraft: 1,
                hex: "11.10".into(),
                facing: 0,
                spent: 1,
                run: 1,
                entered: vec!["11.10".into()],
                ..MovingSpec::default()
            });
        })
        .play();
    assert_eq!(g.no(fly(1, "TL F F F")), rule::IMMELMANN);
    g.ok(fly(1, "F F F F"), &[]);
    assert_eq!(g.pose(1), "15.10/0");
}

#[test]
fn rubbish_is_no_path() {
    let read =
        |path: &str| serde_json::from_value::<Command>(json!({ "move": { "aircraft": 1, "path": path } }));
    assert!(read("F Q").unwrap_err().to_string().contains("'Q' is not a step"));
    assert!(read("f sl Tr").is_ok());
}
