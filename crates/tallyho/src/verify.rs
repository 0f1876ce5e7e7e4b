//! `tallyho verify`: recorded games played again.

use crate::data::{LARGEST_TRANSCRIPT, expand, read_text};
use crate::plain::{plain, plain_path};
use anyhow::Result;
use catalog::Catalog;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use table::{Resume, Seed, Transcript};

pub(crate) const EXAMPLES: &str = "\
Examples:
  tallyho verify game.jsonl
  tallyho verify corpus            every .jsonl file below a folder
  tallyho verify --quiet corpus    only what differs

Each line of a transcript holds a command, the dice and a hash of the position after it. The whole game is played again
by the rules; dice that come from a seed are compared with the seed, and the seed and the options with the hashes in the first
line. The seed is known when the game is over: before that, and where people threw the dice, they are taken as recorded, and
the line says so. Where the rules changed during a game and it went on with new dice, the line says from which command.
A table on a server shows the seal from the first move on; the one printed here must be the same.
Exit status 1 if anything differs or cannot be read, or if there is nothing to verify.";

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
    let files = expand(&args.files, "transcripts", &["jsonl"])?;
    let (mut bad, mut dice, mut headers) = (0, 0, 0);
    for file in &files {
        let name = plain_path(file);
        match verify(file, catalog) {
            Ok(replayed) => {
                dice += usize::from(replayed.dice.is_some());
                headers += usize::from(!replayed.header);
                if !args.quiet {
                    writeln!(output, "ok      {name}: {}", plain(&replayed.text()))?;
                }
            }
            Err((line, says)) => {
                bad += 1;
                writeln!(output, "DIFFERS {name}:{line}: {}", plain(&says))?;
            }
        }
    }
    if !args.quiet || bad > 0 {
        write!(output, "{} of {} transcripts verified", files.len() - bad, files.len())?;
        for (what, unchecked) in [("dice", dice), ("headers", headers)] {
            if unchecked > 0 {
                write!(output, "; {what} of {unchecked} not checked")?;
            }
        }
        writeln!(output)?;
    }
    Ok(if bad == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// A transcript that agrees with the rules, and how much of it could be checked.
struct Replayed {
    /// Which game, how long, how it ended.
    says: String,
    /// Why the dice were taken as they are recorded, if they were.
    dice: Option<String>,
    /// Whether the header has a hash.
    header: bool,
    /// The seal that the table showed from the first move on, and each that it showed since the rules changed.
    seal: Option<String>,
}

impl Replayed {
    fn text(&self) -> String {
        let mut text = self.says.clone();
        if let Some(why) = &self.dice {
            text += &format!("; {why}");
        }
        if !self.header {
            text += "; header not checked, because it has no hash";
        }
        if let Some(seal) = &self.seal {
            text += &format!("; seal {seal}");
        }
        text
    }
}

fn verify(file: &Path, catalog: &Catalog) -> Result<Replayed, (usize, String)> {
    let text = read_text(file, LARGEST_TRANSCRIPT).map_err(|says| (1, says))?;
    let at = |d: table::Difference| (d.line, d.says);
    let transcript = Transcript::from_lines(&text).map_err(at)?;
    let table = catalog.replay(&transcript, None).map_err(at)?;
    catalog.truly_parted(&transcript).map_err(at)?;
    let Transcript { header, lines, resumed, end } = &transcript;
    let last = transcript.to_lines().lines().count() - usize::from(end.is_some());
    let outcome = table.outcome();
    if outcome.is_some() && end.is_none() {
        return Err((last + 1, "the game is over, and the line that ends it is missing".into()));
    }
    let shown = end.iter().flat_map(|end| end.seed.iter().chain(&end.resumed));
    let seeds: Vec<Seed> = shown.filter_map(|seed| Seed::from_hex(seed)).collect();
    let dice = match (&header.commitment, seeds.first()) {
        (None, _) => Some("dice not checked, because people threw them".into()),
        (Some(_), None) => {
            Some(format!("played to line {last}; dice not checked, because the game is not over"))
        }
        (Some(_), Some(_)) => None,
    };
    let end = outcome.map_or_else(|| "not over".to_owned(), |outcome| outcome.text);
    let resumed: String = resumed.iter().map(|resumed| went_on(&resumed.mark)).collect();
    let seals: Vec<String> = seeds.iter().map(|seed| header.seal(*seed)).collect();
    Ok(Replayed {
        says: format!("{}, {} commands, {end}{resumed}", header.game, lines.len()),
        dice,
        header: header.hash.is_some(),
        seal: (header.hash.is_some() && !seals.is_empty()).then(|| seals.join(", then ")),
    })
}

/// That the game went on by other rules, and from where.
fn went_on(mark: &Resume) -> String {
    format!("; went on from command {} by revision {} of the rules", mark.resume, mark.revision)
}
