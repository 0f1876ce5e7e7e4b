//! Section 26: plans, drafts, canonical lists and the short list.

use crate::common::*;
use std::collections::{BTreeMap, BTreeSet};
use table::{PieceId, Pilot as _};

/// What matters of a plan once it is flown: everything but the way.
fn result(trial: &Trial<FightingWings>, plan: &Plan) -> String {
    fighting_wings::result_of(trial.table.rules(), trial.table.state(), plan)
}

/// Every step list of a plan without steps, tried one by one: the first for each result.
fn naive(trial: &Trial<FightingWings>, open: Plan) -> BTreeMap<String, Course> {
    let mut found = BTreeMap::new();
    let mut stack = vec![open];
    while let Some(plan) = stack.pop() {
        let why = trial.refused(Allies, &Command::Fly(plan.clone()));
        if why.is_empty() || why == [rule::ENERGY] {
            let kept: &mut Course = found.entry(result(trial, &plan)).or_insert_with(|| plan.steps.clone());
            if plan.steps < *kept {
                *kept = plan.steps;
            }
        } else if why == [rule::FLIGHT_POINTS] {
            let steps = [Kind::H, Kind::U, Kind::D]
                .into_iter()
                .flat_map(|kind| fighting_wings::every_manoeuvre().map(move |act| Step { kind, act }));
            for step in steps {
                let mut longer = plan.clone();
                if longer.steps.steps.try_push(step).is_ok() {
                    stack.push(longer);
                }
            }
        }
    }
    found
}

/// Compares the canonical list of a bird with all step lists, mode by mode; the modes that it has.
fn compare(bird: &Bird) -> BTreeSet<Mode> {
    let trial = moving(std::slice::from_ref(bird));
    let (rules, state) = (trial.table.rules(), trial.table.state());
    let (plans, cut) = canonical(rules, state, 0, (Throttle::Military, false), 100_000);
    assert_eq!(cut, None);
    let mut by_opening: BTreeMap<(Mode, Option<u8>), BTreeMap<String, Course>> = BTreeMap::new();
    for plan in &plans {
        let results = by_opening.entry((plan.mode, plan.steps.reversal)).or_default();
        let double = results.insert(result(&trial, plan), plan.steps.clone());
        assert!(double.is_none(), "{plan:?} and {double:?} come to the same");
    }
    for ((mode, reversal), canonical) in &by_opening {
        let plan = plans.iter().find(|plan| plan.mode == *mode).unwrap();
        let empty = Course { steps: Default::default(), reversal: *reversal };
        let all = naive(&trial, Plan { steps: empty, ..plan.clone() });
        let names = |course: &Course| course.to_string();
        let missing = all.iter().find(|(result, _)| !canonical.contains_key(*result));
        assert_eq!(missing.map(|(_, way)| names(way)), None, "{mode:?} {reversal:?}: missing");
        let added = canonical.iter().find(|(result, _)| !all.contains_key(*result));
        assert_eq!(added.map(|(_, way)| names(way)), None, "{mode:?} {reversal:?}: added");
    }
    by_opening.into_keys().map(|(mode, _)| mode).collect()
}

#[test]
fn the_canonical_list_has_exactly_the_results_of_all_step_lists() {
    let level = compare(&spitfire("3.0").attitude(Bank::Rb, Nose::Level));
    assert!(level.contains(&Mode::NoteAUp) && level.contains(&Mode::NoteADown), "{level:?} {}", rule::CANON);
    let climbing = compare(&bird("A1", "bf-109e-3", "3.5").attitude(Bank::Lb, Nose::Climb));
    let diving = compare(&spitfire("3.5").attitude(Bank::Irb, Nose::Dive));
    let slow = compare(&spitfire("2.5").attitude(Bank::Lb, Nose::Level));
    let inverted = compare(&bird("A1", "bf-109e-3", "3.0").attitude(Bank::Inv, Nose::Level));
    let all: BTreeSet<Mode> = [level, climbing, diving, slow, inverted].into_iter().flatten().collect();
    for pitch in Pitch::ALL {
        assert!(all.contains(&Mode::To(pitch)), "no transition to {pitch:?} was compared");
    }
}

#[test]
fn whoever_asks_for_every_plan_gets_the_legal_canonical_ones() {
    let trial = moving(&[spitfire("3.0").attitude(Bank::Rb, Nose::Level)]);
    let (rules, state) = (trial.table.rules(), trial.table.state());
    let every = FightingWings::every_plan(rules, state, PieceId(1), usize::MAX);
    assert_eq!(every.cut, None);
    let given: BTreeSet<String> = every.plans.iter().map(|plan| format!("{:?}", plan.command)).collect();
    assert_eq!(given.len(), every.plans.len(), "{}: none twice", rule::CANON);
    let mut legal = 0;
    for settings in [(Throttle::Emergency, false), (Throttle::Idle, false)] {
        for plan in canonical(rules, state, 0, settings, usize::MAX).0 {
            let command = Command::Fly(plan);
            let offered = given.contains(&format!("{command:?}"));
            assert_eq!(offered, trial.refused(Allies, &command).is_empty(), "{command:?}");
            legal += usize::from(offered);
        }
    }
    assert_eq!(legal, every.plans.len(), "a Spitfire has no combat flaps");
}

#[test]
fn a_mode_without_a_first_step_is_not_offered() {
    let down = |bird: Bird| {
        let menu = moving(std::slice::from_ref(&bird)).table.menu(bird.0.side, None);
        menu.choices.iter().any(|choice| choice.label == "Dive and level off")
    };
    assert!(down(spitfire("4.0")));
    // It has to roll inverted with its first FP, which a bomber cannot.
    assert!(!down(bird("A1", "he-111h-3", "4.0")), "{}", rule::NOTE_A);
}

#[test]
fn a_list_that_is_cut_says_so() {
    let trial = moving(&[spitfire("5.0")]);
    let (rules, state) = (trial.table.rules(), trial.table.state());
    let (plans, cut) = canonical(rules, state, 0, (Throttle::Military, false), 50);
    assert!(plans.len() <= 51 && cut == Some(table::view::Cut::Limit), "{} {}", plans.len(), rule::CANON);
}

#[test]
fn every_plan_of_the_short_list_is_legal() {
    for bird in [
        spitfire("4.0"),
        bird("A1", "fw-190a-8", "6.0").attitude(Bank::Rb, Nose::Dive),
        bird("A1", "b-17g", "4.0"),
        spitfire("1.0"),
    ] {
        let trial = moving(std::slice::from_ref(&bird));
        let mut plans = 0;
        short_list(trial.table.rules(), trial.table.state(), 0, |plan| {
            let why = trial.refused(Allies, &Command::Fly(plan.clone()));
            assert!(why.is_empty(), "{plan:?}: {why:?}");
            plans += 1;
        });
        assert!(plans > 0, "{}", bird.0.ty);
    }
}

#[test]
fn every_end_is_offered_once_under_the_name_that_a_pilot_would_give_it() {
    let trial = moving(&[spitfire("5.0")]);
    let plans = FightingWings::plans(trial.table.rules(), trial.table.state(), PieceId(1)).plans;
    for plan in &plans {
        let why = trial.refused(Allies, &plan.command);
        assert!(why.is_empty(), "{:?}: {why:?}", plan.command);
    }
    let mut ends: Vec<_> = plans.iter().map(|plan| plan.pose).collect();
    ends.sort();
    ends.dedup();
    assert_eq!(ends.len(), plans.len(), "{}", rule::CANON);
    let called = |steps: &str| {
        let flies =
            |command: &Command| matches!(command, Command::Fly(plan) if plan.steps.to_string() == steps);
        let plan = plans.iter().find(|plan| flies(&plan.command)).unwrap();
        let manoeuvre = plan.manoeuvre.as_ref().unwrap();
        (manoeuvre.kind, manoeuvre.way)
    };
    assert_eq!(called("H H H H H"), ("level", "straight on"));
    let names: Vec<_> = plans.iter().flat_map(|plan| &plan.manoeuvre).map(|m| (m.kind, m.way)).collect();
    for name in [("climbing", "left turn"), ("diving", "straight on"), ("wingover", "right turn of 120°")] {
        assert!(names.contains(&name), "{name:?} of {names:?}");
    }
}

#[test]
fn a_strained_aircraft_has_only_straight_plans() {
    let trial = moving(&[spitfire("5.0").with(|plane| plane.forced_straight = true)]);
    let mut plans = 0;
    short_list(trial.table.rules(), trial.table.state(), 0, |plan| {
        let straight = if plan.throttle == Throttle::Idle { "H H H H" } else { "H H H H H" };
        assert_eq!((plan.steps.to_string().as_str(), plan.altitude), (straight, Altitude::Level(0)));
        plans += 1;
    });
    assert_eq!(plans, 3, "{}: the highest throttle, the last one and Idle", rule::STRESS_STRAIGHT);
}

/// Hexes and headings in which plans end.
fn places(trial: &Trial<FightingWings>, plans: &[Plan]) -> BTreeSet<String> {
    let place = |result: String| {
        let (place, _) = result.split_once(", entered").unwrap();
        let (_, place) = place.split_once("place: (").unwrap();
        place.rsplit_once(", ").unwrap().0.to_owned()
    };
    plans.iter().map(|plan| place(result(trial, plan))).collect()
}

#[test]
fn the_short_list_reaches_every_place_at_low_speed_and_most_at_combat_speed() {
    for (speed, reached, of) in [("4.0", 123, 123), ("6.0", 270, 286)] {
        let trial = moving(&[spitfire(speed)]);
        let (rules, state) = (trial.table.rules(), trial.table.state());
        let (all, cut) = canonical(rules, state, 0, (Throttle::Military, false), usize::MAX);
        let mut short = Vec::new();
        short_list(rules, state, 0, |plan| {
            if plan.throttle == Throttle::Military {
                short.push(plan);
            }
        });
        let (short, all) = (places(&trial, &short), places(&trial, &all));
        assert!(cut.is_none() && short.is_subset(&all));
        assert_eq!((short.len(), all.len()), (reached, of), "at {speed}, {}", rule::CANON);
    }
}

#[test]
fn a_draft_leads_to_the_ends_that_it_can_still_reach() {
    let trial = moving(&[spitfire("4.0")]);
    let draft = Command::Fly(level("H H", 0));
    let plans = FightingWings::draft_plans(trial.table.rules(), trial.table.state(), &draft);
    let begins = |command: &Command| matches!(command, Command::Fly(plan) if plan.steps.to_string().starts_with("H H"));
    assert!(!plans.plans.is_empty() && plans.plans.iter().all(|plan| begins(&plan.command)));
}

#[test]
fn a_draft_shows_its_account_and_why_a_step_is_refused() {
    let trial = moving(&[spitfire("5.0")]);
    let menu = trial.table.menu(Allies, Some(&Command::Fly(level("H[bR] H[tR TT]", 0))));
    let draft = menu.draft.as_ref().unwrap();
    let account = draft.sketch.account.as_ref().unwrap();
    assert_eq!(account.total, points("2.0"), "{}", rule::PLAN);
    assert_eq!(draft.barred[0].rule, rule::FLIGHT_POINTS);
    let left = menu.choices.iter().find(|choice| choice.label == "Ahead, turn left at TT").unwrap();
    assert_eq!(left.barred[0].rule, rule::TURNS);
    let whole = trial.table.menu(Allies, Some(&Command::Fly(level("H H H H H", 0))));
    assert!(whole.choices.iter().any(
        |choice| matches!(&choice.say, table::Say::Range(_, range) if (range.min, range.max) == (-5, 5))
    ));
}

#[test]
fn plans_are_read_as_they_are_written() {
    for text in ["H[bR] H[tR TT] H[tR TT 60] H", "!U H[bLL!] D[sL]", "H U H! U H[kR*] U[kL]", ""] {
        let course: Course = text.parse().unwrap();
        assert_eq!(course.to_string(), text);
    }
    for text in ["X", "H[bX]", "H[tR TT 90]", "H[", "H! H!"] {
        assert!(text.parse::<Course>().is_err(), "{text}");
    }
}
