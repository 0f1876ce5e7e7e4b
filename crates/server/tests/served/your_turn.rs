//! Players who are away are told of their turn by mail or by a webhook: once a turn, over restarts too, and their address is in no byte that anybody is sent.

use crate::common::{Answer, House, Made};
use bids::BIDS;
use serde_json::{Value, json};
use server::{Config, Secret, Webhooks};
use std::time::Duration;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc;

pub(crate) const HOME: &str = "http://games.example";
const OTTO: &str = "otto.secret@example.org";

/// A mail server that takes every message, after refusing the first few.
pub(crate) struct Sink {
    pub(crate) url: String,
    pub(crate) letters: mpsc::UnboundedReceiver<String>,
}

impl Sink {
    pub(crate) async fn open(refuses: usize) -> Sink {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
        let url = format!("smtp://{}", listener.local_addr().unwrap());
        let (sender, letters) = mpsc::unbounded_channel();
        tokio::spawn(async move {
            let mut left = refuses;
            loop {
                let (stream, _) = listener.accept().await.unwrap();
                match converse(stream, left > 0).await {
                    Some(letter) => sender.send(letter).unwrap(),
                    None => left = left.saturating_sub(1),
                }
            }
        });
        Sink { url, letters }
    }

    pub(crate) async fn letter(&mut self) -> String {
        self.letters.recv().await.unwrap()
    }

    /// The secret in the link of the next letter, which asks whether an address may be told.
    pub(crate) async fn question(&mut self) -> String {
        let letter = self.letter().await;
        let secret = letter.lines().find_map(|line| line.strip_prefix(&format!("{HOME}/told/")));
        secret.unwrap_or_else(|| panic!("{letter}")).to_owned()
    }
}

/// One conversation in SMTP; the whole of it, if a message was taken.
async fn converse(mut stream: TcpStream, refuses: bool) -> Option<String> {
    let (reader, mut writer) = stream.split();
    let mut lines = BufReader::new(reader).lines();
    writer.write_all(b"220 sink\r\n").await.ok()?;
    let (mut heard, mut in_letter, mut taken) = (String::new(), false, false);
    while let Ok(Some(line)) = lines.next_line().await {
        heard += &line;
        heard += "\n";
        let answer = match line.split([' ', ':']).next().unwrap_or_default() {
            "." if in_letter => {
                (in_letter, taken) = (false, true);
                "250 taken"
            }
            _ if in_letter => continue,
            "RCPT" if refuses => "451 otto.secret@example.org: not now",
            "DATA" => {
                in_letter = true;
                "354 go on"
            }
            "QUIT" => "221 bye",
            _ => "250 fine",
        };
        writer.write_all(format!("{answer}\r\n").as_bytes()).await.ok()?;
        if line == "QUIT" {
            break;
        }
    }
    taken.then_some(heard)
}

pub(crate) fn by_mail(smtp: &str) -> impl Fn(&mut Config) + Clone + use<> {
    let smtp = smtp.to_owned();
    move |config| {
        config.public_url = Some(HOME.into());
        config.smtp = Some(Secret(smtp.clone()));
        config.mail_from = Some("Tallyho <games@games.example>".into());
        config.tell_after = Duration::ZERO;
        config.tell_again = Duration::from_millis(1);
    }
}

pub(crate) async fn tell(house: &House, made: &Made, seat: &str, to: Value) -> Answer {
    let headers = [("Content-Type", "application/json"), ("Cookie", made.cookies[seat].as_str())];
    let body = json!({ "side": seat, "to": to }).to_string();
    house.request("POST", &format!("/api/tables/{}/tell", made.id), &headers, &body).await
}

/// The Axis wants to be told by mail, and says yes to the letter that asks whether it does.
pub(crate) async fn told_by_mail(house: &House, made: &Made, sink: &mut Sink) {
    assert_eq!(tell(house, made, "axis", json!(OTTO)).await.status, 200);
    let secret = sink.question().await;
    assert_eq!(house.request("POST", &format!("/told/{secret}"), &[], "").await.status, 200);
}

/// The Axis bids and leaves, then the Allies bid: both owe the next bid, and the Axis is away.
pub(crate) async fn round(house: &House, made: &Made, n: u32) {
    let mut axis = house.player(&made.id, &made.cookies["axis"]).await;
    axis.bid("axis", n).await;
    drop(axis);
    let mut allies = loop {
        let allies = house.player(&made.id, &made.cookies["allies"]).await;
        if allies.hello["presence"]["axis"] == 0 {
            break allies;
        }
    };
    allies.bid("allies", n).await;
}

/// Everything that somebody with this cookie can learn of a table.
async fn learnt(house: &House, id: &str, cookie: &str) -> String {
    let mut all = house.player(id, cookie).await.heard + &house.get("/api/tables", cookie).await.body;
    for path in ["", "/transcript", "/replay", "/tell", "/why"] {
        all += &house.get(&format!("/api/tables/{id}{path}"), cookie).await.body;
    }
    all
}

#[tokio::test]
async fn a_player_who_is_away_gets_one_letter_for_each_turn() {
    let mut sink = Sink::open(0).await;
    let mut house = House::open_with(by_mail(&sink.url)).await;
    let made = house.table(json!({})).await;
    told_by_mail(&house, &made, &mut sink).await;
    round(&house, &made, BIDS[0]).await;
    let letter = sink.letter().await;
    assert!(letter.contains(&format!("{HOME}/table/{}", made.id)), "{letter}");
    assert!(letter.contains(&format!("RCPT TO:<{OTTO}>")), "{letter}");
    let token = made.json["links"]["axis"].as_str().unwrap().trim_start_matches("/join/");
    assert!(!letter.contains(token), "a letter gives nobody a seat");
    // The turn is still owed: neither a restart nor a move of the other side brings another letter. Were there one, it would come before
    // that of the next turn.
    house.restart_with(by_mail(&sink.url)).await;
    round(&house, &made, BIDS[1]).await;
    let next = sink.letter().await;
    assert_ne!(next, letter);
    let mut allies = house.player(&made.id, &made.cookies["allies"]).await;
    allies.ok("act", json!({ "command": "give-up" })).await;
    house.running.take().unwrap().stop().await.unwrap();
    assert!(sink.letters.try_recv().is_err());
}

#[tokio::test]
async fn nobody_is_told_by_mail_who_has_not_said_yes() {
    let mut sink = Sink::open(0).await;
    let house = House::open_with(by_mail(&sink.url)).await;
    let (made, other) = (house.table(json!({})).await, house.table(json!({})).await);
    let set = tell(&house, &made, "axis", json!(OTTO)).await;
    assert_eq!(set.json(), json!({ "mail": true, "webhook": false, "by": {}, "asked": ["axis"] }));
    let secret = sink.question().await;
    round(&house, &made, BIDS[0]).await;
    // Whoever is due is seen to in the order of the clock: the first letter about a turn is of the other table.
    told_by_mail(&house, &other, &mut sink).await;
    round(&house, &other, BIDS[0]).await;
    assert!(sink.letter().await.contains(&other.id));
    let link = format!("/told/{secret}");
    assert!(house.get(&link, "").await.body.contains("<form method=\"post\">"), "to look at it says nothing");
    let path = format!("/api/tables/{}/tell", made.id);
    assert_eq!(house.get(&path, &made.cookies["axis"]).await.json()["asked"], json!(["axis"]));
    house.request("POST", &link, &[], "").await;
    let now = house.get(&path, &made.cookies["axis"]).await.json();
    assert_eq!((&now["by"], &now["asked"]), (&json!({ "axis": "mail" }), &json!([])));
    assert!(sink.letter().await.contains(&made.id), "the turn that came in the meantime is told");
    let twice = house.request("POST", &link, &[], "").await;
    assert!(twice.body.contains("used up"), "{}", twice.body);
    // Another address is asked first too, and the old one stays until then.
    tell(&house, &made, "axis", json!("anna@example.org")).await;
    let unanswered = sink.question().await;
    assert_eq!(house.get(&path, &made.cookies["axis"]).await.json()["by"], json!({ "axis": "mail" }));
    tell(&house, &made, "axis", Value::Null).await;
    let late = house.request("POST", &format!("/told/{unanswered}"), &[], "").await;
    assert!(late.body.contains("used up"), "what was taken back cannot be confirmed");
    assert_eq!(house.get(&path, &made.cookies["axis"]).await.json()["by"], json!({}));
}

#[tokio::test]
async fn one_address_is_asked_only_a_few_times() {
    let mut sink = Sink::open(0).await;
    let house = House::open_with(by_mail(&sink.url)).await;
    let made = house.table(json!({})).await;
    for _ in 0..4 {
        assert_eq!(tell(&house, &made, "axis", json!(OTTO)).await.status, 200);
        sink.question().await;
    }
    let other = house.table(json!({})).await;
    assert_eq!(tell(&house, &other, "axis", json!("OTTO.secret@example.org")).await.status, 429);
    assert_eq!(tell(&house, &other, "axis", json!("anna@example.org")).await.status, 200);
}

#[tokio::test]
async fn one_more_game_goes_on_telling_whoever_was_told() {
    let mut sink = Sink::open(0).await;
    let mut house = House::open_with(by_mail(&sink.url)).await;
    let made = house.table(json!({})).await;
    told_by_mail(&house, &made, &mut sink).await;
    let mut allies = house.player(&made.id, &made.cookies["allies"]).await;
    allies.ok("act", json!({ "command": "give-up" })).await;
    drop(allies);
    // The wish outlives the end of the game and a restart.
    house.restart_with(by_mail(&sink.url)).await;
    let path = format!("/api/tables/{}/tell", made.id);
    assert_eq!(house.get(&path, &made.cookies["axis"]).await.json()["by"], json!({ "axis": "mail" }));
    let mut allies = house.player(&made.id, &made.cookies["allies"]).await;
    let mut axis = house.player(&made.id, &made.cookies["axis"]).await;
    allies.ok("again", json!({ "swap": true })).await;
    let agreed = axis.ok("again", json!({ "swap": true })).await;
    let next = agreed["next"]["table"].as_str().unwrap();
    // Otto flies for the Allies now, has not come yet and owes a bid.
    let letter = sink.letter().await;
    assert!(letter.contains(&format!("{HOME}/table/{next}")) && letter.contains(OTTO), "{letter}");
    assert_eq!(house.get(&path, &made.cookies["axis"]).await.json()["by"], json!({}), "it has gone on");
}

#[tokio::test]
async fn a_player_at_the_table_gets_no_letter() {
    let mut sink = Sink::open(0).await;
    let house = House::open_with(by_mail(&sink.url)).await;
    let (watched, left) = (house.table(json!({})).await, house.table(json!({})).await);
    let mut axis = house.player(&watched.id, &watched.cookies["axis"]).await;
    for made in [&watched, &left] {
        told_by_mail(&house, made, &mut sink).await;
    }
    axis.bid("axis", BIDS[0]).await;
    let mut allies = house.player(&watched.id, &watched.cookies["allies"]).await;
    allies.bid("allies", BIDS[0]).await;
    axis.until(2).await;
    // Whoever is due is seen to in the order of the clock, so the letter of the table that was left comes after that which must not come.
    round(&house, &left, BIDS[0]).await;
    assert!(sink.letter().await.contains(&left.id));
    assert!(sink.letters.try_recv().is_err());
}

#[tokio::test]
async fn an_address_is_in_no_byte_that_anybody_is_sent() {
    let mut sink = Sink::open(0).await;
    let mut house = House::open_with(by_mail(&sink.url)).await;
    let made = house.table(json!({ "watch": "anyone" })).await;
    let mut allies = house.player(&made.id, &made.cookies["allies"]).await;
    told_by_mail(&house, &made, &mut sink).await;
    let stranger = json!({ "side": "axis", "to": "eve@example.org" });
    let headers = [("Content-Type", "application/json"), ("Cookie", made.cookies["allies"].as_str())];
    let path = format!("/api/tables/{}/tell", made.id);
    assert_eq!(house.request("POST", &path, &headers, &stranger.to_string()).await.status, 403);
    assert_eq!(house.get(&path, "").await.status, 403);
    assert_eq!(house.get(&path, &made.cookies["allies"]).await.json()["by"], json!({}));
    round(&house, &made, BIDS[0]).await;
    sink.letter().await;
    allies.until(2).await;
    let mut all = allies.heard.clone();
    for restarted in [false, true] {
        if restarted {
            house.restart_with(by_mail(&sink.url)).await;
        }
        for cookie in [made.cookies["allies"].as_str(), made.cookies["axis"].as_str(), ""] {
            all += &learnt(&house, &made.id, cookie).await;
        }
    }
    assert!(all.contains(&made.id) && !all.contains("otto.secret"), "{all}");
}

#[tokio::test]
async fn a_wish_is_removed_by_the_player_or_by_the_link_in_the_letter() {
    let mut sink = Sink::open(0).await;
    let mut house = House::open_with(by_mail(&sink.url)).await;
    let (by_switch, by_link) = (house.table(json!({})).await, house.table(json!({})).await);
    let last = house.table(json!({})).await;
    for made in [&by_switch, &by_link, &last] {
        told_by_mail(&house, made, &mut sink).await;
    }
    let off = tell(&house, &by_switch, "axis", Value::Null).await;
    assert_eq!(off.json()["by"], json!({}));
    round(&house, &by_link, BIDS[0]).await;
    let letter = sink.letter().await;
    let stop = letter.lines().find_map(|line| line.strip_prefix(&format!("{HOME}/quiet/"))).unwrap();
    let page = house.get(&format!("/quiet/{stop}"), "").await;
    assert!(page.body.contains("<form method=\"post\">"), "to look at it ends nothing");
    assert_eq!(house.request("POST", &format!("/quiet/{stop}"), &[], "").await.status, 200);
    house.restart_with(by_mail(&sink.url)).await;
    round(&house, &by_switch, BIDS[0]).await;
    round(&house, &by_link, BIDS[1]).await;
    round(&house, &last, BIDS[0]).await;
    assert!(sink.letter().await.contains(&last.id), "no other letter came before it");
}

#[tokio::test]
async fn a_mail_server_that_refuses_is_asked_again_and_holds_nobody_up() {
    // First it refuses the question, then letters about turns.
    let mut sink = Sink::open(2).await;
    let mut house = House::open_with(by_mail(&sink.url)).await;
    let made = house.table(json!({})).await;
    told_by_mail(&house, &made, &mut sink).await;
    let mut sink = Sink::open(2).await;
    house.restart_with(by_mail(&sink.url)).await;
    round(&house, &made, BIDS[0]).await;
    assert!(sink.letter().await.contains(&made.id));
    // A server that is not there at all: the game goes on.
    house.restart_with(by_mail("smtp://127.0.0.1:1")).await;
    round(&house, &made, BIDS[1]).await;
    round(&house, &made, BIDS[2]).await;
    let metrics = loop {
        let metrics = house.get("/metrics", "").await.body;
        // There are lines for both results from the start, at 0.
        if metrics.contains("tallyho_told_total{result=\"failed\"}")
            && !metrics.contains("tallyho_told_total{result=\"failed\"} 0")
        {
            break metrics;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    };
    assert!(!metrics.contains("otto.secret"));
}

#[tokio::test]
async fn a_webhook_is_called_once_and_redirects_lead_nowhere() {
    let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
    let address = listener.local_addr().unwrap();
    let anywhere = |config: &mut Config| {
        config.public_url = Some(HOME.into());
        config.webhooks = Webhooks::Anywhere;
        config.tell_after = Duration::ZERO;
    };
    let mut house = House::open_with(anywhere).await;
    let made = house.table(json!({})).await;
    let url = format!("http://{address}/hook?key=SECRET");
    let set = tell(&house, &made, "axis", json!(url)).await;
    assert_eq!(
        set.json(),
        json!({ "mail": false, "webhook": true, "by": { "axis": "webhook" }, "asked": [] })
    );
    round(&house, &made, BIDS[0]).await;
    let (mut stream, _) = listener.accept().await.unwrap();
    let mut call = String::new();
    let mut buffer = [0; 4096];
    while !call.ends_with('}') {
        let read = stream.read(&mut buffer).await.unwrap();
        call += std::str::from_utf8(&buffer[..read]).unwrap();
    }
    assert!(call.starts_with("POST /hook?key=SECRET HTTP/1.1\r\n"), "{call}");
    let body: Value = serde_json::from_str(call.split("\r\n\r\n").nth(1).unwrap()).unwrap();
    assert_eq!(body["link"], format!("{HOME}/table/{}", made.id));
    assert_eq!((&body["side"], &body["text"]), (&json!("axis"), &body["content"]));
    let elsewhere =
        format!("HTTP/1.1 302 Found\r\nLocation: http://{address}/other\r\nContent-Length: 0\r\n\r\n");
    stream.write_all(elsewhere.as_bytes()).await.unwrap();
    house.restart_with(anywhere).await;
    round(&house, &made, BIDS[1]).await;
    let (mut stream, _) = listener.accept().await.unwrap();
    let read = stream.read(&mut buffer).await.unwrap();
    assert!(buffer[..read].starts_with(b"POST /hook?key=SECRET"), "neither again nor elsewhere before that");
}

#[tokio::test]
async fn what_the_host_has_not_set_up_is_neither_offered_nor_taken() {
    let house = House::open().await;
    let made = house.table(json!({})).await;
    let path = format!("/api/tables/{}/tell", made.id);
    let offered = house.get(&path, &made.cookies["axis"]).await.json();
    assert_eq!(offered, json!({ "mail": false, "webhook": false, "by": {}, "asked": [] }));
    for to in [OTTO, "https://example.org/hook"] {
        assert_eq!(tell(&house, &made, "axis", json!(to)).await.json()["error"]["path"], "to");
    }
    let public = House::open_with(|config| {
        config.public_url = Some(HOME.into());
        config.webhooks = Webhooks::Public;
    })
    .await;
    let made = public.table(json!({})).await;
    for to in ["http://example.org/", "https://127.0.0.1/", "https://[fd00::1]/", "not an address"] {
        assert_eq!(tell(&public, &made, "axis", json!(to)).await.status, 422, "{to}");
    }
}

#[tokio::test]
async fn settings_that_cannot_work_are_told_at_the_start_without_the_password() {
    let dir = tempfile::TempDir::new().unwrap();
    let wrong: [fn(&mut Config); 3] = [
        |config| config.public_url = None,
        |config| config.mail_from = None,
        |config| config.smtp = Some(Secret("imap://otto:PASSWORD@mail".into())),
    ];
    for spoil in wrong {
        let mut config = crate::common::config(dir.path());
        by_mail("smtp://otto:PASSWORD@127.0.0.1")(&mut config);
        spoil(&mut config);
        assert!(!format!("{config:?}").contains("PASSWORD"));
        let refused =
            server::Running::start(config, crate::common::catalog()).await.err().unwrap().to_string();
        assert!(refused.contains("--") && !refused.contains("PASSWORD"), "{refused}");
    }
}
