//! Rules 3.a to 3.i: what a log sheet is.

use super::office::cells;
use super::{corpus, data, others};
use crate::formula::Value;
use crate::layout::{FIRST, HIDDEN, MENU_ROWS, MENU_TEXTS, MENUS, SHEETS, TURNS, rows};
use crate::sheet::{Cell, Kind, Mark, Sheet};
use crate::{Tabs, blank, books};
use fighting_wings::rule;
use std::io::{Cursor, Read};

/// A part of a workbook's file as text.
fn part(book: &[u8], name: &str) -> String {
    let mut text = String::new();
    let mut zip = zip::ZipArchive::new(Cursor::new(book)).unwrap();
    zip.by_name(name).unwrap().read_to_string(&mut text).unwrap();
    text
}

fn sheet() -> Sheet {
    Sheet::new("Aircraft 1".into(), Kind::BLANK, Some(&data().types["spitfire-mk1"]))
}

#[test]
fn a_sheet_has_a_numbered_column_for_each_of_twenty_turns_grey_where_it_computes() {
    let _ = rule::COLUMNS;
    let sheet = sheet();
    let turns: Vec<&Cell> = (0..TURNS).map(|turn| &sheet.cells[&(2, FIRST + turn)]).collect();
    assert_eq!(turns.len(), 20);
    assert_eq!(turns[19], &Cell::Entry(Value::Number(20.0)));
    // A start is entered in the first turn and follows in the others.
    let start = rows().iter().find(|row| row.number == 12).unwrap();
    assert_eq!([start.computed(0), start.computed(1)], [false, true]);
    let throttle = rows().iter().find(|row| row.number == 18).unwrap();
    assert!(!throttle.computed(5));
}

#[test]
fn every_row_for_players_has_a_comment_on_its_first_cell() {
    let _ = rule::COMMENTS;
    for row in rows() {
        assert_eq!(row.comment.is_some(), !HIDDEN.contains(&row.number), "row {}", row.number);
    }
    let comments = part(&blank().unwrap(), "xl/comments1.xml");
    let about = rows().iter().filter_map(|row| row.comment.as_ref());
    assert!(about.clone().all(|comment| comments.contains(comment.as_str())));
    assert_eq!(comments.matches("<comment ref=\"A").count(), about.count() + 1);
}

#[test]
fn climbs_are_entered_as_positive_numbers_and_dives_as_negative_ones() {
    let _ = rule::SIGNS;
    let sheets = books(&corpus()[0]).remove(0);
    let number = |sheet: &Sheet, row: u32, turn: u16| match sheet.cells.get(&(row - 1, FIRST + turn)) {
        Some(Cell::Entry(Value::Number(n))) => *n,
        _ => 0.0,
    };
    let (mut climbs, mut dives) = (0, 0);
    for sheet in &sheets {
        let values = sheet.values();
        for turn in 0..TURNS {
            let Some(Value::Number(change)) = values.get(&(61, FIRST + turn)) else { continue };
            let entered = 9.0 * number(sheet, 21, turn) + number(sheet, 23, turn) + number(sheet, 24, turn);
            assert!((entered - change).abs() < 1e-9);
            climbs += i32::from(*change > 0.0);
            dives += i32::from(*change < 0.0);
        }
    }
    assert!(climbs > 0 && dives > 0);
}

#[test]
fn nothing_is_protected_and_menus_take_other_values() {
    let _ = rule::UNPROTECTED;
    let xml = part(&blank().unwrap(), "xl/worksheets/sheet1.xml");
    assert!(!xml.contains("Protection"));
    assert_eq!(xml.matches("<dataValidation ").count(), MENUS.len());
    assert!(!xml.contains("showErrorMessage=\"1\""));
}

#[test]
fn a_workbook_has_eight_sheets_named_after_the_aircraft_and_more_aircraft_have_another() {
    let _ = rule::TABS;
    for table in corpus() {
        let books = books(&table);
        assert_eq!(books.len(), table.rules().crews.len().div_ceil(SHEETS));
        assert!(books.iter().all(|book| book.len() == SHEETS));
        let tabs: Vec<&str> = books.iter().flatten().map(|sheet| sheet.tab.as_str()).collect();
        for (crew, tab) in table.rules().crews.iter().zip(&tabs) {
            assert!(tab.starts_with(&crew.name), "{tab} for {}", crew.name);
        }
        assert!(tabs[table.rules().crews.len()..].iter().all(|tab| tab.starts_with("Aircraft ")));
    }
}

#[test]
fn a_game_of_more_than_twenty_turns_goes_on_in_another_workbook() {
    let _ = rule::TABS;
    let games = others();
    let long = games.iter().find(|table| table.rules().turns > 2 * TURNS).unwrap();
    let books = books(long);
    assert_eq!(books.len(), usize::from((long.state().now.turn - 1) / TURNS) + 1);
    assert!(books.len() > 1);
    assert_eq!(books[1][0].cells[&(2, FIRST)], Cell::Entry(Value::Number(21.0)));
}

#[test]
fn a_tab_takes_any_name_of_an_aircraft() {
    let _ = rule::TABS;
    let mut tabs = Tabs::default();
    assert_eq!(tabs.free("Red [1]: a/b*?\\'"), "Red 1 ab");
    assert_eq!(tabs.free("RED 1 AB"), "RED 1 AB (2)");
    assert_eq!(tabs.free("History"), "History (2)");
    assert_eq!(tabs.free(""), " (2)");
    let long = "a".repeat(40);
    assert_eq!(tabs.free(&long), "a".repeat(31));
    assert_eq!(tabs.free(&long), format!("{} (2)", "a".repeat(27)));
}

#[test]
fn tabs_name_class_and_role_and_the_initiative_row_marks_damage_and_loss() {
    let _ = rule::TAB_MARKS;
    let sheets = books(&corpus()[0]).remove(0);
    assert!(sheets.iter().any(|sheet| sheet.tab.ends_with(" V FL")));
    let marks: Vec<Mark> =
        corpus().iter().flat_map(books).flatten().flat_map(|s| s.marks.into_values()).collect();
    assert!(marks.contains(&Mark::Damaged) && marks.contains(&Mark::Lost));
}

#[test]
fn the_calculations_are_hidden_rows() {
    let _ = rule::HIDDEN_ROWS;
    let xml = part(&blank().unwrap(), "xl/worksheets/sheet8.xml");
    let hidden = |row: u32| {
        let start = xml.find(&format!("<row r=\"{row}\"")).unwrap();
        xml[start..start + xml[start..].find('>').unwrap()].contains("hidden=\"1\"")
    };
    for row in rows() {
        assert_eq!(hidden(row.number), HIDDEN.contains(&row.number), "row {}", row.number);
    }
}

#[test]
fn rows_71_to_76_hold_the_texts_of_the_menus() {
    let _ = rule::MENU_TEXTS;
    let written = &cells(&blank().unwrap())[0];
    for (column, texts) in MENU_TEXTS.iter().enumerate() {
        for (row, text) in MENU_ROWS.zip(*texts) {
            assert_eq!(written[&(row - 1, column as u16)], Value::from(*text));
        }
    }
    assert_eq!(MENUS.map(|(row, _)| row), [8, 10, 18]);
}

#[test]
fn a_clean_master_has_every_formula_and_no_entry() {
    let _ = rule::MASTER;
    let written = cells(&blank().unwrap());
    assert_eq!(written.len(), SHEETS);
    let master = Sheet::new(String::new(), Kind::BLANK, None);
    for (place, value) in master.values() {
        let shown = written[0].get(&place).unwrap_or(&Value::Empty);
        assert!(super::same(shown, &value), "{}: {shown:?}, not {value:?}", super::named(place));
    }
    let speeds = (0..TURNS).filter(|turn| master.cells.contains_key(&(11, FIRST + turn)));
    // A formula in every turn but the first, where the start is entered.
    assert_eq!(speeds.count(), 19);
}

#[test]
fn the_same_game_gives_the_same_bytes() {
    let table = corpus().remove(0);
    assert_eq!(crate::workbooks(&table).unwrap(), crate::workbooks(&table).unwrap());
    assert_eq!(blank().unwrap(), blank().unwrap());
}

#[test]
fn a_game_without_log_sheets_has_none() {
    let other: u8 = 0;
    assert_eq!(crate::count("spitfire", 8, 1), 0);
    assert!(crate::workbooks(&other).unwrap().is_empty());
}

#[test]
fn a_figure_that_changed_between_two_moves_is_typed_over() {
    let _ = (rule::UNPROTECTED, rule::FORMATIONS);
    let table = corpus().remove(0);
    let mut log = crate::logs::of(&table).remove(0);
    // As if it had joined a formation whose leader has another half FP.
    let second = log.turns.get_mut(&2).unwrap().column.as_mut().unwrap();
    second.start.half = !second.start.half;
    let half = crate::sheet::halves(second.start.half.into());
    let crew = &table.rules().crews[0];
    let mut sheet = Sheet::new("Joiner".into(), Kind::BLANK, Some(&crew.ty));
    crate::fill::fill(&mut sheet, Kind::BLANK, table.rules(), (crew, &log));
    assert_eq!(sheet.cells[&(12, FIRST + 1)], Cell::Entry(half));
    assert!(
        matches!(sheet.cells[&(11, FIRST + 1)], Cell::Formula(_)),
        "all else follows from the move before"
    );
}

#[test]
fn every_type_fits_the_block_of_figures() {
    let _ = (rule::LOG_SHEETS, rule::DATA);
    for (id, ty) in &data().types {
        assert!(ty.groups.len() <= 3, "{id}: a sheet has three gun groups");
        // Row 57 takes the highest figure for that of the best throttle.
        let [normal, military, emergency] = ty.max_level;
        let best = emergency.or(military).unwrap();
        for row in [normal, military].into_iter().flatten() {
            assert!(row.iter().zip(best).all(|(lower, best)| *lower <= best), "{id}");
        }
    }
}
