//! Sets of planes and of hexes, as bits.

use serde::Serialize;
use sky::{Board, Hex};

/// Most planes in a game.
pub const MAX_PLANES: usize = 256;

/// A set of planes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize)]
pub struct PlaneSet([u64; MAX_PLANES / 64]);

impl PlaneSet {
    /// Whether plane `i` is in it.
    #[inline]
    pub fn contains(&self, i: usize) -> bool {
        self.0[i >> 6] >> (i & 63) & 1 != 0
    }

    /// Puts plane `i` in.
    #[inline]
    pub fn insert(&mut self, i: usize) {
        self.0[i >> 6] |= 1 << (i & 63);
    }

    /// Takes plane `i` out.
    #[inline]
    pub fn remove(&mut self, i: usize) {
        self.0[i >> 6] &= !(1 << (i & 63));
    }

    /// Whether nobody is in it.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|w| *w == 0)
    }

    /// How many are in it.
    #[inline]
    pub fn len(&self) -> u32 {
        self.0.iter().map(|w| w.count_ones()).sum()
    }

    /// The planes in both sets.
    #[must_use]
    pub fn and(&self, other: &PlaneSet) -> PlaneSet {
        PlaneSet(std::array::from_fn(|n| self.0[n] & other.0[n]))
    }

    /// The planes in either set.
    #[must_use]
    pub fn or(&self, other: &PlaneSet) -> PlaneSet {
        PlaneSet(std::array::from_fn(|n| self.0[n] | other.0[n]))
    }

    /// The planes in it, in id order.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = usize> + Clone {
        Planes { words: self.0, word: 0, left: self.0[0] }
    }

    /// The `n`th plane in it, from 0.
    #[inline]
    pub fn nth(&self, n: u32) -> Option<usize> {
        self.iter().nth(n as usize)
    }
}

/// The planes of a set, in id order. Every rule about bombers goes through a hundred of them, so a step must be short.
#[derive(Clone)]
struct Planes {
    words: [u64; MAX_PLANES / 64],
    /// The word reached.
    word: usize,
    /// What is left of it.
    left: u64,
}

impl Iterator for Planes {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        while self.left == 0 {
            self.left = *self.words.get(self.word + 1)?;
            self.word += 1;
        }
        let bit = self.left.trailing_zeros() as usize;
        self.left &= self.left - 1;
        Some(64 * self.word + bit)
    }
}

impl FromIterator<usize> for PlaneSet {
    fn from_iter<T: IntoIterator<Item = usize>>(planes: T) -> PlaneSet {
        let mut set = PlaneSet::default();
        for i in planes {
            set.insert(i);
        }
        set
    }
}

/// A set of hexes of the map.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize)]
pub struct Bits(Box<[u64]>);

impl Bits {
    /// No hex of a board.
    pub fn none(board: &Board) -> Bits {
        let hexes = board.columns as usize * board.rows as usize;
        Bits(vec![0; hexes.div_ceil(64)].into())
    }

    /// Whether the hex numbered `n` is in it.
    #[inline]
    pub fn has(&self, n: usize) -> bool {
        self.0.get(n >> 6).is_some_and(|word| word >> (n & 63) & 1 != 0)
    }

    /// Puts it in or takes it out.
    #[inline]
    pub fn put(&mut self, n: usize, on: bool) {
        if let Some(word) = self.0.get_mut(n >> 6) {
            *word = *word & !(1 << (n & 63)) | u64::from(on) << (n & 63);
        }
    }

    /// Takes every hex out.
    pub(crate) fn clear(&mut self) {
        self.0.fill(0);
    }

    /// Whether any of the `len` (at most 64) hexes from number `first` on is in it.
    #[inline]
    fn any(&self, first: usize, len: usize) -> bool {
        let mask = if len >= 64 { u64::MAX } else { (1 << len) - 1 };
        let (word, shift) = (first >> 6, first & 63);
        let low = self.0.get(word).map_or(0, |w| w >> shift);
        let high = if shift == 0 { 0 } else { self.0.get(word + 1).map_or(0, |w| w << (64 - shift)) };
        (low | high) & mask != 0
    }

    /// Whether any hex within `radius` of `centre` is in it.
    pub fn near(&self, board: &Board, centre: Hex, radius: i16) -> bool {
        for r in (centre.r - radius).max(0)..=(centre.r + radius).min(board.rows - 1) {
            let dr = r - centre.r;
            let (low, high) = (centre.q - radius.min(radius + dr), centre.q + radius.min(radius - dr));
            let shift = (r - (r & 1)) / 2;
            let (low, high) = ((low + shift).max(0), (high + shift).min(board.columns - 1));
            let first = r as usize * board.columns as usize + low.max(0) as usize;
            if low <= high && self.any(first, (high - low + 1) as usize) {
                return true;
            }
        }
        false
    }

    /// Bytes on the heap.
    pub(crate) fn bytes(&self) -> usize {
        size_of_val(&*self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_gives_its_planes_in_id_order() {
        let planes = [0, 1, 63, 64, 200, MAX_PLANES - 1];
        let set: PlaneSet = planes.into_iter().rev().collect();
        assert!(set.iter().eq(planes));
        assert_eq!(set.nth(4), Some(200));
        assert_eq!(PlaneSet::default().iter().next(), None);
    }
}
