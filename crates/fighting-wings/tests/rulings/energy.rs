//! Sections 16, 17 and 24: height and speed, climbing by rate, the account.

use crate::common::*;
use table::{Chooser, Pilot as _, Seed, SeededDice};

fn exchanged(speed: &str, gain: i16) -> i32 {
    // Level flight changes little; VFPs change much.
    let fps: usize = speed.split('.').next().unwrap().parse().unwrap();
    let vfps = (gain.abs() / 9).max(i16::from(usize::from(gain.unsigned_abs()) > fps));
    let from = if gain > 0 { "Altitude gained" } else { "Altitude lost" };
    if vfps == 0 {
        return line(&spitfire(speed), level(&vec!["H"; fps].join(" "), gain), from).0;
    }
    let (nose, letter) = if gain > 0 { (Nose::Climb, "U") } else { (Nose::Dive, "D") };
    let mut steps = vec!["H"; fps];
    for n in 0..vfps as usize {
        steps[2 * n] = letter;
    }
    let adjust = gain - 9 * vfps * gain.signum();
    let plan = vertical(Mode::Steady, &steps.join(" "), adjust);
    line(&spitfire(speed).attitude(Bank::Lvl, nose), plan, from).0
}

#[test]
fn ex_47_height_is_exchanged_by_energy() {
    assert_eq!(exchanged("6.0", -21), points("7.5"), "{}", rule::ENERGY_EXCHANGE);
    assert_eq!(exchanged("7.0", 29), points("-13.0"));
    assert_eq!(exchanged("5.0", 1), points("-0.5"));
    assert_eq!(exchanged("10.0", 1), 0);
}

#[test]
fn ex_78_there_is_no_height_without_speed() {
    let bird = spitfire("4.0").attitude(Bank::Lvl, Nose::Climb);
    let climb = |adjust| vertical(Mode::Steady, "U H U H", adjust);
    assert_eq!(line(&bird, climb(-5), "Altitude gained").0, points("-13.5"));
    assert_eq!(speed(&flown(&bird, climb(-5))), ("1.0".into(), points("-1.5") as i16));
    assert_eq!(refused(&bird, climb(-4)), [rule::ENERGY]);
}

fn by_rate(n: i16, steps: &str) -> Plan {
    Plan { altitude: Altitude::Rate(n), ..level(steps, 0) }
}

#[test]
fn ex_48_a_climb_by_rate_costs_a_sixth() {
    let nine =
        |n| line(&bird("A1", "spitfire-mk9", "4.0").altitude(80), by_rate(n, "H H H H"), "Climb by rate");
    assert_eq!([5, 4, 8, 1].map(|n| nine(n).0), ["-1.0", "-0.5", "-1.5", "0"].map(points));
    assert_eq!(nine(5).1, Some(rule::RATE_GAIN));
}

#[test]
fn ex_49_the_rate_depends_on_bank_damage_and_load() {
    let low = spitfire("4.0").altitude(80);
    let most = |bird: &Bird| (1..=9).filter(|n| legal(bird, by_rate(*n, "H H H H"))).max().unwrap_or(0);
    assert_eq!(most(&low), 5);
    assert_eq!(most(&low.clone().attitude(Bank::Rb, Nose::Level)), 4, "{}", rule::RATE_BANKED);
    assert_eq!(most(&low.clone().with(|p| p.damaged = true)), 2, "{}", rule::DAMAGED_CLIMB);
    assert_eq!(most(&low.clone().with(|p| p.loaded = true)), 4, "{}", rule::LOADED_CLIMB);
    assert_eq!(most(&low.clone().with(|p| (p.loaded, p.bank) = (true, Bank::Lb))), 3);
    assert_eq!(refused(&spitfire("4.5").altitude(80), by_rate(1, "H H H H")), [rule::RATE_CLIMB]);
    assert_eq!(refused(&low, at(Throttle::Normal, by_rate(1, "H H H H"))), [rule::RATE_CLIMB]);
    // Not together with a level change: a plan has one altitude number.
    assert_eq!(refused(&low, vertical(Mode::Steady, "H H H H", 1)), [rule::PLAN], "{}", rule::RATE_ALONE);
}

#[test]
fn ex_72_two_turns_in_the_account() {
    let first = spitfire("6.5").attitude(Bank::Rb, Nose::Level);
    let turn = level("H[tR TT] H[tR TT] H[tR TT] H[tR TT 60] H H", 0);
    let after = flown(&first, turn);
    assert_eq!(speed(&after), ("6.5".into(), points("-0.5") as i16), "{}", rule::LEDGER);
    let second = first.then(after);
    let turns = "H[tR HT] H[tR HT] H[tR HT 60] H[tR HT] H[tR HT] H[tR HT 60] H";
    let after = flown(&second, at(Throttle::Emergency, level(turns, 0)));
    assert_eq!(speed(&after), ("6.0".into(), points("-1.0") as i16));
}

#[test]
fn ex_73_then_it_dives_and_starves() {
    let first = spitfire("6.0").with(|p| p.carry = -4);
    let dive = at(Throttle::Emergency, vertical(Mode::To(Pitch::D), "D H D H H H", -3));
    let after = flown(&first, dive);
    assert_eq!((after.altitude, speed(&after)), (129, ("7.5".into(), points("1.0") as i16)));
    let second = first.then(after);
    let idle = at(Throttle::Idle, vertical(Mode::To(Pitch::C), "D H H H H U", 0));
    let after = flown(&second, idle);
    assert_eq!((speed(&after), after.half), (("6.5".into(), points("0.5") as i16), true));
}

#[test]
fn ex_74_then_it_zooms() {
    let bird = spitfire("6.5").altitude(129).with(|p| (p.nose, p.half, p.carry) = (Nose::Climb, true, 2));
    let zoom = at(Throttle::Emergency, vertical(Mode::Steady, "U H U H U H H", -3));
    assert_eq!(line(&bird, zoom.clone(), "Power").0, points("0.5"));
    assert_eq!(line(&bird, zoom.clone(), "Altitude gained").0, points("-11.5"));
    let after = flown(&bird, zoom);
    assert_eq!((after.altitude, speed(&after)), (153, ("3.5".into(), points("-1.5") as i16)));
}

/// Height plus speed in thousandths of an increment.
fn energy(plane: &Plane) -> i64 {
    let quarters = 8 * i64::from(plane.speed.0) + i64::from(plane.carry);
    // 4 half points of accel are one of speed in the units of section 16: Q is half the quarter points.
    let q = quarters / 2;
    1000 * i64::from(plane.altitude) + 1000 * q * q / 77
}

#[test]
fn energy_is_never_made_from_nothing() {
    let data = built_in::<FightingWings>();
    let mut chooser = SeededDice::new(Seed::from_number(5));
    for (n, ty) in data.types.keys().enumerate() {
        let mut bird = bird("A1", ty, "5.0").altitude(120 + 5 * n as i16);
        for _ in 0..60 {
            let trial = moving(std::slice::from_ref(&bird));
            let command = FightingWings::sample(look(&trial, Allies), &mut chooser);
            let Command::Fly(plan) = &command else { panic!("{command:?}") };
            let account = account(&bird, plan.clone());
            let earned: i64 = account.terms.iter().map(|term| i64::from(term.value)).filter(|v| *v > 0).sum();
            let gift = |from: &str| {
                account.terms.iter().filter(|t| t.from == from).map(|t| i64::from(t.value)).sum::<i64>()
            };
            let engine = gift("Power") + gift("Diving") + gift("Carry").max(0);
            assert!(earned >= engine);
            let by_rate = if let Altitude::Rate(climbed) = plan.altitude { i64::from(climbed) } else { 0 };
            let before = energy(&bird.0.start);
            let after = flown_with(&bird, plan.clone(), if account_stress(&bird, plan) { &[2] } else { &[] });
            // What the engine, the dive and the rate of climb give at the speed flown, and the rounding of half a point.
            let fastest = 8 * i64::from(after.speed.0.max(bird.0.start.speed.0)) / 2 + 8;
            let bound = 1000 * by_rate + 1000 * fastest * (engine + 4) / 77;
            assert!(
                energy(&after) <= before + bound,
                "{ty} {plan:?}: {} from {before} with {bound}",
                energy(&after)
            );
            if !after.flying() || after.altitude < 40 || chooser.below(12) == 0 {
                break;
            }
            bird = bird.then(after);
        }
    }
}

/// Whether a plan changes the heading at ET.
fn account_stress(bird: &Bird, plan: &Plan) -> bool {
    let mut trial = moving(std::slice::from_ref(bird));
    let said = trial.table.act(Allies, Command::Fly(plan.clone()), &[]);
    matches!(said, Err(table::ActError::Need(need)) if need.ask.rule == rule::STRESS)
}
