//! Charts as SVG: bars and shares. Each has a title and a description for those who do not see it.

use super::page::{escaped, grouped, percent, signed_zero};
use crate::stats::{Interval, Spread, ratio};
use std::fmt::Write;
use table::Side;

/// Widths of charts, so that letters have the same size in all of them.
pub(crate) const WIDE: f64 = 600.0;
/// The width of two charts side by side.
pub(crate) const NARROW: f64 = 490.0;
const HEIGHT: f64 = 220.0;
/// Room below the bars for numbers and a label.
const FOOT: f64 = 42.0;
/// Room above them.
const HEAD: f64 = 18.0;
/// The most bars.
const BARS: i64 = 60;

/// What a picture is called and what it shows, in words.
pub(crate) struct Words<'a> {
    /// An id that no other picture of the page has.
    pub(crate) id: &'a str,
    /// Its title.
    pub(crate) title: &'a str,
    /// What it shows.
    pub(crate) says: String,
}

impl Words<'_> {
    /// An SVG of this size with these words. `content` is SVG.
    pub(crate) fn svg(&self, view: [f64; 4], content: &str) -> String {
        let [x, y, width, height] = view;
        format!(
            "<figure>\n<figcaption>{2}</figcaption>\n<svg viewBox=\"{x:.1} {y:.1} {width:.1} {height:.1}\" role=\"img\" \
             aria-labelledby=\"{0}-t {0}-d\">\n<title id=\"{0}-t\">{2}</title>\n<desc id=\"{0}-d\">{1}</desc>\n{content}</svg>\n\
             </figure>\n",
            self.id,
            escaped(&self.says),
            escaped(self.title)
        )
    }
}

/// How the bars of a chart are coloured.
#[derive(Clone, Copy)]
pub(crate) enum Paint {
    /// All alike.
    Plain,
    /// Values over 0 are the Allies', those below the Axis'.
    BySign,
    /// All are a side's.
    Of(Side),
}

impl Paint {
    fn class(self, value: i64) -> &'static str {
        match self {
            Paint::BySign if value > 0 => "allies",
            Paint::BySign if value < 0 => "axis",
            Paint::Of(side) => side.word(),
            Paint::Plain | Paint::BySign => "neutral",
        }
    }
}

/// How often values came up, as bars; `unit` stands below them.
pub(crate) fn bars(words: &Words<'_>, spread: &Spread, paint: Paint, unit: &str, width: f64) -> String {
    let Some((least, most)) = spread.range() else { return String::new() };
    let bin = bin_width(least, most);
    let first = least.div_euclid(bin);
    let count = most.div_euclid(bin) - first + 1;
    let mut bins = vec![0_u64; count as usize];
    for (value, times) in spread.iter() {
        bins[(value.div_euclid(bin) - first) as usize] += times;
    }
    let top = bins.iter().copied().max().unwrap_or(1).max(1) as f64;
    let step = width / count.max(8) as f64;
    let left = (width - step * count as f64) / 2.0;
    let floor = HEIGHT - FOOT;
    let mut svg = String::new();
    let every = label_step(count, bin);
    for (n, times) in (0_i64..).zip(&bins) {
        let value = (first + n) * bin;
        let x = left + step * n as f64;
        let height = (*times as f64 / top) * (floor - HEAD);
        if *times > 0 {
            let _ = writeln!(
                svg,
                "<rect class=\"{}\" x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{height:.1}\" rx=\"1.5\"/>",
                paint.class(value),
                x + step * 0.08,
                floor - height,
                step * 0.84
            );
        }
        if value.rem_euclid(every) == 0 {
            let _ = writeln!(
                svg,
                "<text class=\"quiet\" text-anchor=\"middle\" x=\"{:.1}\" y=\"{:.1}\">{}</text>",
                x + if bin == 1 { step / 2.0 } else { 0.0 },
                floor + 16.0,
                signed_zero(&value.to_string())
            );
        }
    }
    let _ = writeln!(svg, "<path class=\"axis-line\" d=\"M0 {floor:.1}H{width:.1}\"/>");
    let half = if bin == 1 { 0.5 } else { 0.0 };
    let mean = left + step * (spread.mean() / bin as f64 - first as f64 + half);
    let _ = writeln!(
        svg,
        "<path class=\"mean\" d=\"M{mean:.1} {:.1}V{floor:.1}\"/>\
         <text text-anchor=\"{}\" x=\"{:.1}\" y=\"11\">mean {}</text>",
        HEAD - 4.0,
        if mean > width * 0.8 { "end" } else { "start" },
        mean + if mean > width * 0.8 { -5.0 } else { 5.0 },
        signed_zero(&format!("{:.1}", spread.mean()))
    );
    let _ = writeln!(
        svg,
        "<text class=\"quiet\" text-anchor=\"middle\" x=\"{:.1}\" y=\"{:.1}\">{}</text>",
        width / 2.0,
        HEIGHT - 6.0,
        escaped(unit)
    );
    words.svg([0.0, 0.0, width, HEIGHT], &svg)
}

/// How many values share a bar: 1, 2, 5, 10, 20, 50 …
fn bin_width(least: i64, most: i64) -> i64 {
    let mut bin = 1;
    for factor in [2, 5, 10].into_iter().cycle() {
        if (most - least) / bin < BARS {
            break;
        }
        bin = match factor {
            2 => bin * 2,
            5 => bin / 2 * 5,
            _ => bin * 2,
        };
    }
    bin
}

/// Values apart at which a number stands below the bars.
fn label_step(bars: i64, bin: i64) -> i64 {
    let fits = |step: &i64| bars / step <= 14;
    let steps = [1, 2, 5, 10, 20, 50];
    bin * steps.into_iter().find(fits).unwrap_or(BARS)
}

/// Shares of a whole as one bar, with the bounds of the first.
pub(crate) fn shares(words: &Words<'_>, parts: &[(&str, &str, u64)], bounds: Interval) -> String {
    let all: u64 = parts.iter().map(|(_, _, n)| n).sum();
    let (top, height) = (26.0, 40.0);
    let mut svg = String::new();
    let mut x = 0.0;
    for (class, name, n) in parts {
        let width = ratio(*n as f64, all as f64) * WIDE;
        let _ = writeln!(
            svg,
            "<rect class=\"{class}\" x=\"{x:.1}\" y=\"{top}\" width=\"{width:.1}\" height=\"{height}\"/>"
        );
        // A narrow part has no room for its name; the table has it.
        if width > 70.0 {
            let _ = writeln!(
                svg,
                "<text text-anchor=\"middle\" x=\"{:.1}\" y=\"16\">{} {}</text>",
                x + width / 2.0,
                escaped(name),
                grouped(*n)
            );
        }
        x += width;
    }
    let (low, high, middle) = (bounds.low * WIDE, bounds.high * WIDE, top + height + 14.0);
    let _ = writeln!(
        svg,
        "<path class=\"bound\" d=\"M{low:.1} {middle}H{high:.1}M{low:.1} {0}v10M{high:.1} {0}v10\"/>\
         <circle class=\"dot\" cx=\"{1:.1}\" cy=\"{middle}\" r=\"4.5\"/>\
         <path class=\"axis-line\" d=\"M{2:.1} {top}v{3}\"/>\
         <text class=\"quiet\" text-anchor=\"middle\" x=\"{2:.1}\" y=\"{4}\">50 %</text>",
        middle - 5.0,
        bounds.share * WIDE,
        WIDE / 2.0,
        height + 24.0,
        middle + 26.0
    );
    let said = format!("{} to {}", percent(bounds.low), percent(bounds.high));
    let right = high < WIDE * 0.7;
    let _ = writeln!(
        svg,
        "<text text-anchor=\"{}\" x=\"{:.1}\" y=\"{:.1}\">{said}</text>",
        if right { "start" } else { "end" },
        if right { high + 8.0 } else { low - 8.0 },
        middle + 4.5
    );
    words.svg([0.0, 0.0, WIDE, middle + 30.0], &svg)
}
