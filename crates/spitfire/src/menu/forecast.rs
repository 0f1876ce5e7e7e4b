//! *If you stop here*: who would sight and fire on whom, and who would be out of formation.

use crate::chart::Gun;
use crate::combat;
use crate::command::Move;
use crate::finish;
use crate::flight::Flight;
use crate::formation;
use crate::rule;
use crate::sighting;
use crate::state::{Aim, Attitude, Records, Rules, State, index, piece};
use crate::view::name;
use table::{Forecast, Refusals};

/// *If you stop here*: who would sight whom and fire at what odds if the move ended so.
pub(super) fn forecast(
    rules: &Rules,
    state: &State,
    order: &Move,
    flight: &Flight,
    records: &Records,
) -> Vec<Forecast> {
    let mut lines = Vec::new();
    if flight.exit.is_some() {
        return lines;
    }
    let mover = index(order.aircraft);
    let mut after = state.clone();
    let plane = &mut after.planes[mover];
    plane.hex = flight.hex;
    plane.facing = flight.facing;
    plane.altitude = flight.altitude;
    plane.attitude = finish::attitude(flight, order.attitude);
    plane.records.clone_from(records);
    let side = plane.side;
    // 9.3.S: whoever is in position at the end has joined.
    if formation::keeps(rules, &after, mover) {
        after.planes[mover].joining = 0;
    }
    // 11.A: as long as nothing is said of its attitude, it may also level off.
    let mut levels_off = order.attitude.is_none();
    finish::levelling_objections(rules, flight, &mut |_| levels_off = false);
    let mut level = after.clone();
    level.planes[mover].attitude = Attitude::Level;
    for aim in combat::aims(rules, &after, side).filter(|a| a.shooter == mover) {
        let kept = line(rules, &after, aim, flight.speed);
        let levelled = line(rules, &level, aim, flight.speed).filter(|l| levels_off && l.hit.is_some());
        lines.extend(levelled.map(|l| Forecast { text: l.text + ", levelling off", ..l }).or(kept));
    }
    for aim in combat::aims(rules, &after, side.enemy()).filter(|a| a.target == mover) {
        lines.extend(line(rules, &after, aim, flight.speed));
    }
    lines.extend(formation_lines(rules, &after, mover));
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
        let (shooter, target) = (piece(wing), piece(leader));
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
    combat::objections(rules, state, aim, &mut |r| {
        why.add(r);
        true
    });
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
    let odds = (first.is_none() && short == 0).then(|| combat::odds(rules, state, aim));
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
    Some(Forecast { shooter: piece(aim.shooter), target: piece(aim.target), text, hit, harm, rule })
}
