//! A set by open addressing: the same on every machine, and its memory is kept.

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
}
