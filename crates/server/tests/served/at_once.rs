//! What people at two servers say of a table at the same moment: nothing of it is lost.

use crate::neighbours::{database_of, house, place};
use serde_json::{Value, json};

#[tokio::test]
async fn of_two_who_give_their_names_at_two_servers_at_once_both_are_kept() {
    let Some(place) = place().await else { return };
    let (here, there) = (house(&place).await, house(&place).await);
    let mut db = database_of(&place).await;
    for _ in 0..8 {
        let made = here.table(json!({})).await;
        let mut allies = here.player(&made.id, &made.cookies["allies"]).await;
        let mut axis = there.player(&made.id, &made.cookies["axis"]).await;
        let (anna, otto) = (json!({ "name": "Anna" }), json!({ "name": "Otto" }));
        tokio::join!(allies.ok("call-me", anna), axis.ok("call-me", otto));
        let names = "SELECT (setup::jsonb->'people'->'names')::text FROM game_table WHERE id = $1";
        let names: String = sqlx::query_scalar(names).bind(&made.id).fetch_one(&mut db).await.unwrap();
        let names: Value = serde_json::from_str(&names).unwrap();
        assert_eq!(names, json!({ "allies": "Anna", "axis": "Otto" }));
    }
}

#[tokio::test]
async fn a_link_to_another_device_works_once_though_it_is_used_at_two_servers_at_once() {
    let Some(place) = place().await else { return };
    let (here, there) = (house(&place).await, house(&place).await);
    let made = here.table(json!({})).await;
    for _ in 0..8 {
        let cookie = [("Content-Type", "application/json"), ("Cookie", made.cookies["axis"].as_str())];
        let link = here.request("POST", "/api/carry", &cookie, "{}").await.json()["link"].clone();
        let path = format!("/api{}", link.as_str().unwrap());
        let nothing = json!({});
        let (one, other) = tokio::join!(here.post(&path, &nothing), there.post(&path, &nothing));
        let mut statuses = [one.status, other.status];
        statuses.sort_unstable();
        assert_eq!(statuses, [200, 404], "{} and {}", one.body, other.body);
    }
}

#[tokio::test]
async fn who_accepts_one_more_game_at_two_servers_at_once_is_led_to_one_table() {
    let Some(place) = place().await else { return };
    let (here, there) = (house(&place).await, house(&place).await);
    let mut db = database_of(&place).await;
    for games in 1..=4_i64 {
        let made = here.table(json!({})).await;
        let mut allies = here.player(&made.id, &made.cookies["allies"]).await;
        let mut axis = [
            here.player(&made.id, &made.cookies["axis"]).await,
            there.player(&made.id, &made.cookies["axis"]).await,
        ];
        allies.ok("act", json!({ "command": "give-up" })).await;
        axis[1].until(1).await;
        allies.ok("again", json!({ "swap": true })).await;
        axis[1].told("people", |now| !now["again"].is_null()).await;
        let [one, other] = &mut axis;
        let accept = json!({ "swap": true });
        let (one, other) = tokio::join!(one.ok("again", accept.clone()), other.ok("again", accept));
        assert_eq!(one["next"], other["next"], "{one} and {other}");
        assert!(one["next"]["table"].is_string());
        let count = sqlx::query_scalar("SELECT COUNT(*) FROM game_table").fetch_one(&mut db);
        let count: i64 = count.await.unwrap();
        assert_eq!(count, 2 * games, "nothing is left of another");
    }
}
