//! Aircraft by name: a person writes `red-1` where a command holds the aircraft's number.

use serde::de::value::{MapDeserializer, SeqDeserializer};
use serde::de::{DeserializeOwned, Deserializer, Error, IntoDeserializer, Visitor};
use serde::forward_to_deserialize_any;
use serde_json::Value;
use std::cell::Cell;
use std::collections::BTreeMap;
use table::PieceId;
use table::view::View;
use wire::Misread;

/// The most aircraft that a command may name instead of numbering them: no game's longest command has half as many.
const MOST_NAMES: usize = 40;

/// Reads JSON in which aircraft may be named, in one pass. A name is looked for where the type has a [`PieceId`] and nowhere else: other
/// words stay as they are, whatever the aircraft are called.
pub(crate) fn read<T: DeserializeOwned>(json: &Value, names: &Names) -> Result<T, Misread> {
    let found = Cell::new(0);
    wire::with_paths(Named { json, names, found: &found })
}

/// A value in which aircraft may be named.
#[derive(Clone, Copy)]
struct Named<'a> {
    json: &'a Value,
    names: &'a Names,
    /// Names found so far.
    found: &'a Cell<usize>,
}

impl<'a> Named<'a> {
    fn with(self, json: &'a Value) -> Named<'a> {
        Named { json, ..self }
    }

    /// The number of the aircraft that is named here.
    fn number(self, name: &str) -> Result<u16, serde_json::Error> {
        if self.found.replace(self.found.get() + 1) == MOST_NAMES {
            let says = format!("a command names at most {MOST_NAMES} aircraft: give numbers instead");
            return Err(serde_json::Error::custom(says));
        }
        self.names.find(name).map(|id| id.0).ok_or_else(|| {
            let (name, known) = (shortened(name), self.names.list());
            serde_json::Error::custom(format!("no aircraft is called '{name}'; there are: {known}"))
        })
    }
}

impl<'de> Deserializer<'de> for Named<'de> {
    type Error = serde_json::Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Self::Error> {
        match self.json {
            Value::Array(list) => {
                let mut items = SeqDeserializer::new(list.iter().map(|item| self.with(item)));
                let read = visitor.visit_seq(&mut items)?;
                items.end().map(|()| read)
            }
            Value::Object(fields) => {
                let mut entries = MapDeserializer::new(
                    fields.iter().map(|(name, value)| (name.as_str(), self.with(value))),
                );
                let read = visitor.visit_map(&mut entries)?;
                entries.end().map(|()| read)
            }
            plain => plain.deserialize_any(visitor),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Self::Error> {
        if self.json.is_null() { visitor.visit_none() } else { visitor.visit_some(self) }
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Self::Error> {
        match self.json {
            Value::Object(fields) => {
                let entries = fields.iter().map(|(name, value)| (name.as_str(), self.with(value)));
                let one = serde::de::value::MapAccessDeserializer::new(MapDeserializer::new(entries));
                one.deserialize_enum(name, variants, visitor)
            }
            plain => plain.deserialize_enum(name, variants, visitor),
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value, Self::Error> {
        match self.json {
            Value::String(word) if name == "PieceId" => {
                visitor.visit_newtype_struct(self.number(word)?.into_deserializer())
            }
            _ => visitor.visit_newtype_struct(self),
        }
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit unit_struct seq tuple
        tuple_struct map struct identifier ignored_any
    }
}

impl<'de> IntoDeserializer<'de, serde_json::Error> for Named<'de> {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}

/// The aircraft of a position by their slugs. A slug shared by several names nobody.
pub(crate) struct Names(BTreeMap<String, Option<PieceId>>);

impl Names {
    pub(crate) fn of(view: &View) -> Names {
        let mut names = BTreeMap::new();
        for aircraft in &view.aircraft {
            let id = Some(aircraft.id);
            names.entry(slug(&aircraft.name)).and_modify(|seen| *seen = None).or_insert(id);
        }
        Names(names)
    }

    pub(crate) fn find(&self, name: &str) -> Option<PieceId> {
        self.0.get(&slug(name)).copied().flatten()
    }

    /// What may be written, for a refusal: the first dozen names.
    pub(crate) fn list(&self) -> String {
        const SHOWN: usize = 12;
        let known: Vec<&str> =
            self.0.iter().filter(|(_, id)| id.is_some()).map(|(n, _)| n.as_str()).collect();
        let more = if known.len() > SHOWN { ", …" } else { "" };
        format!("{}{more}", known[..known.len().min(SHOWN)].join(", "))
    }
}

/// Whether two ways of writing mean the same name.
pub fn same_name(a: &str, b: &str) -> bool {
    slug(a) == slug(b)
}

/// The longest name: what comes after that is not looked at.
const LONGEST: usize = 200;

/// A name as it is quoted in an answer.
pub(crate) fn shortened(name: &str) -> String {
    name.chars().take(LONGEST).collect()
}

/// A name in small letters, with one hyphen for each run of anything but letters and digits.
fn slug(name: &str) -> String {
    let mut slug = String::new();
    for c in name.chars().take(LONGEST).flat_map(char::to_lowercase) {
        if c.is_alphanumeric() {
            slug.push(c);
        } else if !slug.is_empty() && !slug.ends_with('-') {
            slug.push('-');
        }
    }
    slug.trim_end_matches('-').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn names(of: &[(&str, u16)]) -> Names {
        Names(of.iter().map(|(name, id)| (slug(name), Some(PieceId(*id)))).collect())
    }

    #[test]
    fn a_name_is_found_however_it_is_written() {
        let names = names(&[("Red Section 1", 4), ("Gelb 2", 7)]);
        for text in ["Red Section 1", "red-section-1", "RED  SECTION 1", "red_section_1"] {
            assert_eq!(names.find(text), Some(PieceId(4)), "{text}");
        }
        assert_eq!(names.find("red-1"), None);
    }

    #[derive(Debug, PartialEq, serde::Deserialize)]
    #[serde(rename_all = "kebab-case")]
    enum Said {
        Fire(Vec<Shot>),
        Buy { aircraft: Vec<String> },
        Wait,
    }

    #[derive(Debug, PartialEq, serde::Deserialize)]
    struct Shot {
        aircraft: PieceId,
        target: Option<PieceId>,
    }

    #[test]
    fn names_stand_for_numbers_where_aircraft_are_meant_and_nowhere_else() {
        let names = names(&[("Red 1", 4), ("Gelb 2", 7)]);
        let said = |json: Value| read::<Said>(&json, &names);
        let shot =
            |aircraft, target: Option<u16>| Shot { aircraft: PieceId(aircraft), target: target.map(PieceId) };
        let fire = json!({"fire": [{"aircraft": "red-1", "target": 7}, {"aircraft": 7, "target": null}]});
        assert_eq!(said(fire), Ok(Said::Fire(vec![shot(4, Some(7)), shot(7, None)])));
        assert_eq!(
            said(json!({"buy": {"aircraft": ["Red 1"]}})),
            Ok(Said::Buy { aircraft: vec!["Red 1".into()] })
        );
        assert_eq!(said(json!("wait")), Ok(Said::Wait));
        let lost = said(json!({"fire": [{"aircraft": 4, "target": "blau"}]})).unwrap_err();
        assert_eq!(
            (lost.path.as_str(), lost.says.starts_with("no aircraft is called 'blau'")),
            ("fire[0].target", true)
        );
        let many = vec![json!({"aircraft": "red-1"}); MOST_NAMES + 1];
        let lost = said(json!({ "fire": many })).unwrap_err();
        assert_eq!((lost.path.as_str(), lost.says.contains("at most 40")), ("fire[40].aircraft", true));
    }
}
