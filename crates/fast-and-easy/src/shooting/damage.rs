//! What a volley does. Hit dice, engine checks, critical throws (`fast-and-easy/attack`).

use crate::data::{Class, CriticalResult};
use crate::movement::speed;
use crate::options::EngineChecks;
use crate::shifts::forget;
use crate::state::{Cause, Flags, Rules, State, Status};
use crate::words::plural;
use crate::{Effect, rule};
use arrayvec::ArrayVec;
use table::{Ask, Dice, Event, EventKind, Listener, Need, PieceId, RuleId, Terms};

/// Most dice in one attack.
pub(crate) const MAX_DICE: usize = 48;

/// Faces of one attack.
pub(crate) type Faces = ArrayVec<u8, MAX_DICE>;

/// One attack: one shooter against one target in one fire step, as far as dice go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Attack {
    /// Dice thrown.
    pub dice: u8,
    /// What each needs.
    pub needs: u8,
    /// Lowest score that sees the target at night, where it must be looked for.
    pub(crate) sight: Option<u8>,
    /// Whether each six may destroy an engine.
    pub(crate) engine_checks: bool,
    /// Sixes that cause a critical throw; nothing where none do.
    pub(crate) critical_sixes: Option<u8>,
    /// Added to the critical throw.
    pub(crate) critical: CriticalModifiers,
    /// Row of the critical table.
    pub(crate) row: Class,
    /// The rule that rolls the dice.
    pub(crate) rule: RuleId,
}

/// What is added to a critical throw (`fast-and-easy/critical-modifiers`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct CriticalModifiers {
    /// For frontal fire.
    pub(crate) frontal: i8,
    /// For 30 mm cannon.
    pub(crate) cannon30: i8,
}

impl CriticalModifiers {
    /// Their lines in a calculation.
    pub(crate) fn explain(self, terms: &mut impl Terms) {
        terms.add("frontal fire", self.frontal.into(), rule::CRITICAL_MODIFIERS);
        terms.add("30 mm cannon", self.cannon30.into(), rule::CRITICAL_MODIFIERS);
    }
}

/// What the dice of an attack have shown.
#[derive(Clone, Debug, Default)]
pub(crate) struct Volley {
    pub(crate) sighting: Option<u8>,
    pub(crate) seen: bool,
    pub(crate) faces: Faces,
    pub(crate) hits: u8,
    pub(crate) sixes: u8,
    pub(crate) engine_faces: Faces,
    pub(crate) engines: u8,
    pub(crate) critical: Option<[u8; 2]>,
    pub(crate) out: bool,
}

/// Whether sixes against plane `target` make engine checks (`fast-and-easy/engine-hits`).
pub(crate) fn makes_engine_checks(rules: &Rules, target: usize) -> bool {
    let card = rules.card(target);
    let all = rules.options.engine_checks == EngineChecks::MultiEngine;
    card.engines >= 2 && (all || card.is_bomber())
}

/// Throws the dice of an attack, in the order of `fast-and-easy/dice-order`.
pub(crate) fn throw(rules: &Rules, attack: &Attack, dice: &mut (impl Dice + ?Sized)) -> Result<Volley, Need> {
    let mut volley = Volley { seen: true, ..Volley::default() };
    if let Some(needs) = attack.sight {
        // fast-and-easy/opt-night
        let face = dice.roll(&Ask::d6("sighting", rule::OPT_NIGHT).from(&[needs.clamp(1, 7)]))?;
        volley.sighting = Some(face);
        volley.seen = face >= needs;
        if !volley.seen {
            return Ok(volley);
        }
    }
    let ask = Ask::d6("to hit", attack.rule).from(&[attack.needs, 6]);
    let mut faces = [0; MAX_DICE];
    let faces = &mut faces[..attack.dice as usize];
    dice.roll_all(&ask, faces)?;
    volley.faces.extend(faces.iter().copied());
    volley.hits = faces.iter().filter(|f| **f >= attack.needs).count() as u8;
    // fast-and-easy/sixes: only those that hit.
    volley.sixes = faces.iter().filter(|f| **f == 6 && attack.needs <= 6).count() as u8;
    throw_consequences(rules, attack, &mut volley, dice)?;
    Ok(volley)
}

/// Engine checks for each six, then the one critical throw if it is due.
pub(crate) fn throw_consequences(
    rules: &Rules,
    attack: &Attack,
    volley: &mut Volley,
    dice: &mut (impl Dice + ?Sized),
) -> Result<(), Need> {
    if attack.engine_checks {
        let needs = rules.tables.engines.check;
        let mut faces = [0; MAX_DICE];
        let faces = &mut faces[..volley.sixes as usize];
        dice.roll_all(&Ask::d6("engine check", rule::ENGINE_HITS).from(&[needs]), faces)?;
        volley.engine_faces.extend(faces.iter().copied());
        volley.engines = faces.iter().filter(|f| **f >= needs).count() as u8;
    }
    // fast-and-easy/critical-hits: once per attack however many sixes; fast-and-easy/max-range.
    if attack.critical_sixes.is_some_and(|needed| volley.sixes >= needed) {
        let (faces, out) = throw_critical(rules, attack, dice)?;
        volley.critical = Some(faces);
        volley.out = out;
    }
    Ok(())
}

/// Whether a critical throw of `total` takes the target out.
pub(crate) fn is_critical(rules: &Rules, attack: &Attack, total: u8) -> bool {
    let table = &rules.tables.critical;
    let row = match attack.row {
        Class::Fighter => &table.fighter,
        Class::Jet => &table.jet,
        Class::Bomber => &table.bomber,
    };
    // fast-and-easy/critical-modifiers: totals above 12 count as 12.
    let modifier = attack.critical.frontal + attack.critical.cannon30;
    let total = total.saturating_add_signed(modifier).clamp(2, 12);
    row[total as usize - 2] == CriticalResult::Out
}

fn throw_critical(
    rules: &Rules,
    attack: &Attack,
    dice: &mut (impl Dice + ?Sized),
) -> Result<([u8; 2], bool), Need> {
    let out = |first: u8, second: u8| is_critical(rules, attack, first + second);
    let ask = Ask::d6("critical hit", rule::CRITICAL_HITS);
    let first = dice.roll(&ask).map_err(|need| Need { count: 2, ..need })?;
    let mut cuts: ArrayVec<u8, 6> = ArrayVec::new();
    cuts.extend((2..=6).filter(|face| out(first, *face) != out(first, face - 1)));
    let second = dice.roll(&ask.from(&cuts))?;
    Ok(([first, second], out(first, second)))
}

/// What an attack, a collision or a rocket does to a plane.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Blow {
    /// Hits.
    pub(crate) hits: u8,
    /// Engines destroyed.
    pub(crate) engines: u8,
    /// An H, and what it is called as a cause.
    pub(crate) out: Option<Cause>,
}

/// Why a plane with this damage would be out: the first of all engines, hits, critical (`fast-and-easy/attack`).
pub(crate) fn fatal(rules: &Rules, state: &State, i: usize, blow: &Blow) -> Option<Cause> {
    let (card, plane) = (rules.card(i), &state.planes[i]);
    let engines = plane.engines_hit.saturating_add(blow.engines);
    let hits = plane.hits.saturating_add(blow.hits);
    if blow.engines > 0 && engines >= card.engines {
        Some(Cause::Engines)
    } else if hits >= card.hits {
        Some(Cause::Hits)
    } else {
        blow.out
    }
}

/// Records damage and removes the plane if it is out.
pub(crate) fn strike(effect: &mut Effect<'_, impl Dice, impl Listener>, i: usize, blow: &Blow, by: RuleId) {
    let rules = effect.rules;
    let cause = fatal(rules, effect.state, i, blow);
    let card = rules.card(i);
    let plane = &mut effect.state.planes[i];
    plane.hits = plane.hits.saturating_add(blow.hits).min(card.hits);
    // Engines beyond the last are not counted.
    plane.engines_hit = plane.engines_hit.saturating_add(blow.engines).min(card.engines);
    if blow.out.is_some() {
        plane.flags.set(Flags::CRITICAL);
    }
    if blow.hits > 0 || blow.engines > 0 {
        effect.events.tell(|| tell_damage(rules, effect.state, i, blow, by));
    }
    if let Some(cause) = cause {
        remove(effect, i, cause);
    }
}

fn tell_damage(rules: &Rules, state: &State, i: usize, blow: &Blow, by: RuleId) -> Event {
    let (card, plane) = (rules.card(i), &state.planes[i]);
    let engines = match blow.engines {
        0 => String::new(),
        n => {
            let now = speed(rules, state, i, false);
            format!(" and loses {}, its SPEED is now {now}", plural(n, "engine", "engines"))
        }
    };
    let text = format!("{} has taken {} of {} hits{engines}", rules.who(i), plane.hits, card.hits);
    let event = Event::new(EventKind::Damage, rule::HITS, text).and_rule(by).at(PieceId::of(i));
    if blow.engines > 0 { event.and_rule(rule::ENGINE_SPEED) } else { event }
}

/// Takes a plane out of the game; its fate is settled at the end.
fn remove(effect: &mut Effect<'_, impl Dice, impl Listener>, i: usize, cause: Cause) {
    let (rules, state) = (effect.rules, &mut *effect.state);
    if state.planes[i].status == Status::OnMap {
        state.lift(rules, i);
    }
    state.pending.remove(i);
    let plane = &mut state.planes[i];
    plane.status = Status::Out(cause);
    (plane.marker, plane.slip) = (None, None);
    forget(state, i);
    effect.events.tell(|| {
        let (rule, why) = match cause {
            Cause::Engines => (rule::ENGINE_LOSS, "all its engines have failed"),
            Cause::Hits => (rule::HITS, "it can take no more hits"),
            Cause::Critical => (rule::CRITICAL_HITS, "a critical hit"),
            Cause::Collision => (rule::COLLISION_CHAIN, "a collision"),
        };
        let text = format!("{} is out of the fight: {why}", rules.who(i));
        Event::new(EventKind::Loss, rule, text).at(PieceId::of(i))
    });
}
