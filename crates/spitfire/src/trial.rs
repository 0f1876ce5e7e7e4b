//! 6.H: a move being tried: what it amounts to so far, how it may go on, and what would follow if it ended here.

use crate::chart::Gun;
use crate::command::{Command, Move};
use crate::decide::{self, Decision};
use crate::flight::Flight;
use crate::mover::{self, Mover};
use crate::path::{self, Trial};
use crate::rules::Rules;
use crate::space::at;
use crate::state::{Aim, Attitude, Records, State};
use crate::words::{name, way};
use crate::{Choice, Look, combat, finish, formation, odds, rule, sighting};
use table::{Forecast, PieceId, Refusals, Sketch};

/// How a move that is drafted may go on, and what it amounts to so far.
pub(crate) fn trial(look: Look<'_>, order: &Move) -> (Vec<Choice>, Option<Sketch<Command>>) {
    let Ok(mover) = mover::judge(look, order.aircraft) else { return (Vec::new(), None) };
    let plane = mover.plane();
    let mut sketch = Sketch {
        aircraft: Some(order.aircraft),
        pose: Some(plane.pose(mover.rules)),
        path: vec![at(plane.hex)],
        of: i32::from(order.speed.unwrap_or(plane.speed)),
        ..Sketch::default()
    };
    let choices = match (order.altitude, order.speed) {
        (None, _) => decide::altitude_choices(mover, order),
        (Some(choice), None) => decide::speed_choices(mover, order, choice),
        (Some(choice), Some(speed)) => execution(mover, order, Decision { choice, speed }, &mut sketch),
    };
    (choices, Some(sketch))
}

/// 5.2.1C: the steps flown, and how they may go on.
fn execution(
    mover: Mover<'_>,
    order: &Move,
    decision: Decision,
    sketch: &mut Sketch<Command>,
) -> Vec<Choice> {
    let (rules, plane) = (mover.rules, mover.plane());
    if !decide::allowed(rules, plane, decision) {
        return Vec::new();
    }
    let mut order = order.clone();
    if order.path.is_empty() {
        // Whoever is in the middle of a move goes on from where it has got to.
        order.path = plane.flown();
    }
    let mut why = Refusals::none();
    let Trial { flight, records } = path::fly(rules, plane, decision, &order.path.0, &mut why);
    sketch.spent = i32::from(decision.speed - flight.left);
    sketch.pose = flight.pose(rules);
    sketch.path = way(plane, &records);
    if !why.is_empty() {
        return Vec::new();
    }
    sketch.forecast = forecast(mover, &order, &flight, &records);
    if flight.done() {
        finish::choices(mover, &order, &flight)
    } else {
        path::choices(mover, &order, &flight)
    }
}

/// *If you stop here*: who would sight whom and fire at what odds if the move ended so, and who would be out of formation.
fn forecast(mover: Mover<'_>, order: &Move, flight: &Flight, records: &Records) -> Vec<Forecast> {
    if flight.exit.is_some() {
        return Vec::new();
    }
    let (rules, index, side) = (mover.rules, mover.index, mover.plane().side);
    let mut after = mover.state.clone();
    let plane = &mut after.planes[index];
    flight.put(plane);
    plane.attitude = finish::attitude(flight, order.attitude);
    plane.records.clone_from(records);
    // 9.3.S: whoever is in position at the end has joined.
    if formation::keeps(rules, &after, index) {
        after.planes[index].joining = 0;
    }
    // 11.A: as long as nothing is said of its attitude, it may also level off.
    let levels_off = order.attitude.is_none() && finish::may_level_off(rules, flight);
    let mut level = after.clone();
    level.planes[index].attitude = Attitude::Level;
    let mut lines = Vec::new();
    for aim in combat::aims(rules, &after, side).filter(|a| a.shooter == index) {
        let kept = line(rules, &after, aim, flight.speed);
        let levelled = line(rules, &level, aim, flight.speed).filter(|l| levels_off && l.hit.is_some());
        lines.extend(levelled.map(|l| Forecast { text: l.text + ", levelling off", ..l }).or(kept));
    }
    for aim in combat::aims(rules, &after, side.enemy()).filter(|a| a.target == index) {
        lines.extend(line(rules, &after, aim, flight.speed));
    }
    lines.extend(formation_lines(rules, &after, index));
    lines
}

/// 9.3.L: who would be out of position, of the aircraft that moves and of those that follow it.
fn formation_lines(rules: &Rules, after: &State, mover: usize) -> Vec<Forecast> {
    let side = after.planes[mover].side;
    let flown = |n: usize| n == mover || after.planes[n].moved;
    let line = |(wing, leader): (usize, usize)| {
        let (own, ahead) = (name(rules, after, wing), name(rules, after, leader));
        let exempt = after.planes[wing].joining > 1;
        let text = match (flown(wing), flown(leader)) {
            // A Leader yet to move binds nobody.
            (true, false) => return None,
            (true, true) if !exempt => {
                format!(
                    "{own} is out of position behind {ahead}: at the end of the phase that loses the game"
                )
            }
            _ => format!("{own} has still to get into position behind {ahead}"),
        };
        let (shooter, target) = (PieceId::of(wing), PieceId::of(leader));
        Some(Forecast { shooter, target, text, hit: None, harm: None, rule: rule::FORMATION_LOSS })
    };
    after
        .flying(side)
        .filter_map(|(wing, _)| Some((wing, formation::leader_of(after, wing)?)))
        .filter(|(wing, leader)| {
            (*wing == mover || *leader == mover) && !formation::keeps(rules, after, *wing)
        })
        .filter_map(line)
        .collect()
}

/// One gun and target, if the target is in its extended field or a shot is possible. A third of the whole move of `points` is
/// needed for a sight (8.G), also while only part of it has been flown.
fn line(rules: &Rules, state: &State, aim: Aim, points: u8) -> Option<Forecast> {
    let (shooter, target) = (&state.planes[aim.shooter], &state.planes[aim.target]);
    if !sighting::in_field(rules, aim.gun, shooter.hex, shooter.facing, target.hex) {
        return None;
    }
    let range = combat::range(rules, shooter, target);
    let longest = i32::from(rules.of(shooter.side).crt(aim.gun).longest);
    if aim.gun == Gun::AllAround && range > longest {
        return None;
    }
    let mut why = Refusals::none();
    combat::objections(rules, state, aim, &mut why);
    let sight = sighting::sight(rules, state, aim);
    let needed = sighting::third(usize::from(points));
    let short = needed.saturating_sub(sight.counted);
    let seen = if short == 0 {
        "sighted".to_owned()
    } else {
        format!("{short} of {needed} points short of a sight")
    };
    let mut text = format!(
        "{} on {} ({}): {seen}, range {range}",
        name(rules, state, aim.shooter),
        name(rules, state, aim.target),
        aim.gun.name(),
    );
    let first = why.first().copied();
    let odds = (first.is_none() && short == 0).then(|| odds::of_shot(rules, state, aim));
    let (hit, harm) = odds.map(|odds| (odds.hit, odds.harm)).unzip();
    if let Some(refusal) = first.filter(|r| r.rule != sight.rule) {
        text += &format!("; {}", refusal.text());
    }
    let rule = match first {
        None if short == 0 => rule::SIGHTING_REQUIRED,
        None => sight.rule,
        Some(refusal) if short == 0 && refusal.rule == rule::SAME_ALTITUDE => rule::ACROSS_ALTITUDES,
        Some(refusal) => refusal.rule,
    };
    Some(Forecast {
        shooter: PieceId::of(aim.shooter),
        target: PieceId::of(aim.target),
        text,
        hit,
        harm,
        rule,
    })
}
