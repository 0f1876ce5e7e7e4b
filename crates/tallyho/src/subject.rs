//! What is played: a game, a scenario and options, named on the command line or in a plan.

use crate::data::{LARGEST_DATA, read_text};
use anyhow::{Context, Result, anyhow, bail};
use bot::{Flyer, Terms};
use catalog::{Catalog, Level, Series};
use lab::{Labels, Plan};
use serde_json::{Map, Value};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

/// A scenario's id as it is, or the contents of the file of that name.
pub(crate) fn scenario(given: &str) -> Result<Value> {
    if !given.ends_with(".toml") && !given.ends_with(".json") {
        return Ok(given.into());
    }
    let text = read_text(Path::new(given), LARGEST_DATA).map_err(|says| anyhow!("{given}: {says}"))?;
    if given.ends_with(".toml") {
        toml::from_str(&text).with_context(|| given.to_owned())
    } else {
        serde_json::from_str(&text).with_context(|| given.to_owned())
    }
}

/// An option of the rules as it is written on a command line, KEY=VALUE.
pub(crate) fn option(text: &str) -> Result<(String, Value), String> {
    let (key, value) = text.split_once('=').ok_or("an option is written KEY=VALUE")?;
    let value = serde_json::from_str(value).unwrap_or_else(|_| value.into());
    Ok((key.to_owned(), value))
}

/// How long a bot may take for a decision, in milliseconds.
#[derive(clap::Args)]
pub(crate) struct Patience {
    /// Milliseconds that a bot has for a decision; after that it loses by forfeit
    #[arg(long = "patience", value_name = "MS", default_value_t = 10_000)]
    ms: u64,
}

impl Patience {
    /// The terms on which bots fly.
    pub(crate) fn terms(&self, catalog: &Catalog) -> Terms {
        Terms { catalog: catalog.clone(), patience: Duration::from_millis(self.ms) }
    }
}

/// A pilot's level, or the command of a bot.
pub(crate) fn flyer(word: &str) -> Result<Flyer, String> {
    Flyer::from_word(word)
}

/// A pilot's level.
pub(crate) fn level(word: &str) -> Result<Level, String> {
    let known = || Level::ALL.map(Level::word).join(", ");
    Level::from_word(word).ok_or_else(|| format!("there is no pilot '{word}'; there are: {}", known()))
}

/// Sets a scenario up to be flown many times.
pub(crate) fn series(
    catalog: &Catalog,
    game: &str,
    scenario: &Value,
    options: &[(String, Value)],
) -> Result<Arc<dyn Series>> {
    let options: Map<String, Value> = options.iter().cloned().collect();
    let options = Some(&options).filter(|options| !options.is_empty());
    let series = catalog.game(game).and_then(|shelf| shelf.series(scenario, options));
    series.map_err(|fault| anyhow!("{}", desk::error(fault).message))
}

/// The series that a plan is of, if this program plays it in the same way.
pub(crate) fn series_of(catalog: &Catalog, plan: &Plan) -> Result<Arc<dyn Series>> {
    let series = series(catalog, &plan.game, &plan.scenario, &[])?;
    let mine = Plan::new(series.about(), plan.flyers()?, plan.swap, plan.seed, plan.games);
    match plan.differs(&mine) {
        None => Ok(series),
        Some("data") => bail!(
            "the run was begun with other data files of {}: name the same folder with --data",
            plan.game
        ),
        Some(field) => bail!("the run was begun by a program that differs in '{field}': use that one"),
    }
}

/// What a report calls things.
pub(crate) fn labels(catalog: &Catalog, series: &dyn Series) -> Result<Labels> {
    let shelf =
        catalog.game(series.about().game).map_err(|fault| anyhow!("{}", desk::error(fault).message))?;
    Ok(Labels::new(series, &shelf.info().title, shelf.rules()))
}
