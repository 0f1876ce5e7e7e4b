//! The rules of the digest `rules/spitfire.md`, one constant per rule id, in the order of the digest.

use table::RuleId;

/// 1.0: Subject.
pub const SUBJECT: RuleId = RuleId("spitfire/1.0");
/// 2.1: Map and hex numbers.
pub const MAP: RuleId = RuleId("spitfire/2.1");
/// 2.2: Scale.
pub const SCALE: RuleId = RuleId("spitfire/2.2");
/// 2.3: Pieces.
pub const PIECES: RuleId = RuleId("spitfire/2.3");
/// 2.4: Aircraft charts.
pub const CHARTS: RuleId = RuleId("spitfire/2.4");
/// 2.41: Turn Mode x/y.
pub const TURN_MODE: RuleId = RuleId("spitfire/2.41");
/// 2.42: Maximum Acceleration.
pub const ACCELERATION: RuleId = RuleId("spitfire/2.42");
/// 2.43: Roll Cost.
pub const ROLL_COST: RuleId = RuleId("spitfire/2.43");
/// 2.44: WO/SS Cost a/b/c.
pub const WOSS_COST: RuleId = RuleId("spitfire/2.44");
/// 2.45: Fuel injection.
pub const FUEL_INJECTION: RuleId = RuleId("spitfire/2.45");
/// 2.46: CRT.
pub const RESULTS_TABLE: RuleId = RuleId("spitfire/2.46");
/// 2.47: Vertical Dive Track.
pub const DIVE_TRACK: RuleId = RuleId("spitfire/2.47");
/// 2.48: Climb Progress Track.
pub const CLIMB_TRACK: RuleId = RuleId("spitfire/2.48");
/// 2.49: Speed Track.
pub const SPEED_TRACK: RuleId = RuleId("spitfire/2.49");
/// 2.5: Scenarios.
pub const SCENARIOS: RuleId = RuleId("spitfire/2.5");
/// 3.0: Preparation.
pub const PREPARATION: RuleId = RuleId("spitfire/3.0");
/// 4.0: Course of play.
pub const COURSE: RuleId = RuleId("spitfire/4.0");
/// 5.1: Phases.
pub const PHASES: RuleId = RuleId("spitfire/5.1");
/// 5.2: Detailed outline.
pub const OUTLINE: RuleId = RuleId("spitfire/5.2");
/// 5.2.1A: Altitude Decision Segment.
pub const ALTITUDE_DECISION: RuleId = RuleId("spitfire/5.2.1A");
/// 5.2.1B: Speed Decision Segment.
pub const SPEED_DECISION: RuleId = RuleId("spitfire/5.2.1B");
/// 5.2.1C: Movement Execution Segment.
pub const EXECUTION: RuleId = RuleId("spitfire/5.2.1C");
/// 5.2.2: Joint Combat Phase.
pub const FIRST_COMBAT: RuleId = RuleId("spitfire/5.2.2");
/// 5.2.4: Joint Combat Phase.
pub const SECOND_COMBAT: RuleId = RuleId("spitfire/5.2.4");
/// 5.2.3: Second Player Movement Phase.
pub const SECOND_MOVEMENT: RuleId = RuleId("spitfire/5.2.3");
/// 6.0: General.
pub const MOVEMENT: RuleId = RuleId("spitfire/6.0");
/// 6.A: Movement points and acceleration.
pub const POINTS: RuleId = RuleId("spitfire/6.A");
/// 6.B: Turning.
pub const TURNING: RuleId = RuleId("spitfire/6.B");
/// 6.C: Climbing.
pub const CLIMBING: RuleId = RuleId("spitfire/6.C");
/// 6.D: Diving — common rules.
pub const DIVING: RuleId = RuleId("spitfire/6.D");
/// 6.D1: Horizontal dive.
pub const HORIZONTAL_DIVE: RuleId = RuleId("spitfire/6.D1");
/// 6.D2: Vertical dive.
pub const VERTICAL_DIVE: RuleId = RuleId("spitfire/6.D2");
/// 6.E: Occupied hexes.
pub const OCCUPIED: RuleId = RuleId("spitfire/6.E");
/// 6.F: Facing.
pub const FACING: RuleId = RuleId("spitfire/6.F");
/// 6.G: Special maneuvers — common rules.
pub const MANEUVERS: RuleId = RuleId("spitfire/6.G");
/// 6.G1: Snap roll.
pub const SNAP_ROLL: RuleId = RuleId("spitfire/6.G1");
/// 6.G2: Wing-over.
pub const WING_OVER: RuleId = RuleId("spitfire/6.G2");
/// 6.G3: Split-S.
pub const SPLIT_S: RuleId = RuleId("spitfire/6.G3");
/// 6.GN: Wing-over / split-S notes.
pub const WOSS_NOTES: RuleId = RuleId("spitfire/6.GN");
/// 6.H: Trial moves.
pub const TRIAL: RuleId = RuleId("spitfire/6.H");
/// 6.J: Leaving the map or flying below level 1.
pub const LEAVING: RuleId = RuleId("spitfire/6.J");
/// 7.0: General and procedure.
pub const COMBAT: RuleId = RuleId("spitfire/7.0");
/// 7.A: Fire is voluntary.
pub const VOLUNTARY: RuleId = RuleId("spitfire/7.A");
/// 7.B: Sighting is required for each gun–target pair.
pub const SIGHTING_REQUIRED: RuleId = RuleId("spitfire/7.B");
/// 7.C: Fields of fire.
pub const FIELDS: RuleId = RuleId("spitfire/7.C");
/// 7.C1: All-around.
pub const ALL_AROUND: RuleId = RuleId("spitfire/7.C1");
/// 7.C2: Forward guns + rear gunner.
pub const FORWARD_AND_REAR: RuleId = RuleId("spitfire/7.C2");
/// 7.C3: Forward guns only.
pub const FORWARD_ONLY: RuleId = RuleId("spitfire/7.C3");
/// 7.C4: Firer and target must be at the same Altitude Level during the Combat Phase.
pub const SAME_ALTITUDE: RuleId = RuleId("spitfire/7.C4");
/// 7.D: One target per aircraft.
pub const ONE_TARGET: RuleId = RuleId("spitfire/7.D");
/// 7.E: Attacks are individual.
pub const INDIVIDUAL: RuleId = RuleId("spitfire/7.E");
/// 7.F: Resolution and damage.
pub const DAMAGE: RuleId = RuleId("spitfire/7.F");
/// 7.G: Firing through occupied hexes.
pub const THROUGH_OCCUPIED: RuleId = RuleId("spitfire/7.G");
/// 7.H: Range.
pub const RANGE: RuleId = RuleId("spitfire/7.H");
/// 8.0: General.
pub const SIGHTING: RuleId = RuleId("spitfire/8.0");
/// 8.A: Target's side moved last.
pub const TARGET_MOVED: RuleId = RuleId("spitfire/8.A");
/// 8.B: Firer's side moved last.
pub const FIRER_MOVED: RuleId = RuleId("spitfire/8.B");
/// 8.C: Continuous and last.
pub const CONTINUOUS: RuleId = RuleId("spitfire/8.C");
/// 8.D: Sighting may happen across altitude differences.
pub const ACROSS_ALTITUDES: RuleId = RuleId("spitfire/8.D");
/// 8.E: Aircraft that climbed, dived, turned or did special maneuvers may fire if sighting and field of fire are met.
pub const AFTER_ANYTHING: RuleId = RuleId("spitfire/8.E");
/// 8.F: What counts.
pub const WHAT_COUNTS: RuleId = RuleId("spitfire/8.F");
/// 8.G: Fractions of a third are rounded up.
pub const ROUNDED_UP: RuleId = RuleId("spitfire/8.G");
/// 9.0: Choosing aircraft.
pub const CHOOSING: RuleId = RuleId("spitfire/9.0");
/// 9.1: Air superiority.
pub const AIR_SUPERIORITY: RuleId = RuleId("spitfire/9.1");
/// 9.2: Bombing.
pub const BOMBING: RuleId = RuleId("spitfire/9.2");
/// 9.3: Formations.
pub const FORMATIONS: RuleId = RuleId("spitfire/9.3");
/// 9.3.V: Vee.
pub const VEE: RuleId = RuleId("spitfire/9.3.V");
/// 9.3.S: Schwarm.
pub const SCHWARM: RuleId = RuleId("spitfire/9.3.S");
/// 9.3.L: Loss by formation.
pub const FORMATION_LOSS: RuleId = RuleId("spitfire/9.3.L");
/// 9.3.W: Victory.
pub const FORMATION_VICTORY: RuleId = RuleId("spitfire/9.3.W");
/// 9.3.X: Variant.
pub const FORMATION_VARIANT: RuleId = RuleId("spitfire/9.3.X");
/// 10.0: Hexagonal space.
pub const HEXAGONAL: RuleId = RuleId("spitfire/10.0");
/// 10.A: What changes in hexagonal space.
pub const CORNERS: RuleId = RuleId("spitfire/10.A");
/// 10.B: Field of fire.
pub const WEDGES: RuleId = RuleId("spitfire/10.B");
/// 10.C: Snap roll goes to the hex directly abeam.
pub const ROLL_ABEAM: RuleId = RuleId("spitfire/10.C");
/// 11.0: Inter-altitude combat.
pub const INTER_ALTITUDE: RuleId = RuleId("spitfire/11.0");
/// 11.A: After a climb or dive the owner decides at the end of that aircraft's move whether it levels off or keeps its attitude.
pub const LEVELLING_OFF: RuleId = RuleId("spitfire/11.A");
/// 11.B: Attitude is shown by the Current Speed marker.
pub const ATTITUDE_SHOWN: RuleId = RuleId("spitfire/11.B");
/// 11.C: No levelling off if no MP went into lateral motion.
pub const NO_LEVELLING: RuleId = RuleId("spitfire/11.C");
/// 11.D: No fire at a target in the same hex at another altitude.
pub const SAME_HEX: RuleId = RuleId("spitfire/11.D");
/// 11.E: Only level attitude may fire at the same altitude.
pub const LEVEL_FIRES_LEVEL: RuleId = RuleId("spitfire/11.E");
/// 11.F: The target's attitude is irrelevant.
pub const TARGET_ATTITUDE: RuleId = RuleId("spitfire/11.F");
/// 12.0: Designer's notes.
pub const NOTES: RuleId = RuleId("spitfire/12.0");
/// 13.0: Credits.
pub const CREDITS: RuleId = RuleId("spitfire/13.0");
