//! 5. Turn sequence: who owes a decision, what comes of it, and what happens by itself until the next one.

use crate::command::{Act, Command};
use crate::state::{Flags, PlaneSet, Rules, STEPS, Stage, State, Status};
use crate::{
    Effect, FastAndEasy, Look, bombers, bombing, check, movement, rockets, rule, setup, shifts, shooting,
    turrets, victory,
};
use table::{
    Accepted, Dice, Done, EarlyEnd, Event, EventKind, Leave, Listener, Need, Outcome, PieceId, Referee,
    Refusal, Refusals, Side, SideSet,
};

impl Referee for FastAndEasy {
    const ID: &'static str = "fast-and-easy";
    type Rules = Rules;
    type State = State;
    type Command = Command;
    type Act = Act;

    fn to_act(rules: &Rules, state: &State) -> SideSet {
        match state.stage {
            Stage::Over => SideSet::NONE,
            Stage::Bombing if !state.opening => {
                SideSet::of(|side| !state.pending.and(&rules.side_set(side)).is_empty())
            }
            stage => SideSet::only(rules.stage_side(stage).unwrap_or(rules.escort)),
        }
    }

    #[inline]
    fn judge(look: Look<'_>, command: &Command) -> Result<Act, Refusals> {
        match command {
            Command::Move(order) => movement::judge(look, order),
            Command::Fire(order) => shooting::judge(look, order),
            Command::Done => judge_done(look),
            Command::StayAway(order) => movement::judge_stay_away(look, order),
            Command::Rockets(order) => rockets::judge(look, order),
            Command::Rate(order) => bombers::judge_rate(look, order),
            Command::Boost(order) => bombers::judge_boost(look, order),
            Command::Turrets(order) => turrets::judge(look, order),
            Command::Bomb(order) => bombing::judge(look, order),
            Command::Lead(order) => setup::judge_lead(look, order),
            Command::Place(order) => setup::judge_place(look, order),
            Command::Roll => setup::judge_roll(look),
            Command::Begin => judge_begin(look),
            Command::Concede => Leave::Resign.judge(look).map(Act::Leave),
            Command::OfferEnd => {
                victory::judge_offer(look.state)?;
                Leave::OfferEnd.judge(look).map(Act::Leave)
            }
            Command::AcceptEnd => Leave::AcceptEnd.judge(look).map(Act::Leave),
        }
    }

    #[inline]
    fn apply(
        effect: &mut Effect<'_, impl Dice, impl Listener>,
        accepted: &Accepted<FastAndEasy>,
    ) -> Result<Done, Need> {
        match accepted.act() {
            Act::Move { plane, jettison, flight } => movement::fly(effect, *plane, *jettison, flight),
            Act::Immelmann(order) => movement::try_immelmann(effect, order)?,
            Act::Fire { shot, guns } => shooting::fire(effect, shot, *guns)?,
            Act::Rockets(shot) => rockets::fire(effect, shot)?,
            Act::Turrets(order) => turrets::fire(effect, order)?,
            Act::Bomb { plane, target } => bombing::bomb(effect, *plane, *target)?,
            Act::Lead(start) => setup::lead(effect, start),
            Act::Place(start) => setup::place(effect, start),
            Act::StayAway(plane) => movement::stay_away(effect, *plane),
            Act::Rate { formation, rate } => bombers::set_rate(effect, *formation, *rate),
            Act::Boost(plane) => bombers::boost(effect, *plane)?,
            Act::Roll => setup::roll(effect)?,
            Act::Begin => begin(effect)?,
            Act::Done => done(effect.rules, effect.state, accepted.side()),
            Act::Leave(leave) => return leave.apply(effect, accepted.side()),
        }
        advance(effect)?;
        Ok(Done::default())
    }

    fn offer(state: &State) -> Option<Side> {
        state.offer
    }

    fn set_offer(state: &mut State, by: Option<Side>) {
        state.offer = by;
    }

    fn end_early(effect: &mut Effect<'_, impl Dice, impl Listener>, why: EarlyEnd) -> Result<Done, Need> {
        victory::end_early(effect, why).map(|()| Done::default())
    }

    fn side_name(rules: &Rules, side: Side) -> String {
        rules.side_names[side.index()].clone()
    }

    fn outcome(rules: &Rules, state: &State) -> Option<Outcome> {
        victory::outcome(rules, state)
    }

    fn check(rules: &Rules, state: &State) -> Result<(), String> {
        check::check(rules, state)
    }
}

/// Something said out of its step, or by the wrong side or plane (`fast-and-easy/sequence`).
pub(crate) fn out_of_turn(says: &'static str) -> Refusals {
    Refusal::new(rule::SEQUENCE, says).into()
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
pub(crate) fn advance(effect: &mut Effect<'_, impl Dice, impl Listener>) -> Result<(), Need> {
    while settled(effect.rules, effect.state) {
        close_stage(effect)?;
        if effect.state.stage != Stage::Over {
            open_stage(effect)?;
        }
    }
    Ok(())
}

/// What ends a stage, and the stage that comes next.
fn close_stage(effect: &mut Effect<'_, impl Dice, impl Listener>) -> Result<(), Need> {
    let rules = effect.rules;
    effect.state.stage = match effect.state.stage {
        Stage::PlaceBombers => Stage::PlaceEscorts,
        Stage::PlaceEscorts => Stage::PlaceInterceptors,
        Stage::PlaceInterceptors => Stage::EscortsMove,
        Stage::EscortsMove => {
            end_of_fighter_move(effect, rules.escort);
            Stage::EscortsFire
        }
        // Steps 3 and 6 exist only if there are bombers.
        Stage::EscortsFire if rules.bombers.is_empty() => Stage::InterceptorsMove,
        Stage::EscortsFire => Stage::Rates,
        Stage::Rates => {
            bombers::roll_speed_zero(effect)?;
            Stage::Boosts
        }
        Stage::Boosts => {
            bombers::fly_formations(effect);
            Stage::Stragglers
        }
        Stage::Stragglers => {
            end_of_bomber_move(effect)?;
            Stage::InterceptorsMove
        }
        Stage::InterceptorsMove => {
            end_of_fighter_move(effect, rules.interceptor());
            Stage::InterceptorsFire
        }
        Stage::InterceptorsFire if rules.bombers.is_empty() => Stage::Bombing,
        Stage::InterceptorsFire => Stage::BombersFire,
        Stage::BombersFire => Stage::Bombing,
        Stage::Bombing => return end_of_turn(effect),
        Stage::Over => Stage::Over,
    };
    Ok(())
}

/// What begins a stage: who may act in it.
pub(crate) fn open_stage(effect: &mut Effect<'_, impl Dice, impl Listener>) -> Result<(), Need> {
    let stage = effect.state.stage;
    if !stage.is_set_up() && !matches!(stage, Stage::Boosts | Stage::Stragglers) {
        let turn = effect.state.turn;
        effect.events.tell(|| {
            let text = format!("Turn {turn}: {}", STEPS[stage.step() as usize - 1]);
            Event::new(EventKind::Phase, rule::SEQUENCE, text)
        });
    }
    match stage {
        Stage::Rates => bombers::begin_rates(effect.rules, effect.state),
        Stage::BombersFire => turrets::friendly_fire(effect)?,
        _ => {}
    }
    effect.state.pending = may_act(effect.rules, effect.state);
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
fn end_of_fighter_move(effect: &mut Effect<'_, impl Dice, impl Listener>, side: Side) {
    let rules = effect.rules;
    if rules.options.jet_fuel {
        // fast-and-easy/opt-jet-fuel: each turn in which the plane moves on the map uses 1.
        for i in rules.fighters[side.index()].iter() {
            let plane = &mut effect.state.planes[i];
            let flew = plane.flags.has(Flags::MOVED) && plane.trail.entered().next().is_some();
            if flew && rules.card(i).fuel.is_some() {
                plane.fuel = plane.fuel.saturating_sub(1);
            }
        }
    }
    start_combat(effect);
}

/// (f), (g) and (h) of `fast-and-easy/bomber-move-order`.
fn end_of_bomber_move(effect: &mut Effect<'_, impl Dice, impl Listener>) -> Result<(), Need> {
    bombers::push_fighters(effect)?;
    shifts::roll_clouds(effect)?;
    shifts::shift_bombers(effect)?;
    shifts::collide(effect)?;
    start_combat(effect);
    Ok(())
}

/// `fast-and-easy/combat-starts`: any two opposing planes within gun range at the end of step 1, 3 or 4.
fn start_combat(effect: &mut Effect<'_, impl Dice, impl Listener>) {
    let (rules, state) = (effect.rules, &mut *effect.state);
    if state.combat {
        return;
    }
    let enemies = &state.occupied[rules.interceptor().index()];
    let distance = rules.tables.movement.combat_distance;
    let ours = rules.side_set(rules.escort);
    let near = |i: usize| state.on_map(i) && enemies.near(&rules.board, state.planes[i].hex, distance);
    if ours.iter().any(near) {
        state.combat = true;
        effect.events.tell(|| Event::new(EventKind::Phase, rule::COMBAT_STARTS, "Combat has started"));
    }
}

/// Ends the turn: drop tanks run out, the game may end, a new turn begins.
fn end_of_turn(effect: &mut Effect<'_, impl Dice, impl Listener>) -> Result<(), Need> {
    if effect.rules.options.drop_tanks {
        send_home(effect);
    }
    if let Some(why) = victory::ends(effect.rules, effect.state) {
        return victory::finish(effect, why);
    }
    let state = &mut *effect.state;
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
fn send_home(effect: &mut Effect<'_, impl Dice, impl Listener>) {
    let rules = effect.rules;
    for i in 0..effect.state.planes.len() {
        let plane = &mut effect.state.planes[i];
        if plane.tank_turns == 0 {
            continue;
        }
        plane.tank_turns -= 1;
        if plane.tank_turns > 0 || !matches!(plane.status, Status::OnMap | Status::OffMap { .. }) {
            continue;
        }
        if plane.status == Status::OnMap {
            effect.state.lift(rules, i);
        }
        let plane = &mut effect.state.planes[i];
        plane.status = Status::Disengaged;
        (plane.marker, plane.slip) = (None, None);
        effect.events.tell(|| {
            let text = format!("{} is short of fuel and goes home", rules.who(i));
            Event::new(EventKind::Move, rule::OPT_DROP_TANKS, text).by(PieceId::of(i))
        });
    }
}

/// Whether a side may close the stage.
pub(crate) fn judge_done(look: Look<'_>) -> Result<Act, Refusals> {
    if !look.owes() || look.state.opening {
        return Err(out_of_turn("it is not this side's decision"));
    }
    match look.state.stage {
        Stage::EscortsFire
        | Stage::InterceptorsFire
        | Stage::Boosts
        | Stage::BombersFire
        | Stage::Bombing => Ok(Act::Done),
        Stage::EscortsMove | Stage::InterceptorsMove | Stage::Stragglers => {
            Err(out_of_turn("every plane on the map must move before the step is closed"))
        }
        Stage::Rates => Err(out_of_turn("every formation needs a rate")),
        Stage::PlaceBombers | Stage::PlaceEscorts | Stage::PlaceInterceptors => {
            setup::judge_done(look.rules, look.state)
        }
        Stage::Over => Err(out_of_turn("the game is over")),
    }
}

/// Closes the stage for a side.
fn done(rules: &Rules, state: &mut State, side: Side) {
    if state.stage.is_set_up() {
        setup::give_up(state);
        return;
    }
    for i in rules.side_set(side).iter() {
        state.pending.remove(i);
    }
}

/// Whether a side may let a position begin whose first step opens with dice.
fn judge_begin(look: Look<'_>) -> Result<Act, Refusals> {
    if !look.state.opening || !look.owes() {
        return Err(out_of_turn("nothing waits to begin"));
    }
    Ok(Act::Begin)
}

/// Lets a position begin: the opening of its stage, with dice.
fn begin(effect: &mut Effect<'_, impl Dice, impl Listener>) -> Result<(), Need> {
    effect.state.opening = false;
    match effect.state.stage {
        Stage::Boosts | Stage::Stragglers => effect.state.pending = may_act(effect.rules, effect.state),
        _ => open_stage(effect)?,
    }
    Ok(())
}
