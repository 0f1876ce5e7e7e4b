//! One name for every rule of the table itself, `rules/table.md`, in its order.

use crate::RuleId;

/// `take-back`.
pub const TAKE_BACK: RuleId = RuleId("table/take-back");
/// `stands`.
pub const STANDS: RuleId = RuleId("table/stands");
