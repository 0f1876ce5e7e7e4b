//! Section 28: points, the end of the game, and who leaves the fight.

use crate::rules::Rules;
use crate::scenario::Raid;
use crate::state::{Over, Plane, Stage, State, Status};
use crate::words::name;
use crate::{Command, Effect, Look, rule, space};
use table::{Choice, Dice, Event, EventKind, Listener, Outcome, PieceId, Reasons, Refusal, Say, Side};

/// How far from every enemy an aircraft must be to leave.
const AWAY: i16 = 25;
/// The margin below which the game is drawn.
const MARGIN: i32 = 5;
/// What an ace is worth beyond the aircraft.
const ACE: i32 = 5;

/// Points of both sides as things stand.
pub(crate) fn points(rules: &Rules, state: &State) -> [i32; 2] {
    let mut points = [0; 2];
    let mut bombers_down = 0;
    for (n, plane) in state.planes.iter().enumerate() {
        let crew = &rules.crews[n];
        let enemy = crew.side.enemy().index();
        let worth = value(rules, n);
        let raider = rules.raid.filter(|raid| raid.side == crew.side && crew.formation.is_some());
        if let Some(raid) = raider {
            bombers_down += i32::from(plane.status == Status::Lost);
            points[enemy] += if plane.turned_back { raid.turned_back } else { 0 };
        }
        match plane.status {
            Status::Lost => points[enemy] += worth + if crew.traits.ace { ACE } else { 0 },
            Status::Flying | Status::Gone if plane.damaged && !plane.turned_back => {
                points[enemy] += worth / 2;
            }
            Status::Flying | Status::Gone => {}
        }
        if let Some(raid) = raider.filter(|raid| delivered(raid, plane)) {
            points[crew.side.index()] += if state.now.stage == Stage::Over { raid.delivered } else { 0 };
        }
    }
    if let Some(raid) = rules.raid {
        points[raid.side.enemy().index()] += raid.extra_kill * (bombers_down - raid.extra_after).max(0);
    }
    points
}

/// What an aircraft is worth to the enemy.
pub(crate) fn value(rules: &Rules, index: usize) -> i32 {
    match rules.crews[index].ty.engines {
        1 => 10,
        2 => 15,
        _ => 30,
    }
}

fn delivered(raid: &Raid, plane: &Plane) -> bool {
    plane.flying() && !plane.damaged && plane.place.is_some() && (plane.loaded || !raid.loaded)
}

/// Counts game turns off the raid's heading.
pub(crate) fn note_headings(rules: &Rules, state: &mut State) {
    let Some((raid, heading)) = rules.raid.and_then(|raid| Some((raid, raid.heading?))) else { return };
    for (n, plane) in state.planes.iter_mut().enumerate() {
        let crew = &rules.crews[n];
        if crew.side == raid.side && crew.formation.is_some() && plane.flying() {
            let off = space::degrees(plane.heading) != heading;
            plane.off_course = if off { plane.off_course.saturating_add(1) } else { 0 };
            plane.turned_back |= plane.off_course >= raid.patience;
        }
    }
}

/// How the game ended.
pub(crate) fn outcome(rules: &Rules, state: &State) -> Option<Outcome> {
    let over = state.now.over.filter(|_| state.now.stage == Stage::Over)?;
    let points = points(rules, state);
    let lead = points[0] - points[1];
    let (winner, text) = match over {
        Over::Resigned(side) => (Some(side.enemy()), format!("{} resigned", rules.sides[side.index()])),
        Over::FirstKill(side) => (Some(side), format!("The first kill is {}'s", rules.sides[side.index()])),
        Over::BothLost => (None, "Both are down".to_owned()),
        Over::Points => {
            let winner = match lead {
                MARGIN.. => Some(Side::Allies),
                lead if lead <= -MARGIN => Some(Side::Axis),
                _ => None,
            };
            (winner, format!("{} points to {}", points[0], points[1]))
        }
    };
    Some(Outcome { winner, points, text, rule: rule::VICTORY.0.to_owned() })
}

/// Ends the game.
pub(crate) fn end(effect: &mut Effect<'_, impl Dice, impl Listener>, over: Over) {
    effect.state.now.stage = Stage::Over;
    effect.state.now.over = Some(over);
    effect.state.now.halted = None;
    effect.state.now.bursts.clear();
    effect.state.now.answers.clear();
    let (rules, state) = (effect.rules, &*effect.state);
    effect.events.tell(|| {
        let text = outcome(rules, state).map_or_else(String::new, |outcome| outcome.text);
        Event::new(EventKind::End, rule::VICTORY, format!("The game is over: {text}"))
    });
}

/// The first kill, where it ends the game.
pub(crate) fn first_kill(rules: &Rules, state: &State) -> Option<Over> {
    let lost = |side: Side| {
        let planes = state.planes.iter().enumerate();
        planes.filter(|(n, _)| rules.side(*n) == side).any(|(_, plane)| plane.status == Status::Lost)
    };
    match (rules.first_kill, lost(Side::Allies), lost(Side::Axis)) {
        (true, true, true) => Some(Over::BothLost),
        (true, true, false) => Some(Over::FirstKill(Side::Axis)),
        (true, false, true) => Some(Over::FirstKill(Side::Allies)),
        _ => None,
    }
}

/// Whether an aircraft may leave the fight.
pub(crate) fn may_leave(rules: &Rules, state: &State, index: usize) -> bool {
    let plane = &state.planes[index];
    let mut enemies = state.flying(rules, rules.side(index).enemy());
    plane.flying() && enemies.all(|n| state.planes[n].hex.distance(plane.hex) >= AWAY)
}

/// Whether a side has anybody who may leave.
pub(crate) fn has_choices(rules: &Rules, state: &State, side: Side) -> bool {
    state.flying(rules, side).any(|n| may_leave(rules, state, n))
}

/// Judges who leaves.
pub(crate) fn judge(look: Look<'_>, leaving: &[PieceId], why: &mut impl Reasons) {
    let Look { rules, state, side } = look;
    let able = |piece: &PieceId| {
        piece.index() < state.planes.len()
            && rules.side(piece.index()) == side
            && may_leave(rules, state, piece.index())
    };
    why.unless(leaving.iter().all(able) && leaving.windows(2).all(|two| two[0] < two[1]), || {
        Refusal::with(
            rule::DISENGAGE,
            "only own aircraft {0} hexes from every enemy leave",
            [AWAY.into(), 0, 0],
        )
    });
}

/// What is asked about leaving.
pub(crate) fn choices(look: Look<'_>, leaving: &crate::command::Pieces) -> Vec<Choice<Command>> {
    let Look { rules, state, side } = look;
    let mut choices =
        vec![Choice::new("Go on", rule::DISENGAGE, Say::Command(Command::Disengage(leaving.clone())))];
    for n in state.flying(rules, side).filter(|n| may_leave(rules, state, *n)) {
        let piece = PieceId::of(n);
        let mut changed = leaving.clone();
        let stays = changed.contains(&piece);
        changed.retain(|other| *other != piece);
        if !stays {
            changed.push(piece);
            changed.sort_unstable();
        }
        let label = format!("{} {}", name(rules, n), if stays { "stays" } else { "leaves the fight" });
        choices.push(Choice {
            aircraft: Some(piece),
            ..Choice::new(label, rule::DISENGAGE, Say::Draft(Command::Disengage(changed)))
        });
    }
    choices
}

/// Aircraft leave the fight.
pub(crate) fn depart(effect: &mut Effect<'_, impl Dice, impl Listener>, leaving: &[PieceId]) {
    let rules = effect.rules;
    for piece in leaving {
        let plane = &mut effect.state.planes[piece.index()];
        plane.status = Status::Gone;
        effect.events.tell(|| {
            let text = format!("{} leaves the fight", name(rules, piece.index()));
            Event::new(EventKind::Loss, rule::DISENGAGE, text).by(*piece)
        });
    }
    crate::formation::tidy(rules, effect.state);
}

/// How this game is won and when it ends, for its players.
pub(crate) fn objectives(rules: &Rules) -> Vec<String> {
    let turns = rules.turns;
    if rules.first_kill {
        return vec![
            "The first kill wins. If both go down in the same turn, it is a draw.".into(),
            format!(
                "After turn {turns} points decide: half an aircraft's value for damaging it. A lead under {MARGIN} is a draw."
            ),
        ];
    }
    let engines = |n: usize| match rules.crews[n].ty.engines {
        1 => "one engine",
        2 => "two engines",
        _ => "more than two",
    };
    let mut kinds: Vec<(i32, &str)> = (0..rules.crews.len()).map(|n| (value(rules, n), engines(n))).collect();
    kinds.sort_unstable();
    kinds.dedup();
    let told: Vec<String> = kinds.iter().map(|(points, engines)| format!("{points} ({engines})")).collect();
    let mut says = vec![
        format!("More points win; a lead under {MARGIN} is a draw."),
        format!("An enemy aircraft shot down scores {}; a damaged one scores half.", told.join(" or ")),
    ];
    if rules.crews.iter().any(|crew| crew.traits.ace) {
        says.push(format!("An ace scores {ACE} more."));
    }
    if let Some(raid) = &rules.raid {
        says.extend(raid_objectives(rules, raid));
    }
    says.push(format!("The game ends after turn {turns}, or sooner when a side has nobody left."));
    says
}

/// What a bomber formation scores, and what is scored for it.
fn raid_objectives(rules: &Rules, raid: &Raid) -> Vec<String> {
    let (raiders, others) = (&rules.sides[raid.side.index()], &rules.sides[raid.side.enemy().index()]);
    let mut says = Vec::new();
    if raid.delivered > 0 {
        let loaded = if raid.loaded { ", with its bombs still aboard" } else { "" };
        says.push(format!(
            "{raiders} scores {} for each bomber that is undamaged and in formation at the end{loaded}.",
            raid.delivered
        ));
    }
    if let Some(heading) = raid.heading.filter(|_| raid.turned_back > 0) {
        says.push(format!(
            "{others} scores {} for each bomber that is off heading {heading} at the end of {} turns in a row: it is turned back.",
            raid.turned_back, raid.patience
        ));
    }
    if raid.extra_kill > 0 {
        says.push(format!(
            "{others} scores {} more for each bomber shot down after the first {}.",
            raid.extra_kill, raid.extra_after
        ));
    }
    says
}
