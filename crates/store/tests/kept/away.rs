//! A PostgreSQL that goes away for a while.

use crate::common::{Home, fresh, kept, line};
use crate::way::Way;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use store::{News, Options, Store, StoreError};
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
