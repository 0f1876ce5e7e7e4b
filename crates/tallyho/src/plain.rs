//! Text from other people's files, made safe for a terminal.

use std::path::Path;

/// One line of output. Characters that would control a terminal, end the line or change the direction of writing are written as escapes.
pub(crate) fn plain(text: &str) -> String {
    let mut line = String::with_capacity(text.len());
    for c in text.chars() {
        if steers(c) { line.extend(c.escape_default()) } else { line.push(c) }
    }
    line
}

/// A file's name.
pub(crate) fn plain_path(path: &Path) -> String {
    plain(&path.to_string_lossy())
}

/// Several lines, each as [`plain`] has it.
pub(crate) fn plain_lines(text: &str) -> String {
    text.lines().map(plain).collect::<Vec<_>>().join("\n")
}

/// Control characters, and marks that separate lines or change the direction of writing.
fn steers(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_steers_a_terminal_is_written_out() {
        assert_eq!(plain("Bf 109 «Gelbe 1» ü 雷電"), "Bf 109 «Gelbe 1» ü 雷電");
        assert_eq!(plain("a\u{1b}[2Jb\nc\td\u{9b}e\u{7f}"), "a\\u{1b}[2Jb\\nc\\td\\u{9b}e\\u{7f}");
        assert_eq!(plain("\u{202e}lmot\u{2028}"), "\\u{202e}lmot\\u{2028}");
        assert_eq!(plain_lines("one\ntwo\u{7}"), "one\ntwo\\u{7}");
    }
}
