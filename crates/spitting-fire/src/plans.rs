//! Plans: every end that an aircraft can reach for certain. A plan's command is the next one to give towards its end; giving
//! it and asking again leads there.
//!
//! A tight turn or half loop is in a plan only once its dice are thrown, or where no face could change where it leads: with
//! a turn rating of 1. Otherwise nobody can say before the throw where the move will end, or whether it will have to, and
//! what is no certain end is no plan. The menu offers such a manoeuvre as a step, and after the throw the plans go on from
//! there.
//!
//! On hexes all distinct ends are found. On the open table turns are sampled: the first every 15 degrees, by 1 degree, and by
//! the angles after which the nose points at an enemy; the second every 30 degrees, further ones by 60, until their turn
//! comes and they are the first.

use crate::Look;
use crate::command::Command;
use crate::field::{Hand, Leg, Spot, turned};
use crate::movement::{Limits, acting, backed_up, bank, cost, counters, last_free, pivot_limit};
use crate::rules::Rules;
use crate::state::{Bank, Counters, Pending, Plane, State};
use std::collections::{BTreeSet, VecDeque};
use std::rc::Rc;
use table::view::{At, Cut, Plan, Plans, Pose};
use table::{Once, PieceId, Side};

/// Sampled angles of the open table are multiples of this.
pub(crate) const FINE: u16 = 15;
/// The same for the pilot, which looks at many movements.
pub(crate) const COARSE: u16 = 30;
/// The open table has no end of ways: a search stops after so many positions.
const MOST_POSITIONS: usize = 20_000;

/// Turn ratings than which no die is lower: manoeuvres carry nobody further ([`crate::rule::TIGHT_TURN`],
/// [`crate::rule::HALF_LOOP`]).
const CERTAIN: std::ops::RangeInclusive<i16> = 0..=1;

/// A movement in progress, as far as it decides what can still be reached.
#[derive(Clone, Debug)]
pub(crate) struct Way {
    /// Counters.
    pub counters: Counters,
    /// Bank.
    pub bank: Bank,
    /// The present leg.
    pub leg: Leg,
    /// Where the aircraft would back up to, were it to end its move here ([`crate::rule::BACKING_UP`]).
    clear: Spot,
    /// Ends of the legs before it, and its own beginning.
    corners: Rc<Corner>,
    /// The first step towards it.
    first: Option<First>,
}

/// Where a leg begins. Ways that part later share the corners before.
#[derive(Debug)]
struct Corner {
    spot: Spot,
    before: Option<Rc<Corner>>,
    /// How many there are, this one included.
    number: usize,
}

impl Corner {
    /// The corners up to this one, start first.
    fn all(&self) -> Vec<Spot> {
        let mut all: Vec<Spot> =
            std::iter::successors(Some(self), |corner| corner.before.as_deref()).map(|c| c.spot).collect();
        all.reverse();
        all
    }
}

/// The first step of a way, without the aircraft: much smaller than a command.
#[derive(Clone, Copy, Debug)]
enum First {
    Forward(i16),
    Turn(Hand, Option<u16>),
    TightTurn(Hand),
    HalfLoop,
    Pivot(Hand, u16),
    Decline,
}

impl First {
    /// The command that says it.
    fn command(self, aircraft: PieceId) -> Command {
        match self {
            First::Forward(n) => Command::Forward { aircraft, n },
            First::Turn(side, angle) => Command::Turn { aircraft, side, angle },
            First::TightTurn(side) => Command::TightTurn { aircraft, side },
            First::HalfLoop => Command::HalfLoop { aircraft },
            First::Pivot(side, angle) => Command::Pivot { aircraft, side, angle },
            First::Decline => Command::Decline { aircraft },
        }
    }
}

impl Way {
    /// So many SUs further on.
    pub(crate) fn ahead(&self, rules: &Rules, state: &State, n: usize, by: i16) -> Way {
        let mut next = self.clone();
        next.leg.length += by;
        next.counters.spent += by;
        next.counters.forward += by;
        next.counters.since += by;
        next.bank = Limits::of(rules, state, n).bank_after(&next.counters, self.bank);
        next.clear = last_free(rules, state, n, &next.leg, self.leg.length).unwrap_or(self.clear);
        next
    }

    /// After a pivot that costs `paid` MPs.
    pub(crate) fn pivoted(&self, rules: &Rules, (side, angle): (Hand, u16), bank: Bank, paid: i16) -> Way {
        let (c, from) = (self.counters, rules.field.end(&self.leg));
        let mut next = self.clone();
        next.counters = Counters { spent: c.spent + paid, since: 0, tried: true, pending: None, ..c };
        next.bank = bank;
        next.leg = Leg { from, heading: turned(self.leg.heading, side, angle), length: 0 };
        let number = self.corners.number + 1;
        next.corners = Rc::new(Corner { spot: from, before: Some(Rc::clone(&self.corners)), number });
        next
    }

    /// After a manoeuvre whose dice change nothing: its pivot is pending.
    fn tried(&self, pending: Pending, by: First) -> Way {
        let mut next = self.clone();
        next.counters.tried = true;
        next.counters.pending = Some(pending);
        next.led_by(by)
    }

    /// The pivot is declined.
    pub(crate) fn declined(&self) -> Way {
        let mut next = self.clone();
        next.counters.pending = None;
        next.counters.since = 0;
        next
    }

    /// The same way, an SU forward having led to it. Still on the first leg: one longer step instead of many.
    fn after_forward(mut self) -> Way {
        match &mut self.first {
            Some(First::Forward(n)) if self.corners.number == 1 => *n += 1,
            Some(_) => {}
            None => self.first = Some(First::Forward(1)),
        }
        self
    }

    /// The same way, `by` being the step that led to it if it is the first.
    fn led_by(mut self, by: First) -> Way {
        self.first.get_or_insert(by);
        self
    }
}

/// An end of a movement.
#[derive(Clone, Debug)]
pub(crate) struct Reached {
    /// Where.
    pub spot: Spot,
    /// Heading.
    pub heading: u16,
    /// The next step towards it; nothing where the movement ends here.
    first: Option<First>,
    /// Where its last leg begins.
    corners: Rc<Corner>,
    /// Where its last leg ends, before it backs up.
    last: Spot,
}

impl Reached {
    /// The next command towards it.
    pub(crate) fn command(&self, aircraft: PieceId) -> Command {
        self.first.map_or(Command::EndMove { aircraft }, |first| first.command(aircraft))
    }

    /// Corners of the way, start first.
    fn corners(&self) -> Vec<Spot> {
        let mut corners = self.corners.all();
        corners.extend([self.last, self.spot]);
        corners
    }
}

/// The movement of an aircraft of the active group as it stands.
pub(crate) fn way(rules: &Rules, state: &State, n: usize) -> Way {
    let limits = Limits::of(rules, state, n);
    let plane = &state.planes[n];
    let started = state.mover.plane == Some(n as u16);
    let fresh = Leg { from: plane.spot, heading: plane.heading, length: 0 };
    let leg = state.mover.legs.last().filter(|_| started).copied().unwrap_or(fresh);
    Way {
        counters: counters(rules, state, n),
        bank: bank(state, &limits, n),
        leg,
        clear: backed_up(rules, state, n),
        corners: Rc::new(Corner { spot: plane.spot, before: None, number: 1 }),
        first: None,
    }
}

/// All ends that can be reached for certain from `start`, the nearest first; the ways of equal ends are equally short.
/// Ends off the board are left out; ends on another piece are where the aircraft then backs up to. With them comes why some are
/// missing, if any are. On the open table turns are tried every `sampled` degrees.
pub(crate) fn reach(
    rules: &Rules,
    state: &State,
    n: usize,
    start: &Way,
    sampled: u16,
) -> (Vec<Reached>, Option<Cut>) {
    let search = Search::new(rules, state, n, sampled);
    let limits = &search.limits;
    let mut ends: Vec<Reached> = Vec::new();
    let mut ended = Once::default();
    let mut seen = Once::default();
    let mut queue: VecDeque<Way> = VecDeque::from([start.clone()]);
    let mut cut = (!rules.field.is_hexes()).then_some(Cut::Sample);
    while let Some(way) = queue.pop_front() {
        if seen.len() >= MOST_POSITIONS {
            cut = Some(Cut::Limit);
            break;
        }
        let (c, spot) = (way.counters, rules.field.end(&way.leg));
        // What has been flown beyond what any rule still asks about makes no difference.
        let counted = (c.forward.min(2 * limits.tr), c.since.min(2 * limits.tr), c.spent, c.tried, c.pending);
        if !seen.insert((spot, way.leg.heading, counted, way.bank, way.clear)) {
            continue;
        }
        if let Some(pending) = c.pending {
            search.pivots(&way, pending, &mut queue);
            continue;
        }
        let next = (limits.most_forward(&c, way.bank) > 0).then(|| way.ahead(rules, state, n, 1));
        let next = next.filter(|next| rules.field.contains(rules.field.end(&next.leg)));
        // On another piece it must fly on while it can (stacking).
        let stays = spot == way.clear || c.left() == 0 || next.is_none();
        if stays && limits.spent_enough(&c) && !limits.owed(&c, way.bank) {
            let (spot, heading) = (way.clear, way.leg.heading);
            if ended.insert((spot, heading)) {
                let last = rules.field.end(&way.leg);
                ends.push(Reached {
                    spot,
                    heading,
                    first: way.first,
                    corners: Rc::clone(&way.corners),
                    last,
                });
            }
        }
        queue.extend(next.map(Way::after_forward));
        search.turns(&way, &mut queue);
    }
    (ends, cut)
}

/// What the ways of one aircraft have in common.
struct Search<'a> {
    rules: &'a Rules,
    limits: Limits,
    /// Where enemies are, on the open table: noses are pointed at them.
    enemies: Vec<Spot>,
    /// There turns are tried every so many degrees.
    sampled: u16,
}

impl<'a> Search<'a> {
    fn new(rules: &'a Rules, state: &State, n: usize, sampled: u16) -> Search<'a> {
        let enemy = |p: &&Plane| p.flying() && p.side != state.planes[n].side && !rules.field.is_hexes();
        let enemies = state.planes.iter().filter(enemy).map(|p| p.spot).collect();
        Search { rules, limits: Limits::of(rules, state, n), enemies, sampled }
    }

    /// Turns of every kind.
    fn turns(&self, way: &Way, queue: &mut VecDeque<Way>) {
        let Search { rules, limits, .. } = self;
        let (c, certain) = (&way.counters, CERTAIN.contains(&limits.tr));
        for side in Hand::BOTH {
            if limits.may_turn(c, way.bank, side) {
                for angle in self.angles(way, side, rules.tables.pivot.turn) {
                    let turn = First::Turn(side, (!rules.field.is_hexes()).then_some(angle));
                    queue.push_back(way.pivoted(rules, (side, angle), side.into(), 0).led_by(turn));
                }
            }
            if certain && limits.may_tight_turn(c, way.bank, side) {
                queue.push_back(way.tried(Pending::TightTurn(side), First::TightTurn(side)));
            }
        }
        if certain && limits.may_half_loop(c) {
            queue.push_back(way.tried(Pending::HalfLoop, First::HalfLoop));
        }
    }

    /// The pivots of a pending manoeuvre.
    fn pivots(&self, way: &Way, pending: Pending, queue: &mut VecDeque<Way>) {
        let Search { rules, limits, .. } = self;
        let (most, announced) = pivot_limit(rules, pending);
        for side in Hand::BOTH.into_iter().filter(|s| announced.is_none_or(|a| a == *s)) {
            let bank = announced.map_or(Bank::Level, Bank::from);
            for angle in self.angles(way, side, most) {
                let paid = cost(limits.tr, pending);
                let pivot = First::Pivot(side, angle);
                queue.push_back(way.pivoted(rules, (side, angle), bank, paid).led_by(pivot));
            }
        }
        if rules.options.free_withdrawal {
            queue.push_back(way.declined().led_by(First::Decline));
        }
    }

    /// The angles tried: all hexsides, or every 15, 30 or 60 degrees, and at first 1 degree and those that point at an enemy.
    fn angles(&self, way: &Way, side: Hand, most: u16) -> Vec<u16> {
        if self.rules.field.is_hexes() {
            return (1..=most / 60).map(|n| 60 * n).collect();
        }
        // Later pivots are tried more coarsely: when their turn comes they are the first.
        let first = way.corners.number == 1;
        let every = (self.sampled << (way.corners.number - 1).min(2)).min(self.rules.tables.pivot.turn);
        let mut all: BTreeSet<u16> = (1..=most / every).map(|n| n * every).collect();
        if first {
            let leg = Leg { from: self.rules.field.end(&way.leg), ..way.leg };
            all.insert(1);
            all.extend(self.enemies.iter().filter_map(|enemy| bearing(&leg, *enemy, side, most)));
        }
        all.into_iter().collect()
    }
}

/// The angle to `side` at the beginning of a leg after which the nose points at a place, if one of at most `most` does: found
/// among whole degrees as the one that leaves it least to the side.
fn bearing(leg: &Leg, to: Spot, side: Hand, most: u16) -> Option<u16> {
    let [from, to] = [leg.from, to].map(|spot| sky::open::Point::new(spot.x, spot.y));
    let off = |angle: u16| {
        let seen = from.seen_from(turned(leg.heading, side, angle), to);
        (seen.ahead > 0).then_some(seen.right.abs())
    };
    let best = (1..=most).filter_map(|a| off(a).map(|o| (o, a))).min()?;
    let reach = from.square_distance(to).isqrt();
    // Half a degree is less than a hundredth of the distance.
    (best.0 * 100 <= reach).then_some(best.1)
}

/// All distinct complete moves of an aircraft whose side's decision it is to move it.
pub(crate) fn plans(rules: &Rules, state: &State, aircraft: PieceId) -> Plans<Command> {
    let mut moved_by = Side::BOTH.into_iter().map(|side| acting(Look::new(rules, state, side), aircraft));
    let Some(n) = moved_by.find_map(Result::ok) else { return Plans::none() };
    if counters(rules, state, n).ended {
        return Plans::none();
    }
    let level = state.groups[usize::from(state.planes[n].group)].altitude;
    let (ends, cut) = reach(rules, state, n, &way(rules, state, n), FINE);
    let plan = |end: Reached| Plan {
        pose: Some(Pose {
            at: rules.field.at(end.spot),
            heading: end.heading,
            altitude: Some(level),
            attitude: None,
        }),
        path: path(rules, &end.corners()).into(),
        command: end.command(aircraft),
        manoeuvre: None,
    };
    Plans { plans: ends.into_iter().map(plan).collect(), cut }
}

/// Corners as places to draw, repeated ones left out.
fn path(rules: &Rules, corners: &[Spot]) -> Vec<At> {
    let mut path: Vec<At> = corners.iter().map(|s| rules.field.at(*s)).collect();
    path.dedup();
    path
}
