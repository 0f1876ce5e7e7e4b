//! Two battles of the same density, one sixteen times as large: to see what size alone costs.

use serde_json::{Value, json};

/// Two battles of the same density.
#[derive(Clone, Copy)]
pub(crate) struct Crowd {
    /// Planes in the small battle and in the large one.
    pub(crate) planes: [usize; 2],
    /// Makes a battle of so many planes.
    pub(crate) battle: fn(planes: usize) -> Value,
}

/// Fast and Easy: Messerschmitts and Spitfires.
pub(crate) const FAST_AND_EASY: Crowd = Crowd { planes: [FEW, 128], battle: fast_and_easy };
/// Simple Fighting Wings: duels over Kent, side by side.
pub(crate) const FIGHTING_WINGS: Crowd = Crowd { planes: [2, 32], battle: fighting_wings };

/// Planes in the small battle of Fast and Easy.
const FEW: usize = 8;

/// Columns and rows of a duel of [`FEW`] planes; larger battles are such duels side by side, on a square of them.
const TILE: [usize; 2] = [20, 16];
/// Where the planes of a duel start: column and row in the tile.
const AXIS: [[usize; 2]; FEW / 2] = [[3, 7], [3, 8], [2, 5], [2, 4]];
const ALLIES: [[usize; 2]; FEW / 2] = [[12, 8], [12, 7], [13, 10], [13, 11]];

fn fast_and_easy(planes: usize) -> Value {
    let edge = (planes / FEW).isqrt();
    let hexes = |places: &[[usize; 2]]| -> Vec<String> {
        let tiles = (0..edge).flat_map(|y| (0..edge).map(move |x| (x * TILE[0], y * TILE[1])));
        let all = tiles.flat_map(|(x, y)| places.iter().map(move |[c, r]| (x + c, y + r)));
        all.map(|(column, row)| format!("{column:02}.{row:02}")).collect()
    };
    json!({
        "title": "Crowd",
        "board": {"columns": edge * TILE[0], "rows": edge * TILE[1]},
        "turns": 12,
        "escort": "axis",
        "groups": [
            {"name": "Schwarm", "side": "axis", "aircraft": "ME 109 E", "facing": 0, "hexes": hexes(&AXIS)},
            {"name": "Section", "side": "allies", "aircraft": "Spitfire I", "facing": 3, "hexes": hexes(&ALLIES)},
        ],
    })
}

fn fighting_wings(planes: usize) -> Value {
    let plane = |name: String, ty: &str, side: &str, (q, r): (usize, i32), heading: u16| {
        let start = json!({"hex": [q, r], "heading": heading, "altitude": 150, "speed": "5.5"});
        json!({"name": name, "type": ty, "side": side, "start": start})
    };
    let duel = |n: usize| {
        [
            plane(format!("A{n}"), "spitfire-mk1", "allies", (100 * n, 0), 90),
            plane(format!("X{n}"), "bf-109e-3", "axis", (100 * n + 14, -4), 270),
        ]
    };
    json!({
        "title": "Crowd",
        "turns": 15,
        "sides": {"allies": "RAF", "axis": "Luftwaffe"},
        "aircraft": (1..=planes / 2).flat_map(duel).collect::<Vec<_>>(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_battles_have_the_same_room_for_a_plane() {
        let room = |planes: usize| {
            let scenario = fast_and_easy(planes);
            let hexes =
                scenario["board"]["columns"].as_u64().unwrap() * scenario["board"]["rows"].as_u64().unwrap();
            let flying: usize = scenario["groups"]
                .as_array()
                .unwrap()
                .iter()
                .map(|g| g["hexes"].as_array().unwrap().len())
                .sum();
            assert_eq!(flying, planes);
            hexes as usize / planes
        };
        let [few, many] = FAST_AND_EASY.planes;
        assert_eq!(room(few), room(many));
    }
}
