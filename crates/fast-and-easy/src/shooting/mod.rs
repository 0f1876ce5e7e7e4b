//! 8. Shooting: fighters' guns.

mod aim;
mod damage;

pub(crate) use aim::{Aim, Sight, first_on_line};
pub(crate) use damage::{
    Attack, Blow, CriticalModifiers, Faces, MAX_DICE, Volley, fatal, is_critical, makes_engine_checks,
    strike, throw, throw_consequences,
};

use crate::command::{Act, Command, Fire, Guns};
use crate::data::NeedRow;
use crate::menu::about;
use crate::odds::hit_chance;
use crate::sequence::out_of_turn;
use crate::state::{Cause, Flags, PlaneSet, Role, Rules, Stage, State};
use crate::words::{dice_text, from_away, plural, volley_text};
use crate::{Effect, Look, rockets, rule};
use table::{
    Calculation, Choice, Dice, Event, EventKind, Listener, Need, PieceId, Reasons, Refusal, Refusals, RuleId,
    Say, Side, SumOnly, Terms, Whether,
};

/// A possible shot: who, at whom, and with what dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shot {
    /// The shooter.
    pub(crate) shooter: usize,
    /// The target.
    pub(crate) target: usize,
    /// The range.
    pub(crate) range: u8,
    /// The dice.
    pub(crate) attack: Attack,
}

impl Shot {
    /// Who aims at whom.
    pub(crate) fn aim<'a>(&self, rules: &'a Rules, state: &'a State) -> Aim<'a> {
        Aim { rules, state, shooter: self.shooter, target: self.target, range: self.range }
    }
}

// What can be fired ------------------------------------------------------------------------------------------------

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

/// The rule of a fighter's guns.
pub(crate) fn guns_rule(guns: Guns) -> RuleId {
    match guns {
        Guns::Forward => rule::FORWARD_GUNS,
        Guns::Rear => rule::REAR_GUNS,
    }
}

/// The mark that guns leave when they have fired.
fn fired_flag(guns: Guns) -> Flags {
    match guns {
        Guns::Forward => Flags::FORWARD_FIRED,
        Guns::Rear => Flags::REAR_FIRED,
    }
}

/// Dice of a fighter's guns (`fast-and-easy/gun-dice`).
fn gun_dice(aim: Aim<'_>, guns: Guns, terms: &mut impl Terms) -> u8 {
    let (rules, card) = (aim.rules, aim.rules.card(aim.shooter));
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
        if !rules.options.night && aim.has_wingman() {
            change("wingman", table.wingman, rule::WINGMAN);
        }
        if rules.planes[aim.shooter].ace {
            change("ace", table.ace, rule::ACE);
        }
        if aim.is_frontal() {
            change("frontal fire", table.frontal, rule::FRONTAL_FIRE);
        }
        if rules.options.tailing_fire && !rules.options.night && aim.is_tailing() {
            change("tailing fire", table.tailing, rule::TAILING_FIRE);
        }
    }
    if aim.in_cloud() {
        change("cloud", rules.tables.clouds.dice, rule::OPT_CLOUDS);
    }
    dice.clamp(0, MAX_DICE as i32) as u8
}

/// What speaks against firing, in the order of `fast-and-easy/refusal-order`; the shot if anything can be aimed at.
fn object(rules: &Rules, state: &State, shooter: usize, guns: Guns, why: &mut impl Reasons) -> Option<Shot> {
    let plane = &state.planes[shooter];
    why.unless(!plane.flags.has(Flags::TANKS), || {
        Refusal::new(rule::OPT_DROP_TANKS, "a plane with drop tanks may not fire")
    });
    let (row, own_rule) = (row_of(rules, guns), guns_rule(guns));
    let d = match guns {
        Guns::Forward => plane.facing,
        Guns::Rear => plane.facing.turned(3),
    };
    why.unless(!plane.flags.has(fired_flag(guns)), || {
        Refusal::new(own_rule, "these guns have fired in this step")
    });
    let side = rules.planes[shooter].side;
    let (hex, range) = match first_on_line(rules, state, side, (plane.hex, d), reach(row)) {
        Sight::Nothing => {
            let says = "no plane on the line within {0} hexes";
            why.object(|| Refusal::with(own_rule, says, [reach(row).into(), 0, 0]));
            return None;
        }
        Sight::Friend => {
            why.object(|| Refusal::new(rule::LINE_OF_SIGHT, "the nearest plane on the line is a friend"));
            return None;
        }
        Sight::Enemy { hex, range } => (hex, range),
    };
    let target = state.plane_at(rules, hex)?;
    let aim = Aim { rules, state, shooter, target, range };
    aim.object_weather(why);
    let dice = gun_dice(aim, guns, &mut SumOnly);
    let needs = aim.needed(row, &mut SumOnly);
    object_zero_dice(dice, needs, "no dice are left for these guns", why);
    if guns == Guns::Forward {
        why.unless(!plane.flags.has(Flags::ROCKETS_FIRED), || {
            Refusal::new(rule::ROCKETS, "rockets and forward guns are not used in the same step")
        });
    }
    let frontal = guns == Guns::Forward && aim.is_frontal();
    let cannon30 = guns == Guns::Forward && rules.card(shooter).cannon30;
    let attack = Attack {
        dice,
        needs,
        sight: aim.sighting(),
        engine_checks: makes_engine_checks(rules, target),
        critical_sixes: critical_sixes(rules, range == reach(row)),
        critical: critical_modifiers(rules, frontal, cannon30),
        row: rules.card(target).class,
        rule: rule::SHOOTING_TABLE,
    };
    Some(Shot { shooter, target, range, attack })
}

/// `fast-and-easy/zero-dice`: nothing is fired without a die, or for a number that no die has.
pub(crate) fn object_zero_dice(dice: u8, needs: u8, says: &'static str, why: &mut impl Reasons) {
    why.unless(dice > 0, || Refusal::new(rule::ZERO_DICE, says));
    why.unless(needs <= 6, || {
        Refusal::with(rule::ZERO_DICE, "the shot would need {0} on a die", [needs.into(), 0, 0])
    });
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
    let mut barred = Whether::default();
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
fn can_fire(rules: &Rules, state: &State, i: usize) -> bool {
    let card = rules.card(i);
    card.guns.forward > 0 && shot(rules, state, i, Guns::Forward).is_some()
        || card.guns.rear > 0 && shot(rules, state, i, Guns::Rear).is_some()
        || state.planes[i].salvos > 0 && rockets::target(rules, state, i).is_some()
}

// Choices ----------------------------------------------------------------------------------------------------------

/// The shots that a fighter's guns have now, as orders.
pub(crate) fn orders(rules: &Rules, state: &State, i: usize) -> impl Iterator<Item = (Fire, Shot)> {
    [Guns::Forward, Guns::Rear].into_iter().filter_map(move |guns| {
        shot(rules, state, i, guns).map(|shot| (Fire { aircraft: PieceId::of(i), guns }, shot))
    })
}

/// The shots of a fighter's guns.
pub(crate) fn choices(rules: &Rules, state: &State, i: usize) -> impl Iterator<Item = Choice<Command>> {
    orders(rules, state, i).map(move |(order, shot)| {
        let does = if order.guns == Guns::Rear { "rear guns at" } else { "fire at" };
        shot_choice(rules, &shot, does, guns_rule(order.guns), Command::Fire(order))
    })
}

/// A shot to choose, with its dice: "4 dice at 5+, 80 %".
pub(crate) fn shot_choice(
    rules: &Rules,
    shot: &Shot,
    does: &str,
    rule: RuleId,
    command: Command,
) -> Choice<Command> {
    let label = format!("{}: {does} {}", rules.name(shot.shooter), rules.name(shot.target));
    let percent = (hit_chance(&shot.attack).ppm + 5_000) / 10_000;
    Choice {
        target: Some(PieceId::of(shot.target)),
        note: format!("{}, {percent} %", dice_text(&shot.attack)),
        ..about(shot.shooter, Choice::new(label, rule, Say::Command(command)))
    }
}

// Fire -------------------------------------------------------------------------------------------------------------

/// Whether a fighter of `side` may act in this fire step (`fast-and-easy/sequence`).
pub(crate) fn judge_shooter(look: Look<'_>, aircraft: PieceId) -> Result<usize, Refusals> {
    let Look { rules, state, side } = look;
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
pub(crate) fn judge(look: Look<'_>, order: &Fire) -> Result<Act, Refusals> {
    judge_shot(look, order).map(|shot| Act::Fire { shot, guns: order.guns })
}

/// The shot of a fighter's guns, if they may fire.
#[inline]
pub(crate) fn judge_shot(look: Look<'_>, order: &Fire) -> Result<Shot, Refusals> {
    let i = judge_shooter(look, order.aircraft)?;
    match shot(look.rules, look.state, i, order.guns) {
        Some(shot) => Ok(shot),
        None => shot_or_reasons(look.rules, look.state, i, order.guns),
    }
}

/// Fires a fighter's guns.
pub(crate) fn fire(
    effect: &mut Effect<'_, impl Dice, impl Listener>,
    shot: &Shot,
    guns: Guns,
) -> Result<(), Need> {
    let volley = throw(effect.rules, &shot.attack, effect.dice)?;
    effect.events.tell(|| tell_fire(shot.aim(effect.rules, effect.state), &shot.attack, guns, &volley));
    effect.state.planes[shot.shooter].flags.set(fired_flag(guns));
    land(effect, shot, &volley, rule::ATTACK);
    after_shot(effect.rules, effect.state, shot.shooter, shot.target);
    Ok(())
}

/// What a volley does to its target, if it was fired.
pub(crate) fn land(
    effect: &mut Effect<'_, impl Dice, impl Listener>,
    shot: &Shot,
    volley: &Volley,
    by: RuleId,
) {
    if !volley.seen {
        return;
    }
    let (rules, target) = (effect.rules, shot.target);
    // fast-and-easy/combat-starts: the moment any plane fires at an enemy.
    effect.state.combat = true;
    effect.state.planes[shot.shooter].flags.set(Flags::SHOT);
    effect.state.planes[target].flags.set(Flags::FIRED_AT);
    if volley.sixes > 0 {
        effect.events.tell(|| tell_sixes(rules, target, &shot.attack, volley));
    }
    let out = volley.out.then_some(Cause::Critical);
    strike(effect, target, &Blow { hits: volley.hits, engines: volley.engines, out }, by);
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
pub(crate) fn calculations(aim: Aim<'_>, attack: &Attack, guns: Guns) -> [Calculation; 3] {
    let mut dice = Calculation::of("dice");
    gun_dice(aim, guns, &mut dice);
    let mut needs = Calculation::of("needed to hit");
    aim.needed(row_of(aim.rules, guns), &mut needs);
    let mut critical = Calculation::of("critical throw");
    attack.critical.explain(&mut critical);
    [dice, needs, critical]
}

fn tell_fire(aim: Aim<'_>, attack: &Attack, guns: Guns, volley: &Volley) -> Event {
    let [calculation, ..] = calculations(aim, attack, guns);
    let with = if guns == Guns::Rear { " its rear guns" } else { "" };
    let (shooter, target) = (aim.rules.who(aim.shooter), aim.rules.who(aim.target));
    let (away, does) = (from_away(aim.range), volley_text(attack, volley));
    let text = format!("{shooter} fires{with} at {target} {away} {does}");
    let event = Event::new(EventKind::Fire, guns_rule(guns), text).and_rule(rule::SHOOTING_TABLE);
    show_volley(event, volley).by(PieceId::of(aim.shooter)).at(PieceId::of(aim.target)).because(calculation)
}

/// Adds the dice of a volley to its event.
pub(crate) fn show_volley(event: Event, volley: &Volley) -> Event {
    let event = match volley.sighting {
        Some(face) => event.rolled(6, &[face], "sighting").and_rule(rule::OPT_NIGHT),
        None => event,
    };
    event.rolled(6, &volley.faces, "to hit")
}

/// What the sixes of a volley caused (`fast-and-easy/sixes`).
fn tell_sixes(rules: &Rules, target: usize, attack: &Attack, volley: &Volley) -> Event {
    let mut does = Vec::new();
    if !volley.engine_faces.is_empty() {
        does.push(match volley.engines {
            0 => "no engine fails".to_owned(),
            1 => "1 engine fails".to_owned(),
            n => format!("{n} engines fail"),
        });
    }
    let event = Event::new(EventKind::Damage, rule::SIXES, "").at(PieceId::of(target));
    let mut event = event.rolled(6, &volley.engine_faces, "engine check");
    if !volley.engine_faces.is_empty() {
        event = event.and_rule(rule::ENGINE_HITS);
    }
    if let Some(faces) = volley.critical {
        let mut throw = Calculation::of("critical throw");
        throw.add("2D6", (faces[0] + faces[1]).into(), rule::CRITICAL_HITS);
        attack.critical.explain(&mut throw);
        let then = if volley.out { "is its end" } else { "does nothing more" };
        does.push(format!("a critical throw of {} {then}", throw.total));
        event = event.rolled(6, &faces, "critical hit").and_rule(rule::CRITICAL_HITS).because(throw);
    }
    let sixes = plural(volley.sixes, "six", "sixes");
    event.text = format!("{sixes} on {}: {}", rules.who(target), does.join(", "));
    event
}
