//! The lab in a browser: what may be ordered, how it ends, and that its report is the one of the command line.

use crate::common::{Answer, House, config};
use crate::neighbours::{house_with, place};
use catalog::{Catalog, Level};
use lab::{Crew, Folder, Labels, Numbers, Pace, Plan};
use serde_json::{Value, json};
use server::{Config, Running};
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use tempfile::TempDir;

/// A server with all games.
async fn house(change: impl FnOnce(&mut Config)) -> House {
    let dir = TempDir::new().unwrap();
    let mut config = config(dir.path());
    change(&mut config);
    let running = Running::start(config, Catalog::built_in().unwrap()).await.unwrap();
    House { address: running.address, running: Some(running), dir }
}

fn order(mut more: Value) -> Value {
    let usual = json!({
        "game": "fast-and-easy", "scenario": "kent-duel", "allies": "random", "axis": "random", "games": 12, "seed": 7,
    });
    for (field, value) in usual.as_object().unwrap() {
        more.as_object_mut().unwrap().entry(field.as_str()).or_insert(value.clone());
    }
    more
}

/// An order that lasts until somebody stops it.
fn long() -> Value {
    order(
        json!({ "game": "spitfire", "scenario": "bombing", "allies": "flight-lieutenant", "axis": "flight-lieutenant", "games": 1000 }),
    )
}

/// Orders a run.
async fn ordered(house: &House, order: &Value) -> String {
    let answer = house.post("/api/lab", order).await;
    assert_eq!(answer.status, 201, "{}", answer.body);
    answer.json()["id"].as_str().unwrap().to_owned()
}

async fn look(house: &House, id: &str) -> Value {
    house.get(&format!("/api/lab/{id}"), "").await.json()
}

/// Asks until a run is as wanted.
async fn until(house: &House, id: &str, wanted: impl Fn(&Value) -> bool) -> Value {
    loop {
        let run = look(house, id).await;
        if wanted(&run) {
            return run;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

fn over(run: &Value) -> bool {
    run["state"] != "waiting" && run["state"] != "playing"
}

async fn stop(house: &House, id: &str) -> Answer {
    house.request("DELETE", &format!("/api/lab/{id}"), &[], "").await
}

/// Report and table of games that `tallyho lab run` writes for the same plan.
fn by_command_line(pilots: [Level; 2], swap: bool, games: u64) -> [String; 2] {
    let catalog = Catalog::built_in().unwrap();
    let shelf = catalog.game("fast-and-easy").unwrap();
    let series = shelf.series(&"kent-duel".into(), None).unwrap();
    let plan = Plan::new(series.about(), pilots, swap, 7, Numbers { from: 0, to: games });
    let dir = TempDir::new().unwrap();
    let folder = Folder::create(&dir.path().join("run"), &plan).unwrap();
    let crew =
        Crew { threads: 2, stop: &AtomicBool::new(false), played: &|_| {}, bots: &bot::Terms::default() };
    assert!(lab::run(series.as_ref(), &folder, crew, Pace::default()).unwrap());
    let labels = Labels::new(series.as_ref(), &shelf.info().title, shelf.rules());
    lab::finish(&folder, |summary| lab::report(folder.plan(), &labels, summary)).unwrap();
    ["report.html", "games.csv"].map(|file| std::fs::read_to_string(folder.path().join(file)).unwrap())
}

/// A report up to where it says how to make it again, and from there on.
fn in_two(report: &str) -> (&str, &str) {
    report.split_once("<h2>How to make it again</h2>").unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_run_ends_with_the_results_of_the_command_line_and_says_how_to_make_them_there() {
    let house = house(|_| {}).await;
    for (more, pilots, swap, command) in [
        (json!({}), [Level::Random; 2], false, "--allies random --axis random --games 12 --seed 7"),
        (
            json!({ "allies": "cadet", "swap": true }),
            [Level::Cadet, Level::Random],
            true,
            "--allies cadet --axis random --swap --games 12 --seed 7",
        ),
    ] {
        let id = ordered(&house, &order(more)).await;
        let run = until(&house, &id, over).await;
        assert_eq!(run["state"], "done");
        assert_eq!((run["played"].as_u64(), run["result"]["games"].as_u64()), (Some(12), Some(12)));
        let won = |side: &str| run["result"]["sides"][side]["won"].as_u64().unwrap();
        assert_eq!(won("allies") + won("axis") + run["result"]["draws"].as_u64().unwrap(), 12);
        let report = house.get(&format!("/api/lab/{id}/report"), "").await;
        assert_eq!(report.header("content-type"), Some("text/html; charset=utf-8"));
        assert!(report.header("content-security-policy").unwrap().contains("default-src 'none'"));
        let [whole, table] = by_command_line(pilots, swap, 12);
        assert_eq!(in_two(&report.body).0, in_two(&whole).0);
        let foot = in_two(&report.body).1;
        assert!(
            foot.contains(&format!("<code>tallyho lab run fast-and-easy kent-duel {command} ")),
            "{foot}"
        );
        assert!(!foot.contains("run.json"), "there are no files beside it");
        let games = house.get(&format!("/api/lab/{id}/games.csv"), "").await;
        assert_eq!(games.header("content-type"), Some("text/csv; charset=utf-8"));
        assert_eq!(games.body, table);
        assert_eq!(run["result"]["first"].is_object(), swap);
        assert!(run["ended"].is_null(), "it has played all its games");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn where_pilots_change_sides_a_result_says_which_of_them_won() {
    let house = house(|_| {}).await;
    let id = ordered(&house, &order(json!({ "allies": "cadet", "swap": true }))).await;
    let result = until(&house, &id, over).await["result"].clone();
    let games = house.get(&format!("/api/lab/{id}/games.csv"), "").await.body;
    let mut counted = [0_u64; 3];
    for line in games.lines().skip(1) {
        let fields: Vec<&str> = line.split(',').collect();
        let own = if fields[2] == "cadet" { "allies" } else { "axis" };
        counted[if fields[4].is_empty() { 1 } else { 2 * usize::from(fields[4] != own) }] += 1;
    }
    let first = &result["first"];
    assert_eq!(["won", "drawn", "lost"].map(|field| first[field].as_u64().unwrap()), counted);
    let [low, share, high] = ["low", "share", "high"].map(|field| first[field].as_f64().unwrap());
    let points = counted[0] as f64 + counted[1] as f64 / 2.0;
    assert!((share - points / 12.0).abs() < 1e-9 && (low..=high).contains(&share), "{first}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_run_that_may_play_no_longer_says_that_its_time_was_up() {
    let house = house(|config| config.lab_time = Duration::ZERO).await;
    let id = ordered(&house, &long()).await;
    assert_eq!(until(&house, &id, over).await["ended"], "time");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_may_be_ordered_is_offered_and_nothing_else_is_taken() {
    let house = house(|_| {}).await;
    let offer = house.get("/api/lab", "").await.json();
    assert_eq!((offer["on"].as_bool(), offer["most_games"].as_u64()), (Some(true), Some(1000)));
    assert!(offer["pilots"].as_array().unwrap().iter().all(|pilot| pilot["id"] != "wing-commander"));
    let refused = async |more: Value| {
        let answer = house.post("/api/lab", &order(more)).await;
        assert_eq!(answer.status, 422, "{}", answer.body);
        answer.json()["error"]["path"].as_str().unwrap().to_owned()
    };
    assert_eq!(refused(json!({ "allies": "cmd:true" })).await, "allies");
    assert_eq!(refused(json!({ "axis": "wing-commander" })).await, "axis");
    assert_eq!(refused(json!({ "games": 1001 })).await, "games");
    assert_eq!(refused(json!({ "games": 0 })).await, "games");
    assert_eq!(refused(json!({ "swap": true })).await, "swap");
    assert_eq!(refused(json!({ "game": "chess" })).await, "game");
    assert_eq!(refused(json!({ "scenario": "dunkirk" })).await, "scenario");
    assert_eq!(refused(json!({ "scenario": { "title": "mine" } })).await, "scenario");
    // Whoever was refused has no run under way.
    ordered(&house, &order(json!({}))).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_address_has_one_run_at_a_time_and_may_stop_it() {
    let house = house(|_| {}).await;
    let id = ordered(&house, &long()).await;
    until(&house, &id, |run| run["played"].as_u64() > Some(0)).await;
    let second = house.post("/api/lab", &order(json!({}))).await;
    assert_eq!((second.status, second.json()["error"]["code"].as_str()), (429, Some("one-at-a-time")));
    assert!(second.header("retry-after").is_some());
    let early = house.get(&format!("/api/lab/{id}/report"), "").await;
    assert_eq!((early.status, early.json()["error"]["code"].as_str()), (409, Some("no-report")));
    assert_eq!(stop(&house, &id).await.status, 200);
    let run = until(&house, &id, over).await;
    let played = run["result"]["games"].as_u64().unwrap();
    assert_eq!((&run["state"], &run["ended"]), (&json!("done"), &json!("asked")));
    assert!((1..1000).contains(&played), "{run}");
    let report = house.get(&format!("/api/lab/{id}/report"), "").await.body;
    assert!(
        report.contains(&format!("<dt>Games</dt><dd>0..{played}</dd>")),
        "it is a run of that many games"
    );
    ordered(&house, &order(json!({}))).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_takes_few_runs_and_plays_them_in_turn() {
    // Without limits of an address, as eight people would.
    let house = house(|config| config.limits = false).await;
    let mut ids = Vec::new();
    for _ in 0..8 {
        ids.push(ordered(&house, &long()).await);
    }
    let ninth = house.post("/api/lab", &order(json!({}))).await;
    assert_eq!((ninth.status, ninth.json()["error"]["code"].as_str()), (503, Some("busy")));
    let last = ids.last().unwrap();
    assert_eq!(look(&house, last).await["state"], "waiting");
    stop(&house, last).await;
    let stopped = until(&house, last, over).await;
    assert_eq!(
        (&stopped["state"], &stopped["ended"]),
        (&json!("stopped"), &json!("asked")),
        "it never began"
    );
    assert_eq!(stopped["played_ms"], 0);
    for id in &ids {
        stop(&house, id).await;
    }
    for id in &ids {
        until(&house, id, over).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_run_is_forgotten_after_a_while_and_a_server_stops_in_the_middle_of_one() {
    let house = house(|config| config.lab_kept = Duration::ZERO).await;
    let id = ordered(&house, &order(json!({}))).await;
    // It is there while it is played, and gone with its end.
    until(&house, &id, |run| run["error"]["code"] == "unknown-run").await;
    let id = ordered(&house, &long()).await;
    until(&house, &id, |run| run["state"] == "playing").await;
    let House { running, .. } = house;
    running.unwrap().stop().await.unwrap();
}

#[tokio::test]
async fn a_host_may_have_no_lab() {
    let house = house(|config| config.lab = false).await;
    assert_eq!(house.get("/api/lab", "").await.json()["on"], false);
    let answer = house.post("/api/lab", &order(json!({}))).await;
    assert_eq!((answer.status, answer.json()["error"]["code"].as_str()), (403, Some("lab-off")));
}

#[tokio::test]
async fn a_run_is_followed_and_stopped_at_another_server_than_the_one_that_plays_it() {
    let Some(place) = place().await else { return };
    let built_in = || Catalog::built_in().unwrap();
    let here = house_with(&place, built_in(), |config| config.limits = false).await;
    let there = house_with(&place, built_in(), |_| {}).await;
    let id = ordered(&here, &order(json!({}))).await;
    let run = until(&there, &id, over).await;
    assert_eq!((&run["state"], &run["played"]), (&json!("done"), &json!(12)), "{run}");
    assert_eq!(run, look(&here, &id).await);
    for paper in ["report", "games.csv"] {
        let paper = format!("/api/lab/{id}/{paper}");
        let told = there.get(&paper, "").await;
        assert_eq!((told.status, told.body), (200, here.get(&paper, "").await.body));
    }
    let id = ordered(&here, &long()).await;
    until(&there, &id, |run| run["state"] == "playing").await;
    assert_eq!(there.get(&format!("/api/lab/{id}/report"), "").await.status, 409);
    assert_eq!(stop(&there, &id).await.status, 200);
    until(&there, &id, over).await;
    assert_eq!(there.get("/api/lab/aaaaaaaaaaaa", "").await.status, 404);
}
