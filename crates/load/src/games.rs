//! Games worked out beforehand.

use anyhow::{Context, anyhow};
use catalog::{Catalog, Level};
use serde_json::{Value, json};
use std::sync::Arc;
use table::{DiceSource, Seed, Side};
use wire::Json;

/// A game that follows from its seed.
pub(crate) struct Recorded {
    pub(crate) game: String,
    pub(crate) scenario: String,
    pub(crate) seed: u64,
    pub(crate) lines: Vec<(Side, Json)>,
}

impl Recorded {
    /// What to order a table with on which this game can be played by whoever makes it.
    pub(crate) fn order(&self) -> Value {
        json!({ "game": self.game, "scenario": self.scenario, "hot_seat": true, "dice": { "seed": self.seed } })
    }
}

/// How many seeds are tried for each game that is long enough.
const TRIES: u64 = 400;

/// `count` games of at least `needed` commands, by random pilots.
pub(crate) fn recorded(
    game: &str,
    scenario: &str,
    needed: usize,
    count: usize,
) -> anyhow::Result<Vec<Arc<Recorded>>> {
    let catalog = Catalog::built_in().map_err(|flaws| anyhow!("{flaws:?}"))?;
    let mut games = Vec::new();
    for seed in 1..=TRIES * count as u64 {
        let lines = lines(&catalog, game, scenario, seed, needed)?;
        if lines.len() >= needed {
            games.push(Arc::new(Recorded { game: game.into(), scenario: scenario.into(), seed, lines }));
        }
        if games.len() == count {
            return Ok(games);
        }
    }
    games.first().context("no game is long enough: fewer moves, please")?;
    Ok(games)
}

/// `count` games from beginning to end, by random pilots.
pub(crate) fn whole(game: &str, scenario: &str, count: usize) -> anyhow::Result<Vec<Arc<Recorded>>> {
    let catalog = Catalog::built_in().map_err(|flaws| anyhow!("{flaws:?}"))?;
    let game = |seed| {
        let lines = lines(&catalog, game, scenario, seed, usize::MAX)?;
        Ok(Arc::new(Recorded { game: game.into(), scenario: scenario.into(), seed, lines }))
    };
    (1..=count as u64).map(game).collect()
}

fn lines(
    catalog: &Catalog,
    game: &str,
    scenario: &str,
    seed: u64,
    needed: usize,
) -> anyhow::Result<Vec<(Side, Json)>> {
    let shelf = catalog.game(game).map_err(|fault| anyhow!("{fault:?}"))?;
    let dice = DiceSource::seeded(Seed::from_number(seed));
    let mut table = shelf.open(&scenario.into(), None, dice).map_err(|fault| anyhow!("{fault:?}"))?;
    let mut lines = Vec::new();
    while lines.len() < needed
        && let Some(side) = table.to_act().iter().next()
    {
        let salt = lines.len() as u64;
        let command = table.pilot(side, Level::Random.into(), salt).map_err(|fault| anyhow!("{fault:?}"))?;
        table.act(side, &command, &[]).map_err(|fault| anyhow!("{fault:?}"))?;
        lines.push((side, command));
    }
    Ok(lines)
}
