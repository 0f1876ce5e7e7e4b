//! Sheets as the bytes of a workbook.

use crate::formula::{Place, Value};
use crate::layout::{FIRST, HIDDEN, MENU_COMMENT, MENU_ROWS, MENU_TEXTS, MENUS, Shows, TOOLS, TURNS, rows};
use crate::sheet::{Cell, Mark, Sheet};
use crate::{adc, tools};
use rust_xlsxwriter::{
    Color, DataValidation, DocProperties, ExcelDateTime, Format, Formula, Note, Workbook, Worksheet,
    XlsxError,
};
use std::collections::BTreeMap;

/// How a cell looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Look {
    fill: Option<u32>,
    shows: Shows,
    mark: Option<Mark>,
    /// Whether the writing is grey.
    pale: bool,
}

const COMPUTED: u32 = 0xD9_D9D9;
const PRINTED: u32 = 0xF2_F2F2;
const PALE: u32 = 0x80_8080;

/// The bytes of a workbook; `result` is written as what a formula comes to, for programs that do not work it out.
pub(crate) fn workbook(sheets: &[Sheet], result: impl Fn(&Value) -> String) -> Result<Vec<u8>, XlsxError> {
    let mut workbook = Workbook::new();
    // The same game gives the same bytes, whenever it is written.
    let made = ExcelDateTime::from_ymd(2000, 1, 1)?;
    workbook.set_properties(&DocProperties::new().set_title("Log sheets").set_creation_datetime(&made));
    let mut formats = Formats::default();
    for sheet in sheets {
        let worksheet = workbook.add_worksheet();
        worksheet.set_name(&sheet.tab)?;
        // Without this a formula that comes to an empty text would be written as 0.
        worksheet.set_formula_result_default("");
        shape(worksheet)?;
        for (place, look) in looks(sheet) {
            worksheet.write_blank(place.0, place.1, formats.of(look))?;
        }
        let values = sheet.values();
        for (place, cell) in &sheet.cells {
            let result = values.get(place).map(&result);
            write(worksheet, *place, (cell, result), formats.of(look_of(sheet, *place)))?;
        }
    }
    workbook.save_to_buffer()
}

fn write(
    worksheet: &mut Worksheet,
    (row, column): Place,
    (cell, result): (&Cell, Option<String>),
    format: &Format,
) -> Result<(), XlsxError> {
    match cell {
        Cell::Entry(Value::Number(number)) => {
            worksheet.write_number_with_format(row, column, *number, format)?;
        }
        Cell::Entry(entry) => {
            worksheet.write_string_with_format(row, column, entry.written(), format)?;
        }
        Cell::Formula(formula) => {
            let formula = Formula::new(formula).set_result(result.unwrap_or_default());
            worksheet.write_formula_with_format(row, column, formula, format)?;
        }
    }
    Ok(())
}

/// Widths, hidden rows, menus and comments. Nothing is protected.
fn shape(worksheet: &mut Worksheet) -> Result<(), XlsxError> {
    let widths = [(0, 28), (*adc::COLUMNS.start(), 28), (TOOLS, 30), (TOOLS + 1, 12)];
    for column in FIRST..=*adc::COLUMNS.end() {
        worksheet.set_column_width(column, 8)?;
    }
    for (column, width) in widths {
        worksheet.set_column_width(column, width)?;
    }
    worksheet.set_freeze_panes(3, FIRST)?;
    for row in HIDDEN {
        worksheet.set_row_hidden(row - 1)?;
    }
    for (row, source) in MENUS {
        // Other values may still be pasted.
        let menu = DataValidation::new().allow_list_formula(source.into()).show_error_message(false);
        worksheet.add_data_validation(row - 1, FIRST, row - 1, FIRST + TURNS - 1, &menu)?;
    }
    let comments = rows().iter().filter_map(|row| Some((row.number, row.comment.as_deref()?)));
    for (row, comment) in comments.chain([(*MENU_ROWS.start(), MENU_COMMENT)]) {
        let note = Note::new(comment).add_author_prefix(false);
        worksheet.insert_note(row - 1, 0, &note)?;
    }
    Ok(())
}

/// Every cell that looks other than a cell does, and every cell to be entered in.
fn looks(sheet: &Sheet) -> BTreeMap<Place, Look> {
    let turns = rows().iter().flat_map(|row| (0..TURNS).map(|turn| (row.number - 1, FIRST + turn)));
    let block = adc::ROWS.flat_map(|row| adc::COLUMNS.map(move |column| (row - 1, column)));
    let tools = tools::entries().map(|row| (row - 1, TOOLS + 1));
    turns.chain(block).chain(tools).map(|place| (place, look_of(sheet, place))).collect()
}

fn look_of(sheet: &Sheet, place: Place) -> Look {
    let (row, column) = (place.0 + 1, place.1);
    let plain = Look { fill: None, shows: Shows::Text, mark: sheet.marks.get(&place).copied(), pale: false };
    if MENU_ROWS.contains(&row) && usize::from(column) < MENU_TEXTS.len() {
        return Look { fill: Some(PRINTED), pale: true, ..plain };
    }
    if adc::COLUMNS.contains(&column) && adc::ROWS.contains(&row) {
        return Look { fill: Some(PRINTED), ..plain };
    }
    if column == TOOLS + 1 && matches!(sheet.cells.get(&place), Some(Cell::Formula(_))) {
        return Look { fill: Some(COMPUTED), ..plain };
    }
    let turn = column.wrapping_sub(FIRST);
    match rows().iter().find(|known| known.number == row) {
        Some(known) if turn < TURNS => {
            Look { fill: known.computed(turn).then_some(COMPUTED), shows: known.shows, ..plain }
        }
        _ => plain,
    }
}

/// Formats, each made once: the file lists them.
#[derive(Default)]
struct Formats(BTreeMap<Look, Format>);

impl Formats {
    fn of(&mut self, look: Look) -> &Format {
        self.0.entry(look).or_insert_with(|| {
            let mut format = match look.shows {
                Shows::Count => Format::new().set_num_format("0"),
                Shows::Points => Format::new().set_num_format("0.0#"),
                Shows::Text => Format::new(),
            };
            if let Some(fill) = look.fill {
                format = format.set_background_color(Color::RGB(fill));
            }
            if look.pale || look.mark == Some(Mark::Lost) {
                format = format.set_font_color(Color::RGB(PALE));
            }
            if look.mark == Some(Mark::Damaged) { format.set_italic() } else { format }
        })
    }
}
