//! The ADC block: the figures of a type of aircraft, beside the turns.

use crate::formula::Value;
use crate::layout::ADC;
use crate::sheet::{Sheet, halves};
use fighting_wings::{BANDS, FLOORS, Rate, Type};

/// Labels of the block, by row number.
const LABELS: [(u32, &str); 31] = [
    (1, "Aircraft data (ADC)"),
    (3, "Altitude band"),
    (4, "Band from altitude"),
    (5, "Minimum level speed"),
    (6, "Maximum level, Normal"),
    (7, "Maximum level, Military"),
    (8, "Maximum level, Emergency"),
    (9, "Maximum dive speed"),
    (10, "Power, Normal"),
    (11, "Power, Military"),
    (12, "Power, Emergency"),
    (13, "Rate of climb"),
    (14, "Highest speed for it"),
    (15, "Fade width"),
    (16, "Climb decel"),
    (17, "Dive accel"),
    (18, "No F.I. (1 or 0)"),
    (19, "Ceiling: clean, loaded"),
    (20, "Turn rate"),
    (21, "Turn decel per 60 degrees"),
    (22, "Turn minimum speed"),
    (23, "Transition decel, 1 to 4 steps"),
    (24, "Slip: decel, FPs, minimum"),
    (25, "Skid: decel, FPs, minimum"),
    (26, "Wingover decel"),
    (28, "Bank FPs, fast, above speed"),
    (29, "Slats (1 or 0)"),
    (30, "Flaps (1 or 0), limit speed"),
    (31, "Defensive strength"),
    (32, "Guns: strength, ammo"),
    (36, "Flexible guns"),
];
/// Rows of the block.
pub(crate) const ROWS: std::ops::RangeInclusive<u32> = 1..=36;
/// Columns of the block.
pub(crate) const COLUMNS: std::ops::RangeInclusive<u16> = ADC..=ADC + 6;
/// Row numbers of the gun groups A, B and C, and of the flexible guns.
const GUNS: u32 = 33;
const FLEXIBLE: u32 = 36;
/// The column of ammunition.
const AMMO: u16 = ADC + 4;

/// A row of figures from its first column on.
fn row(sheet: &mut Sheet, number: u32, values: impl IntoIterator<Item = Value>) {
    for (value, column) in values.into_iter().zip(ADC + 1..) {
        if value != Value::Empty {
            sheet.put((number - 1, column), value);
        }
    }
}

fn half_row(figures: &[i16]) -> Vec<Value> {
    figures.iter().copied().map(halves).collect()
}

/// Figures of which some are not there.
fn gaps(figures: impl IntoIterator<Item = Option<i16>>) -> Vec<Value> {
    figures.into_iter().map(|figure| figure.map_or(Value::Empty, halves)).collect()
}

/// Prints the block; without a type only what holds for nearly all of them.
pub(crate) fn print(sheet: &mut Sheet, ty: Option<&Type>) {
    for (number, label) in LABELS {
        sheet.put((number - 1, ADC), label);
    }
    row(sheet, 3, BANDS.map(Value::from));
    row(sheet, 4, FLOORS.map(Value::from));
    row(sheet, 16, [3i16.into()]);
    row(sheet, 17, [1i16.into()]);
    row(sheet, 20, Rate::ALL.map(|rate| rate.word().into()));
    row(sheet, 32, ["Range 0", "Range 1", "Range 2", "Ammo"].map(Value::from));
    for (letter, number) in ["A", "B", "C"].iter().zip(GUNS..) {
        sheet.put((number - 1, ADC), &format!("Gun group {letter}"));
    }
    if let Some(ty) = ty {
        speeds(sheet, ty);
        manoeuvres(sheet, ty);
        guns(sheet, ty);
    }
}

fn speeds(sheet: &mut Sheet, ty: &Type) {
    sheet.put((1, ADC), &ty.id);
    row(sheet, 5, half_row(&ty.min_level));
    for setting in 0..3 {
        let figures = |rows: &[Option<[i16; 6]>; 3]| rows[setting].map_or(Vec::new(), |row| half_row(&row));
        row(sheet, 6 + setting as u32, figures(&ty.max_level));
        row(sheet, 10 + setting as u32, figures(&ty.power));
    }
    row(sheet, 9, half_row(&ty.max_dive));
    row(sheet, 13, ty.climb.map(Value::from));
    row(sheet, 14, half_row(&ty.climb_speed));
    row(sheet, 15, [halves(ty.fade)]);
    row(sheet, 16, [ty.attitude.climb_decel.into()]);
    row(sheet, 17, [ty.attitude.dive_accel.into()]);
    row(sheet, 18, [u8::from(ty.no_injection).into()]);
    row(sheet, 19, [ty.ceiling.clean.into(), ty.ceiling.loaded.into()]);
}

fn manoeuvres(sheet: &mut Sheet, ty: &Type) {
    row(sheet, 21, gaps(ty.turn.map(|turn| turn.map(|(cost, _)| cost))));
    row(sheet, 22, gaps(ty.turn.map(|turn| turn.map(|(_, minimum)| minimum))));
    row(sheet, 23, gaps(ty.transition));
    for (number, sideways) in [(24, ty.slip), (25, ty.skid)] {
        row(sheet, number, [halves(sideways.cost.0), sideways.fps.into(), halves(sideways.min.0)]);
    }
    row(sheet, 26, gaps([ty.wingover]));
    let fps = |fps: u8| Value::from(&if fps == 0 { "1/2".to_owned() } else { fps.to_string() });
    row(sheet, 28, [fps(ty.bank_fps)]);
    if let Some(limit) = ty.bank_one_above {
        let above = fighting_wings::Halves(limit).to_string();
        row(sheet, 28, [fps(ty.bank_fps), fps(ty.bank_fps.max(1)), (&above).into()]);
    }
    row(sheet, 29, [u8::from(ty.slats).into()]);
    row(sheet, 30, [u8::from(ty.flaps_limit.is_some()).into(), ty.flaps_limit.map_or(Value::Empty, halves)]);
    row(sheet, 31, [ty.defence.into()]);
}

fn guns(sheet: &mut Sheet, ty: &Type) {
    for (group, number) in ty.groups.iter().zip(GUNS..FLEXIBLE) {
        sheet.put((number - 1, ADC), &group.guns);
        row(sheet, number, half_row(&group.strength));
    }
    // Positions differ in strength and arc, so each is named with its own.
    let position = |position: &fighting_wings::Position| {
        let [near, middle, far] = position.strength.map(fighting_wings::Halves);
        format!("{} {near} {middle} {far}", position.name)
    };
    if !ty.positions.is_empty() {
        let names: Vec<String> = ty.positions.iter().map(position).collect();
        sheet.put((FLEXIBLE - 1, ADC), &format!("Flexible: {}", names.join("; ")));
    }
}

/// Writes what ammunition there is at the start: of the groups A, B and C and of all flexible guns together.
pub(crate) fn ammunition(sheet: &mut Sheet, units: [u16; 4]) {
    for (units, number) in units.into_iter().zip(GUNS..) {
        if units > 0 {
            sheet.put((number - 1, AMMO), units);
        }
    }
}
