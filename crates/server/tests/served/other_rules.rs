//! Two servers on one PostgreSQL when the rules have changed: who has a table, and how its game goes on.

use crate::common::{House, Made};
use crate::neighbours::{house, house_of, leaves, made, place, until};
use bids::{BIDS, BidsOf, SECRET, UNDECLARED};
use catalog::Catalog;
use serde_json::json;
use server::Place;
use sqlx::{Connection, PgConnection};
use std::collections::BTreeMap;

/// Games with which two servers want to go on.
const TABLES: usize = 30;

/// Rules of the first revision with data of a host's own: another digest.
fn with_data<const R: u32>(data: &str) -> Catalog {
    let files = BTreeMap::from([("rules.toml".to_owned(), data.to_owned())]);
    Catalog::of(vec![catalog::shelf::<BidsOf<R>>(&files).unwrap()])
}

/// How many entries of a table's log are of a kind.
async fn entries(place: &Place, id: &str, kind: &str) -> i64 {
    let Place::Postgres(url) = place else { unreachable!("it is a PostgreSQL") };
    let mut db = PgConnection::connect(url).await.unwrap();
    let count = "SELECT COUNT(*) FROM move m JOIN game_table t ON t.key = m.table_key \
                 WHERE t.id = $1 AND m.body LIKE '{\"' || $2 || '\"%'";
    sqlx::query_scalar(count).bind(id).bind(kind).fetch_one(&mut db).await.unwrap()
}

/// Rules of the third revision, which make something else of the fourth bid.
fn third() -> Catalog {
    Catalog::of(vec![catalog::shelf::<BidsOf<3>>(&BTreeMap::new()).unwrap()])
}

/// Bids of both sides in turn.
async fn five_bids(house: &House, made: &Made) {
    let mut allies = house.player(&made.id, &made.cookies["allies"]).await;
    let mut axis = house.player(&made.id, &made.cookies["axis"]).await;
    for n in 0..5 {
        match n % 2 {
            0 => drop(allies.bid("allies", BIDS[2]).await),
            _ => drop(axis.bid("axis", BIDS[0]).await),
        }
    }
}

#[tokio::test]
async fn who_agrees_to_other_rules_at_one_server_is_heard_at_the_other() {
    let Some(place) = place().await else { return };
    let mut before = house(&place).await;
    let made = made(&before).await;
    five_bids(&before, &made).await;
    before.running.take().unwrap().stop().await.unwrap();
    let (here, there) = (house_of(&place, third()).await, house_of(&place, third()).await);
    let mut allies = here.player(&made.id, &made.cookies["allies"]).await;
    let mut axis = there.player(&made.id, &made.cookies["axis"]).await;
    assert_eq!(axis.hello["table"]["parted"]["line"], 4);
    allies.ok("agree", json!({ "line": 4 })).await;
    assert_eq!(axis.told("parted", |_| true).await["agreed"], json!(["allies"]));
    assert_eq!(axis.ok("agree", json!({ "line": 4 })).await["missing"], json!([]));
    for player in [&mut allies, &mut axis] {
        assert_eq!(player.told("bye", |_| true).await["why"], "reset");
    }
    let mut allies = here.player(&made.id, &made.cookies["allies"]).await;
    assert!(allies.hello["table"]["parted"].is_null(), "{}", allies.hello);
    let mut axis = there.player(&made.id, &made.cookies["axis"]).await;
    axis.bid("axis", BIDS[0]).await;
    allies.until(axis.seq).await;
}

#[tokio::test]
async fn a_game_goes_on_once_though_two_servers_read_of_the_last_agreement() {
    let Some(place) = place().await else { return };
    let mut before = house(&place).await;
    let mut tables = Vec::new();
    for _ in 0..TABLES {
        let made = made(&before).await;
        five_bids(&before, &made).await;
        tables.push(made);
    }
    before.running.take().unwrap().stop().await.unwrap();
    let (here, there) = (house_of(&place, third()).await, house_of(&place, third()).await);
    for made in tables {
        let mut allies = here.player(&made.id, &made.cookies["allies"]).await;
        let mut axis = there.player(&made.id, &made.cookies["axis"]).await;
        allies.ok("agree", json!({ "line": 4 })).await;
        axis.told("parted", |_| true).await;
        // Here they hear of it and go on too: whoever is second finds that it was done.
        assert_eq!(axis.ok("agree", json!({ "line": 4 })).await["missing"], json!([]));
        for player in [&mut allies, &mut axis] {
            assert_eq!(player.told("bye", |_| true).await["why"], "reset");
        }
        assert_eq!(entries(&place, &made.id, "resume").await, 1);
        let mut axis = there.player(&made.id, &made.cookies["axis"]).await;
        axis.bid("axis", BIDS[0]).await;
    }
}

#[tokio::test]
async fn of_two_servers_with_other_data_the_newer_has_the_table_until_it_is_gone() {
    let Some(place) = place().await else { return };
    let mut old = house(&place).await;
    let made = made(&old).await;
    let mut here = old.player(&made.id, &made.cookies["allies"]).await;
    here.bid("allies", SECRET).await;
    let mut new = house_of(&place, with_data::<1>("# a word")).await;
    let mut axis = new.player(&made.id, &made.cookies["axis"]).await;
    assert_eq!(here.told("bye", |_| true).await["why"], "reset");
    assert!(leaves(&old, &made, "allies").await);
    let mut allies = new.player(&made.id, &made.cookies["allies"]).await;
    assert_eq!(
        axis.told("presence", |now| now["allies"] == 1).await["axis"],
        1,
        "nobody is left at the old one"
    );
    axis.bid("axis", SECRET + 1).await;
    allies.until(axis.seq).await;
    // Who starts again with the old rules has them no later than before.
    old.running.take().unwrap().stop().await.unwrap();
    let old = house(&place).await;
    assert!(leaves(&old, &made, "allies").await);
    allies.bid("allies", SECRET).await;
    assert_eq!((entries(&place, &made.id, "stamp").await, allies.seq), (1, 4));
    new.running.take().unwrap().stop().await.unwrap();
    assert_eq!(old.player(&made.id, &made.cookies["axis"]).await.seq, 5, "a host may go back");
    let mut here = old.player(&made.id, &made.cookies["allies"]).await;
    assert_eq!(here.seq, 5, "and nobody stamps twice");
    // The newer rules come again, and then nobody stamps any more.
    let new = house_of(&place, with_data::<1>("# a word")).await;
    let mut axis = new.player(&made.id, &made.cookies["axis"]).await;
    assert_eq!(here.told("bye", |_| true).await["why"], "reset");
    assert!(leaves(&old, &made, "allies").await);
    axis.bid("axis", SECRET + 1).await;
    assert_eq!(entries(&place, &made.id, "stamp").await, 3);
}

#[tokio::test]
async fn pilots_at_servers_with_other_rules_do_not_go_on_in_turn() {
    let Some(place) = place().await else { return };
    let old = house(&place).await;
    let pilots = json!({ "seats": { "allies": "pilot:simple", "axis": "pilot:simple" }, "pace_ms": 50, "scenario": "long" });
    let made = old.table(pilots).await;
    let mut here = old.player(&made.id, &made.maker).await;
    here.until(6).await;
    let new = house_of(&place, with_data::<UNDECLARED>("further = true")).await;
    let mut there = new.player(&made.id, &made.maker).await;
    assert_eq!(here.told("bye", |_| true).await["why"], "reset");
    there.until(there.seq + 6).await;
    assert!(leaves(&old, &made, "watch").await);
    assert_eq!(entries(&place, &made.id, "resume").await, 1);
}

#[tokio::test]
async fn a_pilot_that_was_left_alone_flies_on_once_its_player_agrees_to_other_rules_anywhere() {
    let Some(place) = place().await else { return };
    let mut before = house(&place).await;
    let made = before.table(json!({ "seats": { "axis": "pilot:simple" } })).await;
    let mut allies = before.player(&made.id, &made.cookies["allies"]).await;
    // The pilot bids first in each round, of its own accord.
    for round in 0..2 {
        allies.until(2 * round + 1).await;
        allies.bid("allies", SECRET).await;
    }
    allies.until(5).await;
    before.running.take().unwrap().stop().await.unwrap();
    let Place::Postgres(url) = &place else { unreachable!("it is a PostgreSQL") };
    let mut db = PgConnection::connect(url).await.unwrap();
    let left = "INSERT INTO flight SELECT key, 42 FROM game_table ON CONFLICT (table_key) DO UPDATE SET process = 42";
    sqlx::raw_sql(left).execute(&mut db).await.unwrap();
    // One server adopts it and cannot fly it.
    let _here = house_of(&place, with_data::<UNDECLARED>("further = true")).await;
    until(&mut db, "SELECT COUNT(*) = 0 FROM flight WHERE table_key = $1", &made.id).await;
    let there = house_of(&place, with_data::<UNDECLARED>("further = true")).await;
    let mut allies = there.player(&made.id, &made.cookies["allies"]).await;
    let line = allies.hello["table"]["parted"]["line"].clone();
    allies.ok("agree", json!({ "line": line })).await;
    assert_eq!(allies.told("bye", |_| true).await["why"], "reset");
    let mut allies = there.player(&made.id, &made.cookies["allies"]).await;
    let (seq, bids) = (allies.seq, allies.view["to_act"] != json!(["axis"]));
    if bids {
        allies.bid("allies", SECRET).await;
    }
    // Whatever it has said before that, at least one of these is the pilot's.
    allies.until(seq + 1 + u64::from(bids)).await;
}
