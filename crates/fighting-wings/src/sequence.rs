//! Section 25: who is asked what, and what follows by itself.

use crate::command::{Act, Command};
use crate::state::{Asked, Over, Stage, State};
use crate::{Effect, FightingWings, Look, fixed, flexible, formation, initiative, rule, victory, volley};
use crate::{blind, check, flight, head_on, rules::Rules};
use table::{
    Accepted, Dice, Done, EarlyEnd, Event, EventKind, Leave, Listener, Need, Outcome, PieceId, Reasons,
    Referee, Refusal, Refusals, Side, SideSet, Whether,
};

impl Referee for FightingWings {
    const ID: &'static str = "fighting-wings";
    type Rules = Rules;
    type State = State;
    type Command = Command;
    type Act = Act;

    #[inline]
    fn to_act(rules: &Rules, state: &State) -> SideSet {
        asked(rules, state).map_or(SideSet::NONE, SideSet::only)
    }

    fn forced(rules: &Rules, state: &State) -> Option<(Side, Command)> {
        match state.now.stage {
            Stage::Brief(side) if !formation::has_choices(rules, state, side) => {
                Some((side, Command::Brief(crate::command::Brief::default())))
            }
            _ => None,
        }
    }

    #[inline]
    fn judge(look: Look<'_>, command: &Command) -> Result<Act, Refusals> {
        match command {
            Command::Resign => return Leave::Resign.judge(look).map(Act::Leave),
            Command::OfferEnd => return Leave::OfferEnd.judge(look).map(Act::Leave),
            Command::AcceptEnd => return Leave::AcceptEnd.judge(look).map(Act::Leave),
            _ => {}
        }
        let mut whether = Whether::default();
        if let Some(act) = consider(look, command, &mut whether)
            && !whether.any()
        {
            return Ok(act);
        }
        let mut why = Refusals::none();
        let _ = consider(look, command, &mut why);
        Err(why)
    }

    #[inline]
    fn apply(
        effect: &mut Effect<'_, impl Dice, impl Listener>,
        accepted: &Accepted<Self>,
    ) -> Result<Done, Need> {
        let side = accepted.side();
        Leave::decline::<FightingWings>(effect.state, side);
        match accepted.act() {
            Act::Leave(leave) => return leave.apply(effect, side),
            Act::Brief(brief) => {
                formation::brief(effect, brief);
                effect.state.now.briefed[side.index()] = true;
                go_on_briefing(effect)?;
            }
            Act::Lead(index) => {
                formation::lead(effect, *index);
                // A leader lost on the way is replaced before the next move.
                let rolled = effect.state.planes.iter().any(|plane| plane.number > 0);
                if rolled { next_mover(effect)? } else { go_on_briefing(effect)? }
            }
            Act::Fly(index, plan) => flight::effect::fly(effect, *index, plan)?,
            Act::Fire(burst) => {
                effect.state.planes[burst.aircraft.index()].fired = true;
                effect.state.now.bursts.push(*burst);
                told_fire(effect, burst.aircraft, burst.target);
                after_fire(effect, true)?;
            }
            Act::Guns(guns) => {
                flexible::spend(effect.state, guns);
                effect.state.now.answers.push(guns.clone());
                after_fire(effect, true)?;
            }
            Act::Hold => after_fire(effect, false)?,
            Act::Disengage(leaving) => {
                victory::depart(effect, leaving);
                end_of_turn(effect, Some(side))?;
            }
        }
        Ok(Done::default())
    }

    fn offer(state: &State) -> Option<Side> {
        state.now.offer
    }

    fn set_offer(state: &mut State, by: Option<Side>) {
        state.now.offer = by;
    }

    fn end_early(effect: &mut Effect<'_, impl Dice, impl Listener>, why: EarlyEnd) -> Result<Done, Need> {
        victory::end(
            effect,
            match why {
                EarlyEnd::Resigned(side) => Over::Resigned(side),
                EarlyEnd::Agreed => Over::Points,
            },
        );
        Ok(Done::default())
    }

    fn side_name(rules: &Rules, side: Side) -> String {
        rules.sides[side.index()].to_string()
    }

    fn outcome(rules: &Rules, state: &State) -> Option<Outcome> {
        victory::outcome(rules, state)
    }

    fn check(rules: &Rules, state: &State) -> Result<(), String> {
        check::check(rules, state)
    }
}

/// Who is asked now.
#[inline]
pub(crate) fn asked(rules: &Rules, state: &State) -> Option<Side> {
    if let Some(halted) = &state.now.halted {
        let mover = rules.side(halted.plan.aircraft.index());
        return Some(if halted.asked == Asked::Mover { mover } else { mover.enemy() });
    }
    match state.now.stage {
        Stage::Brief(side) | Stage::Depart(side) => Some(side),
        Stage::Lead(formation) => state.members(rules, formation).next().map(|n| rules.side(n)),
        Stage::Move(movers) => (movers != 0).then(|| rules.side(movers.trailing_zeros() as usize)),
        Stage::Fire(place) => state.now.order.get(usize::from(place)).map(|n| rules.side(usize::from(*n))),
        Stage::Answer(place) => {
            state.now.bursts.get(usize::from(place)).map(|burst| rules.side(burst.target.index()))
        }
        Stage::Over => None,
    }
}

/// What a command amounts to at this stage, with the reasons against it.
#[inline]
fn consider(look: Look<'_>, command: &Command, why: &mut impl Judge) -> Option<Act> {
    let Look { rules, state, side } = look;
    if asked(rules, state) != Some(side) {
        why.object(|| Refusal::new(rule::SEQUENCE, "nothing is asked of this side now"));
        return None;
    }
    match (command, state.now.stage, &state.now.halted) {
        (Command::Brief(brief), Stage::Brief(_), None) => {
            formation::judge(look, brief, why);
            Some(Act::Brief(brief.clone()))
        }
        (Command::Lead(piece), Stage::Lead(number), None) => {
            why.unless(formation::may_lead(rules, state, number, piece.index()), || {
                Refusal::new(rule::FORMATIONS, "it is no member of the formation")
            });
            Some(Act::Lead(piece.index()))
        }
        (Command::Fly(plan), Stage::Move(movers), None) => {
            let index = plan.aircraft.index();
            if index >= state.planes.len() || movers & (1 << index) == 0 {
                why.object(|| Refusal::new(rule::SEQUENCE, "this aircraft does not move now"));
                return None;
            }
            why.plan(rules, state, plan);
            Some(Act::Fly(index, plan.clone()))
        }
        (Command::Fire(burst), Stage::Move(_), Some(halted)) => {
            head_on::check_asked(halted, burst.aircraft, burst.target, why);
            fixed::judge(rules, state, burst, true, why);
            Some(Act::Fire(*burst))
        }
        (Command::Fire(burst), Stage::Fire(place), None) => {
            let firer = state.now.order.get(usize::from(place)).map(|n| PieceId::of(usize::from(*n)));
            why.unless(firer == Some(burst.aircraft), || {
                Refusal::new(rule::SEQUENCE, "attacks are declared in the order of the moves")
            });
            fixed::judge(rules, state, burst, false, why);
            Some(Act::Fire(*burst))
        }
        (Command::Guns(guns), _, _) if answering(state).is_some() => {
            let (target, attacked) = answering(state)?;
            why.unless(guns.target.index() == target, || {
                Refusal::new(rule::FLEXIBLE_GUNS, "flexible guns fire only at the attacker")
            });
            if guns.target.index() == target {
                flexible::judge(rules, state, guns, attacked, why);
            }
            Some(Act::Guns(guns.clone()))
        }
        (Command::Pass, Stage::Move(_), Some(_))
        | (Command::Pass, Stage::Fire(_) | Stage::Answer(_), None) => Some(Act::Hold),
        (Command::Disengage(leaving), Stage::Depart(_), None) => {
            victory::judge(look, leaving, why);
            Some(Act::Disengage(leaving.clone()))
        }
        _ => {
            why.object(|| Refusal::new(rule::SEQUENCE, "this is not asked now"));
            None
        }
    }
}

/// A sink for reasons that puts those against a plan in their order.
trait Judge: Reasons {
    fn plan(&mut self, rules: &Rules, state: &State, plan: &crate::command::Plan);
}

impl Judge for Whether {
    #[inline]
    fn plan(&mut self, rules: &Rules, state: &State, plan: &crate::command::Plan) {
        let _ = flight::examine(rules, state, plan.aircraft.index(), plan, self);
    }
}

impl Judge for Refusals {
    fn plan(&mut self, rules: &Rules, state: &State, plan: &crate::command::Plan) {
        for refusal in flight::objections(rules, state, plan.aircraft.index(), plan).iter() {
            self.add(*refusal);
        }
    }
}

/// The attacker whom flexible guns are asked to answer, and the aircraft that it attacks.
pub(crate) fn answering(state: &State) -> Option<(usize, usize)> {
    match (&state.now.halted, state.now.stage) {
        (Some(halted), _) => {
            let asked = halted.asked == Asked::Gunners;
            asked.then(|| (halted.plan.aircraft.index(), usize::from(halted.foe)))
        }
        (None, Stage::Answer(place)) => {
            let burst = state.now.bursts.get(usize::from(place))?;
            Some((burst.aircraft.index(), burst.target.index()))
        }
        _ => None,
    }
}

fn told_fire(effect: &mut Effect<'_, impl Dice, impl Listener>, by: PieceId, target: PieceId) {
    let rules = effect.rules;
    effect.events.tell(|| {
        let [by_name, target_name] = [by, target].map(|piece| crate::words::name(rules, piece.index()));
        let text = format!("{by_name} attacks {target_name}");
        Event::new(EventKind::Decision, rule::STRENGTHS, text).by(by).at(target)
    });
}

/// Somebody has fired or held fire: the next is asked, or all is thrown for.
fn after_fire(effect: &mut Effect<'_, impl Dice, impl Listener>, fired: bool) -> Result<(), Need> {
    if effect.state.now.halted.is_some() {
        return head_on::answered(effect, fired);
    }
    match effect.state.now.stage {
        Stage::Fire(place) => ask_fire(effect, place + 1),
        Stage::Answer(place) => ask_answer(effect, place + 1),
        _ => Ok(()),
    }
}

/// 25.1 and 25.2: a new game turn.
pub(crate) fn begin_turn(rules: &Rules, state: &mut State) {
    for plane in &mut state.planes {
        // `21.f`.
        if plane.unloads {
            plane.loaded = false;
            plane.unloads = false;
        }
        plane.trace = crate::state::Trace::default();
        (plane.number, plane.gunned, plane.met) = (0, 0, 0);
        (plane.follows, plane.moved, plane.fired, plane.has_left) = (false, false, false, false);
    }
    let now = &mut state.now;
    now.queue.clear();
    now.order.clear();
    now.ties = [0; 6];
    now.briefed = [false; 2];
    blind::read(rules, state);
    initiative::read_pursuit(rules, state);
    formation::tidy(rules, state);
}

/// The next question about formations, or nothing when all sides have spoken.
pub(crate) fn next_brief(rules: &Rules, state: &mut State) -> Option<Stage> {
    for side in Side::BOTH {
        if let Some(number) = formation::leaderless(rules, state, Some(side)) {
            return Some(Stage::Lead(number));
        }
        if !state.now.briefed[side.index()] {
            if formation::has_choices(rules, state, side) {
                return Some(Stage::Brief(side));
            }
            state.now.briefed[side.index()] = true;
        }
    }
    None
}

fn go_on_briefing(effect: &mut Effect<'_, impl Dice, impl Listener>) -> Result<(), Need> {
    if let Some(stage) = next_brief(effect.rules, effect.state) {
        effect.state.now.stage = stage;
        return Ok(());
    }
    initiative::roll(effect)?;
    next_mover(effect)
}

/// 25.3: whoever moves next, or the combat phase.
pub(crate) fn next_mover(effect: &mut Effect<'_, impl Dice, impl Listener>) -> Result<(), Need> {
    if let Some(number) = formation::leaderless(effect.rules, effect.state, None) {
        effect.state.now.stage = Stage::Lead(number);
        return Ok(());
    }
    let movers = initiative::movers(effect)?;
    if movers != 0 {
        initiative::announce(effect, movers);
        return Ok(());
    }
    ask_fire(effect, 0)
}

/// 25.4: fixed attacks in the order of the moves; who has no legal attack is not asked.
fn ask_fire(effect: &mut Effect<'_, impl Dice, impl Listener>, from: u8) -> Result<(), Need> {
    for place in from..effect.state.now.order.len() as u8 {
        let firer = usize::from(effect.state.now.order[usize::from(place)]);
        if fixed::targets(effect.rules, effect.state, firer).next().is_some() {
            effect.state.now.stage = Stage::Fire(place);
            return Ok(());
        }
    }
    // Answers come in id order of the attacked aircraft, for each its attackers in the order of their moves.
    effect.state.now.bursts.sort_by_key(|burst| burst.target);
    ask_answer(effect, 0)
}

fn ask_answer(effect: &mut Effect<'_, impl Dice, impl Listener>, from: u8) -> Result<(), Need> {
    for place in from..effect.state.now.bursts.len() as u8 {
        let burst = effect.state.now.bursts[usize::from(place)];
        let (attacker, attacked) = (burst.aircraft.index(), burst.target.index());
        if flexible::best(effect.rules, effect.state, attacker, attacked).is_some() {
            effect.state.now.stage = Stage::Answer(place);
            return Ok(());
        }
    }
    // The dice of the attacks are thrown in the order of the moves again.
    let order = effect.state.now.order.clone();
    let place = |piece: PieceId| order.iter().position(|n| usize::from(*n) == piece.index());
    effect.state.now.bursts.sort_by_key(|burst| place(burst.aircraft));
    volley::resolve(effect, false)?;
    if ends_at_once(effect) {
        return Ok(());
    }
    end_of_turn(effect, None)
}

/// Whether the game is over before its time: the first kill, where that wins.
pub(crate) fn ends_at_once(effect: &mut Effect<'_, impl Dice, impl Listener>) -> bool {
    match victory::first_kill(effect.rules, effect.state) {
        Some(over) => {
            victory::end(effect, over);
            true
        }
        None => false,
    }
}

/// 25.5: who leaves, whether it is over, the next game turn. `asked` is the side that has just said who leaves.
fn end_of_turn(effect: &mut Effect<'_, impl Dice, impl Listener>, asked: Option<Side>) -> Result<(), Need> {
    let rules = effect.rules;
    let rest: &[Side] = match asked {
        None => &Side::BOTH,
        Some(Side::Allies) => &[Side::Axis],
        Some(Side::Axis) => &[],
    };
    let empty = |state: &State, side: Side| state.flying(rules, side).next().is_none();
    let over = Side::BOTH.into_iter().any(|side| empty(effect.state, side));
    for side in rest.iter().filter(|_| !over) {
        if victory::has_choices(rules, effect.state, *side) {
            effect.state.now.stage = Stage::Depart(*side);
            return Ok(());
        }
    }
    victory::note_headings(rules, effect.state);
    if over || effect.state.now.turn >= rules.turns {
        victory::end(effect, Over::Points);
        return Ok(());
    }
    effect.state.now.turn += 1;
    begin_turn(rules, effect.state);
    let turn = effect.state.now.turn;
    effect.events.tell(|| Event::new(EventKind::Phase, rule::SEQUENCE, format!("Game turn {turn}")));
    go_on_briefing(effect)
}
