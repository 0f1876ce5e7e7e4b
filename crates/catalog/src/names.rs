//! Aircraft by name: a person writes `red-1` where a command holds the aircraft's number.

use std::collections::BTreeMap;
use table::PieceId;
use table::view::View;

/// The aircraft of a position by their slugs. A slug shared by several names nobody.
pub(crate) struct Names(BTreeMap<String, Option<PieceId>>);

impl Names {
    pub(crate) fn of(view: &View) -> Names {
        let mut names = BTreeMap::new();
        for aircraft in &view.aircraft {
            let id = Some(aircraft.id);
            names.entry(slug(&aircraft.name)).and_modify(|seen| *seen = None).or_insert(id);
        }
        Names(names)
    }

    pub(crate) fn find(&self, name: &str) -> Option<PieceId> {
        self.0.get(&slug(name)).copied().flatten()
    }

    /// What may be written, for a refusal: the first dozen names.
    pub(crate) fn list(&self) -> String {
        const SHOWN: usize = 12;
        let known: Vec<&str> =
            self.0.iter().filter(|(_, id)| id.is_some()).map(|(n, _)| n.as_str()).collect();
        let more = if known.len() > SHOWN { ", …" } else { "" };
        format!("{}{more}", known[..known.len().min(SHOWN)].join(", "))
    }
}

/// Whether two ways of writing mean the same name.
pub fn same_name(a: &str, b: &str) -> bool {
    slug(a) == slug(b)
}

/// The longest name: what comes after that is not looked at.
const LONGEST: usize = 200;

/// A name as it is quoted in an answer.
pub(crate) fn shortened(name: &str) -> String {
    name.chars().take(LONGEST).collect()
}

/// A name in small letters, with one hyphen for each run of anything but letters and digits.
fn slug(name: &str) -> String {
    let mut slug = String::new();
    for c in name.chars().take(LONGEST).flat_map(char::to_lowercase) {
        if c.is_alphanumeric() {
            slug.push(c);
        } else if !slug.is_empty() && !slug.ends_with('-') {
            slug.push('-');
        }
    }
    slug.trim_end_matches('-').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(of: &[(&str, u16)]) -> Names {
        Names(of.iter().map(|(name, id)| (slug(name), Some(PieceId(*id)))).collect())
    }

    #[test]
    fn a_name_is_found_however_it_is_written() {
        let names = names(&[("Red Section 1", 4), ("Gelb 2", 7)]);
        for text in ["Red Section 1", "red-section-1", "RED  SECTION 1", "red_section_1"] {
            assert_eq!(names.find(text), Some(PieceId(4)), "{text}");
        }
        assert_eq!(names.find("red-1"), None);
    }
}
