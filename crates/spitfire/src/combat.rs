//! 7.0–7.H and 11.0: who may fire at whom, and what fire does.

use crate::chart::{Armament, Gun};
use crate::command::{Fire, Shot};
use crate::formation;
use crate::rule;
use crate::sighting::{in_field, sight};
use crate::state::{Aim, Attitude, Plane, Rules, State, Status, index, piece};
use sky::{Between, Hex, between};
use table::{
    Ask, Calculation, Dice, Event, EventKind, Impact, Listener, Need, Odds, Refusal, Refusals, Side,
    enumerate,
};

/// 7.F: the die of one shot.
pub(crate) const ASK: Ask = Ask::d6("fire", rule::DAMAGE);

/// Everything that speaks against a shot, in the digest's order. `tell` answers whether to go on asking.
pub(crate) fn objections(rules: &Rules, state: &State, aim: Aim, tell: &mut impl FnMut(Refusal) -> bool) {
    let (shooter, target) = (&state.planes[aim.shooter], &state.planes[aim.target]);
    if !target.flying() || target.side == shooter.side || !shooter.flying() {
        tell(Refusal::new(
            rule::COMBAT,
            "only an enemy aircraft in flight may be fired at, by one in flight",
        ));
        return;
    }
    if !rules.of(shooter.side).guns().contains(&aim.gun) {
        tell(Refusal::new(field_rule(rules, shooter.side), "it has no such gun"));
        return;
    }
    // 9.3.S: a joining aircraft does not fire.
    if !formation::may_fire(rules, state, aim.shooter)
        && !tell(Refusal::new(rule::SCHWARM, "it may not fire until it has joined the Vee"))
    {
        return;
    }
    // 7.C4, or 11.0 in its place.
    if let Some(refusal) = altitude_objection(rules, shooter, target)
        && !tell(refusal)
    {
        return;
    }
    let crt = rules.of(shooter.side).crt(aim.gun);
    let apart = shooter.hex.distance(target.hex);
    if apart == 0 && aim.gun == Gun::AllAround {
        // 7.H below refuses the firer's own hex.
    } else if !in_field(rules, aim.gun, shooter.hex, shooter.facing, target.hex)
        && !tell(Refusal::new(field_rule(rules, shooter.side), field_words(rules, aim.gun)))
    {
        return;
    }
    let range = range(rules, shooter, target);
    if range == 0 || range > i32::from(crt.longest) {
        let numbers = [range, i32::from(crt.longest), 0];
        if !tell(Refusal::with(rule::RANGE, "range {0}: this gun fires at ranges 1 to {1}", numbers)) {
            return;
        }
    }
    let blocked = occupied_between(rules, state, shooter, target);
    if blocked > 1 {
        let says = "{0} occupied hexes are in between: fire passes one";
        if !tell(Refusal::with(rule::THROUGH_OCCUPIED, says, [blocked, 0, 0])) {
            return;
        }
    }
    // 7.B: sighting is required for each gun and target.
    let sight = sight(rules, state, aim);
    if !sight.sighted() {
        let numbers = [i32::from(sight.counted), i32::from(sight.needed), 0];
        tell(Refusal::with(sight.rule, "not sighted: {0} points count, {1} are needed", numbers));
    }
}

/// 7.C4: the same Altitude Level; 11.0: by the firer's attitude, whatever the target's (11.F).
fn altitude_objection(rules: &Rules, shooter: &Plane, target: &Plane) -> Option<Refusal> {
    let (ours, theirs) = (shooter.altitude, target.altitude);
    let numbers = [i32::from(ours), i32::from(theirs), 0];
    if !rules.inter_altitude() {
        let says = "firer at level {0}, target at level {1}: fire needs the same level";
        return (ours != theirs).then(|| Refusal::with(rule::SAME_ALTITUDE, says, numbers));
    }
    if ours == theirs {
        let says = "only a level attitude may fire at the same altitude";
        return (shooter.attitude != Attitude::Level).then(|| Refusal::new(rule::LEVEL_FIRES_LEVEL, says));
    }
    if shooter.hex == target.hex {
        return Some(Refusal::new(rule::SAME_HEX, "no fire at another altitude of the same hex"));
    }
    let bears = match shooter.attitude {
        Attitude::Climb => theirs > ours,
        Attitude::Level => false,
        Attitude::Dive => theirs < ours,
    };
    let says = "firer at level {0}, target at level {1}: a climb fires upwards, a dive downwards";
    (!bears).then(|| Refusal::with(rule::INTER_ALTITUDE, says, numbers))
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
    let mut ok = true;
    objections(rules, state, aim, &mut |_| {
        ok = false;
        false
    });
    ok
}

/// Every aim of a side, legal or not.
pub(crate) fn aims<'a>(rules: &'a Rules, state: &'a State, side: Side) -> impl Iterator<Item = Aim> + 'a {
    state.flying(side).flat_map(move |(shooter, _)| {
        rules.of(side).guns().iter().flat_map(move |gun| {
            state.flying(side.enemy()).map(move |(target, _)| Aim { shooter, gun: *gun, target })
        })
    })
}

/// Whether a side has a legal shot.
pub(crate) fn can_fire(rules: &Rules, state: &State, side: Side) -> bool {
    aims(rules, state, side).any(|aim| allowed(rules, state, aim))
}

/// Every reason against one shot after those already declared.
pub(crate) fn judge_shot(rules: &Rules, state: &State, side: Side, earlier: &[Shot], shot: Shot) -> Refusals {
    let mut why = Refusals::none();
    let ours = state.plane(shot.aircraft).is_some_and(|p| p.side == side && p.flying());
    let theirs = state.plane(shot.target).is_some_and(|p| p.side != side && p.flying());
    if !ours || !theirs {
        why.add(Refusal::new(
            rule::COMBAT,
            "only an enemy aircraft in flight may be fired at, by one in flight",
        ));
        return why;
    }
    // 7.D: one target for each gun.
    why.unless(earlier.iter().all(|s| (s.aircraft, s.gun) != (shot.aircraft, shot.gun)), || {
        Refusal::new(rule::ONE_TARGET, "this gun already has a target")
    });
    objections(rules, state, shot.into(), &mut |r| {
        why.add(r);
        true
    });
    why
}

/// Every reason against a whole declaration.
pub(crate) fn judge_fire(rules: &Rules, state: &State, side: Side, fire: &Fire) -> Refusals {
    let mut why = Refusals::none();
    for (n, shot) in fire.iter().enumerate() {
        for refusal in judge_shot(rules, state, side, &fire[..n], *shot).iter() {
            why.add(*refusal);
        }
    }
    why
}

/// 7.F: rolls for everything declared, phasing player first, and applies all damage at once.
pub(crate) fn resolve(
    rules: &Rules,
    state: &mut State,
    dice: &mut impl Dice,
    events: &mut impl Listener,
) -> Result<(), Need> {
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
        let (from, to) = (index(shot.aircraft), index(shot.target));
        let (shooter, target) = (&state.planes[from], &state.planes[to]);
        let range = range(rules, shooter, target);
        let result = rules.of(shooter.side).crt(shot.gun).points(die, range as u8);
        points[to] += u16::from(result);
        events.tell(|| {
            let text = format!(
                "{} fires its {} at {} at range {range}, rolls {die}: {}",
                crate::view::name(rules, state, from),
                shot.gun.name(),
                crate::view::name(rules, state, to),
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
            let name = crate::view::name(rules, state, hit);
            let text = if down {
                format!("{name} takes {} and is shot down", damage_words(points))
            } else {
                let (max, speed) = (plane.max, plane.speed);
                format!("{name} takes {}: Maximum Speed {max}, Current Speed {speed}", damage_words(points))
            };
            let kind = if down { EventKind::Loss } else { EventKind::Damage };
            Event::new(kind, rule::DAMAGE, text).and_rule(rule::COMBAT).at(piece(hit))
        });
    }
    Ok(())
}

fn damage_words(points: u16) -> String {
    match points {
        0 => "no damage".into(),
        1 => "1 Damage Point".into(),
        n => format!("{n} Damage Points"),
    }
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

/// Exact odds of one gun: the damage of every face and whether it shoots the target down.
pub(crate) fn odds(rules: &Rules, state: &State, aim: Aim) -> Odds {
    let (shooter, target) = (&state.planes[aim.shooter], &state.planes[aim.target]);
    let range = range(rules, shooter, target);
    let crt = rules.of(shooter.side).crt(aim.gun);
    let of = enumerate(|dice| {
        let points = u16::from(crt.points(dice.roll(&ASK)?, range as u8));
        let mut plane = target.clone();
        let down = points > 0 && damage(rules, &mut plane, points);
        // 7.F: whatever hits does damage.
        Ok(Impact { hit: points > 0, points: points.into(), harmed: points > 0, out: down })
    });
    let cells: Vec<String> = (1..=6).map(|die| crt.points(die, range as u8).to_string()).collect();
    let text = format!("{} at range {range}: damage {} for die 1 to 6", aim.gun.name(), cells.join(" "));
    let sums = vec![calculation(rules, shooter, target), sight(rules, state, aim).calculation()];
    Odds::new(&of, sums, text)
}
