//! What a side may say now, and what it may not, with the reasons.

use crate::view::{Cut, Plan, Plans, Pose};
use crate::{
    Calculation, Chance, Free, Leave, Look, Mended, Muster, PieceId, Refusal, Refusals, RuleId, Screen, Side,
};
use schemars::JsonSchema;
use serde::Serialize;
use ts_rs::TS;

/// The decision asked of a side. `C` is the game's command, or its JSON at the edge.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema, TS)]
pub struct Menu<C> {
    /// Whose decision it is.
    pub side: Side,
    /// Whether the game waits for this side. Otherwise only what may be said at any time is offered.
    pub owed: bool,
    /// What is to be decided.
    pub prompt: String,
    /// The rule that asks.
    #[ts(type = "string")]
    pub rule: RuleId,
    /// Everything to choose from, barred choices included.
    pub choices: Vec<Choice<C>>,
    /// What the draft amounts to so far, if one was given.
    pub draft: Option<Draft<C>>,
    /// How the choices are laid out while a force is bought.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub muster: Option<Muster>,
}

/// Something to choose.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema, TS)]
pub struct Choice<C> {
    /// What it is called: "Turn left".
    pub label: String,
    /// A short remark: "1 hex".
    pub note: String,
    /// What to say to choose it.
    pub say: Say<C>,
    /// Reasons against it; empty when it is legal.
    pub barred: Vec<Barred>,
    /// The aircraft that it is about.
    pub aircraft: Option<PieceId>,
    /// The aircraft at which it is aimed.
    pub target: Option<PieceId>,
    /// The pose that it leads to.
    pub pose: Option<Pose>,
    /// The rule behind it.
    #[ts(type = "string")]
    pub rule: RuleId,
    /// A conventional key: "W", "A", "D".
    pub key: Option<char>,
    /// How it would end the game before its time, if it would. A client keeps such a choice apart from the others and asks once
    /// more before it is given.
    pub quit: Option<Quit>,
}

/// How a choice ends the game before its time, or leads to that.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema, TS)]
#[serde(rename_all = "kebab-case")]
pub enum Quit {
    /// Gives the game up.
    GiveUp,
    /// Offers the other side an end.
    Offer,
    /// Answers the other side's offer.
    Answer,
}

/// What choosing amounts to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema, TS)]
#[serde(rename_all = "kebab-case")]
pub enum Say<C> {
    /// A whole command: give it.
    Command(C),
    /// A longer draft: ask again with it.
    Draft(C),
    /// A whole command with one number to be chosen from a range; the command holds its smallest value.
    Range(C, Range),
}

/// A number to be chosen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema, TS)]
pub struct Range {
    /// JSON pointer of the number in the command.
    pub field: String,
    /// Smallest.
    pub min: i32,
    /// Largest.
    pub max: i32,
    /// What it counts: "degrees".
    pub unit: String,
    /// How the number turns an aircraft, where it does: it can then be set on the board.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dial: Option<Dial>,
}

/// A number of degrees by which an aircraft turns.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema, TS)]
pub struct Dial {
    /// Where the aircraft stands and how it points now.
    pub pose: Pose,
    /// The heading from which the degrees are counted.
    pub from: u16,
    /// Whether they are counted to the left.
    pub left: bool,
}

/// A reason against a choice, ready to be shown.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema, TS)]
pub struct Barred {
    /// The rule.
    #[ts(type = "string")]
    pub rule: RuleId,
    /// The sentence.
    pub why: String,
}

impl From<&Refusal> for Barred {
    fn from(refusal: &Refusal) -> Barred {
        Barred { rule: refusal.rule, why: refusal.text() }
    }
}

impl Barred {
    /// All reasons, ready to be shown.
    pub fn all(refusals: &Refusals) -> Vec<Barred> {
        refusals.iter().map(Barred::from).collect()
    }
}

/// A half-built command.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema, TS)]
pub struct Draft<C> {
    /// The command so far.
    pub command: C,
    /// What it amounts to.
    #[serde(flatten)]
    pub sketch: Sketch<C>,
    /// Reasons why it cannot be given as it stands; empty when it can.
    pub barred: Vec<Barred>,
    /// Every end that can still be reached, where asked for.
    pub plans: Vec<Plan<C>>,
    /// Why some of them are left out; nothing when they are all there.
    pub cut: Option<Cut>,
}

/// What a half-built command amounts to so far.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema, TS)]
pub struct Sketch<C> {
    /// The aircraft that it moves.
    pub aircraft: Option<PieceId>,
    /// Where it has got to; nothing once it has left the map.
    pub pose: Option<Pose>,
    /// Places passed, start first.
    pub path: Vec<crate::view::At>,
    /// Aircraft that it puts on the map besides.
    pub also: Vec<Put>,
    /// Points or hexes spent.
    pub spent: i32,
    /// The most that can be spent.
    pub of: i32,
    /// How a number of it comes about, where the game keeps an account of a move.
    pub account: Option<Calculation>,
    /// What it amounts to, in short sentences: speed, attitude, points left.
    pub notes: Vec<String>,
    /// Height and speed at its end, in games that change one into the other.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub energy: Option<crate::view::Energy>,
    /// Who could fire on whom if it were given as it stands.
    pub forecast: Vec<Forecast>,
    /// Where its aircraft may stand, on an open table while they are set up.
    pub free: Vec<Free<C>>,
    /// The legal command next to it, where points of an open table were drafted and it cannot be given as it stands.
    pub mended: Option<Mended<C>>,
}

/// A draft is read as what it amounts to.
impl<C> std::ops::Deref for Draft<C> {
    type Target = Sketch<C>;

    fn deref(&self) -> &Sketch<C> {
        &self.sketch
    }
}

/// What a game asks of a side. The table makes a [`Menu`] of it, by adding what follows from the rules anyway.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question<C> {
    /// What is to be decided.
    pub prompt: String,
    /// The rule that asks.
    pub rule: RuleId,
    /// Everything to choose from, barred choices included, but for the ways to leave the game.
    pub choices: Vec<Choice<C>>,
    /// What the draft amounts to so far, where the game can tell.
    pub sketch: Option<Sketch<C>>,
    /// How the choices are laid out while a force is bought.
    pub muster: Option<Muster>,
}

impl<C> Question<C> {
    /// A question with nothing to choose from yet.
    pub fn new(prompt: impl Into<String>, rule: RuleId) -> Question<C> {
        Question { prompt: prompt.into(), rule, choices: Vec::new(), sketch: None, muster: None }
    }
}

impl<C> Default for Sketch<C> {
    fn default() -> Sketch<C> {
        Sketch {
            aircraft: None,
            pose: None,
            path: Vec::new(),
            also: Vec::new(),
            spent: 0,
            of: 0,
            account: None,
            notes: Vec::new(),
            energy: None,
            forecast: Vec::new(),
            free: Vec::new(),
            mended: None,
        }
    }
}

impl<C> Draft<C> {
    /// The same draft with its commands turned into something else.
    fn map<D>(self, f: &impl Fn(C) -> D) -> Draft<D> {
        let Plans { plans, cut } = Plans { plans: self.plans, cut: self.cut }.map(f);
        let Sketch { aircraft, pose, path, also, spent, of, account, notes, energy, forecast, free, mended } =
            self.sketch;
        let free = free.into_iter().map(|free| free.map(f)).collect();
        let mended = mended.map(|mended| mended.map(f));
        let sketch =
            Sketch { aircraft, pose, path, also, spent, of, account, notes, energy, forecast, free, mended };
        Draft { command: f(self.command), sketch, barred: self.barred, plans, cut }
    }

    /// Puts in the ends that can still be reached.
    pub fn reach(&mut self, plans: Plans<C>) {
        (self.plans, self.cut) = (plans.plans, plans.cut);
    }
}

/// An aircraft that a draft puts somewhere.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema, TS)]
pub struct Put {
    /// The aircraft.
    pub aircraft: PieceId,
    /// Where it puts it.
    pub pose: Pose,
}

/// A line of *If you stop here*.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema, TS)]
pub struct Forecast {
    /// Who would fire.
    pub shooter: PieceId,
    /// At whom.
    pub target: PieceId,
    /// The sentence.
    pub text: String,
    /// Chance that at least one shot hits, whether it does damage or not; nothing if no shot is possible.
    pub hit: Option<Chance>,
    /// Chance that the target suffers for it: by a point of damage, the loss of an engine, or worse.
    pub harm: Option<Chance>,
    /// The rule behind it.
    #[ts(type = "string")]
    pub rule: RuleId,
}

impl<C> Choice<C> {
    /// A legal choice without extras.
    pub fn new(label: impl Into<String>, rule: RuleId, say: Say<C>) -> Choice<C> {
        Choice {
            label: label.into(),
            note: String::new(),
            say,
            barred: Vec::new(),
            aircraft: None,
            target: None,
            pose: None,
            rule,
            key: None,
            quit: None,
        }
    }

    /// Whether it may be chosen.
    pub fn legal(&self) -> bool {
        self.barred.is_empty()
    }

    /// The same choice with its commands turned into something else.
    pub fn map<D>(self, f: &impl Fn(C) -> D) -> Choice<D> {
        Choice {
            label: self.label,
            note: self.note,
            say: match self.say {
                Say::Command(c) => Say::Command(f(c)),
                Say::Draft(c) => Say::Draft(f(c)),
                Say::Range(c, range) => Say::Range(f(c), range),
            },
            barred: self.barred,
            aircraft: self.aircraft,
            target: self.target,
            pose: self.pose,
            rule: self.rule,
            key: self.key,
            quit: self.quit,
        }
    }
}

impl<C: Clone> Menu<C> {
    /// The decision asked of the side that looks. The game says what there is to choose; whose decision it is, the ways to leave
    /// the game, and what speaks against a draft follow from the referee.
    pub fn of<G: Screen<Command = C>>(look: Look<'_, G>, draft: Option<&C>) -> Menu<C> {
        let mut asked = G::menu(look, draft);
        if draft.is_none() {
            asked.choices.extend(Leave::choices(look));
        }
        let drafted = |command: &C| Draft {
            command: command.clone(),
            sketch: asked.sketch.take().unwrap_or_default(),
            barred: look.barred(command),
            plans: Vec::new(),
            cut: None,
        };
        Menu {
            side: look.side,
            owed: look.owes(),
            draft: draft.map(drafted),
            prompt: asked.prompt,
            rule: asked.rule,
            choices: asked.choices,
            muster: asked.muster,
        }
    }
}

impl<C> Menu<C> {
    /// The same menu with its commands turned into something else.
    pub fn map<D>(self, f: &impl Fn(C) -> D) -> Menu<D> {
        Menu {
            side: self.side,
            owed: self.owed,
            prompt: self.prompt,
            rule: self.rule,
            choices: self.choices.into_iter().map(|c| c.map(f)).collect(),
            muster: self.muster,
            draft: self.draft.map(|draft| draft.map(f)),
        }
    }
}
