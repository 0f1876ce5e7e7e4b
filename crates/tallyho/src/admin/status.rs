//! `tallyho admin status`: how a database stands.

use super::words::{count, size};
use crate::home::Home;
use crate::plain::plain;
use anyhow::Result;
use catalog::Catalog;
use serde_json::{Value, json};
use std::io::Write;
use std::path::Path;
use std::process::ExitCode;
use store::{Figures, Place, Played, Process, Schema, Store};

/// A process that was not heard of for longer than this is counted out by the others.
const ALIVE_MS: i64 = 5_000;

/// Whether a process of which this is known still serves.
pub(super) fn is_alive(process: &Process) -> bool {
    process.beat_ms < ALIVE_MS
}

#[derive(clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    home: Home,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

pub(super) async fn run(args: &Args, catalog: &Catalog) -> Result<ExitCode> {
    let place = args.home.games()?;
    let in_use = matches!(place, Place::File(_)).then(|| place.is_in_use()).transpose()?;
    let schema = store::schema(&place).await?;
    // Of another schema no more can be told than which it is.
    let figures = match schema.is_older() || schema.is_newer() {
        true => None,
        false => Some(Store::look(&place).await?.figures().await?),
    };
    let standing = Standing { place, in_use, schema, figures };
    let mut output = std::io::stdout().lock();
    if args.json {
        writeln!(output, "{}", standing.json(catalog))?;
    } else {
        standing.write(&mut output, catalog)?;
    }
    Ok(ExitCode::SUCCESS)
}

struct Standing {
    place: Place,
    /// Whether a server has the file; nothing of a PostgreSQL.
    in_use: Option<bool>,
    schema: Schema,
    figures: Option<Figures>,
}

/// How a table stands to the rules of this program.
fn rules_of(played: &Played, catalog: &Catalog) -> &'static str {
    match (catalog.edition(&played.game), &played.rules) {
        (None, _) => "not in this program",
        (Some(edition), Some(rules)) if edition.rules == *rules => "of this program",
        (Some(_), _) => "other rules: played again when opened",
    }
}

impl Standing {
    fn engine(&self) -> &'static str {
        match self.place {
            Place::File(_) => "SQLite",
            Place::Postgres(_) => "PostgreSQL",
        }
    }

    fn log_bytes(&self) -> Option<u64> {
        let Place::File(file) = &self.place else { return None };
        let mut log = file.as_os_str().to_owned();
        log.push("-wal");
        Some(Path::new(&log).metadata().map_or(0, |file| file.len()))
    }

    fn write(&self, to: &mut impl Write, catalog: &Catalog) -> Result<()> {
        writeln!(to, "place      {}", self.place)?;
        let used = self.in_use.map_or("", |used| if used { ", in use by a server" } else { ", not in use" });
        writeln!(to, "engine     {}{used}", self.engine())?;
        let Schema { found, known, .. } = self.schema;
        writeln!(to, "schema     {}, this program has {known}", found.unwrap_or_default())?;
        let Some(figures) = &self.figures else {
            let what = match self.schema.is_newer() {
                true => "It was made by a newer Tallyho: ask that one.",
                false => {
                    "`tallyho admin migrate` brings it up to date, and so does `tallyho serve` when it starts."
                }
            };
            return Ok(writeln!(to, "{what}")?);
        };
        let log =
            self.log_bytes().map_or(String::new(), |bytes| format!(", write-ahead log {}", size(bytes)));
        writeln!(to, "size       {}{log}", size(figures.bytes))?;
        let sum = |of: fn(&Played) -> i64| figures.played.iter().map(of).sum::<i64>();
        let (tables, finished) = (sum(|played| played.tables), sum(|played| played.finished));
        let changes = count(sum(|played| played.entries) as usize, "change");
        writeln!(to, "tables     {tables}, {finished} of them finished; {changes}")?;
        let behind = count(figures.unnoted as usize, if self.in_use.is_some() { "change" } else { "table" });
        writeln!(to, "lists      {behind} behind the log")?;
        for process in &figures.processes {
            let Process { about, beat_ms, flights, tables } = process;
            let alive = if is_alive(process) { "" } else { " (counted out)" };
            let (s, tenths) = (beat_ms / 1_000, beat_ms % 1_000 / 100);
            let about = plain(about);
            writeln!(
                to,
                "process    {about}: heard of {s}.{tenths} s ago{alive}, people at {}, pilots at {flights}",
                count(*tables as usize, "table")
            )?;
        }
        if figures.processes.is_empty() && self.in_use.is_none() {
            writeln!(to, "process    none")?;
        }
        for played in &figures.played {
            let rules = played.rules.as_deref().unwrap_or("unknown");
            let Played { game, finished, .. } = played;
            let (tables, stands) = (count(played.tables as usize, "table"), rules_of(played, catalog));
            writeln!(to, "rules      {game} {rules}: {tables}, {finished} finished; {stands}")?;
        }
        Ok(())
    }

    fn json(&self, catalog: &Catalog) -> Value {
        let played = |played: &Played| {
            json!({ "game": played.game, "rules": played.rules, "tables": played.tables, "finished": played.finished,
                    "changes": played.entries, "stands": rules_of(played, catalog) })
        };
        let process = |process: &Process| json!({ "about": process.about, "beat_ms": process.beat_ms, "flights": process.flights, "tables": process.tables });
        json!({
            "place": self.place.to_string(), "engine": self.engine(), "in_use": self.in_use,
            "schema": self.schema.found, "schema_known": self.schema.known, "wal_bytes": self.log_bytes(),
            "bytes": self.figures.as_ref().map(|figures| figures.bytes),
            "behind": self.figures.as_ref().map(|figures| figures.unnoted),
            "rules": self.figures.iter().flat_map(|figures| &figures.played).map(played).collect::<Vec<_>>(),
            "processes": self.figures.iter().flat_map(|figures| &figures.processes).map(process).collect::<Vec<_>>(),
        })
    }
}
