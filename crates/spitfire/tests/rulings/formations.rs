//! 9.3: Vee, Schwarm, losses by formation, joining.

use crate::common::*;
use spitfire::{Command, EndedBy, Formation, Role, Slots, Stage, Start, StartStatus, rule};
use table::PieceId;

fn slots(leader: u16, left: u16, right: u16) -> Command {
    let id = |n: u16| (n > 0).then_some(PieceId(n));
    Command::Formation(Slots { leader: PieceId(leader), left: id(left), right: id(right) })
}

/// 9.3 with the left wingman of the Vee elsewhere.
fn left_at(hex: &str, altitude: u8) -> bool {
    let fight = scenario("formations")
        .with(|s| {
            s.aircraft[0].hex = hex.into();
            s.aircraft[0].altitude = altitude;
            s.aircraft[2].hex = "5911".into();
        })
        .start();
    !fight.over()
}

#[test]
fn ex_55_wingmen_of_a_vee_keep_their_rear_quarter() {
    assert!(!scenario("formations").start().over(), "{}", rule::VEE);
    assert!(left_at("5811", 20));
    assert!(!left_at("5809", 20));
    assert!(!left_at("5910", 20), "the right rear is not the left's");
    // 5911 is astern and legal for both: here for the right one, and for the left one alone.
    let fight = scenario("formations").with(|s| s.aircraft[0].hex = "5911".into()).start();
    assert!(!fight.over());
}

#[test]
fn ex_56_wingmen_of_a_schwarm_keep_behind_their_own_leader() {
    let fight = scenario("formations").phase(Start::SecondMovement).start();
    assert!(!fight.over(), "{}", rule::SCHWARM);
    let apart = |n: usize, hex: &str| {
        let setup = scenario("formations").phase(Start::SecondMovement);
        setup.with(|s| s.aircraft[n].hex = hex.into()).start().over()
    };
    assert!(apart(3, "3008") && apart(6, "2807"));
}

#[test]
fn a_trial_says_who_would_be_out_of_position() {
    let mut fight = scenario("formations").start();
    let told = |fight: &Fight, id: u16, words: &str| -> Vec<String> {
        let all = fight.draft(id, words).sketch.forecast;
        all.into_iter().filter(|f| f.rule == rule::FORMATION_LOSS).map(|f| f.text).collect()
    };
    let wait = |wing: u16| format!("Hurricane-I {wing} has still to get into position behind Hurricane-I 2");
    assert_eq!(told(&fight, 2, "level 10 F10"), [wait(1), wait(3)]);
    assert_eq!(told(&fight, 1, "level 10 F4"), [""; 0], "its Leader has yet to move");
    fight.fly(2, "level 10 F10");
    let lost =
        "Hurricane-I 1 is out of position behind Hurricane-I 2: at the end of the phase that loses the game";
    assert_eq!(told(&fight, 1, "level 10 TL F9"), [lost]);
    assert_eq!(told(&fight, 1, "level 10 F10"), [""; 0]);
}

#[test]
fn ex_57_too_high_or_too_far_is_a_loss() {
    assert!(left_at("5811", 19));
    assert!(!left_at("5811", 18));
    let fight = scenario("formations")
        .with(|s| {
            for (n, hex) in [(0, "5409"), (1, "5410"), (2, "5915")] {
                s.aircraft[n].hex = hex.into();
            }
            s.aircraft[0].hex = "5411".into();
        })
        .start();
    assert_eq!(fight.state().ending.unwrap().by, EndedBy::Formation);
    assert_eq!(fight.winner(), Some(Axis));
    assert_eq!(fight.table.outcome().unwrap().rule, rule::FORMATION_LOSS.0);
}

#[test]
fn breaking_formation_at_the_end_of_the_own_phase_loses() {
    let mut fight = scenario("formations").start();
    fight.fly(1, "level 10 F10").fly(2, "level 10 F10");
    assert!(!fight.over());
    fight.fly(3, "level 10 TR F9");
    assert_eq!((fight.over(), fight.winner()), (true, Some(Axis)));
    assert!(fight.cites(rule::FORMATION_LOSS));
}

/// 9.3 at the Second Player's phase with one of the Schwarm lost.
fn broken(lost: usize) -> Setup {
    scenario("formations")
        .phase(Start::SecondMovement)
        .with(|s| s.aircraft[lost].status = StartStatus::ShotDown)
}

#[test]
fn three_survivors_of_a_schwarm_form_a_vee_and_the_odd_one_joins() {
    let mut fight = broken(6).start();
    assert_eq!(fight.state().stage, Stage::Naming);
    assert_eq!(fight.why(Axis, slots(6, 4, 5)), [rule::SCHWARM]);
    assert_eq!(fight.why(Axis, order(5, "level 11 F11")), [rule::PHASES]);
    assert_eq!(fight.menu(Axis).choices.iter().filter(|c| c.rule == rule::VEE).count(), 2);
    fight.say(Axis, slots(5, 4, 6));
    assert_eq!(
        [fight.plane(4).role, fight.plane(5).role, fight.plane(6).role],
        [Role::Left, Role::Leader, Role::Right]
    );
    assert_eq!(fight.plane(6).joining, 5);
    assert_eq!(fight.state().shape[Axis.index()], Formation::Vee);
    for n in 4..=6 {
        fight.fly(n, "level 11 F11");
    }
    assert_eq!((fight.over(), fight.plane(6).joining), (false, 4));
}

#[test]
fn joining_lapses_after_the_fifth_phase() {
    let setup = broken(6).with(|s| {
        for (n, role) in [(3, Role::Left), (4, Role::Leader), (5, Role::Right)] {
            s.aircraft[n].role = role;
            s.aircraft[n].section = 0;
        }
        s.aircraft[6].role = Role::None;
        s.aircraft[6].section = 0;
        s.aircraft[5].joining = 1;
    });
    let mut fight = setup.start();
    for n in 4..=6 {
        fight.fly(n, "level 11 F11");
    }
    assert_eq!(fight.winner(), Some(Allies), "{}", rule::FORMATION_LOSS);
}

#[test]
fn a_joining_aircraft_does_not_fire() {
    let fight = |joining| {
        scenario("formations")
            .phase(Start::FirstCombat)
            .with(|s| {
                s.aircraft[..3].iter_mut().for_each(climbed);
                s.aircraft[6].status = StartStatus::ShotDown;
                s.aircraft[6].role = Role::None;
                s.aircraft[6].section = 0;
                for (n, role) in [(3, Role::Left), (4, Role::Leader), (5, Role::Right)] {
                    (s.aircraft[n].role, s.aircraft[n].section) = (role, 0);
                }
                // The survivor stands behind the Vee of the enemy.
                let survivor = &mut s.aircraft[5];
                (survivor.hex, survivor.facing, survivor.altitude) = ("5813".into(), "N".into(), 20);
                survivor.joining = joining;
            })
            .start()
    };
    assert_eq!(fight(3).shot(6, "forward", 1).unwrap_err()[0], rule::SCHWARM);
    assert!(fight(0).shot(6, "forward", 1).is_ok());
}

#[test]
fn before_the_assignment_the_survivor_fires_only_if_some_assignment_fits() {
    let fight = |hex: &str, facing: &str| {
        let setup = scenario("formations").phase(Start::FirstCombat).with(|s| {
            s.aircraft[0].hex = "3006".into();
            for a in &mut s.aircraft[..3] {
                a.altitude = 15;
                climbed(a);
            }
            s.aircraft[6].status = StartStatus::ShotDown;
            (s.aircraft[5].hex, s.aircraft[5].facing) = (hex.into(), facing.into());
        });
        setup.start().shot(6, "forward", 1).err().unwrap_or_default()
    };
    // Leader 3107 facing SW, wingman 3207 on its left; 3206 is astern.
    assert!(!fight("3206", "NW").contains(&rule::SCHWARM));
    assert!(fight("2906", "NE").contains(&rule::SCHWARM));
}

#[test]
fn two_lost_from_one_section_leave_a_vee_of_two() {
    let fight = broken(6).with(|s| s.aircraft[5].status = StartStatus::ShotDown).start();
    assert_eq!(fight.state().stage, Stage::Moving);
    assert_eq!((fight.plane(4).role, fight.plane(5).role), (Role::Wing, Role::Leader));
}

#[test]
fn one_lost_from_each_section_lets_the_owner_name_a_leader() {
    let mut fight = broken(6).with(|s| s.aircraft[3].status = StartStatus::ShotDown).start();
    assert_eq!(fight.why(Axis, slots(5, 6, 0)), [rule::VEE]);
    fight.say(Axis, slots(5, 0, 0));
    assert_eq!(
        (fight.plane(5).role, fight.plane(6).role, fight.plane(6).joining),
        (Role::Leader, Role::Wing, 5)
    );
}

#[test]
fn a_lost_leader_is_replaced_and_the_beginning_check_skipped() {
    let mut fight = scenario("formations").with(|s| s.aircraft[1].status = StartStatus::ShotDown).start();
    assert_eq!(fight.state().stage, Stage::Naming);
    fight.say(Allies, slots(1, 0, 0));
    // The right wingman is abeam of the new Leader, not behind it.
    assert_eq!((fight.state().stage, fight.plane(3).joining), (Stage::Moving, 0));
    fight.fly(1, "level 10 F10").fly(3, "level 10 F10");
    assert_eq!(fight.winner(), Some(Axis), "the end check applies");
}

#[test]
fn a_leader_lost_in_the_own_phase_is_replaced_before_the_end_check() {
    let setup = scenario("formations").with(|s| {
        for (n, hex) in [(0, "5804"), (1, "5803"), (2, "5903")] {
            s.aircraft[n].hex = hex.into();
        }
    });
    let named = |leader: u16| {
        let mut fight = setup.clone().start();
        fight.fly(1, "level 10 F3 TL F6").fly(3, "level 10 F3 TL F6").fly(2, "level 10 F6");
        assert!(fight.plane(2).lost());
        assert_eq!(fight.state().stage, Stage::NamingAfter);
        fight.say(Allies, slots(leader, 0, 0));
        fight
    };
    // The third has the first in front of it: it flies in position behind that one, which does not behind it.
    let behind = named(1);
    assert_eq!((behind.over(), behind.plane(3).role), (false, Role::Wing));
    assert_eq!(named(3).state().ending.map(|e| e.by), Some(EndedBy::Formation));
}

#[test]
fn the_phases_of_a_joining_aircraft_go_on_counting_under_a_new_leader() {
    let mut fight = broken(6)
        .with(|s| {
            for (n, role) in [(3, Role::Left), (4, Role::Leader), (5, Role::Right)] {
                (s.aircraft[n].role, s.aircraft[n].section) = (role, 0);
            }
            (s.aircraft[6].role, s.aircraft[6].section) = (Role::None, 0);
            s.aircraft[5].joining = 3;
            s.aircraft[4].status = StartStatus::ShotDown;
        })
        .start();
    fight.say(Axis, slots(4, 0, 0));
    assert_eq!((fight.plane(4).joining, fight.plane(6).joining), (0, 3));
}

#[test]
fn one_wingman_lost_frees_the_other_to_use_both_quarters() {
    let fight = scenario("formations")
        .with(|s| {
            s.aircraft[2].status = StartStatus::ShotDown;
            s.aircraft[0].hex = "5910".into();
            s.aircraft[2].hex = "5801".into();
        })
        .start();
    assert_eq!((fight.over(), fight.plane(1).role), (false, Role::Wing), "{}", rule::VEE);
}

#[test]
fn whoever_is_down_to_one_loses_to_whoever_has_more() {
    let lost = |list: &[usize]| {
        scenario("formations").with(|s| {
            for n in list {
                s.aircraft[*n].status = StartStatus::ShotDown;
            }
        })
    };
    let fight = lost(&[0, 2]).start();
    assert_eq!((fight.winner(), fight.state().ending.unwrap().by), (Some(Axis), EndedBy::OneLeft));
    assert_eq!(fight.table.outcome().unwrap().rule, rule::FORMATION_VICTORY.0);
    let even = lost(&[0, 2, 3, 5, 6]);
    assert_eq!(even.clone().start().winner(), None);
    let hit = even.with(|s| (s.aircraft[4].max_speed, s.aircraft[4].speed) = (Some(13), Some(11)));
    assert_eq!(hit.start().winner(), Some(Allies), "fewer hits win");
    assert_eq!(lost(&[0, 1, 2]).start().winner(), Some(Axis));
}

#[test]
fn the_variant_is_two_schwarms_of_one_period() {
    let fight = scenario("formations-variant").start();
    assert_eq!(fight.state().shape, [Formation::Schwarm; 2], "{}", rule::FORMATION_VARIANT);
    let old = scenario("formations-variant").types("Hurricane-I", "Bf.109E-3").with(|s| s.period = Some(2));
    assert_eq!(old.flaws(), [("period".into(), rule::FORMATION_VARIANT.0.into())]);
    let view = fight.table.view(table::Seat::Observer);
    assert_eq!(view.aircraft[0].group, "Section 1");
}

/// Hurricane-I and Bf.109E-3 met in May 1940 and in August: the variant takes them in August.
#[test]
fn the_variant_takes_a_later_period_where_there_is_one() {
    let chosen = |change: &dyn Fn(&mut spitfire::Options)| {
        scenario("formations-variant").with(|s| change(&mut s.options)).start()
    };
    let title = |fight: &Fight| fight.table.view(table::Seat::Observer).title;
    assert!(title(&chosen(&|o| o.allies = Some("Hurricane-I".into()))).contains("August 1940"));
    let fighter_bombers = chosen(&|o| o.axis = Some("Bf.110C-3".into()));
    assert!(title(&fighter_bombers).contains("August 1940"), "{}", rule::FORMATION_VARIANT);
    let later = chosen(&|o| (o.allies, o.axis) = (Some("Spitfire-V".into()), Some("Fw.190A".into())));
    assert!(title(&later).contains("1941"));
    // Charts of the scenario's own belong to every period, also to those of the variant.
    let own =
        scenario("formations-variant").chart(Allies, |_| ()).chart(Axis, |_| ()).with(|s| s.period = None);
    assert_eq!(own.flaws(), []);
    let asked = scenario("formations-variant").types("Hurricane-I", "Bf.109E-3");
    let asked = asked.with(|s| s.options.period = Some(2));
    assert_eq!(asked.flaws(), [("options.period".into(), rule::FORMATION_VARIANT.0.into())]);
}

/// A Schwarm after a loss: its survivor flies to 2917 behind an enemy in 2919, and is there in position behind its Leader or not.
#[test]
fn a_trial_says_that_a_joining_aircraft_may_not_fire_until_it_is_in_position() {
    let line = |left: &str, leader: &str| {
        let setup = broken(6).with(|s| {
            for (n, role) in [(3, Role::Left), (4, Role::Leader), (5, Role::Right), (6, Role::None)] {
                (s.aircraft[n].role, s.aircraft[n].section) = (role, 0);
            }
            let places = [(0, "2920", "NW", 16), (1, "2919", "NW", 15), (2, "3019", "NW", 16)];
            let own = [(3, left, "SW", 15), (4, leader, "SW", 15), (5, "2906", "S", 15)];
            for (n, hex, facing, altitude) in places.into_iter().chain(own) {
                let a = &mut s.aircraft[n];
                (a.hex, a.facing, a.altitude) = (hex.into(), facing.into(), altitude);
            }
            s.aircraft[5].joining = 3;
        });
        let all = setup.start().draft(6, "level 11 F11").sketch.forecast;
        all.into_iter().find(|f| (f.shooter, f.target) == (PieceId(6), PieceId(2))).unwrap()
    };
    let away = line("3207", "3107");
    assert_eq!((away.hit.is_some(), away.rule), (false, rule::SCHWARM), "{}", away.text);
    let joined = line("2918", "2818");
    assert_eq!((joined.hit.is_some(), joined.rule), (true, rule::SIGHTING_REQUIRED), "{}", joined.text);
}

#[test]
fn joining_ends_at_the_first_check_in_position() {
    let joining = |hex: &str| {
        let setup = broken(6).with(|s| {
            for (n, role) in [(3, Role::Left), (4, Role::Leader), (5, Role::Right), (6, Role::None)] {
                (s.aircraft[n].role, s.aircraft[n].section) = (role, 0);
            }
            (s.aircraft[5].joining, s.aircraft[5].hex) = (3, hex.into());
        });
        setup.start().plane(6).joining
    };
    // Leader 3107 facing SW: 3105 is in its right rear, 2906 is not.
    assert_eq!((joining("3105"), joining("2906")), (0, 3), "{}", rule::SCHWARM);
}

/// The wingman of the second Section flies into the ground in its own phase.
#[test]
fn a_schwarm_that_loses_somebody_in_its_own_phase_names_its_slots_before_the_end_check() {
    let setup = scenario("formations-variant").with(|s| {
        (s.aircraft[2].altitude, s.aircraft[3].altitude) = (1, 1);
    });
    let mut fight = setup.start();
    fight.fly(4, "h1 11").fly(1, "level 11 F11").fly(2, "level 11 F11").fly(3, "level 11 F11");
    assert_eq!(fight.state().stage, Stage::NamingAfter);
    fight.say(Allies, slots(2, 3, 1));
    // The phase of the loss does not count: five are left.
    assert_eq!((fight.over(), fight.plane(3).joining), (false, 5));
}
