//! What a room tells whom.

use super::*;
use crate::tables::{About, Setup};
use serde_json::json;
use store::{Fresh, Store};
use wire::live::{ClockOrder, ClockPer, DiceKind, SideInfo};
use wire::{Json, Watch};

fn setup() -> Setup {
    Setup {
        sides: Default::default(),
        people: Default::default(),
        clock: None,
        hot_seat: false,
        dice: DiceKind::Seed,
        commitment: None,
        seal: None,
        watch: Watch::Link,
        pace_ms: 0,
        paused: false,
        asked: None,
    }
}

async fn open(store: &Store, id: String, setup: Setup) -> OpenTable {
    let shelf = catalog::shelf::<bids::Bids>(&std::collections::BTreeMap::new()).unwrap();
    let dice = table::DiceSource::seeded(table::Seed::from_number(1));
    let table = shelf.open(&json!("three"), None, dice).unwrap();
    let fresh = Fresh {
        id: id.clone(),
        header: table.transcript().header,
        title: String::new(),
        created_ms: 0,
        setup: setup.json(),
        summary: String::new(),
        listed: false,
        seat_open: false,
        seed: None,
        rules: String::new(),
        seats: Vec::new(),
        entries: Vec::new(),
    };
    let end = store.create(fresh).await.unwrap();
    let about = About { id, game: "bids".into(), title: String::new(), created_ms: 0, setup };
    OpenTable::new(Sitting::new(table, about.company()), about, end)
}

#[tokio::test]
async fn the_clock_of_a_table_is_gone_with_it() {
    let dir = tempfile::TempDir::new().unwrap();
    let config = crate::Config::new(([127, 0, 0, 1], 0).into(), dir.path().join("games.db"));
    let shelf = catalog::shelf::<bids::Bids>(&std::collections::BTreeMap::new()).unwrap();
    let running = crate::Running::start(config, catalog::Catalog::of(vec![shelf])).await.unwrap();
    let app = &running.app;
    let clock = Some(ClockOrder { seconds: 60, per: ClockPer::Game, add_s: 0 });
    let mut table = open(&app.store, "k3v9q2m7x1dc".into(), Setup { clock, ..setup() }).await;
    let room = app.rooms.room(&table.about.id);
    clocks::follow(app, &room, &mut table, None).await;
    assert!(app.clocks.now(&room.id).is_some());
    room.furnish(table).await;
    room.delete(app).await.unwrap();
    assert!(app.clocks.now(&room.id).is_none());
    running.stop().await.unwrap();
}

#[tokio::test]
async fn a_flag_falls_though_somebody_holds_a_table_at_which_another_has_fallen() {
    let dir = tempfile::TempDir::new().unwrap();
    let config = crate::Config::new(([127, 0, 0, 1], 0).into(), dir.path().join("games.db"));
    let shelf = catalog::shelf::<bids::Bids>(&std::collections::BTreeMap::new()).unwrap();
    let running = crate::Running::start(config, catalog::Catalog::of(vec![shelf])).await.unwrap();
    let app = &running.app;
    let mut setup = setup();
    setup.clock = Some(ClockOrder { seconds: 1, per: ClockPer::Move, add_s: 0 });
    for side in Side::BOTH {
        setup.sides.insert(side, SideInfo { name: String::new(), pilot: None, relief: None });
        setup.people.came.push(side);
    }
    // In the order in which they are looked at.
    let mut rooms = Vec::new();
    for id in ["a3v9q2m7x1dc", "b3v9q2m7x1dc"] {
        let mut table = open(&app.store, id.into(), setup.clone()).await;
        let room = app.rooms.room(id);
        clocks::follow(app, &room, &mut table, None).await;
        room.furnish(table).await;
        rooms.push(room);
    }
    let held = rooms[0].table.lock().await;
    while rooms[1].look_in(OpenTable::is_over).await != Some(true) {
        tokio::time::sleep(std::time::Duration::from_millis(10)).await;
    }
    drop(held);
    while rooms[0].look_in(OpenTable::is_over).await != Some(true) {
        tokio::time::sleep(std::time::Duration::from_millis(10)).await;
    }
    running.stop().await.unwrap();
}

/// Between the views before a command and those after it anybody may leave: sockets close when they like.
#[tokio::test]
async fn whoever_leaves_while_a_command_is_worked_out_mixes_up_nobodys_seat() {
    let dir = tempfile::TempDir::new().unwrap();
    let store = Store::open(&dir.path().join("games.db")).await.unwrap();
    let seats = [Seat::Allies, Seat::Axis, Seat::Observer];
    for leaver in 0..seats.len() {
        let mut table = open(&store, format!("table-{leaver}"), setup()).await;
        let room = Room::new(&table.about.id);
        let numbers = seats.map(|seat| room.join(seat, &OwnSeats::default(), Arc::default()));
        let before = room.views(&table);
        let bid = Json::of(&json!({ "bid": bids::SECRET }));
        table.sitting.table.act(Side::Allies, &bid, &[]).unwrap();
        room.leave(numbers[leaver]);
        let change = Change { by: Side::Allies, from: 0, kind: ChangeKind::Act };
        let news = room.news(&mut table, before, change);
        assert_eq!(news.texts.len(), 2);
        for (Class { seat, .. }, text) in news.texts {
            let told = text.as_str().contains(&bids::SECRET.to_string());
            assert_eq!(told, seat == Seat::Allies, "{leaver} leaves, {seat:?} is told {text}");
        }
    }
}
