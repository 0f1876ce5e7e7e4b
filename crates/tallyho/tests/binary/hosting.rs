//! What a host does with `tallyho admin`, on real databases of both kinds.

use crate::common::{root, run};
use sqlx::{Connection, PgConnection, SqliteConnection};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;
use store::{Entry, Fresh, Options, Place, Store, Token};
use table::{Seed, Transcript};

/// A database of a test's own, with its folder.
pub(crate) struct Home {
    pub(crate) dir: tempfile::TempDir,
    pub(crate) place: String,
}

impl Home {
    pub(crate) async fn file() -> Home {
        let dir = tempfile::tempdir().unwrap();
        let place = dir.path().join("games.db").to_str().unwrap().to_owned();
        Home { dir, place }.made().await
    }

    /// A new database in the PostgreSQL of `TALLYHO_POSTGRES`, which `scripts/postgres` starts.
    pub(crate) async fn postgres() -> Option<Home> {
        let Ok(server) = std::env::var("TALLYHO_POSTGRES") else {
            eprintln!("LEFT OUT: there is no PostgreSQL to test with; run the tests by scripts/postgres");
            return None;
        };
        let dir = tempfile::tempdir().unwrap();
        let name = format!(
            "test_{}",
            dir.path().file_name().unwrap().to_str().unwrap().replace('.', "_").to_lowercase()
        );
        let mut admin = PgConnection::connect(&server).await.unwrap();
        let create = sqlx::AssertSqlSafe(format!("CREATE DATABASE \"{name}\""));
        sqlx::raw_sql(create).execute(&mut admin).await.unwrap();
        let (_, socket) = server.split_once('?').unwrap();
        Some(Home { dir, place: format!("postgres:///{name}?{socket}") }.made().await)
    }

    async fn made(self) -> Home {
        self.open().await.close().await.unwrap();
        self
    }

    pub(crate) async fn open(&self) -> Store {
        Store::open_at(&self.place.parse::<Place>().unwrap(), Options::default()).await.unwrap()
    }

    /// Runs a command of `admin` on this database.
    pub(crate) fn admin(&self, args: &[&str]) -> (bool, String) {
        run(&[&["admin"], args, &["--database", &self.place]].concat())
    }

    pub(crate) fn path(&self, name: &str) -> String {
        self.dir.path().join(name).to_str().unwrap().to_owned()
    }

    /// Imports a finished game. Returns its id and what was printed.
    pub(crate) fn with_game(&self) -> (String, String) {
        self.with(&game())
    }

    fn with(&self, game: &Path) -> (String, String) {
        let (ok, printed) =
            self.admin(&["import", game.to_str().unwrap(), "--public-url", "https://club.example/"]);
        assert!(ok, "{printed}");
        let id = printed.split_once("is table ").unwrap().1.split_whitespace().next().unwrap().to_owned();
        (id, printed)
    }
}

/// A game of the corpus.
fn game() -> PathBuf {
    let folder = root().join("corpus/spitting-fire");
    let mut games: Vec<PathBuf> =
        std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().path()).collect();
    games.sort();
    games.remove(0)
}

/// The secret of a seat's link among printed lines.
fn token(printed: &str, seat: &str) -> Token {
    let line = printed.lines().find(|line| line.trim_start().starts_with(seat)).unwrap();
    Token::read(line.split_once("/join/").unwrap().1.trim()).unwrap()
}

async fn a_game_goes_in_is_listed_checked_and_comes_out_as_it_was(home: Home) {
    let (id, printed) = home.with_game();
    assert!(printed.contains("https://club.example/join/"), "{printed}");
    let seat = home.open().await.seats(&[token(&printed, "axis").hash()]).await.unwrap();
    assert_eq!(seat, [(id.clone(), table::Seat::Axis)]);
    let (ok, listed) = home.admin(&["list", "--finished", "--game", "spitting-fire"]);
    assert!(ok && listed.contains(&id), "{listed}");
    for other in
        [&["list", "--unfinished"][..], &["list", "--older-than", "1"], &["list", "--game", "spitfire"]]
    {
        assert!(!home.admin(other).1.contains(&id));
    }
    let (_, json) = home.admin(&["list", "--json"]);
    let line: serde_json::Value = serde_json::from_str(json.trim()).unwrap();
    assert!(line["id"] == id.as_str() && line["finished_ms"].is_number(), "{line}");
    let (ok, status) = home.admin(&["status"]);
    assert!(ok && status.contains("1 table, 1 finished; of this program"), "{status}");
    let (ok, checked) = home.admin(&["check"]);
    assert!(ok && checked.contains("1 of 1 table the same"), "{checked}");
    let file = home.path("out.jsonl");
    assert!(home.admin(&["export", &id, "--to", &file]).0);
    let whole = |file: &Path| std::fs::read_to_string(file).unwrap();
    assert_eq!(whole(Path::new(&file)), whole(&game()));
    assert!(!home.admin(&["export", &id, "--to", &file]).0, "nothing is overwritten");
    assert!(!home.admin(&["export", "nothing", "--to", &home.path("other")]).0);
}

async fn a_link_is_taken_back_and_the_new_one_is_printed(home: Home) {
    let (id, first) = home.with_game();
    let (ok, printed) = home.admin(&["revoke", &id, "--seat", "allies"]);
    assert!(ok && !printed.contains("axis"), "{printed}");
    let store = home.open().await;
    assert_eq!(store.seats(&[token(&first, "allies").hash()]).await.unwrap(), []);
    let given = [token(&printed, "allies").hash(), token(&first, "axis").hash()];
    assert_eq!(store.seats(&given).await.unwrap().len(), 2);
    store.close().await.unwrap();
    assert!(!home.admin(&["revoke", &id, "--seat", "referee"]).0);
    assert!(!home.admin(&["revoke", "nothing"]).0);
}

async fn a_game_is_deleted_only_if_it_is_meant(home: Home) {
    let (id, _) = home.with_game();
    let (ok, printed) = home.admin(&["delete", &id]);
    assert!(!ok && printed.contains("--yes"), "{printed}");
    assert!(home.admin(&["list"]).1.contains(&id));
    assert!(!home.admin(&["delete", &id, "nothing", "--yes"]).0, "one of them is not there");
    assert!(!home.admin(&["list"]).1.contains(&id));
}

async fn a_backup_is_written_and_its_games_are_the_same(home: Home) {
    let (id, printed) = home.with_game();
    let file = home.path("saved.db");
    assert!(home.admin(&["backup", &file]).0);
    let (ok, again) = home.admin(&["backup", &file]);
    assert!(!ok && again.contains("choose another name"), "{again}");
    let saved = Store::open(Path::new(&file)).await.unwrap();
    assert!(saved.whole(&id).await.unwrap() == home.open().await.whole(&id).await.unwrap());
    assert_eq!(saved.seats(&[token(&printed, "axis").hash()]).await.unwrap().len(), 1);
}

async fn a_table_of_which_nothing_can_be_made_is_named_and_the_exit_status_tells(home: Home) {
    let (id, _) = home.with_game();
    let store = home.open().await;
    let end = store.table(&id).await.unwrap().unwrap().end;
    let entry = "{\"undo\":\"nobody\"}".to_owned();
    let kept =
        store::Kept { end, mark: store::Mark::draw(), at_ms: 1, entry, summary: "{}".into(), finished: true };
    store.append(kept).await.unwrap();
    store.close().await.unwrap();
    let (ok, printed) = home.admin(&["check"]);
    assert!(!ok && printed.contains(&format!("DAMAGED {id}")), "{printed}");
    let (ok, printed) = home.admin(&["export", &id, "--to", &home.path("out")]);
    assert!(!ok && printed.contains("cannot be read"), "{printed}");
}

macro_rules! on_both_engines {
    ($($ruling:ident),* $(,)?) => {
        mod sqlite {
            $(#[tokio::test]
            async fn $ruling() {
                super::$ruling(super::Home::file().await).await;
            })*
        }

        mod postgres {
            $(#[tokio::test]
            async fn $ruling() {
                if let Some(home) = super::Home::postgres().await {
                    super::$ruling(home).await;
                }
            })*
        }
    };
}

on_both_engines!(
    a_game_goes_in_is_listed_checked_and_comes_out_as_it_was,
    a_link_is_taken_back_and_the_new_one_is_printed,
    a_game_is_deleted_only_if_it_is_meant,
    a_backup_is_written_and_its_games_are_the_same,
    a_table_of_which_nothing_can_be_made_is_named_and_the_exit_status_tells,
);

#[tokio::test]
async fn while_a_server_has_the_file_it_is_looked_at_and_not_changed() {
    let home = Home::file().await;
    let (id, _) = home.with_game();
    let serving = home.open().await;
    let file = home.path("saved.db");
    for looks in [&["list"][..], &["status"], &["check"], &["backup", &file]] {
        let (ok, printed) = home.admin(looks);
        assert!(ok, "{looks:?}: {printed}");
    }
    assert!(home.admin(&["status"]).1.contains("in use by a server"));
    for changes in
        [&["delete", &id, "--yes"][..], &["revoke", &id], &["migrate"], &["restore", &file, "--force"]]
    {
        let (ok, printed) = home.admin(changes);
        assert!(!ok && printed.contains("stop the server first"), "{changes:?}: {printed}");
    }
    serving.close().await.unwrap();
    let (ok, printed) = home.admin(&["migrate"]);
    assert!(ok && printed.contains("already"), "{printed}");
    assert!(!home.admin(&["restore", &file]).0, "it has games");
    let (ok, printed) = home.admin(&["restore", &file, "--force"]);
    assert!(ok && printed.contains("before-restore-1"), "{printed}");
}

#[tokio::test]
async fn an_unfinished_game_is_written_out_only_with_its_secrets_and_not_taken_in() {
    let home = Home::file().await;
    let whole = Transcript::from_lines(&std::fs::read_to_string(game()).unwrap()).unwrap();
    let store = home.open().await;
    let fresh = Fresh {
        id: "unfinished".into(),
        header: whole.header,
        title: String::new(),
        created_ms: 1_000,
        setup: "{}".into(),
        summary: "{}".into(),
        listed: false,
        seat_open: false,
        seed: whole.end.and_then(|end| Seed::from_hex(&end.seed?)),
        rules: String::new(),
        seats: Vec::new(),
        entries: whole.lines.into_iter().take(4).map(|line| Entry::Act(line).text()).collect(),
    };
    store.create(fresh).await.unwrap();
    store.close().await.unwrap();
    let file = home.path("out.jsonl");
    let (ok, printed) = home.admin(&["export", "unfinished", "--to", &file]);
    assert!(!ok && printed.contains("secrets") && !Path::new(&file).exists(), "{printed}");
    assert!(home.admin(&["export", "unfinished", "--to", &file, "--with-secrets"]).0);
    assert!(run(&["verify", &file]).0);
    let (ok, printed) = home.admin(&["import", &file]);
    assert!(!ok && printed.contains("secret seed"), "{printed}");
}

#[tokio::test]
async fn games_that_were_written_out_before_are_passed_over_and_the_others_are_written() {
    let home = Home::file().await;
    let (first, second) = (home.with_game().0, home.with_game().0);
    let folder = home.path("out");
    std::fs::create_dir(&folder).unwrap();
    let file = |id: &str| format!("{folder}/tallyho-{id}.jsonl");
    assert!(home.admin(&["export", &first, "--to", &folder]).0);
    // As one that was broken off leaves it.
    std::fs::write(file(&second) + ".part", "half").unwrap();
    let (ok, printed) = home.admin(&["export", "--all", "--to", &folder]);
    let there = format!("LEFT OUT {first}: {} is there already", file(&first));
    assert!(!ok && printed.contains(&there) && printed.contains("1 transcript written"), "{printed}");
    assert!(run(&["verify", &file(&second)]).0);
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 2);
}

/// Runs the binary where no file can grow beyond what SQLite needs to read a database, as if the disk were full then.
fn on_a_full_disk(args: &[&str]) -> (bool, String) {
    let done = Command::new("sh")
        .args(["-c", "trap '' XFSZ; exec \"$@\"", "sh", "prlimit", "--fsize=40960:"])
        .arg(env!("CARGO_BIN_EXE_tallyho"))
        .args(args)
        .output()
        .unwrap();
    (done.status.success(), String::from_utf8_lossy(&done.stderr).into_owned())
}

#[tokio::test]
async fn a_full_disk_is_named_and_nothing_half_written_is_left() {
    let home = Home::file().await;
    let (id, _) = home.with(&root().join("corpus/spitting-fire/hexes-09-germany-soviet-union-1000.jsonl"));
    let good = home.path("good.db");
    assert!(home.admin(&["backup", &good]).0);
    let other = home.path("other.db");
    let (out, saved) = (home.path("out.jsonl"), home.path("saved.db"));
    for (args, full) in [
        (["admin", "backup", &saved, "--database", &home.place].as_slice(), &saved),
        (&["admin", "restore", &good, "--database", &other], &other),
        (&["admin", "export", &id, "--to", &out, "--database", &home.place], &out),
    ] {
        let (ok, says) = on_a_full_disk(args);
        assert!(!ok && says.contains(full.as_str()) && !says.contains(&home.place), "{says}");
        let left = std::fs::read_dir(home.dir.path()).unwrap().map(|file| file.unwrap().path());
        let left: Vec<PathBuf> = left.filter(|file| file.to_string_lossy().contains(".part")).collect();
        assert!(left.is_empty() && !Path::new(&out).exists(), "{left:?}");
    }
}

#[cfg(unix)]
#[tokio::test]
async fn whoever_ends_a_backup_finds_nothing_of_it() {
    let home = Home::file().await;
    let mut db = SqliteConnection::connect(&format!("sqlite://{}", home.place)).await.unwrap();
    // So much that it is not written in a moment.
    let fill = "CREATE TABLE much (b BLOB); INSERT INTO much WITH RECURSIVE r (n) AS \
        (SELECT 1 UNION ALL SELECT n + 1 FROM r WHERE n < 60) SELECT randomblob(1000000) FROM r";
    sqlx::raw_sql(fill).execute(&mut db).await.unwrap();
    db.close().await.unwrap();
    for (signal, status) in [("-INT", 130), ("-TERM", 143)] {
        let part = PathBuf::from(home.path("saved.db.part"));
        let mut backup = Command::new(env!("CARGO_BIN_EXE_tallyho"))
            .args(["admin", "backup", &home.path("saved.db"), "--database", &home.place])
            .spawn()
            .unwrap();
        while !part.exists() {
            std::thread::yield_now();
        }
        assert!(Command::new("kill").args([signal, &backup.id().to_string()]).status().unwrap().success());
        assert_eq!(backup.wait().unwrap().code(), Some(status));
        let left = std::fs::read_dir(home.dir.path()).unwrap().map(|file| file.unwrap().path());
        assert_eq!(left.filter(|file| file.to_string_lossy().contains("saved")).count(), 0);
    }
}

#[tokio::test]
async fn a_game_can_be_taken_in_where_no_database_is_yet() {
    let dir = tempfile::tempdir().unwrap();
    let place = dir.path().join("new/games.db").to_str().unwrap().to_owned();
    let home = Home { dir, place };
    let (ok, printed) = home.admin(&["migrate"]);
    assert!(!ok && printed.contains("there is no") && printed.contains("`import`"), "{printed}");
    let (id, printed) = home.with_game();
    assert!(printed.contains("is new"), "{printed}");
    assert!(home.admin(&["list"]).1.contains(&id));
    assert!(!home.with_game().1.contains("is new"));
}

#[tokio::test]
async fn a_copy_says_what_stands_in_its_way() {
    let home = Home::file().await;
    let to = home.path("other.db");
    let copy = |to: &str| run(&["admin", "copy", "--from", &home.place, "--to", to]);
    let (ok, printed) = copy(&home.place);
    assert!(!ok && printed.contains("the same database"), "{printed}");
    let serving = home.open().await;
    let (ok, printed) = copy(&to);
    assert!(!ok && printed.contains("stop the server first"), "{printed}");
    serving.close().await.unwrap();
    assert!(copy(&to).0);
}

#[cfg(unix)]
#[tokio::test]
async fn whoever_may_not_read_the_games_is_told_to_be_the_user_of_the_server() {
    use std::os::unix::fs::PermissionsExt;
    let home = Home::file().await;
    for (name, open) in [(home.place.as_str(), 0o600), (home.dir.path().to_str().unwrap(), 0o700)] {
        let allow = |mode| std::fs::set_permissions(name, PermissionsExt::from_mode(mode)).unwrap();
        allow(0);
        if std::fs::read_dir(name).is_ok() || std::fs::File::open(name).is_ok() {
            eprintln!("LEFT OUT: root may read everything; run the tests as another user");
            return;
        }
        for args in [&["list"][..], &["status"], &["migrate"], &["backup", "/tmp/none.db"]] {
            let (ok, printed) = home.admin(args);
            assert!(!ok && printed.contains("permission denied; run it as the user"), "{args:?}: {printed}");
        }
        allow(open);
    }
}

#[tokio::test]
async fn an_error_of_postgresql_is_told_without_the_line_of_its_source() {
    let Some(home) = Home::postgres().await else { return };
    let place = home.place.replace("user=tallyho", "user=nobody-of-this-name");
    let (ok, printed) = run(&["admin", "list", "--database", &place]);
    assert!(!ok && printed.contains("does not exist") && !printed.contains("at line"), "{printed}");
}

#[test]
fn the_documentation_names_every_flag_and_command_and_no_others() {
    let page = std::fs::read_to_string(root().join("docs/host.md")).unwrap();
    let (_, help) = run(&["serve", "--help"]);
    let first_word = |line: &str| line.split(['`', ' ']).next().map(str::to_owned);
    let flags = help
        .lines()
        .filter_map(|line| first_word(line.trim_start().trim_start_matches("-h, ").strip_prefix("--")?));
    let flags: BTreeSet<String> = flags.filter(|flag| flag != "help").collect();
    let told = page.lines().filter_map(|line| first_word(line.strip_prefix("| `--")?));
    assert_eq!(told.collect::<BTreeSet<_>>(), flags);
    let (_, help) = run(&["admin", "--help"]);
    let commands =
        help.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
    let commands: BTreeSet<String> =
        commands.filter_map(|line| first_word(line.trim_start())).filter(|c| c != "help").collect();
    assert!(commands.contains("revoke"), "{commands:?}");
    for command in &commands {
        assert!(page.contains(&format!("| `{command}")), "docs/host.md says nothing of admin {command}");
    }
    for named in page.split("tallyho admin ").skip(1).filter_map(|rest| rest.split([' ', '`', '\n']).next()) {
        assert!(commands.contains(named), "there is no admin {named}");
    }
}
