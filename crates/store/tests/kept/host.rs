//! What whoever runs a server does with a database: looks at it, takes links back, deletes, saves and restores.

use crate::common::{Home, fresh, kept, line, on_both_engines, play, token};
use sqlx::{Connection, PgConnection, SqliteConnection};
use std::path::{Path, PathBuf};
use std::time::Duration;
use store::{Aside, Kept, Options, Place, Question, Schema, Store, StoreError, Tell, Whole};
use table::{Seat, Seed, Side};

/// Three tables: played on, finished at moment 2000, and just made.
pub(crate) async fn fill(store: &Store) {
    let end = store.create(fresh("going-on")).await.unwrap();
    play(store, end, 1..=3).await;
    let end = store.create(fresh("finished")).await.unwrap();
    store.append(Kept { finished: true, ..kept(end, &line(1)) }).await.unwrap();
    store.create(fresh("new")).await.unwrap();
}

async fn a_database_in_use_can_be_looked_at_and_not_changed(home: Home) {
    let serving = home.open().await;
    fill(&serving).await;
    let looking = Store::look(&home.place).await.unwrap();
    let (lines, more) = looking.lines(0).await.unwrap();
    assert_eq!(
        lines.iter().map(|line| line.row.id.as_str()).collect::<Vec<_>>(),
        ["going-on", "finished", "new"]
    );
    assert_eq!(
        (lines[1].row.finished_ms, lines[1].changed_ms, lines[2].changed_ms),
        (Some(2_000), 2_000, 1_000)
    );
    assert_eq!(more, None);
    let figures = looking.figures().await.unwrap();
    assert_eq!((figures.played.len(), figures.played[0].tables, figures.played[0].finished), (1, 3, 1));
    assert!(figures.bytes > 0);
    assert_eq!(looking.table("going-on").await.unwrap().unwrap().entries.len(), 3);
    assert!(matches!(looking.create(fresh("more")).await, Err(StoreError::Closed)));
    let Schema { found, known, .. } = store::schema(&home.place).await.unwrap();
    assert_eq!(found, Some(known));
    assert_eq!(home.place.is_in_use().unwrap(), matches!(home.place, Place::File(_)));
    serving.close().await.unwrap();
    assert!(!home.place.is_in_use().unwrap());
}

async fn a_link_that_was_taken_back_gives_nothing_and_the_new_one_gives_the_seat(home: Home) {
    let store = home.open().await;
    let end = store.create(fresh("going-on")).await.unwrap();
    store.create(fresh("other")).await.unwrap();
    store.aside(end, Aside::Seat(token("phone", 3).hash(), Seat::Allies)).await.unwrap();
    let links = [("going-on", "a"), ("other", "b")].map(|(id, link)| (id.to_owned(), token(link, 9).hash()));
    for (id, link) in &links {
        store.pack(link.clone(), (1, i64::MAX), &[(id.clone(), Seat::Allies)]).await.unwrap();
    }
    for side in Side::BOTH {
        let wish = Tell { address: "thief@example.org".into(), stop: format!("{side}"), told: false };
        store.aside(end, Aside::Tell(side, Some(wish))).await.unwrap();
        let (secret, address) = (format!("ask {side}"), "thief@example.org".to_owned());
        let question = Question { secret, side, address, saw: 0, until_ms: i64::MAX };
        store.aside(end, Aside::Ask(question)).await.unwrap();
    }
    let new = token("new", 4).hash();
    store.aside(end, Aside::Revoke(Seat::Allies, new.clone())).await.unwrap();
    let left = store.tells().await.unwrap().into_iter().map(|kept| kept.side).collect::<Vec<_>>();
    assert_eq!((left, store.asked(end).await.unwrap()), (vec![Side::Axis], vec![Side::Axis]));
    let old = [token("going-on", 1).hash(), token("phone", 3).hash()];
    assert_eq!(store.seats(&old).await.unwrap(), []);
    let given =
        store.seats(&[new.clone(), token("going-on", 2).hash(), token("other", 1).hash()]).await.unwrap();
    assert_eq!(
        given.iter().map(|(_, seat)| *seat).collect::<Vec<_>>(),
        [Seat::Allies, Seat::Axis, Seat::Allies]
    );
    assert_eq!(
        store.packed(&links[0].1, 5).await.unwrap(),
        None,
        "a link to another device held the seat too"
    );
    assert!(store.packed(&links[1].1, 5).await.unwrap().is_some(), "one with another table did not");
    let mut tokens = store.tokens(end).await.unwrap();
    tokens.retain(|(_, seat)| *seat == Seat::Allies);
    assert_eq!(tokens, [(new, Seat::Allies)]);
}

async fn only_games_that_were_finished_before_are_found_and_a_deleted_one_is_gone(home: Home) {
    let store = home.open().await;
    fill(&store).await;
    assert_eq!(store.finished_before(2_000, 10).await.unwrap(), []);
    let due = store.finished_before(2_001, 10).await.unwrap();
    let [(id, end)] = due.as_slice() else { panic!("{due:?}") };
    assert_eq!(id, "finished");
    store.aside(*end, Aside::Forget).await.unwrap();
    assert_eq!(store.finished_before(i64::MAX, 10).await.unwrap(), []);
    assert!(store.line_of("finished").await.unwrap().is_none());
    assert_eq!(store.line_of("going-on").await.unwrap().unwrap().row.id, "going-on");
}

async fn a_game_from_elsewhere_is_kept_whole(home: Home) {
    let store = home.open().await;
    let mut from = fresh("elsewhere");
    from.entries = vec![line(1).text(), line(2).text()];
    let whole = Whole::of_fresh(&from, Some(5_000), &[Seed::from_number(7)]);
    store.keep_whole(whole).await.unwrap();
    let table = store.table("elsewhere").await.unwrap().unwrap();
    assert_eq!(
        (table.entries, table.seed, table.row.finished_ms),
        (vec![line(1), line(2)], from.seed, Some(5_000))
    );
    assert_eq!(store.resumed_seeds(table.end).await.unwrap(), [Seed::from_number(7)]);
    assert_eq!(
        store.seats(&[token("elsewhere", 2).hash()]).await.unwrap(),
        [("elsewhere".into(), Seat::Axis)]
    );
}

async fn a_backup_is_taken_while_games_go_on_and_is_private(home: Home) {
    let serving = home.open().await;
    fill(&serving).await;
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("backup.db");
    store::backup(&home.place, &file, |_, _| {}).await.unwrap();
    #[cfg(unix)]
    assert_eq!(
        std::os::unix::fs::PermissionsExt::mode(&file.metadata().unwrap().permissions()) & 0o777,
        0o600
    );
    let again = store::backup(&home.place, &file, |_, _| {}).await.unwrap_err();
    assert!(again.to_string().contains("exists"), "{again}");
    let end = serving.table("going-on").await.unwrap().unwrap().end;
    play(&serving, end, 4..=5).await;
    let saved = Store::open(&file).await.unwrap();
    assert_eq!(saved.table("going-on").await.unwrap().unwrap().entries.len(), 3);
    assert_eq!(saved.seats(&[token("new", 2).hash()]).await.unwrap(), [("new".into(), Seat::Axis)]);
    assert_eq!(std::fs::read_dir(dir.path()).unwrap().filter(|f| is_part(f.as_ref().unwrap())).count(), 0);
}

/// The files whose names begin like this one's.
fn beside(file: &Path) -> Vec<PathBuf> {
    let name = file.file_name().unwrap().to_string_lossy().into_owned();
    let all = std::fs::read_dir(file.parent().unwrap()).unwrap().map(|found| found.unwrap().path());
    let mut found: Vec<PathBuf> =
        all.filter(|found| found.file_name().unwrap().to_string_lossy().starts_with(&name)).collect();
    found.sort();
    found
}

/// What an attempt leaves that was killed.
fn leave_parts(file: &Path) {
    for end in ["", "-journal", "-wal", "-shm"] {
        std::fs::write(format!("{}.part{end}", file.display()), "half of something").unwrap();
    }
}

async fn what_is_left_of_a_backup_that_was_killed_makes_way(home: Home) {
    let dir = tempfile::tempdir().unwrap();
    let saved = dir.path().join("saved.db");
    let store = home.open().await;
    fill(&store).await;
    leave_parts(&saved);
    store::backup(&home.place, &saved, |_, _| {}).await.unwrap();
    assert_eq!(beside(&saved), std::slice::from_ref(&saved));
    let games = dir.path().join("games.db");
    leave_parts(&games);
    store::restore(&saved, &games, false).await.unwrap();
    assert_eq!(beside(&games), std::slice::from_ref(&games));
    assert_eq!(Store::open(&games).await.unwrap().ids().await.unwrap().len(), 3);
}

async fn nothing_is_left_of_a_backup_that_is_given_up(home: Home) {
    let dir = tempfile::tempdir().unwrap();
    let saved = dir.path().join("saved.db");
    fill(&home.open().await).await;
    let begun = async {
        while beside(&saved).is_empty() {
            tokio::task::yield_now().await;
        }
    };
    tokio::select! {
        _ = store::backup(&home.place, &saved, |_, _| {}) => panic!("it was done before it was begun"),
        () = begun => {}
    }
    assert_eq!(beside(&saved), [] as [PathBuf; 0]);
}

async fn a_backup_that_is_being_written_is_left_alone(home: Home) {
    let dir = tempfile::tempdir().unwrap();
    let saved = dir.path().join("saved.db");
    fill(&home.open().await).await;
    leave_parts(&saved);
    let other = std::fs::File::open(dir.path().join("saved.db.part")).unwrap();
    other.lock().unwrap();
    let refused = store::backup(&home.place, &saved, |_, _| {}).await;
    assert!(matches!(refused, Err(StoreError::InUse(_))));
    assert_eq!(beside(&saved).len(), 4);
}

fn is_part(file: &std::fs::DirEntry) -> bool {
    file.file_name().to_string_lossy().contains(".part")
}

on_both_engines!(
    a_database_in_use_can_be_looked_at_and_not_changed,
    a_link_that_was_taken_back_gives_nothing_and_the_new_one_gives_the_seat,
    only_games_that_were_finished_before_are_found_and_a_deleted_one_is_gone,
    a_game_from_elsewhere_is_kept_whole,
    a_backup_is_taken_while_games_go_on_and_is_private,
    what_is_left_of_a_backup_that_was_killed_makes_way,
    nothing_is_left_of_a_backup_that_is_given_up,
    a_backup_that_is_being_written_is_left_alone,
);

#[tokio::test]
async fn games_to_be_deleted_are_found_without_looking_at_those_that_go_on() {
    let home = Home::file();
    let Place::File(file) = &home.place else { panic!() };
    home.open().await.close().await.unwrap();
    let mut db = SqliteConnection::connect(&format!("sqlite://{}", file.display())).await.unwrap();
    let plan = "EXPLAIN QUERY PLAN SELECT t.id, t.key FROM game_table t WHERE t.finished_ms < 5 \
                ORDER BY t.finished_ms, t.key LIMIT 20";
    let plan: Vec<(i64, i64, i64, String)> = sqlx::query_as(plan).fetch_all(&mut db).await.unwrap();
    let [(.., how)] = plan.as_slice() else { panic!("{plan:?}") };
    assert!(how.contains("USING INDEX game_table_finished"), "{how}");
}

#[tokio::test]
async fn the_room_of_deleted_games_goes_back_to_the_disk() {
    let home = Home::file();
    let Place::File(file) = &home.place else { panic!() };
    let options = Options { shrinks: true, ..Options::default() };
    // A file from before room was given back is written anew when it is opened for that.
    home.open().await.close().await.unwrap();
    let store = Store::open_at(&home.place, options).await.unwrap();
    let mut ends = Vec::new();
    for n in 0..40 {
        let end = store.create(fresh(&format!("table-{n}"))).await.unwrap();
        ends.push(play(&store, end, 1..=100).await);
    }
    store.close().await.unwrap();
    let store = Store::open_at(&home.place, options).await.unwrap();
    let length = |file: &Path| file.metadata().unwrap().len();
    let full = length(file);
    for end in &ends[1..] {
        store.aside(*end, Aside::Forget).await.unwrap();
    }
    let mut goes = 0;
    while store.shrink().await.unwrap() > 0 {
        goes += 1;
    }
    assert!(goes > 1, "not all at once");
    assert!(store.table("table-0").await.unwrap().unwrap().entries.len() == 100);
    play(&store, ends[0], 101..=102).await;
    store.close().await.unwrap();
    assert!(length(file) < full / 4, "{} of {full}", length(file));
}

#[tokio::test]
async fn an_older_schema_is_named_and_left_as_it_is_by_whoever_only_looks() {
    let home = Home::file();
    let Place::File(file) = &home.place else { panic!() };
    home.open().await.close().await.unwrap();
    let mut db = SqliteConnection::connect(&format!("sqlite://{}", file.display())).await.unwrap();
    sqlx::query("DELETE FROM _sqlx_migrations WHERE version > 6").execute(&mut db).await.unwrap();
    db.close().await.unwrap();
    let says = Store::look(&home.place).await.err().unwrap().to_string();
    assert!(says.contains("schema 6") && says.contains("tallyho admin migrate"), "{says}");
    assert_eq!(store::schema(&home.place).await.unwrap().found, Some(6));
}

#[tokio::test]
async fn a_process_starts_beside_newer_ones_that_have_added_to_the_schema() {
    let Some(home) = Home::postgres().await else { return };
    let Place::Postgres(url) = &home.place else { panic!() };
    home.open().await.close().await.unwrap();
    let Schema { known, .. } = store::schema(&home.place).await.unwrap();
    let mut newer = PgConnection::connect(url).await.unwrap();
    let step = "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time) \
                VALUES ($1, 'what is to come', TRUE, '', 0)";
    sqlx::query(step).bind(known + 1).execute(&mut newer).await.unwrap();
    sqlx::raw_sql("ALTER TABLE talk ADD COLUMN mood TEXT").execute(&mut newer).await.unwrap();
    let store = home.open().await;
    let end = store.create(fresh("a")).await.unwrap();
    play(&store, end, 1..=2).await;
    assert_eq!(Store::look(&home.place).await.unwrap().ids().await.unwrap(), ["a"]);
    store.close().await.unwrap();
    let least = "INSERT INTO meta (name, value) VALUES ('least', $1) \
                 ON CONFLICT (name) DO UPDATE SET value = excluded.value";
    sqlx::query(least).bind(known).execute(&mut newer).await.unwrap();
    home.open().await.close().await.unwrap();
    // A step that does more than to add stops whoever does not know it.
    sqlx::query(least).bind(known + 1).execute(&mut newer).await.unwrap();
    let refused = Store::open_at(&home.place, Options::default()).await.err().unwrap();
    assert!(matches!(refused, StoreError::Newer(_)), "{refused}");
    assert!(matches!(Store::look(&home.place).await.err().unwrap(), StoreError::Newer(_)));
}

#[tokio::test]
async fn of_two_processes_one_gets_the_turn() {
    let Some(home) = Home::postgres().await else { return };
    let (one, other) = (home.open().await, home.open().await);
    let hour = Duration::from_secs(3600);
    assert!(one.turn("retention", hour).await.unwrap());
    assert!(!other.turn("retention", hour).await.unwrap());
    assert!(other.turn("something else", Duration::ZERO).await.unwrap());
    assert!(one.turn("something else", hour).await.unwrap(), "the other's turn is over");
}

#[tokio::test]
async fn of_several_hosts_the_one_is_taken_that_answers() {
    let Some(home) = Home::postgres().await else { return };
    let Place::Postgres(url) = &home.place else { panic!() };
    // postgres:///NAME?host=FOLDER&user=… with the folder as a host, behind a dead one.
    let (name, rest) = url.trim_start_matches("postgres:///").split_once('?').unwrap();
    let (folder, rest) = rest.trim_start_matches("host=").split_once('&').unwrap();
    let folder = folder.replace('/', "%2F");
    let several = Place::Postgres(format!("postgres://127.0.0.1:1,{folder}/{name}?{rest}"));
    let store = Store::open_at(&several, Options::default()).await.unwrap();
    fill(&store).await;
    assert_eq!(store.ids().await.unwrap().len(), 3);
    assert_eq!(Store::look(&several).await.unwrap().ids().await.unwrap().len(), 3);
    let none = Place::Postgres(format!("postgres://127.0.0.1:1,127.0.0.1:2/{name}?{rest}"));
    assert!(Store::open_at(&none, Options::default()).await.is_err());
}

#[tokio::test]
async fn a_connection_is_encrypted_where_the_url_says_so() {
    use std::io::{Read, Write};
    const ASKS_FOR_TLS: [u8; 8] = [0, 0, 0, 8, 4, 210, 22, 47];
    const HANDSHAKE: u8 = 0x16;
    // A server that can, and one that cannot. Nothing of what follows, no name and no password, is sent in the clear.
    for (can, then) in [(b"S", &[HANDSHAKE][..]), (b"N", &[])] {
        let server = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        let port = server.local_addr().unwrap().port();
        let heard = std::thread::spawn(move || {
            let (mut client, _) = server.accept().unwrap();
            let (mut asked, mut first) = ([0; 8], Vec::new());
            client.read_exact(&mut asked).unwrap();
            client.write_all(can).unwrap();
            client.take(1).read_to_end(&mut first).unwrap();
            (asked, first)
        });
        let url = format!("postgres://tallyho:s3cret@127.0.0.1:{port}/club?sslmode=require");
        assert!(Store::open_at(&Place::Postgres(url), Options::default()).await.is_err());
        assert_eq!(heard.join().unwrap(), (ASKS_FOR_TLS, then.to_vec()));
    }
}
