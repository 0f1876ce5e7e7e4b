//! Random play: one legal command, drawn by walking the steps that the menu would offer.

use crate::command::{Command, Fire, Guns, Move, One, Path, Place, Rate, Rockets, Step, Turret, Turrets};
use crate::movement::{self, Mover, Walk, mover_of, random_entry};
use crate::state::{PlaneSet, Rules, Stage, State, Status};
use crate::{Look, bombers, bombing, rockets, setup, shooting, turrets};
use arrayvec::ArrayVec;
use sky::Hex;
use table::{Chooser, PieceId, Reasons, Side, Whether};

/// One random legal command of a side that owes one. Never resigns.
#[inline]
pub(crate) fn sample(look: Look<'_>, chooser: &mut impl Chooser) -> Command {
    let Look { rules, state, side } = look;
    if state.opening {
        return Command::Begin;
    }
    match state.stage {
        Stage::EscortsMove | Stage::InterceptorsMove | Stage::Stragglers => {
            sample_move(rules, state, chooser)
        }
        Stage::EscortsFire | Stage::InterceptorsFire => sample_fire(rules, state, chooser),
        Stage::PlaceBombers | Stage::PlaceEscorts | Stage::PlaceInterceptors => {
            sample_placement(look, chooser)
        }
        Stage::Rates => sample_rate(rules, state, chooser),
        Stage::Boosts => match drawn(state.pending, chooser) {
            Some(i) => Command::Boost(One { aircraft: PieceId::of(i) }),
            None => Command::Done,
        },
        Stage::BombersFire => sample_turrets(rules, state, chooser),
        Stage::Bombing => sample_bomb(rules, state, side, chooser),
        Stage::Over => Command::Done,
    }
}

/// One of the planes that may act, or nothing for closing the step, all equally likely.
fn drawn(able: PlaneSet, chooser: &mut impl Chooser) -> Option<usize> {
    able.nth(chooser.below(able.len() + 1))
}

// Moves ------------------------------------------------------------------------------------------------------------

/// A random legal move of one of the planes that may move now.
fn sample_move(rules: &Rules, state: &State, chooser: &mut impl Chooser) -> Command {
    let moving = state.moving.map(|m| m.plane as usize);
    let n = if moving.is_some() { 0 } else { chooser.below(state.pending.len().max(1)) };
    let i = moving.or_else(|| state.pending.nth(n)).unwrap_or(0);
    let aircraft = PieceId::of(i);
    let mut enter = None;
    if moving.is_none() && matches!(state.planes[i].status, Status::OffMap { .. }) {
        enter = if chooser.below(2) == 0 { None } else { random_entry(rules, state, i, chooser) };
        if enter.is_none() {
            return Command::StayAway(One { aircraft });
        }
    }
    let jettison = moving.is_none() && movement::carries(rules, state, i) && chooser.below(4) == 0;
    let mut path = Path::default();
    if let Some((mover, from)) = mover_of(rules, state, i, jettison, enter) {
        match mover.forced(from) {
            Some((forced, _)) => path = forced,
            None => mover.walk_at_random(from.walk, &mut path, chooser),
        }
    }
    Command::Move(Move { aircraft, jettison, enter, path })
}

impl Mover<'_> {
    /// Adds random legal steps until the move ends, every legal one equally likely.
    fn walk_at_random(&self, mut walk: Walk, path: &mut Path, chooser: &mut impl Chooser) {
        while let Some((step, next)) = self.random_step(&walk, chooser) {
            // A path that ends without a word ends all the same, unless an Immelmann came last.
            if step != Step::End || path.0.last() == Some(&Step::Immelmann) {
                let _ = path.0.try_push(step);
            }
            if next.ended || next.gone.is_some() {
                return;
            }
            walk = next;
        }
    }

    /// The steps against which nothing speaks, as bits in the order of [`Step::ALL`]. They are named one by one because what
    /// speaks against a step that is known beforehand is a short question.
    #[inline]
    fn open_steps(&self, walk: &Walk) -> u32 {
        self.open::<0>(walk)
            | self.open::<1>(walk)
            | self.open::<2>(walk)
            | self.open::<3>(walk)
            | self.open::<4>(walk)
            | self.open::<5>(walk)
            | self.open::<6>(walk)
            | self.open::<7>(walk)
            | self.open::<8>(walk)
    }

    #[inline(always)]
    fn open<const N: usize>(&self, walk: &Walk) -> u32 {
        let mut barred = Whether::default();
        self.object(walk, Step::ALL[N], &mut barred);
        u32::from(!barred.any()) << N
    }

    /// One legal step. Whether the move can be completed after it is worked out only for the step that is drawn; one that
    /// fails is struck out and another drawn, which leaves the others equally likely.
    #[inline]
    fn random_step(&self, walk: &Walk, chooser: &mut impl Chooser) -> Option<(Step, Walk)> {
        let mut open = self.open_steps(walk);
        while open != 0 {
            let mut rest = open;
            for _ in 0..chooser.below(open.count_ones()) {
                rest &= rest - 1;
            }
            let n = rest.trailing_zeros();
            let step = Step::ALL[n as usize];
            let next = self.after(walk, step);
            if self.can_complete(&next) {
                return Some((step, next));
            }
            open &= !(1 << n);
        }
        None
    }
}

// Fire, rates, bombs -----------------------------------------------------------------------------------------------

fn sample_fire(rules: &Rules, state: &State, chooser: &mut impl Chooser) -> Command {
    let Some(i) = drawn(state.pending, chooser) else { return Command::Done };
    let aircraft = PieceId::of(i);
    let mut all: ArrayVec<Command, 8> = ArrayVec::new();
    for guns in [Guns::Forward, Guns::Rear] {
        if shooting::shot(rules, state, i, guns).is_some() {
            all.push(Command::Fire(Fire { aircraft, guns }));
        }
    }
    if rockets::target(rules, state, i).is_some() {
        all.extend(
            (1..=state.planes[i].salvos.min(4)).map(|salvos| Command::Rockets(Rockets { aircraft, salvos })),
        );
    }
    if all.is_empty() {
        return Command::Done;
    }
    let n = chooser.below(all.len() as u32) as usize;
    all.swap_remove(n)
}

fn sample_rate(rules: &Rules, state: &State, chooser: &mut impl Chooser) -> Command {
    let Some(f) = bombers::unrated(rules, state).next() else { return Command::Done };
    let rates = bombers::rates(rules, state, f);
    let rate = rates.start() + chooser.below(u32::from(rates.end() - rates.start()) + 1) as u8;
    Command::Rate(Rate { formation: f as u8 + 1, rate })
}

/// Adds random turrets until it has enough. What may not be added now may not be added later, so it is struck out for good.
fn sample_turrets(rules: &Rules, state: &State, chooser: &mut impl Chooser) -> Command {
    let Some(i) = drawn(state.pending, chooser) else { return Command::Done };
    let mut order = Turrets { aircraft: PieceId::of(i), at: ArrayVec::new() };
    let mut open = turrets::lone_shots(rules, state, i);
    loop {
        let more = |next: (u8, Turret)| turrets::may_join(rules, state, &order, next);
        open.retain(|next| more(*next).is_some());
        let n = chooser.below(open.len() as u32 + u32::from(!order.at.is_empty()));
        let Some(added) = open.get(n as usize).and_then(|next| more(*next)) else { break };
        order = added;
    }
    if order.at.is_empty() { Command::Done } else { Command::Turrets(order) }
}

fn sample_bomb(rules: &Rules, state: &State, side: Side, chooser: &mut impl Chooser) -> Command {
    let ours = state.pending.and(&rules.side_set(side));
    let Some(i) = drawn(ours, chooser) else { return Command::Done };
    let n = chooser.below(bombing::crossed(rules, state, i).count().max(1) as u32);
    match bombing::orders(rules, state, i).nth(n as usize) {
        Some(order) => Command::Bomb(order),
        None => Command::Done,
    }
}

// Set-up -----------------------------------------------------------------------------------------------------------

/// A random legal placement.
pub(crate) fn sample_placement(look: Look<'_>, chooser: &mut impl Chooser) -> Command {
    let Look { rules, state, .. } = look;
    if setup::judge_roll(look).is_ok() {
        return Command::Roll;
    }
    for i in state.pending.iter() {
        match rules.planes[i].formation {
            Some(f) => {
                let f = f as usize;
                for l in setup::layouts(rules, state, f) {
                    let all: Vec<Hex> = setup::leads(rules, state, f, l).collect();
                    if !all.is_empty() {
                        return Command::Lead(setup::lead_order(rules, state, f, l, *chooser.pick(&all)));
                    }
                }
            }
            None => {
                let all: Vec<Hex> = setup::places(rules, state, i).collect();
                if !all.is_empty() {
                    let hex = Some(rules.spot(*chooser.pick(&all)));
                    return Command::Place(Place { aircraft: PieceId::of(i), hex, facing: None });
                }
            }
        }
    }
    Command::Done
}
