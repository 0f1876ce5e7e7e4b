//! 12. Bombing.

use crate::command::Bomb;
use crate::objections::{no, out_of_turn};
use crate::rules as rule;
use crate::state::{Flags, PlaneSet, Rules, Stage, State, id};
use crate::terms::{SumOnly, Terms};
use table::{Ask, Calculation, Dice, Event, EventKind, Listener, Need, Refusals, Side};

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

/// Whether a plane may bomb a hex: its target.
pub(crate) fn judge(rules: &Rules, state: &State, side: Side, order: &Bomb) -> Result<usize, Refusals> {
    let Some(i) = rules.index(order.aircraft).filter(|i| rules.planes[*i].side == side) else {
        return Err(out_of_turn("there is no such plane on this side"));
    };
    if state.stage != Stage::Bombing || state.opening {
        return Err(out_of_turn("bombs are dropped in step 7"));
    }
    let hex = rules.board.hex(order.hex.column.into(), order.hex.row.into());
    let target = crossed(rules, state, i).find(|t| Some(rules.targets[*t]) == hex);
    target.ok_or_else(|| {
        let says = if !state.planes[i].flags.has(Flags::BOMBS) {
            "it has no bombs aboard"
        } else {
            "it has not flown over a standing target there this turn"
        };
        no(rule::BOMBING, says).into()
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
    rules: &Rules,
    state: &mut State,
    i: usize,
    target: usize,
    dice: &mut impl Dice,
    events: &mut impl Listener,
) -> Result<(), Need> {
    let needs = needed(rules, i, target, &mut SumOnly);
    let face = dice.roll(&Ask::d6("bombs", rule::BOMBING).from(&[needs.min(7)]))?;
    let destroyed = face >= needs;
    if destroyed {
        state.destroyed[rules.planes[i].side.index()] |= 1 << target;
    }
    // One attempt per aircraft per game: it drops everything.
    state.planes[i].flags.clear(Flags::BOMBS);
    events.tell(|| {
        let mut calculation = Calculation::of("needed to destroy");
        needed(rules, i, target, &mut calculation);
        let does = if destroyed { "destroys" } else { "misses" };
        let text =
            format!("{} {does} the target at {}", rules.name(i), rules.hex_name(rules.targets[target]));
        Event::new(EventKind::Bomb, rule::BOMBING, text)
            .by(id(i))
            .rolled(6, &[face], "bombs")
            .because(calculation)
    });
    state.pending = state.pending.and(&may_bomb(rules, state));
    Ok(())
}
