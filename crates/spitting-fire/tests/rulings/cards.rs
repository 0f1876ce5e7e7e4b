//! Section 3: the aircraft card.

use crate::common::{data, hexes, open, spitfire};
use spitting_fire::card::{CardEntry, Status};
use spitting_fire::field::Arc;
use spitting_fire::{SpittingFire, rule};
use table::view::CardTableKind;
use table::{Library, Pilot, RuleId};

fn entry(id: &str) -> &'static CardEntry {
    &data().cards.iter().find(|c| c.entry.id == id).unwrap().entry
}

/// The path and rule of the first flaw of a card.
fn flaw(change: impl FnOnce(&mut CardEntry)) -> (String, Option<RuleId>) {
    let mut board = hexes().card("odd", change);
    board.scenario.state = None;
    board.flaw()
}

#[test]
fn a_card_that_fails_the_check_is_refused() {
    let card = |field: &str| (format!("cards[0].{field}"), Some(rule::CARD));
    assert_eq!(flaw(|c| c.points = 0), card("points"));
    assert_eq!(flaw(|c| c.def = 7), card("def"));
    assert_eq!(flaw(|c| c.def = 1), card("def"));
    assert_eq!(flaw(|c| c.boxes = 0), card("boxes"));
    assert_eq!(flaw(|c| c.min = 0), card("min"));
    assert_eq!(flaw(|c| c.climb = 4), card("climb"));
    assert_eq!(flaw(|c| c.level = 7), card("level"));
    assert_eq!(flaw(|c| c.dive = 11), card("dive"));
    assert_eq!(flaw(|c| c.turn = 0), card("turn"));
    assert_eq!(flaw(|c| c.alt = 2), card("alt"));
    assert_eq!(flaw(|c| c.weapons = vec!["LMG 4XX".into()]), card("weapons[0]"));
    assert_eq!(flaw(|c| c.weapons = vec!["50mm FF".into()]), card("weapons[0]"));
    assert_eq!(flaw(|c| c.weapons = vec!["LMG 17FF".into()]), card("weapons[0]"));
    assert_eq!(flaw(|c| c.id = "spitfire".into()), card("id"));
}

#[test]
fn ex_06_names_and_types_follow_the_book() {
    assert!(entry("nate").model.contains("Ki-27") && entry("nate").name == "Nate");
    assert!(entry("reisen").model.contains("A6M") && entry("reisen").name == "Reisen");
    // Types are told apart, names need not be.
    let same = flaw(|c| c.model = "Supermarine Spitfire Mk.IX".into());
    assert_eq!(same, ("cards[0].type".to_owned(), Some(rule::CARD_NAME_TYPE)));
    let twin = hexes().card("twin", |c| c.name = "Spitfire".into());
    assert!(
        SpittingFire::set_up(data(), &crate::common::flown(twin, "twin", [3, 3, 0], "level-left").scenario)
            .is_ok()
    );
}

#[test]
fn ex_07_a_defensive_rating_is_reached_or_not() {
    // One HMG hit of two dice on DEF 5+: only fives and sixes count.
    let marked = |dice: [u8; 3]| {
        let board = hexes().card("gun", |c| c.weapons = vec!["HMG FF".into()]);
        let board = board.card("tough", |c| (c.def, c.nation) = (5, spitting_fire::card::Nation::Germany));
        let mut g = board
            .allies("gun", 5, &[[10, 10, 0]])
            .axis("tough", 5, &[[10, 12, 0], [0, 0, 0]])
            .active(1, "straight-level")
            .moved(1)
            .go();
        let mut all = dice.to_vec();
        all.push(1);
        g.dice(&all).say("attack 2:0");
        assert!(g.cites(rule::DEFENSIVE_RATING));
        g.plane(2).damage
    };
    assert_eq!(marked([4, 4, 4]), 0);
    assert_eq!(marked([4, 5, 4]), 1);
    assert_eq!(marked([4, 6, 5]), 2);
}

#[test]
fn ex_08_the_climb_rate_and_the_minimum() {
    for marker in ["climb-left", "straight-climb", "climb-right"] {
        let g = spitfire(hexes(), [10, 10, 0], marker);
        let card = &g.table.rules().cards[3];
        assert_eq!(card.entry.id, "spitfire");
        let plan = SpittingFire::plans(g.table.rules(), g.state(), table::PieceId(1)).plans;
        assert!(!plan.is_empty());
        let total = spitting_fire::movement::fresh(g.table.rules(), g.state(), 0).total;
        assert_eq!((total, card.min), (8, 5), "{}", rule::MOVEMENT_RATES);
    }
}

#[test]
fn the_turn_rating_is_what_dice_and_distance_are_compared_with() {
    let nimble = open().card("nimble", |c| c.turn = 2);
    let mut g = crate::common::flown(nimble, "nimble", [12_000, 10_000, 0], "level-left").go();
    g.say("forward 2").dice(&[1]).say("tight-turn left");
    assert!(g.cites(rule::TURN_RATING));
    assert_eq!(g.counters().spent, 3);
    g.say("pivot left 120");
    assert_eq!(g.counters().spent, 5);
}

#[test]
fn ex_09_nobody_climbs_above_the_maximum_altitude() {
    let low = |altitude: i16| {
        let board = hexes().card("low", |c| c.alt = 7);
        board.allies("low", altitude, &[[10, 10, 0]]).axis("bf-109", 2, &[[0, 35, 180]])
    };
    let mut eighth = low(8);
    eighth.state().card = Some(table::Side::Allies);
    assert_eq!(eighth.flaw(), ("groups[0].altitude".to_owned(), Some(rule::MAXIMUM_ALTITUDE)));
    let mut g = low(7).plot(1, "straight-climb").card_of(table::Side::Allies).go();
    g.say("activate 1");
    assert!(g.cites(rule::STALL));
}

#[test]
fn ex_10_every_unit_counted_is_a_weapon_of_its_own() {
    let card = data().cards.iter().find(|c| c.entry.id == "zerstoerer").unwrap();
    let lmg: Vec<_> = card.weapons.iter().filter(|w| w.damage == 1).map(|w| w.arc).collect();
    assert_eq!(lmg, [Arc::Ff, Arc::Ff, Arc::Ff, Arc::Ff, Arc::Rt], "{}", rule::WEAPONS);
    // Three dice for a 20 mm hit: at most three points.
    let g = hexes().allies("spitfire", 5, &[[10, 10, 0]]).axis("wuerger", 5, &[[10, 12, 180]]);
    let g = g.active(1, "straight-level").moved(1).go();
    let odds = g.odds(1, 2, Some("0")).unwrap();
    assert_eq!(odds.damage.last().unwrap().points, 3);
    assert_eq!((odds.hit.exact.as_str(), odds.harm.exact.as_str()), ("1/2", "7/16"));
}

#[test]
fn all_cards_are_there_with_their_sources() {
    let of = |status| data().cards.iter().filter(|c| c.entry.status == status).count();
    assert_eq!((of(Status::Book), of(Status::Named), of(Status::Extra)), (26, 3, 12));
    assert!(data().cards.iter().all(|c| c.entry.prov.len() == 10 && c.entry.shape.span_dm > 0));
    let spitfire = &SpittingFire::cards(data())[3];
    let value = |rule: RuleId| {
        let value = spitfire.values.iter().find(|v| v.rule == rule).unwrap();
        (value.value.as_str(), value.source.as_deref().unwrap_or("ours"))
    };
    assert_eq!(value(rule::POINT_VALUE), ("35", "printed"));
    let printed = |rule: RuleId| spitfire.tables.iter().find(|t| t.rule == rule).unwrap();
    let boxes = printed(rule::DAMAGE_BOXES);
    assert_eq!((boxes.kind, boxes.columns.len()), (CardTableKind::Boxes, 5));
    assert_eq!(boxes.gauges, ["Damage"], "the aircraft's gauge crosses them off");
    assert_eq!(boxes.source.as_deref(), Some("printed, read from a damaged line"));
    let rates = printed(rule::MOVEMENT_RATES);
    assert_eq!(rates.columns, ["MIN", "CLIMB", "LEVEL", "DIVE"]);
    assert_eq!(rates.rows[0].cells, ["5", "8", "12", "18"]);
    assert_eq!(printed(rule::WEAPONS).rows[0].head, "20mm");
    assert_eq!(value(rule::AIRCRAFT_DISK).0, "Allies (blue)");
    assert_eq!(value(rule::CARD_NAME_TYPE).0, "Supermarine Spitfire Mk.IX");
    assert_eq!(spitfire.class, "Allies (blue)");
}

#[test]
fn disks_show_the_side_by_their_colour() {
    let class = |id: &str| SpittingFire::cards(data()).into_iter().find(|c| c.id == id).unwrap().class;
    let shown = [class("reisen"), class("corsair"), class("d520")];
    assert_eq!(shown, ["Axis (red)", "Allies (blue)", "either side (gold)"], "{}", rule::AIRCRAFT_DISK);
}
