//! Times and sizes in words.

use std::time::{SystemTime, UNIX_EPOCH};

const DAY_MS: i64 = 24 * 3600 * 1000;

/// Milliseconds since 1970.
pub(super) fn now_ms() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_millis() as i64
}

/// The moment so many days ago.
pub(super) fn days_ago(days: u32) -> i64 {
    now_ms() - i64::from(days) * DAY_MS
}

/// A moment as day and minute of UTC.
pub(super) fn moment(ms: i64) -> String {
    let (days, rest) = (ms.div_euclid(DAY_MS), ms.rem_euclid(DAY_MS) / 60_000);
    // Years begin in March here, so that the day that some of them lack is their last. An era is 400 years.
    let days = days + 719_468;
    let (era, day) = (days.div_euclid(146_097), days.rem_euclid(146_097));
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let (day, month) = (day - (153 * month + 2) / 5 + 1, if month < 10 { month + 3 } else { month - 9 });
    let year = year + era * 400 + i64::from(month <= 2);
    format!("{year:04}-{month:02}-{day:02} {:02}:{:02}", rest / 60, rest % 60)
}

/// A number of things: 1 table, 2 tables.
pub(super) fn count(n: usize, what: &str) -> String {
    format!("{n} {what}{}", if n == 1 { "" } else { "s" })
}

/// A number of bytes.
pub(super) fn size(bytes: u64) -> String {
    match bytes {
        0..10_000 => format!("{bytes} bytes"),
        10_000..10_000_000 => format!("{} kB", bytes / 1_000),
        _ => format!("{} MB", bytes / 1_000_000),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_are_days_of_the_calendar() {
        assert_eq!(moment(0), "1970-01-01 00:00");
        assert_eq!(moment(951_782_399_000), "2000-02-28 23:59");
        assert_eq!(moment(951_825_600_000), "2000-02-29 12:00");
        assert_eq!(moment(1_735_689_599_999), "2024-12-31 23:59");
        assert_eq!(moment(-60_000), "1969-12-31 23:59");
    }
}
