//! A whole game once more: for scrubbing, and as a file.

use crate::seats::OwnSeats;
use catalog::{AnyTable, Catalog};
use serde_json::json;
use table::{Header, Line, Seat, Side, Transcript};
use wire::Json;
use wire::live::{PastPosition, Replay, ReplayStep, TableInfo, patch};

/// A workbook of a game's log sheets, numbered from 1; nothing if there is none of this number.
pub(crate) fn log_sheet(
    catalog: &Catalog,
    whole: Transcript,
    number: usize,
) -> Result<Option<Vec<u8>>, String> {
    let game = again(catalog, whole)?;
    let books = log_sheet::workbooks(game.inner()).map_err(|e| e.to_string())?;
    Ok(number.checked_sub(1).and_then(|n| books.into_iter().nth(n)))
}

/// A game as far as it has come.
pub(crate) fn again(catalog: &Catalog, whole: Transcript) -> Result<Box<dyn AnyTable>, String> {
    let lines = Transcript { end: None, ..whole };
    catalog.replay(&with_known_dice(lines), None).map_err(|d| d.to_string())
}

/// The position after so many commands as a scenario, as far as it may be known: all of it once the game is over, else what the best
/// seat held knew then.
pub(crate) fn position(
    catalog: &Catalog,
    mut whole: Transcript,
    line: usize,
    held: &OwnSeats,
) -> Result<PastPosition, String> {
    let seat = if whole.end.is_some() { Seat::Referee } else { held.first(&[]) };
    whole.truncate(line);
    let game = again(catalog, whole)?;
    Ok(PastPosition { game: game.game().to_owned(), position: game.as_scenario(seat) })
}

/// Every face is in a transcript, so that no seed is needed to play it again.
fn with_known_dice(mut transcript: Transcript) -> Transcript {
    transcript.header.commitment = None;
    transcript.header.hash = None;
    for resumed in &mut transcript.resumed {
        (resumed.mark.commitment, resumed.seed) = (None, None);
    }
    transcript
}

/// Plays a game again and notes what each command changed for a seat: the referee's once it is over, else the best one held.
pub(crate) fn replay(
    catalog: &Catalog,
    whole: Transcript,
    table: TableInfo,
    held: &OwnSeats,
) -> Result<Replay, String> {
    let over = whole.end.is_some();
    let seat = if over { Seat::Referee } else { held.first(&[]) };
    seen_by(catalog, whole, table, seat, |side| over || knows(held, side))
}

/// Plays a game again as a seat may see it, with the commands of the sides that whoever asks knows.
pub(crate) fn seen_by(
    catalog: &Catalog,
    whole: Transcript,
    table: TableInfo,
    seat: Seat,
    knows: impl Fn(Side) -> bool,
) -> Result<Replay, String> {
    let start = Transcript { header: whole.header, lines: Vec::new(), resumed: Vec::new(), end: None };
    let mut game = catalog.replay(&with_known_dice(start), None).map_err(|d| d.to_string())?;
    let (view, briefing) = (game.view(seat), game.briefing(seat));
    let (cards, log) = (game.cards(&view), game.log(seat, 0));
    let mut steps = Vec::with_capacity(whole.lines.len());
    let mut before = view.clone();
    let mut entries = game.next_entry();
    for Line { side, command, dice, .. } in whole.lines {
        let acted = game.act(side, &Json::of(&command), &dice).map_err(|fault| desk::error(fault).message)?;
        let after = game.view(seat);
        let log = game.log(seat, entries);
        entries = game.next_entry();
        steps.push(ReplayStep {
            line: acted.line,
            side,
            command: knows(side).then_some(command),
            to_act: after.to_act.clone(),
            patch: patch(&before, &after),
            log,
        });
        before = after;
    }
    Ok(Replay { table, seat, briefing, view, cards, log, steps })
}

/// The transcript of a game that goes on, for those who may not know all of it: other sides' commands and dice are left
/// out, the scenario, which may hide aircraft, and position hashes, from which secrets could be guessed.
pub(crate) fn redacted(whole: &Transcript, held: &OwnSeats) -> String {
    let line = |text: &str| match serde_json::from_str::<Line>(text) {
        Ok(line) if knows(held, line.side) => {
            json!({ "side": line.side, "command": line.command, "dice": line.dice })
        }
        Ok(line) => json!({ "side": line.side, "command": null }),
        // A resumption holds no secrets.
        Err(_) => serde_json::from_str(text).unwrap_or_default(),
    };
    let Header { tallyho, game, revision, scenario, commitment, .. } = &whole.header;
    let all = Side::BOTH.into_iter().all(|side| knows(held, side));
    let header = json!({ "tallyho": tallyho, "game": game, "revision": revision,
        "scenario": all.then_some(scenario), "commitment": commitment });
    let text = whole.to_lines();
    std::iter::once(header).chain(text.lines().skip(1).map(line)).map(|json| format!("{json}\n")).collect()
}

fn knows(held: &OwnSeats, side: Side) -> bool {
    held.holds(side.into())
}
