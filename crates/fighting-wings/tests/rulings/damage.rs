//! Sections 20 to 23 and the blind spots: damage, loads, pilots, what they see.

use crate::common::*;

#[test]
fn ex_66_damage_narrows_the_speeds() {
    let hurt = |speed: &str| spitfire(speed).with(|p| p.damaged = true);
    assert_eq!(refused(&hurt("2.0"), level("H H", 0))[0], rule::STALL, "{}", rule::DAMAGED_MINIMUM);
    assert!(!refused(&hurt("2.5"), level("H H", 0)).contains(&rule::STALL));
    let banked = |speed: &str| hurt(speed).attitude(Bank::Rb, Nose::Level);
    assert_eq!(refused(&banked("3.5"), level("H[tR HT 60] H H", 0)), [rule::TURNS]);
    assert!(legal(&banked("4.0"), level("H[tR HT 60] H H H", 0)));
    assert_eq!(line(&hurt("6.0"), level("H H H H H H", 0), "Power").0, 0, "{}", rule::DAMAGED_MAXIMUM);
    assert_eq!(refused(&banked("5.0"), level("H[tR BT 60] H H H H", 0)), [rule::DAMAGED_LIMITS]);
}

#[test]
fn damaged_again_is_destroyed_and_gunners_fire_at_half_strength() {
    let target = bird("X1", "bf-109e-3", "5.0").with(|p| p.damaged = true);
    let mut trial = firing(&[target, spitfire("6.0").with(|p| p.trace.fps = 6)], 1);
    trial.say_with(Allies, Command::Fire(burst(1, 0, 1)), &[9]);
    assert_eq!(plane(&trial, 0).status, Status::Lost);
    assert!(trial.cites(rule::DAMAGED_AGAIN));
    // 3 halved is 1.5 against 12: below 1:4, so nobody is asked.
    let bomber = bird("X1", "he-111h-3", "4.0").with(|p| p.damaged = true);
    let attacker = spitfire("6.0")
        .altitude(153)
        .attitude(Bank::Lvl, Nose::Dive)
        .with(|p| (p.trace.fps, p.trace.entered) = (6, 91));
    let mut trial = firing(&[bomber, attacker], 1);
    trial.say_with(Allies, Command::Fire(burst(1, 0, 1)), &[10]);
    assert!(trial.table.outcome().is_some(), "{}", rule::DAMAGED_FLEXIBLE);
}

#[test]
fn ex_67_a_load_narrows_them_too() {
    let loaded = |speed: &str| bird("X1", "he-111h-3", speed).with(|p| p.loaded = true);
    assert_eq!(refused(&loaded("2.5"), level("H H", 0))[0], rule::STALL, "{}", rule::LOADED_MINIMUM);
    let banked = loaded("3.0").attitude(Bank::Rb, Nose::Level);
    assert_eq!(refused(&banked, level("H[tR EZ] H[tR EZ] H", 0)), [rule::TURNS]);
    assert_eq!(line(&loaded("5.0"), level("H H H H H", 0), "Power").0, 0, "{}", rule::LOADED_MAXIMUM);
    let climb = |n| Plan { altitude: Altitude::Rate(n), ..level("H H H H", 0) };
    assert!(legal(&loaded("4.0"), climb(1)) && !legal(&loaded("4.0"), climb(2)));
    assert_eq!(
        refused(&loaded("4.0").altitude(217), level("H H H H", 1)),
        [rule::LIMITS],
        "{}",
        rule::LOADED_CEILING
    );
}

#[test]
fn a_load_is_dropped_when_hit_or_by_choice() {
    let bomber = bird("X1", "he-111h-3", "4.0").at(1, 0).with(|p| p.loaded = true);
    let mut trial = firing(&[bomber.clone(), spitfire("6.0").with(|p| p.trace.fps = 6)], 1);
    // 5 against 9 is 1:2, four steps up 2:1.
    trial.say_with(Allies, Command::Fire(burst(1, 0, 1)), &[3]);
    assert!(plane(&trial, 0).unloads && trial.cites(rule::LOAD_DROPPED));
    assert!(flown(&bomber, Plan { jettison: true, ..level("H H H H", 0) }).unloads);
    assert_eq!(refused(&spitfire("5.0"), Plan { jettison: true, ..level("H H H H H", 0) }), [rule::LOADS]);
}

#[test]
fn pilots_have_limits() {
    let banked = |pilot| spitfire("6.0").attitude(Bank::Rb, Nose::Level).pilot(pilot);
    let turn = |rate: &str| level(&format!("H[tR {rate}] H[tR {rate} 60] H H H H"), 0);
    assert_eq!(refused(&banked(Pilot::Green), turn("ET")), [rule::GREEN_LIMITS], "{}", rule::GREEN);
    assert_eq!(refused(&banked(Pilot::Recruit), turn("BT")), [rule::RECRUIT_LIMITS], "{}", rule::RECRUITS);
    let skid = level("H[kR] H[kR] H[kR] H H H", 0);
    assert_eq!(refused(&banked(Pilot::Recruit), skid), [rule::RECRUIT_LIMITS]);
    let view = moving(&[banked(Pilot::Green)]).table.view(table::Seat::Observer);
    assert!(view.aircraft[0].tags.iter().any(|tag| tag.text == "Green" && tag.rule == rule::PILOTS));
    let hurt = moving(&[spitfire("6.0").with(|p| p.damaged = true)]).table.view(table::Seat::Observer);
    assert!(hurt.aircraft[0].tags.iter().any(|tag| tag.rule == rule::DAMAGE));
}

#[test]
fn ex_68_a_veteran_ace_who_shoots_well() {
    let ace = [Trait::Ace, Trait::CrackShot];
    let firer = spitfire("6.0")
        .pilot(Pilot::Veteran)
        .traits(&ace)
        .with(|p| (p.trace.fps, p.trace.manoeuvre) = (6, 1 << 5));
    // 2.5:1 and five steps.
    let trial = firing(&[bird("X1", "bf-109e-3", "5.0"), firer.clone()], 1);
    assert_eq!(odds(&trial, 1, 0), "odds 5:1");
    let mut trial = Trial::<FightingWings>::new(
        &built_in::<FightingWings>(),
        &scenario(&[firer.with(|p| p.trace = Default::default()), bird("X1", "bf-109e-3", "5.0").at(40, 0)]),
    );
    trial.say_with(Allies, Command::Brief(Brief::default()), &[3, 1]);
    assert_eq!(plane(&trial, 0).number, 5);
}

fn sees(own: Bird, foe: Bird) -> bool {
    set_up(&scenario(&[own, foe])).state.planes[0].blind == 0
}

#[test]
fn ex_69_armour_and_framing_hide_the_rear() {
    let behind = |altitude| bird("X1", "bf-109e-3", "5.0").at(-3, 0).altitude(altitude);
    assert!(!sees(bird("A1", "bf-109e-3", "5.0"), behind(160)), "{}", rule::BLIND_SPOTS);
    assert!(sees(spitfire("5.0"), behind(160)));
    assert!(!sees(spitfire("5.0"), behind(149)));
}

#[test]
fn ex_70_a_fair_view_reaches_the_lines() {
    let foe = bird("X1", "bf-109e-3", "5.0").at(-2, 1).altitude(149);
    assert!(sees(spitfire("5.0"), foe.clone()));
    assert!(!sees(bird("A1", "bf-109e-3", "5.0"), foe));
}

#[test]
fn ex_71_the_raised_wing_hides_the_other_side() {
    let foe = bird("X1", "bf-109e-3", "5.0").at(0, -2).altitude(140);
    assert!(!sees(spitfire("5.0").attitude(Bank::Rb, Nose::Level), foe.clone()));
    assert!(sees(spitfire("5.0").attitude(Bank::Lb, Nose::Level), foe));
    // A target in the blind spot is not fired at.
    let mut trial = scenario(&[
        bird("X1", "bf-109e-3", "5.0").at(1, 0).altitude(149),
        spitfire("6.0").attitude(Bank::Lvl, Nose::Climb),
    ]);
    trial.turns = 1;
    let trial = Trial::<FightingWings>::new(&built_in::<FightingWings>(), &at_stage(trial, Stage::Fire(1)));
    assert!(trial.refused(Allies, &Command::Fire(burst(1, 0, 1))).contains(&rule::BLIND_SPOTS));
}
