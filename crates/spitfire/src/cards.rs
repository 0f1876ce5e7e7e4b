//! 2.4: aircraft charts as cards, each figure with its rule and source.

use crate::chart::{Chart, Class, Gun, ResultsTable};
use crate::data::ScaleFigures;
use crate::rule;
use table::RuleId;
use table::view::{Card, CardRow, CardTable, CardTableKind, CardValue};

/// 2.3: the three chart markers, which are gauges of the aircraft and stand on the tracks of its card.
pub(crate) const CURRENT_SPEED: &str = "Current Speed";
pub(crate) const MAXIMUM_SPEED: &str = "Maximum Speed";
pub(crate) const CLIMB_PROGRESS: &str = "Climb Progress";

/// An aircraft chart as a card.
pub(crate) fn card(chart: &Chart, scale: ScaleFigures) -> Card {
    let source = |key: &str| chart.source.get(key).cloned();
    let value = |label: &str, value: String, rule, key: &str| CardValue {
        label: label.into(),
        value,
        rule,
        source: source(key),
    };
    let dash = || "–".to_owned();
    let roll = chart.roll_cost.map_or_else(dash, |c| c.to_string());
    let wing = chart.wing_over_cost.map_or_else(dash, |c| format!("{}/{}/{}", c[0], c[1], c[2]));
    let injection = if chart.fuel_injection { "f" } else { "" };
    let kmh = u16::from(chart.level_max) * scale.kmh_per_speed;
    let values = vec![
        value(
            "Turn Mode",
            format!("{}/{}", chart.turn_mode[0], chart.turn_mode[1]),
            rule::TURN_MODE,
            "turn-mode",
        ),
        value("Maximum Acceleration", chart.acceleration.to_string(), rule::ACCELERATION, "acceleration"),
        value("Roll Cost", roll, rule::ROLL_COST, "roll-cost"),
        value("WO/SS Cost", wing, rule::WOSS_COST, "wing-over-cost"),
        value(
            "Vertical Dive Cost",
            format!("{}{injection}", chart.vertical_dive_cost),
            rule::FUEL_INJECTION,
            "vertical-dive-cost",
        ),
        value("Lowest speed", chart.minimum.to_string(), rule::SPEED_TRACK, "minimum"),
        value("Level Max", chart.level_max.to_string(), rule::SPEED_TRACK, "level-max"),
        value("Top speed", chart.maximum.to_string(), rule::SPEED_TRACK, "maximum"),
        value("Level Max in km/h", format!("about {kmh}"), rule::SCALE, "level-max"),
        value("Destruct Point ★", chart.destruct_point.to_string(), rule::DAMAGE, "destruct-point"),
        value("Hits per speed step", chart.hits_per_step.to_string(), rule::DAMAGE, "hits-per-step"),
        value("Climb steps per level", chart.climb_steps.to_string(), rule::CLIMB_TRACK, "climb-steps"),
        value("Points per climb step", chart.climb_cost.to_string(), rule::CLIMBING, "climb-steps"),
        value("Victory Point Value", chart.victory_value.to_string(), rule::AIR_SUPERIORITY, "victory-value"),
        value("Guns", guns(chart), rule::FIELDS, "armament"),
        value(
            "Flew for",
            if chart.nation.is_empty() { dash() } else { chart.nation.clone() },
            rule::SUBJECT,
            "nation",
        ),
        value("Manoeuvres", "as the rules say, not as the notes describe them".into(), rule::NOTES, ""),
        value("Published", "SPI, 1973".into(), rule::CREDITS, ""),
    ];
    Card {
        id: chart.id.clone(),
        name: if chart.name.is_empty() { chart.id.clone() } else { chart.name.clone() },
        nation: (!chart.nation.is_empty()).then(|| chart.nation.clone()),
        class: match chart.class {
            Class::Fighter => "fighter".into(),
            Class::Bomber => "bomber".into(),
            Class::FighterBomber => "fighter-bomber".into(),
        },
        values,
        tables: tables(chart),
        arcs: Vec::new(),
        shape: chart.shape.clone(),
        source: "Spitfire (SPI, 1973). Stated: in the text of the rules, at the place named. Derived: worked out from historical figures, not a printed chart value".into(),
    }
}

fn guns(chart: &Chart) -> String {
    let names: Vec<&str> = chart.armament.guns().iter().map(|g| g.name()).collect();
    names.join(", ")
}

/// The tracks of 2.47 to 2.49 with the gauges that stand on them, and 2.46's table of each gun.
fn tables(chart: &Chart) -> Vec<CardTable> {
    let speeds: Vec<u8> = (chart.minimum..=chart.maximum).collect();
    let space = |s: &u8| match *s {
        s if s == chart.destruct_point => "★",
        s if s > chart.level_max => "Dive",
        s if s == chart.level_max => "Level Max",
        _ => "",
    };
    let steps: Vec<u8> = (0..chart.climb_steps).collect();
    let round = |s: &u8| if s + 1 == chart.climb_steps { "then +1 level" } else { "" };
    let source = |key: &str| chart.source.get(key).cloned();
    let words = |cells: Vec<&str>| row("", cells.into_iter().map(str::to_owned).collect());
    let mut tables = vec![
        CardTable {
            head: "speed".into(),
            gauges: vec![CURRENT_SPEED.into(), MAXIMUM_SPEED.into()],
            source: source("dive-speeds"),
            ..track("Speed Track", &speeds, words(speeds.iter().map(space).collect()), rule::SPEED_TRACK)
        },
        CardTable {
            head: "speed".into(),
            gauges: vec![CURRENT_SPEED.into()],
            source: source("vertical-dive-track"),
            ..track(
                "Vertical Dive Track",
                &speeds,
                row("levels", numbers(&chart.vertical_dive_track)),
                rule::DIVE_TRACK,
            )
        },
        CardTable {
            head: "step".into(),
            gauges: vec![CLIMB_PROGRESS.into()],
            source: source("climb-steps"),
            ..track(
                "Climb Progress Track",
                &steps,
                words(steps.iter().map(round).collect()),
                rule::CLIMB_TRACK,
            )
        },
    ];
    let results = chart.armament.guns().iter().filter_map(|gun| Some(results(*gun, chart.table(*gun)?)));
    tables.extend(results);
    tables
}

fn row(head: &str, cells: Vec<String>) -> CardRow {
    CardRow { head: head.into(), cells }
}

fn numbers(items: &[u8]) -> Vec<String> {
    items.iter().map(u8::to_string).collect()
}

/// A track of one row.
fn track(title: &str, columns: &[u8], line: CardRow, rule: RuleId) -> CardTable {
    CardTable {
        kind: CardTableKind::Track,
        title: title.into(),
        head: String::new(),
        columns: numbers(columns),
        rows: vec![line],
        gauges: Vec::new(),
        rule,
        source: None,
    }
}

/// 2.46: the results table of a gun.
fn results(gun: Gun, table: &ResultsTable) -> CardTable {
    let ranges: Vec<u8> = (1..=table.rows[0].len() as u8).collect();
    let rows = table.rows.iter().enumerate();
    CardTable {
        kind: CardTableKind::Table,
        title: format!("Combat Results, {}", gun.name()),
        head: "range".into(),
        columns: numbers(&ranges),
        rows: rows.map(|(n, cells)| row(&format!("die {}", n + 1), numbers(cells))).collect(),
        gauges: Vec::new(),
        rule: rule::RESULTS_TABLE,
        source: Some(table.source.clone()),
    }
}
