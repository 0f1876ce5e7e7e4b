//! 9. Bomber fire: arcs, turrets, and fire on friends.

use crate::command::{TARGETS, Turret, TurretFire, Turrets};
use crate::damage::{Attack, CriticalModifiers, MAX_DICE, throw};
use crate::equals::{Chosen, choose};
use crate::objections::{Barred, Objections, no, no_with, out_of_turn};
use crate::rules as rule;
use crate::shooting::{
    Shot, critical_modifiers, critical_sixes, in_cloud, is_frontal, land, needed, object_clouds,
    object_night, object_weather, outcome_text, sighting, volley_dice,
};
use crate::state::{Flags, PlaneSet, Rules, Stage, State, id};
use crate::terms::{SumOnly, Terms};
use arrayvec::ArrayVec;
use sky::{Between, Hex, between};
use table::{Ask, Calculation, Dice, Event, EventKind, Listener, Need, Refusals, Side};

/// Whether a turret bears on a hex seen at `[x, y]` (`fast-and-easy/bomber-arcs`).
///
/// ```text
///       L   L   L   L          flying right
///     T   L   L   L   N        N nose, T tail, L and R sides;
///   T   T   L   L   N   N      top and belly bear all round
/// T   T   T   B   N   N   N
///   T   T   R   R   N   N
///     T   R   R   R   N
///       R   R   R   R
/// ```
pub fn bears(turret: Turret, x: i16, y: i16) -> bool {
    match turret {
        Turret::Nose => x >= 1 && x + y >= 1,
        Turret::Tail => x <= -1 && x + y <= -1,
        Turret::SideRight => y >= 1 && x <= 0 && x + y >= 0,
        Turret::SideLeft => y <= -1 && x >= 0 && x + y <= 0,
        Turret::Top | Turret::Belly => (x, y) != (0, 0),
    }
}

/// Rating of a turret; 0 where the bomber has none.
pub(crate) fn rating(rules: &Rules, i: usize, turret: Turret) -> u8 {
    let dice = &rules.card(i).turrets;
    match turret {
        Turret::Nose => dice.nose,
        Turret::Top => dice.top,
        Turret::Belly => dice.belly,
        Turret::SideLeft | Turret::SideRight => dice.side,
        Turret::Tail => dice.tail,
    }
}

/// Whether something that satisfies `blocks` bars the line between two hexes (`fast-and-easy/line-of-sight`): a hex that
/// the line crosses, or both of two that it runs between.
pub(crate) fn line_blocked(from: Hex, to: Hex, blocks: impl Fn(Hex) -> bool) -> bool {
    between(from, to).any(|place| match place {
        Between::Hex(hex) => blocks(hex),
        Between::Side(a, b) => blocks(a) && blocks(b),
    })
}

/// Longest range of turrets.
fn reach(rules: &Rules) -> u8 {
    rules.tables.shooting.turret.needs.len() as u8
}

/// Dice of one turret (`fast-and-easy/bomber-fire`): wingman, ace and tailing never apply.
fn turret_dice(
    rules: &Rules,
    state: &State,
    shooter: usize,
    target: usize,
    turret: Turret,
    terms: &mut impl Terms,
) -> u8 {
    let rating = rating(rules, shooter, turret);
    if rating == 0 {
        return 0;
    }
    let mut dice = rating as i8;
    terms.add(turret.word(), dice.into(), rule::BOMBER_FIRE);
    if is_frontal(state, shooter, target) {
        terms.add("frontal fire", rules.tables.dice.frontal.into(), rule::FRONTAL_FIRE);
        dice += rules.tables.dice.frontal;
    }
    if in_cloud(rules, state, shooter, target) {
        terms.add("cloud", rules.tables.clouds.dice.into(), rule::OPT_CLOUDS);
        dice += rules.tables.clouds.dice;
    }
    dice.max(0) as u8
}

/// What the arcs have against one turret firing at one target (`fast-and-easy/bomber-arcs`).
fn object_arc(
    rules: &Rules,
    state: &State,
    shooter: usize,
    target: usize,
    turret: Turret,
    why: &mut impl Objections,
) {
    let plane = &state.planes[shooter];
    let range = plane.hex.distance(state.planes[target].hex);
    let (x, y) = plane.hex.seen_from(plane.facing, state.planes[target].hex);
    let reach = reach(rules);
    why.unless(range <= reach.into(), || {
        no_with(
            rule::BOMBER_ARCS,
            "bomber guns reach {1} hexes, the range is {0}",
            [range.into(), reach.into(), 0],
        )
    });
    why.unless(rating(rules, shooter, turret) > 0, || no(rule::BOMBER_ARCS, "the bomber has no such turret"));
    why.unless(bears(turret, x, y), || no(rule::BOMBER_ARCS, "that turret does not bear on the target"));
}

/// Whether a turret that exists has dice left for a target within reach, and a number to roll (`fast-and-easy/zero-dice`).
fn object_dice(
    rules: &Rules,
    state: &State,
    shooter: usize,
    target: usize,
    turret: Turret,
    why: &mut impl Objections,
) {
    let range = state.planes[shooter].hex.distance(state.planes[target].hex);
    if range > i16::from(reach(rules)) || rating(rules, shooter, turret) == 0 {
        return;
    }
    let dice = turret_dice(rules, state, shooter, target, turret, &mut SumOnly);
    why.unless(dice > 0, || no(rule::ZERO_DICE, "no dice are left for that turret"));
    let needs = needed(rules, state, &rules.tables.shooting.turret, target, range as u8, &mut SumOnly);
    why.unless(needs <= 6, || {
        no_with(rule::ZERO_DICE, "the shot would need {0} on a die", [needs.into(), 0, 0])
    });
}

/// What speaks against a bomber's fire as declared, in the order of `fast-and-easy/refusal-order`.
fn object(rules: &Rules, state: &State, i: usize, at: &[TurretFire], why: &mut impl Objections) {
    let flags = state.planes[i].flags;
    let friend = u8::from(flags.has(Flags::FIRED_ON_FRIEND));
    let most = rules.tables.turrets.targets.saturating_sub(friend);
    // fast-and-easy/bomber-targets
    why.unless(at.len() <= most as usize, || {
        no_with(rule::BOMBER_TARGETS, "at most {1} targets, {0} are named", [at.len() as i32, most.into(), 0])
    });
    let named = || at.iter().flat_map(|f| f.turrets.iter());
    why.unless(Turret::ALL.into_iter().all(|t| named().filter(|n| **n == t).count() <= 1), || {
        no(rule::BOMBER_TARGETS, "a turret fires at one target only")
    });
    let twice = |n: usize| at[..n].iter().any(|f| f.target == at[n].target);
    why.unless(!(1..at.len()).any(twice), || no(rule::BOMBER_TARGETS, "a target is named twice"));
    why.unless(!flags.has(Flags::TURRETS_FIRED), || {
        no(rule::BOMBER_TARGETS, "this bomber has fired this turn")
    });
    why.unless(!at.is_empty() && at.iter().all(|f| !f.turrets.is_empty()), || {
        no(rule::BOMBER_TARGETS, "name at least one target, and turrets for each")
    });
    let enemy = |f: &TurretFire| {
        rules.index(f.target).filter(|t| rules.planes[*t].side != rules.planes[i].side && state.on_map(*t))
    };
    why.unless(at.iter().all(|f| enemy(f).is_some()), || {
        no(rule::BOMBER_TARGETS, "targets are enemy planes on the map")
    });
    // Every rule is put to all targets before the next one is.
    let here = state.planes[i].hex;
    let targets = || at.iter().filter_map(enemy).map(|t| (t, here.distance(state.planes[t].hex) as u8));
    for (t, _) in targets() {
        why.unless(!line_blocked(here, state.planes[t].hex, |hex| state.taken(rules, hex)), || {
            no(rule::LINE_OF_SIGHT, "another plane is in the line of fire")
        });
    }
    for (t, range) in targets() {
        object_clouds(rules, state, i, t, range, why);
    }
    for (_, range) in targets() {
        object_night(rules, range, why);
    }
    let aimed =
        || at.iter().flat_map(|f| enemy(f).into_iter().flat_map(|t| f.turrets.iter().map(move |n| (t, *n))));
    for (t, turret) in aimed() {
        object_arc(rules, state, i, t, turret, why);
    }
    for (t, turret) in aimed() {
        object_dice(rules, state, i, t, turret, why);
    }
    for fire in at {
        // fast-and-easy/top-and-belly
        let both = fire.turrets.contains(&Turret::Top) && fire.turrets.contains(&Turret::Belly);
        why.unless(!both, || {
            no(rule::TOP_AND_BELLY, "top and belly turrets may not fire at the same target")
        });
    }
    for (fire, t) in at.iter().filter_map(|f| Some((f, enemy(f)?))) {
        // fast-and-easy/range-three-turret
        let range = state.planes[i].hex.distance(state.planes[t].hex);
        let single = rules.tables.shooting.single_turret_range;
        why.unless(range < single.into() || fire.turrets.len() <= 1, || {
            no_with(rule::RANGE_THREE_TURRET, "at range {0} only one turret fires", [single.into(), 0, 0])
        });
    }
}

/// Whether one more turret could fire at a target beside what is declared already.
pub(crate) fn may_add(
    rules: &Rules,
    state: &State,
    i: usize,
    at: &[TurretFire],
    target: usize,
    turret: Turret,
) -> bool {
    let mut all: ArrayVec<TurretFire, TARGETS> = at.iter().cloned().collect();
    add(&mut all, target, turret);
    let mut barred = Barred::default();
    object(rules, state, i, &all, &mut barred);
    !barred.any()
}

/// Adds a turret to a declaration.
pub(crate) fn add(at: &mut ArrayVec<TurretFire, TARGETS>, target: usize, turret: Turret) {
    let target = id(target);
    match at.iter_mut().find(|f| f.target == target) {
        Some(fire) => {
            let _ = fire.turrets.try_push(turret);
        }
        None => {
            let _ = at.try_push(TurretFire { target, turrets: ArrayVec::from_iter([turret]) });
        }
    }
}

/// Enemies at which a bomber could fire at least one turret, nearest first.
pub(crate) fn targets(rules: &Rules, state: &State, i: usize) -> ArrayVec<u8, 36> {
    let mut found = ArrayVec::new();
    let plane = &state.planes[i];
    let enemy = rules.planes[i].side.enemy();
    let reach = i16::from(reach(rules));
    if state.planes[i].flags.has(Flags::TURRETS_FIRED)
        || !state.occupied[enemy.index()].near(&rules.board, plane.hex, reach)
    {
        return found;
    }
    for hex in (1..=reach).flat_map(|radius| plane.hex.ring(plane.facing, radius)) {
        let taken = rules.place(hex).is_some_and(|n| state.occupied[enemy.index()].has(n));
        let Some(t) = taken.then(|| state.plane_at(rules, hex)).flatten() else { continue };
        if Turret::ALL.into_iter().any(|turret| may_add(rules, state, i, &[], t, turret)) {
            let _ = found.try_push(t as u8);
        }
    }
    found
}

/// Bombers that can fire at something now.
pub(crate) fn may_fire(rules: &Rules, state: &State) -> PlaneSet {
    rules.bombers.iter().filter(|i| state.on_map(*i) && !targets(rules, state, *i).is_empty()).collect()
}

/// Whether a bomber's fire may be declared so.
pub(crate) fn judge(rules: &Rules, state: &State, side: Side, order: &Turrets) -> Result<(), Refusals> {
    let bomber = rules.index(order.aircraft).filter(|i| rules.bombers.contains(*i) && state.on_map(*i));
    let (Some(i), Stage::BombersFire, true) = (bomber, state.stage, side == rules.escort && !state.opening)
    else {
        return Err(out_of_turn("turrets are fired by bombers on the map in step 6"));
    };
    let mut barred = Barred::default();
    object(rules, state, i, &order.at, &mut barred);
    if barred.any() {
        let mut why = Refusals::none();
        object(rules, state, i, &order.at, &mut why);
        return Err(why);
    }
    Ok(())
}

/// The attack that the turrets named make on their target.
pub(crate) fn shot(rules: &Rules, state: &State, shooter: usize, fire: &TurretFire) -> Shot {
    let target = fire.target.0 as usize - 1;
    let range = state.planes[shooter].hex.distance(state.planes[target].hex) as u8;
    let row = &rules.tables.shooting.turret;
    let dice =
        fire.turrets.iter().map(|t| turret_dice(rules, state, shooter, target, *t, &mut SumOnly)).sum::<u8>();
    let frontal = is_frontal(state, shooter, target);
    let attack = Attack {
        dice: dice.min(MAX_DICE as u8),
        needs: needed(rules, state, row, target, range, &mut SumOnly),
        sight: sighting(rules, state, shooter, target, range),
        // fast-and-easy/engine-hits: not for bomber turrets.
        engine_checks: false,
        critical_sixes: critical_sixes(rules, range == reach(rules)),
        critical: critical_modifiers(rules, frontal, false),
        row: rules.card(target).class,
        rule: rule::BOMBER_FIRE,
    };
    Shot { shooter, target, range, attack }
}

/// The lines behind an attack.
pub(crate) fn calculations(
    rules: &Rules,
    state: &State,
    shot: &Shot,
    turrets: &[Turret],
) -> [Calculation; 3] {
    let mut dice = Calculation::of("dice");
    for turret in turrets {
        turret_dice(rules, state, shot.shooter, shot.target, *turret, &mut dice);
    }
    let mut needs = Calculation::of("needed to hit");
    needed(rules, state, &rules.tables.shooting.turret, shot.target, shot.range, &mut needs);
    let mut critical = Calculation::of("critical throw");
    shot.attack.critical.explain(&mut critical);
    [dice, needs, critical]
}

/// The attacks that a legal declaration makes.
pub(crate) fn attacks(rules: &Rules, state: &State, order: &Turrets) -> ArrayVec<Shot, TARGETS> {
    let i = order.aircraft.0 as usize - 1;
    order.at.iter().map(|fire| shot(rules, state, i, fire)).collect()
}

/// Fires a bomber's turrets, attack by attack as declared.
pub(crate) fn fire(
    rules: &Rules,
    state: &mut State,
    order: &Turrets,
    dice: &mut impl Dice,
    events: &mut impl Listener,
) -> Result<(), Need> {
    let i = order.aircraft.0 as usize - 1;
    let attacks = attacks(rules, state, order);
    for (shot, fire) in attacks.iter().zip(&order.at) {
        let volley = throw(rules, &shot.attack, dice)?;
        events.tell(|| {
            let [calculation, ..] = calculations(rules, state, shot, &fire.turrets);
            let turrets: Vec<&str> = fire.turrets.iter().map(|t| t.word()).collect();
            let text = format!(
                "{} fires {} at {}, range {}: {}",
                rules.name(i),
                turrets.join(" and "),
                rules.name(shot.target),
                shot.range,
                outcome_text(&shot.attack, &volley)
            );
            let event = Event::new(EventKind::Fire, rule::BOMBER_FIRE, text).and_rule(rule::SHOOTING_TABLE);
            volley_dice(event, &volley).by(id(i)).at(id(shot.target)).because(calculation)
        });
        land(rules, state, shot, &volley, rule::ATTACK, events);
    }
    state.planes[i].flags.set(Flags::TURRETS_FIRED);
    state.pending.remove(i);
    if attacks.iter().any(|shot| !state.on_map(shot.target)) {
        state.pending = may_fire(rules, state);
    }
    Ok(())
}

/// `fast-and-easy/friendly-fire`: at the start of step 6 each bomber, in id order, checks the nearest friendly fighter.
pub(crate) fn friendly_fire(
    rules: &Rules,
    state: &mut State,
    dice: &mut impl Dice,
    events: &mut impl Listener,
) -> Result<(), Need> {
    // In a position from the middle of the step, where bombers have fired, all checks have been made.
    let fired = Flags(Flags::TURRETS_FIRED.0 | Flags::FIRED_ON_FRIEND.0);
    let made = rules.bombers.iter().any(|i| state.planes[i].flags.has(fired));
    if !rules.options.friendly_fire || !state.combat || made {
        return Ok(());
    }
    for i in rules.bombers.iter() {
        if !state.on_map(i) {
            continue;
        }
        let Some((chosen, range)) = nearest_friend(rules, state, i, dice)? else { continue };
        let victim = chosen.plane;
        let up_to = rules.tables.friendly_fire.up_to.get(range as usize - 1).copied().unwrap_or(0);
        let face = dice.roll(&Ask::d6("friendly fire", rule::FRIENDLY_FIRE).from(&[up_to + 1]))?;
        let told = |kind, text: String| {
            let event = Event::new(kind, rule::FRIENDLY_FIRE, text).by(id(i)).at(id(victim));
            chosen.shown(event, WHICH_FRIEND).rolled(6, &[face], "friendly fire")
        };
        if face > up_to {
            events.tell(|| {
                let (bomber, escort) = (rules.name(i), rules.name(victim));
                told(
                    EventKind::Decision,
                    format!("{bomber} does not fire at its own escort {escort}, range {range}"),
                )
            });
            continue;
        }
        let attack = Attack {
            dice: rules.tables.friendly_fire.dice,
            needs: needed(rules, state, &rules.tables.shooting.turret, victim, range, &mut SumOnly),
            sight: None,
            engine_checks: false,
            critical_sixes: critical_sixes(rules, range == reach(rules)),
            critical: CriticalModifiers::default(),
            row: rules.card(victim).class,
            rule: rule::FRIENDLY_FIRE,
        };
        let volley = throw(rules, &attack, dice)?;
        state.planes[i].flags.set(Flags::FIRED_ON_FRIEND);
        events.tell(|| {
            let text = format!(
                "{} fires at its own escort {}, range {range}: {}",
                rules.name(i),
                rules.name(victim),
                outcome_text(&attack, &volley)
            );
            volley_dice(told(EventKind::Fire, text), &volley)
        });
        let shot = Shot { shooter: i, target: victim, range, attack };
        land(rules, state, &shot, &volley, rule::FRIENDLY_FIRE, events);
    }
    Ok(())
}

/// What the die among equals chooses here.
const WHICH_FRIEND: &str = "which friend";

/// The nearest friendly fighter with a clear line within reach; equals are chosen by a die.
fn nearest_friend(
    rules: &Rules,
    state: &State,
    i: usize,
    dice: &mut impl Dice,
) -> Result<Option<(Chosen, u8)>, Need> {
    let here = state.planes[i].hex;
    let mut most = rules.tables.friendly_fire.up_to.len() as i16;
    if rules.options.night {
        // fast-and-easy/opt-night: checked at distance 1 only.
        most = most.min(rules.tables.night.friendly_fire_distance.into());
    }
    let own = rules.planes[i].side;
    if !state.occupied[own.index()].near(&rules.board, here, most) {
        return Ok(None);
    }
    let clear = |f: &usize| {
        let there = state.planes[*f].hex;
        let mut barred = Barred::default();
        object_weather(rules, state, i, *f, here.distance(there) as u8, &mut barred);
        !barred.any() && !line_blocked(here, there, |hex| state.taken(rules, hex))
    };
    let near = || {
        let fighters = rules.fighters[own.index()];
        fighters
            .iter()
            .filter(|f| state.on_map(*f) && state.planes[*f].hex.distance(here) <= most)
            .filter(clear)
    };
    let Some(range) = near().map(|f| state.planes[f].hex.distance(here)).min() else { return Ok(None) };
    let equals = near().filter(|f| state.planes[*f].hex.distance(here) == range);
    Ok(choose(&equals.collect(), WHICH_FRIEND, dice)?.map(|friend| (friend, range as u8)))
}

/// Every reason against turrets firing so, whatever the step.
pub(crate) fn object_fire(rules: &Rules, state: &State, i: usize, at: &[TurretFire]) -> Result<(), Refusals> {
    let mut why = Refusals::none();
    object(rules, state, i, at, &mut why);
    why.verdict()
}
