//! How much JSON from outside is looked at. Whatever goes beyond any sensible game is refused before the rules see it, by field,
//! with how much there is and how much may be.

use serde_json::{Map, Value};
use table::Flaw;

/// What a scenario and its options may hold: a list of every hex of the largest map fits.
pub(crate) const SCENARIO: Bounds = Bounds { entries: 3000, letters: 200 };
/// What a command may hold: the largest force fits, and the longest path.
pub(crate) const COMMAND: Bounds = Bounds { entries: 1000, letters: 400 };
/// The longest description, the field `text` of a scenario.
const DESCRIPTION: usize = 4000;
/// What the briefing of a scenario may hold: its texts are a few sentences each.
const BRIEFING: Bounds = Bounds { entries: 10, letters: 1000 };

/// The most entries of one list or object, and the most letters of one text or name.
#[derive(Clone, Copy)]
pub(crate) struct Bounds {
    entries: usize,
    letters: usize,
}

impl Bounds {
    /// Whether JSON of so many bytes holds to these bounds whatever it says: an entry takes at least two, a letter one.
    pub(crate) const fn hold_for(self, bytes: usize) -> bool {
        bytes <= self.letters && bytes <= 2 * self.entries
    }

    /// The first field that goes beyond these bounds.
    pub(crate) fn check(self, value: &Value) -> Result<(), Flaw> {
        match value {
            Value::String(text) => letters(text, self.letters),
            Value::Array(list) => {
                entries(list.len(), self.entries)?;
                list.iter()
                    .enumerate()
                    .try_for_each(|(n, v)| self.check(v).map_err(|flaw| within(&format!("[{n}]"), flaw)))
            }
            Value::Object(fields) => self.check_fields(fields),
            Value::Null | Value::Bool(_) | Value::Number(_) => Ok(()),
        }
    }

    /// The same for the fields of an object.
    pub(crate) fn check_fields(self, fields: &Map<String, Value>) -> Result<(), Flaw> {
        entries(fields.len(), self.entries)?;
        fields.iter().try_for_each(|(name, value)| {
            letters(name, self.letters)?;
            let checked = match value {
                Value::String(text) if name == "text" => letters(text, DESCRIPTION),
                value if name == "briefing" => BRIEFING.check(value),
                value => self.check(value),
            };
            checked.map_err(|flaw| within(name, flaw))
        })
    }
}

fn letters(text: &str, most: usize) -> Result<(), Flaw> {
    // Bytes are counted before letters: most texts are short, and that is quickly seen.
    let count = if text.len() <= most { 0 } else { text.chars().count() };
    if count <= most { Ok(()) } else { Err(beyond(count, "letters", most)) }
}

fn entries(count: usize, most: usize) -> Result<(), Flaw> {
    if count <= most { Ok(()) } else { Err(beyond(count, "entries", most)) }
}

fn beyond(count: usize, what: &str, most: usize) -> Flaw {
    Flaw::new("", format!("{count} {what} are too many: at most {most}"))
}

/// A flaw of a part, as one of the whole.
pub(crate) fn within(part: &str, flaw: Flaw) -> Flaw {
    let dot = if flaw.path.is_empty() || flaw.path.starts_with('[') { "" } else { "." };
    Flaw { path: format!("{part}{dot}{}", flaw.path), ..flaw }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    const SMALL: Bounds = Bounds { entries: 3, letters: 8 };

    #[test]
    fn what_is_too_long_is_named_with_how_long_it_is_and_may_be() {
        let told = |value: Value| SMALL.check(&value).unwrap_err();
        let flaw = told(json!({ "groups": [{ "name": "Gelb" }, { "name": "Schwarzes" }] }));
        assert_eq!(
            (flaw.path.as_str(), flaw.says.as_str()),
            ("groups[1].name", "9 letters are too many: at most 8")
        );
        let flaw = told(json!({ "cards": [[1, 2, 3, 4]] }));
        assert_eq!(
            (flaw.path.as_str(), flaw.says.as_str()),
            ("cards[0]", "4 entries are too many: at most 3")
        );
        assert_eq!(told(json!({ "options": { "a much too long name": 1 } })).path, "options");
    }

    #[test]
    fn letters_count_and_not_bytes_and_a_description_may_be_longer() {
        assert!(SMALL.check(&json!({ "name": "äöüßéàèù", "text": "A long description." })).is_ok());
        assert!(SMALL.check(&json!({ "text": "x".repeat(DESCRIPTION + 1) })).is_err());
        let story = |letters: usize| SMALL.check(&json!({ "briefing": { "story": "x".repeat(letters) } }));
        assert!(story(BRIEFING.letters).is_ok());
        assert_eq!(story(BRIEFING.letters + 1).unwrap_err().path, "briefing.story");
    }
}
