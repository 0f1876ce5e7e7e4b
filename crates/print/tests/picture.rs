//! A drawn position: what must be in it and what must not.

#![allow(clippy::unwrap_used)]

use table::view::*;
use table::{Ground, PieceId, PlaceName, RuleId, Scenery, Seat, Side};

const RULE: RuleId = RuleId("game/rule");

fn aircraft(id: u16, name: &str, side: Side, at: Option<At>, heading: u16) -> Aircraft {
    Aircraft {
        id: PieceId(id),
        name: name.into(),
        group: Default::default(),
        card: format!("c{id}").into(),
        side,
        role: "fighter".into(),
        pose: at.map(|at| Pose { at, heading, altitude: Some(7), attitude: None }),
        status: "flying".into(),
        flying: at.is_some(),
        gauges: Vec::new(),
        tags: Vec::new(),
        trail: Vec::new(),
        energy: None,
    }
}

fn card(id: u16, shape: Shape) -> Card {
    Card {
        id: format!("c{id}"),
        name: String::new(),
        nation: None,
        class: String::new(),
        values: Vec::new(),
        tables: Vec::new(),
        arcs: Vec::new(),
        shape,
        source: String::new(),
    }
}

fn view(board: Board, aircraft: Vec<Aircraft>) -> View {
    View {
        game: "game".into(),
        title: "Trial & error".into(),
        seat: Seat::Observer,
        board,
        phase: Phase { turn: 3, turns: Some(9), step: 0, steps: Vec::new() },
        aircraft,
        markers: Vec::new(),
        to_act: Vec::new(),
        score: Vec::new(),
        outcome: None,
        level_feet: None,
        altitudes: true,
        scenery: None,
    }
}

fn hexes(pointy: bool) -> Board {
    Board::Hexes {
        pointy,
        first: 0,
        columns: 5,
        rows: 4,
        odd_shifted: true,
        rows_from_south: false,
        names: "CC.RR".into(),
        unit: "hexes".into(),
    }
}

fn hex(col: i16, row: i16) -> Option<At> {
    Some(At::Hex { col, row })
}

#[test]
fn every_hex_is_drawn_once_and_inside_the_sheet() {
    for pointy in [true, false] {
        let svg = print::position(&view(hexes(pointy), Vec::new()), &[]);
        let grid = svg.split("id=\"map\" d=\"").nth(1).unwrap().split('"').next().unwrap();
        assert_eq!(grid.matches('M').count(), 20);
        assert_eq!(grid.matches('z').count(), 20);
        assert!(!grid.contains("--"), "{grid}");
        let starts: std::collections::BTreeSet<&str> =
            grid.split('M').skip(1).map(|h| h.split(['l', 'v']).next().unwrap()).collect();
        assert_eq!(starts.len(), 20, "no two hexes in one place");
    }
}

#[test]
fn shores_rivers_and_names_lie_under_the_grid() {
    let mut view = view(hexes(true), Vec::new());
    let plain = print::position(&view, &[]);
    view.scenery = Some(Scenery {
        ground: Ground::Sea,
        shores: vec![vec![[0, 0], [500, 0], [500, 1000], [0, 1000]], vec![[1, 1], [2, 2]]],
        rivers: vec![vec![[0, 500], [500, 500], [1000, 0]]],
        places: vec![
            PlaceName { name: "Straits of <Dover>".into(), at: [900, 500] },
            PlaceName { name: "Kent".into(), at: [400, 250] },
        ],
    });
    let sea = print::position(&view, &[]);
    let at = |part: &str| sea.find(part).unwrap_or_else(|| panic!("{part} is missing in {sea}"));
    // The sheet is 286 × 195; a line passes through every point.
    let shore = at("<path d=\"M0 0C");
    assert!(
        sea[shore..].starts_with("<path d=\"M0 0C23 -32 120 -32 143 0C")
            && sea[shore..].contains("Z\" fill=\"#d9dcb8\"")
    );
    let river = at("<path d=\"M0 97C");
    assert!(sea[river..].contains(" 286 0\" fill=\"none\" stroke=\"#aac5cd\" stroke-width=\"6\""), "{sea}");
    let name = at("x=\"257\" y=\"97\" text-anchor=\"end\"");
    assert!(sea[name..].contains(">Straits of &lt;Dover&gt;</text>"));
    at("text-anchor=\"middle\" font-size=\"34\"");
    assert!(shore < river && river < name && name < at("stroke-opacity=\".22\""), "the grid is over all");
    assert_eq!(sea.matches("Z\" fill=").count(), 1, "two points are no shore");
    // On land the outlines are water.
    view.scenery.as_mut().unwrap().ground = Ground::Land;
    let land = print::position(&view, &[]);
    assert!(
        land.contains("Z\" fill=\"#aac5cd\"")
            && land.contains("<rect width=\"286\" height=\"195\" fill=\"#d9dcb8\"/>")
    );
    assert!(!plain.contains("#d9dcb8"));
}

#[test]
fn odd_rows_stand_half_a_hex_further_east() {
    let planes =
        vec![aircraft(1, "A", Side::Allies, hex(1, 0), 90), aircraft(2, "B", Side::Allies, hex(1, 1), 90)];
    let svg = print::position(&view(hexes(true), planes), &[]);
    assert!(svg.contains("translate(78 30)"), "{svg}");
    assert!(svg.contains("translate(104 75)"), "{svg}");
}

#[test]
fn rows_from_the_south_are_drawn_from_the_bottom() {
    let north = Board::Hexes {
        pointy: false,
        first: 0,
        columns: 5,
        rows: 4,
        odd_shifted: true,
        rows_from_south: true,
        names: "[C,R]".into(),
        unit: "SU".into(),
    };
    let planes = vec![
        aircraft(1, "A", Side::Allies, hex(0, 0), 0),
        aircraft(2, "B", Side::Allies, hex(1, 0), 0),
        aircraft(3, "C", Side::Allies, hex(0, 1), 0),
    ];
    let svg = print::position(&view(north, planes), &[]);
    // The sheet is 4 × 52 + 26 = 234 high; odd columns stand further north.
    for at in ["translate(30 208)", "translate(75 182)", "translate(30 156)"] {
        assert!(svg.contains(at), "{at}\n{svg}");
    }
}

#[test]
fn what_is_off_the_map_is_not_drawn_and_names_are_escaped() {
    let planes = vec![
        aircraft(1, "<Red> & \"1\"", Side::Allies, hex(0, 0), 0),
        aircraft(2, "Lost", Side::Axis, None, 0),
    ];
    let svg = print::position(&view(hexes(true), planes), &[]);
    assert!(svg.contains("&lt;Red&gt; &amp; &quot;1&quot;") && !svg.contains("<Red>"));
    assert!(!svg.contains("Lost"));
    assert!(svg.contains("Trial &amp; error"));
}

#[test]
fn sides_differ_by_colour_and_by_marking() {
    let planes =
        vec![aircraft(1, "A", Side::Allies, hex(0, 0), 0), aircraft(2, "B", Side::Axis, hex(2, 2), 60)];
    let svg = print::position(&view(hexes(true), planes), &[]);
    let uses = |part: &str| svg.matches(part).count();
    assert_eq!(uses("<use href=\"#allies0\"/>"), 1);
    assert_eq!(uses("<use href=\"#axis0\"/>"), 1);
    assert_eq!(uses("fill=\"#b3541e\"/>"), 1);
    assert!(svg.contains("rotate(60)"));
}

#[test]
fn two_on_one_place_are_drawn_apart() {
    let planes =
        vec![aircraft(1, "A", Side::Allies, hex(1, 0), 0), aircraft(2, "B", Side::Axis, hex(1, 0), 0)];
    let svg = print::position(&view(hexes(true), planes), &[]);
    assert!(svg.contains("translate(78 30)") && svg.contains("translate(91 43)"));
}

#[test]
fn every_shape_has_a_drawing_of_its_own_without_broken_numbers() {
    let wings = [Wing::Elliptical, Wing::Tapered, Wing::Square, Wing::Swept, Wing::Gull, Wing::Biplane];
    let tails = [Tail::Single, Tail::Twin, Tail::TwinBoom, Tail::None];
    let engines = [EngineAt::Nose, EngineAt::Wings, EngineAt::WingJets, EngineAt::Fuselage];
    let mut drawn = std::collections::BTreeSet::new();
    let mut shapes = 0;
    for wing in wings {
        for tail in tails {
            for engine_at in engines {
                let shape = Shape { span_dm: 150, length_dm: 120, engines: 2, engine_at, wing, tail };
                let plane = aircraft(1, "A", Side::Allies, hex(1, 1), 0);
                let svg = print::position(&view(hexes(true), vec![plane]), &[card(1, shape)]);
                let plan = svg.lines().find(|l| l.starts_with("<g id=\"plan1\"")).unwrap().to_owned();
                assert!(!plan.contains("--"), "{plan}");
                shapes += 1;
                drawn.insert(plan);
            }
        }
    }
    // A biplane's lower wing hides under its upper one: it looks like a square wing from above.
    assert_eq!(drawn.len(), shapes * 5 / 6);
}

#[test]
fn an_open_table_is_drawn_to_scale_with_north_up() {
    let board = Board::Open { width: 60_000, height: 30_000, unit: "SU".into() };
    let at = Some(At::Point { x: 30_000, y: 0 });
    let svg = print::position(&view(board, vec![aircraft(1, "A", Side::Axis, at, 45)]), &[]);
    assert!(svg.contains("translate(600 600)"), "{svg}");
}

#[test]
fn markers_show_what_they_are() {
    let mut view = view(hexes(true), Vec::new());
    let kinds = [
        MarkerKind::Target,
        MarkerKind::DestroyedTarget,
        MarkerKind::Cloud,
        MarkerKind::Slot,
        MarkerKind::Area,
    ];
    for (n, kind) in kinds.into_iter().enumerate() {
        let at = At::Hex { col: n as i16, row: 1 };
        view.markers.push(Marker { kind, at, label: format!("mark {n}").into(), side: None, rule: RULE });
    }
    let svg = print::position(&view, &[]);
    assert!((0..5).all(|n| svg.contains(&format!("<title>mark {n}</title>"))));
}
