//! One name for every rule of the digest, `rules/fast-and-easy.md`, in its order.

use table::RuleId;

/// `board`.
pub const BOARD: RuleId = RuleId("fast-and-easy/board");
/// `hex-names`.
pub const HEX_NAMES: RuleId = RuleId("fast-and-easy/hex-names");
/// `facing`.
pub const FACING: RuleId = RuleId("fast-and-easy/facing");
/// `relative-hexes`.
pub const RELATIVE_HEXES: RuleId = RuleId("fast-and-easy/relative-hexes");
/// `plane-classes`.
pub const PLANE_CLASSES: RuleId = RuleId("fast-and-easy/plane-classes");
/// `ratings`.
pub const RATINGS: RuleId = RuleId("fast-and-easy/ratings");
/// `engines`.
pub const ENGINES: RuleId = RuleId("fast-and-easy/engines");
/// `notes-column`.
pub const NOTES_COLUMN: RuleId = RuleId("fast-and-easy/notes-column");
/// `options`.
pub const OPTIONS: RuleId = RuleId("fast-and-easy/options");
/// `deploy-bombers`.
pub const DEPLOY_BOMBERS: RuleId = RuleId("fast-and-easy/deploy-bombers");
/// `formations`.
pub const FORMATIONS: RuleId = RuleId("fast-and-easy/formations");
/// `in-formation`.
pub const IN_FORMATION: RuleId = RuleId("fast-and-easy/in-formation");
/// `deploy-escorts`.
pub const DEPLOY_ESCORTS: RuleId = RuleId("fast-and-easy/deploy-escorts");
/// `deploy-interceptors`.
pub const DEPLOY_INTERCEPTORS: RuleId = RuleId("fast-and-easy/deploy-interceptors");
/// `random-entry`.
pub const RANDOM_ENTRY: RuleId = RuleId("fast-and-easy/random-entry");
/// `sequence`.
pub const SEQUENCE: RuleId = RuleId("fast-and-easy/sequence");
/// `combat-starts`.
pub const COMBAT_STARTS: RuleId = RuleId("fast-and-easy/combat-starts");
/// `speed-range`.
pub const SPEED_RANGE: RuleId = RuleId("fast-and-easy/speed-range");
/// `jet-speed`.
pub const JET_SPEED: RuleId = RuleId("fast-and-easy/jet-speed");
/// `escort-cruise`.
pub const ESCORT_CRUISE: RuleId = RuleId("fast-and-easy/escort-cruise");
/// `move-steps`.
pub const MOVE_STEPS: RuleId = RuleId("fast-and-easy/move-steps");
/// `slip`.
pub const SLIP: RuleId = RuleId("fast-and-easy/slip");
/// `slip-side-change`.
pub const SLIP_SIDE_CHANGE: RuleId = RuleId("fast-and-easy/slip-side-change");
/// `turn`.
pub const TURN: RuleId = RuleId("fast-and-easy/turn");
/// `turn-follow-through`.
pub const TURN_FOLLOW_THROUGH: RuleId = RuleId("fast-and-easy/turn-follow-through");
/// `declared-turn`.
pub const DECLARED_TURN: RuleId = RuleId("fast-and-easy/declared-turn");
/// `immelmann`.
pub const IMMELMANN: RuleId = RuleId("fast-and-easy/immelmann");
/// `immelmann-clear`.
pub const IMMELMANN_CLEAR: RuleId = RuleId("fast-and-easy/immelmann-clear");
/// `immelmann-roll`.
pub const IMMELMANN_ROLL: RuleId = RuleId("fast-and-easy/immelmann-roll");
/// `stacking`.
pub const STACKING: RuleId = RuleId("fast-and-easy/stacking");
/// `no-legal-move`.
pub const NO_LEGAL_MOVE: RuleId = RuleId("fast-and-easy/no-legal-move");
/// `map-edge`.
pub const MAP_EDGE: RuleId = RuleId("fast-and-easy/map-edge");
/// `bomber-formation`.
pub const BOMBER_FORMATION: RuleId = RuleId("fast-and-easy/bomber-formation");
/// `formation-rate`.
pub const FORMATION_RATE: RuleId = RuleId("fast-and-easy/formation-rate");
/// `straggler`.
pub const STRAGGLER: RuleId = RuleId("fast-and-easy/straggler");
/// `boost`.
pub const BOOST: RuleId = RuleId("fast-and-easy/boost");
/// `speed-zero`.
pub const SPEED_ZERO: RuleId = RuleId("fast-and-easy/speed-zero");
/// `bomber-on-fighter`.
pub const BOMBER_ON_FIGHTER: RuleId = RuleId("fast-and-easy/bomber-on-fighter");
/// `bomber-move-order`.
pub const BOMBER_MOVE_ORDER: RuleId = RuleId("fast-and-easy/bomber-move-order");
/// `forward-guns`.
pub const FORWARD_GUNS: RuleId = RuleId("fast-and-easy/forward-guns");
/// `rear-guns`.
pub const REAR_GUNS: RuleId = RuleId("fast-and-easy/rear-guns");
/// `line-of-sight`.
pub const LINE_OF_SIGHT: RuleId = RuleId("fast-and-easy/line-of-sight");
/// `shooting-table`.
pub const SHOOTING_TABLE: RuleId = RuleId("fast-and-easy/shooting-table");
/// `gun-dice`.
pub const GUN_DICE: RuleId = RuleId("fast-and-easy/gun-dice");
/// `wingman`.
pub const WINGMAN: RuleId = RuleId("fast-and-easy/wingman");
/// `ace`.
pub const ACE: RuleId = RuleId("fast-and-easy/ace");
/// `frontal-fire`.
pub const FRONTAL_FIRE: RuleId = RuleId("fast-and-easy/frontal-fire");
/// `tailing-fire`.
pub const TAILING_FIRE: RuleId = RuleId("fast-and-easy/tailing-fire");
/// `zero-dice`.
pub const ZERO_DICE: RuleId = RuleId("fast-and-easy/zero-dice");
/// `vs-jets`.
pub const VS_JETS: RuleId = RuleId("fast-and-easy/vs-jets");
/// `small-target`.
pub const SMALL_TARGET: RuleId = RuleId("fast-and-easy/small-target");
/// `hits`.
pub const HITS: RuleId = RuleId("fast-and-easy/hits");
/// `attack`.
pub const ATTACK: RuleId = RuleId("fast-and-easy/attack");
/// `sixes`.
pub const SIXES: RuleId = RuleId("fast-and-easy/sixes");
/// `critical-hits`.
pub const CRITICAL_HITS: RuleId = RuleId("fast-and-easy/critical-hits");
/// `critical-modifiers`.
pub const CRITICAL_MODIFIERS: RuleId = RuleId("fast-and-easy/critical-modifiers");
/// `max-range`.
pub const MAX_RANGE: RuleId = RuleId("fast-and-easy/max-range");
/// `engine-hits`.
pub const ENGINE_HITS: RuleId = RuleId("fast-and-easy/engine-hits");
/// `engine-speed`.
pub const ENGINE_SPEED: RuleId = RuleId("fast-and-easy/engine-speed");
/// `engine-loss`.
pub const ENGINE_LOSS: RuleId = RuleId("fast-and-easy/engine-loss");
/// `bomber-arcs`.
pub const BOMBER_ARCS: RuleId = RuleId("fast-and-easy/bomber-arcs");
/// `bomber-targets`.
pub const BOMBER_TARGETS: RuleId = RuleId("fast-and-easy/bomber-targets");
/// `top-and-belly`.
pub const TOP_AND_BELLY: RuleId = RuleId("fast-and-easy/top-and-belly");
/// `range-three-turret`.
pub const RANGE_THREE_TURRET: RuleId = RuleId("fast-and-easy/range-three-turret");
/// `bomber-fire`.
pub const BOMBER_FIRE: RuleId = RuleId("fast-and-easy/bomber-fire");
/// `friendly-fire`.
pub const FRIENDLY_FIRE: RuleId = RuleId("fast-and-easy/friendly-fire");
/// `rockets`.
pub const ROCKETS: RuleId = RuleId("fast-and-easy/rockets");
/// `shift`.
pub const SHIFT: RuleId = RuleId("fast-and-easy/shift");
/// `random-shift`.
pub const RANDOM_SHIFT: RuleId = RuleId("fast-and-easy/random-shift");
/// `shift-blocked`.
pub const SHIFT_BLOCKED: RuleId = RuleId("fast-and-easy/shift-blocked");
/// `collision`.
pub const COLLISION: RuleId = RuleId("fast-and-easy/collision");
/// `collision-chain`.
pub const COLLISION_CHAIN: RuleId = RuleId("fast-and-easy/collision-chain");
/// `bombing`.
pub const BOMBING: RuleId = RuleId("fast-and-easy/bombing");
/// `fighter-bomber`.
pub const FIGHTER_BOMBER: RuleId = RuleId("fast-and-easy/fighter-bomber");
/// `game-end`.
pub const GAME_END: RuleId = RuleId("fast-and-easy/game-end");
/// `casualties`.
pub const CASUALTIES: RuleId = RuleId("fast-and-easy/casualties");
/// `casualty-modifiers`.
pub const CASUALTY_MODIFIERS: RuleId = RuleId("fast-and-easy/casualty-modifiers");
/// `victory`.
pub const VICTORY: RuleId = RuleId("fast-and-easy/victory");
/// `opt-clouds`.
pub const OPT_CLOUDS: RuleId = RuleId("fast-and-easy/opt-clouds");
/// `opt-night`.
pub const OPT_NIGHT: RuleId = RuleId("fast-and-easy/opt-night");
/// `opt-jet-fuel`.
pub const OPT_JET_FUEL: RuleId = RuleId("fast-and-easy/opt-jet-fuel");
/// `opt-drop-tanks`.
pub const OPT_DROP_TANKS: RuleId = RuleId("fast-and-easy/opt-drop-tanks");
/// `opt-straggler-turns`.
pub const OPT_STRAGGLER_TURNS: RuleId = RuleId("fast-and-easy/opt-straggler-turns");
/// `dice-order`.
pub const DICE_ORDER: RuleId = RuleId("fast-and-easy/dice-order");
/// `refusal-order`.
pub const REFUSAL_ORDER: RuleId = RuleId("fast-and-easy/refusal-order");
/// `scenarios`.
pub const SCENARIOS: RuleId = RuleId("fast-and-easy/scenarios");
/// `scenario/kent-duel`.
pub const SCENARIO_KENT_DUEL: RuleId = RuleId("fast-and-easy/scenario/kent-duel");
/// `scenario/box-over-germany`.
pub const SCENARIO_BOX_OVER_GERMANY: RuleId = RuleId("fast-and-easy/scenario/box-over-germany");
/// `scenario/black-thursday`.
pub const SCENARIO_BLACK_THURSDAY: RuleId = RuleId("fast-and-easy/scenario/black-thursday");
/// `scenario/jets-over-the-reich`.
pub const SCENARIO_JETS_OVER_THE_REICH: RuleId = RuleId("fast-and-easy/scenario/jets-over-the-reich");
/// `scenario/battle-of-britain`.
pub const SCENARIO_BATTLE_OF_BRITAIN: RuleId = RuleId("fast-and-easy/scenario/battle-of-britain");
/// `scenario/malta-1941`.
pub const SCENARIO_MALTA_1941: RuleId = RuleId("fast-and-easy/scenario/malta-1941");
/// `scenario/italy-1943`.
pub const SCENARIO_ITALY_1943: RuleId = RuleId("fast-and-easy/scenario/italy-1943");
/// `scenario/remagen-1945`.
pub const SCENARIO_REMAGEN_1945: RuleId = RuleId("fast-and-easy/scenario/remagen-1945");
/// `scenario/night-lancasters`.
pub const SCENARIO_NIGHT_LANCASTERS: RuleId = RuleId("fast-and-easy/scenario/night-lancasters");
/// `scenario/big-box`.
pub const SCENARIO_BIG_BOX: RuleId = RuleId("fast-and-easy/scenario/big-box");
