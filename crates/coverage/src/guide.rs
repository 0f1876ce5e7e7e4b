//! The guide of a game: every rule that it links to exists, and every diagram can be flown on the game's hexes.

use serde_json::error::Category;
use sky::{Direction, Grid, Hex};
use std::collections::{BTreeMap, BTreeSet};
use table::view::Board;
use wire::{Diagram, DiagramPath, Guide};

/// A mark is read at a glance.
const MOST_WORDS: usize = 4;

/// Everything wrong with a guide.
pub(crate) fn check(ids: &BTreeSet<String>, guide: &Guide) -> Vec<String> {
    let links = links(&guide.text).into_iter().filter(|(_, id)| !ids.contains(*id));
    let mut wrong: Vec<String> = links
        .map(|(line, id)| format!("line {line} of the guide links to {id}, which the digest lacks"))
        .collect();
    if !guide.text.lines().any(|line| line == "## Glossary") {
        wrong.push("the guide has no glossary".into());
    }
    let diagrams = diagrams(&guide.text);
    if diagrams.is_empty() {
        wrong.push("the guide has no diagram".into());
    }
    for (line, json) in diagrams {
        let faults = match (serde_json::from_str::<Diagram>(&json), grid_of(&guide.sheet)) {
            (Err(e), _) if e.classify() == Category::Data => vec![e.to_string()],
            (Err(e), _) => vec![format!("it is no JSON: {e}")],
            (Ok(_), None) => vec!["the game has no hexes".into()],
            (Ok(diagram), Some(grid)) => Sheet { grid, size: diagram.size }.faults(&diagram),
        };
        wrong.extend(
            faults.into_iter().map(|says| format!("the diagram in line {line} of the guide: {says}")),
        );
    }
    wrong
}

/// Every `[word](rule:id)` with its line, from 1.
fn links(text: &str) -> Vec<(usize, &str)> {
    let lines = text.lines().enumerate();
    let found = lines.flat_map(|(n, line)| line.split("](rule:").skip(1).map(move |rest| (n + 1, rest)));
    found.map(|(n, rest)| (n, rest.split(')').next().unwrap_or(rest))).collect()
}

/// Every diagram with the line on which it begins, from 1.
fn diagrams(text: &str) -> Vec<(usize, String)> {
    let mut found: Vec<(usize, String)> = Vec::new();
    let mut open = false;
    for (n, line) in text.lines().enumerate() {
        if line.starts_with("```") {
            open = line == "```diagram";
            if open {
                found.push((n + 1, String::new()));
            }
        } else if let Some((_, json)) = found.last_mut().filter(|_| open) {
            json.push_str(line);
            json.push('\n');
        }
    }
    found
}

/// How a game's hexes lie.
fn grid_of(sheet: &Board) -> Option<Grid> {
    match sheet {
        Board::Hexes { pointy: true, odd_shifted: true, rows_from_south: false, .. } => {
            Some(Grid::PointyOddRowsEast)
        }
        Board::Hexes { pointy: false, odd_shifted: false, rows_from_south: false, .. } => {
            Some(Grid::FlatEvenColumnsSouth)
        }
        Board::Hexes { pointy: false, odd_shifted: true, rows_from_south: true, .. } => {
            Some(Grid::FlatOddColumnsNorth)
        }
        Board::Hexes { .. } | Board::Open { .. } => None,
    }
}

/// The hexes of one diagram.
struct Sheet {
    grid: Grid,
    size: [i16; 2],
}

impl Sheet {
    fn faults(&self, diagram: &Diagram) -> Vec<String> {
        let mut wrong = Vec::new();
        let [columns, rows] = Guide::LARGEST;
        if !(1..=columns).contains(&self.size[0]) || !(1..=rows).contains(&self.size[1]) {
            wrong.push(format!("it is larger than {columns} × {rows} hexes"));
        }
        if diagram.caption.is_empty() {
            wrong.push("it has no caption".into());
        }
        let mut places: BTreeMap<&str, [i16; 2]> = BTreeMap::new();
        for plane in &diagram.planes {
            if places.insert(&plane.name, plane.hex).is_some() {
                wrong.push(format!("{} is there twice", plane.name));
            }
            wrong.extend(self.beyond(plane.hex));
            wrong.extend(self.no_heading(&plane.heading));
        }
        for path in &diagram.paths {
            match places.get(path.plane.as_str()) {
                Some(start) => wrong.extend(self.path_faults(*start, path)),
                None => wrong.push(format!("a path is that of {}, which is not there", path.plane)),
            }
        }
        let named = diagram.shots.iter().flat_map(|shot| [&shot.from, &shot.to]);
        let unknown = named.filter(|name| !places.contains_key(name.as_str()));
        wrong.extend(unknown.map(|name| format!("a shot names {name}, which is not there")));
        for mark in &diagram.marks {
            wrong.extend(self.beyond(mark.hex));
            if !(1..=MOST_WORDS).contains(&mark.text.split_whitespace().count()) {
                wrong.push(format!("a mark has one to {MOST_WORDS} words, not '{}'", mark.text));
            }
        }
        wrong
    }

    fn path_faults(&self, start: [i16; 2], path: &DiagramPath) -> Vec<String> {
        let mut wrong: Vec<String> = path.hexes.iter().filter_map(|hex| self.beyond(*hex)).collect();
        wrong.extend(path.ends.as_ref().and_then(|heading| self.no_heading(heading)));
        let steps = std::iter::once(&start).chain(&path.hexes).zip(&path.hexes);
        let jumps = steps.filter(|(from, to)| self.hex(**from).distance(self.hex(**to)) != 1);
        wrong.extend(jumps.map(|(from, to)| format!("{} jumps from {from:?} to {to:?}", path.plane)));
        wrong
    }

    fn hex(&self, [column, row]: [i16; 2]) -> Hex {
        self.grid.hex(self.grid.first() + column, self.grid.first() + row)
    }

    fn beyond(&self, hex: [i16; 2]) -> Option<String> {
        let within = (0..2).all(|n| (0..self.size[n]).contains(&hex[n]));
        (!within).then(|| format!("{hex:?} lies beyond its edge"))
    }

    fn no_heading(&self, heading: &str) -> Option<String> {
        let known = Direction::ALL.map(|d| compass(self.grid.heading(d)));
        (!known.contains(&heading))
            .then(|| format!("there is no heading {heading}; there are: {}", known.join(", ")))
    }
}

/// The word for a heading in degrees.
fn compass(degrees: u16) -> &'static str {
    match degrees {
        0 => "N",
        1..90 => "NE",
        90 => "E",
        91..180 => "SE",
        180 => "S",
        181..270 => "SW",
        270 => "W",
        _ => "NW",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Pointed hexes, as those of Fast and Easy.
    fn guide(text: &str) -> Guide {
        let sheet = Board::Hexes {
            pointy: true,
            first: 0,
            columns: 12,
            rows: 8,
            odd_shifted: true,
            rows_from_south: false,
            names: "CC.RR".into(),
            unit: "hexes".into(),
        };
        Guide { text: text.to_owned(), sheet }
    }

    const PLANE: &str =
        r#"{"name": "Red 1", "side": "allies", "shape": "fighter", "hex": [1, 2], "heading": "E"}"#;

    fn faults_of(fields: &str) -> Vec<String> {
        let text = format!(
            "## Glossary\n```diagram\n{{\"caption\": \"So.\", \"size\": [5, 4], \"planes\": [{PLANE}]{fields}}}\n```\n"
        );
        let wrong = check(&BTreeSet::new(), &guide(&text));
        let head = "the diagram in line 2 of the guide: ";
        wrong.iter().map(|says| says.strip_prefix(head).unwrap_or(says).to_owned()).collect()
    }

    #[test]
    fn a_diagram_that_can_be_flown_is_right() {
        let fields = r#", "paths": [{"plane": "Red 1", "hexes": [[2, 2], [2, 3]], "ends": "E"}],
            "shots": [{"from": "Red 1", "to": "Red 1", "text": "5+"}], "marks": [{"hex": [4, 3], "text": "here"}]"#;
        assert_eq!(faults_of(fields), Vec::<String>::new());
    }

    #[test]
    fn a_jump_a_stranger_and_a_place_beyond_the_edge_are_named() {
        let jump = r#", "paths": [{"plane": "Red 1", "hexes": [[2, 2], [4, 2]]}]"#;
        assert_eq!(faults_of(jump), ["Red 1 jumps from [2, 2] to [4, 2]"]);
        // From an even row the hex below and to the right has the same column number.
        let slanted = r#", "paths": [{"plane": "Red 1", "hexes": [[2, 3]]}]"#;
        assert_eq!(faults_of(slanted), ["Red 1 jumps from [1, 2] to [2, 3]"]);
        let stranger = r#", "shots": [{"from": "Red 1", "to": "Blue 1", "text": ""}],
            "paths": [{"plane": "Red 2", "hexes": []}]"#;
        let not_there =
            ["a path is that of Red 2, which is not there", "a shot names Blue 1, which is not there"];
        assert_eq!(faults_of(stranger), not_there);
        let edge = r#", "marks": [{"hex": [5, 0], "text": "out"}]"#;
        assert_eq!(faults_of(edge), ["[5, 0] lies beyond its edge"]);
    }

    #[test]
    fn a_heading_is_one_of_the_games_and_a_mark_is_short() {
        let ends = r#", "paths": [{"plane": "Red 1", "hexes": [[2, 2]], "ends": "N"}]"#;
        assert_eq!(faults_of(ends), ["there is no heading N; there are: E, SE, SW, W, NW, NE"]);
        let long = r#", "marks": [{"hex": [0, 0], "text": "far too many words here"}]"#;
        assert_eq!(faults_of(long), ["a mark has one to 4 words, not 'far too many words here'"]);
    }

    #[test]
    fn what_is_no_diagram_is_named() {
        assert!(faults_of(", ").concat().starts_with("it is no JSON"));
        assert!(faults_of(r#", "path": []"#).concat().starts_with("unknown field `path`"));
        let none = check(&BTreeSet::new(), &guide("# Learn it\n"));
        assert_eq!(none, ["the guide has no glossary", "the guide has no diagram"]);
    }

    #[test]
    fn a_link_to_a_rule_that_is_not_there_is_named() {
        let ids = BTreeSet::from(["g/turn".to_owned()]);
        let wrong = check(&ids, &guide("A [turn](rule:g/turn),\na [roll](rule:g/roll).\n## Glossary\n"));
        assert_eq!(wrong[0], "line 2 of the guide links to g/roll, which the digest lacks");
        assert_eq!(wrong.len(), 2, "and the missing diagram: {wrong:?}");
    }
}
