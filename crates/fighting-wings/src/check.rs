//! Whether a position is one that the rules can produce, or at least one that they can go on from.

use crate::rules::Rules;
use crate::state::{Asked, Stage, State};
use crate::{formation, sequence, victory};
use table::PieceId;

/// Whether the position is sound.
pub(crate) fn check(rules: &Rules, state: &State) -> Result<(), String> {
    let fault = |sound: bool, says: &str| if sound { Ok(()) } else { Err(says.to_owned()) };
    let count = state.planes.len();
    let known = |n: u8| usize::from(n) < count;
    let piece = |piece: PieceId| piece.index() < count;
    let now = &state.now;
    fault(count == rules.crews.len(), "the aircraft are not those of the scenario")?;
    fault((1..=rules.turns).contains(&now.turn), "there is no such game turn")?;
    fault(now.queue.iter().chain(&now.order).all(|n| known(*n)), "the order names no aircraft")?;
    fault(now.pursued.len() == count, "one set of pursued enemies an aircraft")?;
    fault(now.ties.iter().all(|face| *face <= 6), "a die has six faces")?;
    let formations =
        rules.crews.iter().filter_map(|crew| crew.formation).max().map_or(0, |n| usize::from(n) + 1);
    fault(now.heads.len() == formations, "one leader a formation")?;
    fault(now.heads.iter().flatten().all(|n| known(*n)), "a leader is no aircraft")?;
    for (number, head) in now.heads.iter().enumerate() {
        let own = head.is_none_or(|head| formation::may_lead(rules, state, number as u8, usize::from(head)));
        fault(own, "a leader is no member of its formation")?;
    }
    for burst in &now.bursts {
        let sound = piece(burst.aircraft) && piece(burst.target);
        fault(
            sound && rules.side(burst.aircraft.index()) != rules.side(burst.target.index()),
            "an attack on nobody",
        )?;
    }
    let crews = now.answers.iter().flat_map(|guns| &guns.crews);
    fault(now.answers.iter().all(|guns| piece(guns.target)), "an answer to nobody")?;
    fault(crews.into_iter().all(|crew| piece(crew.aircraft)), "an answer of nobody")?;
    check_planes(rules, state)?;
    check_stage(rules, state)
}

fn check_planes(rules: &Rules, state: &State) -> Result<(), String> {
    for (n, plane) in state.planes.iter().enumerate() {
        let name = &rules.crews[n].name;
        if !plane.flying() {
            continue;
        }
        if plane.altitude <= 0 {
            return Err(format!("{name} flies at altitude {}", plane.altitude));
        }
        if !(0..=25).contains(&plane.speed.0) {
            return Err(format!("{name} flies at speed {}", plane.speed));
        }
        if plane.carry.abs() >= 8 {
            return Err(format!("{name} carries {} quarter points", plane.carry));
        }
        if plane.place.is_some() && rules.crews[n].formation.is_none() {
            return Err(format!("{name} has a place in no formation"));
        }
        if plane.turning.is_some_and(|turn| turn.fps > 40) || plane.number > 6 || plane.trace.fps > 13 {
            return Err(format!("{name} has numbers that no move leaves"));
        }
    }
    Ok(())
}

fn check_stage(rules: &Rules, state: &State) -> Result<(), String> {
    let fault = |sound: bool, says: &str| if sound { Ok(()) } else { Err(says.to_owned()) };
    let now = &state.now;
    if let Some(halted) = &now.halted {
        let mover = halted.plan.aircraft.index();
        let foe = usize::from(halted.foe);
        let sound = mover < state.planes.len() && foe < state.planes.len();
        fault(sound && rules.side(mover) != rules.side(foe), "nobody is met head-on")?;
        fault(matches!(now.stage, Stage::Move(_)), "a plan is halted while nobody moves")?;
        fault(usize::from(halted.flown) <= halted.plan.steps.steps.len(), "a plan is halted beyond its end")?;
        let fired = usize::from(halted.asked != Asked::Mover);
        fault(now.bursts.len() >= fired, "an answer is asked to no attack")?;
    }
    match now.stage {
        Stage::Move(movers) => {
            let known = movers != 0 && u64::from(movers) < 1 << state.planes.len();
            fault(known, "somebody moves who is not there")?;
            let first = rules.side(movers.trailing_zeros() as usize);
            let own =
                |n: usize| movers & (1 << n) == 0 || (state.planes[n].flying() && rules.side(n) == first);
            fault((0..state.planes.len()).all(own), "those who move are not of one side in play")
        }
        Stage::Fire(place) => fault(usize::from(place) < now.order.len(), "nobody is asked to fire"),
        Stage::Answer(place) => fault(usize::from(place) < now.bursts.len(), "nobody is asked to answer"),
        Stage::Lead(number) => {
            fault(formation::leaderless(rules, state, None) == Some(number), "the formation has a leader")
        }
        Stage::Over => fault(victory::outcome(rules, state).is_some(), "it is over without an outcome"),
        Stage::Brief(_) | Stage::Depart(_) => {
            fault(sequence::asked(rules, state).is_some(), "nobody is asked anything")
        }
    }
}
