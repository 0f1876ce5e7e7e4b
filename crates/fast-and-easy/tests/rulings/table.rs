//! At the table: menus, drafts, forecasts, views, data files, positions as JSON.

use crate::common::*;
use fast_and_easy::state::Flags;
use fast_and_easy::{Command, FastAndEasy, Scenario};
use serde_json::json;
use std::collections::BTreeMap;
use table::{Library, Look, Pilot, Quit, Referee, Say, Seat, Side};

#[test]
fn the_menu_names_planes_then_steps_and_every_reason() {
    let g = at_step(1).escort("P51 Mustang", "10.10", 0).play();
    let menu = g.table.menu(Side::Allies, None);
    assert!(menu.owed && menu.prompt == "Escorts move");
    assert_eq!(menu.choices[0].aircraft, Some(id(1)));
    assert!(matches!(menu.choices[0].say, Say::Draft(Command::Move(_))));
    let labels: Vec<_> = menu.choices.iter().map(|c| c.label.as_str()).collect();
    assert!(
        labels.contains(&"Resign") && labels.contains(&"Offer to end the game") && !labels.contains(&"Done")
    );
    let other = g.table.menu(Side::Axis, None);
    assert!(!other.owed);
    assert_eq!(other.choices.len(), 2, "only what may be said at any time");
    let steps = g.table.menu(Side::Allies, Some(&fly(1, "F")));
    let keys: String = steps.choices.iter().filter_map(|c| c.key).collect();
    assert_eq!(keys, "WQEADRZCX");
    let draft = steps.draft.unwrap();
    assert_eq!((draft.spent, draft.of, draft.path.len()), (1, 5, 2));
    assert_eq!(draft.barred[0].rule, rule::SPEED_RANGE);
}

#[test]
fn what_ends_the_game_before_its_time_is_marked() {
    let mut g = at_step(1).escort("P51 Mustang", "10.10", 0).play();
    let quits = |g: &Played, side| {
        let choices = g.table.menu(side, None).choices.into_iter();
        choices.filter_map(|c| c.quit.map(|quit| (c.label, quit))).collect::<Vec<_>>()
    };
    let offer = ("Offer to end the game".to_owned(), Quit::Offer);
    let give_up = ("Resign".to_owned(), Quit::GiveUp);
    assert_eq!(quits(&g, Side::Allies), [offer, give_up.clone()]);
    g.table.act(Side::Allies, Command::OfferEnd, &[]).unwrap();
    assert_eq!(quits(&g, Side::Axis), [("Accept the end".to_owned(), Quit::Answer), give_up.clone()]);
    assert_eq!(quits(&g, Side::Allies), [give_up], "what was offered is not offered again");
}

#[test]
fn an_empty_draft_brings_the_plans() {
    let g = at_step(1).escort("P51 Mustang", "10.10", 0).play();
    let draft = g.table.menu(Side::Allies, Some(&fly(1, ""))).draft.unwrap();
    assert!(draft.plans.is_empty(), "a menu does not work them out");
    let found = FastAndEasy::draft_plans(g.table.rules(), g.table.state(), &draft.command);
    assert_eq!(found, g.plans(1), "every move there is");
    assert_eq!(found.cut, None);
    assert!(found.plans.iter().all(|plan| plan.path.len() > 1));
    assert!(g.plans(3).plans.is_empty(), "an interceptor does not move in step 1");
}

#[test]
fn a_draft_says_who_could_fire_on_whom() {
    let g = at_step(1)
        .escort("P51 Mustang", "10.10", 0)
        .interceptor("ME 109 G", "17.10", 0)
        .interceptor("FW 190 A", "13.10", 0)
        .play();
    let draft = g.table.menu(Side::Allies, Some(&fly(1, "F F F F F"))).draft.unwrap();
    let shots: Vec<_> = draft.forecast.iter().map(|f| (f.shooter, f.target, f.text.clone())).collect();
    assert_eq!(shots.len(), 2, "{shots:?}");
    assert_eq!((draft.forecast[0].shooter, draft.forecast[0].target), (id(1), id(2)));
    // Range 2, four dice at 4+: 15/16.
    assert_eq!(draft.forecast[0].hit.as_ref().unwrap().exact, "15/16");
    assert_eq!((draft.forecast[1].shooter, draft.forecast[1].target), (id(3), id(1)));
}

#[test]
fn a_shot_is_offered_with_its_chance() {
    let g = at_step(5).interceptor("ME 109 G", "10.10", 0).escort("P51 Mustang", "13.10", 1).play();
    let menu = g.table.menu(Side::Axis, None);
    let shot = menu.choices.iter().find(|c| c.target == Some(id(2))).unwrap();
    assert_eq!(shot.note, "4 dice at 5+, 80 %");
    assert_eq!(shot.rule, rule::FORWARD_GUNS);
}

#[test]
fn a_bombers_fire_is_built_turret_by_turret() {
    let g = at_step(6)
        .bomber("B17 G", "10.10", 0)
        .interceptor("FW 190 A", "11.10", 1)
        .interceptor("FW 190 A", "09.10", 1)
        .play();
    let menu = g.table.menu(Side::Allies, None);
    let Say::Command(Command::Turrets(usual)) = &menu.choices[0].say else { panic!("{menu:?}") };
    assert_eq!(usual.at.len(), 2, "the usual fire takes both targets");
    let draft = turrets(1, &[(2, "top")]);
    let next = g.table.menu(Side::Allies, Some(&draft));
    let belly = next.choices.iter().find(|c| c.label.starts_with("belly at FW 190 A at 11.10")).unwrap();
    assert_eq!(belly.barred[0].rule, rule::TOP_AND_BELLY);
    assert!(next.draft.unwrap().barred.is_empty());
}

#[test]
fn nothing_is_offered_on_top_of_a_draft_that_is_wrong_already() {
    let offered = |g: &Played, draft: Command| {
        let menu = g.table.menu(Side::Allies, Some(&draft));
        assert!(!menu.draft.unwrap().barred.is_empty(), "{draft:?}");
        menu.choices.into_iter().filter(table::Choice::legal).count()
    };
    let g = at_step(1).escort("P51 Mustang", "10.10", 0).play();
    for path in ["F F F F F F", "F SL SR", "TL"] {
        assert_eq!(offered(&g, fly(1, path)), 0, "{path}");
    }
    assert_eq!(offered(&g, fly_bare(1, "")), 0, "{}", rule::FIGHTER_BOMBER);
    assert_eq!(offered(&g, enter(1, "00.10", 0, "")), 0, "{}", rule::MAP_EDGE);
    let away = at_step(1).escort("P51 Mustang", "39.10", 0).is(|s| {
        s.status = Some(fast_and_easy::scenario::StatusSpec::OffMap { edge: sky::Edge::East, turn: 1 });
    });
    let g = away.play();
    assert_eq!(offered(&g, enter(1, "39.10", 0, "")), 0, "it must face a hex that is on the map");
    assert_eq!(offered(&g, fly_bare(1, "")), 0, "nothing to jettison on the way back");
    assert!(offered(&g, enter(1, "39.10", 3, "")) > 0, "a sound draft goes on");
}

#[test]
fn a_formation_that_stands_is_not_offered_places_again() {
    let mut drawn = at_step(1)
        .formation("B17 G", "box3", "04.12", &[])
        .formation("B17 G", "box3", "04.06", &[])
        .interceptor("ME 109 G", "30.12", 3)
        .alone();
    for group in &mut drawn.scenario.groups[..2] {
        group.formation.as_mut().unwrap().lead = None;
    }
    drawn.scenario.start = None;
    let mut g = drawn.play();
    let lead = |formation: u8| say(json!({ "lead": { "formation": formation } }));
    let offered = |g: &Played, formation| g.table.menu(Side::Allies, Some(&lead(formation))).choices.len();
    assert!(offered(&g, 1) > 0);
    g.ok(say(json!({ "lead": { "formation": 1, "hex": "04.12" } })), &[]);
    assert_eq!(offered(&g, 1), 0, "{}", rule::DEPLOY_BOMBERS);
    assert!(offered(&g, 2) > 0);
}

#[test]
fn tanks_are_jettisoned_under_their_own_rule() {
    let g = at_step(1).escort("P51 Mustang", "10.10", 0).group_is(|g| g.tanks = true);
    let g = g.option(|o| o.drop_tanks = true).play();
    let menu = g.table.menu(Side::Allies, Some(&fly(1, "")));
    assert_eq!(menu.choices[0].rule, rule::OPT_DROP_TANKS);
}

#[test]
fn a_view_shows_condition_and_marks() {
    let g = at_step(3)
        .formation("B17 G", "box3", "10.10", &["10.10", "09.13", "09.08"])
        .plane_is(1, |s| (s.hits, s.engines_hit, s.shifts) = (4, 2, 1))
        .target("20.10")
        .clouds(&["25.10"])
        .play();
    let view = g.table.view(Seat::Observer);
    let gauge = |label: &str| {
        let found = view.aircraft[0].gauges.iter().find(|g| g.label == label);
        found.map(|g| (g.value, g.max)).unwrap()
    };
    assert_eq!((gauge("hits"), gauge("engines hit"), gauge("SPEED")), ((4, 22), (2, 4), (2, 3)));
    let tags = |n: usize| view.aircraft[n].tags.iter().map(|t| t.text.as_str()).collect::<Vec<_>>();
    assert_eq!(tags(0), ["bombs", "will shift 1", "in formation"]);
    assert_eq!(tags(1), ["bombs", "single"]);
    let kinds: Vec<_> = view.markers.iter().map(|m| format!("{:?}", m.kind)).collect();
    assert_eq!(kinds, ["Target", "Cloud", "Slot"]);
    assert_eq!((view.phase.step, view.phase.steps.len(), view.phase.turn), (2, 7, 3));
    assert_eq!(g.table.view(Seat::Axis).aircraft, view.aircraft, "nothing is hidden");
}

#[test]
fn looking_in_vain_in_the_dark_is_not_firing() {
    let night = || {
        at_step(5)
            .interceptor("ME 110 G", "10.10", 0)
            .bomber("Lancaster", "12.10", 0)
            .option(|o| o.night = true)
            .play()
    };
    let mut g = night();
    g.ok(fire(1), &[3]);
    assert!(!g.plane(1).flags.has(Flags::SHOT) && g.plane(1).flags.has(Flags::FIRED), "{}", rule::OPT_NIGHT);
    let mut g = night();
    g.ok(fire(1), &[4, 1, 1, 1, 1]);
    assert!(g.plane(1).flags.has(Flags::SHOT));
}

#[test]
fn scenarios_read_back_from_json_as_they_were() {
    for (id, scenario) in &data().scenarios {
        let json = serde_json::to_value(scenario).unwrap();
        let again: Scenario = serde_json::from_value(json).unwrap();
        assert_eq!(again, *scenario, "{id}");
    }
}

#[test]
fn a_position_is_written_as_a_scenario() {
    let scenario: Scenario = serde_json::from_value(json!({
        "title": "a duel", "board": "small", "turns": 9, "escort": "axis",
        "groups": [
            { "name": "Red", "side": "allies", "aircraft": "Spitfire I", "facing": 3, "hexes": ["20.10"],
              "state": [{ "plane": 1, "hits": 2, "marker": { "side": "left", "run": 1 }, "done": ["moved"] }] },
            { "name": "Yellow", "side": "axis", "aircraft": "ME 109 E", "hexes": ["17.10", "12.04"],
              "state": [{ "plane": 2, "status": { "out": "hits" }, "hits": 5 }] },
        ],
        "start": { "turn": 4, "step": 5, "combat": true },
    }))
    .unwrap();
    let position = FastAndEasy::set_up(data(), &scenario).map_err(|f| format!("{f:?}")).ok().unwrap();
    assert_eq!(position.state.turn, 4);
    assert_eq!(
        FastAndEasy::to_act(&position.rules, &position.state).iter().collect::<Vec<_>>(),
        [Side::Allies]
    );
    FastAndEasy::check(&position.rules, &position.state).unwrap();
}

fn files_with(path: &str, from: &str, to: &str) -> BTreeMap<String, String> {
    let mut files: BTreeMap<String, String> =
        FastAndEasy::files().iter().map(|(p, t)| (p.to_string(), t.to_string())).collect();
    let text = files.get_mut(path).unwrap();
    assert!(text.contains(from));
    *text = text.replacen(from, to, 1);
    files
}

#[test]
fn a_flaw_in_a_data_file_names_file_and_field() {
    let flaw = |path: &str, from: &str, to: &str| {
        let flaws = FastAndEasy::load(&files_with(path, from, to)).err().expect("a flaw");
        (flaws[0].file.clone().unwrap(), flaws[0].path.clone(), flaws[0].says.clone())
    };
    let (file, path, says) = flaw("aircraft.toml", "speed = 5", "speed = 50");
    assert_eq!((file.as_str(), path.as_str()), ("aircraft.toml", "aircraft[0].speed"));
    assert!(says.contains("1 to 12"));
    let (file, path, _) = flaw("tables.toml", "boost = 5", "boost = 9");
    assert_eq!((file.as_str(), path.as_str()), ("tables.toml", "movement.boost"));
    let (file, path, _) = flaw("scenarios/kent-duel.toml", "\"06.09\"", "\"66.09\"");
    assert_eq!((file.as_str(), path.as_str()), ("scenarios/kent-duel.toml", "groups[0].hexes[0]"));
    let (file, _, says) = flaw("scenarios/kent-duel.toml", "turns = 12", "turn = 12");
    assert_eq!(file, "scenarios/kent-duel.toml");
    assert!(says.contains("unknown field `turn`"), "{says}");
}

#[test]
fn a_slip_that_would_close_too_short_a_move_is_refused_for_its_total() {
    let fast = files_with("aircraft.toml", "tail = 2 }\nspeed = 2", "tail = 2 }\nspeed = 5");
    let data = FastAndEasy::load(&fast).ok().unwrap();
    let scenario = at_step(3).bomber("B17 E", "10.10", 0).finished();
    let mut g = Played::new(&data, &scenario);
    assert_eq!(g.no(fly(1, "F SL")), rule::SPEED_RANGE, "{}", rule::STRAGGLER);
    g.ok(fly(1, "F F F SL"), &[]);
}

/// What the simple pilot thinks of a move of plane 1.
fn worth(g: &Played, path: &str) -> i64 {
    let look = Look::new(g.table.rules(), g.table.state(), Side::Allies);
    FastAndEasy::appraise(look, &fly(1, path))
}

#[test]
fn the_simple_pilot_declares_no_turn_that_leads_away_from_its_target() {
    let g = at_step(1).escort("JU87 Stukas", "05.09", 0).loaded().target("16.09").play();
    assert!(
        worth(&g, "F F") > worth(&g, "F F DL") && worth(&g, "F F") > worth(&g, "F F DR"),
        "{}",
        rule::DECLARED_TURN
    );
    let g = at_step(1).escort("JU87 Stukas", "05.09", 0).loaded().target("05.02").play();
    assert!(worth(&g, "F F DL") > worth(&g, "F F"), "abeam to the left: it begins to turn");
}

#[test]
fn the_simple_pilot_does_not_stand_in_its_own_line_of_fire() {
    // It comes back over the hex that it leaves, the enemy beyond.
    let g = at_step(1).escort("P51 Mustang", "10.10", 0).interceptor("FW 190 A", "08.10", 3).play();
    assert!(worth(&g, "F IM F F") > worth(&g, "F F F F F") + 2000, "{}", rule::LINE_OF_SIGHT);
}

#[test]
fn the_simple_pilot_would_rather_attack_a_bomber_where_few_turrets_bear() {
    // A Lancaster that flies to the right. Both end beside it with the same shot: one under its tail and top turrets, one under the top alone.
    let attack = |from: &str, facing: i32| {
        let g = at_step(4).bomber("Lancaster", "10.10", 0).interceptor("ME 110 G", from, facing).play();
        let look = Look::new(g.table.rules(), g.table.state(), Side::Axis);
        assert!(table::validate::<FastAndEasy>(look, &fly(2, "F F F")).is_ok(), "from {from}");
        FastAndEasy::appraise(look, &fly(2, "F F F"))
    };
    assert!(attack("08.06", 1) > attack("06.10", 0) + 2000, "{}", rule::BOMBER_ARCS);
}

#[test]
fn the_simple_pilot_plays_a_duel_to_its_end() {
    let g = Played::scenario("kent-duel", |_| {});
    let mut dice = table::SeededDice::new(table::Seed::from_number(3));
    let (rules, mut state) = (g.table.rules().clone(), g.table.state().clone());
    let mut shots = 0;
    while let Some(side) = FastAndEasy::to_act(&rules, &state).iter().next() {
        let look = Look::new(&rules, &state, side);
        let all = FastAndEasy::candidates(look);
        let best = all.into_iter().max_by_key(|c| FastAndEasy::appraise(look, c)).unwrap();
        shots += u32::from(matches!(best, Command::Fire(_)));
        let accepted = table::validate::<FastAndEasy>(look, &best).unwrap();
        accepted.carry_out(&rules, &mut state, &mut dice, &mut table::Silence).unwrap();
    }
    assert!(FastAndEasy::outcome(&rules, &state).is_some());
    assert!(shots >= 4, "it picks fights: {shots} shots");
    assert_eq!(g.no(done()), rule::SEQUENCE);
}
