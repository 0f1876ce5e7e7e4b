//! `tallyho rpc`: JSON-RPC, one message a line.

use crate::data::{alarm, fresh_seed};
use anyhow::Result;
use catalog::Catalog;
use desk::Desk;
use std::io::{BufRead, Write};
use std::process::ExitCode;

pub(crate) const EXAMPLES: &str = "\
Examples:
  printf '{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"games\"}\\n' | tallyho rpc
  tallyho schema | less          every method, its parameters and its result
  docs/bot.md                    how to write a bot, with one in 30 lines of Python
  docs/protocol.md               every method, its parameters and its result

Every line gets one line back; a notification (no id) and a blank line get none. Nothing that is sent ends the
program but the end of its input.";

/// Longest line that is read. The largest scenario and the longest transcript are far below it.
const LONGEST: usize = 64 << 20;

pub(crate) fn run(catalog: Catalog) -> Result<ExitCode> {
    let mut desk = Desk::new(catalog, fresh_seed, alarm);
    let (mut input, mut output) = (std::io::stdin().lock(), std::io::stdout().lock());
    let mut line = Vec::new();
    while next_line(&mut input, &mut line)? {
        let answer = if line.len() > LONGEST {
            // The answer names the limit instead of a position in the cut line.
            Some(desk::too_long(LONGEST))
        } else {
            desk::answer(&mut desk, &line)
        };
        if let Some(answer) = answer {
            writeln!(output, "{answer}")?;
            output.flush()?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// Reads a line without its line end. Of a line that is too long, only one byte more than allowed is kept. False at the end of input.
fn next_line(input: &mut impl BufRead, line: &mut Vec<u8>) -> std::io::Result<bool> {
    line.clear();
    let mut any = false;
    loop {
        let buffer = match input.fill_buf() {
            Err(e) if e.kind() == std::io::ErrorKind::Interrupted => continue,
            other => other?,
        };
        if buffer.is_empty() {
            return Ok(any);
        }
        any = true;
        let end = buffer.iter().position(|b| *b == b'\n');
        let part = &buffer[..end.unwrap_or(buffer.len())];
        line.extend_from_slice(&part[..part.len().min(LONGEST + 1 - line.len())]);
        let used = end.map_or(buffer.len(), |n| n + 1);
        input.consume(used);
        if end.is_some() {
            return Ok(true);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_cut_at_their_ends_and_the_last_needs_none() {
        let mut input = &b"one\n\ntwo\r\nthree"[..];
        let mut line = Vec::new();
        let mut lines = Vec::new();
        while next_line(&mut input, &mut line).unwrap() {
            lines.push(String::from_utf8(line.clone()).unwrap());
        }
        assert_eq!(lines, ["one", "", "two\r", "three"]);
    }
}
