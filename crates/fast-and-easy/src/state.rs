//! The position (`17. State`).

use crate::data::Fate;
use crate::movement::Moving;
pub use crate::rules::{FormationInfo, GroupInfo, Layout, PlaneInfo, Role, Rules};
use crate::sets::Scratch;
pub use crate::sets::{Bits, MAX_PLANES, PlaneSet};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sky::{Direction, Edge, Hex};
pub use table::Hand;
use table::Side;

/// The position.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct State {
    /// The planes, in id order.
    pub planes: Vec<Plane>,
    /// Hexes that hold a plane of each side.
    pub occupied: [Bits; 2],
    /// The formations.
    pub formations: Vec<Formation>,
    /// Planes that may still act in this stage.
    pub pending: PlaneSet,
    /// The plane in the middle of its move.
    pub moving: Option<Moving>,
    /// Turn, from 1.
    pub turn: u8,
    /// Stage of the turn.
    pub stage: Stage,
    /// Whether a position taken from a game in progress still waits for its first dice.
    pub opening: bool,
    /// Whether combat has started.
    pub combat: bool,
    /// Ground targets destroyed by each side.
    pub destroyed: [u64; 2],
    /// The side that has offered to end the game.
    pub offer: Option<Side>,
    /// Whether both have agreed to end it with this turn.
    pub agreed: bool,
    /// How it ended.
    pub result: Option<GameResult>,
}

/// A plane.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Plane {
    /// Where it is; where it left from, if it is off the map.
    pub hex: Hex,
    /// How it points.
    pub facing: Direction,
    /// Whether it is on the map.
    pub status: Status,
    /// Hits taken.
    pub hits: u8,
    /// Engines destroyed.
    pub engines_hit: u8,
    /// Declared turn.
    pub marker: Option<Marker>,
    /// Side of its last slip.
    pub slip: Option<Hand>,
    /// Salvos left.
    pub salvos: u8,
    /// Pending shifts.
    pub shifts: u8,
    /// Turns left since it dropped its tanks; 0 if it has not.
    pub tank_turns: u8,
    /// Fuel left.
    pub fuel: u8,
    /// Yes-or-no marks.
    pub flags: Flags,
    /// Hexes entered this turn.
    pub trail: Trail,
    /// Its fate, once the game is over.
    pub fate: Option<Fate>,
}

/// A declared turn (`fast-and-easy/declared-turn`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct Marker {
    /// To which side.
    pub side: Hand,
    /// Straight hexes flown.
    pub run: u8,
}

/// Whether a plane is on the map.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub enum Status {
    /// Not yet placed.
    Unplaced,
    /// On the map.
    OnMap,
    /// Off the map, able to return.
    OffMap {
        /// The edge by which it left.
        edge: Edge,
        /// The turn in which it left.
        turn: u8,
    },
    /// A bomber that has flown over the far edge.
    Exited,
    /// Gone, not a loss.
    Disengaged,
    /// Out of the game.
    Out(Cause),
}

/// Why a plane is out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Cause {
    /// All engines destroyed.
    Engines,
    /// Hits reached its hit points.
    Hits,
    /// A critical hit.
    Critical,
    /// A collision.
    Collision,
}

/// Yes-or-no marks of a plane.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize)]
pub struct Flags(pub u16);

impl Flags {
    /// It has moved this turn.
    pub const MOVED: Flags = Flags(1);
    /// It has fired its forward guns this turn.
    pub const FORWARD_FIRED: Flags = Flags(1 << 1);
    /// Its rear guns.
    pub const REAR_FIRED: Flags = Flags(1 << 2);
    /// Rockets.
    pub const ROCKETS_FIRED: Flags = Flags(1 << 3);
    /// Its turrets.
    pub const TURRETS_FIRED: Flags = Flags(1 << 4);
    /// It has tried to boost this turn.
    pub const BOOST_TRIED: Flags = Flags(1 << 5);
    /// And succeeded.
    pub const BOOSTED: Flags = Flags(1 << 6);
    /// It has fired on a friend this turn.
    pub const FIRED_ON_FRIEND: Flags = Flags(1 << 7);
    /// It has been fired at since its last move.
    pub const FIRED_AT: Flags = Flags(1 << 8);
    /// It began this move in formation and cannot keep the rate.
    pub const DROPS_OUT: Flags = Flags(1 << 9);
    /// SPEED 0, and may move one hex this turn.
    pub const MAY_CREEP: Flags = Flags(1 << 10);
    /// Bombs aboard.
    pub const BOMBS: Flags = Flags(1 << 11);
    /// Drop tanks aboard.
    pub const TANKS: Flags = Flags(1 << 12);
    /// It has received an H.
    pub const CRITICAL: Flags = Flags(1 << 13);
    /// It has fired anything this turn; looking for a target in the dark in vain is not firing.
    pub const SHOT: Flags = Flags(1 << 14);

    const THIS_TURN: u16 = Flags::MOVED.0
        | Flags::FORWARD_FIRED.0
        | Flags::REAR_FIRED.0
        | Flags::ROCKETS_FIRED.0
        | Flags::TURRETS_FIRED.0
        | Flags::BOOST_TRIED.0
        | Flags::BOOSTED.0
        | Flags::FIRED_ON_FRIEND.0
        | Flags::DROPS_OUT.0
        | Flags::MAY_CREEP.0
        | Flags::SHOT.0;

    /// Everything that bars a weapon from being used again this turn.
    pub const FIRED: Flags = Flags(
        Flags::FORWARD_FIRED.0
            | Flags::REAR_FIRED.0
            | Flags::ROCKETS_FIRED.0
            | Flags::TURRETS_FIRED.0
            | Flags::FIRED_ON_FRIEND.0,
    );

    /// Whether any of `flags` is set.
    #[inline]
    pub fn has(self, flags: Flags) -> bool {
        self.0 & flags.0 != 0
    }

    /// Sets `flags`.
    #[inline]
    pub fn set(&mut self, flags: Flags) {
        self.0 |= flags.0;
    }

    /// Clears `flags`.
    #[inline]
    pub fn clear(&mut self, flags: Flags) {
        self.0 &= !flags.0;
    }

    /// Clears what lasts one turn.
    pub(crate) fn new_turn(&mut self) {
        self.0 &= !Flags::THIS_TURN;
    }
}

/// Hexes entered in a move, as directions from hex to hex.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize)]
pub struct Trail {
    /// Where it began.
    pub start: Hex,
    /// How many hexes were entered.
    len: u8,
    /// Three bits a hex.
    steps: u64,
}

impl Trail {
    /// A trail that has not left `start`.
    pub fn from(start: Hex) -> Trail {
        Trail { start, len: 0, steps: 0 }
    }

    /// Enters the next hex in direction `d`. The longest move fits.
    #[inline]
    pub fn enter(&mut self, d: Direction) {
        if self.len < 21 {
            self.steps |= u64::from(d.number()) << (3 * self.len);
            self.len += 1;
        }
    }

    /// The hexes entered, in order.
    pub fn entered(self) -> impl ExactSizeIterator<Item = Hex> {
        let mut hex = self.start;
        (0..self.len).map(move |n| {
            let number = (self.steps >> (3 * n)) as u8 & 7;
            hex = hex.ahead(Direction::new(number).unwrap_or_default(), 1);
            hex
        })
    }
}

/// A formation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Formation {
    /// Hex of the lead slot.
    pub anchor: Hex,
    /// Its layout; nothing until its player has chosen.
    pub layout: Option<u8>,
    /// Rate of this turn; nothing until it is chosen.
    pub rate: Option<u8>,
}

/// Stages of the game: set-up, the seven steps of `fast-and-easy/sequence` (the third in three parts), the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub enum Stage {
    /// Bombers are set up.
    PlaceBombers,
    /// Escorts are set up.
    PlaceEscorts,
    /// Interceptors are set up.
    PlaceInterceptors,
    /// 1. Escorts move.
    EscortsMove,
    /// 2. Escorts fire.
    EscortsFire,
    /// 3. Bombers move: rates.
    Rates,
    /// 3. Bombers move: boosts.
    Boosts,
    /// 3. Bombers move: stragglers.
    Stragglers,
    /// 4. Interceptors move.
    InterceptorsMove,
    /// 5. Interceptors fire.
    InterceptorsFire,
    /// 6. Bombers fire.
    BombersFire,
    /// 7. Bombing.
    Bombing,
    /// The game is over.
    Over,
}

impl Stage {
    /// Number of the step, 1 to 7; 0 during set-up, 8 at the end.
    pub fn step(self) -> u8 {
        match self {
            Stage::PlaceBombers | Stage::PlaceEscorts | Stage::PlaceInterceptors => 0,
            Stage::EscortsMove => 1,
            Stage::EscortsFire => 2,
            Stage::Rates | Stage::Boosts | Stage::Stragglers => 3,
            Stage::InterceptorsMove => 4,
            Stage::InterceptorsFire => 5,
            Stage::BombersFire => 6,
            Stage::Bombing => 7,
            Stage::Over => 8,
        }
    }

    /// Whether planes are being set up.
    pub fn is_set_up(self) -> bool {
        self <= Stage::PlaceInterceptors
    }

    /// Whether fighters are moving.
    pub fn is_fighter_move(self) -> bool {
        matches!(self, Stage::EscortsMove | Stage::InterceptorsMove)
    }

    /// Whether fighters are firing.
    pub fn is_fighter_fire(self) -> bool {
        matches!(self, Stage::EscortsFire | Stage::InterceptorsFire)
    }
}

/// The names of the seven steps (`fast-and-easy/sequence`).
pub const STEPS: [&str; 7] = [
    "Escorts move",
    "Escorts fire",
    "Bombers move",
    "Interceptors move",
    "Interceptors fire",
    "Bombers fire",
    "Bombing",
];

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct GameResult {
    /// Who won.
    pub winner: Option<Side>,
    /// Points of the Allies and of the Axis.
    pub points: [i32; 2],
    /// Whether the win is decisive.
    pub decisive: bool,
    /// Why it ended.
    pub why: EndReason,
}

/// Why a game ended (`fast-and-easy/game-end`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub enum EndReason {
    /// The turn limit.
    TurnLimit,
    /// No bomber is left on the map.
    BombersGone,
    /// A side has nothing left.
    SideGone(Side),
    /// Both agreed.
    Agreed,
    /// A side has conceded.
    Conceded(Side),
}

impl State {
    /// Whether plane `i` is on the map.
    #[inline]
    pub fn on_map(&self, i: usize) -> bool {
        self.planes[i].status == Status::OnMap
    }

    /// Whether a hex holds any plane.
    #[inline]
    pub fn taken(&self, rules: &Rules, hex: Hex) -> bool {
        rules.place(hex).is_some_and(|n| self.taken_at(n))
    }

    /// Whether the hex numbered `n` holds any plane.
    #[inline]
    pub(crate) fn taken_at(&self, n: usize) -> bool {
        self.occupied[0].has(n) || self.occupied[1].has(n)
    }

    /// The first plane on a hex.
    pub fn plane_at(&self, rules: &Rules, hex: Hex) -> Option<usize> {
        if !self.taken(rules, hex) {
            return None;
        }
        self.planes.iter().position(|p| p.hex == hex && p.status == Status::OnMap)
    }

    /// The bomber on a hex, other than `except`.
    pub(crate) fn bomber_at(&self, rules: &Rules, hex: Hex, except: usize) -> Option<usize> {
        if !rules.place(hex).is_some_and(|n| self.occupied[rules.escort.index()].has(n)) {
            return None;
        }
        rules.bombers.iter().find(|i| self.planes[*i].hex == hex && *i != except && self.on_map(*i))
    }

    /// All hexes within `radius` of those of these planes that are on the map.
    pub(crate) fn around(&self, rules: &Rules, planes: &PlaneSet, radius: i16) -> Scratch {
        let on_map = planes.iter().filter(|i| self.on_map(*i));
        Scratch::around(&rules.board, on_map.map(|i| self.planes[i].hex), radius)
    }

    /// Whether plane `i` is on one of these hexes.
    #[inline]
    pub(crate) fn stands_in(&self, rules: &Rules, hexes: &Scratch, i: usize) -> bool {
        self.on_map(i) && rules.place(self.planes[i].hex).is_some_and(|n| hexes.has(n))
    }

    /// Takes a plane off its hex. Outside step 3 no hex holds two planes of one side; in step 3, where bombers pass through one
    /// another, more hexes may count as occupied than are until they are counted again, but never fewer.
    #[inline]
    pub(crate) fn lift(&mut self, rules: &Rules, i: usize) {
        if let Some(n) = rules.place(self.planes[i].hex) {
            self.occupied[rules.planes[i].side.index()].put(n, false);
        }
    }

    /// Puts a plane on its hex.
    #[inline]
    pub(crate) fn set_down(&mut self, rules: &Rules, i: usize) {
        if let Some(n) = rules.place(self.planes[i].hex) {
            self.occupied[rules.planes[i].side.index()].put(n, true);
        }
    }

    /// Works out the occupied hexes afresh, for step 3, where bombers pass through one another.
    pub(crate) fn recount(&mut self, rules: &Rules) {
        self.occupied.iter_mut().for_each(Bits::clear);
        for i in 0..self.planes.len() {
            if self.on_map(i) {
                self.set_down(rules, i);
            }
        }
    }

    /// Whether formation `f` still is one (`fast-and-easy/in-formation`): two bombers on the map, by day.
    pub fn formation_holds(&self, rules: &Rules, f: usize) -> bool {
        // fast-and-easy/opt-night: bombers fly as a stream of single bombers.
        !rules.options.night
            && self.formations[f].layout.is_some()
            && rules.formations[f].members.iter().filter(|i| self.on_map(*i)).nth(1).is_some()
    }

    /// Whether bomber `i` is in formation (`fast-and-easy/in-formation`).
    pub fn in_formation(&self, rules: &Rules, i: usize) -> bool {
        let Some(f) = rules.planes[i].formation else { return false };
        self.on_map(i) && self.in_slot(rules, f.into(), i) && self.formation_holds(rules, f.into())
    }

    /// Whether bomber `i` stands in a slot of formation `f` and faces as it does.
    pub(crate) fn in_slot(&self, rules: &Rules, f: usize, i: usize) -> bool {
        let (facing, plane) = (rules.formations[f].facing, &self.planes[i]);
        let Some(layout) = self.formations[f].layout else { return false };
        let (x, y) = self.formations[f].anchor.seen_from(facing, plane.hex);
        plane.facing == facing && rules.layouts[layout as usize].slots.contains(&[x, y])
    }

    /// Bytes of the whole position, heap included.
    pub fn bytes(&self) -> usize {
        size_of::<State>()
            + self.planes.capacity() * size_of::<Plane>()
            + self.formations.capacity() * size_of::<Formation>()
            + self.occupied.iter().map(Bits::bytes).sum::<usize>()
    }
}
