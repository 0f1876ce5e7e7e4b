//! 9.0, 10.0, 11.0: what the players may choose.

use crate::rule;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;
use table::Side;
use table::view::OptionInfo;

/// What the players chose.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Options {
    /// 10.0.
    pub opt_hexagonal_space: bool,
    /// 11.0.
    pub opt_inter_altitude: bool,
    /// 6.D: no climb-out.
    pub opt_strict_dive_band: bool,
    /// 7.G: only aircraft at the altitude of the fire fill a hex.
    pub opt_level_blocking: bool,
    /// 9.0: last game turn; 0 for none.
    pub turn_cap: u16,
    /// 9.0: period instead of the scenario's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub period: Option<u8>,
    /// 9.0: Allied type instead of the scenario's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub allies: Option<String>,
    /// 9.0: German type instead of the scenario's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub axis: Option<String>,
    /// First Player instead of the scenario's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first: Option<Side>,
}

/// The cap that the ready-made scenarios have, suggested by 9.0 for computer games.
const SUGGESTED_CAP: u16 = 40;

/// What the players may choose.
pub(crate) fn options() -> Vec<OptionInfo> {
    let switch = |id: &str, text: &str, rule| OptionInfo {
        id: id.into(),
        text: text.into(),
        default: json!(false),
        values: vec![json!(false), json!(true)],
        rule,
    };
    let choice = |id: &str, text: &str, values: Vec<serde_json::Value>| OptionInfo {
        id: id.into(),
        text: text.into(),
        default: serde_json::Value::Null,
        values: std::iter::once(serde_json::Value::Null).chain(values).collect(),
        rule: rule::CHOOSING,
    };
    let types = |ids: &[&str]| ids.iter().map(|id| json!(id)).collect::<Vec<_>>();
    vec![
        switch("opt_hexagonal_space", "Aircraft point at hex corners (experimental)", rule::HEXAGONAL),
        switch(
            "opt_inter_altitude",
            "Fire between altitudes by attitude (experimental)",
            rule::INTER_ALTITUDE,
        ),
        switch("opt_strict_dive_band", "No climb-out: Dive speeds are left only by damage", rule::DIVING),
        switch(
            "opt_level_blocking",
            "Only aircraft at the altitude of the fire block it",
            rule::THROUGH_OCCUPIED,
        ),
        OptionInfo {
            id: "turn_cap".into(),
            text: "Last game turn, then the game is scored as it stands; 0 plays on".into(),
            default: json!(SUGGESTED_CAP),
            values: [0, 10, 20, 30, SUGGESTED_CAP, 60].iter().map(|n| json!(n)).collect(),
            rule: rule::CHOOSING,
        },
        choice("period", "Period from which both types come", (1..=4).map(|n| json!(n)).collect()),
        choice(
            "allies",
            "Allied type",
            types(&[
                "PZL.11",
                "Hurricane-I",
                "D.520",
                "Po.63",
                "Spitfire-I",
                "Hurricane-II",
                "Spitfire-V",
                "Blenheim-IV",
            ]),
        ),
        choice(
            "axis",
            "German type",
            types(&["Bf.109E-3", "Bf.109F", "Bf.110C-3", "Fw.190A", "Ju.87B-2", "Ju.88A-1", "He.111H-3"]),
        ),
        choice("first", "First Player", vec![json!("allies"), json!("axis")]),
    ]
}
