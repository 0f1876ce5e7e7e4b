//! Section 18: initiative, ties, formations.

use crate::common::*;
use table::PieceId;

/// A table at which all formations have spoken but for the last word, so that the dice are thrown with it.
fn briefing(birds: &[Bird]) -> Trial<FightingWings> {
    Trial::<FightingWings>::new(&built_in::<FightingWings>(), &scenario(birds))
}

fn brief() -> Command {
    Command::Brief(Brief::default())
}

fn numbers(trial: &Trial<FightingWings>) -> Vec<u8> {
    trial.table.state().planes.iter().map(|plane| plane.number).collect()
}

fn foe() -> Bird {
    bird("X1", "bf-109e-3", "5.0").at(40, 0)
}

#[test]
fn ex_50_modifiers_change_the_die() {
    let birds = [
        spitfire("5.0").pilot(Pilot::Green),
        bird("A2", "spitfire-mk1", "5.0").pilot(Pilot::Veteran).traits(&[Trait::Ace]),
        bird("A3", "spitfire-mk1", "5.0").pilot(Pilot::Recruit),
        bird("A4", "spitfire-mk1", "5.0").with(|p| p.bonus = true),
        foe(),
    ];
    let mut trial = briefing(&birds);
    trial.say_with(Allies, brief(), &[1, 5, 6, 3, 6]);
    assert_eq!(numbers(&trial)[..4], [1, 6, 2, 5]);
    for rule in [rule::INITIATIVE, rule::INITIATIVE_RANGE] {
        assert!(trial.cites(rule));
    }
    let terms: Vec<_> = trial
        .log()
        .iter()
        .filter_map(|e| e.calculation.clone())
        .flat_map(|c| c.terms)
        .map(|t| t.rule)
        .collect();
    for rule in [
        rule::INITIATIVE_DIE,
        rule::INITIATIVE_GREEN,
        rule::INITIATIVE_SKILL,
        rule::INITIATIVE_RECRUIT,
        rule::INITIATIVE_MODIFIERS,
    ] {
        assert!(terms.contains(&rule), "{rule} {} {}", rule::GREEN_INITIATIVE, rule::RECRUIT_INITIATIVE);
    }
    assert!(!plane(&trial, 3).bonus);
    let mut lost = scenario(&[spitfire("5.0"), foe()]);
    let mut now = set_up(&lost).state.now;
    now.idols_lost = [2, 0];
    lost.now = Some(now);
    let mut trial = Trial::<FightingWings>::new(&built_in::<FightingWings>(), &lost);
    trial.say_with(Allies, brief(), &[4, 6]);
    assert_eq!(numbers(&trial), [2, 6], "{}", rule::INITIATIVE_LOSSES);
}

#[test]
fn ex_51_ties_are_broken_by_experience_pursuit_and_a_die() {
    let birds = [
        spitfire("5.0"),
        bird("X1", "bf-109e-3", "5.0").at(40, 0).heading(270).pilot(Pilot::Veteran),
        bird("X2", "bf-109e-3", "5.0").at(40, 4).heading(270),
    ];
    let mut trial = briefing(&birds);
    trial.say_with(Allies, brief(), &[4, 3, 4, 3]);
    assert_eq!(numbers(&trial), [4, 4, 4]);
    assert!(trial.cites(rule::TIE_DIE));
    let mut order = Vec::new();
    for (side, n) in [(Axis, 2), (Allies, 0), (Axis, 1)] {
        assert_eq!(
            trial.table.to_act(),
            table::SideSet::only(side),
            "{} {}",
            rule::TIES,
            rule::TIE_EXPERIENCE
        );
        let plan = Plan { aircraft: PieceId::of(n), ..level("H H H H H", 0) };
        if n == 1 {
            break;
        }
        trial.say(side, Command::Fly(plan));
        order.push(n);
    }
    assert_eq!(order, [2, 0]);
}

#[test]
fn the_pursuer_moves_before_the_pursued_or_after_as_chosen() {
    let birds = [spitfire("5.0").at(36, 0), foe()];
    for (last, first) in [(false, Allies), (true, Axis)] {
        let mut scenario = scenario(&birds);
        scenario.options.pursuer_moves_last = last;
        let mut trial = Trial::<FightingWings>::new(&built_in::<FightingWings>(), &scenario);
        trial.say_with(Allies, brief(), &[4, 4]);
        assert_eq!(
            trial.table.to_act(),
            table::SideSet::only(first),
            "{} {}",
            rule::TIE_PURSUIT,
            rule::OPTIONS
        );
    }
    // Nobody tails anybody: the order is the die's alone.
    assert!(
        <FightingWings as table::Library>::options().iter().any(|o| o.rule == rule::OPTIONS),
        "{}",
        rule::NO_TAILING
    );
}

fn in_place([q, r]: [i16; 2], altitude: i16, heading: u16, fixed: bool, role: Role) -> bool {
    let leader = if fixed { spitfire("5.0").leads_fixed() } else { spitfire("5.0") };
    let second = bird("A2", "spitfire-mk1", "5.0")
        .at(q, r)
        .altitude(altitude)
        .heading(heading)
        .follows("A1", role, fixed);
    let birds = [leader, second, foe()];
    let set = <FightingWings as table::Library>::set_up(&built_in::<FightingWings>(), &scenario(&birds));
    match set {
        Err(flaws) => {
            assert!(flaws.iter().all(|flaw| flaw.rule == Some(rule::FORMATIONS)));
            false
        }
        Ok(position) if fixed => position.state.planes[1].place.is_some(),
        Ok(_) => {
            let follow = Brief { follow: [PieceId(2)].into_iter().collect(), ..Brief::default() };
            briefing(&birds).refused(Allies, &Command::Brief(follow)).is_empty()
        }
    }
}

#[test]
fn ex_52_places_in_formation() {
    assert!(in_place([0, -1], 151, 90, true, Role::Wingman), "{}", rule::FIXED_WINGMAN);
    assert!(!in_place([0, -1], 152, 90, true, Role::Wingman));
    assert!(!in_place([1, -1], 150, 90, true, Role::Wingman));
    assert!(in_place([0, 0], 150, 90, true, Role::Wingman), "{}", rule::SAME_HEX);
    assert!(in_place([-3, 0], 153, 90, true, Role::SubLeader), "{}", rule::FIXED_SUB_LEADER);
    assert!(in_place([-2, 0], 156, 150, false, Role::Wingman), "{}", rule::FLEXIBLE_WINGMAN);
    assert!(!in_place([-2, 0], 156, 210, false, Role::Wingman));
    assert!(in_place([-3, 0], 159, 90, false, Role::SubLeader), "{}", rule::FLEXIBLE_SUB_LEADER);
}

#[test]
fn a_follower_moves_directly_after_its_leader() {
    let birds = [
        spitfire("5.0"),
        bird("A2", "spitfire-mk1", "5.0").at(-1, 0).follows("A1", Role::Wingman, false),
        foe(),
    ];
    let mut trial = briefing(&birds);
    let follow = Brief { follow: [PieceId(2)].into_iter().collect(), ..Brief::default() };
    trial.say_with(Allies, Command::Brief(follow), &[2, 3]);
    assert_eq!(numbers(&trial), [2, 2, 3]);
    trial.say(Allies, Command::Fly(level("H H H H H", 0)));
    assert_eq!(trial.table.state().now.stage, Stage::Move(0b10));
}

fn formation() -> [Bird; 4] {
    [
        bird("X1", "he-111h-3", "4.0").leads_fixed(),
        bird("X2", "he-111h-3", "4.0").at(-1, 0).follows("X1", Role::Wingman, true),
        bird("X3", "he-111h-3", "4.0").at(-1, 1).follows("X1", Role::Wingman, true),
        spitfire("5.0").at(60, 0),
    ]
}

#[test]
fn a_fixed_formation_flies_one_plan_in_its_turned_frame() {
    let mut trial = briefing(&formation());
    trial.say_with(Axis, brief(), &[2, 5]);
    let banked = level("H[bR] H[bR] H H", 0);
    trial.say(Axis, Command::Fly(banked));
    let state = trial.table.state();
    assert!(
        state.planes[..3]
            .iter()
            .all(|p| p.moved && p.bank == Bank::Rb && p.speed.0 == state.planes[0].speed.0)
    );
    assert_eq!(place(&state.planes[1]), (3, 0));
    for (steps, mode) in [
        ("H[bR!] H H H", Mode::Steady),
        ("H[kR] H[kR] H[kR] H[kR]", Mode::Steady),
        ("U H H H", Mode::To(Pitch::C)),
    ] {
        let mut trial = briefing(&formation());
        trial.say_with(Axis, brief(), &[2, 5]);
        let plan = if mode == Mode::Steady { level(steps, 0) } else { vertical(mode, steps, 0) };
        assert_eq!(trial.refused(Axis, &Command::Fly(plan))[0], rule::FIXED_LIMITS, "{steps}");
    }
}

#[test]
fn a_formation_without_its_leader_names_another() {
    let mut trial = briefing(&formation());
    let leave = Brief { leave: [PieceId(1)].into_iter().collect(), ..Brief::default() };
    trial.say(Axis, Command::Brief(leave));
    assert_eq!(trial.refused(Axis, &Command::Lead(PieceId(1))), [rule::FORMATIONS]);
    trial.say_with(Axis, Command::Lead(PieceId(3)), &[2, 3, 5]);
    assert_eq!(trial.table.state().now.heads[0], Some(2));
}

#[test]
fn blind_spots_change_no_number() {
    // Dead astern and below in the blind spot of the Hurricane: it rolls as it would anyway.
    let birds = [bird("A1", "hurricane-mk1", "5.0"), bird("X1", "bf-109e-3", "5.0").at(-3, 0)];
    let mut trial = briefing(&birds);
    trial.say_with(Allies, brief(), &[3, 5]);
    assert_eq!((plane(&trial, 0).blind, numbers(&trial)), (0b10, vec![3, 5]), "{}", rule::INITIATIVE_BLIND);
}
