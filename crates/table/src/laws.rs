//! The laws that every game keeps, checked on random games: what the menu offers is accepted and nothing else is, be it a
//! choice or any point of a region, undo restores, positions can be entered again, transcripts replay, the log shows every die
//! and can be told again, positions stay sound, games end, and every rule cited exists.

use crate::view::At;
use crate::{
    ActError, Barred, Chooser, DiceSource, Free, Game, LogEntry, Position, Refusals, Say, Seat, Seed,
    SeededDice, Side, StateHash, Table, digest, validate,
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
    let mut table = Table::<G>::new(data, scenario, DiceSource::seeded(Seed::from_number(seed)))
        .map_err(|flaws| format!("set-up: {flaws:?}"))?;
    let digests = [digest::rules(G::ID, G::DIGEST), digest::of_the_table()];
    let known: BTreeSet<String> = digests.into_iter().flatten().map(|r| r.id).collect();
    let mut chooser = SeededDice::new(Seed::from_number(seed ^ 0x5eed));
    let mut walker = SeededDice::new(Seed::from_number(seed ^ 0x3a1c));
    let mut stale: Vec<(Side, G::Command)> = Vec::new();
    let mut points = SeededDice::new(Seed::from_number(seed ^ 0x9019));
    let mut cited = BTreeSet::new();
    // A new table may have given commands itself.
    let mut told = table.log(Seat::Referee, 0);
    G::check(table.rules(), table.state())?;
    enters_again(data, &table)?;
    while let Some(side) = pick_side(&table, &mut chooser) {
        let n = table.len();
        if n >= limit {
            return Err(format!("the game has not ended after {limit} commands"));
        }
        let fail = |law: &str, what: String| Err(format!("command {}: {law}: {what}", n + 1));
        for (side, command) in &stale {
            if let Err(why) = menu_agrees_with_judge::<G>(&table, *side, command, &mut cited) {
                return fail("menu and judge disagree", why);
            }
        }
        let known = G::known_to(table.rules(), table.state(), side.into());
        if !G::SECRETS && known != *table.state() {
            return fail("what a side knows", "the game says that it has no secrets".into());
        }
        if G::to_act(table.rules(), &known) != table.to_act() {
            return fail("what a side knows", "who owes a decision is no secret".into());
        }
        let command = G::sample(table.rules(), &known, side, &mut chooser);
        if let Err(why) = menu_agrees_with_judge::<G>(&table, side, &command, &mut cited) {
            return fail("menu and judge disagree", why);
        }
        if walker.below(WALKS) == 0
            && let Err(why) = menus_keep_their_word::<G>(&table, side, &mut walker)
        {
            return fail("a menu does not keep its word", why);
        }
        if let Err(why) = free_points_agree_with_judge::<G>(&table, side, &command, &mut points) {
            return fail("free placing and judge disagree", why);
        }
        let before = StateHash::of(table.state());
        match table.act(side, command.clone(), &[]) {
            Ok(acted) if acted.dice.is_empty() && table.undo(side).is_ok() => {
                if StateHash::of(table.state()) != before {
                    return fail("undo does not restore", format!("{command:?}"));
                }
                if let Err(e) = table.act(side, command.clone(), &[]) {
                    return fail("a command taken back cannot be given again", format!("{e:?}"));
                }
            }
            Ok(_) => {}
            Err(ActError::Refused(why)) => {
                return fail("a sampled command is refused", format!("{command:?}: {why:?}"));
            }
            Err(e) => return fail("dice", format!("{e:?}")),
        }
        let news = table.log(Seat::Referee, told.len() as u32);
        if let Err(why) = every_die_is_shown::<G>(&table, &news) {
            return fail("dice and log disagree", format!("{why} after {command:?}"));
        }
        told.extend(news);
        if let Err(why) = G::check(table.rules(), table.state()) {
            return fail("the position is unsound", format!("{why} after {command:?}"));
        }
        if let Err(why) = enters_again(data, &table) {
            return fail("the position cannot be entered again", format!("{why} after {command:?}"));
        }
        if stale.len() == STALE {
            stale.remove(0);
        }
        stale.push((side, command));
    }
    if table.outcome().is_none() {
        return Err("nobody owes a decision and there is no outcome".into());
    }
    if table.log(Seat::Referee, 0) != told {
        return Err("the log told again is not the log told at the time".into());
    }
    cited.extend(told.iter().flat_map(|entry| &entry.rules).map(|r| r.0));
    if let Some(unknown) = cited.iter().find(|id| !known.contains(**id)) {
        return Err(format!("the digest has no rule {unknown}"));
    }
    let transcript = table.transcript();
    let text = transcript.to_lines();
    let again = crate::Transcript::from_lines(&text).map_err(|e| e.to_string())?;
    if again != transcript {
        return Err("the transcript does not read back as it was written".into());
    }
    let replayed = Table::<G>::load(data, &again, None).map_err(|e| format!("replay: {e}"))?;
    let state = StateHash::of(replayed.state());
    if state != StateHash::of(table.state()) {
        return Err("the replay ends elsewhere".into());
    }
    Ok(LawReport { commands: table.len(), state, transcript: text, cited })
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
        let (view, seen) = (G::view(&rules, &state, seat), table.view(seat));
        if view != seen {
            return fail(format!("in the view of {seat:?} {}", differs(&view, &seen)));
        }
    }
    for side in Side::BOTH {
        let (menu, asked) = (G::menu(&rules, &state, side, None), table.menu(side, None));
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

/// A draft can be given as it stands exactly when it is a legal command.
fn menu_agrees_with_judge<G: Game>(
    table: &Table<G>,
    side: Side,
    command: &G::Command,
    cited: &mut BTreeSet<&'static str>,
) -> Result<(), String> {
    let judged = validate::<G>(table.rules(), table.state(), side, command.clone());
    let menu = table.menu(side, Some(command));
    for barred in menu.choices.iter().flat_map(|c| &c.barred) {
        cited.insert(barred.rule.0);
    }
    let offered = menu.draft.as_ref().is_some_and(|d| d.barred.is_empty());
    let refusals = judged.err().unwrap_or_else(Refusals::none);
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
    let refusals = |command: &G::Command| {
        validate::<G>(table.rules(), table.state(), side, command.clone())
            .err()
            .unwrap_or_else(Refusals::none)
    };
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
            let refusals = validate::<G>(table.rules(), table.state(), side, command.clone()).err();
            let (inside, accepted) = (free.allows(point), refusals.is_none());
            if inside != accepted && (accepted || !free.crowded) {
                return Err(format!("{side} {command:?}: region says {inside}, judge says {refusals:?}"));
            }
            let draft = table.menu(side, Some(&command)).draft;
            match draft.and_then(|d| d.mended) {
                Some(mended) if !accepted && !mended.barred.is_empty() => {
                    validate::<G>(table.rules(), table.state(), side, mended.command)
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
