//! Sections 12 to 14: bombing, end of the game, optional extras.

use crate::common::*;
use fast_and_easy::data::Fate;
use fast_and_easy::options::CasualtyModifiers;
use fast_and_easy::scenario::{Deed, PlaneState, StatusSpec};
use fast_and_easy::state::{EndReason, Stage, Status};
use fast_and_easy::{Cause, Command};
use table::Side;

/// The plane is out of the game.
fn out(cause: Cause) -> impl FnOnce(&mut PlaneState) {
    move |state| state.status = Some(StatusSpec::Out(cause))
}

#[test]
fn ex_79_a_bomber_bombs_a_target_that_it_has_flown_over() {
    for (face, destroyed) in [(3, 1), (2, 0)] {
        let mut g = at_step(3).bomber("B17 G", "22.12", 0).target("24.12").target("30.12").play();
        g.ok(fly(1, "F F F"), &[]).ok(fly(3, "F F F F"), &[]);
        assert_eq!(g.table.state().stage, Stage::Bombing);
        assert_eq!(g.no(bomb(1, "30.12")), rule::BOMBING);
        g.ok(bomb(1, "24.12"), &[face]);
        assert_eq!(g.table.state().destroyed[Side::Allies.index()], destroyed);
        g.ok(fly(2, "F F F F"), &[]).ok(fly(1, "F F F"), &[]);
        assert_eq!(g.table.state().stage, Stage::InterceptorsMove, "it cannot bomb again: {}", rule::BOMBING);
    }
}

#[test]
fn a_bomber_without_bombs_may_not_bomb() {
    let mut g = at_step(7)
        .bomber("B17 G", "25.12", 0)
        .is(|s| {
            s.bombs = Some(false);
            s.done = vec![Deed::Moved];
            s.entered = vec!["24.12".into(), "25.12".into()];
        })
        .bomber("B17 G", "25.14", 0)
        .is(|s| {
            s.done = vec![Deed::Moved];
            s.entered = vec!["24.13".into(), "24.14".into(), "25.14".into()];
        })
        .target("24.12")
        .target("24.14")
        .play();
    assert_eq!(g.no(bomb(1, "24.12")), rule::BOMBING);
    g.ok(bomb(2, "24.14"), &[6]);
}

#[test]
fn ex_80_medium_bombers_need_a_four() {
    for (face, destroyed) in [(3, 0), (4, 1)] {
        let mut g = at_step(3).bomber("HE111", "22.12", 0).target("24.12").target("30.12").play();
        g.ok(fly(1, "F F"), &[]).ok(fly(3, "F F F F"), &[]).ok(bomb(1, "24.12"), &[face]);
        assert_eq!(g.table.state().destroyed[0], destroyed, "{}", rule::BOMBING);
    }
}

#[test]
fn ex_81_a_loaded_fighter_is_slow_and_stiff() {
    let g = at_step(1).escort("P47 Thunderbolt", "10.10", 0).loaded().play();
    assert_eq!(g.no(fly(1, "F F F F F F")), rule::SPEED_RANGE);
    assert_eq!(g.no(fly(1, "IM F")), rule::FIGHTER_BOMBER);
    assert_eq!(g.no(fly(1, "F F F F TR F")), rule::TURN);
    let drawn = || at_step(1).escort("P47 Thunderbolt", "10.10", 0).loaded().play();
    drawn().ok(fly(1, "F F F F"), &[]);
    drawn().ok(fly(1, "F F F F F TR"), &[]);
    drawn().ok(fly_bare(1, "F F F F TR F F"), &[]);
    let empty = at_step(1).escort("P47 Thunderbolt", "10.10", 0).play();
    assert_eq!(empty.no(fly_bare(1, "F F F F F")), rule::FIGHTER_BOMBER);
}

#[test]
fn fighters_bomb_for_either_side() {
    let mut g = at_step(4).interceptor("JU87 Stukas", "20.10", 0).loaded().target("21.10").play();
    g.ok(fly(1, "F F"), &[]).ok(fly(3, "F F F F"), &[]).ok(bomb(1, "21.10"), &[4]);
    assert_eq!(g.table.state().destroyed, [0, 1], "{}", rule::FIGHTER_BOMBER);
}

#[test]
fn ex_82_when_the_last_interceptor_is_gone_the_bombers_are_through() {
    let mut g = at_step(2).turn(9).escort("P51 Mustang", "10.10", 0);
    for row in ["02", "05", "08", "14", "18"] {
        g = g.bomber("B17 G", &format!("10.{row}"), 0);
    }
    let mut g = g.interceptor("ME 109 G", "11.10", 0).is(|s| s.hits = 5).alone().play();
    g.ok(fire(1), &[3, 1, 1, 1]);
    for bomber in 2..=5 {
        g.ok(fly(bomber, "F F F"), &[]);
    }
    // The last bomber's move ends the turn: friendly fire finds nobody near, one casualty die.
    g.ok(fly(6, "F F F"), &[2]);
    let result = g.table.state().result.unwrap();
    assert_eq!(result.why, EndReason::SideGone(Side::Axis), "{}", rule::GAME_END);
    assert_eq!((2..=6).filter(|b| g.plane(*b).status == Status::Exited).count(), 5);
    assert_eq!(g.table.state().turn, 9);
}

#[test]
fn ex_94_bombs_keep_the_game_going() {
    let mut g = at_step(2)
        .turn(5)
        .escort("ME 109 E", "10.10", 0)
        .escort("JU87 Stukas", "20.15", 0)
        .loaded()
        .escort("JU87 Stukas", "20.17", 0)
        .loaded()
        .interceptor("Hurricane", "11.10", 0)
        .is(|s| s.hits = 4)
        .target("24.15")
        .alone()
        .play();
    g.ok(fire(1), &[3, 1, 1]);
    assert_eq!(g.table.state().turn, 6, "the game goes on");
    g.ok(fly(1, "F F F F F"), &[]).ok(fly(2, "F F"), &[]).ok(fly(3, "F F"), &[]);
    assert_eq!(g.table.state().turn, 7);
    g.ok(fly(1, "F F F F F"), &[]).ok(fly(3, "F F"), &[]).ok(fly(2, "F F"), &[]);
    // The target falls; one casualty die for the Hurricane.
    g.ok(bomb(2, "24.15"), &[4, 1]);
    assert_eq!(g.table.state().turn, 7);
    let result = g.table.state().result.unwrap();
    assert_eq!(result.why, EndReason::SideGone(Side::Axis), "{}", rule::GAME_END);
    assert_eq!(result.points, [5, 0], "one target and one fighter: {}", rule::VICTORY);
}

/// The last turn of a game, in which nothing more can happen than the casualty throws.
fn last_turn() -> Setup {
    at_step(4).turn(12).alone().interceptor("ME 109 E", "35.10", 3)
}

fn end(drawn: Setup, dice: &[u8]) -> Played {
    let mut g = drawn.play();
    g.ok(fly(1, "F F F F F"), dice);
    assert!(g.table.outcome().is_some());
    g
}

#[test]
fn ex_83_the_casualty_row_follows_status_and_engines() {
    let fate = |status: StatusSpec, aircraft: &str, engines: i32, dice: &[u8]| {
        let drawn = last_turn().bomber("B17 G", "05.20", 0).bomber(aircraft, "05.05", 0).is(|s| {
            s.status = Some(status);
            s.engines_hit = engines;
        });
        end(drawn, dice).plane(3).fate
    };
    assert_eq!(fate(StatusSpec::Out(Cause::Hits), "B17 G", 2, &[3]), Some(Fate::Crashed));
    assert_eq!(fate(StatusSpec::Exited, "B17 G", 2, &[3]), Some(Fate::Light));
    assert_eq!(fate(StatusSpec::Exited, "HE111", 1, &[2]), Some(Fate::Crashed));
    assert_eq!(fate(StatusSpec::Exited, "B17 G", 1, &[]), None);
    assert_eq!(
        fate(StatusSpec::Out(Cause::Engines), "HE111", 2, &[6]),
        Some(Fate::Crashed),
        "{}",
        rule::CASUALTIES
    );
}

#[test]
fn ex_84_casualty_modifiers_help_or_harm() {
    let drawn = |harsh: bool| {
        last_turn()
            .escort("P51 Mustang", "05.05", 0)
            .is(|s| {
                s.status = Some(StatusSpec::Out(Cause::Critical));
                s.critical = true;
            })
            .escort("P51 Mustang", "05.15", 0)
            .interceptor("ME 109 G", "05.10", 0)
            .is(|s| s.status = Some(StatusSpec::Out(Cause::Hits)))
            .scenario_is(|s| s.far_from_home = vec![Side::Allies])
            .option(|o| {
                o.casualty_modifiers =
                    if harsh { CasualtyModifiers::Harsh } else { CasualtyModifiers::Printed };
            })
    };
    let g = end(drawn(false), &[3, 2]);
    assert_eq!((g.plane(2).fate, g.plane(4).fate), (Some(Fate::Light), Some(Fate::Crashed)));
    let g = end(drawn(true), &[3, 2]);
    assert_eq!(g.plane(2).fate, Some(Fate::Crashed), "{}", rule::CASUALTY_MODIFIERS);
}

#[test]
fn ex_85_points_for_losses_and_bombers_that_exited() {
    let mut drawn = last_turn();
    for hex in ["30.01", "30.02", "30.03"] {
        drawn = drawn.interceptor("ME 109 G", hex, 3).is(out(Cause::Hits));
    }
    for row in 4..10 {
        let hex = format!("20.{row:02}");
        drawn = drawn.bomber("B17 G", &hex, 0).is(|s| s.status = Some(StatusSpec::Exited));
    }
    drawn = drawn
        .bomber("B17 G", "20.11", 0)
        .is(out(Cause::Hits))
        .bomber("B17 G", "20.12", 0)
        .is(out(Cause::Hits));
    drawn = drawn.escort("P51 Mustang", "20.13", 0).is(out(Cause::Hits)).bomber("B17 G", "10.20", 0);
    let g = end(drawn, &[1, 2, 3, 3, 4, 4]);
    let result = g.table.state().result.unwrap();
    assert_eq!(result.points, [11, 10], "{}", rule::VICTORY);
    assert_eq!((result.winner, result.decisive), (Some(Side::Allies), false));
}

#[test]
fn a_game_that_both_agree_to_end_ends_with_the_turn() {
    let mut g = at_step(1).escort("P51 Mustang", "10.10", 0).play();
    assert_eq!(g.refused(Side::Allies, &Command::AcceptEnd), [table::rule::ACCEPT_END]);
    g.say(Side::Axis, Command::OfferEnd).say(Side::Allies, Command::AcceptEnd);
    assert_eq!(g.refused(Side::Axis, &Command::OfferEnd), [rule::GAME_END], "it is agreed already");
    g.ok(fly(1, "F F F F F"), &[]).ok(fly(2, "F F F F"), &[]).ok(fly(3, "F F F F"), &[]);
    assert_eq!(g.table.state().result.unwrap().why, EndReason::Agreed, "{}", rule::GAME_END);
}

#[test]
fn an_offer_to_end_the_game_lapses_with_the_turn() {
    let mut g = at_step(1).escort("P51 Mustang", "10.10", 0).play();
    g.say(Side::Axis, Command::OfferEnd);
    g.ok(fly(1, "F F F F F"), &[]).ok(fly(2, "F F F F"), &[]).ok(fly(3, "F F F F"), &[]);
    assert_eq!((g.table.state().turn, g.table.outcome()), (4, None), "{}", rule::GAME_END);
    assert_eq!(g.refused(Side::Allies, &Command::AcceptEnd), [table::rule::ACCEPT_END]);
    assert!(g.refused(Side::Axis, &Command::OfferEnd).is_empty());
}

#[test]
fn a_side_that_resigns_has_lost_at_once_and_the_casualty_dice_are_thrown() {
    let mut g = at_step(1).escort("P51 Mustang", "10.10", 0).is(out(Cause::Hits)).play();
    g.say_with(Side::Axis, Command::Concede, &[1]);
    assert_eq!(g.winner(), Some(Side::Allies), "{}", rule::GAME_END);
    assert!(g.cites(rule::CASUALTIES) && g.cites(table::rule::RESIGN));
}

#[test]
fn ex_86_cloud_costs_dice_and_range() {
    let drawn = |hex: &str| {
        at_step(5)
            .interceptor("ME 109 G", "10.10", 0)
            .bomber("B17 G", hex, 0)
            .interceptor("ME 109 G", "20.10", 0)
            .bomber("B17 G", "22.10", 0)
            .clouds(&[hex])
            .play()
    };
    let mut g = drawn("11.10");
    g.ok(fire(1), &[1, 1, 1]);
    assert_eq!(g.no(fire(1)), rule::FORWARD_GUNS);
    assert_eq!(drawn("12.10").no(fire(1)), rule::OPT_CLOUDS);
}

#[test]
fn clouds_hide_confuse_and_cover() {
    // Between: no shot. Immelmann: none. Bomber in cloud: a die, on 1 it shifts. Target under cloud: one more.
    let g = at_step(5)
        .interceptor("ME 109 G", "10.10", 0)
        .bomber("B17 G", "12.10", 0)
        .interceptor("ME 109 G", "20.10", 0)
        .bomber("B17 G", "22.10", 0)
        .clouds(&["11.10"])
        .play();
    assert_eq!(g.no(fire(1)), rule::OPT_CLOUDS);
    let g = at_step(1).escort("P51 Mustang", "10.10", 0).clouds(&["11.10"]).play();
    assert_eq!(g.no(fly(1, "IM F F F")), rule::OPT_CLOUDS);
    let mut g = at_step(3).bomber("B17 G", "10.10", 0).clouds(&["13.10"]).target("12.10").play();
    g.ok(fly(1, "F F F"), &[1, 2]);
    assert_eq!(g.hex(1), "13.11");
    let mut g =
        at_step(3).bomber("B17 G", "10.10", 0).clouds(&["12.10"]).target("12.10").target("20.20").play();
    g.ok(fly(1, "F F F"), &[]).ok(fly(3, "F F F F"), &[]).ok(bomb(1, "12.10"), &[3]);
    assert_eq!(g.table.state().destroyed, [0, 0]);
}

#[test]
fn ex_87_at_night_targets_must_be_found() {
    let drawn = |hex: &str| {
        at_step(5)
            .interceptor("ME 110 G", "10.10", 0)
            .group_is(|g| g.radar = true)
            .bomber("Lancaster", hex, 0)
            .interceptor("ME 110 G", "20.10", 0)
            .bomber("Lancaster", "21.10", 0)
            .option(|o| o.night = true)
            .play()
    };
    let mut g = drawn("12.10");
    g.ok(fire(1), &[3, 1, 1, 1, 1]);
    let mut g = drawn("12.10");
    g.ok(fire(1), &[2]);
    assert!(g.cites(rule::OPT_NIGHT));
    assert_eq!(drawn("13.10").no(fire(1)), rule::OPT_NIGHT);
}

#[test]
fn at_night_bombers_are_single_and_corkscrew_when_fired_at() {
    let night = |drawn: Setup| drawn.option(|o| o.night = true).play();
    let g = night(at_step(3).formation("Lancaster", "box3", "10.10", &[]));
    assert_eq!(g.no(rate(1, 3)), rule::SEQUENCE);
    assert_eq!(g.no(fly(1, "SL F SR")), rule::STRAGGLER);
    let mut g = night(at_step(3).bomber("Lancaster", "10.10", 0).has(Deed::FiredAt));
    g.ok(fly(1, "SL F SR"), &[]);
    assert_eq!(g.hex(1), "12.10", "{}", rule::OPT_NIGHT);
}

#[test]
fn ex_88_a_jet_without_fuel_glides() {
    let dry = |step| {
        at_step(step).escort("ME 262", "10.10", 0).is(|s| s.fuel = Some(0)).option(|o| o.jet_fuel = true)
    };
    for hexes in 3..=6 {
        let mut g = dry(1).play();
        let path = "F ".repeat(hexes);
        if (4..=5).contains(&hexes) {
            g.ok(fly(1, &path), &[]);
        } else {
            assert_eq!(g.no(fly(1, &path)), rule::SPEED_RANGE);
        }
    }
    assert_eq!(dry(1).play().no(fly(1, "IM")), rule::OPT_JET_FUEL);
    let mut g = dry(5).interceptor("P51 Mustang", "09.10", 0).play();
    g.ok(fire(2), &[3, 1, 1, 1]);
    assert_eq!(g.plane(1).hits, 1);
}

#[test]
fn fuel_is_used_at_the_end_of_the_movement_step() {
    let mut g = at_step(1).escort("ME 262", "10.10", 0).option(|o| o.jet_fuel = true).play();
    g.ok(fly(1, "F F F F F F F F F"), &[]);
    assert_eq!(g.plane(1).fuel, 8);
    g.ok(fly(2, "F F F F"), &[]);
    assert_eq!(g.plane(1).fuel, 7, "{}", rule::OPT_JET_FUEL);
}

#[test]
fn ex_89_drop_tanks_are_heavy_and_without_them_time_runs() {
    let drawn = || {
        at_step(1)
            .escort("P51 Mustang", "05.10", 0)
            .group_is(|g| g.tanks = true)
            .option(|o| o.drop_tanks = true)
            .scenario_is(|s| s.turns = 20)
    };
    let mut g = drawn().play();
    assert_eq!(g.no(fly(1, "F F F F F")), rule::SPEED_RANGE);
    assert_eq!(g.no(fly(1, "IM F F")), rule::OPT_DROP_TANKS);
    assert_eq!(g.no(fly(1, "F F F TR F")), rule::TURN);
    g.ok(fly(1, "F F F F TR"), &[]);
    let mut g = drawn().play();
    g.ok(fly_bare(1, "F F F F"), &[]);
    for turn in 3..=8 {
        assert_eq!(g.plane(1).status, Status::OnMap, "turn {turn}");
        if turn > 3 {
            g.ok(fly(1, "F F F F"), &[]);
        }
        g.ok(fly(2, "F F F F"), &[]).ok(fly(3, "F F F F"), &[]);
    }
    assert_eq!((g.table.state().turn, g.plane(1).status), (9, Status::Disengaged));
}

#[test]
fn a_plane_with_tanks_may_not_fire_and_brings_them_home_for_a_point() {
    let g = at_step(2)
        .escort("P51 Mustang", "10.10", 0)
        .group_is(|g| g.tanks = true)
        .interceptor("ME 109 G", "12.10", 1)
        .escort("P51 Mustang", "20.10", 0)
        .interceptor("ME 109 G", "22.10", 1)
        .option(|o| o.drop_tanks = true)
        .play();
    assert_eq!(g.no(fire(1)), rule::OPT_DROP_TANKS);
    let drawn = last_turn()
        .escort("P51 Mustang", "05.05", 0)
        .group_is(|g| g.tanks = true)
        .option(|o| o.drop_tanks = true);
    assert_eq!(end(drawn, &[]).table.outcome().unwrap().points, [1, 0]);
}

#[test]
fn a_bomber_that_counts_as_exited_forgets_its_declared_turn() {
    let g = at_step(7)
        .alone()
        .bomber("B17 G", "10.10", 0)
        .is(|s| s.marker = Some(fast_and_easy::scenario::MarkerSpec { side: Left, run: 1 }))
        .interceptor("ME 109 G", "-", 3)
        .is(|s| s.status = Some(StatusSpec::Disengaged))
        .option(|o| o.straggler_turns = true)
        .play();
    assert_eq!((g.plane(1).status, g.marker(1)), (Status::Exited, None), "{}", rule::GAME_END);
    assert_eq!(g.table.outcome().unwrap().points, [1, 0]);
}
