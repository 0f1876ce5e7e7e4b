//! The examples of a digest and the tests that carry their numbers.

/// An example that the digest gives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Example {
    /// Its id, `ex-07`, unless it has none.
    pub(crate) id: Option<String>,
    /// Line of the digest, from 1.
    pub(crate) line: usize,
}

/// How far after the word the id may be: `Example (source, p. 12): (ex-07)`.
const REACH: usize = 40;

/// Every `Example:` or `Example (…)` of the digest. In backticks the word only speaks about examples.
pub(crate) fn in_digest(digest: &str) -> Vec<Example> {
    let mut examples = Vec::new();
    for (n, line) in digest.lines().enumerate() {
        for (at, word) in line.match_indices("Example") {
            let rest = &line[at + word.len()..];
            let quoted = line[..at].ends_with('`');
            if !quoted && (rest.starts_with(':') || rest.starts_with(" (")) {
                let head: String = rest.chars().take(REACH).collect();
                examples.push(Example { id: id_in(&head), line: n + 1 });
            }
        }
    }
    examples
}

/// The id in `(ex-07)`.
fn id_in(head: &str) -> Option<String> {
    let rest = &head[head.find("(ex-")? + 1..];
    Some(rest[..rest.find(')')?].to_owned())
}

/// The id of the example that a test's name carries: `ex_15_slips_need_a_straight_hex` is `ex-15`.
pub(crate) fn of_test(name: &str) -> Option<String> {
    let mut words = name.split('_');
    while let Some(word) = words.next() {
        if word == "ex" {
            let number = words.next().filter(|w| w.starts_with(|c: char| c.is_ascii_digit()))?;
            return Some(format!("ex-{number}"));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn examples_are_found_with_and_without_an_id() {
        let digest = "- `Example:` lines are tests.\nExample: (ex-01) one.\n  Example (source): (ex-02) two.\n\
            Text. Example: three.\nFor Example nothing.\n";
        let found = in_digest(digest);
        let ids: Vec<_> = found.iter().map(|e| (e.line, e.id.as_deref())).collect();
        assert_eq!(ids, [(2, Some("ex-01")), (3, Some("ex-02")), (4, None)]);
    }

    #[test]
    fn a_test_name_carries_the_whole_number() {
        assert_eq!(of_test("ex_15_slips").as_deref(), Some("ex-15"));
        assert_eq!(of_test("ruling_ex_07").as_deref(), Some("ex-07"));
        assert_eq!(of_test("ex_planes_fly"), None);
        assert_eq!(of_test("index_15"), None);
    }
}
