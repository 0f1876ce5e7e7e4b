//! Every rule of the digest, by the name that refusals, events and tests cite.

use table::RuleId;

/// `scale`, p. 5.
pub const SCALE: RuleId = RuleId("spitting-fire/scale");
/// `standard-unit`, p. 5.
pub const STANDARD_UNIT: RuleId = RuleId("spitting-fire/standard-unit");
/// `playing-area`, pp. 5, 13.
pub const PLAYING_AREA: RuleId = RuleId("spitting-fire/playing-area");
/// `play-mode`, p. 5.
pub const PLAY_MODE: RuleId = RuleId("spitting-fire/play-mode");
/// `aircraft-disk`, p. 4.
pub const AIRCRAFT_DISK: RuleId = RuleId("spitting-fire/aircraft-disk");
/// `markers`, pp. 5–6, 15.
pub const MARKERS: RuleId = RuleId("spitting-fire/markers");
/// `dice`, p. 6.
pub const DICE: RuleId = RuleId("spitting-fire/dice");
/// `cards`, pp. 6, 14.
pub const CARDS: RuleId = RuleId("spitting-fire/cards");
/// `open-geometry`, pp. 4–5; numbers are ours.
pub const OPEN_GEOMETRY: RuleId = RuleId("spitting-fire/open-geometry");
/// `hex-geometry`, pp. 5, 24; layout is ours.
pub const HEX_GEOMETRY: RuleId = RuleId("spitting-fire/hex-geometry");
/// `card`, pp. 7–9.
pub const CARD: RuleId = RuleId("spitting-fire/card");
/// `card-name-type`, p. 8.
pub const CARD_NAME_TYPE: RuleId = RuleId("spitting-fire/card-name-type");
/// `point-value`, pp. 8, 12, 17.
pub const POINT_VALUE: RuleId = RuleId("spitting-fire/point-value");
/// `defensive-rating`, pp. 8, 25.
pub const DEFENSIVE_RATING: RuleId = RuleId("spitting-fire/defensive-rating");
/// `damage-boxes`, pp. 8, 25.
pub const DAMAGE_BOXES: RuleId = RuleId("spitting-fire/damage-boxes");
/// `movement-rates`, pp. 8–9, 19.
pub const MOVEMENT_RATES: RuleId = RuleId("spitting-fire/movement-rates");
/// `turn-rating`, pp. 9, 20.
pub const TURN_RATING: RuleId = RuleId("spitting-fire/turn-rating");
/// `maximum-altitude`, p. 9.
pub const MAXIMUM_ALTITUDE: RuleId = RuleId("spitting-fire/maximum-altitude");
/// `weapons`, pp. 9, 22, 24.
pub const WEAPONS: RuleId = RuleId("spitting-fire/weapons");
/// `flight-group`, pp. 9–10.
pub const FLIGHT_GROUP: RuleId = RuleId("spitting-fire/flight-group");
/// `group-coherency`, p. 10.
pub const GROUP_COHERENCY: RuleId = RuleId("spitting-fire/group-coherency");
/// `sides`, p. 11.
pub const SIDES: RuleId = RuleId("spitting-fire/sides");
/// `point-total`, p. 12.
pub const POINT_TOTAL: RuleId = RuleId("spitting-fire/point-total");
/// `arrange-groups`, p. 12.
pub const ARRANGE_GROUPS: RuleId = RuleId("spitting-fire/arrange-groups");
/// `data-card-each`, pp. 12–13.
pub const DATA_CARD_EACH: RuleId = RuleId("spitting-fire/data-card-each");
/// `setup-areas`, p. 13.
pub const SETUP_AREAS: RuleId = RuleId("spitting-fire/setup-areas");
/// `placement-deck`, pp. 13–14.
pub const PLACEMENT_DECK: RuleId = RuleId("spitting-fire/placement-deck");
/// `placement`, p. 14.
pub const PLACEMENT: RuleId = RuleId("spitting-fire/placement");
/// `activation-deck`, pp. 14, 16, 17, 25.
pub const ACTIVATION_DECK: RuleId = RuleId("spitting-fire/activation-deck");
/// `sequence`, p. 15.
pub const SEQUENCE: RuleId = RuleId("spitting-fire/sequence");
/// `plotting`, pp. 15–16.
pub const PLOTTING: RuleId = RuleId("spitting-fire/plotting");
/// `action-phase`, p. 16.
pub const ACTION_PHASE: RuleId = RuleId("spitting-fire/action-phase");
/// `activation`, pp. 16, 18.
pub const ACTIVATION: RuleId = RuleId("spitting-fire/activation");
/// `altitude-change`, pp. 16, 18, 23.
pub const ALTITUDE_CHANGE: RuleId = RuleId("spitting-fire/altitude-change");
/// `crash`, p. 18.
pub const CRASH: RuleId = RuleId("spitting-fire/crash");
/// `stall`, p. 18.
pub const STALL: RuleId = RuleId("spitting-fire/stall");
/// `end-phase`, pp. 16–17.
pub const END_PHASE: RuleId = RuleId("spitting-fire/end-phase");
/// `game-length`, p. 17.
pub const GAME_LENGTH: RuleId = RuleId("spitting-fire/game-length");
/// `movement-points`, p. 19.
pub const MOVEMENT_POINTS: RuleId = RuleId("spitting-fire/movement-points");
/// `forward`, p. 19.
pub const FORWARD: RuleId = RuleId("spitting-fire/forward");
/// `minimum-move`, pp. 8–9, 16, 19.
pub const MINIMUM_MOVE: RuleId = RuleId("spitting-fire/minimum-move");
/// `turn`, p. 20.
pub const TURN: RuleId = RuleId("spitting-fire/turn");
/// `straight-arrow`, pp. 18–19.
pub const STRAIGHT_ARROW: RuleId = RuleId("spitting-fire/straight-arrow");
/// `curved-arrow`, pp. 18–19.
pub const CURVED_ARROW: RuleId = RuleId("spitting-fire/curved-arrow");
/// `tight-turn`, p. 20.
pub const TIGHT_TURN: RuleId = RuleId("spitting-fire/tight-turn");
/// `half-loop`, pp. 20–21.
pub const HALF_LOOP: RuleId = RuleId("spitting-fire/half-loop");
/// `maneuver-failed`, pp. 20–21.
pub const MANEUVER_FAILED: RuleId = RuleId("spitting-fire/maneuver-failed");
/// `pivot`, p. 20.
pub const PIVOT: RuleId = RuleId("spitting-fire/pivot");
/// `stacking`, p. 21.
pub const STACKING: RuleId = RuleId("spitting-fire/stacking");
/// `backing-up`, p. 21.
pub const BACKING_UP: RuleId = RuleId("spitting-fire/backing-up");
/// `leave-board`, pp. 14, 21.
pub const LEAVE_BOARD: RuleId = RuleId("spitting-fire/leave-board");
/// `end-move`, p. 16.
pub const END_MOVE: RuleId = RuleId("spitting-fire/end-move");
/// `attack-timing`, pp. 16, 22.
pub const ATTACK_TIMING: RuleId = RuleId("spitting-fire/attack-timing");
/// `declare-targets`, p. 22.
pub const DECLARE_TARGETS: RuleId = RuleId("spitting-fire/declare-targets");
/// `same-altitude`, p. 23.
pub const SAME_ALTITUDE: RuleId = RuleId("spitting-fire/same-altitude");
/// `firing-arcs`, pp. 23–24.
pub const FIRING_ARCS: RuleId = RuleId("spitting-fire/firing-arcs");
/// `range`, p. 24.
pub const RANGE: RuleId = RuleId("spitting-fire/range");
/// `to-hit`, pp. 24–25.
pub const TO_HIT: RuleId = RuleId("spitting-fire/to-hit");
/// `damage`, p. 25.
pub const DAMAGE: RuleId = RuleId("spitting-fire/damage");
/// `shot-down`, pp. 8, 25.
pub const SHOT_DOWN: RuleId = RuleId("spitting-fire/shot-down");
/// `deck-upkeep`, p. 25.
pub const DECK_UPKEEP: RuleId = RuleId("spitting-fire/deck-upkeep");
/// `victory`, p. 17.
pub const VICTORY: RuleId = RuleId("spitting-fire/victory");
/// `opt-banking`, p. 26.
pub const OPT_BANKING: RuleId = RuleId("spitting-fire/opt-banking");
/// `opt-deflection`, p. 27.
pub const OPT_DEFLECTION: RuleId = RuleId("spitting-fire/opt-deflection");
/// `opt-limited-ammo`, p. 28.
pub const OPT_LIMITED_AMMO: RuleId = RuleId("spitting-fire/opt-limited-ammo");
/// `opt-tailing`, p. 28.
pub const OPT_TAILING: RuleId = RuleId("spitting-fire/opt-tailing");
/// `opt-no-crash-vp`, p. 18.
pub const OPT_NO_CRASH_VP: RuleId = RuleId("spitting-fire/opt-no-crash-vp");
/// `opt-free-withdrawal`, pp. 20–21.
pub const OPT_FREE_WITHDRAWAL: RuleId = RuleId("spitting-fire/opt-free-withdrawal");
