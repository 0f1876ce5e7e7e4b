//! One aircraft with many complete moves: how long it takes to list them all.

use serde_json::{Value, json};

/// Makes a position whose first aircraft is to be moved.
pub(crate) struct Enumeration {
    /// What is listed.
    pub(crate) what: &'static str,
    /// What its moves are called.
    pub(crate) moves_are: &'static str,
    /// The position.
    pub(crate) position: fn() -> Value,
}

/// Spitfire: a Messerschmitt at speed 12, free to climb, fly level and dive to any depth, with enemies ahead and astern at its
/// own altitude and below.
pub(crate) const SPITFIRE: [Enumeration; 1] = [Enumeration {
    what: "an aircraft at speed 12 under every altitude and speed decision",
    moves_are: "distinct complete moves",
    position: spitfire,
}];

/// Simple Fighting Wings: the ends of the short list at combat speed, and in the worst case found.
pub(crate) const FIGHTING_WINGS: [Enumeration; 2] = [
    Enumeration {
        what: "the short list of a Spitfire at speed 6",
        moves_are: "ends",
        position: || fighting_wings("spitfire-mk1", "6.0", ("LVL", "level")),
    },
    Enumeration {
        what: "the short list of a diving Fw 190 at speed 10",
        moves_are: "ends",
        position: || fighting_wings("fw-190a-8", "10.0", ("RB", "dive")),
    },
];

fn fighting_wings(ty: &str, speed: &str, (bank, nose): (&str, &str)) -> Value {
    let plane = |hex: [i32; 2], speed: &str, bank: &str, nose: &str| json!({"hex": hex, "heading": 90, "altitude": 150, "speed": speed, "bank": bank, "nose": nose, "number": 3});
    json!({
        "title": "A move",
        "turns": 15,
        "sides": {"allies": "RAF", "axis": "Luftwaffe"},
        "aircraft": [
            {"name": "A1", "type": ty, "side": "allies", "start": plane([0, 0], speed, bank, nose)},
            {"name": "X1", "type": "bf-109e-3", "side": "axis", "start": plane([900, 0], "5.0", "LVL", "level")},
        ],
        "now": {"turn": 1, "stage": {"move": 1}, "briefed": [true, true], "pursued": [0, 0]},
    })
}

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
