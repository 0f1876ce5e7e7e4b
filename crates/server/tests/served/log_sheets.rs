//! Log sheets of a table, for games that have them.

use crate::common::{House, Made};
use catalog::Catalog;
use serde_json::json;
use server::Running;
use tempfile::TempDir;

const WORKBOOK: &str = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

async fn house() -> House {
    let dir = TempDir::new().unwrap();
    let running =
        Running::start(crate::common::config(dir.path()), Catalog::built_in().unwrap()).await.unwrap();
    House { address: running.address, running: Some(running), dir }
}

/// Fetches a workbook: what is answered, and the whole of it.
async fn book(house: &House, made: &Made, number: &str, cookie: &str) -> (u16, Option<String>, String) {
    let path = format!("/api/tables/{}/log-sheet/{number}", made.id);
    let answer = house.get(&path, cookie).await;
    (answer.status, answer.header("content-type").map(str::to_owned), answer.body)
}

#[tokio::test]
async fn whoever_may_see_a_table_gets_its_log_sheets_while_it_is_played_and_afterwards() {
    let house = house().await;
    let made = house.table(json!({ "game": "fighting-wings", "scenario": "kent" })).await;
    let info = house.get(&format!("/api/tables/{}", made.id), &made.cookies["axis"]).await.json();
    assert_eq!(info["log_sheets"], 1);
    let mut seen = Vec::new();
    for seat in ["allies", "axis", "watch"] {
        let (status, kind, body) = book(&house, &made, "1", &made.cookies[seat]).await;
        assert_eq!((status, kind.as_deref()), (200, Some(WORKBOOK)), "{seat}");
        assert!(body.starts_with("PK"), "a workbook is a zip archive");
        seen.push(body);
    }
    assert!(seen.iter().all(|body| *body == seen[0]), "nothing is secret in this game");
    assert_eq!(book(&house, &made, "1", "").await.0, 403);
    let mut allies = house.player(&made.id, &made.cookies["allies"]).await;
    allies.ok("act", json!({ "command": "resign" })).await;
    assert_eq!(book(&house, &made, "1", "").await.0, 200, "a finished game is open to everybody");
}

#[tokio::test]
async fn more_than_eight_aircraft_have_further_workbooks_and_a_wrong_number_is_refused() {
    let house = house().await;
    let made = house.table(json!({ "game": "fighting-wings", "scenario": "estuary" })).await;
    let cookie = &made.cookies["allies"];
    let info = house.get(&format!("/api/tables/{}", made.id), cookie).await.json();
    assert_eq!(info["log_sheets"], 2);
    assert_eq!(book(&house, &made, "2", cookie).await.0, 200);
    for number in ["0", "3", "x", "-1"] {
        let (status, _, body) = book(&house, &made, number, cookie).await;
        assert_eq!(status, 404, "{number}");
        assert!(body.contains("there are log sheets 1 to 2"), "{body}");
    }
}

#[tokio::test]
async fn a_game_without_log_sheets_says_so() {
    let house = house().await;
    let made = house.table(json!({ "game": "fast-and-easy", "scenario": "kent-duel" })).await;
    let info = house.get(&format!("/api/tables/{}", made.id), &made.cookies["allies"]).await.json();
    assert_eq!(info["log_sheets"], 0);
    let (status, _, body) = book(&house, &made, "1", &made.cookies["allies"]).await;
    assert_eq!(status, 404);
    assert!(body.contains("this game has no log sheets"), "{body}");
}
