//! Sections 1 to 4: board, aircraft, options, set-up.

use crate::common::*;
use fast_and_easy::options::Deployment;
use fast_and_easy::{FastAndEasy, bears, command::Turret};
use serde_json::json;
use sky::{Direction, Grid, Hex};
use table::{Library, RuleId};

fn hex(text: &str) -> Hex {
    let (column, row) = text.split_once('.').unwrap();
    Grid::PointyOddRowsEast.hex(column.parse().unwrap(), row.parse().unwrap())
}

fn name(hex: Hex) -> String {
    let (column, row) = Grid::PointyOddRowsEast.printed(hex);
    format!("{column:02}.{row:02}")
}

fn facing(n: u8) -> Direction {
    Direction::new(n).unwrap()
}

#[test]
fn ex_01_distance_is_the_longest_axial_difference() {
    assert_eq!(hex("04.12").distance(hex("12.12")), 8);
    assert_eq!(hex("04.12").distance(hex("10.04")), 10);
    assert_eq!(hex("03.03").distance(hex("09.14")), 11);
    let flaws = at_step(1).escort("P40", "here", 0).flaws();
    assert_eq!((flaws[0].path.as_str(), flaws[0].rule), ("groups[0].hexes[0]", Some(rule::HEX_NAMES)));
}

#[test]
fn ex_02_neighbours_go_clockwise_from_east() {
    let around = |at: &str| Direction::ALL.map(|d| name(hex(at).ahead(d, 1)));
    assert_eq!(around("10.10"), ["11.10", "10.11", "09.11", "09.10", "09.09", "10.09"]);
    assert_eq!(around("10.11"), ["11.11", "11.12", "10.12", "09.11", "10.10", "11.10"]);
    let flaws = at_step(1).escort("P40", "10.10", 6).flaws();
    assert_eq!((flaws[0].path.as_str(), flaws[0].rule), ("groups[0].facing", Some(rule::FACING)));
}

#[test]
fn ex_03_relative_hexes_turn_with_the_plane() {
    let seen = |f, x, y| name(hex("10.10").relative(facing(f), x, y));
    assert_eq!(seen(0, 2, -1), "11.09");
    assert_eq!(seen(0, -2, 2), "09.12");
    assert_eq!(seen(3, 1, 0), "09.10");
    assert_eq!(seen(3, -1, 1), "10.09");
    assert_eq!(seen(3, -2, 2), "11.08");
    // fast-and-easy/relative-hexes: a wingman stands at [0,-1] or [-1,1] whatever the facing.
    for (shooter, f, wingman) in [("10.10", 0, "09.09"), ("10.10", 3, "10.09")] {
        let mut g = at_step(2)
            .escort("P51 Mustang", shooter, f)
            .escort("P51 Mustang", wingman, f)
            .interceptor("ME 109 G", if f == 0 { "12.10" } else { "08.10" }, 1)
            .play();
        g.ok(fire(1), &[1, 1, 1, 1, 1]);
        assert!(g.cites(rule::FORWARD_GUNS), "{}", rule::RELATIVE_HEXES);
    }
}

#[test]
fn ex_04_a_box3_is_one_vic() {
    let g = at_step(3).formation("B17 G", "box3", "10.10", &[]).play();
    assert_eq!([g.hex(1), g.hex(2), g.hex(3)], ["10.10", "09.12", "09.08"], "{}", rule::FORMATIONS);
}

#[test]
fn ex_05_a_box9_is_three_vics() {
    let g = at_step(3).formation("B17 G", "box9", "04.12", &[]).play();
    let hexes: Vec<_> = (1..=9).map(|i| g.hex(i)).collect();
    assert_eq!(hexes, ["04.12", "03.14", "03.10", "02.16", "01.18", "01.14", "02.08", "01.10", "01.06"]);
    assert!((0..9).all(|i| g.table.state().in_formation(g.table.rules(), i)), "{}", rule::IN_FORMATION);
}

#[test]
fn ex_06_the_smallest_distance_in_a_box20_is_two() {
    let g = at_step(3).formation("B17 G", "box20", "24.07", &[]).play();
    assert_eq!([g.hex(19), g.hex(20)], ["20.07", "14.07"]);
    let hexes: Vec<Hex> = (1..=20).map(|i| g.plane(i).hex).collect();
    let pairs = hexes.iter().enumerate().flat_map(|(n, a)| hexes[..n].iter().map(move |b| a.distance(*b)));
    assert_eq!(pairs.min(), Some(2), "{}", rule::DEPLOY_BOMBERS);
}

fn open_set_up() -> Played {
    Played::scenario("box-over-germany", |s| s.options.interceptor_deployment = Deployment::Free)
}

#[test]
fn ex_07_interceptors_start_at_least_eight_hexes_from_every_enemy() {
    let g = open_set_up();
    assert_eq!(g.no(place(14, "11.12")), rule::DEPLOY_INTERCEPTORS);
    // The escorts stand nearer than the bomber of the example, so a hex eight from them all is taken.
    let free = g.table.menu(table::Side::Axis, Some(&say(json!({ "place": { "aircraft": 14 } }))));
    assert!(free.choices.iter().all(table::Choice::legal) && !free.choices.is_empty());
    let mut g = at_step(1).bomber("B17 G", "04.12", 0).interceptor("ME 109 G", "12.12", 3).alone();
    g.scenario.start = None;
    g.play();
    let mut g = at_step(1).bomber("B17 G", "04.12", 0).interceptor("ME 109 G", "11.12", 3).alone();
    g.scenario.start = None;
    let flaws = g.flaws();
    assert_eq!(flaws[0].path, "groups[1].hexes[0]");
    assert_eq!(flaws[0].rule, Some(rule::DEPLOY_INTERCEPTORS));
}

#[test]
fn ex_08_interceptors_enter_by_a_die() {
    for (face, at) in [(1, "20.03/2"), (4, "36.19/3"), (5, "30.22/4")] {
        let mut g =
            Played::scenario("box-over-germany", |s| s.options.interceptor_deployment = Deployment::Random);
        g.ok(fast_and_easy::Command::Roll, &[face]);
        assert_eq!(g.pose(14), at);
        assert!(g.cites(rule::RANDOM_ENTRY));
    }
}

#[test]
fn ex_92_every_scenario_starts_with_its_opponents_that_far_apart() {
    let distances = [
        ("kent-duel", 17, rule::SCENARIO_KENT_DUEL),
        ("box-over-germany", 17, rule::SCENARIO_BOX_OVER_GERMANY),
        ("black-thursday", 18, rule::SCENARIO_BLACK_THURSDAY),
        ("jets-over-the-reich", 24, rule::SCENARIO_JETS_OVER_THE_REICH),
        ("battle-of-britain", 19, rule::SCENARIO_BATTLE_OF_BRITAIN),
        ("malta-1941", 16, rule::SCENARIO_MALTA_1941),
        ("italy-1943", 18, rule::SCENARIO_ITALY_1943),
        ("remagen-1945", 20, rule::SCENARIO_REMAGEN_1945),
        ("night-lancasters", 13, rule::SCENARIO_NIGHT_LANCASTERS),
        ("big-box", 15, rule::SCENARIO_BIG_BOX),
    ];
    assert_eq!(data().scenarios.len(), distances.len(), "{}", rule::SCENARIOS);
    for (id, distance, rule) in distances {
        let g = Played::scenario(id, |_| {});
        let (rules, state) = (g.table.rules(), g.table.state());
        let sides = [rules.side_set(rules.escort), rules.side_set(rules.interceptor())];
        let pairs = sides[0].iter().flat_map(|a| sides[1].iter().map(move |b| (a, b)));
        let nearest = pairs.map(|(a, b)| state.planes[a].hex.distance(state.planes[b].hex)).min();
        assert_eq!(nearest, Some(distance), "{rule}");
        assert_eq!(rule, RuleId(rule.0));
    }
}

#[test]
fn the_three_maps_have_their_sizes() {
    let size = |id: &str| {
        let g = Played::scenario(id, |_| {});
        (g.table.rules().board.columns, g.table.rules().board.rows)
    };
    assert_eq!(
        [size("kent-duel"), size("box-over-germany"), size("big-box")],
        [(30, 20), (40, 26), (64, 44)]
    );
    let flaws = at_step(1).escort("P40", "40.10", 0).flaws();
    assert_eq!((flaws[0].path.as_str(), flaws[0].rule), ("groups[0].hexes[0]", Some(rule::BOARD)));
}

#[test]
fn only_the_escort_side_has_bombers() {
    let flaws = at_step(1).interceptor("B17 G", "20.10", 3).flaws();
    assert_eq!((flaws[0].path.as_str(), flaws[0].rule), ("groups[0].aircraft", Some(rule::PLANE_CLASSES)));
}

#[test]
fn ratings_engines_and_notes_are_those_of_the_tables() {
    let cards = FastAndEasy::cards(data());
    assert_eq!(cards.len(), 36);
    let value = |card: &str, rule: RuleId, label: &str| {
        let card = cards.iter().find(|c| c.id == card).unwrap();
        card.values.iter().find(|v| v.rule == rule && v.label == label).map(|v| v.value.clone())
    };
    assert_eq!(value("FW 190 A", rule::RATINGS, "SPEED").as_deref(), Some("5"));
    assert_eq!(value("Arado 234", rule::FORWARD_GUNS, "forward guns").as_deref(), Some("–"));
    assert_eq!(value("Lancaster", rule::ENGINES, "engines").as_deref(), Some("4"));
    assert_eq!(value("ME 163 Komet", rule::ENGINES, "engines").as_deref(), Some("1"));
    assert_eq!(value("ME 110 G", rule::NOTES_COLUMN, "rocket salvos").as_deref(), Some("up to 4"));
    assert_eq!(value("ME 262", rule::NOTES_COLUMN, "30 mm cannon").as_deref(), Some("yes"));
    assert_eq!(value("ME 109 G", rule::NOTES_COLUMN, "30 mm cannon"), None);
}

#[test]
fn options_have_the_defaults_of_the_rules() {
    let options = FastAndEasy::options();
    let on: Vec<_> = options.iter().filter(|o| o.default == json!(true)).map(|o| o.id.as_str()).collect();
    assert_eq!(on, ["friendly_fire"], "{}", rule::OPTIONS);
    let fixed = options.iter().find(|o| o.id == "interceptor_deployment").unwrap();
    assert_eq!((fixed.default.clone(), fixed.rule), (json!("fixed"), rule::DEPLOY_INTERCEPTORS));
}

#[test]
fn bombers_start_in_their_zone_and_two_apart() {
    let mut far = at_step(1).bomber("B17 G", "17.12", 0).interceptor("ME 109 G", "35.12", 3).alone();
    far.scenario.start = None;
    assert_eq!(far.flaws()[0].rule, Some(rule::DEPLOY_BOMBERS));
    let mut near = at_step(1)
        .bomber("B17 G", "10.12", 0)
        .bomber("B17 G", "11.12", 0)
        .interceptor("ME 109 G", "35.12", 3)
        .alone();
    near.scenario.start = None;
    assert_eq!(near.flaws()[0].rule, Some(rule::DEPLOY_BOMBERS));
}

#[test]
fn escorts_start_within_six_hexes_of_a_bomber_and_face_as_they_do() {
    let drawn = |hex: &str, facing| {
        let mut drawn = at_step(1)
            .bomber("B17 G", "04.12", 0)
            .escort("P51 Mustang", hex, facing)
            .interceptor("ME 109 G", "35.12", 3)
            .alone();
        drawn.scenario.start = None;
        drawn
    };
    drawn("10.12", 0).play();
    assert_eq!(drawn("11.12", 0).flaws()[0].rule, Some(rule::DEPLOY_ESCORTS));
    assert_eq!(drawn("10.12", 1).flaws()[0].rule, Some(rule::DEPLOY_ESCORTS));
}

#[test]
fn what_the_scenario_leaves_open_the_players_place() {
    let mut drawn = at_step(1)
        .formation("B17 G", "box3", "04.12", &[])
        .group_is(|g| g.formation = Some(Default::default()))
        .escort("P51 Mustang", "-", 0)
        .interceptor("ME 109 G", "30.12", 3)
        .alone();
    drawn.scenario.start = None;
    let mut g = drawn.play();
    let lead =
        |hex: &str, layout: &str| say(json!({ "lead": { "formation": 1, "hex": hex, "layout": layout } }));
    assert_eq!(g.no(lead("04.12", "box2")), rule::FORMATIONS);
    assert_eq!(g.no(lead("17.12", "box3")), rule::DEPLOY_BOMBERS);
    assert_eq!(g.no(place(4, "08.12")), rule::SEQUENCE);
    g.ok(lead("04.12", "box3"), &[]);
    assert_eq!(g.no(place(4, "20.12")), rule::DEPLOY_ESCORTS);
    g.ok(place(4, "08.12"), &[]);
    assert_eq!(g.pose(4), "08.12/0");
    g.ok(fly(4, "F F F F F"), &[]);
}

#[test]
fn the_arcs_divide_the_circle() {
    let hexes: Vec<(i16, i16)> = Hex::default()
        .ring(facing(0), 1)
        .chain(Hex::default().ring(facing(0), 2))
        .chain(Hex::default().ring(facing(0), 3))
        .map(|h| (h.q, h.r))
        .collect();
    let four = [Turret::Nose, Turret::Tail, Turret::SideLeft, Turret::SideRight];
    for turret in four {
        assert_eq!(hexes.iter().filter(|(x, y)| bears(turret, *x, *y)).count(), 9, "{}", rule::BOMBER_ARCS);
    }
    for (x, y) in &hexes {
        assert_eq!(four.iter().filter(|t| bears(**t, *x, *y)).count(), 1);
        assert!(bears(Turret::Top, *x, *y) && bears(Turret::Belly, *x, *y));
    }
}
