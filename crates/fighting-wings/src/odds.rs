//! Exact odds of an attack with fixed guns.

use crate::combat::{Hit, Stance, odds_word, roll, shifted};
use crate::command::Burst;
use crate::fixed::{self, Shot};
use crate::rule;
use crate::rules::Rules;
use crate::state::State;
use crate::words::name;
use table::{Calculation, Distribution, Forecast, Impact, Odds, OddsOf, Refusal, Refusals, enumerate};

/// The exact odds of one aircraft firing at another.
pub(crate) fn odds(rules: &Rules, state: &State, of: OddsOf<'_>) -> Result<Odds, Refusals> {
    let (firer, target) = (of.shooter.index(), of.target.index());
    if firer >= state.planes.len() || target >= state.planes.len() {
        return Err(Refusal::new(rule::COMBAT, "no such aircraft").into());
    }
    let letters = of.with.map(|with| {
        with.bytes().fold(0u16, |set, letter| {
            set | 1u16.checked_shl(u32::from(letter.wrapping_sub(b'A'))).unwrap_or(0)
        })
    });
    let groups = letters.unwrap_or_else(|| fixed::loaded_groups(rules, state, firer));
    let burst = Burst { aircraft: of.shooter, target: of.target, groups, aim: false };
    let mut why = Refusals::none();
    let shot = fixed::judge(rules, state, &burst, false, &mut why);
    let Some(shot) = shot.filter(|_| why.is_empty()) else { return Err(why) };
    let mut sum = Calculation::of("steps of the odds ladder from 1:4");
    sum.add("Strength against defence", shot.step.into(), rule::ODDS);
    let [from, to] = [firer, target].map(|n| Stance::of(rules, state, n));
    fixed::shifts(rules, state, (firer, &from), (target, &to), &mut sum);
    Ok(Odds::new(&chances(rules, state, &shot), vec![sum], words(rules, &shot)))
}

fn chances(rules: &Rules, state: &State, shot: &Shot) -> Distribution<Impact> {
    let step = shifted(&rules.options, shot.step, shot.shift);
    let damaged = state.planes[shot.target].damaged;
    enumerate(|dice| {
        let hit = match step {
            Some(step) => roll(dice, step)?.0,
            None => Hit::Miss,
        };
        let out = hit == Hit::ShotDown || (hit == Hit::Damaged && damaged);
        let points = match hit {
            Hit::Miss => 0,
            _ if out => 2,
            _ => 1,
        };
        Ok(Impact { hit: hit != Hit::Miss, points, harmed: hit != Hit::Miss, out })
    })
}

fn words(rules: &Rules, shot: &Shot) -> String {
    match shifted(&rules.options, shot.step, shot.shift) {
        Some(step) => format!("odds {}", odds_word(step)),
        None => "no effect".into(),
    }
}

/// A line of *If you stop here*.
pub(crate) fn forecast(rules: &Rules, state: &State, burst: &Burst, shot: &Shot) -> Forecast {
    let chances = chances(rules, state, shot);
    let [by, at] = [shot.firer, shot.target].map(|n| name(rules, n));
    Forecast {
        shooter: burst.aircraft,
        target: burst.target,
        text: format!("{by} at {at}: {}", words(rules, shot)),
        hit: Some(chances.chance(|impact| impact.hit)),
        harm: Some(chances.chance(|impact| impact.harmed)),
        rule: rule::ODDS,
    }
}

/// The worth of an attack in thousandths: two for what it brings down, one for damage.
pub(crate) fn worth(rules: &Rules, state: &State, shot: &Shot) -> i64 {
    let (down, damaged) = thousandths(rules, shot);
    let finished = if state.planes[shot.target].damaged { 2 } else { 1 };
    2 * down + damaged * finished
}

/// How likely an attack brings its target down, and how likely it only damages it.
pub(crate) fn thousandths(rules: &Rules, shot: &Shot) -> (i64, i64) {
    match shifted(&rules.options, shot.step, shot.shift) {
        None => (0, 0),
        Some(0) => (25, 25),
        Some(1) => (33, 33),
        Some(2) => (50, 50),
        Some(step) => {
            let doubled = i64::from(step - 1);
            let down = (doubled / 2).min(10) * 100;
            (down, (doubled.min(10) * 100 - down).max(0))
        }
    }
}
