//! What a pilot reckons with who thinks ahead: how far the game has come, what has been won, what fire brings on average, and what
//! a place is worth besides. All in thousandths of a victory point; no rule depends on anything here.

use crate::command::Command;
use crate::odds::thousandths;
use crate::plans::Memory;
use crate::rules::Rules;
use crate::state::{Stage, State, Status};
use crate::weigh::best_plans;
use crate::worth::{appraise, placed};
use crate::{FightingWings, Look, fixed, sample, victory};
use std::ops::Range;
use table::{Chooser, Heed, Outlook, Pilot, Side, Style, Whether};

/// Plans that come to mind in a flight in the head.
const SAMPLES: usize = 12;
/// Up to so many aircraft a pilot foresees the best plan of each instead of one that comes to mind.
const FEW: usize = 4;
/// Nodes that this takes: it looks through a whole short list.
const BEST_PLAN: u32 = 16;

impl Outlook for FightingWings {
    const LEVELS: [Style; 4] =
        [Style::glance(5, 0), Style::look(50, 50), Style::careful(), Style::search(8, 3, 1600)];
    const APPRAISED: i64 = 80;
    /// How much the clock grows in a game turn: orders, moves, fire.
    const CYCLE: u32 = 4;

    /// Game turn and phase.
    fn clock(_: &Rules, state: &State) -> u32 {
        let phase = match state.now.stage {
            Stage::Brief(_) | Stage::Lead(_) => 0,
            Stage::Move(_) => 1,
            Stage::Fire(_) | Stage::Answer(_) => 2,
            Stage::Depart(_) | Stage::Over => 3,
        };
        u32::from(state.now.turn) * Self::CYCLE + phase
    }

    /// What a side has done to the other so far (section 28).
    fn material(rules: &Rules, state: &State, side: Side) -> i64 {
        let theirs = state.planes.iter().enumerate().filter(|(n, _)| rules.side(*n) != side);
        theirs
            .map(|(n, plane)| {
                let whole = 1000 * i64::from(victory::value(rules, n));
                match plane.status {
                    Status::Lost => whole,
                    Status::Flying | Status::Gone if plane.damaged => whole / 2,
                    Status::Flying | Status::Gone => 0,
                }
            })
            .sum()
    }

    /// What the dice of an attack bring on average.
    fn stake(look: Look<'_>, command: &Command) -> i64 {
        stake(look, command, |_, _| true)
    }

    /// What a side's place is worth besides.
    fn calm(rules: &Rules, state: &State, side: Side) -> i64 {
        (0..state.planes.len()).filter(|n| rules.side(*n) == side).map(|n| calm(rules, state, n)).sum()
    }

    /// Where many fly, an aircraft flies for itself: what the others do meanwhile is much the same whatever it does.
    fn party(look: Look<'_>, command: &Command) -> Option<Range<usize>> {
        let own = match command {
            Command::Fly(plan) => plan.aircraft.index(),
            Command::Fire(burst) => burst.aircraft.index(),
            Command::Brief(_)
            | Command::Lead(_)
            | Command::Guns(_)
            | Command::Pass
            | Command::Disengage(_) => return None,
            Command::Resign | Command::OfferEnd | Command::AcceptEnd => return None,
        };
        (!few(look)).then_some(own..own + 1)
    }

    fn stake_of(look: Look<'_>, command: &Command, party: &Range<usize>) -> i64 {
        stake(look, command, |firer, target| party.contains(&firer) || party.contains(&target))
    }

    /// How an aircraft stands counts its enemies in already.
    fn calm_of(rules: &Rules, state: &State, _: Side, party: &Range<usize>) -> i64 {
        party.clone().map(|n| calm(rules, state, n)).sum()
    }
}

/// What an attack brings on average, if it counts.
fn stake(look: Look<'_>, command: &Command, counts: impl Fn(usize, usize) -> bool) -> i64 {
    let Look { rules, state, .. } = look;
    let Command::Fire(burst) = command else { return 0 };
    let head_on = state.now.halted.is_some();
    let shot = fixed::judge(rules, state, burst, head_on, &mut Whether::default());
    let Some(shot) = shot.filter(|shot| counts(shot.firer, shot.target)) else { return 0 };
    let (down, damaged) = thousandths(rules, &shot);
    let half = 1000 * i64::from(victory::value(rules, shot.target)) / 2;
    // Damaged twice is lost.
    let left = if state.planes[shot.target].damaged { half } else { 2 * half };
    (down * left + damaged * half) / 1000
}

/// What an aircraft's place is worth besides.
fn calm(rules: &Rules, state: &State, n: usize) -> i64 {
    match state.planes[n].status {
        Status::Flying => placed(rules, state, n),
        Status::Lost | Status::Gone => 0,
    }
}

/// Whether so few fly that each of them concerns every other.
fn few(Look { rules, state, .. }: Look<'_>) -> bool {
    Side::BOTH.into_iter().map(|side| state.flying(rules, side).count()).sum::<usize>() <= FEW
}

/// The best plan where few aircraft fly: with many, a turn would take too long to think through.
pub(crate) fn foresee(
    look: Look<'_>,
    chooser: &mut impl Chooser,
    memory: &mut Memory,
    stop: &dyn Fn() -> bool,
) -> (Command, u32) {
    if let Stage::Move(movers) = look.state.now.stage
        && look.state.now.halted.is_none()
        && few(look)
        && let Some((_, plan)) = best_plans(look, movers, (1, Heed::ALL), memory, stop).pop()
    {
        return (Command::Fly(plan), BEST_PLAN);
    }
    (quick(look, chooser), 1)
}

/// What comes to mind at once: a short list is too dear for every move that is only flown in the head.
pub(crate) fn quick(look: Look<'_>, chooser: &mut impl Chooser) -> Command {
    if !matches!(look.state.now.stage, Stage::Move(_)) || look.state.now.halted.is_some() {
        let best = FightingWings::ranked(look, 1).pop();
        return best.map_or_else(|| sample::sample(look, chooser), |(_, command)| command);
    }
    let mut best = (i64::MIN, sample::sample(look, chooser));
    for n in 0..SAMPLES {
        let command = if n == 0 { best.1.clone() } else { sample::sample(look, chooser) };
        let worth = appraise(look, &command, Heed::ALL);
        if worth > best.0 {
            best = (worth, command);
        }
    }
    best.1
}
