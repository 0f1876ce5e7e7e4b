//! The tables in memory.

use crate::room::Room;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Rooms by table id. A room is in here before its table is read, so that two who come at once find the same one.
#[derive(Default)]
pub(crate) struct Rooms {
    all: Mutex<BTreeMap<String, Arc<Room>>>,
    /// The ids of tables that were read, by key: bells name keys. Those of rooms that are gone stay until the next sweep.
    ids: Mutex<BTreeMap<i64, String>>,
}

impl Rooms {
    fn all(&self) -> MutexGuard<'_, BTreeMap<String, Arc<Room>>> {
        self.all.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn ids(&self) -> MutexGuard<'_, BTreeMap<i64, String>> {
        self.ids.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes which key a table has.
    pub(crate) fn note(&self, key: i64, id: &str) {
        self.ids().entry(key).or_insert_with(|| id.to_owned());
    }

    /// The rooms of tables with these keys, as far as they are in memory.
    pub(crate) fn at(&self, keys: &BTreeSet<i64>) -> Vec<Arc<Room>> {
        let known: Vec<String> = {
            let ids = self.ids();
            keys.iter().filter_map(|key| ids.get(key).cloned()).collect()
        };
        if known.is_empty() {
            return Vec::new();
        }
        let all = self.all();
        known.iter().filter_map(|id| all.get(id).cloned()).collect()
    }

    /// The room of a table, whether there is such a table or not.
    pub(crate) fn room(&self, id: &str) -> Arc<Room> {
        let mut all = self.all();
        if let Some(room) = all.get(id) {
            return Arc::clone(room);
        }
        let room = Arc::new(Room::new(id));
        all.insert(id.to_owned(), Arc::clone(&room));
        room
    }

    /// The room of a table that is in memory.
    pub(crate) fn known(&self, id: &str) -> Option<Arc<Room>> {
        self.all().get(id).cloned()
    }

    /// All rooms.
    pub(crate) fn all_known(&self) -> Vec<Arc<Room>> {
        self.all().values().cloned().collect()
    }

    pub(crate) fn len(&self) -> usize {
        self.all().len()
    }

    /// Rooms whose views have been behind for so long, or which nobody has entered since `before_s`.
    pub(crate) fn unkept(&self, for_so_long: Duration, before_s: u64) -> Vec<Arc<Room>> {
        let due = |room: &&Arc<Room>| {
            let behind = room.behind.since().map(|since| since.elapsed());
            let idle = || room.used_s.load(Ordering::Relaxed) < before_s;
            behind.is_some_and(|behind| behind >= for_so_long || idle())
        };
        self.all().values().filter(due).cloned().collect()
    }

    /// Drops rooms that nobody is in and nobody entered since `before_s`. Whoever comes takes the room under the same lock, so
    /// that none is dropped under their feet.
    pub(crate) fn sweep(&self, before_s: u64) {
        let stays =
            |room: &Arc<Room>| Arc::strong_count(room) > 1 || room.used_s.load(Ordering::Relaxed) >= before_s;
        let mut all = self.all();
        all.retain(|_, room| stays(room));
        self.ids().retain(|_, id| all.contains_key(id));
    }

    /// Drops an empty room that was opened for nothing, or whose game was deleted.
    pub(crate) fn forget(&self, id: &str) {
        let mut all = self.all();
        let over = |room: &Arc<Room>| room.gone.load(Ordering::Acquire) || Arc::strong_count(room) <= 2;
        if all.get(id).is_some_and(over) {
            all.remove(id);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_room_is_found_by_the_key_of_its_table_as_long_as_it_is_in_memory() {
        let rooms = Rooms::default();
        for (key, id) in [(7, "a"), (8, "b")] {
            rooms.room(id);
            rooms.note(key, id);
        }
        let at = |keys: &[i64]| rooms.at(&keys.iter().copied().collect()).len();
        assert_eq!((at(&[7, 8, 9]), at(&[8]), at(&[9])), (2, 1, 0));
        rooms.forget("a");
        assert_eq!(at(&[7, 8]), 1);
        rooms.sweep(1);
        assert_eq!(at(&[7, 8]), 0);
    }
}
