//! Plans: every distinct complete move of an aircraft, against following the menu to every end.

use crate::common::*;
use spitfire::{Altitude, Command, Move, Prep, Spitfire, State, Types, rule};
use std::collections::BTreeSet;
use table::view::View;
use table::{Look, PieceId, Pilot, Say, Seat, Seed, SeededDice, Side, Silence, validate};

/// The position after a command, if it is legal and needs no dice that matter.
fn after(fight: &Fight, side: Side, command: &Command) -> Option<State> {
    let (rules, mut state) = (fight.table.rules(), fight.state().clone());
    let accepted = validate::<Spitfire>(Look::new(rules, &state, side), command).ok()?;
    let mut dice = SeededDice::new(Seed::from_number(1));
    accepted.carry_out(rules, &mut state, &mut dice, &mut Silence).ok()?;
    Some(state)
}

/// What makes one result another: all that the next phases can tell apart.
fn result(fight: &Fight, side: Side, command: Command) -> Option<(String, Vec<bool>)> {
    let rules = fight.table.rules();
    let state = after(fight, side, &command)?;
    let Command::Move(order) = command else { return None };
    let plane = state.plane(order.aircraft)?.clone();
    let mut sights = Vec::new();
    for (n, enemy) in state.planes.iter().enumerate().filter(|(_, p)| p.side != side) {
        for (from, to) in [(order.aircraft, PieceId(n as u16 + 1)), (PieceId(n as u16 + 1), order.aircraft)] {
            let sighted = plane.flying()
                && enemy.flying()
                && match Spitfire::odds(
                    rules,
                    &state,
                    table::OddsOf { shooter: from, target: to, with: None },
                ) {
                    Ok(_) => true,
                    Err(why) => {
                        !why.iter().any(|r| r.rule == rule::TARGET_MOVED || r.rule == rule::FIRER_MOVED)
                    }
                };
            sights.push(sighted && (plane.altitude == enemy.altitude));
        }
    }
    let mut plane = plane;
    plane.records.clear();
    if !plane.flying() {
        return Some((format!("{:?}", plane.status), Vec::new()));
    }
    Some((format!("{plane:?}"), sights))
}

/// Every path of the steps there are, of any length that a speed allows.
fn every_path(fight: &Fight, order: &Move, found: &mut Vec<Command>) {
    let command = Command::Move(order.clone());
    let draft = fight.table.menu(Allies, Some(&command));
    for choice in draft.choices {
        match choice.say {
            Say::Draft(Command::Move(next)) if choice.barred.is_empty() => every_path(fight, &next, found),
            Say::Command(next @ Command::Move(_)) if choice.barred.is_empty() => found.push(next),
            _ => {}
        }
    }
}

/// Every distinct result that following the menu from a draft leads to.
fn every_result(fight: &Fight, draft: &Move) -> Option<BTreeSet<(String, Vec<bool>)>> {
    let mut paths = Vec::new();
    every_path(fight, draft, &mut paths);
    paths.into_iter().map(|c| result(fight, Allies, c)).collect()
}

/// The first aircraft's moves under all decisions at once, against what following every menu to its end leads to.
#[test]
fn all_decisions_together_give_what_each_gives_alone() {
    let low = game().plane(Allies, "3020 N 3 3").plane(Allies, "0105 S 20");
    let positions = [
        // Enemies at three of the altitudes where it can end.
        game()
            .plane(Allies, "3020 N 10 5")
            .plane(Allies, "0105 S 20")
            .plane(Axis, "3016 S 10 5")
            .plane(Axis, "2817 SE 9 5")
            .plane(Axis, "3219 SW 8 5"),
        // Fast enough for vertical dives, at the edge of the map, and one ends in an occupied hex.
        game().plane(Allies, "5822 NE 12 8").plane(Allies, "0105 S 20").plane(Axis, "5917 S 11 5"),
        // A wing-over is prepared.
        game()
            .plane(Allies, "3020 N 10 5")
            .plane(Allies, "0105 S 20")
            .plane(Axis, "3015 S 10 5")
            .with(|s| s.aircraft[0].prep = Prep::AllClimb),
        // Low enough to fly into the ground.
        low.plane(Axis, "3016 S 2 5"),
    ];
    for setup in positions {
        let fight = setup.start();
        let exhaustive = every_result(&fight, &Move::of(PieceId(1))).unwrap();
        let plans = fight.plans(1);
        let planned: BTreeSet<_> =
            plans.iter().map(|p| result(&fight, Allies, p.command.clone()).unwrap()).collect();
        assert_eq!(planned, exhaustive, "{}", fight.at(1));
        // Under whatever decision, no two moves that stay on the map come to the same.
        let staying = |(what, _): &&(String, Vec<bool>)| !what.starts_with("Left");
        let on_map = plans.iter().filter(|p| p.pose.is_some()).count();
        assert_eq!(planned.iter().filter(staying).count(), on_map, "{}", fight.at(1));
    }
}

/// At speed 12 following every menu would take too long; but whoever has decided sees the moves of that decision alone.
#[test]
fn at_speed_12_nothing_is_lost_by_searching_all_decisions_together() {
    let fight = game()
        .with(|s| s.types = Types { allies: "Spitfire-V".into(), axis: "Bf.109F".into() })
        .plane(Axis, "3014 SE 15 12")
        .plane(Allies, "3020 N 15 11")
        .plane(Axis, "3326 NW 12 12")
        .with(|s| s.first = Axis)
        .start();
    let plans = fight.plans(1);
    let together: BTreeSet<_> =
        plans.iter().map(|p| result(&fight, Axis, p.command.clone()).unwrap()).collect();
    let mut alone = BTreeSet::new();
    let decisions: BTreeSet<_> = plans
        .iter()
        .filter_map(|p| match &p.command {
            Command::Move(order) => Some((order.altitude, order.speed)),
            _ => None,
        })
        .collect();
    assert!(decisions.len() > 20, "{}", decisions.len());
    for (altitude, speed) in decisions {
        let order = Command::Move(Move { altitude, speed, ..Move::of(PieceId(1)) });
        let plans = fight.draft_plans(&order);
        alone.extend(plans.into_iter().map(|p| result(&fight, Axis, p.command).unwrap()));
    }
    assert_eq!(together, alone);
}

#[test]
fn plans_are_exactly_the_distinct_results_of_every_path() {
    let positions = [
        game().plane(Allies, "3020 N 10 4").plane(Allies, "0105 S 20").plane(Axis, "3014 S 10 5"),
        game().plane(Allies, "5820 NE 10 5").plane(Allies, "0105 S 20").plane(Axis, "5720 N 10 5"),
        game().plane(Allies, "3020 N 10 6").plane(Allies, "0105 S 20").plane(Axis, "3117 SW 10 5"),
        game()
            .with(|s| s.options.opt_hexagonal_space = true)
            .plane(Allies, "3020 NNE 10 4")
            .plane(Allies, "0105 SSE 20")
            .plane(Axis, "3017 SSE 10 5"),
        game()
            .with(|s| s.options.opt_inter_altitude = true)
            .plane(Allies, "3020 N 10 4")
            .plane(Allies, "0105 S 20")
            .plane(Axis, "3017 S 10 5"),
    ];
    for setup in positions {
        let fight = setup.start();
        let speed = fight.plane(1).speed;
        for altitude in [Altitude::Level, Altitude::Climb, Altitude::HorizontalDive(1)] {
            let order = Move { altitude: Some(altitude), speed: Some(speed), ..Move::of(PieceId(1)) };
            let exhaustive = every_result(&fight, &order).unwrap();
            let plans = fight.draft_plans(&Command::Move(order));
            let planned: Vec<_> =
                plans.iter().map(|p| result(&fight, Allies, p.command.clone()).unwrap()).collect();
            let distinct: BTreeSet<_> = planned.iter().cloned().collect();
            assert_eq!(distinct, exhaustive, "{altitude} at {}", fight.at(1));
            assert_eq!(planned.len(), distinct.len(), "{altitude} at {}", fight.at(1));
        }
    }
}

#[test]
fn every_plan_is_legal_and_ends_where_it_says() {
    let fight = scenario("air-superiority").start();
    let plans = fight.plans(1);
    assert!(plans.len() > 1_000);
    for plan in plans.iter().step_by(7) {
        let state = after(&fight, Axis, &plan.command).unwrap();
        let pose = View::of::<Spitfire>(fight.table.rules(), &state, Seat::Observer).aircraft[0].pose;
        assert_eq!(pose, plan.pose);
        assert_eq!(plan.path.first(), fight.table.view(Seat::Axis).aircraft[0].pose.map(|p| p.at).as_ref());
    }
    assert!(fight.plans(4).is_empty(), "not its phase");
    assert!(fight.plans(40).is_empty());
    let only = Command::Move(Move::of(PieceId(1)));
    let poses = fight.draft_plans(&only);
    let distinct: BTreeSet<_> = poses.iter().map(|p| p.pose).collect();
    assert_eq!(distinct.len(), poses.len());
}

/// Charts of a scenario's own may have figures that no printed chart has.
#[test]
fn a_climb_track_as_long_as_can_be_written_is_planned_too() {
    let long = |c: &mut spitfire::Chart| c.climb_steps = 255;
    let fight = solo("3020 N 10 8").chart(Allies, long).with(|s| s.aircraft[0].climb = 254).start();
    let levels: BTreeSet<_> =
        fight.plans(1).iter().filter_map(|p| p.pose.and_then(|pose| pose.altitude)).collect();
    assert!(levels.contains(&11), "{}", rule::CLIMB_TRACK);
}
