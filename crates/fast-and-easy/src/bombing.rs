//! 12. Bombing.

use crate::command::{Act, Bomb, Command};
use crate::menu::about;
use crate::sequence::out_of_turn;
use crate::state::{Flags, PlaneSet, Rules, Stage, State};
use crate::{Effect, Look, rule};
use table::{
    Ask, Calculation, Choice, Dice, Event, EventKind, Listener, Need, PieceId, Refusal, Refusals, Say,
    SumOnly, Terms,
};

/// Whether a ground target still stands.
pub(crate) fn stands(state: &State, target: usize) -> bool {
    (state.destroyed[0] | state.destroyed[1]) >> target & 1 == 0
}

/// Standing targets that a plane has flown over this turn, if it still has its bombs.
pub(crate) fn crossed<'a>(rules: &'a Rules, state: &'a State, i: usize) -> impl Iterator<Item = usize> + 'a {
    let plane = &state.planes[i];
    let able = state.on_map(i) && plane.flags.has(Flags::BOMBS) && plane.flags.has(Flags::MOVED);
    rules.targets.iter().enumerate().filter_map(move |(t, hex)| {
        (able && stands(state, t) && plane.trail.entered().any(|e| e == *hex)).then_some(t)
    })
}

/// Planes that may bomb now.
pub(crate) fn may_bomb(rules: &Rules, state: &State) -> PlaneSet {
    if rules.targets.is_empty() {
        return PlaneSet::default();
    }
    (0..state.planes.len()).filter(|i| crossed(rules, state, *i).next().is_some()).collect()
}

/// The targets that a plane may bomb now, as orders.
pub(crate) fn orders<'a>(rules: &'a Rules, state: &'a State, i: usize) -> impl Iterator<Item = Bomb> + 'a {
    crossed(rules, state, i)
        .map(move |t| Bomb { aircraft: PieceId::of(i), hex: rules.spot(rules.targets[t]) })
}

/// The targets that a plane may bomb now.
pub(crate) fn choices<'a>(
    rules: &'a Rules,
    state: &'a State,
    i: usize,
) -> impl Iterator<Item = Choice<Command>> + 'a {
    crossed(rules, state, i).zip(orders(rules, state, i)).map(move |(target, order)| {
        let label = format!("{}: bomb the target at {}", rules.name(i), order.hex);
        Choice {
            note: format!("{}+", needed(rules, i, target, &mut SumOnly)),
            ..about(i, Choice::new(label, rule::BOMBING, Say::Command(Command::Bomb(order))))
        }
    })
}

/// Whether a plane may bomb a hex.
pub(crate) fn judge(look: Look<'_>, order: &Bomb) -> Result<Act, Refusals> {
    let Look { rules, state, side } = look;
    let Some(i) = rules.index(order.aircraft).filter(|i| rules.planes[*i].side == side) else {
        return Err(out_of_turn("there is no such plane on this side"));
    };
    if state.stage != Stage::Bombing || state.opening {
        return Err(out_of_turn("bombs are dropped in step 7"));
    }
    let hex = rules.hex(order.hex);
    let target = crossed(rules, state, i).find(|t| Some(rules.targets[*t]) == hex);
    target.map(|target| Act::Bomb { plane: i, target }).ok_or_else(|| {
        let says = if !state.planes[i].flags.has(Flags::BOMBS) {
            "it has no bombs aboard"
        } else {
            "it has not flown over a standing target there this turn"
        };
        Refusal::new(rule::BOMBING, says).into()
    })
}

/// Lowest score that destroys the target.
pub(crate) fn needed(rules: &Rules, i: usize, target: usize, terms: &mut impl Terms) -> u8 {
    let mut needs = rules.card(i).bombs;
    let by = if rules.card(i).is_bomber() { rule::BOMBING } else { rule::FIGHTER_BOMBER };
    terms.add("Bombs rating", needs.into(), by);
    if rules.cloudy(rules.targets[target]) {
        needs += rules.tables.clouds.bombs;
        terms.add("under cloud", rules.tables.clouds.bombs.into(), rule::OPT_CLOUDS);
    }
    needs
}

/// Drops a plane's bombs.
pub(crate) fn bomb(
    effect: &mut Effect<'_, impl Dice, impl Listener>,
    i: usize,
    target: usize,
) -> Result<(), Need> {
    let rules = effect.rules;
    let needs = needed(rules, i, target, &mut SumOnly);
    let face = effect.dice.roll(&Ask::d6("bombs", rule::BOMBING).from(&[needs.min(7)]))?;
    let destroyed = face >= needs;
    if destroyed {
        effect.state.destroyed[rules.planes[i].side.index()] |= 1 << target;
    }
    // One attempt per aircraft per game: it drops everything.
    effect.state.planes[i].flags.clear(Flags::BOMBS);
    effect.events.tell(|| {
        let mut calculation = Calculation::of("needed to destroy");
        needed(rules, i, target, &mut calculation);
        let does = if destroyed { "destroys" } else { "misses" };
        let text = format!("{} {does} the target at {}", rules.who(i), rules.hex_name(rules.targets[target]));
        Event::new(EventKind::Bomb, rule::BOMBING, text)
            .by(PieceId::of(i))
            .rolled(6, &[face], "bombs")
            .because(calculation)
    });
    effect.state.pending = effect.state.pending.and(&may_bomb(rules, effect.state));
    Ok(())
}
