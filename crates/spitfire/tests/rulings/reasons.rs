//! Reasons in menus: the right rule first, and nothing that would not refuse the finished move as well.

use crate::common::*;
use spitfire::{Altitude, Command, Move, Spitfire, rule};
use table::{Barred, Look, PieceId, RuleId, Say};

/// The reasons with which the menu bars an altitude decision of aircraft 1.
fn barred(fight: &Fight, label: &str) -> Vec<Barred> {
    let menu = fight.table.menu(Allies, Some(&Command::Move(Move::of(PieceId(1)))));
    menu.choices.into_iter().find(|c| c.label == label).expect("every decision is listed").barred
}

#[test]
fn at_the_ceiling_a_climb_is_barred_by_the_highest_level_at_any_speed() {
    for speed in [5, 11, 12] {
        let fight = solo(&format!("3020 N 20 {speed}")).with(|s| s.aircraft[0].climb = 16).start();
        let why = barred(&fight, "Climb");
        assert_eq!(why.iter().map(|b| b.rule).collect::<Vec<_>>(), [rule::PIECES], "speed {speed}");
        assert_eq!(
            why[0].why,
            "steps that the climb needs: 1; left below the end of level 20, the highest: 0"
        );
    }
}

#[test]
fn a_speed_that_is_too_low_for_a_climb_is_refused_for_that_alone() {
    let fight = solo("3020 N 10 8").start();
    assert_eq!(fight.refused(1, "climb 3 C3"), [rule::SPEED_DECISION]);
    let out = solo("3020 N 10 13").start();
    assert_eq!(out.refused(1, "climb 3 C3"), [rule::SPEED_DECISION]);
    let strict = solo("3020 N 10 13").with(|s| s.options.opt_strict_dive_band = true).start();
    assert_eq!(strict.refused(1, "climb 3 C3"), [rule::DIVING]);
    assert_eq!(barred(&strict, "Climb").len(), 1);
}

/// Rules of the speed decision: a speed refused by one of these says nothing about the altitude decision.
const OF_SPEED: [RuleId; 4] = [rule::SPEED_TRACK, rule::SPEED_DECISION, rule::POINTS, rule::DIVING];

/// What judging the decision and a speed comes to, before any point is spent.
fn judged(fight: &Fight, order: &Move, speed: u8) -> Vec<Barred> {
    let command = Command::Move(Move { speed: Some(speed), ..order.clone() });
    Look::<Spitfire>::new(fight.table.rules(), fight.state(), Allies).barred(&command)
}

/// Every altitude decision of aircraft 1: what bars it speaks against it at a speed that could otherwise be chosen.
fn altitude_reasons_are_true(fight: &Fight, what: &str) {
    let menu = fight.table.menu(Allies, Some(&Command::Move(Move::of(PieceId(1)))));
    for choice in menu.choices.iter().filter(|c| !c.legal()) {
        let Say::Draft(Command::Move(order)) = &choice.say else { panic!("{}", choice.label) };
        let speeds: Vec<Vec<Barred>> = (1..=20).map(|speed| judged(fight, order, speed)).collect();
        let mut open = speeds.iter().filter(|why| why.iter().all(|b| !OF_SPEED.contains(&b.rule))).peekable();
        if open.peek().is_none() {
            // 6.D: level flight, or with the option any climb, at a Dive speed.
            assert!(matches!(order.altitude, Some(Altitude::Level | Altitude::Climb)), "{what}: {choice:?}");
            assert_eq!(choice.barred.len(), 1, "{what}: {choice:?}");
            assert_eq!(choice.barred[0].rule, rule::DIVING, "{what}");
            continue;
        }
        let true_ones: Vec<&Barred> = open.flatten().collect();
        assert!(choice.barred.iter().all(|b| true_ones.contains(&b)), "{what}: {choice:?}");
    }
}

#[test]
fn what_bars_an_altitude_decision_bars_the_finished_move() {
    // A fighter's climb step takes one point, a bomber's two.
    for (climb_cost, strict) in [(1, false), (1, true), (2, false), (2, true)] {
        for speed in 3..=13 {
            for (level, climb) in [(1, 0), (2, 5), (10, 0), (19, 16), (20, 0), (20, 16)] {
                let fight = solo(&format!("3020 N {level} {speed}"))
                    .chart(Allies, |c| c.climb_cost = climb_cost)
                    .with(|s| {
                        s.aircraft[0].climb = climb;
                        s.options.opt_strict_dive_band = strict;
                    })
                    .start();
                let what = format!("speed {speed}, level {level}, step {climb}, {climb_cost} points each");
                altitude_reasons_are_true(&fight, &what);
            }
        }
    }
}
