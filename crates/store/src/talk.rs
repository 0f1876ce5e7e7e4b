//! What is kept beside the games: what people say at a table, seats given later, clocks, who wants to be told of their turn; and how a table is deleted.

use crate::{ChainEnd, Store, StoreError, Tell, TokenHash, read, tell, writer};
use sqlx::{Row, SqliteConnection};
use table::{Seat, Side};

/// The most lines that are kept of one room of a table.
pub const MOST_LINES: usize = 100;

/// Something that a person said, as it is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TalkLine {
    /// Its number at the table, from 1.
    pub n: u32,
    /// Who hears it.
    pub room: String,
    /// When it was said, in milliseconds since 1970.
    pub at_ms: i64,
    /// What was said and by whom, as JSON.
    pub body: String,
}

/// A change beside the log of a table.
#[derive(Clone, Debug)]
pub enum Aside {
    /// Somebody said something.
    Said(TalkLine),
    /// A token gives a seat from now on; nothing changes if it does already.
    Seat(TokenHash, Seat),
    /// What the server wants to know again of the table has changed, and with it who may take a seat.
    SetUp {
        /// What it wants to know, as JSON.
        setup: String,
        /// Whether anybody may take a seat.
        seat_open: bool,
        /// A seat that was taken.
        seat: Option<(TokenHash, Seat)>,
    },
    /// How the table's clock stands, as JSON; nothing when it is stopped for good.
    Clock(Option<String>),
    /// The player of a side wants to be told of their turn, or no longer.
    Tell(Side, Option<Tell>),
    /// The table is deleted, with everything that was said and done at it.
    Forget,
}

impl Store {
    /// Keeps a change beside the log of a table. When this returns, it is on disk.
    pub async fn aside(&self, table: ChainEnd, aside: Aside) -> Result<(), StoreError> {
        self.ask(|reply| writer::Job::Aside(table, aside, reply)).await
    }

    /// The clocks of all games that go on, with the ids of their tables.
    pub async fn clocks(&self) -> Result<Vec<(String, ChainEnd, String)>, StoreError> {
        let rows =
            sqlx::query("SELECT t.id, t.key, c.body FROM clock c JOIN game_table t ON t.key = c.table_key")
                .fetch_all(self.readers()?)
                .await;
        let clock = |row: &sqlx::sqlite::SqliteRow| {
            let end = ChainEnd { key: row.try_get("key")?, head: 0, seq: 0 };
            Ok((row.try_get("id")?, end, row.try_get("body")?))
        };
        let clocks = rows.and_then(|rows| rows.iter().map(clock).collect::<sqlx::Result<_>>());
        clocks.map_err(|e| self.failed(e))
    }

    /// What was said at a table, oldest first.
    pub async fn talk(&self, table: ChainEnd) -> Result<Vec<TalkLine>, StoreError> {
        let rows = sqlx::query("SELECT n, room, at_ms, body FROM talk WHERE table_key = $1 ORDER BY n")
            .bind(table.key)
            .fetch_all(self.readers()?)
            .await;
        let line = |row: &sqlx::sqlite::SqliteRow| {
            Ok(TalkLine {
                n: row.try_get("n")?,
                room: row.try_get("room")?,
                at_ms: row.try_get("at_ms")?,
                body: row.try_get("body")?,
            })
        };
        let lines = rows.and_then(|rows| rows.iter().map(line).collect::<sqlx::Result<_>>());
        lines.map_err(|e| self.failed(e))
    }
}

impl Aside {
    /// Writes the change into a transaction.
    pub(crate) async fn write(&self, tx: &mut SqliteConnection, key: i64) -> sqlx::Result<()> {
        match self {
            Aside::Said(line) => said(tx, key, line).await,
            Aside::Seat(token, at) => seat(tx, key, token, *at).await,
            Aside::SetUp { setup, seat_open, seat: taken } => {
                sqlx::query("UPDATE game_table SET setup = $1, seat_open = $2 WHERE key = $3")
                    .bind(setup)
                    .bind(i64::from(*seat_open))
                    .bind(key)
                    .execute(&mut *tx)
                    .await?;
                match taken {
                    Some((token, at)) => seat(tx, key, token, *at).await,
                    None => Ok(()),
                }
            }
            Aside::Clock(body) => clock(tx, key, body.as_deref()).await,
            Aside::Tell(side, wish) => tell::write(tx, key, *side, wish.as_ref()).await,
            Aside::Forget => forget(tx, key).await,
        }
    }
}

/// Lets a token give a seat.
pub(crate) async fn seat(
    tx: &mut SqliteConnection,
    key: i64,
    token: &TokenHash,
    seat: Seat,
) -> sqlx::Result<()> {
    let seat = serde_json::to_value(seat).unwrap_or_default();
    sqlx::query("INSERT INTO seat (token_hash, table_key, seat) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING")
        .bind(&token.0)
        .bind(key)
        .bind(seat.as_str())
        .execute(tx)
        .await?;
    Ok(())
}

async fn clock(tx: &mut SqliteConnection, key: i64, body: Option<&str>) -> sqlx::Result<()> {
    let query = match body {
        Some(body) => sqlx::query(
            "INSERT INTO clock (table_key, body) VALUES ($1, $2) ON CONFLICT (table_key) DO UPDATE SET body = $2",
        )
        .bind(key)
        .bind(body),
        None => sqlx::query("DELETE FROM clock WHERE table_key = $1").bind(key),
    };
    query.execute(tx).await?;
    Ok(())
}

/// The log first, because its end is found by way of the table's row.
async fn forget(tx: &mut SqliteConnection, key: i64) -> sqlx::Result<()> {
    let log = format!("DELETE FROM move WHERE n IN (SELECT n FROM ({}))", read::CHAIN);
    sqlx::query(sqlx::AssertSqlSafe(log)).bind(key).execute(&mut *tx).await?;
    for table in ["talk", "clock", "tell", "seed", "seat"] {
        let rows = format!("DELETE FROM {table} WHERE table_key = $1");
        sqlx::query(sqlx::AssertSqlSafe(rows)).bind(key).execute(&mut *tx).await?;
    }
    sqlx::query("DELETE FROM game_table WHERE key = $1").bind(key).execute(tx).await?;
    Ok(())
}

async fn said(tx: &mut SqliteConnection, key: i64, line: &TalkLine) -> sqlx::Result<()> {
    sqlx::query("INSERT INTO talk (table_key, n, room, at_ms, body) VALUES ($1, $2, $3, $4, $5)")
        .bind(key)
        .bind(i64::from(line.n))
        .bind(&line.room)
        .bind(line.at_ms)
        .bind(&line.body)
        .execute(&mut *tx)
        .await?;
    sqlx::query(
        "DELETE FROM talk WHERE table_key = $1 AND room = $2 AND n <= \
         (SELECT n FROM talk WHERE table_key = $1 AND room = $2 ORDER BY n DESC LIMIT 1 OFFSET $3)",
    )
    .bind(key)
    .bind(&line.room)
    .bind(MOST_LINES as i64)
    .execute(tx)
    .await?;
    Ok(())
}
