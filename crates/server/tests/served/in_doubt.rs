//! Two servers on one PostgreSQL that answers late, or not at all, and what people and servers make of it.

use crate::common::catalog;
use crate::neighbours::{database_of, house, house_with, made, place, until};
use crate::way::Way;
use bids::SECRET;
use serde_json::json;
use sqlx::PgConnection;
use std::time::Duration;

/// Whatever a table is set up with of a kind waits at its commit, for longer than anybody waits for it.
async fn hold(db: &mut PgConnection, when: &str) {
    let wait = format!(
        "CREATE FUNCTION wait() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN \
            PERFORM set_config('lock_timeout', '0', true); PERFORM pg_advisory_xact_lock_shared(1); RETURN NEW; \
        END $$; \
        CREATE CONSTRAINT TRIGGER waits AFTER UPDATE ON game_table DEFERRABLE INITIALLY DEFERRED FOR EACH ROW \
            WHEN ({when}) EXECUTE FUNCTION wait(); SELECT pg_advisory_lock(1)"
    );
    sqlx::raw_sql(sqlx::AssertSqlSafe(wait)).execute(db).await.unwrap();
}

/// What waited is kept after all.
async fn let_go(db: &mut PgConnection) {
    sqlx::raw_sql("SELECT pg_advisory_unlock(1)").execute(&mut *db).await.unwrap();
    let at_it = "SELECT COUNT(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() \
        AND query = 'COMMIT' AND state = 'active'";
    while sqlx::query_scalar::<_, i64>(at_it).fetch_one(&mut *db).await.unwrap() > 0 {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

#[tokio::test]
async fn whoever_is_not_told_whether_they_have_a_seat_has_its_key() {
    let Some(place) = place().await else { return };
    let here = house(&place).await;
    let made = here.table(json!({ "open": true, "mine": "allies" })).await;
    let mut db = database_of(&place).await;
    hold(&mut db, "NEW.seat_open <> OLD.seat_open").await;
    let path = format!("/api/tables/{}/take", made.id);
    let taken = here.post(&path, &json!({ "side": "axis" })).await;
    assert_eq!((taken.status, taken.json()["error"]["code"].clone()), (503, json!("not-known")));
    let_go(&mut db).await;
    assert_eq!(here.player(&made.id, &taken.cookie()).await.hello["seat"], "axis");
}

#[tokio::test]
async fn a_next_game_to_which_people_may_be_led_is_not_deleted() {
    let Some(place) = place().await else { return };
    let here = house(&place).await;
    let made = made(&here).await;
    let mut allies = here.player(&made.id, &made.cookies["allies"]).await;
    let mut axis = here.player(&made.id, &made.cookies["axis"]).await;
    allies.ok("act", json!({ "command": "give-up" })).await;
    allies.ok("again", json!({ "swap": false })).await;
    let mut db = database_of(&place).await;
    hold(&mut db, "NEW.setup LIKE '%\"next\":{%'").await;
    assert_eq!(axis.refused("again", json!({ "swap": false })).await, -32007);
    let_go(&mut db).await;
    // Once it is known, everybody is told.
    let people = allies.told("people", |people| !people["next"].is_null()).await;
    let path = format!("/api/tables/{}/follow", made.id);
    let followed = here.request("POST", &path, &[("Cookie", &made.cookies["allies"])], "").await;
    assert_eq!((followed.status, &followed.json()["table"]), (200, &people["next"]["table"]));
}

#[tokio::test]
async fn nobody_is_left_there_who_went_while_it_was_not_known_what_the_others_were_told() {
    let Some(place) = place().await else { return };
    let (here, there) = (house(&place).await, house(&place).await);
    let made = made(&here).await;
    let mut allies = here.player(&made.id, &made.cookies["allies"]).await;
    let axis = there.player(&made.id, &made.cookies["axis"]).await;
    allies.told("presence", |now| now["axis"] == 1).await;
    drop(axis);
    allies.told("presence", |now| now["axis"] == 0).await;
    let mut db = database_of(&place).await;
    // As if they had gone just after the database had taken it, and the process had not been told that it had.
    let ghost = "INSERT INTO presence SELECT t.key, p.id, '{\"axis\":1}' FROM game_table t, process p \
                 ON CONFLICT DO NOTHING";
    sqlx::raw_sql(ghost).execute(&mut db).await.unwrap();
    let deaf = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity \
                WHERE datname = current_database() AND query LIKE 'LISTEN%'";
    sqlx::raw_sql(deaf).execute(&mut db).await.unwrap();
    until(&mut db, "SELECT COUNT(*) = 1 FROM presence WHERE table_key = $1", &made.id).await;
}

#[tokio::test]
async fn a_bell_for_a_table_that_somebody_holds_is_heard_as_soon_as_it_is_free() {
    let Some(place) = place().await else { return };
    let here = house(&place).await;
    let made = made(&here).await;
    let mut way = Way::to(&place).await;
    let there = house(&way.place).await;
    let mut allies = here.player(&made.id, &made.cookies["allies"]).await;
    let mut axis = there.player(&made.id, &made.cookies["axis"]).await;
    let mut watcher = there.player(&made.id, &made.cookies["watch"]).await;
    // Only the bell is left to tell: whoever cannot beat looks at nothing by itself.
    way.mute.send_replace(Some("INSERT INTO process"));
    way.silent.wait_for(|silent| *silent > 0).await.unwrap();
    let mut db = database_of(&place).await;
    hold(&mut db, "NEW.setup LIKE '%\"axis\":\"Otto\"%'").await;
    // The table is taken until this is given up.
    let named = tokio::spawn(async move { axis.refused("call-me", json!({ "name": "Otto" })).await });
    let held = "SELECT COUNT(*) > 0 AND $1 > 0 FROM pg_stat_activity \
        WHERE datname = current_database() AND query = 'COMMIT' AND wait_event_type = 'Lock'";
    until(&mut db, held, &made.id).await;
    allies.bid("allies", SECRET).await;
    assert_eq!(named.await.unwrap(), -32007);
    watcher.until(1).await;
}

#[tokio::test]
async fn a_table_that_is_used_elsewhere_alone_leaves_memory() {
    let Some(place) = place().await else { return };
    let here = house(&place).await;
    let there = house_with(&place, catalog(), |config| {
        config.idle = Duration::from_secs(1);
        config.keep_after = Duration::from_millis(50);
    })
    .await;
    let made = here.table(json!({ "scenario": "long" })).await;
    drop(there.player(&made.id, &made.cookies["axis"]).await);
    let mut both = here.player(&made.id, &made.cookies["allies"]).await;
    let mut axis = here.player(&made.id, &made.cookies["axis"]).await;
    loop {
        tokio::join!(both.bid("allies", SECRET), axis.bid("axis", SECRET + 1));
        let metrics = there.get("/metrics", "").await.body;
        if metrics.lines().any(|line| line == "tallyho_tables_in_memory 0") {
            break;
        }
    }
}
