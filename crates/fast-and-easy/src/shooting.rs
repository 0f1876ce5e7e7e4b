//! 8. Shooting: fighters' guns.

use crate::command::{Fire, Guns};
use crate::damage::{Attack, Blow, CriticalModifiers, MAX_DICE, Volley, makes_engine_checks, strike, throw};
use crate::data::{Class, NeedRow};
use crate::movement::performance::glides;
use crate::objections::{Barred, Objections, no, no_with, out_of_turn};
use crate::rules as rule;
use crate::state::{Cause, Flags, PlaneSet, Role, Rules, Stage, State, id};
use crate::terms::{SumOnly, Terms};
use sky::{Direction, Hex};
use table::{Calculation, Dice, Event, EventKind, Listener, Need, Refusals, Side};

/// A possible shot: who, at whom, and with what dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Shot {
    /// The shooter.
    pub(crate) shooter: usize,
    /// The target.
    pub(crate) target: usize,
    /// The range.
    pub(crate) range: u8,
    /// The dice.
    pub(crate) attack: Attack,
}

/// What a line of hexes holds first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sight {
    /// Nothing within range.
    Nothing,
    /// A plane of one's own side.
    Friend,
    /// An enemy plane.
    Enemy {
        /// Where it is.
        hex: Hex,
        /// How far.
        range: u8,
    },
}

/// The first plane on the straight line from `hex` (`fast-and-easy/line-of-sight`: only the nearest can be a target).
#[inline]
pub(crate) fn look(rules: &Rules, state: &State, side: Side, from: Hex, d: Direction, range: u8) -> Sight {
    let (own, enemy) = (&state.occupied[side.index()], &state.occupied[side.enemy().index()]);
    let mut hex = from;
    for n in 1..=range {
        hex = hex.ahead(d, 1);
        let Some(place) = rules.place(hex) else { return Sight::Nothing };
        if enemy.has(place) {
            return Sight::Enemy { hex, range: n };
        }
        if own.has(place) {
            return Sight::Friend;
        }
    }
    Sight::Nothing
}

/// Longest range of a row of the shooting table.
fn reach(row: &NeedRow) -> u8 {
    row.needs.len() as u8
}

/// The row of the shooting table for a fighter's guns.
fn row_of(rules: &Rules, guns: Guns) -> &NeedRow {
    match guns {
        Guns::Forward => &rules.tables.shooting.forward,
        Guns::Rear => &rules.tables.shooting.rear,
    }
}

/// What each die needs (`fast-and-easy/shooting-table`).
pub(crate) fn needed(
    rules: &Rules,
    state: &State,
    row: &NeedRow,
    target: usize,
    range: u8,
    terms: &mut impl Terms,
) -> u8 {
    let card = rules.card(target);
    let mut needs = row.needs.get(range as usize - 1).copied().unwrap_or(7);
    terms.add("shooting table", needs.into(), rule::SHOOTING_TABLE);
    // fast-and-easy/vs-jets; a jet without fuel is hit as any other plane (fast-and-easy/opt-jet-fuel).
    if let (1, Some(jet), Class::Jet, false) = (range, row.jet, card.class, glides(rules, state, target)) {
        terms.add("jet at range 1", i32::from(jet) - i32::from(needs), rule::VS_JETS);
        needs = jet;
    }
    // fast-and-easy/small-target
    terms.add("small target", card.small_target.into(), rule::SMALL_TARGET);
    needs + card.small_target
}

/// Whether the shooter fires head-to-head (`fast-and-easy/frontal-fire`): the target lies straight ahead and faces the
/// shooter exactly.
pub(crate) fn is_frontal(state: &State, shooter: usize, target: usize) -> bool {
    let (s, t) = (&state.planes[shooter], &state.planes[target]);
    s.hex.row_to(t.hex) == Some(s.facing) && t.facing == s.facing.turned(3)
}

/// Whether a wingman is adjacent behind on the left or right (`fast-and-easy/wingman`): a friendly fighter with the same
/// facing at [0,-1] or [-1,1].
fn has_wingman(rules: &Rules, state: &State, shooter: usize) -> bool {
    let plane = &state.planes[shooter];
    let side = rules.planes[shooter].side;
    [(0, -1), (-1, 1)].into_iter().any(|(x, y)| {
        let hex = plane.hex.relative(plane.facing, x, y);
        rules.place(hex).is_some_and(|n| state.occupied[side.index()].has(n))
            && state.plane_at(rules, hex).is_some_and(|i| {
                rules.planes[i].side == side
                    && rules.planes[i].role != Role::Bomber
                    && state.planes[i].facing == plane.facing
            })
    })
}

/// Dice of a fighter's guns (`fast-and-easy/gun-dice`).
fn dice_of(
    rules: &Rules,
    state: &State,
    shooter: usize,
    target: usize,
    guns: Guns,
    terms: &mut impl Terms,
) -> u8 {
    let card = rules.card(shooter);
    let rating = match guns {
        Guns::Forward => card.guns.forward,
        Guns::Rear => card.guns.rear,
    };
    // fast-and-easy/zero-dice: a dash stays 0 whatever the modifiers.
    if rating == 0 {
        return 0;
    }
    let table = &rules.tables.dice;
    let mut dice = i32::from(rating);
    terms.add("gun rating", dice, rule::GUN_DICE);
    let mut change = |from, by: i8, rule| {
        terms.add(from, by.into(), rule);
        dice += i32::from(by);
    };
    // fast-and-easy/rear-guns: none of these applies to a separate gunner.
    if guns == Guns::Forward {
        // fast-and-easy/opt-night: no wingman or tailing bonus.
        if !rules.options.night && has_wingman(rules, state, shooter) {
            change("wingman", table.wingman, rule::WINGMAN);
        }
        if rules.planes[shooter].ace {
            change("ace", table.ace, rule::ACE);
        }
        if is_frontal(state, shooter, target) {
            change("frontal fire", table.frontal, rule::FRONTAL_FIRE);
        }
        let tailing = state.planes[shooter].facing == state.planes[target].facing;
        if rules.options.tailing_fire && !rules.options.night && tailing {
            change("tailing fire", table.tailing, rule::TAILING_FIRE);
        }
    }
    if in_cloud(rules, state, shooter, target) {
        change("cloud", rules.tables.clouds.dice, rule::OPT_CLOUDS);
    }
    dice.clamp(0, MAX_DICE as i32) as u8
}

/// Whether shooter or target is in cloud.
pub(crate) fn in_cloud(rules: &Rules, state: &State, shooter: usize, target: usize) -> bool {
    rules.cloudy(state.planes[shooter].hex) || rules.cloudy(state.planes[target].hex)
}

/// What cloud and night have against a shot, in this order.
pub(crate) fn object_weather(
    rules: &Rules,
    state: &State,
    shooter: usize,
    target: usize,
    range: u8,
    why: &mut impl Objections,
) {
    object_clouds(rules, state, shooter, target, range, why);
    object_night(rules, range, why);
}

/// `fast-and-easy/opt-clouds`.
pub(crate) fn object_clouds(
    rules: &Rules,
    state: &State,
    shooter: usize,
    target: usize,
    range: u8,
    why: &mut impl Objections,
) {
    if !rules.options.clouds {
        return;
    }
    let (from, to) = (state.planes[shooter].hex, state.planes[target].hex);
    let near = range <= rules.tables.clouds.range;
    why.unless(near || !in_cloud(rules, state, shooter, target), || {
        no(rule::OPT_CLOUDS, "into or out of cloud only range 1 shots are possible")
    });
    why.unless(!crate::turrets::line_blocked(from, to, |hex| rules.cloudy(hex)), || {
        no(rule::OPT_CLOUDS, "a cloud lies between")
    });
}

/// `fast-and-easy/opt-night`.
pub(crate) fn object_night(rules: &Rules, range: u8, why: &mut impl Objections) {
    let most = rules.tables.night.range;
    why.unless(!rules.options.night || range <= most, || {
        no_with(
            rule::OPT_NIGHT,
            "guns reach {1} hexes at night, the range is {0}",
            [range.into(), most.into(), 0],
        )
    });
}

/// Lowest score that sees a target at night, where it must be looked for (`fast-and-easy/opt-night`).
pub(crate) fn sighting(rules: &Rules, state: &State, shooter: usize, target: usize, range: u8) -> Option<u8> {
    let night = &rules.tables.night;
    if !rules.options.night || range <= night.sure_range {
        return None;
    }
    let mut bonus = 0;
    if rules.planes[shooter].radar {
        bonus += night.radar;
    }
    if state.planes[target].flags.has(Flags::SHOT) {
        bonus += night.target_fired;
    }
    Some(night.sight.saturating_sub(bonus).max(1))
}

/// What speaks against firing, in the order of `fast-and-easy/refusal-order`; the shot if anything can be aimed at.
fn object(
    rules: &Rules,
    state: &State,
    shooter: usize,
    guns: Guns,
    why: &mut impl Objections,
) -> Option<Shot> {
    let plane = &state.planes[shooter];
    let side = rules.planes[shooter].side;
    why.unless(!plane.flags.has(Flags::TANKS), || {
        no(rule::OPT_DROP_TANKS, "a plane with drop tanks may not fire")
    });
    let row = row_of(rules, guns);
    let (fired, d, own_rule) = match guns {
        Guns::Forward => (Flags::FORWARD_FIRED, plane.facing, rule::FORWARD_GUNS),
        Guns::Rear => (Flags::REAR_FIRED, plane.facing.turned(3), rule::REAR_GUNS),
    };
    why.unless(!plane.flags.has(fired), || no(own_rule, "these guns have fired in this step"));
    let (hex, range) = match look(rules, state, side, plane.hex, d, reach(row)) {
        Sight::Nothing => {
            why.add(|| no_with(own_rule, "no plane on the line within {0} hexes", [reach(row).into(), 0, 0]));
            return None;
        }
        Sight::Friend => {
            why.add(|| no(rule::LINE_OF_SIGHT, "the nearest plane on the line is a friend"));
            return None;
        }
        Sight::Enemy { hex, range } => (hex, range),
    };
    let target = state.plane_at(rules, hex)?;
    object_weather(rules, state, shooter, target, range, why);
    let dice = dice_of(rules, state, shooter, target, guns, &mut SumOnly);
    let needs = needed(rules, state, row, target, range, &mut SumOnly);
    why.unless(dice > 0, || no(rule::ZERO_DICE, "no dice are left for these guns"));
    why.unless(needs <= 6, || {
        no_with(rule::ZERO_DICE, "the shot would need {0} on a die", [needs.into(), 0, 0])
    });
    if guns == Guns::Forward {
        why.unless(!plane.flags.has(Flags::ROCKETS_FIRED), || {
            no(rule::ROCKETS, "rockets and forward guns are not used in the same step")
        });
    }
    let frontal = guns == Guns::Forward && is_frontal(state, shooter, target);
    let cannon30 = guns == Guns::Forward && rules.card(shooter).cannon30;
    let attack = Attack {
        dice,
        needs,
        sight: sighting(rules, state, shooter, target, range),
        engine_checks: makes_engine_checks(rules, target),
        critical_sixes: critical_sixes(rules, range == reach(row)),
        critical: critical_modifiers(rules, frontal, cannon30),
        row: rules.card(target).class,
        rule: rule::SHOOTING_TABLE,
    };
    Some(Shot { shooter, target, range, attack })
}

/// Sixes that cause a critical throw: at maximum range none, or two with the option (`fast-and-easy/max-range`).
pub(crate) fn critical_sixes(rules: &Rules, max_range: bool) -> Option<u8> {
    match (max_range, rules.options.max_range_double_six) {
        (false, _) => Some(1),
        (true, true) => Some(rules.tables.critical.max_range_sixes),
        (true, false) => None,
    }
}

/// Added to the critical throw (`fast-and-easy/critical-modifiers`).
pub(crate) fn critical_modifiers(rules: &Rules, frontal: bool, cannon30: bool) -> CriticalModifiers {
    let table = &rules.tables.critical;
    CriticalModifiers {
        frontal: i8::from(frontal) * table.frontal,
        cannon30: i8::from(cannon30) * table.cannon30,
    }
}

/// The shot that a plane's guns have now, if nothing speaks against it.
#[inline]
pub(crate) fn shot(rules: &Rules, state: &State, shooter: usize, guns: Guns) -> Option<Shot> {
    let mut barred = Barred::default();
    let shot = object(rules, state, shooter, guns, &mut barred)?;
    (!barred.any()).then_some(shot)
}

/// The shot, or every reason against it.
pub(crate) fn shot_or_reasons(
    rules: &Rules,
    state: &State,
    shooter: usize,
    guns: Guns,
) -> Result<Shot, Refusals> {
    let mut why = Refusals::none();
    match object(rules, state, shooter, guns, &mut why) {
        Some(shot) if why.is_empty() => Ok(shot),
        _ => Err(why),
    }
}

/// Fighters of a side that can fire something now.
pub(crate) fn may_fire(rules: &Rules, state: &State, side: Side) -> PlaneSet {
    rules.fighters[side.index()].iter().filter(|i| state.on_map(*i) && can_fire(rules, state, *i)).collect()
}

/// Whether a fighter can fire anything now.
pub(crate) fn can_fire(rules: &Rules, state: &State, i: usize) -> bool {
    let card = rules.card(i);
    card.guns.forward > 0 && shot(rules, state, i, Guns::Forward).is_some()
        || card.guns.rear > 0 && shot(rules, state, i, Guns::Rear).is_some()
        || state.planes[i].salvos > 0 && crate::rockets::target(rules, state, i).is_some()
}

/// Whether a fighter of `side` may act in this fire step (`fast-and-easy/sequence`).
pub(crate) fn judge_shooter(
    rules: &Rules,
    state: &State,
    side: Side,
    aircraft: table::PieceId,
) -> Result<usize, Refusals> {
    let Some(i) = rules.index(aircraft) else { return Err(out_of_turn("there is no such plane")) };
    if rules.planes[i].side != side {
        return Err(out_of_turn("that plane is the other side's"));
    }
    let step = match rules.planes[i].role {
        Role::Escort => state.stage == Stage::EscortsFire,
        Role::Interceptor => state.stage == Stage::InterceptorsFire,
        Role::Bomber => false,
    };
    if !step || !state.on_map(i) || state.opening {
        return Err(out_of_turn("this plane does not fire guns or rockets in this step"));
    }
    Ok(i)
}

/// Whether a fighter's guns may fire.
pub(crate) fn judge(rules: &Rules, state: &State, side: Side, order: &Fire) -> Result<Shot, Refusals> {
    let i = judge_shooter(rules, state, side, order.aircraft)?;
    match shot(rules, state, i, order.guns) {
        Some(shot) => Ok(shot),
        None => shot_or_reasons(rules, state, i, order.guns),
    }
}

/// Fires a fighter's guns.
pub(crate) fn fire(
    rules: &Rules,
    state: &mut State,
    shot: &Shot,
    guns: Guns,
    dice: &mut impl Dice,
    events: &mut impl Listener,
) -> Result<(), Need> {
    let volley = throw(rules, &shot.attack, dice)?;
    events.tell(|| tell_fire(rules, state, shot, guns, &volley));
    let fired = match guns {
        Guns::Forward => Flags::FORWARD_FIRED,
        Guns::Rear => Flags::REAR_FIRED,
    };
    state.planes[shot.shooter].flags.set(fired);
    land(rules, state, shot, &volley, rule::ATTACK, events);
    after_shot(rules, state, shot.shooter, shot.target);
    Ok(())
}

/// What a volley does to its target, if it was fired.
pub(crate) fn land(
    rules: &Rules,
    state: &mut State,
    shot: &Shot,
    volley: &Volley,
    by: table::RuleId,
    events: &mut impl Listener,
) {
    if !volley.seen {
        return;
    }
    let target = shot.target;
    // fast-and-easy/combat-starts: the moment any plane fires at an enemy.
    state.combat = true;
    state.planes[shot.shooter].flags.set(Flags::SHOT);
    state.planes[target].flags.set(Flags::FIRED_AT);
    if volley.sixes > 0 {
        events.tell(|| tell_sixes(rules, target, &shot.attack, volley));
    }
    let out = volley.out.then_some(Cause::Critical);
    let blow = Blow { hits: volley.hits, engines: volley.engines, out };
    strike(rules, state, target, &blow, by, events);
}

/// Brings up to date who may still fire: the shooter, or everybody if a plane that was in the way is gone.
pub(crate) fn after_shot(rules: &Rules, state: &mut State, shooter: usize, target: usize) {
    if !state.on_map(target) {
        let side = rules.planes[shooter].side;
        state.pending = may_fire(rules, state, side);
    } else if !can_fire(rules, state, shooter) {
        state.pending.remove(shooter);
    }
}

/// The lines behind a shot: dice, what each needs, what is added to a critical throw.
pub(crate) fn calculations(rules: &Rules, state: &State, shot: &Shot, guns: Guns) -> [Calculation; 3] {
    let mut dice = Calculation::of("dice");
    dice_of(rules, state, shot.shooter, shot.target, guns, &mut dice);
    let mut needs = Calculation::of("needed to hit");
    needed(rules, state, row_of(rules, guns), shot.target, shot.range, &mut needs);
    let mut critical = Calculation::of("critical throw");
    shot.attack.critical.explain(&mut critical);
    [dice, needs, critical]
}

fn tell_fire(rules: &Rules, state: &State, shot: &Shot, guns: Guns, volley: &Volley) -> Event {
    let [calculation, ..] = calculations(rules, state, shot, guns);
    let with = if guns == Guns::Rear { " its rear guns" } else { "" };
    let text = format!(
        "{} fires{with} at {}, range {}: {}",
        rules.name(shot.shooter),
        rules.name(shot.target),
        shot.range,
        outcome_text(&shot.attack, volley)
    );
    let own_rule = if guns == Guns::Rear { rule::REAR_GUNS } else { rule::FORWARD_GUNS };
    let event = Event::new(EventKind::Fire, own_rule, text).and_rule(rule::SHOOTING_TABLE);
    volley_dice(event, volley).by(id(shot.shooter)).at(id(shot.target)).because(calculation)
}

/// "4 dice at 5+, 2 hits".
pub(crate) fn outcome_text(attack: &Attack, volley: &Volley) -> String {
    if !volley.seen {
        return "not seen in the dark".to_owned();
    }
    format!("{}, {}", dice_text(attack), plural(volley.hits, "hit", "hits"))
}

pub(crate) fn plural(n: u8, one: &str, many: &str) -> String {
    format!("{n} {}", if n == 1 { one } else { many })
}

/// "4 dice at 5+".
pub(crate) fn dice_text(attack: &Attack) -> String {
    let at = if attack.needs >= 6 { "6".to_owned() } else { format!("{}+", attack.needs) };
    format!("{} {} at {at}", attack.dice, if attack.dice == 1 { "die" } else { "dice" })
}

/// Adds the dice of a volley to its event.
pub(crate) fn volley_dice(event: Event, volley: &Volley) -> Event {
    let event = match volley.sighting {
        Some(face) => event.rolled(6, &[face], "sighting").and_rule(rule::OPT_NIGHT),
        None => event,
    };
    event.rolled(6, &volley.faces, "to hit")
}

/// What the sixes of a volley caused (`fast-and-easy/sixes`).
fn tell_sixes(rules: &Rules, target: usize, attack: &Attack, volley: &Volley) -> Event {
    let mut text = format!("{} on {}", plural(volley.sixes, "six", "sixes"), rules.name(target));
    if !volley.engine_faces.is_empty() {
        text += &format!(", {} destroyed", plural(volley.engines, "engine", "engines"));
    }
    let event = Event::new(EventKind::Damage, rule::SIXES, "").at(id(target));
    let mut event = event.rolled(6, &volley.engine_faces, "engine check");
    if !volley.engine_faces.is_empty() {
        event = event.and_rule(rule::ENGINE_HITS);
    }
    if let Some(faces) = volley.critical {
        let mut throw = Calculation::of("critical throw");
        throw.add("2D6", (faces[0] + faces[1]).into(), rule::CRITICAL_HITS);
        attack.critical.explain(&mut throw);
        text += &format!(", critical throw {}: {}", throw.total, if volley.out { "out" } else { "nothing" });
        event = event.rolled(6, &faces, "critical hit").and_rule(rule::CRITICAL_HITS).because(throw);
    }
    event.text = text;
    event
}
