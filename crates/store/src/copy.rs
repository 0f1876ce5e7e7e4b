//! All games from one database into another.

use crate::carry::Carry;
use crate::queue::Job;
use crate::{Store, StoreError, Whole, ask};

/// What became of the tables.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Written, read again and found the same.
    pub copied: usize,
    /// They were there already, and are the same.
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

/// Copies all games, each whole in one transaction, and the links to other devices. A table that is there already and is the same is
/// passed over, so that a copy which was broken off can be begun again; one that is otherwise is refused, and the others go on.
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
            Ok(Became::Copied) => tally.copied += 1,
            Ok(Became::There) => tally.there += 1,
            Ok(Became::Otherwise(what)) => tally.refused.push(format!("table {id}: it is there with {what}")),
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

/// What became of a table.
enum Became {
    Copied,
    There,
    /// It is there, and has something else: that.
    Otherwise(String),
}

impl Became {
    /// Of a table that is there already. Which of the two is the later one only the host knows: a link that was taken back here must not be
    /// good again there, nor the other way round.
    fn of(whole: &Whole, there: &Whole) -> Became {
        if whole.log_hash() != there.log_hash() {
            return Became::Otherwise("another log".into());
        }
        match whole.differences(there).as_slice() {
            [] => Became::There,
            names => Became::Otherwise(format!(
                "the same log and another {}; if this one is right, delete that one and copy again",
                names.join(", ")
            )),
        }
    }
}

async fn copy_one(from: &Store, to: &Store, id: &str) -> Result<Became, StoreError> {
    let gone = || StoreError::Damaged(format!("table {id}"), "it is gone".into());
    let whole = from.whole(id).await?.ok_or_else(gone)?;
    if let Some(there) = to.whole(id).await? {
        return Ok(Became::of(&whole, &there));
    }
    match to.keep_whole(whole.clone()).await {
        // Perhaps by the first attempt, whose answer was lost: what is there decides.
        Err(e) if !e.is_taken() => return Err(e),
        _ => {}
    }
    let written = to.whole(id).await?.ok_or_else(gone)?;
    if let Became::There = Became::of(&whole, &written) {
        return Ok(Became::Copied);
    }
    let says = "it is not what was to be written".to_owned();
    Err(StoreError::Damaged(format!("the copy of table {id}"), says))
}
