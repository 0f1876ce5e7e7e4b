//! What a run is of: everything that its results depend on.

use crate::{Fault, Result};
use bot::Flyer;
use catalog::{About, Job, SKILL};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// What a run is of. Two runs of the same plan give the same results.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Plan {
    /// The version of this program.
    pub version: String,
    /// The game's id.
    pub game: String,
    /// The revision of its rules.
    pub revision: u32,
    /// The revision of the computer pilots' skill; 0 in runs of before there was one.
    #[serde(default)]
    pub skill: u32,
    /// A hash over the game's data files, scenarios left out.
    pub data: String,
    /// The scenario as it is played, options included.
    pub scenario: Value,
    /// Who flies the Allies, and who the Axis.
    pub pilots: Pilots,
    /// Whether the pilots change sides in every second game. Such a pair of games has the same dice.
    pub swap: bool,
    /// The number from which all chance follows.
    pub seed: u64,
    /// Which games.
    pub games: Numbers,
}

/// The words of two pilots.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pilots {
    /// Who flies the Allies; where the pilots change sides, in the first game of a pair.
    pub allies: String,
    /// Who flies the Axis.
    pub axis: String,
}

/// Games from one number to before another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Numbers {
    /// The first game's number.
    pub from: u64,
    /// The number after the last.
    pub to: u64,
}

impl Numbers {
    /// How many games.
    pub fn count(self) -> u64 {
        self.to.saturating_sub(self.from)
    }
}

impl std::fmt::Display for Numbers {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}..{}", self.from, self.to)
    }
}

/// Two numbers made into one that shows nothing of their order: neighbours get chance that has nothing in common.
pub fn mixed(seed: u64, n: u64) -> u64 {
    // SplitMix64, the seed stirred first so that neighbouring seeds are no shifted copies of each other.
    let stirred = |mut x: u64| {
        x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        x ^ (x >> 31)
    };
    stirred(stirred(seed.wrapping_add(STEP)).wrapping_add(n.wrapping_add(1).wrapping_mul(STEP)))
}

const STEP: u64 = 0x9e37_79b9_7f4a_7c15;
/// Makes the numbers for the pilots' choices others than those for the dice.
pub(crate) const CHOICES: u64 = 0x7069_6c6f_7473;

impl Plan {
    /// A plan for games of a series.
    pub fn new(about: &About, pilots: [impl Into<Flyer>; 2], swap: bool, seed: u64, games: Numbers) -> Plan {
        let [allies, axis] = pilots.map(|pilot| pilot.into().word());
        Plan {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            game: about.game.to_owned(),
            revision: about.revision,
            skill: SKILL,
            data: about.data.to_string(),
            scenario: about.scenario.clone(),
            pilots: Pilots { allies, axis },
            swap,
            seed,
            games,
        }
    }

    /// Who the pilots are.
    pub fn flyers(&self) -> Result<[Flyer; 2]> {
        let flyer = |word: &str| Flyer::from_word(word).map_err(Fault);
        Ok([flyer(&self.pilots.allies)?, flyer(&self.pilots.axis)?])
    }

    /// Whether the pilots have changed sides in a game.
    pub fn swapped(&self, number: u64) -> bool {
        self.swap && number % 2 == 1
    }

    /// The game of a number.
    pub fn job<P>(&self, number: u64, [allies, axis]: [P; 2]) -> Job<P> {
        let dice = mixed(self.seed, if self.swap { number / 2 } else { number });
        let pilots = if self.swapped(number) { [axis, allies] } else { [allies, axis] };
        Job { dice, choices: mixed(self.seed ^ CHOICES, number), pilots }
    }

    /// The first field in which another plan differs, the games left out; nothing if both are of one run.
    pub fn differs(&self, other: &Plan) -> Option<&'static str> {
        let fields = [
            ("version", self.version == other.version),
            ("game", self.game == other.game),
            ("revision", self.revision == other.revision),
            ("skill", self.skill == other.skill),
            ("data", self.data == other.data),
            ("scenario", self.scenario == other.scenario),
            ("pilots", self.pilots == other.pilots),
            ("swap", self.swap == other.swap),
            ("seed", self.seed == other.seed),
        ];
        fields.iter().find(|(_, same)| !same).map(|(field, _)| *field)
    }
}
