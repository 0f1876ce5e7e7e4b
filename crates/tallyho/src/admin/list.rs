//! `tallyho admin list`: which tables there are.

use super::words::{days_ago, moment};
use crate::home::Home;
use crate::plain::plain;
use anyhow::Result;
use serde_json::json;
use std::io::Write;
use std::process::ExitCode;
use store::{Store, TableLine};

/// Times are UTC. Of a game that goes on, moves and last change may be some seconds old.
#[derive(clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    home: Home,
    #[command(flatten)]
    which: Which,
    /// Print one JSON object a line
    #[arg(long)]
    json: bool,
}

#[derive(clap::Args)]
struct Which {
    /// Only finished games
    #[arg(long, conflicts_with = "unfinished")]
    finished: bool,
    /// Only games that go on
    #[arg(long)]
    unfinished: bool,
    /// Only tables of this game
    #[arg(long, value_name = "GAME")]
    game: Option<String>,
    /// Only tables that have not changed for so many days
    #[arg(long, value_name = "DAYS")]
    older_than: Option<u32>,
}

impl Which {
    fn fits(&self, line: &TableLine) -> bool {
        let finished = line.row.finished_ms.is_some();
        !(self.finished && !finished || self.unfinished && finished)
            && self.game.as_ref().is_none_or(|game| *game == line.row.game)
            && self.older_than.is_none_or(|days| line.changed_ms < days_ago(days))
    }
}

pub(super) async fn run(args: &Args) -> Result<ExitCode> {
    let store = Store::look(&args.home.games()?).await?;
    let mut output = std::io::BufWriter::new(std::io::stdout().lock());
    if !args.json {
        let head = ["id", "game", "moves", "made", "changed", "finished", "title"];
        write_columns(&mut output, head.map(str::to_owned))?;
    }
    let mut after = Some(0);
    while let Some(from) = after {
        let (lines, next) = store.lines(from).await?;
        for line in lines.iter().filter(|line| args.which.fits(line)) {
            if args.json {
                writeln!(output, "{}", as_json(line))?;
            } else {
                write_columns(&mut output, columns(line))?;
            }
        }
        after = next;
    }
    output.flush()?;
    Ok(ExitCode::SUCCESS)
}

fn columns(line: &TableLine) -> [String; 7] {
    let row = &line.row;
    let label = server::label(line).map_or(String::new(), |label| format!(" — {label}"));
    [
        row.id.clone(),
        row.game.clone(),
        row.seq.to_string(),
        moment(row.created_ms),
        moment(line.changed_ms),
        row.finished_ms.map_or("-".into(), moment),
        // Players chose these words.
        plain(&format!("{}{label}", row.title)),
    ]
}

fn write_columns(
    output: &mut impl Write,
    [id, game, moves, made, changed, finished, title]: [String; 7],
) -> Result<()> {
    Ok(writeln!(output, "{id:12}  {game:14}  {moves:>5}  {made:16}  {changed:16}  {finished:16}  {title}")?)
}

fn as_json(line: &TableLine) -> serde_json::Value {
    let row = &line.row;
    json!({
        "id": row.id, "game": row.game, "title": row.title, "label": server::label(line), "moves": row.seq,
        "created_ms": row.created_ms, "changed_ms": line.changed_ms, "finished_ms": row.finished_ms, "rules": line.rules,
    })
}
