//! The bots of the manual with seats at a server's table.

use crate::common::{Server, make};
use serde_json::{Value, json};
use std::path::Path;
use std::process::{Child, Command, Stdio};

fn docs(file: &str) -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/bots").join(file)
}

/// Two of them, in two languages, with nothing but their links, on a game without secrets and on one where both sides decide at once.
#[tokio::test(flavor = "multi_thread")]
async fn two_bots_play_a_whole_game_over_sockets() {
    let dir = tempfile::TempDir::new().unwrap();
    let server = Server::start(dir.path());
    for (game, scenario) in [("fast-and-easy", "kent-duel"), ("spitfire", "air-superiority")] {
        let made =
            make(&server.address, json!({ "game": game, "scenario": scenario, "dice": { "seed": 7 } })).await;
        let made: Value = serde_json::from_str(made.split("\r\n\r\n").nth(1).unwrap()).unwrap();
        let bot = |side: &str, language: &str, file: &str| -> Option<Child> {
            let link = format!("http://{}{}", server.address, made["links"][side].as_str().unwrap());
            let mut program = Command::new(language);
            program.arg(docs(file)).arg(link).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().ok()
        };
        // The bots are for people who have these languages; building and testing must not need them.
        let (Some(allies), Some(axis)) = (bot("allies", "python3", "bot.py"), bot("axis", "node", "bot.js"))
        else {
            break;
        };
        let ends = [allies, axis].map(|bot| {
            let output = bot.wait_with_output().unwrap();
            assert!(output.status.success(), "{game}: {}", String::from_utf8_lossy(&output.stderr));
            String::from_utf8(output.stdout).unwrap()
        });
        assert!(!ends[0].is_empty() && ends[0] == ends[1], "{game}: {ends:?}");
    }
    server.kill();
}
