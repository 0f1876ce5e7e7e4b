//! Pages, sections and tables.

use std::fmt::Write;

/// A text as it stands in HTML.
pub(crate) fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '&' => safe.push_str("&amp;"),
            '"' => safe.push_str("&quot;"),
            _ => safe.push(c),
        }
    }
    safe
}

/// A whole page. `head` and `body` are HTML, `title` is not.
pub(crate) fn page(title: &str, head: &str, body: &str, foot: &str) -> String {
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{}</title>\n<style>\n{}</style>\n\
         </head>\n<body>\n<header>\n{head}</header>\n<main>\n{body}</main>\n<footer>\n{foot}</footer>\n</body>\n</html>\n",
        escaped(title),
        include_str!("style.css")
    )
}

/// A section with a heading. `content` is HTML.
pub(crate) fn section(heading: &str, content: &str) -> String {
    format!("<section>\n<h2>{}</h2>\n{content}</section>\n", escaped(heading))
}

/// A picture and what goes with it, side by side.
pub(crate) fn beside(left: &str, right: &str) -> String {
    format!("<div class=\"beside\">\n<div>\n{left}</div>\n<div class=\"scroll\">\n{right}</div>\n</div>\n")
}

/// What stands in a cell.
pub(crate) enum Cell {
    /// The row's name.
    Head(String),
    /// Text.
    Text(String),
    /// A number, ranged right.
    Number(String),
    /// HTML as it is, with a class of the cell.
    Html(&'static str, String),
}

impl Cell {
    /// A count.
    pub(crate) fn count(n: u64) -> Cell {
        Cell::Number(grouped(n))
    }

    /// A number with so many decimals.
    pub(crate) fn number(value: f64, decimals: usize) -> Cell {
        Cell::Number(signed_zero(&format!("{value:.decimals$}")))
    }

    /// A share in per cent.
    pub(crate) fn share(value: f64) -> Cell {
        Cell::Number(percent(value))
    }

    fn html(&self) -> String {
        match self {
            Cell::Head(text) => format!("<th scope=\"row\">{}</th>", escaped(text)),
            Cell::Text(text) => format!("<td>{}</td>", escaped(text)),
            Cell::Number(text) => format!("<td class=\"n\">{}</td>", escaped(text)),
            Cell::Html(class, html) => format!("<td class=\"{class}\">{html}</td>"),
        }
    }
}

/// A table. Headings that begin with `#` stand over numbers.
pub(crate) fn table(caption: &str, heads: &[&str], rows: &[Vec<Cell>]) -> String {
    let mut html = String::from("<table>\n");
    if !caption.is_empty() {
        let _ = writeln!(html, "<caption>{}</caption>", escaped(caption));
    }
    html.push_str("<thead><tr>");
    for head in heads {
        let _ = match head.strip_prefix('#') {
            Some(number) => write!(html, "<th scope=\"col\" class=\"n\">{}</th>", escaped(number)),
            None => write!(html, "<th scope=\"col\">{}</th>", escaped(head)),
        };
    }
    html.push_str("</tr></thead>\n<tbody>\n");
    for row in rows {
        let cells: String = row.iter().map(Cell::html).collect();
        let _ = writeln!(html, "<tr>{cells}</tr>");
    }
    html.push_str("</tbody>\n</table>\n");
    html
}

/// A share in per cent.
pub(crate) fn percent(value: f64) -> String {
    format!("{:.1} %", value * 100.0)
}

/// A count with a thin space between thousands.
pub(crate) fn grouped(n: u64) -> String {
    let digits = n.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push('\u{202f}');
        }
        text.push(digit);
    }
    text
}

/// A rounded number without a minus before nothing.
pub(crate) fn signed_zero(text: &str) -> String {
    let nothing = text.starts_with('-') && text.chars().all(|c| matches!(c, '-' | '0' | '.'));
    if nothing { text[1..].to_owned() } else { text.replace('-', "\u{2212}") }
}
