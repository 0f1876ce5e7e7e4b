//! Free placing: on an open table an aircraft may stand on any legal point, not only on those that choices name. A draft
//! says where, as data, so that a client can draw the region and take the point under a pointer.

use crate::menu::{Barred, Put};
use crate::view::At;
use crate::{PieceId, RuleId};
use schemars::JsonSchema;
use serde::Serialize;
use ts_rs::TS;

/// Where an aircraft of the draft may be put: any point of a rectangle that is near enough to some places and clear of
/// others. Choices that name points are only suggestions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema, TS)]
pub struct Free<C> {
    /// The aircraft.
    pub aircraft: PieceId,
    /// A draft that puts it somewhere legal.
    pub draft: C,
    /// JSON pointer of the object in that draft whose `x` and `y` are the point: put others there and ask with the result.
    pub field: String,
    /// South-west corner of the rectangle, which belongs to it.
    pub from: At,
    /// North-east corner of the rectangle, which belongs to it.
    pub to: At,
    /// The point must be at most so far from each of these.
    pub near: Vec<Circle>,
    /// The point must be at least so far from each of these.
    pub clear: Vec<Circle>,
    /// Whether a point in the region may be refused all the same, because others would find no room.
    pub crowded: bool,
    /// The rule behind it.
    #[ts(type = "string")]
    pub rule: RuleId,
}

/// A circle on an open table, tolerance included.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema, TS)]
pub struct Circle {
    /// Its middle.
    pub at: At,
    /// Its radius, in thousandths of a unit.
    pub radius: i32,
}

/// How a draft with a point that will not do, or with places that are still missing, becomes a legal command.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema, TS)]
pub struct Mended<C> {
    /// The command: every point that will not do is moved to a legal one nearby, and missing aircraft stand beside the first.
    pub command: C,
    /// Where it puts the aircraft.
    pub also: Vec<Put>,
    /// Reasons against the points as they were drafted; empty when all of them stay.
    pub barred: Vec<Barred>,
}

impl<C> Mended<C> {
    /// The same with its command turned into something else.
    pub(crate) fn map<D>(self, f: &impl Fn(C) -> D) -> Mended<D> {
        Mended { command: f(self.command), also: self.also, barred: self.barred }
    }
}

impl<C> Free<C> {
    /// Whether a point lies in the region.
    pub fn allows(&self, point: At) -> bool {
        let (At::Point { x, y }, At::Point { x: west, y: south }, At::Point { x: east, y: north }) =
            (point, self.from, self.to)
        else {
            return false;
        };
        (west..=east).contains(&x)
            && (south..=north).contains(&y)
            && self.near.iter().all(|c| c.off(x, y) <= c.square())
            && self.clear.iter().all(|c| c.off(x, y) >= c.square())
    }

    /// The same with its command turned into something else.
    pub(crate) fn map<D>(self, f: &impl Fn(C) -> D) -> Free<D> {
        Free {
            aircraft: self.aircraft,
            draft: f(self.draft),
            field: self.field,
            from: self.from,
            to: self.to,
            near: self.near,
            clear: self.clear,
            crowded: self.crowded,
            rule: self.rule,
        }
    }
}

impl Circle {
    /// The square of the distance of a point from its middle.
    fn off(&self, x: i32, y: i32) -> i64 {
        let At::Point { x: east, y: north } = self.at else { return i64::MAX };
        let (x, y) = (i64::from(x) - i64::from(east), i64::from(y) - i64::from(north));
        x * x + y * y
    }

    fn square(&self) -> i64 {
        i64::from(self.radius) * i64::from(self.radius)
    }
}
