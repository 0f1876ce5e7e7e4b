//! Clocks of tables that two servers share.

use crate::common::{House, Made, catalog};
use crate::neighbours::{database_of, house, house_with, place, until};
use bids::SECRET;
use serde_json::{Value, json};
use std::time::{Duration, Instant};

/// A table with a clock at which both sides have sat down, and left.
async fn begun(house: &House, clock: Value) -> Made {
    let made = house.table(json!({ "clock": clock, "scenario": "long" })).await;
    let mut allies = house.player(&made.id, &made.cookies["allies"]).await;
    house.player(&made.id, &made.cookies["axis"]).await;
    allies.told("clock", |_| true).await;
    made
}

#[tokio::test]
async fn a_clock_goes_on_at_a_server_that_never_had_the_table() {
    let Some(place) = place().await else { return };
    let (mut here, there) = (house(&place).await, house(&place).await);
    let made = begun(&here, json!({ "seconds": 3600, "per": "game" })).await;
    here.running.take().unwrap().stop().await.unwrap();
    let mut db = database_of(&place).await;
    let half = "UPDATE clock SET body = jsonb_set(body::jsonb, '{left_ms}', '[1800000, 1800000]')::text";
    sqlx::raw_sql(half).execute(&mut db).await.unwrap();
    let mut allies = there.player(&made.id, &made.cookies["allies"]).await;
    assert!(allies.hello["clock"]["left_ms"]["allies"].as_i64().unwrap() <= 1_800_000, "{}", allies.hello);
    allies.bid("allies", SECRET).await;
    let noted = sqlx::query_scalar("SELECT (body::jsonb->'left_ms'->>0)::bigint FROM clock");
    let noted: i64 = noted.fetch_one(&mut db).await.unwrap();
    assert!(noted <= 1_800_000, "{noted}");
}

#[tokio::test]
async fn nobody_loses_by_a_clock_of_a_server_that_has_let_the_table_go() {
    let Some(place) = place().await else { return };
    let forgetful = |config: &mut server::Config| {
        (config.idle, config.keep_after) = (Duration::ZERO, Duration::from_millis(50));
    };
    let here = house_with(&place, catalog(), forgetful).await;
    let there = house(&place).await;
    let made = begun(&here, json!({ "seconds": 4, "per": "move" })).await;
    let began = Instant::now();
    let mut allies = there.player(&made.id, &made.cookies["allies"]).await;
    let mut axis = there.player(&made.id, &made.cookies["axis"]).await;
    // Nobody needs as long as that for a bid, and all of them together need longer.
    while began.elapsed() < Duration::from_secs(6) {
        allies.bid("allies", SECRET).await;
        axis.until(allies.seq).await;
        axis.bid("axis", SECRET + 1).await;
        allies.until(axis.seq).await;
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    assert!(allies.view["outcome"].is_null(), "{}", allies.view);
}

#[tokio::test]
async fn a_flag_falls_though_whoever_counted_is_gone_and_nobody_looks_on() {
    let Some(place) = place().await else { return };
    let (mut here, there) = (house(&place).await, house(&place).await);
    let made = begun(&here, json!({ "seconds": 2, "per": "game" })).await;
    here.running.take().unwrap().stop().await.unwrap();
    let mut db = database_of(&place).await;
    until(&mut db, "SELECT finished_ms IS NOT NULL FROM game_table WHERE key = $1", &made.id).await;
    until(&mut db, "SELECT COUNT(*) = 0 FROM clock WHERE table_key = $1", &made.id).await;
    let player = there.player(&made.id, &made.cookies["axis"]).await;
    assert!(player.hello["table"]["people"]["late"].is_string(), "{}", player.hello);
}
