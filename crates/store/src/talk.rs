//! What is kept beside the games: what people say at a table, seats given later, clocks, who wants to be told of their turn; and how a table is deleted.

use crate::queue::Job;
use crate::{ChainEnd, ClockNote, KeptView, Question, Store, StoreError, Tell, TokenHash, ask};
use table::{Seat, Seed, Side};

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
    /// The open seat is taken, if it was open indeed: of two who take it the second is told ([`StoreError::is_taken`]), and so is
    /// whoever does not know how the table is set up.
    Take {
        /// What the server wants to know again of the table from now on, as JSON.
        setup: String,
        /// What it wanted to know before.
        knew: String,
        /// What gives the seat, and which one.
        seat: (TokenHash, Seat),
    },
    /// How the table's clock stands, as a process says ([`Store::note_clock`]).
    Clock(i64, ClockNote),
    /// The player of a side wants to be told of their turn, or no longer. No address of theirs is to be confirmed any more.
    Tell(Side, Option<Tell>),
    /// The player of a side who ends messages by this secret is told of the turn that they owe. If they were told before, or want it no
    /// longer, that is the answer ([`StoreError::is_taken`]).
    Told(Side, String),
    /// They do not owe that turn any more.
    Untold(Side, String),
    /// The player of a side has given an address that is to be confirmed, in place of any other.
    Ask(Question),
    /// They want that no longer.
    Unask(Side),
    /// A question is answered by yes, and the player is told from now on, if it still waited ([`StoreError::is_taken`]).
    Answer {
        /// The secret of the question.
        secret: String,
        /// Whose it was.
        side: Side,
        /// Where they want to be told.
        tell: Tell,
    },
    /// Replays as seats may see them.
    Views(Vec<KeptView>),
    /// The table agrees with the rules of this digest.
    Stamp(String),
    /// A seed for a game that is about to go on by other rules.
    Seed(Seed),
    /// A seat is given by this token alone from now on: links and browsers that gave it do so no more, and links to other devices that
    /// carry the table are gone.
    Revoke(Seat, TokenHash),
    /// The table is deleted, with everything that was said and done at it.
    Forget,
}

impl Aside {
    /// Whether other processes are to hear of it that have the table in memory. What they know nothing of there, they read when they need it.
    pub(crate) fn is_heard(&self) -> bool {
        match self {
            // Whoever shows the clock counts along, and whoever may count it looks for those that were left.
            Aside::Clock(_, note) => !matches!(note, ClockNote::Count(_) | ClockNote::Leave),
            Aside::Views(_) | Aside::Stamp(_) | Aside::Seed(_) => false,
            Aside::Said(_)
            | Aside::Seat(..)
            | Aside::Take { .. }
            | Aside::Tell(..)
            | Aside::Told(..)
            | Aside::Untold(..)
            | Aside::Ask(_)
            | Aside::Unask(_)
            | Aside::Answer { .. }
            | Aside::Revoke(..)
            | Aside::Forget => true,
        }
    }
}

impl Store {
    /// Keeps a change beside the log of a table. When this returns, it is on disk.
    pub async fn aside(&self, table: ChainEnd, aside: Aside) -> Result<(), StoreError> {
        self.put(|reply| Job::Aside(table, aside, reply)).await
    }

    /// The tokens that give seats at a table.
    pub async fn tokens(&self, table: ChainEnd) -> Result<Vec<(TokenHash, Seat)>, StoreError> {
        ask!(self, reader => reader.tokens(table.key))
    }

    /// What was said at a table, oldest first.
    pub async fn talk(&self, table: ChainEnd) -> Result<Vec<TalkLine>, StoreError> {
        ask!(self, reader => reader.talk(table.key))
    }
}
