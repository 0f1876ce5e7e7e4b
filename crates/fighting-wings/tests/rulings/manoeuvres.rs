//! Section 15: turns, rolls, slips, skids, wingovers.

use crate::common::*;

fn right(speed: &str) -> Bird {
    spitfire(speed).attitude(Bank::Rb, Nose::Level)
}

#[test]
fn ex_35_a_turn_takes_its_fps_after_the_bank() {
    let plan = level("H[bR] H[tR TT] H[tR TT] H[tR TT 60] H", 0);
    let after = flown(&spitfire("5.0"), plan.clone());
    assert_eq!((place(&after), degrees(&after), after.bank), ((4, 1), 150, Bank::Rb));
    assert_eq!(line(&spitfire("5.0"), plan, "Turns"), (points("-1.0"), Some(rule::TURNS)));
    assert_eq!(refused(&spitfire("5.0"), level("H[tR TT] H H H H", 0)), [rule::TURNS]);
    assert_eq!(refused(&right("5.0"), level("H[tR TT] H[tR TT 60] H H H", 0)), [rule::TURNS]);
}

#[test]
fn ex_36_a_vfp_shortens_a_turn() {
    let climbing = spitfire("5.0").attitude(Bank::Rb, Nose::Climb);
    let turn = |steps| vertical(Mode::Steady, steps, -3);
    assert!(
        legal(&climbing, turn("U[tR TT] H[tR TT 60] H H H")),
        "{} {}",
        rule::TURNS_WITH_VFPS,
        rule::VFP_TURNS
    );
    assert!(legal(&climbing, turn("U[tR HT 60] H H H H")));
    assert_eq!(refused(&climbing, turn("U H[tR HT 60] H H H")), [rule::TURNS]);
}

#[test]
fn ex_37_slow_turns_go_round_at_once() {
    let plan = level("H[tR BT 120] H H H", 0);
    assert_eq!(line(&right("4.0"), plan, "Turns").0, points("-4.0"));
    assert!(legal(&right("4.0"), level("H[tR BT 60] H H H", 0)));
    assert_eq!(refused(&right("4.0"), level("H[tR BT 180] H H H", 0)), [rule::TURN_CHART]);
    assert!(refused(&right("4.5"), level("H[tR ET 60] H H H", 0)).contains(&rule::TURN_CHART));
}

#[test]
fn ex_38_an_unfinished_turn_is_carried() {
    let nine = ["H[tR EZ]"; 9].join(" ");
    let after = flown(&right("9.0"), level(&nine, 0));
    assert_eq!(after.turning.unwrap().fps, 9, "{}", rule::TURN_CARRY);
    let next = right("9.0").with(|p| p.turning = after.turning);
    let on = flown(&next, level("H[tR EZ 60] H H H H H H H H", 0));
    assert_eq!((degrees(&on), on.turning), (150, None));
    assert!(!legal(&next, level("H H[tR EZ 60] H H H H H H H", 0)));
}

#[test]
fn ex_39_a_turn_at_et_is_paid_for_with_a_die() {
    let plan = level("H[tR ET 60] H H H H H", 0);
    let after = |dice: &[u8]| flown_with(&right("6.0"), plan.clone(), dice);
    assert!(after(&[1, 3]).damaged, "{}", rule::STRESS_DAMAGED);
    let fine = after(&[2]);
    assert!(!fine.damaged && fine.trace.et, "{} {}", rule::STRESS, rule::ET_TURNS);
    assert_eq!(after(&[1, 1]).status, Status::Lost, "{}", rule::STRESS_DESTROYED);
    assert!(after(&[1, 4]).forced_straight);
    let diving = spitfire("6.0").attitude(Bank::Lvl, Nose::Dive).with(|p| p.forced_straight = true);
    assert_eq!(refused(&diving, vertical(Mode::Steady, "D H H H H H", 0)), [rule::STRESS_STRAIGHT]);
    assert!(legal(&diving, vertical(Mode::To(Pitch::L), "D H D H H H", 0)));
    let straight = right("6.0").with(|p| p.forced_straight = true);
    assert_eq!(refused(&straight, level("H H H H H H", 1)), [rule::STRESS_STRAIGHT]);
    let fired = right("6.0").with(|p| p.fired = true);
    assert_eq!(refused(&fired, plan.clone()), [rule::ET_NO_FIRE]);
}

#[test]
fn ex_40_snap_rolls_are_quicker_and_cost_speed() {
    let bomber = bird("X1", "he-111h-3", "4.0");
    assert_eq!(flown(&bomber, level("H[bR] H[bR] H H", 0)).bank, Bank::Rb);
    assert_eq!(flown(&bomber, level("H[bR] H H H", 0)).bank, Bank::Lvl);
    let snap = level("H[bR!] H H H", 0);
    assert_eq!(line(&bomber, snap.clone(), "Snap rolls"), (points("-1.0"), Some(rule::SNAP_ROLLS)));
    assert_eq!(flown(&bomber, snap).bank, Bank::Rb);
    assert!(legal(&spitfire("6.5"), level("H[bRR!] H H H H H", 0)));
    assert_eq!(refused(&spitfire("6.5"), level("H[bRR] H H H H H", 0)), [rule::BANKING]);
    assert_eq!(refused(&spitfire("5.0"), level("H[bRR!] H H H H", 0)), [rule::SNAP_ROLLS]);
    assert_eq!(
        refused(&bomber.attitude(Bank::Rb, Nose::Level), level("H[bR] H[bR] H H", 0)),
        [rule::BANKING]
    );
}

#[test]
fn ex_41_a_slip_moves_aside() {
    let left = spitfire("4.0").attitude(Bank::Lb, Nose::Level);
    let plan = level("H[sL] H[sL] H H", 0);
    assert_eq!(line(&left, plan.clone(), "Slips and skids"), (points("-0.5"), Some(rule::SIDEWAYS)));
    let after = flown(&left, plan);
    assert_eq!((place(&after), degrees(&after)), ((4, -1), 90));
    assert_eq!(refused(&left, level("H[sR] H[sR] H H", 0)), [rule::SIDEWAYS]);
}

#[test]
fn ex_42_a_skid_turn_needs_no_bank() {
    let plan = level("H[kR*] H[kR*] H[kR*] H", 0);
    let after = flown(&spitfire("4.0"), plan.clone());
    assert_eq!((place(&after), degrees(&after)), ((3, 1), 150));
    assert_eq!(line(&spitfire("4.0"), plan, "Slips and skids").0, points("-1.5"));
    assert_eq!(after.trace.break_turn, 0b111, "{}", rule::MANOEUVRES);
}

#[test]
fn ex_80_a_fast_skid_turn_takes_longer_and_there_is_one_skid_a_move() {
    let once = level("H[kR*] H[kR*] H[kR*] H[kR*] H H H H", 0);
    assert_eq!(degrees(&flown(&spitfire("8.0"), once)), 150);
    let three = flown(&spitfire("8.0"), level("H[kR*] H[kR*] H[kR*] H H H H H", 0));
    assert_eq!(degrees(&three), 90);
    let twice = level("H[kR*] H[kR*] H[kR*] H[kR*] H[kR] H[kR] H[kR] H", 0);
    assert_eq!(refused(&spitfire("8.0"), twice), [rule::SIDEWAYS]);
}

#[test]
fn ex_43_a_wingover_turns_in_little_room() {
    let plan = vertical(Mode::Wingover, "U[tR TT] H[tR TT 60] H[tR TT] D[tR TT 60] H", 0);
    let after = flown(&right("5.0"), plan.clone());
    assert_eq!(
        (place(&after), degrees(&after), after.bank, after.pitch()),
        ((0, 2), 210, Bank::Irb, Pitch::Inverted)
    );
    assert_eq!(after.altitude, 150);
    assert_eq!(line(&right("5.0"), plan.clone(), "Wingover"), (points("-1.5"), Some(rule::WINGOVER)));
    assert_eq!(line(&right("5.0"), plan, "Turns").0, points("-2.0"));
}

#[test]
fn ex_44_a_wingover_takes_speed() {
    let plan = vertical(Mode::Wingover, "U[tR TT 60] H D", 0);
    assert!(refused(&right("3.5"), plan).contains(&rule::WINGOVER));
    let lightning = bird("A1", "p-38j", "4.0").attitude(Bank::Rb, Nose::Level);
    let plan = vertical(Mode::Wingover, "U[tR TT 60] H D[tR TT 60] H", 0);
    let refusals = refused(&lightning, plan);
    assert!(!refusals.contains(&rule::WINGOVER), "{refusals:?}");
}

#[test]
fn what_comes_to_nothing_is_straight_flight() {
    let after = flown(&right("5.0"), level("H[tR TT] H[tR TT] H H H", 0));
    assert_eq!((after.trace.manoeuvre, after.turning), (0, None));
}
