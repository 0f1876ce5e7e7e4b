//! A table that the rules as they are now make something else of: it is shown as it was, and nobody can play at it.

use crate::app::App;
use crate::keeping;
use crate::open_table::told;
use crate::past::Past;
use crate::replay;
use crate::room::not_here;
use crate::seats::OwnSeats;
use crate::tables::{About, Summary};
use crate::talk::Spoken;
use catalog::Edition;
use serde_json::{Map, Value, json};
use store::{ChainEnd, TableRow};
use table::{Difference, End, How, Line, Outcome, Seat, Seed, Side, Transcript};
use wire::live::{Parted, TableInfo};
use wire::{Answer, Call, Error, Json, Pending};

/// Where and why the rules make something else of a game.
#[derive(Clone, Debug)]
pub(crate) struct Parting {
    /// The first command of which they do, from 1; nothing if they cannot set the game up.
    pub(crate) line: Option<u32>,
    /// Why, in words.
    pub(crate) why: String,
}

impl Parting {
    pub(crate) fn of(whole: &Transcript, difference: &Difference) -> Parting {
        let line = whole.command_at(difference.line);
        let why = match (line, difference.how) {
            (Some(line), How::Illegal) => {
                // The rule's id comes first; players want the sentence.
                let says = difference.says.split_once(": ").map_or(&*difference.says, |(_, says)| says);
                format!("command {line} is no longer allowed: {says}")
            }
            (Some(line), How::Dice) => format!("command {line} takes other dice now"),
            (Some(line), How::Position) => format!("command {line} has another effect now"),
            (_, _) => format!("the game is set up differently now: {}", difference.says),
        };
        Parting { line, why }
    }
}

/// What is known of a table whatever its rules are.
pub(crate) struct Shown {
    pub(crate) about: About,
    pub(crate) end: ChainEnd,
    pub(crate) seed: Option<Seed>,
    pub(crate) row: TableRow,
    pub(crate) spoken: Spoken,
}

/// A table as it was kept.
pub(crate) struct AsKept {
    pub(crate) about: About,
    pub(crate) end: ChainEnd,
    pub(crate) spoken: Spoken,
    /// What is in memory may not be what is on disk: to be read again before anybody sees it.
    pub(crate) spoiled: bool,
    /// The game as its log tells it.
    pub(crate) whole: Transcript,
    pub(crate) parting: Parting,
    /// The rules as they are now; nothing if this program does not have them any more.
    pub(crate) edition: Option<Edition>,
    /// Sides that agree to go on.
    pub(crate) agreed: Vec<Side>,
    summary: Summary,
    /// The replay as each seat may see it, without commands.
    replays: Vec<(Seat, Value)>,
}

impl AsKept {
    /// Reads what was kept. Where nothing was, what both rules agree on is shown, and the rest as text.
    pub(crate) async fn read(
        app: &App,
        shown: Shown,
        past: Past,
        parting: Parting,
        edition: Option<Edition>,
    ) -> Result<AsKept, store::StoreError> {
        let Shown { about, end, seed, row, spoken } = shown;
        let finished = row.finished_ms.is_some();
        let mut replays: Vec<(Seat, Value)> = Vec::new();
        for view in app.store.kept_views(end, past.since).await? {
            let stands = past.made_at.iter().filter(|made_at| **made_at <= view.upto_seq).count();
            match keeping::unpacked(&view.body) {
                Ok(replay) => replays.push((view.seat, cut(replay, stands))),
                Err(error) => tracing::error!(table = about.id, %error, "a kept view cannot be read"),
            }
        }
        let mut missing = keeping::seats(finished);
        missing.retain(|seat| replays.iter().all(|(of, _)| of != seat));
        if let Some(line) = parting.line.filter(|_| !missing.is_empty()) {
            let mut agreed = past.whole.clone();
            agreed.truncate(line as usize - 1);
            let catalog = app.catalog.clone();
            let info = about.info(&OwnSeats::default(), end.seq, Summary::default());
            let made = move || keeping::replays(&catalog, &agreed, &info, &missing);
            if let Ok(Ok(made)) = tokio::task::spawn_blocking(made).await {
                replays.extend(made);
            }
        }
        let agreed = match (&edition, parting.line) {
            (Some(edition), Some(line)) => past.agreed_to(line, &edition.rules),
            _ => Vec::new(),
        };
        let mut kept = AsKept {
            about,
            end,
            spoken,
            spoiled: false,
            whole: past.whole,
            parting,
            edition,
            agreed,
            summary: Summary::default(),
            replays,
        };
        let noted = row.summary.as_deref().and_then(|text| serde_json::from_str(text).ok());
        kept.summary = noted.unwrap_or_else(|| kept.summary_of_what_is_seen());
        if finished && let Some(outcome) = kept.summary.outcome.clone() {
            kept.whole.end = Some(end_of(&kept.whole, outcome, seed));
        }
        Ok(kept)
    }

    fn summary_of_what_is_seen(&self) -> Summary {
        let Some(view) = self.replay_for(Seat::Observer).map(last_view) else { return Summary::default() };
        let number = |path: &str| view.pointer(path).and_then(Value::as_u64).map(|n| n as u16);
        Summary {
            to_act: Vec::new(),
            turn: number("/phase/turn").unwrap_or_default(),
            turns: number("/phase/turns"),
            outcome: serde_json::from_value(view["outcome"].clone()).unwrap_or_default(),
            aircraft: view["aircraft"].as_array().map_or(0, |all| all.len() as u16),
        }
    }

    pub(crate) fn is_over(&self) -> bool {
        self.whole.end.is_some()
    }

    /// Whether play can go on from before the command of which the rules make something else.
    pub(crate) fn may_resume(&self) -> bool {
        !self.is_over() && self.parting.line.is_some() && self.edition.is_some()
    }

    /// Sides whose players have still to agree to that. Computer pilots agree by themselves.
    pub(crate) fn missing(&self) -> Vec<Side> {
        if !self.may_resume() {
            return Vec::new();
        }
        let person = |side: &Side| self.about.setup.sides.get(side).is_none_or(|info| info.pilot.is_none());
        Side::BOTH.into_iter().filter(|side| person(side) && !self.agreed.contains(side)).collect()
    }

    pub(crate) fn parted(&self) -> Parted {
        Parted {
            line: self.parting.line,
            why: self.parting.why.clone(),
            lines: self.whole.lines.len() as u32,
            may_resume: self.may_resume(),
            agreed: self.agreed.clone(),
            missing: self.missing(),
        }
    }

    pub(crate) fn info(&self, held: &OwnSeats) -> TableInfo {
        let summary = Summary { to_act: self.missing(), ..self.summary.clone() };
        TableInfo { parted: Some(self.parted()), ..self.about.info(held, self.end.seq, summary) }
    }

    /// What lists show, as JSON.
    pub(crate) fn summary(&self) -> String {
        self.summary.json()
    }

    /// The transcript, as far as whoever holds these seats may know it.
    pub(crate) fn transcript(&self, held: &OwnSeats) -> String {
        if self.is_over() { self.whole.to_lines() } else { replay::redacted(&self.whole, held) }
    }

    /// The replay that this seat is shown. Once a game is over everybody sees all of it.
    fn replay_for(&self, seat: Seat) -> Option<&Value> {
        let seat = if self.is_over() { Seat::Referee } else { seat };
        self.replays.iter().find(|(of, _)| *of == seat).map(|(_, replay)| replay)
    }

    /// The replay, as far as whoever holds these seats may know it; nothing if not even the set-up was kept.
    pub(crate) fn replay(&self, held: &OwnSeats) -> Option<Value> {
        let mut replay = self.replay_for(held.first(&[]))?.clone();
        replay["table"] = serde_json::to_value(self.info(held)).unwrap_or_default();
        let knows = |side: Side| self.is_over() || held.holds(side.into());
        let mut next = next_entry(&replay);
        let steps = replay["steps"].as_array_mut()?;
        for (step, line) in steps.iter_mut().zip(&self.whole.lines).filter(|(_, line)| knows(line.side)) {
            step["command"] = line.command.clone();
        }
        for (n, line) in self.whole.lines.iter().enumerate().skip(steps.len()) {
            steps.push(as_text(n as u32 + 1, next, line, knows(line.side)));
            next += 1;
        }
        Some(replay)
    }

    /// Answers a call that asks to see the table; everything else is refused.
    pub(crate) fn answer(&self, call: &Call, seat: Seat) -> Result<Answer, Error> {
        let nothing = || not_here("nothing but the commands was kept of this game: see its transcript");
        match call {
            Call::View(ask) | Call::Sit(ask) => {
                self.seen(seat, ask.since).map(|seen| Answer::Kept(Json::of(&seen))).ok_or_else(nothing)
            }
            Call::Briefing(_) => {
                let replay = self.replay_for(seat).ok_or_else(nothing)?;
                Ok(Answer::Kept(Json::of(&replay["briefing"])))
            }
            Call::Pending(_) => Ok(Answer::Pending(Pending {
                to_act: Vec::new(),
                outcome: self.summary.outcome.clone().filter(|_| self.is_over()),
                line: self.whole.lines.len() as u32,
                seq: self.end.seq,
                mark: Some(told(self.end.mark)),
            })),
            Call::Transcript(_) if self.is_over() => Ok(Answer::Transcript(Box::new(self.whole.clone()))),
            _ => Err(crate::open_table::Shut::Parted(self.parting.why.clone()).into()),
        }
    }

    /// What `view` answers: the last position that was kept, and no decision.
    fn seen(&self, seat: Seat, since: u32) -> Option<Value> {
        let replay = self.replay_for(seat)?;
        let mut seen = last_view(replay);
        seen["seat"] = serde_json::to_value(seat).unwrap_or_default();
        seen["to_act"] = json!([]);
        seen["cards"] = replay["cards"].clone();
        seen["log"] =
            log(replay).filter(|entry| entry["seq"].as_u64() >= Some(since.into())).map(filled).collect();
        seen["next_seq"] = next_entry(replay).into();
        seen["line"] = self.whole.lines.len().into();
        seen["seq"] = self.end.seq.into();
        seen["mark"] = self.end.mark.to_string().into();
        for nothing in ["decision", "position", "take_back", "asked"] {
            seen[nothing] = Value::Null;
        }
        Some(seen)
    }
}

/// The last line of a transcript whose game ended like that.
pub(crate) fn end_of(whole: &Transcript, outcome: Outcome, seed: Option<Seed>) -> End {
    let resumed = whole.resumed.iter().filter_map(|resumed| resumed.seed);
    let resumed = resumed.map(|seed| seed.hex()).collect();
    End { outcome, seed: seed.map(|seed| seed.hex()), resumed }
}

/// A replay without the commands after the first so many: they were taken back since.
fn cut(mut replay: Value, stands: usize) -> Value {
    if let Some(steps) = replay["steps"].as_array_mut() {
        steps.truncate(stands);
    }
    replay
}

/// A command of which nothing but its text is known.
fn as_text(line: u32, seq: u64, said: &Line, known: bool) -> Value {
    let text = match known {
        true => format!("{} said {}", said.side, said.command),
        false => format!("{} said something that only they know", said.side),
    };
    let entry =
        json!({ "seq": seq, "line": line, "kind": "decision", "text": text, "rules": [], "side": said.side });
    json!({ "line": line, "side": said.side, "command": known.then_some(&said.command), "to_act": [], "patch": {},
            "log": [entry] })
}

fn steps(replay: &Value) -> impl Iterator<Item = &Value> {
    replay["steps"].as_array().into_iter().flatten()
}

fn log(replay: &Value) -> impl Iterator<Item = &Value> {
    let at_first = replay["log"].as_array().into_iter().flatten();
    at_first.chain(steps(replay).flat_map(|step| step["log"].as_array().into_iter().flatten()))
}

fn next_entry(replay: &Value) -> u64 {
    log(replay).filter_map(|entry| entry["seq"].as_u64()).max().map_or(0, |last| last + 1)
}

/// An entry of the log with the fields that were left out because they are empty.
fn filled(entry: &Value) -> Value {
    let mut whole =
        json!({ "side": null, "actor": null, "target": null, "dice": [], "path": [], "calculation": null });
    if let (Some(whole), Some(entry)) = (whole.as_object_mut(), entry.as_object()) {
        whole.extend(entry.clone());
    }
    whole
}

/// The view after all steps of a replay.
fn last_view(replay: &Value) -> Value {
    let mut view = replay["view"].clone();
    for step in steps(replay) {
        if let (Some(view), Some(patch)) = (view.as_object_mut(), step["patch"].as_object()) {
            apply(view, patch);
        }
    }
    view
}

/// The view after a patch, as `docs/protocol.md` tells a client to work it out.
fn apply(view: &mut Map<String, Value>, patch: &Map<String, Value>) {
    fn list<'a>(view: &'a mut Map<String, Value>, field: &str) -> Option<&'a mut Vec<Value>> {
        view.get_mut(field).and_then(Value::as_array_mut)
    }
    for (field, new) in patch {
        match (field.as_str(), new) {
            ("phase", Value::Object(new)) => {
                if let Some(phase) = view.get_mut("phase").and_then(Value::as_object_mut) {
                    phase.extend(new.clone());
                }
            }
            ("aircraft", Value::Array(changed)) => {
                let Some(all) = list(view, "aircraft") else { continue };
                for changed in changed {
                    let known =
                        all.iter_mut().find(|a| a["id"] == changed["id"]).and_then(Value::as_object_mut);
                    match (known, changed.as_object()) {
                        (Some(known), Some(changed)) => known.extend(changed.clone()),
                        _ => all.push(changed.clone()),
                    }
                }
            }
            ("gone", Value::Array(gone)) => {
                if let Some(all) = list(view, "aircraft") {
                    all.retain(|a| !gone.contains(&a["id"]));
                }
            }
            ("markers", Value::Object(change)) => {
                let Some(all) = list(view, "markers") else { continue };
                let part = |name: &str| change.get(name).and_then(Value::as_array).into_iter().flatten();
                for gone in part("gone") {
                    if let Some(at) = all.iter().position(|marker| marker == gone) {
                        all.remove(at);
                    }
                }
                all.extend(part("new").cloned());
            }
            (whole, new) => {
                view.insert(whole.to_owned(), new.clone());
            }
        }
    }
}
