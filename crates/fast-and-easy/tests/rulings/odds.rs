//! Exact odds against plain counting, and plans against trying every step.

use crate::common::*;
use fast_and_easy::command::{Path, Step};
use fast_and_easy::options::{CasualtyModifiers, EngineChecks, Options};
use fast_and_easy::state::{State, Status};
use fast_and_easy::{Command, FastAndEasy};
use std::collections::BTreeMap;
use table::{Ask, Asked, Dice, Look, Need, Odds, Outlook, PieceId, Pilot, Silence, validate};

fn odds(g: &Played, shooter: u16, target: u16, with: Option<&str>) -> Odds {
    FastAndEasy::odds(
        g.table.rules(),
        g.table.state(),
        table::OddsOf { shooter: PieceId(shooter), target: PieceId(target), with },
    )
    .unwrap()
}

/// Every face of every die in turn, cuts ignored: an odometer that is not the table's.
struct Odometer {
    faces: Vec<(u8, u8)>,
    at: usize,
}

impl Dice for Odometer {
    fn roll(&mut self, ask: &Ask) -> Result<u8, Need> {
        let Asked::Die(sides) = ask.of else { return Err(Need { ask: *ask, count: 1 }) };
        if self.at == self.faces.len() {
            self.faces.push((1, sides));
        }
        self.at += 1;
        Ok(self.faces[self.at - 1].0)
    }
}

/// What counting every face comes to, chances in millionths.
#[derive(Debug, PartialEq)]
struct Counted {
    expected_milli: i64,
    harm: u32,
    kill: u32,
}

impl Counted {
    fn shown(odds: &Odds) -> Counted {
        Counted { expected_milli: odds.expected_milli, harm: odds.harm.ppm, kill: odds.kill.ppm }
    }
}

/// All probabilities as fractions of 6^12.
const WHOLE: u128 = 6u128.pow(12);

/// Runs a command over every sequence of faces, and tells what the position is then and how likely that is.
fn over_every_face(g: &Played, command: &Command, side: table::Side, mut tell: impl FnMut(&State, u128)) {
    let (rules, state) = (g.table.rules(), g.table.state());
    let accepted = validate::<FastAndEasy>(Look::new(rules, state, side), command).unwrap();
    let mut dice = Odometer { faces: Vec::new(), at: 0 };
    loop {
        dice.at = 0;
        let mut after = state.clone();
        accepted.carry_out(rules, &mut after, &mut dice, &mut Silence).unwrap();
        dice.faces.truncate(dice.at);
        tell(&after, dice.faces.iter().fold(WHOLE, |w, (_, sides)| w / u128::from(*sides)));
        loop {
            match dice.faces.pop() {
                None => return,
                Some((face, sides)) if face < sides => {
                    dice.faces.push((face + 1, sides));
                    break;
                }
                Some(_) => {}
            }
        }
    }
}

/// The expected hits on `target`, and the chances that it suffers and that it is out.
fn counted(g: &Played, command: &Command, side: table::Side, target: u16) -> Counted {
    let before = g.table.state().planes[target as usize - 1];
    let (mut hits, mut harm, mut out) = (0u128, 0u128, 0u128);
    over_every_face(g, command, side, |after, weight| {
        let plane = &after.planes[target as usize - 1];
        hits += weight * u128::from(plane.hits - before.hits);
        let harmed =
            (plane.hits, plane.engines_hit, plane.status) != (before.hits, before.engines_hit, before.status);
        harm += if harmed { weight } else { 0 };
        out += if matches!(plane.status, Status::Out(_)) { weight } else { 0 };
    });
    let rounded = |sum: u128, of: u128| (2 * of * sum + WHOLE) / (2 * WHOLE);
    Counted {
        expected_milli: rounded(hits, 1000) as i64,
        harm: rounded(harm, 1_000_000) as u32,
        kill: rounded(out, 1_000_000) as u32,
    }
}

/// What pilots reckon that a command's dice bring on average, and what they do bring, in thousandths of a point.
fn stake_and_truth(g: &Played, command: &Command, side: table::Side) -> (i64, i64) {
    let (rules, state) = (g.table.rules(), g.table.state());
    let before = FastAndEasy::material(rules, state, side);
    let mut sum = 0;
    over_every_face(g, command, side, |after, weight| {
        sum += i128::from(FastAndEasy::material(rules, after, side) - before) * weight as i128;
    });
    (FastAndEasy::stake(Look::new(rules, state, side), command), (sum / WHOLE as i128) as i64)
}

#[test]
fn pilots_reckon_with_engines_criticals_and_who_is_far_from_home() {
    let raid = |hits: i32, engines: i32| {
        at_step(5)
            .interceptor("FW 190 A", "10.10", 0)
            .bomber("B17 G", "12.10", 0)
            .is(|s| (s.hits, s.engines_hit) = (hits, engines))
            .bomber("B17 G", "30.20", 0)
    };
    let far = |mut drawn: Setup| {
        drawn.scenario.far_from_home = vec![table::Side::Allies];
        drawn
    };
    let harsh = |o: &mut Options| o.casualty_modifiers = CasualtyModifiers::Harsh;
    let fighters =
        at_step(5).interceptor("ME 109 E", "10.10", 0).escort("P38 Lightning", "11.10", 1).is(|s| s.hits = 5);
    let drawn = [
        raid(0, 0),
        raid(20, 1),
        raid(3, 2),
        raid(21, 3),
        far(raid(20, 3)),
        far(raid(20, 2)).option(harsh),
        fighters.option(|o| o.engine_checks = EngineChecks::MultiEngine),
        at_step(5).interceptor("FW 190 D", "10.10", 0).bomber("B25", "11.10", 3).bomber("B25", "30.20", 3),
    ];
    for (n, drawn) in drawn.into_iter().enumerate() {
        let (stake, truth) = stake_and_truth(&drawn.play(), &fire(1), table::Side::Axis);
        assert!(truth > 0 && (stake - truth).abs() <= 2, "{n}: {stake} reckoned, {truth} counted");
    }
}

#[test]
fn odds_with_cuts_equal_counting_every_face() {
    let mut g = at_step(5).interceptor("ME 109 E", "10.10", 0).escort("P38 Lightning", "12.10", 1).play();
    let shown = odds(&g, 1, 2, None);
    assert_eq!(counted(&g, &fire(1), table::Side::Axis, 2), Counted::shown(&shown));
    assert_eq!((shown.text.as_str(), shown.hit.exact.as_str()), ("3 dice at 4+", "7/8"));
    assert_eq!(shown.harm, shown.hit, "every hit of guns is a point of damage ({})", rule::HITS);
    assert_eq!(shown.calculations[0].total, 3);
    // Head-on with 30 mm, a critical throw with +2.
    g = at_step(5)
        .interceptor("FW 190 D", "10.10", 0)
        .bomber("B25", "11.10", 3)
        .bomber("B25", "30.20", 3)
        .play();
    let shown = odds(&g, 1, 2, Some("forward"));
    assert_eq!(counted(&g, &fire(1), table::Side::Axis, 2), Counted::shown(&shown));
    assert_eq!(shown.calculations[2].total, 2, "{}", rule::CRITICAL_MODIFIERS);
}

#[test]
fn odds_of_rockets_equal_counting_every_face() {
    for salvos in [1, 2] {
        let g = at_step(5)
            .interceptor("FW 190 A", "10.10", 0)
            .rockets()
            .bomber("B25", "15.10", 0)
            .is(|s| s.hits = 12)
            .bomber("B25", "30.20", 0)
            .interceptor("ME 109 G", "20.20", 0)
            .bomber("B25", "22.20", 0)
            .play();
        let shown = odds(&g, 1, 2, Some(&format!("rockets {salvos}")));
        let counted = counted(&g, &rockets(1, salvos), table::Side::Axis, 2);
        // Hits beyond the hit points are not recorded on the plane, so their expected number is not compared.
        let expected_milli = counted.expected_milli;
        assert_eq!(counted, Counted { expected_milli, ..Counted::shown(&shown) }, "{}", rule::ROCKETS);
        assert!(shown.harm.ppm < shown.hit.ppm, "a salvo that hits may only shift bombers ({})", rule::SHIFT);
    }
}

#[test]
fn a_salvo_that_hits_counts_as_a_hit_even_if_it_only_shifts_bombers() {
    let g = at_step(5).interceptor("FW 190 A", "10.10", 0).rockets().bomber("B25", "15.10", 3).play();
    let shown = odds(&g, 1, 2, Some("rockets 2"));
    assert_eq!(
        (shown.hit.exact.as_str(), shown.text.as_str()),
        ("3/4", "2 salvos at 4+"),
        "{}",
        rule::ROCKETS
    );
    assert_eq!(odds(&g, 1, 2, Some("rockets 1")).text, "1 salvo at 4+");
    let critical = shown.calculations.iter().find(|c| c.of == "critical throw").unwrap();
    assert_eq!((critical.total, critical.terms[0].rule), (1, rule::CRITICAL_MODIFIERS), "head-on");
    let ask = |with| {
        FastAndEasy::odds(
            g.table.rules(),
            g.table.state(),
            table::OddsOf { shooter: PieceId(1), target: PieceId(2), with: Some(with) },
        )
    };
    for nonsense in ["rocketsx", "rockets two", "rockets -1", "rockets 1 2", "rockets 300"] {
        assert!(ask(nonsense).is_err(), "{nonsense}");
    }
    assert_eq!(ask("rockets 3").unwrap_err().first().unwrap().rule, rule::ROCKETS);
}

#[test]
fn a_third_target_gets_what_bears_on_it_best() {
    // The usual fire takes the two nearer ones; at range 3 a sensible player fires the nose, not the top turret.
    let g = at_step(6)
        .bomber("B17 G", "10.10", 0)
        .interceptor("FW 190 A", "09.10", 1)
        .interceptor("FW 190 A", "10.11", 1)
        .interceptor("FW 190 A", "13.10", 1)
        .play();
    assert_eq!(odds(&g, 1, 4, None).text, "3 dice at 6", "{}", rule::RANGE_THREE_TURRET);
}

#[test]
fn odds_of_turrets_and_of_shots_that_are_barred() {
    let g = at_step(6).bomber("B17 G", "10.10", 0).interceptor("FW 190 A", "11.10", 3).play();
    let shown = odds(&g, 1, 2, Some("nose top"));
    assert_eq!(shown.text, "3 dice at 3+");
    assert_eq!(shown.hit.exact, "26/27");
    let ask = |with| {
        FastAndEasy::odds(
            g.table.rules(),
            g.table.state(),
            table::OddsOf { shooter: PieceId(1), target: PieceId(2), with },
        )
    };
    assert_eq!(ask(Some("tail")).unwrap_err().first().unwrap().rule, rule::BOMBER_ARCS);
    assert!(ask(Some("cannon")).is_err());
    let back = FastAndEasy::odds(
        g.table.rules(),
        g.table.state(),
        table::OddsOf { shooter: PieceId(2), target: PieceId(1), with: Some("rear") },
    );
    assert_eq!(back.unwrap_err().first().unwrap().rule, rule::REAR_GUNS);
}

/// Every legal complete path, found by taking every step that the menu offers, whatever it leads to.
fn exhaustive(g: &Played, path: &Path, all: &mut Vec<Path>) {
    let side = table::Side::Allies;
    let menu = g.table.menu(side, Some(&fly(1, &path.to_string())));
    if menu.draft.is_some_and(|d| d.barred.is_empty()) {
        all.push(path.clone());
    }
    for choice in menu.choices.iter().filter(|c| c.legal()) {
        if let table::Say::Draft(Command::Move(order)) | table::Say::Command(Command::Move(order)) =
            &choice.say
            && order.path.0.last() != Some(&Step::End)
        {
            exhaustive(g, &order.path, all);
        }
    }
}

/// What a path leads to, dice favourable.
fn result(g: &Played, path: &Path) -> String {
    let (rules, mut state) = (g.table.rules(), g.table.state().clone());
    let order = fly(1, &path.to_string());
    let look = Look::new(rules, &state, table::Side::Allies);
    let accepted = validate::<FastAndEasy>(look, &order).unwrap();
    let mut sixes = Odometer { faces: vec![(6, 6)], at: 0 };
    accepted.carry_out(rules, &mut state, &mut sixes, &mut Silence).unwrap();
    let plane = &state.planes[0];
    format!("{:?} {:?} {:?} {:?} {:?}", plane.status, plane.hex, plane.facing, plane.marker, plane.slip)
}

#[test]
fn plans_are_all_results_and_only_those() {
    for aircraft in ["Spitfire I", "JU87 Stukas", "P51 Mustang"] {
        let g = at_step(1)
            .escort(aircraft, "10.10", 0)
            .interceptor("ME 109 G", "14.10", 3)
            .interceptor("ME 109 G", "13.10", 3)
            .interceptor("ME 109 G", "12.12", 3)
            .play();
        let mut paths = Vec::new();
        exhaustive(&g, &Path::default(), &mut paths);
        // Shortest way to each result; a path that pauses after an Immelmann has no result of its own.
        let mut tried: BTreeMap<(String, bool), usize> = BTreeMap::new();
        for path in paths.iter().filter(|p| p.0.last() != Some(&Step::Immelmann)) {
            let key = (result(&g, path), path.0.contains(&Step::Immelmann));
            let shortest = tried.entry(key).or_insert(usize::MAX);
            *shortest = path.0.len().min(*shortest);
        }
        let mut planned = BTreeMap::new();
        for plan in g.plans(1).plans {
            let Command::Move(order) = &plan.command else { panic!("{plan:?}") };
            if order.path.0.last() != Some(&Step::End) {
                let key = (result(&g, &order.path), order.path.0.contains(&Step::Immelmann));
                assert_eq!(planned.insert(key, order.path.0.len()), None, "one plan for each result");
            }
        }
        assert_eq!(planned, tried, "{aircraft}");
    }
}
