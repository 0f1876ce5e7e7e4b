//! What a bomber may fire: the usual way at once, or turret by turret.

use super::{
    MOST_NEAR, aimed, and, may_add, named, object_declaration, object_fire, object_together, rating, targets,
};
use crate::command::{Command, Turret, TurretFire, Turrets};
use crate::menu::about;
use crate::shooting::Aim;
use crate::state::{Rules, Stage, State};
use crate::{Look, rule};
use arrayvec::ArrayVec;
use table::{Barred, Choice, PieceId, Reasons, Say, Whether};

/// The default of `16. Decision points`: nearest targets, most dice.
pub(crate) fn best(rules: &Rules, state: &State, i: usize) -> Option<Turrets> {
    let order = most_dice(rules, state, i, &targets(rules, state, i));
    (!order.at.is_empty()).then_some(order)
}

/// The turrets with the most dice at one target; the top turret, which bears all round, if none can fire at it.
pub(crate) fn best_at(rules: &Rules, state: &State, i: usize, target: usize) -> TurretFire {
    let at = most_dice(rules, state, i, &[target as u8]).at;
    let top = || TurretFire { target: PieceId::of(target), turrets: ArrayVec::from_iter([Turret::Top]) };
    at.into_iter().next().unwrap_or_else(top)
}

/// Turrets at these targets, the first served first, most dice before fewer.
fn most_dice(rules: &Rules, state: &State, i: usize, targets: &[u8]) -> Turrets {
    let mut order = Turrets { aircraft: PieceId::of(i), at: ArrayVec::new() };
    let mut turrets = Turret::ALL;
    // The sort is stable, so equals keep the order nose, top, belly, side, tail.
    turrets.sort_by_key(|t| std::cmp::Reverse(rating(rules, i, *t)));
    for target in targets {
        for turret in turrets {
            if let Some(more) = may_add(rules, state, &order, *target as usize, turret) {
                order = more;
            }
        }
    }
    order
}

/// A bomber's fire.
pub(crate) fn choices(rules: &Rules, state: &State, i: usize) -> Vec<Choice<Command>> {
    let mut all = Vec::new();
    if let Some(best) = best(rules, state, i) {
        let fire = |f: &TurretFire| format!("{} at {}", named(&f.turrets), rules.name(f.target.index()));
        let parts: Vec<String> = best.at.iter().map(fire).collect();
        let label = format!("{}: {}", rules.name(i), parts.join(", "));
        let target = best.at.first().map(|f| f.target);
        let choice = Choice::new(label, rule::BOMBER_FIRE, Say::Command(Command::Turrets(best)));
        all.push(Choice { target, ..about(i, choice) });
    }
    let draft = Say::Draft(Command::Turrets(Turrets { aircraft: PieceId::of(i), at: ArrayVec::new() }));
    let label = format!("{}: choose turrets", rules.name(i));
    all.push(about(i, Choice::new(label, rule::BOMBER_TARGETS, draft)));
    all
}

/// One more turret for a declaration.
pub(crate) fn draft_choices(look: Look<'_>, order: &Turrets) -> Vec<Choice<Command>> {
    let Look { rules, state, side } = look;
    let bomber = rules.index(order.aircraft).filter(|i| state.pending.contains(*i));
    let (Some(i), Stage::BombersFire, true) = (bomber, state.stage, side == rules.escort) else {
        return Vec::new();
    };
    let fires = |turret: &Turret| order.at.iter().any(|f| f.turrets.contains(turret));
    let free = |turret: &Turret| !fires(turret) && rating(rules, i, *turret) > 0;
    let choice = |target: usize, turret: Turret| {
        let at = and(&order.at, target, turret);
        let why = object_fire(rules, state, i, &at).err().unwrap_or_default();
        let say = Say::Draft(Command::Turrets(Turrets { aircraft: order.aircraft, at }));
        let label = format!("{} at {}", turret.word(), rules.name(target));
        Choice {
            target: Some(PieceId::of(target)),
            barred: Barred::all(&why),
            ..about(i, Choice::new(label, rule::BOMBER_ARCS, say))
        }
    };
    let targets = targets(rules, state, i);
    let pairs = targets.iter().flat_map(|t| Turret::ALL.into_iter().filter(free).map(|n| (*t as usize, n)));
    pairs.map(|(target, turret)| choice(target, turret)).collect()
}

/// Every turret of a bomber that could fire alone, with its target.
pub(crate) fn lone_shots(
    rules: &Rules,
    state: &State,
    i: usize,
) -> ArrayVec<(u8, Turret), { MOST_NEAR * Turret::ALL.len() }> {
    let mut all = ArrayVec::new();
    for target in targets(rules, state, i) {
        let aim = Aim::new(rules, state, i, target.into());
        all.extend(
            Turret::ALL.into_iter().filter(|turret| aim.suits(*turret)).map(|turret| (target, turret)),
        );
    }
    all
}

/// A declaration with one more turret in it, if it may fire so. All of them are [`lone_shots`], so only what they may not do
/// together is asked.
pub(crate) fn may_join(
    rules: &Rules,
    state: &State,
    order: &Turrets,
    (target, turret): (u8, Turret),
) -> Option<Turrets> {
    let i = order.aircraft.index();
    let at = and(&order.at, target.into(), turret);
    let mut barred = Whether::default();
    object_declaration(rules, state, i, &at, &mut barred);
    object_together(&at, &aimed(rules, state, i, &at), &mut barred);
    (!barred.any()).then_some(Turrets { aircraft: order.aircraft, at })
}
