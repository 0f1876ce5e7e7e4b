//! How much time each side has left, and what a game takes of it or gives.

use serde::{Deserialize, Serialize};
use std::time::Duration;
use table::{Side, SideSet};
use wire::live::{ClockOrder, ClockPer};

/// What is kept of a clock.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Hand {
    pub(crate) order: ClockOrder,
    pub(crate) left_ms: [i64; 2],
    pub(crate) runs: Vec<Side>,
    /// The furthest that the game has come: what is taken back and played again gives no time.
    turn: u16,
    line: u32,
}

/// What a game has come to, as far as its clock depends on it.
#[derive(Clone, Copy)]
pub(crate) struct Moment {
    /// People who owe a decision.
    pub(crate) owing: SideSet,
    /// Whose command was the last.
    pub(crate) acted: Option<Side>,
    pub(crate) turn: u16,
    pub(crate) line: u32,
}

impl Hand {
    pub(crate) fn new(order: ClockOrder) -> Hand {
        let all = i64::from(order.seconds) * 1000;
        Hand { order, left_ms: [all; 2], runs: Vec::new(), turn: 0, line: 0 }
    }

    /// Takes time off the clocks that run.
    pub(crate) fn take_off(&mut self, ms: i64) {
        for side in &self.runs {
            self.left_ms[side.index()] -= ms;
        }
    }

    /// The side that has no time left; of two the one whose time ended first.
    pub(crate) fn fallen(&self) -> Option<Side> {
        let left = |side: &Side| self.left_ms[side.index()];
        self.runs.iter().copied().filter(|side| left(side) <= 0).min_by_key(left)
    }

    /// How long until a flag falls.
    pub(crate) fn due(&self) -> Option<Duration> {
        let left = self.runs.iter().map(|side| self.left_ms[side.index()]).min()?;
        Some(Duration::from_millis(left.max(0) as u64))
    }

    /// Goes on from an earlier place, because the rest went out of play: what is played from there was never played before. Time that is
    /// given for a move or a turn is given anew. Nobody's time runs until the table is seen again.
    pub(crate) fn resume(&mut self, turn: u16, line: u32) {
        if self.order.per != ClockPer::Game {
            self.left_ms = [i64::from(self.order.seconds) * 1000; 2];
        }
        (self.turn, self.line) = (turn, line);
        self.runs.clear();
    }

    /// Goes on from what the game has come to.
    pub(crate) fn follow(&mut self, now: Moment) {
        let all = i64::from(self.order.seconds) * 1000;
        if now.turn > self.turn {
            match self.order.per {
                ClockPer::Turn => self.left_ms = [all; 2],
                ClockPer::Game if self.turn > 0 => {
                    self.left_ms = self.left_ms.map(|left| left + i64::from(self.order.add_s) * 1000);
                }
                ClockPer::Game | ClockPer::Move => {}
            }
        }
        if now.line > self.line && self.order.per == ClockPer::Move {
            // Whoever has moved and owes again owes another move.
            let new = |side: &Side| now.acted == Some(*side) || !self.runs.contains(side);
            for side in now.owing.iter().filter(new) {
                self.left_ms[side.index()] = all;
            }
        }
        (self.turn, self.line) = (now.turn.max(self.turn), now.line.max(self.line));
        self.runs = now.owing.iter().collect();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALLIES: SideSet = SideSet::only(Side::Allies);
    const AXIS: SideSet = SideSet::only(Side::Axis);

    fn hand(per: ClockPer) -> Hand {
        Hand::new(ClockOrder { seconds: 60, per, add_s: 5 })
    }

    fn at(owing: SideSet, turn: u16, line: u32) -> Moment {
        Moment { owing, acted: None, turn, line }
    }

    #[test]
    fn a_clock_for_the_game_gets_its_addition_once_with_each_new_turn() {
        let mut hand = hand(ClockPer::Game);
        hand.follow(at(ALLIES, 1, 0));
        hand.left_ms[0] -= 20_000;
        for turn in [2, 1, 2] {
            hand.follow(at(AXIS, turn, 1));
        }
        assert_eq!(hand.left_ms, [45_000, 65_000], "what is taken back and played again adds nothing");
    }

    #[test]
    fn a_clock_for_each_turn_is_full_again_with_the_next() {
        let mut hand = hand(ClockPer::Turn);
        hand.follow(at(ALLIES, 1, 0));
        hand.left_ms = [1, 2];
        hand.follow(at(AXIS, 1, 1));
        assert_eq!(hand.left_ms, [1, 2]);
        hand.follow(at(AXIS, 2, 2));
        assert_eq!(hand.left_ms, [60_000; 2]);
    }

    #[test]
    fn a_clock_for_each_move_is_full_again_when_one_is_owed_that_was_never_owed_before() {
        let mut hand = hand(ClockPer::Move);
        hand.follow(at(ALLIES, 1, 0));
        hand.left_ms[0] = 1;
        hand.follow(at(AXIS, 1, 1));
        hand.follow(at(ALLIES, 1, 0));
        assert_eq!(hand.left_ms[0], 1, "to take back and move again wins no time");
        hand.follow(at(AXIS, 1, 1));
        hand.follow(at(ALLIES, 1, 2));
        assert_eq!(hand.left_ms[0], 60_000);
    }

    #[test]
    fn whoever_moves_twice_in_a_row_has_time_for_each_move() {
        let mut hand = hand(ClockPer::Move);
        hand.follow(at(SideSet::BOTH, 1, 0));
        hand.left_ms = [1, 2];
        hand.follow(Moment { acted: Some(Side::Axis), ..at(SideSet::BOTH, 1, 1) });
        assert_eq!(hand.left_ms, [1, 60_000]);
    }

    #[test]
    fn a_game_that_goes_on_from_an_earlier_place_gives_time_there_as_if_it_were_new() {
        for (per, resumed, then) in [
            (ClockPer::Move, [60_000; 2], [1, 60_000]),
            (ClockPer::Turn, [60_000; 2], [60_000; 2]),
            (ClockPer::Game, [1, 2], [5_001, 5_002]),
        ] {
            let mut hand = hand(per);
            hand.follow(at(ALLIES, 7, 9));
            hand.left_ms = [1, 2];
            hand.resume(3, 4);
            hand.follow(at(ALLIES, 3, 4));
            assert_eq!(hand.left_ms, resumed, "{per:?}");
            hand.left_ms = [1, 2];
            hand.follow(at(AXIS, 4, 5));
            assert_eq!(hand.left_ms, then, "{per:?}");
        }
    }

    #[test]
    fn only_the_clock_that_runs_falls() {
        let mut hand = hand(ClockPer::Game);
        hand.follow(at(AXIS, 1, 0));
        hand.take_off(59_999);
        assert_eq!((hand.fallen(), hand.due()), (None, Some(Duration::from_millis(1))));
        hand.take_off(1_001);
        assert_eq!((hand.fallen(), hand.left_ms), (Some(Side::Axis), [60_000, -1_000]));
    }
}
