//! Sections 20 and 21.f: damage and loss.

use crate::combat::Hit;
use crate::state::Status;
use crate::words::{about, name};
use crate::{Effect, formation, rule};
use table::{Dice, EventKind, Listener, PieceId, RuleId};

/// Applies a result. What hits a destroyed aircraft has no effect; damaged again is destroyed (`20.h`).
pub(crate) fn suffer(
    effect: &mut Effect<'_, impl Dice, impl Listener>,
    index: usize,
    hit: Hit,
    by: Option<usize>,
) {
    let plane = &mut effect.state.planes[index];
    if !plane.flying() {
        return;
    }
    match hit {
        Hit::Miss => {}
        Hit::Damaged if plane.damaged => destroy(effect, index, by, rule::DAMAGED_AGAIN),
        Hit::Damaged => {
            plane.damaged = true;
            let drops = plane.loaded && !plane.unloads;
            plane.unloads |= plane.loaded;
            let rules = effect.rules;
            effect.events.tell(|| {
                let drop = if drops { " and drops its load" } else { "" };
                let rule = if drops { rule::LOAD_DROPPED } else { rule::DAMAGE };
                about(index, EventKind::Damage, rule, format!("{} is damaged{drop}", name(rules, index)))
            });
        }
        Hit::ShotDown => destroy(effect, index, by, rule::COMBAT),
    }
}

/// An aircraft is lost; `by` scores it.
pub(crate) fn destroy(
    effect: &mut Effect<'_, impl Dice, impl Listener>,
    index: usize,
    by: Option<usize>,
    why: RuleId,
) {
    let rules = effect.rules;
    let crew = &rules.crews[index];
    effect.state.planes[index].status = Status::Lost;
    if crew.traits.ace || crew.traits.hero {
        effect.state.now.idols_lost[crew.side.index()] += 1;
    }
    if let Some(by) = by {
        let scorer = &mut effect.state.planes[by];
        scorer.kills = scorer.kills.saturating_add(1);
        scorer.bonus = true;
    }
    effect.events.tell(|| {
        let text = match by {
            Some(by) => format!("{} is shot down by {}", crew.name, name(rules, by)),
            None => format!("{} is destroyed", crew.name),
        };
        let event = about(index, EventKind::Loss, why, text).at(PieceId::of(index));
        event.and_rule(rule::VICTORY)
    });
    formation::tidy(rules, effect.state);
}
