//! Sections 12 and 13: bank, pitch, VFPs.

use crate::common::*;

fn climbing(speed: &str) -> Bird {
    spitfire(speed).attitude(Bank::Lvl, Nose::Climb)
}

#[test]
fn ex_21_half_of_the_fps_may_climb_rounded_either_way() {
    for (steps, fine) in [
        ("U H H H H", true),
        ("U H U H H", true),
        ("U H U H U", true),
        ("H H H H H", false),
        ("U U U U H", false),
    ] {
        let refused = refused(
            &climbing("5.0"),
            vertical(Mode::Steady, steps, -9.max(-3 * steps.matches('U').count() as i16)),
        );
        assert_eq!(refused.contains(&rule::CLIMBING), !fine, "{steps}: {refused:?} {}", rule::VFP_FRACTIONS);
    }
}

#[test]
fn ex_22_level_flight_changes_by_one_increment_an_fp() {
    for n in [-6, 6] {
        assert!(legal(&spitfire("6.0"), level("H H H H H H", n)));
    }
    assert_eq!(refused(&spitfire("6.0"), level("H H H H H H", 7)), [rule::LEVEL]);
    assert_eq!(refused(&spitfire("6.0"), level("U H H H H H", 0))[0], rule::LEVEL);
    let inverted = spitfire("6.0").attitude(Bank::Inv, Nose::Level);
    assert!(legal(&inverted, level("H H H H H H", -3)));
    for n in [-4, 1] {
        assert_eq!(refused(&inverted, level("H H H H H H", n)), [rule::INVERTED]);
    }
}

#[test]
fn every_attitude_has_its_vfps() {
    for (bank, nose, steps, rule) in [
        (Bank::Lvl, Nose::Dive, "U H H H H H", rule::DIVING),
        (Bank::Inv, Nose::Climb, "D H H H H H", rule::INVERTED_CLIMBING),
        (Bank::Inv, Nose::Dive, "U H H H H H", rule::INVERTED_DIVING),
        (Bank::Inv, Nose::Level, "U H H H H H", rule::INVERTED),
    ] {
        let bird = spitfire("6.0").attitude(bank, nose);
        let plan = if nose == Nose::Level { level(steps, 0) } else { vertical(Mode::Steady, steps, 0) };
        assert_eq!(refused(&bird, plan)[0], rule);
    }
    let view = moving(&[spitfire("6.0").attitude(Bank::Irb, Nose::Dive)]).table.view(table::Seat::Observer);
    let tags = &view.aircraft[0].tags;
    let flies = "inverted, banked right, diving (IRB (D))";
    assert!(tags.iter().any(|tag| tag.text == flies && tag.rule == rule::ATTITUDES), "{tags:?}");
    let attitude = view.aircraft[0].pose.unwrap().attitude.unwrap();
    assert_eq!((attitude.bank, attitude.pitch), (120, -30));
}

#[test]
fn ex_23_climbing_inverted_costs_most() {
    let bird = spitfire("6.0").attitude(Bank::Inv, Nose::Climb);
    let plan = vertical(Mode::Steady, "U H U H H H", 0);
    assert_eq!(line(&bird, plan.clone(), "Inverted"), (points("-3.0"), Some(rule::INVERTED_DECEL)));
    assert_eq!(line(&bird, plan.clone(), "Climbing"), (points("-3.0"), Some(rule::CLIMB_DECEL)));
    assert_eq!(line(&bird, plan, "Climbing inverted"), (points("-2.0"), Some(rule::INVERTED_CLIMB_DECEL)));
}

#[test]
fn ex_24_inverted_flight_costs_unless_it_sinks() {
    let bird = spitfire("6.0").attitude(Bank::Inv, Nose::Level);
    assert_eq!(line(&bird, level("H H H H H H", -1), "Inverted").0, 0);
    assert_eq!(
        line(&bird, level("H H H H H H", 0), "Inverted").0,
        points("-3.0"),
        "{}",
        rule::ATTITUDE_POINTS
    );
}

#[test]
fn ex_25_some_types_have_other_values() {
    let jug = |nose| bird("A1", "p-47d", "6.0").attitude(Bank::Lvl, nose);
    assert_eq!(
        line(&jug(Nose::Dive), vertical(Mode::Steady, "D H H H H H", 0), "Diving"),
        (points("2.0"), Some(rule::ATTITUDE_EXCEPTIONS))
    );
    assert_eq!(
        line(&jug(Nose::Climb), vertical(Mode::Steady, "U H H H H H", 0), "Climbing").0,
        points("-4.0")
    );
    let dive = line(
        &spitfire("6.0").attitude(Bank::Lvl, Nose::Dive),
        vertical(Mode::Steady, "D H H H H H", 0),
        "Diving",
    );
    assert_eq!(dive, (points("1.0"), Some(rule::DIVE_ACCEL)));
}

#[test]
fn ex_26_vfps_are_adjusted_by_three_each() {
    let after = flown(&climbing("6.0"), vertical(Mode::Steady, "U H U H H H", 5));
    assert_eq!(after.altitude, 150 + 23);
    assert_eq!(refused(&climbing("6.0"), vertical(Mode::Steady, "U H U H H H", 7))[0], rule::VFPS);
}

#[test]
fn ex_27_vfps_in_one_hex_are_limited() {
    // Three VFPs and three HFPs: one in a hex.
    let three = |steps| refused(&climbing("6.0"), vertical(Mode::Steady, steps, -9));
    assert!(three("U H U H U H").is_empty());
    assert_eq!(three("U U H U H H"), [rule::ONE_VFP_A_HEX]);
    // Four VFPs of six FPs, C to (C): two thirds.
    let four = |steps| refused(&climbing("6.0"), vertical(Mode::To(Pitch::InvertedClimb), steps, -12));
    assert!(!four("U U H! U U H").contains(&rule::TWO_VFPS_A_HEX));
    assert!(four("U U U! H U H").contains(&rule::TWO_VFPS_A_HEX));
    // Three VFPs and one HFP: three in a hex; five and one: no limit.
    let dive = spitfire("4.0").attitude(Bank::Lvl, Nose::Dive);
    let three = refused(&dive, vertical(Mode::To(Pitch::InvertedDive), "D D! D H", 0));
    assert!(!three.contains(&rule::THREE_VFPS_A_HEX) && !three.contains(&rule::VFPS_IN_A_HEX), "{three:?}");
    let none = refused(&spitfire("1.0").attitude(Bank::Lvl, Nose::Dive), vertical(Mode::Steady, "D", 0));
    assert!(!none.contains(&rule::ANY_VFPS_A_HEX) && !none.contains(&rule::VFPS_IN_A_HEX));
}

#[test]
fn spent_vfps_are_shown_on_the_way() {
    let menu = moving(&[climbing("6.0")])
        .table
        .menu(Allies, Some(&Command::Fly(vertical(Mode::Steady, "U H U", 0))));
    let sketch = &menu.draft.unwrap().sketch;
    assert_eq!((sketch.spent, sketch.of), (3, 6), "{}", rule::VFP_COUNTERS);
    assert_eq!(sketch.pose.unwrap().altitude, Some(168));
    assert!(
        sketch.notes.iter().any(|note| note == "Attitude: wings level, climbing (LVL C)"),
        "{:?}",
        sketch.notes
    );
}
