//! Who could fire on whom if a move ended here, both ways.

use super::Walk;
use crate::command::Guns;
use crate::odds::hit_chance;
use crate::rule;
use crate::shooting::{self, Shot, guns_rule};
use crate::state::{Flags, Role, Rules, State, Status};
use crate::turrets::{self, TurretAttack};
use crate::words::dice_text;
use table::{Forecast, PieceId, RuleId};

/// The shots of plane `i` and at it, from where the walk has got to.
pub(super) fn forecast(rules: &Rules, state: &State, i: usize, walk: &Walk) -> Vec<Forecast> {
    let then = moved(rules, state, i, walk);
    let mut all = Vec::new();
    let fighters = rules.fighters[0].or(&rules.fighters[1]);
    for s in fighters.iter().filter(|s| then.on_map(*s)) {
        for guns in [Guns::Forward, Guns::Rear] {
            if let Some(shot) = shooting::shot(rules, &then, s, guns)
                && (s == i || shot.target == i)
            {
                all.push(line(rules, &shot, guns_rule(guns)));
            }
        }
    }
    if rules.planes[i].role == Role::Interceptor {
        for b in rules.bombers.iter().filter(|b| then.on_map(*b)) {
            let best = turrets::best(rules, &then, b);
            if let Some(fire) = best.and_then(|best| best.at.into_iter().find(|f| f.target == PieceId::of(i)))
            {
                let attack = TurretAttack::new(rules, &then, b, &fire);
                all.push(line(rules, &attack.shot, rule::BOMBER_FIRE));
            }
        }
    }
    all
}

/// The position once plane `i` stands there.
fn moved(rules: &Rules, state: &State, i: usize, walk: &Walk) -> State {
    let mut then = state.clone();
    if then.on_map(i) {
        then.lift(rules, i);
    }
    let plane = &mut then.planes[i];
    (plane.hex, plane.facing, plane.status) = (walk.hex, walk.facing, Status::OnMap);
    then.set_down(rules, i);
    // What was fired earlier this turn does not matter for what could be fired from here.
    for plane in &mut then.planes {
        plane.flags.clear(Flags::FIRED);
    }
    then
}

fn line(rules: &Rules, shot: &Shot, rule: RuleId) -> Forecast {
    let (shooter, target) = (rules.name(shot.shooter), rules.name(shot.target));
    // Every hit is a point of damage.
    let chance = hit_chance(&shot.attack);
    Forecast {
        shooter: PieceId::of(shot.shooter),
        target: PieceId::of(shot.target),
        text: format!("{shooter} at {target}, range {}: {}", shot.range, dice_text(&shot.attack)),
        hit: Some(chance.clone()),
        harm: Some(chance),
        rule,
    }
}
