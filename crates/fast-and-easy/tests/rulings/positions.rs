//! Section 17: any state can be set, and what no game leads to is refused with the path of its field.

use crate::common::*;
use fast_and_easy::options::MapEdge;
use fast_and_easy::scenario::{
    BomberStage, Deed, FormationSpec, MarkerSpec, MovingSpec, PlaneState, StatusSpec,
};
use fast_and_easy::state::Flags;
use fast_and_easy::{Cause, Hand};
use table::RuleId;

/// Whether a position is refused with this path, by this rule.
fn refused(drawn: Setup, path: &str, rule: RuleId) {
    let flaws = drawn.flaws();
    let found: Vec<_> = flaws.iter().map(|f| (f.path.as_str(), f.rule)).collect();
    assert!(found.contains(&(path, Some(rule))), "{flaws:#?}");
}

#[test]
fn impossible_values_are_refused_with_their_path() {
    let p51 = || at_step(1).escort("P51 Mustang", "10.10", 0);
    refused(at_step(1).escort("P52", "10.10", 0), "groups[0].aircraft", rule::RATINGS);
    refused(p51().escort("P40", "10.10", 0), "groups[1].hexes[0]", rule::BOARD);
    refused(p51().is(|s| s.hits = -1), "groups[0].state[0].hits", rule::HITS);
    refused(p51().is(|s| s.hits = 7), "groups[0].state[0].hits", rule::HITS);
    refused(p51().is(|s| s.engines_hit = 1), "groups[0].state[0].engines-hit", rule::ENGINE_LOSS);
    refused(p51().is(|s| s.salvos = Some(1)), "groups[0].state[0].salvos", rule::NOTES_COLUMN);
    refused(p51().is(|s| s.shifts = -1), "groups[0].state[0].shifts", rule::SHIFT);
    refused(p51().start(|s| s.step = 8), "start.step", rule::SEQUENCE);
    refused(p51().turn(13), "start.turn", rule::GAME_END);
    refused(p51().group_is(|g| g.ace = vec![2]), "groups[0].ace[0]", rule::ACE);
    refused(p51().target("50.10"), "targets[0].hex", rule::BOARD);
    refused(p51().plane_is(2, |_| {}), "groups[0].state[0].plane", rule::BOARD);
}

#[test]
fn a_plane_is_only_where_the_rules_can_have_taken_it() {
    use StatusSpec::{Disengaged, Exited, OffMap, Out};
    let fighter = |step, hex, status| {
        at_step(step).interceptor("FW 190 A", hex, 3).is(move |s: &mut PlaneState| s.status = Some(status))
    };
    let bomber =
        |status| at_step(1).bomber("HE111", "39.10", 0).is(move |s: &mut PlaneState| s.status = Some(status));
    let (status, east) = ("groups[0].state[0].status", |turn| OffMap { edge: sky::Edge::East, turn });
    refused(fighter(1, "10.10", Exited), status, rule::MAP_EDGE);
    refused(bomber(east(1)), status, rule::MAP_EDGE);
    let gone = fighter(1, "39.10", east(1)).option(|o| o.map_edge = MapEdge::Gone);
    refused(gone, status, rule::MAP_EDGE);
    refused(fighter(1, "38.10", east(1)), "groups[0].state[0].status.off-map.edge", rule::MAP_EDGE);
    refused(fighter(3, "39.10", east(3)), "groups[0].state[0].status.off-map.turn", rule::MAP_EDGE);
    fighter(4, "39.10", east(3)).play();
    refused(fighter(1, "10.10", Out(Cause::Collision)), status, rule::COLLISION);
    refused(fighter(1, "10.10", Out(Cause::Engines)), status, rule::ENGINE_LOSS);
    bomber(Disengaged).play();
    let mut set_up = fighter(1, "10.10", Disengaged);
    set_up.scenario.start = None;
    refused(set_up, status, rule::SEQUENCE);
}

#[test]
fn what_took_a_plane_out_is_known_and_nobody_else_has_as_much() {
    let out = |cause, change: fn(&mut PlaneState)| {
        at_step(1).bomber("HE111", "10.10", 0).is(move |s: &mut PlaneState| {
            s.status = Some(StatusSpec::Out(cause));
            change(s);
        })
    };
    let damage =
        |g: &Played| (g.plane(1).hits, g.plane(1).engines_hit, g.plane(1).flags.has(Flags::CRITICAL));
    assert_eq!(damage(&out(Cause::Hits, |_| {}).play()), (14, 0, false), "{}", rule::HITS);
    assert_eq!(damage(&out(Cause::Engines, |s| s.hits = 14).play()), (14, 2, false), "{}", rule::ENGINE_LOSS);
    assert_eq!(damage(&out(Cause::Critical, |s| s.hits = 3).play()), (3, 0, true), "{}", rule::CRITICAL_HITS);
    assert_eq!(damage(&out(Cause::Collision, |_| {}).play()), (0, 0, true), "{}", rule::COLLISION_CHAIN);
    let (hits, engines) = ("groups[0].state[0].hits", "groups[0].state[0].engines-hit");
    refused(out(Cause::Hits, |s| s.hits = 13), hits, rule::HITS);
    refused(out(Cause::Hits, |s| s.engines_hit = 2), engines, rule::ENGINE_LOSS);
    refused(out(Cause::Engines, |s| s.engines_hit = 1), engines, rule::ENGINE_LOSS);
    refused(out(Cause::Critical, |s| s.hits = 14), hits, rule::HITS);
    let exited = |s: &mut PlaneState| (s.status, s.engines_hit) = (Some(StatusSpec::Exited), 2);
    refused(at_step(1).bomber("HE111", "10.10", 0).is(exited), engines, rule::ENGINE_LOSS);
    let flying = at_step(1).bomber("HE111", "10.10", 0).is(|s| s.critical = true);
    refused(flying, "groups[0].state[0].critical", rule::CRITICAL_HITS);
}

#[test]
fn marks_that_no_game_leaves_on_a_plane_are_refused() {
    let marker = |run| Some(MarkerSpec { side: Left, run });
    let p51 = |change: fn(&mut PlaneState)| at_step(1).escort("P51 Mustang", "10.10", 0).is(change);
    let at = |field: &str| format!("groups[0].state[0].{field}");
    // Turn 3: declared with bombs aboard it may count 3, never 4.
    at_step(1).escort("P51 Mustang", "10.10", 0).is(|s| s.marker = marker(3)).play();
    let four = at_step(1).escort("P51 Mustang", "10.10", 0).is(|s| s.marker = marker(4));
    refused(four, &at("marker.run"), rule::DECLARED_TURN);
    let both =
        at_step(1).escort("P51 Mustang", "10.10", 0).is(|s| (s.marker, s.slip) = (marker(2), Some(Left)));
    refused(both, &at("slip"), rule::DECLARED_TURN);
    let gone = at_step(1)
        .escort("P51 Mustang", "10.10", 0)
        .is(|s| (s.marker, s.status) = (marker(2), Some(StatusSpec::Disengaged)));
    refused(gone, &at("marker"), rule::DECLARED_TURN);
    let b17 = |step, change: fn(&mut PlaneState)| at_step(step).bomber("B17 G", "10.10", 0).is(change);
    refused(b17(1, |s| s.slip = Some(Left)), &at("slip"), rule::SLIP_SIDE_CHANGE);
    refused(p51(|s| s.shifts = 1), &at("shifts"), rule::SHIFT);
    refused(b17(4, |s| s.shifts = 1), &at("shifts"), rule::SHIFT);
    b17(5, |s| s.shifts = 1).play();
    refused(b17(1, |s| s.tank_turns = Some(3)), &at("tank-turns"), rule::OPT_DROP_TANKS);
    let tanks: fn(&mut PlaneState) = |s| (s.tanks, s.tank_turns) = (Some(true), Some(3));
    refused(p51(tanks), &at("tank-turns"), rule::OPT_DROP_TANKS);
    let way: fn(&mut PlaneState) =
        |s| s.entered = ["11.10", "10.10"].repeat(3).into_iter().map(String::from).collect();
    refused(p51(way), &at("entered"), rule::SPEED_RANGE);
}

#[test]
fn nobody_has_done_what_he_cannot_or_what_comes_later() {
    use Deed::{
        BoostTried, Boosted, DropsOut, FiredOnFriend, ForwardFired, MayCreep, Moved, RearFired, RocketsFired,
        TurretsFired,
    };
    let done = "groups[0].state[0].done";
    let escort = |step, deed| at_step(step).escort("P51 Mustang", "10.10", 0).has(deed);
    let interceptor = |step, deed| at_step(step).interceptor("FW 190 A", "10.10", 0).has(deed);
    let bomber = |step, deed| at_step(step).bomber("B17 G", "10.10", 0).has(deed);
    for deed in [TurretsFired, FiredOnFriend] {
        refused(
            escort(6, deed),
            done,
            if deed == TurretsFired { rule::BOMBER_FIRE } else { rule::FRIENDLY_FIRE },
        );
        refused(bomber(5, deed), done, rule::SEQUENCE);
    }
    for deed in [BoostTried, Boosted] {
        refused(escort(4, deed), done, rule::BOOST);
        refused(bomber(1, deed), done, rule::SEQUENCE);
    }
    refused(bomber(4, MayCreep), done, rule::SPEED_ZERO);
    refused(bomber(1, DropsOut), done, rule::SEQUENCE);
    refused(bomber(6, ForwardFired), done, rule::FORWARD_GUNS);
    refused(escort(2, RearFired), done, rule::REAR_GUNS);
    refused(escort(2, RocketsFired), done, rule::ROCKETS);
    refused(escort(1, ForwardFired), done, rule::SEQUENCE);
    refused(interceptor(1, Moved), done, rule::SEQUENCE);
    refused(interceptor(4, ForwardFired), done, rule::SEQUENCE);
    refused(interceptor(5, RocketsFired).rockets(), done, rule::ROCKETS);
    let both = |s: &mut PlaneState| (s.salvos, s.done) = (Some(1), vec![ForwardFired, RocketsFired]);
    refused(at_step(5).interceptor("FW 190 A", "10.10", 0).is(both), done, rule::ROCKETS);
    interceptor(5, ForwardFired).play();
    refused(bomber(4, Boosted), done, rule::BOOST);
    let g =
        at_step(4).formation("B17 G", "box3", "10.10", &[]).plane_is(1, |s| s.done = vec![Boosted]).play();
    assert!(g.plane(1).flags.has(Flags::BOOST_TRIED), "{}", rule::BOOST);
}

#[test]
fn a_formations_rate_is_one_that_it_could_choose() {
    let drawn = |step, stage, rate: Option<i32>| {
        at_step(step)
            .formation("B17 G", "box3", "10.10", &[])
            .group_is(|g| g.formation.as_mut().unwrap().rate = rate)
            .start(|s| s.bombers = stage)
    };
    let (rate, boosts) = ("groups[0].formation.rate", Some(BomberStage::Boosts));
    refused(drawn(1, None, Some(3)), rate, rule::FORMATION_RATE);
    refused(drawn(3, boosts, Some(4)), rate, rule::FORMATION_RATE);
    refused(drawn(3, boosts, Some(1)), rate, rule::FORMATION_RATE);
    refused(drawn(3, boosts, None), rate, rule::FORMATION_RATE);
    refused(drawn(5, None, Some(4)), rate, rule::FORMATION_RATE);
    drawn(3, boosts, Some(2)).play();
    let far = |slot| {
        at_step(1).bomber("B17 G", "10.10", 0).group_is(move |g| {
            g.formation =
                Some(FormationSpec { slots: Some(slot), lead: Some("10.10".into()), ..Default::default() });
        })
    };
    refused(far(vec![[0, 0], [i16::MIN, 0]]), "groups[0].formation.slots[1]", rule::RELATIVE_HEXES);
    refused(far(vec![]), "groups[0].formation.slots", rule::FORMATIONS);
}

#[test]
fn the_lead_slot_may_have_flown_over_either_short_edge() {
    for (facing, lead, hexes) in [(0, "40.10", ["39.12", "39.08"]), (3, "-01.10", ["00.08", "00.12"])] {
        let g = at_step(3)
            .formation("B17 G", "box3", lead, &["-", hexes[0], hexes[1]])
            .plane_is(1, |s| s.status = Some(StatusSpec::Exited))
            .group_is(|g| g.facing = facing)
            .play();
        let in_formation = |i| g.table.state().in_formation(g.table.rules(), i);
        assert!(in_formation(1) && in_formation(2), "{lead}, {}", rule::IN_FORMATION);
    }
    let set_up = |lead: &str| {
        let mut drawn = at_step(1).formation("B17 G", "box3", lead, &[]);
        drawn.scenario.start = None;
        drawn
    };
    refused(set_up("-01.10"), "groups[0].formation.lead", rule::HEX_NAMES);
}

#[test]
fn a_move_stops_in_the_middle_only_where_an_immelmann_can_have_stopped_it() {
    let moving = |aircraft: &str, hex: &str, spent: i32, entered: &[&str]| {
        let entered = entered.iter().map(|hex| (*hex).to_owned()).collect();
        let spec =
            MovingSpec { aircraft: 1, hex: hex.into(), facing: 0, spent, entered, ..MovingSpec::default() };
        at_step(1).escort(aircraft, "10.10", 0).start(|s| s.moving = Some(spec))
    };
    moving("P51 Mustang", "12.10", 2, &["11.10", "12.10"]).play();
    refused(moving("JU87 Stukas", "11.10", 1, &[]), "start.moving.aircraft", rule::IMMELMANN);
    refused(moving("P51 Mustang", "12.10", 2, &[]).loaded(), "start.moving.aircraft", rule::FIGHTER_BOMBER);
    refused(moving("P51 Mustang", "13.10", 2, &[]), "start.moving.hex", rule::MOVE_STEPS);
    refused(moving("P51 Mustang", "12.10", 2, &["11.10"]), "start.moving.entered", rule::MOVE_STEPS);
    // Turn 3, one straight hex counted: the declared turn is made after two, and the Immelmann comes after it.
    let marked = |hex: &str, spent| {
        let moving = moving("P51 Mustang", hex, spent, &[]);
        moving.is(|s| s.marker = Some(MarkerSpec { side: Left, run: 1 }))
    };
    marked("12.10", 2).play();
    refused(marked("11.10", 1), "start.moving.aircraft", rule::IMMELMANN);
    // An Immelmann of 2 hexes after 5 of 5: neither made nor failed.
    refused(moving("P51 Mustang", "12.10", 5, &[]), "start.moving.spent", rule::IMMELMANN);
}

#[test]
fn in_step_three_bombers_stand_for_a_while_where_others_are() {
    let stragglers = || at_step(3).start(|s| s.bombers = Some(BomberStage::Stragglers));
    let hex = "groups[1].hexes[0]";
    let moved = || stragglers().bomber("B17 G", "10.10", 0).has(Deed::Moved);
    // The fighter is pushed aside once the last straggler has moved.
    let mut g = moved().interceptor("FW 190 A", "10.10", 3).bomber("B17 G", "30.20", 0).play();
    g.ok(fly(3, "F F F"), &[1]);
    assert_eq!(g.hex(2), "09.10", "{}", rule::BOMBER_ON_FIGHTER);
    let mut g = moved().bomber("B17 G", "10.10", 0).play();
    g.ok(fly(2, "F F F"), &[]);
    assert_eq!((g.hex(1), g.hex(2)), ("10.10".into(), "13.10".into()));
    refused(moved().bomber("B17 G", "10.10", 0).has(Deed::Moved), hex, rule::BOARD);
    refused(stragglers().bomber("B17 G", "10.10", 0).interceptor("FW 190 A", "10.10", 3), hex, rule::BOARD);
    refused(at_step(4).bomber("B17 G", "10.10", 0).interceptor("FW 190 A", "10.10", 3), hex, rule::BOARD);
}

#[test]
fn any_state_can_be_set() {
    let mut g = at_step(4)
        .bomber("B17 G", "20.10", 0)
        .is(|s| (s.hits, s.engines_hit) = (21, 3))
        .interceptor("FW 190 A", "39.10", 3)
        .is(|s| {
            s.status = Some(StatusSpec::OffMap { edge: sky::Edge::East, turn: 1 });
            s.salvos = Some(1);
        })
        .interceptor("ME 109 G", "30.05", 3)
        .is(|s| {
            s.marker = Some(MarkerSpec { side: Left, run: 2 });
            s.slip = None;
        })
        .play();
    assert_eq!(g.plane(1).hits, 21);
    assert_eq!(g.plane(1).engines_hit, 3);
    assert_eq!(g.marker(3).as_deref(), Some("L2"));
    assert_eq!(g.plane(3).marker.map(|m| m.side), Some(Hand::Left));
    g.ok(enter(2, "39.11", 3, "F F F F"), &[]);
    assert_eq!(g.pose(2), "35.11/3");
}

#[test]
fn the_way_flown_ends_where_the_plane_is() {
    let way = |hexes: &[&str]| hexes.iter().map(|hex| (*hex).to_owned()).collect::<Vec<_>>();
    let moved = |s: &mut PlaneState, hexes: &[&str]| (s.done, s.entered) = (vec![Deed::Moved], way(hexes));
    let entered = "groups[0].state[0].entered";
    let interceptor = |hexes: &'static [&str]| {
        at_step(5)
            .interceptor("FW 190 A", "10.10", 0)
            .is(move |s| moved(s, hexes))
            .bomber("B17 G", "30.05", 0)
    };
    interceptor(&["08.10", "09.10", "10.10"]).play();
    refused(interceptor(&["08.10", "09.10"]), entered, rule::MOVE_STEPS);
    refused(interceptor(&["28.10", "29.10"]), entered, rule::MOVE_STEPS);
    // A single bomber among no others shifts only when rockets have hit it.
    let bomber = |fired: i32| {
        at_step(5)
            .bomber("B17 G", "10.10", 0)
            .is(|s| moved(s, &["07.10", "08.10"]))
            .interceptor("FW 190 A", "30.05", 3)
            .rockets()
            .is(|s| s.salvos = Some(2 - fired))
    };
    bomber(2).play();
    refused(bomber(1), entered, rule::MOVE_STEPS);
    // An escort is pushed aside at the end of step 3 and not before.
    let escort = |step| {
        at_step(step)
            .escort("P51 Mustang", "10.10", 0)
            .is(|s| moved(s, &["10.11", "09.11"]))
            .bomber("B17 G", "09.11", 0)
    };
    escort(4).play();
    refused(escort(2), entered, rule::MOVE_STEPS);
}

#[test]
fn combat_has_started_where_enemies_are_near_or_have_fired() {
    let apart = |step, hex: &str| {
        at_step(step).before_combat().escort("P51 Mustang", "10.10", 0).interceptor("FW 190 A", hex, 3)
    };
    for step in [1, 2, 4, 5, 7] {
        refused(apart(step, "11.10"), "start.combat", rule::COMBAT_STARTS);
        refused(apart(step, "14.10"), "start.combat", rule::COMBAT_STARTS);
        apart(step, "15.10").play();
    }
    // What has moved in the step that goes on has not been looked at yet.
    apart(1, "11.10").turn(1).play();
    apart(4, "11.10").has(Deed::Moved).play();
    apart(5, "15.10").start(|s| s.combat = true).has(Deed::ForwardFired).play();
    refused(apart(5, "15.10").has(Deed::ForwardFired), "start.combat", rule::COMBAT_STARTS);
    refused(apart(5, "15.10").has(Deed::FiredAt), "start.combat", rule::COMBAT_STARTS);
}

#[test]
fn bombers_turn_only_as_stragglers_with_that_option() {
    let turned = |facing| at_step(1).bomber("B17 G", "10.10", 0).is(|s| s.facing = Some(facing));
    let says = |drawn: Setup| drawn.flaws()[0].says.clone();
    refused(at_step(1).bomber("B17 G", "10.10", 1), "groups[0].facing", rule::BOMBER_FORMATION);
    refused(turned(3), "groups[0].state[0].facing", rule::BOMBER_FORMATION);
    assert_eq!(says(turned(1)), "bombers face 0, and turn only if they are single, with straggler_turns");
    at_step(1).bomber("B17 G", "30.10", 3).bomber("B17 G", "30.15", 3).play();
    let both = at_step(1).bomber("B17 G", "30.10", 3).bomber("B17 G", "10.10", 0);
    refused(both, "groups[1].facing", rule::BOMBER_FORMATION);
    turned(1).option(|o| o.straggler_turns = true).play();
    let formed = at_step(1).formation("B17 G", "box3", "10.10", &[]).group_is(|g| g.facing = 1);
    refused(formed.option(|o| o.straggler_turns = true), "groups[0].facing", rule::BOMBER_FORMATION);
}

#[test]
fn an_immelmann_may_stop_a_plane_that_comes_back_to_the_map() {
    let moving = |turn, hex: &str| {
        let spec =
            MovingSpec { aircraft: 1, hex: hex.into(), facing: 3, spent: 1, run: 1, ..MovingSpec::default() };
        let east = StatusSpec::OffMap { edge: sky::Edge::East, turn };
        let drawn = at_step(1).escort("P51 Mustang", "39.10", 3).is(|s| s.status = Some(east));
        drawn.start(|s| s.moving = Some(spec))
    };
    moving(1, "39.14").play();
    refused(moving(2, "39.14"), "start.moving.aircraft", rule::SEQUENCE);
    refused(moving(1, "39.20"), "start.moving.hex", rule::MOVE_STEPS);
}

#[test]
fn a_bomber_that_has_just_flown_off_the_map_has_its_shifts_until_the_end_of_step_three() {
    let gone = |step, stage| {
        at_step(step)
            .bomber("B17 G", "39.10", 0)
            .is(|s| (s.status, s.shifts) = (Some(StatusSpec::Exited), 1))
            .bomber("B17 G", "20.10", 0)
            .start(|s| s.bombers = stage)
    };
    gone(3, Some(BomberStage::Stragglers)).play();
    refused(gone(5, None), "groups[0].state[0].shifts", rule::SHIFT);
}

/// Who may still act is told of a step in its middle; of one that is about to begin the rules say it.
#[test]
fn a_step_in_its_middle_names_who_may_still_act() {
    let duel = || at_step(5).interceptor("ME 109 E", "10.10", 0).escort("P51 Mustang", "12.10", 1);
    let pending = |planes: &[i32]| {
        let planes = planes.to_vec();
        duel().start(move |s| s.pending = Some(planes))
    };
    let g = pending(&[1]).play();
    assert!(g.table.state().pending.contains(0));
    refused(pending(&[2]), "start.pending", rule::SEQUENCE);
    refused(pending(&[77]), "start.pending[0]", rule::SEQUENCE);
    refused(pending(&[]), "start.pending", rule::SEQUENCE);
    let moves = at_step(4).interceptor("ME 109 E", "10.10", 0).interceptor("ME 109 E", "20.10", 0);
    refused(moves.start(|s| s.pending = Some(vec![1])), "start.pending", rule::SEQUENCE);
}

/// Bombers' friendly fire opens step 6; once the step has begun, it is not rolled for again.
#[test]
fn a_step_in_its_middle_does_not_begin_again() {
    let box_and_friend = || {
        at_step(6)
            .bomber("B17 G", "10.10", 0)
            .escort("P51 Mustang", "11.10", 0)
            .interceptor("FW 190 A", "09.10", 1)
    };
    assert!(box_and_friend().play().table.state().opening, "{}", rule::FRIENDLY_FIRE);
    assert!(!box_and_friend().start(|s| s.pending = Some(vec![1])).play().table.state().opening);
}

#[test]
fn whoever_looked_in_vain_has_used_its_guns_and_is_not_seen_to_fire() {
    let fighter = |night: bool, done: &[Deed]| {
        let done = done.to_vec();
        let drawn = at_step(5).interceptor("ME 109 E", "10.10", 0).is(move |s| s.done = done);
        // Another one has still to fire, so that the step is not over.
        let drawn = drawn.interceptor("ME 109 E", "20.10", 0).escort("P51 Mustang", "22.10", 1);
        drawn.escort("P51 Mustang", "12.10", 1).option(move |o| o.night = night)
    };
    let done = "groups[0].state[0].done";
    let vain = [Deed::ForwardFired, Deed::LookedInVain];
    let g = fighter(true, &vain).play();
    let flags = g.table.state().planes[0].flags;
    assert!(flags.has(Flags::FORWARD_FIRED) && !flags.has(Flags::SHOT), "{}", rule::OPT_NIGHT);
    assert!(fighter(true, &vain[..1]).play().table.state().planes[0].flags.has(Flags::SHOT));
    refused(fighter(false, &vain), done, rule::OPT_NIGHT);
    refused(fighter(true, &vain[1..]), done, rule::OPT_NIGHT);
}

#[test]
fn before_the_first_turn_nothing_has_happened() {
    let drawn = |change: fn(&mut fast_and_easy::scenario::Start)| {
        let drawn = at_step(0).escort("P51 Mustang", "10.10", 0).interceptor("ME 109 E", "30.10", 3);
        drawn.start(|s| (s.turn, s.combat) = (1, false)).start(change)
    };
    drawn(|_| {}).play();
    refused(drawn(|s| s.turn = 2), "start.turn", rule::SEQUENCE);
    refused(drawn(|s| s.combat = true), "start.combat", rule::COMBAT_STARTS);
    refused(drawn(|s| s.pending = Some(vec![1])), "start.pending", rule::SEQUENCE);
    // Bombers stand where the set-up rules let them start.
    let far = at_step(0).bomber("B17 G", "30.10", 0).interceptor("ME 109 E", "12.10", 3);
    let far = far.start(|s| (s.turn, s.combat) = (1, false));
    refused(far, "groups[0].hexes[0]", rule::DEPLOY_BOMBERS);
}

#[test]
fn a_way_is_told_from_where_it_began() {
    let moved = |from: &str, entered: &[&str]| {
        let hex = entered.last().unwrap();
        let (from, entered) = (Some(from.to_owned()), entered.iter().map(|e| (*e).to_owned()).collect());
        at_step(2).escort("P51 Mustang", hex, 0).is(move |s| (s.from, s.entered) = (from, entered))
    };
    let g = moved("08.10", &["09.10", "10.10"]).play();
    let trail = g.table.state().planes[0].trail;
    assert_eq!(g.table.rules().hex_name(trail.start), "08.10");
    refused(moved("07.10", &["09.10", "10.10"]), "groups[0].state[0].entered[0]", rule::MOVE_STEPS);
    refused(moved("8,10", &["09.10", "10.10"]), "groups[0].state[0].from", rule::HEX_NAMES);
    let back = moved("-1.10", &["00.10", "01.10"]).play();
    assert_eq!(
        back.table.rules().hex_name(back.table.state().planes[0].trail.start),
        "-1.10",
        "{}",
        rule::MAP_EDGE
    );
}
