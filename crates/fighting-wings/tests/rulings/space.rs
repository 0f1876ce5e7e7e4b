//! Sections 6 and 7: headings, hexes, stacking.

use crate::common::*;

#[test]
fn ex_12_turns_are_multiples_of_sixty_degrees() {
    let right =
        flown(&spitfire("4.0").heading(330).attitude(Bank::Rb, Nose::Level), level("H[tR HT 60] H H H", 0));
    assert_eq!(degrees(&right), 30, "{}", rule::HEADINGS);
    let left =
        flown(&spitfire("4.0").heading(30).attitude(Bank::Lb, Nose::Level), level("H[tL BT 120] H H H", 0));
    assert_eq!(degrees(&left), 270);
}

#[test]
fn ex_13_three_steps_to_the_south_east() {
    let after = flown(&spitfire("3.0").heading(150), level("H H H", 0));
    assert_eq!(place(&after), (0, 3), "{}", rule::HEXES);
}

#[test]
fn ex_14_arcs_have_lines() {
    // The rear arc of a Spitfire in a dive hides what is in it, at any altitude; on its line a fair view sees it.
    let hidden = |q, r, ty: &str| {
        let own = bird("A1", ty, "5.0").attitude(Bank::Lvl, Nose::Dive);
        let position = set_up(&scenario(&[own, bird("X1", "bf-109e-3", "5.0").at(q, r)]));
        position.state.planes[0].blind != 0
    };
    assert!(hidden(-3, 0, "spitfire-mk1"));
    assert!(!hidden(-2, 1, "spitfire-mk1") && hidden(-2, 1, "bf-109e-3"));
    assert!(!hidden(0, -1, "bf-109e-3"));
}

#[test]
fn ex_15_six_aircraft_fill_a_place() {
    let mut birds = vec![spitfire("4.0").at(0, 4).altitude(100)];
    for n in 2..8 {
        birds.push(bird(&format!("A{n}"), "spitfire-mk1", "4.0").at(4, 4).altitude(100));
    }
    let trial = moving(&birds);
    let to = |n| Command::Fly(level("H H H H", n));
    assert_eq!(trial.refused(Allies, &to(0)), [rule::STACKING]);
    assert!(trial.refused(Allies, &to(1)).is_empty());
    assert!(trial.refused(Allies, &Command::Fly(level("H H H H", 0))).contains(&rule::STACKING));
}
