//! A simple pilot: keeps its energy, gets behind, fires when it can.

use crate::command::{Brief, Command};
use crate::rules::Rules;
use crate::state::{Asked, Stage, State};
use crate::{FightingWings, Look, fixed, formation, menu, odds, outlook, plans, sample, sequence, victory};
use table::view::Plans;
use table::{Chooser, Heed, Odds, OddsOf, PieceId, Pilot, Refusals, best_first};

impl Pilot for FightingWings {
    type Memory = plans::Memory;

    #[inline]
    fn sample(look: Look<'_>, chooser: &mut impl Chooser) -> Command {
        sample::sample(look, chooser)
    }

    fn plans(rules: &Rules, state: &State, aircraft: PieceId) -> Plans<Command> {
        plans::plans(rules, state, aircraft.index())
    }

    fn every_plan(rules: &Rules, state: &State, aircraft: PieceId, most: usize) -> Plans<Command> {
        plans::every_plan(rules, state, aircraft.index(), most)
    }

    fn draft_plans(rules: &Rules, state: &State, draft: &Command) -> Plans<Command> {
        match draft {
            Command::Fly(plan) => plans::draft_plans(rules, state, plan),
            _ => Plans::none(),
        }
    }

    fn odds(rules: &Rules, state: &State, of: OddsOf<'_>) -> Result<Odds, Refusals> {
        odds::odds(rules, state, of)
    }

    fn candidates(look: Look<'_>) -> Vec<Command> {
        candidates(look)
    }

    fn appraised_by(look: Look<'_>, command: &Command, heed: Heed) -> i64 {
        crate::worth::appraise(look, command, heed)
    }

    fn ranked_until(look: Look<'_>, most: usize, heed: Heed, stop: &dyn Fn() -> bool) -> Vec<(i64, Command)> {
        match look.state.now.stage {
            Stage::Move(movers) if look.state.now.halted.is_none() => {
                let mut memory = plans::Memory::default();
                let plans =
                    crate::weigh::best_plans(look, movers, (most, heed), &mut memory, stop).into_iter();
                plans.map(|(worth, plan)| (worth, Command::Fly(plan))).collect()
            }
            _ => best_first::<FightingWings>(look, candidates(look), most, heed, stop),
        }
    }

    fn quick(look: Look<'_>, chooser: &mut impl Chooser) -> Option<Command> {
        Some(outlook::quick(look, chooser))
    }

    fn foresee(
        look: Look<'_>,
        chooser: &mut impl Chooser,
        memory: &mut plans::Memory,
        stop: &dyn Fn() -> bool,
    ) -> Option<(Command, u32)> {
        Some(outlook::foresee(look, chooser, memory, stop))
    }
}

/// Plans that are considered.
const PLANS: usize = 24;

/// Commands worth considering.
fn candidates(look: Look<'_>) -> Vec<Command> {
    let Look { rules, state, .. } = look;
    let fire = |firer: usize, targets: &[usize]| {
        let mut list: Vec<Command> =
            menu::attacks(look, firer, targets).into_iter().map(Command::Fire).collect();
        list.push(Command::Pass);
        list
    };
    let guns = || {
        let (target, attacked) = sequence::answering(state)?;
        crate::flexible::best(rules, state, target, attacked).map(Command::Guns)
    };
    if let Some(halted) = &state.now.halted {
        let (mover, foe) = (halted.plan.aircraft.index(), usize::from(halted.foe));
        return match halted.asked {
            Asked::Mover => fire(mover, &[foe]),
            Asked::Foe => fire(foe, &[mover]),
            Asked::Gunners => guns().into_iter().chain([Command::Pass]).collect(),
        };
    }
    match state.now.stage {
        Stage::Brief(_) => vec![Command::Brief(formation::usual(look)), Command::Brief(Brief::default())],
        Stage::Lead(number) => state.members(rules, number).map(|n| Command::Lead(PieceId::of(n))).collect(),
        Stage::Move(movers) => {
            let plans = crate::weigh::best_plans(
                look,
                movers,
                (PLANS, Heed::ALL),
                &mut plans::Memory::default(),
                &|| false,
            );
            plans.into_iter().map(|(_, plan)| Command::Fly(plan)).collect()
        }
        Stage::Fire(place) => {
            let firer = state.now.order.get(usize::from(place)).map_or(0, |n| usize::from(*n));
            let targets: Vec<usize> = fixed::targets(rules, state, firer).collect();
            fire(firer, &targets)
        }
        Stage::Answer(_) => guns().into_iter().chain([Command::Pass]).collect(),
        Stage::Depart(_) => {
            let stay = Command::Disengage(crate::command::Pieces::new());
            let able = state.flying(rules, look.side).filter(|n| victory::may_leave(rules, state, *n));
            vec![stay, Command::Disengage(able.map(PieceId::of).collect())]
        }
        Stage::Over => Vec::new(),
    }
}
