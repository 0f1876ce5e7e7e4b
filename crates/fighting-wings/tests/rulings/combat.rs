//! Section 19: fixed guns, odds, head-on attacks.

use crate::common::*;
use table::PieceId;

fn emil() -> Bird {
    bird("X1", "bf-109e-3", "5.0")
}

/// A Spitfire that has moved after a Messerschmitt; it flew six FPs.
fn hunter() -> Bird {
    spitfire("6.0").with(|p| p.trace.fps = 6)
}

fn duel(target: Bird, firer: Bird) -> Trial<FightingWings> {
    firing(&[target, firer], 1)
}

/// Range 1, deflection 60, a manoeuvre in the last FP: 1:3.
fn one_to_three(pilot: Pilot) -> Trial<FightingWings> {
    duel(emil().at(1, 0).heading(150), hunter().pilot(pilot).with(|p| p.trace.manoeuvre = 1 << 5))
}

#[test]
fn ex_53_the_arc_at_range_two_has_three_hexes() {
    for (heading, hexes) in [(90, [(2, 0), (2, -1), (1, 1)]), (30, [(2, -2), (1, -2), (2, -1)])] {
        for (q, r) in hexes {
            let trial = duel(bird("X1", "a6m2", "5.0").at(q, r).heading(heading), hunter().heading(heading));
            assert!(odds(&trial, 1, 0).starts_with("odds"), "{heading} ({q},{r}) {}", rule::FIXED_RANGE_TWO);
        }
    }
    assert_eq!(odds(&duel(emil().at(0, 1), hunter()), 1, 0), format!("refused by {}", rule::FIXED_ARC));
}

#[test]
fn ex_54_attitude_says_what_is_in_reach() {
    let level = duel(emil().at(1, 0).altitude(161), hunter());
    assert_eq!(odds(&level, 1, 0), format!("refused by {}", rule::FIXED_LEVEL));
    let climbing = |q, above: i16| {
        duel(emil().at(q, 0).altitude(150 + above), hunter().attitude(Bank::Lvl, Nose::Climb))
    };
    assert!(odds(&climbing(1, 11), 1, 0).starts_with("odds"), "{}", rule::RANGE);
    assert!(odds(&climbing(0, 12), 1, 0).starts_with("odds"));
    assert_eq!(odds(&climbing(0, -5), 1, 0), format!("refused by {}", rule::FIXED_CLIMBING));
    let diving = duel(emil().at(1, 0).altitude(155), hunter().attitude(Bank::Lvl, Nose::Dive));
    assert_eq!(odds(&diving, 1, 0), format!("refused by {}", rule::FIXED_DIVING));
    // In the own hex only at what moved earlier.
    let earlier = firing(&[hunter(), emil()], 0);
    assert_eq!(odds(&earlier, 0, 1), format!("refused by {}", rule::FIXED_LEVEL));
}

#[test]
fn ex_55_the_ratio_is_rounded_down() {
    // 29 against 18 is 1.61: 1.5:1, as 14 against 5 is 2.8: 2.5:1. Against the Spitfire 10/4 is 2.5 exactly.
    let trial = duel(emil(), hunter().with(|p| p.trace.manoeuvre = 1 << 5));
    assert_eq!(odds(&trial, 1, 0), "odds 2.5:1", "{} {}", rule::ODDS, rule::ODDS_EXAMPLE);
    let dice = |face: u8| {
        let mut trial = duel(emil(), hunter().with(|p| p.trace.manoeuvre = 1 << 5));
        trial.say_with(Allies, Command::Fire(burst(1, 0, 1)), &[face]);
        (plane(&trial, 0).status, plane(&trial, 0).damaged)
    };
    assert_eq!(
        [2, 3, 5, 6].map(dice),
        [(Status::Lost, false), (Status::Flying, true), (Status::Flying, true), (Status::Flying, false),]
    );
}

#[test]
fn ex_56_a_steady_shot_from_dead_astern() {
    let trial = duel(emil(), hunter());
    assert_eq!(odds(&trial, 1, 0), "odds 4.5:1", "{} {}", rule::FIXED_SHIFTS, rule::SHIFTS);
    let attack = table::OddsOf { shooter: PieceId(2), target: PieceId(1), with: None };
    let odds =
        <FightingWings as table::Pilot>::odds(trial.table.rules(), trial.table.state(), attack).unwrap();
    assert_eq!((odds.kill.exact.as_str(), odds.hit.exact.as_str()), ("2/5", "9/10"));
}

#[test]
fn ex_57_deflection_multiplies_the_defence() {
    let trial = duel(emil().at(1, 0).heading(150), hunter());
    assert_eq!(odds(&trial, 1, 0), "odds 1:1", "{} {}", rule::DEFLECTION, rule::DEFLECTION_ANGLES);
    assert_eq!(odds(&one_to_three(Pilot::Regular), 1, 0), "odds 1:3");
}

#[test]
fn ex_58_low_odds_are_steps_of_their_own() {
    assert_eq!(odds(&one_to_three(Pilot::Veteran), 1, 0), "odds 1:2", "{}", rule::LOW_SHIFTS);
    assert_eq!(odds(&one_to_three(Pilot::Green), 1, 0), "odds 1:4");
    assert_eq!(odds(&one_to_three(Pilot::Recruit), 1, 0), "no effect");
    let mut flat = scenario(&[
        emil().at(1, 0).heading(150),
        hunter().with(|p| p.trace.manoeuvre = 1 << 5).pilot(Pilot::Veteran),
    ]);
    flat.options.low_odds = LowOdds::Flat;
    let trial = Trial::<FightingWings>::new(&built_in::<FightingWings>(), &at_stage(flat, Stage::Fire(1)));
    assert_eq!(odds(&trial, 1, 0), "odds 1:1");
}

#[test]
fn ex_59_all_guns_on_a_fortress() {
    let fortress = bird("A1", "b-17g", "4.0");
    let wulf = bird("X1", "fw-190a-8", "6.0").with(|p| (p.trace.fps, p.trace.manoeuvre) = (6, 1 << 5));
    assert_eq!(odds(&firing(&[fortress, wulf], 1), 1, 0), "odds 1.5:1");
}

#[test]
fn ex_60_bad_shooting_adds_up() {
    let firer = bird("X2", "bf-109e-3", "6.0").pilot(Pilot::Green).with(|p| {
        (p.trace.fps, p.trace.manoeuvre, p.trace.hard, p.trace.slats) = (6, 1 << 5, 1 << 5, 1 << 5);
    });
    // 10.5 against 4: 2.5:1, three steps down.
    let trial = firing(&[spitfire("5.0"), firer], 1);
    assert_eq!(odds(&trial, 1, 0), "odds 1:1", "{} {}", rule::SLATS_FIRE, rule::GREEN_FIRE);
    let terms = |trial: &Trial<FightingWings>| {
        let attack = table::OddsOf { shooter: PieceId(2), target: PieceId(1), with: None };
        let odds =
            <FightingWings as table::Pilot>::odds(trial.table.rules(), trial.table.state(), attack).unwrap();
        odds.calculations[0].terms.iter().map(|term| term.rule).collect::<Vec<_>>()
    };
    for rule in [rule::SLATS_FIRE, rule::GREEN_FIRE, rule::FIXED_SHIFTS] {
        assert!(terms(&trial).contains(&rule));
    }
    let recruit = duel(emil(), hunter().pilot(Pilot::Recruit).with(|p| p.damaged = true));
    for rule in [rule::RECRUIT_FIRE, rule::DAMAGED_FIRE] {
        assert!(terms(&recruit).contains(&rule));
    }
}

#[test]
fn ex_61_below_even_odds_the_first_die_must_be_a_one() {
    let result = |pilot: Pilot, dice: &[u8]| {
        let mut trial = one_to_three(pilot);
        trial.say_with(Allies, Command::Fire(burst(1, 0, 1)), dice);
        (plane(&trial, 0).status == Status::Lost, plane(&trial, 0).damaged)
    };
    assert_eq!(result(Pilot::Regular, &[1, 4]), (false, true), "{} {}", rule::LOW_ODDS, rule::ONE_TO_THREE);
    assert_eq!(result(Pilot::Green, &[1, 5, 5]), (true, false), "{}", rule::ONE_TO_FOUR);
    assert_eq!(result(Pilot::Green, &[1, 6]), (false, false));
    assert_eq!(result(Pilot::Veteran, &[2]), (false, false), "{}", rule::ONE_TO_TWO);
}

#[test]
fn ex_62_head_on_fire_comes_during_the_move() {
    let mut trial = moving(&[
        spitfire("6.0").at(5, 0).altitude(152),
        emil().at(10, 0).heading(270).with(|p| p.throttle = Throttle::Emergency),
    ]);
    trial.say(Allies, Command::Fly(level("H H H H H H", 0)));
    // Nothing at range 2: 2 against 12. At range 1, after four FPs, it is asked.
    let halted = trial.table.state().now.halted.clone().unwrap();
    assert_eq!((halted.flown, halted.foe), (4, 1), "{}", rule::HEAD_ON);
    let note = trial.table.menu(Allies, None).choices[0].note.clone();
    assert!(note.ends_with("odds 1:1"), "{note}");
    assert_eq!(trial.refused(Allies, &Command::Fire(burst(1, 0, 1)))[0], rule::HEAD_ON);
    trial.say(Allies, Command::Fire(burst(0, 1, 1)));
    assert_eq!(trial.table.to_act(), table::SideSet::only(Axis));
    trial.say_with(Axis, Command::Pass, &[2]);
    let shot = plane(&trial, 1);
    assert!(shot.damaged, "{:?}", trial.news());
    assert!(plane(&trial, 0).moved && plane(&trial, 0).fired);
}

#[test]
fn at_range_zero_nobody_collides_and_head_on_fire_is_allowed() {
    let mut trial = moving(&[spitfire("6.0").at(7, 0), emil().at(8, 0).heading(270)]);
    trial.say(Allies, Command::Fly(level("H H H H H H", 0)));
    trial.say(Allies, Command::Pass);
    let halted = trial.table.state().now.halted.clone().unwrap();
    assert_eq!((halted.flown, halted.foe), (1, 1), "{}", rule::HEAD_ON_RANGE_ZERO);
    trial.say(Allies, Command::Pass);
    assert!(plane(&trial, 0).flying() && plane(&trial, 1).flying(), "{}", rule::NO_COLLISIONS);
}

#[test]
fn ex_63_aiming_spares_the_wing_guns() {
    let left = |aim: bool, face: u8| {
        let mut trial = firing(&[spitfire("5.0"), bird("X1", "bf-109e-3", "6.0")], 1);
        trial.say_with(Axis, Command::Fire(Burst { aim, ..burst(1, 0, 3) }), &[face]);
        plane(&trial, 1).ammo.clone().unwrap().to_vec()
    };
    assert_eq!(left(true, 10), [28, 3]);
    assert_eq!(left(true, 7), [28, 2]);
    assert_eq!(left(false, 10), [29, 2]);
    let trial = firing(&[spitfire("5.0"), bird("X1", "bf-109e-3", "6.0")], 1);
    let nose_only = Command::Fire(Burst { aim: true, ..burst(1, 0, 1) });
    assert_eq!(trial.refused(Axis, &nose_only), [rule::AIMING]);
}

#[test]
fn whoever_may_not_fire_is_told_why() {
    let barred = |change: fn(&mut Plane)| {
        let trial = duel(emil(), hunter().with(change));
        trial.refused(Allies, &Command::Fire(burst(1, 0, 1)))
    };
    assert_eq!(barred(|p| p.trace.negative = true), [rule::NEGATIVE_G]);
    assert_eq!(barred(|p| p.trace.et = true), [rule::ET_NO_FIRE]);
    assert_eq!(barred(|p| p.trace.stalled = true), [rule::STALL]);
    assert_eq!(barred(|p| p.fired = true), [rule::STRENGTHS]);
    assert_eq!(barred(|p| p.ammo = Some([0].into_iter().collect())), [rule::STRENGTHS]);
    let trial = duel(emil(), hunter());
    assert_eq!(trial.refused(Allies, &Command::Fire(burst(1, 1, 1))), [rule::COMBAT]);
    assert_eq!(trial.refused(Axis, &Command::Pass), [rule::SEQUENCE]);
}

#[test]
fn ex_64_a_gunner_answers_an_attack() {
    let attack = |altitude: i16, at: (i16, i16)| {
        let mut birds = vec![bird("X1", "he-111h-3", "4.0")];
        let entered = p_entered(90);
        birds.push(
            spitfire("6.0")
                .at(at.0, at.1)
                .altitude(altitude)
                .attitude(Bank::Lvl, if altitude > 150 { Nose::Dive } else { Nose::Level })
                .with(move |p| {
                    (p.trace.fps, p.trace.entered, p.throttle) = (6, entered, Throttle::Emergency);
                }),
        );
        let mut trial = firing(&birds, 1);
        let fired = trial.table.act(Allies, Command::Fire(burst(1, 0, 1)), &[10]);
        if fired.is_err() {
            trial.say(Allies, Command::Fire(burst(1, 0, 1)));
        }
        trial
    };
    // From behind at the same altitude the dorsal gun is blind: nobody is asked, the game turn is over.
    let level = attack(150, (-1, 0));
    assert!(level.table.outcome().is_some(), "{}", rule::FLEXIBLE_BLIND);
    // From above in the same hex it bears: 3 against 12, and four steps up.
    let mut high = attack(153, (0, 0));
    let menu = high.table.menu(Axis, None);
    assert_eq!(menu.rule, rule::FLEXIBLE_GUNS);
    let wrong = Guns {
        target: PieceId(2),
        crews: [Crew { aircraft: PieceId(1), positions: 1 }].into_iter().collect(),
    };
    assert_eq!(high.refused(Axis, &Command::Guns(wrong)), [rule::FLEXIBLE_ARCS]);
    let guns = Guns {
        target: PieceId(2),
        crews: [Crew { aircraft: PieceId(1), positions: 2 }].into_iter().collect(),
    };
    high.say_with(Axis, Command::Guns(guns), &[10, 1]);
    let text: Vec<String> = high.news().iter().map(|entry| entry.text.clone()).collect();
    assert!(text.iter().any(|line| line.contains("X1 fires at A1 at odds of 1.5:1")), "{text:?}");
    assert!(high.cites(rule::FLEXIBLE_SHIFTS));
}

fn p_entered(degrees: u16) -> u16 {
    degrees + 1
}

#[test]
fn ex_65_a_formation_combines_its_fire() {
    let heinkel = |n: usize, q: i16| bird(&format!("X{n}"), "he-111h-3", "4.0").at(q, 0);
    let mut birds = vec![heinkel(1, 1).leads_fixed()];
    birds.extend((2..=5).map(|n| heinkel(n, 1).follows("X1", Role::Wingman, true)));
    birds.push(heinkel(6, 0).follows("X1", Role::Wingman, true));
    birds.push(spitfire("6.0").altitude(153).attitude(Bank::Lvl, Nose::Dive).with(|p| {
        (p.trace.fps, p.trace.entered, p.trace.manoeuvre) = (6, p_entered(90), 1 << 5);
    }));
    let mut trial = firing(&birds, 6);
    trial.say(Allies, Command::Fire(burst(6, 5, 1)));
    let crews = (0..6).map(|n| Crew { aircraft: PieceId::of(n), positions: 2 }).collect();
    let guns = Guns { target: PieceId(7), crews };
    let stranger = Crew { aircraft: PieceId(7), positions: 1 };
    let wrong = Guns { crews: [stranger].into_iter().collect(), ..guns.clone() };
    assert!(trial.refused(Axis, &Command::Guns(wrong)).contains(&rule::COMBINED_FIRE));
    trial.say_with(Axis, Command::Guns(guns), &[10, 10]);
    let news = trial.news();
    let combined = news.iter().find(|entry| entry.rules.contains(&rule::COMBINED_FIRE)).unwrap();
    // 3 + 5 x 1 = 8 against 12: 1:2, the third step of the ladder.
    let term = &combined.calculation.as_ref().unwrap().terms[0];
    assert_eq!((term.value, term.rule), (2, rule::ODDS));
}

#[test]
fn gunners_do_not_fire_after_hard_manoeuvres() {
    let bomber = bird("X1", "he-111h-3", "4.0").with(|p| (p.trace.fps, p.trace.hard) = (4, 1));
    let attacker = spitfire("6.0").altitude(153).attitude(Bank::Lvl, Nose::Dive).with(|p| p.trace.fps = 6);
    let mut trial = firing(&[bomber, attacker], 1);
    trial.say_with(Allies, Command::Fire(burst(1, 0, 1)), &[10]);
    assert!(trial.table.outcome().is_some(), "{}", rule::FLEXIBLE_BARRED);
    let fired = bird("X1", "he-111h-3", "4.0").attitude(Bank::Rb, Nose::Level).with(|p| p.gunned = 1);
    assert_eq!(refused(&fired, level("H[tR HT 60] H H H", 0)), [rule::FLEXIBLE_BARRED]);
}
