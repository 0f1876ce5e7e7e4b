//! A game as one line of JSON: what is written to disk and read again.

use crate::plan::Plan;
use crate::{Result, with};
use bot::Flyer;
use catalog::{Job, Record};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use table::view::At;
use table::{Side, SmolStr};

/// One game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Line {
    /// Its number in the run.
    pub game: u64,
    /// The number from which its dice follow.
    pub seed: u64,
    /// Who flew the Allies, and who the Axis.
    pub pilots: [SmolStr; 2],
    /// Who won; nobody in a draw.
    pub winner: Option<Side>,
    /// Points of the Allies and of the Axis.
    pub points: [i32; 2],
    /// The turn in which it ended.
    pub turns: u16,
    /// Commands given.
    pub commands: u32,
    /// What the fire of the Allies and of the Axis brought beyond its mean, in thousandths of a victory point.
    pub luck: [i64; 2],
    /// Aircraft that left the map for good.
    pub losses: Vec<LostLine>,
    /// How many events each rule had a part in. Rules of the game go without its name before them.
    pub rules: BTreeMap<SmolStr, u32>,
    /// Who lost because their bot failed, if anybody did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub forfeit: Option<Forfeit>,
}

/// A game that was lost by forfeit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Forfeit {
    /// Who lost it.
    pub side: Side,
    /// How their bot failed, in a word.
    pub why: SmolStr,
}

/// An aircraft that left the game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LostLine {
    /// Its number.
    pub aircraft: u16,
    /// Whose it was.
    pub side: Side,
    /// Its card.
    pub card: SmolStr,
    /// The rule by which it left, as in [`Line::rules`].
    pub cause: SmolStr,
    /// The turn.
    pub turn: u16,
    /// Where it was before the command that took it out.
    pub at: Option<At>,
}

/// A rule's id without the name of its game; those of the table keep theirs.
fn short(game: &str, rule: &'static str) -> SmolStr {
    let own = rule.strip_prefix(game).and_then(|rest| rest.strip_prefix('/'));
    own.map_or_else(|| SmolStr::new_static(rule), SmolStr::new_static)
}

/// A rule's whole id.
pub(crate) fn whole(game: &str, rule: &str) -> String {
    if rule.starts_with("table/") { rule.to_owned() } else { format!("{game}/{rule}") }
}

impl Line {
    /// What is kept of a game of a plan.
    pub fn new(plan: &Plan, number: u64, job: Job<&Flyer>, record: Record) -> Line {
        let losses = record.losses.into_iter().map(|loss| LostLine {
            aircraft: loss.aircraft.0,
            side: loss.side,
            card: loss.card,
            cause: short(&plan.game, loss.cause.0),
            turn: loss.turn,
            at: loss.at,
        });
        Line {
            game: number,
            seed: job.dice,
            pilots: job.pilots.map(|flyer| flyer.word().into()),
            winner: record.winner,
            points: record.points,
            turns: record.turns,
            commands: record.commands,
            luck: record.luck,
            losses: losses.collect(),
            rules: record.rules.into_iter().map(|(rule, n)| (short(&plan.game, rule.0), n)).collect(),
            forfeit: record.forfeit.map(|(side, why)| Forfeit { side, why: SmolStr::new_static(why) }),
        }
    }

    /// The line, with its end.
    pub fn text(&self) -> Result<String> {
        let mut text = serde_json::to_string(self).map_err(with("a game cannot be written"))?;
        text.push('\n');
        Ok(text)
    }

    /// Reads a line.
    pub fn read(text: &str) -> Result<Line> {
        serde_json::from_str(text).map_err(with("a line of results cannot be read"))
    }
}
