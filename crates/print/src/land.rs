//! What the map looks like under its grid, as the scenario says: shores, rivers and names.

use crate::escaped;
use std::fmt::Write;
use table::{Ground, Scenery};

/// Places of a scenery are in thousandths of the map.
const WHOLE: i64 = 1000;
const LAND: &str = "#d9dcb8";
const WATER: &str = "#aac5cd";
const SHORE: &str = "#b9b98f";
/// How large names are written.
const LETTERS: i32 = 34;
/// The narrowest and the widest river.
const RIVER: (i32, i32) = (6, 22);
/// A name nearer to the edge than this ends or begins there, so that all of it is on the map.
const EDGE: i16 = 150;

type Point = (i32, i32);

/// The scenery of a map of this size, drawn over its sea.
pub(crate) fn drawn(scenery: &Scenery, (width, height): (i32, i32)) -> String {
    let scaled = |part: i16, whole: i32| (i64::from(part) * i64::from(whole) / WHOLE) as i32;
    let point = |[x, y]: &[i16; 2]| (scaled(*x, width), scaled(*y, height));
    let mut svg = String::new();
    let colour = match scenery.ground {
        Ground::Sea => LAND,
        Ground::Land => {
            let _ = write!(svg, "<rect width=\"{width}\" height=\"{height}\" fill=\"{LAND}\"/>");
            WATER
        }
    };
    for shore in scenery.shores.iter().filter(|shore| shore.len() > 2) {
        let line = around(&shore.iter().map(point).collect::<Vec<Point>>());
        let _ = write!(svg, "<path d=\"{line}\" fill=\"{colour}\" stroke=\"{SHORE}\" stroke-width=\"2\"/>");
    }
    let wide = (width.min(height) / 100).clamp(RIVER.0, RIVER.1);
    for river in scenery.rivers.iter().filter(|river| river.len() > 1) {
        let line = along(&river.iter().map(point).collect::<Vec<Point>>());
        let _ = write!(
            svg,
            "<path d=\"{line}\" fill=\"none\" stroke=\"{WATER}\" stroke-width=\"{wide}\" stroke-linecap=\"round\"/>"
        );
    }
    for place in &scenery.places {
        let (x, y) = point(&place.at);
        let anchor = match place.at[0] {
            ..EDGE => "start",
            east if i64::from(east) > WHOLE - i64::from(EDGE) => "end",
            _ => "middle",
        };
        let _ = write!(
            svg,
            "<text x=\"{x}\" y=\"{y}\" text-anchor=\"{anchor}\" font-size=\"{LETTERS}\" font-style=\"italic\" \
             letter-spacing=\"2\" fill=\"#5f6761\" fill-opacity=\".8\">{}</text>",
            escaped(&place.name)
        );
    }
    svg
}

/// A smooth line through points, from the first to the last.
fn along(points: &[Point]) -> String {
    let last = points.len() - 1;
    let piece =
        |n: usize| curve([points[n.saturating_sub(1)], points[n], points[n + 1], points[(n + 2).min(last)]]);
    (0..last).fold(begun(points[0]), |line, n| line + &piece(n))
}

/// A smooth line round all these points.
fn around(points: &[Point]) -> String {
    let count = points.len();
    let piece = |n: usize| curve([n + count - 1, n, n + 1, n + 2].map(|n| points[n % count]));
    (0..count).fold(begun(points[0]), |line, n| line + &piece(n)) + "Z"
}

fn begun((x, y): Point) -> String {
    format!("M{x} {y}")
}

/// The piece of a Catmull–Rom line from the second of four points to the third.
fn curve([before, from, to, after]: [Point; 4]) -> String {
    let leaving = (from.0 + (to.0 - before.0) / 6, from.1 + (to.1 - before.1) / 6);
    let arriving = (to.0 - (after.0 - from.0) / 6, to.1 - (after.1 - from.1) / 6);
    format!("C{} {} {} {} {} {}", leaving.0, leaving.1, arriving.0, arriving.1, to.0, to.1)
}
