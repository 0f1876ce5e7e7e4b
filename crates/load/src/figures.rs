//! Figures as tables show them.

use std::time::Duration;

/// How many there were in a second.
pub(crate) fn per(count: u64, time: Duration) -> u64 {
    count * 1_000_000 / (time.as_micros() as u64).max(1)
}

/// A number that was counted in tenths.
pub(crate) fn tenths(n: u64) -> String {
    format!("{}.{}", n / 10, n % 10)
}

/// The time below which `thousandths` of all lie, of sorted microseconds.
pub(crate) fn below(sorted: &[u64], thousandths: usize) -> u64 {
    let at = (sorted.len() * thousandths / 1000).min(sorted.len().saturating_sub(1));
    sorted.get(at).copied().unwrap_or_default()
}

/// The same in milliseconds.
pub(crate) fn ms(sorted: &[u64], thousandths: usize) -> String {
    let micros = below(sorted, thousandths);
    format!("{}.{:02} ms", micros / 1000, micros % 1000 / 10)
}

/// Milliseconds as seconds.
pub(crate) fn seconds(ms: u64) -> String {
    format!("{} s", tenths(ms / 100))
}
