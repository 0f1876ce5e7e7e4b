//! What the web server adds to the requests of the bot protocol: tables with seats, and changes as they happen.
//! `docs/live-protocol.md` explains it.

use crate::{Card, Cut, GameInfo, LogEntry, Menu, Outcome, Plan, Rule, Seat, Side, View};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;
use table::view::{Aircraft, At, Board, Gauge, Marker, Phase, PhaseStep, Pose, Score, Tag};
use table::{Calculation, DiceChoice, EventKind, PieceId, Rolled, RuleId};
use ts_rs::TS;

/// The version of the live protocol.
pub const LIVE_VERSION: u32 = 1;

/// Answer to `GET /api/games`.
#[derive(Clone, Debug, Serialize, JsonSchema, TS)]
pub struct Offer {
    /// The games.
    pub games: Vec<GameInfo>,
    /// Computer pilots, weakest first.
    pub pilots: Vec<PilotInfo>,
}

/// A computer pilot.
#[derive(Clone, Debug, Serialize, JsonSchema, TS)]
pub struct PilotInfo {
    /// What follows `pilot:` when a table is made.
    pub id: String,
    /// What it is called.
    pub title: String,
    /// How it plays, in one sentence.
    pub text: String,
}

/// Answer to `GET /api/rules/<game>`.
#[derive(Clone, Debug, Serialize, JsonSchema, TS)]
pub struct Digest {
    /// The game's id.
    pub game: String,
    /// The game's title.
    pub title: String,
    /// The whole digest in Markdown.
    pub text: String,
    /// The same, cut up by rule.
    pub rules: Vec<Rule>,
}

/// Body of `POST /api/tables`.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct NewTable {
    /// The game's id.
    pub game: String,
    /// A scenario's id, or a whole scenario.
    #[ts(type = "string | Record<string, unknown>")]
    pub scenario: Value,
    /// Options put over those of the scenario.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "Record<string, unknown>")]
    pub options: Option<serde_json::Map<String, Value>>,
    /// Where chance comes from.
    #[serde(default)]
    #[ts(optional, as = "Option<TableDice>")]
    pub dice: TableDice,
    /// Who flies each side: `human` or `pilot:<level>`.
    #[serde(default)]
    #[ts(optional, as = "Option<BTreeMap<Side, String>>")]
    pub seats: BTreeMap<Side, String>,
    /// Whether the maker gets every human side.
    #[serde(default)]
    #[ts(optional, as = "Option<bool>")]
    pub hot_seat: bool,
    /// Which side the maker gets, where there is a choice.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub mine: Option<Side>,
    /// Who may watch.
    #[serde(default)]
    #[ts(optional, as = "Option<Watch>")]
    pub watch: Watch,
    /// The least time between two commands of a computer pilot, in milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub pace_ms: Option<u32>,
}

/// How the players of a table want their dice.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema, TS)]
#[serde(untagged)]
#[serde(expecting = "\"seed\", \"ask\" or {\"seed\": …}")]
pub enum TableDice {
    /// The server draws a secret seed.
    #[default]
    #[serde(with = "word_seed")]
    #[schemars(with = "String")]
    #[ts(type = "\"seed\"")]
    Secret,
    /// A seed chosen by the maker, or dice thrown by people.
    #[ts(type = "\"ask\" | { seed: number | string }")]
    Chosen(DiceChoice),
}

/// The word `seed` for a variant that carries nothing.
mod word_seed {
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    pub(super) fn serialize<S: Serializer>(to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str("seed")
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<(), D::Error> {
        let word = String::deserialize(from)?;
        if word == "seed" { Ok(()) } else { Err(D::Error::custom("expected \"seed\"")) }
    }
}

/// Who may watch a table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "kebab-case")]
pub enum Watch {
    /// Whoever has the link for watchers.
    #[default]
    Link,
    /// Anybody; the table is listed.
    Anyone,
}

/// Answer to `POST /api/tables`.
#[derive(Clone, Debug, Serialize, JsonSchema, TS)]
pub struct Made {
    /// The table's id.
    pub id: String,
    /// Seats that the maker's browser holds.
    pub seats: Vec<Seat>,
    /// Secret links, shown this once.
    pub links: Links,
}

/// Secret links as paths.
#[derive(Clone, Debug, Default, Serialize, JsonSchema, TS)]
pub struct Links {
    /// For a seat of the Allies, if people fly them.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub allies: Option<String>,
    /// For a seat of the Axis, if people fly them.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub axis: Option<String>,
    /// For watchers.
    pub watch: String,
}

/// Answer to `GET /api/tables`.
#[derive(Clone, Debug, Serialize, JsonSchema, TS)]
pub struct Tables {
    /// Tables of which this browser holds a seat, newest first.
    pub mine: Vec<TableInfo>,
    /// Tables that anybody may watch, newest first.
    pub open: Vec<TableInfo>,
}

/// What lists and pages show of a table.
#[derive(Clone, Debug, Serialize, JsonSchema, TS)]
pub struct TableInfo {
    /// Its id.
    pub id: String,
    /// The game's id.
    pub game: String,
    /// The scenario's title.
    pub title: String,
    /// When it was made, in milliseconds since 1970.
    pub created_ms: i64,
    /// The sides.
    pub sides: BTreeMap<Side, SideInfo>,
    /// Seats that this browser holds.
    pub held: Vec<Seat>,
    /// Whether one browser was given both sides.
    pub hot_seat: bool,
    /// Where its dice come from.
    pub dice: DiceKind,
    /// SHA-256 of its seed, where there is one.
    pub commitment: Option<String>,
    /// What fixes its scenario, options and dice together, where there is a seed: `tallyho verify` prints the same for the finished game.
    pub seal: Option<String>,
    /// Who may watch.
    pub watch: Watch,
    /// The least time between two commands of a computer pilot, in milliseconds.
    pub pace_ms: u32,
    /// Changes so far.
    pub seq: u32,
    /// Sides that owe a decision.
    pub to_act: Vec<Side>,
    /// Game turn.
    pub turn: u16,
    /// Last turn, if there is one.
    pub turns: Option<u16>,
    /// How it ended, if it has.
    pub outcome: Option<Outcome>,
}

/// Where a table's dice come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "kebab-case")]
pub enum DiceKind {
    /// From a secret seed.
    Seed,
    /// From a seed that the maker chose and therefore knows.
    Chosen,
    /// People throw them.
    Ask,
}

/// A side of a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct SideInfo {
    /// What it is called in this scenario.
    pub name: String,
    /// The computer pilot that flies it, if people do not.
    pub pilot: Option<String>,
}

/// Answer to `GET /api/tables/<id>/replay`.
#[derive(Clone, Debug, Serialize, JsonSchema, TS)]
pub struct Replay {
    /// The table.
    pub table: TableInfo,
    /// From where it is seen.
    pub seat: Seat,
    /// The position after set-up.
    pub view: View,
    /// Cards of the aircraft in it, and all that come with the scenario.
    pub cards: Vec<Card>,
    /// The log of set-up.
    pub log: Vec<LogLine>,
    /// Every command.
    pub steps: Vec<ReplayStep>,
}

/// One command of a replay.
#[derive(Clone, Debug, Serialize, JsonSchema, TS)]
pub struct ReplayStep {
    /// Its number, from 1.
    pub line: u32,
    /// Who said it.
    pub side: Side,
    /// What was said, where this browser may know.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "unknown")]
    pub command: Option<Value>,
    /// Who owed a decision after it.
    pub to_act: Vec<Side>,
    /// What it changed.
    pub patch: Patch,
    /// What it caused.
    pub log: Vec<LogLine>,
}

/// Notification `hello`: the first on every socket.
#[derive(Clone, Debug, Serialize, JsonSchema, TS)]
pub struct Hello {
    /// Version of the live protocol.
    pub version: u32,
    /// Version of the server.
    pub server: String,
    /// What may be given as `seat`.
    pub seats: Vec<Seat>,
    /// The seat for which changes come.
    pub seat: Seat,
    /// Changes so far.
    pub seq: u32,
    /// The table.
    pub table: TableInfo,
    /// Sockets per seat.
    pub presence: Presence,
    /// Who asks the other side to let them take something back.
    pub asked: Option<Side>,
}

/// Notification `asked`: a side asks the other one to let it take something back, or no longer does. A change withdraws it too.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema, TS)]
pub struct Asked {
    /// Who asks; nobody when the other side has refused.
    pub by: Option<Side>,
    /// Changes so far, to be sent back with `consent`.
    pub seq: u32,
}

/// Whether a seat may take its last command back.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema, TS)]
pub struct MayTakeBack {
    /// Whether it may.
    pub may: TakeBackWord,
    /// Why it may not.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub why: Option<String>,
}

/// Whether something may be taken back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema, TS)]
#[serde(rename_all = "kebab-case")]
pub enum TakeBackWord {
    /// At once.
    Now,
    /// If the other side agrees.
    Ask,
    /// Not at all.
    No,
}

impl MayTakeBack {
    /// At once.
    pub fn now() -> MayTakeBack {
        MayTakeBack { may: TakeBackWord::Now, why: None }
    }

    /// If the other side agrees.
    pub fn ask() -> MayTakeBack {
        MayTakeBack { may: TakeBackWord::Ask, why: None }
    }

    /// Not at all.
    pub fn no(why: &str) -> MayTakeBack {
        MayTakeBack { may: TakeBackWord::No, why: Some(why.to_owned()) }
    }
}

/// Notification `presence`: sockets per seat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, JsonSchema, TS)]
pub struct Presence {
    /// With a seat of the Allies.
    pub allies: u32,
    /// With a seat of the Axis.
    pub axis: u32,
    /// With neither.
    pub observer: u32,
}

/// Notification `thinking`: a computer pilot is at work.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema, TS)]
pub struct Thinking {
    /// For which side.
    pub side: Side,
    /// Whether it has begun or ended.
    pub on: bool,
}

/// Notification `bye`: the server is about to close the socket.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema, TS)]
pub struct Bye {
    /// Why.
    pub why: ByeWhy,
}

/// Why a socket is closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema, TS)]
#[serde(rename_all = "kebab-case")]
pub enum ByeWhy {
    /// The server stops.
    Shutdown,
    /// The client does not read what it is sent.
    Slow,
    /// The client sends too much, or what it may not send.
    Flood,
}

/// Notification `changed`: after each command or undo, once it is on disk.
#[derive(Clone, Debug, Serialize, JsonSchema, TS)]
pub struct Changed {
    /// Number of the change, one more than the last.
    pub seq: u32,
    /// Commands in the transcript.
    pub line: u32,
    /// Whose command or undo.
    pub by: Side,
    /// Whether commands were taken back.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[ts(optional, as = "Option<bool>")]
    pub undo: bool,
    /// Who owes a decision now.
    pub to_act: Vec<Side>,
    /// What changed in the view.
    pub patch: Patch,
    /// Whether this seat may take its last command back; nothing for a seat that plays no side.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub take_back: Option<MayTakeBack>,
    /// What changed in the log.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub log: Option<LogChange>,
}

/// New entries of the log.
#[derive(Clone, Debug, Serialize, JsonSchema, TS)]
pub struct LogChange {
    /// They replace everything from this number on.
    pub from: u32,
    /// The entries.
    pub entries: Vec<LogLine>,
}

/// What turns a view into the next. A field that is missing did not change.
#[derive(Clone, Debug, Default, PartialEq, Serialize, JsonSchema, TS)]
pub struct Patch {
    /// New title.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub title: Option<String>,
    /// New map.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub board: Option<Board>,
    /// What changed in the phase.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub phase: Option<PhasePatch>,
    /// Aircraft that changed or are new.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<AircraftPatch>>")]
    pub aircraft: Vec<AircraftPatch>,
    /// Aircraft no longer known.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<PieceId>>")]
    pub gone: Vec<PieceId>,
    /// Markers that came and went.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub markers: Option<MarkerPatch>,
    /// Who owes a decision now.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub to_act: Option<Vec<Side>>,
    /// New standings, all of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub score: Option<Vec<Score>>,
    /// New outcome; null after an undo.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub outcome: Option<Option<Outcome>>,
}

/// What changed in the phase.
#[derive(Clone, Debug, Default, PartialEq, Serialize, JsonSchema, TS)]
pub struct PhasePatch {
    /// Game turn.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub turn: Option<u16>,
    /// Last turn.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub turns: Option<Option<u16>>,
    /// Which step is on.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub step: Option<u8>,
    /// The steps of a turn.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub steps: Option<Vec<PhaseStep>>,
}

/// What changed in the markers; compared by value, in no order.
#[derive(Clone, Debug, Default, PartialEq, Serialize, JsonSchema, TS)]
pub struct MarkerPatch {
    /// No longer there.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<Marker>>")]
    pub gone: Vec<Marker>,
    /// New.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<Marker>>")]
    pub new: Vec<Marker>,
}

/// What changed in one aircraft; all of it for one not known before.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema, TS)]
pub struct AircraftPatch {
    /// Which one.
    pub id: PieceId,
    /// New name.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub name: Option<String>,
    /// New group.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub group: Option<String>,
    /// New card.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub card: Option<String>,
    /// New side.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub side: Option<Side>,
    /// New role.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub role: Option<String>,
    /// New pose; null when it left the map.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub pose: Option<Option<Pose>>,
    /// New status.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub status: Option<String>,
    /// Whether it is on the map now.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub flying: Option<bool>,
    /// New gauges, all of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub gauges: Option<Vec<Gauge>>,
    /// New tags, all of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub tags: Option<Vec<Tag>>,
    /// New trail.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub trail: Option<Vec<At>>,
}

/// A log entry without the fields that are null or empty.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema, TS)]
pub struct LogLine {
    /// Number in the log.
    pub seq: u32,
    /// Number of the command that caused it.
    pub line: u32,
    /// What sort of thing.
    pub kind: EventKind,
    /// The sentence.
    pub text: String,
    /// The rules behind it.
    #[ts(type = "string[]")]
    pub rules: Vec<RuleId>,
    /// The aircraft that did it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub actor: Option<PieceId>,
    /// The aircraft that suffered it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub target: Option<PieceId>,
    /// The dice that decided it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<Rolled>>")]
    pub dice: Vec<Rolled>,
    /// The way flown.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<At>>")]
    pub path: Vec<At>,
    /// How its number came about.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub calculation: Option<Calculation>,
}

impl From<LogEntry> for LogLine {
    fn from(entry: LogEntry) -> LogLine {
        let LogEntry { seq, line, kind, text, rules, actor, target, dice, path, calculation } = entry;
        LogLine { seq, line, kind, text, rules, actor, target, dice, path, calculation }
    }
}

/// Answer to `view` and `sit` on a socket.
#[derive(Clone, Debug, Serialize, JsonSchema, TS)]
pub struct Whole {
    /// Changes so far.
    pub seq: u32,
    /// Commands in the transcript.
    pub line: u32,
    /// The position.
    pub view: View,
    /// Cards of the aircraft in it, and all that come with the scenario.
    pub cards: Vec<Card>,
    /// The log, from the entry asked for.
    pub log: Vec<LogEntry>,
    /// What to send as `since` next time.
    pub next_seq: u32,
    /// The decision owed by this seat, if it owes one.
    pub decision: Option<Menu<Value>>,
    /// Whether this seat may take its last command back; nothing for a seat that plays no side.
    pub take_back: Option<MayTakeBack>,
    /// Who asks the other side to let them take something back.
    pub asked: Option<Side>,
}

/// Answer to `legal` on a socket.
#[derive(Clone, Debug, Serialize, JsonSchema, TS)]
pub struct Decision {
    /// Changes so far.
    pub seq: u32,
    /// The decision.
    pub decision: Menu<Value>,
}

/// Answer to `act` on a socket; what it caused is in the `changed` before it.
#[derive(Clone, Debug, Serialize, JsonSchema, TS)]
pub struct Done {
    /// Number of the change.
    pub seq: u32,
    /// Number of the command.
    pub line: u32,
    /// The faces used.
    pub dice: Vec<u8>,
}

/// Answer to `undo` and `consent` on a socket.
#[derive(Clone, Debug, Serialize, JsonSchema, TS)]
pub struct TakenBack {
    /// Whether the other side has to agree first: nothing has changed yet.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[ts(optional, as = "Option<bool>")]
    pub asked: bool,
    /// Number of the change.
    pub seq: u32,
    /// Commands in the transcript.
    pub line: u32,
}

/// Answer to `plans` on a socket.
#[derive(Clone, Debug, Serialize, JsonSchema, TS)]
pub struct PlansNow {
    /// Changes so far.
    pub seq: u32,
    /// The moves.
    pub plans: Vec<Plan<Value>>,
    /// Why some are left out; nothing when these are all.
    pub cut: Option<Cut>,
}

/// Answer to `position` on a socket.
#[derive(Clone, Debug, Serialize, JsonSchema, TS)]
pub struct PositionNow {
    /// Changes so far.
    pub seq: u32,
    /// The position as a scenario, as far as the seat knows it. Nothing once the game is over.
    #[ts(type = "Record<string, unknown> | null")]
    pub position: Option<Value>,
}

/// Answer to `GET /api/tables/<id>/chances`: who wins how often from places along a finished game, played out at random.
#[derive(Clone, Debug, Serialize, JsonSchema, TS)]
pub struct Chances {
    /// The places, in the order of the game.
    pub points: Vec<ChancesAt>,
}

/// How often each side won from one place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema, TS)]
pub struct ChancesAt {
    /// After this many commands.
    pub line: u32,
    /// Games that the Allies won.
    pub allies: u32,
    /// Games that the Axis won.
    pub axis: u32,
    /// Games that nobody won.
    pub draws: u32,
}

/// What turns `old` into `new`.
pub fn patch(old: &View, new: &View) -> Patch {
    fn changed<T: PartialEq + Clone>(old: &T, new: &T) -> Option<T> {
        (old != new).then(|| new.clone())
    }
    let known = |id: PieceId, at: usize| find(&old.aircraft, id, at);
    let aircraft = new.aircraft.iter().enumerate();
    Patch {
        title: changed(&old.title, &new.title),
        board: changed(&old.board, &new.board),
        phase: phase_patch(&old.phase, &new.phase),
        aircraft: aircraft.filter_map(|(at, a)| aircraft_patch(known(a.id, at), a)).collect(),
        gone: old.aircraft.iter().enumerate().filter_map(|(at, a)| lost(&new.aircraft, a.id, at)).collect(),
        markers: marker_patch(&old.markers, &new.markers),
        to_act: changed(&old.to_act, &new.to_act),
        score: changed(&old.score, &new.score),
        outcome: changed(&old.outcome, &new.outcome),
    }
}

/// The aircraft with this id; `at` is where it most likely is.
fn find(all: &[Aircraft], id: PieceId, at: usize) -> Option<&Aircraft> {
    all.get(at).filter(|a| a.id == id).or_else(|| all.iter().find(|a| a.id == id))
}

fn lost(all: &[Aircraft], id: PieceId, at: usize) -> Option<PieceId> {
    find(all, id, at).is_none().then_some(id)
}

fn phase_patch(old: &Phase, new: &Phase) -> Option<PhasePatch> {
    (old != new).then(|| PhasePatch {
        turn: (old.turn != new.turn).then_some(new.turn),
        turns: (old.turns != new.turns).then_some(new.turns),
        step: (old.step != new.step).then_some(new.step),
        steps: (old.steps != new.steps).then(|| new.steps.clone()),
    })
}

fn aircraft_patch(old: Option<&Aircraft>, new: &Aircraft) -> Option<AircraftPatch> {
    if old == Some(new) {
        return None;
    }
    fn changed<T: PartialEq + Clone>(
        old: Option<&Aircraft>,
        new: &Aircraft,
        field: impl Fn(&Aircraft) -> &T,
    ) -> Option<T> {
        (old.map(&field) != Some(field(new))).then(|| field(new).clone())
    }
    Some(AircraftPatch {
        id: new.id,
        name: changed(old, new, |a| &a.name),
        group: changed(old, new, |a| &a.group),
        card: changed(old, new, |a| &a.card),
        side: changed(old, new, |a| &a.side),
        role: changed(old, new, |a| &a.role),
        pose: changed(old, new, |a| &a.pose),
        status: changed(old, new, |a| &a.status),
        flying: changed(old, new, |a| &a.flying),
        gauges: changed(old, new, |a| &a.gauges),
        tags: changed(old, new, |a| &a.tags),
        trail: changed(old, new, |a| &a.trail),
    })
}

fn marker_patch(old: &[Marker], new: &[Marker]) -> Option<MarkerPatch> {
    if old == new {
        return None;
    }
    let mut gone = old.to_vec();
    let mut added = Vec::new();
    for marker in new {
        match gone.iter().position(|m| m == marker) {
            Some(at) => drop(gone.remove(at)),
            None => added.push(marker.clone()),
        }
    }
    (!gone.is_empty() || !added.is_empty()).then_some(MarkerPatch { gone, new: added })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;
    use table::view;

    #[test]
    fn dice_are_read_as_people_write_them() {
        let read = |dice: Value| serde_json::from_value::<TableDice>(dice);
        assert!(matches!(read(json!("seed")), Ok(TableDice::Secret)));
        assert!(matches!(read(json!("ask")), Ok(TableDice::Chosen(DiceChoice::Ask))));
        assert!(matches!(read(json!({"seed": 42})), Ok(TableDice::Chosen(DiceChoice::Seed(_)))));
        assert!(read(json!("loaded")).is_err());
    }

    fn marker(label: &str) -> Marker {
        let at = At::Hex { col: 1, row: 1 };
        Marker { kind: view::MarkerKind::Cloud, at, label: label.into(), rule: RuleId("g/r") }
    }

    #[test]
    fn equal_markers_are_counted_not_merged() {
        let (a, b) = (marker("a"), marker("b"));
        assert_eq!(marker_patch(&[a.clone(), b.clone()], &[b.clone(), a.clone()]), None);
        let one_less = marker_patch(&[a.clone(), a.clone(), b.clone()], &[a.clone(), b.clone()]);
        assert_eq!(one_less, Some(MarkerPatch { gone: vec![a.clone()], new: vec![] }));
        let one_more = marker_patch(std::slice::from_ref(&b), &[b.clone(), b.clone()]);
        assert_eq!(one_more, Some(MarkerPatch { gone: vec![], new: vec![b] }));
    }
}
