//! Matches and comparisons.

use crate::common::series;
use bot::Terms;
use catalog::{Catalog, Level};
use lab::{Contest, Crew, Sprt, Verdict, comparison, contest, find, meetings};
use std::sync::atomic::AtomicBool;
use table::Side;

const TEST: Sprt = Sprt { elo0: 0.0, elo1: 50.0, alpha: 0.05, beta: 0.05 };

#[test]
fn a_match_ends_with_the_same_pair_whatever_the_threads() {
    let series = series("fast-and-easy", "kent-duel");
    let pilots = Contest::of_pilots(&series, [Level::Simple, Level::Random], 3);
    let played = [1, 3].map(|threads| {
        let crew = Crew { threads, stop: &AtomicBool::new(false), played: &|_| {}, bots: &Terms::default() };
        contest(&pilots, 200, Some(TEST), crew, |_| {}).unwrap()
    });
    for (standing, verdict) in &played {
        assert_eq!(*verdict, Verdict::Better);
        assert!(standing.games() < 100, "it stops when it is sure");
    }
    assert_eq!(played[0].0.first, played[1].0.first);
    assert_eq!(played[0].0.points, played[1].0.points);
}

#[test]
fn the_worse_pilot_is_not_better() {
    let series = series("fast-and-easy", "kent-duel");
    let pilots = Contest::of_pilots(&series, [Level::Random, Level::Simple], 3);
    let crew = Crew { threads: 2, stop: &AtomicBool::new(false), played: &|_| {}, bots: &Terms::default() };
    let (_, verdict) = contest(&pilots, 200, Some(TEST), crew, |_| {}).unwrap();
    assert_eq!(verdict, Verdict::NoBetter);
}

#[test]
fn a_version_against_itself_is_even() {
    let series = series("spitting-fire", "duel");
    let versions = Contest::of_versions([&series, &series], [Level::Random; 2], Side::Axis, 5);
    let crew = Crew { threads: 2, stop: &AtomicBool::new(false), played: &|_| {}, bots: &Terms::default() };
    let (standing, verdict) = contest(&versions, 150, None, crew, |_| {}).unwrap();
    assert_eq!((standing.games(), verdict), (300, Verdict::Open));
    let bounds = standing.first.pairs.interval();
    assert!(bounds.low < 0.5 && 0.5 < bounds.high, "{bounds}");
    let decisions: u32 = standing.thinking.iter().map(|thinking| thinking.decisions).sum();
    assert!(decisions > 300, "every decision of 300 games is timed: {decisions}");
}

#[test]
fn cards_are_found_however_a_game_writes_them() {
    let catalog = Catalog::built_in().unwrap();
    let expected = [
        ("fast-and-easy", ["Spitfire I", "ME 109 E"]),
        ("fighting-wings", ["spitfire-mk1", "bf-109e-3"]),
        ("spitfire", ["Spitfire-I", "Bf.109E-3"]),
        ("spitting-fire", ["spitfire-mki", "bf-109"]),
    ];
    for (game, cards) in expected {
        let shelf = catalog.game(game).unwrap();
        let found =
            ["spitfire-mk1", "bf-109e-3"].map(|name| find(shelf.cards(), name).unwrap().id.to_string());
        assert_eq!(found, cards, "{game}");
    }
    let easy = catalog.game("fast-and-easy").unwrap();
    assert_eq!(find(easy.cards(), "spitfire-mk9").unwrap().id, "Spitfire IX");
    assert_eq!(find(easy.cards(), "p-51d").unwrap().id, "P51 Mustang");
    assert!(find(easy.cards(), "a6m2").is_none());
}

#[test]
fn two_types_meet_in_every_game_that_has_both() {
    let catalog = Catalog::built_in().unwrap();
    let types = ["spitfire-mk1", "bf-109e-3"];
    let (found, absent) = meetings(&catalog, types, Level::Random, 1).unwrap();
    assert_eq!((found.len(), absent.len()), (4, 0));
    let met: Vec<_> = found
        .into_iter()
        .map(|meeting| {
            let crew =
                Crew { threads: 2, stop: &AtomicBool::new(false), played: &|_| {}, bots: &Terms::default() };
            let (standing, _) = contest(&meeting.contest, 3, None, crew, |_| {}).unwrap();
            assert_eq!(standing.games(), 6);
            (meeting, standing)
        })
        .collect();
    let page = comparison(types, &met, &absent);
    for (meeting, _) in &met {
        assert!(page.contains(&meeting.game) && page.contains(&meeting.cards[0]));
    }
    let nowhere = meetings(&catalog, ["spitfire-mk1", "sopwith-camel"], Level::Random, 1).err().unwrap();
    assert!(
        nowhere.to_string().contains("no game has both: Fast and Easy: it has no card for 'sopwith-camel'")
    );
}
