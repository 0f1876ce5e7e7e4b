//! What comes in from outside and must not hurt: foreign pages, wrong hosts, bad bodies, floods, bugs in the rules.

use crate::common::{House, catalog, config};
use bids::BIDS;
use serde_json::{Value, json};
use server::Running;
use tokio_tungstenite::tungstenite::{Error, Message};

fn status(refused: Result<crate::common::Socket, Error>) -> u16 {
    match refused {
        Err(Error::Http(response)) => response.status().as_u16(),
        Err(other) => panic!("{other}"),
        Ok(_) => 101,
    }
}

#[tokio::test]
async fn every_answer_carries_the_safety_headers() {
    let house = House::open().await;
    for path in
        ["/", "/table/abc", "/rules/bids", "/api/games", "/api/nothing", "/assets/none.js", "/healthz"]
    {
        let answer = house.get(path, "").await;
        let policy = answer.header("content-security-policy").unwrap();
        assert!(policy.starts_with("default-src 'self';") && !policy.contains("unsafe"), "{path}: {policy}");
        assert!(policy.contains("frame-ancestors 'none'"), "{path}");
        assert_eq!(answer.header("x-content-type-options"), Some("nosniff"), "{path}");
        assert_eq!(answer.header("referrer-policy"), Some("no-referrer"), "{path}");
        assert!(answer.header("x-request-id").is_some(), "{path}");
    }
}

#[tokio::test]
async fn pages_are_one_file_and_assets_are_what_they_are() {
    let house = House::open().await;
    let page = house.get("/", "").await;
    assert_eq!((page.status, page.header("content-type")), (200, Some("text/html; charset=utf-8")));
    assert_eq!(house.get("/table/whatever", "").await.body, page.body);
    let script = house.get("/assets/app.js", "").await;
    assert_eq!(script.header("content-type"), Some("text/javascript; charset=utf-8"));
    let tag = script.header("etag").unwrap();
    let again = house.request("GET", "/assets/app.js", &[("If-None-Match", tag)], "").await;
    assert_eq!((again.status, again.body.as_str()), (304, ""));
    let address =
        page.body.split("src=\"").find_map(|part| part.split('"').next().filter(|p| p.ends_with("app.js")));
    let address = address.unwrap();
    let own = house.get(address, "").await;
    assert_eq!(own.header("cache-control"), Some("public, max-age=31536000, immutable"));
    assert_eq!(own.body, script.body);
    let packed = house.request("GET", address, &[("Accept-Encoding", "br, gzip;q=0.8")], "").await;
    assert_eq!(
        (packed.header("content-encoding"), packed.header("vary")),
        (Some("gzip"), Some("accept-encoding"))
    );
    let plain = house.request("GET", address, &[("Accept-Encoding", "gzip;q=0")], "").await;
    assert_eq!(plain.header("content-encoding"), None);
    let of_another_release = house.get("/assets/0123456789abcdef01234567/app.js", "").await;
    assert_eq!(
        (of_another_release.status, of_another_release.header("cache-control")),
        (200, Some("no-store"))
    );
    for nowhere in
        ["/assets/../Cargo.toml", "/assets/tests/lib.js", "/assets/none.js", "/secret.txt", "/api/x", "/ws/"]
    {
        assert_eq!(house.get(nowhere, "").await.status, 404, "{nowhere}");
    }
    assert_eq!(house.get("/favicon.ico", "").await.header("content-type"), Some("image/svg+xml"));
}

#[tokio::test]
async fn lists_of_games_rules_and_cards_are_open() {
    let house = House::open().await;
    let games = house.get("/api/games", "").await.json();
    assert_eq!(games["games"][0]["id"], "bids");
    let offered = ["cadet", "pilot-officer", "flight-lieutenant", "wing-commander"];
    let levels = games["levels"].as_array().unwrap();
    assert_eq!(levels.iter().map(|p| p["id"].as_str().unwrap()).collect::<Vec<_>>(), offered);
    for level in levels {
        assert!(
            games["pilots"].as_array().unwrap().contains(&level["id"]),
            "{level} may be asked for by its word"
        );
        assert!(level["text"].as_str().unwrap().ends_with('.'), "{level} is told of in a sentence");
    }
    let rules = house.get("/api/rules/bids", "").await.json();
    assert_eq!(rules["rules"][0]["id"], "bids/bid");
    assert!(rules["text"].as_str().unwrap().contains("### bids/throw"));
    assert_eq!(rules["guide"]["text"], "# Learn Bids\nBid more than the other side.\n");
    let titles = json!({"bids/bid": "Bid", "bids/throw": "Throw", "bids/end": "End"});
    assert_eq!(house.get("/api/titles/bids", "").await.json(), json!({ "titles": titles }));
    let of_the_table = house.get("/api/titles/table", "").await.json();
    assert_eq!(of_the_table["titles"]["table/resign"], "Resign");
    assert_eq!(house.get("/api/titles/chess", "").await.json()["error"]["code"], "unknown-game");
    assert_eq!(house.get("/api/cards/bids", "").await.json()["cards"][0]["id"], "kite");
    assert_eq!(house.get("/api/rules/chess", "").await.json()["error"]["code"], "unknown-game");
    let briefing = house.get("/api/briefing/bids/three", "").await.json();
    assert_eq!(briefing["objectives"][0], "Whoever is further on after 3 rounds wins.");
    assert_eq!(
        briefing["forces"][0],
        json!({"side": "allies", "card": "kite", "name": "Kite", "role": "kite", "count": 1,
        "shape": briefing["forces"][0]["shape"]})
    );
    for nowhere in ["/api/briefing/chess/three", "/api/briefing/bids/none"] {
        assert_eq!(house.get(nowhere, "").await.json()["error"]["code"], "unknown-scenario");
    }
}

#[tokio::test]
async fn a_foreign_page_can_neither_open_a_socket_nor_make_a_table() {
    let house = House::open().await;
    let made = house.table(json!({})).await;
    let cookie = made.cookies["allies"].as_str();
    let own = format!("http://{}", house.address);
    assert_eq!(status(house.socket(&made.id, &[("Cookie", cookie), ("Origin", &own)]).await), 101);
    for origin in ["https://evil.example", "null", "http://127.0.0.1:1"] {
        let opened = house.socket(&made.id, &[("Cookie", cookie), ("Origin", origin)]).await;
        assert_eq!(status(opened), 403, "{origin}");
    }
    let body = json!({ "game": "bids", "scenario": "three" }).to_string();
    let kind = ("Content-Type", "application/json");
    let cross = house.request("POST", "/api/tables", &[kind, ("Sec-Fetch-Site", "cross-site")], &body).await;
    assert_eq!(cross.status, 403);
    let cross =
        house.request("POST", "/api/tables", &[kind, ("Origin", "https://evil.example")], &body).await;
    assert_eq!(cross.status, 403);
    let form = house.request("POST", "/api/tables", &[("Content-Type", "text/plain")], &body).await;
    assert_eq!(form.status, 415);
}

#[tokio::test]
async fn a_name_that_is_not_this_machines_gets_nothing() {
    let house = House::open().await;
    let answer = house.request("GET", "/api/games", &[("Host", "evil.example")], "").await;
    assert_eq!(answer.status, 421);
    let port = house.address.port();
    let named = house.request("GET", "/api/games", &[("Host", &format!("localhost:{port}"))], "").await;
    assert_eq!(named.status, 200);
}

#[tokio::test]
async fn nobody_sits_down_without_a_seat() {
    let house = House::open().await;
    let made = house.table(json!({})).await;
    let other = house.table(json!({})).await;
    let forged = format!("tallyho_seat_{}={}", made.id, "ab".repeat(32));
    // A token of another table under this table's name.
    let stolen = other.maker.replace(&other.id, &made.id);
    for cookie in ["", forged.as_str(), stolen.as_str()] {
        assert_eq!(status(house.socket(&made.id, &[("Cookie", cookie)]).await), 403, "{cookie}");
        for path in ["", "/replay", "/transcript", "/chances", "/log-sheet/1"] {
            let answer = house.get(&format!("/api/tables/{}{path}", made.id), cookie).await;
            assert_eq!((answer.status, answer.json()["error"]["code"].as_str()), (403, Some("no-seat")));
        }
    }
    for unknown in ["zzzzzzzzzzzz", "..%2f..%2fx", "x"] {
        assert_eq!(status(house.socket(unknown, &[]).await), 404, "{unknown}");
        assert_eq!(house.get(&format!("/api/tables/{unknown}"), "").await.status, 404, "{unknown}");
    }
    for token in ["x", &"ab".repeat(32)] {
        assert_eq!(house.get(&format!("/join/{token}"), "").await.status, 404);
    }
}

#[tokio::test]
async fn a_seat_gives_no_other_seat() {
    let house = House::open().await;
    let made = house.table(json!({})).await;
    let mut axis = house.player(&made.id, &made.cookies["axis"]).await;
    let mut watcher = house.player(&made.id, &made.cookies["watch"]).await;
    for (method, more) in [
        ("view", json!({})),
        ("sit", json!({})),
        ("legal", json!({})),
        ("act", json!({ "command": { "bid": BIDS[0] } })),
        ("undo", json!({})),
        ("pilot", json!({ "play": true })),
        ("hint", json!({})),
        ("why", json!({ "line": 1 })),
        ("plans", json!({ "aircraft": 1 })),
        ("render", json!({})),
        ("position", json!({})),
    ] {
        let with = |seat: &str| {
            let mut params = more.clone();
            params["seat"] = json!(seat);
            params
        };
        assert_eq!(axis.refused(method, with("allies")).await, -32003, "{method}");
        assert_eq!(axis.refused(method, with("referee")).await, -32003, "{method}");
        assert_eq!(watcher.refused(method, with("axis")).await, -32003, "{method}");
    }
    assert_eq!(watcher.refused("act", json!({ "command": { "bid": BIDS[0] } })).await, -32003);
    assert_eq!(axis.refused("plans", json!({ "aircraft": 1 })).await, -32003, "not one's own aircraft");
    assert_eq!(axis.seq, 0);
}

#[tokio::test]
async fn a_table_is_made_from_a_sound_request_or_not_at_all() {
    let house = House::open().await;
    let refused = |body: Value| {
        let house = &house;
        async move {
            let answer = house.post("/api/tables", &body).await;
            let json = answer.json();
            let text = |v: &Value| v.as_str().unwrap_or_default().to_owned();
            (answer.status, text(&json["error"]["path"]))
        }
    };
    let with = |field: &str, value: Value| {
        let mut body = json!({ "game": "bids", "scenario": "three" });
        body[field] = value;
        body
    };
    for (body, path) in [
        (with("game", json!("chess")), "game"),
        (with("scenario", json!("none")), "scenario"),
        (with("scenario", json!({ "rounds": 0 })), "scenario.rounds"),
        (with("scenario", json!({ "rounds": "many" })), "scenario.rounds"),
        (with("seats", json!({ "axis": "pilot:ace-of-aces" })), "seats.axis"),
        (with("seats", json!({ "neutral": "human" })), "seats.neutral"),
        (with("dice", json!({ "script": [6, 6] })), "dice"),
        (with("dice", json!({ "seed": "short" })), "dice.seed"),
        (with("loaded", json!(true)), "loaded"),
        (with("pace_ms", json!(-1)), "pace_ms"),
    ] {
        assert_eq!(refused(body.clone()).await, (422, path.to_owned()), "{body}");
    }
    let headers = [("Content-Type", "application/json")];
    assert_eq!(house.request("POST", "/api/tables", &headers, "{\"game\":").await.status, 400);
    let huge = format!("{{\"game\":\"{}\"}}", "x".repeat(600 * 1024));
    assert_eq!(house.request("POST", "/api/tables", &headers, &huge).await.status, 413);
    // A whole scenario may be given.
    house.table(json!({ "scenario": { "rounds": 1 } })).await;
}

#[tokio::test]
async fn bad_messages_get_errors_and_end_nothing() {
    let house = House::open().await;
    let made = house.table(json!({})).await;
    let mut allies = house.player(&made.id, &made.cookies["allies"]).await;
    for (text, code) in [
        ("", -32700),
        ("{", -32700),
        ("\u{0}\u{1}", -32700),
        ("[]", -32600),
        ("7", -32600),
        ("{\"jsonrpc\":\"1.0\",\"id\":1,\"method\":\"view\"}", -32600),
        ("{\"jsonrpc\":\"2.0\",\"id\":1}", -32600),
        ("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"fly\"}", -32601),
        ("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"transcript\"}", -32003),
        ("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"close\"}", -32003),
        ("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"act\"}", -32602),
        ("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"act\",\"params\":[1]}", -32602),
        ("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"act\",\"params\":{\"command\":{\"fly\":1}}}", -32602),
        ("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"view\",\"params\":{\"seat\":\"pope\"}}", -32602),
        ("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"view\",\"params\":{\"table\":\"other\"}}", -32602),
        ("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"act\",\"params\":{\"command\":{\"bid\":5}}}", -32001),
        ("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"act\",\"params\":{\"command\":\"panic\"}}", -32603),
        ("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"legal\",\"params\":{\"draft\":\"panic\"}}", -32603),
    ] {
        allies.send(Message::text(text)).await;
        let answer = loop {
            let message = allies.receive().await.unwrap();
            if message.get("error").is_some() {
                break message;
            }
        };
        assert_eq!(answer["error"]["code"], code, "{text}: {answer}");
    }
    // A request without an id is a notification: carried out, not answered.
    allies.send(Message::text("{\"jsonrpc\":\"2.0\",\"method\":\"view\"}")).await;
    assert_eq!(allies.ok("ping", json!({})).await, json!({}));
    assert_eq!(allies.bid("allies", BIDS[0]).await["pending"]["seq"], 1);
}

#[tokio::test]
async fn what_is_not_text_or_too_long_closes_the_socket_and_nothing_else() {
    let house = House::open().await;
    let made = house.table(json!({})).await;
    for message in [Message::binary(vec![1, 2, 3]), Message::text("x".repeat(80 * 1024))] {
        let mut allies = house.player(&made.id, &made.cookies["allies"]).await;
        allies.send(message).await;
        while allies.receive().await.is_some() {}
    }
    assert_eq!(house.player(&made.id, &made.cookies["allies"]).await.seq, 0);
}

#[tokio::test]
async fn a_flood_is_told_to_wait_and_then_shown_out() {
    let house = House::open().await;
    let made = house.table(json!({})).await;
    let mut allies = house.player(&made.id, &made.cookies["allies"]).await;
    let ping = "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"ping\"}";
    for _ in 0..600 {
        allies.send(Message::text(ping)).await;
    }
    let mut waits = 0;
    let why = loop {
        let answer = allies.receive().await.expect("a goodbye before the end");
        if answer["method"] == "bye" {
            break answer["params"]["why"].clone();
        }
        if answer["error"]["code"] == -32006 {
            assert!(answer["error"]["data"]["retry_ms"].as_u64().unwrap() > 0);
            waits += 1;
        }
    };
    assert_eq!(why, "flood");
    assert!(waits >= 100, "{waits}");
    assert_eq!(house.get("/healthz", "").await.body, "ok");
}

#[tokio::test]
async fn too_many_requests_are_refused_for_a_while() {
    let house = House::open().await;
    let refused = loop {
        let answer = house.post("/api/tables", &json!({ "game": "bids", "scenario": "three" })).await;
        if answer.status != 201 {
            break answer;
        }
    };
    assert_eq!(refused.status, 429);
    assert!(refused.header("retry-after").unwrap().parse::<u64>().unwrap() > 0);
    let house = House::open_with(|config| config.limits = false).await;
    for _ in 0..80 {
        assert_eq!(
            house.post("/api/tables", &json!({ "game": "bids", "scenario": "three" })).await.status,
            201
        );
    }
}

#[tokio::test]
async fn sockets_are_counted_and_bounded() {
    let house = House::open_with(|config| config.most_sockets = 1).await;
    let made = house.table(json!({})).await;
    let first = house.player(&made.id, &made.cookies["allies"]).await;
    assert_eq!(status(house.socket(&made.id, &[("Cookie", &made.cookies["axis"])]).await), 503);
    let metrics = house.get("/metrics", "").await.body;
    assert!(metrics.contains("tallyho_sockets 1"), "{metrics}");
    assert!(metrics.contains("tallyho_store_commits_total"));
    drop(first);
}

#[tokio::test]
async fn metrics_are_all_there_from_the_start() {
    let house = House::open().await;
    let metrics = house.get("/metrics", "").await.body;
    let value = |name: &str| -> f64 {
        let line = metrics.lines().find(|l| l.split_once(' ').is_some_and(|(n, _)| n == name));
        line.unwrap_or_else(|| panic!("{name} is in {metrics}")).split_once(' ').unwrap().1.parse().unwrap()
    };
    for counter in ["failed_writes", "commits", "entries"] {
        value(&format!("tallyho_store_{counter}_total"));
    }
    for counter in ["accept_errors", "chances", "commands", "games_resumed", "internal_errors", "lab_games"] {
        value(&format!("tallyho_{counter}_total"));
    }
    for counter in ["sent_bytes", "tables_deleted", "tables_read"] {
        value(&format!("tallyho_{counter}_total"));
    }
    for game in catalog().games() {
        value(&format!("tallyho_tables_made_total{{game=\"{}\"}}", game.id()));
    }
    value("tallyho_requests_total{route=\"page\",status=\"200\"}");
    value("tallyho_store_commit_seconds_count");
    for lag in ["beat_age", "follow_lag"] {
        assert_eq!(value(&format!("tallyho_{lag}_seconds")), 0.0, "a file has one server");
    }
    for why in ["connections", "host", "origin", "rate", "sockets", "unread", "upload"] {
        value(&format!("tallyho_refused_total{{why=\"{why}\"}}"));
    }
    for queue in ["pilots", "studies", "messages", "lab_runs"] {
        assert!(value(&format!("tallyho_{queue}_waiting")) >= 0.0, "{queue}");
    }
    for gauge in ["tables_in_memory", "sockets", "store_queue", "database_wal_bytes", "lists_behind"] {
        assert!(value(&format!("tallyho_{gauge}")) >= 0.0, "{gauge}");
    }
    for gauge in ["database_bytes", "disk_free_bytes", "descriptors_open"] {
        assert!(value(&format!("tallyho_{gauge}")) > 0.0, "{gauge}");
    }
    assert!(value("tallyho_descriptors_allowed") >= value("tallyho_descriptors_open"));
    assert_eq!(value(&format!("tallyho_build_info{{version=\"{}\"}}", env!("CARGO_PKG_VERSION"))), 1.0);
}

#[tokio::test]
async fn metrics_are_for_this_machine() {
    let house = House::open().await;
    assert_eq!(house.get("/metrics", "").await.status, 200);
    let proxied = house.request("GET", "/metrics", &[("X-Forwarded-For", "10.0.0.1")], "").await;
    assert_eq!(proxied.status, 404);
}

#[tokio::test]
async fn a_database_in_use_is_not_opened_twice() {
    let house = House::open().await;
    let second = Running::start(config(house.dir.path()), catalog()).await;
    assert!(second.err().unwrap().to_string().contains("in use"));
}

#[tokio::test]
async fn behind_tls_cookies_are_for_tls_only() {
    let house = House::open_with(|config| config.public_url = Some("https://club.example".into())).await;
    let body = json!({ "game": "bids", "scenario": "three" }).to_string();
    let headers =
        [("Host", "club.example"), ("Origin", "https://club.example"), ("Content-Type", "application/json")];
    let made = house.request("POST", "/api/tables", &headers, &body).await;
    assert_eq!(made.status, 201);
    assert!(made.header("set-cookie").unwrap().contains("; Secure"));
}
