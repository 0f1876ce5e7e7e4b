//! Two servers on one PostgreSQL: any of them serves any table.

use crate::common::{House, Made, catalog, config};
use bids::SECRET;
use catalog::Catalog;
use serde_json::{Value, json};
use server::{Config, Place, Running};
use sqlx::{Connection, PgConnection};
use std::time::Duration;
use tempfile::TempDir;

/// Two servers on a new database; nothing where there is no PostgreSQL to test with.
pub(crate) async fn two() -> Option<[House; 2]> {
    let place = place().await?;
    Some([house(&place).await, house(&place).await])
}

/// Waits until a question about a table's key is answered by yes.
pub(crate) async fn until(db: &mut PgConnection, question: &'static str, id: &str) {
    let key = sqlx::query_scalar("SELECT key FROM game_table WHERE id = $1").bind(id).fetch_one(&mut *db);
    let key: i64 = key.await.unwrap();
    let yes = async {
        while sqlx::query_scalar(question).bind(key).fetch_one(&mut *db).await.ok() != Some(Some(true)) {
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(60), yes).await.expect(question);
}

/// A new database.
pub(crate) async fn place() -> Option<Place> {
    let Ok(server) = std::env::var("TALLYHO_POSTGRES") else {
        eprintln!("LEFT OUT: there is no PostgreSQL to test with; run the tests by scripts/postgres");
        return None;
    };
    Some(database(&server).await)
}

/// A new database on a server.
pub(crate) async fn database(server: &str) -> Place {
    let name = format!("test_{:016x}", getrandom::u64().unwrap());
    let mut admin = PgConnection::connect(server).await.unwrap();
    let create = sqlx::AssertSqlSafe(format!("CREATE DATABASE {name}"));
    sqlx::raw_sql(create).execute(&mut admin).await.unwrap();
    let (_, socket) = server.split_once('?').unwrap();
    Place::Postgres(format!("postgres:///{name}?{socket}"))
}

pub(crate) async fn house(place: &Place) -> House {
    house_of(place, catalog()).await
}

pub(crate) async fn house_of(place: &Place, catalog: Catalog) -> House {
    house_with(place, catalog, |_| {}).await
}

pub(crate) async fn house_with(place: &Place, catalog: Catalog, change: impl FnOnce(&mut Config)) -> House {
    let dir = TempDir::new().unwrap();
    let mut config = config(dir.path());
    config.database = place.clone();
    change(&mut config);
    let running = Running::start(config, catalog).await.unwrap();
    House { address: running.address, running: Some(running), dir }
}

/// A connection to the database itself.
pub(crate) async fn database_of(place: &Place) -> PgConnection {
    let Place::Postgres(url) = place else { unreachable!("it is a PostgreSQL") };
    PgConnection::connect(url).await.unwrap()
}

pub(crate) async fn made(house: &House) -> Made {
    house.table(json!({})).await
}

#[tokio::test]
async fn metrics_tell_the_size_of_the_database_and_how_late_others_are_followed() {
    let Some([here, there]) = two().await else { return };
    let made = made(&here).await;
    let mut allies = here.player(&made.id, &made.cookies["allies"]).await;
    let mut axis = there.player(&made.id, &made.cookies["axis"]).await;
    allies.bid("allies", SECRET).await;
    axis.until(1).await;
    for figure in ["database_bytes", "beat_age_seconds", "follow_lag_seconds"] {
        // Whoever is at the table is told first.
        loop {
            let metrics = there.get("/metrics", "").await.body;
            let line = metrics.lines().find_map(|line| line.strip_prefix(&format!("tallyho_{figure} ")));
            let value: f64 = line.unwrap_or_else(|| panic!("{figure} is in {metrics}")).parse().unwrap();
            if value > 0.0 {
                break;
            }
        }
    }
}

#[tokio::test]
async fn a_game_is_played_over_two_servers_and_each_is_told_the_same_bytes() {
    let Some([here, there]) = two().await else { return };
    let made = made(&here).await;
    let mut allies = here.player(&made.id, &made.cookies["allies"]).await;
    let mut axis = there.player(&made.id, &made.cookies["axis"]).await;
    let mut near = here.player(&made.id, &made.cookies["watch"]).await;
    let mut far = there.player(&made.id, &made.cookies["watch"]).await;
    for round in 0..3 {
        allies.bid("allies", SECRET).await;
        axis.until(2 * round + 1).await;
        assert!(
            !axis.heard.contains(&SECRET.to_string()) || round > 0,
            "what is secret stays so over there too"
        );
        axis.bid("axis", SECRET + 1).await;
        allies.until(2 * round + 2).await;
    }
    assert!(allies.view["outcome"].is_object());
    near.until(6).await;
    far.until(6).await;
    assert_eq!(near.view, far.view);
    let changes =
        |heard: &str| heard.lines().filter(|l| l.contains("\"changed\"")).map(str::to_owned).collect();
    let (near, far): (Vec<String>, Vec<String>) = (changes(&near.heard), changes(&far.heard));
    assert_eq!(near, far);
}

#[tokio::test]
async fn nobody_is_refused_by_a_position_that_another_server_has_left_behind() {
    let Some([here, there]) = two().await else { return };
    let made = made(&here).await;
    // Nobody looks on over there while the first bids are made here: its memory is old.
    drop(there.player(&made.id, &made.cookies["axis"]).await);
    let mut allies = here.player(&made.id, &made.cookies["allies"]).await;
    for _ in 0..2 {
        allies.bid("allies", SECRET).await;
        let act = json!({ "seat": "axis", "command": { "bid": SECRET + 1 }, "seq": allies.seq });
        there.player(&made.id, &made.cookies["axis"]).await.ok("act", act).await;
        allies.until(allies.seq + 1).await;
    }
    // Whoever is late is told so, and by which number.
    let late = json!({ "seat": "allies", "command": { "bid": SECRET }, "seq": 1 });
    assert_eq!(allies.refused("act", late).await, -32004);
}

#[tokio::test]
async fn whoever_is_second_is_judged_again_and_nobody_is_sent_away_for_it() {
    let Some([here, there]) = two().await else { return };
    for game in 0..4 {
        let made = made(&here).await;
        let mut allies = here.player(&made.id, &made.cookies["allies"]).await;
        let mut axis = there.player(&made.id, &made.cookies["axis"]).await;
        for round in 0..3 {
            tokio::join!(allies.bid("allies", SECRET), axis.bid("axis", SECRET + 1));
            tokio::join!(allies.until(2 * round + 2), axis.until(2 * round + 2));
            assert_eq!(allies.view["phase"], axis.view["phase"], "game {game}, round {round}");
        }
        for heard in [&allies.heard, &axis.heard] {
            assert!(!heard.contains("\"bye\""), "{heard}");
        }
    }
}

#[tokio::test]
async fn whoever_cannot_be_told_whether_a_command_was_kept_comes_back_and_compares() {
    let Some(place) = place().await else { return };
    let here = house(&place).await;
    let made = made(&here).await;
    let mut allies = here.player(&made.id, &made.cookies["allies"]).await;
    let mut axis = here.player(&made.id, &made.cookies["axis"]).await;
    let Place::Postgres(url) = &place else { unreachable!("it is a PostgreSQL") };
    let mut holder = PgConnection::connect(url).await.unwrap();
    // What was sent waits in the database, for longer than a command waits for it.
    let wait = "CREATE FUNCTION wait() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN \
            PERFORM set_config('lock_timeout', '0', true); PERFORM pg_advisory_xact_lock_shared(1); RETURN NEW; \
        END $$; \
        CREATE TRIGGER waits BEFORE INSERT ON move EXECUTE FUNCTION wait(); SELECT pg_advisory_lock(1)";
    sqlx::raw_sql(wait).execute(&mut holder).await.unwrap();
    let act = json!({ "seat": "allies", "command": { "bid": SECRET }, "seq": 0 });
    assert_eq!(allies.refused("act", act.clone()).await, -32007, "not that nothing was kept");
    assert_eq!(allies.told("bye", |_| true).await["why"], "store");
    sqlx::raw_sql("SELECT pg_advisory_unlock(1)").execute(&mut holder).await.unwrap();
    let at_it = "SELECT COUNT(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() \
        AND state = 'active'";
    while sqlx::query_scalar::<_, i64>(at_it).fetch_one(&mut holder).await.unwrap() > 0 {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    let mut again = here.player(&made.id, &made.cookies["allies"]).await;
    let kept = again.hello["mark"] != allies.hello["mark"];
    assert_eq!(again.seq, u64::from(kept), "by number and mark it is known");
    if !kept {
        again.ok("act", act).await;
    }
    axis.until(1).await;
    axis.bid("axis", SECRET + 1).await;
    assert!(!axis.heard.contains("\"bye\""), "whoever asked for nothing is not sent away");
}

#[tokio::test]
async fn who_is_there_and_what_is_said_is_known_everywhere() {
    let Some([here, there]) = two().await else { return };
    let made = made(&here).await;
    let mut allies = here.player(&made.id, &made.cookies["allies"]).await;
    let mut axis = there.player(&made.id, &made.cookies["axis"]).await;
    let both = |p: &Value| p["allies"] == 1 && p["axis"] == 1;
    allies.told("presence", both).await;
    axis.told("presence", both).await;
    for n in 1..=3 {
        allies.ok("talk", json!({ "seat": "allies", "to": "all", "text": format!("one {n}") })).await;
        axis.ok("talk", json!({ "seat": "axis", "to": "all", "text": format!("two {n}") })).await;
    }
    for (player, last) in [(&mut axis, "one 3"), (&mut allies, "two 3")] {
        while !player.heard.contains(last) {
            player.receive().await.expect("the server closed the socket");
        }
    }
    let late = there.player(&made.id, &made.cookies["axis"]).await;
    assert_eq!(late.hello["talk"].as_array().unwrap().len(), 6);
}

#[tokio::test]
async fn a_pace_and_a_pilot_that_flies_for_a_person_are_told_at_the_other_server() {
    let Some([here, there]) = two().await else { return };
    let pilots = json!({ "seats": { "allies": "pilot:simple", "axis": "pilot:simple" }, "pace_ms": 10_000, "scenario": "long" });
    let made = here.table(pilots).await;
    let mut maker = there.player(&made.id, &made.maker).await;
    let mut watcher = here.player(&made.id, &made.cookies["watch"]).await;
    maker.ok("pace", json!({ "ms": 50 })).await;
    assert_eq!(watcher.told("pace", |_| true).await["pace_ms"], 50);
    watcher.until(2).await;
    let made = here.table(json!({})).await;
    let mut allies = here.player(&made.id, &made.cookies["allies"]).await;
    let mut axis = there.player(&made.id, &made.cookies["axis"]).await;
    allies.ok("relieve", json!({ "seat": "allies", "level": "simple", "until": "recalled" })).await;
    assert_eq!(axis.told("relieved", |_| true).await["side"], "allies");
}

#[tokio::test]
async fn who_is_there_is_told_again_if_the_database_did_not_take_it() {
    let Some(place) = place().await else { return };
    let (here, there) = (house(&place).await, house(&place).await);
    let made = made(&here).await;
    let mut axis = there.player(&made.id, &made.cookies["axis"]).await;
    let (mut holder, mut other) = (database_of(&place).await, database_of(&place).await);
    let mut held = holder.begin().await.unwrap();
    sqlx::raw_sql("LOCK TABLE presence IN EXCLUSIVE MODE").execute(&mut *held).await.unwrap();
    let _allies = here.player(&made.id, &made.cookies["allies"]).await;
    // Both tell who is with them, and neither gets through.
    let cut = "SELECT COUNT(pg_terminate_backend(pid)) FROM pg_stat_activity \
               WHERE wait_event_type = 'Lock' AND datname = current_database()";
    let mut left = 2;
    while left > 0 {
        let cut: i64 = sqlx::query_scalar(cut).fetch_one(&mut other).await.unwrap();
        left -= cut;
    }
    held.rollback().await.unwrap();
    axis.told("presence", |now| now["allies"] == 1).await;
}

#[tokio::test]
async fn the_pilots_of_a_server_that_stops_are_flown_on_by_the_other() {
    let Some([mut here, there]) = two().await else { return };
    let pilots = json!({ "seats": { "allies": "pilot:cadet", "axis": "pilot:cadet" }, "pace_ms": 600 });
    let made = here.table(pilots).await;
    let mut watcher = there.player(&made.id, &made.cookies["watch"]).await;
    watcher.until(1).await;
    here.running.take().unwrap().stop().await.unwrap();
    watcher.until(6).await;
    assert!(watcher.view["outcome"].is_object());
}

#[tokio::test]
async fn the_pilots_of_a_server_that_stops_are_flown_on_even_if_nobody_looks() {
    let Some([mut here, there]) = two().await else { return };
    let pilots = json!({ "seats": { "allies": "pilot:cadet", "axis": "pilot:cadet" }, "pace_ms": 600 });
    let made = here.table(pilots).await;
    here.player(&made.id, &made.cookies["watch"]).await.until(1).await;
    here.running.take().unwrap().stop().await.unwrap();
    loop {
        let info = there.get(&format!("/api/tables/{}", made.id), &made.cookies["watch"]).await.json();
        if info["outcome"].is_object() {
            break;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}

#[tokio::test]
async fn of_two_who_take_a_seat_at_two_servers_at_once_one_gets_it() {
    let Some([here, there]) = two().await else { return };
    for _ in 0..8 {
        let made = here.table(json!({ "open": true, "mine": "allies" })).await;
        let path = format!("/api/tables/{}/take", made.id);
        // Both have the table in memory with its seat open.
        assert_eq!(there.get(&format!("/api/tables/{}", made.id), &made.maker).await.status, 200);
        let side = json!({ "side": "axis" });
        let (one, other) = tokio::join!(here.post(&path, &side), there.post(&path, &side));
        let (got, late) = if one.status == 200 { (one, other) } else { (other, one) };
        assert_eq!((got.status, late.status), (200, 409));
        assert_eq!(late.json()["error"]["code"], "taken");
        assert_eq!(here.player(&made.id, &got.cookie()).await.hello["seat"], "axis");
    }
}

#[tokio::test]
async fn a_request_to_take_back_is_answered_at_another_server() {
    let Some([here, there]) = two().await else { return };
    let made = here.table(json!({ "scenario": "polite" })).await;
    let mut allies = here.player(&made.id, &made.cookies["allies"]).await;
    let mut axis = there.player(&made.id, &made.cookies["axis"]).await;
    allies.told("presence", |now| now["axis"] == 1).await;
    for (allow, seq) in [(false, 1), (true, 2)] {
        if !allow {
            allies.ok("act", json!({ "command": "nod" })).await;
            axis.until(1).await;
        }
        let undo = allies.ok("undo", json!({})).await;
        assert_eq!(undo["asked"], true, "the other side has seen it, over there");
        axis.told("asked", |asked| asked["by"] == "allies").await;
        let late = there.player(&made.id, &made.cookies["axis"]).await;
        assert_eq!(late.hello["asked"], "allies", "whoever comes later is told too");
        axis.ok("consent", json!({ "seq": 1, "allow": allow })).await;
        if allow {
            allies.until(seq).await;
        } else {
            allies.told("asked", |asked| asked["by"].is_null()).await;
        }
    }
    assert_eq!(allies.ok("pending", json!({})).await["line"], 0);
}

/// Whether a server leaves a table to newer rules.
pub(crate) async fn leaves(house: &House, made: &Made, seat: &str) -> bool {
    let info = house.get(&format!("/api/tables/{}", made.id), &made.cookies[seat]).await;
    info.status == 409 && info.json()["error"]["code"] == "newer"
}

#[tokio::test]
async fn whoever_cannot_read_a_table_leaves_its_pilots_to_others_and_flies_the_rest() {
    let Some(place) = place().await else { return };
    let mut before = house(&place).await;
    let pilots = json!({ "seats": { "allies": "pilot:simple", "axis": "pilot:simple" }, "pace_ms": 600 });
    let (damaged, sound) = (before.table(pilots.clone()).await, before.table(pilots).await);
    before.running.take().unwrap().stop().await.unwrap();
    let Place::Postgres(url) = &place else { unreachable!("it is a PostgreSQL") };
    let mut db = PgConnection::connect(url).await.unwrap();
    let spoil = "UPDATE game_table SET setup = 'nothing to read' WHERE id = $1";
    sqlx::query(spoil).bind(&damaged.id).execute(&mut db).await.unwrap();
    let left = "INSERT INTO flight SELECT key, 42 FROM game_table ON CONFLICT (table_key) DO UPDATE SET process = 42";
    sqlx::raw_sql(left).execute(&mut db).await.unwrap();
    let _house = house(&place).await;
    // Nobody looks: a process that was sure for long enough adopts both.
    until(&mut db, "SELECT bool_and(process = 0) FROM flight WHERE table_key = $1", &damaged.id).await;
    until(&mut db, "SELECT MAX(seq) >= 6 FROM move WHERE table_key = $1", &sound.id).await;
}
