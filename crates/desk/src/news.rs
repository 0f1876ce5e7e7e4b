//! What everybody at a table is told of a change, on sockets and on pipes alike.

use crate::{Change, Sitting};
use serde::Serialize;
use table::Seat;
use table::view::View;
use wire::Json;
use wire::live::{Changed, LogChange, patch};

/// What all who see the same are told of a change, written once.
pub struct Told {
    change: Change,
    line: u32,
    patch: Json,
    log: Option<Json>,
}

impl Told {
    /// A change that led from one view of a seat to another.
    pub fn of(sitting: &Sitting, old: &View, new: &View, change: Change) -> Told {
        let entries = sitting.table.log(new.seat, change.from);
        let undo = change.kind.is_undo();
        let log = (undo || !entries.is_empty()).then(|| Json::of(&LogChange { from: change.from, entries }));
        Told { change, line: sitting.table.lines(), patch: Json::of(&patch(old, new)), log }
    }

    /// The whole, as it is told to one seat. The menu goes to the side that owes the decision, if it wants menus, and to nobody else.
    pub fn to(&self, sitting: &Sitting, seat: Seat, menus: bool) -> Changed {
        let to_act = sitting.table.to_act();
        let owing = seat.side().filter(|side| menus && to_act.contains(*side));
        Changed {
            seq: sitting.seq(),
            mark: sitting.mark(),
            line: self.line,
            by: self.change.by,
            undo: self.change.kind.is_undo(),
            to_act: to_act.iter().collect(),
            patch: self.patch.clone(),
            take_back: sitting.take_back_of(seat),
            log: self.log.clone(),
            menu: owing.and_then(|side| sitting.menu(side)).map(|menu| Json::of(&menu)),
        }
    }
}

/// Room for a usual notification.
const USUAL: usize = 1024;

/// A notification as text.
pub fn notice(method: &'static str, params: &impl Serialize) -> String {
    #[derive(Serialize)]
    struct Notice<'a, T> {
        jsonrpc: &'static str,
        method: &'static str,
        params: &'a T,
    }
    let mut text = Vec::with_capacity(USUAL);
    // What is sent is made of strings, numbers, lists and string-keyed maps, which always have a JSON form.
    let _ = serde_json::to_writer(&mut text, &Notice { jsonrpc: "2.0", method, params });
    String::from_utf8(text).unwrap_or_default()
}
