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

/// Most hexes of a map: no side of one is longer than 128.
const MAX_HEXES: usize = 128 * 128;

/// A set of hexes of the map. A position keeps it as small as its map.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize)]
pub struct Bits<W = Box<[u64]>>(W);

/// A set of hexes that answers one question and is forgotten: it has room for any map and takes no memory from the heap.
pub(crate) type Scratch = Bits<[u64; MAX_HEXES / 64]>;

impl Bits {
    /// No hex of a board.
    pub fn none(board: &Board) -> Bits {
        let hexes = board.columns as usize * board.rows as usize;
        Bits(vec![0; hexes.div_ceil(64)].into())
    }

    /// Takes every hex out.
    pub(crate) fn clear(&mut self) {
        self.0.fill(0);
    }

    /// Bytes on the heap.
    pub(crate) fn bytes(&self) -> usize {
        size_of_val(&*self.0)
    }
}

impl Scratch {
    /// All hexes within `radius` (at most 31) of any of these.
    pub(crate) fn around(board: &Board, centres: impl Iterator<Item = Hex>, radius: i16) -> Scratch {
        let mut set = Bits([0; MAX_HEXES / 64]);
        for centre in centres {
            for (first, len) in rows_around(board, centre, radius) {
                set.put_row(first, len);
            }
        }
        set
    }

    /// Puts in the `len` (1 to 64) hexes from number `first` on.
    #[inline]
    fn put_row(&mut self, first: usize, len: usize) {
        let (word, shift, row) = (first >> 6, first & 63, u64::MAX >> (64 - len));
        self.0[word] |= row << shift;
        // What does not fit into a word goes on in the next.
        if shift + len > 64 {
            self.0[word + 1] |= row >> (64 - shift);
        }
    }
}

impl<W: AsRef<[u64]> + AsMut<[u64]>> Bits<W> {
    /// Whether the hex numbered `n` is in it.
    #[inline]
    pub fn has(&self, n: usize) -> bool {
        self.0.as_ref().get(n >> 6).is_some_and(|word| word >> (n & 63) & 1 != 0)
    }

    /// Whether any hex within `radius` (at most 31) of `centre` is in it.
    pub fn near(&self, board: &Board, centre: Hex, radius: i16) -> bool {
        rows_around(board, centre, radius).any(|(first, len)| self.any(first, len))
    }

    /// Whether any of the `len` (1 to 64) hexes from number `first` on is in it.
    #[inline]
    fn any(&self, first: usize, len: usize) -> bool {
        let (word, shift, row) = (first >> 6, first & 63, u64::MAX >> (64 - len));
        let words = self.0.as_ref();
        let here = words.get(word).is_some_and(|w| w & row << shift != 0);
        here || shift + len > 64 && words.get(word + 1).is_some_and(|w| w & row >> (64 - shift) != 0)
    }

    /// Puts it in or takes it out.
    #[inline]
    pub fn put(&mut self, n: usize, on: bool) {
        if let Some(word) = self.0.as_mut().get_mut(n >> 6) {
            *word = *word & !(1 << (n & 63)) | u64::from(on) << (n & 63);
        }
    }
}

/// The hexes of a board within `radius` of one of its hexes, row by row: the number of the first, and how many.
#[inline]
fn rows_around(board: &Board, centre: Hex, radius: i16) -> impl Iterator<Item = (usize, usize)> {
    let [columns, rows, radius] = [board.columns, board.rows, radius].map(i32::from);
    let [q, r] = [centre.q, centre.r].map(i32::from);
    ((r - radius).max(0)..(r + radius + 1).min(rows)).map(move |row| {
        // Two sides of the hexagon cut its rows short, in the west to the north and in the east to the south.
        let away = row - r;
        let low = (q + (row >> 1) - radius - away.min(0)).max(0);
        let high = (q + (row >> 1) + radius - away.max(0)).min(columns - 1);
        ((row * columns + low) as usize, (high - low + 1) as usize)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use sky::Grid;

    #[test]
    fn a_set_gives_its_planes_in_id_order() {
        let planes = [0, 1, 63, 64, 200, MAX_PLANES - 1];
        let set: PlaneSet = planes.into_iter().rev().collect();
        assert!(set.iter().eq(planes));
        assert_eq!(set.nth(4), Some(200));
        assert_eq!(PlaneSet::default().iter().next(), None);
    }

    #[test]
    fn the_hexes_around_some_are_all_within_reach_of_one() {
        for (columns, rows) in [(8, 8), (30, 20), (64, 44), (128, 128)] {
            let board = Board { grid: Grid::PointyOddRowsEast, columns, rows };
            let at = |column: i16, row: i16| board.grid.hex(column, row);
            let centres = [at(0, 0), at(columns / 2, rows / 2 + 1), at(columns - 1, rows - 1)];
            let mut some = Bits::none(&board);
            centres.iter().filter_map(|hex| board.index(*hex)).for_each(|n| some.put(n, true));
            for radius in [0, 1, 3, 30] {
                let around = Scratch::around(&board, centres.into_iter(), radius);
                for (column, row) in (0..columns).flat_map(|c| (0..rows).map(move |r| (c, r))) {
                    let hex = at(column, row);
                    let near = centres.iter().any(|centre| centre.distance(hex) <= radius);
                    let found = board.index(hex).is_some_and(|n| around.has(n));
                    assert_eq!(found, near, "{column}, {row} within {radius} on {columns} by {rows}");
                    assert_eq!(some.near(&board, hex, radius), near, "{column}, {row}");
                }
            }
        }
    }
}
