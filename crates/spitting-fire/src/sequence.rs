//! Section 7: turn sequence. Who speaks when, what becomes of what is said, and what follows by itself: cards, phases, the
//! end of turns.

use crate::command::{Act, Command};
use crate::placement;
use crate::rule;
use crate::rules::Rules;
use crate::state::{Phase, State};
use crate::{Effect, Look, SpittingFire, activation, check, combat, forces, movement, plotting, victory};
use table::{
    Accepted, Ask, Dice, Done, EarlyEnd, Event, EventKind, Leave, Listener, Need, Outcome, Referee, Refusal,
    Refusals, Side, SideSet,
};

impl Referee for SpittingFire {
    const ID: &'static str = "spitting-fire";
    type Rules = Rules;
    type State = State;
    type Command = Command;
    type Act = Act;

    fn to_act(_: &Rules, state: &State) -> SideSet {
        match state.phase {
            Phase::Choosing | Phase::Plotting => SideSet::of(|side| !state.confirmed[side.index()]),
            Phase::Placement | Phase::Action => state.card.map_or(SideSet::NONE, SideSet::only),
            Phase::Over => SideSet::NONE,
        }
    }

    /// A side whose force the scenario fixes has nothing to choose ([`rule::POINT_TOTAL`]).
    fn forced(rules: &Rules, state: &State) -> Option<(Side, Command)> {
        let waits = |side: &Side| rules.fixed[side.index()] && !state.confirmed[side.index()];
        let side = Side::BOTH.into_iter().find(waits).filter(|_| state.phase == Phase::Choosing);
        side.map(|side| (side, Command::Confirm))
    }

    #[inline]
    fn judge(look: Look<'_>, command: &Command) -> Result<Act, Refusals> {
        match command {
            Command::Force(list) => forces::judge(look, list).map(Act::Force),
            Command::Confirm => may_confirm(look).map(|()| Act::Confirm),
            Command::Place(place) => placement::judge(look, place).map(Act::Place),
            Command::Plot { group, marker } => plotting::judge(look, *group, *marker),
            Command::Activate { group } => activation::judge(look, *group),
            Command::Pass => Err(activation::no_pass(look)),
            Command::Forward { aircraft, n } => movement::judge_forward(look, *aircraft, *n),
            Command::Turn { aircraft, side, angle } => movement::judge_turn(look, *aircraft, *side, *angle),
            Command::TightTurn { aircraft, side } => movement::judge_tight_turn(look, *aircraft, *side),
            Command::HalfLoop { aircraft } => movement::judge_half_loop(look, *aircraft),
            Command::Pivot { aircraft, side, angle } => movement::judge_pivot(look, *aircraft, *side, *angle),
            Command::Decline { aircraft } => movement::judge_decline(look, *aircraft),
            Command::EndMove { aircraft } => movement::judge_end(look, *aircraft),
            Command::Attack { aircraft, at } => combat::judge(look, *aircraft, at).map(Act::Attack),
            Command::NoAttack { aircraft } => combat::judge_no_attack(look, *aircraft),
            Command::Resign => Leave::Resign.judge(look).map(Act::Leave),
            Command::OfferEnd => Leave::OfferEnd.judge(look).map(Act::Leave),
            Command::AcceptEnd => Leave::AcceptEnd.judge(look).map(Act::Leave),
        }
    }

    #[inline]
    fn apply(
        effect: &mut Effect<'_, impl Dice, impl Listener>,
        accepted: &Accepted<SpittingFire>,
    ) -> Result<Done, Need> {
        let side = accepted.side();
        Leave::decline::<SpittingFire>(effect.state, side);
        match accepted.act() {
            Act::Force(flights) => forces::choose(effect, side, flights),
            Act::Confirm => return confirm(effect, side),
            Act::Place(formation) => placement::place(effect, formation)?,
            Act::Plot { group, marker } => plotting::plot(effect, *group, *marker),
            Act::Activate { group } => return activation::activate(effect, *group),
            Act::Forward { plane, by } => movement::forward(effect, *plane, *by)?,
            Act::Turn { plane, to, angle } => movement::turn(effect, *plane, *to, *angle),
            Act::TightTurn { plane, to } => movement::tight_turn(effect, *plane, *to)?,
            Act::HalfLoop { plane } => movement::half_loop(effect, *plane)?,
            Act::Pivot { plane, to, angle } => movement::pivot(effect, *plane, *to, *angle),
            Act::Decline { plane } => movement::decline(effect, *plane),
            Act::EndMove { plane } => movement::end(effect, *plane)?,
            Act::Attack(attack) => combat::attack(effect, attack)?,
            Act::HoldFire { plane } => combat::hold_fire(effect, *plane)?,
            Act::Leave(leave) => return leave.apply(effect, side),
        }
        Ok(Done::default())
    }

    #[inline]
    fn offer(state: &State) -> Option<Side> {
        state.offer
    }

    fn set_offer(state: &mut State, by: Option<Side>) {
        state.offer = by;
    }

    fn end_early(effect: &mut Effect<'_, impl Dice, impl Listener>, why: EarlyEnd) -> Result<Done, Need> {
        victory::end_early(effect, why);
        Ok(Done::default())
    }

    fn side_name(rules: &Rules, side: Side) -> String {
        rules.sides[side.index()].clone()
    }

    fn outcome(_: &Rules, state: &State) -> Option<Outcome> {
        (state.phase == Phase::Over).then(|| victory::verdict(state))
    }

    fn check(rules: &Rules, state: &State) -> Result<(), String> {
        check::check(rules, state)
    }
}

/// A command belongs to one phase; after the end of the game none belongs anywhere.
#[inline]
pub fn in_phase(state: &State, phase: Phase) -> Result<(), Refusals> {
    if state.phase == phase {
        return Ok(());
    }
    Err(out_of_phase(state))
}

#[cold]
fn out_of_phase(state: &State) -> Refusals {
    let says = match state.phase {
        Phase::Over => return Refusal::new(rule::GAME_LENGTH, "the game is over").into(),
        Phase::Choosing => "this belongs to another phase: forces are chosen now",
        Phase::Placement => "this belongs to another phase: groups are set up now",
        Phase::Plotting => "this belongs to another phase: markers are plotted now",
        Phase::Action => "this belongs to another phase: groups are activated now",
    };
    Refusal::new(rule::SEQUENCE, says).into()
}

/// Whether a side's force or plots can be declared final.
fn may_confirm(look: Look<'_>) -> Result<(), Refusals> {
    let Look { state, side, .. } = look;
    match state.phase {
        Phase::Choosing | Phase::Plotting => {}
        Phase::Placement | Phase::Action | Phase::Over => return Err(out_of_phase(state)),
    }
    if state.confirmed[side.index()] {
        return Err(Refusal::new(rule::SEQUENCE, "this side has confirmed").into());
    }
    if state.phase == Phase::Choosing && state.forces[side.index()].is_none() {
        return Err(Refusal::new(rule::POINT_TOTAL, "a force needs aircraft").into());
    }
    if state.phase == Phase::Plotting
        && let Some(g) = plotting::unplotted(state, side)
    {
        let says = "group {0} has no marker";
        return Err(Refusal::with(rule::PLOTTING, says, [g as i32 + 1, 0, 0]).into());
    }
    Ok(())
}

/// A side declares its force or plots final; once both have, play goes on.
fn confirm(effect: &mut Effect<'_, impl Dice, impl Listener>, side: Side) -> Result<Done, Need> {
    effect.state.confirmed[side.index()] = true;
    let choosing = effect.state.phase == Phase::Choosing;
    effect.events.tell(|| {
        let (what, by) = if choosing { ("force", rule::POINT_TOTAL) } else { ("plots", rule::PLOTTING) };
        Event::new(EventKind::Decision, by, format!("The {side} confirm their {what}")).of(side)
    });
    if effect.state.confirmed != [true; 2] {
        return Ok(Done::default());
    }
    if choosing {
        forces::show(effect);
        start_placement(effect)?;
    } else {
        start_action(effect)?;
    }
    Ok(Done { shown: true })
}

/// Settles the edges and flips the first placement card.
fn start_placement(effect: &mut Effect<'_, impl Dice, impl Listener>) -> Result<(), Need> {
    placement::settle_edges(effect)?;
    let Effect { state, events, .. } = effect;
    state.phase = Phase::Placement;
    state.confirmed = [false; 2];
    state.left = Side::BOTH.map(|side| state.groups_of(side).count() as u8);
    state.flipped = [0; 2];
    events.tell(|| {
        let [black, red] = state.left;
        let text = format!("Placement deck: {red} red for the Axis, {black} black for the Allies");
        Event::new(EventKind::Phase, rule::PLACEMENT_DECK, text).and_rule(rule::CARDS)
    });
    flip(effect)
}

/// Flips the next card; with none left the phase ends. The order of a shuffled deck is known to nobody, so a card is drawn
/// at the flip and a shuffle needs no chance.
pub fn flip(effect: &mut Effect<'_, impl Dice, impl Listener>) -> Result<(), Need> {
    let Effect { state, dice, events, .. } = effect;
    state.card = None;
    let [black, red] = state.left;
    if red == 0 && black == 0 {
        if state.phase == Phase::Placement {
            start_activation_deck(effect);
        } else {
            end_phase(effect);
        }
        return Ok(());
    }
    let by = if state.phase == Phase::Placement { rule::PLACEMENT_DECK } else { rule::ACTIVATION_DECK };
    let face = dice.roll(&Ask::card(red, black, "top card", by))?;
    // Red = Axis, black = Allies (cards).
    let side = if face == 1 { Side::Axis } else { Side::Allies };
    state.left[side.index()] -= 1;
    state.flipped[side.index()] += 1;
    state.card = Some(side);
    events.tell(|| {
        let colour = if face == 1 { "red" } else { "black" };
        Event::new(EventKind::Decision, by, format!("A {colour} card: the {side} are next"))
            .and_rule(rule::CARDS)
            .of(side)
            .rolled(0, &[face], "top card")
    });
    Ok(())
}

/// The placement cards become the activation deck ([`rule::ACTIVATION_DECK`]).
fn start_activation_deck(effect: &mut Effect<'_, impl Dice, impl Listener>) {
    effect.state.left = effect.state.flipped;
    effect.state.flipped = [0; 2];
    start_plotting(effect);
}

fn start_plotting(effect: &mut Effect<'_, impl Dice, impl Listener>) {
    let Effect { state, events, .. } = effect;
    state.phase = Phase::Plotting;
    state.confirmed = [false; 2];
    events.tell(|| {
        Event::new(EventKind::Phase, rule::SEQUENCE, format!("Turn {}: plotting", state.turn))
            .and_rule(rule::PLOTTING)
    });
}

fn start_action(effect: &mut Effect<'_, impl Dice, impl Listener>) -> Result<(), Need> {
    let Effect { state, events, .. } = effect;
    state.phase = Phase::Action;
    state.confirmed = [false; 2];
    events.tell(|| {
        let text = format!("Turn {}: action", state.turn);
        Event::new(EventKind::Phase, rule::SEQUENCE, text).and_rule(rule::ACTION_PHASE)
    });
    flip(effect)
}

/// The whole deck is shuffled and the turn counter advances, or the game ends ([`rule::END_PHASE`]).
fn end_phase(effect: &mut Effect<'_, impl Dice, impl Listener>) {
    let Effect { rules, state, events, .. } = effect;
    for n in 0..2 {
        state.left[n] += state.flipped[n];
        state.flipped[n] = 0;
    }
    for group in &mut state.groups {
        group.activated = false;
        group.plot = None;
    }
    for plane in &mut state.planes {
        plane.acted = false;
        plane.attacked = false;
        plane.early = false;
    }
    events.tell(|| {
        let text = format!("Turn {} ends; the deck is shuffled", state.turn);
        Event::new(EventKind::Phase, rule::END_PHASE, text).and_rule(rule::ACTIVATION_DECK)
    });
    if state.turn >= rules.turns {
        victory::finish(effect);
    } else {
        state.turn += 1;
        start_plotting(effect);
    }
}
