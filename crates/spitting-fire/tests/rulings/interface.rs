//! What a client needs beyond the rules: how forces are laid out, what can be set on the board, where weapons reach, trails.

use crate::common::{Fight, data, hexes, open, scenario, spitfire};
use spitting_fire::command::{Command, ForceList, Place};
use spitting_fire::field::{Arc, Field, Spot, turned};
use spitting_fire::options::Mode;
use spitting_fire::{SpittingFire, rule};
use table::view::At;
use table::{Chooser, Library, Menu, Muster, PieceId, Pilot, Say, Seat, Seed, SeededDice, Side};

fn choosing(points: i32) -> Fight {
    let mut match_of = scenario("match");
    match_of.options.points = Some(points);
    Fight::new(&match_of)
}

fn menu(g: &Fight, draft: Option<&Command>) -> (Menu<Command>, Muster) {
    let menu = g.table.menu(Side::Allies, draft);
    let muster = menu.muster.clone().unwrap();
    (menu, muster)
}

/// What choosing number `n` of a menu drafts.
fn drafted(menu: &Menu<Command>, n: u16) -> Command {
    let choice = &menu.choices[usize::from(n)];
    assert!(choice.legal(), "{}: {:?}", choice.label, choice.barred);
    match &choice.say {
        Say::Draft(command) => command.clone(),
        other => panic!("{other:?}"),
    }
}

/// Buys so many of a type, one by one, on top of a draft.
fn buy(g: &Fight, mut draft: Option<Command>, card: &str, count: usize) -> Option<Command> {
    for _ in 0..count {
        let (menu, muster) = menu(g, draft.as_ref());
        let ware = muster.offers.iter().find(|o| o.card == card).unwrap();
        draft = Some(drafted(&menu, ware.choice));
    }
    draft
}

fn sizes(muster: &Muster) -> Vec<u16> {
    muster.bands.iter().map(|b| b.count).collect()
}

#[test]
fn a_force_is_built_step_by_step_and_its_groups_are_rearranged() {
    let mut g = choosing(500);
    let draft = buy(&g, None, "corsair", 6);
    let (now, muster) = menu(&g, draft.as_ref());
    assert_eq!((muster.spent, muster.of, sizes(&muster)), (270, 500, vec![3, 3]), "{}", rule::ARRANGE_GROUPS);
    assert!(now.draft.unwrap().barred.is_empty());
    // One of the first three goes to the others.
    let way = muster.bands[0].moves[0].clone();
    assert_eq!(way.to, 1);
    let (now, _) = menu(&g, draft.as_ref());
    let moved = drafted(&now, way.choice);
    let (now, muster) = menu(&g, Some(&moved));
    assert_eq!(sizes(&muster), [2, 4], "{}", rule::FLIGHT_GROUP);
    // One alone is a step on the way, but no force: there are others of its type.
    let alone = drafted(&now, muster.bands[1].apart.unwrap());
    let (now, muster) = menu(&g, Some(&alone));
    assert_eq!(sizes(&muster), [2, 3, 1]);
    assert_eq!(now.draft.as_ref().unwrap().barred[0].rule, rule::FLIGHT_GROUP);
    let given_back = drafted(&now, muster.bands[2].fewer);
    let (now, muster) = menu(&g, Some(&given_back));
    assert_eq!((sizes(&muster), muster.spent), (vec![2, 3], 225));
    let Say::Command(whole) = &now.choices[usize::from(muster.take.unwrap())].say else { panic!() };
    g.say(&serde_json::to_string(whole).unwrap());
    let (now, muster) = menu(&g, None);
    assert_eq!(sizes(&muster), [2, 3], "what was chosen is what is shown");
    assert!(now.choices.iter().any(|c| c.label == "Confirm the force" && c.legal()));
}

/// A force of one type in pairs.
fn pairs(count: u16) -> Command {
    let groups = (0..count).map(|n| vec![2 * n + 1, 2 * n + 2]).collect();
    Command::Force(ForceList { aircraft: vec!["d520".into(); 2 * usize::from(count)], groups: Some(groups) })
}

#[test]
fn a_menu_grows_with_the_force_and_not_with_its_pairs_of_groups() {
    let mut wide = scenario("match");
    (wide.options.points, wide.options.width, wide.options.height) = (Some(30_000), Some(120), Some(120));
    let g = Fight::new(&wide);
    let (few, muster) = menu(&g, Some(&pairs(12)));
    let to: Vec<u16> = muster.bands[6].moves.iter().map(|m| m.to).collect();
    assert_eq!(to, [5, 7, 4, 8, 3, 9, 2, 10], "{}: the nearest groups of its type", rule::ARRANGE_GROUPS);
    let (many, muster) = menu(&g, Some(&pairs(240)));
    assert_eq!(muster.bands.len(), 240);
    assert!(many.choices.len() < few.choices.len() + 2 * 240, "{}", many.choices.len());
    assert!(muster.bands.iter().all(|band| many.choices[usize::from(band.fewer)].legal()));
}

#[test]
fn what_no_longer_fits_says_why() {
    let g = choosing(210);
    let draft = buy(&g, None, "corsair", 4);
    let (menu, muster) = menu(&g, draft.as_ref());
    let of = |card: &str| {
        let ware = muster.offers.iter().find(|o| o.card == card).unwrap();
        menu.choices[usize::from(ware.choice)].barred.first().map(|b| b.rule)
    };
    assert_eq!(of("corsair"), Some(rule::POINT_TOTAL));
    let cheap = muster.offers.iter().find(|o| o.cost <= 30).unwrap();
    assert_eq!(of(&cheap.card), None);
    let full = &menu.choices[usize::from(muster.bands[0].more)].barred;
    assert!(full.iter().any(|b| b.rule == rule::FLIGHT_GROUP), "a group of five: {full:?}");
    assert_eq!(muster.astray[0].rule, rule::FLIGHT_GROUP);
    assert!(muster.offers.iter().all(|o| o.card != "bf-109"), "{}", rule::SIDES);
    assert!(menu.choices.iter().all(|c| c.label != "Confirm the force"), "a draft is not what is confirmed");
}

#[test]
fn every_ready_made_force_offered_is_legal_and_comes_near_the_total() {
    for points in [500, 1000, 2000] {
        for side in Side::BOTH {
            let g = choosing(points);
            let menu = g.table.menu(side, None);
            let muster = menu.muster.clone().unwrap();
            assert!(muster.ready.len() >= 5, "{points} {side}: {}", muster.ready.len());
            for n in &muster.ready {
                let draft = drafted(&menu, *n);
                let next = g.table.menu(side, Some(&draft));
                assert_eq!(next.draft.unwrap().barred, [], "{}", menu.choices[usize::from(*n)].label);
                let spent = next.muster.unwrap().spent;
                assert!(spent * 5 >= points * 4 && spent <= points, "{} {spent}", rule::POINT_TOTAL);
            }
        }
    }
}

/// Whatever is chosen, the layout stays true to the draft: points add up, every number names a choice.
#[test]
fn a_thousand_random_steps_keep_the_layout_true() {
    let g = choosing(1000);
    let mut chance = SeededDice::new(Seed::from_number(5));
    let mut draft: Option<Command> = None;
    for _ in 0..1000 {
        let (menu, muster) = menu(&g, draft.as_ref());
        let cost: i32 = muster.bands.iter().map(|b| b.cost).sum();
        assert_eq!((cost, muster.spent <= muster.of), (muster.spent, true));
        let count = menu.choices.len();
        let named = muster.bands.iter().flat_map(|b| {
            let ways = b.moves.iter().map(|m| m.choice);
            ways.chain([b.more, b.fewer]).chain(b.apart)
        });
        let mut named =
            named.chain(muster.offers.iter().map(|o| o.choice)).chain(muster.ready.iter().copied());
        assert!(named.all(|n| usize::from(n) < count));
        let legal: Vec<&Command> = menu
            .choices
            .iter()
            .filter(|c| c.legal() && c.label != "Start again with nothing")
            .filter_map(|c| if let Say::Draft(next) = &c.say { Some(next) } else { None })
            .collect();
        draft = Some(legal[Chooser::below(&mut chance, legal.len() as u32) as usize].clone());
    }
}

/// Drafts that no step leads to are answered all the same, and judged as they are.
#[test]
fn a_draft_from_elsewhere_is_answered() {
    let g = choosing(500);
    for (aircraft, groups) in [
        (vec!["corsair", "spitfire"], Some(vec![vec![1, 2]])),
        (vec!["corsair", "corsair"], Some(vec![vec![1, 1, 9], vec![]])),
        (vec!["nothing of that name"], None),
        (vec!["corsair"; 5000], None),
    ] {
        let aircraft = aircraft.into_iter().map(str::to_owned).collect();
        let draft = Command::Force(ForceList { aircraft, groups });
        let (menu, muster) = menu(&g, Some(&draft));
        assert_ne!(menu.draft.unwrap().barred, []);
        assert!(muster.spent <= muster.of);
    }
}

/// The first place brings a whole group, and the draft says where everybody stands.
#[test]
fn a_group_is_put_down_in_one_go_and_turned_on_the_board() {
    for mode in [Mode::Hexes, Mode::Open] {
        let mut fixed = scenario("germany-france-500");
        fixed.options.mode = mode;
        fixed.options.axis_edge = spitting_fire::options::AxisEdge::North;
        let mut g = Fight::new(&fixed);
        g.side(Side::Axis).dice(&[2]).say("confirm");
        let draft = Command::Place(Place { group: 1, altitude: 5, at: Default::default() });
        let menu = g.table.menu(Side::Allies, Some(&draft));
        let first = menu.choices.iter().find(|c| c.legal()).unwrap();
        let Say::Draft(next) = &first.say else { panic!() };
        let menu = g.table.menu(Side::Allies, Some(next));
        let draft = menu.draft.as_ref().unwrap();
        assert_eq!((draft.also.len(), draft.barred.len()), (4, 0), "{}", rule::PLACEMENT);
        assert_eq!(draft.also[3].aircraft, PieceId(4));
        let dials: Vec<_> = menu
            .choices
            .iter()
            .filter_map(|c| if let Say::Range(_, range) = &c.say { range.dial.clone() } else { None })
            .collect();
        assert_eq!(dials.len(), if mode == Mode::Open { 4 } else { 0 });
        for (dial, put) in dials.iter().zip(&draft.also) {
            assert_eq!((dial.pose, dial.from, dial.left), (put.pose, 0, false));
        }
        let one_less = menu.choices.iter().find(|c| c.label.ends_with("elsewhere")).unwrap();
        let Say::Draft(next) = &one_less.say else { panic!() };
        assert_eq!(g.table.menu(Side::Allies, Some(next)).draft.unwrap().also.len(), 3);
    }
}

#[test]
fn a_turn_on_the_open_table_can_be_set_on_the_board() {
    let mut g = spitfire(open(), [12_000, 6_000, 350], "level-left");
    g.say("forward 4");
    let menu = g.table.menu(Side::Allies, None);
    let left = menu.choices.iter().find(|c| c.label == "Turn left").unwrap();
    let Say::Range(_, range) = &left.say else { panic!("{left:?}") };
    let dial = range.dial.as_ref().unwrap();
    assert_eq!((range.min, range.max, dial.from, dial.left), (1, 60, 350, true), "{}", rule::PIVOT);
    assert_eq!(dial.pose.heading, 350);
}

/// A sector holds exactly the places that the rule puts into its arc.
#[test]
fn sectors_are_the_firing_arcs() {
    // Tangents of the sectors' edges squared, as fractions: 30 and 60 degrees.
    let within = |(bearing, half): (i16, u16), ahead: i64, right: i64| {
        let (f, s) = match bearing {
            0 => (ahead, right),
            180 => (-ahead, -right),
            90 => (right, -ahead),
            _ => (-right, ahead),
        };
        match half {
            30 => f > 0 && 3 * s * s <= f * f,
            60 => f > 0 && s * s <= 3 * f * f,
            90 => f >= 0,
            _ => true,
        }
    };
    let board = Field::new(Mode::Hexes, 24, 36);
    let from = board.hex(10, 15);
    for heading in (0..360).step_by(60) {
        for (x, y) in (-6..=6).flat_map(|x| (-6..=6).map(move |y| (x, y))).filter(|p| *p != (0, 0)) {
            // A place x hexes ahead and y hexes ahead and to the right of that.
            let to = board.along(
                board.along(from, heading, x),
                turned(heading, spitting_fire::field::Hand::Right, 60),
                y,
            );
            let arcs = board.arcs(from, heading, to);
            // Twice the distance ahead, and right in units of the square root of three: scaled to whole numbers by 3.
            let (ahead, right) = (2 * i64::from(x) + i64::from(y), i64::from(y));
            for arc in Arc::ALL {
                let (bearing, half) = arc.sector();
                let inside = match (bearing, half) {
                    (0 | 180, 30) => within((bearing, 30), ahead, 0) && ahead * ahead >= 9 * right * right,
                    (90, 60) => right > 0 && ahead * ahead <= 9 * right * right,
                    (-90, 60) => right < 0 && ahead * ahead <= 9 * right * right,
                    wide => within(wide, ahead, right),
                };
                assert_eq!(arcs.has(arc), inside, "{} {arc:?} {heading} {x},{y}", rule::FIRING_ARCS);
            }
        }
    }
    let table = Field::new(Mode::Open, 24, 36);
    let from = Spot { x: 12_000, y: 15_000 };
    for (dx, dy) in
        [(0, 4000), (2100, 3000), (1600, 3000), (3000, 500), (-2900, -100), (100, -5000), (-1500, -2000)]
    {
        let arcs = table.arcs(from, 0, Spot { x: from.x + dx, y: from.y + dy });
        for arc in Arc::ALL {
            assert_eq!(arcs.has(arc), within(arc.sector(), dy.into(), dx.into()), "{arc:?} {dx},{dy}");
        }
    }
    let zerstoerer = SpittingFire::cards(data()).into_iter().find(|c| c.id == "zerstoerer").unwrap();
    let labels: Vec<&str> = zerstoerer.arcs.iter().map(|a| a.label.as_str()).collect();
    assert_eq!(labels.len(), 2, "{labels:?}");
    assert!(labels[1].starts_with("RT: 1 × LMG"));
    let ranges: Vec<u16> = zerstoerer.arcs[0].bands.iter().map(|b| b.range).collect();
    assert_eq!(ranges, [2, 4, 6], "{}", rule::RANGE);
}

#[test]
fn every_aircraft_keeps_the_trail_of_its_last_move() {
    let g = hexes().allies("spitfire", 5, &[[10, 10, 0], [14, 10, 0]]).axis("bf-109", 2, &[[0, 35, 180]]);
    let mut g = g.active(1, "level-left").go();
    g.say("forward 4; turn left; forward 3; end-move; no-attack");
    let at = |col, row| At::Hex { col, row };
    let trail = |g: &Fight, n: usize| g.table.view(Seat::Observer).aircraft[n - 1].trail.clone();
    let first = vec![at(10, 10), at(10, 14), at(7, 15)];
    assert_eq!(trail(&g, 1), first);
    g.with(2).say("forward 4; turn left; forward 1; end-move");
    assert_eq!(trail(&g, 1), first, "the next aircraft's move leaves it");
    assert_eq!(trail(&g, 2), [at(14, 10), at(14, 14), at(13, 14)]);
    assert_eq!(trail(&g, 3), []);
}

/// With a turn rating of 1 no die is lower, so a tight turn is certain and belongs to the plans.
#[test]
fn a_manoeuvre_that_no_die_can_spoil_is_in_the_plans() {
    let headings = |turn: i32| {
        let setup = hexes().card("test", |c| c.turn = turn);
        let g = crate::common::flown(setup, "test", [10, 10, 0], "straight-level").go();
        let plans = SpittingFire::plans(g.table.rules(), g.state(), PieceId(1));
        // One leg and what is turned at its end.
        let straight = plans.plans.into_iter().filter(|p| p.path.len() == 2);
        straight.map(|p| p.pose.unwrap().heading).collect::<std::collections::BTreeSet<u16>>()
    };
    assert!(headings(1).contains(&240), "{}: 120 degrees at once", rule::TIGHT_TURN);
    assert!(!headings(4).contains(&240), "the die decides");
}
