//! What play takes from the heap, counted by the allocator itself.

use crate::play::Subject;
use allocation_counter::measure;
use table::{Game, Seed, SeededDice};

/// Bytes of a position: the value itself and what it holds on the heap. The largest one of a random game counts, because some games have
/// no aircraft yet at the start.
pub(crate) fn bytes_of_state<G: Game>(subject: &Subject<G>) -> u64 {
    let mut most = 0;
    let mut chance = SeededDice::new(Seed::from_number(3));
    let mut state = subject.start();
    loop {
        let mut kept = None;
        let heap = measure(|| kept = Some(state.clone()));
        drop(kept);
        most = most.max(heap.bytes_current.unsigned_abs());
        if !subject.transition(&mut state, &mut chance) {
            return size_of::<G::State>() as u64 + most;
        }
    }
}

/// Allocations and transitions of a few random games, after one game to warm up.
pub(crate) fn allocations<G: Game>(subject: &Subject<G>, games: u32) -> (u64, u64) {
    let mut chance = SeededDice::new(Seed::from_number(3));
    subject.random_game(&mut subject.start(), &mut chance);
    let (mut count, mut transitions) = (0, 0);
    for _ in 0..games {
        let mut state = subject.start();
        let seen = measure(|| transitions += subject.random_game(&mut state, &mut chance));
        count += seen.count_total;
    }
    (count, transitions)
}
