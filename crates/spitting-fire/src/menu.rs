//! What a side may say now, and what it may not, with the reasons: always those of the same judge that decides.

use crate::combat::{chance, tails};
use crate::command::{Command, ForceList, Marker, Place, Shot, Stand};
use crate::data::Rules;
use crate::field::{Field, Turn, turned};
use crate::movement::{Limits, bank, counters, pivot_limit, turn_angle};
use crate::odds::damage;
use crate::placement::{altitudes, in_south, lattice};
use crate::rule;
use crate::state::{Phase, Plane, State};
use crate::{SpittingFire, forces};
use sky::open::UNIT;
use table::view::Pose;
use table::{Barred, Choice, Draft, Forecast, Game, Menu, Range, RuleId, Say, Side};

/// Enemies within so many SUs are listed even if they cannot be fired at, with the reasons.
const NEAR: i32 = 8;

/// The decision asked of a side.
pub(crate) fn menu(rules: &Rules, state: &State, side: Side, draft: Option<&Command>) -> Menu<Command> {
    let owed = SpittingFire::to_act(rules, state).contains(side);
    let at = Asked { rules, state, side };
    let (prompt, rule) = prompt(state, side, owed);
    Menu {
        side,
        owed,
        prompt,
        rule,
        choices: choices(&at, draft),
        draft: draft.map(|command| at.draft(command)),
    }
}

fn prompt(state: &State, side: Side, owed: bool) -> (String, RuleId) {
    let (text, rule) = match state.phase {
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
    let text = if confirmed {
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
        let mut draft = Draft {
            command: command.clone(),
            aircraft: None,
            pose: None,
            path: Vec::new(),
            spent: 0,
            of: 0,
            barred: self.barred(command),
            forecast: Vec::new(),
            plans: Vec::new(),
        };
        match command {
            Command::Force(list) => {
                draft.of = self.rules.points[self.side.index()];
                let cards = list.aircraft.iter().filter_map(|c| self.rules.card_called(c));
                draft.spent = cards.map(|c| self.rules.card(c).points).sum();
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
        let aimed = crate::combat::Aimed { target: 0, weapons, to_hit: number };
        let hit = damage(self.rules, from, to, &aimed).chance(|(points, _)| *points > 0);
        Some(Forecast {
            shooter: State::id(a),
            target: State::id(b),
            text: format!("{} weapons at {number}+", weapons.count_ones()),
            hit: Some(hit),
            rule: rule::RANGE,
        })
    }

    fn shot(&self, n: usize, shot: &Shot) -> Option<Forecast> {
        let (from, m) = (&self.state.planes[n], usize::from(shot.target).wrapping_sub(1));
        let to = self.state.planes.get(m)?;
        let (_, number) = chance(self.rules, from, to)?;
        let weapons = shot.weapons.iter().fold(0u16, |bits, w| bits | 1 << w);
        let aimed = crate::combat::Aimed { target: 0, weapons, to_hit: number };
        let hit = damage(self.rules, from, to, &aimed).chance(|(points, _)| *points > 0);
        Some(Forecast {
            shooter: State::id(n),
            target: State::id(m),
            text: format!("{} weapons at {number}+", weapons.count_ones()),
            hit: Some(hit),
            rule: rule::TO_HIT,
        })
    }
}

fn choices(at: &Asked, draft: Option<&Command>) -> Vec<Choice<Command>> {
    match at.state.phase {
        Phase::Choosing => force_choices(at, draft),
        Phase::Placement if at.state.card == Some(at.side) => place_choices(at, draft),
        Phase::Plotting => plot_choices(at, draft),
        Phase::Action if at.state.card == Some(at.side) => action_choices(at, draft),
        Phase::Placement | Phase::Action | Phase::Over => Vec::new(),
    }
}

/// D3, D4: one more aircraft, one fewer, this force, or done.
fn force_choices(at: &Asked, draft: Option<&Command>) -> Vec<Choice<Command>> {
    let rules = at.rules;
    let mut all = vec![at.command("Confirm the force", rule::POINT_TOTAL, Command::Confirm)];
    if rules.fixed[at.side.index()] {
        return all;
    }
    let list = match draft {
        Some(Command::Force(list)) => list.clone(),
        _ => chosen(at),
    };
    let spent: i32 =
        list.aircraft.iter().filter_map(|c| rules.card_called(c)).map(|c| rules.card(c).points).sum();
    if !list.aircraft.is_empty() {
        let cards: Vec<u16> = list.aircraft.iter().filter_map(|c| rules.card_called(c)).collect();
        let flights = forces::arrange(rules, &cards);
        let mut this = at.command("Take this force", rule::ARRANGE_GROUPS, Command::Force(list.clone()));
        this.note = match forces::still_fits(rules, at.side, &flights) {
            Some(card) => format!("{spent} points; a {} would still fit", rules.card(card).name()),
            None => format!("{spent} points"),
        };
        all.push(this);
    }
    for card in rules.cards.iter().filter(|c| rules.may_take(at.side, c)) {
        let mut more = list.aircraft.clone();
        more.push(card.entry.id.clone());
        let grown = Command::Force(ForceList { aircraft: more, groups: None });
        let mut choice =
            Choice::new(format!("Add a {}", card.name()), rule::SIDES, Say::Draft(grown.clone()));
        choice.note = format!("{}, {} points", card.entry.model, card.points);
        choice.barred = at.barred(&grown);
        all.push(choice);
        if let Some(last) = list.aircraft.iter().rposition(|c| *c == card.entry.id) {
            let mut fewer = list.aircraft.clone();
            fewer.remove(last);
            let shrunk = Command::Force(ForceList { aircraft: fewer, groups: None });
            let label = format!("Leave out a {}", card.name());
            all.push(Choice::new(label, rule::POINT_TOTAL, Say::Draft(shrunk)));
        }
    }
    all
}

/// The force chosen so far.
fn chosen(at: &Asked) -> ForceList {
    let flights = at.state.forces[at.side.index()].iter().flatten();
    let names = flights.flat_map(|f| {
        let id = &at.rules.card(f.card).entry.id;
        std::iter::repeat_n(id.clone(), f.count.into())
    });
    ForceList { aircraft: names.collect(), groups: None }
}

/// D5: the group, its altitude, a place for each aircraft, then headings.
fn place_choices(at: &Asked, draft: Option<&Command>) -> Vec<Choice<Command>> {
    let (rules, state) = (at.rules, at.state);
    let unplaced = |g: u16| crate::placement::may_place(state, at.side, g).ok();
    let Some((place, g)) = draft.and_then(|d| match d {
        Command::Place(place) => unplaced(place.group).map(|g| (place.clone(), g)),
        _ => None,
    }) else {
        let groups = state.groups.iter().enumerate().filter(|(_, g)| g.side == at.side && !g.placed);
        return groups
            .map(|(n, group)| {
                let place = Place { group: n as u16 + 1, ..Place::default() };
                let label = format!("Group {}: {} {}", n + 1, group.count, rules.card(group.card).name());
                Choice::new(label, rule::PLACEMENT_DECK, Say::Draft(Command::Place(place)))
            })
            .collect();
    };
    let group = &state.groups[g];
    let levels = altitudes(rules, group.card);
    if !levels.contains(&place.altitude) {
        let level = |altitude| {
            let next = Command::Place(Place { altitude, ..place.clone() });
            Choice::new(format!("Level {altitude}"), rule::PLACEMENT, Say::Draft(next))
        };
        return levels.map(level).collect();
    }
    let heading = if in_south(state, at.side) { 0 } else { 180 };
    if place.at.len() < usize::from(group.count) {
        let taken: Vec<_> = place.at.iter().filter_map(|s| s.on(&rules.field)).collect();
        let free = |spot: &crate::field::Spot| {
            !state.occupied(&rules.field, *spot, usize::MAX)
                && taken.iter().all(|(t, _)| {
                    !rules.field.overlap(*t, *spot)
                        && rules.field.within(*t, *spot, rules.tables.set_up.spread)
                })
        };
        let number = usize::from(group.first) + place.at.len();
        return lattice(rules, state, at.side, UNIT)
            .into_iter()
            .filter(free)
            .map(|spot| {
                let mut next = place.clone();
                next.at.push(Stand::of(&rules.field, spot, heading));
                let label = rules.field.text(spot);
                let mut choice = Choice::new(label, rule::SETUP_AREAS, Say::Draft(Command::Place(next)));
                choice.aircraft = Some(State::id(number));
                choice.pose =
                    Some(Pose { at: rules.field.at(spot), heading, altitude: Some(place.altitude) });
                choice
            })
            .collect();
    }
    let mut all =
        vec![at.command("Set the group up like this", rule::PLACEMENT, Command::Place(place.clone()))];
    for (k, stand) in place.at.iter().enumerate() {
        let aircraft = Some(State::id(usize::from(group.first) + k));
        let Some((spot, now)) = stand.on(&rules.field) else { continue };
        let with = |heading: u16| {
            let mut next = place.clone();
            next.at[k] = Stand::of(&rules.field, spot, heading);
            Command::Place(next)
        };
        match rules.field {
            Field::Hexes(_) => {
                for heading in (0..360).step_by(60).filter(|h| *h != now) {
                    let label = format!("Aircraft {} faces {}", k + 1, rules.field.heading_text(heading));
                    let mut choice = Choice::new(label, rule::PLACEMENT, Say::Draft(with(heading)));
                    choice.aircraft = aircraft;
                    choice.pose =
                        Some(Pose { at: rules.field.at(spot), heading, altitude: Some(place.altitude) });
                    all.push(choice);
                }
            }
            Field::Open(_) => {
                let range = Range {
                    field: format!("/place/at/{k}/heading"),
                    min: 0,
                    max: 359,
                    unit: "degrees".to_owned(),
                };
                let label = format!("Heading of aircraft {}", k + 1);
                let mut choice = at.range(&label, rule::PLACEMENT, with(0), range);
                choice.aircraft = aircraft;
                all.push(choice);
            }
        }
    }
    all
}

/// D6: a group, then one of nine markers, with a warning where one loses the group.
fn plot_choices(at: &Asked, draft: Option<&Command>) -> Vec<Choice<Command>> {
    let (rules, state) = (at.rules, at.state);
    let own = |g: usize| state.groups[g].side == at.side && state.in_play(g);
    if let Some(Command::Plot { group, .. }) = draft
        && let Some(g) = state.group_index(*group).filter(|g| own(*g))
    {
        return Marker::ALL.map(|marker| marker_choice(at, g, marker)).to_vec();
    }
    let mut all = vec![at.command("Confirm the plots", rule::PLOTTING, Command::Confirm)];
    for g in (0..state.groups.len()).filter(|g| own(*g)) {
        let group = &state.groups[g];
        let marker = group.plot.unwrap_or(Marker::StraightLevel);
        let label = format!("Group {}: {}", g + 1, rules.card(group.card).name());
        let command = Command::Plot { group: g as u16 + 1, marker };
        let mut choice = Choice::new(label, rule::PLOTTING, Say::Draft(command));
        choice.note = group.plot.map_or("no marker yet", Marker::name).to_owned();
        choice.aircraft = group.members().find(|n| state.planes[*n].flying()).map(State::id);
        all.push(choice);
    }
    all
}

fn marker_choice(at: &Asked, g: usize, marker: Marker) -> Choice<Command> {
    let group = &at.state.groups[g];
    let command = Command::Plot { group: g as u16 + 1, marker };
    let mut choice = at.command(format!("Group {}: {}", g + 1, marker.name()), rule::PLOTTING, command);
    let level = group.altitude + marker.change();
    if level < 1 {
        choice.note = "the group will crash".to_owned();
    } else if level > at.rules.card(group.card).alt {
        choice.note = "the group will stall".to_owned();
    } else if group.plot == Some(marker) {
        choice.note = "chosen".to_owned();
    }
    choice
}

fn action_choices(at: &Asked, draft: Option<&Command>) -> Vec<Choice<Command>> {
    let state = at.state;
    let Some(g) = state.active else {
        let own = state.groups.iter().enumerate().filter(|(_, g)| g.side == at.side);
        let mut all: Vec<_> = own
            .map(|(n, group)| {
                let name = at.rules.card(group.card).name();
                let command = Command::Activate { group: n as u16 + 1 };
                at.command(format!("Activate group {}: {name}", n + 1), rule::ACTION_PHASE, command)
            })
            .collect();
        all.push(at.command("Pass", rule::ACTION_PHASE, Command::Pass));
        return all;
    };
    let mut all = Vec::new();
    let members = state.groups[usize::from(g)].members();
    let one = state.mover.plane.map(usize::from);
    for n in members.filter(|n| one.is_none_or(|m| m == *n)) {
        let plane = &state.planes[n];
        if !plane.flying() || plane.acted {
            continue;
        }
        let before = all.len();
        let c = counters(at.rules, state, n);
        if c.pending.is_some() {
            pivot_choices(at, n, &mut all);
        } else if c.ended {
            attack_choices(at, n, draft, &mut all);
        } else {
            let early = one.is_none()
                && at.rules.options.tailing
                && state
                    .planes
                    .iter()
                    .any(|e| tails(at.rules, plane, e) && chance(at.rules, plane, e).is_some());
            if early {
                attack_choices(at, n, draft, &mut all);
            }
            move_choices(at, n, &mut all);
        }
        for choice in &mut all[before..] {
            choice.aircraft = Some(State::id(n));
        }
    }
    all
}

fn degrees(field: &str, min: i32, max: u16) -> Range {
    Range { field: field.to_owned(), min, max: max.into(), unit: "degrees".to_owned() }
}

/// D9.
fn move_choices(at: &Asked, n: usize, all: &mut Vec<Choice<Command>>) {
    let (rules, state) = (at.rules, at.state);
    let aircraft = State::id(n);
    let plane = &state.planes[n];
    let (limits, c) = (Limits::of(rules, state, n), counters(rules, state, n));
    let most = limits.most_forward(&c, bank(state, &limits, n));
    let range = Range { field: "/forward/n".to_owned(), min: 1, max: most.into(), unit: "SU".to_owned() };
    let mut forward = at.range("Forward", rule::FORWARD, Command::Forward { aircraft, n: 1 }, range);
    forward.note = format!("{} of {} MPs left", c.left(), c.total);
    forward.key = Some('W');
    all.push(forward);
    for (side, key) in [(Turn::Left, 'A'), (Turn::Right, 'D')] {
        let label = format!("Turn {}", side.word());
        let mut turn = if rules.field.is_hexes() {
            at.command(label, rule::TURN, Command::Turn { aircraft, side, angle: None })
        } else {
            let command = Command::Turn { aircraft, side, angle: Some(1) };
            at.range(&label, rule::TURN, command, degrees("/turn/angle", 1, rules.tables.pivot.turn))
        };
        turn.key = Some(key);
        if rules.field.is_hexes() {
            let heading = turned(plane.heading, side, 60);
            turn.pose = Some(Pose { heading, ..crate::view::pose(rules, plane) });
        }
        all.push(turn);
    }
    for side in Turn::BOTH {
        let label = format!("Tight turn {}", side.word());
        let mut tight = at.command(label, rule::TIGHT_TURN, Command::TightTurn { aircraft, side });
        tight.note = format!("a die against {}, then {} MPs", limits.tr, limits.tr);
        all.push(tight);
    }
    let mut half = at.command("Half loop", rule::HALF_LOOP, Command::HalfLoop { aircraft });
    half.note = format!("two dice against {}, then {} MPs", limits.tr, 2 * limits.tr);
    all.push(half);
    let mut end = at.command("End the move", rule::END_MOVE, Command::EndMove { aircraft });
    end.key = Some('E');
    all.push(end);
}

/// D10.
fn pivot_choices(at: &Asked, n: usize, all: &mut Vec<Choice<Command>>) {
    let (rules, state) = (at.rules, at.state);
    let aircraft = State::id(n);
    let Some(pending) = state.mover.counters.pending else { return };
    let (most, announced) = pivot_limit(rules, pending);
    for side in Turn::BOTH.into_iter().filter(|s| announced.is_none_or(|a| a == *s)) {
        let label = format!("Pivot {}", side.word());
        if rules.field.is_hexes() {
            for angle in (60..=most).step_by(60) {
                let command = Command::Pivot { aircraft, side, angle };
                let mut choice = at.command(format!("{label} {angle}°"), rule::PIVOT, command);
                let plane = &state.planes[n];
                let heading = turned(plane.heading, side, angle);
                choice.pose = Some(Pose { heading, ..crate::view::pose(rules, plane) });
                all.push(choice);
            }
        } else {
            let command = Command::Pivot { aircraft, side, angle: 1 };
            all.push(at.range(&label, rule::PIVOT, command, degrees("/pivot/angle", 1, most)));
        }
    }
    if rules.options.free_withdrawal {
        all.push(at.command(
            "Fly on without turning",
            rule::OPT_FREE_WITHDRAWAL,
            Command::Decline { aircraft },
        ));
    }
}

/// D11, D8a: everything at one target, weapon by weapon with a draft, or nothing.
fn attack_choices(at: &Asked, n: usize, draft: Option<&Command>, all: &mut Vec<Choice<Command>>) {
    let (rules, state) = (at.rules, at.state);
    let aircraft = State::id(n);
    let plane = &state.planes[n];
    let card = rules.card(plane.card);
    let drafted = match draft {
        Some(Command::Attack { aircraft: a, at }) if *a == aircraft => at.clone(),
        _ => arrayvec::ArrayVec::new(),
    };
    if state.mover.plane == Some(n as u16) {
        let mut none = at.command("Hold fire", rule::ATTACK_TIMING, Command::NoAttack { aircraft });
        none.key = Some('X');
        all.push(none);
    }
    for (m, target) in state.planes.iter().enumerate() {
        if target.side == plane.side || !target.flying() {
            continue;
        }
        let id = m as u16 + 1;
        let reach = chance(rules, plane, target);
        if reach.is_none() && !rules.field.within(plane.spot, target.spot, NEAR) {
            continue;
        }
        let weapons = reach.map_or(((1u32 << card.weapons.len()) - 1) as u16, |(weapons, _)| weapons);
        let attack =
            Command::Attack { aircraft, at: arrayvec::ArrayVec::from_iter([Shot::with(id, weapons)]) };
        let label = format!("Fire everything at {} {id}", rules.card(target.card).name());
        let mut choice = at.command(label, rule::DECLARE_TARGETS, attack);
        choice.target = Some(State::id(m));
        if let Some((weapons, number)) = reach {
            choice.note = format!("{} weapons at {number}+", weapons.count_ones());
        }
        all.push(choice);
        let Some((bearing, _)) = reach else { continue };
        let used = drafted.iter().flat_map(|s| &s.weapons).fold(0u16, |bits, w| bits | 1 << w.min(&15));
        for (w, weapon) in card.weapons.iter().enumerate().filter(|(w, _)| bearing & !used >> w & 1 == 1) {
            let mut next = drafted.clone();
            match next.iter_mut().find(|s| s.target == id) {
                Some(shot) => {
                    let _ = shot.weapons.try_push(w as u8);
                }
                None => {
                    let _ = next.try_push(Shot::with(id, 1 << w));
                }
            }
            let battery = &card.batteries[usize::from(weapon.battery)];
            let label = format!("Add {} {} ({w}) at {id}", battery.kind, battery.arc.code());
            let command = Command::Attack { aircraft, at: next };
            let barred = at.barred(&command);
            let mut choice = Choice::new(label, rule::WEAPONS, Say::Draft(command));
            choice.barred = barred;
            choice.target = Some(State::id(m));
            all.push(choice);
        }
    }
    for (k, shot) in drafted.iter().enumerate() {
        let mut next = drafted.clone();
        next.remove(k);
        let label = format!("Do not fire at {}", shot.target);
        all.push(Choice::new(
            label,
            rule::DECLARE_TARGETS,
            Say::Draft(Command::Attack { aircraft, at: next }),
        ));
    }
    if !drafted.is_empty() {
        all.push(at.command(
            "Fire like this",
            rule::DECLARE_TARGETS,
            Command::Attack { aircraft, at: drafted },
        ));
    }
}
