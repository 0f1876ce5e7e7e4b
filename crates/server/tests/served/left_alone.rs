//! Several servers on one PostgreSQL, and what becomes of tables that one of them has left or cannot follow.

use crate::neighbours::{house, leaves, made, place, two, until};
use bids::SECRET;
use serde_json::json;
use server::Place;
use sqlx::{Connection, PgConnection};

#[tokio::test]
async fn pilots_are_not_forgotten_when_the_database_crashes_together_with_their_process() {
    let Some(place) = place().await else { return };
    let mut before = house(&place).await;
    let pilots = json!({ "seats": { "allies": "pilot:simple", "axis": "pilot:simple" }, "pace_ms": 600 });
    let made = before.table(pilots).await;
    before.running.take().unwrap().stop().await.unwrap();
    let Place::Postgres(url) = &place else { unreachable!("it is a PostgreSQL") };
    let mut db = PgConnection::connect(url).await.unwrap();
    sqlx::raw_sql("DELETE FROM flight").execute(&mut db).await.unwrap();
    let _house = house(&place).await;
    until(&mut db, "SELECT COUNT(*) > 0 AND $1 > 0 FROM process", &made.id).await;
    // What a crash leaves of tables that are not logged.
    sqlx::raw_sql("TRUNCATE process, flight, presence").execute(&mut db).await.unwrap();
    until(&mut db, "SELECT MAX(seq) >= 6 FROM move WHERE table_key = $1", &made.id).await;
}

#[tokio::test]
async fn many_pilots_that_were_left_alone_are_all_flown_on() {
    let Some(place) = place().await else { return };
    let mut before = house(&place).await;
    let pilots = json!({ "seats": { "allies": "pilot:simple", "axis": "pilot:simple" }, "pace_ms": 60_000 });
    let made = before.table(pilots).await;
    before.running.take().unwrap().stop().await.unwrap();
    let Place::Postgres(url) = &place else { unreachable!("it is a PostgreSQL") };
    let mut db = PgConnection::connect(url).await.unwrap();
    let many = "INSERT INTO game_table (id, game, title, created_ms, header, setup, listed, seat_open, seq, rules) \
            SELECT 'copy' || lpad(n::text, 8, '0'), game, title, created_ms, header, setup, listed, seat_open, 0, rules \
            FROM game_table, generate_series(1, 200) AS n; \
        INSERT INTO move SELECT t.key, m.seq, m.mark, m.at_ms, m.body FROM game_table t, move m \
            WHERE t.id LIKE 'copy%' AND m.table_key = (SELECT MIN(key) FROM game_table); \
        INSERT INTO flight SELECT key, 42 FROM game_table ON CONFLICT (table_key) DO UPDATE SET process = 42";
    sqlx::raw_sql(many).execute(&mut db).await.unwrap();
    let _house = house(&place).await;
    until(
        &mut db,
        "SELECT COUNT(DISTINCT process) = 1 AND MIN(process) <> 42 AND $1 > 0 FROM flight",
        &made.id,
    )
    .await;
}

#[tokio::test]
async fn whoever_cannot_follow_what_a_newer_program_has_written_is_sent_away_and_told_so() {
    let Some(place) = place().await else { return };
    let here = house(&place).await;
    let made = made(&here).await;
    let mut allies = here.player(&made.id, &made.cookies["allies"]).await;
    allies.bid("allies", SECRET).await;
    let Place::Postgres(url) = &place else { unreachable!("it is a PostgreSQL") };
    let mut db = PgConnection::connect(url).await.unwrap();
    let newer =
        "INSERT INTO move SELECT key, 2, 77, 0, '{\"parley\":\"allies\"}' FROM game_table WHERE id = $1";
    sqlx::query(newer).bind(&made.id).execute(&mut db).await.unwrap();
    assert_eq!(allies.told("bye", |_| true).await["why"], "reset");
    assert!(leaves(&here, &made, "allies").await);
}

#[tokio::test]
async fn a_list_of_games_that_go_on_elsewhere_reads_few_of_them() {
    let Some([here, there]) = two().await else { return };
    for _ in 0..12 {
        let made = here.table(json!({ "watch": "anyone" })).await;
        here.player(&made.id, &made.cookies["allies"]).await.bid("allies", SECRET).await;
    }
    let read = async || {
        let metrics = there.get("/metrics", "").await.body;
        let line = metrics.lines().find_map(|line| line.strip_prefix("tallyho_tables_read_total "));
        line.map_or(0, |number| number.parse::<u32>().unwrap())
    };
    let before = read().await;
    let tables = there.get("/api/tables", "").await.json();
    assert_eq!(tables["open"].as_array().unwrap().len(), 12, "all are shown");
    let more = read().await - before;
    assert!(more <= 4, "{more} tables were read");
}
