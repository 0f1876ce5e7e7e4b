//! A PostgreSQL that goes away for a while.

use crate::common::{Home, fresh, kept, line, play};
use crate::way::Way;
use sqlx::{Connection, PgConnection};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use store::{Aside, ChainEnd, Kept, News, Options, Place, Store, StoreError, TalkLine};
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Level, Metadata, Subscriber};

/// Counts what the writer warns of.
#[derive(Clone, Default)]
struct Warnings(Arc<AtomicUsize>);

impl Subscriber for Warnings {
    fn enabled(&self, of: &Metadata<'_>) -> bool {
        *of.level() == Level::WARN && of.target() == "store::postgres::writer"
    }
    fn new_span(&self, _: &Attributes<'_>) -> Id {
        Id::from_u64(1)
    }
    fn record(&self, _: &Id, _: &Record<'_>) {}
    fn record_follows_from(&self, _: &Id, _: &Id) {}
    fn event(&self, _: &Event<'_>) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }
    fn enter(&self, _: &Id) {}
    fn exit(&self, _: &Id) {}
}

#[tokio::test]
async fn a_command_waits_for_a_database_that_is_away_from_when_it_was_given() {
    let Some(home) = Home::postgres().await else { return };
    let way = Way::to(&home.place).await;
    let warnings = Warnings::default();
    let _listening = tracing::subscriber::set_default(warnings.clone());
    let store = Store::open_at(&way.place, Options::default()).await.unwrap();
    let (first, second) = (store.create(fresh("a")).await.unwrap(), store.create(fresh("b")).await.unwrap());
    way.shut.send_replace(true);
    let probe = tokio::spawn({
        let store = store.clone();
        async move { store.probe().await }
    });
    // The writer is at it before the commands come.
    while store.waiting() == 0 && !probe.is_finished() {
        tokio::task::yield_now().await;
    }
    while store.waiting() > 0 {
        tokio::task::yield_now().await;
    }
    let later = tokio::spawn({
        let store = store.clone();
        async move {
            tokio::time::sleep(Duration::from_secs(8)).await;
            store.append(kept(second, &line(1))).await
        }
    });
    // Had it waited for the probe first, it would take twice as long as is promised; half as long again is for a slow machine.
    let refused = tokio::time::timeout(Duration::from_secs(15), store.append(kept(first, &line(1)))).await;
    let refused = refused.expect("the probe held it up").unwrap_err();
    assert!(matches!(refused, StoreError::Database(..) | StoreError::Unknown(..)), "{refused}");
    assert!(probe.await.unwrap().is_err(), "once was enough");
    way.shut.send_replace(false);
    later.await.unwrap().expect("who came later waits on");
    let said = warnings.0.load(Ordering::Relaxed);
    assert!((1..=3).contains(&said), "warned {said} times");
    store.probe().await.unwrap();
}

/// A connection past the stores.
async fn beside(home: &Home) -> PgConnection {
    let Place::Postgres(url) = &home.place else { unreachable!("this is no file") };
    PgConnection::connect(url).await.unwrap()
}

fn said(n: u32) -> Aside {
    Aside::Said(TalkLine { n, room: "all".into(), at_ms: 7, body: "{}".into() })
}

#[tokio::test]
async fn a_row_that_somebody_holds_costs_nobody_else_anything() {
    let Some(home) = Home::postgres().await else { return };
    let settings = Options { note_after: Duration::from_millis(5), ..Options::default() };
    let store = Store::open_at(&home.place, settings).await.unwrap();
    let (a, b) = (store.create(fresh("a")).await.unwrap(), store.create(fresh("b")).await.unwrap());
    let mut holder = beside(&home).await;
    let mut held = holder.begin().await.unwrap();
    let lock = "SELECT 1 FROM game_table WHERE id = 'a' FOR UPDATE";
    sqlx::query(lock).execute(&mut *held).await.unwrap();
    // Moves do not need the row, and notes can wait.
    let a = play(&store, a, 1..=2).await;
    let b = play(&store, b, 1..=40).await;
    let last = |end: ChainEnd, n| Kept { finished: true, ..kept(end, &line(n)) };
    let (said, ended, played) =
        tokio::join!(store.aside(a, said(1)), store.append(last(a, 3)), play(&store, b, 41..=60));
    for refused in [said.unwrap_err(), ended.unwrap_err()] {
        assert!(matches!(refused, StoreError::Database(..)), "it is known that it was not kept: {refused}");
    }
    store.append(last(played, 61)).await.unwrap();
    held.rollback().await.unwrap();
    while store.rows(&["a".into()]).await.unwrap()[0].summary.as_deref() != Some("{\"seq\":1}") {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    store.append(last(a, 3)).await.unwrap();
}

#[tokio::test]
async fn a_process_that_is_held_in_the_middle_of_writing_holds_nobody_up_for_long() {
    let Some(home) = Home::postgres().await else { return };
    let way = Way::to(&home.place).await;
    let (held, other) = (Store::open_at(&way.place, Options::default()).await.unwrap(), home.open().await);
    let end = other.create(fresh("a")).await.unwrap();
    way.mute.send_replace(Some("COMMIT"));
    tokio::spawn(async move { held.aside(end, said(1)).await });
    let mut beside = beside(&home).await;
    let free = "SELECT COUNT(*) FROM (SELECT 1 FROM game_table FOR UPDATE SKIP LOCKED) AS free";
    while sqlx::query_scalar(free).fetch_one(&mut beside).await.unwrap_or(1) == 1_i64 {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    other.aside(end, said(2)).await.unwrap();
}

#[tokio::test]
async fn a_full_disk_leaves_no_doubt() {
    let Some(home) = Home::postgres().await else { return };
    let store = home.open().await;
    let end = store.create(fresh("a")).await.unwrap();
    let full = "CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS \
        $$ BEGIN RAISE EXCEPTION 'disk is full' USING ERRCODE = '53100'; END $$; \
        CREATE TRIGGER disk_full BEFORE INSERT ON move EXECUTE FUNCTION refuse()";
    sqlx::raw_sql(full).execute(&mut beside(&home).await).await.unwrap();
    // What goes out with it is kept.
    let (refused, said) = tokio::join!(store.append(kept(end, &line(1))), store.aside(end, said(1)));
    let refused = refused.unwrap_err();
    assert!(matches!(refused, StoreError::Database(..)), "it is known that it was not kept: {refused}");
    said.unwrap();
    let room = "DROP TRIGGER disk_full ON move";
    sqlx::raw_sql(room).execute(&mut beside(&home).await).await.unwrap();
    play(&store, end, 1..=1).await;
}

#[tokio::test]
async fn a_process_that_hears_nothing_any_more_notices_and_hears_anew() {
    let Some(home) = Home::postgres().await else { return };
    let mut way = Way::to(&home.place).await;
    let (here, there) = (home.open().await, Store::open_at(&way.place, Options::default()).await.unwrap());
    let mut news = there.listen().unwrap();
    assert_eq!(news.recv().await, Some(News::Look));
    way.mute.send_replace(Some("LISTEN"));
    way.silent.wait_for(|silent| *silent > 0).await.unwrap();
    way.mute.send_replace(None);
    let end = here.create(fresh("a")).await.unwrap();
    let end = here.append(kept(end, &line(1))).await.unwrap().end;
    // Nobody has cut the connection: only that its own bell is not heard tells.
    tokio::spawn(async move {
        loop {
            there.beat("there").await.unwrap();
            tokio::time::sleep(Duration::from_secs(1)).await;
        }
    });
    assert_eq!(news.recv().await, Some(News::Look), "what was missed is to be looked up");
    here.append(kept(end, &line(2))).await.unwrap();
    assert_eq!(news.recv().await, Some(News::At(vec![end.key])));
}

#[tokio::test]
async fn readers_that_were_cut_off_in_silence_are_replaced_and_hold_up_no_end() {
    let Some(home) = Home::postgres().await else { return };
    let mut way = Way::to(&home.place).await;
    let store = Store::open_at(&way.place, Options::default()).await.unwrap();
    let end = store.create(fresh("a")).await.unwrap();
    way.mute.send_replace(Some("body FROM move"));
    // All that there are.
    let cut = tokio::join!(store.tail(end), store.tail(end), store.tail(end));
    assert!([cut.0, cut.1, cut.2].iter().all(Result::is_err));
    way.silent.wait_for(|silent| *silent >= 3).await.unwrap();
    way.mute.send_replace(None);
    assert_eq!(store.tail(end).await.unwrap(), Some(Vec::new()));
    way.mute.send_replace(Some("body FROM move"));
    let cut = tokio::spawn({
        let store = store.clone();
        async move { store.tail(end).await.map(drop) }
    });
    way.silent.wait_for(|silent| *silent >= 4).await.unwrap();
    store.close().await.unwrap();
    assert!(cut.await.unwrap().is_err());
}

#[tokio::test]
async fn a_move_is_answered_before_anything_else_is_written() {
    let Some(home) = Home::postgres().await else { return };
    let store = home.open().await;
    let (a, b) = (store.create(fresh("a")).await.unwrap(), store.create(fresh("b")).await.unwrap());
    let mut holder = beside(&home).await;
    let wait = "CREATE FUNCTION wait() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN \
            PERFORM set_config('lock_timeout', '0', true); PERFORM pg_advisory_xact_lock_shared(1); RETURN NEW; \
        END $$; \
        CREATE TRIGGER waits BEFORE INSERT ON talk EXECUTE FUNCTION wait(); SELECT pg_advisory_lock(1)";
    sqlx::raw_sql(wait).execute(&mut holder).await.unwrap();
    // They come together.
    let mut talk = std::pin::pin!(store.aside(a, said(1)));
    tokio::select! {
        biased;
        _ = &mut talk => panic!("what it waits for is held"),
        moved = store.append(kept(b, &line(1))) => drop(moved.unwrap()),
    }
    sqlx::raw_sql("SELECT pg_advisory_unlock(1)").execute(&mut holder).await.unwrap();
    talk.await.unwrap();
}
