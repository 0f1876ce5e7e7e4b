//! Section 10: losses, victory points, the end of the game.

use crate::common::hexes;
use spitting_fire::rule;
use spitting_fire::state::{Phase, Status};
use table::{Seat, Side};

#[test]
fn ex_66_a_spitfire_shot_down_gives_its_points() {
    let setup = hexes()
        .axis("bf-109", 5, &[[10, 10, 0]])
        .allies("spitfire", 5, &[[10, 12, 0], [20, 30, 0]])
        .plane(2, 1, |p| p.damage = 4);
    let mut g = setup.active(1, "straight-level").moved(1).go();
    g.with(1).dice(&[4, 1, 4, 1, 2]).say("attack 2:0");
    assert!(g.cites(rule::SHOT_DOWN) && g.cites(rule::POINT_VALUE));
    assert_eq!(g.state().points, [0, 35]);
    assert!(matches!(g.plane(2).status, Status::Lost(_)));
}

#[test]
fn ex_67_the_card_of_a_group_not_yet_activated_leaves_the_deck() {
    // Four red and five black groups; one of each colour is done, a second red one is acting.
    let mut setup = hexes();
    for n in 0..5 {
        setup = setup.allies("spitfire", 5, &[[2 * n, 20, 0], [2 * n, 22, 0]]);
    }
    for n in 0..4 {
        setup = setup.axis("bf-109", 5, &[[2 * n, 2, 0], [2 * n, 4, 0]]);
    }
    // The last of the Allied group 5 stands in the sights of the Axis group 7.
    let lost =
        |p: &mut spitting_fire::scenario::PlaneEntry| p.lost = Some(spitting_fire::state::Fate::ShotDown);
    setup = setup.plane(5, 2, lost).plane(5, 1, |p| {
        (p.damage, p.hex) = (4, Some(spitting_fire::command::HexName { col: 2, row: 6 }));
    });
    setup = setup.done(1).done(6).active(7, "straight-level").moved(14);
    setup = setup.plane(7, 1, |p| p.acted = true);
    let mut g = setup.go();
    assert_eq!((g.state().left, g.state().flipped), ([4, 2], [1, 2]));
    g.with(14).dice(&[6, 4, 1, 1, 1]).say("attack 9:0");
    assert!(g.cites(rule::DECK_UPKEEP));
    // Three black were left; a red one has just been flipped.
    assert_eq!((g.state().left, g.state().flipped), ([3, 1], [1, 3]));
    let all = [g.state().left[0] + g.state().flipped[0], g.state().left[1] + g.state().flipped[1]];
    assert_eq!(all, [4, 4]);
    assert_eq!(g.state().groups[4].plot, None);
}

#[test]
fn ex_68_the_card_of_an_acting_group_leaves_those_flipped() {
    let setup = hexes().axis("bf-109", 5, &[[10, 34, 0]]).axis("wuerger", 5, &[[2, 2, 0], [4, 2, 0]]).allies(
        "spitfire",
        5,
        &[[20, 20, 0], [22, 20, 0]],
    );
    let mut g = setup.active(1, "straight-level").go();
    assert_eq!((g.state().left, g.state().flipped), ([1, 1], [0, 1]));
    g.with(1).dice(&[2]).say("forward 4");
    assert!(g.cites(rule::DECK_UPKEEP) && g.cites(rule::LEAVE_BOARD));
    // Then a black card was flipped.
    assert_eq!((g.state().left, g.state().flipped), ([0, 1], [1, 0]));
}

#[test]
fn ex_69_more_points_win_after_the_last_turn() {
    let mut setup = hexes().allies("spitfire", 5, &[[10, 4, 0]]).axis("bf-109", 5, &[[10, 30, 180]]).done(2);
    setup.state().turn = Some(10);
    setup.state().points = [(Side::Allies, 54), (Side::Axis, 35)].into();
    let mut g = setup.active(1, "straight-level").moved(1).go();
    g.say("no-attack");
    assert!(g.cites(rule::VICTORY) && g.cites(rule::GAME_LENGTH));
    let outcome = g.table.outcome().unwrap();
    assert_eq!((outcome.winner, outcome.points), (Some(Side::Allies), [54, 35]));
}

#[test]
fn the_game_ends_at_once_when_a_side_has_no_aircraft_left() {
    let mut setup = hexes().allies("spitfire", 5, &[[10, 33, 0]]).axis("bf-109", 5, &[[10, 20, 180]]);
    setup.state().points = [(Side::Allies, 100)].into();
    let mut g = setup.active(1, "straight-level").go();
    g.say("forward 5");
    assert!(g.cites(rule::GAME_LENGTH));
    assert_eq!(g.state().phase, Phase::Over);
    // Points still decide: 100 to 35.
    assert_eq!(g.table.outcome().unwrap().winner, Some(Side::Allies));
}

/// The Allies ahead 54 to 35, an Axis aircraft moving.
fn ahead() -> crate::common::Fight {
    let mut setup = hexes().axis("bf-109", 5, &[[10, 4, 0]]).allies("spitfire", 5, &[[10, 30, 180]]);
    setup.state().points = [(Side::Allies, 54), (Side::Axis, 35)].into();
    setup.active(1, "straight-level").go()
}

#[test]
fn ex_83_whoever_resigns_has_lost_whatever_the_points() {
    let mut g = ahead();
    g.side(Side::Allies).say("resign");
    assert!(g.cites(table::rule::RESIGN) && g.cites(rule::VICTORY));
    assert_eq!((g.state().phase, g.winner()), (Phase::Over, Some(Side::Axis)));
    let outcome = g.table.outcome().unwrap();
    assert_eq!((outcome.points, outcome.rule.as_str()), ([54, 35], table::rule::RESIGN.0));
    g.side(Side::Axis).refused("resign", table::rule::RESIGN).refused("confirm", rule::GAME_LENGTH);
}

#[test]
fn ex_84_an_agreed_end_is_scored_as_things_stand() {
    let mut g = ahead();
    g.side(Side::Axis).say("offer-end").refused("accept-end", table::rule::ACCEPT_END);
    g.side(Side::Allies).refused("offer-end", table::rule::OFFER_END).say("accept-end");
    assert!(g.cites(table::rule::ACCEPT_END) && g.cites(rule::VICTORY));
    assert_eq!((g.state().offer, g.winner()), (None, Some(Side::Allies)));
}

#[test]
fn ex_84_whoever_plays_on_has_declined() {
    let mut g = ahead();
    g.side(Side::Allies).say("offer-end");
    assert_eq!(g.state().offer, Some(Side::Allies));
    g.with(1).say("forward 4");
    assert_eq!(g.state().offer, None);
    g.refused("accept-end", table::rule::ACCEPT_END);
}

/// An offer is part of the position: a scenario made of it has it too, for whoever looks.
#[test]
fn an_offer_is_entered_again() {
    let mut g = ahead();
    g.side(Side::Allies).say("offer-end");
    for seat in [Seat::Allies, Seat::Axis, Seat::Observer] {
        let known = g.table.as_scenario(seat).and_then(|scenario| scenario.state).unwrap();
        assert_eq!(known.offer, Some(Side::Allies), "{}", table::rule::OFFER_END);
    }
    let again = crate::common::Fight::new(&g.table.as_scenario(Seat::Referee).unwrap());
    assert_eq!(again.state(), g.state());
}
