//! What is kept.

use crate::TokenHash;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use table::{Header, Line, Resume, Seat, Seed, Side};

/// One change of a table, as the move log keeps it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged, deny_unknown_fields)]
pub enum Entry {
    /// Commands were taken back.
    Undo {
        /// Who asked for it.
        undo: Side,
        /// How many commands, the last ones of the transcript.
        lines: u32,
        /// Whether the other side had seen them.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        seen: bool,
    },
    /// A command stands and waits for its dice.
    Bound {
        /// Who said it.
        bound: Side,
        /// What was said.
        command: Value,
    },
    /// The game agrees with rules of which it was not known before.
    Stamp {
        /// Their revision.
        stamp: u32,
        /// Their digest.
        rules: String,
    },
    /// A side agrees to go on by other rules.
    Agree {
        /// Which.
        agree: Side,
        /// The first command that goes out of play with that.
        line: u32,
        /// Digest of the rules.
        rules: String,
    },
    /// The game goes on by other rules.
    Resume(Resume),
    /// A command was carried out: the line of the transcript.
    Act(Line),
}

/// Every field of every kind of entry.
const FIELDS: [&str; 15] = [
    "undo",
    "lines",
    "seen",
    "bound",
    "command",
    "stamp",
    "rules",
    "agree",
    "line",
    "resume",
    "revision",
    "commitment",
    "side",
    "dice",
    "state",
];

/// Why an entry, or a log, cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Unread {
    /// It is of a kind that this program does not know.
    Newer,
    /// It is not what it should be.
    Damaged(String),
}

impl Unread {
    /// An entry is not where it should be.
    pub(crate) fn out_of_place(seq: i64, belongs: u32) -> Unread {
        Unread::Damaged(format!("entry {seq} stands where entry {belongs} belongs"))
    }
}

impl From<sqlx::Error> for Unread {
    fn from(e: sqlx::Error) -> Unread {
        Unread::Damaged(e.to_string())
    }
}

/// The entries of a table's log in order, and where they end; or why they cannot be read.
pub(crate) type Log = Result<(Vec<Entry>, ChainEnd), Unread>;

impl Entry {
    /// The text that is kept.
    pub fn text(&self) -> String {
        // Strings, numbers, lists and string-keyed maps always have a JSON form.
        serde_json::to_string(self).unwrap_or_default()
    }

    /// Reads the text that is kept as the entry of a number.
    pub(crate) fn read(seq: u32, text: &str) -> Result<Entry, Unread> {
        serde_json::from_str(text).map_err(|e| {
            let fields: serde_json::Map<String, Value> = serde_json::from_str(text).unwrap_or_default();
            let known = |field: &String| FIELDS.contains(&field.as_str());
            if fields.keys().all(known) {
                Unread::Damaged(format!("entry {seq}: {e}"))
            } else {
                Unread::Newer
            }
        })
    }
}

/// A new table.
pub struct Fresh {
    /// Its id.
    pub id: String,
    /// First line of its transcript.
    pub header: Header,
    /// The scenario's title.
    pub title: String,
    /// When it was made, in milliseconds since 1970.
    pub created_ms: i64,
    /// What the server needs when it opens the table again, as JSON.
    pub setup: String,
    /// What lists show, as JSON.
    pub summary: String,
    /// Whether anybody may watch it.
    pub listed: bool,
    /// Whether anybody may take a seat.
    pub seat_open: bool,
    /// Where its dice come from, if not from people.
    pub seed: Option<Seed>,
    /// Digest of the rules by which it is made.
    pub rules: String,
    /// Who may sit where.
    pub seats: Vec<(TokenHash, Seat)>,
    /// What happened while it was set up, each an [`Entry`] as JSON.
    pub entries: Vec<String>,
}

/// 64 random bits that tell an entry of the log from every other, whatever its number. They show whether a write whose answer was lost got
/// through, and whether two who speak of the same number speak of the same history.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Mark(pub(crate) i64);

impl Mark {
    /// That of a table without entries in SQLite, and of entries from before there were marks.
    pub(crate) const NONE: Mark = Mark(0);

    /// A new one, which tells nothing of what it marks. The hasher's keys come from the system once a thread, so a mark costs no system
    /// call.
    pub fn draw() -> Mark {
        use std::hash::{BuildHasher, Hasher};
        Mark(std::hash::RandomState::new().build_hasher().finish() as i64)
    }

    /// Its bits.
    pub fn bits(self) -> u64 {
        self.0 as u64
    }
}

impl std::fmt::Display for Mark {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

/// The end of a table's chain in the log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChainEnd {
    /// Key of the table in the database.
    pub key: i64,
    /// Where SQLite keeps its last entry, 0 if it has none. PostgreSQL finds it by `key` and `seq`.
    pub(crate) head: i64,
    /// How many entries it has.
    pub seq: u32,
    /// The mark of its last entry.
    pub mark: Mark,
}

/// A change of one table.
pub struct Kept {
    /// Where the table's chain ends for whoever makes the change. It is kept only if it ends there indeed.
    pub end: ChainEnd,
    /// Its mark, drawn for this change alone.
    pub mark: Mark,
    /// When, in milliseconds since 1970.
    pub at_ms: i64,
    /// The change, an [`Entry`] as JSON.
    pub entry: String,
    /// What lists show from now on, as JSON.
    pub summary: String,
    /// Whether the game is over with it.
    pub finished: bool,
}

/// Acknowledgement: the change is on disk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Appended {
    /// Where the table's chain ends now.
    pub end: ChainEnd,
}

/// A table as it was kept.
#[derive(Clone, Debug)]
pub struct StoredTable {
    /// First line of the transcript.
    pub header: Header,
    /// What the server needs when it opens the table again, as JSON.
    pub setup: String,
    /// Its seed, if it has one.
    pub seed: Option<Seed>,
    /// Digest of the rules by which it was made or last found to agree; nothing for tables from before this was noted.
    pub rules: Option<String>,
    /// What happened, in order.
    pub entries: Vec<Entry>,
    /// Where its chain ends.
    pub end: ChainEnd,
    /// Its line in a list.
    pub row: TableRow,
}

/// A table's line in a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableRow {
    /// Its id.
    pub id: String,
    /// The game's id.
    pub game: String,
    /// The scenario's title.
    pub title: String,
    /// When it was made.
    pub created_ms: i64,
    /// What the server needs when it opens the table again, as JSON.
    pub setup: String,
    /// What lists show, as JSON; missing after a crash until the table is opened and played on.
    pub summary: Option<String>,
    /// What lists may show where that is missing: how the table stood some changes ago.
    pub noted: Option<String>,
    /// Changes so far; may lag behind the log.
    pub seq: u32,
    /// When it was finished.
    pub finished_ms: Option<i64>,
}
