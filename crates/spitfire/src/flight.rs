//! 5.2.1C and 6.0–6.J: one aircraft's move, act by act.

use crate::chart::Type;
use crate::command::{Act, Altitude, Hand};
use crate::decide;
use crate::rule;
use crate::scenario::Kind;
use crate::space::Facing;
use crate::state::{Exit, Plane, Prep, Record, Rules, Spent};
use sky::{Edge, Hex};
use table::Refusal;

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
        choice: Altitude,
        speed: u8,
        record: &mut impl FnMut(Record),
    ) -> Flight {
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

    /// The price of an act; nothing if the type cannot do it.
    pub(crate) fn cost(ty: &Type, act: Act) -> Option<u8> {
        match act {
            Act::Forward | Act::Ahead(_) | Act::Turn(_) => Some(1),
            Act::Climb => Some(ty.climb_cost),
            Act::Vertical(_) => Some(0),
            Act::Roll(_) => ty.roll,
            Act::Wing(_, n) => ty.wing_over.and_then(|c| c.get(usize::from(n).wrapping_sub(1)).copied()),
        }
    }

    /// Everything that speaks against an act. A climb is one whole step.
    pub(crate) fn objections(&self, rules: &Rules, plane: &Plane, act: Act, tell: &mut impl FnMut(Refusal)) {
        let ty = rules.of(plane.side);
        if self.exit.is_some() {
            tell(Refusal::new(rule::LEAVING, "it has left the map or flown below level 1"));
            return;
        }
        match act {
            Act::Forward if rules.corners() => {
                tell(Refusal::new(
                    rule::CORNERS,
                    "pointing at a corner it flies into the left or right hex ahead",
                ));
            }
            Act::Ahead(_) if !rules.corners() => {
                tell(Refusal::new(rule::CORNERS, "two hexes ahead there are only in hexagonal space"));
            }
            Act::Forward | Act::Ahead(_) => {}
            Act::Turn(_) => self.turn_objections(ty, tell),
            Act::Climb => self.climb_objections(rules, ty, tell),
            Act::Vertical(cost) => {
                if self.begun || !matches!(self.choice, Altitude::VerticalDive(_)) {
                    tell(Refusal::new(
                        rule::EXECUTION,
                        "a dive is announced first and flown before anything else",
                    ));
                } else if cost != ty.dive_cost {
                    let numbers = [i32::from(ty.dive_cost), i32::from(cost), 0];
                    tell(Refusal::with(rule::VERTICAL_DIVE, "a vertical dive costs {0}, not {1}", numbers));
                }
                return;
            }
            Act::Roll(hand) => {
                self.roll_objections(ty, hand, tell);
            }
            Act::Wing(..) => self.wing_objections(ty, plane, act, tell),
        }
        let Some(cost) = Flight::cost(ty, act) else { return };
        if cost > self.left {
            // 6.G1, 6.G2 and 6.G3 say so themselves for their maneuvers.
            if !matches!(act, Act::Roll(_) | Act::Wing(..)) {
                let numbers = [i32::from(cost), i32::from(self.left), 0];
                tell(Refusal::with(rule::MOVEMENT, "costs {0}, {1} points are left", numbers));
            }
        } else if act != Act::Climb && self.left - cost < self.owed() {
            let numbers = [i32::from(self.owed()), i32::from(self.left - cost), 0];
            tell(Refusal::with(
                rule::CLIMBING,
                "{0} points must still be climbed, {1} would be left",
                numbers,
            ));
        }
    }

    /// 6.B and 6.GN.
    fn turn_objections(&self, ty: &Type, tell: &mut impl FnMut(Refusal)) {
        if !self.begun {
            return;
        }
        if self.wing_over && self.turns == 0 && self.hexes == 0 {
            let says = "a wing-over or split-S replaces the turn in place";
            tell(Refusal::new(rule::WOSS_NOTES, says));
        } else if self.hexes < self.needed(ty) {
            let numbers = [i32::from(self.hexes), i32::from(self.needed(ty)), 0];
            let says = "{1} forward hexes are needed before this turn, {0} have been flown";
            tell(Refusal::with(rule::TURNING, says, numbers));
        }
    }

    /// 6.C, 6.D, 6.GN and 2.3.
    fn climb_objections(&self, rules: &Rules, ty: &Type, tell: &mut impl FnMut(Refusal)) {
        if self.wing_over {
            tell(Refusal::new(rule::WOSS_NOTES, "no climb in the phase of a wing-over or split-S"));
        }
        if self.choice.dives() {
            tell(Refusal::new(rule::DIVING, "no climb in a phase with a dive"));
        } else if self.choice != Altitude::Climb {
            tell(Refusal::new(rule::EXECUTION, "no climb was announced"));
        }
        let highest = rules.tables.map.highest;
        if self.altitude >= highest && self.climb + 1 >= ty.climb_steps {
            tell(Refusal::with(rule::PIECES, "level {0} is the highest", [i32::from(highest), 0, 0]));
        }
    }

    /// 6.G1.
    fn roll_objections(&self, ty: &Type, hand: Hand, tell: &mut impl FnMut(Refusal)) {
        let Some(cost) = ty.roll else {
            tell(Refusal::new(rule::SNAP_ROLL, "this type cannot roll"));
            return;
        };
        if cost > self.left {
            let numbers = [i32::from(cost), i32::from(self.left), 0];
            tell(Refusal::with(rule::SNAP_ROLL, "a snap roll costs {0}, {1} points are left", numbers));
        }
        if let Some(side) = self.roll.filter(|side| *side != hand) {
            let says = match side {
                Hand::Left => "all rolls of a phase go to the same side: here to the left",
                Hand::Right => "all rolls of a phase go to the same side: here to the right",
            };
            tell(Refusal::new(rule::SNAP_ROLL, says));
        }
    }

    /// 6.G2, 6.G3, 6.GN.
    fn wing_objections(&self, ty: &Type, plane: &Plane, act: Act, tell: &mut impl FnMut(Refusal)) {
        // A wing-over is prepared by climbing, a split-S by a vertical dive; unprepared, 6.G2 is named.
        let named = if plane.prep == Prep::VerticalDive { rule::SPLIT_S } else { rule::WING_OVER };
        let Some(cost) = Flight::cost(ty, act) else {
            tell(Refusal::new(named, "this type does no wing-over and no split-S"));
            return;
        };
        if plane.prep == Prep::None {
            let says = "its previous phase must have been all climb (wing-over) or a vertical dive (split-S)";
            tell(Refusal::new(named, says));
        }
        if self.choice != Altitude::Level {
            tell(Refusal::new(
                rule::WOSS_NOTES,
                "no dive and no climb in the phase of a wing-over or split-S",
            ));
        }
        if self.begun {
            tell(Refusal::new(
                rule::WOSS_NOTES,
                "a wing-over or split-S comes before anything else, once a phase",
            ));
        }
        if plane.wing_over > 0 && plane.wing_over >= plane.phases {
            tell(Refusal::new(rule::WOSS_NOTES, "one in every second phase at most"));
        }
        if cost > self.left {
            let numbers = [i32::from(cost), i32::from(self.left), 0];
            tell(Refusal::with(named, "costs {0}, {1} points are left", numbers));
        }
    }

    /// Whether an act is legal.
    pub(crate) fn allows(&self, rules: &Rules, plane: &Plane, act: Act) -> bool {
        let mut ok = true;
        self.objections(rules, plane, act, &mut |_| ok = false);
        ok
    }

    /// Carries out a legal act and tells its records.
    pub(crate) fn act(&mut self, rules: &Rules, plane: &Plane, act: Act, record: &mut impl FnMut(Record)) {
        let ty = rules.of(plane.side);
        let cost = Flight::cost(ty, act).unwrap_or(0);
        match act {
            Act::Vertical(_) => return,
            Act::Forward => self.enter(rules, plane, self.facing.side(0), true),
            Act::Ahead(Hand::Left) => self.enter(rules, plane, self.facing.side(0), true),
            Act::Ahead(Hand::Right) => self.enter(rules, plane, self.facing.side(1), true),
            Act::Turn(hand) => {
                self.facing = self.facing.turned(hand.sign());
                if self.begun {
                    self.turns += 1;
                }
                self.hexes = 0;
            }
            Act::Climb => {
                self.climb += 1;
                if self.climb >= ty.climb_steps {
                    self.climb = 0;
                    self.altitude += 1;
                }
                self.climbed += cost;
            }
            Act::Roll(hand) => {
                self.roll = Some(hand);
                self.begun = true;
                self.spend(cost.div_ceil(2), Spent::RollFirst, record);
                // 10.C: abeam rather than sideways-forward.
                let side = match (hand, rules.corners()) {
                    (Hand::Left, _) => -1,
                    (Hand::Right, false) => 1,
                    (Hand::Right, true) => 2,
                };
                self.enter(rules, plane, self.facing.side(side), false);
                if self.exit.is_none() {
                    self.spend(cost / 2, Spent::RollLast, record);
                }
                return;
            }
            Act::Wing(hand, n) => {
                self.facing = self.facing.turned(hand.sign() * n as i8);
                self.wing_over = true;
            }
        }
        self.begun = true;
        if self.exit.is_some() {
            return;
        }
        let kind = match act {
            Act::Turn(_) => Spent::Turn,
            Act::Climb => Spent::Climb,
            Act::Wing(..) => Spent::WingOver,
            Act::Forward | Act::Ahead(_) | Act::Vertical(_) | Act::Roll(_) => Spent::Forward,
        };
        self.spend(cost, kind, record);
    }

    fn spend(&mut self, points: u8, kind: Spent, record: &mut impl FnMut(Record)) {
        self.left -= points;
        for _ in 0..points {
            record(Record { hex: self.hex, facing: self.facing, kind });
        }
    }

    /// Into the next hex: 6.J at the edge of the map, 9.2 over a target.
    fn enter(&mut self, rules: &Rules, plane: &Plane, way: sky::Direction, forward: bool) {
        let hex = self.hex.ahead(way, 1);
        self.lateral = true;
        if forward {
            self.hexes = self.hexes.saturating_add(1);
        }
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
