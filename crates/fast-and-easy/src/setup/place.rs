//! What the players place themselves (decision points 1 to 3).

use super::deploy::{bombers_facing, object_placement};
use crate::command::{Command, LayoutName, Lead, Place, Spot};
use crate::objections::{Barred, Objections, no, out_of_turn};
use crate::options::Deployment;
use crate::rules as rule;
use crate::state::{PlaneSet, Role, Rules, Stage, State, Status, id};
use arrayvec::ArrayVec;
use sky::{Direction, Hex};
use table::{Ask, Chooser, Dice, Event, EventKind, Listener, Need, Refusals, Side};

/// Planes of this stage that have no hex yet.
pub(crate) fn unplaced(rules: &Rules, state: &State) -> PlaneSet {
    let role = match state.stage {
        Stage::PlaceBombers => Role::Bomber,
        Stage::PlaceEscorts => Role::Escort,
        _ => Role::Interceptor,
    };
    let waiting = |i: &usize| rules.planes[*i].role == role && state.planes[*i].status == Status::Unplaced;
    (0..state.planes.len()).filter(waiting).collect()
}

/// Whether this stage of the set-up is done.
pub(crate) fn settled(rules: &Rules, state: &State) -> bool {
    unplaced(rules, state).is_empty()
}

/// The facing in which a plane is placed if nothing is said.
fn usual_facing(rules: &Rules, state: &State, i: usize) -> Direction {
    match rules.planes[i].role {
        Role::Escort => bombers_facing(rules, state).unwrap_or_default(),
        Role::Bomber | Role::Interceptor => rules.groups[rules.planes[i].group as usize].facing,
    }
}

/// Every legal hex for a plane, in its usual facing.
pub(crate) fn places(rules: &Rules, state: &State, i: usize) -> impl Iterator<Item = Hex> {
    let facing = usual_facing(rules, state, i);
    hexes(rules).filter(move |hex| {
        let mut barred = Barred::default();
        object_placement(rules, state, i, *hex, facing, &mut barred);
        !barred.any()
    })
}

/// Every hex of the map.
fn hexes(rules: &Rules) -> impl Iterator<Item = Hex> {
    let board = rules.board;
    (0..board.rows).flat_map(move |row| (0..board.columns).map(move |column| board.grid.hex(column, row)))
}

// Formations -------------------------------------------------------------------------------------------------------

/// Whether a formation waits for its lead hex.
pub(crate) fn formation_waits(rules: &Rules, state: &State, f: usize) -> bool {
    rules.formations[f].members.iter().any(|i| state.planes[i].status == Status::Unplaced)
}

/// Layouts that a formation may take.
pub(crate) fn layouts<'a>(rules: &'a Rules, state: &State, f: usize) -> impl Iterator<Item = usize> + 'a {
    let fixed = state.formations[f].layout.map(usize::from);
    let size = rules.formations[f].members.len() as usize;
    (0..rules.layouts.len()).filter(move |l| match fixed {
        Some(layout) => *l == layout,
        None => rules.layouts[*l].slots.len() >= size && !rules.layouts[*l].name.starts_with("own "),
    })
}

/// What speaks against a formation's lead bomber starting at `lead`.
fn object_lead(rules: &Rules, state: &State, f: usize, layout: usize, lead: Hex, why: &mut impl Objections) {
    let facing = rules.formations[f].facing;
    let members = rules.formations[f].members;
    for (i, slot) in members.iter().zip(&rules.layouts[layout].slots) {
        let hex = lead.relative(facing, slot[0], slot[1]);
        why.unless(rules.has(hex), || no(rule::DEPLOY_BOMBERS, "a slot of the formation is off the map"));
        object_placement(rules, state, i, hex, facing, why);
    }
}

/// Every legal lead hex of a formation in a layout.
pub(crate) fn leads<'a>(
    rules: &'a Rules,
    state: &'a State,
    f: usize,
    layout: usize,
) -> impl Iterator<Item = Hex> + 'a {
    hexes(rules).filter(move |hex| {
        let mut barred = Barred::default();
        object_lead(rules, state, f, layout, *hex, &mut barred);
        !barred.any()
    })
}

/// Whether a formation may start there: its layout and lead hex.
pub(crate) fn judge_lead(
    rules: &Rules,
    state: &State,
    side: Side,
    order: &Lead,
) -> Result<(usize, usize, Hex), Refusals> {
    let f = (order.formation as usize).wrapping_sub(1);
    let waits = f < rules.formations.len() && formation_waits(rules, state, f);
    if state.stage != Stage::PlaceBombers || side != rules.escort || !waits {
        return Err(out_of_turn("formations are placed by the bombers' side at the start of the set-up"));
    }
    let named = |name: &LayoutName| rules.layouts.iter().position(|l| l.name == name.as_str());
    let layout = match &order.layout {
        Some(name) => named(name),
        None => state.formations[f].layout.map(usize::from),
    };
    let Some(layout) = layout.filter(|l| layouts(rules, state, f).any(|may| may == *l)) else {
        return Err(no(rule::FORMATIONS, "name a layout with room for the formation").into());
    };
    let spot = order.hex.and_then(|spot| rules.board.hex(spot.column.into(), spot.row.into()));
    let Some(hex) = spot else {
        return Err(no(rule::DEPLOY_BOMBERS, "name a hex on the map for the lead slot").into());
    };
    let mut why = Refusals::none();
    object_lead(rules, state, f, layout, hex, &mut why);
    why.verdict()?;
    Ok((f, layout, hex))
}

/// Places a formation.
pub(crate) fn lead(
    rules: &Rules,
    state: &mut State,
    f: usize,
    layout: usize,
    hex: Hex,
    events: &mut impl Listener,
) {
    state.formations[f].anchor = hex;
    state.formations[f].layout = Some(layout as u8);
    let facing = rules.formations[f].facing;
    for (i, slot) in rules.formations[f].members.iter().zip(&rules.layouts[layout].slots) {
        set_down(rules, state, i, hex.relative(facing, slot[0], slot[1]), facing);
    }
    events.tell(|| {
        let name = &rules.groups[rules.formations[f].group as usize].name;
        let text = format!(
            "{name} starts as {} with its lead at {}",
            rules.layouts[layout].name,
            rules.hex_name(hex)
        );
        Event::new(EventKind::SetUp, rule::DEPLOY_BOMBERS, text).and_rule(rule::FORMATIONS)
    });
}

fn set_down(rules: &Rules, state: &mut State, i: usize, hex: Hex, facing: Direction) {
    let plane = &mut state.planes[i];
    (plane.hex, plane.facing, plane.status) = (hex, facing, Status::OnMap);
    plane.trail = crate::state::Trail::from(hex);
    state.set_down(rules, i);
    state.pending.remove(i);
}

// Single planes ----------------------------------------------------------------------------------------------------

/// Whether a plane may start there: its hex and facing.
pub(crate) fn judge_place(
    rules: &Rules,
    state: &State,
    side: Side,
    order: &Place,
) -> Result<(usize, Hex, Direction), Refusals> {
    let waiting =
        rules.index(order.aircraft).filter(|i| state.stage.is_set_up() && state.pending.contains(*i));
    let Some(i) = waiting.filter(|i| rules.planes[*i].side == side) else {
        return Err(out_of_turn("this plane is not placed now"));
    };
    if rules.planes[i].formation.is_some() {
        return Err(out_of_turn("this bomber is placed with its formation"));
    }
    if state.stage == Stage::PlaceInterceptors && random(rules) && judge_roll(rules, state, side).is_ok() {
        return Err(
            no(rule::DEPLOY_INTERCEPTORS, "interceptors enter by dice: roll for the next group").into()
        );
    }
    let facing = match order.facing {
        Some(n) => Direction::new(n),
        None => Some(usual_facing(rules, state, i)),
    };
    let Some(facing) = facing else { return Err(no(rule::FACING, "facings are 0 to 5").into()) };
    let hex = order.hex.and_then(|spot| rules.board.hex(spot.column.into(), spot.row.into()));
    let Some(hex) = hex else {
        return Err(no(Rules::stage_rule(state.stage), "name a hex on the map").into());
    };
    let mut why = Refusals::none();
    object_placement(rules, state, i, hex, facing, &mut why);
    why.verdict()?;
    Ok((i, hex, facing))
}

/// Places a plane.
pub(crate) fn place(
    rules: &Rules,
    state: &mut State,
    i: usize,
    hex: Hex,
    facing: Direction,
    events: &mut impl Listener,
) {
    set_down(rules, state, i, hex, facing);
    events.tell(|| {
        let text = format!(
            "{} starts at {}, facing {}",
            rules.name(i),
            rules.hex_name(hex),
            rules.compass(facing.number())
        );
        Event::new(EventKind::SetUp, Rules::stage_rule(state.stage), text).by(id(i))
    });
}

// Random entry -----------------------------------------------------------------------------------------------------

fn random(rules: &Rules) -> bool {
    rules.options.interceptor_deployment == Deployment::Random
}

/// The planes that enter with the next roll (`fast-and-easy/random-entry`).
pub(crate) fn next_part(rules: &Rules, state: &State) -> ArrayVec<u8, 32> {
    let table = &rules.tables.random_entry;
    let most = (table.group as usize).min(table.followers.len() + 1);
    let Some(first) = state.pending.iter().next() else { return ArrayVec::new() };
    let same = |i: &usize| rules.planes[*i].group == rules.planes[first].group;
    state.pending.iter().filter(same).take(most).map(|i| i as u8).collect()
}

/// Where a group enters if it starts with row `first` of the table.
fn entry(rules: &Rules, state: &State, part: &[u8], first: usize) -> Option<(ArrayVec<Hex, 32>, Direction)> {
    let table = &rules.tables.random_entry;
    let rows = table.rows.len();
    (0..rows).find_map(|n| {
        let row = &table.rows[(first + n) % rows];
        let facing = Direction::new(row.facing).unwrap_or_default();
        let (start, line) = (row.column.on(rules.board.columns), row.row.on(rules.board.rows));
        (start..rules.board.columns).find_map(|column| {
            let leader = rules.board.hex(column, line)?;
            let rest = table.followers.iter().map(|f| leader.relative(facing, f[0], f[1]));
            let hexes: ArrayVec<Hex, 32> = std::iter::once(leader).chain(rest).take(part.len()).collect();
            let free = hexes.iter().zip(part).all(|(hex, i)| {
                let mut barred = Barred::default();
                object_placement(rules, state, *i as usize, *hex, facing, &mut barred);
                !barred.any() && rules.has(*hex)
            });
            free.then_some((hexes, facing))
        })
    })
}

/// Whether the next group may roll where it enters.
pub(crate) fn judge_roll(rules: &Rules, state: &State, side: Side) -> Result<(), Refusals> {
    if state.stage != Stage::PlaceInterceptors || side != rules.interceptor() || !random(rules) {
        return Err(out_of_turn("nobody rolls for entry now"));
    }
    if entry(rules, state, &next_part(rules, state), 0).is_none() {
        return Err(no(rule::DEPLOY_INTERCEPTORS, "no row of the entry table has room for the group").into());
    }
    Ok(())
}

/// Rolls where the next group enters.
pub(crate) fn roll(
    rules: &Rules,
    state: &mut State,
    dice: &mut impl Dice,
    events: &mut impl Listener,
) -> Result<(), Need> {
    let part = next_part(rules, state);
    let faces = rules.tables.random_entry.rows.len() as u8;
    let face = dice.roll(&Ask::die(faces, "entry", rule::RANDOM_ENTRY))?;
    let Some((hexes, facing)) = entry(rules, state, &part, face as usize - 1) else { return Ok(()) };
    for (i, hex) in part.iter().zip(&hexes) {
        set_down(rules, state, *i as usize, *hex, facing);
    }
    events.tell(|| {
        let group = &rules.groups[rules.planes[part[0] as usize].group as usize].name;
        let text = format!(
            "{group} enters at {}, facing {}",
            rules.hex_name(hexes[0]),
            rules.compass(facing.number())
        );
        Event::new(EventKind::SetUp, rule::RANDOM_ENTRY, text).by(id(part[0] as usize)).rolled(
            faces,
            &[face],
            "entry",
        )
    });
    Ok(())
}

// When nothing fits ------------------------------------------------------------------------------------------------

/// Whether a plane, or the formation with which it is placed, has room anywhere.
pub(super) fn has_room(rules: &Rules, state: &State, i: usize) -> bool {
    match rules.planes[i].formation {
        Some(f) if state.stage == Stage::PlaceBombers => {
            let f = f as usize;
            layouts(rules, state, f).any(|l| leads(rules, state, f, l).next().is_some())
        }
        _ => places(rules, state, i).next().is_some(),
    }
}

/// The set-up may be closed only when no plane that waits has room.
pub(crate) fn judge_done(rules: &Rules, state: &State) -> Result<(), Refusals> {
    if state.pending.iter().any(|i| has_room(rules, state, i)) {
        return Err(no(Rules::stage_rule(state.stage), "every plane that has room must be placed").into());
    }
    Ok(())
}

/// Planes for which there is no room take no part.
pub(crate) fn give_up(state: &mut State) {
    for i in state.pending.iter() {
        state.planes[i].status = Status::Disengaged;
    }
    state.pending = PlaneSet::default();
}

/// A random legal placement.
pub(crate) fn sample(rules: &Rules, state: &State, side: Side, chooser: &mut impl Chooser) -> Command {
    if judge_roll(rules, state, side).is_ok() {
        return Command::Roll;
    }
    let spot = |hex: Hex| {
        let (column, row) = rules.board.grid.printed(hex);
        Spot { column: column as u8, row: row as u8 }
    };
    for i in state.pending.iter() {
        match rules.planes[i].formation {
            Some(f) => {
                let f = f as usize;
                for l in layouts(rules, state, f) {
                    let all: Vec<Hex> = leads(rules, state, f, l).collect();
                    if !all.is_empty() {
                        let hex = all[chooser.below(all.len() as u32) as usize];
                        let fixed = state.formations[f].layout.is_some();
                        let layout = LayoutName::from(&rules.layouts[l].name).ok().filter(|_| !fixed);
                        return Command::Lead(Lead { formation: f as u8 + 1, hex: Some(spot(hex)), layout });
                    }
                }
            }
            None => {
                let all: Vec<Hex> = places(rules, state, i).collect();
                if !all.is_empty() {
                    let hex = all[chooser.below(all.len() as u32) as usize];
                    return Command::Place(Place { aircraft: id(i), hex: Some(spot(hex)), facing: None });
                }
            }
        }
    }
    Command::Done
}
