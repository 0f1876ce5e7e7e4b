//! One aircraft with many complete moves: how long it takes to list them all.

use serde_json::{Value, json};

/// Makes a position whose first aircraft is to be moved.
pub(crate) struct Enumeration {
    /// What is listed.
    pub(crate) what: &'static str,
    /// The position.
    pub(crate) position: fn() -> Value,
}

/// Spitfire: a Messerschmitt at speed 12, free to climb, fly level and dive to any depth, with enemies ahead and astern at its
/// own altitude and below.
pub(crate) const SPITFIRE: Enumeration = Enumeration {
    what: "an aircraft at speed 12 under every altitude and speed decision",
    position: spitfire,
};

fn spitfire() -> Value {
    json!({
        "title": "Twelve points",
        "kind": "air-superiority",
        "period": 4,
        "first": "axis",
        "types": {"allies": "Spitfire-V", "axis": "Bf.109F"},
        "aircraft": [
            {"player": "first", "hex": "3020", "facing": "N", "altitude": 15, "speed": 12},
            {"player": "first", "hex": "3221", "facing": "N", "altitude": 15, "speed": 12},
            {"player": "first", "hex": "2821", "facing": "N", "altitude": 15, "speed": 12},
            {"player": "second", "hex": "3014", "facing": "SE", "altitude": 15, "speed": 9},
            {"player": "second", "hex": "2617", "facing": "SE", "altitude": 14, "speed": 9},
            {"player": "second", "hex": "3326", "facing": "NW", "altitude": 12, "speed": 9},
        ],
    })
}
