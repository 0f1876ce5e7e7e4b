//! A PostgreSQL that goes away for a while.

use crate::common::{Home, fresh, kept, line};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use store::{Options, Place, Store, StoreError};
use tokio::io::copy_bidirectional;
use tokio::net::{TcpListener, UnixStream};
use tokio::sync::watch;
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Level, Metadata, Subscriber};

/// A way to a database that can be shut.
struct Way {
    place: Place,
    shut: watch::Sender<bool>,
}

impl Way {
    async fn to(home: &Home) -> Way {
        let Place::Postgres(url) = &home.place else { unreachable!("this is no file") };
        // postgres:///NAME?host=FOLDER&user=…
        let (name, rest) = url.trim_start_matches("postgres:///").split_once('?').unwrap();
        let (folder, _) = rest.trim_start_matches("host=").split_once('&').unwrap();
        let socket = format!("{folder}/.s.PGSQL.5432");
        let door = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let place = format!("postgres://tallyho@{}/{name}?sslmode=disable", door.local_addr().unwrap());
        let (shut, state) = watch::channel(false);
        tokio::spawn(async move {
            while let Ok((mut here, _)) = door.accept().await {
                let (mut state, socket) = (state.clone(), socket.clone());
                tokio::spawn(async move {
                    let carry = async {
                        let mut there = UnixStream::connect(socket).await.unwrap();
                        let _ = copy_bidirectional(&mut here, &mut there).await;
                    };
                    tokio::select! {
                        biased;
                        _ = state.wait_for(|shut| *shut) => {}
                        () = carry => {}
                    }
                });
            }
        });
        Way { place: Place::Postgres(place), shut }
    }
}

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
    let way = Way::to(&home).await;
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
