//! Moves, ranges and odds worked out by hand, as somebody enters them in a sheet that no engine has filled.

use super::office::worked_out;
use super::{data, named, same};
use crate::formula::{Place, Value};
use crate::layout::{FIRST, TOOLS};
use crate::sheet::{Kind, Sheet};
use crate::write::workbook;
use fighting_wings::rule;

/// A type of aircraft, its start (rows 7, 9, 11 to 14), and for each turn what is entered and what comes of it, both by row number.
type Vector = (&'static str, &'static str, &'static [(&'static str, &'static str)]);

const VECTORS: [Vector; 7] = [
    (
        "spitfire-mk1",
        "LVL L 150 6.5 0 0",
        &[
            (
                "18=Military 26=1 8=RB 10=L",
                "19=6.5 20=6 22=6 61=0.5 70=-0.5 38=150 39=6.5 40=0.5 41=-0.5 42=OK",
            ),
            ("18=Emergency 27=2 8=RB 10=L", "20=7 61=0.5 70=-3 38=150 39=6 40=0 41=-1 42=OK"),
            (
                "18=Emergency 21=-2 23=-3 31=1 32=1 8=LVL 10=D",
                "20=6 22=4 61=1 63=7.5 70=7 38=129 39=7.5 40=0 41=1 42=OK",
            ),
            (
                "18=Idle 31=2 8=LVL 10=C",
                "17=IDLE 19=6.5 20=6 61=0 64=1 70=0.5 38=129 39=6.5 40=0.5 41=0.5 42=OK",
            ),
            (
                "18=Emergency 21=3 23=-3 8=LVL 10=C",
                "20=7 22=4 61=0.5 63=-11.5 64=-3 70=-13.5 38=153 39=3.5 40=0 41=-1.5 42=OK",
            ),
            (
                "18=Emergency 21=1 23=-3 31=1 32=1 8=LVL 10=L",
                "20=3 22=2 61=3 63=-5 64=-3 70=-7 38=159 39=2 40=0.5 41=-1 42=OK",
            ),
            (
                "18=Idle 21=-1 8=LVL 10=D",
                "17=IDLE 19=1 20=1 61=0 63=10 70=9 38=150 39=3 40=0.5 41=1 42=STALL",
            ),
        ],
    ),
    (
        "bf-109e-3",
        "LB L 80 4.5 0.5 1",
        &[
            ("18=Emergency 27=2 8=LB 10=L", "20=5 61=3 70=0 38=80 39=4.5 40=0 41=0 42=OK"),
            ("18=Emergency 28=1 30=1 8=LB 10=L", "20=4 61=3 70=-0.5 38=80 39=4.5 40=0.5 41=-0.5 42=OK"),
            (
                "18=Military 15=D 23=-3 8=LVL 10=L",
                "20=5 61=0.25 63=1.5 70=1.25 38=77 39=4.5 40=0 41=1.25 42=OK",
            ),
            ("18=Military 15=D 24=2 8=LVL 10=L", "20=4 61=0.25 70=1 38=79 39=4.5 40=0.5 41=1 42=OK"),
            ("18=Military 15=D 8=INV 10=(I)", "20=5 61=0.25 70=1.25 38=79 39=4.5 40=0 41=1.25 42=OK"),
        ],
    ),
    (
        "he-111h-3",
        "LVL L 150 4 0 0",
        &[
            ("18=Military 15=L 8=LVL 10=L", "61=0.5 70=0.5 38=150 39=4 40=0 41=0.5 42=OK"),
            ("18=Military 15=L 25=1 8=RB 10=L", "61=0.5 70=0.5 38=150 39=4 40=0 41=0.5 42=OK"),
            ("18=Military 15=DL 33=1 8=LVL 10=L", "61=0 70=-0.5 38=150 39=4 40=0 41=-0.5 42=OK"),
            ("18=Military 15=D 34=1 8=LVL 10=L", "61=0.25 70=-0.75 38=150 39=4 40=0 41=-0.75 42=OK"),
        ],
    ),
    (
        "p-47d",
        "LVL D 260 9 0 0.5",
        &[
            (
                "18=Emergency 21=-3 23=2 31=1 8=LVL 10=L",
                "20=9 22=6 61=0 63=6 64=2 70=7.5 38=235 39=10.5 40=0 41=1.5 42=OK",
            ),
            ("18=Emergency 8=LVL 10=L", "69=2.5 70=-1 38=235 39=10.5 40=0.5 41=-1 42=OK"),
            (
                "18=Normal 21=3 31=1 8=LVL 10=C",
                "20=11 22=8 69=2.5 63=-6.5 70=-11 38=262 39=8 40=0 41=-1 42=OK",
            ),
        ],
    ),
    (
        "p-51d",
        "RB L 120 5.5 0 0",
        &[
            (
                "18=Military 16=1 27=2 8=RB 10=L",
                "20=5 61=2.5 67=5 68=3 70=-5.5 38=120 39=4.5 40=0.5 41=-1.5 42=OK",
            ),
            ("18=Military 26=2 36=1 8=IRB 10=(I)", "20=5 61=3 68=2.5 70=-4 38=120 39=3.5 40=0 41=0 42=OK"),
            ("18=Military 8=IRB 10=(I)", "61=3 64=-3 70=0 38=120 39=3.5 40=0.5 41=0 42=OK"),
            ("18=Military 23=-2 8=RB 10=L", "20=4 61=3 63=1.5 64=0 70=4.5 38=118 39=4.5 40=0 41=0.5 42=OK"),
        ],
    ),
    (
        "spitfire-mk1",
        "LVL C 150 4 0 0",
        &[(
            "18=Military 21=2 23=-5 8=LVL 10=C",
            "20=4 22=2 61=3 63=-13.5 64=-3 70=-13.5 38=163 39=1 40=0 41=-1.5 42=OK",
        )],
    ),
    (
        "spitfire-mk1",
        "LVL C 150 4 0 0",
        &[("18=Military 21=2 23=-4 8=LVL 10=C", "63=-16 70=-16 38=164 39=0 40=0 41=0 42=NOT_ENOUGH_SPEED")],
    ),
];

/// Hexes, altitude of the target and of the firer; the adjusted range.
const RANGES: [([i16; 3], i16); 6] = [
    ([1, 150, 140], 1),
    ([1, 150, 139], 2),
    ([2, 113, 100], 2),
    ([2, 114, 100], 3),
    ([0, 104, 100], 0),
    ([0, 105, 100], 1),
];

/// Strength, defence, deflection and shift; odds, shot down up to, damaged up to.
const ODDS: [([i16; 4], [&str; 3]); 3] = [
    ([14, 5, 0, 0], ["2.5_to_1", "2", "5"]),
    ([5, 4, 60, 2], ["1.0_to_1", "1", "2"]),
    ([3, 4, 180, -1], ["no_effect", "see_19.i", "see_19.i"]),
];

/// A word of a vector: a number, or a text whose gaps are underlined.
fn word(text: &str) -> Value {
    text.parse().map_or_else(|_| Value::from(text.replace('_', " ").as_str()), Value::Number)
}

/// Row numbers and what stands there.
fn pairs(text: &str) -> impl Iterator<Item = (u32, Value)> {
    text.split(' ').map(|pair| {
        let (row, value) = pair.split_once('=').unwrap();
        (row.parse().unwrap(), word(value))
    })
}

/// What is expected of the cells of a sheet.
type Expected = Vec<(Place, Value)>;

fn moves((ty, start, turns): &Vector) -> (Sheet, Expected) {
    let data = data();
    let mut sheet = Sheet::new((*ty).to_owned(), Kind::BLANK, Some(&data.types[*ty]));
    for (row, value) in [7, 9, 11, 12, 13, 14].into_iter().zip(start.split(' ')) {
        sheet.enter(row, 0, word(value));
    }
    let mut expected = Vec::new();
    for ((entered, comes), at) in turns.iter().zip(0..) {
        for (row, value) in pairs(entered) {
            sheet.enter(row, at, value);
        }
        expected.extend(pairs(comes).map(|(row, value)| ((row - 1, FIRST + at), value)));
    }
    (sheet, expected)
}

/// A sheet on which the tools are used, from the row numbers of `first` on.
fn tool(first: u32, entries: &[i16], comes: &[(u32, &str)]) -> (Sheet, Expected) {
    let mut sheet = Sheet::new(String::new(), Kind::BLANK, None);
    for (entry, row) in entries.iter().zip(first..) {
        sheet.put((row - 1, TOOLS + 1), *entry);
    }
    (sheet, comes.iter().map(|(row, value)| ((row - 1, TOOLS + 1), word(value))).collect())
}

/// Puts sheets to the office and compares: what is expected, what the office works out, and what our own file would say.
fn hold(sheets: Vec<(Sheet, Expected)>) {
    let (mut sheets, expected): (Vec<Sheet>, Vec<Expected>) = sheets.into_iter().unzip();
    for (n, sheet) in sheets.iter_mut().enumerate() {
        sheet.tab = format!("Case {}", n + 1);
    }
    let worked = worked_out(&[workbook(&sheets, |_| "999999".into()).unwrap()]).remove(0);
    for ((sheet, expected), worked) in sheets.iter().zip(expected).zip(worked) {
        let own = sheet.values();
        for (place, value) in expected {
            let (office, own) = (&worked[&place], &own[&place]);
            assert!(same(office, &value), "{}, {}: {office:?}, not {value:?}", sheet.tab, named(place));
            assert!(same(own, &value), "{}, {}: own {own:?}, not {value:?}", sheet.tab, named(place));
        }
    }
}

#[test]
fn moves_worked_out_by_hand_come_to_the_same_in_a_sheet() {
    let _ = (rule::LOG_SHEETS, rule::SIGNS, rule::MASTER);
    hold(VECTORS.iter().map(moves).collect());
}

#[test]
fn the_tools_find_ranges_and_odds() {
    let _ = (rule::LOG_SHEETS, rule::RANGE, rule::ODDS);
    let ranges = RANGES.iter().map(|(entries, range)| tool(4, entries, &[(7, &range.to_string())]));
    let odds = ODDS.iter().map(|(entries, comes)| {
        let comes: Vec<(u32, &str)> = (18..).zip(comes.iter().copied()).collect();
        tool(10, entries, &comes)
    });
    hold(ranges.chain(odds).collect());
}
