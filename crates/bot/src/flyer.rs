//! Who flies a side, and on what terms.

use catalog::{Aviator, Catalog};
use std::time::Duration;

/// Who flies a side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Flyer {
    /// A pilot of ours.
    Pilot(Aviator),
    /// A bot: the command that starts it, as a shell takes it.
    Bot(String),
}

/// What a bot's command has before it.
const COMMAND: &str = "cmd:";

impl Flyer {
    /// The word of a pilot of ours, or `cmd:` and a command.
    pub fn from_word(word: &str) -> Result<Flyer, String> {
        match word.strip_prefix(COMMAND) {
            Some(command) if command.trim().is_empty() => {
                Err(format!("there is no command after '{COMMAND}'"))
            }
            Some(command) => Ok(Flyer::Bot(command.to_owned())),
            None => Aviator::from_word(word)
                .map(Flyer::Pilot)
                .map_err(|why| format!("{why}; a bot is {COMMAND}COMMAND")),
        }
    }

    /// What [`Flyer::from_word`] reads.
    pub fn word(&self) -> String {
        match self {
            Flyer::Pilot(pilot) => pilot.word(),
            Flyer::Bot(command) => format!("{COMMAND}{command}"),
        }
    }
}

impl<P: Into<Aviator>> From<P> for Flyer {
    fn from(pilot: P) -> Flyer {
        Flyer::Pilot(pilot.into())
    }
}

/// On what terms bots fly.
#[derive(Clone)]
pub struct Terms {
    /// What a bot is told when it asks for games, rules or cards.
    pub catalog: Catalog,
    /// How long a bot may take for a decision, its start included. It loses by forfeit after that.
    pub patience: Duration,
}

impl Terms {
    /// The usual ones.
    pub fn new(catalog: Catalog) -> Terms {
        Terms { catalog, patience: Duration::from_secs(10) }
    }
}

/// For games without bots.
impl Default for Terms {
    fn default() -> Terms {
        Terms::new(Catalog::of(Vec::new()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_names_a_pilot_or_a_command() {
        for word in ["random", "wing-commander@30", "cmd:python3 bot.py --deep"] {
            assert_eq!(Flyer::from_word(word).map(|flyer| flyer.word()), Ok(word.to_owned()));
        }
        assert!(Flyer::from_word("ace").is_err_and(|why| why.contains("random, simple")));
        assert!(Flyer::from_word("cmd: ").is_err_and(|why| why.contains("no command")));
    }
}
