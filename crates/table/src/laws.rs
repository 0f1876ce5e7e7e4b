//! The laws that every game keeps, checked on random games: what the menu offers is accepted and nothing else is, be it a
//! choice or any point of a region, undo restores, positions can be entered again, transcripts replay, the log shows every die
//! and can be told again, positions stay sound, games end, and every rule cited exists.

use crate::play::known_to;
use crate::view::{At, View};
use crate::{
    Accepted, Barred, Chooser, DiceSource, Free, Game, Leave, LogEntry, Look, Menu, Position, Quit, Refusals,
    Say, Seat, Seed, SeededDice, Side, Silence, StateHash, Table, digest, validate,
};
use serde::Serialize;
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// What a game played by the laws came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LawReport {
    /// Commands given.
    pub commands: usize,
    /// Hash of the last position.
    pub state: StateHash,
    /// The transcript as JSON lines.
    pub transcript: String,
    /// Every rule id cited by an event or a refusal.
    pub cited: BTreeSet<&'static str>,
}

/// How many earlier commands are tried again in each position: most have become illegal.
const STALE: usize = 6;
/// How many points are tried for each aircraft that may stand anywhere.
const POINTS: usize = 4;

/// In one of so many decisions the menus are walked through: in all of them it would take too long.
const WALKS: u32 = 4;
/// Most menus of one walk: a force can be bought and given back for ever.
const DEPTH: usize = 40;

/// Plays one random game from `seed` and checks every law on the way. `limit` is the number of commands within which it
/// must end.
pub fn play_by_the_laws<G: Game>(
    data: &G::Data,
    scenario: &G::Scenario,
    seed: u64,
    limit: usize,
) -> Result<LawReport, String> {
    let table = Table::<G>::new(data, scenario, DiceSource::seeded(Seed::from_number(seed)))
        .map_err(|flaws| format!("set-up: {flaws:?}"))?;
    // A new table may have given commands itself.
    let told = table.log(Seat::Referee, 0);
    let mut chooser = SeededDice::new(Seed::from_number(seed ^ 0x5eed));
    let mut watched = Watched {
        data,
        table,
        told,
        stale: Vec::new(),
        cited: BTreeSet::new(),
        walker: SeededDice::new(Seed::from_number(seed ^ 0x3a1c)),
        points: SeededDice::new(Seed::from_number(seed ^ 0x9019)),
    };
    watched.position_is_sound()?;
    while let Some(side) = pick_side(&watched.table, &mut chooser) {
        let n = watched.table.len();
        if n >= limit {
            return Err(format!("the game has not ended after {limit} commands"));
        }
        let known = watched.table.known_to(side.into()).into_owned();
        let command = G::sample(Look::new(watched.table.rules(), &known, side), &mut chooser);
        watched
            .step(side, &command, &known)
            .map_err(|why| format!("command {}: {why}: {command:?}", n + 1))?;
    }
    watched.ended()
}

/// A random game and what is remembered of it.
struct Watched<'a, G: Game> {
    data: &'a G::Data,
    table: Table<G>,
    /// The log as it was told at the time.
    told: Vec<LogEntry>,
    /// Earlier commands, most of which have become illegal.
    stale: Vec<(Side, G::Command)>,
    /// Every rule id cited by a refusal.
    cited: BTreeSet<&'static str>,
    walker: SeededDice,
    points: SeededDice,
}

impl<G: Game> Watched<'_, G> {
    /// Gives a command that was drawn at random by a side that knows `known`.
    fn step(&mut self, side: Side, command: &G::Command, known: &G::State) -> Result<(), String> {
        self.before(side, command, known)?;
        self.give(side, command)?;
        let news = self.table.log(Seat::Referee, self.told.len() as u32);
        every_die_is_shown::<G>(&self.table, &news)?;
        self.told.extend(news);
        self.position_is_sound()?;
        if self.stale.len() == STALE {
            self.stale.remove(0);
        }
        self.stale.push((side, command.clone()));
        Ok(())
    }

    /// What holds while a side owes a decision.
    fn before(&mut self, side: Side, command: &G::Command, known: &G::State) -> Result<(), String> {
        let table = &self.table;
        for (side, command) in
            self.stale.iter().map(|(side, command)| (*side, command)).chain([(side, command)])
        {
            menu_agrees_with_judge::<G>(table, side, command, &mut self.cited)?;
        }
        if G::to_act(table.rules(), known) != table.to_act() {
            return Err("who owes a decision is no secret".into());
        }
        if self.walker.below(WALKS) == 0 {
            menus_keep_their_word::<G>(table, side, &mut self.walker)?;
        }
        if self.walker.below(WALKS) == 0 {
            either_side_may_resign(table, &mut SeededDice::new(Seed::from_number(table.len() as u64)))?;
        }
        free_points_agree_with_judge::<G>(table, side, command, &mut self.points)
    }

    /// A sampled command is accepted; where it threw no dice it can be taken back and given again.
    fn give(&mut self, side: Side, command: &G::Command) -> Result<(), String> {
        let before = StateHash::of(self.table.state());
        let acted = self.table.act(side, command.clone(), &[]).map_err(|e| format!("sampled: {e:?}"))?;
        if acted.dice.is_empty() && self.table.undo(side).is_ok() {
            if StateHash::of(self.table.state()) != before {
                return Err("undo does not restore".into());
            }
            let again = self.table.act(side, command.clone(), &[]);
            again.map_err(|e| format!("taken back, it cannot be given again: {e:?}"))?;
        }
        Ok(())
    }

    fn position_is_sound(&self) -> Result<(), String> {
        G::check(self.table.rules(), self.table.state())?;
        enters_again(self.data, &self.table)
            .map_err(|why| format!("the position cannot be entered again: {why}"))
    }

    /// What holds once the game is over.
    fn ended(mut self) -> Result<LawReport, String> {
        let table = &self.table;
        if table.outcome().is_none() {
            return Err("nobody owes a decision and there is no outcome".into());
        }
        if table.log(Seat::Referee, 0) != self.told {
            return Err("the log told again is not the log told at the time".into());
        }
        self.cited.extend(self.told.iter().flat_map(|entry| &entry.rules).map(|r| r.0));
        let digests = [digest::rules(G::ID, G::DIGEST), digest::of_the_table()];
        let known: BTreeSet<String> = digests.into_iter().flatten().map(|r| r.id).collect();
        if let Some(unknown) = self.cited.iter().find(|id| !known.contains(**id)) {
            return Err(format!("the digest has no rule {unknown}"));
        }
        let transcript = table.transcript();
        let text = transcript.to_lines();
        let again = crate::Transcript::from_lines(&text).map_err(|e| e.to_string())?;
        if again != transcript {
            return Err("the transcript does not read back as it was written".into());
        }
        let replayed = Table::<G>::load(self.data, &again, None).map_err(|e| format!("replay: {e}"))?;
        let state = StateHash::of(replayed.state());
        if state != StateHash::of(table.state()) {
            return Err("the replay ends elsewhere".into());
        }
        Ok(LawReport { commands: table.len(), state, transcript: text, cited: self.cited })
    }
}

/// A side that owes a decision, any of them; nobody when the game is over.
fn pick_side<G: Game>(table: &Table<G>, chooser: &mut SeededDice) -> Option<Side> {
    let sides: Vec<Side> = table.to_act().iter().collect();
    (!sides.is_empty()).then(|| sides[chooser.below(sides.len() as u32) as usize])
}

/// The log shows every die and card of the last command, in the order in which they were thrown and drawn.
fn every_die_is_shown<G: Game>(table: &Table<G>, news: &[LogEntry]) -> Result<(), String> {
    let thrown = table.played().last().map_or(&[][..], |played| &played.dice);
    let shown: Vec<u8> = news.iter().flat_map(|entry| &entry.dice).map(|rolled| rolled.face).collect();
    if shown == thrown {
        return Ok(());
    }
    Err(format!("{thrown:?} came up, {shown:?} are shown"))
}

/// The position written as a scenario, as a file has it, sets the same position up, which looks the same to everybody.
fn enters_again<G: Game>(data: &G::Data, table: &Table<G>) -> Result<(), String> {
    let Some(scenario) = table.as_scenario(Seat::Referee) else {
        return table.outcome().map(|_| ()).ok_or_else(|| "no scenario".into());
    };
    let text = serde_json::to_string(&scenario).map_err(|e| e.to_string())?;
    let fail = |what: String| Err(format!("{what}: {text}"));
    let read: G::Scenario = serde_json::from_str(&text).map_err(|e| format!("{e}: {text}"))?;
    let Position { rules, state } = match G::set_up(data, &read) {
        Ok(position) => position,
        Err(flaws) => return fail(format!("{flaws:?}")),
    };
    if StateHash::of(&state) != StateHash::of(table.state()) {
        return fail(differs(&state, table.state()));
    }
    for seat in [Seat::Allies, Seat::Axis, Seat::Observer, Seat::Referee] {
        let (view, seen) = (View::of::<G>(&rules, &state, seat), table.view(seat));
        if view != seen {
            return fail(format!("in the view of {seat:?} {}", differs(&view, &seen)));
        }
    }
    for side in Side::BOTH {
        let known = known_to::<G>(&rules, &state, side.into());
        let (menu, asked) = (Menu::of(Look::<G>::new(&rules, &known, side), None), table.menu(side, None));
        if menu != asked {
            return fail(format!("in the menu of the {side} {}", differs(&menu, &asked)));
        }
    }
    Ok(())
}

/// The first field in which two values differ, and how.
fn differs(found: &impl Serialize, wanted: &impl Serialize) -> String {
    fn first(path: &str, a: &Value, b: &Value) -> Option<String> {
        match (a, b) {
            (Value::Object(a), Value::Object(b)) if a.len() == b.len() => {
                a.iter().find_map(|(key, a)| first(&format!("{path}.{key}"), a, b.get(key)?))
            }
            (Value::Array(a), Value::Array(b)) if a.len() == b.len() => {
                let mut pairs = a.iter().zip(b).enumerate();
                pairs.find_map(|(n, (a, b))| first(&format!("{path}[{n}]"), a, b))
            }
            _ if a == b => None,
            _ => Some(format!("{path} is {a} instead of {b}")),
        }
    }
    let json = |value: Result<Value, _>| value.unwrap_or(Value::Null);
    first("", &json(serde_json::to_value(found)), &json(serde_json::to_value(wanted)))
        .unwrap_or_else(|| "something is different that has no name".into())
}

/// What the referee says to a command.
fn judged<G: Game>(table: &Table<G>, side: Side, command: &G::Command) -> Result<Accepted<G>, Refusals> {
    validate::<G>(Look::new(table.rules(), table.state(), side), command)
}

/// Either side may resign at any time and has lost then (`table/resign`).
fn either_side_may_resign<G: Game>(table: &Table<G>, dice: &mut SeededDice) -> Result<(), String> {
    for side in Side::BOTH {
        let offers = table.menu(side, None).choices;
        let quit = offers.iter().filter(|choice| choice.quit == Some(Quit::GiveUp) && choice.legal());
        if quit.count() != 1 {
            return Err(format!("the {side} are not asked whether they resign: {offers:?}"));
        }
        let accepted = judged(table, side, &Leave::Resign.into()).map_err(|why| format!("{why:?}"))?;
        let mut state = table.state().clone();
        accepted.carry_out(table.rules(), &mut state, dice, &mut Silence).map_err(|e| format!("{e:?}"))?;
        let outcome = G::outcome(table.rules(), &state);
        if outcome.as_ref().and_then(|o| o.winner) != Some(side.enemy()) {
            return Err(format!("the {side} resign: {outcome:?}"));
        }
    }
    Ok(())
}

/// A draft can be given as it stands exactly when it is a legal command.
fn menu_agrees_with_judge<G: Game>(
    table: &Table<G>,
    side: Side,
    command: &G::Command,
    cited: &mut BTreeSet<&'static str>,
) -> Result<(), String> {
    let judged = judged(table, side, command);
    let menu = table.menu(side, Some(command));
    for barred in menu.choices.iter().flat_map(|c| &c.barred) {
        cited.insert(barred.rule.0);
    }
    let offered = menu.draft.as_ref().is_some_and(|d| d.barred.is_empty());
    let refusals = judged.err().unwrap_or_default();
    cited.extend(refusals.iter().map(|r| r.rule.0));
    if offered == refusals.is_empty() {
        return Ok(());
    }
    Err(format!("{side} {command:?}: menu says {offered}, judge says {refusals:?}"))
}

/// Goes from menu to menu by legal choices drawn at random, up to a whole command: what is offered is accepted, and what is
/// barred is refused, first of all for the first reason given and for every other one too.
fn menus_keep_their_word<G: Game>(
    table: &Table<G>,
    side: Side,
    walker: &mut SeededDice,
) -> Result<(), String> {
    let refusals = |command: &G::Command| judged(table, side, command).err().unwrap_or_default();
    let mut draft = None;
    for _ in 0..DEPTH {
        let menu = table.menu(side, draft.as_ref());
        for choice in menu.choices.iter().filter(|c| !c.legal()) {
            let (Say::Command(said) | Say::Draft(said) | Say::Range(said, _)) = &choice.say;
            let judged = Barred::all(&refusals(said));
            let first = judged.first().map(|reason| reason.rule) == choice.barred.first().map(|b| b.rule);
            if !first || !choice.barred.iter().all(|reason| judged.contains(reason)) {
                return Err(format!("{said:?}: menu says {:?}, judge says {judged:?}", choice.barred));
            }
        }
        let legal: Vec<_> = menu.choices.iter().filter(|c| c.legal()).collect();
        if legal.is_empty() {
            return Ok(());
        }
        match &legal[walker.below(legal.len() as u32) as usize].say {
            Say::Draft(longer) => draft = Some(longer.clone()),
            Say::Command(said) | Say::Range(said, _) => {
                let why = refusals(said);
                return if why.is_empty() { Ok(()) } else { Err(format!("{said:?} is offered: {why:?}")) };
            }
        }
    }
    Ok(())
}

/// Where a draft says that an aircraft may stand on any point of a region: the points of the region are accepted, others
/// are not, and what a draft that is refused is mended to is accepted.
fn free_points_agree_with_judge<G: Game>(
    table: &Table<G>,
    side: Side,
    command: &G::Command,
    points: &mut SeededDice,
) -> Result<(), String> {
    let Some(draft) = table.menu(side, Some(command)).draft else { return Ok(()) };
    for free in &draft.free {
        for trial in 0..=POINTS {
            // The sampled command's own point first, which is legal.
            let point = if trial == 0 { None } else { Some(near_region(free, points)) };
            let (command, point) = with_point::<G>(free, point)?;
            let refusals = judged(table, side, &command).err();
            let (inside, accepted) = (free.allows(point), refusals.is_none());
            if inside != accepted && (accepted || !free.crowded) {
                return Err(format!("{side} {command:?}: region says {inside}, judge says {refusals:?}"));
            }
            let draft = table.menu(side, Some(&command)).draft;
            match draft.and_then(|d| d.sketch.mended) {
                Some(mended) if !accepted && !mended.barred.is_empty() => {
                    judged(table, side, &mended.command)
                        .map_err(|no| format!("{side} {command:?}: mended, and refused: {no:?}"))?;
                }
                None if accepted || free.crowded => {}
                other => return Err(format!("{side} {command:?}: accepted {accepted}, mended {other:?}")),
            }
        }
    }
    Ok(())
}

/// A point in the rectangle of a region or somewhat outside it.
fn near_region<C>(free: &Free<C>, points: &mut SeededDice) -> At {
    let (At::Point { x: west, y: south }, At::Point { x: east, y: north }) = (free.from, free.to) else {
        return free.from;
    };
    let mut between = |low: i32, high: i32| low - 500 + points.below((high - low + 1000) as u32) as i32;
    At::Point { x: between(west, east), y: between(south, north) }
}

/// The draft of a region with its aircraft on `point`, or where it is.
fn with_point<G: Game>(free: &Free<G::Command>, point: Option<At>) -> Result<(G::Command, At), String> {
    let fault = |what: &str| format!("{}: {what}", free.field);
    let mut draft = serde_json::to_value(&free.draft).map_err(|e| fault(&e.to_string()))?;
    let place = draft.pointer_mut(&free.field).ok_or_else(|| fault("no such field"))?;
    if let Some(At::Point { x, y }) = point {
        (place["x"], place["y"]) = (json!(x), json!(y));
    }
    let number = |key: &str| place[key].as_i64().and_then(|n| i32::try_from(n).ok());
    let (Some(x), Some(y)) = (number("x"), number("y")) else { return Err(fault("no point")) };
    Ok((serde_json::from_value(draft).map_err(|e| fault(&e.to_string()))?, At::Point { x, y }))
}
