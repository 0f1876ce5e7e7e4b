//! Counters that every command moves: looked up once and not each time.

use metrics::Counter;
use std::sync::LazyLock;

/// Commands carried out.
pub(crate) static COMMANDS: LazyLock<Counter> = LazyLock::new(|| metrics::counter!("tallyho_commands_total"));
/// Bytes sent over sockets.
pub(crate) static SENT_BYTES: LazyLock<Counter> =
    LazyLock::new(|| metrics::counter!("tallyho_sent_bytes_total"));
