//! One name for every rule of the table itself, `rules/table.md`, in its order.

use crate::RuleId;

/// `take-back`.
pub const TAKE_BACK: RuleId = RuleId("table/take-back");
/// `stands`.
pub const STANDS: RuleId = RuleId("table/stands");
/// `resign`.
pub const RESIGN: RuleId = RuleId("table/resign");
/// `offer-end`.
pub const OFFER_END: RuleId = RuleId("table/offer-end");
/// `accept-end`.
pub const ACCEPT_END: RuleId = RuleId("table/accept-end");
