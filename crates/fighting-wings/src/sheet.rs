//! `aircraft.toml`: a type as the file has it, and how it is read.

use crate::aircraft::{
    AttitudePoints, BlindSpot, Ceiling, Cooling, Group, MOST_GROUPS, MOST_POSITIONS, Mount, Position,
    RearBlind, Sideways, Sight, Type, Visibility,
};
use crate::rule;
use crate::units::Halves;
use schemars::JsonSchema;
use serde::Deserialize;
use std::collections::BTreeMap;
use table::Flaws;
use table::view::Shape;

/// `aircraft.toml`.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct AircraftFile {
    /// Where each figure comes from.
    pub sources: BTreeMap<String, String>,
    /// The types.
    pub aircraft: Vec<Sheet>,
}

/// A type as the file has it. Rows of numbers are written "1.5 2 2.5", a dash where there is none.
#[derive(Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
#[allow(missing_docs)]
pub(crate) struct Sheet {
    pub id: String,
    pub name: String,
    pub nation: String,
    pub engines: u8,
    pub cooling: Cooling,
    pub no_fuel_injection: bool,
    pub sight: Sight,
    pub visibility: Visibility,
    pub rear_blind: RearBlind,
    pub defence: i16,
    pub slats: bool,
    pub flaps_limit: Option<Halves>,
    pub min_level: String,
    pub max_level: BySetting,
    pub max_dive: String,
    pub power: BySetting,
    pub climb: [i16; 6],
    pub climb_speed: String,
    pub fade: Halves,
    pub ceiling: Ceiling,
    pub attitude: AttitudePoints,
    pub turn_cost: String,
    pub turn_min: String,
    pub transition: String,
    pub wingover: String,
    pub bank: BankSheet,
    pub slip: Sideways,
    pub skid: Sideways,
    pub basis: BTreeMap<String, String>,
    #[schemars(with = "serde_json::Value")]
    pub shape: Shape,
    #[serde(default)]
    pub guns: Vec<GunSheet>,
    #[serde(default)]
    pub flexible: Vec<PositionSheet>,
}

/// A row for each throttle setting that gives power.
#[derive(Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub(crate) struct BySetting {
    pub normal: String,
    pub military: String,
    pub emergency: Option<String>,
}

/// `15.d`.
#[derive(Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
#[allow(missing_docs)]
pub(crate) struct BankSheet {
    pub fps: String,
    pub one_above: Option<Halves>,
}

/// `5.b`.
#[derive(Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub(crate) struct GunSheet {
    pub group: char,
    pub mount: Mount,
    pub guns: String,
    pub strength: String,
    pub ammo: u8,
}

/// `19.l.ii`.
#[derive(Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub(crate) struct PositionSheet {
    pub position: String,
    pub guns: String,
    pub strength: String,
    #[serde(default)]
    pub high: Vec<u8>,
    #[serde(default)]
    pub same: Vec<u8>,
    #[serde(default)]
    pub low: Vec<u8>,
    pub blind: Option<BlindSpot>,
    pub ammo: u8,
}

/// A row of half points, dashes as nothing.
fn row(text: &str) -> Result<Vec<Option<i16>>, String> {
    let number = |word: &str| if word == "-" { Ok(None) } else { word.parse::<Halves>().map(|h| Some(h.0)) };
    text.split(' ').map(number).collect()
}

/// A row of exactly `N` numbers.
fn full<const N: usize>(text: &str) -> Result<[i16; N], String> {
    let numbers: Option<Vec<i16>> = row(text)?.into_iter().collect();
    numbers
        .and_then(|numbers| numbers.try_into().ok())
        .ok_or_else(|| format!("'{text}' does not hold {N} numbers"))
}

/// A row of exactly `N` numbers or dashes.
fn gaps<const N: usize>(text: &str) -> Result<[Option<i16>; N], String> {
    row(text)?.try_into().map_err(|_| format!("'{text}' does not hold {N} numbers or dashes"))
}

fn by_setting(rows: &BySetting) -> Result<[Option<[i16; 6]>; 3], String> {
    let emergency = rows.emergency.as_deref().map(full).transpose()?;
    Ok([Some(full(&rows.normal)?), Some(full(&rows.military)?), emergency])
}

impl Sheet {
    /// The type as play reads it.
    pub(crate) fn read(&self, path: &str, flaws: &mut Flaws) -> Option<Type> {
        match self.try_read() {
            Ok(ty) => Some(ty),
            Err(says) => {
                flaws.add(path, says, rule::DATA);
                None
            }
        }
    }

    fn try_read(&self) -> Result<Type, String> {
        let [costs, minimums] = [gaps::<5>(&self.turn_cost)?, gaps::<5>(&self.turn_min)?];
        let mut turn = [None; 5];
        for rate in 0..5 {
            turn[rate] = match (costs[rate], minimums[rate]) {
                (Some(cost), Some(minimum)) => Some((cost, minimum)),
                (None, None) => None,
                _ => return Err("turn-cost and turn-min do not name the same rates".into()),
            };
        }
        let bank_fps = match self.bank.fps.as_str() {
            "1/2" => 0,
            fps => fps.parse().ok().filter(|fps| (1..=3).contains(fps)).ok_or("bank fps: 1/2, 1, 2 or 3")?,
        };
        if self.guns.len() > MOST_GROUPS || self.flexible.len() > MOST_POSITIONS {
            return Err(format!("at most {MOST_GROUPS} groups and {MOST_POSITIONS} positions"));
        }
        if self.guns.iter().zip('A'..).any(|(gun, letter)| gun.group != letter) {
            return Err("gun groups are A, B, C in this order".into());
        }
        let max_level = by_setting(&self.max_level)?;
        let power = by_setting(&self.power)?;
        if max_level[2].is_some() != power[2].is_some() {
            return Err("max-level and power must both have emergency, or neither".into());
        }
        Ok(Type {
            id: self.id.clone(),
            name: self.name.clone(),
            nation: self.nation.clone(),
            engines: self.engines,
            cooling: self.cooling,
            no_injection: self.no_fuel_injection,
            sight: self.sight,
            visibility: self.visibility,
            rear_blind: self.rear_blind,
            defence: self.defence,
            slats: self.slats,
            flaps_limit: self.flaps_limit.map(|limit| limit.0),
            min_level: full(&self.min_level)?,
            max_level,
            max_dive: full(&self.max_dive)?,
            power,
            climb: self.climb,
            climb_speed: full(&self.climb_speed)?,
            fade: self.fade.0,
            ceiling: self.ceiling,
            attitude: self.attitude,
            turn,
            transition: gaps(&self.transition)?,
            wingover: gaps::<1>(&self.wingover)?[0],
            bank_fps,
            bank_one_above: self.bank.one_above.map(|speed| speed.0),
            slip: self.slip,
            skid: self.skid,
            shape: self.shape.clone(),
            basis: self.basis.clone(),
            groups: self.guns.iter().map(GunSheet::read).collect::<Result<_, _>>()?,
            positions: self.flexible.iter().map(PositionSheet::read).collect::<Result<_, _>>()?,
        })
    }
}

impl GunSheet {
    fn read(&self) -> Result<Group, String> {
        let strength = full(&self.strength)?;
        Ok(Group { mount: self.mount, guns: self.guns.clone(), strength, ammo: self.ammo })
    }
}

impl PositionSheet {
    fn read(&self) -> Result<Position, String> {
        let sectors = [&self.high, &self.same, &self.low].map(Clone::clone);
        if sectors.iter().flatten().any(|sector| !matches!(sector, 2 | 4 | 6 | 8 | 10 | 12)) {
            return Err(format!("{}: sectors are 2, 4, 6, 8, 10 and 12 o'clock", self.position));
        }
        Ok(Position {
            name: self.position.clone(),
            guns: self.guns.clone(),
            strength: full(&self.strength)?,
            sectors,
            blind: self.blind,
            ammo: self.ammo,
        })
    }
}
