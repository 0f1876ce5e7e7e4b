//! Scenarios in the hands of a designer, in every game: as they are drawn, changed by hand, and written as files.

use catalog::{Catalog, Given, Shelf};
use serde_json::{Value, json};
use table::view::{At, Board, MarkerKind};
use table::{DiceSource, Drawing, Drawn, Edit, PieceId, Seat, Seed, Side};
use wire::Checked;

fn checked(shelf: &dyn Shelf, scenario: &Value, edit: Option<&Edit>) -> Checked {
    shelf.checked(Given::Scenario(scenario), edit, true)
}

/// The scenario and its drawing after an edit that can be carried out.
fn edited(shelf: &dyn Shelf, scenario: &Value, edit: &Edit) -> (Value, Drawing) {
    let answer = checked(shelf, scenario, Some(edit));
    assert!(
        answer.flaws.iter().all(|flaw| flaw.path != "edit"),
        "{}: {edit:?}: {:?}",
        shelf.id(),
        answer.flaws
    );
    (answer.scenario.unwrap(), answer.drawing.unwrap())
}

/// A place in the middle of a board, some steps off.
fn middle(board: &Board, off: i16) -> At {
    match board {
        Board::Hexes { first, columns, rows, .. } => {
            At::Hex { col: first + columns / 2 + off, row: first + rows / 2 + off }
        }
        Board::Open { width, height, .. } => {
            At::Point { x: width / 2 + i32::from(off) * 1000, y: height / 2 }
        }
    }
}

#[test]
fn a_drawing_has_every_aircraft_where_the_game_begins() {
    let catalog = Catalog::built_in().unwrap();
    for shelf in catalog.games() {
        for info in shelf.info().scenarios {
            let scenario = shelf.scenario(&info.id).unwrap();
            let answer = checked(&**shelf, &scenario, None);
            assert_eq!(answer.flaws, [], "{}", info.id);
            let drawing = answer.drawing.unwrap();
            let table = shelf.open(&scenario, None, DiceSource::seeded(Seed::from_number(1))).unwrap();
            let view = table.view(Seat::Referee);
            assert_eq!(drawing.board, view.board, "{}", info.id);
            assert_eq!(drawing.aircraft.len(), usize::from(info.aircraft), "{}", info.id);
            for (drawn, shown) in drawing.aircraft.iter().zip(&view.aircraft) {
                assert_eq!((drawn.id, drawn.side), (shown.id, shown.side), "{}", info.id);
                assert_eq!((&drawn.name, &drawn.card), (&shown.name, &shown.card), "{}", info.id);
                assert_eq!(drawn.pose, shown.pose, "{} {}", info.id, drawn.name);
                for part in &drawn.parts {
                    let pointer = format!("/{}", part.replace(['.', '['], "/").replace(']', ""));
                    assert!(scenario.pointer(&pointer).is_some(), "{}: {part}", info.id);
                }
            }
        }
    }
}

#[test]
fn a_file_holds_the_whole_scenario() {
    let catalog = Catalog::built_in().unwrap();
    for shelf in catalog.games() {
        for info in shelf.info().scenarios {
            let scenario = shelf.scenario(&info.id).unwrap();
            let toml = checked(&**shelf, &scenario, None).toml.unwrap();
            for text in [toml, scenario.to_string()] {
                let read = shelf.checked(Given::Text(&text), None, false);
                assert_eq!(read.scenario.as_ref(), Some(&scenario), "{}", info.id);
            }
        }
    }
}

#[test]
fn aircraft_are_added_put_turned_and_taken_away_by_hand() {
    let catalog = Catalog::built_in().unwrap();
    for shelf in catalog.games() {
        let mut boards = vec![shelf.format().blank];
        if shelf.id() == "spitting-fire" {
            let mut open = boards[0].clone();
            open["options"]["mode"] = json!("open");
            boards.push(open);
        }
        for blank in boards {
            by_hand(&**shelf, &blank);
        }
    }
}

fn by_hand(shelf: &dyn Shelf, blank: &Value) {
    let empty = checked(shelf, blank, None).drawing.unwrap();
    assert_eq!(empty.aircraft, [], "{}", shelf.id());
    let at = middle(&empty.board, 0);
    let cards = [&shelf.cards()[0].id, &shelf.cards()[1].id];
    let mut scenario = blank.clone();
    let mut last = empty;
    for (n, side) in [Side::Allies, Side::Axis, Side::Allies].into_iter().enumerate() {
        let card = cards[side.index()].clone();
        let add = Edit::Add { card, side, at: middle(&last.board, n as i16), heading: 100 };
        (scenario, last) = edited(shelf, &scenario, &add);
        assert_eq!(last.aircraft.len(), n + 1, "{}", shelf.id());
        assert!(scenario[&shelf.format().forces].as_array().is_some_and(|forces| !forces.is_empty()));
    }
    let of = |drawing: &Drawing, id: PieceId| drawing.aircraft[id.index()].clone();
    let axis = last.aircraft.iter().find(|a| a.side == Side::Axis).unwrap().clone();
    assert_eq!(axis.card, *cards[1]);
    let put = Edit::Put { aircraft: axis.id, at: middle(&last.board, 4) };
    let (scenario, last) = edited(shelf, &scenario, &put);
    assert_eq!(of(&last, axis.id).pose.unwrap().at, middle(&last.board, 4), "{}", shelf.id());
    let (scenario, last) = edited(shelf, &scenario, &Edit::Turn { aircraft: axis.id, heading: 275 });
    let heading = of(&last, axis.id).pose.unwrap().heading;
    assert!((245..=305).contains(&heading), "{} points to {heading}", shelf.id());
    // The others have stayed where they were.
    let first: Vec<&Drawn> = last.aircraft.iter().filter(|a| a.pose.unwrap().at == at).collect();
    assert_eq!(first.len(), 1, "{}", shelf.id());
    let (_, last) = edited(shelf, &scenario, &Edit::Remove { aircraft: axis.id });
    assert_eq!(last.aircraft.len(), 2);
    assert!(last.aircraft.iter().all(|a| a.side == Side::Allies), "{}", shelf.id());
}

#[test]
fn what_lies_on_the_map_is_put_moved_and_taken_away_by_hand() {
    let catalog = Catalog::built_in().unwrap();
    for shelf in catalog.games() {
        let shelf = &**shelf;
        let format = shelf.format();
        let board = checked(shelf, &format.blank, None).drawing.unwrap().board;
        let (here, there) = (middle(&board, 0), middle(&board, 3));
        let lie = |drawing: &Drawing, kind| {
            let all = drawing.markers.iter().filter(move |marker| marker.kind == kind);
            all.map(|marker| marker.at).collect::<Vec<At>>()
        };
        for kind in format.markers {
            let new = Edit::Marker { kind, from: None, to: Some(here) };
            let (scenario, drawing) = edited(shelf, &format.blank, &new);
            assert_eq!(lie(&drawing, kind), [here], "{}", shelf.id());
            let again = checked(shelf, &scenario, Some(&new));
            assert_eq!(again.flaws.last().unwrap().path, "edit", "{}: one a place", shelf.id());
            let moved = Edit::Marker { kind, from: Some(here), to: Some(there) };
            let (scenario, drawing) = edited(shelf, &scenario, &moved);
            assert_eq!(lie(&drawing, kind), [there], "{}", shelf.id());
            let (_, drawing) = edited(shelf, &scenario, &Edit::Marker { kind, from: Some(there), to: None });
            assert_eq!(lie(&drawing, kind), [], "{}", shelf.id());
        }
    }
}

#[test]
fn a_scenario_is_drawn_with_its_own_scenery() {
    let catalog = Catalog::built_in().unwrap();
    for shelf in catalog.games() {
        let mut scenario = shelf.format().blank;
        scenario["scenery"] = json!({ "ground": "land", "rivers": [[[0, 500], [1000, 400]]] });
        let scenery = checked(&**shelf, &scenario, None).drawing.unwrap().scenery;
        assert_eq!(serde_json::to_value(scenery).unwrap(), scenario["scenery"], "{}", shelf.id());
    }
}

#[test]
fn a_formation_of_bombers_is_moved_as_a_whole() {
    let catalog = Catalog::built_in().unwrap();
    let shelf = &**catalog.game("fast-and-easy").unwrap();
    let scenario = shelf.scenario("box-over-germany").unwrap();
    let before = checked(shelf, &scenario, None).drawing.unwrap();
    // Bomber 1 leads from 04.12.
    let put = Edit::Put { aircraft: PieceId(1), at: At::Hex { col: 5, row: 12 } };
    let after = checked(shelf, &scenario, Some(&put));
    assert_eq!(after.flaws, []);
    for (was, is) in before.aircraft.iter().zip(after.drawing.unwrap().aircraft).take(9) {
        let (At::Hex { col: from, row }, At::Hex { col: to, row: same }) =
            (was.pose.unwrap().at, is.pose.unwrap().at)
        else {
            panic!("hexes")
        };
        assert_eq!((to, same), (from + 1, row), "{}", is.name);
    }
}

#[test]
fn what_cannot_be_done_or_read_is_refused_in_words() {
    let catalog = Catalog::built_in().unwrap();
    for shelf in catalog.games() {
        let shelf = &**shelf;
        let blank = checked(shelf, &shelf.format().blank, None).scenario.unwrap();
        let far = At::Hex { col: i16::MAX, row: i16::MIN };
        let card = shelf.cards()[0].id.clone();
        for edit in [
            Edit::Remove { aircraft: PieceId(1) },
            Edit::Turn { aircraft: PieceId(0), heading: u16::MAX },
            Edit::Add { card, side: Side::Axis, at: far, heading: 0 },
            Edit::Marker { kind: MarkerKind::Target, from: None, to: Some(far) },
            Edit::Marker { kind: MarkerKind::Cloud, from: Some(far), to: None },
        ] {
            let answer = checked(shelf, &blank, Some(&edit));
            assert_eq!(answer.flaws.last().unwrap().path, "edit", "{}", shelf.id());
            assert_eq!(answer.scenario.as_ref(), Some(&blank), "{}", shelf.id());
        }
        for text in ["{", "= 3", "title = 3", "wings = 2", "[1, 2]"] {
            let answer = shelf.checked(Given::Text(text), None, true);
            assert!(!answer.flaws.is_empty() && answer.scenario.is_none(), "{}: {text}", shelf.id());
        }
        let long = format!("title = \"{}\"", "x".repeat(300));
        assert_eq!(shelf.checked(Given::Text(&long), None, false).flaws[0].path, "title");
    }
}
