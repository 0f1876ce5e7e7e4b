//! What players read of the rules: for each a title and a few plain sentences, by chapter.

/// One rule in players' words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Told {
    /// The rule's id.
    pub id: String,
    /// What a player calls it.
    pub title: String,
    /// What it means, in Markdown.
    pub plain: String,
    /// The chapter that it stands in.
    pub chapter: String,
    /// Line of its heading, from 1.
    pub line: u32,
}

/// All rules of a players' text, in its order: `## Chapter`, `### id · Title`, then sentences.
pub fn told(text: &str) -> Vec<Told> {
    let mut all: Vec<Told> = Vec::new();
    let mut chapter = "";
    // Whether the lines that follow belong to the last rule.
    let mut open = false;
    for (n, line) in text.lines().enumerate() {
        if let Some(heading) = line.strip_prefix("### ") {
            let (id, title) = heading.split_once('·').unwrap_or((heading, ""));
            all.push(Told {
                id: id.trim().to_owned(),
                title: title.trim().to_owned(),
                plain: String::new(),
                chapter: chapter.to_owned(),
                line: n as u32 + 1,
            });
            open = true;
        } else if line.starts_with('#') {
            chapter = line.strip_prefix("## ").map_or(chapter, str::trim);
            open = false;
        } else if let Some(last) = all.last_mut().filter(|_| open) {
            last.plain.push_str(line.trim_end());
            last.plain.push('\n');
        }
    }
    for rule in &mut all {
        rule.plain = rule.plain.trim().to_owned();
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rule_has_its_title_sentences_and_chapter() {
        let text = "# Game\n\nIntroduction.\n\n## Moving\n\n### game/6.A · Speed\nFly on.\nOr not.\n\n### game/turn · Turn\n\n\
            ## Shooting\nNot of a rule.\n### game/x\nNo title.\n";
        let all = told(text);
        let by = |n: usize| {
            (all[n].id.as_str(), all[n].title.as_str(), all[n].plain.as_str(), all[n].chapter.as_str())
        };
        assert_eq!(all.len(), 3);
        assert_eq!(by(0), ("game/6.A", "Speed", "Fly on.\nOr not.", "Moving"));
        assert_eq!(by(1), ("game/turn", "Turn", "", "Moving"));
        assert_eq!(by(2), ("game/x", "", "No title.", "Shooting"));
        assert_eq!(all[1].line, 11);
    }
}
