//! The book's cards as every client draws them: name, type, points, DEF, damage boxes, rates and weapons.

use crate::card::{Card, CardEntry, Status as CardStatus};
use crate::field::Arc;
use crate::rule;
use crate::tables::{RangeRow, Tables, UnitRow};
use table::view::{CardRow, CardTable, CardTableKind, CardValue, FireArc, FireBand};
use table::{RuleId, Side};

/// The gauge that counts damage, and the row of boxes that it crosses off.
pub(crate) const DAMAGE: &str = "Damage";

/// Where a figure comes from, by its letter.
fn source(entry: &CardEntry, n: usize) -> Option<String> {
    let text = match entry.prov.as_bytes().get(n)? {
        b's' => "printed",
        b'g' => "printed, read from a damaged line",
        b'S' => "partly printed",
        b'd' => "derived from history",
        b'h' => "historical fit-out",
        _ => return None,
    };
    Some(text.to_owned())
}

/// Where the figures of one line come from: one word if it is the same for all, else one for each.
fn joint(figures: &[(&str, Option<String>)]) -> Option<String> {
    let first = figures.first()?.1.clone();
    if figures.iter().all(|(_, from)| *from == first) {
        return first;
    }
    let each =
        figures.iter().map(|(name, from)| format!("{name} {}", from.as_deref().unwrap_or("as the card")));
    Some(each.collect::<Vec<_>>().join(", "))
}

/// A card as the book shows it.
pub(crate) fn card(tables: &Tables, card: &Card) -> table::view::Card {
    let entry = &card.entry;
    let from = match entry.status {
        CardStatus::Book => "on the book's contents page",
        CardStatus::Named => "named in the book's text",
        CardStatus::Extra => "not in the book",
    };
    let note = if entry.note.is_empty() { String::new() } else { format!(". {}", entry.note) };
    table::view::Card {
        id: entry.id.clone(),
        name: entry.name.clone(),
        nation: Some(entry.nation.name().to_owned()),
        class: disk(entry).to_owned(),
        values: values(card),
        tables: vec![boxes(card), movement(card), weapons(tables, card), units(tables)],
        arcs: arcs(tables, card),
        shape: entry.shape.clone(),
        source: format!("A card {from}{note}"),
    }
}

fn values(card: &Card) -> Vec<CardValue> {
    let entry = &card.entry;
    let value = |label: &str, value: &str, rule, source| CardValue {
        label: label.to_owned(),
        value: value.to_owned(),
        rule,
        source,
    };
    let figure = |label: &str, figure: String, rule, n: usize| value(label, &figure, rule, source(entry, n));
    vec![
        value("Type", &entry.model, rule::CARD_NAME_TYPE, None),
        value("Disk", disk(entry), rule::AIRCRAFT_DISK, None),
        figure("Points", card.points.to_string(), rule::POINT_VALUE, 0),
        figure("DEF", format!("{}+", card.def), rule::DEFENSIVE_RATING, 1),
        figure("TURN", card.turn.to_string(), rule::TURN_RATING, 7),
        figure("ALT", card.alt.to_string(), rule::MAXIMUM_ALTITUDE, 8),
    ]
}

fn plain(title: &str, columns: Vec<String>, rows: Vec<CardRow>, rule: RuleId) -> CardTable {
    CardTable {
        kind: CardTableKind::Table,
        title: title.to_owned(),
        head: String::new(),
        columns,
        rows,
        gauges: Vec::new(),
        rule,
        source: None,
    }
}

/// The boxes are marked as damage comes: the gauge of that name crosses them off.
fn boxes(card: &Card) -> CardTable {
    let numbers = (1..=card.boxes).map(|n| n.to_string()).collect();
    CardTable {
        kind: CardTableKind::Boxes,
        gauges: vec![DAMAGE.to_owned()],
        source: source(&card.entry, 2),
        ..plain(DAMAGE, numbers, Vec::new(), rule::DAMAGE_BOXES)
    }
}

fn movement(card: &Card) -> CardTable {
    let rates = [
        ("MIN", card.min, 3),
        ("CLIMB", card.rate(1), 4),
        ("LEVEL", card.rate(0), 5),
        ("DIVE", card.rate(-1), 6),
    ];
    let names = rates.map(|(name, ..)| name.to_owned()).to_vec();
    let cells = rates.map(|(_, mps, _)| mps.to_string()).to_vec();
    let rows = vec![CardRow { head: "MPs".to_owned(), cells }];
    let source = joint(&rates.map(|(name, _, n)| (name, source(&card.entry, n))));
    CardTable { source, ..plain("Movement", names, rows, rule::MOVEMENT_RATES) }
}

fn weapons(tables: &Tables, card: &Card) -> CardTable {
    let rows = card.entry.weapons.iter().filter_map(|line| {
        let (kind, arcs) = line.split_once(' ')?;
        let row = tables.weapon.iter().find(|w| w.id == kind)?;
        let cells = vec![arcs.to_owned(), row.damage.to_string(), row.text.clone()];
        Some(CardRow { head: kind.to_owned(), cells })
    });
    let columns = ["Arcs", "Damage", "What it is"].map(str::to_owned).to_vec();
    let source = source(&card.entry, 9);
    CardTable { source, ..plain("Weapons", columns, rows.collect(), rule::WEAPONS) }
}

fn units(tables: &Tables) -> CardTable {
    let row = |unit: &UnitRow| CardRow { head: unit.pieces.clone(), cells: vec![unit.length.clone()] };
    let (title, columns) = ("A standard unit is 1000 feet; on the table", vec!["Length".to_owned()]);
    let rows = tables.unit.iter().map(row).collect();
    let source = Some(format!("see also {}", rule::SCALE));
    CardTable { source, ..plain(title, columns, rows, rule::STANDARD_UNIT) }
}

/// Where its weapons reach: a sector for each arc that has some, out to the longest range.
fn arcs(tables: &Tables, card: &Card) -> Vec<FireArc> {
    let armed = Arc::ALL.into_iter().filter(|arc| card.by_arc[*arc as usize] != 0);
    armed
        .map(|arc| {
            let of_arc = card.batteries.iter().filter(|b| b.arc == arc);
            let weapons: Vec<String> = of_arc.map(|b| format!("{} × {}", b.count, b.kind)).collect();
            let (bearing, half) = arc.sector();
            let band = |row: &RangeRow| FireBand {
                range: row.units as u16,
                label: format!("{}, {}+", row.name, row.to_hit),
            };
            FireArc {
                label: format!("{}: {}", arc.code(), weapons.join(", ")),
                bearing,
                half,
                bands: tables.range.iter().map(band).collect(),
                rule: rule::FIRING_ARCS,
            }
        })
        .collect()
}

/// A card in one line, for the list of what can be had.
pub(crate) fn summary(card: &Card) -> String {
    let rates = [card.min, card.rate(1), card.rate(0), card.rate(-1)].map(|r| r.to_string()).join("/");
    format!(
        "DEF {}+, {} boxes · {rates} MPs, turn {}, alt {} · {}",
        card.def,
        card.boxes,
        card.turn,
        card.alt,
        card.entry.weapons.join(", ")
    )
}

/// The background of its disk: red Axis, blue Allies, gold for France ([`rule::AIRCRAFT_DISK`]).
fn disk(entry: &CardEntry) -> &'static str {
    let sides = Side::BOTH.map(|s| entry.nation.serves(s));
    match sides {
        [true, true] => "either side (gold)",
        [true, false] => "Allies (blue)",
        _ => "Axis (red)",
    }
}
