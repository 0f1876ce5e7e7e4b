//! What a side may say now, and what it may not, with the reasons: always those of the same judge that decides.

mod action;
mod choices;
mod free;
mod muster;

use crate::SpittingFire;
use crate::combat::chance;
use crate::command::{Command, Shot};
use crate::data::Rules;
use crate::field::turned;
use crate::movement::{counters, turn_angle};
use crate::odds::damage;
use crate::rule;
use crate::state::{Phase, Plane, State};
use action::action_choices;
use choices::{first_flying, place_choices, plot_choices, put};
use table::{Barred, Choice, Draft, Forecast, Game, Menu, Muster, Range, RuleId, Say, Side};

/// The decision asked of a side.
pub(crate) fn menu(rules: &Rules, state: &State, side: Side, draft: Option<&Command>) -> Menu<Command> {
    let owed = SpittingFire::to_act(rules, state).contains(side);
    let at = Asked { rules, state, side };
    let (mut prompt, rule) = prompt(rules, state, side, owed);
    if let (Phase::Plotting, Some(Command::Plot { group, .. })) = (state.phase, draft) {
        prompt = format!("Choose the maneuver marker of group {group}");
    }
    let (choices, muster) = choices(&at, draft);
    Menu { side, owed, prompt, rule, choices, draft: draft.map(|command| at.draft(command)), muster }
}

fn prompt(rules: &Rules, state: &State, side: Side, owed: bool) -> (String, RuleId) {
    let fixed = state.phase == Phase::Choosing && rules.fixed[side.index()];
    let (text, rule) = match state.phase {
        Phase::Choosing if fixed => ("Begin the set-up", rule::PLACEMENT_DECK),
        Phase::Choosing if state.forces[side.index()].is_some() => {
            ("Confirm your force, or change it", rule::POINT_TOTAL)
        }
        Phase::Plotting if crate::sequence::unplotted(state, side).is_none() => {
            ("Confirm your plots, or change them", rule::PLOTTING)
        }
        Phase::Choosing => ("Choose aircraft and arrange them in flight groups", rule::POINT_TOTAL),
        Phase::Placement => ("Set up one of your groups", rule::PLACEMENT_DECK),
        Phase::Plotting => ("Give every group a maneuver marker", rule::PLOTTING),
        Phase::Action => match (state.active, state.mover.plane, state.mover.counters) {
            (None, ..) => ("Activate one of your groups", rule::ACTION_PHASE),
            (_, None, _) => ("Choose the next aircraft of the group and move it", rule::ACTIVATION),
            (_, _, c) if c.pending.is_some() => ("Pivot", rule::PIVOT),
            (_, _, c) if c.ended => ("Attack, or hold your fire", rule::DECLARE_TARGETS),
            _ => ("Move", rule::FORWARD),
        },
        Phase::Over => ("The game is over", rule::GAME_LENGTH),
    };
    if owed || state.phase == Phase::Over {
        return (text.to_owned(), rule);
    }
    let confirmed = state.confirmed[side.index()];
    let text = if confirmed && !fixed {
        "Waiting for the other side; you may still change your mind"
    } else {
        "Waiting for the other side"
    };
    (text.to_owned(), rule)
}

/// A position and the side that asks about it.
struct Asked<'a> {
    rules: &'a Rules,
    state: &'a State,
    side: Side,
}

impl Asked<'_> {
    fn barred(&self, command: &Command) -> Vec<Barred> {
        match SpittingFire::judge(self.rules, self.state, self.side, command) {
            Ok(_) => Vec::new(),
            Err(no) => Barred::all(&no),
        }
    }

    /// What an aircraft is called.
    fn name(&self, n: usize) -> String {
        let plane = self.state.planes.get(n);
        plane.map_or_else(String::new, |p| format!("{} {}", self.rules.card(p.card).name(), n + 1))
    }

    /// A whole command with its reasons against it.
    fn command(&self, label: impl Into<String>, rule: RuleId, command: Command) -> Choice<Command> {
        let barred = self.barred(&command);
        let mut choice = Choice::new(label, rule, Say::Command(command));
        choice.barred = barred;
        choice
    }

    /// A command with one number to be chosen: legal ones as a range, else with the reasons against its smallest value.
    fn range(&self, label: &str, rule: RuleId, command: Command, range: Range) -> Choice<Command> {
        let barred = self.barred(&command);
        let legal = barred.is_empty();
        let say = if legal { Say::Range(command, range) } else { Say::Command(command) };
        let mut choice = Choice::new(label, rule, say);
        choice.barred = barred;
        choice
    }

    fn draft(&self, command: &Command) -> Draft<Command> {
        let mut draft = Draft::new(command.clone(), self.barred(command));
        match command {
            Command::Force(list) => {
                draft.of = self.rules.points[self.side.index()];
                let cards = list.aircraft.iter().filter_map(|c| self.rules.card_called(c));
                draft.spent = crate::forces::bill(self.rules, cards);
            }
            Command::Plot { group, .. } => {
                draft.aircraft = self.state.group_index(*group).and_then(|g| first_flying(self.state, g));
            }
            Command::Place(place) => {
                draft.also = put(self.rules, self.state, place);
                draft.free = free::free(self, place);
                draft.mended = free::mended(self, place).filter(|_| !draft.barred.is_empty());
            }
            Command::Forward { aircraft, .. }
            | Command::Turn { aircraft, .. }
            | Command::Pivot { aircraft, .. }
            | Command::EndMove { aircraft } => {
                draft.aircraft = Some(*aircraft);
                if draft.barred.is_empty()
                    && let Some(n) = self.state.index(*aircraft)
                {
                    self.moved(n, command, &mut draft);
                }
            }
            Command::Attack { aircraft, at } => {
                draft.aircraft = Some(*aircraft);
                if let Some(n) = self.state.index(*aircraft).filter(|_| draft.barred.is_empty()) {
                    draft.forecast = at.iter().filter_map(|s| self.shot(n, s)).collect();
                }
            }
            _ => {}
        }
        draft
    }

    /// Where a step without dice leads, and who could fire on whom there.
    fn moved(&self, n: usize, command: &Command, draft: &mut Draft<Command>) {
        let (rules, state) = (self.rules, self.state);
        let c = counters(rules, state, n);
        let plane = &state.planes[n];
        let leg = state.mover.legs.last().filter(|_| state.mover.plane == Some(n as u16));
        let (from, flown) = leg.map_or((plane.spot, 0), |leg| (leg.from, leg.length));
        let mut after = Plane { level: state.groups[usize::from(plane.group)].altitude, ..plane.clone() };
        draft.of = c.total.into();
        draft.spent = c.spent.into();
        draft.path = vec![rules.field.at(plane.spot)];
        match command {
            Command::Forward { n: by, .. } => {
                draft.spent += i32::from(*by);
                let places = (1..=*by).map(|k| rules.field.along(from, plane.heading, flown + k));
                let on: Vec<_> = places.take_while(|spot| rules.field.contains(*spot)).collect();
                draft.path.extend(on.iter().map(|spot| rules.field.at(*spot)));
                if on.len() < usize::try_from(*by).unwrap_or(0) {
                    return;
                }
                after.spot = on.last().copied().unwrap_or(plane.spot);
            }
            Command::Turn { side, angle, .. } => {
                after.heading = turned(plane.heading, *side, turn_angle(rules, *angle));
            }
            Command::Pivot { side, angle, .. } => after.heading = turned(plane.heading, *side, *angle),
            _ => {}
        }
        draft.pose = Some(crate::view::pose(rules, &after));
        for (m, other) in state.planes.iter().enumerate().filter(|(_, p)| p.flying() && p.side != after.side)
        {
            draft.forecast.extend(self.forecast(n, &after, m, other));
            draft.forecast.extend(self.forecast(m, other, n, &after));
        }
    }

    fn forecast(&self, a: usize, from: &Plane, b: usize, to: &Plane) -> Option<Forecast> {
        let (weapons, number) = chance(self.rules, from, to)?;
        Some(self.line((a, from), (b, to), weapons, number, rule::RANGE))
    }

    fn shot(&self, n: usize, shot: &Shot) -> Option<Forecast> {
        let (from, m) = (&self.state.planes[n], usize::from(shot.target).wrapping_sub(1));
        let to = self.state.planes.get(m)?;
        let (_, number) = chance(self.rules, from, to)?;
        let weapons = shot.weapons.iter().fold(0u16, |bits, w| bits | 1 << w);
        Some(self.line((n, from), (m, to), weapons, number, rule::TO_HIT))
    }

    /// What one aircraft could do to another with these weapons.
    fn line(
        &self,
        (a, from): (usize, &Plane),
        (b, to): (usize, &Plane),
        weapons: u16,
        to_hit: u8,
        rule: RuleId,
    ) -> Forecast {
        let aimed = crate::combat::Aimed { target: 0, weapons, to_hit };
        let results = damage(self.rules, from, to, &aimed);
        let (hit, harm) = (results.chance(|(hit, _)| *hit), results.chance(|(_, points)| *points > 0));
        let count = weapons.count_ones();
        let text = format!("{} on {}: {count} weapons at {to_hit}+", self.name(a), self.name(b));
        Forecast { shooter: State::id(a), target: State::id(b), text, hit: Some(hit), harm: Some(harm), rule }
    }
}

fn choices(at: &Asked, draft: Option<&Command>) -> (Vec<Choice<Command>>, Option<Muster>) {
    let all = match at.state.phase {
        Phase::Choosing => return muster::choices(at, draft),
        Phase::Placement if at.state.card == Some(at.side) => place_choices(at, draft),
        Phase::Plotting => plot_choices(at, draft),
        Phase::Action if at.state.card == Some(at.side) => action_choices(at, draft),
        Phase::Placement | Phase::Action | Phase::Over => Vec::new(),
    };
    (all, None)
}
