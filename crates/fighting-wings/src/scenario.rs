//! What a scenario file holds.

use crate::options::Options;
use crate::state::{Now, Plane};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use table::view::ScenarioInfo;
use table::{BriefingText, Scenery, Side};

/// A scenario, or a position of a game.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Scenario {
    /// Its title.
    pub title: String,
    /// What it is about.
    #[serde(default)]
    pub text: String,
    /// What players are told.
    #[serde(default, skip_serializing_if = "BriefingText::is_empty")]
    pub briefing: BriefingText,
    /// What the map looks like.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scenery: Option<Scenery>,
    /// Playing time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub minutes: Option<u16>,
    /// The last game turn.
    pub turns: u16,
    /// What each side is called.
    pub sides: BTreeMap<Side, String>,
    /// Whether the first kill wins.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub first_kill: bool,
    /// Points of a bomber formation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub raid: Option<Raid>,
    /// What the players have chosen.
    #[serde(default)]
    pub options: Options,
    /// The aircraft, in id order.
    pub aircraft: Vec<Entry>,
    /// Where a game in progress has got to; nothing before the first game turn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub now: Option<Now>,
}

/// `X.scenarios`: points for the aircraft that fly in fixed formation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Raid {
    /// Whose formation it is.
    pub side: Side,
    /// The heading that it must hold; a bomber off it for `patience` game turns is turned back.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub heading: Option<u16>,
    /// Game turns in a row off the heading.
    #[serde(default)]
    pub patience: u8,
    /// Points to the other side for a bomber turned back.
    #[serde(default)]
    pub turned_back: i32,
    /// Points for each bomber undamaged and in formation at the end.
    #[serde(default)]
    pub delivered: i32,
    /// Whether it must still be loaded for that.
    #[serde(default)]
    pub loaded: bool,
    /// Points to the other side for each bomber shot down beyond `extra_after`.
    #[serde(default)]
    pub extra_kill: i32,
    /// Bombers shot down before those count.
    #[serde(default)]
    pub extra_after: i32,
}

/// An aircraft of a scenario.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// What it is called.
    pub name: String,
    /// Its type.
    #[serde(rename = "type")]
    pub ty: String,
    /// Its side.
    pub side: Side,
    /// The pilot's class.
    #[serde(default)]
    pub pilot: Pilot,
    /// The pilot's traits.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub traits: Vec<Trait>,
    /// Its leader.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub leader: Option<Leader>,
    /// Whether its formation is a fixed one.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub fixed: bool,
    /// Where and how it flies.
    pub start: Plane,
}

/// Whom an aircraft follows.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Leader {
    /// The leader's name.
    pub name: String,
    /// As what.
    pub role: Role,
}

/// Roles of followers (`18.g`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Role {
    /// Wingman.
    Wingman,
    /// Sub-flight leader.
    SubLeader,
}

/// `X.pilots`: classes of pilots, least experienced first.
/// Their limits: [`crate::rule::GREEN`], [`crate::rule::RECRUITS`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum Pilot {
    Recruit,
    Green,
    #[default]
    Regular,
    Veteran,
}

/// `X.pilots`: traits of pilots.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum Trait {
    Ace,
    Hero,
    CrackShot,
}

impl Scenario {
    /// The entry in the list of scenarios.
    pub(crate) fn info(&self, id: &str) -> ScenarioInfo {
        ScenarioInfo {
            id: id.to_owned(),
            title: self.title.clone(),
            text: self.text.clone(),
            sides: self.sides.clone(),
            aircraft: self.aircraft.len() as u16,
            minutes: self.minutes,
        }
    }
}
