//! What is written beside the log, alike in both engines: this file is compiled once for each, with its own connections.

mod tells;

use super::{Connection, NOW_MS, forget_log, kept};
use crate::carry::{Carry, MOST_LINKS};
use crate::{Aside, ClockNote, MOST_LINES, TalkLine, TokenHash};
use table::Seat;

/// Writes a change beside the log of a table into a transaction.
pub(super) async fn write(tx: &mut Connection, key: i64, aside: &Aside) -> sqlx::Result<()> {
    match aside {
        Aside::Said(line) => said(tx, key, line).await,
        Aside::Seat(token, at) => seat(tx, key, token, *at).await,
        Aside::Take { setup, knew, seat: (token, at) } => {
            let sql = "UPDATE game_table SET setup = $1, seat_open = 0 \
                       WHERE key = $2 AND seat_open = 1 AND setup = $3";
            let query = sqlx::query(sql).bind(setup).bind(key).bind(knew);
            match query.execute(&mut *tx).await?.rows_affected() {
                0 => is_theirs(tx, token).await,
                _ => seat(tx, key, token, *at).await,
            }
        }
        Aside::Clock(process, note) => clock(tx, key, *process, note).await,
        Aside::Tell(side, wish) => {
            tells::unask(tx, key, *side).await?;
            tells::tell(tx, key, *side, wish.as_ref()).await
        }
        Aside::Told(side, stop) => tells::told(tx, key, *side, stop).await,
        Aside::Untold(side, stop) => tells::untold(tx, key, *side, stop).await,
        Aside::Ask(question) => tells::ask(tx, key, question).await,
        Aside::Unask(side) => tells::unask(tx, key, *side).await,
        Aside::Answer { secret, side, tell } => tells::answer(tx, key, (*side, tell), secret).await,
        Aside::Views(views) => kept::keep(tx, key, views).await,
        Aside::Stamp(rules) => kept::stamp(tx, key, rules).await,
        Aside::Seed(seed) => kept::seed(tx, key, *seed).await,
        Aside::Revoke(at, token) => revoke(tx, key, *at, token).await,
        Aside::Forget => forget(tx, key).await,
    }
}

/// Writes what the server wants to know again of a table, unless it knew something else than is kept: then another process was first. The
/// same once more is the same writer, whose answer was lost.
pub(super) async fn set_up(tx: &mut Connection, key: i64, [setup, knew]: &[String; 2]) -> sqlx::Result<()> {
    let query = sqlx::query("UPDATE game_table SET setup = $1 WHERE key = $2 AND setup IN ($1, $3)");
    match query.bind(setup).bind(key).bind(knew).execute(tx).await?.rows_affected() {
        0 => Err(sqlx::Error::RowNotFound),
        _ => Ok(()),
    }
}

/// Whether a seat was taken by this token: then the answer to the first time was lost. Otherwise somebody else was first.
async fn is_theirs(tx: &mut Connection, token: &TokenHash) -> sqlx::Result<()> {
    let found = sqlx::query("SELECT 1 FROM seat WHERE token_hash = $1").bind(&token.0);
    found.fetch_one(tx).await.map(drop)
}

/// Lets a token give a seat.
pub(super) async fn seat(tx: &mut Connection, key: i64, token: &TokenHash, seat: Seat) -> sqlx::Result<()> {
    let seat = serde_json::to_value(seat).unwrap_or_default();
    sqlx::query("INSERT INTO seat (token_hash, table_key, seat) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING")
        .bind(&token.0)
        .bind(key)
        .bind(seat.as_str())
        .execute(tx)
        .await?;
    Ok(())
}

/// Ends all tokens of a seat and lets one give it. Whoever had one may have said where they want to be told of their turns: that ends too.
async fn revoke(tx: &mut Connection, key: i64, at: Seat, token: &TokenHash) -> sqlx::Result<()> {
    let word = serde_json::to_value(at).unwrap_or_default();
    let old =
        sqlx::query("DELETE FROM seat WHERE table_key = $1 AND seat = $2").bind(key).bind(word.as_str());
    old.execute(&mut *tx).await?;
    if let Some(side) = at.side() {
        tells::unask(tx, key, side).await?;
        tells::tell(tx, key, side, None).await?;
    }
    // Ids are letters and digits: none of them means anything to LIKE.
    sqlx::query(
        "DELETE FROM carry WHERE seats LIKE (SELECT '%\"' || t.id || '\"%' FROM game_table t WHERE t.key = $1)",
    )
    .bind(key)
    .execute(&mut *tx)
    .await?;
    seat(tx, key, token, at).await
}

/// Writes how a clock stands. Whoever begins it or only counts is told if another process does.
async fn clock(tx: &mut Connection, key: i64, process: i64, note: &ClockNote) -> sqlx::Result<()> {
    // A table that was deleted meanwhile has no clock.
    let insert = format!(
        "INSERT INTO clock (table_key, process, body, noted_ms) SELECT $1, $2, $3, {NOW_MS} \
         WHERE EXISTS (SELECT 1 FROM game_table WHERE key = $1) ON CONFLICT (table_key) DO UPDATE \
         SET process = $2, body = $3, noted_ms = {NOW_MS}"
    );
    let (sql, body) = match note {
        // The same once more is the same process, whose answer was lost.
        ClockNote::Begin(body) => {
            (format!("{insert} WHERE clock.process = $2 AND clock.body = $3"), Some(body))
        }
        ClockNote::Change(body) => (insert, Some(body)),
        ClockNote::Count(body) => {
            let count = "UPDATE clock SET body = $3, noted_ms =";
            (format!("{count} {NOW_MS} WHERE table_key = $1 AND process = $2"), Some(body))
        }
        ClockNote::Leave => {
            ("UPDATE clock SET process = 0 WHERE table_key = $1 AND process = $2".to_owned(), None)
        }
        ClockNote::Stop => ("DELETE FROM clock WHERE table_key = $1".to_owned(), None),
    };
    let mut query = sqlx::query(sqlx::AssertSqlSafe(sql)).bind(key);
    if !matches!(note, ClockNote::Stop) {
        query = query.bind(process);
    }
    if let Some(body) = body {
        query = query.bind(body);
    }
    let changed = query.execute(tx).await?.rows_affected();
    let of_one_process = matches!(note, ClockNote::Begin(_) | ClockNote::Count(_)) && process != 0;
    if changed == 0 && of_one_process { Err(sqlx::Error::RowNotFound) } else { Ok(()) }
}

/// The log first, because SQLite finds its end by way of the table's row.
async fn forget(tx: &mut Connection, key: i64) -> sqlx::Result<()> {
    forget_log(tx, key).await?;
    for table in ["talk", "clock", "tell", "question", "seed", "resumed_seed", "kept_view", "seat"] {
        let rows = format!("DELETE FROM {table} WHERE table_key = $1");
        sqlx::query(sqlx::AssertSqlSafe(rows)).bind(key).execute(&mut *tx).await?;
    }
    sqlx::query("DELETE FROM game_table WHERE key = $1").bind(key).execute(tx).await?;
    Ok(())
}

/// The same line said again, because the answer to the first time was lost, is no other line.
async fn said(tx: &mut Connection, key: i64, line: &TalkLine) -> sqlx::Result<()> {
    sqlx::query(
        "INSERT INTO talk (table_key, n, room, at_ms, body) SELECT $1, $2, $3, $4, $5 WHERE NOT EXISTS \
         (SELECT 1 FROM talk WHERE table_key = $1 AND n = $2 AND at_ms = $4 AND body = $5)",
    )
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

/// Writes a change of the links to other devices. Links that work no longer go when a new one comes.
pub(super) async fn carry(tx: &mut Connection, carry: &Carry) -> sqlx::Result<()> {
    match carry {
        Carry::Pack { token, now_ms, until_ms, seats } => {
            sqlx::query(
                "DELETE FROM carry WHERE until_ms <= $1 OR token_hash NOT IN \
                 (SELECT token_hash FROM carry ORDER BY until_ms DESC LIMIT $2)",
            )
            .bind(now_ms)
            .bind(MOST_LINKS - 1)
            .execute(&mut *tx)
            .await?;
            keep_link(tx, token, *until_ms, seats).await?;
        }
        Carry::Keep { token, until_ms, seats } => keep_link(tx, token, *until_ms, seats).await?,
        Carry::Spend(token, mark) => {
            let sql = "UPDATE carry SET spent = $2 WHERE token_hash = $1 AND (spent IS NULL OR spent = $2)";
            let spent = sqlx::query(sql).bind(&token.0).bind(mark.0).execute(tx).await?;
            if spent.rows_affected() == 0 {
                return Err(sqlx::Error::RowNotFound);
            }
        }
    }
    Ok(())
}

async fn keep_link(tx: &mut Connection, token: &TokenHash, until_ms: i64, seats: &str) -> sqlx::Result<()> {
    sqlx::query("INSERT INTO carry (token_hash, until_ms, seats) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING")
        .bind(&token.0)
        .bind(until_ms)
        .bind(seats)
        .execute(tx)
        .await?;
    Ok(())
}

/// Writes a new value each time, because SQLite skips a write that changes nothing.
pub(super) async fn probe(tx: &mut Connection) -> sqlx::Result<()> {
    sqlx::query(
        "INSERT INTO meta (name, value) VALUES ('probes', 1) ON CONFLICT (name) DO UPDATE SET value = meta.value + 1",
    )
    .execute(tx)
    .await?;
    Ok(())
}
