//! 7.0–7.H and 11.0: who may fire at whom, and what fire does.

use crate::chart::{Armament, Gun};
use crate::command::{Act, Command, Fire, Shot};
use crate::rules::Rules;
use crate::sighting::{in_field, sight};
use crate::state::{Aim, Attitude, Plane, State, Status};
use crate::words::{self, damage_words, name};
use crate::{Choice, Effect, Look, formation, odds, rule};
use sky::{Between, Hex, between};
use table::{
    Ask, Barred, Calculation, Dice, Event, EventKind, Forecast, Listener, Need, PieceId, Reasons, Refusal,
    Refusals, Say, Side, Sketch, Whether,
};

/// 7.F: the die of one shot.
pub(crate) const ASK: Ask = Ask::d6("fire", rule::DAMAGE);

const NOT_AN_ENEMY: Refusal =
    Refusal::new(rule::COMBAT, "only an enemy aircraft in flight may be fired at, by one in flight");

/// Everything that speaks against a shot, in the digest's order.
pub(crate) fn objections(rules: &Rules, state: &State, aim: Aim, why: &mut impl Reasons) {
    let (shooter, target) = (&state.planes[aim.shooter], &state.planes[aim.target]);
    if !target.flying() || target.side == shooter.side || !shooter.flying() {
        return why.object(|| NOT_AN_ENEMY);
    }
    if !rules.of(shooter.side).guns().contains(&aim.gun) {
        return why.object(|| Refusal::new(field_rule(rules, shooter.side), "it has no such gun"));
    }
    // 9.3.S: a joining aircraft does not fire.
    why.unless(formation::may_fire(rules, state, aim.shooter), || {
        Refusal::new(rule::SCHWARM, "it may not fire until it has joined the Vee")
    });
    if why.enough() {
        return;
    }
    altitude_objections(rules, shooter, target, why);
    if why.enough() {
        return;
    }
    // 7.H below refuses an all-around gun the firer's own hex.
    let own_hex = aim.gun == Gun::AllAround && shooter.hex == target.hex;
    why.unless(own_hex || in_field(rules, aim.gun, shooter.hex, shooter.facing, target.hex), || {
        Refusal::new(field_rule(rules, shooter.side), field_words(rules, aim.gun))
    });
    if why.enough() {
        return;
    }
    let (range, longest) = (range(rules, shooter, target), rules.of(shooter.side).crt(aim.gun).longest);
    why.unless((1..=i32::from(longest)).contains(&range), || {
        let numbers = [range, i32::from(longest), 0];
        Refusal::with(rule::RANGE, "range {0}: this gun fires at ranges 1 to {1}", numbers)
    });
    if why.enough() {
        return;
    }
    let blocked = occupied_between(rules, state, shooter, target);
    why.unless(blocked <= 1, || {
        let says = "{0} occupied hexes are in between: fire passes one";
        Refusal::with(rule::THROUGH_OCCUPIED, says, [blocked, 0, 0])
    });
    if why.enough() {
        return;
    }
    // 7.B: sighting is required for each gun and target.
    let sight = sight(rules, state, aim);
    why.unless(sight.sighted(), || {
        let numbers = [i32::from(sight.counted), i32::from(sight.needed), 0];
        Refusal::with(sight.rule, "not sighted: points that count: {0}, needed: {1}", numbers)
    });
}

/// 7.C4: the same Altitude Level; 11.0: by the firer's attitude, whatever the target's (11.F).
fn altitude_objections(rules: &Rules, shooter: &Plane, target: &Plane, why: &mut impl Reasons) {
    let (ours, theirs) = (shooter.altitude, target.altitude);
    let numbers = [i32::from(ours), i32::from(theirs), 0];
    if !rules.inter_altitude() {
        why.unless(ours == theirs, || {
            let says = "firer at level {0}, target at level {1}: fire needs the same level";
            Refusal::with(rule::SAME_ALTITUDE, says, numbers)
        });
    } else if ours == theirs {
        why.unless(shooter.attitude == Attitude::Level, || {
            Refusal::new(rule::LEVEL_FIRES_LEVEL, "only a level attitude may fire at the same altitude")
        });
    } else if shooter.hex == target.hex {
        why.object(|| Refusal::new(rule::SAME_HEX, "no fire at another altitude of the same hex"));
    } else {
        let bears = match shooter.attitude {
            Attitude::Climb => theirs > ours,
            Attitude::Level => false,
            Attitude::Dive => theirs < ours,
        };
        why.unless(bears, || {
            let says = "firer at level {0}, target at level {1}: a climb fires upwards, a dive downwards";
            Refusal::with(rule::INTER_ALTITUDE, says, numbers)
        });
    }
}

/// The rule that gives a side's guns their fields.
pub(crate) fn field_rule(rules: &Rules, side: Side) -> table::RuleId {
    match rules.of(side).armament {
        Armament::AllAround => rule::ALL_AROUND,
        _ if rules.corners() => rule::WEDGES,
        Armament::ForwardAndRear => rule::FORWARD_AND_REAR,
        Armament::Forward => rule::FORWARD_ONLY,
    }
}

/// 7.C, 10.B: where a gun fires, said to whoever aims elsewhere.
fn field_words(rules: &Rules, gun: Gun) -> &'static str {
    match (gun, rules.corners()) {
        (Gun::Forward, false) => "forward guns fire along the row of hexes straight ahead",
        (Gun::Rear, false) => "a rear gun fires along the row of hexes straight astern",
        (Gun::Forward, true) => "forward guns fire into the 60 degrees ahead",
        (Gun::Rear, true) => "a rear gun fires into the 60 degrees astern",
        (Gun::AllAround, _) => "all-around guns fire in any direction",
    }
}

/// 7.H; 11.0 adds the difference in levels.
pub(crate) fn range(rules: &Rules, shooter: &Plane, target: &Plane) -> i32 {
    let levels = if rules.inter_altitude() { shooter.altitude.abs_diff(target.altitude) } else { 0 };
    i32::from(shooter.hex.distance(target.hex)) + i32::from(levels)
}

/// 7.G: occupied hexes between firer and target.
fn occupied_between(rules: &Rules, state: &State, shooter: &Plane, target: &Plane) -> i32 {
    let (low, high) = (shooter.altitude.min(target.altitude), shooter.altitude.max(target.altitude));
    let filled = |hex: Hex| {
        state.planes.iter().any(|p| {
            p.hex == hex
                && p.flying()
                && (!rules.options.opt_level_blocking || (low..=high).contains(&p.altitude))
        })
    };
    let mut count = 0;
    for place in between(shooter.hex, target.hex) {
        count += i32::from(match place {
            Between::Hex(hex) => filled(hex),
            // Fair to the shooter along a hexside: both must be occupied.
            Between::Side(one, other) => filled(one) && filled(other),
        });
    }
    count
}

/// Whether a shot is legal.
pub(crate) fn allowed(rules: &Rules, state: &State, aim: Aim) -> bool {
    let mut why = Whether::default();
    objections(rules, state, aim, &mut why);
    !why.any()
}

/// Every aim of a side, legal or not.
pub(crate) fn aims<'a>(rules: &'a Rules, state: &'a State, side: Side) -> impl Iterator<Item = Aim> + 'a {
    state.flying(side).flat_map(move |(shooter, _)| {
        rules.of(side).guns().iter().flat_map(move |gun| {
            state.flying(side.enemy()).map(move |(target, _)| Aim { shooter, gun: *gun, target })
        })
    })
}

/// Whether a side has a legal shot. Most enemies are too far away, which is quickly seen.
pub(crate) fn can_fire(rules: &Rules, state: &State, side: Side) -> bool {
    let planes = &state.planes;
    let in_range = |aim: &Aim| {
        let longest = rules.of(side).crt(aim.gun).longest;
        range(rules, &planes[aim.shooter], &planes[aim.target]) <= i32::from(longest)
    };
    aims(rules, state, side).filter(in_range).any(|aim| allowed(rules, state, aim))
}

/// 7.A, 7.D: what may be added to a declaration, and the declaration itself.
pub(crate) fn choices(look: Look<'_>, fire: &Fire) -> Vec<Choice> {
    let mut choices = Vec::new();
    for aim in aims(look.rules, look.state, look.side) {
        let mut next = fire.clone();
        if !fire.contains(&aim.into()) && next.try_push(aim.into()).is_ok() {
            let why = judge_shot(look, fire, aim.into());
            choices.push(shot_choice(look, aim, &why, next));
        }
    }
    let command = Command::Fire(fire.clone());
    let label = if fire.is_empty() { "Hold fire" } else { "Declare this fire" };
    choices.push(Choice {
        barred: look.barred(&command),
        ..Choice::new(label, rule::VOLUNTARY, Say::Command(command))
    });
    choices
}

fn shot_choice(look: Look<'_>, aim: Aim, why: &Refusals, next: Fire) -> Choice {
    let Look { rules, state, .. } = look;
    let (shooter, target) = (&state.planes[aim.shooter], &state.planes[aim.target]);
    let mut note = format!("range {}", range(rules, shooter, target));
    if why.is_empty() {
        let odds = odds::of_shot(rules, state, aim);
        note += &format!(", hits {}", odds.hit.exact);
        if odds.kill.ppm > 0 {
            note += &format!(", shoots down {}", odds.kill.exact);
        }
    }
    // Whoever has just moved may fire whatever it did.
    let rule = if shooter.records.is_empty() { rule::VOLUNTARY } else { rule::AFTER_ANYTHING };
    let (own, other) = (name(rules, state, aim.shooter), name(rules, state, aim.target));
    Choice {
        note,
        barred: Barred::all(why),
        aircraft: Some(PieceId::of(aim.shooter)),
        target: Some(PieceId::of(aim.target)),
        pose: Some(target.pose(rules)),
        ..Choice::new(
            format!("{own} fires its {} at {other}", aim.gun.name()),
            rule,
            Say::Draft(Command::Fire(next)),
        )
    }
}

/// A declaration so far: guns that have a target, and what each may do.
pub(crate) fn sketch(look: Look<'_>, fire: &Fire) -> Sketch<Command> {
    let Look { rules, state, side } = look;
    let line = |(n, shot): (usize, &Shot)| {
        judge_shot(look, &fire[..n], *shot).is_empty().then(|| {
            let aim = Aim::from(*shot);
            let odds = odds::of_shot(rules, state, aim);
            let (from, to) = (name(rules, state, aim.shooter), name(rules, state, aim.target));
            Forecast {
                shooter: shot.aircraft,
                target: shot.target,
                text: format!("{from} on {to}, {}", odds.text),
                hit: Some(odds.hit),
                harm: Some(odds.harm),
                rule: rule::RESULTS_TABLE,
            }
        })
    };
    Sketch {
        forecast: fire.iter().enumerate().filter_map(line).collect(),
        spent: fire.len() as i32,
        of: (state.count(side) * rules.of(side).guns().len()) as i32,
        ..Sketch::default()
    }
}

/// Every reason against one shot after those already declared.
pub(crate) fn judge_shot(look: Look<'_>, earlier: &[Shot], shot: Shot) -> Refusals {
    let mut why = Refusals::none();
    let ours = look.state.plane(shot.aircraft).is_some_and(|p| p.side == look.side && p.flying());
    let theirs = look.state.plane(shot.target).is_some_and(|p| p.side != look.side && p.flying());
    if !ours || !theirs {
        return NOT_AN_ENEMY.into();
    }
    // 7.D: one target for each gun.
    why.unless(earlier.iter().all(|s| (s.aircraft, s.gun) != (shot.aircraft, shot.gun)), || {
        Refusal::new(rule::ONE_TARGET, "this gun already has a target")
    });
    objections(look.rules, look.state, shot.into(), &mut why);
    why
}

/// A whole declaration, or every reason against its shots.
pub(crate) fn judge(look: Look<'_>, fire: &Fire) -> Result<Act, Refusals> {
    let mut why = Refusals::none();
    for (n, shot) in fire.iter().enumerate() {
        for refusal in judge_shot(look, &fire[..n], *shot).iter() {
            why.add(*refusal);
        }
    }
    why.verdict().map(|()| Act::Fire(fire.clone()))
}

/// 7.F: declares a side's fire, which only that side knows of until both have declared.
pub(crate) fn declare<D>(effect: &mut Effect<'_, D, impl Listener>, side: Side, fire: &Fire) {
    effect.state.declared[side.index()] = Some(fire.clone());
    effect.events.tell(|| {
        let text = words::declaration(effect.rules, effect.state, side, fire);
        Event::new(EventKind::Decision, rule::VOLUNTARY, text).of(side).only_for(side)
    });
}

/// 7.F: rolls for everything declared, phasing player first, and applies all damage at once.
pub(crate) fn resolve(effect: &mut Effect<'_, impl Dice, impl Listener>) -> Result<(), Need> {
    let Effect { rules, state, dice, events } = effect;
    let phasing = state.phasing(rules);
    let mut shots: arrayvec::ArrayVec<Shot, 16> = arrayvec::ArrayVec::new();
    for side in [phasing, phasing.enemy()] {
        let mut declared = state.declared[side.index()].take().unwrap_or_default();
        declared.sort_unstable();
        shots.extend(declared);
    }
    let mut faces = [0u8; 16];
    dice.roll_all(&ASK, &mut faces[..shots.len()])?;
    let mut points = [0u16; 8];
    for (shot, die) in shots.iter().zip(faces) {
        let (from, to) = (shot.aircraft.index(), shot.target.index());
        let (shooter, target) = (&state.planes[from], &state.planes[to]);
        let range = range(rules, shooter, target);
        let result = rules.of(shooter.side).crt(shot.gun).points(die, range as u8);
        points[to] += u16::from(result);
        events.tell(|| {
            let text = format!(
                "{} fires its {} at {} at range {range} and does {}",
                name(rules, state, from),
                shot.gun.name(),
                name(rules, state, to),
                damage_words(u16::from(result)),
            );
            let event = Event::new(EventKind::Fire, rule::DAMAGE, text)
                .and_rule(rule::RESULTS_TABLE)
                .and_rule(rule::INDIVIDUAL);
            let crosses = rules.inter_altitude();
            let event = if crosses { event.and_rule(rule::TARGET_ATTITUDE) } else { event };
            event
                .by(shot.aircraft)
                .at(shot.target)
                .rolled(6, &[die], ASK.why)
                .because(calculation(rules, shooter, target))
        });
    }
    for (hit, points) in points.into_iter().enumerate().filter(|(_, p)| *p > 0) {
        let down = damage(rules, &mut state.planes[hit], points);
        events.tell(|| {
            let plane = &state.planes[hit];
            let name = name(rules, state, hit);
            let text = if down {
                format!("{name} takes {} and is shot down", damage_words(points))
            } else {
                let (max, speed) = (plane.max, plane.speed);
                format!(
                    "{name} takes {}, is now at most {max} fast and flies at {speed}",
                    damage_words(points)
                )
            };
            let kind = if down { EventKind::Loss } else { EventKind::Damage };
            Event::new(kind, rule::DAMAGE, text).and_rule(rule::COMBAT).at(PieceId::of(hit))
        });
    }
    Ok(())
}

/// 7.F: damage to one aircraft; whether it is shot down.
pub(crate) fn damage(rules: &Rules, plane: &mut Plane, points: u16) -> bool {
    let ty = rules.of(plane.side);
    let per_step = u16::from(ty.hits_per_step);
    let hits = u16::from(plane.half) + points;
    plane.half = !hits.is_multiple_of(per_step);
    plane.max = plane.max.saturating_sub((hits / per_step).min(u16::from(u8::MAX)) as u8);
    plane.hits = plane.hits.saturating_add(points);
    if plane.max <= ty.destruct {
        plane.status = Status::ShotDown;
        return true;
    }
    plane.speed = plane.speed.min(plane.max);
    false
}

/// The range line by line.
pub(crate) fn calculation(rules: &Rules, shooter: &Plane, target: &Plane) -> Calculation {
    let mut sum = Calculation::of("range");
    sum.add("hexes", i32::from(shooter.hex.distance(target.hex)), rule::RANGE);
    if rules.inter_altitude() {
        let levels = shooter.altitude.abs_diff(target.altitude);
        sum.add("levels of difference", i32::from(levels), rule::INTER_ALTITUDE);
    }
    sum
}
