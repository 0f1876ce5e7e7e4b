//! Section 11: the four optional rules and the two named options.

use crate::common::{Fight, Setup, flown, hexes, open};
use spitting_fire::rule;
use spitting_fire::state::Bank;
use table::Side;

const HEX: [i32; 3] = [10, 10, 0];

/// A Spitfire banked left under Banking.
fn banked(board: Setup, card: &str, bank: Bank, marker: &str) -> Fight {
    let at = if board.scenario.options.mode == spitting_fire::options::Mode::Hexes {
        HEX
    } else {
        [12_000, 10_000, 0]
    };
    let board = board.with(|s| s.options.banking = true);
    flown(board, card, at, marker).plane(1, 1, |p| p.bank = Some(bank)).go()
}

#[test]
fn ex_70_a_banked_aircraft_turns_sooner_to_its_side() {
    for board in crate::common::both() {
        let mut g = banked(board, "spitfire", Bank::Left, "level-left");
        g.say("forward 2").refused("turn left 60", rule::OPT_BANKING);
        g.say("forward 1; turn left 60; forward 3; turn left 60");
        assert!(g.cites(rule::OPT_BANKING));
    }
}

#[test]
fn ex_71_and_later_to_the_other_side() {
    let mut g = banked(open(), "spitfire", Bank::Left, "level-right");
    g.say("forward 4").refused("turn right 30", rule::OPT_BANKING).say("forward 1; turn right 30");
    assert_eq!(g.plane(1).bank, Bank::Right);
    let mut g = banked(open(), "spitfire", Bank::Left, "level-right");
    g.refused("forward 8", rule::CURVED_ARROW);
}

#[test]
fn ex_72_a_straight_arrow_levels_the_wings_at_once() {
    let mut g = banked(hexes(), "spitfire", Bank::Left, "straight-level");
    g.say("forward 8");
    assert_eq!(g.plane(1).bank, Bank::Level, "{}", rule::OPT_BANKING);
    g.say("turn right");
    assert_eq!(g.plane(1).bank, Bank::Right);
}

#[test]
fn ex_73_an_obligation_that_banking_makes_impossible_lapses() {
    let board = hexes().card("weak", |c| (c.climb, c.min, c.turn) = (5, 4, 5));
    let mut g = banked(board, "weak", Bank::Left, "climb-right");
    g.say("forward 4").refused("turn left", rule::CURVED_ARROW).say("end-move");
    assert_eq!(g.plane(1).bank, Bank::Left, "{}", rule::OPT_BANKING);
}

#[test]
fn ex_74_the_other_side_never_needs_twice_the_rating() {
    let board = hexes().card("kite", |c| c.turn = 1);
    let mut g = banked(board, "kite", Bank::Right, "level-left");
    g.say("forward 1; turn left");
    assert!(g.cites(rule::OPT_BANKING));
}

#[test]
fn wings_level_out_on_a_long_leg_and_in_a_half_loop() {
    let mut g = banked(hexes(), "spitfire", Bank::Level, "level-left");
    g.refused("turn left", rule::TURN);
    g.say("forward 4; turn left; forward 8");
    assert_eq!(g.plane(1).bank, Bank::Level, "{}", rule::OPT_BANKING);
    let mut g = banked(hexes(), "spitfire", Bank::Left, "dive-left");
    g.say("forward 4").dice(&[4, 4]).say("half-loop").say("pivot right 60");
    assert_eq!(g.plane(1).bank, Bank::Level);
}

/// A Spitfire that has moved, and a target facing this way.
fn aspect(attacker: [i32; 3], target: [i32; 3]) -> Fight {
    let setup = hexes().with(|s| s.options.deflection = true);
    setup
        .allies("spitfire", 5, &[attacker])
        .axis("bf-109", 5, &[target])
        .active(1, "straight-level")
        .moved(1)
        .go()
}

fn needed(g: &mut Fight) -> i32 {
    g.dice(&[1, 1]).say("attack 2:0");
    let log = g.table.log(table::Seat::Observer, 0);
    log.iter().find_map(|e| e.calculation.as_ref()).unwrap().total
}

#[test]
fn ex_75_the_aspect_of_the_target_decides() {
    assert_eq!(needed(&mut aspect(HEX, [10, 13, 0])), 4, "{}", rule::OPT_DEFLECTION);
    assert_eq!(needed(&mut aspect(HEX, [10, 13, 120])), 6);
    assert_eq!(needed(&mut aspect(HEX, [10, 13, 180])), 5);
}

#[test]
fn ex_76_on_a_line_the_attacker_uses_the_better_arc() {
    assert_eq!(needed(&mut aspect([9, 11, 0], [10, 13, 0])), 3, "{}", rule::OPT_DEFLECTION);
}

#[test]
fn a_beam_shot_at_long_range_is_refused() {
    aspect(HEX, [10, 15, 120]).refused("attack 2:0", rule::OPT_DEFLECTION);
}

#[test]
fn ex_77_batteries_run_empty() {
    let battery = |card: &str| {
        let card = crate::common::data().cards.iter().find(|c| c.entry.id == card).unwrap();
        card.batteries.iter().map(|b| b.ammunition).collect::<Vec<_>>()
    };
    assert_eq!((battery("spitfire"), battery("zerstoerer")), (vec![4, 6], vec![4, 6, 6]));
    let setup = |left: Vec<u8>| {
        let board = hexes().with(|s| s.options.limited_ammo = true);
        let board = board.allies("spitfire", 5, &[HEX]).axis("bf-109", 5, &[[10, 12, 0]]);
        board.plane(1, 1, |p| p.ammunition = Some(left)).active(1, "straight-level").moved(1)
    };
    // An attack uses one of each battery that fires, whatever the number of weapons.
    let mut g = setup(vec![1, 3]).go();
    g.dice(&[1, 1, 1, 1]).say("attack 2:0,2,3");
    assert_eq!(g.plane(1).ammunition[..2], [0, 2]);
    let mut g = setup(vec![0, 2]).go();
    g.refused("attack 2:0,2", rule::OPT_LIMITED_AMMO).dice(&[1, 1, 1, 1, 1]).say("attack 2:2,3,4,5");
    let too_many = setup(vec![5, 6]);
    assert_eq!(
        too_many.flaw(),
        ("groups[0].aircraft[0].ammunition".to_owned(), Some(rule::OPT_LIMITED_AMMO))
    );
}

/// A Spitfire about to move at level 5 into a dive, and an enemy at level 5.
fn tailing(enemy: [i32; 3]) -> Fight {
    let board = hexes().with(|s| s.options.tailing = true);
    let board = board.allies("spitfire", 4, &[HEX, [20, 20, 0]]);
    board.axis("bf-109", 5, &[enemy, [10, 9, 0]]).active(1, "straight-dive").go()
}

#[test]
fn ex_78_whoever_tails_an_enemy_may_fire_before_moving() {
    let mut g = tailing([10, 13, 0]);
    g.refused("no-attack", rule::ATTACK_TIMING);
    g.dice(&[4, 4, 1, 1, 1, 1]).say("attack 3:0,1,2,3,4,5");
    assert!(g.cites(rule::TO_HIT));
    let fire = g.table.log(table::Seat::Observer, 0).iter().find_map(|e| e.calculation.clone()).unwrap();
    assert_eq!((fire.total, g.plane(1).level), (5, 5));
    g.refused("attack 3:0", rule::OPT_TAILING);
    // It then moves, and its part ends with the movement.
    g.say("forward 5; end-move");
    assert!(g.plane(1).acted);
    g.refused("attack 3:0", rule::OPT_TAILING);
    // If it moves first it attacks at level 4.
    let mut g = tailing([10, 13, 0]);
    g.say("forward 5").refused("attack 3:0", rule::ATTACK_TIMING).say("end-move");
    g.refused("attack 3:0", rule::SAME_ALTITUDE);
    // With Deflection a shot from astern is easier.
    let board = hexes().with(|s| (s.options.tailing, s.options.deflection) = (true, true));
    let board = board.allies("spitfire", 4, &[HEX]).axis("bf-109", 5, &[[10, 13, 0]]);
    let mut g = board.active(1, "straight-dive").go();
    g.dice(&[3]).say("attack 2:0");
    let fire = g.table.log(table::Seat::Observer, 0).iter().find_map(|e| e.calculation.clone()).unwrap();
    assert_eq!(fire.total, 4);
}

#[test]
fn ex_79_an_enemy_seen_from_the_side_is_not_tailed() {
    tailing([10, 13, 120]).refused("attack 3:0", rule::OPT_TAILING);
}

#[test]
fn ex_80_an_enemy_too_far_ahead_is_not_tailed() {
    tailing([10, 15, 0]).refused("attack 3:0", rule::OPT_TAILING);
}

#[test]
fn an_early_attack_is_on_the_tailed_enemy() {
    // A Zerstörer tails a Spitfire; another stands behind it.
    let board = hexes().with(|s| s.options.tailing = true);
    let board =
        board.axis("zerstoerer", 4, &[HEX]).allies("spitfire", 4, &[[10, 13, 0], [10, 8, 0], [9, 12, 120]]);
    let mut g = board.active(1, "straight-level").go();
    g.with(1).refused("attack 3:6", rule::OPT_TAILING);
    g.refused("attack 2:0 4:1", rule::OPT_TAILING).refused("attack 2:6 4:1", rule::OPT_TAILING);
    g.dice(&[1, 1]).say("attack 2:0 3:6");
}

#[test]
fn ex_81_crashes_may_give_no_points() {
    for (off, points) in [(true, 84), (false, 0)] {
        let board = hexes().with(|s| s.options.no_crash_vp = !off);
        let board = board.axis("wuerger", 1, &[HEX, [12, 10, 0]]).axis("bf-109", 3, &[[2, 2, 0]]);
        let board = board.allies("spitfire", 5, &[[20, 20, 0]]).plot(1, "dive-left").card_of(Side::Axis);
        let mut g = board.go();
        g.side(Side::Axis).dice(&[2]).say("activate 1");
        assert_eq!(g.cites(rule::OPT_NO_CRASH_VP), !off);
        assert_eq!(g.state().points, [points, 0]);
    }
}

#[test]
fn ex_82_a_manoeuvre_may_be_given_up() {
    let board = open().with(|s| s.options.free_withdrawal = true);
    let mut g = flown(board, "spitfire", [12_000, 10_000, 0], "level-left").go();
    g.refused("decline", rule::OPT_FREE_WITHDRAWAL);
    g.say("forward 4").dice(&[5]).say("tight-turn left").say("decline");
    assert!(g.cites(rule::OPT_FREE_WITHDRAWAL));
    assert_eq!((g.counters().spent, g.at(1)[2]), (4, 0));
    g.refused("tight-turn left", rule::TURN).say("forward 8; end-move");
    assert_eq!(g.at(1), [12_000, 22_000, 0]);
    // With the option off Decline does not exist.
    let mut g = crate::common::spitfire(open(), [12_000, 10_000, 0], "level-left");
    g.refused("decline", rule::OPT_FREE_WITHDRAWAL);
    g.say("forward 4").dice(&[5]).say("tight-turn left").refused("decline", rule::PIVOT);
}
