//! Section 14: transitions, Note A, reversals.

use crate::common::*;

const NOTE_A: &str = "U H[bRR] H U H[bLL]";

#[test]
fn ex_28_a_pull_into_a_climb() {
    let plan = vertical(Mode::To(Pitch::C), "U H U H H H", -6);
    assert_eq!(line(&spitfire("6.0"), plan.clone(), "Transition"), (points("-0.5"), Some(rule::TRANSITIONS)));
    assert_eq!(flown(&spitfire("6.0"), plan).nose, Nose::Climb);
    let slow = refused(&spitfire("2.0"), vertical(Mode::To(Pitch::C), "U H", 0));
    assert!(slow.contains(&rule::ONE_STEP), "{slow:?} {}", rule::TRANSITION_SPEEDS);
}

#[test]
fn ex_29_fractions_are_rounded_either_way() {
    for (steps, fine) in
        [("U H H H H", true), ("U H U H H", true), ("H H H H H", false), ("U H U H U", false)]
    {
        let refused = refused(&spitfire("5.0"), vertical(Mode::To(Pitch::C), steps, 0));
        assert_eq!(refused.contains(&rule::FRACTIONS), !fine, "{steps}");
    }
}

#[test]
fn ex_30_a_push_over_the_top_is_negative_g() {
    let bird = spitfire("6.0").attitude(Bank::Lvl, Nose::Climb);
    let over = |steps, n| vertical(Mode::To(Pitch::D), steps, n);
    let after = flown(&bird, over("U H H H H D", 6));
    assert_eq!((after.altitude, after.trace.negative), (156, true), "{}", rule::NEGATIVE_G);
    assert_eq!(refused(&bird, over("U H H H H D", 7)), [rule::VFPS]);
    assert_eq!(refused(&bird, over("D H H H H U", 0)), [rule::BOTH_DIRECTIONS]);
    let fired = bird.with(|p| p.fired = true);
    assert_eq!(refused(&fired, over("U H H H H D", 0)), [rule::NEGATIVE_G]);
}

#[test]
fn ex_31_a_carburettor_starves_after_a_push() {
    let push = vertical(Mode::To(Pitch::D), "D H D H H H", 0);
    let after = flown(&spitfire("6.0"), push);
    assert!(after.forced_idle);
    let next = spitfire("6.0").then(after);
    assert_eq!(refused(&next, vertical(Mode::Steady, "D H H H H H H", 0))[0], rule::FORCED_IDLE);
    // Pushed as one step, rolled over in the first FP, ending inverted.
    let rolled = vertical(Mode::To(Pitch::D), "D[bRR] H D H H H", 0);
    let after = flown(&spitfire("6.0"), rolled);
    assert_eq!((after.forced_idle, after.bank, after.pitch()), (false, Bank::Irb, Pitch::InvertedDive));
    let late = flown(&spitfire("6.0"), vertical(Mode::To(Pitch::D), "D H[bRR] D H H H", 0));
    assert!(late.forced_idle, "{} {} {}", rule::MILD_PUSH, rule::ROLLED_FIRST, rule::ENDS_INVERTED);
    let injected = bird("X1", "bf-109e-3", "6.0");
    assert!(!flown(&injected, vertical(Mode::To(Pitch::D), "D H D H H H", 0)).forced_idle);
}

#[test]
fn ex_32_half_a_loop() {
    let bird = spitfire("6.0").altitude(100);
    let plan = vertical(Mode::To(Pitch::Inverted), "H U H! U H U", 0);
    assert_eq!(line(&bird, plan.clone(), "Altitude gained").0, points("-16.5"));
    assert_eq!(line(&bird, plan.clone(), "Transition").0, points("-6.0"));
    let after = flown(&bird, plan);
    assert_eq!((place(&after), degrees(&after), after.altitude), ((1, 0), 270, 127));
    assert_eq!((after.bank, after.pitch(), speed(&after)), (Bank::Inv, Pitch::Inverted, ("0.5".into(), 0)));
}

#[test]
fn ex_33_the_tightest_half_loop() {
    let after =
        flown(&spitfire("6.0").altitude(100), vertical(Mode::To(Pitch::Inverted), "H U H! U H U", -9));
    assert_eq!((after.altitude, speed(&after)), (118, ("2.5".into(), points("-0.5") as i16)));
}

#[test]
fn ex_75_a_short_climb_rolls_over_to_level_off() {
    let up = |steps, n| vertical(Mode::NoteAUp, steps, n);
    let after = flown(&spitfire("5.0"), up(NOTE_A, 0));
    assert_eq!((place(&after), after.altitude, speed(&after)), ((3, 0), 168, ("2.0".into(), 0)));
    assert_eq!((after.bank, after.nose), (Bank::Lvl, Nose::Level));
    let after = flown(&spitfire("5.0"), up(NOTE_A, -6));
    assert_eq!((after.altitude, speed(&after)), (162, ("3.5".into(), points("-0.5") as i16)));
    assert_eq!(refused(&spitfire("5.0"), up("U H H H H", -3)), [rule::NOTE_A]);
    assert!(refused(&spitfire("5.0"), up("U H U H U", -9)).contains(&rule::NOTE_A));
}

#[test]
fn a_short_dive_rolls_over_first() {
    let down = |steps| vertical(Mode::NoteADown, steps, 0);
    let after = flown(&spitfire("5.0"), down("H[bRR] D H H H[bLL]"));
    assert_eq!((after.bank, after.nose, after.altitude), (Bank::Lvl, Nose::Level, 141));
    assert!(refused(&spitfire("5.0"), down("H D H H H")).contains(&rule::NOTE_A));
    assert!(refused(&spitfire("5.0"), down("H[bRR] D H H H")).contains(&rule::NOTE_A));
}

#[test]
fn ex_34_half_of_a_transition_is_credited_to_turns() {
    // A 3-step transition of the Bf 109E costs 4.5; two HT turns cost 4.0.
    let bird = bird("X1", "bf-109e-3", "6.0").attitude(Bank::Rb, Nose::Level);
    let plan = vertical(Mode::To(Pitch::InvertedClimb), "U[tR HT] H[tR HT 60] U[tR HT] H[tR HT 60]! U H", -9);
    assert_eq!(line(&bird, plan.clone(), "Transition").0, points("-4.5"));
    assert_eq!(line(&bird, plan.clone(), "Turns").0, points("-4.0"));
    assert_eq!(line(&bird, plan, "Credit of the transition"), (points("2.0"), Some(rule::CREDIT)));
}

#[test]
fn minimum_speeds_follow_the_steps() {
    for (nose, to, steps, speed, rule) in [
        (Nose::Dive, Pitch::C, "D U", "2.0", rule::TWO_STEPS),
        (Nose::Level, Pitch::InvertedClimb, "U H! H", "3.0", rule::THREE_STEPS),
        (Nose::Level, Pitch::Inverted, "U! U H", "3.5", rule::FOUR_STEPS),
    ] {
        let refused = refused(&spitfire(speed).attitude(Bank::Lvl, nose), vertical(Mode::To(to), steps, 0));
        assert!(refused.contains(&rule), "{rule}: {refused:?}");
    }
    let none = refused(&spitfire("6.0"), vertical(Mode::To(Pitch::InvertedDive), "D H D H H H", 0));
    assert_eq!(none[0], rule::TRANSITION_CHART);
}

#[test]
fn ex_45_a_reversal_flips_the_bank() {
    let reversed = |bank: Bank| {
        let bird =
            spitfire("6.0").attitude(bank, if bank.inverted_name() { Nose::Dive } else { Nose::Climb });
        let plan = if bank.inverted_name() {
            vertical(Mode::To(Pitch::D), "D H D H! D D", 9)
        } else {
            vertical(Mode::To(Pitch::InvertedClimb), "U H U H! U U", -12)
        };
        let trial = moving(&[bird]);
        let menu = trial.table.menu(Allies, Some(&Command::Fly(plan)));
        let draft = menu.draft.unwrap();
        let attitude = draft.sketch.notes[1].split_once(" (").unwrap().1.to_owned();
        (draft.sketch.pose.unwrap().heading, attitude)
    };
    assert_eq!(reversed(Bank::Rb), (210, "IRB (C))".into()), "{}", rule::REVERSAL_HEADING);
    assert_eq!(reversed(Bank::Lb), (330, "ILB (C))".into()), "{}", rule::REVERSAL_FLIP);
    assert_eq!(reversed(Bank::Ilb), (330, "LB D)".into()), "{}", rule::REVERSALS);
    assert_eq!(reversed(Bank::Inv), (270, "LVL D)".into()));
}

trait Inverted {
    fn inverted_name(self) -> bool;
}

impl Inverted for Bank {
    fn inverted_name(self) -> bool {
        matches!(self, Bank::Irb | Bank::Inv | Bank::Ilb)
    }
}

#[test]
fn ex_46_an_immelmann_rolls_out_at_the_top() {
    let after = flown(
        &spitfire("6.0").altitude(100),
        vertical(Mode::To(Pitch::Inverted), "H U H! U H[bRR] U[bR]", -9),
    );
    assert_eq!(
        (place(&after), degrees(&after), after.bank, after.pitch()),
        ((1, 0), 270, Bank::Lvl, Pitch::L)
    );
    let early = refused(&spitfire("6.0"), vertical(Mode::To(Pitch::Inverted), "H U H[bR]! U H U", -9));
    assert_eq!(early, [rule::REVERSAL_BANK]);
    assert!(refused(&spitfire("6.0"), level("H H! H H H H", 0)).contains(&rule::REVERSAL_BY_CHART));
}

#[test]
fn ex_79_a_bomber_makes_no_half_loop() {
    let bomber = bird("X1", "he-111h-3", "4.0").attitude(Bank::Lvl, Nose::Climb);
    assert_eq!(
        refused(&bomber, vertical(Mode::To(Pitch::InvertedClimb), "U U H! H", -6))[0],
        rule::TRANSITIONS
    );
    let over = refused(&bomber, vertical(Mode::To(Pitch::D), "U H H D", 0));
    assert!(over.is_empty(), "{over:?}");
}

#[test]
fn the_chart_has_24_entries() {
    let possible = |bank, nose| {
        let menu = moving(&[spitfire("6.0").attitude(bank, nose)]).table.menu(Allies, None);
        menu.choices.iter().filter(|choice| choice.rule == rule::TRANSITION_CHART).count()
    };
    let all = [Bank::Lvl, Bank::Inv]
        .into_iter()
        .flat_map(|bank| [Nose::Level, Nose::Climb, Nose::Dive].map(|nose| (bank, nose)));
    assert_eq!(all.map(|(bank, nose)| possible(bank, nose)).sum::<usize>(), 24);
}
