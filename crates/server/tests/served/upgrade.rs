//! Other rules on the same files: no game is lost.

use crate::common::{Answer, House, Made, Player, catalog};
use bids::{BIDS, BidsOf, SECRET};
use catalog::Catalog;
use serde_json::{Value, json};
use sqlx::{Connection, SqliteConnection};
use std::collections::BTreeMap;
use std::time::Duration;
use store::{Entry, Kept, Mark, Store};
use table::{Seed, Side, Table, Transcript};

/// The small game by a revision of its rules, with data that its host has put over it.
fn rules<const R: u32>(data: &str) -> Catalog {
    let files = BTreeMap::from([("rules.toml".to_owned(), data.to_owned())]);
    Catalog::of(vec![catalog::shelf::<BidsOf<R>>(&files).unwrap()])
}

fn by<const R: u32>() -> Catalog {
    Catalog::of(vec![catalog::shelf::<BidsOf<R>>(&BTreeMap::new()).unwrap()])
}

async fn database(house: &House) -> SqliteConnection {
    let file = house.dir.path().join("games.db");
    SqliteConnection::connect(&format!("sqlite:{}", file.display())).await.unwrap()
}

/// Plays so many commands: rounds of a bid of the Allies and one of the Axis. The bid of the Allies in the third round is one that can be found.
async fn play(house: &House, made: &Made, commands: usize) {
    let mut allies = house.player(&made.id, &made.cookies["allies"]).await;
    let mut axis = house.player(&made.id, &made.cookies["axis"]).await;
    for n in 0..commands {
        match n % 2 {
            0 => drop(allies.bid("allies", if n < 4 { BIDS[2] } else { SECRET }).await),
            _ => drop(axis.bid("axis", BIDS[0]).await),
        }
    }
}

async fn replay(house: &House, id: &str, cookie: &str) -> Value {
    let answer = house.get(&format!("/api/tables/{id}/replay"), cookie).await;
    assert_eq!(answer.status, 200, "{}", answer.body);
    let mut replay = answer.json();
    replay.as_object_mut().unwrap().remove("table");
    replay
}

async fn transcript(house: &House, id: &str) -> String {
    house.get(&format!("/api/tables/{id}/transcript"), "").await.body
}

/// A view without what says that something may be done.
fn as_seen(view: &Value) -> Value {
    let mut view = view.clone();
    view.as_object_mut().unwrap().remove("to_act");
    view
}

fn parted(table: &Value) -> &Value {
    &table["parted"]
}

async fn info(house: &House, made: &Made, seat: &str) -> Answer {
    house.get(&format!("/api/tables/{}", made.id), &made.cookies[seat]).await
}

/// What the server says before it closes a socket.
async fn bye(player: &mut Player) -> Value {
    player.told("bye", |_| true).await["why"].clone()
}

#[tokio::test]
async fn rules_that_make_the_same_of_a_game_are_stamped_once_and_nobody_notices() {
    let mut house = House::open().await;
    let made = house.table(json!({})).await;
    play(&house, &made, 5).await;
    let cookie = &made.cookies["axis"];
    let before = (replay(&house, &made.id, cookie).await, house.player(&made.id, cookie).await);
    assert_eq!(before.1.seq, 5);
    house.upgrade(by::<2>()).await;
    for _ in 0..2 {
        let after = house.player(&made.id, cookie).await;
        assert_eq!(
            (after.seq, &after.view, &after.log),
            (6, &before.1.view, &before.1.log),
            "one entry more"
        );
        assert_eq!(replay(&house, &made.id, cookie).await, before.0);
        house.upgrade(by::<2>()).await;
    }
    // Other data are other rules, too.
    house.upgrade(rules::<2>("heavier = true")).await;
    let mut axis = house.player(&made.id, cookie).await;
    assert_eq!(axis.seq, 7);
    assert_eq!(parted(&axis.hello["table"]), &Value::Null);
    axis.ok("act", json!({ "command": "cheer" })).await;
    axis.bid("axis", BIDS[0]).await;
    let whole = Transcript::from_lines(&transcript(&house, &made.id).await).unwrap();
    assert_eq!((whole.header.tallyho, whole.header.revision, whole.lines.len()), (1, 1, 7));
    Table::load(&BTreeMap::new(), &whole, None).map(|_: Table<BidsOf<2>>| ()).unwrap();
}

#[tokio::test]
async fn what_newer_rules_have_touched_is_left_to_them_and_the_rest_is_not() {
    let mut house = House::open().await;
    let (touched, other) = (house.table(json!({})).await, house.table(json!({})).await);
    play(&house, &touched, 2).await;
    house.upgrade(by::<2>()).await;
    assert_eq!(info(&house, &touched, "allies").await.status, 200);
    house.upgrade(by::<1>()).await;
    let refused = info(&house, &touched, "allies").await;
    assert_eq!((refused.status, refused.json()["error"]["code"].clone()), (409, json!("newer")));
    let cookie = touched.cookies["allies"].as_str();
    let mut socket = house.socket(&touched.id, &[("Cookie", cookie)]).await.unwrap();
    let said = futures_util::StreamExt::next(&mut socket).await.unwrap().unwrap().into_text().unwrap();
    assert_eq!(serde_json::from_str::<Value>(&said).unwrap()["params"]["why"], "newer");
    play(&house, &other, 2).await;
}

#[tokio::test]
async fn an_entry_of_an_unknown_kind_means_newer() {
    let mut house = House::open().await;
    let made = house.table(json!({})).await;
    play(&house, &made, 2).await;
    house.running.take().unwrap().stop().await.unwrap();
    let mut db = database(&house).await;
    sqlx::query("UPDATE move SET body = '{\"parley\":1}' WHERE seq = 2").execute(&mut db).await.unwrap();
    db.close().await.unwrap();
    let house = house.reopened(by::<1>()).await;
    assert_eq!(info(&house, &made, "allies").await.json()["error"]["code"], "newer");
}

#[tokio::test]
async fn a_game_that_the_rules_part_with_is_shown_as_it_was_and_nobody_can_play_at_it() {
    let mut house = House::open().await;
    let (made, other) = (house.table(json!({})).await, house.table(json!({})).await);
    play(&house, &made, 5).await;
    let mut before = BTreeMap::new();
    for (seat, cookie) in &made.cookies {
        let player = house.player(&made.id, cookie).await;
        before.insert(seat, (replay(&house, &made.id, cookie).await, as_seen(&player.view), player.log));
    }
    house.upgrade(by::<3>()).await;
    for (seat, cookie) in &made.cookies {
        let (replayed, view, log) = &before[seat];
        assert_eq!(replay(&house, &made.id, cookie).await, *replayed, "{seat}");
        let mut player = house.player(&made.id, cookie).await;
        assert_eq!((&as_seen(&player.view), &player.log), (view, log), "{seat}");
        assert_eq!(player.heard.contains(&SECRET.to_string()), seat == "allies", "{seat}: {}", player.heard);
        let told = parted(&player.hello["table"]).clone();
        assert_eq!(told["line"], 4);
        assert_eq!(told["why"], "command 4 has another effect now");
        assert_eq!((&told["may_resume"], &told["lines"]), (&json!(true), &json!(5)));
        assert_eq!((&told["agreed"], &told["missing"]), (&json!([]), &json!(["allies", "axis"])));
        for (method, more) in [
            ("act", json!({ "command": { "bid": BIDS[1] } })),
            ("undo", json!({})),
            ("legal", json!({})),
            ("pilot", json!({ "play": true })),
            ("relieve", json!({ "until": "recalled" })),
        ] {
            let answer = player.ask(method, more).await;
            assert_eq!(answer["error"]["code"], -32003, "{seat} {method}: {answer}");
        }
    }
    let acts = house
        .player(&made.id, &made.cookies["axis"])
        .await
        .ask("act", json!({ "command": { "bid": BIDS[1] } }))
        .await;
    let says = acts["error"]["message"].as_str().unwrap();
    assert_eq!(says, "the rules changed, so this table is shown as it was: command 4 has another effect now");
    let whole = house.get(&format!("/api/tables/{}/transcript", made.id), &made.cookies["axis"]).await.body;
    assert!(!whole.contains(&SECRET.to_string()) && whole.lines().count() == 6, "{whole}");
    let refused = house.get(&format!("/api/tables/{}/position/2", made.id), &made.cookies["axis"]).await;
    assert_eq!((refused.status, refused.json()["error"]["code"].clone()), (409, json!("parted")));
    play(&house, &other, 5).await;
}

#[tokio::test]
async fn both_sides_agree_and_the_game_goes_on_with_other_dice() {
    let mut house = House::open().await;
    let made = house.table(json!({})).await;
    play(&house, &made, 5).await;
    let old = info(&house, &made, "allies").await.json();
    house.upgrade(by::<3>()).await;
    let mut allies = house.player(&made.id, &made.cookies["allies"]).await;
    let mut axis = house.player(&made.id, &made.cookies["axis"]).await;
    let mut watcher = house.player(&made.id, &made.cookies["watch"]).await;
    // Who looks on, who speaks for the other side, who agrees to something else.
    assert_eq!(watcher.refused("agree", json!({ "line": 4 })).await, -32003);
    assert_eq!(axis.refused("agree", json!({ "line": 4, "seat": "allies" })).await, -32003);
    assert_eq!(axis.refused("agree", json!({ "line": 2 })).await, -32602);
    let agreed = axis.ok("agree", json!({ "line": 4 })).await;
    assert_eq!((&agreed["agreed"], &agreed["missing"]), (&json!(["axis"]), &json!(["allies"])));
    let told = allies.told("parted", |_| true).await;
    assert_eq!(told["agreed"], json!(["axis"]));
    let twice = axis.ask("agree", json!({ "line": 4 })).await;
    assert_eq!(twice["error"]["message"], "this side has agreed already");
    assert_eq!(axis.refused("act", json!({ "command": { "bid": BIDS[1] } })).await, -32003);
    // Whatever happens now, what the Axis have said is on disk.
    let crashed = house.crashed(by::<3>()).await;
    assert_eq!(parted(&info(&crashed, &made, "allies").await.json())["agreed"], json!(["axis"]));
    // Other rules again: nobody has agreed to those.
    let changed = house.crashed(rules::<3>("heavier = true")).await;
    assert_eq!(parted(&info(&changed, &made, "allies").await.json())["agreed"], json!([]));

    assert_eq!(allies.ok("agree", json!({ "line": 4 })).await["missing"], json!([]));
    for player in [&mut allies, &mut axis, &mut watcher] {
        assert_eq!(bye(player).await, "reset");
    }
    let new = info(&house, &made, "allies").await.json();
    assert_eq!((parted(&new), &new["seq"]), (&Value::Null, &json!(5 + 2 + 1)));
    assert_ne!(new["commitment"], old["commitment"]);
    assert_ne!(new["seal"], old["seal"]);
    let mut axis = house.player(&made.id, &made.cookies["axis"]).await;
    assert_eq!(axis.refused("undo", json!({})).await, -32003, "what stood before the rules changed stands");
    assert_eq!(
        axis.refused("agree", json!({ "line": 4 })).await,
        -32003,
        "there is nothing to agree to any more"
    );
    axis.bid("axis", BIDS[0]).await;
    play(&house, &made, 2).await;
    let text = transcript(&house, &made.id).await;
    let whole = Transcript::from_lines(&text).unwrap();
    assert_eq!((whole.header.tallyho, whole.lines.len(), whole.resumed[0].out.len()), (2, 6, 2));
    let end = whole.end.clone().unwrap();
    let seeds = [&end.seed.unwrap(), &end.resumed[0]].map(|seed| Seed::from_hex(seed).unwrap());
    assert_eq!(seeds.map(|seed| seed.commitment()), [&old, &new].map(|t| t["commitment"].as_str().unwrap()));
    assert_eq!(seeds.map(|seed| whole.header.seal(seed)), [&old, &new].map(|t| t["seal"].as_str().unwrap()));
    Table::load(&BTreeMap::new(), &whole, None).map(|_: Table<BidsOf<3>>| ()).unwrap();
    by::<3>().truly_parted(&whole).unwrap();
    house.upgrade(by::<3>()).await;
    assert_eq!(transcript(&house, &made.id).await, text);
}

/// How much time the sides have left.
async fn left_ms(house: &House, made: &Made) -> [i64; 2] {
    let player = house.player(&made.id, &made.cookies["axis"]).await;
    ["allies", "axis"].map(|side| player.hello["clock"]["left_ms"][side].as_i64().unwrap())
}

#[tokio::test]
async fn time_for_a_move_is_given_anew_where_a_game_goes_on_from_an_earlier_place() {
    let mut house = House::open().await;
    let made = house.table(json!({ "clock": { "seconds": 3600, "per": "move" } })).await;
    play(&house, &made, 5).await;
    let few = "UPDATE clock SET body = json_set(body, '$.left_ms', json('[9000, 9000]'))";
    for changed in [true, false] {
        house.running.take().unwrap().stop().await.unwrap();
        sqlx::query(few).execute(&mut database(&house).await).await.unwrap();
        house = house.reopened(by::<3>()).await;
        if changed {
            for side in ["allies", "axis"] {
                house.player(&made.id, &made.cookies[side]).await.ok("agree", json!({ "line": 4 })).await;
            }
            assert!(left_ms(&house, &made).await.iter().all(|left| *left > 1_800_000));
        }
    }
    assert!(left_ms(&house, &made).await.iter().all(|left| *left <= 9_000));
    // There was a command 4 before the rules changed, too: who owes the next move has the time for it.
    let mut axis = house.player(&made.id, &made.cookies["axis"]).await;
    axis.bid("axis", BIDS[0]).await;
    assert!(left_ms(&house, &made).await.iter().all(|left| *left > 1_800_000));
}

#[tokio::test]
async fn nobody_may_put_out_of_play_what_the_rules_agree_with() {
    let mut house = House::open().await;
    let made = house.table(json!({})).await;
    play(&house, &made, 6).await;
    let mut whole = Transcript::from_lines(&transcript(&house, &made.id).await).unwrap();
    let edition = catalog().edition("bids").unwrap().clone();
    let mark = |resume| table::Resume { resume, revision: 1, rules: edition.rules.clone(), commitment: None };
    (whole.header.tallyho, whole.end) = (2, None);
    whole.resume(mark(4)).unwrap();
    let difference = catalog().truly_parted(&whole).unwrap_err();
    assert_eq!(difference.to_string(), "line 5: command 4 went out of play, but these rules agree with it");
    house.running.take().unwrap().stop().await.unwrap();
}

#[tokio::test]
async fn a_crash_after_the_last_side_has_agreed_ends_in_the_game_going_on() {
    let mut house = House::open().await;
    let made = house.table(json!({})).await;
    play(&house, &made, 5).await;
    house.running.take().unwrap().stop().await.unwrap();
    let store = Store::open(&house.dir.path().join("games.db")).await.unwrap();
    let rules = by::<3>().edition("bids").unwrap().rules.clone();
    let agree = |side| Entry::Agree { agree: side, line: 4, rules: rules.clone() }.text();
    let mut end = store.table(&made.id).await.unwrap().unwrap().end;
    // A seed was drawn, and the entry that promises it never came.
    store.aside(end, store::Aside::Seed(Seed::from_number(1))).await.unwrap();
    for entry in Side::BOTH.map(agree) {
        let agreed = Kept { end, mark: Mark::draw(), at_ms: 0, entry, summary: "{}".into(), finished: false };
        end = store.append(agreed).await.unwrap().end;
    }
    store.close().await.unwrap();
    let house = house.reopened(by::<3>()).await;
    let now = info(&house, &made, "axis").await.json();
    assert_eq!((parted(&now), &now["seq"]), (&Value::Null, &json!(5 + 2 + 1)));
    assert_ne!(now["commitment"], json!(Seed::from_number(1).commitment()));
    house.player(&made.id, &made.cookies["axis"]).await.bid("axis", BIDS[0]).await;
}

#[tokio::test]
async fn a_finished_game_is_seen_by_any_rules_and_without_any() {
    let mut house = House::open().await;
    let made = house.table(json!({})).await;
    play(&house, &made, 6).await;
    let (text, seen) = (transcript(&house, &made.id).await, replay(&house, &made.id, "").await);
    let view = house.player(&made.id, "").await.view;
    for rules in [by::<3>(), Catalog::of(Vec::new())] {
        house.upgrade(rules).await;
        assert_eq!(transcript(&house, &made.id).await, text);
        assert_eq!(replay(&house, &made.id, "").await, seen);
        let watcher = house.player(&made.id, "").await;
        assert_eq!(as_seen(&watcher.view), as_seen(&view));
        assert_eq!(parted(&watcher.hello["table"])["may_resume"], false);
        assert_eq!(watcher.hello["table"]["outcome"], view["outcome"]);
        let mut axis = house.player(&made.id, &made.cookies["axis"]).await;
        let refused = axis.ask("agree", json!({ "line": 4 })).await;
        assert_eq!(refused["error"]["message"], "the game is over: it can be seen, but not played on");
    }
}

#[tokio::test]
async fn where_no_view_was_kept_the_rest_is_told_as_text() {
    let house = House::open().await;
    let made = house.table(json!({})).await;
    play(&house, &made, 5).await;
    let before = replay(&house, &made.id, &made.cookies["allies"]).await;
    // A crash at once after the last command, and then at once other rules.
    let house = house.crashed(by::<3>()).await;
    let mut db = database(&house).await;
    let kept: i64 = sqlx::query_scalar("SELECT COUNT(*) FROM kept_view").fetch_one(&mut db).await.unwrap();
    assert_eq!(kept, 0);
    let after = replay(&house, &made.id, &made.cookies["allies"]).await;
    let (before, after) = (before["steps"].as_array().unwrap(), after["steps"].as_array().unwrap());
    assert_eq!(after.len(), 5);
    assert_eq!(after[..3], before[..3], "what both rules agree on");
    assert_eq!(after[3]["log"][0]["text"], "Axis said something that only they know");
    assert_eq!(after[4]["log"][0]["text"], format!("Allies said {{\"bid\":{SECRET}}}"));
    let allies = house.player(&made.id, &made.cookies["allies"]).await;
    assert_eq!(parted(&allies.hello["table"])["line"], 4);
}

#[tokio::test]
async fn views_are_kept_a_while_after_the_last_change_and_when_a_room_leaves_memory() {
    type Setting = fn(&mut server::Config);
    let soon: [Setting; 2] = [
        |config| config.keep_after = Duration::from_millis(20),
        |config| (config.idle, config.keep_after) = (Duration::ZERO, Duration::from_secs(2)),
    ];
    for setting in soon {
        let house = House::open_with(setting).await;
        let made = house.table(json!({})).await;
        play(&house, &made, 5).await;
        let before = replay(&house, &made.id, &made.cookies["axis"]).await;
        let mut db = database(&house).await;
        let upto = "SELECT COALESCE(MIN(upto_seq), 0) FROM kept_view";
        while sqlx::query_scalar::<_, i64>(upto).fetch_one(&mut db).await.unwrap() < 5 {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        let house = house.crashed(by::<3>()).await;
        assert_eq!(replay(&house, &made.id, &made.cookies["axis"]).await, before);
    }
}

#[tokio::test]
async fn pilots_agree_by_themselves() {
    let mut house = House::open().await;
    let made = house.table(json!({ "seats": { "axis": "pilot:simple" } })).await;
    let alone = json!({ "seats": { "allies": "pilot:simple", "axis": "pilot:simple" }, "pace_ms": 0, "scenario": "long" });
    let alone = house.table(alone).await;
    let mut allies = house.player(&made.id, &made.cookies["allies"]).await;
    for _ in 0..2 {
        allies.bid("allies", SECRET).await;
        allies.told("changed", |told| told["by"] == "axis").await;
        allies.look().await;
    }
    let mut watcher = house.player(&alone.id, &alone.maker).await;
    watcher.until(6).await;
    house.upgrade(by::<3>()).await;
    let mut watcher = house.player(&alone.id, &alone.maker).await;
    assert_eq!(parted(&watcher.hello["table"]), &Value::Null, "nobody has to be asked");
    watcher.until(watcher.seq + 4).await;
    let mut allies = house.player(&made.id, &made.cookies["allies"]).await;
    assert_eq!(parted(&allies.hello["table"])["missing"], json!(["allies"]));
    let line = parted(&allies.hello["table"])["line"].clone();
    allies.ok("agree", json!({ "line": line })).await;
    assert_eq!(bye(&mut allies).await, "reset");
    let mut allies = house.player(&made.id, &made.cookies["allies"]).await;
    if allies.view["to_act"] != json!(["axis"]) {
        allies.bid("allies", SECRET).await;
    }
    allies.told("changed", |told| told["by"] == "axis").await;
}
