//! What the log tells: every die with the rule that asks for it, and what came of it.

use crate::common::*;
use fast_and_easy::Command;

/// The log as lines with their dice: "A salvo bursts … [3 3]".
fn lines(g: &Played) -> Vec<String> {
    let faces = |e: &table::LogEntry| e.dice.iter().map(|d| d.face.to_string()).collect::<Vec<_>>().join(" ");
    g.log().iter().map(|e| format!("{} [{}]", e.text, faces(e))).collect()
}

/// The line that holds these words.
fn line(g: &Played, words: &str) -> String {
    let all = lines(g);
    all.iter().find(|l| l.contains(words)).cloned().unwrap_or_else(|| panic!("{words}: {all:#?}"))
}

#[test]
fn a_check_of_friendly_fire_that_comes_to_nothing_is_told() {
    let mut g = at_step(6)
        .bomber("B17 G", "10.10", 0)
        .escort("P51 Mustang", "12.10", 0)
        .escort("P51 Mustang", "08.10", 0)
        .play();
    g.ok(Command::Begin, &[2, 3]);
    let told = line(&g, "does not fire at its own escort P51 Mustang at 08.10 from 2 hexes away");
    assert!(told.ends_with("[2 3]"), "{told}");
    let entry = g.log().into_iter().find(|e| !e.dice.is_empty()).unwrap();
    assert_eq!(entry.rules, [rule::FRIENDLY_FIRE, rule::DICE_ORDER]);
    assert_eq!(
        entry.dice.iter().map(|d| d.die).collect::<Vec<_>>(),
        [2, 6],
        "one face for each of two equals"
    );
}

#[test]
fn every_slip_of_a_pushed_fighter_is_told() {
    let mut g = at_step(3)
        .bomber("B17 G", "10.10", 0)
        .interceptor("FW 190 A", "13.10", 3)
        .interceptor("FW 190 A", "12.10", 3)
        .play();
    g.ok(fly(1, "F F F"), &[1, 4]);
    assert!(line(&g, "is not pushed that way: the hex is taken or off the map").ends_with("[1]"));
    assert!(line(&g, "is pushed to 14.10 by a bomber").ends_with("[4]"));
}

#[test]
fn a_salvo_that_hits_says_so_and_what_it_did() {
    let rocketeer = || {
        at_step(5)
            .interceptor("FW 190 A", "10.10", 0)
            .rockets()
            .bomber("B17 G", "15.10", 0)
            .bomber("B17 G", "14.12", 0)
            .bomber("B17 G", "14.08", 0)
    };
    let mut g = rocketeer().play();
    g.ok(rockets(1, 1), &[4, 1, 2]);
    assert!(
        line(&g, "1 rocket salvo at").ends_with("from 5 hexes away, 1 die at 4+, and hits it with 1 [4]")
    );
    assert!(line(&g, "bursts near").ends_with("it will shift [1 2]"));
    let mut g = rocketeer().play();
    g.ok(rockets(1, 2), &[4, 5, 3, 4, 3, 3]);
    assert!(line(&g, "2 rocket salvos at").ends_with("2 dice at 4+, and hits it with 2 [4 5]"));
    assert!(line(&g, ": 1 hit [").ends_with("[3 4]") && line(&g, ": 2 hits [").ends_with("[3 3]"));
    let mut g = rocketeer().play();
    g.ok(rockets(1, 2), &[3, 6, 6, 5, 2, 4, 5, 5]);
    // The second bomber of an S2 is chosen by a die of two faces.
    assert!(line(&g, "bursts near").ends_with(" will shift [6 5 2]"));
    assert!(line(&g, "1 six on").ends_with("[4 5 5]"));
    let mut g = rocketeer().play();
    g.ok(rockets(1, 1), &[3]);
    assert!(line(&g, "1 rocket salvo at").ends_with("1 die at 4+, and misses [3]"));
}
