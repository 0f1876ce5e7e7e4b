//! 10. Rockets.

use crate::command::{Act, Command, Rockets};
use crate::data::{Class, CriticalResult};
use crate::equals::Chosen;
use crate::shifts::{SECOND, mark_shifts};
use crate::shooting::{
    Aim, Attack, Faces, MAX_DICE, Shot, Sight, Volley, after_shot, critical_modifiers, first_on_line,
    judge_shooter, land, makes_engine_checks, shot_choice, throw_consequences,
};
use crate::state::{Flags, Role, Rules, State};
use crate::words::{dice_text, from_away, plural};
use crate::{Effect, Look, rule};
use arrayvec::ArrayVec;
use table::{
    Ask, Choice, Dice, Event, EventKind, Listener, Need, PieceId, Reasons, Refusal, Refusals, Whether,
};

/// What speaks against firing rockets; every reason is `fast-and-easy/rockets`.
fn object<'a>(rules: &'a Rules, state: &'a State, shooter: usize, why: &mut impl Reasons) -> Option<Aim<'a>> {
    let plane = &state.planes[shooter];
    let table = &rules.tables.rockets;
    why.unless(plane.salvos > 0, || Refusal::new(rule::ROCKETS, "it has no rockets left"));
    why.unless(!plane.flags.has(Flags::TANKS), || {
        Refusal::new(rule::ROCKETS, "a plane with drop tanks may not fire")
    });
    why.unless(!plane.flags.has(Flags::FORWARD_FIRED), || {
        Refusal::new(rule::ROCKETS, "rockets and forward guns are not used in the same step")
    });
    why.unless(!plane.flags.has(Flags::ROCKETS_FIRED), || {
        Refusal::new(rule::ROCKETS, "all salvos of one step are fired at once")
    });
    why.unless(!rules.options.night, || Refusal::new(rule::ROCKETS, "no rockets at night"));
    let side = rules.planes[shooter].side;
    let ahead = (plane.hex, plane.facing);
    let (hex, range) = match first_on_line(rules, state, side, ahead, table.farthest) {
        Sight::Enemy { hex, range } => (hex, range),
        Sight::Friend | Sight::Nothing => {
            let says = "the nearest plane on the line ahead, within {0} hexes, must be an enemy bomber";
            why.object(|| Refusal::with(rule::ROCKETS, says, [table.farthest.into(), 0, 0]));
            return None;
        }
    };
    let target = state.plane_at(rules, hex)?;
    why.unless(rules.planes[target].role == Role::Bomber, || {
        Refusal::new(rule::ROCKETS, "rockets are fired at bombers only, and the nearest plane is none")
    });
    why.unless(range >= table.nearest, || {
        let numbers = [range.into(), table.nearest.into(), table.farthest.into()];
        Refusal::with(rule::ROCKETS, "rockets have range {1} to {2}, this is {0}", numbers)
    });
    let aim = Aim { rules, state, shooter, target, range };
    if rules.options.clouds {
        let mut weather = Whether::default();
        // fast-and-easy/opt-clouds: no rockets from, into or through cloud.
        aim.object_weather(&mut weather);
        why.unless(!weather.any() && !aim.in_cloud(), || {
            Refusal::new(rule::ROCKETS, "no rockets from, into or through cloud")
        });
    }
    Some(aim)
}

/// The target that a plane's rockets have now.
pub(crate) fn target(rules: &Rules, state: &State, shooter: usize) -> Option<usize> {
    let mut barred = Whether::default();
    let aim = object(rules, state, shooter, &mut barred)?;
    (!barred.any()).then_some(aim.target)
}

/// The attack of so many salvos, or every reason against it.
pub(crate) fn salvo(rules: &Rules, state: &State, i: usize, salvos: u8) -> Result<Shot, Refusals> {
    let mut why = Refusals::none();
    let left = state.planes[i].salvos;
    let aimed = object(rules, state, i, &mut why);
    why.unless(salvos >= 1 && salvos <= left, || {
        Refusal::with(rule::ROCKETS, "1 to {1} salvos can be fired, not {0}", [salvos.into(), left.into(), 0])
    });
    match aimed {
        Some(aim) if why.is_empty() => {
            Ok(Shot { shooter: i, target: aim.target, range: aim.range, attack: attack(aim, salvos) })
        }
        _ => Err(why),
    }
}

/// The salvos that a plane can fire now, as orders.
pub(crate) fn orders(rules: &Rules, state: &State, i: usize) -> impl Iterator<Item = (Rockets, Shot)> {
    (1..=state.planes[i].salvos).filter_map(move |salvos| {
        let shot = salvo(rules, state, i, salvos).ok()?;
        Some((Rockets { aircraft: PieceId::of(i), salvos }, shot))
    })
}

/// The salvos that a plane can fire now.
pub(crate) fn choices(rules: &Rules, state: &State, i: usize) -> impl Iterator<Item = Choice<Command>> {
    orders(rules, state, i).map(move |(order, shot)| {
        let does = format!("{} at", plural(order.salvos, "rocket salvo", "rocket salvos"));
        shot_choice(rules, &shot, &does, rule::ROCKETS, Command::Rockets(order))
    })
}

/// Whether rockets may be fired.
pub(crate) fn judge(look: Look<'_>, order: &Rockets) -> Result<Act, Refusals> {
    judge_shot(look, order).map(Act::Rockets)
}

/// The attack of rockets, if they may be fired.
pub(crate) fn judge_shot(look: Look<'_>, order: &Rockets) -> Result<Shot, Refusals> {
    let i = judge_shooter(look, order.aircraft)?;
    salvo(look.rules, look.state, i, order.salvos)
}

/// The dice of an attack with rockets: 30 mm does not apply, there is no maximum-range exception.
fn attack(aim: Aim<'_>, salvos: u8) -> Attack {
    Attack {
        dice: salvos,
        needs: aim.rules.tables.rockets.hit,
        sight: None,
        engine_checks: makes_engine_checks(aim.rules, aim.target),
        critical_sixes: Some(1),
        critical: critical_modifiers(aim.rules, aim.is_frontal(), false),
        row: Class::Bomber,
        rule: rule::ROCKETS,
    }
}

/// What the die of a salvo is for.
const SALVO: &str = "salvo";
/// What the two dice of one that hits are for.
const ROW: &str = "rocket row";

/// What one hitting salvo did.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Burst {
    faces: [u8; 2],
    result: CriticalResult,
}

/// The dice of an attack with rockets up to the rocket row; what happens on the rocket row is handed to `burst` at once,
/// because a choice die may follow each throw (`fast-and-easy/dice-order`).
pub(crate) fn throw_rockets<D: Dice + ?Sized>(
    rules: &Rules,
    attack: &Attack,
    dice: &mut D,
    mut burst: impl FnMut(Burst, &mut D) -> Result<(), Need>,
) -> Result<Volley, Need> {
    let mut faces = [0; MAX_DICE];
    let faces = &mut faces[..attack.dice as usize];
    dice.roll_all(&Ask::d6(SALVO, rule::ROCKETS).from(&[attack.needs, 6]), faces)?;
    let mut volley =
        Volley { seen: true, faces: Faces::from_iter(faces.iter().copied()), ..Volley::default() };
    for _ in faces.iter().filter(|f| **f >= attack.needs) {
        let ask = Ask::d6(ROW, rule::ROCKETS);
        let mut thrown = [0; 2];
        dice.roll_all(&ask, &mut thrown)?;
        let result = rules.tables.critical.rocket[(thrown[0] + thrown[1] - 2) as usize];
        if let CriticalResult::Hits(n) = result {
            volley.hits += n;
        }
        burst(Burst { faces: thrown, result }, dice)?;
    }
    volley.sixes = faces.iter().filter(|f| **f == 6).count() as u8;
    throw_consequences(rules, attack, &mut volley, dice)?;
    Ok(volley)
}

/// Fires rockets.
pub(crate) fn fire(effect: &mut Effect<'_, impl Dice, impl Listener>, shot: &Shot) -> Result<(), Need> {
    let (rules, shooter, target) = (effect.rules, shot.shooter, shot.target);
    effect.state.planes[shooter].salvos -= shot.attack.dice;
    effect.state.planes[shooter].flags.set(Flags::ROCKETS_FIRED);
    let mut bursts: ArrayVec<(Burst, Option<Chosen>), 8> = ArrayVec::new();
    let volley = throw_rockets(rules, &shot.attack, effect.dice, |burst, dice| {
        let other = match burst.result {
            CriticalResult::Shift => mark_shifts(rules, effect.state, target, false, dice)?,
            CriticalResult::ShiftBoth => mark_shifts(rules, effect.state, target, true, dice)?,
            _ => None,
        };
        let _ = bursts.try_push((burst, other));
        Ok(())
    })?;
    effect.events.tell(|| tell_salvos(rules, shot, &volley, bursts.len() as u8));
    for (burst, other) in &bursts {
        effect.events.tell(|| tell_burst(rules, target, burst, *other));
    }
    land(effect, shot, &volley, rule::ROCKETS);
    after_shot(rules, effect.state, shooter, target);
    Ok(())
}

fn tell_salvos(rules: &Rules, shot: &Shot, volley: &Volley, bursts: u8) -> Event {
    let hit = match bursts {
        0 => "and misses".to_owned(),
        n => format!("and hits it with {n}"),
    };
    let text = format!(
        "{} fires {} at {} {}, {}, {hit}",
        rules.who(shot.shooter),
        plural(shot.attack.dice, "rocket salvo", "rocket salvos"),
        rules.who(shot.target),
        from_away(shot.range),
        dice_text(&shot.attack)
    );
    Event::new(EventKind::Fire, rule::ROCKETS, text)
        .rolled(6, &volley.faces, SALVO)
        .by(PieceId::of(shot.shooter))
        .at(PieceId::of(shot.target))
}

fn tell_burst(rules: &Rules, target: usize, burst: &Burst, other: Option<Chosen>) -> Event {
    let name = rules.who(target);
    let text = match (burst.result, other) {
        (CriticalResult::Hits(n), _) => {
            format!("A salvo bursts on {name}: {}", plural(n, "hit", "hits"))
        }
        (CriticalResult::Nothing | CriticalResult::Out, _) => format!("A salvo bursts near {name}"),
        (_, None) => format!("A salvo bursts near {name}: it will shift"),
        (_, Some(other)) => {
            format!("A salvo bursts near {name}: it and {} will shift", rules.who(other.plane))
        }
    };
    let also = if let CriticalResult::Hits(_) = burst.result { rule::HITS } else { rule::SHIFT };
    let event = Event::new(EventKind::Damage, rule::ROCKETS, text)
        .and_rule(also)
        .at(PieceId::of(target))
        .rolled(6, &burst.faces, ROW);
    match other {
        Some(other) => other.shown(event, SECOND),
        None => event,
    }
}
