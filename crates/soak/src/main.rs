//! `soak BINARY…`: plays random games through `legal` and `act` of `tallyho rpc`, the same requests to every binary at
//! once. Fails when an answer differs between binaries (so: when a state hash does), when an offered command is refused,
//! when a game does not end, when its transcript does not load again, or when a line of noise gets no error answer.

mod peers;
mod player;

use anyhow::{Context, Result, bail, ensure};
use clap::Parser;
use peers::Peers;
use player::Player;
use serde_json::{Value, json};
use std::path::PathBuf;

/// Plays random games through builds of the binary and compares them.
#[derive(Parser)]
struct Arguments {
    /// Builds of `tallyho` to compare, for instance debug and release.
    #[arg(required = true)]
    binaries: Vec<PathBuf>,
    /// How many games.
    #[arg(long, default_value_t = 200)]
    games: u64,
    /// Seed of the first game; the next game has the next one.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Only scenarios with at most this many aircraft.
    #[arg(long, default_value_t = 24)]
    aircraft: u64,
    /// Only these games, by id.
    #[arg(long)]
    game: Vec<String>,
    /// A game that takes more commands than this is taken not to end.
    #[arg(long, default_value_t = 20_000)]
    limit: u64,
    /// Write every transcript into this folder.
    #[arg(long)]
    keep: Option<PathBuf>,
}

/// What was done, for the last line.
#[derive(Default)]
struct Tally {
    commands: u64,
    menus: u64,
    dead_ends: u64,
    noise: u64,
}

fn main() -> Result<()> {
    let arguments = Arguments::parse();
    let mut peers = Peers::start(&arguments.binaries)?;
    let scenarios = scenarios(&mut peers, &arguments)?;
    ensure!(!scenarios.is_empty(), "no scenario has so few aircraft");
    if let Some(folder) = &arguments.keep {
        std::fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    }
    let mut tally = Tally::default();
    for n in 0..arguments.games {
        let (game, scenario) = &scenarios[n as usize % scenarios.len()];
        let seed = arguments.seed + n;
        let played = play(&mut peers, game, scenario, seed, &arguments, &mut tally);
        played.with_context(|| format!("{game} {scenario}, seed {seed}"))?;
    }
    peers.stop()?;
    println!(
        "soak: {} games in {} scenarios, {} commands, {} menus, {} lines of noise, the same in {} builds; \
         every transcript loads; {} half-built moves led nowhere",
        arguments.games,
        scenarios.len(),
        tally.commands,
        tally.menus,
        tally.noise,
        arguments.binaries.len(),
        tally.dead_ends
    );
    Ok(())
}

/// Game and scenario ids to play, from the list of games.
fn scenarios(peers: &mut Peers, arguments: &Arguments) -> Result<Vec<(String, String)>> {
    let answer = peers.ask("games", &json!({}))?;
    let mut found = Vec::new();
    for game in list(&answer["games"])? {
        let id = text(&game["id"])?;
        if !arguments.game.is_empty() && !arguments.game.contains(&id) {
            continue;
        }
        for scenario in list(&game["scenarios"])? {
            if scenario["aircraft"].as_u64().is_some_and(|n| n <= arguments.aircraft) {
                found.push((id.clone(), text(&scenario["id"])?));
            }
        }
    }
    Ok(found)
}

fn play(
    peers: &mut Peers,
    game: &str,
    scenario: &str,
    seed: u64,
    arguments: &Arguments,
    tally: &mut Tally,
) -> Result<()> {
    let mut player = Player::new(seed);
    let opened = peers.ask("new", &json!({"game": game, "scenario": scenario, "dice": {"seed": seed}}))?;
    let table = text(&opened["table"])?;
    let mut pending = opened["pending"].clone();
    let mut commands = 0;
    while let Some(seat) = player.pick(list(&pending["to_act"])?) {
        ensure!(commands < arguments.limit, "the game has not ended after {commands} commands");
        let command = player.command(peers, &table, seat, tally)?;
        let answer = peers.ask("act", &json!({"table": table, "seat": seat, "command": command}));
        let acted = answer.with_context(|| format!("{seat} was offered {command}"))?;
        ensure!(acted["state"].is_string(), "no state hash in {acted}");
        pending = acted["pending"].clone();
        commands += 1;
        if player.one_in(64) {
            peers.noise(&player.noise())?;
            tally.noise += 1;
        }
    }
    ensure!(!pending["outcome"].is_null(), "nobody owes a decision and there is no outcome");
    let transcript = peers.ask("transcript", &json!({"table": table}))?;
    let loaded = peers.ask("load", &json!({"transcript": transcript}))?;
    ensure!(loaded["pending"]["outcome"] == pending["outcome"], "the transcript ends otherwise");
    if let Some(folder) = &arguments.keep {
        let file = folder.join(format!("{game}-{scenario}-{seed}.jsonl"));
        std::fs::write(&file, lines(&transcript)?)
            .with_context(|| format!("cannot write {}", file.display()))?;
    }
    for table in [&table, &text(&loaded["table"])?] {
        peers.ask("close", &json!({"table": table}))?;
    }
    tally.commands += commands;
    Ok(())
}

/// A transcript as the lines of a file.
fn lines(transcript: &Value) -> Result<String> {
    let mut text = format!("{}\n", transcript["header"]);
    for line in list(&transcript["lines"])? {
        text.push_str(&format!("{line}\n"));
    }
    if !transcript["end"].is_null() {
        text.push_str(&format!("{}\n", transcript["end"]));
    }
    Ok(text)
}

fn list(value: &Value) -> Result<&Vec<Value>> {
    value.as_array().with_context(|| format!("not a list: {value}"))
}

fn text(value: &Value) -> Result<String> {
    match value {
        Value::String(text) => Ok(text.clone()),
        Value::Number(number) => Ok(number.to_string()),
        other => bail!("not a text: {other}"),
    }
}
