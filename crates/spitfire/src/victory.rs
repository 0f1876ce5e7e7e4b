//! 9.0–9.3: points, the end of a game, the turn cap.

use crate::rules::Rules;
use crate::scenario::Kind;
use crate::state::{EndedBy, Ending, Plane, Stage, State, Status};
use crate::words::air_force;
use crate::{Effect, rule};
use table::{Event, EventKind, Listener, Outcome, RuleId, Side};

/// Points of both sides, from what has happened to the aircraft.
pub(crate) fn points(rules: &Rules, state: &State) -> [i32; 2] {
    let mut points = rules.base;
    for plane in &state.planes {
        let (own, enemy) = (plane.side.index(), plane.side.enemy().index());
        match rules.kind {
            // 9.1: the Victory Point Value, or the hits; never both.
            Kind::AirSuperiority => points[enemy] += value(rules, plane),
            Kind::Bombing if rules.bomber_side() == Some(plane.side) => {
                let figures = rules.tables.bombing;
                points[own] += figures.points_per_pass * i32::from(plane.passes);
                if matches!(plane.status, Status::Left { safe: true, .. }) {
                    points[own] += figures.points_for_home;
                }
                if plane.lost() {
                    points[enemy] += figures.points_for_bomber;
                }
            }
            Kind::Bombing => points[enemy] += i32::from(plane.hits),
            Kind::Formations | Kind::FormationsVariant => {}
        }
    }
    points
}

/// 9.1: what an aircraft is worth to its enemy as it stands.
fn value(rules: &Rules, plane: &Plane) -> i32 {
    if plane.lost() { i32::from(rules.of(plane.side).value) } else { i32::from(plane.hits) }
}

fn more(a: i32, b: i32) -> Option<Side> {
    match a.cmp(&b) {
        std::cmp::Ordering::Greater => Some(Side::Allies),
        std::cmp::Ordering::Less => Some(Side::Axis),
        std::cmp::Ordering::Equal => None,
    }
}

/// The side with more points; nobody in a draw.
fn by_points(rules: &Rules, state: &State) -> Option<Side> {
    let [allies, axis] = points(rules, state);
    more(allies, axis)
}

/// Whether the scenario's end has come.
pub(crate) fn reached(rules: &Rules, state: &State) -> Option<Ending> {
    let counts = Side::BOTH.map(|side| state.count(side) as i32);
    match rules.kind {
        Kind::AirSuperiority => {
            let ended = counts.contains(&0);
            ended.then(|| Ending { winner: by_points(rules, state), by: EndedBy::Points })
        }
        Kind::Bombing => {
            let bombers = rules.first.enemy();
            if counts[bombers.index()] == 0 {
                Some(Ending { winner: by_points(rules, state), by: EndedBy::Points })
            } else if counts[rules.first.index()] == 0 {
                Some(Ending { winner: Some(bombers), by: EndedBy::NoFighterLeft })
            } else {
                None
            }
        }
        Kind::Formations | Kind::FormationsVariant => {
            let [allies, axis] = counts;
            if allies > 1 && axis > 1 {
                return None;
            }
            // Both down to one: fewer hits win.
            let winner = more(allies, axis).or_else(|| fewer_hits(state));
            Some(Ending { winner, by: EndedBy::OneLeft })
        }
    }
}

/// The side with fewer hits on its survivors.
fn fewer_hits(state: &State) -> Option<Side> {
    let [allies, axis] = Side::BOTH.map(|s| state.flying(s).map(|(_, p)| i32::from(p.hits)).sum());
    more(axis, allies)
}

/// 9.0: how it stands at the turn cap or when both agree to stop.
pub(crate) fn as_it_stands(rules: &Rules, state: &State, by: EndedBy) -> Ending {
    let winner = if rules.kind.formations() {
        let [allies, axis] =
            Side::BOTH.map(|s| state.planes.iter().filter(|p| p.side == s && p.lost()).count() as i32);
        more(axis, allies).or_else(|| fewer_hits(state))
    } else {
        by_points(rules, state)
    };
    Ending { winner, by }
}

/// Ends the game.
pub(crate) fn end<D>(effect: &mut Effect<'_, D, impl Listener>, ending: Ending) {
    effect.state.ending = Some(ending);
    effect.state.stage = Stage::Over;
    effect.state.declared = [None, None];
    effect.state.asked = [false; 2];
    effect.events.tell(|| {
        let text = outcome(effect.rules, effect.state).map_or_else(String::new, |o| o.text);
        Event::new(EventKind::End, why(effect.rules, ending.by).0, text).and_rule(rule::COURSE)
    });
}

/// How it ended, in words.
pub(crate) fn outcome(rules: &Rules, state: &State) -> Option<Outcome> {
    let ending = state.ending?;
    let points = points(rules, state);
    let (rule, how) = why(rules, ending.by);
    let text = match ending.winner {
        Some(side) if rules.kind.formations() => format!("The {side} win: {how}"),
        Some(side) => {
            format!("The {side} win, {} to {}: {how}", points[side.index()], points[side.enemy().index()])
        }
        None => format!("A draw: {how}"),
    };
    Some(Outcome { winner: ending.winner, points, text, rule: rule.0.to_owned() })
}

fn why(rules: &Rules, by: EndedBy) -> (RuleId, &'static str) {
    match by {
        EndedBy::Points if rules.kind == Kind::Bombing => (rule::BOMBING, "no bomber is left on the map"),
        EndedBy::Points => (rule::AIR_SUPERIORITY, "a side has no aircraft left on the map"),
        EndedBy::NoFighterLeft => (rule::BOMBING, "no fighter is left while a bomber still flies"),
        EndedBy::Formation => (rule::FORMATION_LOSS, "the enemy broke formation"),
        EndedBy::OneLeft => (rule::FORMATION_VICTORY, "a side is down to one aircraft"),
        EndedBy::TurnCap => (rule::CHOOSING, "the last turn is over"),
        EndedBy::Agreed => (rule::CHOOSING, "both sides agreed to stop"),
        EndedBy::Resigned => (table::rule::RESIGN, "the enemy resigned"),
    }
}

/// How this game is won and when it ends, for its players.
pub(crate) fn objectives(rules: &Rules) -> Vec<String> {
    let name = |side: Side| air_force(&rules.charts[side.index()].nation);
    let (first, second) = (name(rules.first), name(rules.first.enemy()));
    let mut says = match rules.kind {
        Kind::AirSuperiority => {
            let value = |side: Side| rules.of(side).value;
            let figures = rules.tables.air_superiority;
            vec![
                "More points win: one for every hit, or an aircraft's whole value once it is shot down."
                    .into(),
                format!(
                    "A {} is worth {} points, a {} {}.",
                    rules.charts[0].name,
                    value(Side::Allies),
                    rules.charts[1].name,
                    value(Side::Axis)
                ),
                format!("{second} begins with {} points.", rules.base[rules.first.enemy().index()]),
                format!(
                    "An aircraft that leaves the map before it has flown {} phases counts as shot down.",
                    figures.mission_phases
                ),
                "The game ends when a side has no aircraft left on the map.".into(),
            ]
        }
        Kind::Bombing => {
            let figures = rules.tables.bombing;
            vec![
                format!(
                    "{second} scores {} for each pass over a ground target at level 1, and {} for each bomber that goes home over the east edge after one.",
                    figures.points_per_pass, figures.points_for_home
                ),
                format!(
                    "{first} scores {} for each bomber that does not get home.",
                    figures.points_for_bomber
                ),
                format!("{second} also scores a point for every hit on a fighter."),
                "The game ends when no bomber is left on the map; then more points win.".into(),
                format!("If no fighter is left while a bomber still flies, {second} wins at once."),
            ]
        }
        Kind::Formations | Kind::FormationsVariant => vec![
            "Whoever breaks formation loses at once.".into(),
            "Whoever is down to one aircraft loses. If both are, the survivor with fewer hits wins.".into(),
        ],
    };
    if rules.options.turn_cap > 0 {
        let by =
            if rules.kind.formations() { "fewer losses decide, then fewer hits" } else { "points decide" };
        says.push(format!("After turn {} the game ends in any case: {by}.", rules.options.turn_cap));
    }
    says
}
