//! What happened: facts with the rules that made them so, and the arithmetic behind each number.

use crate::view::At;
use crate::{PieceId, Rolled, RuleId, Seat, Side};
use arrayvec::ArrayVec;
use schemars::JsonSchema;
use serde::Serialize;
use ts_rs::TS;

/// One thing that happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// What sort of thing, for pictures and sounds.
    pub kind: EventKind,
    /// The rules that made it happen, the main one first. Never empty.
    pub rules: ArrayVec<RuleId, 4>,
    /// Who may know of it.
    pub seen_by: Audience,
    /// The side that did it, where no aircraft did.
    pub side: Option<Side>,
    /// The aircraft that did it.
    pub actor: Option<PieceId>,
    /// The aircraft that suffered it.
    pub target: Option<PieceId>,
    /// The sentence for the log.
    pub text: String,
    /// The dice that decided it.
    pub dice: Vec<Rolled>,
    /// The way flown, start first.
    pub path: Vec<At>,
    /// How its number came about.
    pub calculation: Option<Calculation>,
}

impl Event {
    /// An event that everybody may know of.
    pub fn new(kind: EventKind, rule: RuleId, text: impl Into<String>) -> Event {
        Event {
            kind,
            rules: ArrayVec::from_iter([rule]),
            seen_by: Audience::Everyone,
            side: None,
            actor: None,
            target: None,
            text: text.into(),
            dice: Vec::new(),
            path: Vec::new(),
            calculation: None,
        }
    }

    /// Adds a rule, if there is room for it.
    #[must_use]
    pub fn and_rule(mut self, rule: RuleId) -> Event {
        if !self.rules.contains(&rule) {
            let _ = self.rules.try_push(rule);
        }
        self
    }

    /// Names the side that did it.
    #[must_use]
    pub fn of(mut self, side: Side) -> Event {
        self.side = Some(side);
        self
    }

    /// Names the aircraft that did it.
    #[must_use]
    pub fn by(mut self, actor: PieceId) -> Event {
        self.actor = Some(actor);
        self
    }

    /// Names the aircraft that suffered it.
    #[must_use]
    pub fn at(mut self, target: PieceId) -> Event {
        self.target = Some(target);
        self
    }

    /// Adds dice that decided it.
    #[must_use]
    pub fn rolled(mut self, die: u8, faces: &[u8], why: &str) -> Event {
        self.dice.extend(faces.iter().map(|face| Rolled { die, face: *face, why: why.to_owned() }));
        self
    }

    /// Adds the way flown.
    #[must_use]
    pub fn along(mut self, path: Vec<At>) -> Event {
        self.path = path;
        self
    }

    /// Adds the arithmetic.
    #[must_use]
    pub fn because(mut self, calculation: Calculation) -> Event {
        self.calculation = Some(calculation);
        self
    }

    /// Restricts who may know of it.
    #[must_use]
    pub fn only_for(mut self, side: Side) -> Event {
        self.seen_by = Audience::Only(side);
        self
    }
}

/// Sorts of events.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema, TS)]
#[serde(rename_all = "kebab-case")]
pub enum EventKind {
    /// Something of set-up.
    SetUp,
    /// A turn, phase or step began.
    Phase,
    /// A decision was announced.
    Decision,
    /// An aircraft moved.
    Move,
    /// Somebody fired.
    Fire,
    /// Damage was taken.
    Damage,
    /// An aircraft is out of the game.
    Loss,
    /// A bomb was dropped.
    Bomb,
    /// Something secret was shown.
    Reveal,
    /// Points were scored.
    Score,
    /// The game is over.
    End,
}

/// Who may know of an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Audience {
    /// Both sides and observers.
    Everyone,
    /// This side and the referee.
    Only(Side),
}

impl Audience {
    /// Whether a seat may know.
    pub fn includes(self, seat: Seat) -> bool {
        match self {
            Audience::Everyone => true,
            Audience::Only(side) => seat == Seat::Referee || seat.side() == Some(side),
        }
    }
}

/// How a number came about, line by line. Preview, log and replay print the same one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema, TS)]
pub struct Calculation {
    /// What is calculated: "dice", "needed to hit".
    pub of: String,
    /// Each contribution.
    pub terms: Vec<Term>,
    /// The sum.
    pub total: i32,
    /// How many make one as a player writes it, where parts are counted: 4 for quarters.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub parts: Option<u8>,
}

/// One line of a calculation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema, TS)]
pub struct Term {
    /// Where it comes from.
    pub from: String,
    /// How much.
    pub value: i32,
    /// The rule behind it.
    #[ts(type = "string")]
    pub rule: RuleId,
}

impl Calculation {
    /// A calculation of `of`, without terms yet.
    pub fn of(of: &str) -> Calculation {
        Calculation { of: of.to_owned(), terms: Vec::new(), total: 0, parts: None }
    }

    /// Adds a line, zero lines left out.
    pub fn add(&mut self, from: &str, value: i32, rule: RuleId) {
        if value != 0 {
            self.terms.push(Term { from: from.to_owned(), value, rule });
            self.total += value;
        }
    }
}

/// Takes the lines of a calculation, or only its sum: offer, log and preview use the same arithmetic.
pub trait Terms {
    /// Adds a line.
    fn add(&mut self, from: &'static str, value: i32, rule: RuleId);
}

impl Terms for Calculation {
    fn add(&mut self, from: &'static str, value: i32, rule: RuleId) {
        Calculation::add(self, from, value, rule);
    }
}

/// Only the sum is wanted.
#[derive(Clone, Copy, Debug)]
pub struct SumOnly;

impl Terms for SumOnly {
    #[inline]
    fn add(&mut self, _: &'static str, _: i32, _: RuleId) {}
}

/// Who is told what happens. In simulation nobody listens, and telling costs nothing.
pub trait Listener {
    /// Takes an event, which is only made if somebody listens.
    fn tell(&mut self, event: impl FnOnce() -> Event);
}

/// Nobody listens.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silence;

impl Listener for Silence {
    #[inline]
    fn tell(&mut self, _event: impl FnOnce() -> Event) {}
}

impl Listener for Vec<Event> {
    fn tell(&mut self, event: impl FnOnce() -> Event) {
        self.push(event());
    }
}
