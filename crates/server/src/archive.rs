//! Kept tables without a server around them: what `tallyho admin` does with them.

use crate::as_kept::{Parting, end_of};
use crate::open_table::set_up_again;
use crate::past::Past;
use crate::seats;
use crate::tables::{Setup, Summary};
use catalog::{AnyTable, Catalog};
use store::{Entry, Fresh, Store, StoreError, TableLine, Token, Whole};
use table::{Resume, Seat, Seed, Side, Transcript};
use wire::live::{DiceKind, SideInfo};

/// What this program makes of a kept table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The same: play goes on, and nobody notices.
    Same,
    /// Something else: the table is shown as it was.
    Parts {
        /// The first command of which it does, from 1; nothing if the game cannot be set up.
        line: Option<u32>,
        /// Why, in words.
        why: String,
    },
    /// A newer program has played on.
    Newer,
    /// What is kept cannot be read.
    Damaged(String),
    /// There is no such table.
    Gone,
}

/// A kept table before any rules were asked, or why it cannot be read.
async fn recall(
    store: &Store,
    id: &str,
) -> Result<Result<(Past, Option<Seed>, store::TableRow), Verdict>, StoreError> {
    let stored = match store.table(id).await {
        Ok(Some(stored)) => stored,
        Ok(None) => return Ok(Err(Verdict::Gone)),
        Err(StoreError::Damaged(_, says)) => return Ok(Err(Verdict::Damaged(says))),
        Err(StoreError::NewerTable(_)) => return Ok(Err(Verdict::Newer)),
        Err(e) => return Err(e),
    };
    let mut past = match Past::of(stored.header, stored.rules, stored.entries) {
        Ok(past) => past,
        Err(says) => return Ok(Err(Verdict::Damaged(format!("its log cannot be followed: {says}")))),
    };
    if past.since > 0 {
        past.with_seeds(&store.resumed_seeds(stored.end).await?);
    }
    Ok(Ok((past, stored.seed, stored.row)))
}

/// Plays a kept table again and compares. Nothing is written.
pub async fn examine(store: &Store, catalog: &Catalog, id: &str) -> Result<Verdict, StoreError> {
    let (past, seed, row) = match recall(store, id).await? {
        Ok(kept) => kept,
        Err(verdict) => return Ok(verdict),
    };
    let newer = catalog.edition(&row.game).is_some_and(|own| past.revision > own.revision);
    if newer && row.finished_ms.is_none() {
        return Ok(Verdict::Newer);
    }
    if let Err(e) = serde_json::from_str::<Setup>(&row.setup) {
        return Ok(Verdict::Damaged(format!("its settings: {e}")));
    }
    Ok(match set_up_again(catalog, &past, seed).await {
        Ok(_) => Verdict::Same,
        Err(Parting { line, why }) => Verdict::Parts { line, why },
    })
}

/// The transcript of a kept table, and whether the game is over. One that is not over holds what its sides keep from each other.
pub async fn transcript(
    store: &Store,
    catalog: &Catalog,
    id: &str,
) -> Result<Result<(Transcript, bool), Verdict>, StoreError> {
    let (past, seed, row) = match recall(store, id).await? {
        Ok(kept) => kept,
        Err(verdict) => return Ok(Err(verdict)),
    };
    let finished = row.finished_ms.is_some();
    if !finished {
        return Ok(Ok((past.whole, false)));
    }
    Ok(Ok(match set_up_again(catalog, &past, seed).await {
        Ok(table) => (table.transcript(), true),
        // These rules make something else of it; how it ended was noted.
        Err(_) => {
            let summary = row.summary.as_deref().and_then(|text| serde_json::from_str::<Summary>(text).ok());
            let mut whole = past.whole;
            whole.end =
                summary.and_then(|summary| summary.outcome).map(|outcome| end_of(&whole, outcome, seed));
            (whole, true)
        }
    }))
}

/// What players call a table.
pub fn label(line: &TableLine) -> Option<String> {
    serde_json::from_str::<Setup>(&line.row.setup).ok()?.people.label
}

/// Where the same people play once more, if they do.
pub fn next_table(line: &TableLine) -> Option<String> {
    Some(serde_json::from_str::<Setup>(&line.row.setup).ok()?.people.next?.table)
}

/// A table made of a transcript.
pub struct Imported {
    /// Its id.
    pub id: String,
    /// The token of each seat.
    pub tokens: Vec<(Seat, Token)>,
    /// What is to be kept, until it is.
    pub whole: Option<Whole>,
}

/// Makes a table of a transcript that agrees with the rules, or says why it cannot. Both sides are for people. `random` are the bytes of
/// its id and of three tokens.
pub fn imported(
    catalog: &Catalog,
    transcript: &Transcript,
    now_ms: i64,
    random: [[u8; 32]; 4],
) -> Result<Imported, String> {
    let at = |difference: table::Difference| difference.to_string();
    let table = catalog.replay(transcript, None).map_err(at)?;
    catalog.truly_parted(transcript).map_err(at)?;
    let over = table.outcome().is_some();
    if over && transcript.end.is_none() {
        return Err("the game is over, and the line that ends it is missing".into());
    }
    if !over && transcript.header.commitment.is_some() {
        return Err(
            "the game is not over and its dice come from a secret seed, which a transcript does not \
                    hold until the end: only finished games, and games whose players throw their own dice, \
                    can be imported"
                .into(),
        );
    }
    let seed = |text: &String| Seed::from_hex(text).ok_or("a seed in it is no seed".to_owned());
    let end = transcript.end.as_ref();
    let own = end.and_then(|end| end.seed.as_ref()).map(seed).transpose()?;
    let resumed = end.iter().flat_map(|end| &end.resumed).map(seed).collect::<Result<Vec<_>, _>>()?;
    let [of_id, allies, axis, observer] = random;
    let tokens = [(Seat::Allies, allies), (Seat::Axis, axis), (Seat::Observer, observer)];
    let tokens = tokens.map(|(seat, bytes)| (seat, Token::new(bytes)));
    let mut letters = [0; 12];
    letters.copy_from_slice(&of_id[..12]);
    let id = seats::id_from(letters);
    let mut header = transcript.header.clone();
    // A log begins with the first format; it becomes the second where the game went on by other rules.
    header.tallyho = 1;
    let view = table.view(Seat::Observer);
    let fresh = Fresh {
        id: id.clone(),
        title: view.title.to_string(),
        created_ms: now_ms,
        setup: setup(&*table, transcript, own).json(),
        summary: Summary::of(&view).json(),
        listed: false,
        seat_open: false,
        seed: own,
        rules: catalog.edition(&header.game).map(|edition| edition.rules.clone()).unwrap_or_default(),
        seats: tokens.iter().map(|(seat, token)| (token.hash(), *seat)).collect(),
        entries: entries(transcript)?,
        header,
    };
    let whole = Whole::of_fresh(&fresh, over.then_some(now_ms), &resumed);
    Ok(Imported { id, tokens: tokens.into(), whole: Some(whole) })
}

/// The lines of a transcript between its header and its end, as a log keeps them.
fn entries(transcript: &Transcript) -> Result<Vec<String>, String> {
    let text = transcript.to_lines();
    let count = text.lines().count() - usize::from(transcript.end.is_some());
    let entry = |line: &str| {
        let entry = match line.starts_with("{\"resume\"") {
            true => serde_json::from_str::<Resume>(line).map(Entry::Resume),
            false => serde_json::from_str(line).map(Entry::Act),
        };
        entry.map(|entry| entry.text()).map_err(|e| e.to_string())
    };
    text.lines().take(count).skip(1).map(entry).collect()
}

fn setup(table: &dyn AnyTable, transcript: &Transcript, seed: Option<Seed>) -> Setup {
    let header = &transcript.header;
    let side = |side: Side| (side, SideInfo { name: table.side_name(side), pilot: None, relief: None });
    Setup {
        sides: Side::BOTH.into_iter().map(side).collect(),
        people: Default::default(),
        clock: None,
        hot_seat: false,
        dice: if header.commitment.is_some() { DiceKind::Seed } else { DiceKind::Ask },
        commitment: header.commitment.clone(),
        seal: seed.map(|seed| header.seal(seed)),
        watch: Default::default(),
        pace_ms: 0,
        paused: false,
        asked: None,
    }
}
