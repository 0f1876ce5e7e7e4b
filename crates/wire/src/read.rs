//! Reading JSON so that whatever is wrong is named by its path.

use serde::de::{Deserialize, DeserializeOwned, Deserializer};
use serde_json::Value;

/// A field that could not be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Misread {
    /// Path of the field: `groups[0].hexes[2]`; empty for the whole.
    pub path: String,
    /// What is wrong.
    pub says: String,
}

/// Reads JSON. A field that is missing is named like one that is wrong.
pub fn read<T: DeserializeOwned>(value: Value) -> Result<T, Misread> {
    with_paths(value)
}

/// Reads the text of a JSON value; the way to a field is followed only if something is wrong.
pub fn read_text<T: DeserializeOwned>(text: &str) -> Result<T, Misread> {
    serde_json::from_str(text).or_else(|_| with_paths(&mut serde_json::Deserializer::from_str(text)))
}

/// Reads from anything that tells what is wrong by an error of JSON.
pub fn with_paths<'de, T, D>(from: D) -> Result<T, Misread>
where
    T: Deserialize<'de>,
    D: Deserializer<'de, Error = serde_json::Error>,
{
    serde_path_to_error::deserialize(from).map_err(|e| {
        let (says, position) = (e.inner().to_string(), e.inner());
        // The place in the text helps nobody who knows the path.
        let position = format!(" at line {} column {}", position.line(), position.column());
        let says = says.strip_suffix(&position).map(str::to_owned).unwrap_or(says);
        let path = e.path().to_string();
        let path = if path == "." { String::new() } else { path };
        let missing = says.strip_prefix("missing field `").and_then(|rest| rest.split('`').next());
        let path = match missing {
            Some(field) if path.is_empty() => field.to_owned(),
            Some(field) => format!("{path}.{field}"),
            None => path,
        };
        Misread { path, says }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::Deserialize;
    use serde_json::json;
    use std::collections::BTreeMap;
    use table::Side;

    #[derive(Deserialize, Debug)]
    #[serde(deny_unknown_fields)]
    struct Outer {
        #[expect(dead_code, reason = "only read")]
        list: Vec<Inner>,
    }

    #[derive(Deserialize, Debug)]
    #[serde(deny_unknown_fields)]
    struct Inner {
        #[expect(dead_code, reason = "only read")]
        n: u8,
    }

    #[test]
    fn wrong_unknown_and_missing_fields_are_all_named() {
        let path = |value: Value| read::<Outer>(value).unwrap_err().path;
        assert_eq!(path(json!({"list": [{"n": 1}, {"n": -1}]})), "list[1].n");
        assert_eq!(path(json!({"list": [{"n": 1, "m": 1}]})), "list[0].m");
        assert_eq!(path(json!({"list": [{}]})), "list[0].n");
        assert_eq!(path(json!({})), "list");
        assert_eq!(path(json!(3)), "");
    }

    #[test]
    fn a_side_that_is_the_key_of_a_map_is_named() {
        let path = |value: Value| read::<BTreeMap<Side, i32>>(value).unwrap_err().path;
        assert_eq!(path(json!({"axis": 1, "allies": "many"})), "allies");
        assert_eq!(path(json!({"neutrals": 1})), "neutrals");
    }
}
