//! Games carried from one real database into another.

use crate::common::{Home, fresh, kept, line, on_both_engines, play, token};
use sqlx::{Connection, PgConnection, SqliteConnection};
use store::{Aside, ClockNote, Kept, KeptView, Place, Store, TalkLine, Tally, Tell, copy};
use table::{Seat, Seed, Side};

const TABLES: usize = 1000;

/// A table with something of everything.
async fn table(store: &Store, n: usize) {
    let id = format!("t{n:04}");
    let end = store.create(fresh(&id)).await.unwrap();
    let end = play(store, end, 1..=(n % 4) as u32).await;
    if n.is_multiple_of(3) {
        store.append(Kept { finished: true, ..kept(end, &line(9)) }).await.unwrap();
    }
    if n.is_multiple_of(10) {
        let said =
            TalkLine { n: 1, room: "all".into(), at_ms: 7, body: "{\"text\":\"Guten Tag, ✈\"}".into() };
        let wish = Tell { address: "otto@example.org".into(), stop: id.clone(), told: true };
        let view = KeptView {
            seat: Seat::Axis,
            since_seq: 0,
            upto_seq: 1,
            rules: "00ff".into(),
            body: vec![0, 159, 255],
        };
        let asides = [
            Aside::Said(said),
            Aside::Tell(Side::Axis, Some(wish)),
            Aside::Views(vec![view]),
            Aside::Seed(Seed::from_number(7)),
            Aside::Stamp("00ff".into()),
        ];
        for aside in asides {
            store.aside(end, aside).await.unwrap();
        }
        store.note_clock(end, ClockNote::Begin("{}".into())).await.unwrap();
    }
}

async fn copied(from: &Store, to: &Store) -> Tally {
    copy(from, to, |_, _| {}).await.unwrap()
}

/// Fills a store with tables, some at a time.
async fn fill(store: &Store, tables: usize) {
    let mut at_work = tokio::task::JoinSet::new();
    for n in 0..tables {
        let store = store.clone();
        at_work.spawn(async move { table(&store, n).await });
    }
    while let Some(done) = at_work.join_next().await {
        done.unwrap();
    }
    store.pack(token("link", 9).hash(), (1, i64::MAX), &[("t0001".into(), Seat::Axis)]).await.unwrap();
}

async fn same(one: &Store, other: &Store) {
    let ids = one.ids().await.unwrap();
    assert_eq!(other.ids().await.unwrap().len(), ids.len());
    for id in &ids {
        let (was, is) = (one.whole(id).await.unwrap().unwrap(), other.whole(id).await.unwrap().unwrap());
        assert!(was == is && was.log_hash() == is.log_hash(), "{id}");
        let (was, is) = (one.table(id).await.unwrap().unwrap(), other.table(id).await.unwrap().unwrap());
        assert_eq!((was.entries, was.seed, was.end.mark), (is.entries, is.seed, is.end.mark));
        let hash = token(id, 2).hash();
        assert_eq!(other.seats(&[hash]).await.unwrap(), [(id.clone(), Seat::Axis)]);
    }
    let link = other.packed(&token("link", 9).hash(), 5).await.unwrap();
    assert_eq!(link, Some(vec![("t0001".to_owned(), Seat::Axis)]));
}

async fn a_thousand_tables_there_and_back_are_the_same(home: Home) {
    let (first, last) = (Home::file(), Home::file());
    let (first, there, back) = (first.open().await, home.open().await, last.open().await);
    fill(&first, TABLES).await;
    // Rows lag behind the log until the store is closed or some seconds have passed; the copy does not.
    let all = Tally { copied: TABLES, ..Tally::default() };
    assert_eq!(copied(&first, &there).await, all);
    assert_eq!(copied(&there, &back).await, all);
    same(&there, &back).await;
    assert_eq!(copied(&first, &back).await, Tally { there: TABLES, ..Tally::default() });
    // The copy is played on like any other table.
    let end = back.table("t0001").await.unwrap().unwrap().end;
    play(&back, end, 2..=5).await;
    assert_eq!(back.table("t0001").await.unwrap().unwrap().entries, (1..=5).map(line).collect::<Vec<_>>());
}

async fn a_table_with_another_log_is_refused_by_name_and_the_others_go_on(home: Home) {
    let source = Home::file();
    let (from, to) = (source.open().await, home.open().await);
    fill(&from, 5).await;
    to.create(fresh("t0002")).await.unwrap();
    let tally = copied(&from, &to).await;
    assert_eq!((tally.copied, tally.there, tally.refused.len()), (4, 0, 1));
    assert!(tally.refused[0].contains("t0002") && tally.refused[0].contains("another log"));
    assert!(to.table("t0002").await.unwrap().unwrap().entries.is_empty(), "it is left as it was");
}

async fn a_link_that_was_taken_back_since_is_not_passed_over(home: Home) {
    let source = Home::file();
    let (from, to) = (source.open().await, home.open().await);
    fill(&from, 3).await;
    copied(&from, &to).await;
    let end = from.table("t0001").await.unwrap().unwrap().end;
    from.aside(end, Aside::Revoke(Seat::Allies, token("new", 4).hash())).await.unwrap();
    let tally = copied(&from, &to).await;
    assert_eq!((tally.copied, tally.there, tally.refused.len()), (0, 2, 1));
    assert!(tally.refused[0].starts_with("table t0001: it is there with the same log and another seat;"));
    let end = to.table("t0001").await.unwrap().unwrap().end;
    to.aside(end, Aside::Forget).await.unwrap();
    let tally = copied(&from, &to).await;
    assert_eq!((tally.copied, tally.there, tally.refused.len()), (1, 2, 0));
    assert_eq!(to.seats(&[token("t0001", 1).hash()]).await.unwrap(), []);
}

async fn a_copy_that_is_broken_off_goes_on_where_it_was(home: Home) {
    let source = Home::file();
    let filled = source.open().await;
    fill(&filled, 40).await;
    // Rows that lag would be noted at any moment, also between a table's copy and the comparison.
    filled.close().await.unwrap();
    let (from, to) = (source.open().await, home.open().await);
    let (enough, stop) = tokio::sync::oneshot::channel();
    let mut enough = Some(enough);
    let told = |tally: &Tally, _| {
        if tally.seen() == 15 {
            enough.take().unwrap().send(()).unwrap();
        }
    };
    // Whatever is under way when the copy is dropped is written whole or not at all.
    tokio::select! {
        biased;
        _ = stop => {}
        _ = copy(&from, &to, told) => panic!("it was not broken off"),
    }
    let tally = copied(&from, &to).await;
    assert!(tally.there >= 15 && tally.copied >= 1 && tally.seen() == 40, "{tally:?}");
    same(&from, &to).await;
}

async fn nothing_of_the_schema_is_forgotten(home: Home) {
    let store = home.open().await;
    assert_eq!(store.uncopied().await.unwrap(), Vec::<String>::new());
    let more = "ALTER TABLE seat ADD COLUMN shade TEXT; CREATE TABLE hangar (table_key BIGINT, body TEXT)";
    match &home.place {
        Place::File(file) => {
            let mut db = SqliteConnection::connect(&format!("sqlite://{}", file.display())).await.unwrap();
            sqlx::raw_sql(more).execute(&mut db).await.unwrap();
        }
        Place::Postgres(url) => {
            let mut db = PgConnection::connect(url).await.unwrap();
            sqlx::raw_sql(more).execute(&mut db).await.unwrap();
        }
    }
    let mut forgotten = store.uncopied().await.unwrap();
    forgotten.sort();
    assert_eq!(forgotten, ["hangar.body", "hangar.table_key", "seat.shade"]);
    let refused = copy(&store, &store, |_, _| {}).await.unwrap_err().to_string();
    assert!(refused.contains("seat.shade"), "{refused}");
}

on_both_engines!(
    a_thousand_tables_there_and_back_are_the_same,
    a_table_with_another_log_is_refused_by_name_and_the_others_go_on,
    a_link_that_was_taken_back_since_is_not_passed_over,
    a_copy_that_is_broken_off_goes_on_where_it_was,
    nothing_of_the_schema_is_forgotten,
);
