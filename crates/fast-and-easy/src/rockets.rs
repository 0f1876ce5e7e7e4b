//! 10. Rockets.

use crate::command::Rockets;
use crate::damage::{Attack, Faces, MAX_DICE, Volley, makes_engine_checks, throw_consequences};
use crate::data::{Class, CriticalResult};
use crate::equals::Chosen;
use crate::objections::{Barred, Objections, no, no_with};
use crate::rules as rule;
use crate::shifts::{SECOND, mark_shifts};
use crate::shooting::{
    Shot, Sight, after_shot, critical_modifiers, dice_text, in_cloud, is_frontal, judge_shooter, land, look,
    object_weather, plural,
};
use crate::state::{Flags, Role, Rules, State, id};
use arrayvec::ArrayVec;
use table::{Ask, Dice, Event, EventKind, Listener, Need, Refusals, Side};

/// What speaks against firing rockets; every reason is `fast-and-easy/rockets`.
fn object(rules: &Rules, state: &State, shooter: usize, why: &mut impl Objections) -> Option<(usize, u8)> {
    let plane = &state.planes[shooter];
    let table = &rules.tables.rockets;
    why.unless(plane.salvos > 0, || no(rule::ROCKETS, "it has no rockets left"));
    why.unless(!plane.flags.has(Flags::TANKS), || no(rule::ROCKETS, "a plane with drop tanks may not fire"));
    why.unless(!plane.flags.has(Flags::FORWARD_FIRED), || {
        no(rule::ROCKETS, "rockets and forward guns are not used in the same step")
    });
    why.unless(!plane.flags.has(Flags::ROCKETS_FIRED), || {
        no(rule::ROCKETS, "all salvos of one step are fired at once")
    });
    why.unless(!rules.options.night, || no(rule::ROCKETS, "no rockets at night"));
    let side = rules.planes[shooter].side;
    let (hex, range) = match look(rules, state, side, plane.hex, plane.facing, table.farthest) {
        Sight::Enemy { hex, range } => (hex, range),
        Sight::Friend | Sight::Nothing => {
            let says = "the nearest plane on the line ahead, within {0} hexes, must be an enemy bomber";
            why.add(|| no_with(rule::ROCKETS, says, [table.farthest.into(), 0, 0]));
            return None;
        }
    };
    let target = state.plane_at(rules, hex)?;
    why.unless(rules.planes[target].role == Role::Bomber, || {
        no(rule::ROCKETS, "rockets are fired at bombers only, and the nearest plane is none")
    });
    why.unless(range >= table.nearest, || {
        let numbers = [range.into(), table.nearest.into(), table.farthest.into()];
        no_with(rule::ROCKETS, "rockets have range {1} to {2}, this is {0}", numbers)
    });
    if rules.options.clouds {
        let mut weather = Barred::default();
        // fast-and-easy/opt-clouds: no rockets from, into or through cloud.
        object_weather(rules, state, shooter, target, range, &mut weather);
        why.unless(!weather.any() && !in_cloud(rules, state, shooter, target), || {
            no(rule::ROCKETS, "no rockets from, into or through cloud")
        });
    }
    Some((target, range))
}

/// The target that a plane's rockets have now, and its range.
pub(crate) fn target(rules: &Rules, state: &State, shooter: usize) -> Option<(usize, u8)> {
    let mut barred = Barred::default();
    let target = object(rules, state, shooter, &mut barred)?;
    (!barred.any()).then_some(target)
}

/// Whether rockets may be fired.
pub(crate) fn judge(rules: &Rules, state: &State, side: Side, order: &Rockets) -> Result<Shot, Refusals> {
    let i = judge_shooter(rules, state, side, order.aircraft)?;
    salvo(rules, state, i, order.salvos)
}

/// The attack of so many salvos, or every reason against it.
pub(crate) fn salvo(rules: &Rules, state: &State, i: usize, salvos: u8) -> Result<Shot, Refusals> {
    let mut why = Refusals::none();
    let left = state.planes[i].salvos;
    let aimed = object(rules, state, i, &mut why);
    Objections::unless(&mut why, salvos >= 1 && salvos <= left, || {
        no_with(rule::ROCKETS, "1 to {1} salvos can be fired, not {0}", [salvos.into(), left.into(), 0])
    });
    match aimed {
        Some((target, range)) if why.is_empty() => {
            Ok(Shot { shooter: i, target, range, attack: attack(rules, state, i, target, salvos) })
        }
        _ => Err(why),
    }
}

/// The dice of an attack with rockets: 30 mm does not apply, there is no maximum-range exception.
fn attack(rules: &Rules, state: &State, shooter: usize, target: usize, salvos: u8) -> Attack {
    Attack {
        dice: salvos,
        needs: rules.tables.rockets.hit,
        sight: None,
        engine_checks: makes_engine_checks(rules, target),
        critical_sixes: Some(1),
        critical: critical_modifiers(rules, is_frontal(state, shooter, target), false),
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
pub(crate) fn fire(
    rules: &Rules,
    state: &mut State,
    shot: &Shot,
    dice: &mut impl Dice,
    events: &mut impl Listener,
) -> Result<(), Need> {
    let (shooter, target) = (shot.shooter, shot.target);
    state.planes[shooter].salvos -= shot.attack.dice;
    state.planes[shooter].flags.set(Flags::ROCKETS_FIRED);
    let mut bursts: ArrayVec<(Burst, Option<Chosen>), 8> = ArrayVec::new();
    let volley = throw_rockets(rules, &shot.attack, dice, |burst, dice| {
        let other = match burst.result {
            CriticalResult::Shift => mark_shifts(rules, state, target, false, dice)?,
            CriticalResult::ShiftBoth => mark_shifts(rules, state, target, true, dice)?,
            _ => None,
        };
        let _ = bursts.try_push((burst, other));
        Ok(())
    })?;
    events.tell(|| {
        let hit = match bursts.len() {
            0 => "no salvo hits".to_owned(),
            n => plural(n as u8, "salvo hits", "salvos hit"),
        };
        let text = format!(
            "{} fires {} at {}, range {}: {}, {hit}",
            rules.name(shooter),
            plural(shot.attack.dice, "rocket salvo", "rocket salvos"),
            rules.name(target),
            shot.range,
            dice_text(&shot.attack)
        );
        Event::new(EventKind::Fire, rule::ROCKETS, text)
            .rolled(6, &volley.faces, SALVO)
            .by(id(shooter))
            .at(id(target))
    });
    for (burst, other) in &bursts {
        events.tell(|| tell_burst(rules, target, burst, *other));
    }
    land(rules, state, shot, &volley, rule::ROCKETS, events);
    after_shot(rules, state, shooter, target);
    Ok(())
}

fn tell_burst(rules: &Rules, target: usize, burst: &Burst, other: Option<Chosen>) -> Event {
    let name = rules.name(target);
    let text = match (burst.result, other) {
        (CriticalResult::Hits(n), _) => {
            format!("A salvo bursts on {name}: {}", plural(n, "hit", "hits"))
        }
        (CriticalResult::Nothing | CriticalResult::Out, _) => format!("A salvo bursts near {name}"),
        (_, None) => format!("A salvo bursts near {name}: it will shift"),
        (_, Some(other)) => {
            format!("A salvo bursts near {name}: it and {} will shift", rules.name(other.plane))
        }
    };
    let also = if let CriticalResult::Hits(_) = burst.result { rule::HITS } else { rule::SHIFT };
    let event = Event::new(EventKind::Damage, rule::ROCKETS, text).and_rule(also).at(id(target)).rolled(
        6,
        &burst.faces,
        ROW,
    );
    match other {
        Some(other) => other.shown(event, SECOND),
        None => event,
    }
}
