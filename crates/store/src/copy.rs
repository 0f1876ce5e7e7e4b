//! All games from one database into another.

use crate::carry::Carry;
use crate::queue::Job;
use crate::{Store, StoreError, ask};

/// What became of the tables.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Written, read again and found the same.
    pub copied: usize,
    /// They were there already, with the same log.
    pub there: usize,
    /// Those that were left out, each with the reason.
    pub refused: Vec<String>,
}

impl Tally {
    /// How many tables were looked at.
    pub fn seen(&self) -> usize {
        self.copied + self.there + self.refused.len()
    }
}

/// Copies all games, each whole in one transaction, and the links to other devices. A table that is there already with the same log is
/// passed over, so that a copy which was broken off can be begun again; one with another log is refused, and the others go on.
/// `told` hears of each table, and how many there are.
pub async fn copy(
    from: &Store,
    to: &Store,
    mut told: impl FnMut(&Tally, usize),
) -> Result<Tally, StoreError> {
    for store in [from, to] {
        let unknown = store.uncopied().await?;
        if !unknown.is_empty() {
            let says = format!("this program does not know how to copy {}", unknown.join(", "));
            return Err(StoreError::Place(says));
        }
    }
    let ids = from.ids().await?;
    let mut tally = Tally::default();
    for id in &ids {
        match copy_one(from, to, id).await {
            Ok(Some(true)) => tally.copied += 1,
            Ok(Some(false)) => tally.there += 1,
            Ok(None) => tally.refused.push(format!("table {id}: it is there with another log")),
            Err(e) if matches!(e, StoreError::Damaged(..)) || e.is_of_what_was_written() => {
                tally.refused.push(format!("table {id}: {e}"));
            }
            Err(e) => return Err(e),
        }
        told(&tally, ids.len());
    }
    for (token, until_ms, seats) in ask!(from, reader => reader.links())? {
        to.put(|reply| Job::Carry(Carry::Keep { token, until_ms, seats }, reply)).await?;
    }
    Ok(tally)
}

/// Whether a table was copied, or was there already; nothing if another one has its place.
async fn copy_one(from: &Store, to: &Store, id: &str) -> Result<Option<bool>, StoreError> {
    let gone = || StoreError::Damaged(format!("table {id}"), "it is gone".into());
    let whole = from.whole(id).await?.ok_or_else(gone)?;
    let hash = whole.log_hash();
    if let Some(there) = to.whole(id).await? {
        return Ok((there.log_hash() == hash).then_some(false));
    }
    match to.keep_whole(whole).await {
        // Perhaps by the first attempt, whose answer was lost: what is there decides.
        Err(e) if !e.is_taken() => return Err(e),
        _ => {}
    }
    let written = to.whole(id).await?.ok_or_else(gone)?;
    if written.log_hash() == hash {
        return Ok(Some(true));
    }
    let says = "its log is not the one that was to be written".to_owned();
    Err(StoreError::Damaged(format!("the copy of table {id}"), says))
}
