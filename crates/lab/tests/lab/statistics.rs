//! Numbers against known cases.

use crate::common::{plan, series, whole};
use lab::{Decided, Pairs, Plan, Spread, Sprt, Verdict, elo_of, share_of, wilson};
use tempfile::tempdir;

fn near(value: f64, expected: f64) -> bool {
    (value - expected).abs() < 5e-4
}

#[test]
fn wilsons_interval_has_the_printed_bounds() {
    // The worked examples of Wilson's interval at 95 %: 81 of 263 (Newcombe 1998), 15 of 148, 0 of 20, 1 of 29.
    let cases = [
        (81.0, 263, 0.2553, 0.3662),
        (15.0, 148, 0.0624, 0.1605),
        (0.0, 20, 0.0, 0.1611),
        (1.0, 29, 0.0061, 0.1718),
    ];
    for (points, games, low, high) in cases {
        let found = wilson(points, games);
        assert!(near(found.low, low) && near(found.high, high), "{points} of {games}: {found:?}");
    }
    let none = wilson(0.0, 0);
    assert_eq!((none.low, none.high), (0.0, 1.0));
    assert_eq!(wilson(50.0, 100).to_string(), "50.0 % [40.4 to 59.6]");
}

#[test]
fn a_spread_has_its_mean_deviation_and_quantiles() {
    let mut spread = Spread::default();
    for value in [2, 4, 4, 4, 5, 5, 7, 9] {
        spread.add(value);
    }
    assert!(near(spread.mean(), 5.0) && near(spread.deviation(), 2.0));
    assert_eq!(spread.range(), Some((2, 9)));
    assert_eq!([0.25, 0.5, 0.75, 1.0].map(|part| spread.quantile(part)), [4, 4, 5, 9]);
    assert_eq!(Spread::default().mean(), 0.0);
}

#[test]
fn pairs_are_what_is_counted_where_pilots_change_sides() {
    // Every pair a win and a loss: no doubt at all that both are equal, however few the pairs.
    let even = Pairs([0, 0, 40, 0, 0]).interval();
    assert_eq!((even.low, even.share, even.high), (0.5, 0.5, 0.5));
    let all = Pairs([0, 0, 0, 0, 20]).interval();
    assert!(near(all.low, 0.8389) && all.high == 1.0, "{all:?}");
    let pairs = Pairs([10, 0, 0, 0, 30]);
    assert!(near(pairs.mean(), 0.75) && near(pairs.variance(), 0.1875));
    assert!(near(pairs.interval().low, 0.75 - 1.96 * (0.1875_f64 / 40.0).sqrt()));
}

#[test]
fn drawn_games_are_left_out_of_the_decided_ones() {
    let pairs = |kinds: &[(usize, usize, u64)]| {
        let mut decided = Decided::default();
        for (won, lost, times) in kinds {
            (0..*times).for_each(|_| decided.add(*won, *lost));
        }
        decided.interval()
    };
    // Every pair a win and a loss, or two draws: no doubt that both are equal.
    let even = pairs(&[(1, 1, 40), (0, 0, 7)]);
    assert_eq!((even.low, even.share, even.high), (0.5, 0.5, 0.5));
    // 90 games won and 30 lost. What is counted is how far a pair is from three quarters of its decided games.
    let better = pairs(&[(2, 0, 40), (1, 0, 10), (0, 2, 15), (0, 0, 35)]);
    let squares = 40.0 * 0.5_f64.powi(2) + 10.0 * 0.25_f64.powi(2) + 15.0 * 1.5_f64.powi(2);
    assert!(near(better.share, 0.75) && near(better.low, 0.75 - 1.96 * squares.sqrt() / 120.0), "{better:?}");
    // The games of a pair have dice in common, so 20 pairs that were won are 20 games, not 40.
    assert!(near(pairs(&[(2, 0, 20)]).low, 0.8389));
    // Of a pair that was drawn in part one game counts, and nobody wins more than all.
    let odd = pairs(&[(2, 0, 9), (1, 0, 1)]);
    assert!(near(odd.share, 1.0) && near(odd.high, 1.0), "{odd:?}");
    assert!(near(pairs(&[(1, 0, 1)]).share, 1.0));
    let nothing = pairs(&[(0, 0, 20)]);
    assert_eq!((nothing.low, nothing.high), (0.0, 1.0));
}

#[test]
fn a_summary_counts_both_games_of_a_pair_for_the_first_pilot() {
    let dir = tempdir().unwrap();
    let series = series("fast-and-easy", "kent-duel");
    let mut plan = Plan { swap: true, ..plan(series.as_ref(), 0, 20) };
    plan.pilots.allies = "simple".into();
    let summary = whole(series.as_ref(), dir.path(), &plan, 2);
    let first = summary.first;
    assert_eq!(first.pairs.count(), 10);
    let played: u64 = first.results.iter().flatten().sum();
    assert_eq!((summary.games, played), (20, 20));
    let points: f64 = first.results.iter().map(|[won, drawn, _]| *won as f64 + *drawn as f64 / 2.0).sum();
    assert!(near(first.pairs.mean(), points / 20.0));
    assert!(near(first.share().share, points / 20.0) && first.games().iter().sum::<u64>() == 20);
    assert!(points > 12.0, "the simple pilot beats the random one");
}

/// The test of 0 against 50 Elo at 5 in 100.
const TEST: Sprt = Sprt { elo0: 0.0, elo1: 50.0, alpha: 0.05, beta: 0.05 };

#[test]
fn elo_and_shares_belong_together() {
    assert!(near(share_of(0.0), 0.5) && near(share_of(50.0), 0.5715) && near(share_of(-400.0), 1.0 / 11.0));
    assert!((elo_of(0.75) - 190.85).abs() < 0.01);
}

#[test]
fn pairs_that_are_all_or_nothing_are_tested_as_single_trials() {
    // Wald's test of a coin: each head adds ln(s1 / s0), each tail ln((1 - s1) / (1 - s0)).
    let (s0, s1) = (share_of(0.0), share_of(50.0));
    let expected = 60.0 * (s1 / s0).ln() + 40.0 * ((1.0 - s1) / (1.0 - s0)).ln();
    let found = TEST.log_likelihood(&Pairs([40, 0, 0, 0, 60]));
    assert!((found - expected).abs() < 0.01, "{found} instead of {expected}");
}

#[test]
fn the_test_says_what_the_pairs_say() {
    let (low, high) = TEST.bounds();
    assert!(near(low, -2.9444) && near(high, 2.9444));
    assert_eq!(TEST.verdict(&Pairs::default()), Verdict::Open);
    assert_eq!(TEST.verdict(&Pairs([2, 4, 10, 4, 3])), Verdict::Open);
    assert_eq!(TEST.verdict(&Pairs([5, 20, 60, 45, 30])), Verdict::Better);
    assert_eq!(TEST.verdict(&Pairs([30, 40, 60, 40, 20])), Verdict::NoBetter);
    // The same, seen by the other player.
    let turned = Sprt { elo0: -50.0, elo1: 0.0, ..TEST };
    let (one, other) = (Pairs([5, 20, 60, 45, 30]), Pairs([30, 45, 60, 20, 5]));
    assert!(near(TEST.log_likelihood(&one), -turned.log_likelihood(&other)));
}

#[test]
fn pairs_with_the_same_dice_are_worth_more_games() {
    // As many points, but pairs that mostly split say more about the small rest.
    let split = TEST.log_likelihood(&Pairs([0, 0, 80, 0, 20]));
    let wild = TEST.log_likelihood(&Pairs([40, 0, 0, 0, 60]));
    assert!(split > 2.0 * wild, "{split} and {wild}");
}
