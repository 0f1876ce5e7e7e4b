//! Instructions a piece of work takes, counted by valgrind: the same on a busy machine and a quiet one.

use crate::play::{Recorded, Subject};
use anyhow::{Context, Result, anyhow, bail};
use std::collections::BTreeMap;
use std::process::{Command, Stdio};
use table::{Game, Seed, SeededDice};

/// Does one piece of work `times` times, and prints how many transitions it took.
pub(crate) fn work<G: Game>(what: &str, scenario: &str, times: u32) -> Result<()> {
    let subject = Subject::<G>::ready_made(&built_in::<G>()?, scenario)?;
    let mut transitions = 0;
    match what {
        "transition" => {
            let mut chance = SeededDice::new(Seed::from_number(5));
            for _ in 0..times {
                transitions += subject.random_game(&mut subject.start(), &mut chance);
            }
        }
        "apply" => {
            let game = subject.record(5);
            for _ in 0..times {
                let (commands, faces) = Recorded::split(&game);
                transitions += subject.replay(&mut subject.start(), commands, &faces);
            }
        }
        other => bail!("there is no work called {other}"),
    }
    println!("{transitions}");
    Ok(())
}

/// Reads a game's built-in data.
pub(crate) fn built_in<G: Game>() -> Result<G::Data> {
    let files: BTreeMap<String, String> =
        G::files().iter().map(|(p, t)| ((*p).to_owned(), (*t).to_owned())).collect();
    G::load(&files).map_err(|flaws| anyhow!("{flaws:?}"))
}

/// Instructions of one transition: those of several games minus those of one, so that starting up does not count.
pub(crate) fn per_transition(work: [&str; 3], times: u32) -> Result<f64> {
    let (few, few_done) = run(work, 1)?;
    let (many, many_done) = run(work, 1 + times)?;
    Ok((many - few) as f64 / (many_done - few_done) as f64)
}

/// Runs this very program under callgrind: instructions, and transitions done.
fn run(work: [&str; 3], times: u32) -> Result<(u64, u64)> {
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg(std::env::current_exe()?)
        .arg("--work")
        .args(work)
        .arg(times.to_string())
        .stdin(Stdio::null())
        .output()
        .context("cannot run valgrind")?;
    let told = String::from_utf8_lossy(&output.stderr);
    if !output.status.success() {
        bail!("valgrind failed: {told}");
    }
    let counted = told.split("Collected :").nth(1).and_then(|rest| rest.split_whitespace().next());
    let instructions = counted.context("valgrind told no count")?.parse()?;
    Ok((instructions, String::from_utf8_lossy(&output.stdout).trim().parse()?))
}
