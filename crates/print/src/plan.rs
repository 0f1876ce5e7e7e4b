//! Silhouettes: an aircraft from above, nose up, drawn from its shape in tenths of a pixel.

use std::fmt::Write;
use table::view::{EngineAt, Shape, Tail, Wing};

/// A drawing around the origin.
pub(crate) struct Plan {
    /// Shapes that take their fill from whoever uses them.
    pub(crate) body: String,
    /// Size of the national marking.
    pub(crate) sign: i32,
    /// Where it goes on the right wing.
    pub(crate) sign_at: (i32, i32),
}

/// The shape for an aircraft whose own is unknown: a plain fighter.
pub(crate) fn plain() -> Shape {
    Shape { span_dm: 100, length_dm: 90, engines: 1, ..Shape::default() }
}

/// Draws a shape. Large aircraft are drawn larger, but not to scale: all must fit a hex.
pub(crate) fn drawn(shape: &Shape) -> Plan {
    let span = i32::from(shape.span_dm.clamp(60, 500));
    let length = i32::from(shape.length_dm.clamp(40, 400));
    let half = (260 + span * 8 / 10) / 2;
    let long = (2 * half * length / span).clamp(half, half * 5 / 2);
    let (nose, tail) = (-long * 42 / 100, long * 58 / 100);
    let chord = half * 42 / 100;
    let mut body = String::new();
    wings(&mut body, shape.wing, half, chord);
    let hull = if shape.tail == Tail::TwinBoom {
        booms(&mut body, half, chord, tail);
        chord
    } else {
        tail
    };
    fuselage(&mut body, shape, half, nose, hull);
    tailplane(&mut body, shape.tail, half, tail);
    engines(&mut body, shape, half, chord, nose);
    Plan { body, sign: (half * 17 / 100).max(32), sign_at: (half * 62 / 100, -chord / 10) }
}

fn wings(body: &mut String, wing: Wing, half: i32, chord: i32) {
    let lead = -chord * 6 / 10;
    let trail = chord * 4 / 10;
    let wing = match wing {
        Wing::Elliptical => format!(
            "M0 {lead}C{a} {lead} {half} {b} {half} {c}C{half} {d} {a} {trail} 0 {trail}C-{a} {trail}-{half} {d}-{half} {c}C-{half} {b}-{a} {lead} 0 {lead}z",
            a = half * 6 / 10,
            b = lead / 2,
            c = -chord / 12,
            d = trail * 6 / 10,
        ),
        Wing::Tapered => panel(half, lead, trail, chord / 8, half / 12),
        Wing::Square | Wing::Biplane => panel(half, lead, trail, chord / 10, 0),
        Wing::Swept => {
            let back = chord * 7 / 10;
            format!(
                "M0 {}L{half} {back}v{t}L0 {trail}L-{half} {}v-{t}z",
                lead - chord / 4,
                back + chord / 3,
                t = chord / 3
            )
        }
        Wing::Gull => format!(
            "M0 {lead}L{k} {}L{half} {}v{t}L{k} {trail}L0 {}L-{k} {trail}L-{half} {}v-{t}L-{k} {}z",
            lead + chord / 6,
            lead + chord / 3,
            trail - chord / 6,
            lead + chord / 3 + chord * 45 / 100,
            lead + chord / 6,
            k = half * 35 / 100,
            t = chord * 45 / 100,
        ),
    };
    let _ = write!(body, "<path d=\"{wing}\"/>");
}

/// A tapered wing: `taper` is taken from each edge at the tip, `round` rounds the tip.
fn panel(half: i32, lead: i32, trail: i32, taper: i32, round: i32) -> String {
    let (tip_lead, tip_trail) = (lead + taper, trail - taper * 3 / 2);
    let inner = half - round;
    let middle = (tip_lead + tip_trail) / 2;
    format!(
        "M0 {lead}L{inner} {tip_lead}Q{half} {tip_lead} {half} {middle}Q{half} {tip_trail} {inner} {tip_trail}L0 {trail}\
         L-{inner} {tip_trail}Q-{half} {tip_trail}-{half} {middle}Q-{half} {tip_lead}-{inner} {tip_lead}z"
    )
}

fn fuselage(body: &mut String, shape: &Shape, half: i32, nose: i32, tail: i32) {
    let wide = if half > 200 { half * 12 / 100 } else { half * 15 / 100 };
    let blunt = if shape.engine_at == EngineAt::Nose { wide * 7 / 10 } else { wide / 2 };
    let _ = write!(
        body,
        "<path d=\"M-{blunt} {n}Q0 {nose} {blunt} {n}Q{wide} {} {wide} 0L{t} {tail}H-{t}L-{wide} 0Q-{wide} {}-{blunt} {n}z\"/>",
        nose * 6 / 10,
        nose * 6 / 10,
        n = nose + wide / 2,
        t = wide * 3 / 10,
    );
}

fn tailplane(body: &mut String, tail: Tail, half: i32, end: i32) {
    let (reach, deep) = (half * 38 / 100, half * 16 / 100);
    match tail {
        Tail::None => {}
        Tail::Single => {
            let _ = write!(body, "<path d=\"{}\"/>", moved_panel(reach, end, deep));
        }
        Tail::Twin => {
            let _ = write!(
                body,
                "<path d=\"{}\"/><path d=\"M-{a} {y}h{w}v{h}h-{w}zM{b} {y}h{w}v{h}h-{w}z\"/>",
                moved_panel(reach, end, deep),
                a = reach + 14,
                b = reach - 14,
                y = end - deep * 13 / 10,
                w = 28,
                h = deep * 16 / 10,
            );
        }
        Tail::TwinBoom => {
            let _ =
                write!(body, "<path d=\"M-{reach} {}h{}v{deep}h-{}z\"/>", end - deep, 2 * reach, 2 * reach);
        }
    }
}

/// A small wing whose trailing edge is at `end`.
fn moved_panel(half: i32, end: i32, deep: i32) -> String {
    panel(half, end - deep, end, deep / 6, half / 5)
}

fn booms(body: &mut String, half: i32, chord: i32, tail: i32) {
    let (at, wide) = (half * 34 / 100, half * 9 / 100);
    let top = -chord;
    let _ = write!(
        body,
        "<path d=\"M{a} {top}h{wide}V{tail}H{a}zM-{b} {top}h{wide}V{tail}H-{b}z\"/>",
        a = at - wide / 2,
        b = at + wide / 2
    );
}

fn engines(body: &mut String, shape: &Shape, half: i32, chord: i32, nose: i32) {
    let disc = half * 17 / 100;
    let (lead, long) = (-chord * 9 / 10, chord);
    let wide = half * 11 / 100;
    let airscrew = |body: &mut String, x: i32, y: i32, disc: i32| {
        let _ = write!(body, "<path d=\"M{} {y}h{}v10h-{}z\"/>", x - disc, 2 * disc, 2 * disc);
    };
    match shape.engine_at {
        EngineAt::Fuselage => {}
        EngineAt::Nose => airscrew(body, 0, nose, disc),
        EngineAt::Wings | EngineAt::WingJets => {
            let propelled = shape.engine_at == EngineAt::Wings;
            for x in stations(shape.engines, half) {
                let _ = write!(
                    body,
                    "<rect x=\"{}\" y=\"{lead}\" width=\"{wide}\" height=\"{long}\" rx=\"{}\"/>",
                    x - wide / 2,
                    wide / 2
                );
                if propelled {
                    airscrew(body, x, lead - 8, disc * 6 / 10);
                }
            }
            if propelled && shape.engines % 2 == 1 {
                airscrew(body, 0, nose, disc * 6 / 10);
            }
        }
    }
}

/// Where engines hang on the wings, both sides; an odd one sits in the nose.
fn stations(engines: u8, half: i32) -> Vec<i32> {
    let shares: &[i32] = match engines {
        0 | 1 => &[],
        2 | 3 => &[34],
        _ => &[28, 54],
    };
    shares.iter().flat_map(|share| [half * share / 100, -half * share / 100]).collect()
}
