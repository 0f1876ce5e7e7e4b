use super::*;
use sky::{Board, Edge};

fn hex(text: &str) -> Hex {
    read_hex(text).unwrap()
}

fn neighbours(text: &str) -> Vec<String> {
    (0..6).map(|n| hex_name(hex(text).ahead(Facing(n).side(0), 1))).collect()
}

#[test]
fn ex_01_hex_5810_and_its_neighbours() {
    assert_eq!(hex("5810"), Hex::new(58, -19), "{}", rule::MAP);
    assert_eq!(neighbours("5810"), ["5809", "5910", "5911", "5811", "5711", "5710"]);
}

#[test]
fn ex_02_hex_3107_and_its_neighbours() {
    assert_eq!(hex("3107"), Hex::new(31, -9));
    assert_eq!(neighbours("3107"), ["3106", "3206", "3207", "3108", "3007", "3006"]);
}

#[test]
fn ex_03_the_six_rows_from_3020() {
    let rows = [
        ["3019", "3018", "3017"],
        ["3120", "3219", "3319"],
        ["3121", "3221", "3322"],
        ["3021", "3022", "3023"],
        ["2921", "2821", "2722"],
        ["2920", "2819", "2719"],
    ];
    for (n, row) in rows.iter().enumerate() {
        for to in row {
            for facing in 0..6 {
                let ahead = on_row(hex("3020"), Facing(facing), 0, hex(to));
                assert_eq!(ahead, usize::from(facing) == n, "{to} facing {facing}");
            }
        }
    }
}

#[test]
fn ex_04_distances() {
    assert_eq!(hex("3020").distance(hex("2915")), 6);
    assert_eq!(hex("0102").distance(hex("0302")), 2);
    assert!((0..6).all(|n| !on_row(hex("0102"), Facing(n), 0, hex("0302"))));
    assert_eq!(hex("5415").distance(hex("2021")), 34);
}

#[test]
fn ex_05_the_edge_crossed_is_decided_by_column_first() {
    let board = Board { grid: GRID, columns: 59, rows: 33 };
    let edge =
        |from: &str, way: &str| board.beyond(hex(from).ahead(Facing::hexside(way).unwrap().side(0), 1));
    assert_eq!(edge("5920", "SE"), Some(Edge::East), "{}", rule::MAP);
    assert_eq!(edge("5901", "NE"), Some(Edge::East));
    assert_eq!(edge("5833", "SE"), Some(Edge::South));
    assert_eq!(edge("3033", "SW"), Some(Edge::South));
    assert_eq!(edge("2901", "NE"), Some(Edge::North));
    assert_eq!(edge("0101", "NW"), Some(Edge::West));
    assert_eq!(edge("0201", "NW"), None);
}

#[test]
fn facings_have_one_name_each() {
    for n in 0..6 {
        assert_eq!(Facing::hexside(Facing(n).name(false)), Some(Facing(n)), "{FACING_RULE}");
        assert_eq!(Facing::corner(Facing(n).name(true)), Some(Facing(n)), "{}", rule::FACING);
    }
    assert_eq!(Facing::new(6), None);
    assert_eq!(read_hex("30a0"), None);
    assert_eq!(read_hex("30200"), None);
}
