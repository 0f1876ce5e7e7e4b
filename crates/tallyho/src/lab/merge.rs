//! `tallyho lab merge`: parts of a run, joined.

use crate::subject;
use anyhow::Result;
use catalog::Catalog;
use lab::Folder;
use std::path::PathBuf;
use std::process::ExitCode;

pub(super) const EXAMPLES: &str = "\
Examples:
  tallyho lab run fast-and-easy kent-duel --range 0..5000 --out part-1        on one machine
  tallyho lab run fast-and-easy kent-duel --range 5000..10000 --out part-2    on another
  tallyho lab merge part-1 part-2 --out whole

The folder then holds, byte for byte, what one machine would have made.";

#[derive(clap::Args)]
pub(crate) struct Args {
    /// Folders of finished parts
    #[arg(required = true, value_name = "DIR")]
    parts: Vec<PathBuf>,
    /// Folder for the whole
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
}

pub(super) fn run(args: &Args, catalog: &Catalog) -> Result<ExitCode> {
    let parts = args.parts.iter().map(|part| Folder::open(part)).collect::<Result<Vec<_>, _>>()?;
    let whole = lab::merge(&parts, &args.out)?;
    let series = subject::series_of(catalog, whole.plan())?;
    let labels = subject::labels(catalog, series.as_ref())?;
    let summary = lab::finish(&whole, |summary| lab::report(whole.plan(), &labels, summary))?;
    super::run::tell(whole.path(), &labels.sides, &summary)?;
    Ok(ExitCode::SUCCESS)
}
