//! The best of many, found one by one.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// So many of the best so far; of equals the one found last gives way.
pub(super) struct Best<T> {
    most: usize,
    /// Found so far, also what was not kept for long.
    found: usize,
    kept: Vec<Option<T>>,
    /// What each is worth, when it was found and where it is kept, the worst on top.
    worst: BinaryHeap<(Reverse<i64>, usize, usize)>,
}

impl<T> Best<T> {
    pub(super) fn of(most: usize) -> Best<T> {
        Best { most, found: 0, kept: Vec::new(), worst: BinaryHeap::new() }
    }

    /// Whether something worth so much would be kept.
    pub(super) fn wants(&self, worth: i64) -> bool {
        self.kept.len() < self.most || self.worst.peek().is_some_and(|(least, ..)| worth > least.0)
    }

    /// Keeps something that is wanted, in the place of the worst if there is no room.
    pub(super) fn keep(&mut self, worth: i64, item: T) {
        let place = if self.kept.len() < self.most {
            self.kept.push(None);
            self.kept.len() - 1
        } else {
            self.worst.pop().map_or(0, |(_, _, place)| place)
        };
        self.found += 1;
        self.kept[place] = Some(item);
        self.worst.push((Reverse(worth), self.found, place));
    }

    /// The best first.
    pub(super) fn in_order(mut self) -> Vec<T> {
        let places = self.worst.into_sorted_vec();
        places.into_iter().filter_map(|(_, _, place)| self.kept[place].take()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_are_kept_and_of_equals_the_first() {
        let mut best = Best::of(3);
        for (worth, name) in [(1, 'a'), (5, 'b'), (3, 'c'), (3, 'd'), (4, 'e'), (4, 'f'), (0, 'g')] {
            if best.wants(worth) {
                best.keep(worth, name);
            }
        }
        assert_eq!(best.in_order(), ['b', 'e', 'f']);
    }
}
