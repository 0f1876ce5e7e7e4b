//! Section 19: all attacks of a phase are thrown for, then their results apply together.

use crate::combat::{Hit, Thrown, odds_word, roll, shifted};
use crate::damage::suffer;
use crate::words::{about, name};
use crate::{Effect, fixed, flexible, rule};
use arrayvec::ArrayVec;
use table::{Calculation, Dice, EventKind, Listener, Need, PieceId, RuleId};

/// One attack about to be thrown for.
struct Attack {
    by: usize,
    target: usize,
    step: i16,
    shift: i16,
}

/// The most attacks of a phase: every aircraft one, and an answer to each.
const MOST: usize = 2 * crate::rules::MOST_AIRCRAFT;

/// Throws for the attacks declared, in order, and applies the results.
pub(crate) fn resolve(effect: &mut Effect<'_, impl Dice, impl Listener>, head_on: bool) -> Result<(), Need> {
    let mut results: ArrayVec<(usize, Hit, usize), MOST> = ArrayVec::new();
    for n in 0..effect.state.now.bursts.len() {
        let burst = effect.state.now.bursts[n];
        let mut unused = table::Whether::default();
        let Some(shot) = fixed::judge(effect.rules, effect.state, &burst, head_on, &mut unused) else {
            continue;
        };
        let attack = Attack { by: shot.firer, target: shot.target, step: shot.step, shift: shot.shift };
        let hit = throw(effect, &attack, if head_on { rule::HEAD_ON } else { rule::FIXED_SHIFTS })?;
        fixed::spend(effect.rules, effect.state, &burst, hit != Hit::Miss);
        results.push((shot.target, hit, shot.firer));
    }
    for n in 0..effect.state.now.answers.len() {
        let guns = effect.state.now.answers[n].clone();
        let attacked = attacked_by(effect.state, guns.target);
        let mut unused = table::Whether::default();
        let judged = flexible::judge(effect.rules, effect.state, &guns, attacked, &mut unused);
        let Some(answer) = judged else { continue };
        let attack =
            Attack { by: answer.credit, target: answer.target, step: answer.step, shift: answer.shift };
        let rule = if guns.crews.len() > 1 { rule::COMBINED_FIRE } else { rule::FLEXIBLE_SHIFTS };
        let hit = throw(effect, &attack, rule)?;
        results.push((answer.target, hit, answer.credit));
    }
    effect.state.now.bursts.clear();
    effect.state.now.answers.clear();
    for (target, hit, by) in results {
        suffer(effect, target, hit, Some(by));
    }
    Ok(())
}

/// The aircraft that `attacker` attacks in this phase.
pub(crate) fn attacked_by(state: &crate::state::State, attacker: PieceId) -> usize {
    let burst = state.now.bursts.iter().find(|burst| burst.aircraft == attacker);
    burst.map_or(usize::MAX, |burst| burst.target.index())
}

fn throw(
    effect: &mut Effect<'_, impl Dice, impl Listener>,
    attack: &Attack,
    why: RuleId,
) -> Result<Hit, Need> {
    let rules = effect.rules;
    let step = shifted(&rules.options, attack.step, attack.shift);
    let (hit, thrown) = match step {
        Some(step) => roll(effect.dice, step)?,
        None => (Hit::Miss, Thrown::default()),
    };
    effect.events.tell(|| {
        let odds = step.map_or_else(|| "less than 1:4".to_owned(), odds_word);
        let result = match hit {
            Hit::Miss => "has no effect",
            Hit::Damaged => "damages it",
            Hit::ShotDown => "shoots it down",
        };
        let [by, target] = [attack.by, attack.target].map(|n| name(rules, n));
        let text = format!("{by} fires at {target} at odds of {odds} and {result}");
        let mut sum = Calculation::of("steps of the odds ladder from 1:4");
        sum.add("Strength against defence", attack.step.into(), rule::ODDS);
        sum.add("Shifts", attack.shift.into(), rule::SHIFTS);
        let mut event =
            about(attack.by, EventKind::Fire, why, text).at(PieceId::of(attack.target)).because(sum);
        if let Some(step) = step.filter(|step| *step < crate::combat::ONE_TO_ONE) {
            event = event.and_rule(crate::combat::low_rule(step));
        }
        for n in 0..thrown.count {
            event = event.rolled(thrown.dice[n], &thrown.faces[n..=n], "fire");
        }
        event
    });
    Ok(hit)
}
