//! Several processes on one PostgreSQL. Each is a store of its own here: they share nothing but the database.

use crate::common::{Home, fresh, kept, line, play, token};
use sqlx::{Connection, PgConnection};
use std::collections::BTreeMap;
use std::time::Duration;
use store::{Aside, ChainEnd, ClockNote, Entry, Flight, Fresh, News, Place, Store, StoreError, TalkLine};
use table::Seat;

/// Plays at a table until so many of its own changes are kept, as a server does: whoever is late reads again. Answers what was
/// acknowledged, by number.
async fn play_on(store: Store, id: String, from: u32, count: u32) -> BTreeMap<u32, Entry> {
    let mut end = store.table(&id).await.unwrap().unwrap().end;
    let mut acknowledged = BTreeMap::new();
    while acknowledged.len() < count as usize {
        let entry = line(from + acknowledged.len() as u32);
        match store.append(kept(end, &entry)).await {
            Ok(appended) => {
                end = appended.end;
                assert_eq!(acknowledged.insert(end.seq, entry), None);
            }
            Err(StoreError::Moved) => end = store.table(&id).await.unwrap().unwrap().end,
            Err(e) => panic!("{e}"),
        }
    }
    acknowledged
}

/// Three processes play at the same tables. Answers once everything that was acknowledged is found where it was said to be, once, without
/// holes.
async fn rivalry(stores: [Store; 3], tables: usize, moves: u32) {
    let mut playing = Vec::new();
    for table in 0..tables {
        let id = format!("t{table}");
        stores[0].create(fresh(&id)).await.unwrap();
        for (store, from) in stores.iter().zip([1_000, 2_000, 3_000]) {
            playing.push((id.clone(), tokio::spawn(play_on(store.clone(), id.clone(), from, moves))));
        }
    }
    let mut all: BTreeMap<String, BTreeMap<u32, Entry>> = BTreeMap::new();
    for (id, player) in playing {
        let of_table = all.entry(id).or_default();
        for (seq, entry) in player.await.unwrap() {
            assert_eq!(of_table.insert(seq, entry), None, "two were told that they are number {seq}");
        }
    }
    for (id, acknowledged) in all {
        let kept = stores[1].table(&id).await.unwrap().unwrap();
        assert_eq!(kept.entries, acknowledged.into_values().collect::<Vec<_>>(), "{id}");
        assert_eq!(kept.end.seq, 3 * moves);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn processes_that_race_for_the_same_tables_make_one_history() {
    let Some(home) = Home::postgres().await else { return };
    rivalry([home.open().await, home.open().await, home.open().await], 10, 20).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn connections_that_are_cut_lose_nothing_and_double_nothing() {
    let Some(home) = Home::postgres().await else { return };
    let Place::Postgres(url) = home.place.clone() else { unreachable!("this is no file") };
    let stores = [home.open().await, home.open().await, home.open().await];
    let cutting = tokio::spawn(async move {
        for _ in 0..30 {
            tokio::time::sleep(Duration::from_millis(50)).await;
            let mut other = PgConnection::connect(&url).await.unwrap();
            let cut = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity \
                       WHERE datname = current_database() AND pid <> pg_backend_pid()";
            sqlx::query(cut).execute(&mut other).await.unwrap();
        }
    });
    rivalry(stores, 6, 30).await;
    cutting.await.unwrap();
}

/// The next news that tells of a table.
async fn told_of(news: &mut tokio::sync::mpsc::Receiver<News>, key: i64) {
    loop {
        match news.recv().await.unwrap() {
            News::At(keys) if keys.contains(&key) => return,
            News::At(_) | News::Look => {}
        }
    }
}

#[tokio::test]
async fn a_process_hears_what_another_does_and_reads_it() {
    let Some(home) = Home::postgres().await else { return };
    let (here, there) = (home.open().await, home.open().await);
    let end = here.create(fresh("a")).await.unwrap();
    let mut news = there.listen().unwrap();
    assert_eq!(news.recv().await, Some(News::Look), "from now on it hears");
    let mut last = here.append(kept(end, &line(1))).await.unwrap().end;
    told_of(&mut news, end.key).await;
    last = here.append(kept(last, &line(2))).await.unwrap().end;
    told_of(&mut news, end.key).await;
    let tail = there.tail(end).await.unwrap().unwrap();
    assert_eq!(tail.iter().map(|(entry, _)| entry.clone()).collect::<Vec<_>>(), [line(1), line(2)]);
    assert_eq!(tail[1].1, last);
    assert_eq!(there.tail(last).await.unwrap(), Some(Vec::new()));
    let mut elsewhere: ChainEnd = last;
    elsewhere.mark = end.mark;
    assert_eq!(there.tail(elsewhere).await.unwrap(), None, "the same number, another history");
    let other = here.create(fresh("b")).await.unwrap();
    assert_eq!(
        there.tails(&[elsewhere, other]).await.unwrap(),
        [(other, Vec::new())],
        "not of another history"
    );
    assert_eq!(
        there.tails(&[end, other]).await.unwrap(),
        [(end, tail), (other, Vec::new())],
        "many in one answer"
    );
    let before = there.glance(&[end.key]).await.unwrap().remove(0);
    assert_eq!((before.seq, before.mark), (2, last.mark));
    let said = TalkLine { n: 1, room: "all".into(), at_ms: 7, body: "{}".into() };
    here.aside(last, Aside::Said(said.clone())).await.unwrap();
    told_of(&mut news, end.key).await;
    assert!(there.glance(&[end.key]).await.unwrap()[0].beside > before.beside);
    // A number is given to one line only; the same line again is no other line.
    here.aside(last, Aside::Said(said.clone())).await.unwrap();
    let other = TalkLine { body: "{\"other\":1}".into(), ..said };
    assert!(there.aside(last, Aside::Said(other)).await.unwrap_err().is_taken());
    here.aside(last, Aside::Forget).await.unwrap();
    assert_eq!(there.glance(&[end.key]).await.unwrap(), []);
}

#[tokio::test]
async fn pilots_have_one_process_until_it_is_gone() {
    let Some(home) = Home::postgres().await else { return };
    let (here, there) = (home.open().await, home.open().await);
    let end = here.create(fresh("a")).await.unwrap();
    here.beat("here").await.unwrap();
    there.beat("there").await.unwrap();
    assert!(here.claim(end).await.unwrap() && here.claim(end).await.unwrap());
    assert!(!there.claim(end).await.unwrap());
    assert_eq!(there.adopt(&[]).await.unwrap().0, []);
    here.present(&[(end.key, Some("{\"allies\":1}".into()))]).await.unwrap();
    let present = |glance: Vec<store::Glance>| glance[0].present.values().cloned().collect::<Vec<_>>();
    assert_eq!(present(there.glance(&[end.key]).await.unwrap()), ["{\"allies\":1}"]);
    assert_eq!(present(here.glance(&[end.key]).await.unwrap()), Vec::<String>::new(), "nobody else is there");
    here.part().await.unwrap();
    assert_eq!(present(there.glance(&[end.key]).await.unwrap()), Vec::<String>::new());
    assert_eq!(there.adopt(&[end.key]).await.unwrap().0, [], "it cannot be entered there");
    let flight = [Flight { key: end.key, id: "a".into() }];
    assert_eq!(there.adopt(&[]).await.unwrap().0, flight);
    assert_eq!(there.flights().await.unwrap(), flight);
    there.disown(end.key).await.unwrap();
    assert_eq!(there.flights().await.unwrap(), []);
    assert_eq!(here.adopt(&[]).await.unwrap().0, flight, "whoever gives it up is alive all the same");
    here.release(&[end.key]).await.unwrap();
    assert!(there.claim(end).await.unwrap());
    there.release(&[end.key]).await.unwrap();
    here.beat("here").await.unwrap();
    assert!(here.claim(end).await.unwrap());
}

#[tokio::test]
async fn of_two_who_set_a_table_up_at_once_the_second_is_told() {
    let Some(home) = Home::postgres().await else { return };
    let (here, there) = (home.open().await, home.open().await);
    let fresh = Fresh { seat_open: true, ..fresh("a") };
    let knew = fresh.setup.clone();
    let end = here.create(fresh).await.unwrap();
    here.set_up(end, "[1]".into(), knew.clone()).await.unwrap();
    here.set_up(end, "[1]".into(), knew.clone()).await.expect("the answer to the first time was lost");
    assert!(there.set_up(end, "[2]".into(), knew.clone()).await.unwrap_err().is_taken());
    let seat = (token("a", 7).hash(), Seat::Axis);
    let take = |knew: &str| Aside::Take { setup: "[3]".into(), knew: knew.into(), seat: seat.clone() };
    assert!(there.aside(end, take(&knew)).await.unwrap_err().is_taken(), "the seat is still open");
    there.aside(end, take("[1]")).await.unwrap();
    there.aside(end, take("[1]")).await.expect("the answer to the first time was lost");
    assert_eq!(here.beside(end).await.unwrap().unwrap().setup, "[3]");
}

#[tokio::test]
async fn a_clock_is_counted_by_whoever_changed_the_game_last_until_it_is_gone() {
    let Some(home) = Home::postgres().await else { return };
    let (here, there) = (home.open().await, home.open().await);
    let end = here.create(fresh("a")).await.unwrap();
    here.beat("here").await.unwrap();
    there.beat("there").await.unwrap();
    let begin = |body: &str| ClockNote::Begin(body.into());
    here.note_clock(end, begin("1")).await.unwrap();
    here.note_clock(end, begin("1")).await.expect("the answer to the first time was lost");
    assert!(there.note_clock(end, begin("2")).await.unwrap_err().is_taken(), "it has begun");
    assert!(there.note_clock(end, ClockNote::Count("2".into())).await.unwrap_err().is_taken());
    here.note_clock(end, ClockNote::Count("3".into())).await.unwrap();
    let noted = async |store: &Store| store.beside(end).await.unwrap().unwrap().clock.unwrap();
    assert_eq!((noted(&here).await.here, noted(&there).await.here), (true, false));
    there.note_clock(end, ClockNote::Change("4".into())).await.unwrap();
    assert!(here.note_clock(end, ClockNote::Count("5".into())).await.unwrap_err().is_taken());
    assert_eq!((noted(&there).await.here, noted(&here).await.body.as_str()), (true, "4"));
    assert!(here.adopt_clocks(&[]).await.unwrap().is_empty(), "whoever counts it is alive");
    assert_eq!(there.own_clocks().await.unwrap().len(), 1);
    there.part().await.unwrap();
    assert_eq!(noted(&here).await.age, Duration::ZERO, "it stands");
    assert!(here.adopt_clocks(&[end.key]).await.unwrap().is_empty(), "it cannot be entered there");
    assert_eq!(here.adopt_clocks(&[]).await.unwrap()[0].0, "a");
    assert!(noted(&here).await.here);
    here.note_clock(end, ClockNote::Leave).await.unwrap();
    there.beat("there").await.unwrap();
    assert_eq!(there.adopt_clocks(&[]).await.unwrap().len(), 1);
}

#[tokio::test]
async fn of_two_rules_those_outrank_that_came_later_as_long_as_somebody_plays_by_them() {
    let Some(home) = Home::postgres().await else { return };
    let (old, new) = (home.open().await, home.open().await);
    let rules = |rules: &str| vec![rules.to_owned()];
    old.serve(&rules("ffff")).await.unwrap();
    new.serve(&rules("0000")).await.unwrap();
    // Whoever starts again stays where it was.
    old.serve(&rules("ffff")).await.unwrap();
    old.beat("rules ffff").await.unwrap();
    assert!(!old.is_outranked("0000", "ffff").await.unwrap(), "nobody plays by the new ones yet");
    new.beat("rules 1111 0000").await.unwrap();
    assert!(old.is_outranked("0000", "ffff").await.unwrap());
    assert!(!new.is_outranked("ffff", "0000").await.unwrap());
    assert!(!old.is_outranked("2222", "ffff").await.unwrap(), "nobody has ever played by these");
    new.part().await.unwrap();
    assert!(!old.is_outranked("0000", "ffff").await.unwrap(), "a host may go back");
}

#[tokio::test]
async fn a_clients_share_is_one_over_all_processes_and_no_address_is_kept() {
    let Some(home) = Home::postgres().await else { return };
    let Place::Postgres(url) = home.place.clone() else { unreachable!("this is no file") };
    let (here, there) = (home.open().await, home.open().await);
    let hour = Duration::from_secs(3600);
    for store in [&here, &there, &here] {
        assert!(store.take_drop("192.0.2.7/32", 3, hour).await.unwrap());
    }
    for store in [&here, &there] {
        assert!(!store.take_drop("192.0.2.7/32", 3, hour).await.unwrap(), "the bucket is empty everywhere");
        assert!(store.take_drop("192.0.2.8/32", 3, hour).await.unwrap(), "others have theirs");
    }
    assert!(here.take_drop("192.0.2.7/32", 3, Duration::ZERO).await.unwrap(), "it fills with time");
    let mut other = PgConnection::connect(&url).await.unwrap();
    let kept: Vec<String> =
        sqlx::query_scalar("SELECT client FROM bucket").fetch_all(&mut other).await.unwrap();
    assert_eq!(kept.len(), 2);
    assert!(kept.iter().all(|client| client.len() == 64 && !client.contains("192")), "{kept:?}");
    here.forget_buckets().await.unwrap();
}

#[tokio::test]
async fn processes_that_were_not_heard_of_for_an_hour_are_forgotten_with_who_was_there() {
    let Some(home) = Home::postgres().await else { return };
    let Place::Postgres(url) = home.place.clone() else { unreachable!("this is no file") };
    let stores = [home.open().await, home.open().await];
    let end = stores[0].create(fresh("a")).await.unwrap();
    for store in &stores {
        store.beat("one of two").await.unwrap();
        store.present(&[(end.key, Some("{\"allies\":1}".into()))]).await.unwrap();
    }
    let mut other = PgConnection::connect(&url).await.unwrap();
    let old = "INSERT INTO process (id, beat, about) VALUES (1, clock_timestamp() - interval '61 minutes', ''), \
               (2, clock_timestamp() - interval '59 minutes', '')";
    sqlx::query(old).execute(&mut other).await.unwrap();
    let there = "INSERT INTO presence SELECT $1, process, '{}' FROM (VALUES (1), (2), (3)) AS gone (process)";
    sqlx::query(there).bind(end.key).execute(&mut other).await.unwrap();
    stores[0].forget_processes().await.unwrap();
    for table in ["SELECT COUNT(*) FROM process", "SELECT COUNT(*) FROM presence"] {
        let left: i64 = sqlx::query_scalar(table).fetch_one(&mut other).await.unwrap();
        assert_eq!(left, 3, "{table}");
    }
}

#[tokio::test]
async fn a_damaged_log_or_row_is_refused_and_the_others_are_read() {
    for damage in [
        "DELETE FROM move WHERE table_key = 1 AND seq = 2",
        "DELETE FROM move WHERE table_key = 1 AND seq = 0",
        "DELETE FROM move WHERE table_key = 1",
        "DELETE FROM move WHERE table_key = 1 AND seq > 3",
        "UPDATE move SET seq = 900000000000 WHERE table_key = 1 AND seq = 3",
        "UPDATE move SET body = '{}' WHERE table_key = 1 AND seq = 2",
        "UPDATE move SET body = 'nothing to read' WHERE table_key = 1 AND seq = 5",
        "UPDATE game_table SET header = '{' WHERE id = 'a'",
        "UPDATE game_table SET seq = -1 WHERE id = 'a'",
        "UPDATE seed SET seed = 'lost' WHERE table_key = 1",
    ] {
        let Some(home) = Home::postgres().await else { return };
        let Place::Postgres(url) = home.place.clone() else { unreachable!("this is no file") };
        let store = home.open().await;
        for id in ["a", "b"] {
            let end = store.create(Fresh { listed: true, ..fresh(id) }).await.unwrap();
            play(&store, end, 1..=5).await;
        }
        // Closing notes where the logs end.
        store.close().await.unwrap();
        let mut other = PgConnection::connect(&url).await.unwrap();
        sqlx::raw_sql(damage).execute(&mut other).await.unwrap();
        let store = home.open().await;
        let refused = store.table("a").await.unwrap_err().to_string();
        assert!(refused.starts_with("table a cannot be read"), "{damage}: {refused}");
        let table = store.table("b").await.unwrap().unwrap();
        play(&store, table.end, 6..=6).await;
        assert_eq!(store.table("b").await.unwrap().unwrap().entries, (1..=6).map(line).collect::<Vec<_>>());
    }
}

#[tokio::test]
async fn a_hole_in_a_log_is_no_news_and_a_damaged_row_in_no_list() {
    let Some(home) = Home::postgres().await else { return };
    let Place::Postgres(url) = home.place.clone() else { unreachable!("this is no file") };
    let store = home.open().await;
    let mut ends = Vec::new();
    for id in ["a", "b"] {
        let end = store.create(Fresh { listed: true, ..fresh(id) }).await.unwrap();
        play(&store, end, 1..=3).await;
        ends.push(end);
    }
    let mut other = PgConnection::connect(&url).await.unwrap();
    let damage = "DELETE FROM move WHERE table_key = 1 AND seq = 2; UPDATE game_table SET seq = -1 WHERE key = 1; \
        UPDATE seat SET seat = 'gallery' WHERE table_key = 1";
    sqlx::raw_sql(damage).execute(&mut other).await.unwrap();
    assert!(matches!(store.tail(ends[0]).await, Err(StoreError::Damaged(..))));
    let told: Vec<_> = store.tails(&ends).await.unwrap().into_iter().map(|(end, _)| end.key).collect();
    assert_eq!(told, [ends[1].key], "what can be told of the others is told");
    let ids = |rows: Vec<store::TableRow>| rows.into_iter().map(|row| row.id).collect::<Vec<_>>();
    assert_eq!(ids(store.listed(10).await.unwrap()), ["b"]);
    assert_eq!(ids(store.rows(&["a".into(), "b".into()]).await.unwrap()), ["b"]);
    let tokens = [("a", 1), ("b", 1)].map(|(id, n)| token(id, n).hash());
    assert_eq!(store.seats(&tokens).await.unwrap(), [("b".to_owned(), table::Seat::Allies)]);
}
