//! Played games: the workbook against the engine, move by move.

use super::office::{cells, worked_out};
use super::{Game, corpus, named, others, same};
use crate::formula::{Place, Value};
use crate::layout::{FIRST, SHEETS, TURNS};
use crate::logs::{self, Log, ammunition};
use crate::sheet::{Cell, Sheet, halves, quarters};
use crate::write::workbook;
use crate::{books, kinds};
use fighting_wings::{Column, State, Throttle, rule};
use std::collections::BTreeMap;
use table::RuleId;

/// Quarter points that the account has under some rules.
fn points(column: &Column, rules: &[RuleId]) -> i16 {
    let terms = column.account.terms.iter().filter(|term| rules.contains(&term.rule));
    terms.map(|term| term.value as i16).sum()
}

/// Whether a move is a stall though fast enough to fly.
fn falls_by_choice(column: &Column) -> bool {
    column.stall && column.figures.speed.0 >= column.figures.minimum
}

/// What the engine says to every computed row of a move, by row number.
fn by_the_engine(column: &Column) -> Vec<(u32, Value)> {
    let Column { start, end, figures, .. } = column;
    let of = |rules: &[RuleId]| quarters(points(column, rules));
    let cost = |rules: &[RuleId]| quarters(-points(column, rules));
    let power = points(column, &[rule::POWER, rule::DAMAGED_POWER]);
    let attitude = [
        rule::INVERTED_DECEL,
        rule::CLIMB_DECEL,
        rule::DIVE_ACCEL,
        rule::ATTITUDE_EXCEPTIONS,
        rule::INVERTED_CLIMB_DECEL,
    ];
    let other = [
        rule::FLAPS_TURNING,
        rule::FLAPS_MOVE,
        rule::SLATS_TURNING,
        rule::SNAP_ROLLS,
        rule::SIDEWAYS,
        rule::WINGOVER,
        rule::RATE_GAIN,
    ];
    let throttle = Throttle::ALL.iter().position(|known| *known == column.throttle).unwrap() as u8;
    vec![
        (7, start.bank.word().into()),
        (9, start.pitch().word().into()),
        (11, start.altitude.into()),
        (12, halves(start.speed.0)),
        (13, halves(start.half.into())),
        (14, quarters(start.carry)),
        (17, if start.forced_idle { "IDLE" } else { "" }.into()),
        (19, halves(figures.speed.0)),
        (20, figures.fps.into()),
        (22, (i16::from(figures.fps) - column.vfps.abs()).into()),
        (38, end.altitude.into()),
        (39, halves(end.speed.0)),
        (40, halves(end.half.into())),
        (41, quarters(end.carry)),
        (42, if column.stall { "STALL" } else { "OK" }.into()),
        (52, (figures.band as u8 + 1).into()),
        (53, u8::from(start.damaged).into()),
        (54, u8::from(start.loaded).into()),
        (55, throttle.into()),
        (56, halves(figures.maximum.unwrap_or(0))),
        (57, halves(figures.top)),
        (58, halves(figures.minimum)),
        (59, halves(figures.dive_limit)),
        (60, quarters(if start.damaged { 2 * power } else { power })),
        (61, quarters(power)),
        (62, (column.alone.altitude - start.altitude).into()),
        (63, of(&[rule::ENERGY_EXCHANGE])),
        (64, of(&attitude)),
        (65, cost(&[rule::TURNS])),
        (66, cost(&[rule::TRANSITIONS])),
        (67, cost(&[rule::TURNS, rule::CREDIT])),
        (68, cost(&other)),
        (69, cost(&[rule::OVERSPEED])),
        (70, quarters(column.account.total as i16)),
    ]
}

/// A sheet that the office has worked out, against the log of its aircraft. Returns the moves compared.
fn compare(
    name: &str,
    worked: &BTreeMap<Place, Value>,
    (log, first_turn): (&Log, u16),
    differences: &mut Vec<String>,
) -> usize {
    let shown = |row: u32, at: u16| worked.get(&(row - 1, FIRST + at)).unwrap_or(&Value::Empty);
    let mut left = ammunition(&log.opening);
    for turn in log.turns.range(..first_turn).map(|(_, turn)| turn) {
        left = std::array::from_fn(|n| left[n] - turn.used[n]);
    }
    let mut moves = 0;
    for (number, turn) in log.turns.range(first_turn..first_turn + TURNS) {
        let at = number - first_turn;
        for ((left, used), row) in left.iter_mut().zip(turn.used).zip(47..) {
            *left -= used;
            assert_eq!(shown(row, at), &Value::from(*left), "{name}, turn {number}, row {row}");
        }
        let Some(column) = &turn.column else { continue };
        moves += 1;
        for (row, engine) in by_the_engine(column) {
            // Row 42 knows no `X.noplan`.
            let passed_over = row == 42 && falls_by_choice(column);
            let agrees = passed_over || same(shown(row, at), &engine);
            if !agrees {
                let shown = shown(row, at);
                differences.push(format!("{name}, turn {number}, row {row}: {shown:?}, engine {engine:?}"));
            }
        }
    }
    moves
}

/// Rows that were typed over, but for the start of the first move on a sheet.
fn typed_over(sheet: &Sheet, log: &Log, first_turn: u16) -> Vec<u32> {
    let flown = |at: &u16| log.turns.get(&(first_turn + at)).is_some_and(|turn| turn.column.is_some());
    let begins = (0..TURNS).find(flown).unwrap_or(log.begins.saturating_sub(first_turn));
    let rows = crate::layout::rows().iter().filter(|row| row.formula.is_some()).map(|row| row.number);
    let entered = |row: u32, at: u16| matches!(sheet.cells.get(&(row - 1, FIRST + at)), Some(Cell::Entry(_)));
    rows.flat_map(|row| (0..TURNS).map(move |at| (row, at)))
        .filter(|(row, at)| (*at != begins || *row > 17) && entered(*row, *at))
        .map(|(row, _)| row)
        .collect()
}

/// What was compared.
#[derive(Debug, Default)]
struct Tally {
    moves: usize,
    formulas: usize,
    /// Rows typed over.
    typed: Vec<u32>,
    differences: Vec<String>,
}

/// Puts the workbooks of games to the office.
fn put_to_the_office(games: &[Game]) -> Tally {
    let all: Vec<Vec<Sheet>> = games.iter().flat_map(books).collect();
    // With a wrong figure kept for every formula, whatever comes back right was worked out.
    let wrong: Vec<Vec<u8>> = all.iter().map(|book| workbook(book, |_| "999999".into()).unwrap()).collect();
    let mut worked = worked_out(&wrong).into_iter();
    let mut tally = Tally::default();
    for (number, table) in games.iter().enumerate() {
        let kept = crate::workbooks(table).unwrap();
        let aircraft = table.rules().crews.len() as u16;
        assert_eq!(kept.len(), usize::from(crate::count(crate::GAME, aircraft, table.state().now.turn)));
        let logs = logs::of(table);
        let pages =
            kinds(table).into_iter().flat_map(|kind| logs.chunks(SHEETS).map(move |logs| (kind, logs)));
        for (((kind, logs), kept), sheets) in pages.zip(&kept).zip(books(table)) {
            let (kept, worked) = (cells(kept), worked.next().unwrap());
            for (n, sheet) in sheets.iter().enumerate() {
                let name = format!("game {number}, {}, {}", table.rules().title, sheet.tab);
                tally.formulas += same_in_every_formula(&name, sheet, (&kept[n], &worked[n]));
                let Some(log) = logs.get(n) else { continue };
                tally.moves += compare(&name, &worked[n], (log, kind.first_turn), &mut tally.differences);
                tally.typed.extend(typed_over(sheet, log, kind.first_turn));
            }
        }
        all_ammunition_is_logged(table, &logs);
    }
    tally
}

/// What was used and what is left are what there was.
fn all_ammunition_is_logged(table: &Game, logs: &[Log]) {
    let used: u16 = logs.iter().flat_map(|log| log.turns.values()).flat_map(|turn| turn.used).sum();
    let units = |state: &State| -> u16 { state.planes.iter().flat_map(ammunition).sum() };
    assert_eq!(units(table.start()) - used, units(table.state()));
}

fn agrees(tally: &Tally) {
    let Tally { moves, formulas, typed, differences } = tally;
    println!("{moves} moves, {formulas} formulas, {} figures typed over", typed.len());
    assert!(differences.is_empty(), "{} differences:\n{}", differences.len(), differences.join("\n"));
}

#[test]
fn whoever_has_only_the_workbook_reaches_the_engines_figures_in_every_move_of_the_corpus() {
    let _ = (rule::LOG_SHEETS, rule::COLUMNS);
    let tally = put_to_the_office(&corpus());
    agrees(&tally);
    assert!(tally.moves >= 200, "only {} moves were compared", tally.moves);
    assert!(tally.typed.is_empty(), "{:?}", tally.typed);
}

#[test]
fn so_they_do_in_a_slow_formation_in_a_long_game_by_another_exchange_and_from_the_middle_of_a_game() {
    let _ = (rule::LOG_SHEETS, rule::UNPROTECTED);
    let tally = put_to_the_office(&others());
    agrees(&tally);
    // The formation's speed is typed over, and the half FP of whoever joined it.
    assert!(tally.typed.contains(&39));
    assert!(tally.typed.iter().all(|row| matches!(row, 13 | 39)), "{:?}", tally.typed);
}

/// What the file says that formulas come to is what they do come to. Returns the formulas compared.
fn same_in_every_formula(
    name: &str,
    sheet: &Sheet,
    (kept, worked): (&BTreeMap<Place, Value>, &BTreeMap<Place, Value>),
) -> usize {
    let formulas = sheet.cells.iter().filter(|(_, cell)| matches!(cell, Cell::Formula(_)));
    let mut count = 0;
    for (place, _) in formulas {
        let [kept, worked] = [kept, worked].map(|cells| cells.get(place).unwrap_or(&Value::Empty));
        assert!(same(kept, worked), "{name}, {}: file {kept:?}, office {worked:?}", named(*place));
        count += 1;
    }
    count
}
