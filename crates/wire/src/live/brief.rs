//! Log entries as they are sent with changes and replays: without the fields that are null or empty, which most of them are.

use crate::LogEntry;
use serde::ser::{Serialize, SerializeMap, Serializer};

/// Writes entries, each without what is null or empty in it.
pub(super) fn entries<S: Serializer>(entries: &[LogEntry], to: S) -> Result<S::Ok, S::Error> {
    to.collect_seq(entries.iter().map(Brief))
}

struct Brief<'a>(&'a LogEntry);

impl Serialize for Brief<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let LogEntry { seq, line, kind, text, rules, side, actor, target, dice, path, calculation } = self.0;
        let mut map = to.serialize_map(None)?;
        map.serialize_entry("seq", seq)?;
        map.serialize_entry("line", line)?;
        map.serialize_entry("kind", kind)?;
        map.serialize_entry("text", text)?;
        map.serialize_entry("rules", rules)?;
        if let Some(side) = side {
            map.serialize_entry("side", side)?;
        }
        if let Some(actor) = actor {
            map.serialize_entry("actor", actor)?;
        }
        if let Some(target) = target {
            map.serialize_entry("target", target)?;
        }
        if !dice.is_empty() {
            map.serialize_entry("dice", dice)?;
        }
        if !path.is_empty() {
            map.serialize_entry("path", path)?;
        }
        if let Some(calculation) = calculation {
            map.serialize_entry("calculation", calculation)?;
        }
        map.end()
    }
}
