//! Any table behind one object-safe face: JSON in, JSON out.

use crate::advice::{self, Advice};
use crate::bounds::{self, within};
use crate::names::{self, Names};
use crate::part::{self, PartThought};
use crate::{briefing, debrief, why};
use pilot::{Aviator, Considered, Level};
use serde::Serialize;
use serde_json::Value;
use std::any::Any;
use std::sync::Arc;
use table::view::{Card, Plans, View};
use table::{
    ActError, Acted, Difference, Flaw, Game, LogEntry, Look, Menu, Need, Odds, OddsOf, Outcome, PieceId,
    Refusals, Seat, Seed, SeededDice, Side, SideSet, StateHash, Table, TakeBack, Transcript, UndoError,
};
use wire::live::{ChancesAt, Debrief, PastWhy};
use wire::{AircraftRef, AskOdds, AskPlans, Briefing, Json};

/// Why something was not done. The table is as it was.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// Fields that cannot be used; never empty.
    Flaws(Vec<Flaw>),
    /// The rules forbid it.
    Refused(Refusals),
    /// Dice are needed.
    Need(Need),
    /// The table has moved on, to this change, since the caller last saw it.
    Moved(u32),
    /// It is not possible here and now, in one sentence.
    NotHere(String),
    /// A transcript does not replay.
    Replay(Difference),
}

impl Fault {
    /// One field that cannot be used.
    pub fn param(path: impl Into<String>, says: impl Into<String>) -> Fault {
        Fault::Flaws(vec![Flaw::new(path, says)])
    }
}

/// Says when to stop thinking: the clock is the caller's.
pub type Stop<'a> = &'a dyn Fn() -> bool;

/// A pilot's command that is still to be worked out.
pub type Thought = Box<dyn FnOnce(Stop<'_>) -> Result<Json, Fault> + Send>;

/// A game being played, whichever game it is. Commands are JSON, in which aircraft may be named.
pub trait AnyTable: Send {
    /// The game's id.
    fn game(&self) -> &'static str;
    /// The [`Table`] itself, for what only one game has.
    fn inner(&self) -> &dyn Any;
    /// Whether a side ever knows what the other one does not. Where none does, every seat sees the same.
    fn has_secrets(&self) -> bool;
    /// Who owes a decision.
    fn to_act(&self) -> SideSet;
    /// How it ended, if it has.
    fn outcome(&self) -> Option<Outcome>;
    /// Number of commands so far.
    fn lines(&self) -> u32;
    /// What a seat sees of the position.
    fn view(&self, seat: Seat) -> View;
    /// What players are told of the scenario, as far as a seat may know it.
    fn briefing(&self, seat: Seat) -> Briefing;
    /// What a side is called.
    fn side_name(&self, side: Side) -> String;
    /// The cards of the aircraft in a view, and all that come with the scenario.
    fn cards(&self, view: &View) -> Vec<Card>;
    /// What a seat may see of the log from entry `since` on.
    fn log(&self, seat: Seat, since: u32) -> Vec<LogEntry>;
    /// Number of the next log entry, whoever may see it.
    fn next_entry(&self) -> u32;
    /// What a side may say; with a draft, its next steps and, with `plans`, the ends that it can still reach.
    fn legal(&self, side: Side, draft: Option<&Json>, plans: bool) -> Result<Menu<Json>, Fault>;
    /// Carries out a command. `dice` are faces thrown by a person.
    fn act(&mut self, side: Side, command: &Json, dice: &[u8]) -> Result<Acted, Fault>;
    /// The command by which a side is bound until its dice are thrown.
    fn bound(&self) -> Option<(Side, Json)>;
    /// Whether this is that command.
    fn is_bound_by(&self, side: Side, command: &Json) -> bool;
    /// Binds a side again, after the table was read from a file.
    fn bind(&mut self, side: Side, command: &Json) -> Result<(), Fault>;
    /// What a side may take back, answers of a computer that flies `answering` included.
    fn may_take_back(&self, side: Side, answering: Option<Side>) -> Result<TakeBack, UndoError>;
    /// Takes back what may be. Returns the number of the first log entry that is no longer what it was.
    fn take_back(&mut self, allowed: TakeBack) -> u32;
    /// Leaves a line in the log that `side` took something back when the first `after` commands stood.
    fn note_take_back(&mut self, side: Side, after: usize);
    /// The exact odds of a shot, as far as a seat can tell.
    fn odds(&self, seat: Seat, ask: &AskOdds) -> Result<Odds, Fault>;
    /// All distinct complete moves of an aircraft, as far as a seat can tell.
    fn plans(&self, seat: Seat, ask: &AskPlans) -> Result<Plans<Json>, Fault>;
    /// The position as a scenario that [`crate::Shelf::open`] takes, as far as a seat knows it; nothing once the game is over.
    fn as_scenario(&self, seat: Seat) -> Option<Value>;
    /// What a computer pilot would say, however long it takes. The same position and `salt` get the same answer.
    fn pilot(&self, side: Side, pilot: Aviator, salt: u64) -> Result<Json, Fault> {
        self.pilot_later(side, pilot, salt)(&|| false)
    }
    /// The same as [`AnyTable::pilot`], to be worked out elsewhere while the table goes on: it holds a copy of the position.
    fn pilot_later(&self, side: Side, pilot: Aviator, salt: u64) -> Thought;
    /// What a computer pilot would say that flies only these aircraft of a side, to be worked out elsewhere.
    fn part_later(&self, side: Side, aircraft: Vec<PieceId>, level: Level, salt: u64) -> PartThought;
    /// What a computer pilot finds best and why, to be worked out elsewhere. It knows what the side knows. Where it is guarded
    /// ([`table::Pilot::guarded`]) it may say something else.
    fn advice_later(&self, side: Side, level: Level, salt: u64) -> Advice;
    /// The command carried out last, as a line of the transcript in JSON.
    fn last_line(&self) -> Option<Json>;
    /// The whole game. It holds what both sides have said, secrets included.
    fn transcript(&self) -> Transcript;
    /// How often each side wins from up to `points` places along the game, were quick pilots to fly both from there on. Each place is
    /// worked out when it is asked for, which may take a second.
    fn chances(&self, points: u32) -> Box<dyn ExactSizeIterator<Item = ChancesAt> + '_>;
    /// Looks back at a finished game: luck, and the decisions that cost most. It thinks for many seconds, and tells again and again what it
    /// has found by then; once `stop` says so it tells no more.
    fn debrief(&self, stop: Stop<'_>, tell: &mut dyn FnMut(&Debrief));
    /// The commands of these sides whose reasons a seat may be told: of turns that are over, and where nothing is kept secret any more that
    /// the side knew then.
    fn explained(&self, seat: Seat, sides: SideSet) -> Vec<u32>;
    /// Why a pilot of this level gave command number `line`; nothing if there is no such command. Whether anybody may be told is
    /// [`AnyTable::explained`].
    fn why(&self, line: u32, level: Level, stop: Stop<'_>) -> Option<PastWhy>;
    /// What a seat would see after the first `lines` commands, without log or decision: for scrubbing through a replay.
    fn replayed(&self, lines: u32, seat: Seat) -> View;
}

/// The most plans in one answer.
const MOST_PLANS: u32 = 10_000;
/// The most commands in a game flown to its end, and in all of them for one question.
const PLAY_OUT: usize = 20_000;
const PLAY_OUT_ALL: usize = 50_000;
/// Games flown from each place. Where games are long, fewer places are looked at rather than fewer games flown from each.
const FEWEST: usize = 12;
const MOST: usize = 60;
/// The fewest places along a game.
const PLACES: usize = 10;

/// The one implementation: a table and the cards of its game.
pub(crate) struct Seated<G: Game> {
    pub(crate) table: Table<G>,
    pub(crate) cards: Arc<[Card]>,
}

impl<G: Game> Seated<G> {
    /// What makes pilots play otherwise at another table: the hash of its seed, which is no secret.
    fn own_salt(&self) -> u64 {
        let start = self.table.commitment().and_then(|hash| hash.get(..16));
        start.and_then(|digits| u64::from_str_radix(digits, 16).ok()).unwrap_or(0)
    }

    /// Reads a command as `side` writes it: as the game's own, and where that fails with aircraft named instead of numbered.
    fn command(&self, field: &str, side: Side, json: &Json) -> Result<G::Command, Fault> {
        let text = json.text();
        if bounds::COMMAND.hold_for(text.len())
            && let Ok(command) = serde_json::from_str(text)
        {
            return Ok(command);
        }
        let json: Value = serde_json::from_str(text).map_err(|e| Fault::param(field, e.to_string()))?;
        let wrong = |flaw| Fault::Flaws(vec![within(field, flaw)]);
        bounds::COMMAND.check(&json).map_err(wrong)?;
        let names = Names::of(&self.table.view(side.into()));
        names::read(&json, &names).map_err(|misread| wrong(Flaw::new(misread.path, misread.says)))
    }

    /// The aircraft meant, if the seat knows of it: a question must not tell of what a view does not.
    fn aircraft(&self, seat: Seat, field: &str, which: &AircraftRef) -> Result<PieceId, Fault> {
        let view = self.table.view(seat);
        let names = Names::of(&view);
        let (found, written) = match which {
            AircraftRef::Number(id) => {
                (view.aircraft.iter().any(|a| a.id == *id).then_some(*id), id.to_string())
            }
            AircraftRef::Name(name) => (names.find(name), names::shortened(name)),
        };
        found.ok_or_else(|| {
            Fault::param(field, format!("there is no aircraft '{written}'; there are: {}", names.list()))
        })
    }
}

/// A [`table::Line`] whose command is not made into a tree of JSON first.
#[derive(Serialize)]
struct WrittenLine<'a, C> {
    side: Side,
    command: &'a C,
    #[serde(skip_serializing_if = "<[u8]>::is_empty")]
    dice: &'a [u8],
    state: StateHash,
}

/// What decides where a pilot leaves something to chance.
pub(crate) fn chooser<G: Game>(look: Look<'_, G>, salt: u64) -> SeededDice {
    SeededDice::new(Seed::from_number(StateHash::of(look.state).number() ^ salt))
}

/// What a pilot thinks who knows what it looks at.
pub(crate) fn consider<G: Game>(
    look: Look<'_, G>,
    pilot: impl Into<Aviator>,
    salt: u64,
    stop: Stop<'_>,
) -> Result<Considered<G::Command>, Fault> {
    pilot::consider(look, &pilot.into().style::<G>(), &mut chooser(look, salt), stop)
        .ok_or_else(|| Fault::NotHere(format!("the {} owe no decision now", look.side)))
}

impl<G: Game> AnyTable for Seated<G> {
    fn game(&self) -> &'static str {
        G::ID
    }

    fn inner(&self) -> &dyn Any {
        &self.table
    }

    fn has_secrets(&self) -> bool {
        G::SECRETS
    }

    fn to_act(&self) -> SideSet {
        self.table.to_act()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.table.outcome()
    }

    fn lines(&self) -> u32 {
        self.table.len() as u32
    }

    fn view(&self, seat: Seat) -> View {
        self.table.view(seat)
    }

    fn cards(&self, view: &View) -> Vec<Card> {
        let in_play = |card: &&Card| view.aircraft.iter().any(|a| a.card == card.id);
        let mut cards: Vec<Card> = self.cards.iter().filter(in_play).cloned().collect();
        // Those of the scenario always: whoever is offered one, or meets it later, finds it nowhere else.
        cards.extend(G::scenario_cards(self.table.rules()));
        cards
    }

    fn briefing(&self, seat: Seat) -> Briefing {
        let own = G::scenario_cards(self.table.rules());
        let cards: Vec<Card> = self.cards.iter().cloned().chain(own).collect();
        briefing::of(&self.table, &cards, seat)
    }

    fn side_name(&self, side: Side) -> String {
        G::side_name(self.table.rules(), side)
    }

    fn log(&self, seat: Seat, since: u32) -> Vec<LogEntry> {
        self.table.log(seat, since)
    }

    fn next_entry(&self) -> u32 {
        self.table.next_entry()
    }

    fn legal(&self, side: Side, draft: Option<&Json>, plans: bool) -> Result<Menu<Json>, Fault> {
        let draft = draft.map(|json| self.command("draft", side, json)).transpose()?;
        let mut menu = self.table.menu(side, draft.as_ref());
        if let Some(draft) = menu.draft.as_mut().filter(|_| plans) {
            let known = self.table.known_to(side.into());
            draft.reach(G::draft_plans(self.table.rules(), &known, &draft.command));
        }
        Ok(menu.map(&|command| Json::of(&command)))
    }

    fn act(&mut self, side: Side, command: &Json, dice: &[u8]) -> Result<Acted, Fault> {
        let command = self.command("command", side, command)?;
        self.table.act(side, command, dice).map_err(|e| match e {
            ActError::Refused(refusals) => Fault::Refused(refusals),
            ActError::Need(need) => Fault::Need(need),
            ActError::BadDice(says) => Fault::param("dice", says),
        })
    }

    fn bound(&self) -> Option<(Side, Json)> {
        self.table.bound().map(|(side, command)| (side, Json::of(command)))
    }

    fn is_bound_by(&self, side: Side, command: &Json) -> bool {
        let said = || self.command("command", side, command).ok();
        self.table.bound().is_some_and(|(bound, by)| bound == side && said().as_ref() == Some(by))
    }

    fn bind(&mut self, side: Side, command: &Json) -> Result<(), Fault> {
        self.table.bind(side, self.command("command", side, command)?);
        Ok(())
    }

    fn may_take_back(&self, side: Side, answering: Option<Side>) -> Result<TakeBack, UndoError> {
        self.table.may_take_back(side, answering)
    }

    fn take_back(&mut self, allowed: TakeBack) -> u32 {
        self.table.take_back(allowed)
    }

    fn note_take_back(&mut self, side: Side, after: usize) {
        self.table.note_take_back(side, after);
    }

    fn odds(&self, seat: Seat, ask: &AskOdds) -> Result<Odds, Fault> {
        let shooter = self.aircraft(seat, "shooter", &ask.shooter)?;
        let target = self.aircraft(seat, "target", &ask.target)?;
        let of = OddsOf { shooter, target, with: ask.with.as_deref() };
        G::odds(self.table.rules(), &self.table.known_to(seat), of).map_err(Fault::Refused)
    }

    fn plans(&self, seat: Seat, ask: &AskPlans) -> Result<Plans<Json>, Fault> {
        let aircraft = self.aircraft(seat, "aircraft", &ask.aircraft)?;
        let (rules, known) = (self.table.rules(), self.table.known_to(seat));
        let found = match ask.most {
            None => G::plans(rules, &known, aircraft),
            Some(most @ 1..=MOST_PLANS) => G::every_plan(rules, &known, aircraft, most as usize),
            Some(most) => {
                return Err(Fault::param(
                    "most",
                    format!("{most} plans are asked for; 1 to {MOST_PLANS} may be"),
                ));
            }
        };
        Ok(found.map(&|command| Json::of(&command)))
    }

    fn as_scenario(&self, seat: Seat) -> Option<Value> {
        serde_json::to_value(self.table.as_scenario(seat)?).ok()
    }

    fn pilot_later(&self, side: Side, pilot: Aviator, salt: u64) -> Thought {
        if let Some((_, command)) = self.bound().filter(|(bound, _)| *bound == side) {
            return Box::new(move |_| Ok(command));
        }
        let (rules, known) = (self.table.rules().clone(), self.table.known_to(side.into()).into_owned());
        let salt = salt ^ self.own_salt();
        Box::new(move |stop| {
            let considered = consider(Look::<G>::new(&rules, &known, side), pilot, salt, stop)?;
            Ok(Json::of(&considered.said()))
        })
    }

    fn part_later(&self, side: Side, aircraft: Vec<PieceId>, level: Level, salt: u64) -> PartThought {
        // A command that stands is somebody's own, and so are its dice.
        if self.bound().is_some() {
            return Box::new(|_| Ok(None));
        }
        let (rules, known) = (self.table.rules().clone(), self.table.known_to(side.into()).into_owned());
        let salt = salt ^ self.own_salt();
        Box::new(move |stop| {
            let command = part::command(Look::<G>::new(&rules, &known, side), &aircraft, level, salt, stop)?;
            Ok(command.map(|command| Json::of(&command)))
        })
    }

    fn advice_later(&self, side: Side, level: Level, salt: u64) -> Advice {
        if let Some((_, command)) = self.bound().filter(|(bound, _)| *bound == side) {
            return Box::new(move |_| Ok(advice::bound(command)));
        }
        let (rules, known) = (self.table.rules().clone(), self.table.known_to(side.into()).into_owned());
        let salt = salt ^ self.own_salt();
        Box::new(move |stop| {
            let look = Look::<G>::new(&rules, &known, side);
            Ok(advice::advise(look, &consider(look, level, salt, stop)?))
        })
    }

    fn last_line(&self) -> Option<Json> {
        self.table.played().last().map(|played| {
            Json::of(&WrittenLine {
                side: played.side,
                command: &played.command,
                dice: &played.dice,
                state: played.state,
            })
        })
    }

    fn transcript(&self) -> Transcript {
        self.table.transcript()
    }

    fn chances(&self, points: u32) -> Box<dyn ExactSizeIterator<Item = ChancesAt> + '_> {
        let (rules, last) = (self.table.rules(), self.table.len() as u32);
        let play_out = |from: &G::State, n: u64| {
            let mut chance = SeededDice::new(Seed::from_number(n));
            pilot::play_out::<G>(rules, from.clone(), &mut chance, PLAY_OUT)
        };
        let commands = play_out(&self.table.replayed(0), 0).map_or(PLAY_OUT, |(_, commands)| commands).max(1);
        let all = PLAY_OUT_ALL / commands;
        let points = points.min((all / FEWEST).max(PLACES) as u32).clamp(2, last.max(2));
        let games = (all / points as usize).clamp(FEWEST, MOST) as u64;
        Box::new((0..points).map(move |n| {
            let line = (u64::from(last) * u64::from(n) / u64::from(points - 1)) as u32;
            let from = self.table.replayed(line as usize);
            let mut at = ChancesAt { line, allies: 0, axis: 0, draws: 0 };
            for (outcome, _) in (0..games).filter_map(|n| play_out(&from, u64::from(line) << 32 | n)) {
                match outcome.winner {
                    Some(Side::Allies) => at.allies += 1,
                    Some(Side::Axis) => at.axis += 1,
                    None => at.draws += 1,
                }
            }
            at
        }))
    }

    fn debrief(&self, stop: Stop<'_>, tell: &mut dyn FnMut(&Debrief)) {
        debrief::debrief(&self.table, stop, tell);
    }

    fn explained(&self, seat: Seat, sides: SideSet) -> Vec<u32> {
        why::explained(&self.table, seat, sides)
    }

    fn why(&self, line: u32, level: Level, stop: Stop<'_>) -> Option<PastWhy> {
        why::why(&self.table, line, level, stop)
    }

    fn replayed(&self, lines: u32, seat: Seat) -> View {
        self.table.replayed_view(lines as usize, seat)
    }
}
