//! The menu, the view and what stays secret.

use crate::common::*;
use spitfire::{Command, Move, Path, Spitfire, Stage, State, rule};
use std::collections::BTreeSet;
use table::view::{CardTableKind, MarkerKind};
use table::{Library, Menu, PieceId, Say, Seat, Side};

#[test]
fn a_move_can_be_built_by_the_menu_alone() {
    let mut fight = solo("3020 N 10 5").start();
    let menu = fight.menu(Allies);
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
        let menu = fight.table.menu(Allies, draft.as_ref());
        let Say::Draft(next) = pick(&menu, label) else { panic!("{label} is not a draft") };
        draft = Some(next);
    }
    let menu = fight.table.menu(Allies, draft.as_ref());
    assert_eq!(menu.rule, rule::TRIAL);
    let trial = menu.draft.clone().unwrap();
    assert_eq!((trial.spent, trial.of, trial.barred.len()), (5, 5, 0));
    let Say::Command(command) = pick(&menu, "Finish the move and slow to 3") else { panic!("not a command") };
    fight.say(Allies, command);
    assert_eq!((fight.at(1).as_str(), fight.plane(1).speed), ("3219 NE", 3));
}

#[test]
fn barred_choices_say_why() {
    let fight = solo("3020 N 10 5").start();
    let barred = |menu: Menu<Command>, label: &str| -> Vec<table::RuleId> {
        let choice = menu.choices.into_iter().find(|c| c.label == label).unwrap();
        choice.barred.iter().map(|b| b.rule).collect()
    };
    let of = |words: &str| fight.table.menu(Allies, Some(&order(1, words)));
    assert_eq!(barred(of("level 5 F1"), "Turn left"), [rule::TURNING]);
    assert_eq!(barred(of("level 5 F1"), "Climb a step"), [rule::EXECUTION]);
    assert_eq!(barred(of("level 5 F1"), "Snap roll left"), [rule::SNAP_ROLL]);
    assert_eq!(barred(of("level 5"), "Wing-over"), [rule::WING_OVER]);
    let only = Command::Move(Move::of(PieceId(1)));
    let menu = fight.table.menu(Allies, Some(&only));
    assert!(barred(menu, "Vertical dive of 1 level").contains(&rule::VERTICAL_DIVE));
    let corners = game()
        .with(|s| s.options.opt_hexagonal_space = true)
        .plane(Allies, "3020 NNE 10 9")
        .plane(Axis, "5901 W 1")
        .start();
    let menu = corners.table.menu(Allies, Some(&order(1, "level 9")));
    assert!(menu.choices.iter().any(|c| c.label == "Snap roll right" && c.rule == rule::ROLL_ABEAM));
}

#[test]
fn a_declaration_is_nowhere_to_be_found_until_both_are_in() {
    let mut fight = face_to_face();
    let seen = |fight: &Fight, seat: Seat, side: Side| -> String {
        let view = serde_json::to_string(&fight.table.view(seat)).unwrap();
        let log = serde_json::to_string(&fight.table.log(seat, 0)).unwrap();
        let position = serde_json::to_string(&fight.table.as_scenario(seat)).unwrap();
        let menu = serde_json::to_string(&fight.table.menu(side, None)).unwrap();
        let draft = fire("2 forward 1");
        let drafted = serde_json::to_string(&fight.table.menu(side, Some(&draft))).unwrap();
        let refused = fight.why(Allies, fire("1 forward 3"));
        format!("{view}\n{log}\n{position}\n{menu}\n{drafted}\n{refused:?}")
    };
    // Three different declarations of the Allies leave every byte that the others get the same.
    let mut views = BTreeSet::new();
    for words in ["1 forward 2", "1 forward 3", ""] {
        let mut fight = face_to_face();
        fight.say(Allies, fire(words));
        assert_eq!(fight.table.to_act().iter().collect::<Vec<_>>(), [Axis]);
        let theirs = seen(&fight, Seat::Axis, Axis);
        let observers = seen(&fight, Seat::Observer, Axis);
        assert!(!theirs.contains("will fire") && !theirs.contains("hold fire"));
        views.insert((theirs, observers));
        assert!(fight.table.as_scenario(Seat::Axis).unwrap().declared.is_empty(), "left out");
        assert!(fight.table.as_scenario(Seat::Allies).unwrap().declared.contains_key(&Allies), "their own");
        let own = serde_json::to_string(&fight.log_of(Seat::Allies)).unwrap();
        assert!(own.contains("will fire") || own.contains("hold fire"), "{}", rule::VOLUNTARY);
    }
    assert_eq!(views.len(), 1);
    fight.say(Allies, fire("1 forward 2"));
    assert_eq!(fight.why(Allies, fire("")), [rule::PHASES], "one declaration each");
    fight.table.undo(Allies).unwrap();
    fight.say(Allies, fire("1 forward 2")).say_with(Axis, fire(""), &[6]);
    let log = serde_json::to_string(&fight.log_of(Seat::Axis)).unwrap();
    assert!(log.contains("fires its forward guns"));
}

#[test]
fn the_fire_menu_gives_exact_odds_and_reasons() {
    let fight = face_to_face();
    let menu = fight.menu(Allies);
    assert_eq!(menu.rule, rule::FIRST_COMBAT);
    let shots: Vec<_> = menu.choices.iter().filter(|c| c.target.is_some()).collect();
    assert_eq!(shots.len(), 2);
    assert_eq!(shots[0].note, "range 3, hits 5/6");
    let menu = fight.table.menu(Allies, Some(&fire("1 forward 2")));
    let again = menu.choices.iter().find(|c| c.target == Some(PieceId(3))).unwrap();
    assert_eq!(again.barred[0].rule, rule::ONE_TARGET);
    let draft = menu.draft.unwrap();
    assert_eq!((draft.spent, draft.of, draft.forecast.len()), (1, 1, 1));
    assert_eq!(draft.forecast[0].hit.as_ref().unwrap().exact, "5/6");
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
    assert!(value(rule::NOTES).is_some_and(|v| v.contains("as the rules say")));
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
fn a_position_keeps_its_size_and_paths_their_words() {
    assert!(size_of::<State>() <= 2_048, "{}", size_of::<State>());
    assert!(size_of::<Command>() <= 128, "{}", size_of::<Command>());
    assert_eq!(Path::read("V7 F1 TR").unwrap().to_string(), "V7 F1 TR");
    assert_eq!(scenario("bombing").start().state().stage, Stage::Moving);
}
