//! The elementary steps: what speaks against each, and what each does.

use super::{Mover, Walk, slip_direction, turned};
use crate::command::Step;
use crate::rule;
use crate::state::{Hand, Marker};
use sky::Hex;
use table::{Reasons, Refusal, Whether};

impl Mover<'_> {
    /// Whether the declared turn falls due now (`fast-and-easy/declared-turn`).
    fn due(&self, walk: &Walk) -> bool {
        walk.marker.is_some_and(|m| m.run + walk.run >= self.performance.turn)
    }

    /// Whether a hex holds a plane in whose company no move may end (`fast-and-easy/stacking`). Bombers only mind bombers
    /// (`fast-and-easy/straggler`).
    #[inline]
    pub(crate) fn blocked(&self, hex: Hex) -> bool {
        if !self.state.taken(self.rules, hex) {
            return false;
        }
        match self.bomber {
            Some(_) => self.state.bomber_at(self.rules, hex, self.plane).is_some(),
            None => self.home != Some(hex),
        }
    }

    /// What speaks against taking `step` next, in the order of `fast-and-easy/refusal-order`, leaving out whether the move
    /// can still be completed afterwards.
    #[inline(always)]
    pub(crate) fn object(&self, walk: &Walk, step: Step, why: &mut impl Reasons) {
        if walk.gone.is_some() {
            why.object(|| Refusal::new(rule::MAP_EDGE, "it has left the map: its move is over"));
            return;
        }
        if walk.ended {
            why.object(|| Refusal::new(rule::MOVE_STEPS, "a declaration or END is the last step of a move"));
            return;
        }
        if self.bomber.is_some() {
            self.object_bomber(walk, step, why);
            return;
        }
        self.object_straight_only(walk, step, why);
        self.object_marker(walk, step, why);
        self.object_just_turned(walk, step, why);
        if !why.enough() {
            self.object_own_rule(walk, step, why);
        }
    }

    /// `fast-and-easy/immelmann`: after one the rest of the move is straight.
    fn object_straight_only(&self, walk: &Walk, step: Step, why: &mut impl Reasons) {
        let straight = matches!(step, Step::Forward | Step::Declare(_) | Step::End);
        why.unless(straight || !walk.straight_only, || {
            Refusal::new(
                rule::IMMELMANN,
                "after an Immelmann, made or failed, only straight flight is allowed",
            )
        });
    }

    /// `fast-and-easy/declared-turn`: the marker binds.
    pub(super) fn object_marker(&self, walk: &Walk, step: Step, why: &mut impl Reasons) {
        let Some(marker) = walk.marker else { return };
        let due = self.due(walk);
        let legal = match step {
            Step::Forward => !due,
            Step::Turn(hand) => due && hand == marker.side,
            Step::Slip(_) | Step::Immelmann | Step::Declare(_) => false,
            Step::End => true,
        };
        let run = i32::from(marker.run + walk.run);
        let turn = i32::from(self.performance.turn);
        why.unless(legal, || {
            let says = match (due, marker.side) {
                (true, Hand::Left) => "a declared turn to the left is due now ({0} of {1} straight hexes)",
                (true, Hand::Right) => "a declared turn to the right is due now ({0} of {1} straight hexes)",
                (false, _) => {
                    "a declared turn binds: straight on until {1} straight hexes are flown, {0} are"
                }
            };
            Refusal::with(rule::DECLARED_TURN, says, [run, turn, 0])
        });
    }

    /// `fast-and-easy/turn-follow-through`.
    pub(super) fn object_just_turned(&self, walk: &Walk, step: Step, why: &mut impl Reasons) {
        let on = matches!(step, Step::Forward | Step::Immelmann | Step::End);
        why.unless(on || !walk.just_turned, || {
            Refusal::new(rule::TURN_FOLLOW_THROUGH, "after a turn the next hex must be straight ahead")
        });
    }

    /// The step's own rule, then whether any movement is left for it.
    #[inline]
    fn object_own_rule(&self, walk: &Walk, step: Step, why: &mut impl Reasons) {
        match step {
            Step::Slip(hand) => why.unless(walk.slip.is_none_or(|last| last == hand), || {
                Refusal::new(
                    rule::SLIP_SIDE_CHANGE,
                    "after a slip to one side a straight hex must come before a slip to the other",
                )
            }),
            Step::Turn(_) => self.object_turn(walk, why),
            Step::Immelmann => self.object_immelmann(walk, why),
            Step::Declare(_) => {
                self.object_declaration(walk, why);
                if !why.enough() {
                    self.object_end(walk, why);
                }
            }
            Step::End => self.object_end(walk, why),
            Step::Forward => {}
        }
        if matches!(step, Step::Forward | Step::Slip(_)) {
            self.object_no_movement(walk, why);
        }
    }

    pub(super) fn object_no_movement(&self, walk: &Walk, why: &mut impl Reasons) {
        why.unless(walk.spent < self.performance.max, || {
            Refusal::with(
                rule::SPEED_RANGE,
                "no movement left: {0} of {1} hexes are flown",
                [walk.spent.into(), self.performance.max.into(), 0],
            )
        });
    }

    /// `fast-and-easy/turn`.
    pub(super) fn object_turn(&self, walk: &Walk, why: &mut impl Reasons) {
        let run = walk.run + walk.marker.map_or(0, |m| m.run);
        why.unless(run >= self.performance.turn, || {
            Refusal::with(
                rule::TURN,
                "a turn needs {1} straight hexes before it, {0} are flown",
                [run.into(), self.performance.turn.into(), 0],
            )
        });
    }

    /// `fast-and-easy/immelmann`, `fast-and-easy/immelmann-clear` and what forbids it for now.
    fn object_immelmann(&self, walk: &Walk, why: &mut impl Reasons) {
        let now = &self.performance;
        if let Some(rule) = now.no_immelmann {
            why.object(|| {
                let says = match rule {
                    rule::FIGHTER_BOMBER => "a loaded fighter-bomber makes no Immelmann",
                    rule::OPT_DROP_TANKS => "no Immelmann with drop tanks",
                    rule::OPT_JET_FUEL => "no Immelmann without fuel",
                    _ => "this plane makes no Immelmann",
                };
                Refusal::new(rule, says)
            });
        }
        if now.immelmann == 0 {
            return;
        }
        why.unless(walk.spent + now.immelmann <= now.max, || {
            let left = now.max - walk.spent;
            Refusal::with(
                rule::IMMELMANN,
                "an Immelmann costs {0} hexes, {1} are left",
                [now.immelmann.into(), left.into(), 0],
            )
        });
        if why.enough() {
            return;
        }
        let way = (1..=i16::from(now.immelmann)).map(|n| walk.hex.ahead(walk.facing, n));
        if self.rules.options.clouds {
            let cloud = self.rules.cloudy(walk.hex) || way.clone().any(|hex| self.rules.cloudy(hex));
            why.unless(!cloud, || {
                Refusal::new(rule::OPT_CLOUDS, "no Immelmann may start in or pass a cloud")
            });
        }
        let clear = way.clone().all(|hex| match self.rules.place(hex) {
            Some(n) => !self.state.taken_at(n) || self.home == Some(hex),
            None => false,
        });
        why.unless(clear, || {
            Refusal::new(
                rule::IMMELMANN_CLEAR,
                "the hexes flown in an Immelmann must be on the map and hold no other plane",
            )
        });
    }

    /// `fast-and-easy/declared-turn`: what speaks against declaring.
    pub(super) fn object_declaration(&self, walk: &Walk, why: &mut impl Reasons) {
        why.unless(walk.run >= 1, || {
            Refusal::new(rule::DECLARED_TURN, "a turn is declared after at least one straight hex")
        });
        why.unless(walk.run < self.performance.turn || walk.straight_only, || {
            Refusal::with(
                rule::DECLARED_TURN,
                "{0} straight hexes are enough to turn now (Turn {1})",
                [walk.run.into(), self.performance.turn.into(), 0],
            )
        });
    }

    /// `fast-and-easy/speed-range`: what speaks against so many hexes in all.
    pub(super) fn object_total(&self, total: u8, why: &mut impl Reasons) {
        let now = &self.performance;
        if now.is_total(total) {
            return;
        }
        let (own, cruise) = now.runs();
        why.object(|| {
            let says = match total {
                1 => "{0} hex is not a legal move: {1} to {2} hexes are",
                _ => "{0} hexes are not a legal move: {1} to {2} are",
            };
            Refusal::with(rule::SPEED_RANGE, says, [total.into(), (*own.start()).into(), (*own.end()).into()])
        });
        if let Some(cruise) = cruise {
            why.object(|| {
                let numbers = [(*cruise.start()).into(), (*cruise.end()).into(), 0];
                Refusal::with(rule::ESCORT_CRUISE, "or {0} to {1} hexes with the bombers", numbers)
            });
        }
    }

    /// What speaks against ending the move here.
    pub(super) fn object_end(&self, walk: &Walk, why: &mut impl Reasons) {
        if walk.gone.is_some() {
            return;
        }
        self.object_total(walk.spent, why);
        why.unless(!self.due(walk), || {
            Refusal::new(rule::DECLARED_TURN, "the declared turn is due before the move ends")
        });
        if why.enough() {
            return;
        }
        why.unless(!self.blocked(walk.hex), || {
            Refusal::new(rule::STACKING, "no move may end in a hex with another plane")
        });
    }

    /// The walk after `step`, an Immelmann taken as made.
    #[inline(always)]
    pub(crate) fn after(&self, walk: &Walk, step: Step) -> Walk {
        let mut next = *walk;
        match step {
            Step::Forward => {
                next.hex = walk.hex.ahead(walk.facing, 1);
                next.spent += 1;
                next.run += 1;
                next.slip = None;
                next.just_turned = false;
                next.gone = self.rules.beyond(next.hex);
            }
            Step::Slip(hand) => {
                next.hex = walk.hex.ahead(slip_direction(walk.facing, hand), 1);
                next.spent += 1;
                next.run = 0;
                next.slip = self.bomber.is_none().then_some(hand);
                next.gone = self.rules.beyond(next.hex);
                if walk.spent == 0 {
                    next.manoeuvred.opening_slip = self.bomber.is_some();
                } else {
                    next.manoeuvred.closing_slip = self.bomber.is_some();
                }
            }
            Step::Turn(hand) => {
                next.facing = turned(walk.facing, hand);
                next.run = 0;
                next.marker = None;
                next.just_turned = true;
                next.manoeuvred.turned = self.bomber.is_some();
            }
            Step::Immelmann => {
                let cost = self.performance.immelmann;
                next.hex = walk.hex.ahead(walk.facing, cost.into());
                next.facing = walk.facing.turned(3);
                next.spent += cost;
                next.run = 0;
                next.slip = None;
                next.straight_only = true;
                next.just_turned = false;
            }
            Step::Declare(side) => {
                // The marker counts at most Turn - 1, so that it never falls due before the next move begins.
                let run = walk.run.min(self.performance.turn.saturating_sub(1));
                next.marker = Some(Marker { side, run });
                next.run = 0;
                next.ended = true;
            }
            Step::End => next.ended = true,
        }
        next
    }

    /// The walk after an Immelmann that failed: only straight flight is left (`fast-and-easy/immelmann-roll`).
    pub(super) fn after_failure(walk: &Walk) -> Walk {
        Walk { straight_only: true, just_turned: false, ..*walk }
    }

    /// Whether the move may end here.
    #[inline]
    pub(super) fn may_end(&self, walk: &Walk) -> bool {
        let mut barred = Whether::default();
        self.object_end(walk, &mut barred);
        !barred.any()
    }

    /// Whether `step` may be taken next: nothing speaks against it, and afterwards the move can still be completed
    /// (`fast-and-easy/no-legal-move`).
    #[inline]
    pub(crate) fn may(&self, walk: &Walk, step: Step) -> Option<Walk> {
        let mut barred = Whether::default();
        self.object(walk, step, &mut barred);
        if barred.any() {
            return None;
        }
        let next = self.after(walk, step);
        self.can_complete(&next).then_some(next)
    }

    /// Whether some continuation ends the move legally or leaves the map, an Immelmann taken as made.
    #[inline]
    pub(crate) fn can_complete(&self, walk: &Walk) -> bool {
        walk.gone.is_some() || walk.ended || self.straight_on_ends(walk) || self.search(walk)
    }

    /// Whether flying straight on ends legally: true for nearly every step of nearly every move, so it is tried first.
    fn straight_on_ends(&self, walk: &Walk) -> bool {
        if walk.manoeuvred.closing_slip {
            return self.may_end(walk);
        }
        let free = walk.marker.map_or(u8::MAX, |m| (self.performance.turn).saturating_sub(m.run + walk.run));
        let mut totals = self.performance.totals >> walk.spent;
        while totals != 0 {
            let left = totals.trailing_zeros() as u8;
            totals &= totals - 1;
            // A declared turn that falls due on the way is left to the search.
            if left >= free {
                return false;
            }
            let hex = walk.hex.ahead(walk.facing, left.into());
            if !self.rules.has(hex) || !self.blocked(hex) {
                return true;
            }
        }
        false
    }

    fn search(&self, walk: &Walk) -> bool {
        if self.may_end(walk) {
            return true;
        }
        Step::ALL.into_iter().filter(|s| !matches!(s, Step::Declare(_) | Step::End)).any(|step| {
            let mut barred = Whether::default();
            self.object(walk, step, &mut barred);
            !barred.any() && self.can_complete(&self.after(walk, step))
        })
    }
}
