//! What players are told of a scenario before they fly it, and what its map looks like. None of it has a meaning for the rules.

use crate::{Flaw, Side};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use ts_rs::TS;

/// The words of a briefing, as a scenario file holds them. How a game is won, how long it is and who takes part is not written here: it
/// follows from the rest of the file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(default, deny_unknown_fields)]
pub struct BriefingText {
    /// What happened, in two to four sentences.
    pub story: String,
    /// What each side is to do.
    #[ts(as = "BTreeMap<Side, String>")]
    pub task: BTreeMap<Side, String>,
    /// How even the fight is, where that is known.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub balance: String,
}

impl BriefingText {
    /// Whether nothing is written. Such a briefing is left out of a file.
    pub fn is_empty(&self) -> bool {
        *self == BriefingText::default()
    }

    /// What players would miss. Nobody needs a briefing to play, so none of it forbids the scenario.
    pub fn missing(&self) -> Vec<Flaw> {
        let lacks = |text: Option<&String>| text.is_none_or(|text| text.trim().is_empty());
        let story = lacks(Some(&self.story)).then(|| {
            Flaw::new("briefing.story", "players are not told what happened: write two to four sentences")
        });
        let task = |side: Side| {
            lacks(self.task.get(&side)).then(|| {
                let says = "this side is not told its task: write a sentence or two";
                Flaw::new(format!("briefing.task.{}", side.word()), says)
            })
        };
        story.into_iter().chain(Side::BOTH.into_iter().filter_map(task)).collect()
    }
}

/// What a scenario file tells its players.
#[derive(Clone, Copy, Debug)]
pub struct Told<'a> {
    /// What it is about, in a sentence.
    pub summary: &'a str,
    /// Playing time in minutes, if known.
    pub minutes: Option<u16>,
    /// The words of the briefing.
    pub words: &'a BriefingText,
}

/// What the map looks like under its grid. Places are in thousandths of the map from its north-west corner: `[east, south]`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(default, deny_unknown_fields)]
pub struct Scenery {
    /// What most of the map is.
    pub ground: Ground,
    /// Outlines of land in the sea, or of water on land, by their corners; they are drawn round.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub shores: Vec<Vec<[i16; 2]>>,
    /// Rivers, by points along them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub rivers: Vec<Vec<[i16; 2]>>,
    /// Names on the map.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub places: Vec<PlaceName>,
}

/// What most of a map is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "kebab-case")]
pub enum Ground {
    /// Sea.
    #[default]
    Sea,
    /// Land.
    Land,
}

/// A name on the map.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct PlaceName {
    /// The name.
    pub name: String,
    /// Where it stands.
    pub at: [i16; 2],
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_briefing_lacks_what_is_blank() {
        let mut text = BriefingText { story: " ".into(), ..BriefingText::default() };
        text.task.insert(Side::Axis, "Bomb the yard.".into());
        let paths: Vec<String> = text.missing().into_iter().map(|flaw| flaw.path).collect();
        assert_eq!(paths, ["briefing.story", "briefing.task.allies"]);
    }
}
