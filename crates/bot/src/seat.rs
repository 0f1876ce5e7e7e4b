//! A bot with a seat: what it is told, and what is held against it.

use crate::process::{Heard, Process};
use desk::Sitting;
use std::collections::BTreeMap;
use std::fmt::Display;
use std::time::{Duration, Instant};
use table::{Seat, Side};
use wire::live::{DiceKind, Hello, LIVE_VERSION, People, Presence, SideInfo, TableInfo};
use wire::{Response, Watch};

/// Why a bot has lost by forfeit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Why {
    /// It has given no command in time.
    Late(Duration),
    /// Too much of what it said in one decision was refused; the last time because of this.
    Refused(String),
    /// It has closed its output or ended. These were its last words.
    Gone(String),
    /// It wrote a line without an end.
    Flood,
    /// It does not read what it is told.
    Deaf,
}

impl Why {
    /// The word in tables of results.
    pub fn word(&self) -> &'static str {
        match self {
            Why::Late(_) => "time-out",
            Why::Refused(_) => "refusals",
            Why::Gone(_) => "gone",
            Why::Flood => "flood",
            Why::Deaf => "deaf",
        }
    }
}

impl Display for Why {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Why::Late(patience) => write!(f, "it gave no command within {} ms", patience.as_millis()),
            Why::Refused(last) => {
                write!(f, "{MOST_REFUSED} times in one decision it said what is refused, last: {last}")
            }
            Why::Gone(words) if words.is_empty() => f.write_str("it ended before the game did"),
            Why::Gone(words) => write!(f, "it ended before the game did; its last words: {words}"),
            Why::Flood => write!(f, "it wrote a line of more than {} bytes", crate::process::LONGEST_LINE),
            Why::Deaf => f.write_str("it does not read what it is told"),
        }
    }
}

/// So much of what a bot says in one decision may be refused.
pub(crate) const MOST_REFUSED: u32 = 10;

/// A program that flies a side.
pub(crate) struct Bot {
    pub(crate) side: Side,
    pub(crate) process: Process,
    /// Whether changes bring it the menu of a decision that it owes.
    pub(crate) menus: bool,
    /// Whether it has stopped reading.
    deaf: bool,
    /// Whether it has written anything yet.
    pub(crate) has_spoken: bool,
    /// The last bytes of its output, where no line end follows them.
    pub(crate) half: Vec<u8>,
}

impl Bot {
    /// Starts a program and greets it.
    pub(crate) fn start(command: &str, side: Side, seed: u64, sitting: &Sitting) -> Result<Bot, String> {
        let process = Process::start(command, seed)?;
        let mut bot = Bot { side, process, menus: true, deaf: false, has_spoken: false, half: Vec::new() };
        bot.say(desk::notice("hello", &hello(side.into(), sitting)));
        Ok(bot)
    }

    /// Tells it something.
    pub(crate) fn say(&mut self, line: String) {
        self.deaf |= !self.process.say(line);
    }

    /// Answers it.
    pub(crate) fn answer(&mut self, response: &Response) {
        self.say(desk::written(response));
    }

    /// The next line that it writes in time. After the end of its output it still runs, perhaps.
    pub(crate) fn hear(&mut self, until: Instant, patience: Duration) -> Result<Vec<u8>, Why> {
        if self.deaf {
            return Err(Why::Deaf);
        }
        let heard = self.process.hear(until);
        self.has_spoken |= !matches!(heard, Ok(Heard::End) | Err(_));
        match heard {
            Ok(Heard::Line(line)) => Ok(line),
            Ok(Heard::TooLong(bytes)) => {
                self.half = bytes;
                Err(Why::Flood)
            }
            // Nothing can follow the last bytes but the end.
            Ok(Heard::Half(bytes)) => {
                self.half = bytes;
                Err(Why::Gone(String::new()))
            }
            Ok(Heard::End) => Err(Why::Gone(String::new())),
            Err(_) => Err(Why::Late(patience)),
        }
    }
}

/// The greeting, as on a socket.
fn hello(seat: Seat, sitting: &Sitting) -> Hello {
    let view = sitting.table.view(seat);
    let side = |side: Side| SideInfo { name: side.word().to_owned(), pilot: None, relief: None };
    let table = TableInfo {
        id: "bot".into(),
        game: sitting.table.game().into(),
        title: view.title.to_string(),
        created_ms: 0,
        sides: BTreeMap::from(Side::BOTH.map(|one| (one, side(one)))),
        people: People::default(),
        clock: None,
        held: vec![seat],
        seq: sitting.seq(),
        dice: DiceKind::Seed,
        watch: Watch::Link,
        // There are neither people nor pilots that fly by themselves.
        hot_seat: false,
        pace_ms: 0,
        paused: false,
        commitment: None,
        seal: None,
        to_act: sitting.table.to_act().iter().collect(),
        turn: view.phase.turn,
        turns: view.phase.turns,
        outcome: sitting.table.outcome(),
        log_sheets: 0,
        parted: None,
    };
    Hello {
        version: LIVE_VERSION,
        server: env!("CARGO_PKG_VERSION").to_owned(),
        seats: vec![seat, Seat::Observer],
        seat,
        seq: sitting.seq(),
        mark: None,
        table,
        presence: Presence::default(),
        asked: None,
        talk: None,
        clock: None,
    }
}
