//! What a room tells whom.

use super::*;
use crate::tables::{About, Setup};
use serde_json::json;
use store::{Fresh, Store};
use wire::live::{ClockOrder, ClockPer, DiceKind};
use wire::{Json, Watch};

async fn open(store: &Store, id: String) -> OpenTable {
    let shelf = catalog::shelf::<bids::Bids>(&std::collections::BTreeMap::new()).unwrap();
    let dice = table::DiceSource::seeded(table::Seed::from_number(1));
    let table = shelf.open(&json!("three"), None, dice).unwrap();
    let setup = Setup {
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
    };
    let fresh = Fresh {
        id: id.clone(),
        header: table.transcript().header,
        title: String::new(),
        created_ms: 0,
        setup: String::new(),
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
    let mut table = open(&app.store, "k3v9q2m7x1dc".into()).await;
    table.about.setup.clock = Some(ClockOrder { seconds: 60, per: ClockPer::Game, add_s: 0 });
    let room = app.rooms.room(&table.about.id);
    clocks::follow(app, &room, &mut table, None).await;
    assert!(app.clocks.now(&room.id).is_some());
    room.furnish(table).await;
    room.delete(app).await.unwrap();
    assert!(app.clocks.now(&room.id).is_none());
    running.stop().await.unwrap();
}

/// Between the views before a command and those after it anybody may leave: sockets close when they like.
#[tokio::test]
async fn whoever_leaves_while_a_command_is_worked_out_mixes_up_nobodys_seat() {
    let dir = tempfile::TempDir::new().unwrap();
    let store = Store::open(&dir.path().join("games.db")).await.unwrap();
    let seats = [Seat::Allies, Seat::Axis, Seat::Observer];
    for leaver in 0..seats.len() {
        let mut table = open(&store, format!("table-{leaver}")).await;
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
