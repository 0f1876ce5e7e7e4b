//! What is known of a table beside its position: who flies what, how it was set up, what lists show.

use crate::seats::OwnSeats;
use catalog::Level;
use desk::Company;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use store::{StoreError, TableRow};
use table::{Outcome, Side, Transcript};
use wire::live::{ClockOrder, DiceKind, People, SideInfo, TableInfo};
use wire::{View, Watch};

/// What the server wants to know again of a table that it opens.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Setup {
    pub(crate) sides: BTreeMap<Side, SideInfo>,
    #[serde(default)]
    pub(crate) people: People,
    #[serde(default)]
    pub(crate) clock: Option<ClockOrder>,
    pub(crate) hot_seat: bool,
    pub(crate) dice: DiceKind,
    pub(crate) commitment: Option<String>,
    #[serde(default)]
    pub(crate) seal: Option<String>,
    pub(crate) watch: Watch,
    pub(crate) pace_ms: u32,
    /// Whether the computer pilots wait.
    #[serde(default)]
    pub(crate) paused: bool,
    /// Who asks the other side to let them take something back, and at which change.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) asked: Option<(Side, u32)>,
}

impl Setup {
    pub(crate) fn json(&self) -> String {
        // Strings, numbers and maps of them by words always have a JSON form.
        serde_json::to_string(self).unwrap_or_default()
    }

    /// Promises the dice of a game that went on by other rules.
    pub(crate) fn promise_of(&mut self, whole: &Transcript) {
        let Some(last) = whole.resumed.last() else { return };
        self.commitment.clone_from(&last.mark.commitment);
        self.seal = last.seed.map(|seed| whole.header.seal(seed));
        if self.dice == DiceKind::Chosen {
            // Nobody has chosen the new seed.
            self.dice = DiceKind::Seed;
        }
    }

    /// Whether computer pilots fly both sides.
    pub(crate) fn only_pilots(&self) -> bool {
        self.sides.values().all(|side| side.pilot.is_some())
    }
}

/// What lists show of a position.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Summary {
    pub(crate) to_act: Vec<Side>,
    pub(crate) turn: u16,
    pub(crate) turns: Option<u16>,
    pub(crate) outcome: Option<Outcome>,
    /// Aircraft, those lost included.
    #[serde(default)]
    pub(crate) aircraft: u16,
}

impl Summary {
    pub(crate) fn of(view: &View) -> Summary {
        Summary {
            to_act: view.to_act.clone(),
            turn: view.phase.turn,
            turns: view.phase.turns,
            outcome: view.outcome.clone(),
            aircraft: view.aircraft.len() as u16,
        }
    }

    pub(crate) fn json(&self) -> String {
        // Strings, numbers and lists of them always have a JSON form.
        serde_json::to_string(self).unwrap_or_default()
    }
}

/// A table without its position.
#[derive(Clone, Debug)]
pub(crate) struct About {
    pub(crate) id: String,
    pub(crate) game: String,
    pub(crate) title: String,
    pub(crate) created_ms: i64,
    pub(crate) setup: Setup,
}

impl About {
    pub(crate) fn of(row: &TableRow) -> Result<About, StoreError> {
        let setup = serde_json::from_str(&row.setup)
            .map_err(|e| StoreError::Damaged(format!("table {}", row.id), e.to_string()))?;
        Ok(About {
            id: row.id.clone(),
            game: row.game.clone(),
            title: row.title.clone(),
            created_ms: row.created_ms,
            setup,
        })
    }

    pub(crate) fn info(&self, held: &OwnSeats, seq: u32, summary: Summary) -> TableInfo {
        TableInfo {
            id: self.id.clone(),
            game: self.game.clone(),
            title: self.title.clone(),
            created_ms: self.created_ms,
            sides: self.setup.sides.clone(),
            people: self.setup.people.clone(),
            clock: self.setup.clock,
            held: held.seats().to_vec(),
            hot_seat: self.setup.hot_seat,
            dice: self.setup.dice,
            commitment: self.setup.commitment.clone(),
            seal: self.setup.seal.clone(),
            watch: self.setup.watch,
            pace_ms: self.setup.pace_ms,
            paused: self.setup.paused,
            seq,
            to_act: summary.to_act,
            turn: summary.turn,
            turns: summary.turns,
            outcome: summary.outcome,
            log_sheets: log_sheet::count(&self.game, summary.aircraft, summary.turn),
            parted: None,
        }
    }

    /// Who plays.
    pub(crate) fn company(&self) -> Company {
        let pilot = |side| Level::from_word(self.setup.sides.get(&side)?.pilot.as_deref()?);
        Company { pilots: Side::BOTH.map(pilot), hot_seat: self.setup.hot_seat }
    }
}
