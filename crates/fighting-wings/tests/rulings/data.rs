//! Section 4: limits of speed and height, stalls, power.

use crate::common::*;

#[test]
fn ex_07_too_slow_it_stalls() {
    let slow = spitfire("1.5");
    assert_eq!(refused(&slow, level("H", 0))[0], rule::STALL);
    let after = flown(&slow, stall());
    assert_eq!((place(&after), after.altitude, speed(&after)), ((1, 0), 141, ("4.0".into(), 6)));
    assert_eq!((after.bank, after.nose), (Bank::Lvl, Nose::Dive));
    assert!(after.trace.stalled);
    assert_eq!(refused(&spitfire("5.0"), stall())[0], rule::STALL);
}

#[test]
fn ex_08_power_fades_towards_the_top_speed() {
    for (at, power) in [("5.0", "2.0"), ("6.5", "0.5"), ("7.0", "0")] {
        let steps = vec!["H"; at[..1].parse().unwrap()].join(" ");
        assert_eq!(line(&spitfire(at), level(&steps, 0), "Power").0, points(power), "at {at}");
    }
    assert_eq!(line(&spitfire("5.0"), level("H H H H H", 0), "Power").1, Some(rule::POWER));
}

#[test]
fn ex_09_power_is_read_by_band_and_throttle() {
    let low = spitfire("4.5").altitude(80);
    assert_eq!(line(&low, at(Throttle::Emergency, level("H H H H", 0)), "Power").0, points("3.0"));
}

#[test]
fn ex_10_a_damaged_aircraft_has_half_the_power() {
    let low = spitfire("4.5").altitude(80).with(|p| p.damaged = true);
    assert_eq!(line(&low, level("H H H H", 0), "Power"), (3, Some(rule::DAMAGED_POWER)));
}

#[test]
fn ex_11_a_loaded_aircraft_has_two_thirds_of_it() {
    let bomber = bird("X1", "he-111h-3", "4.0").with(|p| p.loaded = true);
    assert_eq!(line(&bomber, level("H H H H", 0), "Power").0, points("0.5"), "{}", rule::LOADED_POWER);
}

#[test]
fn ex_76_without_a_legal_straight_plan_it_may_stall() {
    let high = spitfire("5.0").altitude(340).with(|p| (p.nose, p.forced_straight) = (Nose::Climb, true));
    assert!(legal(&high, stall()), "{}", rule::NO_PLAN);
    assert!(refused(&high, vertical(Mode::To(Pitch::L), "U H H H H", -3)).contains(&rule::LIMITS));
    assert!(!legal(&high.with(|p| p.altitude = 330), stall()));
}

#[test]
fn ex_77_near_the_ground_some_plans_are_closed() {
    let low = |altitude| spitfire("6.0").altitude(altitude).attitude(Bank::Lvl, Nose::Dive);
    for adjust in 1..=3 {
        assert!(legal(&low(9), vertical(Mode::Steady, "D H H H H H", adjust)));
    }
    assert_eq!(refused(&low(9), vertical(Mode::Steady, "D H H H H H", 0)), [rule::LIMITS]);
    let swoop = |adjust| vertical(Mode::To(Pitch::C), "D H H H H U", adjust);
    assert!(legal(&low(9), swoop(-2)));
    assert_eq!(refused(&low(9), swoop(-3)), [rule::LIMITS]);
    assert_eq!(refused(&low(5), vertical(Mode::Steady, "D H H H H H", 3)), [rule::LIMITS]);
    assert_eq!(refused(&low(5), swoop(6)), [rule::LIMITS]);
    assert_eq!(refused(&low(5), vertical(Mode::To(Pitch::L), "D H D H H H", 6))[0], rule::LIMITS);
    let loop_up = vertical(Mode::To(Pitch::InvertedClimb), "U H U H U H!", -9);
    assert!(refused(&low(5), loop_up).iter().all(|r| *r != rule::LIMITS));
}

#[test]
fn no_aircraft_flies_above_its_ceiling_or_faster_than_its_dive_limit() {
    let high = spitfire("5.0").altitude(344);
    assert_eq!(refused(&high, level("H H H H H", 1)), [rule::LIMITS]);
    assert!(legal(&high, level("H H H H H", 0)), "{}", rule::CEILINGS);
    let fast = spitfire("11.5").altitude(150).attitude(Bank::Lvl, Nose::Dive);
    let mut trial = moving(&[fast]);
    trial.say(Allies, Command::Fly(vertical(Mode::Steady, "D H D H D H H H H H H", 0)));
    assert_eq!(speed(plane(&trial, 0)), ("11.5".into(), 0));
    assert!(trial.cites(rule::DIVE_LIMIT));
}

#[test]
fn cards_show_every_figure_with_its_rule() {
    let cards = <FightingWings as table::Library>::cards(&built_in::<FightingWings>());
    assert_eq!(cards.len(), 18);
    for card in &cards {
        let rules: Vec<_> =
            card.values.iter().map(|v| v.rule).chain(card.tables.iter().map(|t| t.rule)).collect();
        for needed in [
            rule::SPEED_LIMITS,
            rule::ENGINE_POWER,
            rule::NO_INJECTION,
            rule::CEILINGS,
            rule::DEFENCE,
            rule::COSTS,
            rule::CLIMB_RATES,
            rule::MANOEUVRE_FPS,
            rule::DATA,
            rule::MORE_DATA,
        ] {
            assert!(rules.contains(&needed), "{}: {needed}", card.id);
        }
        assert!(rules.contains(&rule::WEAPONS) || rules.contains(&rule::FLEXIBLE_ARCS), "{}", card.id);
        assert!(card.values.iter().all(|value| value.source.is_some()), "{}", card.id);
    }
}
