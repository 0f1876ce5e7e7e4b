//! Sections 8 to 10: shooting, bomber fire, rockets.

use crate::common::*;
use fast_and_easy::Cause;
use fast_and_easy::options::EngineChecks;
use fast_and_easy::scenario::{Deed, PlaneState};

/// An interceptor at 10.10 facing east fires in step 5 at an enemy drawn next.
fn shooter(aircraft: &str) -> Setup {
    at_step(5).option(|o| o.friendly_fire = false).interceptor(aircraft, "10.10", 0)
}

/// An escort at 10.10 facing east fires in step 2.
fn escort(aircraft: &str) -> Setup {
    at_step(2).escort(aircraft, "10.10", 0)
}

#[test]
fn ex_45_only_the_nearest_plane_on_the_line_can_be_a_target() {
    let mut g = shooter("ME 109 G").interceptor("FW 190 A", "12.10", 1).bomber("B17 G", "13.10", 0);
    g = g.interceptor("ME 109 G", "20.20", 0).escort("P40", "22.20", 1);
    let g = g.play();
    assert_eq!(g.no(fire(1)), rule::LINE_OF_SIGHT);
    let mut g = shooter("ME 109 G").escort("P51 Mustang", "11.10", 1).bomber("B17 G", "13.10", 0).play();
    g.ok(fire(1), &[3, 1, 1, 1]);
    assert_eq!((g.plane(2).hits, g.plane(3).hits), (1, 0));
}

#[test]
fn ex_46_a_line_between_two_hexes_is_blocked_only_by_both() {
    let bomber = |fighter: &str| at_step(6).bomber("B17 G", "10.10", 0).interceptor("FW 190 A", fighter, 1);
    let clear = |drawn: Setup| {
        let mut g = drawn.interceptor("FW 190 A", "20.10", 1).bomber("B17 G", "21.10", 0).play();
        g.ok(turrets(1, &[(2, "nose")]), &[1, 1, 1]);
    };
    let blocked = |drawn: Setup| {
        let g = drawn.interceptor("FW 190 A", "20.10", 1).bomber("B17 G", "21.10", 0).play();
        assert_eq!(g.no(turrets(1, &[(2, "nose")])), rule::LINE_OF_SIGHT);
    };
    clear(bomber("11.11").interceptor("FW 190 A", "11.10", 1));
    blocked(bomber("11.11").interceptor("FW 190 A", "11.10", 1).interceptor("FW 190 A", "10.11", 1));
    blocked(bomber("12.11").interceptor("FW 190 A", "11.10", 1));
    blocked(bomber("12.11").interceptor("FW 190 A", "11.11", 1));
}

#[test]
fn ex_47_each_die_that_reaches_the_number_is_a_hit() {
    let mut g = shooter("ME 109 G").escort("P51 Mustang", "12.10", 1).play();
    g.ok(fire(1), &[3, 4, 5, 2]);
    assert_eq!(g.plane(2).hits, 2);
    assert!(g.cites(rule::SHOOTING_TABLE) && g.cites(rule::HITS));
}

/// Nothing is secret here, so that the dice asked for tell of nothing (`table/stands` is for games with secrets).
#[test]
fn who_is_asked_for_dice_may_still_say_something_else() {
    let mut g = shooter("ME 109 G").escort("P51 Mustang", "12.10", 1).play();
    assert_eq!(g.needs(fire(1)).0, 4);
    g.ok(fast_and_easy::Command::Done, &[]);
    assert_eq!(g.plane(2).hits, 0);
}

#[test]
fn ex_48_dice_modifiers_add_up() {
    let mut g =
        shooter("ME 109 G").ace().interceptor("FW 190 A", "09.11", 0).bomber("B17 G", "12.10", 3).play();
    g.ok(fire(1), &[1, 1, 1, 1, 1]);
    assert_eq!(g.sum(), 5);
    let log = g.log();
    let terms = &log.iter().find_map(|e| e.calculation.as_ref()).unwrap().terms;
    let rules: Vec<_> = terms.iter().map(|t| (t.value, t.rule)).collect();
    assert_eq!(rules, [(4, rule::GUN_DICE), (1, rule::WINGMAN), (1, rule::ACE), (-1, rule::FRONTAL_FIRE)]);
}

#[test]
fn ex_49_a_wingman_is_behind_on_the_left_or_right_and_faces_alike() {
    for (hex, facing, dice) in
        [("09.11", 0, 5), ("09.09", 0, 5), ("09.10", 0, 4), ("10.11", 0, 4), ("10.09", 0, 4), ("09.11", 1, 4)]
    {
        let mut g =
            shooter("ME 109 G").interceptor("FW 190 A", hex, facing).escort("P51 Mustang", "12.10", 1).play();
        g.ok(fire(1), &vec![1; dice]);
        assert_eq!(g.sum(), dice as i32, "{hex}/{facing}: {}", rule::WINGMAN);
    }
    let mut two = shooter("ME 109 G")
        .interceptor("FW 190 A", "09.11", 0)
        .interceptor("FW 190 A", "09.09", 0)
        .escort("P51 Mustang", "12.10", 1)
        .play();
    two.ok(fire(1), &[1; 5]);
}

#[test]
fn ex_50_frontal_is_exactly_head_on() {
    for (facing, dice) in [(3, 3), (2, 4), (4, 4), (0, 4)] {
        let mut g =
            shooter("FW 190 A").bomber("B17 G", "12.10", facing).option(|o| o.straggler_turns = true).play();
        g.ok(fire(1), &vec![1; dice]);
        assert_eq!(g.sum(), dice as i32, "{}", rule::FRONTAL_FIRE);
    }
}

#[test]
fn ex_51_tailing_fire_is_an_option() {
    for (on, dice) in [(true, 5), (false, 4)] {
        let mut g =
            escort("P51 Mustang").interceptor("FW 190 A", "12.10", 0).option(|o| o.tailing_fire = on).play();
        g.ok(fire(1), &vec![1; dice]);
        assert_eq!(g.sum(), dice as i32, "{}", rule::TAILING_FIRE);
    }
}

#[test]
fn ex_52_no_dice_no_shot() {
    let mut g = at_step(6)
        .bomber("JU88", "10.10", 0)
        .interceptor("Spitfire I", "11.10", 3)
        .bomber("JU88", "20.10", 0)
        .interceptor("Spitfire I", "20.12", 0)
        .play();
    assert_eq!(g.no(turrets(1, &[(2, "top")])), rule::ZERO_DICE);
    g.ok(turrets(1, &[(2, "nose")]), &[1]);
    let g = shooter("Arado 234")
        .ace()
        .bomber("B17 G", "12.10", 0)
        .interceptor("ME 109 G", "20.10", 0)
        .bomber("B17 G", "22.10", 0)
        .play();
    assert_eq!(g.no(fire(1)), rule::ZERO_DICE);
}

#[test]
fn ex_53_jets_are_harder_to_hit_at_range_one() {
    let mut g = escort("P51 Mustang").interceptor("ME 262", "11.10", 1).play();
    g.ok(fire(1), &[3, 4, 3, 2]);
    assert_eq!(g.plane(2).hits, 1, "{}", rule::VS_JETS);
}

#[test]
fn ex_54_a_komet_is_a_small_target() {
    let mut g = escort("P51 Mustang").interceptor("ME 163 Komet", "11.10", 1).play();
    g.ok(fire(1), &[3, 4, 5, 4]);
    assert_eq!(g.plane(2).hits, 1);
    let mut g = escort("P51 Mustang").interceptor("ME 163 Komet", "13.10", 1).play();
    g.ok(fire(1), &[6, 5, 5, 4, 5, 5]);
    assert_eq!((g.plane(2).hits, g.out(2)), (1, Some(Cause::Critical)), "{}", rule::SMALL_TARGET);
    let g = escort("P51 Mustang")
        .interceptor("ME 163 Komet", "14.10", 1)
        .escort("P51 Mustang", "20.10", 0)
        .interceptor("ME 109 G", "22.10", 1)
        .play();
    assert_eq!(g.no(fire(1)), rule::ZERO_DICE);
}

#[test]
fn ex_55_hits_that_reach_the_hit_points_remove_the_plane() {
    let mut g = shooter("ME 109 G").escort("Spitfire I", "12.10", 1).is(|s| s.hits = 3).play();
    g.ok(fire(1), &[4, 5, 1, 1]);
    assert_eq!(g.out(2), Some(Cause::Hits), "{}", rule::HITS);
}

#[test]
fn ex_56_a_six_causes_one_critical_throw() {
    let drawn = || shooter("ME 109 G").escort("P51 Mustang", "11.10", 1);
    let mut g = drawn().play();
    g.ok(fire(1), &[1, 2, 3, 6, 5, 5]);
    assert_eq!((g.plane(2).hits, g.out(2)), (2, None));
    let mut g = drawn().play();
    g.ok(fire(1), &[6, 1, 1, 1, 1, 1]);
    assert_eq!(g.out(2), Some(Cause::Critical));
    assert!(g.cites(rule::CRITICAL_HITS));
    let mut g = drawn().play();
    // Three sixes, still one throw.
    g.ok(fire(1), &[6, 6, 6, 1, 3, 4]);
    assert_eq!((g.plane(2).hits, g.out(2)), (3, None), "{}", rule::SIXES);
}

#[test]
fn ex_57_frontal_fire_and_30_mm_add_to_the_critical_throw() {
    let mut g = shooter("FW 190 D").bomber("B17 G", "11.10", 3).bomber("B17 G", "30.20", 3).play();
    g.ok(fire(1), &[6, 1, 2, 2, 5, 4]);
    assert_eq!((g.plane(2).hits, g.plane(2).engines_hit), (1, 0));
    assert_eq!(g.out(2), Some(Cause::Critical), "{}", rule::CRITICAL_MODIFIERS);
}

#[test]
fn ex_58_a_natural_two_with_30_mm_is_a_three() {
    let mut g = shooter("ME 262").escort("P51 Mustang", "11.10", 0).play();
    g.ok(fire(1), &[6, 1, 1, 1, 1, 1, 1]);
    assert_eq!((g.plane(2).hits, g.out(2)), (1, None), "{}", rule::CRITICAL_MODIFIERS);
}

#[test]
fn ex_59_sixes_at_maximum_range_cause_no_critical_throw() {
    let drawn = |on| {
        shooter("ME 109 G").escort("P51 Mustang", "14.10", 1).option(|o| o.max_range_double_six = on).play()
    };
    let mut g = drawn(false);
    g.ok(fire(1), &[6, 6, 5, 1]);
    assert_eq!((g.plane(2).hits, g.out(2)), (2, None));
    let mut g = drawn(true);
    g.ok(fire(1), &[6, 6, 5, 1, 5, 6]);
    assert_eq!(g.out(2), Some(Cause::Critical), "{}", rule::MAX_RANGE);
    let mut g = drawn(true);
    g.ok(fire(1), &[6, 3, 5, 1]);
    assert_eq!((g.plane(2).hits, g.out(2)), (1, None));
}

#[test]
fn ex_60_engine_checks_are_made_at_maximum_range() {
    let mut g = shooter("ME 109 G").bomber("B17 G", "14.10", 0).play();
    g.ok(fire(1), &[6, 6, 5, 1, 4, 3]);
    assert_eq!((g.plane(2).hits, g.plane(2).engines_hit, g.out(2)), (2, 1, None));
    assert!(g.cites(rule::ENGINE_HITS) && g.cites(rule::ENGINE_SPEED));
}

#[test]
fn ex_61_losing_all_engines_is_being_shot_down() {
    // The German bomber flies for the escort side here.
    let mut g = shooter("Spitfire I").bomber("HE111", "11.10", 0).bomber("HE111", "30.20", 0).play();
    g.ok(fire(1), &[6, 6, 2, 2, 4, 5, 3, 3]);
    assert_eq!((g.plane(2).hits, g.plane(2).engines_hit), (2, 2));
    assert_eq!(g.out(2), Some(Cause::Engines), "{}", rule::ENGINE_LOSS);
}

#[test]
fn ex_62_destroyed_engines_cost_speed() {
    let totals = |aircraft: &str, engines: i32, bomber: bool| {
        let drawn = if bomber {
            at_step(3).bomber(aircraft, "10.10", 0)
        } else {
            at_step(1).escort(aircraft, "10.10", 0)
        };
        let g = drawn.is(|s| s.engines_hit = engines).play();
        let view = g.table.view(table::Seat::Referee);
        view.aircraft[0].gauges.iter().find(|gauge| gauge.label == "SPEED").unwrap().value
    };
    assert_eq!([0, 1, 2, 3].map(|n| totals("B17 G", n, true)), [3, 3, 2, 1], "{}", rule::ENGINE_SPEED);
    assert_eq!([0, 1, 2, 3].map(|n| totals("B17 E", n, true)), [2, 2, 1, 0]);
    assert_eq!(totals("HE111", 1, true), 2);
    assert_eq!(totals("P38 Lightning", 1, false), 5);
}

#[test]
fn engine_checks_may_be_for_bombers_only() {
    let drawn = || shooter("ME 109 G").escort("P38 Lightning", "12.10", 1);
    drawn().play().ok(fire(1), &[6, 1, 1, 1, 4, 3, 4]);
    drawn().option(|o| o.engine_checks = EngineChecks::BombersOnly).play().ok(fire(1), &[6, 1, 1, 1, 3, 4]);
    let mut g = drawn().play();
    assert_eq!(g.needs(fire(1)), (4, "to hit"), "{}", rule::ENGINE_HITS);
}

#[test]
fn all_parts_of_an_attack_are_rolled_and_the_first_cause_counts() {
    let drawn = |hits, engines| {
        let drawn = shooter("ME 109 G").bomber("HE111", "12.10", 0);
        drawn.is(|s| (s.hits, s.engines_hit) = (hits, engines)).bomber("HE111", "30.20", 0).play()
    };
    let mut g = drawn(13, 1);
    g.ok(fire(1), &[6, 1, 1, 1, 4, 6, 6]);
    assert_eq!(g.out(2), Some(Cause::Engines), "{}", rule::ATTACK);
    let mut g = drawn(13, 0);
    g.ok(fire(1), &[6, 1, 1, 1, 1, 6, 6]);
    assert_eq!(g.out(2), Some(Cause::Hits));
}

#[test]
fn forward_guns_fire_once_and_within_four_hexes() {
    let mut g = shooter("ME 110").bomber("B17 G", "12.10", 0).bomber("B17 G", "08.10", 0).play();
    g.ok(fire(1), &[1, 1, 1]);
    assert_eq!(g.no(fire(1)), rule::FORWARD_GUNS);
    g.ok(rear(1), &[4]);
    assert_eq!(g.plane(3).hits, 0, "a rear gun needs 5 at range 2");
    let g = shooter("ME 110").bomber("B17 G", "15.10", 0).bomber("B17 G", "08.10", 0).play();
    assert_eq!(g.no(fire(1)), rule::FORWARD_GUNS);
}

#[test]
fn rear_guns_fire_straight_back_within_three_hexes_without_modifiers() {
    let mut g = shooter("ME 110").ace().escort("P51 Mustang", "07.10", 0).bomber("B17 G", "14.10", 0).play();
    g.ok(rear(1), &[6]);
    assert_eq!((g.plane(2).hits, g.sum()), (1, 1), "maximum range: no critical throw");
    assert_eq!(g.no(rear(1)), rule::REAR_GUNS);
    let g = shooter("ME 110").escort("P51 Mustang", "06.10", 0).bomber("B17 G", "14.10", 0).play();
    assert_eq!(g.no(rear(1)), rule::REAR_GUNS);
}

#[test]
fn ex_63_turrets_bear_in_their_arcs() {
    let all = ["nose", "top", "belly", "side-left", "side-right", "tail"];
    let cases: [(&str, &[&str]); 9] = [
        ("11.10", &["nose", "top", "belly"]),
        ("10.11", &["top", "belly", "side-right"]),
        ("09.11", &["top", "belly", "side-right"]),
        ("10.09", &["top", "belly", "side-left"]),
        ("09.09", &["top", "belly", "side-left"]),
        ("09.10", &["top", "belly", "tail"]),
        ("11.09", &["nose", "top", "belly"]),
        ("11.08", &["top", "belly", "side-left"]),
        ("08.09", &["top", "belly", "tail"]),
    ];
    for (hex, bearing) in cases {
        let g = at_step(6).bomber("B17 G", "10.10", 0).interceptor("FW 190 A", hex, 1).play();
        let bears = |turret: &str| {
            let draft = turrets(1, &[(2, turret)]);
            let barred = g.table.menu(table::Side::Allies, Some(&draft)).draft.unwrap().barred;
            assert!(barred.iter().all(|b| b.rule == rule::BOMBER_ARCS));
            barred.is_empty()
        };
        let found: Vec<_> = all.into_iter().filter(|t| bears(t)).collect();
        assert_eq!(found, bearing, "{hex}");
    }
}

fn surrounded() -> Played {
    at_step(6)
        .bomber("B17 G", "10.10", 0)
        .interceptor("FW 190 A", "11.10", 1)
        .interceptor("FW 190 A", "09.10", 1)
        .interceptor("FW 190 A", "10.11", 1)
        .play()
}

#[test]
fn ex_64_a_bomber_engages_two_targets() {
    let mut g = surrounded();
    assert_eq!(g.no(turrets(1, &[(2, "nose"), (3, "tail"), (4, "top")])), rule::BOMBER_TARGETS);
    assert_eq!(g.no(turrets(1, &[(2, "top"), (3, "top")])), rule::BOMBER_TARGETS);
    g.ok(turrets(1, &[(2, "nose top"), (3, "tail belly")]), &[1; 10]);
}

#[test]
fn ex_65_top_and_belly_fire_at_different_targets() {
    assert_eq!(surrounded().no(turrets(1, &[(2, "top belly")])), rule::TOP_AND_BELLY);
}

#[test]
fn ex_66_at_range_three_one_turret_fires() {
    let mut g = at_step(6).bomber("B17 G", "10.10", 0).interceptor("FW 190 A", "07.10", 0).play();
    assert_eq!(g.no(turrets(1, &[(2, "tail top")])), rule::RANGE_THREE_TURRET);
    g.ok(turrets(1, &[(2, "tail")]), &[6, 6, 6]);
    assert_eq!((g.plane(2).hits, g.out(2)), (3, None));
}

#[test]
fn ex_67_frontal_fire_costs_each_turret_a_die() {
    let mut g = at_step(6).bomber("B17 G", "10.10", 0).interceptor("FW 190 A", "11.10", 3).play();
    g.ok(turrets(1, &[(2, "nose top")]), &[3, 6, 2, 4, 5]);
    assert_eq!((g.plane(2).hits, g.out(2)), (2, None), "{}", rule::BOMBER_FIRE);
}

#[test]
fn ex_68_turrets_on_one_target_form_one_attack() {
    let mut g = at_step(6).bomber("B17 G", "10.10", 0).interceptor("FW 190 A", "11.10", 0).play();
    g.ok(turrets(1, &[(2, "nose top")]), &[3, 2, 4, 1, 5]);
    assert_eq!(g.plane(2).hits, 3);
    assert!(g.cites(rule::BOMBER_FIRE));
}

#[test]
fn ex_69_turrets_need_more_against_a_jet_at_range_one() {
    let mut g = at_step(6).bomber("B17 G", "10.10", 0).interceptor("ME 262", "10.11", 1).play();
    g.ok(turrets(1, &[(2, "side-right top")]), &[3, 4, 3]);
    assert_eq!(g.plane(2).hits, 1, "{}", rule::VS_JETS);
}

#[test]
fn ex_70_bombers_may_fire_at_their_escort() {
    let drawn = |hex: &str| at_step(6).bomber("B17 G", "10.10", 0).escort("P51 Mustang", hex, 0).play();
    let mut g = drawn("12.10");
    g.ok(fast_and_easy::Command::Begin, &[2, 4, 1]);
    assert_eq!(g.plane(2).hits, 1);
    assert!(g.cites(rule::FRIENDLY_FIRE));
    let mut g = drawn("12.10");
    g.ok(fast_and_easy::Command::Begin, &[3]);
    assert_eq!(g.plane(2).hits, 0);
    let mut g = drawn("13.10");
    g.ok(fast_and_easy::Command::Begin, &[2]);
    assert_eq!(g.plane(2).hits, 0);
}

#[test]
fn a_friend_hit_by_mistake_counts_as_a_target() {
    let mut g = at_step(6)
        .bomber("B17 G", "10.10", 0)
        .has(Deed::FiredOnFriend)
        .interceptor("FW 190 A", "11.10", 1)
        .interceptor("FW 190 A", "09.10", 1)
        .play();
    assert_eq!(
        g.no(turrets(1, &[(2, "nose"), (3, "tail")])),
        rule::BOMBER_TARGETS,
        "{}",
        rule::FRIENDLY_FIRE
    );
    g.ok(turrets(1, &[(2, "nose")]), &[1, 1, 1]);
}

#[test]
fn friendly_fire_is_not_checked_again_once_bombers_have_fired() {
    let drawn = || at_step(6).bomber("B17 G", "10.10", 0).escort("P51 Mustang", "12.10", 0);
    let drawn = || drawn().bomber("B17 G", "10.14", 0).interceptor("FW 190 A", "11.14", 1);
    assert_eq!(drawn().play().needs(fast_and_easy::Command::Begin), (1, "friendly fire"));
    let mut fired = drawn();
    let state = PlaneState { plane: 1, done: vec![Deed::TurretsFired], ..Default::default() };
    fired.scenario.groups[0].state.push(state);
    fired.play().ok(turrets(3, &[(4, "nose")]), &[1, 1, 1]);
}

#[test]
fn the_rules_of_turrets_are_put_to_all_targets_one_after_another() {
    let komet = |hex: &str| {
        let drawn = at_step(6).bomber("B17 G", "10.10", 0).interceptor("FW 190 A", "09.10", 1);
        drawn.interceptor("ME 163 Komet", hex, 1)
    };
    let order = rule::REFUSAL_ORDER;
    // Range 3 at a Komet needs 7, and the tail does not bear: the arcs come first.
    assert_eq!(komet("13.10").play().no(turrets(1, &[(3, "nose tail")])), rule::BOMBER_ARCS, "{order}");
    assert_eq!(komet("13.10").play().no(turrets(1, &[(3, "nose")])), rule::ZERO_DICE, "{order}");
    // The first target is in cloud, the line to the second is barred: lines come first.
    let g = komet("12.10").interceptor("FW 190 A", "08.10", 1).clouds(&["12.10"]).play();
    assert_eq!(g.no(turrets(1, &[(3, "nose"), (4, "tail")])), rule::LINE_OF_SIGHT, "{order}");
}

#[test]
fn friendly_fire_chooses_among_equals_by_a_die_in_the_order_of_the_dice() {
    let mut g = at_step(6)
        .bomber("B17 G", "10.10", 0)
        .escort("P51 Mustang", "12.10", 0)
        .escort("P51 Mustang", "08.10", 0)
        .play();
    // Choice die, check die, two hit dice, two critical dice.
    g.ok(fast_and_easy::Command::Begin, &[2, 1, 6, 1, 3, 4]);
    assert_eq!((g.plane(2).hits, g.plane(3).hits), (0, 1), "{}", rule::DICE_ORDER);
}

fn rocketeer(target: &str, facing: i32) -> Setup {
    shooter("FW 190 A").rockets().bomber("B17 G", target, facing)
}

#[test]
fn ex_71_salvos_are_resolved_on_the_rocket_row() {
    let mut g = rocketeer("15.10", 0).play();
    g.ok(rockets(1, 2), &[4, 5, 3, 3, 1, 2]);
    assert_eq!((g.plane(2).hits, g.plane(2).shifts, g.plane(1).salvos), (2, 1, 0));
    assert!(g.cites(rule::ROCKETS) && g.cites(rule::SHIFT));
}

#[test]
fn ex_72_a_six_also_checks_engines_and_throws_for_a_critical_hit() {
    let mut g = rocketeer("15.10", 0).bomber("B17 G", "14.12", 0).bomber("B17 G", "14.08", 0).play();
    g.ok(rockets(1, 2), &[6, 2, 6, 5, 2, 4, 5, 5]);
    assert_eq!((g.plane(2).shifts, g.plane(3).shifts, g.plane(4).shifts), (1, 0, 1), "{}", rule::SHIFT);
    assert_eq!((g.plane(2).engines_hit, g.out(2), g.plane(1).salvos), (1, None, 0));
}

#[test]
fn ex_73_rockets_have_range_three_to_eight_and_a_clear_line() {
    let busy = |drawn: Setup| drawn.interceptor("ME 109 G", "20.20", 0).bomber("B17 G", "22.20", 0).play();
    assert_eq!(busy(rocketeer("12.10", 0)).no(rockets(1, 1)), rule::ROCKETS);
    assert_eq!(busy(rocketeer("19.10", 0)).no(rockets(1, 1)), rule::ROCKETS);
    assert_eq!(
        busy(rocketeer("16.10", 0).interceptor("ME 109 G", "13.10", 3)).no(rockets(1, 1)),
        rule::ROCKETS
    );
    let mut g = rocketeer("18.10", 0).play();
    g.ok(rockets(1, 1), &[3]);
    assert_eq!((g.plane(2).hits, g.plane(1).salvos), (0, 1));
}

#[test]
fn ex_74_guns_or_rockets_not_both() {
    let drawn =
        || rocketeer("13.10", 0).interceptor("ME 109 G", "20.20", 0).bomber("B17 G", "22.20", 0).play();
    let mut g = drawn();
    g.ok(rockets(1, 1), &[1]);
    assert_eq!(g.no(fire(1)), rule::ROCKETS);
    let mut g = drawn();
    g.ok(fire(1), &[1; 4]);
    assert_eq!(g.no(rockets(1, 1)), rule::ROCKETS);
}

#[test]
fn the_rocket_row_is_never_modified() {
    // Head-on: the critical throw gets +1, the rocket row does not (2 stays S2, not S1).
    let mut g = rocketeer("15.10", 3).bomber("B17 G", "16.12", 3).play();
    g.ok(rockets(1, 1), &[6, 1, 1, 1, 5, 5]);
    assert_eq!((g.plane(2).shifts, g.plane(3).shifts), (0, 1));
    assert_eq!(g.out(2), Some(Cause::Critical), "{}", rule::CRITICAL_MODIFIERS);
}
