//! What people write: names and lines of talk, made safe to show. Whatever is shown is text and never markup; here only letters go that
//! change how their neighbours look.

/// The most letters of a name.
pub(crate) const LONGEST_NAME: usize = 24;
/// The most letters of a line.
pub(crate) const LONGEST_LINE: usize = 300;
/// The most letters of a game's name.
pub(crate) const LONGEST_LABEL: usize = 40;
/// The most marks above and below one letter: more would climb over the lines beside it.
const MOST_MARKS: u32 = 2;

/// Names under which somebody could pass for the program or for whoever runs it.
const TAKEN: [&str; 12] = [
    "admin",
    "administrator",
    "computer",
    "host",
    "mod",
    "moderator",
    "referee",
    "root",
    "server",
    "system",
    "table",
    "tallyho",
];

/// Why a text cannot be taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unfit {
    Empty,
    TooLong(usize),
    Taken,
}

impl Unfit {
    /// The reason, as a refusal says it.
    pub(crate) fn says(self, most: usize) -> String {
        match self {
            Unfit::Empty => "there is nothing to read in it".into(),
            Unfit::TooLong(letters) => format!("it has {letters} letters; {most} may be at most"),
            Unfit::Taken => "this name is kept for the server".into(),
        }
    }
}

/// A name as others see it; nothing if it is empty.
pub(crate) fn name(said: &str) -> Result<Option<String>, Unfit> {
    let name = match fit(said, LONGEST_NAME, |c| is_hidden(c) || is_joiner(c)) {
        Err(Unfit::Empty) => return Ok(None),
        name => name?,
    };
    let bare: String = name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect();
    if bare.is_empty() {
        Err(Unfit::Empty)
    } else if TAKEN.contains(&bare.as_str()) {
        Err(Unfit::Taken)
    } else {
        Ok(Some(name))
    }
}

/// The name of a game as others see it; nothing if it is empty.
pub(crate) fn label(said: &str) -> Result<Option<String>, Unfit> {
    match fit(said, LONGEST_LABEL, is_hidden) {
        Err(Unfit::Empty) => Ok(None),
        label => label.map(Some),
    }
}

/// A line as others read it.
pub(crate) fn line(said: &str) -> Result<String, Unfit> {
    fit(said, LONGEST_LINE, is_hidden)
}

/// The text in one line, without letters that are `unseen`, with single spaces.
fn fit(said: &str, most: usize, unseen: impl Fn(char) -> bool) -> Result<String, Unfit> {
    let mut text = String::with_capacity(said.len().min(4 * most));
    let (mut letters, mut marks) = (0, 0);
    for word in said.split(|c: char| c.is_whitespace() || c.is_control()) {
        let mut begun = false;
        for c in word.chars().filter(|c| !unseen(*c)) {
            marks = if is_mark(c) { marks + 1 } else { 0 };
            if marks > MOST_MARKS {
                continue;
            }
            if !begun && !text.is_empty() {
                text.push(' ');
                letters += 1;
            }
            begun = true;
            text.push(c);
            letters += 1;
        }
    }
    match letters {
        0 => Err(Unfit::Empty),
        n if n > most => Err(Unfit::TooLong(n)),
        _ => Ok(text),
    }
}

/// Letters without a shape of their own: they turn the direction of writing, or hide between others.
fn is_hidden(c: char) -> bool {
    matches!(c,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}'
        | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{3164}'
        | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}' | '\u{e0000}'..='\u{e0fff}')
        // For private use: nobody knows what it shows.
        || matches!(c, '\u{e000}'..='\u{f8ff}' | '\u{f0000}'..='\u{10ffff}')
}

/// Letters that join others into one sign. Some scripts and many emoji need them, a name does not.
fn is_joiner(c: char) -> bool {
    matches!(c, '\u{200c}' | '\u{200d}')
}

/// Marks that stand above or below the letter before them.
fn is_mark(c: char) -> bool {
    matches!(c,
        '\u{300}'..='\u{36f}' | '\u{483}'..='\u{489}' | '\u{591}'..='\u{5bd}' | '\u{610}'..='\u{61a}'
        | '\u{64b}'..='\u{65f}' | '\u{e31}' | '\u{e34}'..='\u{e3a}' | '\u{e47}'..='\u{e4e}' | '\u{1ab0}'..='\u{1aff}'
        | '\u{1dc0}'..='\u{1dff}' | '\u{20d0}'..='\u{20ff}' | '\u{fe20}'..='\u{fe2f}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_keeps_its_letters_and_loses_what_is_not_seen() {
        let kept = |said: &str| name(said).unwrap();
        assert_eq!(kept("  Jörg \t von\nHagen "), Some("Jörg von Hagen".into()));
        assert_eq!(kept("\u{202e}evil\u{2066}\u{200b}\u{0}\u{feff}"), Some("evil".into()));
        assert_eq!(kept("<b>Red 1</b>"), Some("<b>Red 1</b>".into()), "markup is text");
        assert_eq!(kept("李明"), Some("李明".into()));
        assert_eq!(kept("Z\u{300}\u{301}\u{302}\u{303}o"), Some("Z\u{300}\u{301}o".into()));
        assert_eq!(kept(" \u{200d}\u{202e} "), None);
    }

    #[test]
    fn a_name_is_short_and_passes_for_nobody_else() {
        assert_eq!(name(&"a".repeat(24)).unwrap().unwrap().len(), 24);
        assert_eq!(name(&"a".repeat(25)), Err(Unfit::TooLong(25)));
        for taken in ["Admin", " t a l l y h o", "SERVER!", "[Host]", "com\u{200d}puter"] {
            assert_eq!(name(taken), Err(Unfit::Taken), "{taken}");
        }
        assert_eq!(name("..."), Err(Unfit::Empty));
    }

    #[test]
    fn a_line_is_one_line_of_limited_length() {
        assert_eq!(line("two\n\nlines\u{2028}"), Ok("two lines".into()));
        assert_eq!(line("\u{1f468}\u{200d}\u{2708}\u{fe0f}"), Ok("\u{1f468}\u{200d}\u{2708}\u{fe0f}".into()));
        assert_eq!(line(&"x".repeat(301)), Err(Unfit::TooLong(301)));
        assert_eq!(line(" \u{7}\u{202d} "), Err(Unfit::Empty));
    }
}
