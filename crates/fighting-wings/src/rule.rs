//! One name for every rule of the digest, `rules/fighting-wings.md`, in its order.

use table::RuleId;

/// `1`: Scope.
pub const SCOPE: RuleId = RuleId("fighting-wings/1");
/// `2`: Scale.
pub const SCALE: RuleId = RuleId("fighting-wings/2");
/// `X.carry`: Speed change and carry.
pub const CARRY: RuleId = RuleId("fighting-wings/X.carry");
/// `X.fp`: Flight points and half points.
pub const FLIGHT_POINTS: RuleId = RuleId("fighting-wings/X.fp");
/// `3`: Log sheets.
pub const LOG_SHEETS: RuleId = RuleId("fighting-wings/3");
/// `3.a`: A column per game turn.
pub const COLUMNS: RuleId = RuleId("fighting-wings/3.a");
/// `3.b`: Comments on the first column.
pub const COMMENTS: RuleId = RuleId("fighting-wings/3.b");
/// `3.c`: Gains positive, losses negative.
pub const SIGNS: RuleId = RuleId("fighting-wings/3.c");
/// `3.d`: Nothing is protected.
pub const UNPROTECTED: RuleId = RuleId("fighting-wings/3.d");
/// `3.e`: Eight sheets, one aircraft each.
pub const TABS: RuleId = RuleId("fighting-wings/3.e");
/// `3.f`: Class and role on the tab, marks of damage.
pub const TAB_MARKS: RuleId = RuleId("fighting-wings/3.f");
/// `3.g`: Hidden calculations.
pub const HIDDEN_ROWS: RuleId = RuleId("fighting-wings/3.g");
/// `3.h`: Texts of the menus.
pub const MENU_TEXTS: RuleId = RuleId("fighting-wings/3.h");
/// `3.i`: A clean master.
pub const MASTER: RuleId = RuleId("fighting-wings/3.i");
/// `4`: Game ADC data.
pub const DATA: RuleId = RuleId("fighting-wings/4");
/// `4.a`: Minimum and maximum speeds.
pub const SPEED_LIMITS: RuleId = RuleId("fighting-wings/4.a");
/// `4.b`: Engine power.
pub const ENGINE_POWER: RuleId = RuleId("fighting-wings/4.b");
/// `4.c`: The flag "No F.I.".
pub const NO_INJECTION: RuleId = RuleId("fighting-wings/4.c");
/// `4.d`: Ceilings.
pub const CEILINGS: RuleId = RuleId("fighting-wings/4.d");
/// `X.stall`: Minimum speed and stall.
pub const STALL: RuleId = RuleId("fighting-wings/X.stall");
/// `X.dive`: Maximum dive speed.
pub const DIVE_LIMIT: RuleId = RuleId("fighting-wings/X.dive");
/// `X.limits`: Ceiling and ground.
pub const LIMITS: RuleId = RuleId("fighting-wings/X.limits");
/// `X.noplan`: There is always a plan.
pub const NO_PLAN: RuleId = RuleId("fighting-wings/X.noplan");
/// `X.power`: Power against speed.
pub const POWER: RuleId = RuleId("fighting-wings/X.power");
/// `5`: Supplemental ADC data.
pub const MORE_DATA: RuleId = RuleId("fighting-wings/5");
/// `5.a`: Defensive strength.
pub const DEFENCE: RuleId = RuleId("fighting-wings/5.a");
/// `5.b`: Weapons and firepower.
pub const WEAPONS: RuleId = RuleId("fighting-wings/5.b");
/// `5.c`: Costs and lowest speeds of manoeuvres.
pub const COSTS: RuleId = RuleId("fighting-wings/5.c");
/// `5.d`: Rates of climb.
pub const CLIMB_RATES: RuleId = RuleId("fighting-wings/5.d");
/// `5.e`: FPs for banking, slipping, skidding.
pub const MANOEUVRE_FPS: RuleId = RuleId("fighting-wings/5.e");
/// `6`: Headings, map, arcs.
pub const HEADINGS: RuleId = RuleId("fighting-wings/6");
/// `X.hex`: Coordinates.
pub const HEXES: RuleId = RuleId("fighting-wings/X.hex");
/// `7`: Stacking.
pub const STACKING: RuleId = RuleId("fighting-wings/7");
/// `8`: Throttle.
pub const THROTTLE: RuleId = RuleId("fighting-wings/8");
/// `9`: Combat flaps.
pub const FLAPS: RuleId = RuleId("fighting-wings/9");
/// `9.a`: Declared at the start.
pub const FLAPS_DECLARED: RuleId = RuleId("fighting-wings/9.a");
/// `9.b`: Lower minimum speeds.
pub const FLAPS_MINIMUM: RuleId = RuleId("fighting-wings/9.b");
/// `9.c`: Decel for turning.
pub const FLAPS_TURNING: RuleId = RuleId("fighting-wings/9.c");
/// `9.d`: Decel for the move.
pub const FLAPS_MOVE: RuleId = RuleId("fighting-wings/9.d");
/// `10`: Slats.
pub const SLATS: RuleId = RuleId("fighting-wings/10");
/// `10.a`: Automatic.
pub const SLATS_AUTOMATIC: RuleId = RuleId("fighting-wings/10.a");
/// `10.b`: Lower minimum speeds.
pub const SLATS_MINIMUM: RuleId = RuleId("fighting-wings/10.b");
/// `10.c`: Decel for turning.
pub const SLATS_TURNING: RuleId = RuleId("fighting-wings/10.c");
/// `10.d`: Fire out of a slat turn.
pub const SLATS_FIRE: RuleId = RuleId("fighting-wings/10.d");
/// `10.e`: Slats with flaps.
pub const SLATS_AND_FLAPS: RuleId = RuleId("fighting-wings/10.e");
/// `11`: Overspeed.
pub const OVERSPEED: RuleId = RuleId("fighting-wings/11");
/// `12`: Bank and pitch.
pub const ATTITUDES: RuleId = RuleId("fighting-wings/12");
/// `12.a`: Level.
pub const LEVEL: RuleId = RuleId("fighting-wings/12.a");
/// `12.b`: Climbing.
pub const CLIMBING: RuleId = RuleId("fighting-wings/12.b");
/// `12.c`: Diving.
pub const DIVING: RuleId = RuleId("fighting-wings/12.c");
/// `12.d`: Inverted level.
pub const INVERTED: RuleId = RuleId("fighting-wings/12.d");
/// `12.e`: Inverted climbing.
pub const INVERTED_CLIMBING: RuleId = RuleId("fighting-wings/12.e");
/// `12.f`: Inverted diving.
pub const INVERTED_DIVING: RuleId = RuleId("fighting-wings/12.f");
/// `12.g`: Fractions of VFPs.
pub const VFP_FRACTIONS: RuleId = RuleId("fighting-wings/12.g");
/// `12.h`: Points for the starting attitude.
pub const ATTITUDE_POINTS: RuleId = RuleId("fighting-wings/12.h");
/// `12.h.i`: Bracketed attitude.
pub const INVERTED_DECEL: RuleId = RuleId("fighting-wings/12.h.i");
/// `12.h.ii`: Climb decel.
pub const CLIMB_DECEL: RuleId = RuleId("fighting-wings/12.h.ii");
/// `12.h.iii`: Inverted climb decel.
pub const INVERTED_CLIMB_DECEL: RuleId = RuleId("fighting-wings/12.h.iii");
/// `12.h.iv`: Dive accel.
pub const DIVE_ACCEL: RuleId = RuleId("fighting-wings/12.h.iv");
/// `12.h.v`: Types with other values.
pub const ATTITUDE_EXCEPTIONS: RuleId = RuleId("fighting-wings/12.h.v");
/// `13`: VFPs.
pub const VFPS: RuleId = RuleId("fighting-wings/13");
/// `13.a`: VFPs in one hex.
pub const VFPS_IN_A_HEX: RuleId = RuleId("fighting-wings/13.a");
/// `13.a.i`: One a hex.
pub const ONE_VFP_A_HEX: RuleId = RuleId("fighting-wings/13.a.i");
/// `13.a.ii`: Two a hex.
pub const TWO_VFPS_A_HEX: RuleId = RuleId("fighting-wings/13.a.ii");
/// `13.a.iii`: Three a hex.
pub const THREE_VFPS_A_HEX: RuleId = RuleId("fighting-wings/13.a.iii");
/// `13.a.iv`: No limit.
pub const ANY_VFPS_A_HEX: RuleId = RuleId("fighting-wings/13.a.iv");
/// `13.b`: Counters for spent VFPs.
pub const VFP_COUNTERS: RuleId = RuleId("fighting-wings/13.b");
/// `13.c`: Turns with VFPs.
pub const VFP_TURNS: RuleId = RuleId("fighting-wings/13.c");
/// `14`: Transitions.
pub const TRANSITIONS: RuleId = RuleId("fighting-wings/14");
/// `14.a`: Minimum speeds.
pub const TRANSITION_SPEEDS: RuleId = RuleId("fighting-wings/14.a");
/// `14.a.i`: One step.
pub const ONE_STEP: RuleId = RuleId("fighting-wings/14.a.i");
/// `14.a.ii`: Two steps.
pub const TWO_STEPS: RuleId = RuleId("fighting-wings/14.a.ii");
/// `14.a.iii`: Three steps.
pub const THREE_STEPS: RuleId = RuleId("fighting-wings/14.a.iii");
/// `14.a.iv`: Four steps.
pub const FOUR_STEPS: RuleId = RuleId("fighting-wings/14.a.iv");
/// `T.transition`: Transition chart.
pub const TRANSITION_CHART: RuleId = RuleId("fighting-wings/T.transition");
/// `14.b`: Negative-G transitions.
pub const NEGATIVE_G: RuleId = RuleId("fighting-wings/14.b");
/// `14.c`: Engines that starve.
pub const FORCED_IDLE: RuleId = RuleId("fighting-wings/14.c");
/// `14.c.i`: A push of one step.
pub const MILD_PUSH: RuleId = RuleId("fighting-wings/14.c.i");
/// `14.c.ii`: Rolled in the first FP.
pub const ROLLED_FIRST: RuleId = RuleId("fighting-wings/14.c.ii");
/// `14.c.iii`: Ends inverted.
pub const ENDS_INVERTED: RuleId = RuleId("fighting-wings/14.c.iii");
/// `14.d`: Fractions of V and R.
pub const FRACTIONS: RuleId = RuleId("fighting-wings/14.d");
/// `14.e`: Entries with both directions.
pub const BOTH_DIRECTIONS: RuleId = RuleId("fighting-wings/14.e");
/// `14.f`: Credit for turns.
pub const CREDIT: RuleId = RuleId("fighting-wings/14.f");
/// `T.noteA`: Note A.
pub const NOTE_A: RuleId = RuleId("fighting-wings/T.noteA");
/// `15`: Manoeuvres.
pub const MANOEUVRES: RuleId = RuleId("fighting-wings/15");
/// `15.a`: Turns.
pub const TURNS: RuleId = RuleId("fighting-wings/15.a");
/// `T.turn`: Turn chart.
pub const TURN_CHART: RuleId = RuleId("fighting-wings/T.turn");
/// `X.turncarry`: Unfinished turns.
pub const TURN_CARRY: RuleId = RuleId("fighting-wings/X.turncarry");
/// `15.b`: VFPs in turns.
pub const TURNS_WITH_VFPS: RuleId = RuleId("fighting-wings/15.b");
/// `15.c`: ET turns.
pub const ET_TURNS: RuleId = RuleId("fighting-wings/15.c");
/// `15.c.i`: No weapons.
pub const ET_NO_FIRE: RuleId = RuleId("fighting-wings/15.c.i");
/// `15.c.ii`: Stress roll.
pub const STRESS: RuleId = RuleId("fighting-wings/15.c.ii");
/// `15.c.ii.1`: Destroyed.
pub const STRESS_DESTROYED: RuleId = RuleId("fighting-wings/15.c.ii.1");
/// `15.c.ii.2`: Damaged.
pub const STRESS_DAMAGED: RuleId = RuleId("fighting-wings/15.c.ii.2");
/// `15.c.ii.3`: Straight and level.
pub const STRESS_STRAIGHT: RuleId = RuleId("fighting-wings/15.c.ii.3");
/// `15.d`: Banking.
pub const BANKING: RuleId = RuleId("fighting-wings/15.d");
/// `15.e`: Snap rolls.
pub const SNAP_ROLLS: RuleId = RuleId("fighting-wings/15.e");
/// `15.f`: Slips and skids.
pub const SIDEWAYS: RuleId = RuleId("fighting-wings/15.f");
/// `15.g`: Wingover.
pub const WINGOVER: RuleId = RuleId("fighting-wings/15.g");
/// `15.h`: Reversals.
pub const REVERSALS: RuleId = RuleId("fighting-wings/15.h");
/// `15.h.i`: By the chart.
pub const REVERSAL_BY_CHART: RuleId = RuleId("fighting-wings/15.h.i");
/// `15.h.ii`: No bank change before it.
pub const REVERSAL_BANK: RuleId = RuleId("fighting-wings/15.h.ii");
/// `15.h.iii`: The bank flips.
pub const REVERSAL_FLIP: RuleId = RuleId("fighting-wings/15.h.iii");
/// `15.h.iv`: The heading reverses.
pub const REVERSAL_HEADING: RuleId = RuleId("fighting-wings/15.h.iv");
/// `16`: Altitude and energy.
pub const ENERGY_EXCHANGE: RuleId = RuleId("fighting-wings/16");
/// `X.energy`: No energy from nothing.
pub const ENERGY: RuleId = RuleId("fighting-wings/X.energy");
/// `17`: Climbing by rate.
pub const RATE_CLIMB: RuleId = RuleId("fighting-wings/17");
/// `17.a`: Gain and decel.
pub const RATE_GAIN: RuleId = RuleId("fighting-wings/17.a");
/// `17.b`: Banked.
pub const RATE_BANKED: RuleId = RuleId("fighting-wings/17.b");
/// `17.c`: Not with a level change.
pub const RATE_ALONE: RuleId = RuleId("fighting-wings/17.c");
/// `18`: Initiative.
pub const INITIATIVE: RuleId = RuleId("fighting-wings/18");
/// `18.a`: The die.
pub const INITIATIVE_DIE: RuleId = RuleId("fighting-wings/18.a");
/// `18.b`: One to six.
pub const INITIATIVE_RANGE: RuleId = RuleId("fighting-wings/18.b");
/// `18.c`: Blind spots.
pub const INITIATIVE_BLIND: RuleId = RuleId("fighting-wings/18.c");
/// `18.d`: No tailing.
pub const NO_TAILING: RuleId = RuleId("fighting-wings/18.d");
/// `18.e`: Modifiers.
pub const INITIATIVE_MODIFIERS: RuleId = RuleId("fighting-wings/18.e");
/// `18.e.i`: Recruit.
pub const INITIATIVE_RECRUIT: RuleId = RuleId("fighting-wings/18.e.i");
/// `18.e.ii`: Green.
pub const INITIATIVE_GREEN: RuleId = RuleId("fighting-wings/18.e.ii");
/// `18.e.iii`: Veteran, ace, hero.
pub const INITIATIVE_SKILL: RuleId = RuleId("fighting-wings/18.e.iii");
/// `18.e.iv`: Aces and heroes lost.
pub const INITIATIVE_LOSSES: RuleId = RuleId("fighting-wings/18.e.iv");
/// `18.f`: Ties.
pub const TIES: RuleId = RuleId("fighting-wings/18.f");
/// `18.f.i`: Less experienced first.
pub const TIE_EXPERIENCE: RuleId = RuleId("fighting-wings/18.f.i");
/// `18.f.ii`: Pursuer and pursued.
pub const TIE_PURSUIT: RuleId = RuleId("fighting-wings/18.f.ii");
/// `18.f.iii`: The die.
pub const TIE_DIE: RuleId = RuleId("fighting-wings/18.f.iii");
/// `18.g`: Formations.
pub const FORMATIONS: RuleId = RuleId("fighting-wings/18.g");
/// `18.g.i`: Fixed wingman.
pub const FIXED_WINGMAN: RuleId = RuleId("fighting-wings/18.g.i");
/// `18.g.ii`: Fixed sub-flight leader.
pub const FIXED_SUB_LEADER: RuleId = RuleId("fighting-wings/18.g.ii");
/// `18.g.iii`: Flexible wingman.
pub const FLEXIBLE_WINGMAN: RuleId = RuleId("fighting-wings/18.g.iii");
/// `18.g.iv`: Flexible sub-flight leader.
pub const FLEXIBLE_SUB_LEADER: RuleId = RuleId("fighting-wings/18.g.iv");
/// `18.g.v`: Same hex as the leader.
pub const SAME_HEX: RuleId = RuleId("fighting-wings/18.g.v");
/// `18.g.vi`: Limits of fixed formations.
pub const FIXED_LIMITS: RuleId = RuleId("fighting-wings/18.g.vi");
/// `19`: Combat.
pub const COMBAT: RuleId = RuleId("fighting-wings/19");
/// `19.a`: Strengths and attacks.
pub const STRENGTHS: RuleId = RuleId("fighting-wings/19.a");
/// `19.b`: Fixed-gun arc.
pub const FIXED_ARC: RuleId = RuleId("fighting-wings/19.b");
/// `19.b.i`: The arc at range two.
pub const FIXED_RANGE_TWO: RuleId = RuleId("fighting-wings/19.b.i");
/// `19.b.ii`: Level firer.
pub const FIXED_LEVEL: RuleId = RuleId("fighting-wings/19.b.ii");
/// `19.b.iii`: Climbing firer.
pub const FIXED_CLIMBING: RuleId = RuleId("fighting-wings/19.b.iii");
/// `19.b.iv`: Diving firer.
pub const FIXED_DIVING: RuleId = RuleId("fighting-wings/19.b.iv");
/// `19.c`: Adjusted range.
pub const RANGE: RuleId = RuleId("fighting-wings/19.c");
/// `19.d`: Odds.
pub const ODDS: RuleId = RuleId("fighting-wings/19.d");
/// `19.e`: Reading the odds.
pub const ODDS_EXAMPLE: RuleId = RuleId("fighting-wings/19.e");
/// `19.f`: Deflection.
pub const DEFLECTION: RuleId = RuleId("fighting-wings/19.f");
/// `19.g`: Shifts.
pub const SHIFTS: RuleId = RuleId("fighting-wings/19.g");
/// `19.h`: Four angles.
pub const DEFLECTION_ANGLES: RuleId = RuleId("fighting-wings/19.h");
/// `T.fixed`: Shifts of fixed guns.
pub const FIXED_SHIFTS: RuleId = RuleId("fighting-wings/T.fixed");
/// `T.flex`: Shifts of flexible guns.
pub const FLEXIBLE_SHIFTS: RuleId = RuleId("fighting-wings/T.flex");
/// `19.i`: Odds below 1:1.
pub const LOW_ODDS: RuleId = RuleId("fighting-wings/19.i");
/// `19.i.i`: 1:2.
pub const ONE_TO_TWO: RuleId = RuleId("fighting-wings/19.i.i");
/// `19.i.ii`: 1:3.
pub const ONE_TO_THREE: RuleId = RuleId("fighting-wings/19.i.ii");
/// `19.i.iii`: 1:4.
pub const ONE_TO_FOUR: RuleId = RuleId("fighting-wings/19.i.iii");
/// `19.i.iv`: Shifts below 1:1.
pub const LOW_SHIFTS: RuleId = RuleId("fighting-wings/19.i.iv");
/// `19.j`: Head-on attacks.
pub const HEAD_ON: RuleId = RuleId("fighting-wings/19.j");
/// `19.j.i`: Range zero.
pub const HEAD_ON_RANGE_ZERO: RuleId = RuleId("fighting-wings/19.j.i");
/// `19.j.ii`: No collisions.
pub const NO_COLLISIONS: RuleId = RuleId("fighting-wings/19.j.ii");
/// `19.k`: Aiming shots.
pub const AIMING: RuleId = RuleId("fighting-wings/19.k");
/// `19.l`: Flexible guns.
pub const FLEXIBLE_GUNS: RuleId = RuleId("fighting-wings/19.l");
/// `19.l.i`: Combined fire.
pub const COMBINED_FIRE: RuleId = RuleId("fighting-wings/19.l.i");
/// `19.l.ii`: Arcs.
pub const FLEXIBLE_ARCS: RuleId = RuleId("fighting-wings/19.l.ii");
/// `19.l.iii`: After hard manoeuvres.
pub const FLEXIBLE_BARRED: RuleId = RuleId("fighting-wings/19.l.iii");
/// `19.l.iv`: Blind spots of guns.
pub const FLEXIBLE_BLIND: RuleId = RuleId("fighting-wings/19.l.iv");
/// `20`: Damage.
pub const DAMAGE: RuleId = RuleId("fighting-wings/20");
/// `20.a`: Minimum speeds.
pub const DAMAGED_MINIMUM: RuleId = RuleId("fighting-wings/20.a");
/// `20.b`: Maximum speeds.
pub const DAMAGED_MAXIMUM: RuleId = RuleId("fighting-wings/20.b");
/// `20.c`: Climb rates.
pub const DAMAGED_CLIMB: RuleId = RuleId("fighting-wings/20.c");
/// `20.d`: Power.
pub const DAMAGED_POWER: RuleId = RuleId("fighting-wings/20.d");
/// `20.e`: Attacks.
pub const DAMAGED_FIRE: RuleId = RuleId("fighting-wings/20.e");
/// `20.f`: No BT or ET.
pub const DAMAGED_LIMITS: RuleId = RuleId("fighting-wings/20.f");
/// `20.g`: Flexible strengths.
pub const DAMAGED_FLEXIBLE: RuleId = RuleId("fighting-wings/20.g");
/// `20.h`: Damaged again.
pub const DAMAGED_AGAIN: RuleId = RuleId("fighting-wings/20.h");
/// `21`: Loaded aircraft.
pub const LOADS: RuleId = RuleId("fighting-wings/21");
/// `21.a`: Minimum speeds.
pub const LOADED_MINIMUM: RuleId = RuleId("fighting-wings/21.a");
/// `21.b`: Maximum speeds.
pub const LOADED_MAXIMUM: RuleId = RuleId("fighting-wings/21.b");
/// `21.c`: Climb rates.
pub const LOADED_CLIMB: RuleId = RuleId("fighting-wings/21.c");
/// `21.d`: Power.
pub const LOADED_POWER: RuleId = RuleId("fighting-wings/21.d");
/// `21.e`: Ceiling.
pub const LOADED_CEILING: RuleId = RuleId("fighting-wings/21.e");
/// `21.f`: Dropped when damaged.
pub const LOAD_DROPPED: RuleId = RuleId("fighting-wings/21.f");
/// `22`: Green pilots.
pub const GREEN: RuleId = RuleId("fighting-wings/22");
/// `22.a`: Initiative.
pub const GREEN_INITIATIVE: RuleId = RuleId("fighting-wings/22.a");
/// `22.b`: No ET turns.
pub const GREEN_LIMITS: RuleId = RuleId("fighting-wings/22.b");
/// `22.c`: Attacks.
pub const GREEN_FIRE: RuleId = RuleId("fighting-wings/22.c");
/// `23`: Recruits.
pub const RECRUITS: RuleId = RuleId("fighting-wings/23");
/// `23.a`: Initiative.
pub const RECRUIT_INITIATIVE: RuleId = RuleId("fighting-wings/23.a");
/// `23.b`: What they may not fly.
pub const RECRUIT_LIMITS: RuleId = RuleId("fighting-wings/23.b");
/// `23.c`: Attacks.
pub const RECRUIT_FIRE: RuleId = RuleId("fighting-wings/23.c");
/// `X.pilots`: Pilots in general.
pub const PILOTS: RuleId = RuleId("fighting-wings/X.pilots");
/// `T.blind`: Blind spots.
pub const BLIND_SPOTS: RuleId = RuleId("fighting-wings/T.blind");
/// `X.ledger`: Ledger of a move.
pub const LEDGER: RuleId = RuleId("fighting-wings/X.ledger");
/// `X.sequence`: Sequence of play.
pub const SEQUENCE: RuleId = RuleId("fighting-wings/X.sequence");
/// `X.plan`: A move is a plan.
pub const PLAN: RuleId = RuleId("fighting-wings/X.plan");
/// `X.canon`: Canonical plans.
pub const CANON: RuleId = RuleId("fighting-wings/X.canon");
/// `X.options`: Options of the table.
pub const OPTIONS: RuleId = RuleId("fighting-wings/X.options");
/// `X.scenarios`: Scenarios.
pub const SCENARIOS: RuleId = RuleId("fighting-wings/X.scenarios");
/// `X.victory`: End and victory.
pub const VICTORY: RuleId = RuleId("fighting-wings/X.victory");
/// `X.disengage`: Disengagement.
pub const DISENGAGE: RuleId = RuleId("fighting-wings/X.disengage");
