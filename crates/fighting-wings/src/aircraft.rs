//! Sections 4 and 5: the figures of an aircraft type, as the files have them and as play reads them.

use crate::command::Throttle;
use crate::turn::Rate;
use crate::units::Halves;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use table::view::Shape;

/// Altitude bands.
pub const BANDS: [&str; 6] = ["VL", "LO", "ML", "MH", "HI", "VH"];
/// The lowest altitude of each band.
pub const FLOORS: [i16; 6] = [0, 50, 120, 180, 240, 300];
/// The most gun groups of a type.
pub(crate) const MOST_GROUPS: usize = 4;
/// The most flexible positions of a type.
pub(crate) const MOST_POSITIONS: usize = 9;

/// The band of an altitude, read once, where the move starts (`4`).
#[inline]
pub(crate) fn band(altitude: i16) -> usize {
    FLOORS[1..].iter().filter(|floor| altitude >= **floor).count()
}

/// `4.d`.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct Ceiling {
    pub clean: i16,
    pub loaded: i16,
}

/// `12.h`.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
#[allow(missing_docs)]
pub struct AttitudePoints {
    pub climb_decel: i16,
    pub dive_accel: i16,
}

/// `15.f`: a slip or a skid.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct Sideways {
    pub fps: u8,
    pub cost: Halves,
    pub min: Halves,
}

/// `19.l.iv`.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct BlindSpot {
    pub sector: u8,
    pub height: Height,
}

macro_rules! words {
    ($(#[$doc:meta])* $name:ident: $($(#[$inner:meta])* $word:ident),*) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
        #[serde(rename_all = "kebab-case")]
        #[allow(missing_docs)]
        pub enum $name { $($(#[$inner])* $word),* }
    };
}

words!(/** How the engine is cooled. */ Cooling: Liquid, Air);
words!(/** Gun sights. */ Sight: Ring, Reflector, Gyro);
words!(/** What a pilot sees of the lines of a blind arc. */ Visibility: Good, Fair, Poor);
words!(/** Whether the whole rear is blind or only its lower part. */ RearBlind: Low, Full);
words!(/** Where a group of guns sits. */ Mount: Nose, Wing);
words!(/** Where a target is, seen from a gun. */ Height: High, Same, Low);

/// A type as play reads it: speeds, powers, costs and strengths in half points.
#[derive(Debug)]
#[allow(missing_docs)]
pub struct Type {
    pub id: String,
    pub name: String,
    pub nation: String,
    pub engines: u8,
    pub cooling: Cooling,
    pub no_injection: bool,
    pub sight: Sight,
    pub visibility: Visibility,
    pub rear_blind: RearBlind,
    pub defence: i16,
    pub slats: bool,
    pub flaps_limit: Option<i16>,
    pub min_level: [i16; 6],
    /// By throttle: Normal, Military, Emergency.
    pub max_level: [Option<[i16; 6]>; 3],
    pub max_dive: [i16; 6],
    pub power: [Option<[i16; 6]>; 3],
    pub climb: [i16; 6],
    pub climb_speed: [i16; 6],
    pub fade: i16,
    pub ceiling: Ceiling,
    pub attitude: AttitudePoints,
    /// Cost and minimum speed by rate.
    pub turn: [Option<(i16, i16)>; 5],
    /// Cost by steps.
    pub transition: [Option<i16>; 4],
    pub wingover: Option<i16>,
    /// FPs for a step of bank, 0 for a half.
    pub bank_fps: u8,
    pub bank_one_above: Option<i16>,
    pub slip: Sideways,
    pub skid: Sideways,
    pub shape: Shape,
    /// The historical figures from which the others are derived.
    pub basis: BTreeMap<String, String>,
    pub groups: Vec<Group>,
    pub positions: Vec<Position>,
}

/// A group of fixed guns.
#[derive(Debug)]
#[allow(missing_docs)]
pub struct Group {
    pub mount: Mount,
    pub guns: String,
    pub strength: [i16; 3],
    pub ammo: u8,
}

/// A flexible gun position.
#[derive(Debug)]
#[allow(missing_docs)]
pub struct Position {
    pub name: String,
    pub guns: String,
    pub strength: [i16; 3],
    /// Clock sectors by height: high, same, low.
    pub sectors: [Vec<u8>; 3],
    pub blind: Option<BlindSpot>,
    pub ammo: u8,
}

/// The condition of an aircraft, which changes its figures (sections 20 and 21).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Condition {
    pub(crate) damaged: bool,
    pub(crate) loaded: bool,
}

impl Condition {
    /// `20.a`, `21.a`: what is added to every minimum speed.
    #[inline]
    fn minimum(self) -> i16 {
        i16::from(self.damaged) + 2 * i16::from(self.loaded)
    }

    /// `20.b`, `21.b`: what is taken from every maximum speed.
    #[inline]
    fn maximum(self) -> i16 {
        2 * i16::from(self.damaged) + i16::from(self.loaded)
    }
}

impl Type {
    /// Whether it has a throttle setting.
    #[inline]
    pub(crate) fn has(&self, throttle: Throttle) -> bool {
        throttle != Throttle::Emergency || self.max_level[2].is_some()
    }

    /// Its highest throttle setting.
    #[inline]
    pub(crate) fn highest(&self) -> Throttle {
        if self.max_level[2].is_some() { Throttle::Emergency } else { Throttle::Military }
    }

    /// The setting's row in tables of power; nothing for Idle and for what the type lacks.
    #[inline]
    fn setting<T: Copy>(throttle: Throttle, rows: &[Option<T>; 3]) -> Option<T> {
        match throttle {
            Throttle::Idle => None,
            Throttle::Normal => rows[0],
            Throttle::Military => rows[1],
            Throttle::Emergency => rows[2],
        }
    }

    /// What is added to every listed minimum speed (`9.b`, `20.a`, `21.a`).
    /// See [`crate::rule::FLAPS_MINIMUM`], [`crate::rule::DAMAGED_MINIMUM`], [`crate::rule::LOADED_MINIMUM`].
    #[inline]
    pub(crate) fn minimum_shift(condition: Condition, flaps: bool) -> i16 {
        condition.minimum() - i16::from(flaps)
    }

    /// The minimum level speed.
    #[inline]
    pub(crate) fn minimum(&self, band: usize, condition: Condition, flaps: bool) -> i16 {
        self.min_level[band] + Type::minimum_shift(condition, flaps)
    }

    /// The maximum level speed of a throttle setting.
    /// See [`crate::rule::DAMAGED_MAXIMUM`], [`crate::rule::LOADED_MAXIMUM`].
    #[inline]
    pub(crate) fn maximum(&self, throttle: Throttle, band: usize, condition: Condition) -> Option<i16> {
        Type::setting(throttle, &self.max_level).map(|row| row[band] - condition.maximum())
    }

    /// The maximum level speed of the highest setting.
    #[inline]
    pub(crate) fn top(&self, band: usize, condition: Condition) -> i16 {
        self.maximum(self.highest(), band, condition).unwrap_or(0)
    }

    /// The maximum dive speed.
    #[inline]
    pub(crate) fn dive_limit(&self, band: usize, condition: Condition) -> i16 {
        self.max_dive[band] - condition.maximum()
    }

    /// `X.power`: power in quarter points at a move speed.
    /// See [`crate::rule::LOADED_POWER`].
    #[inline]
    pub(crate) fn power_at(&self, throttle: Throttle, band: usize, condition: Condition, speed: i16) -> i16 {
        let Some(row) = Type::setting(throttle, &self.power) else { return 0 };
        let base = if condition.loaded { 2 * row[band] / 3 } else { row[band] };
        let gap = self.maximum(throttle, band, condition).unwrap_or(0) - speed;
        if base == 0 || gap <= 0 {
            return 0;
        }
        let fade = self.fade;
        let power = if gap >= fade { base } else { ((2 * base * gap + fade) / (2 * fade)).max(1) };
        if condition.damaged { power } else { 2 * power }
    }

    /// `4.d`, `21.e`.
    /// See [`crate::rule::LOADED_CEILING`].
    #[inline]
    pub(crate) fn ceiling(&self, condition: Condition) -> i16 {
        if condition.loaded { self.ceiling.loaded } else { self.ceiling.clean }
    }

    /// `5.d`, `21.c`, `20.c`: the rate of climb with level wings.
    /// See [`crate::rule::DAMAGED_CLIMB`], [`crate::rule::LOADED_CLIMB`].
    #[inline]
    pub(crate) fn climb_rate(&self, band: usize, condition: Condition) -> i16 {
        let mut rate = self.climb[band];
        if condition.loaded {
            rate = (2 * rate + 2) / 3;
        }
        if condition.damaged {
            rate /= 2;
        }
        rate
    }

    /// `15.d`: FPs for a step of bank at a move speed, 0 for a half.
    #[inline]
    pub(crate) fn bank_need(&self, speed: i16) -> u8 {
        if self.bank_one_above.is_some_and(|limit| speed > limit) {
            self.bank_fps.max(1)
        } else {
            self.bank_fps
        }
    }

    /// `15.d`: whether it may be inverted.
    #[inline]
    pub(crate) fn aerobatic(&self) -> bool {
        self.transition[2].is_some()
    }

    /// Cost and minimum speed of turns at a rate.
    #[inline]
    pub(crate) fn turning(&self, rate: Rate) -> Option<(i16, i16)> {
        self.turn[rate as usize]
    }

    /// Whether it is armed with fixed guns.
    pub(crate) fn fighter(&self) -> bool {
        !self.groups.is_empty()
    }
}
