//! Games hold secrets until they are over: the folder is for the server's user alone, or the host is told.

use crate::common::Server;
use std::fs::Permissions;
use std::io::Read;
use std::os::unix::fs::PermissionsExt;
use std::process::{Command, Stdio};

#[test]
fn the_programs_own_folder_is_closed_to_others_and_another_one_is_warned_of() {
    let dir = tempfile::TempDir::new().unwrap();
    for (name, flags, mode) in [
        ("tallyho-data", vec![], 0o700),
        ("common", vec!["--data-dir", "common"], 0o755),
        ("new", vec!["--data-dir", "new"], 0o700),
    ] {
        let folder = dir.path().join(name);
        if name != "new" {
            std::fs::create_dir(&folder).unwrap();
            std::fs::set_permissions(&folder, Permissions::from_mode(0o755)).unwrap();
        }
        let mut command = Command::new(env!("CARGO_BIN_EXE_tallyho"));
        command.args(["serve", "--port", "0", "--no-open", "--log", "warn"]).args(flags);
        let mut server = Server::of(command.current_dir(dir.path()).stderr(Stdio::piped()));
        let mut stderr = server.child.stderr.take().unwrap();
        server.kill();
        let mut log = String::new();
        stderr.read_to_string(&mut log).unwrap();
        assert_eq!(folder.metadata().unwrap().permissions().mode() & 0o777, mode, "{name}");
        assert_eq!(log.contains("other users can enter the folder"), mode == 0o755, "{name}: {log}");
        assert_eq!(folder.join("games.db").metadata().unwrap().permissions().mode() & 0o777, 0o600, "{name}");
    }
}
