//! `tallyho print`: what players want on paper or in another program.

use crate::data::{LARGEST_TRANSCRIPT, read_text};
use crate::plain::{plain, plain_path};
use anyhow::{Context, Result, anyhow, bail};
use catalog::Catalog;
use std::fs::File;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use table::Transcript;

pub(crate) const EXAMPLES: &str = "\
Examples:
  tallyho print log-sheet --game game.jsonl -o game.xlsx
  tallyho print log-sheet --blank -o master.xlsx

The log sheets of Simple Fighting Wings: a workbook of eight sheets, one an aircraft, with live formulas. More than eight
aircraft go on in game-2.xlsx, game-3.xlsx …, and so do more than twenty game turns. A game may still be going on. Files of
the same names are replaced, once the new ones are complete.";

#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    what: What,
}

#[derive(clap::Subcommand)]
enum What {
    /// Write the log sheets of a game as Excel workbooks (.xlsx)
    #[command(after_help = EXAMPLES)]
    LogSheet(LogSheet),
}

#[derive(clap::Args)]
struct LogSheet {
    /// Transcript of the game (.jsonl)
    #[arg(long, value_name = "FILE", required_unless_present = "blank", conflicts_with = "blank")]
    game: Option<PathBuf>,
    /// Empty sheets with all formulas, to be kept as a master
    #[arg(long)]
    blank: bool,
    /// The workbook to write
    #[arg(short, long, value_name = "NAME.xlsx")]
    output: PathBuf,
}

pub(crate) fn run(args: &Args, catalog: &Catalog) -> Result<ExitCode> {
    let What::LogSheet(args) = &args.what;
    if !args.output.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("xlsx")) {
        bail!("{}: the name of a workbook ends in .xlsx", plain_path(&args.output));
    }
    let books = match &args.game {
        Some(file) => of_game(file, catalog).with_context(|| plain_path(file))?,
        None => vec![log_sheet::blank()?],
    };
    let names: Vec<PathBuf> = (1..=books.len()).map(|n| numbered(&args.output, n)).collect();
    replace_all(&names, &books)?;
    let mut output = std::io::stdout().lock();
    for name in &names {
        writeln!(output, "{}", plain_path(name))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// The workbooks of a recorded game.
fn of_game(file: &Path, catalog: &Catalog) -> Result<Vec<Vec<u8>>> {
    let text = read_text(file, LARGEST_TRANSCRIPT)
        .map_err(|says| anyhow!("{says}; a transcript is wanted, such as game.jsonl"))?;
    let wrong = |difference: table::Difference| {
        let table::Difference { line, says, .. } = difference;
        anyhow!("line {line}: {}; a transcript is wanted that `tallyho verify` accepts", plain(&says))
    };
    let transcript = Transcript::from_lines(&text).map_err(wrong)?;
    let table = catalog.replay(&transcript, None).map_err(wrong)?;
    let books = log_sheet::workbooks(table.inner())?;
    if books.is_empty() {
        bail!("a game of {} has no log sheets; one of {} has", table.game(), log_sheet::GAME);
    }
    Ok(books)
}

/// `name.xlsx`, `name-2.xlsx`, `name-3.xlsx` …
fn numbered(path: &Path, n: usize) -> PathBuf {
    if n == 1 {
        return path.to_owned();
    }
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    path.with_file_name(format!("{stem}-{n}.xlsx"))
}

/// Writes all files beside their places first and moves them there last, so that a full disk leaves what was there before.
fn replace_all(names: &[PathBuf], contents: &[Vec<u8>]) -> Result<()> {
    let mut drafts = Drafts(Vec::new());
    for (name, bytes) in names.iter().zip(contents) {
        if name.is_dir() {
            bail!("{}: this is a folder; a file name is wanted", plain_path(name));
        }
        let failed = |e: std::io::Error| {
            let hint = match e.kind() {
                ErrorKind::NotFound => ": the folder must exist",
                ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem => {
                    ": name a folder that you may write to"
                }
                ErrorKind::StorageFull | ErrorKind::QuotaExceeded => ": make room, or name another disk",
                _ => "",
            };
            anyhow!("{} cannot be written: {e}{hint}", plain_path(name))
        };
        let (file, draft) = begin(name).map_err(failed)?;
        drafts.0.push(draft);
        fill(file, bytes).map_err(failed)?;
    }
    for (draft, name) in drafts.0.iter().zip(names) {
        std::fs::rename(draft, name).with_context(|| format!("{} cannot be written", plain_path(name)))?;
    }
    drafts.0.clear();
    Ok(())
}

/// Files that are not in their places yet; whatever is left of them is removed.
struct Drafts(Vec<PathBuf>);

impl Drop for Drafts {
    fn drop(&mut self) {
        for draft in &self.0 {
            let _ = std::fs::remove_file(draft);
        }
    }
}

/// A new file beside the place of another.
fn begin(name: &Path) -> std::io::Result<(File, PathBuf)> {
    let own = name.file_name().unwrap_or_default().to_string_lossy();
    let draft = name.with_file_name(format!(".{own}.{}.part", std::process::id()));
    Ok((File::create_new(&draft)?, draft))
}

fn fill(mut file: File, bytes: &[u8]) -> std::io::Result<()> {
    file.write_all(bytes)?;
    // Some disks find out that they are full only now.
    file.sync_all()
}
