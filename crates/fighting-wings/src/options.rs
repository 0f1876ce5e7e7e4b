//! What the players may choose before the game: readings of passages that the source leaves open (`X.options`).

use crate::rule;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use table::RuleId;
use table::view::OptionInfo;

/// The choices, each with its default.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Options {
    /// `19.d`: how a ratio becomes odds.
    pub odds_rounding: OddsRounding,
    /// `19.g`: how odds below 1:1 are shifted.
    pub low_odds: LowOdds,
    /// `18.f.ii`: whether the pursuer moves after the pursued.
    pub pursuer_moves_last: bool,
    /// `14.b`: which pushes are negative-G transitions.
    pub red_pushes: RedPushes,
    /// `16`: how altitude is exchanged for speed.
    pub altitude_exchange: AltitudeExchange,
}

/// `19.d`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum OddsRounding {
    /// To the next step below.
    #[default]
    Down,
    /// To the nearest step.
    Nearest,
}

/// `19.g`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum LowOdds {
    /// Each of 1:2, 1:3 and 1:4 is a step.
    #[default]
    Ladder,
    /// All of them together are one.
    Flat,
}

/// `14.b`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum RedPushes {
    /// The four that need sustained negative G.
    #[default]
    Four,
    /// All six.
    All,
}

/// `16`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum AltitudeExchange {
    /// By conservation of energy.
    #[default]
    Energy,
    /// At a rate fixed by the speed.
    Linear,
}

/// The list of options.
pub(crate) fn list() -> Vec<OptionInfo> {
    let option = |id: &str, text: &str, values: &[&str], rule: RuleId| OptionInfo {
        id: id.to_owned(),
        text: text.to_owned(),
        default: values[0].into(),
        values: values.iter().map(|value| (*value).into()).collect(),
        rule,
    };
    vec![
        option(
            "odds_rounding",
            "Whether the ratio of strengths is rounded down or to the nearest odds.",
            &["down", "nearest"],
            rule::ODDS,
        ),
        option(
            "low_odds",
            "Whether 1:2, 1:3 and 1:4 are three steps for shifts or count as one.",
            &["ladder", "flat"],
            rule::LOW_SHIFTS,
        ),
        OptionInfo {
            id: "pursuer_moves_last".into(),
            text: "Whether the pursuer moves after the pursued when initiative is tied.".into(),
            default: false.into(),
            values: vec![false.into(), true.into()],
            rule: rule::OPTIONS,
        },
        option(
            "red_pushes",
            "Whether four pushes or all six are negative-G transitions.",
            &["four", "all"],
            rule::NEGATIVE_G,
        ),
        option(
            "altitude_exchange",
            "Whether altitude is exchanged for speed by energy or at a fixed rate.",
            &["energy", "linear"],
            rule::ENERGY_EXCHANGE,
        ),
    ]
}
