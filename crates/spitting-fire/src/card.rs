//! Section 3: the aircraft card.

use crate::field::{Arc, Arcs};
use crate::rule;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use table::view::Shape;
use table::{Flaw, Flaws, Side};

/// Most weapons on one card, a limit of the program.
pub const MOST_WEAPONS: usize = 16;
/// Most batteries on one card, a limit of the program.
pub const MOST_BATTERIES: usize = 8;
/// Most dice that one attack can need, hits and damage together: exact odds are worked out in 128 bits.
const MOST_DICE: u32 = 40;

/// A nation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Nation {
    /// Great Britain, Allies.
    Britain,
    /// France, either side.
    France,
    /// Germany, Axis.
    Germany,
    /// Italy, Axis.
    Italy,
    /// Japan, Axis.
    Japan,
    /// The Soviet Union, Allies.
    SovietUnion,
    /// The United States, Allies.
    UnitedStates,
}

impl Nation {
    /// Whether a side may use this nation's aircraft ([`rule::SIDES`]).
    pub const fn serves(self, side: Side) -> bool {
        match self {
            Nation::France => true,
            Nation::Germany | Nation::Italy | Nation::Japan => matches!(side, Side::Axis),
            Nation::Britain | Nation::SovietUnion | Nation::UnitedStates => matches!(side, Side::Allies),
        }
    }

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Nation::Britain => "Britain",
            Nation::France => "France",
            Nation::Germany => "Germany",
            Nation::Italy => "Italy",
            Nation::Japan => "Japan",
            Nation::SovietUnion => "Soviet Union",
            Nation::UnitedStates => "United States",
        }
    }
}

/// Where a card stands in the book.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Status {
    /// On the contents page.
    Book,
    /// Named in the text only.
    Named,
    /// Not in the book.
    #[default]
    Extra,
}

/// A card as a data file or a scenario holds it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct CardEntry {
    /// Key.
    pub id: String,
    /// The maker's or service name, or the troops' nickname.
    pub name: String,
    /// The exact model; rules that say 'same type' compare this.
    #[serde(rename = "type")]
    pub model: String,
    /// Nation.
    pub nation: Nation,
    /// Where it stands in the book.
    #[serde(default)]
    pub status: Status,
    /// Point value.
    pub points: i32,
    /// Defensive rating: this or more damages.
    pub def: i32,
    /// Damage boxes.
    pub boxes: i32,
    /// Fewest MPs to spend.
    pub min: i32,
    /// MPs under a climb marker.
    pub climb: i32,
    /// MPs under a level marker.
    pub level: i32,
    /// MPs under a dive marker.
    pub dive: i32,
    /// Turn rating.
    pub turn: i32,
    /// Maximum altitude.
    pub alt: i32,
    /// Weapon lines as printed: `LMG 4FF,RT`.
    pub weapons: Vec<String>,
    /// Where each figure comes from: ten letters.
    #[serde(default)]
    pub prov: String,
    /// A remark on the sources.
    #[serde(default)]
    pub note: String,
    /// What a silhouette is drawn from.
    #[serde(default)]
    pub shape: Shape,
}

/// A card that has passed the check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Card {
    /// What the file holds.
    pub entry: CardEntry,
    /// Point value.
    pub points: i32,
    /// Defensive rating.
    pub def: u8,
    /// Damage boxes.
    pub boxes: u8,
    /// MIN.
    pub min: i16,
    /// CLIMB, LEVEL and DIVE.
    pub rates: [i16; 3],
    /// Turn rating.
    pub turn: i16,
    /// Maximum altitude.
    pub alt: i16,
    /// Each arc entry of each weapon line, in card order.
    pub batteries: Vec<Battery>,
    /// Every single weapon, in card order.
    pub weapons: Vec<Weapon>,
    /// The weapons of each arc, as bits.
    pub by_arc: [u16; 7],
}

/// An arc entry of a weapon line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Battery {
    /// Weapon type.
    pub kind: String,
    /// Arc.
    pub arc: Arc,
    /// Number of weapons.
    pub count: u8,
    /// Damage value of each.
    pub damage: u8,
    /// Attacks for which there is ammunition ([`rule::OPT_LIMITED_AMMO`]).
    pub ammunition: u8,
    /// Its weapons, as bits.
    pub bits: u16,
}

/// One weapon: it rolls its own die and fires once a turn ([`rule::WEAPONS`]).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Weapon {
    /// Its battery.
    pub battery: u8,
    /// Its arc.
    pub arc: Arc,
    /// Its damage value.
    pub damage: u8,
}

impl Card {
    /// The FF weapons, as bits.
    pub fn fixed(&self) -> u16 {
        self.by_arc[Arc::Ff as usize]
    }

    /// The weapons that bear on something in `arcs`, as bits.
    #[inline]
    pub fn bearing(&self, arcs: Arcs) -> u16 {
        let mut bits = 0;
        for arc in Arc::ALL {
            if arcs.has(arc) {
                bits |= self.by_arc[arc as usize];
            }
        }
        bits
    }

    /// Ammunition at the start, by battery ([`rule::OPT_LIMITED_AMMO`]).
    pub fn ammunition(&self) -> [u8; MOST_BATTERIES] {
        let mut left = [0; MOST_BATTERIES];
        for (left, battery) in left.iter_mut().zip(&self.batteries) {
            *left = battery.ammunition;
        }
        left
    }

    /// The MPs for a change of level.
    pub fn rate(&self, change: i16) -> i16 {
        self.rates[(1 - change) as usize]
    }

    /// What it is called.
    pub fn name(&self) -> &str {
        &self.entry.name
    }
}

/// Damage value and ammunition of a weapon type.
pub trait Armoury {
    /// Looks a weapon type up.
    fn weapon(&self, id: &str) -> Option<(u8, u8)>;
}

impl CardEntry {
    /// The card, or everything that is wrong with it.
    pub fn checked(&self, armoury: &impl Armoury) -> Result<Card, Vec<Flaw>> {
        let mut flaws = Flaws::default();
        let mut need = |sound: bool, field: &str, says: &str| flaws.unless(sound, field, says, rule::CARD);
        // No printed figure comes near the upper bounds; they keep every counter in a byte.
        need(!self.id.is_empty(), "id", "a card needs a key");
        need(!self.name.is_empty(), "name", "a card needs a name");
        need(!self.model.is_empty(), "type", "a card needs a type");
        need((1..=9999).contains(&self.points), "points", "points are 1 to 9999");
        need((2..=6).contains(&self.def), "def", "the defensive rating is 2+ to 6+");
        need((1..=99).contains(&self.boxes), "boxes", "a card has 1 to 99 damage boxes");
        need(self.min >= 1, "min", "MIN is at least 1");
        need(self.climb >= self.min, "climb", "CLIMB is at least MIN");
        need(self.level >= self.climb, "level", "LEVEL is at least CLIMB");
        need((self.level..=99).contains(&self.dive), "dive", "DIVE is at least LEVEL and at most 99");
        need((1..=99).contains(&self.turn), "turn", "TURN is 1 to 99");
        need((3..=99).contains(&self.alt), "alt", "ALT is 3 to 99");
        let mut batteries = Vec::new();
        let mut weapons = Vec::new();
        for (n, line) in self.weapons.iter().enumerate() {
            if let Err(says) = read_line(line, armoury, &mut batteries, &mut weapons) {
                flaws.add(format!("weapons[{n}]"), says, rule::CARD);
            }
        }
        let dice: u32 = weapons.iter().map(|w| 1 + u32::from(w.damage)).sum();
        let carried = weapons.len() <= MOST_WEAPONS && batteries.len() <= MOST_BATTERIES && dice <= MOST_DICE;
        let says = format!(
            "at most {MOST_WEAPONS} weapons in {MOST_BATTERIES} batteries that need at most {MOST_DICE} dice"
        );
        flaws.unless(carried, "weapons", says, rule::CARD);
        if !flaws.is_empty() {
            return Err(flaws.into_vec());
        }
        let mut by_arc = [0u16; 7];
        for (n, weapon) in weapons.iter().enumerate() {
            by_arc[weapon.arc as usize] |= 1 << n;
            batteries[usize::from(weapon.battery)].bits |= 1 << n;
        }
        Ok(Card {
            points: self.points,
            def: self.def as u8,
            boxes: self.boxes as u8,
            min: self.min as i16,
            rates: [self.climb as i16, self.level as i16, self.dive as i16],
            turn: self.turn as i16,
            alt: self.alt as i16,
            batteries,
            weapons,
            by_arc,
            entry: self.clone(),
        })
    }
}

/// Reads a weapon line: type, then arc entries; no count means one ([`rule::WEAPONS`]).
fn read_line(
    line: &str,
    armoury: &impl Armoury,
    batteries: &mut Vec<Battery>,
    weapons: &mut Vec<Weapon>,
) -> Result<(), String> {
    let (kind, entries) = line.split_once(' ').ok_or("a weapon line is a type and arcs: LMG 4FF,RT")?;
    let (damage, ammunition) = armoury.weapon(kind).ok_or_else(|| format!("no weapon is called {kind}"))?;
    for entry in entries.split(',') {
        let code = entry.trim_start_matches(|c: char| c.is_ascii_digit());
        let digits = &entry[..entry.len() - code.len()];
        let count: u8 = if digits.is_empty() { 1 } else { digits.parse().unwrap_or(0) };
        let arc = Arc::ALL.into_iter().find(|a| a.code() == code);
        let arc = arc.ok_or_else(|| format!("{entry} does not name an arc: FF, RF, BL, BR, FT, RT or TT"))?;
        if count == 0 || usize::from(count) > MOST_WEAPONS {
            return Err(format!("{entry} counts no weapons, or more than {MOST_WEAPONS}"));
        }
        let battery = batteries.len() as u8;
        batteries.push(Battery { kind: kind.to_owned(), arc, count, damage, ammunition, bits: 0 });
        weapons.extend((0..count).map(|_| Weapon { battery, arc, damage }));
    }
    Ok(())
}
