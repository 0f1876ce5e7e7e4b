//! Sections 4 and 5: flight groups, and choosing forces.

use crate::common::{Fight, data, scenario};
use spitting_fire::command::{Command, ForceList};
use spitting_fire::scenario::Scenario;
use spitting_fire::state::Phase;
use spitting_fire::{SpittingFire, forces, rule};
use table::{ActError, DiceSource, Library, Seat, Seed, Side, Table};

/// A force as counts of aircraft, and its groups.
fn force(counts: &[(&str, usize)], groups: Option<&[&[u16]]>) -> String {
    let aircraft: Vec<String> =
        counts.iter().flat_map(|(name, n)| std::iter::repeat_n((*name).to_owned(), *n)).collect();
    let groups = groups.map(|all| all.iter().map(|g| g.to_vec()).collect());
    serde_json::to_string(&Command::Force(ForceList { aircraft, groups })).unwrap()
}

fn choosing(points: i32) -> Fight {
    let mut match_of = scenario("match");
    match_of.options.points = Some(points);
    Fight::new(&match_of)
}

#[test]
fn ex_11_groups_are_two_to_four_of_one_type() {
    let mut g = choosing(1000);
    let three = [("spitfire", 3), ("mustang", 2)];
    g.say(&force(&three, Some(&[&[1, 2, 3], &[4, 5]])));
    g.side(Side::Axis).say(&force(&[("hornisse", 4)], Some(&[&[1, 2, 3, 4]])));
    g.refused(&force(&[("hayabusa", 2), ("reisen", 1)], Some(&[&[1, 2, 3]])), rule::FLIGHT_GROUP);
    g.refused(&force(&[("falco", 5)], Some(&[&[1, 2, 3, 4, 5]])), rule::FLIGHT_GROUP);
    g.say(&force(&[("falco", 5)], Some(&[&[1, 2], &[3, 4, 5]])));
    // One alone although there are two of it; in no group; in two.
    g.refused(&force(&[("falco", 3)], Some(&[&[1], &[2, 3]])), rule::FLIGHT_GROUP);
    g.refused(&force(&[("falco", 3)], Some(&[&[1, 2]])), rule::FLIGHT_GROUP);
    g.refused(&force(&[("falco", 3)], Some(&[&[1, 2], &[2, 3]])), rule::FLIGHT_GROUP);
    g.refused(&force(&[("falco", 3)], Some(&[&[1, 2, 3, 4]])), rule::FLIGHT_GROUP);
    g.say(&force(&[("falco", 3), ("hornisse", 1)], Some(&[&[1, 2, 3], &[4]])));
}

#[test]
fn ex_12_nations_serve_their_side_and_france_either() {
    let mut g = choosing(500);
    g.say(&force(&[("hurricane", 2), ("mig-3", 2), ("corsair", 2), ("d520", 2)], None));
    g.refused(&force(&[("reisen", 2)], None), rule::SIDES);
    g.side(Side::Axis).say(&force(&[("bf-109", 2), ("d520", 2)], None));
    assert!(g.cites(rule::SIDES));
}

/// The book's force of 490 points.
const JIM: [(&str, usize); 3] = [("hornisse", 2), ("wuerger", 4), ("bf-109", 8)];

#[test]
fn ex_13_ten_points_buy_nothing_more() {
    let mut g = choosing(500);
    g.side(Side::Axis).say(&force(&JIM, None));
    let rules = g.table.rules();
    let flights = g.state().forces[Side::Axis.index()].as_ref().unwrap();
    assert_eq!(forces::cost(rules, flights), 490, "{}", rule::POINT_VALUE);
    assert_eq!(forces::still_fits(rules, Side::Axis, flights), None, "{}", rule::POINT_TOTAL);
}

#[test]
fn ex_14_a_ninth_bf_109_is_too_much() {
    let mut g = choosing(500);
    let more = [("hornisse", 2), ("wuerger", 4), ("bf-109", 9)];
    g.side(Side::Axis).refused(&force(&more, None), rule::POINT_TOTAL);
    g.refused(&force(&[], None), rule::POINT_TOTAL).refused("confirm", rule::POINT_TOTAL);
}

#[test]
fn ex_15_jims_fourteen_aircraft_make_six_groups() {
    let mut g = choosing(500);
    let groups: [&[u16]; 6] = [&[1, 2], &[3, 4, 5, 6], &[7, 8], &[9, 10], &[11, 12], &[13, 14]];
    g.side(Side::Axis).say(&force(&JIM, Some(&groups)));
    assert!(g.cites(rule::ARRANGE_GROUPS));
    assert_eq!(g.state().forces[1].as_ref().unwrap().len(), 6);
    // Left to itself the program makes as few groups as it may.
    g.say(&force(&JIM, None));
    let sizes: Vec<u8> = g.state().forces[1].as_ref().unwrap().iter().map(|f| f.count).collect();
    assert_eq!(sizes, [2, 4, 4, 4]);
    g.say(&force(&[("bf-109", 9)], None));
    let sizes: Vec<u8> = g.state().forces[1].as_ref().unwrap().iter().map(|f| f.count).collect();
    assert_eq!(sizes, [4, 3, 2]);
}

#[test]
fn unknown_and_unlisted_aircraft_have_no_card() {
    let mut g = choosing(500);
    g.refused(&force(&[("zeppelin", 2)], None), rule::CARD);
    let mut match_of = scenario("match");
    match_of.options.aircraft = spitting_fire::options::AircraftList::Book;
    Fight::new(&match_of).refused(&force(&[("spitfire-mki", 2)], None), rule::CARD);
    // A wrong card is named before a wrong nation, a wrong nation before the points.
    g.refused(&force(&[("reisen", 30), ("zeppelin", 1)], None), rule::CARD);
    g.refused(&force(&[("reisen", 30)], None), rule::SIDES);
}

#[test]
fn a_board_has_room_for_four_aircraft_a_unit() {
    let mut g = choosing(3000);
    g.side(Side::Axis).refused(&force(&[("nate", 97)], None), rule::SETUP_AREAS);
    g.say(&force(&[("nate", 96)], None));
}

#[test]
fn lists_of_any_length_are_refused_at_once() {
    let mut g = choosing(500);
    g.side(Side::Axis).refused(&force(&[("zeppelin", 100_000)], None), rule::CARD);
    g.refused(&force(&[("spitfire", 100_000)], None), rule::SIDES);
    g.refused(&force(&[("bf-109", 100_000)], Some(&[&[1, 2]])), rule::POINT_TOTAL);
    // So often that a count of sixteen bits would be 1 again.
    g.refused(&force(&[("bf-109", 2)], Some(&[&[1; 65_537], &[2]])), rule::FLIGHT_GROUP);
    g.refused(&force(&[("bf-109", 2)], Some(&[&[] as &[u16]; 100_000])), rule::FLIGHT_GROUP);
}

#[test]
fn each_aircraft_keeps_its_own_damage() {
    let setup = crate::common::hexes().allies("spitfire", 5, &[[10, 10, 0], [12, 10, 0]]).axis(
        "bf-109",
        2,
        &[[0, 35, 180]],
    );
    let g = setup.active(1, "straight-level").plane(1, 2, |p| p.damage = 3).go();
    assert_eq!((g.plane(1).damage, g.plane(2).damage), (0, 3), "{}", rule::DATA_CARD_EACH);
}

#[test]
fn forces_are_chosen_again_until_both_have_confirmed() {
    let mut g = choosing(500);
    g.say(&force(&[("spitfire", 4)], None)).say("confirm").say(&force(&[("spitfire", 2)], None));
    assert_eq!(g.state().confirmed, [false; 2]);
    g.say("confirm").refused("confirm", rule::SEQUENCE);
    g.side(Side::Axis).say(&force(&[("bf-109", 2)], None)).dice(&[1, 2]).say("confirm");
    assert!(g.cites(rule::POINT_TOTAL) && g.cites(rule::FLIGHT_GROUP));
    g.refused(&force(&[("bf-109", 4)], None), rule::SEQUENCE);
}

/// A table with dice from a seed.
fn seeded(scenario: &Scenario) -> Table<SpittingFire> {
    Table::new(data(), scenario, DiceSource::seeded(Seed::from_number(9))).unwrap()
}

#[test]
fn where_both_forces_are_fixed_the_game_begins_with_the_set_up() {
    let fixed = scenario("germany-britain-500");
    let mut table = seeded(&fixed);
    assert_eq!(table.state().phase, Phase::Placement, "{}", rule::POINT_TOTAL);
    let text: Vec<String> = table.log(Seat::Observer, 0).into_iter().map(|e| e.text).collect();
    assert!(text.iter().any(|t| t == "The Allies confirm their force"), "{text:?}");
    for side in Side::BOTH {
        assert!(table.undo(side).is_err(), "nothing was chosen that could be chosen again");
    }
    // The transcript has the confirmations, as if they had been given, and one in which they were given replays.
    let again = Table::<SpittingFire>::load(data(), &table.transcript(), None).unwrap();
    assert_eq!(again.state(), table.state());
    let mut given = seeded(&fixed).transcript();
    given.lines.clear();
    let mut asked = Table::<SpittingFire>::load(data(), &given, Some(Seed::from_number(9))).unwrap();
    assert_eq!(asked.to_act().iter().collect::<Vec<_>>(), Side::BOTH, "a table kept before");
    for side in [Side::Axis, Side::Allies] {
        asked.act(side, Command::Confirm, &[]).unwrap();
    }
    assert_eq!(asked.state(), table.state());
}

#[test]
fn where_one_force_is_fixed_only_the_other_side_is_asked() {
    let mut half = scenario("germany-britain-500");
    half.groups.retain(|g| g.side == Side::Axis);
    let mut table = seeded(&half);
    assert_eq!(table.to_act().iter().collect::<Vec<_>>(), [Side::Allies], "{}", rule::POINT_TOTAL);
    assert!(table.undo(Side::Axis).is_err());
    let waiting = table.menu(Side::Axis, None);
    assert_eq!(waiting.prompt, "Waiting for the other side");
    assert!(waiting.choices.iter().all(|c| c.quit.is_some()), "{waiting:?}");
    let list = ForceList { aircraft: vec!["spitfire".to_owned(); 4], groups: None };
    let no = table.act(Side::Axis, Command::Force(list.clone()), &[]);
    assert!(matches!(no, Err(ActError::Refused(why)) if why.first().unwrap().rule == rule::POINT_TOTAL));
    table.act(Side::Allies, Command::Force(list), &[]).unwrap();
    table.act(Side::Allies, Command::Confirm, &[]).unwrap();
    assert_eq!(table.state().phase, Phase::Placement);
}

/// Somebody has to throw the dice: that is asked, and nothing else.
#[test]
fn where_people_throw_the_dice_the_set_up_of_fixed_forces_waits_for_them() {
    let mut g = Fight::new(&scenario("germany-britain-500"));
    assert_eq!(g.table.to_act().iter().collect::<Vec<_>>(), [Side::Axis]);
    let menu = g.table.menu(Side::Axis, None);
    let asked = menu.choices.iter().filter(|c| c.quit.is_none());
    let labels: Vec<&str> = asked.map(|c| c.label.as_str()).collect();
    assert_eq!((menu.prompt.as_str(), labels), ("Begin the set-up", vec!["Begin the set-up"]));
    assert!(!g.table.view(Seat::Observer).aircraft.is_empty());
    g.side(Side::Axis).dice(&[1, 2]).say("confirm");
    assert_eq!(g.state().phase, Phase::Placement);
}

/// The stronger side of a ready-made fight leaves aircraft at home; the same force for a fight of its own has all of them.
#[test]
fn aircraft_in_reserve_stay_at_home_and_belong_to_the_ready_made_force() {
    let fixed = scenario("germany-britain-500");
    let table = seeded(&fixed);
    let flying = table.view(Seat::Observer).aircraft.iter().filter(|a| a.side == Side::Allies).count();
    let own = fixed.groups.iter().filter(|g| g.side == Side::Allies);
    let (here, home) = own.fold((0, 0), |(here, home), g| (here + g.aircraft.count(), home + g.reserve));
    assert_eq!(flying, here);
    assert!(home > 0, "the Allies are the stronger side");
    let ready = data().ready.iter().find(|r| r.title == fixed.title && r.side == Side::Allies).unwrap();
    assert_eq!(ready.list.aircraft.len(), here + usize::from(home), "{}", rule::POINT_TOTAL);

    let mut crowded = fixed;
    crowded.groups[0].reserve = 4;
    let flaws = SpittingFire::set_up(data(), &crowded).err().unwrap();
    assert_eq!((flaws[0].path.as_str(), flaws[0].rule), ("groups[0].reserve", Some(rule::FLIGHT_GROUP)));
}
