//! What a pilot would do, and why: for people who ask for a hint.

use crate::{Fault, Stop};
use pilot::{Considered, Tried};
use table::view::{Aircraft, Pose};
use table::{Draft, Forecast, Game, Look, Menu, PieceId, Say, Side};
use wire::{Candidate, HintReply, Json, Why};

/// A hint that is still to be worked out.
pub type Advice = Box<dyn FnOnce(Stop<'_>) -> Result<HintReply, Fault> + Send>;

/// So many commands are told of, the best ones.
const TOLD: usize = 5;
/// So many are put into words to find those.
const LOOKED_AT: usize = 20;
/// So many shots that would follow are told of with each.
const SHOTS: usize = 2;

/// What a pilot has thought of, in words.
pub(crate) fn advise<G: Game>(look: Look<'_, G>, considered: &Considered<G::Command>) -> HintReply {
    let tried = considered.tried();
    let command = Json::of(&tried[0].command);
    let candidates = Words::of(look).best(tried);
    HintReply { command, why: Why { text: reason(tried, &candidates), candidates } }
}

/// The hint for a side whose command stands and waits for its dice.
pub(crate) fn bound(command: Json) -> HintReply {
    let text = "this command stands: throw its dice".to_owned();
    HintReply { command, why: Why { text, candidates: Vec::new() } }
}

/// Why the first candidate is the best, in a sentence or two.
fn reason<C>(tried: &[Tried<C>], candidates: &[Candidate]) -> String {
    let Some((best, others)) = candidates.split_first() else { return String::new() };
    let weighed = format!("of {} commands that were weighed", tried.len());
    let rank = match others.first() {
        _ if tried.len() == 1 => "Nothing else is worth a thought".to_owned(),
        Some(next) if next.score_milli >= best.score_milli => format!("One of the best {weighed}"),
        Some(next) if next.label != best.label => {
            format!("The best {weighed}; the next best is {}", next.label)
        }
        _ => format!("The best {weighed}"),
    };
    let shots =
        if best.text.is_empty() { String::new() } else { format!(". What speaks for it: {}", best.text) };
    let ahead = ahead(tried).map(|says| format!(". {says}")).unwrap_or_default();
    format!("{rank}{shots}{ahead}")
}

/// What is better after the first candidate than after the one that looked best at first sight: the largest part of it.
fn ahead<C>(tried: &[Tried<C>]) -> Option<String> {
    let best = tried.first().filter(|one| one.flights > 0)?;
    let looked_best = tried.iter().filter(|one| one.flights > 0).max_by_key(|one| one.looks)?;
    let (here, there) = (best.mean(), looked_best.mean());
    let parts = [
        (here.ours - there.ours, "your own fire brings more in the turns to come"),
        (there.theirs - here.theirs, "the enemy's fire brings less in the turns to come"),
        (here.place - there.place, "you stand better afterwards"),
    ];
    let (gain, says) = parts.into_iter().max_by_key(|(gain, _)| *gain)?;
    // Points are easier to grasp than thousandths.
    (gain >= 50).then(|| {
        let sentence = format!("Against what looks best at first sight, {says}");
        format!("{sentence}: {}.{} points", gain / 1000, gain % 1000 / 100)
    })
}

/// What commands are called.
struct Words<'a, G: Game> {
    look: Look<'a, G>,
    menu: Menu<G::Command>,
    aircraft: Vec<Aircraft>,
}

impl<'a, G: Game> Words<'a, G> {
    fn of(look: Look<'a, G>) -> Words<'a, G> {
        let aircraft = G::view(look.rules, look.state, look.side.into()).aircraft;
        Words { look, menu: Menu::of(look, None), aircraft }
    }

    /// The best of these commands. Of those that would be told of in the same words the first is enough.
    fn best(&self, tried: &[Tried<G::Command>]) -> Vec<Candidate> {
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

    fn told(&self, worth: i64, command: &G::Command) -> Candidate {
        let (label, text) = self.on_a_button(command).unwrap_or_else(|| self.as_a_draft(command));
        Candidate { command: Json::of(command), label, score_milli: worth, text }
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
        (self.label(draft).unwrap_or(menu.prompt), shots.collect::<Vec<_>>().join("; "))
    }

    fn label(&self, draft: &Draft<G::Command>) -> Option<String> {
        let end = match &draft.pose {
            Some(pose) => ends(pose),
            None if draft.notes.is_empty() => return self.name(draft.aircraft).map(str::to_owned),
            None => draft.notes.join(", "),
        };
        Some(self.with_name(draft.aircraft, &end))
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

/// How a move ends.
fn ends(pose: &Pose) -> String {
    let level = pose.altitude.map(|level| format!(" at level {level}")).unwrap_or_default();
    format!("to heading {}°{level}", pose.heading)
}
