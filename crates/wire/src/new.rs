//! Setting up a table.

use crate::live::ClockOrder;
use crate::reply::Pending;
use crate::{DiceChoice, Seat, Side};
use schemars::JsonSchema;
use serde::de::value::{MapAccessDeserializer, StrDeserializer};
use serde::de::{Error, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt;
use ts_rs::TS;

/// Sets up a table. What is said of seats is for a server, which has them to give: body of `POST /api/tables`.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct New {
    /// The game's id.
    pub game: String,
    /// A scenario's id, or a whole scenario: exactly what a scenario file holds.
    #[schemars(with = "IdOrObject")]
    #[ts(type = "string | Record<string, unknown>")]
    pub scenario: Value,
    /// Options put over those of the scenario.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "Record<string, unknown>")]
    pub options: Option<serde_json::Map<String, Value>>,
    /// Where chance comes from; a fresh secret seed when nothing is said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub dice: Option<TableDice>,
    /// Server: who flies each side, `human` or `pilot:<level>`.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    #[ts(optional, as = "Option<BTreeMap<Side, String>>")]
    pub seats: BTreeMap<Side, String>,
    /// Server: whether the maker gets every human side.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[ts(optional, as = "Option<bool>")]
    pub hot_seat: bool,
    /// Server: which side the maker gets, where there is a choice.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub mine: Option<Side>,
    /// Server: who may watch; whoever has the link when nothing is said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub watch: Option<Watch>,
    /// Server: the least time between two commands of a computer pilot, in milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub pace_ms: Option<u32>,
    /// Server: whether anybody may take the seat that the maker does not get.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[ts(optional, as = "Option<bool>")]
    pub open: bool,
    /// Server: how much time players have; all they want when nothing is said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub clock: Option<ClockOrder>,
}

impl New {
    /// The first field that only a server can heed, if one is given.
    pub fn of_a_server(&self) -> Option<&'static str> {
        let given = [
            ("seats", !self.seats.is_empty()),
            ("hot_seat", self.hot_seat),
            ("mine", self.mine.is_some()),
            ("watch", self.watch.is_some()),
            ("pace_ms", self.pace_ms.is_some()),
            ("open", self.open),
            ("clock", self.clock.is_some()),
        ];
        given.into_iter().find_map(|(field, given)| given.then_some(field))
    }
}

/// How a scenario is given: only its schema is used.
#[derive(JsonSchema)]
#[serde(untagged)]
#[expect(dead_code, reason = "describes a field that is read by the game")]
enum IdOrObject {
    /// An id.
    Id(String),
    /// A whole scenario.
    Object(serde_json::Map<String, Value>),
}

/// How the players of a table want their dice.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema, TS)]
#[serde(untagged)]
pub enum TableDice {
    /// `"seed"`: a fresh secret seed is drawn.
    #[default]
    #[serde(serialize_with = "word_seed")]
    #[schemars(with = "SeedWord")]
    #[ts(type = "\"seed\"")]
    Secret,
    /// A seed of one's own, faces in order, or dice thrown by people.
    Chosen(DiceChoice),
}

/// How a secret seed is asked for: only its schema is used.
#[derive(JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[expect(dead_code, reason = "describes a word")]
enum SeedWord {
    Seed,
}

fn word_seed<S: serde::Serializer>(to: S) -> Result<S::Ok, S::Error> {
    to.serialize_str("seed")
}

/// By hand, so that what is wrong in a choice is named by its path.
impl<'de> Deserialize<'de> for TableDice {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<TableDice, D::Error> {
        struct Given;

        impl<'de> Visitor<'de> for Given {
            type Value = TableDice;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("\"seed\", \"ask\", {\"seed\": …} or {\"script\": […]}")
            }

            fn visit_str<E: Error>(self, word: &str) -> Result<TableDice, E> {
                match word {
                    "seed" => Ok(TableDice::Secret),
                    other => DiceChoice::deserialize(StrDeserializer::new(other)).map(TableDice::Chosen),
                }
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<TableDice, A::Error> {
                DiceChoice::deserialize(MapAccessDeserializer::new(map)).map(TableDice::Chosen)
            }
        }

        from.deserialize_any(Given)
    }
}

/// Who may watch a table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "kebab-case")]
pub enum Watch {
    /// Whoever has the link for watchers.
    #[default]
    Link,
    /// Anybody; the table is listed.
    Anyone,
}

/// A table that was set up or loaded.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema, TS)]
pub struct Opened {
    /// The table's id, for all further requests.
    pub table: String,
    /// Who owes the first decision.
    pub pending: Pending,
    /// Seats that the maker's browser holds, at a server.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub seats: Option<Vec<Seat>>,
    /// Secret links, at a server: shown this once.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub links: Option<Links>,
}

/// Secret links as paths.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema, TS)]
pub struct Links {
    /// For a seat of the Allies, if people fly them.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub allies: Option<String>,
    /// For a seat of the Axis, if people fly them.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub axis: Option<String>,
    /// For watchers.
    pub watch: String,
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn dice_are_read_as_people_write_them() {
        let read = |dice: Value| serde_json::from_value::<TableDice>(dice);
        assert!(matches!(read(json!("seed")), Ok(TableDice::Secret)));
        assert!(matches!(read(json!("ask")), Ok(TableDice::Chosen(DiceChoice::Ask))));
        assert!(matches!(read(json!({"seed": 42})), Ok(TableDice::Chosen(DiceChoice::Seed(_)))));
        assert!(read(json!("loaded")).is_err());
    }

    #[test]
    fn fields_of_a_server_are_named() {
        let new = |more: Value| {
            let mut json = json!({"game": "bids", "scenario": "three"});
            json.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
            serde_json::from_value::<New>(json).unwrap()
        };
        assert_eq!(new(json!({"dice": "seed"})).of_a_server(), None);
        assert_eq!(new(json!({"seats": {"axis": "pilot:simple"}})).of_a_server(), Some("seats"));
        assert_eq!(new(json!({"watch": "link"})).of_a_server(), Some("watch"));
    }
}
