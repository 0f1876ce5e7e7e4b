//! A server on its worst day: clients that say half a word, never read, ask for everything at once, or come by a wrong name.

use crate::common::{House, Made};
use bids::BIDS;
use futures_util::SinkExt;
use serde_json::{Map, Value, json};
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::{Error, Message};

/// Short enough to wait for in a test.
const SOON: Duration = Duration::from_millis(300);

/// Says something and waits until the server ends the connection.
async fn say_and_wait(house: &House, words: &str) -> String {
    let mut stream = TcpStream::connect(house.address).await.unwrap();
    stream.write_all(words.as_bytes()).await.unwrap();
    let mut heard = String::new();
    let _ = stream.read_to_string(&mut heard).await;
    heard
}

#[tokio::test]
async fn half_a_head_silence_and_an_idle_connection_all_end() {
    let house = House::open_with(|config| config.head_within = SOON).await;
    assert_eq!(say_and_wait(&house, "").await, "", "silence");
    let heard = say_and_wait(&house, "GET /healthz HTTP/1.1\r\nHost: localh").await;
    assert!(!heard.contains("200 OK"), "half a head: {heard}");
    let idle = format!("GET /healthz HTTP/1.1\r\nHost: {}\r\n\r\n", house.address);
    let heard = say_and_wait(&house, &idle).await;
    assert!(heard.ends_with("\r\n\r\nok"), "answered, and ended without being told to: {heard}");
}

#[tokio::test]
async fn a_socket_that_asks_and_never_reads_is_closed() {
    let house = House::open_with(|config| {
        config.limits = false;
        config.taken_within = SOON;
    })
    .await;
    let made = house.table(json!({})).await;
    let cookie = [("Cookie", made.cookies["allies"].as_str())];
    let mut deaf = house.socket(&made.id, &cookie).await.unwrap();
    let view = json!({ "jsonrpc": "2.0", "id": 1, "method": "view" }).to_string();
    // What nobody reads fills every buffer on the way; then the server waits, and not for ever.
    while deaf.send(Message::text(view.as_str())).await.is_ok() {}
    let mut other = house.player(&made.id, &made.cookies["axis"]).await;
    assert_eq!(other.bid("axis", BIDS[0]).await["pending"]["seq"], 1);
}

#[tokio::test]
async fn a_page_that_is_asked_for_and_never_read_is_given_up() {
    let house = House::open_with(|config| {
        config.limits = false;
        config.taken_within = SOON;
    })
    .await;
    let mut deaf = TcpStream::connect(house.address).await.unwrap();
    let ask = format!("GET /assets/app.js HTTP/1.1\r\nHost: {}\r\n\r\n", house.address).repeat(100);
    while deaf.write_all(ask.as_bytes()).await.is_ok() {}
}

#[tokio::test]
async fn pings_are_counted_like_every_other_frame() {
    let house = House::open().await;
    let made = house.table(json!({})).await;
    let mut allies = house.player(&made.id, &made.cookies["allies"]).await;
    for _ in 0..600 {
        allies.send(Message::Ping(Vec::new().into())).await;
    }
    assert_eq!(allies.told("bye", |_| true).await["why"], "flood");
}

#[tokio::test]
async fn one_connection_cannot_send_without_end() {
    let house = House::open().await;
    let mut endless = TcpStream::connect(house.address).await.unwrap();
    let body = "x".repeat(400 * 1024);
    let request = format!(
        "POST /api/tables HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
        house.address,
        body.len()
    );
    let (mut answers, mut questions) = endless.split();
    let ask = async { while questions.write_all(request.as_bytes()).await.is_ok() {} };
    let mut heard = Vec::new();
    let _ = tokio::join!(ask, answers.read_to_end(&mut heard));
    let answered = String::from_utf8_lossy(&heard).matches("HTTP/1.1 400").count();
    assert!((5..100).contains(&answered), "{answered}");
    assert_eq!(house.get("/healthz", "").await.body, "ok");
}

#[tokio::test]
async fn one_address_has_so_many_sockets_and_connections() {
    let house = House::open_with(|config| {
        config.most_sockets_each = 5;
        config.most_connections_each = 12;
    })
    .await;
    let made = house.table(json!({ "watch": "anyone" })).await;
    let mut sockets = Vec::new();
    let refused = loop {
        match house.socket(&made.id, &[]).await {
            Ok(socket) => sockets.push(socket),
            Err(Error::Http(refused)) => break refused.status(),
            Err(e) => panic!("{e}"),
        }
    };
    // Not 503: a proxy would ask another process, and take this one for broken.
    assert_eq!((sockets.len(), refused.as_u16()), (5, 429));
    let mut connections = Vec::new();
    loop {
        let mut stream = TcpStream::connect(house.address).await.unwrap();
        let ask = format!("GET /healthz HTTP/1.1\r\nHost: {}\r\n\r\n", house.address);
        let _ = stream.write_all(ask.as_bytes()).await;
        let mut answer = [0; 8];
        if stream.read_exact(&mut answer).await.is_err() {
            break;
        }
        connections.push(stream);
    }
    // A refused socket may not be counted as gone yet.
    assert!((6..=7).contains(&connections.len()), "{}", connections.len());
    drop((connections, sockets));
    // The server notices in its own time that they have gone.
    while house.socket(&made.id, &[]).await.is_err() {}
}

/// A table of the small game with one more field.
fn with(field: &str, value: Value) -> Value {
    let mut body = json!({ "game": "bids", "scenario": { "rounds": 3 } });
    body[field] = value;
    body
}

#[tokio::test]
async fn what_is_too_much_is_refused_by_field_with_how_much_there_is_and_may_be() {
    let house = House::open().await;
    let many: Map<String, Value> = (0..46_000).map(|n| (format!("o{n}"), json!(1))).collect();
    let few: Map<String, Value> = (0..2_000).map(|n| (format!("o{n}"), json!(1))).collect();
    for (body, path, says) in [
        (with("options", many.into()), "options", "46000 entries are too many: at most 3000"),
        (with("options", few.into()), "options.o0", "there is no such option"),
        (
            with("scenario", json!({ "rounds": 3, "title": "x".repeat(480_000) })),
            "scenario.title",
            "480000 letters are too many: at most 200",
        ),
    ] {
        let answer = house.post("/api/tables", &body).await;
        let error = &answer.json()["error"];
        assert_eq!((answer.status, error["path"].as_str()), (422, Some(path)), "{error}");
        assert!(error["message"].as_str().unwrap().contains(says), "{error}");
    }
}

/// Plays a game of one round to its end.
async fn finished(house: &House) -> Made {
    let made = house.table(json!({ "scenario": { "rounds": 1 }, "hot_seat": true })).await;
    let mut both = house.player(&made.id, &made.maker).await;
    both.bid("allies", BIDS[0]).await;
    both.bid("axis", BIDS[1]).await;
    made
}

#[tokio::test]
async fn chances_of_a_finished_game_are_worked_out_once_for_all_who_ask() {
    let house = House::open().await;
    let made = finished(&house).await;
    let path = format!("/api/tables/{}/chances", made.id);
    let (a, b) = tokio::join!(house.get(&path, ""), house.get(&path, &made.maker));
    assert_eq!((a.status, a.header("content-type")), (200, Some("application/json")));
    assert_eq!(b.status, 200, "being at work is no error");
    let all = house.chances(&made.id).await;
    assert_eq!(all["points"].as_array().unwrap().len(), 2);
    assert_eq!(house.get(&path, &made.maker).await.json(), all);
    // Other tests of this process count too, but none works out chances.
    let metrics = house.get("/metrics", "").await.body;
    assert!(metrics.contains("tallyho_chances_total 1\n"), "{metrics}");
}

#[tokio::test]
async fn a_foreign_name_gets_a_page_that_tells_the_host_what_to_set() {
    let house = House::open_with(|config| {
        config.public_url = Some("https://club.example".into());
        config.hosts = vec!["games.lan".into()];
    })
    .await;
    let status = |host: &'static str| {
        let house = &house;
        async move { house.request("GET", "/", &[("Host", host)], "").await }
    };
    for host in ["club.example", "games.lan:1940", "localhost", "127.0.0.1"] {
        assert_eq!(status(host).await.status, 200, "{host}");
    }
    let refused = status("evil.example").await;
    assert_eq!((refused.status, refused.header("content-type")), (421, Some("text/html; charset=utf-8")));
    assert!(refused.body.contains("--host evil.example"), "{}", refused.body);
    let odd = status("<script>alert(1)</script>").await;
    assert!(!odd.body.contains("<script>"), "{}", odd.body);
}

#[tokio::test]
async fn over_tls_seats_are_in_cookies_of_this_server_alone() {
    let house = House::open_with(|config| config.public_url = Some("https://club.example".into())).await;
    let made = house.table(json!({})).await;
    assert!(made.maker.starts_with("__Host-tallyho_seat_"), "{}", made.maker);
    for cookie in [made.maker.as_str(), made.maker.trim_start_matches("__Host-")] {
        let info = house.get(&format!("/api/tables/{}", made.id), cookie).await;
        assert_eq!(info.json()["held"], json!(["allies"]), "{cookie}");
    }
}
