//! `tallyho rules`: a rule in plain words, then in detail.

use anyhow::Result;
use catalog::Catalog;
use std::io::Write;
use std::process::ExitCode;
use table::digest::Rule;

pub(crate) const EXAMPLES: &str = "\
Examples:
  tallyho rules                              all rules of all games
  tallyho rules --game fast-and-easy         all rules of one
  tallyho rules fast-and-easy/immelmann      one rule
  tallyho rules immelmann                    the same, if only one game has it";

#[derive(clap::Args)]
pub(crate) struct Args {
    /// A rule's id, as in logs and refusals; all rules are listed without it
    #[arg(value_name = "ID")]
    id: Option<String>,
    /// Only this game
    #[arg(long, value_name = "GAME")]
    game: Option<String>,
}

/// How many similar ids are suggested.
const SUGGESTED: usize = 5;

pub(crate) fn run(args: &Args, catalog: &Catalog) -> Result<ExitCode> {
    let mut output = std::io::stdout().lock();
    if let Some(game) = &args.game
        && catalog.game(game).is_err()
    {
        let known: Vec<&str> = catalog.games().iter().map(|g| g.id()).collect();
        anyhow::bail!("there is no game '{game}'; there are: {}", known.join(", "));
    }
    let games = || catalog.games().iter().filter(|g| args.game.as_deref().is_none_or(|id| id == g.id()));
    let Some(id) = &args.id else {
        for game in games() {
            writeln!(output, "{} ({})", game.info().title, game.id())?;
            let widest = game.rules().iter().map(|rule| rule.id.len()).max().unwrap_or_default();
            for rule in game.rules() {
                writeln!(output, "  {:widest$}  {}", rule.id, rule.title)?;
            }
        }
        return Ok(ExitCode::SUCCESS);
    };
    let all: Vec<&Rule> = games().flat_map(|game| game.rules()).collect();
    let found: Vec<&Rule> = all.iter().copied().filter(|r| r.id == *id || short(&r.id) == id).collect();
    for rule in &found {
        writeln!(output, "{}\n", words(rule))?;
    }
    if found.is_empty() {
        eprintln!("tallyho: there is no rule '{id}'; near it: {}", near(id, &all).join(", "));
        return Ok(ExitCode::FAILURE);
    }
    Ok(ExitCode::SUCCESS)
}

/// A rule as it is printed: what it is called and what it means, then the details.
fn words(rule: &Rule) -> String {
    format!("{} ({})\n\n{}\n\nDetails:\n\n{}", rule.title, rule.id, rule.plain, rule.text)
}

/// An id without its game.
fn short(id: &str) -> &str {
    id.split_once('/').map_or(id, |(_, name)| name)
}

/// Ids that hold what was asked for, then those that differ least from it.
fn near<'a>(id: &str, rules: &[&'a Rule]) -> Vec<&'a str> {
    let wanted = short(id);
    let mut ids: Vec<(bool, usize, &str)> = rules
        .iter()
        .map(|rule| {
            let name = short(&rule.id);
            (!(name.contains(wanted) || wanted.contains(name)), distance(wanted, name), rule.id.as_str())
        })
        .collect();
    ids.sort_unstable();
    ids.into_iter().take(SUGGESTED).map(|(_, _, id)| id).collect()
}

/// How many letters must be added, dropped or changed to turn one word into the other.
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.chars().enumerate() {
        let mut corner = row[0];
        row[0] = i + 1;
        for (j, y) in b.iter().enumerate() {
            let changed = corner + usize::from(x != *y);
            corner = row[j + 1];
            row[j + 1] = changed.min(row[j] + 1).min(corner + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distance_counts_letters() {
        assert_eq!(distance("kitten", "sitting"), 3);
        assert_eq!(distance("", "abc"), 3);
        assert_eq!(distance("turn", "turn"), 0);
    }

    #[test]
    fn a_rule_is_explained_before_its_details() {
        let rules =
            table::digest::for_players("g", "### g/turn\nExactly so.\n", "### g/turn · Turn\nTurn once.\n");
        assert_eq!(words(&rules[0]), "Turn (g/turn)\n\nTurn once.\n\nDetails:\n\nExactly so.");
    }

    #[test]
    fn a_mistyped_id_suggests_the_right_one_first() {
        let rules = table::digest::rules("game", "### game/turn\n### game/immelmann\n### game/tight-turn\n");
        let all: Vec<&Rule> = rules.iter().collect();
        assert_eq!(near("game/imelman", &all)[0], "game/immelmann");
        assert_eq!(near("tur", &all)[0], "game/turn");
    }
}
