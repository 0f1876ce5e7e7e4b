//! 5. Turn sequence: what happens by itself between decisions, and who owes the next one.

use crate::command::Command;
use crate::objections::out_of_turn;
use crate::rules as rule;
use crate::state::{Flags, PlaneSet, Role, Rules, STEPS, Stage, State, Status, id};
use crate::{bombers, bombing, end, movement, setup, shifts, shooting, turrets};
use table::{Dice, Event, EventKind, Listener, Need, Refusals, Side, SideSet};

/// Who owes a decision.
pub(crate) fn to_act(rules: &Rules, state: &State) -> SideSet {
    match state.stage {
        Stage::Over => SideSet::NONE,
        Stage::Bombing if !state.opening => Side::BOTH
            .into_iter()
            .filter(|side| !state.pending.and(&rules.side_set(*side)).is_empty())
            .fold(SideSet::NONE, SideSet::with),
        stage => SideSet::only(rules.stage_side(stage).unwrap_or(rules.escort)),
    }
}

/// Whether the decision of this stage has been made, so that the game goes on by itself.
#[inline]
pub(crate) fn settled(rules: &Rules, state: &State) -> bool {
    match state.stage {
        Stage::Rates => bombers::unrated(rules, state).next().is_none(),
        Stage::PlaceBombers | Stage::PlaceEscorts | Stage::PlaceInterceptors => setup::settled(rules, state),
        Stage::Over => false,
        _ => state.pending.is_empty() && state.moving.is_none(),
    }
}

/// Goes on until somebody owes a decision or the game is over. Steps in which nothing can be decided pass by themselves.
#[inline]
pub(crate) fn advance(
    rules: &Rules,
    state: &mut State,
    dice: &mut impl Dice,
    events: &mut impl Listener,
) -> Result<(), Need> {
    while settled(rules, state) {
        leave(rules, state, dice, events)?;
        if state.stage != Stage::Over {
            enter(rules, state, dice, events)?;
        }
    }
    Ok(())
}

/// What ends a stage, and the stage that comes next.
fn leave(
    rules: &Rules,
    state: &mut State,
    dice: &mut impl Dice,
    events: &mut impl Listener,
) -> Result<(), Need> {
    state.stage = match state.stage {
        Stage::PlaceBombers => Stage::PlaceEscorts,
        Stage::PlaceEscorts => Stage::PlaceInterceptors,
        Stage::PlaceInterceptors => Stage::EscortsMove,
        Stage::EscortsMove => {
            end_of_fighter_move(rules, state, rules.escort, events);
            Stage::EscortsFire
        }
        // Steps 3 and 6 exist only if there are bombers.
        Stage::EscortsFire if rules.bombers.is_empty() => Stage::InterceptorsMove,
        Stage::EscortsFire => Stage::Rates,
        Stage::Rates => {
            bombers::roll_speed_zero(rules, state, dice, events)?;
            Stage::Boosts
        }
        Stage::Boosts => {
            bombers::fly_formations(rules, state, events);
            Stage::Stragglers
        }
        Stage::Stragglers => {
            end_of_bomber_move(rules, state, dice, events)?;
            Stage::InterceptorsMove
        }
        Stage::InterceptorsMove => {
            end_of_fighter_move(rules, state, rules.interceptor(), events);
            Stage::InterceptorsFire
        }
        Stage::InterceptorsFire if rules.bombers.is_empty() => Stage::Bombing,
        Stage::InterceptorsFire => Stage::BombersFire,
        Stage::BombersFire => Stage::Bombing,
        Stage::Bombing => return end_of_turn(rules, state, dice, events),
        Stage::Over => Stage::Over,
    };
    Ok(())
}

/// What begins a stage: who may act in it.
pub(crate) fn enter(
    rules: &Rules,
    state: &mut State,
    dice: &mut impl Dice,
    events: &mut impl Listener,
) -> Result<(), Need> {
    if !state.stage.is_set_up() && !matches!(state.stage, Stage::Boosts | Stage::Stragglers) {
        events.tell(|| {
            let name = STEPS[state.stage.step() as usize - 1];
            Event::new(
                EventKind::Phase,
                rule::SEQUENCE,
                format!("Turn {}, step {}: {name}", state.turn, state.stage.step()),
            )
        });
    }
    match state.stage {
        Stage::Rates => bombers::begin_rates(rules, state),
        Stage::BombersFire => turrets::friendly_fire(rules, state, dice, events)?,
        _ => {}
    }
    state.pending = may_act(rules, state);
    Ok(())
}

/// Planes that may act in this stage as things stand.
pub(crate) fn may_act(rules: &Rules, state: &State) -> PlaneSet {
    match state.stage {
        Stage::PlaceBombers | Stage::PlaceEscorts | Stage::PlaceInterceptors => setup::unplaced(rules, state),
        Stage::EscortsMove => may_move(rules, state, rules.escort),
        Stage::InterceptorsMove => may_move(rules, state, rules.interceptor()),
        Stage::EscortsFire => shooting::may_fire(rules, state, rules.escort),
        Stage::InterceptorsFire => shooting::may_fire(rules, state, rules.interceptor()),
        Stage::Boosts => bombers::may_boost(rules, state),
        Stage::Stragglers => bombers::stragglers(rules, state),
        Stage::BombersFire => turrets::may_fire(rules, state),
        Stage::Bombing => bombing::may_bomb(rules, state),
        Stage::Rates | Stage::Over => PlaneSet::default(),
    }
}

/// Fighters of a side that must move, or may return.
fn may_move(rules: &Rules, state: &State, side: Side) -> PlaneSet {
    let may = |i: &usize| {
        let plane = &state.planes[*i];
        !plane.flags.has(Flags::MOVED) && (state.on_map(*i) || movement::may_return(rules, state, *i))
    };
    rules.fighters[side.index()].iter().filter(may).collect()
}

/// Fuel, and whether combat has started, at the end of step 1 or 4.
fn end_of_fighter_move(rules: &Rules, state: &mut State, side: Side, events: &mut impl Listener) {
    if rules.options.jet_fuel {
        // fast-and-easy/opt-jet-fuel: each turn in which the plane moves on the map uses 1.
        for i in rules.fighters[side.index()].iter() {
            let plane = &mut state.planes[i];
            let flew = plane.flags.has(Flags::MOVED) && plane.trail.entered().next().is_some();
            if flew && rules.card(i).fuel.is_some() {
                plane.fuel = plane.fuel.saturating_sub(1);
            }
        }
    }
    start_combat(rules, state, events);
}

/// (f), (g) and (h) of `fast-and-easy/bomber-move-order`.
fn end_of_bomber_move(
    rules: &Rules,
    state: &mut State,
    dice: &mut impl Dice,
    events: &mut impl Listener,
) -> Result<(), Need> {
    bombers::push_fighters(rules, state, dice, events)?;
    shifts::roll_clouds(rules, state, dice, events)?;
    shifts::shift_bombers(rules, state, dice, events)?;
    shifts::collide(rules, state, dice, events)?;
    start_combat(rules, state, events);
    Ok(())
}

/// `fast-and-easy/combat-starts`: any two opposing planes within gun range at the end of step 1, 3 or 4.
fn start_combat(rules: &Rules, state: &mut State, events: &mut impl Listener) {
    if state.combat {
        return;
    }
    let enemies = &state.occupied[rules.interceptor().index()];
    let distance = rules.tables.movement.combat_distance;
    let ours = rules.side_set(rules.escort);
    let near = |i: usize| state.on_map(i) && enemies.near(&rules.board, state.planes[i].hex, distance);
    if ours.iter().any(near) {
        state.combat = true;
        events.tell(|| Event::new(EventKind::Phase, rule::COMBAT_STARTS, "Combat has started"));
    }
}

/// Ends the turn: drop tanks run out, the game may end, a new turn begins.
fn end_of_turn(
    rules: &Rules,
    state: &mut State,
    dice: &mut impl Dice,
    events: &mut impl Listener,
) -> Result<(), Need> {
    if rules.options.drop_tanks {
        send_home(rules, state, events);
    }
    if let Some(why) = end::ends(rules, state) {
        return end::finish(rules, state, why, dice, events);
    }
    state.turn += 1;
    state.offer = None;
    for plane in &mut state.planes {
        plane.flags.new_turn();
    }
    for formation in &mut state.formations {
        formation.rate = None;
    }
    state.stage = Stage::EscortsMove;
    Ok(())
}

/// `fast-and-easy/opt-drop-tanks`: turns left since the tanks were dropped, counting that turn.
fn send_home(rules: &Rules, state: &mut State, events: &mut impl Listener) {
    for i in 0..state.planes.len() {
        let plane = &mut state.planes[i];
        if plane.tank_turns == 0 {
            continue;
        }
        plane.tank_turns -= 1;
        if plane.tank_turns > 0 || !matches!(plane.status, Status::OnMap | Status::OffMap { .. }) {
            continue;
        }
        if plane.status == Status::OnMap {
            state.lift(rules, i);
        }
        let plane = &mut state.planes[i];
        plane.status = Status::Disengaged;
        (plane.marker, plane.slip) = (None, None);
        events.tell(|| {
            let text = format!("{} is short of fuel and goes home", rules.name(i));
            Event::new(EventKind::Move, rule::OPT_DROP_TANKS, text).by(id(i))
        });
    }
}

/// Whether a side may close the stage.
pub(crate) fn judge_done(rules: &Rules, state: &State, side: Side) -> Result<(), Refusals> {
    if !to_act(rules, state).contains(side) || state.opening {
        return Err(out_of_turn("it is not this side's decision"));
    }
    match state.stage {
        Stage::EscortsFire
        | Stage::InterceptorsFire
        | Stage::Boosts
        | Stage::BombersFire
        | Stage::Bombing => Ok(()),
        Stage::EscortsMove | Stage::InterceptorsMove | Stage::Stragglers => {
            Err(out_of_turn("every plane on the map must move before the step is closed"))
        }
        Stage::Rates => Err(out_of_turn("every formation needs a rate")),
        Stage::PlaceBombers | Stage::PlaceEscorts | Stage::PlaceInterceptors => {
            setup::judge_done(rules, state)
        }
        Stage::Over => Err(out_of_turn("the game is over")),
    }
}

/// Closes the stage for a side.
pub(crate) fn done(rules: &Rules, state: &mut State, side: Side) {
    if state.stage.is_set_up() {
        setup::give_up(state);
        return;
    }
    for i in rules.side_set(side).iter() {
        state.pending.remove(i);
    }
}

/// What may be said at any time: concede, offer and accept an end (decision point 17).
pub(crate) fn judge_any_time(state: &State, side: Side, command: &Command) -> Result<(), Refusals> {
    if state.stage == Stage::Over {
        return Err(out_of_turn("the game is over"));
    }
    match command {
        Command::OfferEnd if state.offer.is_some() || state.agreed => {
            Err(out_of_turn("an offer to end the game stands already"))
        }
        Command::AcceptEnd if state.offer != Some(side.enemy()) || state.agreed => {
            Err(out_of_turn("the other side has made no offer"))
        }
        _ => Ok(()),
    }
}

/// Whether a position is one that the rules can produce.
pub(crate) fn check(rules: &Rules, state: &State) -> Result<(), String> {
    let mut again = state.clone();
    again.recount(rules);
    if again.occupied != state.occupied {
        return Err("the occupied hexes are not where the planes are".into());
    }
    let fails = |i: usize, what: &str| Err(format!("{}: {what}", rules.name(i)));
    for (i, plane) in state.planes.iter().enumerate() {
        let card = rules.card(i);
        if state.on_map(i) && !rules.has(plane.hex) {
            return fails(i, "off the map");
        }
        if state.on_map(i)
            && (plane.hits >= card.hits || card.engines >= 2 && plane.engines_hit >= card.engines)
        {
            return fails(i, "should be out");
        }
        if plane.marker.is_some() && !state.on_map(i) {
            return fails(i, "declared turn off the map");
        }
        if plane.salvos > card.salvos || plane.engines_hit > card.engines {
            return fails(i, "more salvos or engines than it has");
        }
        if rules.planes[i].role == Role::Bomber && matches!(plane.status, Status::OffMap { .. }) {
            return fails(i, "bombers do not come back");
        }
        let shared = |b: usize| b > i && state.on_map(b) && state.planes[b].hex == plane.hex;
        if state.on_map(i) && state.stage.step() != 3 && (0..state.planes.len()).any(shared) {
            return fails(i, "two planes in a hex");
        }
        if state.pending.contains(i)
            && !state.on_map(i)
            && !matches!(plane.status, Status::OffMap { .. } | Status::Unplaced)
        {
            return fails(i, "asked to act although it is gone");
        }
    }
    if state.stage == Stage::Over && state.result.is_none() {
        return Err("over without a result".into());
    }
    if !state.opening && settled(rules, state) {
        return Err("waits for nobody".into());
    }
    Ok(())
}

/// Whether a side may let a position begin whose first step opens with dice.
pub(crate) fn judge_begin(rules: &Rules, state: &State, side: Side) -> Result<(), Refusals> {
    if !state.opening || !to_act(rules, state).contains(side) {
        return Err(out_of_turn("nothing waits to begin"));
    }
    Ok(())
}

/// Lets a position begin: the opening of its stage, with dice.
pub(crate) fn begin(
    rules: &Rules,
    state: &mut State,
    dice: &mut impl Dice,
    events: &mut impl Listener,
) -> Result<(), Need> {
    state.opening = false;
    match state.stage {
        Stage::Boosts => state.pending = bombers::may_boost(rules, state),
        Stage::Stragglers => state.pending = bombers::stragglers(rules, state),
        _ => enter(rules, state, dice, events)?,
    }
    Ok(())
}

/// Offers, or agrees, to end the game with this turn.
pub(crate) fn agree(
    rules: &Rules,
    state: &mut State,
    side: Side,
    command: &Command,
    events: &mut impl Listener,
) {
    let name = &rules.side_names[side.index()];
    if *command == Command::OfferEnd {
        state.offer = Some(side);
        events.tell(|| {
            Event::new(
                EventKind::Decision,
                rule::GAME_END,
                format!("{name} offers to end the game with this turn"),
            )
        });
    } else {
        state.offer = None;
        state.agreed = true;
        events.tell(|| {
            Event::new(
                EventKind::Decision,
                rule::GAME_END,
                format!("{name} agrees: the game ends with this turn"),
            )
        });
    }
}
