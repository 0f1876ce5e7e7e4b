//! Section 26: plans, drafts, canonical lists and the short list.

use crate::common::*;
use std::collections::BTreeMap;
use table::{PieceId, Pilot as _};

/// What matters of a plan once it is flown: everything but the way.
fn result(bird: &Bird, plan: &Plan) -> String {
    let trial = moving(std::slice::from_ref(bird));
    fighting_wings::result_of(trial.table.rules(), trial.table.state(), plan)
}

/// Every step list of a plan without steps, tried one by one.
fn naive(bird: &Bird, open: &Plan) -> BTreeMap<String, Course> {
    let trial = moving(std::slice::from_ref(bird));
    let mut found = BTreeMap::new();
    let mut stack = vec![open.clone()];
    while let Some(plan) = stack.pop() {
        let why = trial.refused(bird.0.side, &Command::Fly(plan.clone()));
        let short = why == [rule::FLIGHT_POINTS];
        if why.is_empty() || why == [rule::ENERGY] {
            let result = result(bird, &plan);
            let kept: &mut Course = found.entry(result).or_insert_with(|| plan.steps.clone());
            if plan.steps < *kept {
                *kept = plan.steps.clone();
            }
        } else if short {
            for kind in [Kind::H, Kind::U, Kind::D] {
                for act in fighting_wings::every_manoeuvre() {
                    let mut longer = plan.clone();
                    if longer.steps.steps.try_push(Step { kind, act }).is_ok() {
                        stack.push(longer);
                    }
                }
            }
        }
    }
    found
}

#[test]
fn the_canonical_list_has_exactly_the_results_of_all_step_lists() {
    let birds = [
        spitfire("3.0").attitude(Bank::Rb, Nose::Level),
        bird("A1", "bf-109e-3", "3.5").attitude(Bank::Lb, Nose::Climb),
        spitfire("2.5").attitude(Bank::Lb, Nose::Level),
    ];
    for bird in &birds {
        let trial = moving(std::slice::from_ref(bird));
        let (rules, state) = (trial.table.rules(), trial.table.state());
        let (plans, cut) = canonical(rules, state, 0, (Throttle::Military, false), 100_000);
        assert_eq!(cut, None);
        let mut by_opening: BTreeMap<String, BTreeMap<String, Course>> = BTreeMap::new();
        for plan in &plans {
            let opening = format!("{:?} {:?}", plan.mode, plan.steps.reversal);
            let results = by_opening.entry(opening).or_default();
            let double = results.insert(result(bird, plan), plan.steps.clone());
            assert!(double.is_none(), "{plan:?} and {double:?} come to the same");
        }
        for (opening, canonical) in by_opening {
            // With three FPs one transition stands for all: there are too many step lists.
            let few =
                opening.starts_with("Steady") || opening.starts_with("To(C)") || bird.0.start.speed.0 < 6;
            if !few {
                continue;
            }
            let plan = plans
                .iter()
                .find(|plan| format!("{:?} {:?}", plan.mode, plan.steps.reversal) == opening)
                .unwrap();
            let empty = Course { steps: Default::default(), reversal: plan.steps.reversal };
            let all = naive(bird, &Plan { steps: empty, ..plan.clone() });
            let missing: Vec<_> = all.iter().filter(|(result, _)| !canonical.contains_key(*result)).collect();
            assert!(
                missing.is_empty(),
                "{opening}: {} of {} missing: {}",
                missing.len(),
                all.len(),
                missing[0].1
            );
            let added: Vec<_> = canonical.iter().filter(|(result, _)| !all.contains_key(*result)).collect();
            assert!(added.is_empty(), "{opening}: {} added: {}", added.len(), added[0].1);
        }
    }
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
        let plans = FightingWings::plans(trial.table.rules(), trial.table.state(), PieceId(1));
        assert!(!plans.plans.is_empty());
        for plan in &plans.plans {
            assert!(
                trial.refused(Allies, &plan.command).is_empty(),
                "{:?}: {:?}",
                plan.command,
                trial.refused(Allies, &plan.command)
            );
        }
    }
}

#[test]
fn every_end_is_offered_once_under_the_name_that_a_pilot_would_give_it() {
    let trial = moving(&[spitfire("5.0")]);
    let plans = FightingWings::plans(trial.table.rules(), trial.table.state(), PieceId(1)).plans;
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
