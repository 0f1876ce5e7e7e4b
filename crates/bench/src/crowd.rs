//! Two battles of the same density, one sixteen times as large: to see what size alone costs.

use serde_json::{Value, json};

/// Makes a battle of so many planes.
pub(crate) type Crowd = fn(planes: usize) -> Value;

/// Planes in the small battle.
pub(crate) const FEW: usize = 8;
/// Planes in the large one.
pub(crate) const MANY: usize = 128;

/// Columns and rows of a duel of [`FEW`] planes; larger battles are such duels side by side, on a square of them.
const TILE: [usize; 2] = [20, 16];
/// Where the planes of a duel start: column and row in the tile.
const AXIS: [[usize; 2]; FEW / 2] = [[3, 7], [3, 8], [2, 5], [2, 4]];
const ALLIES: [[usize; 2]; FEW / 2] = [[12, 8], [12, 7], [13, 10], [13, 11]];

/// Fast and Easy: Messerschmitts and Spitfires.
pub(crate) fn fast_and_easy(planes: usize) -> Value {
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
        assert_eq!(room(FEW), room(MANY));
    }
}
