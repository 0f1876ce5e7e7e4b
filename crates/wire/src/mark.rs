//! What tells one history of a table from another.

use schemars::JsonSchema;
use serde::{Serialize, Serializer};
use ts_rs::TS;

/// Tells a change of a server's table from every other, whatever its number: 16 hexadecimal digits, drawn at random. What a client has is
/// good only if `seq` and mark agree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, JsonSchema, TS)]
#[schemars(transparent)]
#[ts(type = "string")]
pub struct Mark(#[schemars(with = "String")] pub u64);

impl Serialize for Mark {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&format_args!("{:016x}", self.0))
    }
}
