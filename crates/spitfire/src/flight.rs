//! 5.2.1C and 6.0–6.J: one aircraft's move, step by step.

use crate::chart::Type;
use crate::command::{Altitude, Hand, Step};
use crate::decide::{self, Decision};
use crate::rule;
use crate::rules::Rules;
use crate::scenario::Kind;
use crate::space::{Facing, pose};
use crate::state::{Exit, Plane, Prep, Record, Spent};
use sky::{Edge, Hex};
use table::view::Pose;
use table::{Reasons, Refusal, Whether};

/// 6.D: where in a move a dive is flown.
pub(crate) const DIVE_FIRST: Refusal =
    Refusal::new(rule::EXECUTION, "a dive is announced first and flown before anything else");

/// An aircraft in the middle of its move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Flight {
    pub(crate) hex: Hex,
    pub(crate) facing: Facing,
    pub(crate) altitude: u8,
    pub(crate) climb: u8,
    pub(crate) choice: Altitude,
    pub(crate) speed: u8,
    /// Movement points left.
    pub(crate) left: u8,
    /// 6.C: points that must be climbed in all.
    pub(crate) duty: u8,
    /// 6.D: of those, points that pay for leaving the Dive speeds.
    pub(crate) climb_out: u8,
    /// Points climbed.
    pub(crate) climbed: u8,
    /// 6.B: forward hexes since the last turn.
    pub(crate) hexes: u8,
    /// 6.B: turns made, the one in place left out.
    pub(crate) turns: u8,
    /// 6.G1: side of the rolls.
    pub(crate) roll: Option<Hand>,
    /// 11.C: whether a hex was entered.
    pub(crate) lateral: bool,
    /// Whether anything but the vertical dive has been done.
    pub(crate) begun: bool,
    /// 6.GN: whether a wing-over or split-S was done.
    pub(crate) wing_over: bool,
    /// 6.J.
    pub(crate) exit: Option<Exit>,
    /// 9.2: passes made in this move.
    pub(crate) passes: u8,
    pub(crate) scored: bool,
}

impl Flight {
    /// Applies the announced dive, which comes before anything else (6.D), and tells its records.
    pub(crate) fn begin(
        rules: &Rules,
        plane: &Plane,
        decision: Decision,
        record: &mut impl FnMut(Record),
    ) -> Flight {
        let Decision { choice, speed } = decision;
        let climbs = choice == Altitude::Climb;
        let mut flight = Flight {
            hex: plane.hex,
            facing: plane.facing,
            altitude: plane.altitude,
            climb: plane.climb,
            choice,
            speed,
            left: speed,
            duty: if climbs { decide::climb_duty(rules, plane) } else { 0 },
            climb_out: if climbs { decide::climb_out(rules, plane) } else { 0 },
            climbed: 0,
            hexes: 0,
            turns: 0,
            roll: None,
            lateral: false,
            begun: false,
            wing_over: false,
            exit: None,
            passes: 0,
            scored: plane.scored,
        };
        if choice.dives() {
            if choice.levels() >= plane.altitude {
                // 6.J: below level 1.
                flight.exit = Some(Exit::Ground);
                return flight;
            }
            flight.altitude -= choice.levels();
            flight.score(rules, plane);
        }
        if let Altitude::VerticalDive(_) = choice {
            let cost = rules.of(plane.side).dive_cost;
            flight.spend(cost, Spent::Dive, record);
        }
        flight
    }

    /// 6.B: forward hexes needed before the next turn, x and y by turns.
    pub(crate) fn needed(&self, ty: &Type) -> u8 {
        ty.turn_mode[usize::from(self.turns % 2)]
    }

    /// 6.C: points that must still be climbed.
    pub(crate) fn owed(&self) -> u8 {
        self.duty.saturating_sub(self.climbed)
    }

    /// Whether nothing is left to do.
    pub(crate) fn done(&self) -> bool {
        self.exit.is_some() || self.left == 0
    }

    /// What was decided before it.
    pub(crate) fn decision(&self) -> Decision {
        Decision { choice: self.choice, speed: self.speed }
    }

    /// Where it has got to; nothing once it has left the map.
    pub(crate) fn pose(&self, rules: &Rules) -> Option<Pose> {
        self.exit.is_none().then(|| pose(rules, self.hex, self.facing, self.altitude))
    }

    /// Puts an aircraft where it has got to.
    pub(crate) fn put(&self, plane: &mut Plane) {
        plane.hex = self.hex;
        plane.facing = self.facing;
        plane.altitude = self.altitude;
    }

    /// The price of a step; nothing if the type cannot do it.
    pub(crate) fn cost(ty: &Type, step: Step) -> Option<u8> {
        match step {
            Step::Forward | Step::Ahead(_) | Step::Turn(_) => Some(1),
            Step::Climb => Some(ty.climb_cost),
            Step::Vertical(_) => Some(0),
            Step::Roll(_) => ty.roll,
            Step::Wing(_, n) => ty.wing_over.and_then(|c| c.get(usize::from(n).wrapping_sub(1)).copied()),
        }
    }

    /// Everything that speaks against a step. A climb is one whole climb step.
    pub(crate) fn objections(&self, rules: &Rules, plane: &Plane, step: Step, why: &mut impl Reasons) {
        let ty = rules.of(plane.side);
        if self.exit.is_some() {
            return why.object(|| Refusal::new(rule::LEAVING, "it has left the map or flown below level 1"));
        }
        match step {
            Step::Forward => why.unless(!rules.corners(), || {
                let says = "pointing at a corner it flies into the left or right hex ahead";
                Refusal::new(rule::CORNERS, says)
            }),
            Step::Ahead(_) => why.unless(rules.corners(), || {
                Refusal::new(rule::CORNERS, "two hexes ahead there are only in hexagonal space")
            }),
            Step::Turn(_) => self.turn_objections(ty, why),
            Step::Climb => self.climb_objections(rules, ty, why),
            // Its points are spent by the announcement.
            Step::Vertical(cost) => return self.vertical_objections(ty, cost, why),
            Step::Roll(hand) => self.roll_objections(ty, hand, why),
            Step::Wing(..) => self.wing_objections(ty, plane, step, why),
        }
        let Some(cost) = Flight::cost(ty, step) else { return };
        if cost > self.left {
            // 6.G1, 6.G2 and 6.G3 say so themselves for their manoeuvres.
            why.unless(matches!(step, Step::Roll(_) | Step::Wing(..)), || {
                let numbers = [i32::from(cost), i32::from(self.left), 0];
                Refusal::with(rule::MOVEMENT, "costs {0}, points left: {1}", numbers)
            });
        } else {
            why.unless(step == Step::Climb || self.left - cost >= self.owed(), || {
                let numbers = [i32::from(self.owed()), i32::from(self.left - cost), 0];
                Refusal::with(
                    rule::CLIMBING,
                    "points still to be climbed: {0}; left after this: {1}",
                    numbers,
                )
            });
        }
    }

    /// 6.B and 6.GN.
    fn turn_objections(&self, ty: &Type, why: &mut impl Reasons) {
        if !self.begun {
            return;
        }
        if self.wing_over && self.turns == 0 && self.hexes == 0 {
            let says = "a wing-over or split-S replaces the turn in place";
            why.object(|| Refusal::new(rule::WOSS_NOTES, says));
        } else {
            why.unless(self.hexes >= self.needed(ty), || {
                let numbers = [i32::from(self.hexes), i32::from(self.needed(ty)), 0];
                let says = "{1} forward hexes are needed before this turn, {0} have been flown";
                Refusal::with(rule::TURNING, says, numbers)
            });
        }
    }

    /// 6.C, 6.D, 6.GN and 2.3.
    fn climb_objections(&self, rules: &Rules, ty: &Type, why: &mut impl Reasons) {
        why.unless(!self.wing_over, || {
            Refusal::new(rule::WOSS_NOTES, "no climb in the phase of a wing-over or split-S")
        });
        if self.choice.dives() {
            why.object(|| Refusal::new(rule::DIVING, "no climb in a phase with a dive"));
        } else {
            why.unless(self.choice == Altitude::Climb, || {
                Refusal::new(rule::EXECUTION, "no climb was announced")
            });
        }
        let highest = rules.tables.map.highest;
        why.unless(self.altitude < highest || self.climb + 1 < ty.climb_steps, || {
            Refusal::with(rule::PIECES, "level {0} is the highest", [i32::from(highest), 0, 0])
        });
    }

    /// 6.D and 6.D2.
    fn vertical_objections(&self, ty: &Type, cost: u8, why: &mut impl Reasons) {
        if self.begun || !matches!(self.choice, Altitude::VerticalDive(_)) {
            why.object(|| DIVE_FIRST);
        } else {
            why.unless(cost == ty.dive_cost, || {
                let numbers = [i32::from(ty.dive_cost), i32::from(cost), 0];
                Refusal::with(rule::VERTICAL_DIVE, "a vertical dive costs {0}, not {1}", numbers)
            });
        }
    }

    /// 6.G1.
    fn roll_objections(&self, ty: &Type, hand: Hand, why: &mut impl Reasons) {
        let Some(cost) = ty.roll else {
            return why.object(|| Refusal::new(rule::SNAP_ROLL, "this type cannot roll"));
        };
        why.unless(cost <= self.left, || {
            let numbers = [i32::from(cost), i32::from(self.left), 0];
            Refusal::with(rule::SNAP_ROLL, "a snap roll costs {0}, points left: {1}", numbers)
        });
        if let Some(side) = self.roll.filter(|side| *side != hand) {
            let says = match side {
                Hand::Left => "all rolls of a phase go to the same side: here to the left",
                Hand::Right => "all rolls of a phase go to the same side: here to the right",
            };
            why.object(|| Refusal::new(rule::SNAP_ROLL, says));
        }
    }

    /// 6.G2, 6.G3, 6.GN.
    fn wing_objections(&self, ty: &Type, plane: &Plane, step: Step, why: &mut impl Reasons) {
        // A wing-over is prepared by climbing, a split-S by a vertical dive; unprepared, 6.G2 is named.
        let named = if plane.prep == Prep::VerticalDive { rule::SPLIT_S } else { rule::WING_OVER };
        let Some(cost) = Flight::cost(ty, step) else {
            return why.object(|| Refusal::new(named, "this type does no wing-over and no split-S"));
        };
        why.unless(plane.prep != Prep::None, || {
            let says = "its previous phase must have been all climb (wing-over) or a vertical dive (split-S)";
            Refusal::new(named, says)
        });
        why.unless(self.choice == Altitude::Level, || {
            let says = "no dive and no climb in the phase of a wing-over or split-S";
            Refusal::new(rule::WOSS_NOTES, says)
        });
        why.unless(!self.begun, || {
            let says = "a wing-over or split-S comes before anything else, once a phase";
            Refusal::new(rule::WOSS_NOTES, says)
        });
        why.unless(plane.wing_over == 0 || plane.wing_over < plane.phases, || {
            Refusal::new(rule::WOSS_NOTES, "one in every second phase at most")
        });
        why.unless(cost <= self.left, || {
            let numbers = [i32::from(cost), i32::from(self.left), 0];
            Refusal::with(named, "costs {0}, points left: {1}", numbers)
        });
    }

    /// Whether a step is legal.
    pub(crate) fn allows(&self, rules: &Rules, plane: &Plane, step: Step) -> bool {
        let mut why = Whether::default();
        self.objections(rules, plane, step, &mut why);
        !why.any()
    }

    /// Carries out a legal step and tells its records.
    pub(crate) fn advance(
        &mut self,
        rules: &Rules,
        plane: &Plane,
        step: Step,
        record: &mut impl FnMut(Record),
    ) {
        let ty = rules.of(plane.side);
        let cost = Flight::cost(ty, step).unwrap_or(0);
        match step {
            Step::Vertical(_) => return,
            Step::Forward | Step::Ahead(_) => {
                self.hexes = self.hexes.saturating_add(1);
                self.enter(rules, plane, step);
            }
            Step::Turn(hand) => {
                self.facing = self.facing.turned(hand.sign());
                if self.begun {
                    self.turns += 1;
                }
                self.hexes = 0;
            }
            Step::Climb => {
                self.climb += 1;
                if self.climb >= ty.climb_steps {
                    self.climb = 0;
                    self.altitude += 1;
                }
                self.climbed += cost;
            }
            Step::Roll(hand) => {
                self.roll = Some(hand);
                self.begun = true;
                self.spend(cost.div_ceil(2), Spent::RollFirst, record);
                self.enter(rules, plane, step);
                if self.exit.is_none() {
                    self.spend(cost / 2, Spent::RollLast, record);
                }
                return;
            }
            Step::Wing(hand, n) => {
                self.facing = self.facing.turned(hand.sign() * n as i8);
                self.wing_over = true;
            }
        }
        self.begun = true;
        if self.exit.is_some() {
            return;
        }
        let kind = match step {
            Step::Turn(_) => Spent::Turn,
            Step::Climb => Spent::Climb,
            Step::Wing(..) => Spent::WingOver,
            Step::Forward | Step::Ahead(_) | Step::Vertical(_) | Step::Roll(_) => Spent::Forward,
        };
        self.spend(cost, kind, record);
    }

    fn spend(&mut self, points: u8, kind: Spent, record: &mut impl FnMut(Record)) {
        self.left -= points;
        for _ in 0..points {
            record(Record { hex: self.hex, facing: self.facing, kind });
        }
    }

    /// The hex into which a step leads, on the map or not; nothing if it stays where it is.
    fn hex_after(&self, rules: &Rules, step: Step) -> Option<Hex> {
        let side = match step {
            Step::Forward | Step::Ahead(Hand::Left) => 0,
            Step::Ahead(Hand::Right) => 1,
            Step::Roll(Hand::Left) => -1,
            // 10.C: abeam rather than sideways-forward.
            Step::Roll(Hand::Right) => 1 + i8::from(rules.corners()),
            Step::Turn(_) | Step::Climb | Step::Vertical(_) | Step::Wing(..) => return None,
        };
        Some(self.hex.ahead(self.facing.side(side), 1))
    }

    /// 6.J: whether a step leads off the map.
    pub(crate) fn leaves(&self, rules: &Rules, step: Step) -> bool {
        self.hex_after(rules, step).is_some_and(|hex| !rules.board.contains(hex))
    }

    /// Into the next hex: 6.J at the edge of the map, 9.2 over a target.
    fn enter(&mut self, rules: &Rules, plane: &Plane, step: Step) {
        let Some(hex) = self.hex_after(rules, step) else { return };
        self.lateral = true;
        if let Some(edge) = rules.board.beyond(hex) {
            self.exit = Some(match edge {
                Edge::North => Exit::North,
                Edge::East => Exit::East,
                Edge::South => Exit::South,
                Edge::West => Exit::West,
            });
            return;
        }
        self.hex = hex;
        self.scored = false;
        self.score(rules, plane);
    }

    /// 9.2: a pass is scored once per stay, at the first moment at level 1 in a target hex.
    fn score(&mut self, rules: &Rules, plane: &Plane) {
        let bomber = rules.bomber_side() == Some(plane.side);
        if bomber && self.altitude == 1 && !self.scored && rules.is_target(self.hex) {
            self.scored = true;
            self.passes += 1;
        }
    }
}

/// 6.J: whether an aircraft that goes out this way has completed its mission.
pub(crate) fn safe_exit(rules: &Rules, plane: &Plane, passes: u8, exit: Exit) -> bool {
    match rules.kind {
        Kind::AirSuperiority => plane.phases >= rules.tables.air_superiority.mission_phases,
        Kind::Bombing => {
            rules.bomber_side() == Some(plane.side)
                && exit == Exit::East
                && u32::from(plane.passes) + u32::from(passes) > 0
        }
        Kind::Formations | Kind::FormationsVariant => false,
    }
}
