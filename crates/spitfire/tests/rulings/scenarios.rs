//! 9.0–9.2, the turn cap and stopping.

use crate::common::*;
use spitfire::{Command, EndedBy, Exit, Kind, Spitfire, Start, StartStatus, Status, rule};
use table::{Library, Quit, Seat};

#[test]
fn ex_49_at_the_cap_of_9_3_losses_decide_then_hits() {
    let capped = |hits: bool| {
        let mut setup = scenario("formations").with(|s| s.options.turn_cap = 1);
        if hits {
            setup.scenario.aircraft[0].max_speed = Some(10);
        }
        let mut fight = setup.start();
        for n in 1..=3 {
            fight.fly(n, "level 10 F10");
        }
        for n in 4..=7 {
            fight.fly(n, "level 11 F11");
        }
        assert_eq!(fight.state().ending.unwrap().by, EndedBy::TurnCap);
        assert!(fight.cites(rule::CHOOSING));
        fight.winner()
    };
    assert_eq!(capped(true), Some(Axis));
    assert_eq!(capped(false), None);
    let setup = scenario("formations").with(|s| {
        s.aircraft[0].max_speed = Some(10);
        s.aircraft[6].status = StartStatus::ShotDown;
    });
    let mut fight = setup.start();
    fight.say(Allies, Command::OfferStop).say(Axis, Command::AcceptStop);
    assert_eq!(fight.winner(), Some(Allies), "one Bf.109 lost");
}

#[test]
fn ex_50_the_pzl_11_meets_only_what_flew_in_1939() {
    let all = data();
    let mut met: Vec<&str> = Vec::new();
    for id in all.charts.keys() {
        for kind in ["air-superiority", "bombing"] {
            let setup = scenario(kind).with(|s| {
                s.options.allies = Some("PZL.11".into());
                s.options.axis = Some(id.clone());
                s.options.first = Some(Allies);
            });
            match Spitfire::set_up(&all, &setup.scenario) {
                Ok(_) => met.push(id),
                Err(flaws) => assert!(flaws.iter().all(|f| f.rule == Some(rule::CHOOSING)), "{flaws:?}"),
            }
        }
    }
    assert_eq!(met, ["Bf.109E-3", "He.111H-3", "Ju.87B-2"]);
}

#[test]
fn ex_51_points_for_hits_or_the_value_never_both() {
    let fight = |first| {
        game()
            .first(first)
            .plane_with(Allies, "3020 N 10 10", |a| a.max_speed = Some(10))
            .plane(Allies, "3022 N 10")
            .plane_with(Allies, "3024 N 10", |a| (a.status, a.hits) = (StartStatus::ShotDown, Some(7)))
            .plane(Axis, "0105 S 20")
            .start()
    };
    assert_eq!(fight(Axis).points(), [20, 26]);
    assert_eq!(fight(Allies).points(), [0, 46], "{}", rule::AIR_SUPERIORITY);
}

/// A fighter behind the last bomber, both one hit from their end.
fn last_pair() -> Setup {
    scenario("bombing")
        .with(|s| s.aircraft.clear())
        .phase(Start::FirstCombat)
        .with(|s| {
            s.points = [(Allies, 100), (Axis, 14)].into();
        })
        .plane_with(Allies, "3020 N 10 6", |a| {
            climbed(a);
            a.max_speed = Some(6);
        })
        .plane_with(Axis, "3019 N 10 5", |a| (a.max_speed, a.half) = (Some(5), true))
        .plane_with(Axis, "3019 N 9", |a| a.status = StartStatus::ShotDown)
        .plane_with(Axis, "3019 N 8", |a| a.status = StartStatus::ShotDown)
}

#[test]
fn ex_52_the_last_fighter_and_the_last_bomber() {
    let mut fight = last_pair().start();
    assert_eq!(fight.points(), [100, 14]);
    fight.say(Allies, fire("1 forward 2")).say_with(Axis, fire("2 all-around 1"), &[5, 1]);
    assert_eq!(fight.winner(), Some(Allies));
    let mut fight = last_pair().start();
    fight.say(Allies, fire("")).say_with(Axis, fire("2 all-around 1"), &[1]);
    assert_eq!((fight.winner(), fight.state().ending.unwrap().by), (Some(Axis), EndedBy::NoFighterLeft));
}

fn lone_bomber(words: &str) -> Setup {
    scenario("bombing")
        .with(|s| s.aircraft.clear())
        .phase(Start::SecondMovement)
        .plane(Axis, words)
        .plane(Axis, "0105 S 20")
        .plane(Allies, "5901 S 20")
}

#[test]
fn ex_53_three_targets_on_one_row_are_three_passes() {
    let mut fight = lone_bomber("1325 NE 1 7").start();
    fight.fly(1, "level 7 F7");
    assert_eq!((fight.at(1).as_str(), fight.plane(1).passes), ("2021 NE", 3));
    assert_eq!(fight.points(), [0, 30]);
    assert!(fight.cites(rule::BOMBING));
}

#[test]
fn a_pass_is_scored_once_per_stay_and_also_by_diving_into_it() {
    let mut fight = lone_bomber("2021 N 2 3").start();
    fight.fly(1, "h1 3 TL F2");
    assert_eq!(fight.plane(1).passes, 1);
    let mut fight = lone_bomber("2021 N 1 3")
        .with(|s| {
            s.aircraft[0].passes = 1;
            s.aircraft[0].scored_in_this_stay = true;
        })
        .start();
    fight.fly(1, "climb 3 TL C2");
    assert_eq!((fight.plane(1).passes, fight.points()), (1, [0, 10]));
    let mut high = lone_bomber("1325 NE 2 7").start();
    high.fly(1, "level 7 F7");
    assert_eq!(high.plane(1).passes, 0);
}

#[test]
fn a_bomber_is_home_only_over_the_east_edge_and_after_a_pass() {
    let leave = |words: &str, passes| {
        let mut fight = lone_bomber(words).with(|s| s.aircraft[0].passes = passes).start();
        fight.fly(1, "level 7 F2");
        fight.plane(1).status
    };
    assert_eq!(leave("5820 NE 5 7", 1), Status::Left { by: Exit::East, safe: true });
    assert_eq!(leave("5820 NE 5 7", 0), Status::Left { by: Exit::East, safe: false });
    assert_eq!(leave("3002 N 5 7", 1), Status::Left { by: Exit::North, safe: false });
}

#[test]
fn ex_54_passes_homecomings_losses_and_damage() {
    let setup = scenario("bombing").with(|s| {
        for (n, hits) in [(0, 3), (1, 1)] {
            s.aircraft[n].max_speed = Some(12 - hits);
            s.aircraft[n].speed = Some(9);
        }
        for (n, passes, status) in [
            (3, 2, StartStatus::LeftSafely(Exit::East)),
            (4, 1, StartStatus::ShotDown),
            (5, 0, StartStatus::LeftLost(Exit::East)),
        ] {
            s.aircraft[n].passes = passes;
            s.aircraft[n].status = status;
        }
    });
    let fight = setup.start();
    assert_eq!(fight.points(), [100, 84]);
    assert_eq!(fight.winner(), Some(Allies));
}

#[test]
fn a_side_without_aircraft_ends_9_1_at_once() {
    let mut fight = game().plane(Allies, "5820 NE 10 11").plane(Axis, "0105 S 20").start();
    fight.fly(1, "level 11 F2");
    assert!(fight.over());
    let outcome = fight.table.outcome().unwrap();
    assert_eq!((outcome.winner, outcome.points), (Some(Axis), [0, 43]));
    assert_eq!(outcome.rule, rule::AIR_SUPERIORITY.0);
    assert!(fight.cites(rule::COURSE));
    assert_eq!(fight.why(Allies, order(1, "level 11 F2")), [rule::SCENARIOS]);
}

#[test]
fn a_player_may_resign_or_offer_to_stop_at_any_time() {
    let mut fight = solo("3020 N 10 5").start();
    assert_eq!(fight.why(Axis, Command::AcceptStop), [table::rule::ACCEPT_END]);
    fight.say(Allies, Command::OfferStop);
    assert_eq!(fight.why(Axis, Command::OfferStop), [table::rule::OFFER_END]);
    assert_eq!(fight.why(Allies, Command::AcceptStop), [table::rule::ACCEPT_END]);
    fight.say(Axis, Command::AcceptStop);
    assert_eq!(fight.state().ending.unwrap().by, EndedBy::Agreed);
    assert!(fight.cites(table::rule::ACCEPT_END) && fight.cites(rule::CHOOSING), "9.0 scores it");
    let mut fight = solo("3020 N 10 5").start();
    fight.say(Axis, Command::OfferStop).fly(1, "level 5 F5");
    assert_eq!(fight.state().stop_offer, None, "whoever plays on has declined");
    fight.say(Axis, Command::Resign);
    assert_eq!(fight.winner(), Some(Allies));
    assert_eq!(fight.news()[0].side, Some(Axis), "a side did it, and no aircraft");
    let said: Vec<String> = fight.news().into_iter().map(|entry| entry.text).collect();
    assert_eq!(said, ["Luftwaffe resigns", "The Allies win, 0 to 20: the enemy resigned"]);
}

#[test]
fn what_ends_the_game_before_its_time_is_marked_and_no_part_of_a_trial() {
    let mut fight = solo("3020 N 10 5").start();
    let quits =
        |fight: &Fight, side| fight.menu(side).choices.iter().filter_map(|c| c.quit).collect::<Vec<_>>();
    assert_eq!(quits(&fight, Allies), [Quit::Offer, Quit::GiveUp]);
    fight.say(Axis, Command::OfferStop);
    assert_eq!(quits(&fight, Allies), [Quit::Answer, Quit::GiveUp]);
    let trial = fight.table.menu(Allies, Some(&order(1, "")));
    assert!(trial.choices.iter().all(|c| c.quit.is_none()));
}

#[test]
fn the_ready_made_scenarios_are_the_books() {
    let view = scenario("air-superiority").start().table.view(Seat::Observer);
    assert_eq!(view.aircraft.len(), 6);
    assert!(view.title.contains("August 1940"), "{}", rule::SUBJECT);
    let first = scenario("air-superiority").start();
    let (german, british) = (first.plane(1), first.plane(4));
    // 3.0: Level Max, or two below it; Maximum Speed at the top of the track; climb 0.
    assert_eq!((german.speed, german.max, german.climb), (11, 14, 0), "{}", rule::PREPARATION);
    assert_eq!((german.altitude, british.altitude, british.speed), (19, 15, 9));
    let info = Spitfire::info(&data());
    assert_eq!(info.scenarios.len(), 4, "{}", rule::SCENARIOS);
    assert_eq!(info.aircraft.len(), 15, "{}", rule::CHARTS);
    for option in &info.options {
        assert!(option.rule.0.starts_with("spitfire/"));
    }
    assert!(info.options.iter().any(|o| o.rule == rule::CHOOSING && o.id == "turn_cap"));
    let nations: Vec<_> = Spitfire::cards(&data()).into_iter().filter_map(|c| c.nation).collect();
    let count = |nation: &str| nations.iter().filter(|n| *n == nation).count();
    assert_eq!([count("Britain"), count("Germany"), count("France"), count("Poland")], [5, 7, 2, 1]);
}

#[test]
fn every_pairing_of_9_0_can_be_set_up() {
    let data = data();
    let mut pairs = 0;
    for period in &data.periods {
        for allies in &period.allies {
            for axis in &period.axis {
                for (kind, first) in [("air-superiority", Allies), ("bombing", Allies), ("bombing", Axis)] {
                    let setup = scenario(kind).with(|s| {
                        s.options.period = Some(period.number);
                        s.options.allies = Some(allies.clone());
                        s.options.axis = Some(axis.clone());
                        s.options.first = Some(first);
                    });
                    let bomber = |id: &str| {
                        use spitfire::Class::{Bomber, Fighter};
                        match data.charts[id].class {
                            Fighter => (false, true),
                            Bomber => (true, false),
                            spitfire::Class::FighterBomber => (true, true),
                        }
                    };
                    let bombs = |side| setup.scenario.kind == Kind::Bombing && side != first;
                    let fits = |side, id: &str| if bombs(side) { bomber(id).0 } else { bomber(id).1 };
                    let legal = fits(Allies, allies) && fits(Axis, axis);
                    assert_eq!(setup.flaws().is_empty(), legal, "{allies} {axis} {kind} {first}");
                    pairs += usize::from(legal);
                }
            }
        }
    }
    // By hand from the table: 3 + 14 + 12 + 13.
    assert_eq!(pairs, 42);
}

#[test]
fn at_the_cap_points_decide_9_1_and_9_2() {
    let capped = |setup: Setup| {
        let mut fight = setup.with(|s| s.options.turn_cap = 1).phase(Start::SecondMovement).start();
        fight.fly(2, "level 5 F5");
        assert_eq!(fight.state().ending.unwrap().by, EndedBy::TurnCap);
        fight.winner()
    };
    let duel = || game().plane(Allies, "3020 N 10 5").plane(Axis, "0105 S 20 5");
    assert_eq!(capped(duel()), Some(Axis), "the Second Player has their 20");
    assert_eq!(capped(duel().with(|s| s.points = [(Allies, 20)].into())), None);
    let raid = scenario("bombing").with(|s| s.aircraft.clear());
    let raid = raid.plane(Allies, "3020 N 10 5").plane(Axis, "0105 S 20 5");
    assert_eq!(capped(raid.clone()), None);
    assert_eq!(capped(raid.with(|s| s.aircraft[1].passes = 1)), Some(Axis));
}

#[test]
fn a_fighter_that_leaves_9_2_gives_its_damage_and_no_more() {
    let mut fight = scenario("bombing")
        .with(|s| s.aircraft.clear())
        .plane_with(Allies, "5820 NE 10 9", |a| a.max_speed = Some(9))
        .plane(Allies, "3020 N 10")
        .plane(Axis, "0105 S 20")
        .start();
    fight.fly(1, "level 9 F2");
    assert!(fight.plane(1).lost());
    assert_eq!(fight.points(), [0, 3], "{}", rule::LEAVING);
}

#[test]
fn an_offer_to_stop_stands_while_the_one_who_made_it_plays_on() {
    let mut fight = solo("3020 N 10 5").start();
    fight.say(Allies, Command::OfferStop).fly(1, "level 5 F5");
    assert_eq!(fight.state().stop_offer, Some(Allies));
    fight.say(Axis, Command::AcceptStop);
    assert_eq!(fight.winner(), Some(Axis), "20 to nothing, {}", rule::CHOOSING);
}

/// 9.3.L: whoever has begun a Movement Phase is past its first check, and only there does it matter.
#[test]
fn a_phase_that_has_begun_is_not_checked_again() {
    let broken = || {
        let setup = scenario("formations").with(|s| s.turn = 2);
        setup.with(|s| s.aircraft[1].hex = "0101".into())
    };
    assert_eq!(broken().start().winner(), Some(Axis), "{}", rule::FORMATION_LOSS);
    let fight = broken().with(|s| s.begun = true).start();
    assert_eq!((fight.state().ending, fight.state().stage), (None, spitfire::Stage::Moving));
    let flaw = |setup: Setup| setup.with(|s| s.begun = true).flaws().remove(0);
    let wrong = ("begun".to_owned(), rule::FORMATION_LOSS.0.to_owned());
    assert_eq!(flaw(game().plane(Allies, "3020 N 10 5").plane(Axis, "0105 S 20 5")), wrong);
}

/// A position from a combat phase may say in which order its side has moved; then all have that fly.
#[test]
fn whoever_fires_has_moved() {
    let north: Vec<String> = (16..=20).rev().map(|row| format!("30{row} N forward")).collect();
    let combat = |moved: Vec<table::PieceId>| {
        let two = game()
            .plane_with(Allies, "3016 N 10 5", |a| a.records = north.clone())
            .plane_with(Allies, "3116 N 10 5", |a| {
                a.records = north.iter().map(|r| r.replacen("30", "31", 1)).collect();
            })
            .plane(Axis, "3013 S 10 5");
        two.phase(Start::FirstCombat).with(|s| s.moved = moved)
    };
    assert!(combat(vec![]).flaws().is_empty());
    let both = vec![table::PieceId(2), table::PieceId(1)];
    assert_eq!(combat(both.clone()).start().state().moved.to_vec(), both);
    let flaws = combat(both[..1].to_vec()).flaws();
    assert_eq!(flaws, [("moved".to_owned(), rule::PHASES.0.to_owned())]);
}
