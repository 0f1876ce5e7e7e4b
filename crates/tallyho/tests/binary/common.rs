//! The binary, run as a person would.

use serde_json::Value;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// Runs the binary with these arguments and this input to its end.
pub(crate) fn tallyho(args: &[&str], input: &[u8]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_tallyho"))
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_vec();
    // Writes while the output is read, or a full pipe would stop both.
    let writer = std::thread::spawn(move || {
        let _ = stdin.write_all(&input);
    });
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    output
}

/// Runs a command and gives its exit status and what it printed.
pub(crate) fn run(args: &[&str]) -> (bool, String) {
    let output = tallyho(args, b"");
    let printed = text(&output) + &String::from_utf8_lossy(&output.stderr);
    (output.status.success(), printed)
}

/// The folder of the whole project.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

/// Standard output as text.
pub(crate) fn text(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

/// Standard output of `rpc` as one JSON value a line.
pub(crate) fn answers(output: &Output) -> Vec<Value> {
    assert!(output.status.success(), "{output:?}");
    text(output).lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}
