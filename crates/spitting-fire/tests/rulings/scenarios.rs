//! Scenario files: ready-made ones, any position of a real table, and what is refused with the path of the field.

use crate::common::{Setup, data, hexes, open, word};
use spitting_fire::field::Hand;
use spitting_fire::options::AxisEdge;
use spitting_fire::scenario::{Cards, Members, MovingEntry, PendingEntry, PlaneEntry, Scenario};
use spitting_fire::state::{Bank, Fate, Phase};
use spitting_fire::{SpittingFire, forces, rule};
use table::view::At;
use table::{Library, PieceId, Position, RuleId, Seat, Side};

/// One Spitfire and one Bf 109, the Allied card flipped.
fn duel() -> Setup {
    let setup = hexes().allies("spitfire", 5, &[[10, 10, 0]]).axis("bf-109", 5, &[[10, 20, 180]]);
    setup.card_of(Side::Allies)
}

fn refused(setup: &Setup, path: &str, rule: RuleId) {
    assert_eq!(setup.flaw(), (path.to_owned(), Some(rule)));
}

#[test]
fn positions_off_the_board_or_on_each_other_are_refused() {
    let at = |col, row| duel().plane(1, 1, |p| p.hex = Some(word(&format!("{col}.{row}"))));
    refused(&at(24, 10), "groups[0].aircraft[0].hex", rule::PLAYING_AREA);
    refused(&at(3, 36), "groups[0].aircraft[0].hex", rule::PLAYING_AREA);
    refused(&at(-1, 3), "groups[0].aircraft[0].hex", rule::PLAYING_AREA);
    refused(&at(32_767, -32_768), "groups[0].aircraft[0].hex", rule::PLAYING_AREA);
    refused(&at(10, 20), "groups[1].aircraft[0]", rule::STACKING);
    let near = open().allies("spitfire", 5, &[[5000, 5000, 0]]).axis("bf-109", 5, &[[5997, 5000, 0]]);
    refused(&near.card_of(Side::Allies), "groups[1].aircraft[0]", rule::STACKING);
    let touching = open().allies("spitfire", 5, &[[5000, 5000, 0]]).axis("bf-109", 5, &[[5998, 5000, 0]]);
    touching.card_of(Side::Allies).go();
    let odd = open().allies("spitfire", 5, &[[5000, 5000, 360]]).axis("bf-109", 5, &[[9000, 5000, 0]]);
    refused(&odd.card_of(Side::Allies), "groups[0].aircraft[0].heading", rule::OPEN_GEOMETRY);
}

#[test]
fn impossible_values_are_refused() {
    refused(&duel().plane(1, 1, |p| p.damage = -1), "groups[0].aircraft[0].damage", rule::DAMAGE_BOXES);
    refused(&duel().plane(1, 1, |p| p.damage = 5), "groups[0].aircraft[0].damage", rule::DAMAGE_BOXES);
    refused(&duel().plane(1, 1, |p| p.level = Some(4)), "groups[0].aircraft[0].level", rule::ALTITUDE_CHANGE);
    refused(&duel().plane(1, 1, |p| p.acted = true), "groups[0].aircraft[0].acted", rule::ACTIVATION);
    refused(
        &duel().plane(1, 1, |p| p.bank = Some(Bank::Left)),
        "groups[0].aircraft[0].bank",
        rule::OPT_BANKING,
    );
    refused(&duel().with(|s| s.groups[0].altitude = Some(9)), "groups[0].altitude", rule::MAXIMUM_ALTITUDE);
    refused(&duel().with(|s| s.groups[0].altitude = None), "groups[0].altitude", rule::MAXIMUM_ALTITUDE);
    refused(&duel().with(|s| s.groups[0].card = "zeppelin".into()), "groups[0].card", rule::CARD);
    refused(&duel().with(|s| s.groups[0].card = "reisen".into()), "groups[0].card", rule::SIDES);
    refused(&duel().with(|s| s.groups[1].plot = None), "groups[1].plot", rule::PLOTTING);
    refused(&duel().with(|s| s.options.turns = Some(0)), "options.turns", rule::GAME_LENGTH);
    refused(&duel().with(|s| s.options.points = Some(0)), "options.allies-points", rule::POINT_TOTAL);
    let lost = duel().plane(2, 1, |p| p.lost = Some(Fate::LeftBoard));
    refused(&lost, "groups", rule::GAME_LENGTH);
    let five = hexes().allies("spitfire", 5, &[[1, 1, 0], [3, 1, 0], [5, 1, 0], [7, 1, 0], [9, 1, 0]]);
    refused(&five, "groups[0].aircraft", rule::FLIGHT_GROUP);
    let alone = duel().allies("spitfire", 5, &[[1, 1, 0], [3, 1, 0]]);
    refused(&alone, "groups[0].aircraft", rule::FLIGHT_GROUP);
}

#[test]
fn impossible_moments_are_refused() {
    let at = |change: &dyn Fn(&mut Setup)| {
        let mut setup = duel();
        change(&mut setup);
        setup.flaw()
    };
    let flaw = |path: &str, rule: RuleId| (path.to_owned(), Some(rule));
    assert_eq!(at(&|s| s.state().turn = Some(11)), flaw("state.turn", rule::GAME_LENGTH));
    assert_eq!(at(&|s| s.state().card = None), flaw("state.card", rule::ACTION_PHASE));
    assert_eq!(at(&|s| s.state().active_group = Some(7)), flaw("state.active-group", rule::ACTION_PHASE));
    assert_eq!(
        at(&|s| s.state().cards_left = Some(Cards { red: 2, black: 0 })),
        flaw("state.cards-left", rule::DECK_UPKEEP)
    );
    assert_eq!(
        at(&|s| _ = s.state().points.insert(Side::Axis, -5)),
        flaw("state.points.axis", rule::VICTORY)
    );
    assert_eq!(at(&|s| s.state().confirmed = vec![Side::Axis]), flaw("state.confirmed", rule::PLOTTING));
    assert_eq!(at(&|s| s.state().phase = Some(Phase::Plotting)), flaw("state.card", rule::SEQUENCE));
    // In the choosing phase nothing stands on the board.
    assert_eq!(at(&|s| s.state().phase = Some(Phase::Choosing)), flaw("groups[0].aircraft", rule::SEQUENCE));
}

fn moving(change: impl FnOnce(&mut MovingEntry)) -> Setup {
    let mut entry = MovingEntry {
        aircraft: PieceId(1),
        mp_total: Some(12),
        mp_spent: 4,
        fwd_total: 4,
        fwd_since: 4,
        first_turn_tried: true,
        legs: Vec::new(),
        pending: Some(PendingEntry::HalfLoop),
        ended: false,
    };
    change(&mut entry);
    let mut setup = duel().active(1, "level-left");
    setup.state().moving = Some(entry);
    setup
}

#[test]
fn a_position_may_be_entered_in_the_middle_of_a_move() {
    let mut g = moving(|_| {}).go();
    g.refused("forward 1", rule::PIVOT).say("pivot left 180");
    assert_eq!((g.at(1), g.counters().spent), ([10, 10, 180], 12));
    refused(&moving(|m| m.mp_total = Some(11)), "state.moving.mp-total", rule::MOVEMENT_RATES);
    refused(&moving(|m| m.mp_spent = 13), "state.moving.mp-spent", rule::MOVEMENT_POINTS);
    refused(&moving(|m| m.mp_spent = -1), "state.moving.mp-spent", rule::MOVEMENT_POINTS);
    refused(&moving(|m| m.fwd_total = 5), "state.moving.fwd-total", rule::MOVEMENT_POINTS);
    refused(&moving(|m| m.fwd_since = 5), "state.moving.fwd-since", rule::TURN);
    let late = |m: &mut MovingEntry| (m.mp_spent, m.fwd_total, m.fwd_since) = (5, 5, 5);
    refused(&moving(late), "state.moving.pending", rule::PIVOT);
    refused(&moving(|m| m.aircraft = PieceId(2)), "state.moving.aircraft", rule::ACTIVATION);
}

/// What no way of flying leads to. The Spitfire has a turn rating of 4 and 12 MPs.
#[test]
fn counters_that_no_move_leads_to_are_refused() {
    /// mp-spent, fwd-total, fwd-since.
    type Counts = (i16, i16, i16);
    let at = |counts: Counts, tried, pending, ended| {
        moving(|m| {
            (m.mp_spent, m.fwd_total, m.fwd_since) = counts;
            (m.first_turn_tried, m.pending, m.ended) = (tried, pending, ended);
        })
    };
    let flying = |counts, tried| at(counts, tried, None, false);
    let no = |setup: &Setup, field: &str, rule| refused(setup, &format!("state.moving.{field}"), rule);
    no(&flying((32_767, 32_767, 32_767), true), "mp-spent", rule::MOVEMENT_POINTS);
    no(&flying((4, 4, i16::MIN), true), "fwd-since", rule::TURN);
    no(&flying((i16::MIN, 4, 4), true), "mp-spent", rule::MOVEMENT_POINTS);
    // A manoeuvre costs 4 or 8 MPs, and only when a turn has been tried.
    no(&flying((6, 4, 0), true), "mp-spent", rule::MOVEMENT_POINTS);
    no(&flying((8, 4, 4), false), "fwd-since", rule::TURN);
    flying((8, 4, 0), true).go();
    // No turn before 4 SU, and none leaves a count of more than what was flown after those.
    no(&flying((3, 3, 0), true), "first-turn-tried", rule::TURN);
    no(&flying((5, 5, 2), true), "fwd-since", rule::TURN);
    no(&flying((5, 5, 2), false), "fwd-since", rule::TURN);
    no(&flying((5, 5, 5), true), "fwd-since", rule::TURN);
    flying((5, 5, 1), true).go();
    // Before the turn that the arrow asks for nobody gets to 8 SU, or to the end of the move.
    no(&flying((8, 8, 8), false), "fwd-total", rule::CURVED_ARROW);
    no(&at((5, 5, 5), false, None, true), "ended", rule::CURVED_ARROW);
    no(&at((4, 4, 0), true, None, true), "ended", rule::MINIMUM_MOVE);
    at((5, 5, 1), true, None, true).go();
    let straight = |s: Setup| s.with(|s| s.groups[0].plot = Some(word("straight-level")));
    no(&straight(flying((5, 5, 0), true)), "first-turn-tried", rule::STRAIGHT_ARROW);
    // A first tight turn goes to the arrow's side, after 4 SU.
    let tight = |counts, side| at(counts, true, Some(PendingEntry::TightTurn(side)), false);
    no(&tight((4, 4, 4), Hand::Right), "pending", rule::PIVOT);
    no(&tight((6, 6, 2), Hand::Left), "pending", rule::PIVOT);
    tight((4, 4, 4), Hand::Left).go();
    tight((8, 8, 4), Hand::Right).go();
    no(&at((4, 4, 4), true, Some(PendingEntry::HalfLoop), true), "pending", rule::PIVOT);
}

#[test]
fn a_move_begins_on_the_board_and_on_a_free_place() {
    let flying = |row| {
        let counts = |m: &mut MovingEntry| (m.first_turn_tried, m.pending) = (false, None);
        moving(counts).plane(1, 1, move |p| p.hex = Some(word(&format!("10.{row}"))))
    };
    flying(4).go();
    refused(&flying(3), "state.moving.fwd-since", rule::FORWARD);
    let taken = flying(24);
    refused(&taken, "state.moving.legs", rule::STACKING);
    // It may be on another piece on its way.
    flying(20).go();
}

#[test]
fn what_an_aircraft_has_done_fits_its_groups_turn() {
    let active = || duel().active(1, "level-left");
    // It would be asked for an attack that it may not make.
    refused(
        &active().plane(1, 1, |p| p.attacked = true),
        "groups[0].aircraft[0].attacked",
        rule::ATTACK_TIMING,
    );
    let tailing = |s: Setup| s.with(|s| s.options.tailing = true).plane(1, 1, |p| p.attacked_early = true);
    refused(&tailing(active()), "groups[0].aircraft[0].attacked-early", rule::OPT_TAILING);
    tailing(moving(|_| {})).go();
    // Where the marker's change began there must be a level.
    let at = |level, marker: &str| duel().active(1, marker).with(move |s| s.groups[0].altitude = Some(level));
    refused(&at(1, "climb-left"), "groups[0].altitude", rule::ALTITUDE_CHANGE);
    refused(&at(8, "dive-left"), "groups[0].altitude", rule::ALTITUDE_CHANGE);
    at(8, "climb-left").go();
    at(1, "dive-left").go();
    // A group crashes or stalls as a whole.
    for (fate, rule) in [(Fate::Crashed, rule::CRASH), (Fate::Stalled, rule::STALL)] {
        let pair = hexes().allies("spitfire", 5, &[[1, 1, 0], [3, 1, 0]]).axis("bf-109", 5, &[[9, 9, 0]]);
        let one = pair.card_of(Side::Axis).plane(1, 2, |p| p.lost = Some(fate));
        refused(&one, "groups[0].aircraft[1].lost", rule);
    }
}

#[test]
fn before_the_first_turn_nothing_has_happened() {
    let choosing = |change: &dyn Fn(&mut Setup)| {
        let mut setup = hexes();
        setup.state().phase = Some(Phase::Choosing);
        change(&mut setup);
        setup.flaw()
    };
    let flaw = |path: &str, rule: RuleId| (path.to_owned(), Some(rule));
    assert_eq!(choosing(&|s| s.state().turn = Some(2)), flaw("state.turn", rule::SEQUENCE));
    assert_eq!(choosing(&|s| s.state().card = Some(Side::Axis)), flaw("state.card", rule::SEQUENCE));
    assert_eq!(
        choosing(&|s| _ = s.state().points.insert(Side::Axis, 5)),
        flaw("state.points.axis", rule::VICTORY)
    );
    assert_eq!(
        choosing(&|s| s.state().axis_edge = Some(AxisEdge::South)),
        flaw("state.axis-edge", rule::SEQUENCE)
    );
    // The Axis is placed in the north, the Allies wait.
    let placing = |change: &dyn Fn(&mut Setup)| {
        let mut setup = hexes().allies("spitfire", 1, &[]).axis("bf-109", 5, &[[3, 33, 180], [5, 33, 180]]);
        (setup.state().phase, setup.state().axis_edge) = (Some(Phase::Placement), Some(AxisEdge::North));
        let groups = &mut setup.scenario.groups;
        (groups[0].aircraft, groups[0].altitude) = (Members::Count(2), None);
        groups.iter_mut().for_each(|g| g.plot = None);
        change(&mut setup);
        setup.card_of(Side::Allies)
    };
    placing(&|_| {}).go();
    let hex = |text: &str| Some(word(text));
    let axis = |s: &mut Setup, change: &dyn Fn(&mut PlaneEntry)| {
        let Members::Each(each) = &mut s.scenario.groups[1].aircraft else { panic!("they are placed") };
        change(&mut each[0]);
    };
    let outside = placing(&|s| axis(s, &|p| p.hex = hex("3.20")));
    refused(&outside, "groups[1]", rule::SETUP_AREAS);
    refused(&placing(&|s| axis(s, &|p| p.hex = hex("20.33"))), "groups[1]", rule::PLACEMENT);
    refused(&placing(&|s| s.scenario.groups[1].altitude = Some(1)), "groups[1]", rule::PLACEMENT);
    refused(&placing(&|s| axis(s, &|p| p.damage = 1)), "groups[1].aircraft", rule::SEQUENCE);
    // And after the last turn it is over, but not before.
    let mut over = hexes().allies("spitfire", 5, &[[1, 1, 0]]).axis("bf-109", 5, &[[9, 9, 0]]);
    over.scenario.groups.iter_mut().for_each(|g| g.plot = None);
    over.state().phase = Some(Phase::Over);
    refused(&over, "state.phase", rule::GAME_LENGTH);
    over.state().turn = Some(10);
    over.go();
}

#[test]
fn a_way_flown_is_given_leg_by_leg() {
    let legs = r#"[{"from":{"hex":[14,7],"facing":"NW"},"length":4},{"from":{"hex":[10,9],"facing":"N"},"length":1}]"#;
    let read = |text: &str| serde_json::from_str(text).unwrap();
    let flown = |text: &str| {
        moving(|m| (m.legs, m.pending, m.fwd_since, m.mp_spent, m.fwd_total) = (read(text), None, 1, 5, 5))
    };
    let g = flown(legs).go();
    assert_eq!(g.state().mover.legs.len(), 2);
    refused(&flown(&legs.replace("[10,9]", "[10,8]")), "state.moving.legs[1].from", rule::FORWARD);
    refused(&flown(&legs.replace("\"length\":1", "\"length\":0")), "state.moving.legs", rule::FORWARD);
    let far = legs.replace("[14,7]", "[32767,-32768]");
    refused(&flown(&far), "state.moving.legs[0]", rule::PLAYING_AREA);
    let short = r#"[{"from":{"hex":[10,9],"facing":"N"},"length":1}]"#;
    refused(&flown(short), "state.moving.legs", rule::FORWARD);
    let soon = r#"[{"from":{"hex":[13,8],"facing":"NW"},"length":3},{"from":{"hex":[10,9],"facing":"N"},"length":1}]"#;
    refused(&flown(soon), "state.moving.legs[0].length", rule::FORWARD);
}

#[test]
fn a_force_chosen_and_not_yet_shown_may_be_entered() {
    let mut scenario = Scenario::default();
    let force = |json: &str| serde_json::from_str(json).unwrap();
    let state = scenario.state.insert(Default::default());
    state.forces.insert(Side::Axis, force(r#"{"aircraft":["bf-109","bf-109"]}"#));
    state.confirmed = vec![Side::Axis];
    let g = crate::common::Fight::new(&scenario);
    assert_eq!(g.state().confirmed, [false, true]);
    let state = scenario.state.insert(Default::default());
    state.forces.insert(Side::Axis, force(r#"{"aircraft":["spitfire"]}"#));
    let setup = Setup { scenario };
    refused(&setup, "state.forces.axis", rule::SIDES);
}

#[test]
fn ready_made_forces_are_close_to_their_total_on_both_boards() {
    let mut fixed = 0;
    for (id, scenario) in data().scenarios.iter().filter(|(_, s)| !s.groups.is_empty()) {
        for mode in ["hexes", "open"] {
            let mut scenario = scenario.clone();
            scenario.options.mode = word(mode);
            let Ok(Position { rules, state }) = SpittingFire::set_up(data(), &scenario) else {
                panic!("{id}")
            };
            for side in Side::BOTH {
                let flights = state.forces[side.index()].as_ref().unwrap();
                let own = scenario.groups.iter().filter(|g| g.side == side);
                let home: i32 = own
                    .zip(flights)
                    .map(|(group, flight)| i32::from(group.reserve) * rules.card(flight.card).points)
                    .sum();
                let (cost, total) = (forces::cost(&rules, flights) + home, rules.points[side.index()]);
                // With those in reserve, nothing of the force's own types would still fit.
                let cheapest = flights.iter().map(|f| rules.card(f.card).points).min().unwrap();
                assert!(
                    cost <= total && cost + cheapest > total,
                    "{id}: {side} {cost}: {}",
                    rule::POINT_TOTAL
                );
            }
        }
        fixed += 1;
    }
    assert!(fixed >= 46, "{fixed}");
}

/// Who fought whom: the three Axis nations each of the Allies and France, Vichy France the British, the Americans and the
/// Free French. (Soviet and Vichy forces never met.)
#[test]
fn every_pairing_that_fought_has_forces_of_three_sizes() {
    use spitting_fire::card::Nation::{Britain, France, Germany, Italy, Japan, SovietUnion, UnitedStates};
    let all = [Britain, France, SovietUnion, UnitedStates];
    let axis = [Germany, Italy, Japan].into_iter().flat_map(|axis| all.map(|allies| (allies, axis)));
    let vichy = [(Britain, France), (UnitedStates, France), (France, France)];
    for (allies, axis) in axis.chain(vichy) {
        for points in [500, 1000, 2000] {
            let found = data().scenarios.values().any(|s| {
                let of = |side, nation| {
                    let mut own = s.groups.iter().filter(|g| g.side == side).peekable();
                    let card = |id: &str| data().cards.iter().find(|c| c.entry.id == id).unwrap();
                    own.peek().is_some() && own.all(|g| card(&g.card).entry.nation == nation)
                };
                s.options.points == Some(points) && of(Side::Allies, allies) && of(Side::Axis, axis)
            });
            assert!(found, "{} {}: {points}", allies.name(), axis.name());
        }
    }
}

#[test]
fn every_option_can_be_switched_in_a_scenario() {
    for option in SpittingFire::options() {
        for value in option.values.iter().chain([&option.default]).filter(|v| !v.is_null()) {
            let scenario = serde_json::json!({"title": "t", "options": {&option.id: value}});
            let scenario: Scenario = serde_json::from_value(scenario).unwrap();
            assert!(SpittingFire::set_up(data(), &scenario).is_ok(), "{} {value}", option.id);
        }
    }
    assert!(serde_json::from_str::<Scenario>(r#"{"options": {"speed": 3}}"#).is_err());
}

/// A lost aircraft may be told where it was last, and any where it has flown; nothing of it lies off the board.
#[test]
fn what_is_left_of_a_move_is_told_too() {
    let pair = || {
        let setup = hexes().allies("spitfire", 5, &[[10, 10, 0], [12, 10, 0]]);
        setup.axis("bf-109", 5, &[[10, 20, 180]]).card_of(Side::Allies)
    };
    let gone = |level| pair().plane(1, 1, move |p| (p.lost, p.level) = (Some(Fate::LeftBoard), Some(level)));
    let lost = gone(7).go();
    assert_eq!((lost.at(1), lost.plane(1).level), ([10, 10, 0], 7));
    refused(&gone(70), "groups[0].aircraft[0].level", rule::ALTITUDE_CHANGE);
    let flown = |col| pair().plane(1, 1, move |p| p.track = vec![At::Hex { col, row: 8 }]);
    let trail = flown(10).go().table.view(Seat::Observer).aircraft[0].trail.clone();
    assert_eq!(trail, [At::Hex { col: 10, row: 8 }, At::Hex { col: 10, row: 10 }]);
    refused(&flown(99), "groups[0].aircraft[0].track[0]", rule::PLAYING_AREA);
    let legs = |hex: [i16; 2]| {
        let leg = serde_json::json!([{"from": {"hex": hex, "facing": "N"}, "length": 3}]);
        let mut setup = pair();
        setup.state().last_legs = serde_json::from_value(leg).unwrap();
        setup
    };
    assert_eq!(legs([10, 5]).go().state().mover.legs.len(), 1);
    refused(&legs([10, 99]), "state.last-legs[0].from", rule::PLAYING_AREA);
    refused(&legs([10, 5]).active(1, "straight-level").moved(1), "state.last-legs", rule::ACTIVATION);
}
