//! Scenarios for those who write them: what a file may hold, and what is wrong with one.

use crate::Flaw;
use crate::params::Addressed;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use table::view::{MarkerKind, ScenarioInfo};
use table::{Drawing, Edit};
use ts_rs::TS;

/// Asks what a scenario of a game may hold.
#[derive(Clone, Debug, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct FormatOf {
    /// The game's id.
    pub game: String,
}

/// What a scenario of a game may hold.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema, TS)]
pub struct Format {
    /// The JSON Schema of a scenario.
    #[ts(type = "Record<string, unknown>")]
    pub schema: Value,
    /// The field that lists the aircraft, alone or in groups.
    pub forces: String,
    /// What may be put on the map besides aircraft.
    pub markers: Vec<MarkerKind>,
    /// A scenario without aircraft, to begin with.
    #[ts(type = "Record<string, unknown>")]
    pub blank: Value,
}

/// Asks what is wrong with a scenario: body of `POST /api/check`.
#[derive(Clone, Debug, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
#[ts(optional_fields)]
pub struct Check {
    /// The game's id.
    pub game: String,
    /// A scenario's id, or a whole scenario.
    #[serde(default)]
    #[ts(type = "string | Record<string, unknown>")]
    pub scenario: Option<Value>,
    /// Instead of `scenario`: the text of a scenario file, TOML or JSON.
    #[serde(default)]
    pub text: Option<String>,
    /// What is to be changed first.
    #[serde(default)]
    pub edit: Option<Edit>,
    /// Whether the text of its TOML file is wanted.
    #[serde(default)]
    #[ts(optional, as = "Option<bool>")]
    pub toml: bool,
}

/// What is wrong with a scenario, and what it looks like.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema, TS)]
pub struct Checked {
    /// Everything that is wrong, at most a hundred flaws; none if it can be played.
    pub flaws: Vec<Flaw>,
    /// The scenario, changed as wanted; nothing if it cannot be read.
    #[ts(type = "Record<string, unknown> | null")]
    pub scenario: Option<Value>,
    /// Its entry in a list of scenarios.
    pub info: Option<ScenarioInfo>,
    /// How it is drawn.
    pub drawing: Option<Drawing>,
    /// Its TOML file, where that was wanted.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub toml: Option<String>,
}

impl Addressed for FormatOf {}
impl Addressed for Check {}
