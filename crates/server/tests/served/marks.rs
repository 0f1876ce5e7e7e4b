//! Marks: by number and mark together two know whether they speak of the same history.

use crate::common::{House, Player, catalog};
use bids::{BIDS, SECRET};
use serde_json::{Value, json};

/// The marks of the changes that a player was told, in order.
fn marks(player: &Player) -> Vec<String> {
    let told = player.heard.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let changes = told.filter(|message| message["method"] == "changed");
    changes.map(|change| change["params"]["mark"].as_str().unwrap().to_owned()).collect()
}

#[tokio::test]
async fn everybody_is_told_the_same_mark_of_a_change_and_it_stays_over_a_restart() {
    let mut house = House::open().await;
    let made = house.table(json!({})).await;
    let mut allies = house.player(&made.id, &made.cookies["allies"]).await;
    let mut axis = house.player(&made.id, &made.cookies["axis"]).await;
    let first = allies.hello["mark"].clone();
    assert_eq!(made.json["pending"]["mark"], first);
    let acted = allies.bid("allies", SECRET).await;
    let mark = acted["pending"]["mark"].as_str().unwrap().to_owned();
    assert!(mark.len() == 16 && mark.bytes().all(|digit| digit.is_ascii_hexdigit()), "{mark}");
    assert_ne!(mark, first);
    axis.until(1).await;
    assert_eq!((marks(&allies), marks(&axis)), (vec![mark.clone()], vec![mark.clone()]));
    for method in ["view", "sit", "pending"] {
        assert_eq!(axis.ok(method, json!({})).await["mark"], mark, "{method}");
    }
    house.restart().await;
    let again = house.player(&made.id, &made.cookies["axis"]).await;
    assert_eq!((&again.hello["seq"], &again.hello["mark"]), (&json!(1), &json!(mark)));
}

#[tokio::test]
async fn a_mark_tells_nothing_of_a_secret_bid() {
    let house = House::open().await;
    let mut all = Vec::new();
    let mut texts = Vec::new();
    // The same dice and the same bid twice, and another bid: what is random cannot depend on any of them.
    for bid in [SECRET, SECRET, BIDS[0]] {
        let made = house.table(json!({ "dice": { "seed": 5 } })).await;
        let mut allies = house.player(&made.id, &made.cookies["allies"]).await;
        let mut axis = house.player(&made.id, &made.cookies["axis"]).await;
        allies.bid("allies", bid).await;
        allies.ok("undo", json!({})).await;
        allies.bid("allies", bid).await;
        axis.until(3).await;
        let heard = axis.heard.lines().filter(|line| line.contains("\"changed\""));
        let mut text: String = heard.collect();
        for mark in marks(&axis) {
            text = text.replace(&mark, "");
            all.push(mark);
        }
        texts.push(text);
    }
    assert!(texts.iter().all(|text| *text == texts[0]), "but for its marks the other side hears the same");
    all.sort_unstable();
    all.dedup();
    assert_eq!(all.len(), 9, "each change has a mark of its own, the same bid made again too");
}

#[tokio::test]
async fn two_histories_that_part_have_the_same_numbers_and_other_marks() {
    let here = House::open().await;
    let made = here.table(json!({})).await;
    let mut allies = here.player(&made.id, &made.cookies["allies"]).await;
    allies.bid("allies", SECRET).await;
    let there = here.crashed(catalog()).await;
    let mut seen = Vec::new();
    for house in [&here, &there] {
        let mut axis = house.player(&made.id, &made.cookies["axis"]).await;
        let common = axis.hello["mark"].clone();
        seen.push((common, axis.bid("axis", BIDS[1]).await["pending"].clone()));
    }
    assert_eq!(seen[0].0, seen[1].0, "up to the backup they are one");
    assert_eq!(seen[0].1["seq"], seen[1].1["seq"]);
    assert_ne!(seen[0].1["mark"], seen[1].1["mark"]);
}
