//! Sections 1 and 2: scale, board, geometry.

use crate::common::{both, data, hexes, open, spitfire};
use spitting_fire::SpittingFire;
use spitting_fire::rule;
use table::view::Board;
use table::{Library, Seat};

#[test]
fn ex_01_a_unit_is_as_long_as_the_pieces_ask() {
    let card = &SpittingFire::cards(data())[0];
    let table = card.tables.iter().find(|t| t.rule == rule::STANDARD_UNIT).unwrap();
    let length = |pieces: &str| {
        let row = table.rows.iter().find(|r| r.head.contains(pieces)).unwrap();
        row.cells[0].split_whitespace().next().unwrap().parse::<i32>().unwrap()
    };
    // The smallest board in feet: 24 by 36 units.
    let board = &data().tables.board;
    let feet = |pieces: &str| [board.short * length(pieces) / 12, board.long * length(pieces) / 12];
    assert_eq!(feet("disks"), [2, 3]);
    assert_eq!(feet("1/48"), [8, 12]);
    assert!(table.source.as_ref().unwrap().contains(rule::SCALE.0));
}

#[test]
fn the_board_keeps_its_limits() {
    for (width, height, path) in [
        (23, 36, "options.width"),
        (24, 35, "options.height"),
        (24, 121, "options.height"),
        (40, 36, "options.width"),
    ] {
        let setup = hexes().with(|s| (s.options.width, s.options.height) = (Some(width), Some(height)));
        assert_eq!(setup.flaw(), (path.to_owned(), Some(rule::PLAYING_AREA)));
    }
    let large = open().with(|s| (s.options.width, s.options.height) = (Some(120), Some(120)));
    let g = crate::common::flown(large, "spitfire", [119_000, 119_000, 0], "straight-level").go();
    assert!(matches!(
        g.table.view(Seat::Observer).board,
        Board::Open { width: 120_000, height: 120_000, .. }
    ));
}

#[test]
fn each_board_has_its_own_words() {
    let view = |g: &crate::common::Fight| g.table.view(Seat::Observer).board;
    let [on_hexes, on_table] = both().map(|b| spitfire(b, [10, 10, 0], "straight-level"));
    assert!(matches!(view(&on_hexes), Board::Hexes { pointy: false, columns: 24, rows: 36, .. }));
    assert!(matches!(view(&on_table), Board::Open { width: 24_000, height: 36_000, .. }));
    let mixed = crate::common::flown(hexes(), "spitfire", [10, 10, 0], "straight-level").with(|s| {
        s.options.mode = spitting_fire::options::Mode::Open;
    });
    assert_eq!(mixed.flaw(), ("groups[0].aircraft[0].x".to_owned(), Some(rule::PLAY_MODE)));
}

#[test]
fn ex_02_a_way_is_measured_from_the_beginning_of_its_leg() {
    let start = [12_000, 6_000, 37];
    let mut g = spitfire(open(), start, "straight-level");
    g.say("forward 7");
    assert_eq!(g.at(1), [16_213, 11_590, 37]);
    assert!(g.cites(rule::OPEN_GEOMETRY));
    let mut g = spitfire(open(), start, "straight-level");
    g.say("forward 3; forward 4");
    assert_eq!(g.at(1), [16_213, 11_590, 37]);
}

#[test]
fn ex_03_a_pivot_begins_a_new_leg() {
    let mut g = spitfire(open(), [12_000, 6_000, 45], "level-left");
    g.say("forward 4; turn left 60; forward 8");
    assert_eq!(g.at(1), [12_757, 16_555, 345]);
    assert!(g.cites(rule::OPEN_GEOMETRY));
}

#[test]
fn ex_04_range_is_counted_in_hexes() {
    // Four hexes are medium range, 5 or more to hit.
    let g = hexes().allies("spitfire", 5, &[[10, 10, 0]]).axis("wuerger", 5, &[[12, 13, 180]]);
    let g = g.active(1, "straight-level").moved(1).go();
    let field = &g.table.rules().field;
    let (a, b) = (g.plane(1).spot, g.plane(2).spot);
    assert!(field.within(a, b, 4) && !field.within(a, b, 3));
    assert_eq!(field.rule(), rule::HEX_GEOMETRY);
}

#[test]
fn ex_05_facings_are_hexsides() {
    let mut g = spitfire(hexes(), [10, 10, 0], "level-left");
    g.say("forward 4");
    assert_eq!(g.at(1), [10, 14, 0]);
    g.say("turn left; forward 3");
    assert_eq!(g.at(1), [7, 15, 300]);
    assert!(g.cites(rule::HEX_GEOMETRY));
}
