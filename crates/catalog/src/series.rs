//! A scenario flown by pilots again and again, for experiments: no JSON, no log and no transcript on the way, so that nothing
//! but the game takes time.

use crate::any_table::{AnyTable, Seated};
use crate::luck::Luck;
use pilot::Aviator;
use serde_json::Value;
use std::borrow::Cow;
use std::sync::Arc;
use std::time::{Duration, Instant};
use table::view::{Aircraft, At, Card, View};
use table::{
    DiceSource, Event, EventKind, Game, Listener, Look, PieceId, Position, RuleId, Seat, Seed, SeededDice,
    Side, SmolStr, StateHash, Table, validate,
};

/// One game of a series: all that it depends on beside the scenario.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Job<P = Aviator> {
    /// The number from which the dice follow, as in `tallyho play --seed`.
    pub dice: u64,
    /// The number from which the pilots' own choices follow.
    pub choices: u64,
    /// Who flies the Allies, and who the Axis.
    pub pilots: [P; 2],
}

impl Job {
    /// The stream of a pilot's choices. Its seed is one that no number of dice stands for.
    fn chooser(self, side: Side) -> SeededDice {
        let mut seed = Seed::from_number(self.choices);
        seed.0[8] = 1 + side.index() as u8;
        SeededDice::new(seed)
    }
}

/// What is kept of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// Who won; nobody in a draw.
    pub winner: Option<Side>,
    /// Points of the Allies and of the Axis.
    pub points: [i32; 2],
    /// The turn in which it ended.
    pub turns: u16,
    /// Commands given.
    pub commands: u32,
    /// Aircraft that left the map for good, in the order in which they did.
    pub losses: Vec<Loss>,
    /// How many events each rule had a part in, sorted by rule.
    pub rules: Vec<(RuleId, u32)>,
    /// What the fire of the Allies and of the Axis brought beyond what it brings on average, in thousandths of a victory point.
    pub luck: [i64; 2],
    /// The side that has resigned because its bot failed, and the word for how it did.
    pub forfeit: Option<(Side, &'static str)>,
}

/// How long a pilot has thought. It is no part of a [`Record`], because the same game takes another time every time.
#[derive(Clone, Copy, Debug, Default)]
pub struct Thinking {
    /// Decisions.
    pub decisions: u32,
    /// All of them together.
    pub time: Duration,
}

impl Thinking {
    /// How long a decision took on average; nothing without decisions.
    pub fn a_decision(&self) -> Option<Duration> {
        self.time.checked_div(self.decisions)
    }
}

impl std::ops::AddAssign for Thinking {
    fn add_assign(&mut self, more: Thinking) {
        self.decisions += more.decisions;
        self.time += more.time;
    }
}

/// An aircraft that is out of the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loss {
    /// Its number.
    pub aircraft: PieceId,
    /// Whose it was.
    pub side: Side,
    /// Its card.
    pub card: SmolStr,
    /// The main rule of the event that told of it.
    pub cause: RuleId,
    /// The turn in which it happened.
    pub turn: u16,
    /// Where it was before the command that ended its game, if it was on the map.
    pub at: Option<At>,
}

/// What a series is of. Two series that agree in all of it give the same games for the same jobs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct About {
    /// The game's id.
    pub game: &'static str,
    /// The revision of its rules.
    pub revision: u32,
    /// A hash over the game's data files, scenarios left out.
    pub data: StateHash,
    /// The scenario as it is played, options put over its own.
    pub scenario: Value,
}

/// A scenario set up to be flown any number of times, whichever game it is of.
pub trait Series: Send + Sync {
    /// What it is of.
    fn about(&self) -> &About;
    /// What the referee sees before the first command.
    fn start(&self) -> View;
    /// What the Allies are called, and what the Axis.
    fn side_names(&self) -> [String; 2];
    /// The game's cards, and those that come with the scenario.
    fn cards(&self) -> Vec<Card>;
    /// Plays one game to its end, or says why it has none.
    fn play(&self, job: Job) -> Result<Record, String>;
    /// The same, and how long the pilots of the Allies and of the Axis thought.
    fn timed(&self, job: Job) -> Result<(Record, [Thinking; 2]), String>;
    /// A table at which a game is to be played whose dice follow from this number.
    fn open(&self, dice: u64) -> Result<Box<dyn AnyTable>, String>;
    /// What is kept of a game that was played at such a table.
    fn record(&self, dice: u64, table: &dyn AnyTable) -> Result<Record, String>;
    /// The same game at a table, with its log and its transcript.
    fn at_table(&self, job: Job) -> Result<Box<dyn AnyTable>, String>;
}

/// The one implementation.
pub(crate) struct Flown<G: Game> {
    pub(crate) about: About,
    pub(crate) scenario: G::Scenario,
    pub(crate) position: Position<G>,
    pub(crate) data: Arc<G::Data>,
    pub(crate) cards: Arc<[Card]>,
}

/// A game that takes more commands is taken not to end.
const MOST: u32 = 200_000;

impl<G: Game> Series for Flown<G> {
    fn about(&self) -> &About {
        &self.about
    }

    fn start(&self) -> View {
        View::of::<G>(&self.position.rules, &self.position.state, Seat::Referee)
    }

    fn side_names(&self) -> [String; 2] {
        Side::BOTH.map(|side| G::side_name(&self.position.rules, side))
    }

    fn cards(&self) -> Vec<Card> {
        let own = G::scenario_cards(&self.position.rules);
        self.cards.iter().cloned().chain(own).collect()
    }

    fn play(&self, job: Job) -> Result<Record, String> {
        play(&self.position, job)
    }

    fn timed(&self, job: Job) -> Result<(Record, [Thinking; 2]), String> {
        let mut thinking = [Thinking::default(); 2];
        let record = decided(&self.position, job, |side, decide| {
            let begun = Instant::now();
            let said = decide();
            thinking[side.index()] += Thinking { decisions: 1, time: begun.elapsed() };
            said
        })?;
        Ok((record, thinking))
    }

    fn open(&self, dice: u64) -> Result<Box<dyn AnyTable>, String> {
        Ok(Box::new(Seated { table: self.table(dice)?, cards: Arc::clone(&self.cards) }))
    }

    fn record(&self, dice: u64, table: &dyn AnyTable) -> Result<Record, String> {
        let table = table.inner().downcast_ref::<Table<G>>().ok_or("the table is of another game")?;
        let mut played = table.played().iter();
        let said = |_: &_, _: &_| Ok(played.next().map(|line| (line.side, line.command.clone())));
        flown(&self.position, dice, said)
    }

    fn at_table(&self, job: Job) -> Result<Box<dyn AnyTable>, String> {
        let mut table = self.table(job.dice)?;
        let mut choosers = Side::BOTH.map(|side| job.chooser(side));
        while let Some((side, command)) =
            next::<G>(table.rules(), table.state(), job, &mut choosers, &mut at_once)?
        {
            table.act(side, command, &[]).map_err(|e| format!("the {side}: {e:?}"))?;
        }
        Ok(Box::new(Seated { table, cards: Arc::clone(&self.cards) }))
    }
}

impl<G: Game> Flown<G> {
    fn table(&self, dice: u64) -> Result<Table<G>, String> {
        let dice = DiceSource::seeded(Seed::from_number(dice));
        Table::<G>::new(&self.data, &self.scenario, dice)
            .map_err(|flaws| format!("cannot be set up: {flaws:?}"))
    }
}

/// Plays one game from a position to its end, or says why it has none.
pub fn play<G: Game>(start: &Position<G>, job: Job) -> Result<Record, String> {
    decided(start, job, at_once)
}

/// What a pilot decides, once it is let.
type Decide<'a, C> = &'a mut dyn FnMut() -> Option<C>;

/// Lets a pilot decide, and does nothing else.
fn at_once<C>(_: Side, decide: Decide<'_, C>) -> Option<C> {
    decide()
}

/// Plays one game. `watch` lets the pilot of a side decide.
fn decided<G: Game>(
    start: &Position<G>,
    job: Job,
    mut watch: impl FnMut(Side, Decide<'_, G::Command>) -> Option<G::Command>,
) -> Result<Record, String> {
    let mut choosers = Side::BOTH.map(|side| job.chooser(side));
    let mut setting_up = true;
    flown(start, job.dice, |rules, state| {
        // A new table gives by itself what leaves nothing to choose.
        let forced = if setting_up { G::forced(rules, state) } else { None };
        setting_up = forced.is_some();
        if setting_up { Ok(forced) } else { next::<G>(rules, state, job, &mut choosers, &mut watch) }
    })
}

/// What is kept of a game in which this is said; nothing more is said once it is over.
fn flown<G: Game>(
    start: &Position<G>,
    dice: u64,
    mut said: impl FnMut(&G::Rules, &G::State) -> Result<Option<(Side, G::Command)>, String>,
) -> Result<Record, String> {
    let Position { rules, state } = start;
    let mut state = state.clone();
    let mut dice = SeededDice::new(Seed::from_number(dice));
    let mut tally = Tally { luck: Luck::from::<G>(rules, &state), ..Tally::default() };
    let mut commands = 0;
    while commands < MOST {
        let Some((side, command)) = said(rules, &state)? else {
            return finish::<G>(rules, &state, commands, tally);
        };
        let accepted = validate::<G>(Look::new(rules, &state, side), &command)
            .map_err(|why| format!("the {side} say what is refused: {why:?}"))?;
        tally.luck.said(Look::<G>::new(rules, &state, side), &command);
        let before = state.clone();
        let done = accepted.carry_out(rules, &mut state, &mut dice, &mut tally);
        done.map_err(|need| format!("dice run short: {need:?}"))?;
        tally.look_up::<G>(rules, &before, &state);
        commands += 1;
    }
    Err(format!("no end after {MOST} commands"))
}

/// Who speaks next and what they say; nothing once the game is over. Where both owe a decision, the Allies speak first.
fn next<G: Game>(
    rules: &G::Rules,
    state: &G::State,
    job: Job,
    choosers: &mut [SeededDice; 2],
    watch: &mut impl FnMut(Side, Decide<'_, G::Command>) -> Option<G::Command>,
) -> Result<Option<(Side, G::Command)>, String> {
    let Some(side) = G::to_act(rules, state).iter().next() else { return Ok(None) };
    let look = Look::<G>::new(rules, state, side);
    let command = watch(side, &mut || fly(look, job, &mut choosers[side.index()]));
    command.map(|command| Some((side, command))).ok_or_else(|| format!("the {side} have nothing to say"))
}

/// What the pilot of a side says. It is shown what its side may know, and no more.
fn fly<G: Game>(look: Look<'_, G>, job: Job, chooser: &mut SeededDice) -> Option<G::Command> {
    let known = if G::SECRETS {
        Cow::Owned(G::known_to(look.rules, look.state, look.side.into()))
    } else {
        Cow::Borrowed(look.state)
    };
    pilot::choose(Look::<G>::new(look.rules, &known, look.side), job.pilots[look.side.index()], chooser)
}

fn finish<G: Game>(
    rules: &G::Rules,
    state: &G::State,
    commands: u32,
    tally: Tally,
) -> Result<Record, String> {
    let outcome = G::outcome(rules, state).ok_or("nobody owes a decision and there is no outcome")?;
    Ok(Record {
        winner: outcome.winner,
        points: outcome.points,
        turns: G::view(rules, state, Seat::Referee).phase.turn,
        commands,
        rules: tally.by_rule(),
        luck: tally.luck.at_the_end::<G>(rules, state),
        losses: tally.losses,
        forfeit: None,
    })
}

/// Listens to a game and counts.
#[derive(Default)]
struct Tally {
    rules: Vec<(RuleId, u32)>,
    /// Losses that the last command caused.
    fresh: Vec<(PieceId, RuleId)>,
    losses: Vec<Loss>,
    luck: Luck,
}

impl Listener for Tally {
    fn tell(&mut self, event: impl FnOnce() -> Event) {
        let event = event();
        for rule in &event.rules {
            self.count(*rule);
        }
        if let (EventKind::Loss, Some(who)) = (event.kind, event.target.or(event.actor)) {
            self.fresh.extend(event.rules.first().map(|rule| (who, *rule)));
        }
    }
}

impl Tally {
    /// Rules are told apart by where their ids stand in memory, which is fast. The same id may stand in two places:
    /// [`Tally::by_rule`] adds those up.
    fn count(&mut self, rule: RuleId) {
        match self.rules.iter_mut().find(|(known, _)| std::ptr::eq(known.0, rule.0)) {
            Some((_, times)) => *times += 1,
            None => self.rules.push((rule, 1)),
        }
    }

    fn by_rule(&self) -> Vec<(RuleId, u32)> {
        let mut sorted = self.rules.clone();
        sorted.sort_unstable_by_key(|(rule, _)| *rule);
        sorted.dedup_by(|again, first| {
            let same = again.0 == first.0;
            first.1 += if same { again.1 } else { 0 };
            same
        });
        sorted
    }

    /// Looks up whom the last command took off the map for good. An aircraft's fate is told later, and also of some that came
    /// home: that is no loss.
    fn look_up<G: Game>(&mut self, rules: &G::Rules, before: &G::State, after: &G::State) {
        if self.fresh.is_empty() {
            return;
        }
        let (scene, left) = (G::view(rules, before, Seat::Referee), G::view(rules, after, Seat::Referee));
        for (who, cause) in self.fresh.drain(..) {
            let flying = |aircraft: &&Aircraft| aircraft.id == who && aircraft.flying;
            let Some(aircraft) = scene.aircraft.iter().find(flying) else { continue };
            let known = self.losses.iter().any(|loss| loss.aircraft == who);
            if known || left.aircraft.iter().any(|aircraft| flying(&aircraft)) {
                continue;
            }
            self.losses.push(Loss {
                aircraft: who,
                side: aircraft.side,
                card: aircraft.card.clone(),
                cause,
                turn: scene.phase.turn,
                at: aircraft.pose.map(|pose| pose.at),
            });
        }
    }
}
