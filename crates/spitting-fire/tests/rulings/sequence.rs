//! Section 7: turn sequence.

use crate::common::{Fight, Setup, hexes, open};
use spitting_fire::rule;
use spitting_fire::state::{Phase, Status};
use table::{Seat, Side};

/// Two groups of two a side, plotted, with the Allied card flipped.
fn four_groups() -> Setup {
    hexes()
        .allies("spitfire", 5, &[[4, 10, 0], [6, 10, 0]])
        .allies("hurricane", 5, &[[12, 10, 0], [14, 10, 0]])
        .axis("bf-109", 5, &[[4, 30, 180], [6, 30, 180]])
        .axis("wuerger", 5, &[[12, 30, 180], [14, 30, 180]])
        .card_of(Side::Allies)
}

/// The same before any marker is placed.
fn plotting() -> Fight {
    let mut setup = four_groups();
    for group in &mut setup.scenario.groups {
        group.plot = None;
    }
    *setup.state() = Default::default();
    setup.state().phase = Some(Phase::Plotting);
    setup.go()
}

#[test]
fn commands_belong_to_their_phase() {
    let mut g = plotting();
    for early in ["activate 1", "forward 4", "attack 5:0", "pass"] {
        g.refused(early, rule::SEQUENCE);
    }
    let mut g = four_groups().go();
    for late in ["confirm", "plot 1 level-left", r#"{"place":{"group":1}}"#, r#"{"force":{"aircraft":[]}}"#] {
        g.refused(late, rule::SEQUENCE);
    }
}

#[test]
fn every_group_in_play_gets_a_marker() {
    let mut g = plotting();
    g.say("plot 1 climb-left").refused("confirm", rule::PLOTTING);
    g.refused("plot 3 climb-left", rule::PLOTTING);
    g.say("plot 2 dive-right; confirm");
    // Until both have confirmed a plot may be changed; the confirmation then has to be given again.
    g.say("plot 1 level-left");
    assert_eq!(g.state().confirmed, [false; 2]);
    assert!(g.cites(rule::MARKERS) && g.cites(rule::PLOTTING));
    g.say("confirm").side(Side::Axis).say("plot 3 level-left; plot 4 level-left").dice(&[1]).say("confirm");
    assert_eq!((g.state().phase, g.state().card), (Phase::Action, Some(Side::Axis)));
}

#[test]
fn markers_stay_face_down_until_their_group_is_activated() {
    let mut g = four_groups().plot(1, "climb-left").plot(3, "dive-right").go();
    let tags = |g: &Fight, seat: Seat, id: usize| {
        let view = g.table.view(seat);
        view.aircraft[id - 1].tags.iter().any(|t| t.rule == rule::PLOTTING)
    };
    assert!(tags(&g, Seat::Allies, 1) && !tags(&g, Seat::Axis, 1) && !tags(&g, Seat::Observer, 1));
    g.say("activate 1");
    assert!(tags(&g, Seat::Axis, 1) && tags(&g, Seat::Observer, 1) && !tags(&g, Seat::Allies, 5));
}

#[test]
fn the_side_of_the_card_must_activate_a_group_of_its_own() {
    let mut g = four_groups().done(2).go();
    g.refused("pass", rule::ACTION_PHASE).refused("activate 3", rule::ACTION_PHASE);
    g.refused("activate 2", rule::ACTION_PHASE).refused("activate 9", rule::ACTION_PHASE);
    g.refused("forward 4", rule::ACTION_PHASE);
    g.side(Side::Axis).refused("activate 3", rule::ACTION_PHASE);
    g.side(Side::Allies).say("activate 1").refused("activate 1", rule::ACTION_PHASE);
    g.with(3).refused("forward 4", rule::ACTION_PHASE);
}

#[test]
fn aircraft_of_a_group_act_one_after_the_other_in_any_order() {
    let mut g = four_groups().go();
    g.say("activate 1");
    assert!(g.cites(rule::ACTIVATION) && g.cites(rule::GROUP_COHERENCY));
    g.with(2).say("forward 5").with(1).refused("forward 5", rule::ACTIVATION);
    g.with(2).say("end-move").with(1).refused("forward 5", rule::ACTIVATION);
    g.with(2).say("no-attack").refused("forward 5", rule::ACTIVATION);
    g.with(1).say("forward 5; end-move").dice(&[1]).say("no-attack");
    assert_eq!((g.state().active, g.state().card), (None, Some(Side::Axis)));
    assert_eq!(g.state().groups[0].plot, None);
}

#[test]
fn groups_keep_one_marker_but_no_formation() {
    let mut g = four_groups().go();
    g.say("activate 1");
    g.with(1).say("forward 12; end-move; no-attack").with(2).say("forward 5; end-move");
    let off = g.at(1)[1] - g.at(2)[1];
    assert_eq!((off, g.plane(1).level, g.plane(2).level), (7, 5, 5), "{}", rule::GROUP_COHERENCY);
}

#[test]
fn ex_20_the_altitude_marker_changes_at_activation() {
    let mut g = four_groups().plot(1, "straight-climb").go();
    g.say("activate 1");
    assert!(g.cites(rule::ALTITUDE_CHANGE));
    assert_eq!(g.state().groups[0].altitude, 6);
    // A plane at 7 that dives attacks at 6.
    let setup = hexes().allies("spitfire", 7, &[[10, 10, 0]]).axis("bf-109", 6, &[[10, 17, 0]]);
    let mut g = setup.plot(1, "straight-dive").card_of(Side::Allies).go();
    g.say("activate 1; forward 5; end-move");
    g.dice(&[1, 1, 1, 1, 1, 1, 1]).say("attack 2:0,1,2,3,4,5");
    assert!(g.cites(rule::SAME_ALTITUDE));
}

#[test]
fn ex_21_whoever_has_not_moved_is_still_at_the_old_level() {
    let setup = open()
        .allies("spitfire", 7, &[[12_000, 10_000, 0], [14_000, 10_000, 0]])
        .axis("bf-109", 7, &[[12_000, 17_000, 0]])
        .axis("wuerger", 6, &[[12_500, 18_000, 0]]);
    let mut g = setup.plot(1, "straight-dive").card_of(Side::Allies).go();
    g.say("activate 1; forward 5; end-move");
    assert_eq!((g.plane(1).level, g.plane(2).level), (6, 7), "{}", rule::ALTITUDE_CHANGE);
    g.refused("attack 3:0", rule::SAME_ALTITUDE).dice(&[1]).say("attack 4:0");
}

#[test]
fn ex_22_a_climb_from_the_maximum_altitude_is_a_stall() {
    let group = |altitude| {
        let setup = hexes().allies("spitfire", altitude, &[[4, 10, 0], [6, 10, 0]]);
        setup.axis("bf-109", 5, &[[4, 30, 180], [6, 30, 180]]).allies(
            "hurricane",
            5,
            &[[12, 10, 0], [14, 10, 0]],
        )
    };
    let mut g = group(8).plot(1, "climb-left").card_of(Side::Allies).go();
    g.dice(&[1]).say("activate 1");
    assert!(g.cites(rule::STALL));
    assert!(matches!(g.plane(1).status, Status::Lost(_)) && matches!(g.plane(2).status, Status::Lost(_)));
    assert_eq!(g.state().points, [0, 70]);
    let mut g = group(7).plot(1, "climb-left").card_of(Side::Allies).go();
    g.say("activate 1");
    assert_eq!(g.state().groups[0].altitude, 8);
    assert!(g.plane(1).flying());
}

#[test]
fn ex_23_a_dive_from_level_one_is_a_crash() {
    let setup = hexes()
        .allies("spitfire", 1, &[[4, 10, 0], [6, 10, 0], [8, 10, 0]])
        .allies("hurricane", 5, &[[12, 10, 0], [14, 10, 0]])
        .axis("bf-109", 5, &[[4, 30, 180], [6, 30, 180]]);
    let mut g = setup.plot(1, "dive-right").card_of(Side::Allies).go();
    assert_eq!((g.state().left, g.state().flipped), ([1, 1], [1, 0]));
    g.dice(&[1]).say("activate 1");
    assert!(g.cites(rule::CRASH) && g.cites(rule::DECK_UPKEEP));
    // The card came from those flipped; then a red one was flipped.
    assert_eq!((g.state().left, g.state().flipped), ([1, 0], [0, 1]));
    assert_eq!(g.state().points, [0, 105]);
}

/// One Spitfire and one Bf 109 far apart, the Allied card flipped, in this turn.
fn duel(turn: i32) -> Fight {
    let mut setup = hexes().allies("spitfire", 5, &[[10, 4, 0]]).axis("bf-109", 5, &[[10, 30, 180]]);
    setup.state().turn = Some(turn);
    setup.card_of(Side::Allies).go()
}

/// Both move straight ahead as little as they may.
fn turn_of(g: &mut Fight) {
    g.with(1).say("activate 1; forward 5; end-move").dice(&[1]).say("no-attack");
    g.with(2).say("activate 2; forward 4; end-move; no-attack");
}

#[test]
fn the_end_phase_shuffles_the_whole_deck_and_advances_the_turn() {
    let mut g = duel(1);
    turn_of(&mut g);
    assert!(g.cites(rule::END_PHASE));
    assert_eq!((g.state().turn, g.state().phase, g.state().left), (2, Phase::Plotting, [1, 1]));
    assert_eq!(g.state().flipped, [0, 0], "{}", rule::ACTIVATION_DECK);
}

#[test]
fn the_game_ends_after_ten_turns() {
    let mut g = duel(10);
    turn_of(&mut g);
    assert!(g.cites(rule::GAME_LENGTH) && g.cites(rule::VICTORY));
    assert_eq!(g.table.outcome().unwrap().winner, None);
    for after in ["confirm", "plot 1 level-left", "activate 1", "forward 1", "no-attack", "pass"] {
        g.with(1).refused(after, rule::GAME_LENGTH);
    }
}
