//! Who could fire on whom if a draft were given as it stands, and how likely it is to hit.

use super::{Aimed, chance};
use crate::command::{Command, Shot};
use crate::odds::damage;
use crate::state::Plane;
use crate::{Look, rule, words};
use table::{Forecast, PieceId, RuleId, Sketch};

/// What the shots of a drafted attack may do.
pub(crate) fn sketch(look: Look<'_>, n: usize, at: &[Shot]) -> Sketch<Command> {
    let forecast = at.iter().filter_map(|shot| of_shot(look, n, shot)).collect();
    Sketch { aircraft: Some(PieceId::of(n)), forecast, ..Sketch::default() }
}

/// What an aircraft and its enemies could do to each other if it stood like `after`.
pub(crate) fn forecast(look: Look<'_>, n: usize, after: &Plane) -> Vec<Forecast> {
    let enemy = |p: &Plane| p.flying() && p.side != after.side;
    let enemies = look.state.planes.iter().enumerate().filter(|(_, p)| enemy(p));
    let bearing = |from: (usize, &Plane), to: (usize, &Plane)| {
        let (weapons, to_hit) = chance(look.rules, from.1, to.1)?;
        Some(line(look, from, to, &Aimed { target: to.0 as u16, weapons, to_hit }, rule::RANGE))
    };
    let both = |other| [bearing((n, after), other), bearing(other, (n, after))];
    enemies.flat_map(both).flatten().collect()
}

fn of_shot(look: Look<'_>, n: usize, shot: &Shot) -> Option<Forecast> {
    let (from, m) = (&look.state.planes[n], PieceId(shot.target).index());
    let to = look.state.planes.get(m)?;
    let (_, to_hit) = chance(look.rules, from, to)?;
    let weapons = shot.weapons.iter().fold(0u16, |bits, w| bits | 1 << w);
    Some(line(look, (n, from), (m, to), &Aimed { target: m as u16, weapons, to_hit }, rule::TO_HIT))
}

/// What one aircraft could do to another with one shot.
fn line(
    look: Look<'_>,
    (a, from): (usize, &Plane),
    (b, to): (usize, &Plane),
    shot: &Aimed,
    rule: RuleId,
) -> Forecast {
    let results = damage(look.rules, from, to, shot);
    let (hit, harm) = (results.chance(|(hit, _)| *hit), results.chance(|(_, points)| *points > 0));
    let [shooter, target] = [a, b].map(|n| words::plane(look.rules, look.state, n));
    let weapons = words::count(shot.weapons.count_ones(), "weapon");
    Forecast {
        shooter: PieceId::of(a),
        target: PieceId::of(b),
        text: format!("{shooter} on {target}: {weapons} at {}+", shot.to_hit),
        hit: Some(hit),
        harm: Some(harm),
        rule,
    }
}
