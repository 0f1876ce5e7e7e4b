//! What the players place themselves (decision points 1 to 3).

use super::deploy::{bombers_facing, object_placement};
use crate::command::{Act, Command, LayoutName, Lead, Place};
use crate::menu::about;
use crate::options::Deployment;
use crate::sequence::out_of_turn;
use crate::state::{PlaneSet, Role, Rules, Stage, State, Status, Trail};
use crate::{Effect, Look, rule};
use arrayvec::ArrayVec;
use sky::{Direction, Hex};
use table::{
    Ask, Choice, Dice, Event, EventKind, Listener, Need, PieceId, Reasons, Refusal, Refusals, Say, Whether,
};

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
    hexes(rules).filter(move |hex| may_start(rules, state, PlaneStart { plane: i, hex: *hex, facing }))
}

/// Whether a plane may start there.
fn may_start(rules: &Rules, state: &State, start: PlaneStart) -> bool {
    let mut barred = Whether::default();
    object_placement(rules, state, start, &mut barred);
    !barred.any()
}

/// Every hex of the map.
fn hexes(rules: &Rules) -> impl Iterator<Item = Hex> {
    let board = rules.board;
    (0..board.rows).flat_map(move |row| (0..board.columns).map(move |column| board.grid.hex(column, row)))
}

/// What may be placed now.
pub(crate) fn choices(look: Look<'_>) -> Vec<Choice<Command>> {
    let Look { rules, state, .. } = look;
    if judge_roll(look).is_ok() {
        let part = next_part(rules, state);
        let name = part.first().map_or(String::new(), |i| rules.name(*i as usize));
        let label = format!("Roll where {name} enters");
        return vec![Choice::new(label, rule::RANDOM_ENTRY, Say::Command(Command::Roll))];
    }
    let mut formations: Vec<u8> = state.pending.iter().filter_map(|i| rules.planes[i].formation).collect();
    formations.dedup();
    let formation = |f: u8| {
        let say = Say::Draft(Command::Lead(Lead { formation: f + 1, hex: None, layout: None }));
        let label = format!("Place {}", rules.formation_name(f as usize));
        Choice::new(label, rule::DEPLOY_BOMBERS, say)
    };
    let plane = |i: usize| {
        let say = Say::Draft(Command::Place(Place { aircraft: PieceId::of(i), hex: None, facing: None }));
        about(i, Choice::new(format!("Place {}", rules.name(i)), Rules::stage_rule(state.stage), say))
    };
    let single = state.pending.iter().filter(|i| rules.planes[*i].formation.is_none());
    formations.into_iter().map(formation).chain(single.map(plane)).collect()
}

// Formations -------------------------------------------------------------------------------------------------------

/// Whether a formation waits for its lead hex.
fn formation_waits(rules: &Rules, state: &State, f: usize) -> bool {
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

/// Where a formation starts, and in which layout.
#[derive(Clone, Copy, Debug)]
pub struct FormationStart {
    /// Its index.
    formation: usize,
    /// Index of its layout.
    layout: usize,
    /// Hex of its lead slot.
    lead: Hex,
}

impl FormationStart {
    /// Where each of its bombers starts.
    fn planes(self, rules: &Rules) -> impl Iterator<Item = PlaneStart> {
        let FormationStart { formation, layout, lead } = self;
        let (facing, slots) = (rules.formations[formation].facing, &rules.layouts[layout].slots);
        rules.formations[formation].members.iter().zip(slots).map(move |(plane, slot)| PlaneStart {
            plane,
            hex: lead.relative(facing, slot[0], slot[1]),
            facing,
        })
    }
}

/// What speaks against a formation starting so.
fn object_lead(rules: &Rules, state: &State, start: FormationStart, why: &mut impl Reasons) {
    for plane in start.planes(rules) {
        why.unless(rules.has(plane.hex), || {
            Refusal::new(rule::DEPLOY_BOMBERS, "a slot of the formation is off the map")
        });
        object_placement(rules, state, plane, why);
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
        let mut barred = Whether::default();
        object_lead(rules, state, FormationStart { formation: f, layout, lead: *hex }, &mut barred);
        !barred.any()
    })
}

/// The order that places a formation so. A layout is named where the scenario leaves it open.
pub(crate) fn lead_order(rules: &Rules, state: &State, f: usize, layout: usize, lead: Hex) -> Lead {
    let open = state.formations[f].layout.is_none();
    let layout = LayoutName::from(&rules.layouts[layout].name).ok().filter(|_| open);
    Lead { formation: f as u8 + 1, hex: Some(rules.spot(lead)), layout }
}

/// Lead hexes and layouts for a formation.
pub(crate) fn lead_choices(look: Look<'_>, order: &Lead) -> Vec<Choice<Command>> {
    let Look { rules, state, .. } = look;
    let f = (order.formation as usize).wrapping_sub(1);
    let waits = f < rules.formations.len() && formation_waits(rules, state, f);
    if state.stage != Stage::PlaceBombers || !waits || order.hex.is_some() {
        return Vec::new();
    }
    let wanted = |l: &usize| order.layout.is_none_or(|name| name.as_str() == rules.layouts[*l].name);
    let choice = |l: usize, hex: Hex| {
        let say = Say::Command(Command::Lead(lead_order(rules, state, f, l, hex)));
        let label = format!("{}, lead at {}", rules.layouts[l].name, rules.hex_name(hex));
        let pose = Some(rules.pose(hex, rules.formations[f].facing));
        Choice { pose, ..Choice::new(label, rule::DEPLOY_BOMBERS, say) }
    };
    let starts = layouts(rules, state, f).filter(wanted);
    let starts = starts.flat_map(|l| leads(rules, state, f, l).map(move |hex| (l, hex)));
    starts.map(|(l, hex)| choice(l, hex)).collect()
}

/// Whether a formation may start there.
pub(crate) fn judge_lead(look: Look<'_>, order: &Lead) -> Result<Act, Refusals> {
    let Look { rules, state, side } = look;
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
        return Err(Refusal::new(rule::FORMATIONS, "name a layout with room for the formation").into());
    };
    let Some(lead) = order.hex.and_then(|spot| rules.hex(spot)) else {
        return Err(Refusal::new(rule::DEPLOY_BOMBERS, "name a hex on the map for the lead slot").into());
    };
    let start = FormationStart { formation: f, layout, lead };
    let mut why = Refusals::none();
    object_lead(rules, state, start, &mut why);
    why.verdict().map(|()| Act::Lead(start))
}

/// Places a formation.
pub(crate) fn lead(effect: &mut Effect<'_, impl Dice, impl Listener>, start: &FormationStart) {
    let (rules, f, hex) = (effect.rules, start.formation, start.lead);
    effect.state.formations[f].anchor = hex;
    effect.state.formations[f].layout = Some(start.layout as u8);
    for plane in start.planes(rules) {
        set_down(rules, effect.state, plane);
    }
    effect.events.tell(|| {
        let layout = &rules.layouts[start.layout].name;
        let (name, at) = (rules.formation_name(f), rules.hex_name(hex));
        let text = format!("{name} starts as {layout} with its lead at {at}");
        Event::new(EventKind::SetUp, rule::DEPLOY_BOMBERS, text).and_rule(rule::FORMATIONS).of(rules.escort)
    });
}

fn set_down(rules: &Rules, state: &mut State, start: PlaneStart) {
    let PlaneStart { plane: i, hex, facing } = start;
    let plane = &mut state.planes[i];
    (plane.hex, plane.facing, plane.status) = (hex, facing, Status::OnMap);
    plane.trail = Trail::from(hex);
    state.set_down(rules, i);
    state.pending.remove(i);
}

// Single planes ----------------------------------------------------------------------------------------------------

/// Where a plane starts.
#[derive(Clone, Copy, Debug)]
pub struct PlaneStart {
    /// Its index.
    pub(super) plane: usize,
    /// Its hex.
    pub(super) hex: Hex,
    /// Its facing.
    pub(super) facing: Direction,
}

/// Hexes for a plane that has none; facings for one that has.
pub(crate) fn place_choices(look: Look<'_>, order: &Place) -> Vec<Choice<Command>> {
    let Look { rules, state, .. } = look;
    let waiting =
        rules.index(order.aircraft).filter(|i| state.stage.is_set_up() && state.pending.contains(*i));
    let Some(i) = waiting else { return Vec::new() };
    let choice = |(label, order): (String, Place)| {
        let start = judge_start(look, &order).ok()?;
        let say = Say::Command(Command::Place(order));
        let pose = Some(rules.pose(start.hex, start.facing));
        Some(Choice { pose, ..about(i, Choice::new(label, Rules::stage_rule(state.stage), say)) })
    };
    let at = |hex: Hex| (rules.hex_name(hex), Place { hex: Some(rules.spot(hex)), ..order.clone() });
    let facing = |n: u8| (format!("Facing {n}"), Place { facing: Some(n), ..order.clone() });
    match order.hex {
        None => places(rules, state, i).map(at).filter_map(choice).collect(),
        Some(_) => (0..6).map(facing).filter_map(choice).collect(),
    }
}

/// Whether a plane may start there.
pub(crate) fn judge_place(look: Look<'_>, order: &Place) -> Result<Act, Refusals> {
    judge_start(look, order).map(Act::Place)
}

fn judge_start(look: Look<'_>, order: &Place) -> Result<PlaneStart, Refusals> {
    let Look { rules, state, side } = look;
    let waiting =
        rules.index(order.aircraft).filter(|i| state.stage.is_set_up() && state.pending.contains(*i));
    let Some(i) = waiting.filter(|i| rules.planes[*i].side == side) else {
        return Err(out_of_turn("this plane is not placed now"));
    };
    if rules.planes[i].formation.is_some() {
        return Err(out_of_turn("this bomber is placed with its formation"));
    }
    if judge_roll(look).is_ok() {
        let says = "interceptors enter by dice: roll for the next group";
        return Err(Refusal::new(rule::DEPLOY_INTERCEPTORS, says).into());
    }
    let facing = match order.facing {
        Some(n) => Direction::new(n),
        None => Some(usual_facing(rules, state, i)),
    };
    let Some(facing) = facing else { return Err(Refusal::new(rule::FACING, "facings are 0 to 5").into()) };
    let Some(hex) = order.hex.and_then(|spot| rules.hex(spot)) else {
        return Err(Refusal::new(Rules::stage_rule(state.stage), "name a hex on the map").into());
    };
    let start = PlaneStart { plane: i, hex, facing };
    let mut why = Refusals::none();
    object_placement(rules, state, start, &mut why);
    why.verdict().map(|()| start)
}

/// Places a plane.
pub(crate) fn place(effect: &mut Effect<'_, impl Dice, impl Listener>, start: &PlaneStart) {
    let rules = effect.rules;
    set_down(rules, effect.state, *start);
    let by = Rules::stage_rule(effect.state.stage);
    effect.events.tell(|| {
        let (at, facing) = (rules.hex_name(start.hex), rules.compass(start.facing.number()));
        let text = format!("{} starts at {at}, heading {facing}", rules.who(start.plane));
        Event::new(EventKind::SetUp, by, text).by(PieceId::of(start.plane))
    });
}

// Random entry -----------------------------------------------------------------------------------------------------

/// The planes that enter with the next roll (`fast-and-easy/random-entry`).
fn next_part(rules: &Rules, state: &State) -> ArrayVec<u8, 32> {
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
                let start = PlaneStart { plane: *i as usize, hex: *hex, facing };
                may_start(rules, state, start) && rules.has(*hex)
            });
            free.then_some((hexes, facing))
        })
    })
}

/// Whether the next group may roll where it enters.
pub(crate) fn judge_roll(look: Look<'_>) -> Result<Act, Refusals> {
    let Look { rules, state, side } = look;
    let random = rules.options.interceptor_deployment == Deployment::Random;
    if state.stage != Stage::PlaceInterceptors || side != rules.interceptor() || !random {
        return Err(out_of_turn("nobody rolls for entry now"));
    }
    if entry(rules, state, &next_part(rules, state), 0).is_none() {
        let says = "no row of the entry table has room for the group";
        return Err(Refusal::new(rule::DEPLOY_INTERCEPTORS, says).into());
    }
    Ok(Act::Roll)
}

/// Rolls where the next group enters.
pub(crate) fn roll(effect: &mut Effect<'_, impl Dice, impl Listener>) -> Result<(), Need> {
    let rules = effect.rules;
    let part = next_part(rules, effect.state);
    let faces = rules.tables.random_entry.rows.len() as u8;
    let face = effect.dice.roll(&Ask::die(faces, "entry", rule::RANDOM_ENTRY))?;
    let found = entry(rules, effect.state, &part, face as usize - 1);
    let Some((hexes, facing)) = found else { return Ok(()) };
    for (i, hex) in part.iter().zip(&hexes) {
        set_down(rules, effect.state, PlaneStart { plane: *i as usize, hex: *hex, facing });
    }
    effect.events.tell(|| {
        let leader = part[0] as usize;
        let group = &rules.groups[rules.planes[leader].group as usize].name;
        let (at, facing) = (rules.hex_name(hexes[0]), rules.compass(facing.number()));
        let text = format!("{group} enters at {at}, heading {facing}");
        Event::new(EventKind::SetUp, rule::RANDOM_ENTRY, text).by(PieceId::of(leader)).rolled(
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
pub(crate) fn judge_done(rules: &Rules, state: &State) -> Result<Act, Refusals> {
    if state.pending.iter().any(|i| has_room(rules, state, i)) {
        let says = "every plane that has room must be placed";
        return Err(Refusal::new(Rules::stage_rule(state.stage), says).into());
    }
    Ok(Act::Done)
}

/// Planes for which there is no room take no part.
pub(crate) fn give_up(state: &mut State) {
    for i in state.pending.iter() {
        state.planes[i].status = Status::Disengaged;
    }
    state.pending = PlaneSet::default();
}
