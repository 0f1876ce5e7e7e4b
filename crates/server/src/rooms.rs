//! The tables in memory.

use crate::room::Room;
use std::collections::BTreeMap;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Rooms by table id. A room is in here before its table is read, so that two who come at once find the same one.
#[derive(Default)]
pub(crate) struct Rooms(Mutex<BTreeMap<String, Arc<Room>>>);

impl Rooms {
    fn all(&self) -> MutexGuard<'_, BTreeMap<String, Arc<Room>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
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
        self.all().retain(|_, room| stays(room));
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
