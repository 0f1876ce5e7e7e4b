//! The figures of a type as shown.

use crate::aircraft::{BANDS, Sight, Type};
use crate::data::Data;
use crate::rule;
use crate::units::Halves;
use table::RuleId;
use table::view::{Card, CardRow, CardTable, CardTableKind, CardValue, FireArc, FireBand};

/// All cards.
pub(crate) fn cards(data: &Data) -> Vec<Card> {
    data.types.values().map(|ty| card(data, ty)).collect()
}

fn halves(n: i16) -> String {
    Halves(n).to_string()
}

fn dash(n: Option<i16>) -> String {
    n.map_or_else(|| "-".to_owned(), halves)
}

/// "united-states" as a name.
fn titled(id: &str) -> String {
    let word = |word: &str| match word.split_at_checked(1) {
        Some((first, rest)) => first.to_uppercase() + rest,
        None => String::new(),
    };
    id.split('-').map(word).collect::<Vec<_>>().join(" ")
}

fn card(data: &Data, ty: &Type) -> Card {
    let source = |key: &str| data.sources.get(key).cloned();
    let value = |label: &str, value: String, rule: RuleId, key: &str| CardValue {
        label: label.to_owned(),
        value,
        rule,
        source: source(key),
    };
    let yes = |is: bool| if is { "yes" } else { "no" }.to_owned();
    let sight = match ty.sight {
        Sight::Ring => "ring",
        Sight::Reflector => "reflector",
        Sight::Gyro => "gyro",
    };
    let bank = if ty.bank_fps == 0 { "1/2".to_owned() } else { ty.bank_fps.to_string() };
    let bank = match ty.bank_one_above {
        Some(limit) => format!("{bank}, 1 above {}", halves(limit)),
        None => bank,
    };
    let sideways =
        |way: &crate::aircraft::Sideways| format!("{} FPs, {} from {}", way.fps, way.cost, way.min);
    Card {
        id: ty.id.clone(),
        name: ty.name.clone(),
        nation: Some(titled(&ty.nation)),
        class: if ty.fighter() { "fighter" } else { "bomber" }.to_owned(),
        values: vec![
            value("Defensive strength", ty.defence.to_string(), rule::DEFENCE, "defence"),
            value(
                "Engines",
                format!("{}, {:?}-cooled", ty.engines, ty.cooling).to_lowercase(),
                rule::DATA,
                "cooling",
            ),
            value("No F.I.", yes(ty.no_injection), rule::NO_INJECTION, "no-fuel-injection"),
            value("Sight", sight.to_owned(), rule::FIXED_SHIFTS, "sight"),
            value(
                "Visibility",
                format!("{:?}", ty.visibility).to_lowercase(),
                rule::BLIND_SPOTS,
                "visibility",
            ),
            value(
                "Blind in level flight",
                crate::blind::words(ty, crate::Nose::Level, crate::Bank::Lvl),
                rule::BLIND_SPOTS,
                "rear-blind",
            ),
            value("Slats", yes(ty.slats), rule::SLATS, "slats"),
            value("Combat flaps up to", dash(ty.flaps_limit), rule::FLAPS, "flaps-limit"),
            value(
                "Ceiling",
                format!("{}, loaded {}", ty.ceiling.clean, ty.ceiling.loaded),
                rule::CEILINGS,
                "ceiling",
            ),
            value("Climb decel", ty.attitude.climb_decel.to_string(), rule::ATTITUDE_POINTS, "attitude"),
            value("Dive accel", ty.attitude.dive_accel.to_string(), rule::ATTITUDE_POINTS, "attitude"),
            value("FPs for a step of bank", bank, rule::MANOEUVRE_FPS, "bank"),
            value("Slip", sideways(&ty.slip), rule::COSTS, "transition"),
            value("Skid", sideways(&ty.skid), rule::COSTS, "transition"),
            value("Wingover", dash(ty.wingover), rule::COSTS, "transition"),
        ],
        tables: tables(data, ty),
        arcs: arcs(ty),
        shape: ty.shape.clone(),
        source: source("items").unwrap_or_default(),
    }
}

fn tables(data: &Data, ty: &Type) -> Vec<CardTable> {
    let table = |title: &str, head: &str, columns: Vec<String>, rule: RuleId, key: &str| CardTable {
        head: head.to_owned(),
        columns,
        ..blank(data, title, rule, key)
    };
    let row = |head: &str, cells: Vec<String>| CardRow { head: head.to_owned(), cells };
    let band = |head: &str, cells: &[i16; 6]| row(head, cells.iter().map(|n| halves(*n)).collect());
    let by_setting = |rows: &[Option<[i16; 6]>; 3]| -> Vec<CardRow> {
        let named = ["Normal", "Military", "Emergency"].into_iter().zip(rows);
        named.filter_map(|(head, cells)| cells.as_ref().map(|cells| band(head, cells))).collect()
    };
    let bands = || BANDS.map(str::to_owned).to_vec();
    let climb = row("Rate of climb", ty.climb.iter().map(ToString::to_string).collect());
    let mut tables = vec![
        CardTable {
            rows: vec![band("Minimum level", &ty.min_level), band("Maximum dive", &ty.max_dive)],
            ..table("Speed limits", "altitude band", bands(), rule::SPEED_LIMITS, "min-level")
        },
        CardTable {
            rows: by_setting(&ty.max_level),
            ..table("Maximum level speed", "altitude band", bands(), rule::SPEED_LIMITS, "max-level")
        },
        CardTable {
            rows: by_setting(&ty.power),
            ..table("Power", "altitude band", bands(), rule::ENGINE_POWER, "power")
        },
        CardTable {
            rows: vec![climb, band("Up to speed", &ty.climb_speed)],
            ..table("Climb", "altitude band", bands(), rule::CLIMB_RATES, "climb")
        },
        CardTable {
            rows: vec![
                row("Decel per 60 degrees", ty.turn.iter().map(|t| dash(t.map(|t| t.0))).collect()),
                row("Minimum speed", ty.turn.iter().map(|t| dash(t.map(|t| t.1))).collect()),
            ],
            ..table(
                "Turns",
                "rate",
                crate::Rate::ALL.map(|r| r.word().to_owned()).to_vec(),
                rule::COSTS,
                "turn-cost",
            )
        },
        CardTable {
            rows: vec![row("Decel", ty.transition.iter().map(|cost| dash(*cost)).collect())],
            ..table(
                "Transitions",
                "steps",
                (1..=4).map(|n| n.to_string()).collect(),
                rule::COSTS,
                "transition",
            )
        },
    ];
    tables.extend(gun_tables(data, ty));
    let columns = ty.basis.keys().cloned().collect();
    tables.push(CardTable {
        rows: vec![row("History", ty.basis.values().cloned().collect())],
        ..table("Basis", "", columns, rule::MORE_DATA, "basis")
    });
    tables
}

/// A table without rows and columns.
fn blank(data: &Data, title: &str, rule: RuleId, key: &str) -> CardTable {
    CardTable {
        kind: CardTableKind::Table,
        title: title.to_owned(),
        head: String::new(),
        columns: Vec::new(),
        rows: Vec::new(),
        gauges: Vec::new(),
        rule,
        source: data.sources.get(key).cloned(),
    }
}

/// Strengths by range, and units of ammunition.
fn gun_tables(data: &Data, ty: &Type) -> Vec<CardTable> {
    let mut tables = Vec::new();
    let ranges = || ["0", "1", "2", "units"].map(str::to_owned).to_vec();
    let gun = |head: String, strength: &[i16; 3], ammo: u8| CardRow {
        head,
        cells: strength.iter().map(|n| halves(*n)).chain([ammo.to_string()]).collect(),
    };
    if !ty.groups.is_empty() {
        let guns = ty.groups.iter().zip('A'..);
        let guns =
            guns.map(|(g, letter)| gun(format!("{letter} {:?}: {}", g.mount, g.guns), &g.strength, g.ammo));
        tables.push(CardTable {
            rows: guns.collect(),
            head: "range in hexes".to_owned(),
            columns: ranges(),
            ..blank(data, "Fixed guns", rule::WEAPONS, "guns")
        });
    }
    if !ty.positions.is_empty() {
        let guns = ty.positions.iter().map(|p| gun(format!("{}: {}", p.name, p.guns), &p.strength, p.ammo));
        tables.push(CardTable {
            rows: guns.collect(),
            head: "range in hexes".to_owned(),
            columns: ranges(),
            ..blank(data, "Flexible guns", rule::FLEXIBLE_ARCS, "flexible")
        });
    }
    tables
}

fn arcs(ty: &Type) -> Vec<FireArc> {
    let band = |range: u16, label: &str| FireBand { range, label: label.to_owned() };
    let mut arcs = Vec::new();
    if ty.fighter() {
        arcs.push(FireArc {
            label: "Fixed guns".into(),
            bearing: 0,
            half: 30,
            bands: vec![band(1, "range 1, dead ahead"), band(2, "range 2")],
            rule: rule::FIXED_ARC,
        });
    }
    for position in &ty.positions {
        let mut clocks: Vec<u8> = position.sectors.iter().flatten().copied().collect();
        clocks.sort_unstable();
        clocks.dedup();
        arcs.extend(clocks.into_iter().map(|clock| FireArc {
            label: position.name.clone(),
            bearing: 30 * i16::from(clock % 12),
            half: 30,
            bands: vec![band(2, &position.guns)],
            rule: rule::FLEXIBLE_ARCS,
        }));
    }
    arcs
}
