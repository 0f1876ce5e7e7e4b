//! `tallyho verify`: recorded games played again.

use crate::data::expand;
use anyhow::Result;
use catalog::Catalog;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use table::Transcript;

pub(crate) const EXAMPLES: &str = "\
Examples:
  tallyho verify game.jsonl
  tallyho verify corpus            every .jsonl file below a folder
  tallyho verify --quiet corpus    only what differs

Each line of a transcript holds a command, the dice and a hash of the position after it. The whole game is played again
by the rules; dice that come from a seed are compared with the seed, and the seed with the hash in the first line.
Exit status 1 if anything differs or cannot be read.";

#[derive(clap::Args)]
pub(crate) struct Args {
    /// Transcripts, or folders of .jsonl files
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Print only what differs
    #[arg(short, long)]
    quiet: bool,
}

pub(crate) fn run(args: &Args, catalog: &Catalog) -> Result<ExitCode> {
    let mut output = std::io::stdout().lock();
    let files = expand(&args.files, &["jsonl"])?;
    let mut bad = 0;
    for file in &files {
        match verify(file, catalog) {
            Ok(_) if args.quiet => {}
            Ok(says) => writeln!(output, "ok      {}: {says}", file.display())?,
            Err((line, says)) => {
                bad += 1;
                writeln!(output, "DIFFERS {}:{line}: {says}", file.display())?;
            }
        }
    }
    if !args.quiet || bad > 0 {
        writeln!(output, "{} of {} transcripts verified", files.len() - bad, files.len())?;
    }
    Ok(if bad == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn verify(file: &Path, catalog: &Catalog) -> Result<String, (usize, String)> {
    let bytes = std::fs::read(file).map_err(|e| (0, e.to_string()))?;
    let text = String::from_utf8(bytes).map_err(|e| (1, format!("not text: {e}")))?;
    let at = |d: table::Difference| (d.line, d.says);
    let transcript = Transcript::from_lines(&text).map_err(at)?;
    let table = catalog.replay(&transcript, None).map_err(at)?;
    let end = match table.pending().outcome {
        Some(outcome) => outcome.text,
        None => "not finished".into(),
    };
    Ok(format!("{}, {} commands, {end}", transcript.header.game, transcript.lines.len()))
}
