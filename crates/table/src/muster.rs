//! A force in the making: how the choices of a buying phase are laid out, so that a client can draw a shop and the groups
//! bought instead of a list of buttons. It offers nothing itself: every number here is the place of a choice in its menu.

use crate::Barred;
use schemars::JsonSchema;
use serde::Serialize;
use ts_rs::TS;

/// A force in the making.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema, TS)]
pub struct Muster {
    /// What is paid in: "points".
    pub unit: String,
    /// Spent so far.
    pub spent: i32,
    /// The most that can be spent.
    pub of: i32,
    /// What can be bought.
    pub offers: Vec<Ware>,
    /// The groups bought so far.
    pub bands: Vec<Band>,
    /// Choices that take a ready-made force instead.
    pub ready: Vec<u16>,
    /// The choice whose command is the force as it stands, once there is one.
    pub take: Option<u16>,
    /// Reasons against taking a piece where no choice leads.
    pub astray: Vec<Barred>,
}

/// Something that can be bought.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema, TS)]
pub struct Ware {
    /// Key into the cards.
    pub card: String,
    /// What one costs.
    pub cost: i32,
    /// What one is worth knowing by, in one line.
    pub text: String,
    /// The choice that buys one.
    pub choice: u16,
}

/// A group in the making, of one kind of aircraft.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema, TS)]
pub struct Band {
    /// What it is called.
    pub name: String,
    /// Key into the cards.
    pub card: String,
    /// How many aircraft it has.
    pub count: u16,
    /// What they cost together.
    pub cost: i32,
    /// The choice that buys one more for it.
    pub more: u16,
    /// The choice that gives one of it back.
    pub fewer: u16,
    /// The choice that makes one of it a group of its own, where it has more than one.
    pub apart: Option<u16>,
    /// Other groups of its kind, to which one of it may go.
    pub moves: Vec<BandMove>,
}

/// A way for one aircraft from a group to another.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema, TS)]
pub struct BandMove {
    /// The other group's place in the list of groups.
    pub to: u16,
    /// The choice that takes one there.
    pub choice: u16,
}
