//! What a game has to say for the sheets of its aircraft, turn by turn, from the positions that the engine went through.

use fighting_wings::{Airman, Column, FightingWings, Pilot, Plane, Role, Rules, State, Status, columns};
use std::collections::BTreeMap;
use table::Table;

/// One aircraft's log.
#[derive(Clone, Debug)]
pub(crate) struct Log {
    /// Before the first game turn that was played.
    pub(crate) opening: Plane,
    /// That game turn.
    pub(crate) begins: u16,
    pub(crate) turns: BTreeMap<u16, Turn>,
}

/// One aircraft in one game turn.
#[derive(Clone, Debug, Default)]
pub(crate) struct Turn {
    pub(crate) initiative: Option<u8>,
    pub(crate) damaged: bool,
    pub(crate) lost: bool,
    /// The move, once it has been flown to its end.
    pub(crate) column: Option<Column>,
    /// Units of ammunition used: groups A, B and C, and all flexible guns together.
    pub(crate) used: [u16; 4],
    pub(crate) notes: Vec<String>,
}

/// The logs of all aircraft, in id order.
pub(crate) fn of(table: &Table<FightingWings>) -> Vec<Log> {
    let (rules, start) = (table.rules(), table.start());
    let log = |plane: &Plane| Log { opening: plane.clone(), begins: start.now.turn, turns: BTreeMap::new() };
    let mut logs: Vec<Log> = start.planes.iter().map(log).collect();
    note_position(&mut logs, start);
    table.play_through(|played, before, after| {
        let turn = before.now.turn;
        for column in columns(rules, before, &played.command, after) {
            let entry = logs[column.aircraft].turns.entry(turn).or_default();
            entry.notes.extend(told_by(&column));
            entry.column = Some(column);
        }
        for (log, (was, is)) in logs.iter_mut().zip(before.planes.iter().zip(&after.planes)) {
            note_change(log.turns.entry(turn).or_default(), was, is);
        }
        note_position(&mut logs, after);
    });
    logs
}

/// What a position shows: initiative numbers, and who is damaged.
fn note_position(logs: &mut [Log], state: &State) {
    for (log, plane) in logs.iter_mut().zip(&state.planes) {
        if plane.flying() && plane.number > 0 {
            let turn = log.turns.entry(state.now.turn).or_default();
            turn.initiative = Some(plane.number);
            turn.damaged |= plane.damaged;
        }
    }
}

/// Ammunition left: groups A, B and C, and all flexible guns together.
pub(crate) fn ammunition(plane: &Plane) -> [u16; 4] {
    let group = |n: usize| plane.ammo.as_ref().and_then(|ammo| ammo.get(n)).copied().map_or(0, u16::from);
    let flexible = plane.gun_ammo.iter().flatten().copied().map(u16::from).sum();
    [group(0), group(1), group(2), flexible]
}

/// What a command did to an aircraft besides its move.
fn note_change(turn: &mut Turn, was: &Plane, is: &Plane) {
    let [had, has] = [was, is].map(ammunition);
    for (used, (had, has)) in turn.used.iter_mut().zip(had.into_iter().zip(has)) {
        *used += had.saturating_sub(has);
    }
    turn.lost |= is.status == Status::Lost && was.flying();
    turn.damaged |= is.damaged && was.flying();
    let kills = is.kills.saturating_sub(was.kills);
    let notes = [
        (kills == 1, "downs an enemy".to_owned()),
        (kills > 1, format!("downs {kills} enemies")),
        (is.damaged && !was.damaged, "damaged".to_owned()),
        (is.status == Status::Lost && was.flying(), "lost".to_owned()),
        (is.status == Status::Gone && was.flying(), "leaves the fight".to_owned()),
        (was.loaded && !is.loaded, "drops its load".to_owned()),
        (was.place.is_some() && is.place.is_none() && is.flying(), "out of formation".to_owned()),
        (was.place.is_none() && is.place.is_some(), "joins its formation".to_owned()),
    ];
    turn.notes.extend(notes.into_iter().filter(|(holds, _)| *holds).map(|(_, note)| note));
}

/// What the entries of a move do not tell.
fn told_by(column: &Column) -> Option<String> {
    if column.stall {
        return Some("stalls".to_owned());
    }
    (column.alone.speed != column.end.speed).then(|| "speed of its formation (18.g)".to_owned())
}

/// Name and type.
pub(crate) fn heading(crew: &Airman) -> String {
    format!("{}, {}", crew.name, crew.ty.id)
}

/// Pilot, side and place in a formation.
pub(crate) fn pilot(rules: &Rules, crew: &Airman) -> String {
    let class = match crew.pilot {
        Pilot::Recruit => "recruit",
        Pilot::Green => "green",
        Pilot::Regular => "regular",
        Pilot::Veteran => "veteran",
    };
    let mut words = vec![class.to_owned()];
    let traits = crew.traits;
    let named = [(traits.ace, "ace"), (traits.hero, "hero"), (traits.crack, "crack shot")];
    words.extend(named.iter().filter(|(has, _)| *has).map(|(_, name)| (*name).to_owned()));
    words.push(rules.sides[crew.side.index()].to_string());
    if let Some((leader, role)) = crew.leader {
        let role = match role {
            Role::Wingman => "wingman",
            Role::SubLeader => "sub-flight leader",
        };
        words.push(format!("{role} of {}", rules.crews[leader].name));
    }
    if let Some(formation) = crew.formation {
        words.push(format!("fixed formation {}", formation + 1));
    }
    words.join(", ")
}

/// The name for a tab, with letters for class and role ([`fighting_wings::rule::TAB_MARKS`]).
pub(crate) fn tab(rules: &Rules, index: usize) -> String {
    let crew = &rules.crews[index];
    let leads = crew.leader.is_none()
        && rules.crews.iter().any(|other| other.leader.is_some_and(|(leader, _)| leader == index));
    let letters = [
        (crew.pilot == Pilot::Recruit, " R"),
        (crew.pilot == Pilot::Green, " G"),
        (crew.pilot == Pilot::Veteran, " V"),
        (crew.traits.ace, " A"),
        (crew.traits.hero, " H"),
        (leads, " FL"),
    ];
    let letters = letters.iter().filter(|(holds, _)| *holds).map(|(_, letter)| *letter);
    crew.name.clone() + &letters.collect::<String>()
}
