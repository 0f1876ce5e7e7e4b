//! Pictures: a position as SVG, for any game, from what a seat may see of it. Integers only, so the same position gives the same
//! text on every machine.

mod board;
mod land;
mod plan;

use board::Sheet;
use std::fmt::Write;
use table::Side;
use table::view::{Aircraft, At, Card, Marker, MarkerKind, View};

const INK: &str = "#22303a";
const PAPER: &str = "#f7f2e6";
const ALLIES: &str = "#1f5fa8";
const AXIS: &str = "#b3541e";
/// Room above the map for title and phase.
const HEAD: i32 = 64;
/// Room around the map.
const MARGIN: i32 = 34;
/// How far apart aircraft in the same place are drawn.
const APART: i32 = 13;

/// A position as an SVG document. `cards` are those of the aircraft in it; an aircraft without one is drawn as a plain
/// fighter.
pub fn position(view: &View, cards: &[Card]) -> String {
    let sheet = Sheet::of(&view.board);
    let (width, height) = (sheet.width + 2 * MARGIN, sheet.height + HEAD + MARGIN);
    let mut svg = String::new();
    let _ = writeln!(
        svg,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" \
         font-family=\"'Gill Sans', Cabin, 'Trebuchet MS', sans-serif\" font-size=\"13\" fill=\"{INK}\">\n\
         <title>{}</title>\n<rect width=\"{width}\" height=\"{height}\" fill=\"{PAPER}\"/>",
        escaped(heading(view))
    );
    definitions(&mut svg, view, cards);
    head(&mut svg, view, width);
    let _ = writeln!(svg, "<g transform=\"translate({MARGIN} {HEAD})\">");
    sheet.draw(&mut svg, view.scenery.as_ref());
    for marker in &view.markers {
        draw_marker(&mut svg, &sheet, marker);
    }
    let flying: Vec<&Aircraft> = view.aircraft.iter().filter(|a| a.flying && a.pose.is_some()).collect();
    for aircraft in &flying {
        draw_trail(&mut svg, &sheet, aircraft);
    }
    for (n, aircraft) in flying.iter().enumerate() {
        let below = flying[..n].iter().filter(|other| place(other) == place(aircraft)).count();
        draw_aircraft(&mut svg, &sheet, aircraft, shape_number(cards, aircraft), below as i32 * APART);
    }
    svg.push_str("</g>\n</svg>\n");
    svg
}

fn place(aircraft: &Aircraft) -> Option<At> {
    aircraft.pose.map(|pose| pose.at)
}

fn colour(side: Side) -> &'static str {
    match side {
        Side::Allies => ALLIES,
        Side::Axis => AXIS,
    }
}

fn shape_number(cards: &[Card], aircraft: &Aircraft) -> usize {
    cards.iter().position(|card| card.id == aircraft.card).map_or(0, |n| n + 1)
}

/// One drawing for each card in use; number 0 is the plain fighter.
fn definitions(svg: &mut String, view: &View, cards: &[Card]) {
    svg.push_str("<defs>\n<linearGradient id=\"sea\" x2=\"0\" y2=\"1\"><stop stop-color=\"#c5d9dc\"/><stop offset=\"1\" stop-color=\"#a9c4cc\"/></linearGradient>\n");
    let mut used: Vec<usize> = view.aircraft.iter().map(|a| shape_number(cards, a)).collect();
    used.sort_unstable();
    used.dedup();
    for n in used {
        let plan = match n.checked_sub(1).and_then(|n| cards.get(n)) {
            Some(card) => plan::drawn(&card.shape),
            None => plan::drawn(&plan::plain()),
        };
        let _ = writeln!(svg, "<g id=\"plan{n}\">{}</g>", plan.body);
        for (side, sign) in [(Side::Allies, roundel(plan.sign)), (Side::Axis, cross(plan.sign))] {
            let _ = writeln!(
                svg,
                "<g id=\"{}{n}\"><g transform=\"translate(-{1} {2})\">{sign}</g><g transform=\"translate({1} {2})\">{sign}</g></g>",
                side.word(),
                plan.sign_at.0,
                plan.sign_at.1
            );
        }
    }
    svg.push_str("</defs>\n");
}

fn roundel(r: i32) -> String {
    format!(
        "<circle r=\"{r}\" fill=\"#fff\"/><circle r=\"{}\" fill=\"{ALLIES}\"/><circle r=\"{}\" fill=\"#fff\"/><circle r=\"{}\" fill=\"#c0392b\"/>",
        r * 9 / 10,
        r * 6 / 10,
        r * 3 / 10
    )
}

fn cross(r: i32) -> String {
    let (a, b) = (r * 35 / 100, r);
    let arms = |a: i32, b: i32| {
        format!("M-{a} -{b}h{0}v{1}h{1}v{0}h-{1}v{1}h-{0}v-{1}h-{1}v-{0}h{1}z", 2 * a, b - a)
    };
    format!(
        "<path d=\"{}\" fill=\"#fff\"/><path d=\"{}\" fill=\"{INK}\"/>",
        arms(a, b),
        arms(a * 55 / 100, b * 9 / 10)
    )
}

fn heading(view: &View) -> &str {
    if view.title.is_empty() { &view.game } else { &view.title }
}

/// Title, turn and phase, and what has been scored.
fn head(svg: &mut String, view: &View, width: i32) {
    let _ = writeln!(
        svg,
        "<text x=\"{MARGIN}\" y=\"24\" font-size=\"19\" font-weight=\"bold\">{}</text>",
        escaped(heading(view))
    );
    let turns = view.phase.turns.map_or(String::new(), |n| format!(" of {n}"));
    let step = view.phase.steps.get(usize::from(view.phase.step)).map_or("", |step| &step.name);
    let when = match &view.outcome {
        Some(outcome) => outcome.text.clone(),
        None if step.is_empty() => format!("Turn {}{turns}", view.phase.turn),
        None => format!("Turn {}{turns} · {step}", view.phase.turn),
    };
    let _ = writeln!(svg, "<text x=\"{MARGIN}\" y=\"45\">{}</text>", escaped(&when));
    let score: Vec<String> = view
        .score
        .iter()
        .map(|s| format!("<tspan fill=\"{}\">{} {}</tspan>", colour(s.side), escaped(&s.label), s.value))
        .collect();
    let _ = writeln!(
        svg,
        "<text x=\"{}\" y=\"24\" text-anchor=\"end\" font-weight=\"bold\">{}</text>",
        width - MARGIN,
        score.join(" · ")
    );
}

fn draw_trail(svg: &mut String, sheet: &Sheet, aircraft: &Aircraft) {
    if aircraft.trail.len() < 2 {
        return;
    }
    let points: Vec<String> = aircraft
        .trail
        .iter()
        .map(|at| {
            let (x, y) = sheet.point(*at);
            format!("{x},{y}")
        })
        .collect();
    let _ = writeln!(
        svg,
        "<polyline points=\"{}\" fill=\"none\" stroke=\"{}\" stroke-opacity=\".55\" stroke-width=\"3\" stroke-dasharray=\"5 5\"/>",
        points.join(" "),
        colour(aircraft.side)
    );
}

fn draw_aircraft(svg: &mut String, sheet: &Sheet, aircraft: &Aircraft, shape: usize, aside: i32) {
    let Some(pose) = aircraft.pose else { return };
    let (x, y) = sheet.point(pose.at);
    let (x, y) = (x + aside, y + aside);
    let colour = colour(aircraft.side);
    let _ = writeln!(
        svg,
        "<g transform=\"translate({x} {y})\"><title>{}</title><g transform=\"rotate({}) scale(.1)\">\
         <use href=\"#plan{shape}\" x=\"35\" y=\"45\" fill=\"{INK}\" fill-opacity=\".2\"/>\
         <use href=\"#plan{shape}\" fill=\"#fff\" stroke=\"#fff\" stroke-width=\"34\" stroke-linejoin=\"round\"/>\
         <use href=\"#plan{shape}\" fill=\"{colour}\"/>\
         <use href=\"#{}{shape}\"/></g>",
        escaped(&describe(aircraft)),
        pose.heading,
        aircraft.side.word()
    );
    if let Some(altitude) = pose.altitude {
        let _ = writeln!(
            svg,
            "<rect x=\"13\" y=\"-24\" width=\"24\" height=\"15\" rx=\"3\" fill=\"{INK}\"/>\
             <text x=\"25\" y=\"-13\" text-anchor=\"middle\" font-size=\"11\" font-weight=\"bold\" fill=\"#fff\">{altitude}</text>"
        );
    }
    let _ = writeln!(
        svg,
        "<text y=\"30\" text-anchor=\"middle\" font-size=\"11\" stroke=\"#e4edef\" stroke-width=\"3\" paint-order=\"stroke\">{}</text></g>",
        escaped(&aircraft.name)
    );
}

/// The tooltip of an aircraft.
fn describe(aircraft: &Aircraft) -> String {
    let mut text = format!("{}, {}, {}", aircraft.name, aircraft.card, aircraft.status);
    for gauge in &aircraft.gauges {
        let _ = write!(text, "; {} {}/{}", gauge.label, gauge.value, gauge.max);
    }
    text
}

fn draw_marker(svg: &mut String, sheet: &Sheet, marker: &Marker) {
    let (x, y) = sheet.point(marker.at);
    let picture = match marker.kind {
        MarkerKind::Target => format!(
            "<rect x=\"-13\" y=\"-11\" width=\"26\" height=\"22\" rx=\"2\" fill=\"#d9dcb8\" stroke=\"{INK}\" stroke-width=\"1.5\"/>\
             <path d=\"M-9 7v-8l6-5v5l6-5v13z\" fill=\"{INK}\"/>"
        ),
        MarkerKind::DestroyedTarget => "<rect x=\"-13\" y=\"-11\" width=\"26\" height=\"22\" rx=\"2\" fill=\"#d9dcb8\" stroke=\"#6d756f\" stroke-dasharray=\"4 3\"/>\
             <path d=\"M-9-7L9 7M9-7L-9 7\" stroke=\"#c0392b\" stroke-width=\"3\"/>"
            .to_owned(),
        MarkerKind::Cloud => "<g fill=\"#fff\" fill-opacity=\".8\"><ellipse rx=\"24\" ry=\"13\" cy=\"4\"/><circle r=\"12\" cx=\"-8\" cy=\"-5\"/>\
             <circle r=\"10\" cx=\"9\" cy=\"-4\"/></g>"
            .to_owned(),
        MarkerKind::Slot => {
            "<circle r=\"15\" fill=\"none\" stroke=\"#6d756f\" stroke-width=\"1.5\" stroke-dasharray=\"3 4\"/>".to_owned()
        }
        MarkerKind::Area => sheet.cell("fill=\"#d9a521\" fill-opacity=\".25\""),
    };
    let _ = writeln!(
        svg,
        "<g transform=\"translate({x} {y})\"><title>{}</title>{picture}</g>",
        escaped(&marker.label)
    );
}

/// Text with what XML gives a meaning to written as entities.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            // XML has no way to write most control characters.
            c if c.is_control() => out.push(' '),
            c => out.push(c),
        }
    }
    out
}
