//! The book's cards as every client draws them: name, type, points, DEF, damage boxes, rates and weapons.

use super::DAMAGE;
use crate::cards::{Card, CardEntry, Status as CardStatus};
use crate::data::Tables;
use crate::field::Arc;
use crate::movement::rate;
use crate::rule;
use table::Side;
use table::view::{CardRow, CardTable, CardTableKind, CardValue, FireArc, FireBand};

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
    let value = |label: &str, value: String, rule, n: usize| CardValue {
        label: label.to_owned(),
        value,
        rule,
        source: source(entry, n),
    };
    let values = vec![
        CardValue {
            label: "Type".to_owned(),
            value: entry.model.clone(),
            rule: rule::CARD_NAME_TYPE,
            source: None,
        },
        CardValue {
            label: "Disk".to_owned(),
            value: disk(entry).to_owned(),
            rule: rule::AIRCRAFT_DISK,
            source: None,
        },
        value("Points", card.points.to_string(), rule::POINT_VALUE, 0),
        value("DEF", format!("{}+", card.def), rule::DEFENSIVE_RATING, 1),
        value("TURN", card.turn.to_string(), rule::TURN_RATING, 7),
        value("ALT", card.alt.to_string(), rule::MAXIMUM_ALTITUDE, 8),
    ];
    let plain = |kind, title: &str, columns: Vec<String>, rows, rule, source| CardTable {
        kind,
        title: title.to_owned(),
        head: String::new(),
        columns,
        rows,
        gauges: Vec::new(),
        rule,
        source,
    };
    // The boxes are marked as damage comes: the gauge of that name crosses them off.
    let mut boxes = plain(
        CardTableKind::Boxes,
        DAMAGE,
        (1..=card.boxes).map(|n| n.to_string()).collect(),
        Vec::new(),
        rule::DAMAGE_BOXES,
        source(entry, 2),
    );
    boxes.gauges.push(DAMAGE.to_owned());
    let rates = [("MIN", card.min, 3), ("CLIMB", rate(card, 1), 4), ("LEVEL", rate(card, 0), 5)];
    let rates = rates.into_iter().chain([("DIVE", rate(card, -1), 6)]);
    let (names, cells) = rates.clone().map(|(name, mps, _)| (name.to_owned(), mps.to_string())).unzip();
    let from: Vec<(&str, Option<String>)> = rates.map(|(name, _, n)| (name, source(entry, n))).collect();
    let movement = plain(
        CardTableKind::Table,
        "Movement",
        names,
        vec![CardRow { head: "MPs".to_owned(), cells }],
        rule::MOVEMENT_RATES,
        joint(&from),
    );
    let rows = entry.weapons.iter().filter_map(|line| {
        let (kind, arcs) = line.split_once(' ')?;
        let row = tables.weapon.iter().find(|w| w.id == kind)?;
        Some(CardRow {
            head: kind.to_owned(),
            cells: vec![arcs.to_owned(), row.damage.to_string(), row.text.clone()],
        })
    });
    let weapons = plain(
        CardTableKind::Table,
        "Weapons",
        ["Arcs", "Damage", "What it is"].map(str::to_owned).to_vec(),
        rows.collect(),
        rule::WEAPONS,
        source(entry, 9),
    );
    let units = plain(
        CardTableKind::Table,
        "A standard unit is 1000 feet; on the table",
        vec!["Length".to_owned()],
        tables
            .unit
            .iter()
            .map(|u| CardRow { head: u.pieces.clone(), cells: vec![u.length.clone()] })
            .collect(),
        rule::STANDARD_UNIT,
        Some(format!("see also {}", rule::SCALE)),
    );
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
        values,
        tables: vec![boxes, movement, weapons, units],
        arcs: arcs(tables, card),
        shape: entry.shape.clone(),
        source: format!("A card {from}{note}"),
    }
}

/// Where its weapons reach: a sector for each arc that has some, out to the longest range.
fn arcs(tables: &Tables, card: &Card) -> Vec<FireArc> {
    let armed = Arc::ALL.into_iter().filter(|arc| card.by_arc[*arc as usize] != 0);
    armed
        .map(|arc| {
            let of_arc = card.batteries.iter().filter(|b| b.arc == arc);
            let weapons: Vec<String> = of_arc.map(|b| format!("{} × {}", b.count, b.kind)).collect();
            let (bearing, half) = arc.sector();
            let band = |row: &crate::data::RangeRow| FireBand {
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
    let rates = [card.min, rate(card, 1), rate(card, 0), rate(card, -1)].map(|r| r.to_string()).join("/");
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
