//! The elementary steps: what speaks against each, and what each does.

use super::{Mover, Walk, slip_direction, turned};
use crate::command::Step;
use crate::objections::{Barred, Objections, no, no_with};
use crate::rules as rule;
use crate::state::{Hand, Marker};
use sky::Hex;

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
    pub(super) fn object(&self, walk: &Walk, step: Step, why: &mut impl Objections) {
        if walk.gone.is_some() {
            why.add(|| no(rule::MAP_EDGE, "it has left the map: its move is over"));
            return;
        }
        if walk.ended {
            why.add(|| no(rule::MOVE_STEPS, "a declaration or END is the last step of a move"));
            return;
        }
        if self.bomber.is_some() {
            self.object_bomber(walk, step, why);
            return;
        }
        self.object_straight_only(walk, step, why);
        self.object_marker(walk, step, why);
        self.object_just_turned(walk, step, why);
        self.object_own_rule(walk, step, why);
    }

    /// `fast-and-easy/immelmann`: after one the rest of the move is straight.
    fn object_straight_only(&self, walk: &Walk, step: Step, why: &mut impl Objections) {
        let straight = matches!(step, Step::Forward | Step::Declare(_) | Step::End);
        why.unless(straight || !walk.straight_only, || {
            no(rule::IMMELMANN, "after an Immelmann, made or failed, only straight flight is allowed")
        });
    }

    /// `fast-and-easy/declared-turn`: the marker binds.
    fn object_marker(&self, walk: &Walk, step: Step, why: &mut impl Objections) {
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
            no_with(rule::DECLARED_TURN, says, [run, turn, 0])
        });
    }

    /// `fast-and-easy/turn-follow-through`.
    fn object_just_turned(&self, walk: &Walk, step: Step, why: &mut impl Objections) {
        let on = matches!(step, Step::Forward | Step::Immelmann | Step::End);
        why.unless(on || !walk.just_turned, || {
            no(rule::TURN_FOLLOW_THROUGH, "after a turn the next hex must be straight ahead")
        });
    }

    /// The step's own rule, then whether any movement is left for it.
    #[inline]
    fn object_own_rule(&self, walk: &Walk, step: Step, why: &mut impl Objections) {
        match step {
            Step::Slip(hand) => why.unless(walk.slip.is_none_or(|last| last == hand), || {
                no(
                    rule::SLIP_SIDE_CHANGE,
                    "after a slip to one side a straight hex must come before a slip to the other",
                )
            }),
            Step::Turn(_) => self.object_turn(walk, why),
            Step::Immelmann => self.object_immelmann(walk, why),
            Step::Declare(_) => {
                self.object_declaration(walk, why);
                self.object_end(walk, why);
            }
            Step::End => self.object_end(walk, why),
            Step::Forward => {}
        }
        if matches!(step, Step::Forward | Step::Slip(_)) {
            self.object_no_movement(walk, why);
        }
    }

    fn object_no_movement(&self, walk: &Walk, why: &mut impl Objections) {
        why.unless(walk.spent < self.performance.max, || {
            no_with(
                rule::SPEED_RANGE,
                "no movement left: {0} of {1} hexes are flown",
                [walk.spent.into(), self.performance.max.into(), 0],
            )
        });
    }

    /// `fast-and-easy/turn`.
    fn object_turn(&self, walk: &Walk, why: &mut impl Objections) {
        let run = walk.run + walk.marker.map_or(0, |m| m.run);
        why.unless(run >= self.performance.turn, || {
            no_with(
                rule::TURN,
                "a turn needs {1} straight hexes before it, {0} are flown",
                [run.into(), self.performance.turn.into(), 0],
            )
        });
    }

    /// `fast-and-easy/immelmann`, `fast-and-easy/immelmann-clear` and what forbids it for now.
    fn object_immelmann(&self, walk: &Walk, why: &mut impl Objections) {
        let now = &self.performance;
        if let Some(rule) = now.no_immelmann {
            why.add(|| {
                let says = match rule {
                    rule::FIGHTER_BOMBER => "a loaded fighter-bomber makes no Immelmann",
                    rule::OPT_DROP_TANKS => "no Immelmann with drop tanks",
                    rule::OPT_JET_FUEL => "no Immelmann without fuel",
                    _ => "this plane makes no Immelmann",
                };
                no(rule, says)
            });
        }
        if now.immelmann == 0 {
            return;
        }
        why.unless(walk.spent + now.immelmann <= now.max, || {
            let left = now.max - walk.spent;
            no_with(
                rule::IMMELMANN,
                "an Immelmann costs {0} hexes, {1} are left",
                [now.immelmann.into(), left.into(), 0],
            )
        });
        let way = (1..=i16::from(now.immelmann)).map(|n| walk.hex.ahead(walk.facing, n));
        if self.rules.options.clouds {
            let cloud = self.rules.cloudy(walk.hex) || way.clone().any(|hex| self.rules.cloudy(hex));
            why.unless(!cloud, || no(rule::OPT_CLOUDS, "no Immelmann may start in or pass a cloud"));
        }
        let clear = way.clone().all(|hex| match self.rules.place(hex) {
            Some(n) => !self.state.taken_at(n) || self.home == Some(hex),
            None => false,
        });
        why.unless(clear, || {
            no(
                rule::IMMELMANN_CLEAR,
                "the hexes flown in an Immelmann must be on the map and hold no other plane",
            )
        });
    }

    /// `fast-and-easy/declared-turn`: what speaks against declaring.
    fn object_declaration(&self, walk: &Walk, why: &mut impl Objections) {
        why.unless(walk.run >= 1, || {
            no(rule::DECLARED_TURN, "a turn is declared after at least one straight hex")
        });
        why.unless(walk.run < self.performance.turn || walk.straight_only, || {
            no_with(
                rule::DECLARED_TURN,
                "{0} straight hexes are enough to turn now (Turn {1})",
                [walk.run.into(), self.performance.turn.into(), 0],
            )
        });
    }

    /// `fast-and-easy/speed-range`: what speaks against so many hexes in all.
    fn object_total(&self, total: u8, why: &mut impl Objections) {
        let now = &self.performance;
        if now.is_total(total) {
            return;
        }
        let (own, cruise) = now.runs();
        why.add(|| {
            let says = "{0} hexes are not a legal move: {1} to {2} are";
            no_with(rule::SPEED_RANGE, says, [total.into(), (*own.start()).into(), (*own.end()).into()])
        });
        if let Some(cruise) = cruise {
            why.add(|| {
                let numbers = [(*cruise.start()).into(), (*cruise.end()).into(), 0];
                no_with(rule::ESCORT_CRUISE, "or {0} to {1} hexes with the bombers", numbers)
            });
        }
    }

    /// What speaks against ending the move here.
    pub(super) fn object_end(&self, walk: &Walk, why: &mut impl Objections) {
        if walk.gone.is_some() {
            return;
        }
        self.object_total(walk.spent, why);
        why.unless(!self.due(walk), || {
            no(rule::DECLARED_TURN, "the declared turn is due before the move ends")
        });
        why.unless(!self.blocked(walk.hex), || {
            no(rule::STACKING, "no move may end in a hex with another plane")
        });
    }

    /// What speaks against a step of a bomber that moves by itself (`fast-and-easy/straggler`).
    #[inline(never)]
    fn object_bomber(&self, walk: &Walk, step: Step, why: &mut impl Objections) {
        let Some(leave) = self.bomber else { return };
        let done = walk.manoeuvred;
        match step {
            Step::Forward => self.object_marker(walk, step, why),
            Step::Slip(_) => {
                why.unless(leave.slip, || {
                    no(rule::BOMBER_FORMATION, "a bomber that keeps formation does not slip")
                });
                self.object_marker(walk, step, why);
            }
            Step::Turn(_) | Step::Declare(_) => {
                why.unless(leave.turns, || {
                    no(rule::BOMBER_FORMATION, "bombers fly straight and do not turn")
                });
                why.unless(leave.turns || self.rules.options.straggler_turns, || {
                    no(rule::OPTIONS, "the option straggler_turns, which lets single bombers turn, is off")
                });
            }
            Step::Immelmann => why.add(|| no(rule::BOMBER_FORMATION, "bombers make no Immelmann")),
            Step::End => {}
        }
        if let Step::Forward | Step::Slip(_) = step {
            why.unless(!done.closing_slip, || {
                no(rule::STRAGGLER, "a slip is the first or the last hex of a straggler's move")
            });
        }
        match step {
            Step::Slip(_) => {
                let opens = walk.spent == 0;
                why.unless(opens || !done.opening_slip || leave.corkscrew, || {
                    no(rule::STRAGGLER, "a straggler slips once in its move")
                });
                why.unless(!done.turned, || {
                    no(rule::OPT_STRAGGLER_TURNS, "a straggler turns instead of its slip, not as well")
                });
                // A slip that does not open the move closes it.
                if !opens && walk.spent < self.performance.max {
                    self.object_total(walk.spent + 1, why);
                }
            }
            Step::Turn(_) | Step::Declare(_) if leave.turns => {
                why.unless(!done.opening_slip && !done.closing_slip, || {
                    no(rule::OPT_STRAGGLER_TURNS, "a straggler turns instead of its slip, not as well")
                });
                self.object_marker(walk, step, why);
                self.object_just_turned(walk, step, why);
                if let Step::Turn(_) = step {
                    self.object_turn(walk, why);
                } else {
                    self.object_declaration(walk, why);
                    self.object_end(walk, why);
                }
            }
            _ => {}
        }
        match step {
            Step::Slip(hand) => {
                self.object_just_turned(walk, step, why);
                self.object_no_movement(walk, why);
                let next = walk.hex.ahead(slip_direction(walk.facing, hand), 1);
                why.unless(self.rules.has(next), || no(rule::MAP_EDGE, "a bomber may not slip off the map"));
            }
            Step::Forward => self.object_no_movement(walk, why),
            Step::End => self.object_end(walk, why),
            Step::Turn(_) | Step::Declare(_) | Step::Immelmann => {}
        }
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
        let mut barred = Barred::default();
        self.object_end(walk, &mut barred);
        !barred.any()
    }

    /// Whether `step` may be taken next: nothing speaks against it, and afterwards the move can still be completed
    /// (`fast-and-easy/no-legal-move`).
    #[inline]
    pub(super) fn may(&self, walk: &Walk, step: Step) -> Option<Walk> {
        let mut barred = Barred::default();
        self.object(walk, step, &mut barred);
        if barred.any() {
            return None;
        }
        let next = self.after(walk, step);
        self.can_complete(&next).then_some(next)
    }

    /// Whether some continuation ends the move legally or leaves the map, an Immelmann taken as made.
    #[inline]
    pub(super) fn can_complete(&self, walk: &Walk) -> bool {
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
            let mut barred = Barred::default();
            self.object(walk, step, &mut barred);
            !barred.any() && self.can_complete(&self.after(walk, step))
        })
    }
}
