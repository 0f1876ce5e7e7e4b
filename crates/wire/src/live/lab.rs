//! The lab in a browser: runs of games between computer pilots.

use crate::Side;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use ts_rs::TS;

/// Answer to `GET /api/lab`: what may be ordered.
#[derive(Clone, Debug, Serialize, TS)]
pub struct LabOffer {
    /// Whether the host lets people use it.
    pub on: bool,
    /// The pilots that there are, weakest first.
    pub pilots: Vec<LabPilot>,
    /// The most games of one run.
    pub most_games: u32,
    /// How long one run may play, in seconds. It ends with the games played by then.
    pub most_seconds: u32,
}

/// A computer pilot of the lab.
#[derive(Clone, Debug, Serialize, TS)]
pub struct LabPilot {
    /// The word for it.
    pub id: String,
    /// What people call it.
    pub title: String,
    /// How it flies.
    pub text: String,
}

/// Body of `POST /api/lab`.
#[derive(Clone, Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct LabOrder {
    /// The game's id.
    pub game: String,
    /// The scenario's id.
    pub scenario: String,
    /// The pilot of the Allies.
    pub allies: String,
    /// The pilot of the Axis.
    pub axis: String,
    /// Whether the pilots change sides in every second game.
    #[serde(default)]
    pub swap: bool,
    /// How many games.
    pub games: u32,
    /// The number from which all chance follows.
    pub seed: u32,
}

/// A run, as `POST /api/lab`, `GET /api/lab/<id>` and `DELETE /api/lab/<id>` answer it.
#[derive(Clone, Debug, Serialize, TS)]
pub struct LabRun {
    /// Its id.
    pub id: String,
    /// The game's id.
    pub game: String,
    /// The scenario's id.
    pub scenario: String,
    /// The scenario's title.
    pub title: String,
    /// Who flies a side; where the pilots change sides, in the first game of a pair.
    pub pilots: BTreeMap<Side, String>,
    /// Whether they change sides.
    pub swap: bool,
    /// The number from which all chance follows.
    pub seed: u32,
    /// Games that were ordered.
    pub games: u32,
    /// Games played so far.
    pub played: u32,
    /// How long it has been played, in milliseconds. Time in which it waited for its turn does not count.
    pub played_ms: u32,
    /// How far it is.
    pub state: LabState,
    /// Why it has ended before all games were played, if it has.
    pub ended: Option<LabEnded>,
    /// What came of it, once it has ended with any games.
    pub result: Option<LabResult>,
}

/// How far a run is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "kebab-case")]
pub enum LabState {
    /// Others are played first.
    Waiting,
    /// It is played.
    Playing,
    /// It has ended: with all games, or with those that were played before it was stopped.
    Done,
    /// It was stopped before the first game was over.
    Stopped,
    /// The program is at fault.
    Failed,
}

/// Why a run has ended before all games were played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "kebab-case")]
pub enum LabEnded {
    /// A run may play no longer.
    Time,
    /// Somebody has asked for it.
    Asked,
    /// The server stops.
    Server,
}

/// What came of a run. The report tells more.
#[derive(Clone, Debug, Serialize, TS)]
pub struct LabResult {
    /// Games counted.
    pub games: u32,
    /// Games that nobody won.
    pub draws: u32,
    /// The turn in which a game ended, on average.
    pub turns: f64,
    /// The sides.
    pub sides: BTreeMap<Side, LabSide>,
    /// How the pilot did that flew the Allies first, where the pilots changed sides. The other one did the reverse.
    pub first: Option<LabFirst>,
}

/// How the first of two pilots did that changed sides.
#[derive(Clone, Debug, Serialize, TS)]
pub struct LabFirst {
    /// Games won.
    pub won: u32,
    /// Games drawn.
    pub drawn: u32,
    /// Games lost.
    pub lost: u32,
    /// The share of games won, draws as halves, from 0 to 1. The games of a pair have the same dice, so pairs are what is counted.
    pub share: f64,
    /// The true share is not below this in 95 of 100 cases.
    pub low: f64,
    /// Nor above this.
    pub high: f64,
}

/// A side in a result.
#[derive(Clone, Debug, Serialize, TS)]
pub struct LabSide {
    /// What it is called in this scenario.
    pub name: String,
    /// Games won.
    pub won: u32,
    /// The share of games won, draws as halves, from 0 to 1.
    pub share: f64,
    /// The true share is not below this in 95 of 100 cases.
    pub low: f64,
    /// Nor above this.
    pub high: f64,
    /// Victory points in a game, on average.
    pub points: f64,
    /// Aircraft lost in a game, on average.
    pub lost: f64,
}
