//! Section 28: scenarios, points, the end.

use crate::common::*;
use table::PieceId;

#[test]
fn bad_input_is_refused_with_its_place() {
    let flaw = |change: fn(&mut Scenario)| {
        let mut scenario = scenario(&[spitfire("5.0"), bird("X1", "bf-109e-3", "5.0").at(9, 0)]);
        change(&mut scenario);
        let flaws =
            <FightingWings as table::Library>::set_up(&built_in::<FightingWings>(), &scenario).err().unwrap();
        (flaws[0].path.clone(), flaws[0].rule.unwrap())
    };
    assert_eq!(flaw(|s| s.aircraft[0].ty = "gnat".into()), ("aircraft[0].type".into(), rule::DATA));
    assert_eq!(
        flaw(|s| s.aircraft[0].start.speed = Halves(40)),
        ("aircraft[0].start.speed".into(), rule::SPEED_LIMITS)
    );
    assert_eq!(
        flaw(|s| s.aircraft[1].start.altitude = 0),
        ("aircraft[1].start.altitude".into(), rule::LIMITS)
    );
    assert_eq!(flaw(|s| s.turns = 0), ("turns".into(), rule::SCENARIOS));
    assert_eq!(flaw(|s| s.aircraft[1].start.carry = 9), ("aircraft[1].start.carry".into(), rule::CARRY));
    assert_eq!(flaw(|s| s.aircraft[1].start.hex.q = 20_000), ("aircraft[1].start.hex".into(), rule::HEXES));
    assert_eq!(
        flaw(|s| s.aircraft[1].start.ammo = Some(Default::default())),
        ("aircraft[1].start.ammo".into(), rule::WEAPONS)
    );
    let upside = flaw(|s| {
        s.aircraft[0].ty = "b-17g".into();
        s.aircraft[0].start.bank = Bank::Inv;
    });
    assert_eq!(upside, ("aircraft[0].start.bank".into(), rule::BANKING));
    let text = r#"{"hex":[0,0],"heading":95,"altitude":150,"speed":"5.0"}"#;
    assert!(serde_json::from_str::<Plane>(text).is_err(), "{}", rule::HEADINGS);
}

#[test]
fn losses_and_damage_are_scored() {
    let mut trial = firing(
        &[
            bird("X1", "bf-109e-3", "5.0").traits(&[Trait::Ace]),
            spitfire("6.0").with(|p| (p.trace.fps, p.damaged) = (6, true)),
        ],
        1,
    );
    // 2.5:1, four steps up, two down: 3.5:1.
    trial.say_with(Allies, Command::Fire(burst(1, 0, 1)), &[1]);
    let outcome = trial.table.outcome().unwrap();
    assert_eq!((outcome.points, outcome.winner), ([15, 5], Some(Allies)));
    assert_eq!(
        (outcome.rule.as_str(), plane(&trial, 1).kills, plane(&trial, 1).bonus),
        (rule::VICTORY.0, 1, true)
    );
}

#[test]
fn in_the_duel_the_first_kill_wins_at_once() {
    let mut duel = scenario(&[bird("X1", "bf-109e-3", "5.0"), spitfire("6.0").with(|p| p.trace.fps = 6)]);
    duel.first_kill = true;
    let mut trial =
        Trial::<FightingWings>::new(&built_in::<FightingWings>(), &at_stage(duel, Stage::Fire(1)));
    trial.say_with(Allies, Command::Fire(burst(1, 0, 1)), &[1]);
    assert_eq!(trial.winner(), Some(Allies), "{}", rule::COMBAT);
}

#[test]
fn whoever_is_far_away_may_leave() {
    let far = scenario(&[spitfire("5.0"), bird("X1", "bf-109e-3", "5.0").at(40, 0)]);
    let mut trial =
        Trial::<FightingWings>::new(&built_in::<FightingWings>(), &at_stage(far, Stage::Depart(Allies)));
    assert_eq!(
        trial.refused(Allies, &Command::Disengage([PieceId(2)].into_iter().collect())),
        [rule::DISENGAGE]
    );
    trial.say(Allies, Command::Disengage([PieceId(1)].into_iter().collect()));
    assert_eq!((plane(&trial, 0).status, trial.winner()), (Status::Gone, None));
    assert!(trial.table.outcome().is_some());
}

#[test]
fn a_raid_scores_for_bombers_that_get_through() {
    let data = built_in::<FightingWings>();
    let mut raid = data.scenarios["estuary"].clone();
    raid.turns = 1;
    let mut raid = at_stage(raid, Stage::Depart(Axis));
    raid.aircraft[1].start.damaged = true;
    raid.aircraft[2].start.off_course = 2;
    raid.aircraft[2].start.heading = heading(30);
    // Only escorts far from every enemy may leave; nobody does.
    let mut trial = Trial::<FightingWings>::new(&data, &raid);
    trial.say(Axis, Command::Disengage(Default::default()));
    let outcome = trial.table.outcome().unwrap();
    // Five bombers undamaged and loaded in formation; one damaged, one turned back.
    assert_eq!(outcome.points, [7 + 15, 10], "{}", rule::SCENARIOS);
    assert!(plane(&trial, 2).turned_back);
}

#[test]
fn resigning_loses_and_an_agreed_end_is_scored() {
    let mut trial = moving(&[spitfire("5.0")]);
    trial.say(Axis, Command::OfferEnd);
    trial.say(Allies, Command::AcceptEnd);
    assert!(trial.table.outcome().unwrap().winner.is_none());
    let mut trial = moving(&[spitfire("5.0")]);
    trial.say(Allies, Command::Resign);
    assert_eq!(trial.winner(), Some(Axis));
}

#[test]
fn seven_scenarios_are_ready() {
    let data = built_in::<FightingWings>();
    let sizes: Vec<usize> = data.scenarios.values().map(|scenario| scenario.aircraft.len()).collect();
    assert_eq!(sizes, [4, 13, 8, 17, 8, 2, 4]);
    let mut trial = Trial::<FightingWings>::new(&data, &data.scenarios["kent"]);
    assert_eq!(
        trial.needs(Allies, Command::Brief(Brief::default())),
        (1, "initiative"),
        "{}",
        rule::SEQUENCE
    );
}
