//! Short lists that are copied as one block. An `ArrayVec` is copied element by element, and every move copies several lists.

use serde::{Serialize, Serializer};
use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::Deref;

/// At most `N` small values, read as a slice.
#[derive(Clone)]
pub struct Few<T, const N: usize> {
    len: u8,
    /// Beyond `len` there is nothing of meaning.
    all: [T; N],
}

impl<T: Copy + Default, const N: usize> Few<T, N> {
    /// An empty list.
    #[inline]
    pub fn new() -> Few<T, N> {
        Few { len: 0, all: [T::default(); N] }
    }

    /// Adds a value; where the list is full, gives it back.
    #[inline]
    pub fn try_push(&mut self, value: T) -> Result<(), T> {
        let Some(free) = self.all.get_mut(usize::from(self.len)) else { return Err(value) };
        *free = value;
        self.len += 1;
        Ok(())
    }

    /// Leaves the first `len` values.
    pub fn truncate(&mut self, len: usize) {
        self.len = self.len.min(len.min(N) as u8);
    }

    /// Leaves nothing.
    pub fn clear(&mut self) {
        self.len = 0;
    }
}

impl<T: Copy + Default, const N: usize> Default for Few<T, N> {
    fn default() -> Few<T, N> {
        Few::new()
    }
}

impl<T, const N: usize> Deref for Few<T, N> {
    type Target = [T];

    #[inline]
    fn deref(&self) -> &[T] {
        &self.all[..usize::from(self.len)]
    }
}

impl<'a, T, const N: usize> IntoIterator for &'a Few<T, N> {
    type Item = &'a T;
    type IntoIter = std::slice::Iter<'a, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<T: PartialEq, const N: usize> PartialEq for Few<T, N> {
    fn eq(&self, other: &Few<T, N>) -> bool {
        **self == **other
    }
}

impl<T: Eq, const N: usize> Eq for Few<T, N> {}

impl<T: Hash, const N: usize> Hash for Few<T, N> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (**self).hash(state);
    }
}

impl<T: fmt::Debug, const N: usize> fmt::Debug for Few<T, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(f)
    }
}

impl<T: Serialize, const N: usize> Serialize for Few<T, N> {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        s.collect_seq(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(values: &[u8]) -> Few<u8, 3> {
        let mut few = Few::new();
        for value in values {
            few.try_push(*value).unwrap();
        }
        few
    }

    #[test]
    fn a_full_list_gives_back_what_it_cannot_take() {
        let mut few = of(&[1, 2, 3]);
        assert_eq!(few.try_push(4), Err(4));
        assert_eq!(*few, [1, 2, 3]);
    }

    #[test]
    fn what_was_cut_off_makes_no_difference() {
        let mut few = of(&[1, 2, 3]);
        few.truncate(1);
        assert_eq!(few, of(&[1]));
        assert_eq!(serde_json::to_string(&few).unwrap(), "[1]");
        few.clear();
        assert_eq!(few, Few::default());
    }
}
