//! A host changes a table of the rules between two kills, and the game goes on.

use crate::common::{Game, Server, Step, answer, ask, command, connect, http, new_game, step};
use serde_json::{Value, json};
use std::path::Path;
use std::process::Command;
use tempfile::TempDir;

/// Data in which Spitfires are faster than they were.
fn faster() -> TempDir {
    let built_in = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fast-and-easy/data/aircraft.toml");
    let text = std::fs::read_to_string(built_in).unwrap();
    let (before, spitfire) = text.split_once("name = \"Spitfire I\"").unwrap();
    let spitfire = spitfire.replacen("speed = 4", "speed = 6", 1);
    let data = TempDir::new().unwrap();
    std::fs::create_dir(data.path().join("fast-and-easy")).unwrap();
    let file = data.path().join("fast-and-easy/aircraft.toml");
    std::fs::write(file, format!("{before}name = \"Spitfire I\"{spitfire}")).unwrap();
    data
}

async fn get(game: &Game, address: &str, path: &str) -> String {
    let cookie = format!("Cookie: {}\r\n", game.cookie);
    let answer = http(address, &format!("GET /api/tables/{}{path}", game.id), &cookie, "").await;
    answer.split_once("\r\n\r\n").unwrap().1.to_owned()
}

async fn info(game: &Game, address: &str) -> Value {
    serde_json::from_str(&get(game, address, "").await).unwrap()
}

fn with(dir: &Path, data: &Path) -> Server {
    Server::of(command(dir).arg("--data").arg(data))
}

#[tokio::test]
async fn a_game_goes_on_by_other_data_through_kills_and_its_transcript_verifies() {
    let (dir, data) = (TempDir::new().unwrap(), faster());
    let server = Server::start(dir.path());
    let mut game = new_game(&server.address).await;
    let mut socket = connect(&game, &server.address).await.unwrap();
    for _ in 0..12 {
        assert!(matches!(step(&mut game, &mut socket).await, Some(Step::Acknowledged)));
    }
    server.kill();

    let server = with(dir.path(), data.path());
    let parted = info(&game, &server.address).await["parted"].clone();
    let line = parted["line"].as_u64().unwrap_or_else(|| panic!("{parted}"));
    assert!((1..=12).contains(&line), "{parted}");
    assert!(parted["why"].as_str().unwrap().contains("is no longer allowed"), "{parted}");
    server.kill();

    // A kill between any two entries: what was acknowledged stands, and nothing else has to.
    let server = with(dir.path(), data.path());
    let mut socket = connect(&game, &server.address).await.unwrap();
    let act = json!({ "seat": "allies", "command": {} });
    assert_eq!(answer(&mut socket, "act", act).await.unwrap()["error"]["code"], -32003);
    let agreed = ask(&mut socket, "agree", json!({ "seat": "allies", "line": line })).await.unwrap();
    assert_eq!(agreed["missing"], json!([]), "one person sits at both sides");
    server.kill();

    let server = with(dir.path(), data.path());
    let now = info(&game, &server.address).await;
    assert!(now.get("parted").is_none(), "{now}");
    let mut socket = connect(&game, &server.address).await.unwrap();
    loop {
        let pending = ask(&mut socket, "pending", json!({})).await.unwrap();
        let Some(side) = pending["to_act"][0].as_str() else { break };
        ask(&mut socket, "pilot", json!({ "seat": side, "level": "random", "play": true })).await.unwrap();
    }
    let file = dir.path().join("game.jsonl");
    std::fs::write(&file, get(&game, &server.address, "/transcript").await).unwrap();
    server.kill();
    let mut verify = Command::new(env!("CARGO_BIN_EXE_tallyho"));
    let verified = verify.arg("--data").arg(data.path()).arg("verify").arg(&file).output().unwrap();
    let says = String::from_utf8(verified.stdout).unwrap();
    assert!(verified.status.success(), "{says}");
    assert!(
        says.contains(&format!("went on from command {line} by revision 1 of the rules; seal ")),
        "{says}"
    );
    assert!(says.contains(", then "), "{says}");
}
