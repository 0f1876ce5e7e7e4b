//! Players who are away are told of their turn whichever of two servers they and their opponents come to.

use crate::common::{House, Made, catalog};
use crate::neighbours::{house_with, place};
use crate::your_turn::{HOME, Sink, by_mail, round, tell, told_by_mail};
use bids::BIDS;
use serde_json::{Value, json};
use std::time::Duration;

/// Long enough for everybody to know who has left.
const SOON: Duration = Duration::from_secs(3);

/// Two servers on a new database that tell players through one mail server.
async fn two(sink: &Sink) -> Option<[House; 2]> {
    let place = place().await?;
    let soon = |config: &mut server::Config| {
        by_mail(&sink.url)(config);
        config.tell_after = SOON;
    };
    Some([house_with(&place, catalog(), soon).await, house_with(&place, catalog(), soon).await])
}

/// Waits until a server knows by which way the Axis is told.
async fn by(house: &House, made: &Made, way: Value) {
    let path = format!("/api/tables/{}/tell", made.id);
    while house.get(&path, &made.cookies["axis"]).await.json()["by"] != way {
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

#[tokio::test]
async fn a_turn_is_told_once_whichever_server_the_opponent_plays_at() {
    let mut sink = Sink::open(0).await;
    let Some([mut here, mut there]) = two(&sink).await else { return };
    let made = here.table(json!({ "scenario": "long" })).await;
    // Both have the table in memory before anybody wants to be told.
    drop(there.player(&made.id, &made.cookies["axis"]).await);
    told_by_mail(&here, &made, &mut sink).await;
    for (n, house) in [&there, &here, &there].into_iter().enumerate() {
        by(house, &made, json!({ "axis": "mail" })).await;
        round(house, &made, BIDS[n % 3]).await;
        assert!(sink.letter().await.contains(&format!("{HOME}/table/{}", made.id)));
    }
    let mut allies = here.player(&made.id, &made.cookies["allies"]).await;
    allies.ok("act", json!({ "command": "give-up" })).await;
    for house in [&mut here, &mut there] {
        house.running.take().unwrap().stop().await.unwrap();
    }
    assert!(sink.letters.try_recv().is_err(), "one letter for each turn");
}

#[tokio::test]
async fn links_in_letters_work_at_the_other_server() {
    let mut sink = Sink::open(0).await;
    let Some([here, there]) = two(&sink).await else { return };
    let made = here.table(json!({ "scenario": "long" })).await;
    assert_eq!(tell(&here, &made, "axis", json!("otto.secret@example.org")).await.status, 200);
    let secret = sink.question().await;
    let asked = there.get(&format!("/api/tables/{}/tell", made.id), &made.cookies["axis"]).await.json();
    assert_eq!(asked["asked"], json!(["axis"]));
    let told = there.request("POST", &format!("/told/{secret}"), &[], "").await;
    assert!(told.body.contains("You will be told"), "{}", told.body);
    let again = here.request("POST", &format!("/told/{secret}"), &[], "").await;
    assert!(again.body.contains("used up"), "{}", again.body);
    by(&here, &made, json!({ "axis": "mail" })).await;
    round(&there, &made, BIDS[0]).await;
    let letter = sink.letter().await;
    let stop = letter.lines().find_map(|line| line.strip_prefix(&format!("{HOME}/quiet/"))).unwrap();
    assert_eq!(here.request("POST", &format!("/quiet/{stop}"), &[], "").await.status, 200);
    by(&there, &made, json!({})).await;
}
