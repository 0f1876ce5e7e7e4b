//! A table and those who come to it; when its game is over, the next one.

use super::crew::Crew;
use super::guest::{Course, Guest, Role};
use super::heard::{Counts, Seen};
use crate::games::Recorded;
use crate::one::{GAME, SCENARIO};
use crate::socket::{Made, make};
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Duration;
use table::Side;
use tokio::sync::watch;

/// How long the making of a table may take, and the pause before it is tried again.
const PATIENCE: Duration = Duration::from_secs(8);
const PAUSE: Duration = Duration::from_millis(300);
/// Tables are made one after the other at the beginning.
const STAGGER: Duration = Duration::from_millis(15);
/// The pace of computer pilots.
pub(crate) const PILOTS_PACE_MS: u64 = 1000;

pub(crate) struct Party {
    pub(crate) n: usize,
    pub(crate) games: Vec<Arc<Recorded>>,
    pub(crate) crew: Arc<Crew>,
    pub(crate) pace: Duration,
    pub(crate) over: watch::Receiver<bool>,
    pub(crate) counts: Arc<Counts>,
}

impl Party {
    /// Plays one game after the other until the storm is over.
    pub(crate) async fn go_on(self) -> anyhow::Result<Vec<Seen>> {
        let mut seen = Vec::new();
        tokio::time::sleep(STAGGER * self.n as u32).await;
        for round in 0.. {
            let recorded = &self.games[(self.n + round) % self.games.len()];
            let (order, roles) = self.kind(recorded);
            let Some(table) = self.make(&order).await else { break };
            let flown = roles == [Role::Watches];
            let guests: Vec<_> = roles
                .into_iter()
                .enumerate()
                .map(|(seat, role)| {
                    let guest = Guest {
                        table: Arc::clone(&table),
                        recorded: matches!(role, Role::Plays(_) | Role::Rivals).then(|| Arc::clone(recorded)),
                        role,
                        flown,
                        number: self.n + round + seat,
                        crew: Arc::clone(&self.crew),
                        pace: self.pace,
                        over: self.over.clone(),
                        counts: Arc::clone(&self.counts),
                        course: Course::default(),
                    };
                    tokio::spawn(guest.stay())
                })
                .collect();
            for guest in guests {
                seen.push(guest.await?);
            }
        }
        Ok(seen)
    }

    /// What is played at this table, and by whom.
    fn kind(&self, recorded: &Recorded) -> (Value, Vec<Role>) {
        let mut order = recorded.order();
        order["watch"] = "anyone".into();
        let duel = vec![Role::Plays(Side::Allies), Role::Plays(Side::Axis)];
        match self.n % 10 {
            0..=3 => (order, duel),
            4 | 5 => (order, [duel, vec![Role::Watches]].concat()),
            6 => (order, vec![Role::Rivals, Role::Rivals]),
            7 => {
                let order = json!({ "game": GAME, "scenario": SCENARIO, "watch": "anyone",
                    "seats": { "axis": "pilot:cadet" } });
                (order, vec![Role::Asks(Side::Allies), Role::Watches])
            }
            _ => {
                let order = json!({ "game": GAME, "scenario": SCENARIO, "watch": "anyone",
                    "pace_ms": PILOTS_PACE_MS, "seats": { "allies": "pilot:cadet", "axis": "pilot:cadet" } });
                (order, vec![Role::Watches])
            }
        }
    }

    /// Makes a table at one process or another; nothing once the storm is over.
    async fn make(&self, order: &Value) -> Option<Arc<Made>> {
        for at in self.n.. {
            if *self.over.borrow() {
                return None;
            }
            match tokio::time::timeout(PATIENCE, make(&self.crew.address(at), order)).await {
                Ok(Ok(made)) => return Some(Arc::new(made)),
                Ok(Err(_)) | Err(_) => tokio::time::sleep(PAUSE).await,
            }
        }
        None
    }
}
