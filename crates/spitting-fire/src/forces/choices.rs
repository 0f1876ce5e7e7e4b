//! What there is to choose while forces are chosen, and how it is laid out: D3 and D4.

use super::{arrange, bill, cost, list, still_fits};
use crate::command::{Command, ForceList};
use crate::state::Flight;
use crate::{Look, cards, menu, rule, words};
use table::{Band, BandMove, Barred, Choice, Muster, Question, Refusal, RuleId, Say, Sketch, Ware};

/// The nearest groups of its type to which an aircraft can be moved. Every choice holds the whole force, and all pairs of many groups would be
/// more than anybody reads or sends.
const MOST_MOVES: usize = 8;
/// The most groups of a force that can be rearranged one aircraft at a time; larger ones are arranged by the player's own list.
const MOST_REARRANGED: usize = 60;

/// One more aircraft, one fewer, another arrangement, a ready-made force, this force, or done.
pub(crate) fn choices(look: Look<'_>, draft: Option<&Command>, asked: &mut Question<Command>) {
    let Look { rules, state, side } = look;
    let all = &mut asked.choices;
    if rules.fixed[side.index()] {
        // Nothing is chosen; only where a person throws the dice is somebody asked for them.
        let begin = menu::whole(look, "Begin the set-up", rule::PLACEMENT_DECK, Command::Confirm);
        all.extend(Some(begin).filter(Choice::legal));
        return;
    }
    // Confirming is about the force chosen, not about a draft of another.
    if !matches!(draft, Some(Command::Force(_))) {
        all.push(menu::whole(look, "Confirm the force", rule::POINT_TOTAL, Command::Confirm));
    }
    let flights = match draft {
        // More than finds room is refused anyway and not worth working on.
        Some(Command::Force(list)) if list.aircraft.len() <= rules.most_aircraft() => drafted(look, list),
        _ => state.forces[side.index()].clone().unwrap_or_default(),
    };
    let mut muster = Muster {
        unit: "points".to_owned(),
        spent: cost(rules, &flights),
        of: rules.points[side.index()],
        offers: Vec::new(),
        bands: Vec::new(),
        ready: Vec::new(),
        take: None,
        astray: vec![Barred::from(&Refusal::new(rule::FLIGHT_GROUP, "a group holds one type of aircraft"))],
    };
    whole_force(look, &flights, all, &mut muster);
    offers(look, &flights, all, &mut muster);
    for g in 0..flights.len() {
        band(look, &flights, g, all, &mut muster);
    }
    ready(look, all, &mut muster);
    asked.muster = Some(muster);
}

/// What a draft of a force costs.
pub(crate) fn sketch(look: Look<'_>, list: &ForceList) -> Sketch<Command> {
    let cards = list.aircraft.iter().filter_map(|c| look.rules.card_called(c));
    let of = look.rules.points[look.side.index()];
    Sketch { of, spent: bill(look.rules, cards), ..Sketch::default() }
}

/// The force as it stands: to be taken, arranged otherwise, or thrown away.
fn whole_force(look: Look<'_>, flights: &[Flight], all: &mut Vec<Choice<Command>>, muster: &mut Muster) {
    if flights.is_empty() {
        return;
    }
    let rules = look.rules;
    let command = Command::Force(list(look.rules, flights));
    let mut this = menu::whole(look, "Take this force", rule::ARRANGE_GROUPS, command);
    this.note = match still_fits(rules, look.side, flights) {
        Some(card) => format!("{} points; a {} would still fit", muster.spent, rules.card(card).name()),
        None => format!("{} points", muster.spent),
    };
    muster.take = Some(all.len() as u16);
    all.push(this);
    let mut draft = |label: &str, by: RuleId, list: ForceList| {
        all.push(Choice::new(label, by, Say::Draft(Command::Force(list))));
    };
    let arranged = arranged(look, flights);
    if arranged != flights {
        draft("Arrange in as few groups as possible", rule::ARRANGE_GROUPS, list(look.rules, &arranged));
    }
    draft("Start again with nothing", rule::POINT_TOTAL, ForceList::default());
}

/// The groups of a draft: as drafted where every aircraft is in one group of its type, else as few as the rules allow.
fn drafted(look: Look<'_>, list: &ForceList) -> Vec<Flight> {
    let cards: Vec<u16> = list.aircraft.iter().filter_map(|c| look.rules.card_called(c)).collect();
    let whole = cards.len() == list.aircraft.len();
    match list.groups.as_ref().filter(|_| whole).and_then(|groups| flights_of(&cards, groups)) {
        Some(flights) => flights,
        None => arrange(look.rules, &cards),
    }
}

fn flights_of(cards: &[u16], groups: &[Vec<u16>]) -> Option<Vec<Flight>> {
    let mut seen: Vec<u16> = groups.iter().flatten().copied().collect();
    seen.sort_unstable();
    if !seen.into_iter().eq(1..=cards.len() as u16) {
        return None;
    }
    let flight = |group: &Vec<u16>| {
        let card = cards[usize::from(*group.first()?) - 1];
        let alike = group.iter().all(|n| cards[usize::from(*n) - 1] == card);
        (alike && group.len() <= usize::from(u8::MAX)).then_some(Flight { card, count: group.len() as u8 })
    };
    groups.iter().map(flight).collect()
}

/// As few groups as the rules allow.
fn arranged(look: Look<'_>, flights: &[Flight]) -> Vec<Flight> {
    let cards = flights.iter().flat_map(|f| std::iter::repeat_n(f.card, f.count.into()));
    arrange(look.rules, &cards.collect::<Vec<_>>())
}

/// Reasons against the aircraft of a force, however they are arranged.
fn too_much(look: Look<'_>, flights: &[Flight]) -> Vec<Barred> {
    look.barred(&Command::Force(ForceList { groups: None, ..list(look.rules, flights) }))
}

/// A longer or shorter draft, barred where the force cannot have these aircraft or a group grows too large. A group that
/// is still too small may be mended later and bars nothing here.
fn step(look: Look<'_>, label: String, by: RuleId, flights: &[Flight]) -> Choice<Command> {
    let next = Command::Force(list(look.rules, flights));
    let crowded = flights.iter().any(|f| usize::from(f.count) > look.rules.tables.group.most);
    let barred = match flights {
        [] => Vec::new(),
        _ if crowded => look.barred(&next),
        _ => too_much(look, flights),
    };
    Choice { barred, ..Choice::new(label, by, Say::Draft(next)) }
}

/// One more of a type: in a group of its type that has room, else its type is arranged anew.
fn with_one_more(look: Look<'_>, flights: &[Flight], card: u16) -> Vec<Flight> {
    let most = look.rules.tables.group.most;
    let mut grown = flights.to_vec();
    if let Some(room) = grown.iter_mut().rev().find(|f| f.card == card && usize::from(f.count) < most) {
        room.count += 1;
        return grown;
    }
    let of_type = flights.iter().filter(|f| f.card == card).map(|f| usize::from(f.count)).sum::<usize>();
    let place = grown.iter().position(|f| f.card == card).unwrap_or(grown.len());
    grown.retain(|f| f.card != card);
    let anew = arrange(look.rules, &vec![card; of_type + 1]);
    grown.splice(place..place, anew);
    grown
}

/// What can be bought ([`rule::SIDES`]).
fn offers(look: Look<'_>, flights: &[Flight], all: &mut Vec<Choice<Command>>, muster: &mut Muster) {
    for (n, card) in look.rules.cards.iter().enumerate().filter(|(_, c)| look.rules.may_take(look.side, c)) {
        let grown = with_one_more(look, flights, n as u16);
        let mut choice = step(look, format!("Add a {}", card.name()), rule::SIDES, &grown);
        choice.note = format!("{}, {} points", card.entry.model, card.points);
        muster.offers.push(Ware {
            card: card.entry.id.clone(),
            cost: card.points,
            text: cards::summary(card),
            choice: all.len() as u16,
        });
        all.push(choice);
    }
}

/// What can be done with a group ([`rule::FLIGHT_GROUP`]).
fn band(look: Look<'_>, flights: &[Flight], g: usize, all: &mut Vec<Choice<Command>>, muster: &mut Muster) {
    let Flight { card, count } = flights[g];
    let (name, number) = (look.rules.card(card).name(), g + 1);
    let mut offer = |label: String, by, changed: Vec<Flight>| {
        all.push(step(look, label, by, &changed));
        all.len() as u16 - 1
    };
    let change = |from: usize, to: Option<usize>| {
        let mut changed = flights.to_vec();
        changed[from].count -= 1;
        if let Some(to) = to {
            changed[to].count += 1;
        }
        changed.retain(|f| f.count > 0);
        changed
    };
    let mut larger = flights.to_vec();
    larger[g].count += 1;
    let more = offer(format!("One more {name} in group {number}"), rule::POINT_TOTAL, larger);
    let fewer = offer(format!("One {name} fewer in group {number}"), rule::POINT_TOTAL, change(g, None));
    let apart = (count > 1 && flights.len() <= MOST_REARRANGED).then(|| {
        let mut changed = change(g, None);
        changed.insert(g + 1, Flight { card, count: 1 });
        let label = format!("A {name} of group {number} into a group of its own");
        offer(label, rule::ARRANGE_GROUPS, changed)
    });
    let others = flights.iter().enumerate().filter(|(n, f)| *n != g && f.card == card);
    let mut others: Vec<usize> = others.map(|(n, _)| n).collect();
    others.sort_by_key(|n| n.abs_diff(g));
    let moves = others
        .into_iter()
        .take(if flights.len() <= MOST_REARRANGED { MOST_MOVES } else { 0 })
        .map(|to| {
            let label = format!("A {name} from group {number} to group {}", to + 1);
            let choice = offer(label, rule::ARRANGE_GROUPS, change(g, Some(to)));
            BandMove { to: to as u16, choice }
        })
        .collect();
    let cost = cost(look.rules, &flights[g..=g]);
    let (name, card) = (format!("Group {number}"), look.rules.card(card).entry.id.clone());
    muster.bands.push(Band { name, card, count: count.into(), cost, more, fewer, apart, moves });
}

/// Ready-made forces that this side may have here and that come near its total: at least four fifths of it.
fn ready(look: Look<'_>, all: &mut Vec<Choice<Command>>, muster: &mut Muster) {
    for force in look.rules.ready.iter().filter(|r| r.side == look.side) {
        let command = Command::Force(force.list.clone());
        let flights = drafted(look, &force.list);
        let cost = cost(look.rules, &flights);
        if cost * 5 < muster.of * 4 || !look.barred(&command).is_empty() {
            continue;
        }
        let mut choice = Choice::new(force.title.clone(), rule::POINT_TOTAL, Say::Draft(command));
        choice.note = words::force(look.rules, &flights);
        muster.ready.push(all.len() as u16);
        all.push(choice);
    }
}
