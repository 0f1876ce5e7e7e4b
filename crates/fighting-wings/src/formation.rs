//! Section 18.g: formations, fixed and flexible.

use crate::account::balance;
use crate::command::{Altitude, Brief, Plan};
use crate::craft::Craft;
use crate::flight::Arrival;
use crate::flight::has_room;
use crate::rules::Rules;
use crate::scenario::Role;
use crate::space::{Frame, angle};
use crate::state::{Place, Plane, State};
use crate::turn::Rate;
use crate::units::Halves;
use crate::walk::Walker;
use crate::words::{about, name};
use crate::{Effect, Look, rule};
use sky::Hex;
use table::{
    Choice, Dice, Event, EventKind, Listener, PieceId, Reasons, Refusal, RuleId, Say, Side, SumOnly,
};

/// Whether a follower is in its place, and the rule that says where that is.
/// In the same hex counts as behind ([`crate::rule::SAME_HEX`]).
pub(crate) fn in_place(leader: &Plane, follower: &Plane, role: Role, fixed: bool) -> (bool, RuleId) {
    let (hexes, climb, turn, rule) = match (fixed, role) {
        (true, Role::Wingman) => (1, 1, 0, rule::FIXED_WINGMAN),
        (true, Role::SubLeader) => (3, 3, 0, rule::FIXED_SUB_LEADER),
        (false, Role::Wingman) => (2, 6, 60, rule::FLEXIBLE_WINGMAN),
        (false, Role::SubLeader) => (3, 9, 60, rule::FLEXIBLE_SUB_LEADER),
    };
    let frame = Frame::of(leader.hex, leader.heading, follower.hex);
    // `18.g.v`: in the same hex counts as behind.
    let behind = frame.behind() || frame.here();
    let near =
        leader.hex.distance(follower.hex) <= hexes && (leader.altitude - follower.altitude).abs() <= climb;
    (behind && near && angle(leader.heading, follower.heading) <= turn, rule)
}

/// Whether a flexible follower may fly on its leader's initiative.
pub(crate) fn may_follow(rules: &Rules, state: &State, index: usize) -> bool {
    let crew = &rules.crews[index];
    let (Some((leader, role)), plane) = (crew.leader, &state.planes[index]) else { return false };
    let lead = &state.planes[leader];
    crew.formation.is_none() && plane.flying() && lead.flying() && in_place(lead, plane, role, false).0
}

/// Whether a member may leave its fixed formation.
pub(crate) fn may_leave(rules: &Rules, state: &State, index: usize) -> bool {
    state.planes[index].flying() && state.formation_of(rules, index).is_some()
}

/// The member behind which an aircraft would join its fixed formation again.
fn joins_behind(rules: &Rules, state: &State, index: usize) -> Option<usize> {
    let crew = &rules.crews[index];
    let (formation, plane) = (crew.formation?, &state.planes[index]);
    let head = usize::from((*state.now.heads.get(usize::from(formation))?)?);
    if !plane.flying() || plane.place.is_some() || plane.has_left {
        return None;
    }
    let own = crew.leader.filter(|(leader, _)| state.formation_of(rules, *leader).is_some());
    let (leader, role) = own.unwrap_or((head, Role::SubLeader));
    let ready = in_place(&state.planes[leader], plane, role, true).0
        && plane.speed == state.planes[head].speed
        && plane.bank == state.planes[head].bank
        && plane.nose == state.planes[head].nose;
    ready.then_some(head)
}

/// Whether a side has anything to say about its formations.
pub(crate) fn has_choices(rules: &Rules, state: &State, side: Side) -> bool {
    (0..state.planes.len()).any(|n| {
        rules.side(n) == side
            && (may_follow(rules, state, n)
                || may_leave(rules, state, n)
                || joins_behind(rules, state, n).is_some())
    })
}

/// Judges what formations are to do.
pub(crate) fn judge(look: Look<'_>, brief: &Brief, why: &mut impl Reasons) {
    let Look { rules, state, side } = look;
    let own = |piece: &PieceId| piece.index() < state.planes.len() && rules.side(piece.index()) == side;
    let twice = |list: &[PieceId]| list.windows(2).any(|two| two[0] >= two[1]);
    for list in [&brief.follow, &brief.leave, &brief.join] {
        why.unless(list.iter().all(own) && !twice(list), || {
            Refusal::new(rule::FORMATIONS, "own aircraft, each once, in id order")
        });
    }
    if !brief.follow.iter().chain(&brief.leave).chain(&brief.join).all(own) {
        return;
    }
    why.unless(brief.follow.iter().all(|n| may_follow(rules, state, n.index())), || {
        Refusal::new(rule::FORMATIONS, "only a flexible follower in place takes its leader's initiative")
    });
    why.unless(brief.leave.iter().all(|n| may_leave(rules, state, n.index())), || {
        Refusal::new(rule::FORMATIONS, "it is in no fixed formation")
    });
    why.unless(brief.join.iter().all(|n| joins_behind(rules, state, n.index()).is_some()), || {
        Refusal::new(rule::FORMATIONS, "it is not in place with equal speed, or has left in this game turn")
    });
}

/// What is asked about formations.
pub(crate) fn choices(look: Look<'_>, brief: &Brief) -> Vec<Choice<crate::Command>> {
    let Look { rules, state, side } = look;
    let mut choices =
        vec![Choice::new("Go on", rule::FORMATIONS, Say::Command(crate::Command::Brief(brief.clone())))];
    for n in (0..state.planes.len()).filter(|n| rules.side(*n) == side) {
        let mut toggle = |label: &str, rule, pick: fn(&mut Brief) -> &mut crate::command::Pieces| {
            let mut changed = brief.clone();
            let list = pick(&mut changed);
            match list.iter().position(|piece| piece.index() == n) {
                Some(at) => drop(list.remove(at)),
                None => list.push(PieceId::of(n)),
            }
            list.sort_unstable();
            let on = pick(&mut changed).iter().any(|piece| piece.index() == n);
            let label = format!("{} {}{label}", name(rules, n), if on { "" } else { "no longer " });
            choices.push(Choice {
                aircraft: Some(PieceId::of(n)),
                ..Choice::new(label, rule, Say::Draft(crate::Command::Brief(changed)))
            });
        };
        if may_follow(rules, state, n) {
            toggle("flies on its leader's initiative", rule::FORMATIONS, |brief| &mut brief.follow);
        }
        if may_leave(rules, state, n) {
            toggle("leaves the formation", rule::FORMATIONS, |brief| &mut brief.leave);
        }
        if joins_behind(rules, state, n).is_some() {
            toggle("joins the formation", rule::FORMATIONS, |brief| &mut brief.join);
        }
    }
    choices
}

/// What a sensible side says: everybody follows, nobody leaves, whoever can joins.
pub(crate) fn usual(look: Look<'_>) -> Brief {
    let Look { rules, state, side } = look;
    let own = || (0..state.planes.len()).filter(|n| rules.side(*n) == side);
    Brief {
        follow: own().filter(|n| may_follow(rules, state, *n)).map(PieceId::of).collect(),
        leave: crate::command::Pieces::new(),
        join: own().filter(|n| joins_behind(rules, state, *n).is_some()).map(PieceId::of).collect(),
    }
}

/// Carries out what formations do.
pub(crate) fn brief(effect: &mut Effect<'_, impl Dice, impl Listener>, brief: &Brief) {
    let rules = effect.rules;
    for piece in &brief.follow {
        effect.state.planes[piece.index()].follows = true;
    }
    for piece in &brief.join {
        let n = piece.index();
        if let Some(head) = joins_behind(rules, effect.state, n) {
            let (lead, plane) = (&effect.state.planes[head], &effect.state.planes[n]);
            let place = lead.place.unwrap_or(Place { ahead: 0, right: 0, above: 0 });
            let frame = Frame::of(lead.hex, lead.heading, plane.hex);
            let (half, above) = (lead.half, plane.altitude - lead.altitude);
            let plane = &mut effect.state.planes[n];
            plane.half = half;
            plane.place = Some(Place {
                ahead: place.ahead + frame.ahead,
                right: place.right + frame.right,
                above: place.above + above,
            });
        }
    }
    for piece in &brief.leave {
        leave(rules, effect.state, piece.index());
    }
    tidy(rules, effect.state);
    effect.events.tell(|| {
        let part = |pieces: &[PieceId], what: &str| {
            let names: Vec<&str> = pieces.iter().map(|piece| name(rules, piece.index())).collect();
            (!names.is_empty()).then(|| format!("{what}: {}", names.join(", ")))
        };
        let parts = [
            part(&brief.follow, "On their leader's initiative"),
            part(&brief.leave, "Leaving the formation"),
            part(&brief.join, "Joining the formation"),
        ];
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        let text = if parts.is_empty() { "All formations stay as they are".into() } else { parts.join("; ") };
        Event::new(EventKind::Decision, rule::FORMATIONS, text)
    });
}

/// An aircraft leaves its fixed formation.
pub(crate) fn leave(rules: &Rules, state: &mut State, index: usize) {
    if state.planes[index].place.take().is_some() {
        state.planes[index].has_left = true;
        tidy(rules, state);
    }
}

/// After a loss or a departure: a formation of one is none, and one without its leader waits for another.
pub(crate) fn tidy(rules: &Rules, state: &mut State) {
    for formation in 0..state.now.heads.len() {
        for plane in state.planes.iter_mut().filter(|plane| !plane.flying()) {
            plane.place = None;
        }
        let count = state.members(rules, formation as u8).count();
        if count < 2 {
            let last = state.members(rules, formation as u8).next();
            if let Some(last) = last {
                state.planes[last].place = None;
            }
        }
        let head = state.now.heads[formation];
        let leads = head.is_some_and(|head| state.planes[usize::from(head)].place.is_some());
        if !leads {
            state.now.heads[formation] = None;
        }
    }
}

/// The first fixed formation of a side that needs a leader.
pub(crate) fn leaderless(rules: &Rules, state: &State, side: Option<Side>) -> Option<u8> {
    let needs = |formation: &u8| {
        let mut members = state.members(rules, *formation);
        let owner = members.next().map(|n| rules.side(n));
        owner.is_some() && side.is_none_or(|side| owner == Some(side))
    };
    let heads = state.now.heads.iter().enumerate();
    heads.filter(|(_, head)| head.is_none()).map(|(n, _)| n as u8).find(needs)
}

/// Whether the aircraft may lead a formation.
pub(crate) fn may_lead(rules: &Rules, state: &State, formation: u8, index: usize) -> bool {
    state.members(rules, formation).any(|n| n == index)
}

/// An acting leader is named.
pub(crate) fn lead(effect: &mut Effect<'_, impl Dice, impl Listener>, index: usize) {
    let rules = effect.rules;
    if let Some(formation) = effect.state.formation_of(rules, index) {
        effect.state.now.heads[usize::from(formation)] = Some(index as u8);
    }
    effect.events.tell(|| {
        let text = format!("{} leads the formation", name(rules, index));
        about(index, EventKind::Decision, rule::FORMATIONS, text)
    });
}

/// Followers on a leader's number move directly after it: wingmen, then sub-flight leaders (`18.g`).
pub(crate) fn queue_followers(rules: &Rules, state: &mut State, leader: usize) {
    let mut at = 0;
    for role in [Role::Wingman, Role::SubLeader] {
        for n in 0..state.planes.len() {
            let plane = &state.planes[n];
            let waits = plane.follows && plane.flying() && !plane.moved;
            let queued = state.now.queue.contains(&(n as u8));
            if waits && !queued && rules.crews[n].leader == Some((leader, role)) {
                state.now.queue.insert(at, n as u8);
                at += 1;
            }
        }
    }
}

/// The place of a member of a formation whose leader stands at `(hex, altitude)`.
fn place_of(state: &State, (head, member): (usize, usize), at: &Arrival, altitude: i16) -> (Hex, i16) {
    let none = Place { ahead: 0, right: 0, above: 0 };
    let [lead, own] = [head, member].map(|n| state.planes[n].place.unwrap_or(none));
    let hex = at.walker.hex.relative(at.walker.heading, own.ahead - lead.ahead, own.right - lead.right);
    (hex, altitude + own.above - lead.above)
}

/// What a plan of a whole formation must satisfy besides.
pub(crate) fn check_plan(
    state: &State,
    index: usize,
    craft: &Craft<'_>,
    arrival: &Arrival,
    why: &mut impl Reasons,
) {
    let rules = craft.rules;
    let Some(formation) = state.formation_of(rules, index) else { return };
    let altitude = craft.plane.altitude + arrival.balance.gain;
    let room =
        |member: usize| has_room(rules, state, member, place_of(state, (index, member), arrival, altitude));
    why.unless(state.members(rules, formation).all(room), || {
        Refusal::new(rule::STACKING, "too many aircraft where a member of the formation would be")
    });
}

/// `18.g`: the weakest member's rate of climb bounds the formation's.
pub(crate) fn weakest_climb(rules: &Rules, state: &State, craft: &Craft<'_>, index: usize) -> i16 {
    let own = craft.ty.climb_rate(craft.band, craft.condition);
    let Some(formation) = state.formation_of(rules, index).filter(|_| craft.formation) else { return own };
    let rate = |n: usize| {
        let member = Craft::with(rules, &state.planes[n], n, craft.throttle, false);
        let fast = craft.speed > member.ty.climb_speed[member.band];
        if fast { 0 } else { member.ty.climb_rate(member.band, member.condition) }
    };
    state.members(rules, formation).map(rate).min().unwrap_or(own)
}

/// A formation flies its leader's plan; members that cannot fly it leave and move next.
pub(crate) fn follow(
    effect: &mut Effect<'_, impl Dice, impl Listener>,
    formation: u8,
    (head, plan): (usize, &Plan),
    (arrival, arrived): (&Arrival, Plane),
) {
    let rules = effect.rules;
    let mut members: arrayvec::ArrayVec<usize, { crate::rules::MOST_AIRCRAFT }> =
        effect.state.members(rules, formation).filter(|n| *n != head).collect();
    let speed = {
        let mut lead = Craft::with(rules, &effect.state.planes[head], head, plan.throttle, false);
        lead.formation = true;
        lead.speed
    };
    let mut lowest = arrived.speed;
    let mut flown: arrayvec::ArrayVec<(usize, Plane), { crate::rules::MOST_AIRCRAFT }> =
        arrayvec::ArrayVec::new();
    members.retain(|member| {
        match member_flies(rules, effect.state, (head, *member), (plan, arrival, speed)) {
            Some(mut plane) => {
                plane.half = arrived.half;
                lowest = lowest.min(plane.speed);
                flown.push((*member, plane));
                true
            }
            None => false,
        }
    });
    let leavers: arrayvec::ArrayVec<usize, { crate::rules::MOST_AIRCRAFT }> =
        effect.state.members(rules, formation).filter(|n| *n != head && !members.contains(n)).collect();
    effect.state.planes[head] = arrived;
    for (member, plane) in flown {
        effect.state.planes[member] = plane;
    }
    for n in std::iter::once(head).chain(members.iter().copied()) {
        let plane = &mut effect.state.planes[n];
        plane.speed = lowest;
        plane.moved = true;
        effect.state.now.order.push(n as u8);
    }
    for (at, leaver) in leavers.iter().enumerate() {
        effect.state.planes[*leaver].place = None;
        effect.state.planes[*leaver].has_left = true;
        effect.state.now.queue.insert(at, *leaver as u8);
        effect.events.tell(|| {
            let text = format!("{} cannot keep up and leaves the formation", name(rules, *leaver));
            about(*leaver, EventKind::Decision, rule::FORMATIONS, text)
        });
    }
    tidy(rules, effect.state);
}

/// A member's part in the formation's plan: the leader's move speed and path, the member's own figures and costs.
pub(crate) fn member_part<'a>(
    rules: &'a Rules,
    state: &'a State,
    member: usize,
    (plan, arrival, speed): (&Plan, &Arrival, i16),
) -> (Craft<'a>, Walker, Altitude) {
    let mut craft = Craft::with(rules, &state.planes[member], member, plan.throttle, false);
    craft.set_speed(speed);
    let mut walker = arrival.walker;
    let cost = craft.ty.turning(Rate::Ez).map_or(0, |(cost, _)| cost);
    walker.turn_cost = cost * i16::from(walker.turned);
    let altitude = match plan.altitude {
        Altitude::Rate(n) => Altitude::Rate(n),
        Altitude::Level(n) | Altitude::Adjust(n) => Altitude::Level(n),
    };
    (craft, walker, altitude)
}

/// A member after the formation's plan; nothing if it cannot fly it.
fn member_flies(
    rules: &Rules,
    state: &State,
    (head, member): (usize, usize),
    (plan, arrival, speed): (&Plan, &Arrival, i16),
) -> Option<Plane> {
    let plane = &state.planes[member];
    let (craft, walker, own) = member_part(rules, state, member, (plan, arrival, speed));
    let (_, minimum) = craft.ty.turning(Rate::Ez)?;
    let turns = plan.steps.steps.iter().any(|s| matches!(s.act, crate::course::Manoeuvre::Turn { .. }));
    let balance = balance(&craft, &walker, own, &mut SumOnly);
    let lead_altitude = state.planes[head].altitude + arrival.balance.gain;
    let (hex, end) = place_of(state, (head, member), arrival, lead_altitude);
    let able = craft.ty.has(plan.throttle)
        && !craft.stalled()
        && craft.ty.top(craft.band, craft.condition) >= speed
        && (!turns || speed >= minimum + craft.minimum_shift())
        && balance.payable
        && balance.raw >= 0
        && end > 0
        && end <= craft.ty.ceiling(craft.condition);
    if !able {
        return None;
    }
    let mut after = plane.clone();
    after.trail.clear();
    after.trail.extend([plane.hex, hex]);
    after.hex = hex;
    after.heading = walker.heading;
    after.bank = walker.bank;
    after.altitude = end;
    after.speed = Halves(balance.speed);
    after.carry = balance.carry;
    after.turning = arrival.turning;
    after.throttle = plan.throttle;
    after.trace = walker.trace;
    Some(after)
}
