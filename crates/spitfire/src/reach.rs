//! Every way to fly an aircraft's decisions, deduplicated while it is searched.
//!
//! Two half-flown moves are the same when nothing that follows can tell them apart: same points left, hex, facing, forward
//! hexes as far as the Turn Mode asks, odd or even turns where that matters, side of the rolls while another can be paid, points
//! climbed, and, for every enemy gun and own gun that could matter at an altitude that the move can end at, how long the
//! unbroken run of sighting points is (8.0). Two finished moves are the same when they end at the same hex, facing, altitude
//! and climb step with the same points climbed (which give the choice of end speed and what is prepared), the same passes (9.2)
//! and the same sights.
//!
//! Decisions that are flown alike share one search. Level flight and horizontal dives of any depth fly the same paths at
//! different altitudes, and a slower speed's finished moves are a faster one's on the way: what a path may do next never
//! depends on the points that it will not spend.

use crate::chart::Gun;
use crate::command::{Altitude, Path, Step};
use crate::decide::Decision;
use crate::flight::Flight;
use crate::mover::Mover;
use crate::rules::Rules;
use crate::sighting::{counts_for_firer, in_field, third};
use crate::space::Facing;
use crate::state::{Exit, Plane, Prep, Record};
use crate::{finish, path};
use arrayvec::ArrayVec;
use sky::Hex;
use table::Seen;

/// One node of the search.
#[derive(Clone, Copy)]
struct Node {
    flight: Flight,
    /// All of the flight that what follows can tell apart.
    place: u64,
    runs: Runs,
    parent: u32,
    step: Step,
}

/// The unbroken runs of sighting points, four bits each: for every watched enemy own guns, then its guns.
type Runs = u64;

/// An enemy whose sights matter.
struct Watched {
    hex: Hex,
    facing: Facing,
    altitude: u8,
    guns: &'static [Gun],
}

/// A finished move.
#[derive(Clone, Copy)]
pub(crate) struct End {
    pub(crate) flight: Flight,
    node: u32,
}

/// 6.J: a way out of the game, and the least speed that reaches it.
struct Out {
    exit: Exit,
    passes: u8,
    speed: u8,
    node: u32,
}

/// The search, with its memory, which is kept for the next one.
#[derive(Default)]
pub(crate) struct Reach {
    /// Whether sights are left out, so that ends differ only in where they are and how they were flown.
    blind: bool,
    /// Searches made.
    searches: usize,
    nodes: Vec<Node>,
    seen: Seen,
    /// Nodes at which every point of one of the speeds is spent.
    finished: Vec<u32>,
    outs: Vec<Out>,
    distinct: Vec<u32>,
    ends: Seen,
}

impl Reach {
    /// A search for places, whatever may be sighted from them.
    pub(crate) fn blind() -> Reach {
        Reach { blind: true, ..Reach::default() }
    }

    /// Calls back with every distinct way to finish a move under these decisions. Ways out of the game (6.J) are found once each.
    pub(crate) fn each(&mut self, mover: Mover<'_>, decisions: &[Decision], found: impl FnMut(&Reach, &End)) {
        self.each_until(mover, decisions, &|| false, found);
    }

    /// The same until `stop` says so, which is asked before each search.
    pub(crate) fn each_until(
        &mut self,
        mover: Mover<'_>,
        decisions: &[Decision],
        stop: &dyn Fn() -> bool,
        mut found: impl FnMut(&Reach, &End),
    ) {
        let mut rest = decisions.to_vec();
        while let Some(first) = rest.first().filter(|_| !stop()) {
            let first = manner(mover, first.choice);
            let alike: Vec<Decision> = rest.extract_if(.., |d| manner(mover, d.choice) == first).collect();
            self.fly_alike(mover, &alike, &mut found);
        }
    }

    /// Searches once and calls back for each decision, slowest first.
    fn fly_alike(&mut self, mover: Mover<'_>, alike: &[Decision], found: &mut impl FnMut(&Reach, &End)) {
        let (rules, plane) = (mover.rules, mover.plane());
        let watched = if self.blind { ArrayVec::new() } else { watch(mover, alike) };
        self.search(mover, alike, &watched);
        let fastest = alike.iter().map(|d| d.speed).max().unwrap_or(0);
        for speed in 0..=fastest {
            let mut choices: ArrayVec<Altitude, 64> =
                alike.iter().filter(|d| d.speed == speed).map(|d| d.choice).take(64).collect();
            while let Some(first) = choices.first() {
                // At altitudes where the same enemies matter, the same ends are distinct.
                let matter = |choice: Altitude| matters(rules, &watched, plane.altitude - choice.levels());
                let climbs = *first == Altitude::Climb;
                let same = if climbs || self.out_at_once() { 0 } else { matter(*first) };
                self.pick(rules, fastest - speed, speed, |flight| {
                    if climbs { matters(rules, &watched, flight.altitude) } else { same }
                });
                let mut together: ArrayVec<(Altitude, bool), 64> = ArrayVec::new();
                choices.retain(|choice| {
                    let alike = climbs || self.out_at_once() || matter(*choice) == same;
                    if alike {
                        together.push((*choice, false));
                    }
                    !alike
                });
                self.tell(mover, (speed, fastest), &mut together, found);
            }
        }
    }

    /// Calls back with the ends picked, under each of the decisions that share them.
    fn tell(
        &self,
        mover: Mover<'_>,
        (speed, fastest): (u8, u8),
        choices: &mut ArrayVec<(Altitude, bool), 64>,
        found: &mut impl FnMut(&Reach, &End),
    ) {
        let plane = mover.plane();
        let end = |node: u32, choice: Altitude| {
            let flight = self.nodes[node as usize].flight;
            // 6.D: the dive changes the altitude at once; a climb does so on the way.
            let dived = choice != Altitude::Climb && flight.exit != Some(Exit::Ground);
            let altitude = if dived { plane.altitude - choice.levels() } else { flight.altitude };
            let left = flight.left.saturating_sub(fastest - speed);
            End { flight: Flight { altitude, choice, speed, left, ..flight }, node }
        };
        let free = |end: &End| !finish::occupied(mover, &end.flight);
        // 6.E: waived where no way stays on the map and ends free.
        for (choice, waived) in choices.iter_mut() {
            *waived = !self.distinct.iter().any(|n| free(&end(*n, *choice)));
        }
        for node in &self.distinct {
            for (choice, waived) in choices.iter() {
                let end = end(*node, *choice);
                if *waived || free(&end) {
                    found(self, &end);
                }
            }
        }
        for out in self.outs.iter().filter(|o| o.speed <= speed) {
            for (choice, _) in choices.iter() {
                found(self, &end(out.node, *choice));
            }
        }
    }

    /// Whether the announced dive ends below level 1.
    fn out_at_once(&self) -> bool {
        self.nodes[0].flight.exit.is_some()
    }

    fn search(&mut self, mover: Mover<'_>, alike: &[Decision], watched: &[Watched]) {
        let (rules, plane, ty) = (mover.rules, mover.plane(), mover.figures());
        self.searches += 1;
        self.nodes.clear();
        self.seen.clear();
        self.finished.clear();
        self.outs.clear();
        let Some(fastest) = alike.iter().max_by_key(|d| d.speed) else { return };
        let Decision { choice, speed: fastest } = *fastest;
        let asked = alike.iter().fold(0u32, |bits, d| bits | 1 << (fastest - d.speed));
        let sights = Sights { rules, own: ty.guns(), watched, needed: third_of(fastest) };
        let start = path::begin(mover, Decision { choice, speed: fastest });
        let runs = start.records.iter().fold(0, |runs, record| sights.count(runs, *record));
        let place = place(rules, plane, &start.flight);
        let root = Node { flight: start.flight, place, runs, parent: u32::MAX, step: Step::Vertical(0) };
        self.nodes.push(root);
        if let Some(exit) = start.flight.exit {
            self.outs.push(Out { exit, passes: 0, speed: 0, node: 0 });
            return;
        }
        let steps = path::open_steps(rules, plane, choice);
        let mut next = 0;
        while next < self.nodes.len() {
            let node = self.nodes[next];
            let flight = node.flight;
            if flight.exit.is_none() && asked >> flight.left & 1 == 1 {
                self.finished.push(next as u32);
            }
            if !flight.done() {
                for step in &steps {
                    if !flight.allows(rules, plane, *step) {
                        continue;
                    }
                    let mut after = flight;
                    let mut runs = node.runs;
                    after.advance(rules, plane, *step, &mut |record| {
                        runs = sights.count(runs, record);
                    });
                    // Flying on straight past what the Turn Mode asks changes nothing.
                    after.hexes = after.hexes.min(after.needed(ty));
                    let place = self::place(rules, plane, &after);
                    let new = Node { flight: after, place, runs, parent: next as u32, step: *step };
                    if let Some(exit) = after.exit {
                        let spent = fastest - flight.left + Flight::cost(ty, *step).unwrap_or(0);
                        self.leave(exit, spent + flight.owed(), new);
                    } else if self.is_new(&new) {
                        self.nodes.push(new);
                    }
                }
            }
            next += 1;
        }
    }

    /// Whether nothing like a node, which will be the next one, was found before. Its number and one stands for it in the set.
    fn is_new(&mut self, new: &Node) -> bool {
        let Reach { nodes, seen, .. } = self;
        let node = |slot: u64| &nodes[slot as usize - 1];
        let same = |slot| node(slot).place == new.place && node(slot).runs == new.runs;
        seen.insert(hash(new), nodes.len() as u64 + 1, same, |slot| hash(node(slot)))
    }

    /// 6.J: keeps a way out if it needs less speed than those known.
    fn leave(&mut self, exit: Exit, speed: u8, new: Node) {
        let (passes, node) = (new.flight.passes, self.nodes.len() as u32);
        match self.outs.iter_mut().find(|o| o.exit == exit && o.passes == passes) {
            Some(known) if known.speed <= speed => return,
            Some(known) => (known.speed, known.node) = (speed, node),
            None => self.outs.push(Out { exit, passes, speed, node }),
        }
        self.nodes.push(new);
    }

    /// Picks one of each kind of end of a speed. `matter` says whose sights tell ends apart.
    fn pick(&mut self, rules: &Rules, left: u8, speed: u8, matter: impl Fn(&Flight) -> u64) {
        let needed = third_of(speed);
        self.distinct.clear();
        self.ends.clear();
        for n in &self.finished {
            let node = &self.nodes[*n as usize];
            let flight = &node.flight;
            // 6.C: an announced climb must be flown.
            if flight.left != left || flight.owed() > 0 {
                continue;
            }
            let sights = sights(node.runs, needed) & matter(flight);
            let key = end_key(rules, flight, sights);
            if self.ends.insert(key, key, |slot| slot == key, |slot| slot) {
                self.distinct.push(*n);
            }
        }
    }

    /// The number of the search in which a finished move was found, and that of its way in it: ends of the same way under different
    /// decisions have the same.
    pub(crate) fn way(&self, end: &End) -> (usize, usize) {
        (self.searches, end.node as usize)
    }

    /// The way to a finished move, and the hexes that it leads through, the first one included.
    pub(crate) fn path(&self, mover: Mover<'_>, end: &End) -> (Path, ArrayVec<Hex, 32>) {
        let plane = mover.plane();
        let mut way: ArrayVec<&Node, 24> = ArrayVec::new();
        let mut n = end.node;
        while self.nodes[n as usize].parent != u32::MAX {
            let node = &self.nodes[n as usize];
            let _ = way.try_push(node);
            n = node.parent;
        }
        let mut path = plane.flown();
        let mut hexes: ArrayVec<Hex, 32> = ArrayVec::new();
        hexes.push(plane.hex);
        if !path.is_empty() {
            for record in &path::begin(mover, end.flight.decision()).records {
                enter(&mut hexes, record.hex);
            }
        }
        for node in way.into_iter().rev() {
            path::push(mover.rules, plane, &mut path, node.step);
            enter(&mut hexes, node.flight.hex);
        }
        (path, hexes)
    }
}

fn enter(hexes: &mut ArrayVec<Hex, 32>, hex: Hex) {
    if hexes.last() != Some(&hex) {
        let _ = hexes.try_push(hex);
    }
}

/// Altitude decisions with the same number are flown alike.
fn manner(mover: Mover<'_>, choice: Altitude) -> u8 {
    let plane = mover.plane();
    if choice.levels() >= plane.altitude {
        return 0;
    }
    // 9.2: passes are scored at level 1 only.
    let low = mover.rules.bomber_side() == Some(plane.side) && plane.altitude - choice.levels() == 1;
    let manner = match choice {
        Altitude::Climb => 1,
        Altitude::VerticalDive(_) => 2,
        // 6.GN: a wing-over or split-S goes with level flight alone.
        Altitude::Level if plane.prep != Prep::None => 3,
        Altitude::Level | Altitude::HorizontalDive(_) => 4,
    };
    manner << 1 | u8::from(low)
}

/// The enemies at altitudes where a move can end, or all of them where fire crosses altitudes (11.0).
fn watch(mover: Mover<'_>, decisions: &[Decision]) -> ArrayVec<Watched, 4> {
    let (rules, plane, ty) = (mover.rules, mover.plane(), mover.figures());
    let ends = |altitude: u8| {
        decisions.iter().any(|Decision { choice, speed }| {
            let low = plane.altitude.saturating_sub(choice.levels());
            let steps = if *choice == Altitude::Climb { speed / ty.climb_cost } else { 0 };
            let levels = plane.climb.saturating_add(steps) / ty.climb_steps;
            (low..=low.saturating_add(levels)).contains(&altitude)
        })
    };
    mover
        .state
        .flying(plane.side.enemy())
        .filter(|(_, p)| rules.inter_altitude() || ends(p.altitude))
        .map(|(_, p)| Watched {
            hex: p.hex,
            facing: p.facing,
            altitude: p.altitude,
            guns: rules.of(p.side).guns(),
        })
        .take(4)
        .collect()
}

/// 7.C4, 11.0: whose sights matter to an aircraft that ends at this altitude, as a mask of [`sights`].
fn matters(rules: &Rules, watched: &[Watched], altitude: u8) -> u64 {
    let all = watched.iter().enumerate();
    all.filter(|(_, w)| rules.inter_altitude() || w.altitude == altitude)
        .fold(0, |mask, (n, _)| mask | 15 << (4 * n))
}

/// What a move sights and what sights it.
struct Sights<'a> {
    rules: &'a Rules,
    own: &'static [Gun],
    watched: &'a [Watched],
    /// Points after which a run is long enough at any speed.
    needed: u64,
}

impl Sights<'_> {
    /// 8.A and 8.B, point by point.
    fn count(&self, runs: Runs, record: Record) -> Runs {
        let mut next = 0;
        for (n, enemy) in self.watched.iter().enumerate() {
            // 7.C: guns that do not bear all around look along straight rows, whoever's they are.
            let (q, r) = (record.hex.q - enemy.hex.q, record.hex.r - enemy.hex.r);
            let in_a_row = q == 0 || r == 0 || q + r == 0;
            if !in_a_row
                && !self.rules.corners()
                && ![self.own, enemy.guns].into_iter().flatten().any(|g| *g == Gun::AllAround)
            {
                continue;
            }
            let mut slot = 16 * n as u32;
            for gun in self.own {
                if in_field(self.rules, *gun, record.hex, record.facing, enemy.hex) {
                    let run = (runs >> slot & 15) + u64::from(counts_for_firer(record.kind));
                    next |= run.min(self.needed) << slot;
                }
                slot += 4;
            }
            slot = 16 * n as u32 + 8;
            for gun in enemy.guns {
                if in_field(self.rules, *gun, enemy.hex, enemy.facing, record.hex) {
                    next |= ((runs >> slot & 15) + 1).min(self.needed) << slot;
                }
                slot += 4;
            }
        }
        next
    }
}

/// 8.G: the points of a sight at a speed.
fn third_of(speed: u8) -> u64 {
    u64::from(third(usize::from(speed)))
}

/// Which runs are long enough.
fn sights(runs: Runs, needed: u64) -> u64 {
    if runs == 0 {
        return 0;
    }
    (0..16).filter(|n| runs >> (4 * n) & 15 >= needed).fold(0, |bits, n| bits | 1 << n)
}

/// What a finished move leaves: never 0.
fn end_key(rules: &Rules, flight: &Flight, sights: u64) -> u64 {
    let mut key = 1 << 16 | sights;
    let mut push = |value: u64, bits: u32| key = key << bits | value;
    push(flight.hex.q as u64 & 0x7f, 7);
    push(flight.hex.r as u64 & 0x7f, 7);
    push(u64::from(flight.facing.number()), 3);
    push(u64::from(flight.climbed), 5);
    // 11.C: without it nobody asks for lateral motion.
    push(u64::from(flight.lateral && rules.inter_altitude()), 1);
    push(u64::from(flight.wing_over), 1);
    push(u64::from(flight.passes), 4);
    push(u64::from(flight.scored), 1);
    key
}

/// What the rest of a move can tell apart, the sights left out: never 0.
fn place(rules: &Rules, plane: &Plane, flight: &Flight) -> u64 {
    let ty = rules.of(plane.side);
    let mut key = end_key(rules, flight, 0);
    let mut push = |value: u64, bits: u32| key = key << bits | value;
    push(u64::from(flight.left), 5);
    push(u64::from(flight.hexes), 5);
    // 6.B: x and y by turns; 6.GN asks whether there was a turn at all.
    let odd = ty.turn_mode[0] != ty.turn_mode[1] && flight.turns % 2 == 1;
    push(u64::from(odd) | u64::from(flight.wing_over && flight.turns == 0) << 1, 2);
    // 6.G1: the side binds only whoever can pay for another roll.
    let side = flight.roll.filter(|_| ty.roll.is_some_and(|cost| cost <= flight.left));
    push(side.map_or(0, |h| 1 + h as u64), 2);
    push(u64::from(flight.begun), 1);
    key
}

fn hash(node: &Node) -> u64 {
    node.place ^ node.runs.rotate_left(23)
}
