//! The menu, the view, what stays secret, plans and the pilots.

mod common;
use common::*;
use spitfire::{Altitude, Command, Move, Path, Spitfire, Stage, State, rule};
use std::collections::BTreeSet;
use table::view::{CardTableKind, MarkerKind};
use table::{DiceSource, Game, Menu, PieceId, Say, Seat, Seed, Side, Table, validate};

#[test]
fn a_move_can_be_built_by_the_menu_alone() {
    let mut desk = solo("3020 N 10 5").start();
    let menu = desk.menu(Allies);
    assert_eq!((menu.owed, menu.rule), (true, rule::OUTLINE));
    let pick = |menu: &Menu<Command>, label: &str| -> Say<Command> {
        let found = menu.choices.iter().find(|c| c.label == label);
        let choice = found.unwrap_or_else(|| panic!("{label}: {:?}", menu.choices));
        assert!(choice.legal(), "{label}: {:?}", choice.barred);
        choice.say.clone()
    };
    let mut draft = None;
    for label in [
        "Move Spitfire-I 1",
        "Climb",
        "Speed 5",
        "Turn right",
        "Forward",
        "Climb a step",
        "Forward",
        "Climb a step",
    ] {
        let menu = desk.table.menu(Allies, draft.as_ref());
        let Say::Draft(next) = pick(&menu, label) else { panic!("{label} is not a draft") };
        draft = Some(next);
    }
    let menu = desk.table.menu(Allies, draft.as_ref());
    assert_eq!(menu.rule, rule::TRIAL);
    let trial = menu.draft.clone().unwrap();
    assert_eq!((trial.spent, trial.of, trial.barred.len()), (5, 5, 0));
    let Say::Command(command) = pick(&menu, "Finish the move and slow to 3") else { panic!("not a command") };
    desk.say(Allies, command);
    assert_eq!((desk.at(1).as_str(), desk.plane(1).speed), ("3219 NE", 3));
}

#[test]
fn barred_choices_say_why() {
    let desk = solo("3020 N 10 5").start();
    let barred = |menu: Menu<Command>, label: &str| -> Vec<table::RuleId> {
        let choice = menu.choices.into_iter().find(|c| c.label == label).unwrap();
        choice.barred.iter().map(|b| b.rule).collect()
    };
    let of = |words: &str| desk.table.menu(Allies, Some(&order(1, words)));
    assert_eq!(barred(of("level 5 F1"), "Turn left"), [rule::TURNING]);
    assert_eq!(barred(of("level 5 F1"), "Climb a step"), [rule::EXECUTION]);
    assert_eq!(barred(of("level 5 F1"), "Snap roll left"), [rule::SNAP_ROLL]);
    assert_eq!(barred(of("level 5"), "Wing-over 1 left"), [rule::WING_OVER]);
    let only = Command::Move(Move::of(PieceId(1)));
    let menu = desk.table.menu(Allies, Some(&only));
    assert!(barred(menu, "Vertical dive of 1 level").contains(&rule::VERTICAL_DIVE));
    let corners = game()
        .with(|s| s.options.opt_hexagonal_space = true)
        .plane(Allies, "3020 NNE 10 9")
        .plane(Axis, "5901 W 1")
        .start();
    let menu = corners.table.menu(Allies, Some(&order(1, "level 9")));
    assert!(menu.choices.iter().any(|c| c.label == "Snap roll right" && c.rule == rule::ROLL_ABEAM));
}

/// Two fighters nose to nose: both sides have a shot.
fn face_to_face() -> Desk {
    let mut desk =
        game().plane(Allies, "3024 N 10 5").plane(Axis, "3016 S 10 5").plane(Axis, "3014 S 10 5").start();
    desk.fly(1, "level 5 F5");
    assert_eq!(desk.table.to_act().iter().count(), 2);
    desk
}

#[test]
fn a_declaration_is_nowhere_to_be_found_until_both_are_in() {
    let mut desk = face_to_face();
    let seen = |desk: &Desk, seat: Seat, side: Side| -> String {
        let view = serde_json::to_string(&desk.table.view(seat)).unwrap();
        let log = serde_json::to_string(&desk.table.log(seat, 0)).unwrap();
        let menu = serde_json::to_string(&desk.table.menu(side, None)).unwrap();
        let draft = fire("2 forward 1");
        let drafted = serde_json::to_string(&desk.table.menu(side, Some(&draft))).unwrap();
        let judged =
            validate::<Spitfire>(desk.table.rules(), desk.table.state(), Allies, fire("1 forward 3"));
        format!("{view}\n{log}\n{menu}\n{drafted}\n{:?}", judged.err())
    };
    // Three different declarations of the Allies leave every byte that the others get the same.
    let mut views = BTreeSet::new();
    for words in ["1 forward 2", "1 forward 3", ""] {
        let mut desk = face_to_face();
        desk.say(Allies, fire(words));
        assert_eq!(desk.table.to_act().iter().collect::<Vec<_>>(), [Axis]);
        let theirs = seen(&desk, Seat::Axis, Axis);
        let observers = seen(&desk, Seat::Observer, Axis);
        assert!(!theirs.contains("will fire") && !theirs.contains("hold fire"));
        views.insert((theirs, observers));
        let own = serde_json::to_string(&desk.log(Seat::Allies)).unwrap();
        assert!(own.contains("will fire") || own.contains("hold fire"), "{}", rule::VOLUNTARY);
    }
    assert_eq!(views.len(), 1);
    desk.say(Allies, fire("1 forward 2"));
    assert_eq!(desk.why(Allies, fire("")), [rule::PHASES], "one declaration each");
    desk.table.undo(Allies).unwrap();
    desk.say(Allies, fire("1 forward 2")).say_with(Axis, fire(""), &[6]);
    let log = serde_json::to_string(&desk.log(Seat::Axis)).unwrap();
    assert!(log.contains("fires its forward guns"));
}

#[test]
fn the_fire_menu_gives_exact_odds_and_reasons() {
    let desk = face_to_face();
    let menu = desk.menu(Allies);
    assert_eq!(menu.rule, rule::FIRST_COMBAT);
    let shots: Vec<_> = menu.choices.iter().filter(|c| c.target.is_some()).collect();
    assert_eq!(shots.len(), 2);
    assert_eq!(shots[0].note, "range 3, hits 5/6 of the time, shoots down 0/1");
    let menu = desk.table.menu(Allies, Some(&fire("1 forward 2")));
    let again = menu.choices.iter().find(|c| c.target == Some(PieceId(3))).unwrap();
    assert_eq!(again.barred[0].rule, rule::ONE_TARGET);
    let draft = menu.draft.unwrap();
    assert_eq!((draft.spent, draft.of, draft.forecast.len()), (1, 1, 1));
    assert_eq!(draft.forecast[0].hit.as_ref().unwrap().exact, "5/6");
}

/// What makes one result another: all that the next phases can tell apart.
fn result(desk: &Desk, side: Side, command: Command) -> Option<(String, Vec<bool>)> {
    let rules = desk.table.rules();
    let accepted = validate::<Spitfire>(rules, desk.table.state(), side, command).ok()?;
    let mut state: State = desk.table.state().clone();
    let mut dice = table::SeededDice::new(Seed::from_number(1));
    Spitfire::apply(rules, &mut state, &accepted, &mut dice, &mut table::Silence).ok()?;
    let Command::Move(order) = accepted.command() else { return None };
    let plane = state.plane(order.aircraft)?.clone();
    let mut sights = Vec::new();
    for (n, enemy) in state.planes.iter().enumerate().filter(|(_, p)| p.side != side) {
        for (from, to) in [(order.aircraft, PieceId(n as u16 + 1)), (PieceId(n as u16 + 1), order.aircraft)] {
            let sighted = plane.flying()
                && enemy.flying()
                && match Spitfire::odds(rules, &state, from, to, None) {
                    Ok(_) => true,
                    Err(why) => {
                        !why.iter().any(|r| r.rule == rule::TARGET_MOVED || r.rule == rule::FIRER_MOVED)
                    }
                };
            sights.push(sighted && (plane.altitude == enemy.altitude));
        }
    }
    let mut plane = plane;
    plane.records.clear();
    if !plane.flying() {
        return Some((format!("{:?}", plane.status), Vec::new()));
    }
    Some((format!("{plane:?}"), sights))
}

/// Every path of the acts there are, of any length that a speed allows.
fn every_path(desk: &Desk, order: &Move, found: &mut Vec<Command>) {
    let command = Command::Move(order.clone());
    let draft = desk.table.menu(Allies, Some(&command));
    for choice in draft.choices {
        match choice.say {
            Say::Draft(Command::Move(next)) if choice.barred.is_empty() => every_path(desk, &next, found),
            Say::Command(next @ Command::Move(_)) if choice.barred.is_empty() => found.push(next),
            _ => {}
        }
    }
}

#[test]
fn plans_are_exactly_the_distinct_results_of_every_path() {
    let positions = [
        game().plane(Allies, "3020 N 10 4").plane(Allies, "0105 S 20").plane(Axis, "3014 S 10 5"),
        game().plane(Allies, "5820 NE 10 5").plane(Allies, "0105 S 20").plane(Axis, "5720 N 10 5"),
        game().plane(Allies, "3020 N 10 6").plane(Allies, "0105 S 20").plane(Axis, "3117 SW 10 5"),
        game()
            .with(|s| s.options.opt_hexagonal_space = true)
            .plane(Allies, "3020 NNE 10 4")
            .plane(Allies, "0105 SSE 20")
            .plane(Axis, "3017 SSE 10 5"),
        game()
            .with(|s| s.options.opt_inter_altitude = true)
            .plane(Allies, "3020 N 10 4")
            .plane(Allies, "0105 S 20")
            .plane(Axis, "3017 S 10 5"),
    ];
    for setup in positions {
        let desk = setup.start();
        let speed = desk.plane(1).speed;
        for altitude in [Altitude::Level, Altitude::Climb, Altitude::HorizontalDive(1)] {
            let order = Move { altitude: Some(altitude), speed: Some(speed), ..Move::of(PieceId(1)) };
            let mut paths = Vec::new();
            every_path(&desk, &order, &mut paths);
            let exhaustive: BTreeSet<_> =
                paths.into_iter().map(|c| result(&desk, Allies, c).unwrap()).collect();
            let plans = desk.table.menu(Allies, Some(&Command::Move(order))).draft.unwrap().plans;
            let planned: Vec<_> =
                plans.iter().map(|p| result(&desk, Allies, p.command.clone()).unwrap()).collect();
            let distinct: BTreeSet<_> = planned.iter().cloned().collect();
            assert_eq!(distinct, exhaustive, "{altitude} at {}", desk.at(1));
            assert_eq!(planned.len(), distinct.len(), "{altitude} at {}", desk.at(1));
        }
    }
}

#[test]
fn every_plan_is_legal_and_ends_where_it_says() {
    let desk = scenario("air-superiority").start();
    let plans = desk.table.plans(PieceId(1));
    assert!(plans.len() > 1_000);
    for plan in plans.iter().step_by(7) {
        let rules = desk.table.rules();
        let accepted = validate::<Spitfire>(rules, desk.state(), Axis, plan.command.clone()).unwrap();
        let mut state = desk.state().clone();
        let mut dice = table::SeededDice::new(Seed::from_number(1));
        Spitfire::apply(rules, &mut state, &accepted, &mut dice, &mut table::Silence).unwrap();
        let pose = Spitfire::view(rules, &state, Seat::Observer).aircraft[0].pose;
        assert_eq!(pose, plan.pose);
        assert_eq!(plan.path.first(), desk.table.view(Seat::Axis).aircraft[0].pose.map(|p| p.at).as_ref());
    }
    assert!(desk.table.plans(PieceId(4)).is_empty(), "not its phase");
    assert!(desk.table.plans(PieceId(40)).is_empty());
    let only = Command::Move(Move::of(PieceId(1)));
    let poses = desk.table.menu(Axis, Some(&only)).draft.unwrap().plans;
    let distinct: BTreeSet<_> = poses.iter().map(|p| p.pose).collect();
    assert_eq!(distinct.len(), poses.len());
}

#[test]
fn a_view_shows_gauges_cards_and_targets() {
    let view = scenario("bombing").start().table.view(Seat::Observer);
    assert_eq!(view.markers.iter().filter(|m| m.kind == MarkerKind::Target).count(), 4);
    let bomber = &view.aircraft[3];
    let labels: Vec<_> = bomber.gauges.iter().map(|g| (g.label.as_str(), g.value, g.max)).collect();
    assert_eq!(
        labels,
        [("Current Speed", 8, 10), ("Maximum Speed", 10, 10), ("Hits", 0, 12), ("Climb Progress", 0, 26)]
    );
    let cards = Spitfire::cards(&data());
    let card = cards.iter().find(|c| c.id == bomber.card).unwrap();
    let value = |rule| card.values.iter().find(|v| v.rule == rule).map(|v| v.value.as_str());
    assert_eq!(value(rule::SCALE), Some("about 400"));
    assert_eq!(value(rule::SUBJECT), Some("Germany"));
    assert_eq!(value(rule::CREDITS), Some("SPI, 1973"));
    assert!(value(rule::NOTES).is_some_and(|v| v.contains("6.G")));
    let titles: Vec<_> = card.tables.iter().map(|t| t.title.as_str()).collect();
    let crt = "Combat Results, all-around guns";
    assert_eq!(titles, ["Speed Track", "Vertical Dive Track", "Climb Progress Track", crt]);
    let kinds: Vec<_> = card.tables.iter().map(|t| (t.kind, t.gauges.join(", "))).collect();
    let track = |gauges: &str| (CardTableKind::Track, gauges.to_owned());
    let tracks = [track("Current Speed, Maximum Speed"), track("Current Speed"), track("Climb Progress")];
    assert_eq!(kinds[..3], tracks, "{} {} {}", rule::SPEED_TRACK, rule::DIVE_TRACK, rule::CLIMB_TRACK);
    assert_eq!(kinds[3], (CardTableKind::Table, String::new()));
    // Every marker of a track is a gauge of the aircraft, and its reading a space of that track.
    for table in &card.tables {
        for label in &table.gauges {
            let gauge = bomber.gauges.iter().find(|g| g.label == *label).unwrap();
            assert!(table.columns.contains(&gauge.value.to_string()), "{label} on {}", table.title);
        }
    }
    for card in &cards {
        assert!(card.tables.iter().all(|t| t.source.as_ref().is_some_and(|s| !s.is_empty())), "{}", card.id);
        assert!(card.shape.span_dm > 90, "{}", card.id);
    }
}

#[test]
fn pilots_finish_every_scenario() {
    let data = data();
    for (id, scenario) in &data.scenarios {
        for options in [0u8, 1, 2] {
            let mut scenario = scenario.clone();
            scenario.options.opt_hexagonal_space = options == 1;
            scenario.options.opt_inter_altitude = options == 2;
            let dice = DiceSource::seeded(Seed::from_number(u64::from(options)));
            let mut table = Table::<Spitfire>::new(&data, &scenario, dice).unwrap();
            while let Some(side) = table.to_act().iter().next() {
                let best = Spitfire::candidates(table.rules(), table.state(), side)
                    .into_iter()
                    .max_by_key(|c| Spitfire::appraise(table.rules(), table.state(), side, c))
                    .expect("a side that owes a decision has candidates");
                assert!(table.act(side, best, &[]).is_ok());
            }
            assert!(table.state().turn > 1 && table.state().turn <= 40, "{id}: turn {}", table.state().turn);
        }
    }
}

#[test]
fn a_pilot_shoots_when_he_can_and_does_not_leave_the_map() {
    let desk = face_to_face();
    let (rules, state) = (desk.table.rules(), desk.table.state());
    let best = Spitfire::candidates(rules, state, Allies)
        .into_iter()
        .max_by_key(|c| Spitfire::appraise(rules, state, Allies, c));
    assert_eq!(best, Some(fire("1 forward 2")));
    let desk = game().plane(Allies, "5720 NE 10 11").plane(Axis, "3016 S 10 5").start();
    let (rules, state) = (desk.table.rules(), desk.table.state());
    let leaves = order(1, "level 11 F3");
    assert!(desk.legal(1, "level 11 F3"));
    let candidates = Spitfire::candidates(rules, state, Allies);
    assert!(!candidates.contains(&leaves));
    let worth = |c: &Command| Spitfire::appraise(rules, state, Allies, c);
    assert!(candidates.iter().all(|c| worth(c) > worth(&leaves)));
    assert!(worth(&Command::Resign) < worth(&leaves));
}

#[test]
fn a_position_keeps_its_size_and_paths_their_words() {
    assert!(size_of::<State>() <= 2_048, "{}", size_of::<State>());
    assert!(size_of::<Command>() <= 128, "{}", size_of::<Command>());
    assert_eq!(Path::read("V7 F1 TR").unwrap().to_string(), "V7 F1 TR");
    assert_eq!(scenario("bombing").start().state().stage, Stage::Moving);
}
