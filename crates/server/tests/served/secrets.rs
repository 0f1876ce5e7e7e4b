//! What a side may not know is in no byte that is sent to it, on any channel; seeds and tokens are in none at all.

use crate::common::{House, Made};
use bids::{BIDS, SECRET};
use serde_json::json;
use server::Place;
use sqlx::postgres::PgListener;
use table::{Seed, Transcript};

/// Everything that a browser with this cookie can fetch of a table.
async fn fetched(house: &House, made: &Made, cookie: &str) -> String {
    let mut all = String::new();
    for path in ["", "/transcript", "/replay"] {
        let answer = house.get(&format!("/api/tables/{}{path}", made.id), cookie).await;
        assert_eq!(answer.status, 200, "{path}");
        all += &answer.head;
        all += &answer.body;
    }
    all + &house.get("/api/tables", cookie).await.body
}

#[tokio::test]
async fn a_secret_bid_reaches_nobody_but_its_owner_until_it_is_shown() {
    let house = House::open().await;
    let made = house.table(json!({})).await;
    let mut allies = house.player(&made.id, &made.cookies["allies"]).await;
    let mut axis = house.player(&made.id, &made.cookies["axis"]).await;
    let mut watcher = house.player(&made.id, &made.cookies["watch"]).await;
    let secret = SECRET.to_string();
    allies.bid("allies", SECRET).await;
    for player in [&mut axis, &mut watcher] {
        player.until(1).await;
        player.look().await;
        player.ask("render", json!({})).await;
        player.ask("odds", json!({ "shooter": 1, "target": 2 })).await;
        player.ask("plans", json!({ "aircraft": 1 })).await;
        player.ask("position", json!({})).await;
        player.ask("position", json!({ "seat": "referee" })).await;
        player.ask("undo", json!({})).await;
        player.ask("act", json!({ "command": { "bid": 3 } })).await;
        player.ask("pilot", json!({ "seat": "allies" })).await;
        player.ask("hint", json!({ "seat": "allies" })).await;
        player.ask("view", json!({ "seat": "referee" })).await;
        player.ask("sit", json!({ "seat": "allies" })).await;
        player.ask("transcript", json!({})).await;
        assert!(!player.heard.contains(&secret), "{}", player.heard);
    }
    for seat in ["axis", "watch"] {
        let all = fetched(&house, &made, &made.cookies[seat]).await;
        assert!(!all.contains(&secret), "{seat}: {all}");
        // A hash of the position would let a secret of few values be guessed, and a scenario may hide aircraft.
        assert!(!all.contains("\"state\"") && !all.contains("\"rounds\""), "{seat}: {all}");
    }
    assert!(allies.heard.contains(&secret), "its owner sees it");
    assert!(fetched(&house, &made, &made.cookies["allies"]).await.contains(&secret));
    // A new socket is told no more than an old one.
    let again = house.player(&made.id, &made.cookies["axis"]).await;
    assert!(!again.heard.contains(&secret));
    axis.bid("axis", BIDS[0]).await;
    assert!(axis.heard.contains(&secret), "now it is shown");
}

/// The menu that comes with a change names the command of whoever is bound to it.
#[tokio::test]
async fn a_menu_with_a_secret_goes_to_its_owner_alone() {
    let house = House::open().await;
    let made = house.table(json!({ "dice": "ask" })).await;
    let mut allies = house.player(&made.id, &made.cookies["allies"]).await;
    let mut axis = house.player(&made.id, &made.cookies["axis"]).await;
    let mut watcher = house.player(&made.id, &made.cookies["watch"]).await;
    let secret = SECRET.to_string();
    allies.bid("allies", BIDS[0]).await;
    axis.until(1).await;
    assert_eq!(axis.refused("act", json!({ "command": { "bid": SECRET } })).await, -32002);
    for player in [&mut allies, &mut watcher] {
        player.until(2).await;
        assert!(!player.heard.contains(&secret), "{}", player.heard);
    }
    let told = axis.heard.lines().rfind(|line| line.contains("\"method\":\"changed\"")).unwrap();
    assert!(told.contains("\"menu\":") && told.contains(&secret), "{told}");
}

#[tokio::test]
async fn a_link_gives_a_program_its_seat_and_no_other() {
    let house = House::open().await;
    let made = house.table(json!({})).await;
    let link = |seat: &str| made.json["links"][seat].as_str().unwrap();
    let mut allies = house.player(&made.id, &made.cookies["allies"]).await;
    let mut axis = house.by_link(link("axis")).await;
    let mut watcher = house.by_link(link("watch")).await;
    assert_eq!((&axis.hello["seats"], &axis.hello["seat"]), (&json!(["axis", "observer"]), &json!("axis")));
    assert_eq!(watcher.hello["seats"], json!(["observer"]));
    allies.bid("allies", SECRET).await;
    for player in [&mut axis, &mut watcher] {
        player.until(1).await;
        player.look().await;
        for method in ["view", "sit", "legal", "position", "render", "undo", "pilot", "hint", "transcript"] {
            player.ask(method, json!({ "seat": "allies" })).await;
            player.ask(method, json!({ "seat": "referee" })).await;
        }
        assert!(!player.heard.contains(&SECRET.to_string()), "{}", player.heard);
    }
    assert_eq!(watcher.refused("act", json!({ "command": { "bid": BIDS[0] } })).await, -32003);
    axis.bid("axis", BIDS[0]).await;
    let foreign = house.request(
        "GET",
        link("axis"),
        &[("Upgrade", "websocket"), ("Origin", "https://evil.example")],
        "",
    );
    assert_eq!(foreign.await.status, 403);
    let unknown = format!("/join/{}", "ab".repeat(32));
    assert_eq!(house.request("GET", &unknown, &[("Upgrade", "websocket")], "").await.status, 404);
}

#[tokio::test]
async fn taking_a_secret_back_does_not_tell_it_either() {
    let house = House::open().await;
    let made = house.table(json!({})).await;
    let mut allies = house.player(&made.id, &made.cookies["allies"]).await;
    let mut axis = house.player(&made.id, &made.cookies["axis"]).await;
    allies.bid("allies", SECRET).await;
    allies.ok("undo", json!({})).await;
    axis.until(2).await;
    axis.look().await;
    assert!(!axis.heard.contains(&SECRET.to_string()));
}

#[tokio::test]
async fn seeds_and_tokens_are_sent_to_nobody_while_they_matter() {
    let house = House::open().await;
    let made = house.table(json!({ "hot_seat": true, "dice": { "seed": 987_654_321 } })).await;
    let seed = Seed::from_number(987_654_321);
    let mut player = house.player(&made.id, &made.maker).await;
    player.bid("allies", BIDS[0]).await;
    player.bid("axis", BIDS[1]).await;
    let mut all = fetched(&house, &made, &made.maker).await;
    all += &player.heard;
    all += &house.get("/metrics", "").await.body;
    assert!(all.contains(&seed.commitment()), "its hash was published before the first throw");
    assert!(!all.contains(&seed.hex()) && !all.contains("987654321"));
    let tokens = made.cookies.values().map(|cookie| cookie.split_once('=').unwrap().1);
    for token in tokens {
        assert!(!all.contains(token), "a token is only ever in its link and its cookie");
    }
    for bid in BIDS.into_iter().skip(1) {
        player.bid("allies", bid).await;
        player.bid("axis", BIDS[0]).await;
    }
    let transcript = house.get(&format!("/api/tables/{}/transcript", made.id), "").await.body;
    let whole = Transcript::from_lines(&transcript).unwrap();
    assert!(all.contains(&whole.header.seal(seed)), "what fixes scenario and options was published as well");
    assert!(
        !all.contains(&whole.header.hash.unwrap()),
        "and nothing by which a guess at them could be checked"
    );
    assert_eq!(whole.end.unwrap().seed, Some(seed.hex()), "once it is over, everybody can check the dice");
}

/// Any role of the database may listen to the bell by which processes tell each other where something has happened.
#[tokio::test]
async fn the_bell_between_processes_tells_numbers_and_nothing_else() {
    let Ok(server) = std::env::var("TALLYHO_POSTGRES") else { return };
    let place = crate::neighbours::database(&server).await;
    let Place::Postgres(url) = &place else { unreachable!("it is a PostgreSQL") };
    let mut ear = PgListener::connect(url).await.unwrap();
    ear.listen("tallyho").await.unwrap();
    let (here, there) = (crate::neighbours::house(&place).await, crate::neighbours::house(&place).await);
    let made = here.table(json!({ "open": true, "mine": "allies" })).await;
    let mut allies = here.player(&made.id, &made.cookies["allies"]).await;
    let taken = there.post(&format!("/api/tables/{}/take", made.id), &json!({ "side": "axis" })).await;
    let mut axis = there.player(&made.id, &taken.cookie()).await;
    allies.ok("call-me", json!({ "name": "Otto" })).await;
    allies.ok("talk", json!({ "seat": "allies", "to": "all", "text": "a word" })).await;
    for round in 0..2 {
        allies.bid("allies", SECRET).await;
        axis.until(2 * round + 1).await;
        axis.bid("axis", SECRET).await;
        allies.until(2 * round + 2).await;
    }
    let mut rung = 0;
    while rung < 5 {
        let words = ear.recv().await.unwrap().payload().to_owned();
        let numbers: Vec<i64> = words.split(' ').map(|word| word.parse().expect(&words)).collect();
        // The first is the process, the others are keys of tables.
        assert!(numbers[1..].iter().all(|key| *key == 1), "{words}");
        rung += numbers.len() - 1;
    }
}
