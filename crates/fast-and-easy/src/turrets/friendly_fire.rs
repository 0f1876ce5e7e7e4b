//! Fire on friends (`fast-and-easy/friendly-fire`).

use super::reach;
use crate::equals::{Chosen, choose};
use crate::shooting::{Aim, Attack, CriticalModifiers, Shot, critical_sixes, land, show_volley, throw};
use crate::state::{Flags, PlaneSet, Rules, State};
use crate::words::{from_away, volley_text};
use crate::{Effect, rule};
use table::{Ask, Dice, Event, EventKind, Listener, Need, PieceId, Reasons, SumOnly, Whether};

/// At the start of step 6 each bomber, in id order, checks the nearest friendly fighter.
pub(crate) fn friendly_fire(effect: &mut Effect<'_, impl Dice, impl Listener>) -> Result<(), Need> {
    let rules = effect.rules;
    // In a position from the middle of the step, where bombers have fired, all checks have been made.
    let fired = Flags(Flags::TURRETS_FIRED.0 | Flags::FIRED_ON_FRIEND.0);
    let made = rules.bombers.iter().any(|i| effect.state.planes[i].flags.has(fired));
    if !rules.options.friendly_fire || !effect.state.combat || made {
        return Ok(());
    }
    let friends = &rules.fighters[rules.escort.index()];
    // Nobody comes nearer during the checks.
    let near_friends = effect.state.around(rules, friends, farthest_friend(rules));
    for i in rules.bombers.iter() {
        if effect.state.stands_in(rules, &near_friends, i)
            && let Some(friend) = nearest_friend(rules, effect.state, i, effect.dice)?
        {
            check(effect, i, friend)?;
        }
    }
    Ok(())
}

/// One bomber's check, and its fire if it fails.
fn check(
    effect: &mut Effect<'_, impl Dice, impl Listener>,
    i: usize,
    (chosen, range): (Chosen, u8),
) -> Result<(), Need> {
    let (rules, victim) = (effect.rules, chosen.plane);
    let up_to = rules.tables.friendly_fire.up_to.get(range as usize - 1).copied().unwrap_or(0);
    let face = effect.dice.roll(&Ask::d6("friendly fire", rule::FRIENDLY_FIRE).from(&[up_to + 1]))?;
    let told = |kind, does: &str, result: &str| {
        let (bomber, escort) = (rules.who(i), rules.who(victim));
        let text = format!("{bomber} {does} at its own escort {escort} {}{result}", from_away(range));
        let event = Event::new(kind, rule::FRIENDLY_FIRE, text).by(PieceId::of(i)).at(PieceId::of(victim));
        chosen.shown(event, WHICH_FRIEND).rolled(6, &[face], "friendly fire")
    };
    if face > up_to {
        effect.events.tell(|| told(EventKind::Decision, "does not fire", ""));
        return Ok(());
    }
    let aim = Aim { rules, state: effect.state, shooter: i, target: victim, range };
    let attack = Attack {
        dice: rules.tables.friendly_fire.dice,
        needs: aim.needed(&rules.tables.shooting.turret, &mut SumOnly),
        sight: None,
        engine_checks: false,
        critical_sixes: critical_sixes(rules, range == reach(rules)),
        critical: CriticalModifiers::default(),
        row: rules.card(victim).class,
        rule: rule::FRIENDLY_FIRE,
    };
    let volley = throw(rules, &attack, effect.dice)?;
    effect.state.planes[i].flags.set(Flags::FIRED_ON_FRIEND);
    effect.events.tell(|| {
        let result = format!(" {}", volley_text(&attack, &volley));
        show_volley(told(EventKind::Fire, "fires", &result), &volley)
    });
    let shot = Shot { shooter: i, target: victim, range, attack };
    land(effect, &shot, &volley, rule::FRIENDLY_FIRE);
    Ok(())
}

/// What the die among equals chooses here.
const WHICH_FRIEND: &str = "which friend";

/// How far away a friend may be taken for an enemy.
fn farthest_friend(rules: &Rules) -> i16 {
    let most = rules.tables.friendly_fire.up_to.len() as i16;
    // fast-and-easy/opt-night: checked at distance 1 only.
    if rules.options.night { most.min(rules.tables.night.friendly_fire_distance.into()) } else { most }
}

/// The nearest friendly fighter with a clear line within reach; equals are chosen by a die.
fn nearest_friend(
    rules: &Rules,
    state: &State,
    i: usize,
    dice: &mut impl Dice,
) -> Result<Option<(Chosen, u8)>, Need> {
    let mut most = farthest_friend(rules);
    let clear = |aim: Aim<'_>| {
        let mut barred = Whether::default();
        aim.object_weather(&mut barred);
        !barred.any() && aim.is_clear()
    };
    let here = state.planes[i].hex;
    let mut equals = PlaneSet::default();
    for f in rules.fighters[rules.planes[i].side.index()].iter() {
        let away = here.distance(state.planes[f].hex);
        if away > most || !state.on_map(f) || !clear(Aim::new(rules, state, i, f)) {
            continue;
        }
        if away < most {
            (most, equals) = (away, PlaneSet::default());
        }
        equals.insert(f);
    }
    Ok(choose(&equals, WHICH_FRIEND, dice)?.map(|friend| (friend, most as u8)))
}
