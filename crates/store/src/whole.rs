//! A table with everything that is kept of it, as it goes from one database to another.
//!
//! Whoever adds a table or a column to the schema names it here: [`Store::uncopied`] tells what was forgotten, and nothing is copied then.

use crate::queue::Job;
use crate::{ChainEnd, Fresh, Mark, Store, StoreError, TokenHash, ask};
use Kind::{Bytes, Number, Words};
use sha2::{Digest, Sha256};
use std::fmt;
use table::{Seat, Seed};

/// What a column holds.
#[derive(Clone, Copy)]
pub(crate) enum Kind {
    Number,
    Words,
    Bytes,
}

/// What one row has in a column.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Cell {
    Number(Option<i64>),
    Words(Option<String>),
    Bytes(Option<Vec<u8>>),
}

/// Columns of a table of the schema that belong to one game.
pub(crate) struct Part {
    pub(crate) table: &'static str,
    pub(crate) columns: &'static [(&'static str, Kind)],
}

/// A table's row. The last two columns lag behind the log.
pub(crate) const ROW: Part = Part {
    table: "game_table",
    columns: &[
        ("id", Words),
        ("game", Words),
        ("title", Words),
        ("created_ms", Number),
        ("header", Words),
        ("setup", Words),
        ("listed", Number),
        ("seat_open", Number),
        ("finished_ms", Number),
        ("rules", Words),
        ("seq", Number),
        ("summary", Words),
    ],
};

/// The log; SQLite adds its chain.
pub(crate) const LOG: Part =
    Part { table: "move", columns: &[("seq", Number), ("mark", Number), ("at_ms", Number), ("body", Words)] };

/// What belongs to a table by `table_key`.
pub(crate) const BESIDE: [Part; 8] = [
    Part { table: "seed", columns: &[("seed", Words)] },
    Part { table: "resumed_seed", columns: &[("commitment", Words), ("seed", Words)] },
    Part {
        table: "kept_view",
        columns: &[
            ("seat", Words),
            ("since_seq", Number),
            ("upto_seq", Number),
            ("rules", Words),
            ("body", Bytes),
        ],
    },
    Part { table: "seat", columns: &[("token_hash", Words), ("seat", Words)] },
    Part { table: "talk", columns: &[("n", Number), ("room", Words), ("at_ms", Number), ("body", Words)] },
    Part { table: "clock", columns: &[("body", Words)] },
    Part {
        table: "tell",
        columns: &[("side", Words), ("address", Words), ("stop", Words), ("told", Number)],
    },
    Part {
        table: "question",
        columns: &[
            ("secret", Words),
            ("side", Words),
            ("address", Words),
            ("saw", Number),
            ("until_ms", Number),
        ],
    },
];

/// What a database has for itself: its keys, its chain, how far it has got, who serves it. Links to other devices belong to no table and
/// are copied by themselves.
const NOT_OF_A_TABLE: [(&str, &str); 16] = [
    ("game_table", "key"),
    ("game_table", "head"),
    ("game_table", "beside"),
    ("move", "n"),
    ("move", "prev"),
    ("*", "table_key"),
    ("clock", "process"),
    ("clock", "noted_ms"),
    ("meta", "*"),
    ("process", "*"),
    ("flight", "*"),
    ("presence", "*"),
    ("bucket", "*"),
    ("carry", "*"),
    ("run", "*"),
    ("_sqlx_migrations", "*"),
];

/// One entry of a log.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Logged {
    pub(crate) mark: i64,
    pub(crate) at_ms: i64,
    pub(crate) body: String,
}

/// A table with everything that is kept of it.
#[derive(Clone, PartialEq, Eq)]
pub struct Whole {
    pub(crate) id: String,
    pub(crate) row: Vec<Cell>,
    pub(crate) log: Vec<Logged>,
    /// For each part of [`BESIDE`], its rows in order.
    pub(crate) beside: Vec<Vec<Vec<Cell>>>,
}

impl fmt::Debug for Whole {
    // Seeds and addresses must not slip into a log.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Whole({}, {} entries)", self.id, self.log.len())
    }
}

impl Whole {
    /// Puts together what was read. The row may lag behind the log, and its summary is of no use then.
    pub(crate) fn of(
        id: &str,
        mut row: Vec<Cell>,
        log: Vec<(i64, Logged)>,
        mut beside: Vec<Vec<Vec<Cell>>>,
    ) -> Result<Whole, StoreError> {
        let damaged = |says| StoreError::Damaged(format!("table {id}"), says);
        for ((seq, _), belongs) in log.iter().zip(1..) {
            if *seq != belongs {
                return Err(damaged(format!("entry {seq} stands where entry {belongs} belongs")));
            }
        }
        let entries = log.len() as i64;
        if let [.., Cell::Number(Some(seq)), Cell::Words(summary)] = row.as_mut_slice() {
            if *seq > entries {
                return Err(damaged(format!("{entries} entries are left of {seq}")));
            }
            if *seq < entries {
                (*seq, *summary) = (entries, None);
            }
        }
        // The engines sort letters differently.
        beside.iter_mut().for_each(|rows| rows.sort());
        Ok(Whole { id: id.to_owned(), row, log: log.into_iter().map(|(_, entry)| entry).collect(), beside })
    }

    /// A new table as a whole: a game that was played elsewhere, with the seeds of its resumptions.
    pub fn of_fresh(fresh: &Fresh, finished_ms: Option<i64>, resumed: &[Seed]) -> Whole {
        let words = |text: &str| Cell::Words(Some(text.to_owned()));
        let number = |n: i64| Cell::Number(Some(n));
        // Strings, numbers and maps with string keys always have a JSON form.
        let header = serde_json::to_string(&fresh.header).unwrap_or_default();
        let row = vec![
            words(&fresh.id),
            words(&fresh.header.game),
            words(&fresh.title),
            number(fresh.created_ms),
            words(&header),
            words(&fresh.setup),
            number(fresh.listed.into()),
            number(fresh.seat_open.into()),
            Cell::Number(finished_ms),
            words(&fresh.rules),
            number(fresh.entries.len() as i64),
            words(&fresh.summary),
        ];
        let entry =
            |body: &String| Logged { mark: Mark::draw().0, at_ms: fresh.created_ms, body: body.clone() };
        let seat = |(hash, seat): &(TokenHash, Seat)| {
            let seat = serde_json::to_value(seat).unwrap_or_default();
            vec![words(&hash.0), words(seat.as_str().unwrap_or_default())]
        };
        let beside = BESIDE.iter().map(|part| match part.table {
            "seed" => fresh.seed.iter().map(|seed| vec![words(&seed.hex())]).collect(),
            "resumed_seed" => {
                resumed.iter().map(|seed| vec![words(&seed.commitment()), words(&seed.hex())]).collect()
            }
            "seat" => fresh.seats.iter().map(seat).collect(),
            _ => Vec::new(),
        });
        Whole {
            id: fresh.id.clone(),
            row,
            log: fresh.entries.iter().map(entry).collect(),
            beside: beside.collect(),
        }
    }

    /// A SHA-256 of the header and the log, marks and times included.
    pub fn log_hash(&self) -> [u8; 32] {
        let mut hash = Sha256::new();
        let mut add = |text: &str| {
            hash.update((text.len() as u64).to_be_bytes());
            hash.update(text);
        };
        for ((name, _), cell) in ROW.columns.iter().zip(&self.row) {
            if let ("id" | "header", Cell::Words(Some(text))) = (*name, cell) {
                add(text);
            }
        }
        for entry in &self.log {
            add(&format!("{} {}", entry.mark, entry.at_ms));
            add(&entry.body);
        }
        hash.finalize().into()
    }

    /// What stands otherwise beside the log of another table with the same log. What is worked out of the log is passed over, and so is a
    /// clock: it goes on by itself.
    pub(crate) fn differences(&self, other: &Whole) -> Vec<&'static str> {
        const OF_THE_LOG: [&str; 4] = ["seq", "summary", "kept_view", "clock"];
        let cells = ROW.columns.iter().map(|(name, _)| *name).zip(self.row.iter().zip(&other.row));
        let cells = cells.filter(|(_, (own, theirs))| own != theirs).map(|(name, _)| name);
        let parts = BESIDE.iter().map(|part| part.table).zip(self.beside.iter().zip(&other.beside));
        let parts = parts.filter(|(_, (own, theirs))| own != theirs).map(|(name, _)| name);
        cells.chain(parts).filter(|name| !OF_THE_LOG.contains(name)).collect()
    }
}

/// Whether copying knows what to do with a column.
fn is_known(table: &str, column: &str) -> bool {
    let copied = [&ROW, &LOG].into_iter().chain(&BESIDE);
    let copied = copied.filter(|part| part.table == table).flat_map(|part| part.columns);
    let mut left = NOT_OF_A_TABLE.iter();
    copied.into_iter().any(|(known, _)| *known == column)
        || left.any(|(of, known)| (*of == "*" || *of == table) && (*known == "*" || *known == column))
}

impl Store {
    /// The ids of all tables, oldest first.
    pub async fn ids(&self) -> Result<Vec<String>, StoreError> {
        ask!(self, reader => reader.ids())
    }

    /// A table with everything that is kept of it, from one moment.
    pub async fn whole(&self, id: &str) -> Result<Option<Whole>, StoreError> {
        ask!(self, reader => reader.whole(id))
    }

    /// Keeps a table as another database had it. When this returns, it is on disk.
    pub async fn keep_whole(&self, whole: Whole) -> Result<ChainEnd, StoreError> {
        self.put(|reply| Job::Whole(Box::new(whole), reply)).await
    }

    /// Columns of this database that copying knows nothing of.
    pub async fn uncopied(&self) -> Result<Vec<String>, StoreError> {
        let columns = ask!(self, reader => reader.columns())?;
        let unknown = columns.into_iter().filter(|(table, column)| {
            // A whole table that is new has a key like the others, and is not known by it.
            let parts = [&ROW, &LOG].into_iter().chain(&BESIDE).any(|part| part.table == *table);
            let own = NOT_OF_A_TABLE.iter().any(|(of, _)| of == table);
            !(parts || own) || !is_known(table, column)
        });
        Ok(unknown.map(|(table, column)| format!("{table}.{column}")).collect())
    }
}
