//! Two tools beside the turns: adjusted range (`19.c`) and odds (`19.d` to `19.i`).

use crate::layout::TOOLS;
use crate::sheet::{Cell, Sheet};

/// What stands beside a label.
enum Beside {
    Nothing,
    Entry,
    Formula(&'static str),
}

use Beside::{Entry, Formula, Nothing};

/// By row number.
const LINES: [(u32, &str, Beside); 17] = [
    (3, "Range tool", Nothing),
    (4, "Hexes", Entry),
    (5, "Target altitude", Entry),
    (6, "Firer altitude", Entry),
    (7, "Adjusted range", Formula("INT(SQRT((9*AF4)^2+(AF5-AF6)^2)/9+0.5)")),
    (9, "Odds helper", Nothing),
    (10, "Attack strength at this range", Entry),
    (11, "Target defensive strength", Entry),
    (12, "Deflection 0, 60, 120 or 180", Entry),
    (13, "Shift in half odds, + up - down", Entry),
    (14, "Final defence", Formula("AF11*IF(AF12=0,1,IF(AF12=120,6,3))")),
    (15, "Ratio", Formula("IF(AF14>0,AF10/AF14,0)")),
    (
        16,
        "Ladder step (0 = 1:4, 3 = 1:1)",
        Formula(
            "IF(AF15>=1,3+2*(FLOOR(AF15+0.000001,0.5)-1),IF(AF15>=0.5-0.000001,2,\
             IF(AF15>=1/3-0.000001,1,IF(AF15>=0.25-0.000001,0,-99))))",
        ),
    ),
    (17, "Shifted step", Formula("AF16+AF13")),
    (
        18,
        "Odds",
        Formula(
            "IF(AF17<0,\"no effect\",IF(AF17=0,\"1 to 4\",IF(AF17=1,\"1 to 3\",IF(AF17=2,\"1 to 2\",\
             TEXT(1+(AF17-3)/2,\"0.0\")&\" to 1\"))))",
        ),
    ),
    (19, "Shot down on D10 up to", Formula("IF(AF17<3,\"see 19.i\",MIN(10,INT(1+(AF17-3)/2)))")),
    (20, "Damaged up to", Formula("IF(AF17<3,\"see 19.i\",MIN(10,INT(2*(1+(AF17-3)/2))))")),
];

/// Prints both tools.
pub(crate) fn print(sheet: &mut Sheet) {
    for (number, label, beside) in LINES {
        sheet.put((number - 1, TOOLS), label);
        if let Formula(formula) = beside {
            sheet.cells.insert((number - 1, TOOLS + 1), Cell::Formula(formula.to_owned()));
        }
    }
}

/// Row numbers of what is entered.
pub(crate) fn entries() -> impl Iterator<Item = u32> {
    LINES.into_iter().filter(|(_, _, beside)| matches!(beside, Entry)).map(|(number, ..)| number)
}
