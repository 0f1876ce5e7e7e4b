//! Sections 8 to 11: throttle, flaps, slats, overspeed.

use crate::common::*;

#[test]
fn ex_16_idle_costs_a_point_of_speed_at_once() {
    let idle = |steps| at(Throttle::Idle, level(steps, 0));
    assert_eq!(refused(&spitfire("5.0"), idle("H H H H H")), [rule::FLIGHT_POINTS]);
    let after = flown(&spitfire("5.0"), idle("H H H H"));
    assert_eq!(speed(&after), ("4.0".into(), 0));
    let zero = bird("X1", "a6m2", "5.0");
    assert_eq!(refused(&zero, at(Throttle::Emergency, level("H H H H H", 0))), [rule::THROTTLE]);
}

#[test]
fn ex_17_flaps_slow_and_lower_the_minimum() {
    let mustang = |speed| bird("A1", "p-51d", speed).attitude(Bank::Rb, Nose::Level);
    let turn = |flaps| Plan { flaps, ..level("H[tR HT 60] H[tR HT 60] H H", 0) };
    let plan = turn(true);
    assert_eq!(line(&mustang("4.0"), plan.clone(), "Turns").0, points("-5.0"));
    assert_eq!(
        line(&mustang("4.0"), plan.clone(), "Turning with flaps"),
        (points("-2.0"), Some(rule::FLAPS_TURNING))
    );
    assert_eq!(line(&mustang("4.0"), plan.clone(), "Flaps"), (points("-1.0"), Some(rule::FLAPS_MOVE)));
    assert!(legal(&mustang("4.0"), plan), "{}", rule::FLAPS_MINIMUM);
    assert_eq!(refused(&mustang("4.0"), turn(false)), [rule::TURNS]);
    assert_eq!(refused(&spitfire("4.0"), Plan { flaps: true, ..level("H H H H", 0) }), [rule::FLAPS]);
    let menu = moving(&[mustang("4.0")]).table.menu(Allies, Some(&Command::Fly(level("", 0))));
    assert!(menu.choices.iter().any(|choice| choice.rule == rule::FLAPS_DECLARED));
}

#[test]
fn ex_18_slats_let_it_turn_half_a_point_slower() {
    let emil = |speed| bird("X1", "bf-109e-3", speed).attitude(Bank::Rb, Nose::Level);
    let plan = level("H[tR HT 120] H H", 0);
    assert!(legal(&emil("3.5"), plan.clone()), "{} {}", rule::SLATS_AUTOMATIC, rule::SLATS_MINIMUM);
    assert_eq!(line(&emil("3.5"), plan.clone(), "Turns").0, points("-4.0"));
    assert_eq!(
        line(&emil("3.5"), plan.clone(), "Turning with slats"),
        (points("-2.0"), Some(rule::SLATS_TURNING))
    );
    assert_eq!(refused(&emil("3.0"), plan), [rule::TURNS]);
}

#[test]
fn ex_19_above_the_minimum_slats_stay_in() {
    let emil = bird("X1", "bf-109e-3", "3.5").attitude(Bank::Rb, Nose::Level);
    assert_eq!(line(&emil, level("H[tR TT 60] H H", 0), "Turning with slats").0, 0, "{}", rule::SLATS);
}

#[test]
fn with_flaps_only_their_effects_count() {
    // No type has both; the rule is seen in that flaps never come with slats.
    let data = built_in::<FightingWings>();
    assert!(
        data.types.values().all(|ty| !(ty.slats && ty.flaps_limit.is_some())),
        "{}",
        rule::SLATS_AND_FLAPS
    );
}

#[test]
fn ex_20_overspeed_costs_unless_it_dives() {
    let fast = spitfire("8.5");
    let lost = |n: i16| line(&fast, level("H H H H H H H H", -n), "Overspeed");
    assert_eq!(lost(8), (points("-1.5"), Some(rule::OVERSPEED)));
    let nine = spitfire("8.5").with(|p| p.half = true);
    assert_eq!(line(&nine, level("H H H H H H H H H", -9), "Overspeed").0, 0);
}
