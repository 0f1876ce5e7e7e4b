//! `tallyho schema`: every shape for other languages and for editors.

use anyhow::Result;
use catalog::Catalog;
use std::io::Write;
use std::process::ExitCode;

pub(crate) const EXAMPLES: &str = "\
Examples:
  tallyho schema > tallyho.schema.json
  tallyho schema --typescript > web/wire/types.d.ts

In the schema, `methods` names each method's parameters and result, `games` each game's scenario files, data files and
commands, and `$defs` holds every type.";

#[derive(clap::Args)]
pub(crate) struct Args {
    /// Print TypeScript declarations instead of JSON Schema
    #[arg(long)]
    typescript: bool,
}

pub(crate) fn run(args: &Args, catalog: &Catalog) -> Result<ExitCode> {
    let mut output = std::io::stdout().lock();
    if args.typescript {
        write!(output, "{}", wire::typescript())?;
    } else {
        let games = |generator: &mut wire::schemars::SchemaGenerator| {
            catalog.games().iter().map(|game| (game.id().to_owned(), game.schema(generator).into())).collect()
        };
        serde_json::to_writer_pretty(&mut output, &wire::schema(games))?;
        writeln!(output)?;
    }
    Ok(ExitCode::SUCCESS)
}
