//! A set by open addressing: the same on every machine, and its memory is kept.

use std::hash::{Hash, Hasher};

/// The set. What its numbers stand for, when two of them stand for the same and how that is hashed is its user's business.
#[derive(Default)]
pub struct Seen {
    /// Numbers, 0 where nothing is.
    slots: Vec<u64>,
    used: usize,
}

impl Seen {
    /// Forgets all of them.
    pub fn clear(&mut self) {
        self.slots.fill(0);
        self.used = 0;
    }

    /// Puts a number, never 0, where `hash` leads, unless one that is the `same` is there already; whether it was new. `rehash` gives the
    /// hash of a number put before.
    pub fn insert(
        &mut self,
        hash: u64,
        number: u64,
        same: impl Fn(u64) -> bool,
        rehash: impl Fn(u64) -> u64,
    ) -> bool {
        // Half of the slots stay free.
        if self.used * 2 >= self.slots.len() {
            self.grow(rehash);
        }
        let n = place(&self.slots, hash, same);
        let fresh = self.slots[n] == 0;
        if fresh {
            self.slots[n] = number;
            self.used += 1;
        }
        fresh
    }

    fn grow(&mut self, rehash: impl Fn(u64) -> u64) {
        let size = (self.slots.len() * 2).max(1 << 10);
        let old = std::mem::replace(&mut self.slots, vec![0; size]);
        for slot in old.into_iter().filter(|s| *s != 0) {
            let n = place(&self.slots, rehash(slot), |_| false);
            self.slots[n] = slot;
        }
    }
}

/// The slot that holds what is `same`, or the free one where it belongs.
fn place(slots: &[u64], hash: u64, same: impl Fn(u64) -> bool) -> usize {
    let mask = slots.len() - 1;
    let mut n = (hash.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) as usize & mask;
    while slots[n] != 0 && !same(slots[n]) {
        n = (n + 1) & mask;
    }
    n
}

/// Things of which each is taken once, the same on every machine. Its memory is kept when it is cleared.
pub struct Once<K> {
    keys: Vec<K>,
    seen: Seen,
}

impl<K> Default for Once<K> {
    fn default() -> Once<K> {
        Once { keys: Vec::new(), seen: Seen::default() }
    }
}

impl<K: Hash + Eq> Once<K> {
    /// Takes a thing; whether it was new.
    pub fn insert(&mut self, key: K) -> bool {
        let keys = &self.keys;
        let number = |n: u64| &keys[n as usize - 1];
        let place = keys.len() as u64 + 1;
        let fresh = self.seen.insert(hash(&key), place, |n| *number(n) == key, |n| hash(number(n)));
        if fresh {
            self.keys.push(key);
        }
        fresh
    }

    /// How many it has taken.
    pub fn len(&self) -> usize {
        self.keys.len()
    }

    /// Whether it has taken none.
    pub fn is_empty(&self) -> bool {
        self.keys.is_empty()
    }

    /// Forgets all of them.
    pub fn clear(&mut self) {
        self.keys.clear();
        self.seen.clear();
    }
}

/// A quick hash, word by word. It is never seen outside.
struct Words(u64);

impl Hasher for Words {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.write_u64(u64::from(*byte));
        }
    }

    fn write_u8(&mut self, n: u8) {
        self.write_u64(n.into());
    }

    fn write_u16(&mut self, n: u16) {
        self.write_u64(n.into());
    }

    fn write_u32(&mut self, n: u32) {
        self.write_u64(n.into());
    }

    fn write_u64(&mut self, n: u64) {
        self.0 = (self.0.rotate_left(5) ^ n).wrapping_mul(0x0100_0000_01b3);
    }

    fn write_i16(&mut self, n: i16) {
        self.write_u64(n as u64);
    }

    fn write_i32(&mut self, n: i32) {
        self.write_u64(n as u64);
    }

    fn write_isize(&mut self, n: isize) {
        self.write_u64(n as u64);
    }
}

fn hash(key: &impl Hash) -> u64 {
    let mut words = Words(0xcbf2_9ce4_8422_2325);
    key.hash(&mut words);
    words.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_in_is_in_however_much_is_added() {
        let mut seen = Seen::default();
        let mut insert = |n: u64| seen.insert(n / 3, n, |slot| slot == n, |slot| slot / 3);
        assert!((1..=5_000).all(&mut insert), "hashes of three numbers each are the same");
        assert!(!(1..=5_000).any(&mut insert));
        seen.clear();
        assert!(seen.insert(7, 7, |slot| slot == 7, |slot| slot));
    }

    #[test]
    fn each_is_taken_once() {
        let mut once = Once::default();
        assert!((0..3_000i16).all(|n| once.insert((n, n % 7))));
        assert!(!(0..3_000i16).any(|n| once.insert((n, n % 7))));
        assert_eq!(once.len(), 3_000);
        once.clear();
        assert!(once.is_empty() && once.insert((1, 1)));
    }
}
