//! On which line of a file a field stands.

use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use std::fmt;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// One step of a path such as `groups[2].hexes`.
enum Step<'a> {
    Key(&'a str),
    Index(usize),
}

fn steps(path: &str) -> Vec<Step<'_>> {
    let parts = path.split(['.', '[']).map(|part| part.trim_end_matches(']')).filter(|part| !part.is_empty());
    parts.map(|part| part.parse().map_or(Step::Key(part), Step::Index)).collect()
}

/// The line of a field in a TOML text, from 1. If the field is missing, the line of the nearest table or list around it.
pub(crate) fn toml_line(text: &str, path: &str) -> usize {
    let Ok(root) = DeTable::parse(text) else { return 1 };
    let mut at = 0;
    let mut steps = steps(path).into_iter();
    let Some(Step::Key(first)) = steps.next() else { return 1 };
    let Some(mut value) = entry(root.get_ref(), first, &mut at) else { return 1 };
    for step in steps {
        let next = match (step, value.get_ref()) {
            (Step::Key(key), DeValue::Table(table)) => entry(table, key, &mut at),
            (Step::Index(n), DeValue::Array(items)) => items.get(n).inspect(|item| at = item.span().start),
            _ => None,
        };
        let Some(next) = next else { break };
        value = next;
    }
    line_at(text, at)
}

fn entry<'t, 'i>(table: &'t DeTable<'i>, name: &str, at: &mut usize) -> Option<&'t Spanned<DeValue<'i>>> {
    let (key, value) = table.iter().find(|(key, _)| key.get_ref() == name)?;
    *at = key.span().start;
    Some(value)
}

pub(crate) fn line_at(text: &str, offset: usize) -> usize {
    text.as_bytes()[..offset.min(text.len())].iter().filter(|b| **b == b'\n').count() + 1
}

/// The line of a field in a JSON text, from 1. If the field is missing, the line on which the object or list around it ends.
pub(crate) fn json_line(text: &str, path: &str) -> usize {
    let mut reader = serde_json::Deserializer::from_str(text);
    let found = Seek(&steps(path)).deserialize(&mut reader);
    found.err().map_or(1, |stop| stop.line().max(1))
}

/// Reads up to a field and stops there with an error, because an error knows its line.
struct Seek<'a>(&'a [Step<'a>]);

impl<'de> DeserializeSeed<'de> for Seek<'_> {
    type Value = ();
    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Seek<'_> {
    type Value = ();

    // The search ends at whatever is neither a list nor an object.
    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("nothing further")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        let Some((Step::Key(wanted), rest)) = self.0.split_first() else {
            return Err(A::Error::custom("here"));
        };
        while let Some(key) = map.next_key::<String>()? {
            if key == *wanted {
                return map.next_value_seed(Seek(rest));
            }
            map.next_value::<serde::de::IgnoredAny>()?;
        }
        Err(A::Error::custom("here"))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<(), A::Error> {
        let Some((Step::Index(wanted), rest)) = self.0.split_first() else {
            return Err(A::Error::custom("here"));
        };
        for _ in 0..*wanted {
            if seq.next_element::<serde::de::IgnoredAny>()?.is_none() {
                return Err(A::Error::custom("here"));
            }
        }
        seq.next_element_seed(Seek(rest))?;
        Err(A::Error::custom("here"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TOML: &str = "title = \"x\"\n\n[[groups]]\nname = \"a\"\nhexes = [\n  \"1\",\n  \"2\",\n]\n\n[[groups]]\nname = \"b\"\n";

    #[test]
    fn fields_of_a_toml_file_are_found_by_path() {
        let line = |path: &str| toml_line(TOML, path);
        assert_eq!(line("title"), 1);
        assert_eq!(line("groups[0].hexes"), 5);
        assert_eq!(line("groups[0].hexes[1]"), 7);
        assert_eq!(line("groups[1].name"), 11);
        assert_eq!(line("groups[1].facing"), 10, "a missing field is named where its group begins");
        assert_eq!(line("nowhere"), 1);
        assert_eq!(toml_line("not toml [", "a"), 1);
    }

    const JSON: &str = "{\n \"title\": \"x\",\n \"groups\": [\n  {\"name\": \"a\",\n   \"hexes\": [\n    \"1\",\n    \"2\"]},\n  {\"name\":\n   4}\n ]\n}\n";

    #[test]
    fn fields_of_a_json_file_are_found_by_path() {
        let line = |path: &str| json_line(JSON, path);
        assert_eq!(line("title"), 2);
        assert_eq!(line("groups[0].hexes[1]"), 7);
        assert_eq!(line("groups[1].name"), 9);
    }
}
