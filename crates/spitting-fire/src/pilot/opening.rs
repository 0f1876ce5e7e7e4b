//! How a pilot buys its force and sets it up.

use super::{enemies, strength};
use crate::card::Nation;
use crate::command::{Command, Place, Stand};
use crate::field::{Field, Spot};
use crate::placement::{ahead, altitudes, fits, in_area, in_south, judge, squeezed};
use crate::rules::Rules;
use crate::state::{Flight, Phase, Plane};
use crate::{Look, forces};
use arrayvec::ArrayVec;
use sky::open::UNIT;
use std::cmp::Reverse;
use table::view::At;
use table::{Chooser, Seed, SeededDice};

/// Forces drawn, of which the strongest is taken.
const DRAWS: usize = 8;
/// A nation with so many types offers a choice.
const ENOUGH_TYPES: usize = 3;
/// The best placements that are looked at more closely.
const BEST_PLACES: usize = 5;
/// An aircraft nearer to the side of the board than this many SUs has little room to turn.
const ROOM_TO_TURN: i32 = 4;
/// Groups this many SUs apart do not get in each other's way.
const APART: i32 = 7;

/// The force that a pilot buys: another one with other dice.
pub(super) fn drawn(look: Look<'_>, chooser: &mut impl Chooser) -> Option<Command> {
    let asked = look.state.phase == Phase::Choosing && look.state.forces[look.side.index()].is_none();
    asked.then(|| force(look, chooser))
}

/// Some forces worth considering.
pub(super) fn forces(look: Look<'_>) -> Vec<Command> {
    (0..3).map(|n| force(look, &mut SeededDice::new(Seed::from_number(n)))).collect()
}

/// Fighters of one nation, mostly of the types that bring most for their points, in groups of two to four: the strongest of some such forces.
fn force(look: Look<'_>, chooser: &mut impl Chooser) -> Command {
    let Look { rules, side, .. } = look;
    let cards = of_one_nation(look, chooser);
    let drawn = (0..DRAWS).map(|_| draw(look, &cards, chooser));
    let strongest = drawn.max_by_key(|flights| strength::of_force(rules, flights)).unwrap_or_default();
    if !strongest.is_empty() {
        return Command::Force(forces::list(rules, &strongest));
    }
    // Not even a pair can be paid: one aircraft, the best that can.
    let alone = (0..rules.cards.len() as u16).filter(|c| {
        rules.may_take(side, rules.card(*c)) && rules.card(*c).points <= rules.points[side.index()]
    });
    let best = alone.max_by_key(|c| strength::of_card(rules.card(*c)));
    let flights: Vec<Flight> = best.map(|card| Flight { card, count: 1 }).into_iter().collect();
    Command::Force(forces::list(rules, &flights))
}

/// The cards of one nation of which a pair can be paid, those first that bring most for their points.
fn of_one_nation(look: Look<'_>, chooser: &mut impl Chooser) -> Vec<u16> {
    let Look { rules, side, .. } = look;
    let (total, fewest) = (rules.points[side.index()], rules.tables.group.fewest as i32);
    let mut cards: Vec<u16> = (0..rules.cards.len() as u16)
        .filter(|c| rules.may_take(side, rules.card(*c)) && rules.card(*c).points * fewest <= total)
        .collect();
    let nation = |c: &u16| rules.card(*c).entry.nation;
    let mut nations: Vec<Nation> = cards.iter().map(nation).collect();
    nations.sort_unstable();
    nations.dedup();
    let types = |of: &Nation| cards.iter().filter(|c| nation(c) == *of).count();
    if nations.iter().any(|of| types(of) >= ENOUGH_TYPES) {
        nations.retain(|of| types(of) >= ENOUGH_TYPES);
    }
    if !nations.is_empty() {
        let of = *chooser.pick(&nations);
        cards.retain(|c| nation(c) == of);
    }
    let brings = |c: u16| 1000 * strength::of_card(rules.card(c)) / i64::from(rules.card(c).points);
    cards.sort_by_key(|c| (Reverse(brings(*c)), *c));
    cards
}

/// A force of these cards, the first half of which is preferred.
fn draw(look: Look<'_>, cards: &[u16], chooser: &mut impl Chooser) -> Vec<Flight> {
    let Look { rules, side, .. } = look;
    let (total, sizes) = (rules.points[side.index()], &rules.tables.group);
    let pair = |card: u16| rules.card(card).points * sizes.fewest as i32;
    let better = cards.len().div_ceil(2).max(2).min(cards.len());
    let mut flights: Vec<Flight> = Vec::new();
    loop {
        let left = total - forces::cost(rules, &flights);
        let room = rules.most_aircraft() - forces::aircraft(&flights);
        let affordable = |c: &&u16| pair(**c) <= left && sizes.fewest <= room;
        // The better types, of which there are fewest; what is left over goes to cheaper ones.
        let mut choice: Vec<u16> = cards[..better].iter().filter(affordable).copied().collect();
        if choice.is_empty() {
            choice = cards.iter().filter(affordable).copied().collect();
        }
        let bought =
            |c: &u16| flights.iter().filter(|f| f.card == *c).map(|f| usize::from(f.count)).sum::<usize>();
        let Some(fewest) = choice.iter().map(bought).min() else { break };
        choice.retain(|c| bought(c) == fewest);
        let card = *chooser.pick(&choice);
        let most = ((left / rules.card(card).points) as usize).min(sizes.most).min(room);
        let count = sizes.fewest + chooser.below((most - sizes.fewest + 1) as u32) as usize;
        flights.push(Flight { card, count: count as u8 });
    }
    enlarge(rules, total, &mut flights);
    flights
}

/// One more aircraft for a group, the dearest that can be paid, as long as there is one.
fn enlarge(rules: &Rules, total: i32, flights: &mut [Flight]) {
    while forces::aircraft(flights) < rules.most_aircraft() {
        let left = total - forces::cost(rules, flights);
        let points = |f: &Flight| rules.card(f.card).points;
        let fits = |f: &&mut Flight| usize::from(f.count) < rules.tables.group.most && points(f) <= left;
        let Some(group) = flights.iter_mut().filter(fits).max_by_key(|f| points(f)) else { break };
        group.count += 1;
    }
}

/// Where each aircraft of a group flies, to the right of its leader and behind: its wingman to the left, the second pair to
/// the right; closer where there is less room, and in line where there is hardly any.
const FORMATIONS: [[(i32, i32); 4]; 3] =
    [[(0, 0), (-2, 1), (2, 1), (4, 1)], [(0, 0), (-1, 1), (1, 1), (2, 1)], [(0, 0), (1, 0), (2, 0), (3, 0)]];

/// The first group that waits, in formation along the front where there is most room, at the enemies' mean level; squeezed
/// in only where no formation fits.
pub(super) fn placements(look: Look<'_>) -> Vec<Command> {
    let Look { rules, state, side } = look;
    let waiting = |g: &usize| !state.groups[*g].placed;
    let Some(g) = state.groups_of(side).find(waiting) else { return Vec::new() };
    let group = &state.groups[g];
    let levels = altitudes(rules, group.card);
    let seen: Vec<i16> = enemies(state, side).map(|p| p.level).collect();
    let mean = if seen.is_empty() { 5 } else { seen.iter().sum::<i16>() / seen.len() as i16 };
    let altitude = mean.clamp(*levels.start(), *levels.end());
    let empty = Place { group: g as u16 + 1, altitude, at: ArrayVec::new() };
    let mut found: Vec<(i64, Place)> = Vec::new();
    for formation in FORMATIONS {
        for back in 0..i32::from(rules.tables.set_up.depth) {
            for across in 0..i32::from(rules.size[0]) {
                let leader = (across, back);
                if let Some(place) = formed(look, group.count, &formation, leader, &empty) {
                    found.push((placement_value(look, &place), place));
                }
            }
        }
    }
    found.sort_by_key(|(value, _)| -value);
    let legal = found.into_iter().map(|(_, place)| place).filter(|p| judge(look, p).is_ok());
    let mut best: Vec<Command> = legal.take(BEST_PLACES).map(Command::Place).collect();
    if best.is_empty() {
        best.push(Command::Place(squeezed(look, empty)));
    }
    best
}

/// A formation whose leader is so many SUs east of the board's corner and behind the front of the set-up area, if every
/// aircraft finds its place free.
fn formed(
    look: Look<'_>,
    count: u8,
    formation: &[(i32, i32)],
    (across, back): (i32, i32),
    empty: &Place,
) -> Option<Place> {
    let Look { rules, state, side } = look;
    let south = in_south(state, side);
    let strip = rules.field.strip(south, rules.tables.set_up.depth);
    let (front, onward) = if south { (*strip.end(), 1) } else { (*strip.start(), -1) };
    let mut taken: Vec<Spot> = Vec::new();
    let mut place = empty.clone();
    for n in 0..usize::from(count) {
        // Groups larger than the book's go on in line behind.
        let (right, behind) = formation[n % formation.len()];
        let behind = back + behind + (n / formation.len()) as i32;
        let east = across + onward * right;
        let spot = match rules.field {
            Field::Hexes(_) => rules.field.hex(east as i16, (front - onward * behind) as i16),
            Field::Open(_) => Spot { x: east * UNIT + UNIT / 2, y: front - onward * behind * UNIT },
        };
        if !in_area(look, spot) || !fits(rules, state, &taken, spot) {
            return None;
        }
        taken.push(spot);
        place.at.push(Stand::of(&rules.field, spot, ahead(look)));
    }
    Some(place)
}

/// Away from friends and from the sides of the board, far forward, and rather opposite to enemies, the middle where there are
/// none yet.
pub(super) fn placement_value(look: Look<'_>, place: &Place) -> i64 {
    let Look { rules, state, side } = look;
    let east = |spot: Spot| match rules.field.at(spot) {
        At::Hex { col, .. } => i32::from(col) * UNIT + UNIT / 2,
        At::Point { x, .. } => x,
    };
    let width = i32::from(rules.size[0]) * UNIT;
    let off = |spot: Spot, p: &Plane| (east(p.spot) - east(spot)).abs();
    let (mut value, mut crowd) = (0, APART * UNIT);
    for (n, (spot, _)) in place.at.iter().filter_map(|s| s.on(&rules.field)).enumerate() {
        let side_room = east(spot).min(width - east(spot)).min(ROOM_TO_TURN * UNIT);
        value += 4 * i64::from(side_room - ROOM_TO_TURN * UNIT);
        let friends = state.planes.iter().filter(|p| p.flying() && p.side == side);
        crowd = friends.map(|p| rules.field.milli(spot, p.spot)).fold(crowd, i32::min);
        if n == 0 {
            let opposite = enemies(state, side).map(|p| off(spot, p)).min();
            value -= i64::from(opposite.unwrap_or_else(|| (width / 2 - east(spot)).abs()) / 4);
            let strip = rules.field.strip(in_south(state, side), rules.tables.set_up.depth);
            let front = if in_south(state, side) { *strip.end() } else { *strip.start() };
            let behind = match rules.field.at(spot) {
                At::Hex { row, .. } => (i32::from(row) - front).abs() * UNIT,
                At::Point { y, .. } => (y - front).abs(),
            };
            value -= i64::from(behind / 2);
        }
    }
    value + 4 * i64::from(crowd)
}
