//! Does a program keep to the protocol? Whole games of every kind, and what may happen on a bad day.

use crate::flyer::{Flyer, Terms};
use crate::party::Party;
use crate::seat::Why;
use catalog::{Aviator, Level, Series};
use std::fmt::Display;
use std::sync::Arc;
use std::time::Instant;
use table::Side;
use wire::{Code, Error, ErrorData};

/// What a program has done wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Complaint {
    /// What is wrong.
    pub what: String,
    /// What was expected instead.
    pub expected: String,
    /// The bytes that came.
    pub came: Vec<u8>,
    /// Whether the program has ended without a word: every other check would say the same of it.
    pub is_mute: bool,
}

/// So many bytes of what came are shown.
const SHOWN: usize = 300;

impl Display for Complaint {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}; expected: {}; ", self.what, self.expected)?;
        if self.came.is_empty() {
            return f.write_str("came: nothing");
        }
        let shown = &self.came[..self.came.len().min(SHOWN)];
        write!(f, "came: {}", shown.escape_ascii())?;
        if shown.len() < self.came.len() {
            write!(f, " … ({} bytes)", self.came.len())?;
        }
        Ok(())
    }
}

impl Complaint {
    fn new(what: impl Display, expected: &str) -> Complaint {
        Complaint { what: what.to_string(), expected: expected.to_owned(), came: Vec::new(), is_mute: false }
    }

    /// A line that was refused.
    pub(crate) fn of(error: &Error, came: Vec<u8>) -> Complaint {
        let expected = match error.code {
            Code::Parse => {
                "one JSON-RPC 2.0 request a line and nothing else; other words go to standard error"
            }
            Code::Request => "an object with \"jsonrpc\": \"2.0\", an \"id\", a \"method\" and \"params\"",
            Code::Method => "a method of docs/protocol.md",
            Code::Params => "the parameters of this method, as docs/protocol.md has them",
            Code::Illegal => "a command that `legal` offers",
            _ => "a request that a seat at a table may make",
        };
        Complaint { came, ..Complaint::new(&error.message, expected) }
    }

    /// A game that was lost by forfeit.
    pub(crate) fn of_forfeit(why: &Why, came: Vec<u8>) -> Complaint {
        let expected = match why {
            Why::Late(_) => "an `act` in time: flush your output after every line, and answer every decision",
            Why::Refused(_) => "a command that `legal` offers",
            Why::Gone(_) => "whole lines until `to_act` is empty",
            Why::Flood => "a line end after every request",
            Why::Deaf => "a program that reads every line of its standard input",
        };
        Complaint { came, ..Complaint::new(why, expected) }
    }
}

/// One check and what came of it.
#[derive(Clone, Debug)]
pub struct Checked {
    /// What was checked.
    pub what: String,
    /// What is wrong; nothing if it went well.
    pub complaints: Vec<Complaint>,
}

/// Checks a program in games of these series, or in the first of them only if it ends there without a word. `told` hears of every check;
/// whether all went well.
pub fn check(
    command: &str,
    series: &[Arc<dyn Series>],
    terms: &Terms,
    told: &mut dyn FnMut(&Checked) -> Result<(), String>,
) -> Result<bool, String> {
    let bot = Flyer::Bot(command.to_owned());
    let mut good = true;
    let mut note = |what: String, complaints: Vec<Complaint>| {
        good &= complaints.is_empty();
        told(&Checked { what, complaints })
    };
    for series in series {
        for side in Side::BOTH {
            let what = format!("plays {} as {side} to the end and quits", series.about().game);
            let complaints = Trial { series, bot: &bot, side, terms }.whole(Trick::None)?;
            let is_mute = complaints.iter().any(|complaint| complaint.is_mute);
            note(what, complaints)?;
            if is_mute {
                return Ok(false);
            }
        }
    }
    let Some(series) = series.first() else { return Ok(good) };
    let trial = Trial { series, bot: &bot, side: Side::Allies, terms };
    note("passes over news that it does not know".into(), trial.whole(Trick::News)?)?;
    note("goes on after a refused command".into(), trial.whole(Trick::Refused)?)?;
    note("waits when it is told to, and asks again".into(), trial.whole(Trick::Busy)?)?;
    note("quits when its input is closed in mid-game".into(), trial.closed()?)?;
    Ok(good)
}

/// What happens besides the game.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Trick {
    None,
    /// A notification that no version of the protocol has.
    News,
    /// The first command is refused.
    Refused,
    /// The first command comes too fast.
    Busy,
}

impl Trick {
    fn error(self) -> Option<Error> {
        let error = |code, message: &str, data| Error { code, message: message.to_owned(), data };
        match self {
            Trick::None | Trick::News => None,
            Trick::Refused => {
                let why = "bot-check refuses this command once: give another one, or the same again";
                let data =
                    ErrorData::Illegal { rule: table::rule::STANDS, why: why.into(), reasons: Vec::new() };
                Some(error(Code::Illegal, why, Some(data)))
            }
            Trick::Busy => {
                let data = ErrorData::Busy { retry_ms: 20 };
                Some(error(Code::Busy, "too many requests: wait", Some(data)))
            }
        }
    }
}

/// A game against a random pilot.
#[derive(Clone, Copy)]
struct Trial<'a> {
    series: &'a Arc<dyn Series>,
    bot: &'a Flyer,
    side: Side,
    terms: &'a Terms,
}

/// The number from which all chance of a trial follows.
const SEED: u64 = 1;
const RANDOM: Flyer = Flyer::Pilot(Aviator::usual(Level::Random));

impl<'a> Trial<'a> {
    fn party(self) -> Result<Party<'a>, String> {
        let flyers = if self.side == Side::Allies { [self.bot, &RANDOM] } else { [&RANDOM, self.bot] };
        Party::begin(self.series.open(SEED)?, flyers, SEED, self.terms)
    }

    /// A whole game.
    fn whole(self, trick: Trick) -> Result<Vec<Complaint>, String> {
        let mut party = self.party()?;
        party.trick = trick.error();
        if let (Trick::News, Some(bot)) = (trick, &mut party.bots[self.side.index()]) {
            bot.say(r#"{"jsonrpc":"2.0","method":"weather","params":{"wind":[1,2]},"more":null}"#.into());
        }
        while party.step()? {}
        if party.forfeit.is_none() {
            let left = party.see_off(self.side, self.terms.patience);
            let quits = self.quits(&mut party, left);
            party.complaints.extend(quits);
        }
        Ok(party.complaints)
    }

    /// How a program takes the end of a game.
    fn quits(self, party: &mut Party<'_>, left: Result<(), Why>) -> Option<Complaint> {
        let expected = "once `to_act` is empty it quits by itself, with exit status 0 and all lines whole";
        let mut bot = party.bots[self.side.index()].take()?;
        let ended = match left {
            Ok(()) => bot.process.has_ended(Instant::now() + self.terms.patience),
            Err(Why::Late(_)) => false,
            Err(why) => return Some(Complaint::of_forfeit(&why, bot.half)),
        };
        let status = bot.process.end();
        if !ended {
            let patience = self.terms.patience.as_millis();
            return Some(Complaint::new(
                format!("it still runs {patience} ms after the end of the game"),
                expected,
            ));
        }
        if !bot.half.is_empty() {
            let what = "its last line has no end";
            return Some(Complaint { came: bot.half, ..Complaint::new(what, expected) });
        }
        let status = status.filter(|status| !status.success())?;
        let came = bot.process.last_words().into_bytes();
        Some(Complaint { came, ..Complaint::new(format!("after the game it ended with {status}"), expected) })
    }

    /// A game that breaks off after the program's first command.
    fn closed(self) -> Result<Vec<Complaint>, String> {
        let mut party = self.party()?;
        while party.sitting.table.to_act().contains(self.side.enemy()) && party.step()? {}
        party.step()?;
        let Some(mut bot) = party.bots[self.side.index()].take() else { return Ok(party.complaints) };
        bot.process.close();
        let until = Instant::now() + self.terms.patience;
        // What it still writes must not keep it from ending.
        while bot.hear(until, self.terms.patience).is_ok() {}
        if !bot.process.has_ended(until) {
            let what =
                format!("it still runs {} ms after its input was closed", self.terms.patience.as_millis());
            let expected = "it quits when there is nothing more to read: nobody is there any longer";
            party.complaints.push(Complaint::new(what, expected));
        }
        Ok(party.complaints)
    }
}
