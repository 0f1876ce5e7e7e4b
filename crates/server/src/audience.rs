//! Those who look at a table.

use crate::counts::SENT_BYTES;
use crate::outbox::Outbox;
use crate::socket::Utf8Bytes;
use std::sync::Arc;
use store::TokenHash;
use table::{Seat, SideSet};

/// Somebody who looks at the table.
pub(crate) struct Listener {
    pub(crate) number: u64,
    pub(crate) seat: Seat,
    /// The sides that they play, wherever they sit.
    pub(crate) plays: SideSet,
    /// The tokens that give them their seats.
    pub(crate) by: Vec<TokenHash>,
    /// Whether changes bring them the menu of a decision that they owe.
    pub(crate) menus: bool,
    /// What they call themselves.
    pub(crate) name: Option<String>,
    pub(crate) outbox: Arc<Outbox>,
}

#[derive(Default)]
pub(crate) struct Audience {
    pub(crate) next: u64,
    pub(crate) listeners: Vec<Listener>,
}

/// Those who are told the same.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Class {
    pub(crate) seat: Seat,
    pub(crate) menus: bool,
}

impl Audience {
    /// The seats at which somebody sits.
    pub(crate) fn seats(&self) -> Vec<Seat> {
        let mut seats = Vec::with_capacity(4);
        for listener in &self.listeners {
            if !seats.contains(&listener.seat) {
                seats.push(listener.seat);
            }
        }
        seats
    }

    pub(crate) fn classes(&self) -> Vec<Class> {
        let mut classes = Vec::with_capacity(4);
        for Listener { seat, menus, .. } in &self.listeners {
            let class = Class { seat: *seat, menus: *menus };
            if !classes.contains(&class) {
                classes.push(class);
            }
        }
        classes
    }

    /// Sends to everybody the text for their class. Whoever does not read is dropped and has to come again.
    pub(crate) fn send(&mut self, text: impl Fn(Class) -> Option<Utf8Bytes>) {
        self.listeners.retain(|listener| match text(Class { seat: listener.seat, menus: listener.menus }) {
            Some(text) => {
                SENT_BYTES.increment(text.len() as u64);
                listener.outbox.put(text)
            }
            None => true,
        });
    }
}
