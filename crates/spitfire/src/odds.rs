//! The exact odds of a shot.

use crate::chart::Gun;
use crate::command::Shot;
use crate::rules::Rules;
use crate::sighting::sight;
use crate::state::{Aim, State};
use crate::{Look, combat, rule};
use table::{Impact, Odds, OddsOf, Refusal, Refusals, enumerate};

/// The odds of the first gun that may fire, of those named; else why the first of them may not.
pub(crate) fn odds(rules: &Rules, state: &State, of: OddsOf<'_>) -> Result<Odds, Refusals> {
    let OddsOf { shooter, target, with } = of;
    let Some(plane) = state.plane(shooter) else {
        return Err(Refusal::new(rule::COMBAT, "there is no such aircraft").into());
    };
    let unknown = || Refusal::new(rule::FIELDS, "guns are forward, rear or all-around");
    let named = with.map(|word| Gun::by_word(word).ok_or_else(unknown)).transpose()?;
    let look = Look::new(rules, state, plane.side);
    let mut first = None;
    for gun in named.as_ref().map_or(rules.of(plane.side).guns(), std::slice::from_ref) {
        let shot = Shot { aircraft: shooter, gun: *gun, target };
        let why = combat::judge_shot(look, &[], shot);
        if why.is_empty() {
            return Ok(of_shot(rules, state, shot.into()));
        }
        first = first.or(Some(why));
    }
    Err(first.unwrap_or_default())
}

/// Exact odds of one gun: the damage of every face and whether it shoots the target down.
pub(crate) fn of_shot(rules: &Rules, state: &State, aim: Aim) -> Odds {
    let (shooter, target) = (&state.planes[aim.shooter], &state.planes[aim.target]);
    let range = combat::range(rules, shooter, target);
    let crt = rules.of(shooter.side).crt(aim.gun);
    let of = enumerate(|dice| {
        let points = u16::from(crt.points(dice.roll(&combat::ASK)?, range as u8));
        let mut plane = target.clone();
        let down = points > 0 && combat::damage(rules, &mut plane, points);
        // 7.F: whatever hits does damage.
        Ok(Impact { hit: points > 0, points: points.into(), harmed: points > 0, out: down })
    });
    let cells: Vec<String> = (1..=6).map(|die| crt.points(die, range as u8).to_string()).collect();
    let text = format!("{} at range {range}: damage {} for die 1 to 6", aim.gun.name(), cells.join(" "));
    let sums = vec![combat::calculation(rules, shooter, target), sight(rules, state, aim).calculation()];
    Odds::new(&of, sums, text)
}
