//! How a pilot buys its force and sets it up.

use super::enemies;
use crate::cards::Nation;
use crate::command::{Command, ForceList, Place, Stand};
use crate::data::Rules;
use crate::field::{Field, Spot};
use crate::forces;
use crate::placement::{altitudes, fits, in_area, in_south, judge, squeezed};
use crate::state::{Flight, Phase, Plane, State};
use sky::open::UNIT;
use table::{Chooser, Seed, SeededDice, Side};

/// Forces drawn, of which the dearest is taken.
const DRAWS: usize = 24;
/// A nation with so many types offers a choice.
const ENOUGH_TYPES: usize = 3;
/// The best placements that are looked at more closely.
const BEST_PLACES: usize = 5;
/// An aircraft nearer to the side of the board than this many SUs has little room to turn.
const ROOM_TO_TURN: i32 = 4;
/// Groups this many SUs apart do not get in each other's way.
const APART: i32 = 7;

/// The force that a pilot buys: another one with other dice.
pub(crate) fn drawn(rules: &Rules, state: &State, side: Side, chooser: &mut impl Chooser) -> Option<Command> {
    let asked = state.phase == Phase::Choosing && state.forces[side.index()].is_none();
    asked.then(|| force(rules, side, chooser))
}

/// Some forces worth considering.
pub(super) fn forces(rules: &Rules, side: Side) -> Vec<Command> {
    (0..3).map(|n| force(rules, side, &mut SeededDice::new(Seed::from_number(n)))).collect()
}

/// Fighters of one nation, the better types in groups of two to four, for as many points as possible.
fn force(rules: &Rules, side: Side, chooser: &mut impl Chooser) -> Command {
    let draws = (0..DRAWS).map(|_| draw(rules, side, chooser));
    let dearest = draws.max_by_key(|flights| forces::cost(rules, flights)).unwrap_or_default();
    let mut list = ForceList::default();
    for flight in dearest {
        list.add_group(&rules.card(flight.card).entry.id, flight.count.into());
    }
    Command::Force(list)
}

fn draw(rules: &Rules, side: Side, chooser: &mut impl Chooser) -> Vec<Flight> {
    let (total, sizes) = (rules.points[side.index()], &rules.tables.group);
    let pair = |card: u16| rules.card(card).points * sizes.fewest as i32;
    let mut cards: Vec<u16> = (0..rules.cards.len() as u16)
        .filter(|c| rules.may_take(side, rules.card(*c)) && pair(*c) <= total)
        .collect();
    let nation = |c: &u16| rules.card(*c).entry.nation;
    let mut nations: Vec<Nation> = cards.iter().map(nation).collect();
    nations.sort_unstable();
    nations.dedup();
    let types = |of: &Nation| cards.iter().filter(|c| nation(c) == *of).count();
    if nations.iter().any(|of| types(of) >= ENOUGH_TYPES) {
        nations.retain(|of| types(of) >= ENOUGH_TYPES);
    }
    if nations.is_empty() {
        // Not even a pair can be paid: one aircraft, the best that can.
        let alone = (0..rules.cards.len() as u16).filter(|c| rules.may_take(side, rules.card(*c)));
        let best = alone.filter(|c| rules.card(*c).points <= total).max_by_key(|c| rules.card(*c).points);
        return best.map(|card| Flight { card, count: 1 }).into_iter().collect();
    }
    let of = nations[chooser.below(nations.len() as u32) as usize];
    cards.retain(|c| nation(c) == of);
    cards.sort_by_key(|c| (-rules.card(*c).points, *c));
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
        let card = choice[chooser.below(choice.len() as u32) as usize];
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
pub(super) fn placements(rules: &Rules, state: &State, side: Side) -> Vec<Command> {
    let waiting = |g: &usize| state.groups[*g].side == side && !state.groups[*g].placed;
    let Some(g) = (0..state.groups.len()).find(waiting) else { return Vec::new() };
    let group = &state.groups[g];
    let levels = altitudes(rules, group.card);
    let seen: Vec<i16> = enemies(state, side).map(|p| p.level).collect();
    let mean = if seen.is_empty() { 5 } else { seen.iter().sum::<i16>() / seen.len() as i16 };
    let altitude = mean.clamp(*levels.start(), *levels.end());
    let empty = Place { group: g as u16 + 1, altitude, at: arrayvec::ArrayVec::new() };
    let mut found: Vec<(i64, Place)> = Vec::new();
    for formation in FORMATIONS {
        for back in 0..i32::from(rules.tables.set_up.depth) {
            for across in 0..i32::from(rules.size[0]) {
                let leader = (across, back);
                if let Some(place) = formed(rules, state, side, group.count, &formation, leader, &empty) {
                    found.push((placement_value(rules, state, side, &place), place));
                }
            }
        }
    }
    found.sort_by_key(|(value, _)| -value);
    let legal = found.into_iter().map(|(_, place)| place).filter(|p| judge(rules, state, side, p).is_ok());
    let mut best: Vec<Command> = legal.take(BEST_PLACES).map(Command::Place).collect();
    if best.is_empty() {
        best.push(Command::Place(squeezed(rules, state, side, empty)));
    }
    best
}

/// A formation whose leader is so many SUs east of the board's corner and behind the front of the set-up area, if every
/// aircraft finds its place free.
fn formed(
    rules: &Rules,
    state: &State,
    side: Side,
    count: u8,
    formation: &[(i32, i32)],
    (across, back): (i32, i32),
    empty: &Place,
) -> Option<Place> {
    let south = in_south(state, side);
    let strip = rules.field.strip(south, rules.tables.set_up.depth);
    let (front, ahead) = if south { (*strip.end(), 1) } else { (*strip.start(), -1) };
    let mut taken: Vec<Spot> = Vec::new();
    let mut place = empty.clone();
    for n in 0..usize::from(count) {
        // Groups larger than the book's go on in line behind.
        let (right, behind) = formation[n % formation.len()];
        let behind = back + behind + (n / formation.len()) as i32;
        let east = across + ahead * right;
        let spot = match rules.field {
            Field::Hexes(_) => rules.field.hex(east as i16, (front - ahead * behind) as i16),
            Field::Open(_) => Spot { x: east * UNIT + UNIT / 2, y: front - ahead * behind * UNIT },
        };
        if !in_area(rules, state, side, spot) || !fits(rules, state, &taken, spot) {
            return None;
        }
        taken.push(spot);
        place.at.push(Stand::of(&rules.field, spot, if south { 0 } else { 180 }));
    }
    Some(place)
}

/// Away from friends and from the sides of the board, far forward, and rather opposite to enemies, the middle where there are
/// none yet.
pub(super) fn placement_value(rules: &Rules, state: &State, side: Side, place: &Place) -> i64 {
    let east = |spot: Spot| match rules.field.at(spot) {
        table::view::At::Hex { col, .. } => i32::from(col) * UNIT + UNIT / 2,
        table::view::At::Point { x, .. } => x,
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
                table::view::At::Hex { row, .. } => (i32::from(row) - front).abs() * UNIT,
                table::view::At::Point { y, .. } => (y - front).abs(),
            };
            value -= i64::from(behind / 2);
        }
    }
    value + 4 * i64::from(crowd)
}
