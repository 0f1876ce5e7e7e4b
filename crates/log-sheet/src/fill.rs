//! The log of an aircraft entered on its sheet.

use crate::adc;
use crate::formula::Value;
use crate::layout::{FIRST, TURNS};
use crate::logs::{Log, Turn, ammunition, heading, pilot};
use crate::sheet::{Kind, Mark, Sheet, halves, quarters};
use fighting_wings::{Airman, Column, Plane, Rules};

/// Row numbers of the start of a move, and what stands there.
fn starts(plane: &Plane) -> [(u32, Value); 6] {
    [
        (7, plane.bank.word().into()),
        (9, plane.pitch().word().into()),
        (11, plane.altitude.into()),
        (12, halves(plane.speed.0)),
        (13, halves(i16::from(plane.half))),
        (14, quarters(plane.carry)),
    ]
}

/// Enters what is known of an aircraft in the turns of a sheet.
pub(crate) fn fill(sheet: &mut Sheet, kind: Kind, rules: &Rules, (crew, log): (&Airman, &Log)) {
    sheet.enter(1, 0, &heading(crew));
    sheet.enter(2, 0, &pilot(rules, crew));
    let page = kind.first_turn..kind.first_turn + TURNS;
    let earlier = || log.turns.range(..kind.first_turn).map(|(_, turn)| turn);
    let mut units = ammunition(&log.opening);
    for (units, n) in units.iter_mut().zip(0..) {
        *units -= earlier().map(|turn| turn.used[n]).sum::<u16>().min(*units);
    }
    adc::ammunition(sheet, units);
    let flown = |number: u16| log.turns.get(&number).and_then(|turn| turn.column.as_ref());
    if page.clone().all(|number| flown(number).is_none()) {
        let last = earlier().filter_map(|turn| turn.column.as_ref()).next_back();
        let start = last.map_or(&log.opening, |column| &column.end);
        begin(sheet, log.begins.max(kind.first_turn) - kind.first_turn, start);
    }
    for (number, turn) in log.turns.range(page.clone()) {
        let at = number - kind.first_turn;
        note(sheet, at, turn);
        let Some(column) = &turn.column else { continue };
        match flown(number - 1).filter(|_| at > 0) {
            None => begin(sheet, at, &column.start),
            Some(before) => go_on(sheet, at, (before, column), crew.ty.no_injection),
        }
        enter(sheet, at, column);
        correct(sheet, at, column);
    }
}

/// The first move of a sheet: its start is entered.
fn begin(sheet: &mut Sheet, at: u16, start: &Plane) {
    for (row, value) in starts(start) {
        sheet.enter(row, at, value);
    }
    if start.forced_idle {
        sheet.enter(17, at, "IDLE");
    }
}

/// Another move: its start follows from the one before, but for what has changed in between.
fn go_on(sheet: &mut Sheet, at: u16, (before, column): (&Column, &Column), no_injection: bool) {
    for ((_, was), (row, is)) in starts(&before.end).into_iter().zip(starts(&column.start)) {
        if was != is {
            sheet.enter(row, at, is);
        }
    }
    if column.start.forced_idle != (before.push && no_injection) {
        sheet.enter(17, at, if column.start.forced_idle { "IDLE" } else { "" });
    }
}

/// What is noted in a game turn, whether or not the aircraft moves.
fn note(sheet: &mut Sheet, at: u16, turn: &Turn) {
    if let Some(number) = turn.initiative {
        sheet.enter(4, at, number);
        let mark = if turn.lost { Some(Mark::Lost) } else { turn.damaged.then_some(Mark::Damaged) };
        sheet.marks.extend(mark.map(|mark| ((3, FIRST + at), mark)));
    }
    for (used, row) in turn.used.into_iter().zip(43..).filter(|(used, _)| *used > 0) {
        sheet.enter(row, at, used);
    }
    if !turn.notes.is_empty() {
        sheet.enter(51, at, &turn.notes.join("; "));
    }
}

/// What a player enters for a move: gains are positive, losses negative ([`fighting_wings::rule::SIGNS`]).
fn enter(sheet: &mut Sheet, at: u16, column: &Column) {
    let Column { start, end, .. } = column;
    sheet.enter(5, at, &format!("{},{}", end.hex.q, end.hex.r));
    sheet.enter(6, at, end.degrees());
    sheet.enter(8, at, end.bank.word());
    sheet.enter(10, at, end.pitch().word());
    let condition = [(start.damaged, "D"), (start.loaded, "L")];
    let condition: String = condition.iter().filter(|(holds, _)| *holds).map(|(_, letter)| *letter).collect();
    if !condition.is_empty() {
        sheet.enter(15, at, &condition);
    }
    sheet.enter(18, at, column.throttle.word());
    let flag = |holds: bool| i16::from(holds);
    let counts = [
        (16, flag(column.flaps)),
        (21, column.vfps),
        (23, column.optional),
        (24, column.rate),
        (30, column.slats.into()),
        (31, column.steps.into()),
        (32, flag(column.push)),
        (33, column.snaps.into()),
        (34, column.slips.into()),
        (35, column.skids.into()),
        (36, flag(column.wingover)),
    ];
    let turns = column.turns.into_iter().zip(25..).map(|(turns, row)| (row, i16::from(turns)));
    for (row, count) in counts.into_iter().chain(turns).filter(|(_, count)| *count != 0) {
        sheet.enter(row, at, count);
    }
}

/// Types over what a fixed formation has set otherwise than the aircraft's own account ([`fighting_wings::rule::UNPROTECTED`]).
fn correct(sheet: &mut Sheet, at: u16, column: &Column) {
    let Column { start, end, alone, figures, .. } = column;
    let idle = if column.throttle == fighting_wings::Throttle::Idle { 2 } else { 0 };
    let typed = [
        (19, halves((start.speed.0 - idle).max(0)), halves(figures.speed.0)),
        (38, alone.altitude.into(), end.altitude.into()),
        (39, halves(alone.speed.0), halves(end.speed.0)),
        (40, halves(i16::from(alone.half)), halves(i16::from(end.half))),
        (41, quarters(alone.carry), quarters(end.carry)),
    ];
    for (row, own, set) in typed {
        if own != set {
            sheet.enter(row, at, set);
        }
    }
}
