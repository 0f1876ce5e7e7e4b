//! A game of which bots fly one side or both. The referee is ours: a bot speaks when its side owes a decision, until it has given a command.

use crate::check::Complaint;
use crate::flyer::{Flyer, Terms};
use crate::process;
use crate::seat::{Bot, MOST_REFUSED, Why};
use catalog::{AnyTable, Job, Record, Series};
use desk::{Caller, Company, Message, Sitting, Told};
use std::time::{Duration, Instant};
use table::{Quit, Say, Seat, Side, SideSet, StateHash};
use wire::{Act, Answer, Call, Code, Error, Id, Json, Response};

/// A game that takes more commands is taken not to end.
const MOST: u32 = 200_000;
/// How long a bot has to quit once the game is over.
const LAST_ORDERS: Duration = Duration::from_secs(2);
/// Complaints that are kept of one game.
const MOST_COMPLAINTS: usize = 5;

/// A game that is over.
pub struct Ended {
    /// The table.
    pub table: Box<dyn AnyTable>,
    /// The side whose bot has lost by forfeit, and why.
    pub forfeit: Option<(Side, Why)>,
}

/// Plays one game of a series, or says why it has no end.
pub fn play(series: &dyn Series, job: Job<&Flyer>, terms: &Terms) -> Result<Record, String> {
    if let [Flyer::Pilot(allies), Flyer::Pilot(axis)] = job.pilots {
        return series.play(Job { dice: job.dice, choices: job.choices, pilots: [*allies, *axis] });
    }
    let ended = fly(series.open(job.dice)?, job.pilots, job.choices, terms, &mut |_| Ok(()))?;
    let record = series.record(job.dice, ended.table.as_ref())?;
    Ok(Record { forfeit: ended.forfeit.map(|(side, why)| (side, why.word())), ..record })
}

/// Plays a game to its end at a table. `salt` is what makes pilots and bots choose otherwise in another game; `told` is shown the table
/// after every command.
pub fn fly(
    table: Box<dyn AnyTable>,
    flyers: [&Flyer; 2],
    salt: u64,
    terms: &Terms,
    told: &mut dyn FnMut(&dyn AnyTable) -> Result<(), String>,
) -> Result<Ended, String> {
    let mut party = Party::begin(table, flyers, salt, terms)?;
    told(party.sitting.table.as_ref())?;
    while party.step()? {
        told(party.sitting.table.as_ref())?;
    }
    for side in Side::BOTH {
        // Whoever stays on is ended with the party.
        let _ = party.see_off(side, LAST_ORDERS.min(terms.patience));
    }
    Ok(Ended { table: party.sitting.table, forfeit: party.forfeit })
}

/// A game under way and who flies it.
pub(crate) struct Party<'a> {
    pub(crate) sitting: Sitting,
    pub(crate) bots: [Option<Bot>; 2],
    pub(crate) forfeit: Option<(Side, Why)>,
    /// What bots have done wrong.
    pub(crate) complaints: Vec<Complaint>,
    /// What the next command of a bot is answered with instead of being carried out.
    pub(crate) trick: Option<Error>,
    flyers: [&'a Flyer; 2],
    terms: &'a Terms,
    salt: u64,
    commands: u32,
}

/// What was asked, and what is to be answered; without an id nothing is.
struct Reply {
    id: Option<Id>,
    answer: Result<Answer, Error>,
    /// Whether it is held against the bot if the answer is no.
    fair: bool,
}

impl<'a> Party<'a> {
    pub(crate) fn begin(
        table: Box<dyn AnyTable>,
        flyers: [&'a Flyer; 2],
        salt: u64,
        terms: &'a Terms,
    ) -> Result<Party<'a>, String> {
        let sitting = Sitting::new(table, Company::default());
        let bot = |side: Side| match flyers[side.index()] {
            Flyer::Pilot(_) => Ok(None),
            Flyer::Bot(command) => {
                // The salt may be the number from which the dice follow, which a bot must not be told.
                let seed = StateHash::of(&("bot", salt, side)).number();
                Bot::start(command, side, seed, &sitting).map(Some)
            }
        };
        let bots = [bot(Side::Allies)?, bot(Side::Axis)?];
        Ok(Party {
            sitting,
            bots,
            forfeit: None,
            complaints: Vec::new(),
            trick: None,
            flyers,
            terms,
            salt,
            commands: 0,
        })
    }

    /// One command. Nothing is left to be said once the answer is no.
    pub(crate) fn step(&mut self) -> Result<bool, String> {
        let Some(side) = self.sitting.table.to_act().iter().next() else { return Ok(false) };
        self.commands += 1;
        if self.commands > MOST {
            return Err(format!("no end after {MOST} commands"));
        }
        match self.flyers[side.index()] {
            Flyer::Pilot(pilot) => {
                let said = self.sitting.table.pilot(side, *pilot, self.salt);
                let command = said.map_err(|fault| format!("the {side}: {}", desk::error(fault).message))?;
                self.give(side, command)?;
            }
            Flyer::Bot(_) => {
                if let Err(why) = self.listen(side) {
                    self.give_up(side, why)?;
                }
            }
        }
        Ok(true)
    }

    /// Listens to a bot until it has given a command.
    fn listen(&mut self, side: Side) -> Result<(), Why> {
        let patience = self.terms.patience;
        let until = Instant::now() + patience;
        let line = self.sitting.table.lines();
        let mut refused = 0;
        while self.sitting.table.lines() == line {
            let Some(bot) = &mut self.bots[side.index()] else { return Err(Why::Gone(String::new())) };
            let heard = bot.hear(until, patience)?;
            let reply = self.reply(side, &heard);
            if let (Err(error), true) = (&reply.answer, reply.fair) {
                self.complain(error, heard);
                refused += 1;
                if refused >= MOST_REFUSED {
                    return Err(Why::Refused(error.message.clone()));
                }
            }
            self.send(side, reply);
        }
        Ok(())
    }

    fn complain(&mut self, error: &Error, heard: Vec<u8>) {
        if self.complaints.len() < MOST_COMPLAINTS {
            self.complaints.push(Complaint::of(error, heard));
        }
    }

    fn send(&mut self, side: Side, reply: Reply) {
        if let (Some(id), Some(bot)) = (reply.id, &mut self.bots[side.index()]) {
            bot.answer(&Response::new(id, reply.answer));
        }
    }

    fn reply(&mut self, side: Side, heard: &[u8]) -> Reply {
        let Message { id, call } = match desk::read(heard) {
            Ok(message) => message,
            Err(refused) => {
                let Response { id, error, .. } = *refused;
                let none = || Error { code: Code::Internal, message: String::new(), data: None };
                return Reply { id: Some(id), answer: Err(error.unwrap_or_else(none)), fair: true };
            }
        };
        if let (Ok(Call::Act(_)), Some(error)) = (&call, self.trick.take()) {
            return Reply { id, answer: Err(error), fair: false };
        }
        let answer = call.and_then(|call| self.carry_out(side, &call));
        // Where both sides decide at once, a bot cannot know that the other one was faster.
        let fair = !matches!(&answer, Err(error) if error.code == Code::Moved);
        Reply { id, answer, fair }
    }

    /// Answers a call of a bot as a socket would.
    fn carry_out(&mut self, side: Side, call: &Call) -> Result<Answer, Error> {
        if let Some(answer) = desk::without_table(&self.terms.catalog, call) {
            return answer.map_err(desk::error);
        }
        let own = Seat::from(side);
        let seat = call.seat().unwrap_or(own);
        let over = self.sitting.table.to_act().is_empty();
        let allowed = match call {
            Call::Act(_) | Call::Legal(_) | Call::Odds(_) | Call::Plans(_) | Call::Sit(_) => seat == own,
            Call::View(_) | Call::Position(_) | Call::Briefing(_) | Call::Render(_) => {
                seat == own || seat == Seat::Observer || over
            }
            Call::Transcript(_) => over,
            Call::Pending(_) => true,
            _ => false,
        };
        if !allowed {
            let message = "a bot has one seat at one table: it plays and looks on from there".into();
            return Err(Error { code: Code::NotHere, message, data: None });
        }
        if let (Call::Sit(sit), Some(bot)) = (call, &mut self.bots[side.index()]) {
            bot.menus = sit.menus;
        }
        self.change(call, Caller { seat, plays: SideSet::only(side) })
    }

    /// Answers a call, and tells every bot what it has changed: the effect comes before the acknowledgement.
    fn change(&mut self, call: &Call, caller: Caller) -> Result<Answer, Error> {
        let Party { sitting, bots, .. } = self;
        let acts = matches!(call, Call::Act(_));
        let view = |sitting: &Sitting, bot: &Bot| acts.then(|| sitting.table.view(bot.side.into()));
        let before = [0, 1].map(|n: usize| bots[n].as_ref().and_then(|bot| view(sitting, bot)));
        let answer = desk::guarded(|| sitting.answer(call, caller).map_err(desk::error));
        let Some(change) = sitting.take_change() else { return answer };
        for (bot, old) in bots.iter_mut().zip(before) {
            let (Some(bot), Some(old)) = (bot, old) else { continue };
            let new = sitting.table.view(old.seat);
            let changed = Told::of(sitting, &old, &new, change).to(sitting, old.seat, bot.menus);
            bot.say(desk::notice("changed", &changed));
        }
        answer
    }

    fn give(&mut self, side: Side, command: Json) -> Result<(), String> {
        let act = Act { table: None, seat: None, command, dice: Vec::new(), seq: None, events: false };
        let caller = Caller { seat: side.into(), plays: SideSet::only(side) };
        let given = self.change(&Call::Act(act), caller);
        given.map(drop).map_err(|error| format!("the {side}: {}", error.message))
    }

    /// A side whose bot has failed resigns (`table/resign`).
    fn give_up(&mut self, side: Side, why: Why) -> Result<(), String> {
        // A game that we break off ourselves is no result.
        if process::are_ended() {
            return Err("the program is about to end".into());
        }
        // It is ended first: nothing that it still does is of any use.
        let failed = self.bots[side.index()].take();
        self.forfeit = Some((side, failed.map_or(why.clone(), |bot| self.failed(bot, why))));
        let menu = self.sitting.menu(side).ok_or_else(|| format!("the {side} have nothing to say"))?;
        let resigns = menu.choices.into_iter().find(|choice| choice.quit == Some(Quit::GiveUp));
        match resigns.map(|choice| choice.say) {
            Some(Say::Command(command)) => self.give(side, command),
            _ => Err(format!("the {side} cannot resign")),
        }
    }

    /// Ends a bot that has failed, and says why it has.
    fn failed(&mut self, mut bot: Bot, why: Why) -> Why {
        bot.process.end();
        let why = if let Why::Gone(_) = why { Why::Gone(bot.process.last_words()) } else { why };
        if self.complaints.len() < MOST_COMPLAINTS {
            let is_mute = matches!(why, Why::Gone(_)) && !bot.has_spoken;
            self.complaints.push(Complaint { is_mute, ..Complaint::of_forfeit(&why, bot.half) });
        }
        why
    }

    /// Answers what a bot still asks once the game is over, until it closes its output. Why not, if it does
    /// not do so in time.
    pub(crate) fn see_off(&mut self, side: Side, patience: Duration) -> Result<(), Why> {
        let until = Instant::now() + patience;
        while let Some(bot) = &mut self.bots[side.index()] {
            let heard = match bot.hear(until, patience) {
                Ok(heard) => heard,
                Err(Why::Gone(_)) => return Ok(()),
                Err(why) => return Err(why),
            };
            let reply = self.reply(side, &heard);
            if let (Err(error), true) = (&reply.answer, reply.fair) {
                self.complain(error, heard);
            }
            self.send(side, reply);
        }
        Ok(())
    }
}
