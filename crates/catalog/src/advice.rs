//! What a pilot finds best, and why: for people who ask for a hint.

use crate::{Fault, Stop};
use pilot::{Considered, Tried};
use table::view::{Aircraft, At, Board, Pose, Scene};
use table::{
    Draft, Event, EventKind, Forecast, Game, Look, Menu, PieceId, Put, Say, Seed, SeededDice, Side, validate,
};
use wire::{Candidate, HintReply, Json, Why};

/// A hint that is still to be worked out.
pub type Advice = Box<dyn FnOnce(Stop<'_>) -> Result<HintReply, Fault> + Send>;

/// So many commands are told of, the best ones.
const TOLD: usize = 5;
/// So many are put into words to find those.
const LOOKED_AT: usize = 20;
/// So many shots that would follow are told of with each.
const SHOTS: usize = 2;

/// Smaller differences between what commands are worth are not shown: they would read 0.0 points.
pub(crate) const SHOWN: i64 = 100;

/// Why a command is given that was not weighed.
pub(crate) const DRAWN: &str = "Drawn by lot, so that games are not all alike";

/// What a pilot has thought of, in words. Advice is the best that it finds: what it keeps guarded it may say otherwise, and no hint foretells
/// that.
pub(crate) fn advise<G: Game>(look: Look<'_, G>, considered: &Considered<G::Command>) -> HintReply {
    let tried = considered.tried();
    let command = Json::of(&tried[0].command);
    let words = Words::of(look);
    let candidates = words.best(tried);
    let text = match (tried, candidates.first()) {
        ([_], _) if G::drawn(look, &mut SeededDice::new(Seed::from_number(0))).is_some() => DRAWN.to_owned(),
        ([_], Some(only)) => words.alone(only),
        _ => reason(tried, &candidates, &PARTS),
    };
    HintReply { command, why: Why { text, candidates } }
}

/// The hint for a side whose command stands and waits for its dice.
pub(crate) fn bound(command: Json) -> HintReply {
    let text = "this command stands: throw its dice".to_owned();
    HintReply { command, why: Why { text, candidates: Vec::new() } }
}

/// Why the first candidate is the best, in a sentence or two; `parts` are what one command can be better in than another.
pub(crate) fn reason<C>(tried: &[Tried<C>], candidates: &[Candidate], parts: &Parts) -> String {
    let Some((best, others)) = candidates.split_first() else { return String::new() };
    let weighed = format!("of {} commands that were weighed", tried.len());
    let rank = match others.first() {
        _ if tried.len() == 1 => "Nothing else would do more for its side here".to_owned(),
        Some(next) if next.score_milli > best.score_milli => {
            format!("It looks best at first sight, and none {weighed} went better by more than chance")
        }
        Some(next) if next.score_milli == best.score_milli => format!("One of the best {weighed}"),
        Some(next) if next.label != best.label => {
            format!("The best {weighed}; the next best is {}", next.label)
        }
        _ => format!("The best {weighed}"),
    };
    let shots = speaking_for(best);
    let ahead = ahead(tried, parts).map(|says| format!(". {says}")).unwrap_or_default();
    format!("{rank}{shots}{ahead}")
}

/// What speaks for a candidate, if anything does, behind a sentence.
fn speaking_for(one: &Candidate) -> String {
    if one.text.is_empty() { String::new() } else { format!(". What speaks for it: {}", one.text) }
}

/// What is better after the first candidate than after the one that looked best at first sight: the largest part of it.
fn ahead<C>(tried: &[Tried<C>], parts: &Parts) -> Option<String> {
    let best = tried.first().filter(|one| one.flights > 0)?;
    let looked_best = tried.iter().filter(|one| one.flights > 0).max_by_key(|one| one.looks)?;
    let (gain, says) = largest(best, looked_best, parts)?;
    Some(format!("Against what looks best at first sight, {says}: {}", points(gain)))
}

/// The parts of what a command is worth: own fire, the enemy's fire, the place.
type Parts = [&'static str; 3];
/// They are told to whoever may give it.
const PARTS: Parts = [
    "your own fire brings more in the turns to come",
    "the enemy's fire brings less in the turns to come",
    "you stand better afterwards",
];
/// The same, told of a command that somebody might have given.
pub(crate) const PAST_PARTS: Parts = [
    "its own fire brings more in the turns to come",
    "the enemy's fire brings less in the turns to come",
    "it stands better afterwards",
];

/// The part in which one command is better than another most, if it is worth a word.
fn largest<C>(here: &Tried<C>, there: &Tried<C>, says: &Parts) -> Option<(i64, &'static str)> {
    let (here, there) = (here.mean(), there.mean());
    let gains = [here.ours - there.ours, there.theirs - here.theirs, here.place - there.place];
    gains.into_iter().zip(*says).max_by_key(|(gain, _)| *gain).filter(|(gain, _)| *gain >= SHOWN)
}

/// Why one command would have been better than another; empty where nothing more can be said. `shots` speak for it.
pub(crate) fn gain<C>(here: &Tried<C>, there: &Tried<C>, shots: &str) -> String {
    let part = largest(here, there, &PAST_PARTS).map(|(gain, says)| format!("{says}, {}", points(gain)));
    let shots = Some(shots.to_owned()).filter(|shots| !shots.is_empty());
    [shots, part].into_iter().flatten().collect::<Vec<_>>().join("; ")
}

/// Points are easier to grasp than thousandths.
pub(crate) fn points(milli: i64) -> String {
    format!("{}.{} points", milli / 1000, milli % 1000 / 100)
}

/// What commands are called.
pub(crate) struct Words<'a, G: Game> {
    look: Look<'a, G>,
    menu: Menu<G::Command>,
    aircraft: Vec<Aircraft>,
    board: Board,
    /// How many feet a level is, where the game says.
    level_feet: Option<u16>,
    /// Whether moves are told as the log tells them, and not in short.
    as_logged: bool,
}

impl<'a, G: Game> Words<'a, G> {
    pub(crate) fn of(look: Look<'a, G>) -> Words<'a, G> {
        let Scene { aircraft, board, level_feet, .. } = G::view(look.rules, look.state, look.side.into());
        Words { look, menu: Menu::of(look, None), aircraft, board, level_feet, as_logged: false }
    }

    /// The words for those who look back, with the log before them.
    pub(crate) fn as_logged(look: Look<'a, G>) -> Words<'a, G> {
        Words { as_logged: true, ..Words::of(look) }
    }

    /// The best of these commands. Of those that would be told of in the same words the first is enough.
    pub(crate) fn best(&self, tried: &[Tried<G::Command>]) -> Vec<Candidate> {
        let mut told: Vec<Candidate> = Vec::with_capacity(TOLD);
        for one in tried.iter().take(LOOKED_AT) {
            let candidate = self.told(one.worth(), &one.command);
            let known = told.iter().any(|c| (&c.label, &c.text) == (&candidate.label, &candidate.text));
            if !known {
                told.push(candidate);
            }
            if told.len() == TOLD {
                break;
            }
        }
        told
    }

    /// Why a command is advised that was weighed against no other.
    fn alone(&self, only: &Candidate) -> String {
        let open = || self.menu.choices.iter().filter(|c| c.barred.is_empty() && c.quit.is_none());
        let same = |name: &str| only.label.contains(name);
        let other = open().find(|c| !same(&c.label) && !self.name(c.aircraft).is_some_and(same));
        let says = match other {
            None => "There is nothing else to do now: the game goes on with it".to_owned(),
            Some(other) => format!(
                "The game goes on with it. Nothing else that is open now, such as \u{201c}{}\u{201d}, would do more for your side",
                other.label
            ),
        };
        format!("{says}{}", speaking_for(only))
    }

    pub(crate) fn told(&self, worth: i64, command: &G::Command) -> Candidate {
        let (label, text) = self.on_a_button(command).unwrap_or_else(|| self.as_a_draft(command));
        let label = self.as_logged.then(|| self.in_the_log(command)).flatten().unwrap_or(label);
        Candidate { command: Json::of(command), label, score_milli: worth, text }
    }

    /// What the log would say of it first: in the words of the rule book, as long as no dice are thrown.
    fn in_the_log(&self, command: &G::Command) -> Option<String> {
        let Look { rules, side, .. } = self.look;
        let mut chance = SeededDice::new(Seed::from_number(0));
        let mut state = G::imagine(self.look, &mut chance);
        let accepted = validate(Look::<G>::new(rules, &state, side), command).ok()?;
        let mut events: Vec<Event> = Vec::new();
        accepted.carry_out(rules, &mut state, &mut chance, &mut events).ok()?;
        let first = events.into_iter().next()?;
        let plain = matches!(first.kind, EventKind::Move | EventKind::Decision) && first.dice.is_empty();
        plain.then_some(first.text)
    }

    fn name(&self, id: Option<PieceId>) -> Option<&str> {
        self.aircraft.iter().find(|a| Some(a.id) == id).map(|a| &*a.name)
    }

    fn side_of(&self, id: PieceId) -> Option<Side> {
        self.aircraft.iter().find(|a| a.id == id).map(|a| a.side)
    }

    /// Its name and its remark, if a choice of the menu says just this.
    fn on_a_button(&self, command: &G::Command) -> Option<(String, String)> {
        let choice =
            self.menu.choices.iter().find(|c| matches!(&c.say, Say::Command(said) if said == command))?;
        Some((self.with_name(choice.aircraft, &choice.label), choice.note.clone()))
    }

    /// What it would come to, and who could fire then.
    fn as_a_draft(&self, command: &G::Command) -> (String, String) {
        let menu = Menu::of(self.look, Some(command));
        let Some(draft) = &menu.draft else { return (menu.prompt, String::new()) };
        let own = |f: &&Forecast| self.side_of(f.shooter) == Some(self.look.side);
        let shots = draft.forecast.iter().filter(own).filter_map(shot).take(SHOTS);
        // A question is no name for one of its answers, if there is another.
        let label = self.label(draft, command).unwrap_or(menu.prompt);
        (label, shots.collect::<Vec<_>>().join("; "))
    }

    fn label(&self, draft: &Draft<G::Command>, command: &G::Command) -> Option<String> {
        let end = match (&draft.pose, &draft.also[..]) {
            (Some(pose), _) => format!("to {}, {}", self.board.name(pose.at), self.points_to(pose)),
            (None, []) if draft.notes.is_empty() => {
                return self.in_the_log(command).or_else(|| self.name(draft.aircraft).map(str::to_owned));
            }
            (None, []) => draft.notes.join(", "),
            (None, [first, ..]) => {
                // A group sets up alike but for its places.
                let at = |put: &Put| self.with_name(Some(put.aircraft), &self.board.name(put.pose.at));
                let places = draft.also.iter().map(at).collect::<Vec<_>>().join("; ");
                return Some(format!("{places}, {}", self.points_to(&first.pose)));
            }
        };
        Some(self.with_name(draft.aircraft, &end))
    }

    /// How somebody stands who is in a place: by the compass among hexes, in degrees on an open table.
    fn points_to(&self, pose: &Pose) -> String {
        const POINTS: [&str; 8] =
            ["north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west"];
        let heading = match pose.at {
            At::Hex { .. } => POINTS[(2 * usize::from(pose.heading) + 45) / 90 % 8].to_owned(),
            At::Point { .. } => format!("{}°", pose.heading),
        };
        let level = pose.altitude.map(|level| format!(", {}", height(level, self.level_feet)));
        format!("heading {heading}{}", level.unwrap_or_default())
    }

    fn with_name(&self, id: Option<PieceId>, says: &str) -> String {
        match self.name(id) {
            Some(name) if !says.contains(name) => format!("{name}: {says}"),
            _ => says.to_owned(),
        }
    }
}

/// A shot that could follow, if there is a chance that it hits.
fn shot(forecast: &Forecast) -> Option<String> {
    let percent = (forecast.hit.as_ref()?.ppm + 5_000) / 10_000;
    (percent > 0).then(|| format!("{}, {percent} % to hit", forecast.text))
}

/// An altitude in words: in feet where the game says what a level is.
fn height(level: i16, feet: Option<u16>) -> String {
    let Some(feet) = feet else { return format!("level {level}") };
    let all = i32::from(level) * i32::from(feet);
    if all < 1000 { format!("{all} ft") } else { format!("{},{:03} ft", all / 1000, all % 1000) }
}
