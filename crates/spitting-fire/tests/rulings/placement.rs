//! Section 6: set-up.

use crate::common::{Fight, hexes, open};
use spitting_fire::command::{Command, Stand};
use spitting_fire::options::{AxisEdge, Mode};
use spitting_fire::scenario::Members;
use spitting_fire::state::Phase;
use spitting_fire::{SpittingFire, rule};
use table::view::At;
use table::{PieceId, Pilot, Seed, SeededDice, Side};

/// Groups of these cards wait to be placed, the Axis in the south; the side's card has been flipped.
fn placing(mode: Mode, allies: &[(&str, u8)], axis: &[(&str, u8)], card: Side) -> Fight {
    let mut setup = if mode == Mode::Hexes { hexes() } else { open() };
    for (side, groups) in [(Side::Allies, allies), (Side::Axis, axis)] {
        for (card, count) in groups {
            setup = if side == Side::Allies { setup.allies(card, 1, &[]) } else { setup.axis(card, 1, &[]) };
            let group = setup.scenario.groups.last_mut().unwrap();
            (group.aircraft, group.altitude, group.plot) = (Members::Count(*count), None, None);
        }
    }
    setup.scenario.options.axis_edge = AxisEdge::South;
    setup.state().phase = Some(Phase::Placement);
    let mut g = setup.card_of(card).go();
    g.side(card);
    g
}

fn at(group: u16, altitude: i16, places: &[[i32; 3]]) -> String {
    let places: Vec<String> = places
        .iter()
        .map(|[x, y, h]| {
            if *x > 100 || *y > 100 || *x < 0 {
                format!(r#"{{"x":{x},"y":{y},"heading":{h}}}"#)
            } else {
                let facing = ["N", "NE", "SE", "S", "SW", "NW"][*h as usize / 60];
                format!(r#"{{"hex":[{x},{y}],"facing":"{facing}"}}"#)
            }
        })
        .collect();
    format!(r#"{{"place":{{"group":{group},"altitude":{altitude},"at":[{}]}}}}"#, places.join(","))
}

#[test]
fn ex_16_one_card_for_each_group() {
    let four: Vec<(&str, u8)> = vec![("bf-109", 2); 4];
    let five: Vec<(&str, u8)> = vec![("spitfire", 2); 5];
    let g = placing(Mode::Hexes, &five, &four, Side::Axis);
    let (left, flipped) = (g.state().left, g.state().flipped);
    assert_eq!((left[1] + flipped[1], left[0] + flipped[0]), (4, 5), "{}", rule::CARDS);
    let mut g = g;
    g.refused(&at(1, 3, &[[3, 33, 0], [5, 33, 0]]), rule::PLACEMENT_DECK);
    g.dice(&[2]).say(&at(6, 3, &[[3, 3, 0], [5, 3, 0]]));
    assert!(g.cites(rule::PLACEMENT_DECK));
    assert_eq!(g.state().card, Some(Side::Allies));
    g.refused(&at(7, 3, &[[8, 3, 0], [9, 3, 0]]), rule::PLACEMENT_DECK);
}

#[test]
fn ex_17_groups_start_above_the_ground_and_below_their_ceiling() {
    let mut g = placing(Mode::Hexes, &[("spitfire", 2)], &[("zerstoerer", 2)], Side::Axis);
    let places = [[3, 3, 0], [5, 3, 0]];
    g.refused(&at(2, 1, &places), rule::PLACEMENT).refused(&at(2, 6, &places), rule::PLACEMENT);
    for altitude in 2..=5 {
        let mut g = placing(Mode::Hexes, &[("spitfire", 2)], &[("zerstoerer", 2)], Side::Axis);
        g.dice(&[2]).say(&at(2, altitude, &places));
        assert_eq!(g.plane(3).level, altitude);
    }
    let north = [[3, 33, 180], [5, 33, 180]];
    let mut g = placing(Mode::Hexes, &[("spitfire", 2)], &[("zerstoerer", 2)], Side::Allies);
    g.refused(&at(1, 8, &north), rule::PLACEMENT).dice(&[1]).say(&at(1, 7, &north));
}

#[test]
fn ex_18_a_group_stands_within_six_units_on_the_open_table() {
    let mut g = placing(Mode::Open, &[("spitfire", 2)], &[("bf-109", 3)], Side::Axis);
    let line = |x: i32| at(2, 3, &[[6000, 3000, 0], [9000, 3000, 0], [x, 3000, 0]]);
    g.refused(&line(12_003), rule::PLACEMENT).dice(&[2]).say(&line(12_002));
    let mut g = placing(Mode::Open, &[("spitfire", 2)], &[("bf-109", 3)], Side::Axis);
    g.dice(&[2]).say(&line(12_000));
    assert!(g.cites(rule::PLACEMENT) && g.cites(rule::SETUP_AREAS));
}

#[test]
fn ex_19_a_group_stands_within_six_hexes_in_its_area() {
    let mut g = placing(Mode::Hexes, &[("spitfire", 2)], &[("bf-109", 2)], Side::Axis);
    g.refused(&at(2, 3, &[[4, 2, 0], [10, 6, 0]]), rule::SETUP_AREAS);
    g.refused(&at(2, 3, &[[4, 2, 0], [11, 5, 0]]), rule::PLACEMENT);
    g.dice(&[2]).say(&at(2, 3, &[[4, 2, 0], [10, 5, 60]]));
    assert_eq!(g.at(4), [10, 5, 60]);
}

#[test]
fn pieces_do_not_overlap_at_set_up() {
    let mut g = placing(Mode::Open, &[("spitfire", 2)], &[("bf-109", 2)], Side::Axis);
    g.refused(&at(2, 3, &[[6000, 3000, 0], [6900, 3000, 0]]), rule::STACKING);
    g.refused(&at(2, 3, &[[6000, 3000, 0], [6900, 3000, 360]]), rule::PLAY_MODE);
    g.refused(&at(2, 3, &[[6000, 6001, 0], [6000, 3000, 0]]), rule::SETUP_AREAS);
    g.dice(&[2]).say(&at(2, 3, &[[6000, 6000, 0], [6000, 0, 0]]));
}

/// However far off somebody writes a place, it is outside the area and too far from the others, and nothing overflows.
#[test]
fn places_far_off_are_outside_the_area() {
    let (most, least) = (i32::MAX, i32::MIN);
    let mut g = placing(Mode::Open, &[("spitfire", 2)], &[("bf-109", 2)], Side::Axis);
    for far in [[most, most, 0], [least, least, 0], [most, least, 0], [6000, least, 0]] {
        g.refused(&at(2, 3, &[far, [6000, 3000, 0]]), rule::SETUP_AREAS);
        g.refused(&at(2, 3, &[[most, 6000, 0], far]), rule::SETUP_AREAS);
        let draft = serde_json::from_str(&at(2, 3, &[far])).unwrap();
        assert!(g.table.menu(Side::Axis, Some(&draft)).draft.is_some());
    }
    let (most, least) = (i16::MAX, i16::MIN);
    let mut g = placing(Mode::Hexes, &[("spitfire", 2)], &[("bf-109", 2)], Side::Axis);
    for [col, row] in [[most, most], [least, least], [most, least], [least, most]] {
        let far = format!(r#"{{"hex":[{col},{row}],"facing":"N"}}"#);
        let both = |other: &str| format!(r#"{{"place":{{"group":2,"altitude":3,"at":[{far},{other}]}}}}"#);
        g.refused(&both(r#"{"hex":[3,3],"facing":"S"}"#), rule::SETUP_AREAS);
        g.refused(&both(r#"{"hex":[32767,-32768],"facing":"S"}"#), rule::SETUP_AREAS);
    }
}

/// 96 aircraft find room on the open table, but not if the first of them are strewn so widely that no other disk fits
/// between them: that is refused as soon as it would bar the last groups' way, and some other place is always left.
#[test]
fn no_group_bars_the_way_of_those_that_wait() {
    let groups: Vec<(&str, u8)> = vec![("nate", 4); 24];
    let mut g = placing(Mode::Open, &[("spitfire", 2)], &groups, Side::Axis);
    // Rows of disks 1.7 SU apart, every other row shifted: nowhere in between is a free place for one more.
    let four =
        |row: i32, n: i32| [0, 1, 2, 3].map(|k| [850 * (row % 2) + 1700 * (4 * n + k), 500 + 1250 * row, 0]);
    let fours = (0..3).flat_map(|n| (0..5).map(move |row| four(row, n)));
    let (mut strewn, mut barred) = (0, false);
    for (n, four) in fours.enumerate() {
        let command = serde_json::from_str(&at(2 + n as u16, 3, &four)).unwrap();
        match g.table.act(Side::Axis, command, &[1]) {
            Ok(_) => strewn += 1,
            Err(table::ActError::Refused(no)) => {
                barred = no.first().is_some_and(|r| r.says == "the groups that wait would find no room");
                break;
            }
            Err(other) => panic!("{other:?}"),
        }
    }
    assert!(barred && strewn > 5, "{strewn}: {}", rule::PLACEMENT);
    // Whatever is offered and drawn from here on leads to the end of set-up.
    let mut chooser = SeededDice::new(Seed::from_number(1));
    for _ in strewn..24 {
        let menu = g.table.menu(Side::Axis, None);
        assert!(menu.choices.iter().any(|c| c.barred.is_empty()));
        let command = SpittingFire::sample(g.look(Side::Axis), &mut chooser);
        let left = g.state().left[1];
        let done = g.table.act(Side::Axis, command, &[if left > 0 { 1 } else { 2 }]);
        assert!(done.is_ok(), "{done:?}");
    }
    assert!(g.state().groups.iter().filter(|g| g.side == Side::Axis).all(|g| g.placed));
}

/// The largest force, in groups of any sizes, is never barred from the start.
#[test]
fn the_largest_force_finds_room_on_every_board() {
    for (width, sizes) in
        [(24, [4, 4]), (25, [3, 2]), (27, [2, 2]), (40, [3, 4]), (57, [2, 4]), (120, [4, 2])]
    {
        let mut board = crate::common::scenario("match");
        (board.options.mode, board.options.points) = (Mode::Open, Some(30_000));
        (board.options.width, board.options.height) = (Some(width), Some(width.max(36)));
        let mut left = 4 * width as usize;
        let mut list = spitting_fire::command::ForceList::default();
        for n in 0.. {
            let count = sizes[n % 2].min(left);
            if count < 2 {
                break;
            }
            list.add_group("nate", count);
            left -= count;
        }
        let text = serde_json::to_string(&spitting_fire::command::Command::Force(list)).unwrap();
        board.options.axis_edge = AxisEdge::South;
        let mut g = Fight::new(&board);
        g.say(r#"{"force":{"aircraft":["spitfire","spitfire"]}}"#).say("confirm");
        g.side(Side::Axis).say(&text).dice(&[1]).say("confirm");
        let empty = spitting_fire::command::Place { group: 2, altitude: 3, ..Default::default() };
        let first = spitting_fire::placement::squeezed(g.look(Side::Axis), empty);
        let text = serde_json::to_string(&spitting_fire::command::Command::Place(first)).unwrap();
        g.dice(&[1]).say(&text);
    }
}

#[test]
fn a_die_may_decide_the_edges() {
    for (die, south) in [(3, true), (4, false)] {
        let mut random = crate::common::scenario("match");
        random.options.axis_edge = AxisEdge::Random;
        let mut g = Fight::new(&random);
        g.say(r#"{"force":{"aircraft":["spitfire","spitfire"]}}"#).say("confirm");
        g.side(Side::Axis).say(r#"{"force":{"aircraft":["bf-109","bf-109"]}}"#);
        g.dice(&[die, 1]).say("confirm");
        assert!(g.cites(rule::SETUP_AREAS) && g.cites(rule::DICE));
        assert_eq!(g.state().axis_south, Some(south));
    }
}

#[test]
fn the_placement_cards_become_the_activation_deck() {
    let mut g = placing(Mode::Hexes, &[("spitfire", 2)], &[("bf-109", 2)], Side::Axis);
    g.dice(&[2]).say(&at(2, 3, &[[4, 2, 0], [10, 5, 60]]));
    g.side(Side::Allies).say(&at(1, 3, &[[4, 32, 180], [6, 32, 180]]));
    assert_eq!((g.state().phase, g.state().left, g.state().flipped), (Phase::Plotting, [1, 1], [0, 0]));
    g.say("plot 1 level-left; confirm").side(Side::Axis).say("plot 2 level-left").dice(&[2]).say("confirm");
    assert!(g.cites(rule::ACTIVATION_DECK));
    assert_eq!((g.state().left, g.state().flipped), ([0, 1], [1, 0]));
}

/// What the draft of an Axis placement is told.
fn drafted(g: &Fight, text: &str) -> table::Sketch<Command> {
    let draft = serde_json::from_str(text).unwrap();
    g.table.menu(Side::Axis, Some(&draft)).draft.unwrap().sketch
}

/// Where a command puts the aircraft of its group.
fn places(command: &Command) -> Vec<[i32; 3]> {
    let Command::Place(place) = command else { panic!("{command:?}") };
    let point = |s: &Stand| match s {
        Stand::Point(p) => [p.x, p.y, p.heading.into()],
        Stand::Hex(_) => panic!("{s:?}"),
    };
    place.at.iter().map(point).collect()
}

#[test]
fn on_the_open_table_a_draft_says_where_the_next_aircraft_may_stand() {
    let mut g = placing(Mode::Open, &[("spitfire", 2)], &[("bf-109", 2), ("wuerger", 2)], Side::Axis);
    g.dice(&[1]).say(&at(2, 3, &[[6000, 3000, 0], [8000, 3000, 0]]));
    assert_eq!(drafted(&g, &at(3, 0, &[])).free, [], "the altitude comes first");
    let free = drafted(&g, &at(3, 4, &[])).free;
    let [first] = free.as_slice() else { panic!("{free:?}") };
    let point = |x, y| At::Point { x, y };
    assert_eq!((first.from, first.to), (point(0, 0), point(24_000, 6000)), "{}", rule::SETUP_AREAS);
    assert_eq!((first.near.len(), first.clear.len(), first.crowded), (0, 2, false));
    assert!(first.allows(point(7123, 1)) && first.allows(point(24_000, 0)));
    assert!(!first.allows(point(7123, -1)) && !first.allows(point(7123, 6001)));
    assert!(first.allows(point(6998, 3000)) && !first.allows(point(6997, 3000)), "{}", rule::STACKING);
    let free = drafted(&g, &at(3, 4, &[[12_345, 2345, 17]])).free;
    assert_eq!(free[0].aircraft, PieceId(6));
    assert!(
        free[0].allows(point(18_347, 2345)) && !free[0].allows(point(18_348, 2345)),
        "{}",
        rule::PLACEMENT
    );
    // Once both stand, either may stand elsewhere.
    let whole = at(3, 4, &[[12_345, 2345, 17], [14_001, 77, 359]]);
    let fields: Vec<String> = drafted(&g, &whole).free.into_iter().map(|f| f.field).collect();
    assert_eq!(fields, ["/place/at/0", "/place/at/1"]);
    g.dice(&[2]).say(&whole);
    assert_eq!(g.at(5), [12_345, 2345, 17]);
    let g = placing(Mode::Hexes, &[("spitfire", 2)], &[("bf-109", 2)], Side::Axis);
    assert_eq!(drafted(&g, &at(2, 3, &[])).free, [], "on hexes every place is a choice");
}

#[test]
fn a_point_that_will_not_do_is_moved_to_the_nearest_that_will() {
    let mut g = placing(Mode::Open, &[("spitfire", 2)], &[("bf-109", 2), ("wuerger", 3)], Side::Axis);
    g.dice(&[1]).say(&at(2, 3, &[[6000, 3000, 0], [8000, 3000, 0]]));
    // A legal first point stays, and the others stand beside it.
    let mended = drafted(&g, &at(3, 4, &[[12_345, 2345, 17]])).mended.unwrap();
    assert_eq!(places(&mended.command), [[12_345, 2345, 17], [13_345, 2345, 17], [11_345, 2345, 17]]);
    assert_eq!((mended.also.len(), mended.barred), (3, vec![]));
    // In front of the area: back to its edge.
    let mended = drafted(&g, &at(3, 4, &[[12_345, 9999, 0]])).mended.unwrap();
    assert_eq!(places(&mended.command)[0], [12_345, 6000, 0]);
    assert_eq!(mended.barred[0].rule, rule::SETUP_AREAS);
    // On another piece: beside it, to a twentieth of an SU.
    let mended = drafted(&g, &at(3, 4, &[[6100, 3000, 0]])).mended.unwrap();
    assert_eq!(places(&mended.command)[0], [7000, 3000, 0]);
    assert_eq!(mended.barred[0].rule, rule::STACKING);
    // Too far from its group: as near as the group allows. The others stay.
    let far = at(3, 4, &[[12_000, 3000, 0], [13_000, 3000, 0], [24_000, 3000, 90]]);
    let mended = drafted(&g, &far).mended.unwrap();
    assert_eq!(places(&mended.command), [[12_000, 3000, 0], [13_000, 3000, 0], [18_002, 3000, 90]]);
    assert_eq!(mended.barred[0].rule, rule::PLACEMENT);
    g.dice(&[2]).say(&serde_json::to_string(&mended.command).unwrap());
    // What can be given as it stands needs no mending, and what names no point has nothing to mend.
    let g = placing(Mode::Open, &[("spitfire", 2)], &[("bf-109", 2)], Side::Axis);
    assert_eq!(drafted(&g, &at(2, 3, &[[6000, 3000, 0], [8000, 3000, 0]])).mended, None);
    assert_eq!(drafted(&g, &at(2, 3, &[])).mended, None);
}

/// On a full board a region can promise less: a point in it may leave no room for the groups that wait.
#[test]
fn a_crowded_board_says_so() {
    let groups = vec![("bf-109", 4); 9];
    let g = placing(Mode::Open, &[("spitfire", 2)], &groups, Side::Axis);
    let draft = drafted(&g, &at(2, 3, &[[12_000, 3000, 0]]));
    assert!(draft.free[0].crowded, "{}", rule::PLACEMENT);
    assert_eq!(draft.mended.unwrap().barred, []);
}
