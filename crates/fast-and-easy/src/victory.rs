//! 13. End of the game: when it ends, casualties, victory.

use crate::bombing::stands;
use crate::data::{Class, Fate};
use crate::options::CasualtyModifiers;
use crate::state::{Cause, EndReason, Flags, GameResult, PlaneSet, Rules, Stage, State, Status};
use crate::words::fate_text;
use crate::{Effect, rule};
use table::{
    Ask, Dice, EarlyEnd, Event, EventKind, Listener, Need, Outcome, PieceId, Refusal, Refusals, Side,
};

/// Whether a side has a plane on the map or one that may still return (`fast-and-easy/game-end`).
fn has_planes(rules: &Rules, state: &State, side: Side) -> bool {
    let left =
        |i: usize| matches!(state.planes[i].status, Status::OnMap | Status::OffMap { .. } | Status::Unplaced);
    rules.side_set(side).iter().any(left)
}

/// Whether a side can still bomb a target that stands.
fn can_bomb(rules: &Rules, state: &State, side: Side) -> bool {
    (0..rules.targets.len()).any(|t| stands(state, t))
        && rules.side_set(side).iter().any(|i| state.on_map(i) && state.planes[i].flags.has(Flags::BOMBS))
}

/// Whether the game ends with this turn, and why (`fast-and-easy/game-end`).
pub(crate) fn ends(rules: &Rules, state: &State) -> Option<EndReason> {
    if state.turn >= rules.turns {
        return Some(EndReason::TurnLimit);
    }
    if !rules.bombers.is_empty() && !rules.bombers.iter().any(|i| state.on_map(i)) {
        return Some(EndReason::BombersGone);
    }
    for side in [rules.escort, rules.interceptor()] {
        if !has_planes(rules, state, side) && !can_bomb(rules, state, side.enemy()) {
            return Some(EndReason::SideGone(side));
        }
    }
    state.agreed.then_some(EndReason::Agreed)
}

/// Whether an end may be offered: not once one is agreed (`fast-and-easy/game-end`).
pub(crate) fn judge_offer(state: &State) -> Result<(), Refusals> {
    if state.agreed && state.stage != Stage::Over {
        return Err(
            Refusal::new(rule::GAME_END, "both sides have agreed to end the game with this turn").into()
        );
    }
    Ok(())
}

/// Ends the game at once for a side that has resigned, with the turn where both agree (`fast-and-easy/game-end`).
pub(crate) fn end_early(
    effect: &mut Effect<'_, impl Dice, impl Listener>,
    why: EarlyEnd,
) -> Result<(), Need> {
    match why {
        EarlyEnd::Resigned(side) => finish(effect, EndReason::Conceded(side)),
        EarlyEnd::Agreed => {
            effect.state.agreed = true;
            Ok(())
        }
    }
}

/// Ends the game: casualties, points, winner.
pub(crate) fn finish(effect: &mut Effect<'_, impl Dice, impl Listener>, why: EndReason) -> Result<(), Need> {
    let rules = effect.rules;
    effect.state.pending = PlaneSet::default();
    effect.state.moving = None;
    effect.state.opening = false;
    if !has_planes(rules, effect.state, rules.interceptor()) {
        // fast-and-easy/game-end: with nobody left to stop them every bomber on the map counts as exited.
        for i in rules.bombers.iter() {
            if effect.state.on_map(i) {
                effect.state.lift(rules, i);
                let plane = &mut effect.state.planes[i];
                plane.status = Status::Exited;
                (plane.marker, plane.slip) = (None, None);
            }
        }
    }
    for i in 0..effect.state.planes.len() {
        throw_casualty(effect, i)?;
    }
    let points = Side::BOTH.map(|side| points(rules, effect.state, side));
    let result = decide(rules, points, why);
    effect.state.result = Some(result);
    effect.state.stage = Stage::Over;
    effect.events.tell(|| {
        let text = text(rules, &result);
        Event::new(EventKind::End, rule::GAME_END, text).and_rule(rule::VICTORY)
    });
    Ok(())
}

/// The winner from the points, unless somebody has resigned.
fn decide(rules: &Rules, points: [i32; 2], why: EndReason) -> GameResult {
    let [allies, axis] = points;
    let winner = match why {
        EndReason::Conceded(side) => Some(side.enemy()),
        _ if allies > axis => Some(Side::Allies),
        _ if axis > allies => Some(Side::Axis),
        _ => None,
    };
    let (most, least) = (allies.max(axis), allies.min(axis));
    let table = &rules.tables.victory;
    let decisive = !matches!(why, EndReason::Conceded(_))
        && most >= table.decisive_factor * least
        && most - least >= table.decisive_lead;
    GameResult { winner, points, decisive, why }
}

/// The row of the casualty table for a plane, if it throws (`fast-and-easy/casualties`).
fn casualty_row<'a>(rules: &'a Rules, state: &State, i: usize) -> Option<&'a [Fate; 6]> {
    let plane = &state.planes[i];
    if plane.status == Status::Out(Cause::Engines) {
        Some(&rules.tables.casualties.all_engines)
    } else if matches!(plane.status, Status::Out(_)) && !loses_all(rules, i, plane.engines_hit) {
        Some(out_row(rules, i))
    } else {
        engine_row(rules, i, plane.engines_hit)
    }
}

/// Whether so many engines are all that a plane has, and more than one.
fn loses_all(rules: &Rules, i: usize, hit: u8) -> bool {
    let engines = rules.card(i).engines;
    engines >= 2 && hit >= engines
}

/// The row for a plane that is out with an engine left.
pub(crate) fn out_row(rules: &Rules, i: usize) -> &[Fate; 6] {
    let table = &rules.tables.casualties;
    if rules.card(i).is_bomber() { &table.bomber } else { &table.fighter }
}

/// The row for a plane that has lost so many engines and is not out otherwise.
pub(crate) fn engine_row(rules: &Rules, i: usize, hit: u8) -> Option<&[Fate; 6]> {
    let table = &rules.tables.casualties;
    match (hit, rules.card(i).engines) {
        _ if loses_all(rules, i, hit) => Some(&table.all_engines),
        (1, 3) | (2, 4) => Some(&table.some_engines),
        (3, 4) | (1, 2) | (2, 3) => Some(&table.most_engines),
        _ => None,
    }
}

/// Throws for one plane.
fn throw_casualty(effect: &mut Effect<'_, impl Dice, impl Listener>, i: usize) -> Result<(), Need> {
    let rules = effect.rules;
    let Some(row) = casualty_row(rules, effect.state, i) else { return Ok(()) };
    let face = effect.dice.roll(&Ask::d6("casualty", rule::CASUALTIES))?;
    let modifier = casualty_modifier(rules, i, effect.state.planes[i].flags.has(Flags::CRITICAL));
    let score = face.saturating_add_signed(modifier).clamp(1, 6);
    let fate = row[score as usize - 1];
    effect.state.planes[i].fate = Some(fate);
    effect.events.tell(|| {
        let text = format!("{} {}", rules.who(i), fate_text(fate));
        let event = Event::new(EventKind::Loss, rule::CASUALTIES, text).at(PieceId::of(i)).rolled(
            6,
            &[face],
            "casualty",
        );
        if modifier == 0 { event } else { event.and_rule(rule::CASUALTY_MODIFIERS) }
    });
    Ok(())
}

/// What is added to a plane's casualty die (`fast-and-easy/casualty-modifiers`).
fn casualty_modifier(rules: &Rules, i: usize, critical: bool) -> i8 {
    let table = &rules.tables.casualties;
    let critical = i8::from(critical) * table.critical;
    let far = i8::from(rules.far_from_home[rules.planes[i].side.index()]) * table.far_from_home;
    match rules.options.casualty_modifiers {
        CasualtyModifiers::Printed => critical + far,
        CasualtyModifiers::Harsh => -(critical + far),
    }
}

/// What a plane is worth (`fast-and-easy/victory`).
pub(crate) fn value(rules: &Rules, i: usize) -> i32 {
    let (card, table) = (rules.card(i), &rules.tables.victory);
    match (card.class, card.engines) {
        (Class::Jet, _) => table.jet,
        (Class::Fighter, 0 | 1) => table.single_engined_fighter,
        (Class::Fighter, _) => table.twin_engined_fighter,
        (Class::Bomber, 0..=2) => table.two_engined_bomber,
        (Class::Bomber, _) => table.heavy_bomber,
    }
}

/// What an aircraft's fate is worth to the enemy (`fast-and-easy/victory`).
pub(crate) fn of_fate(rules: &Rules, i: usize, fate: Fate) -> i32 {
    match fate {
        Fate::Crashed => value(rules, i),
        Fate::Damaged => value(rules, i) / 2,
        Fate::Light => 0,
    }
}

/// What a throw on a row is worth to the enemy on average, in thousandths of a point (`fast-and-easy/casualties`).
pub(crate) fn mean_loss(rules: &Rules, i: usize, row: &[Fate; 6], critical: bool) -> i64 {
    let modifier = casualty_modifier(rules, i, critical);
    let fate = |face: u8| row[face.saturating_add_signed(modifier).clamp(1, 6) as usize - 1];
    let sum: i32 = (1..=6).map(|face| of_fate(rules, i, fate(face))).sum();
    1000 * i64::from(sum) / 6
}

/// Points of a side as things stand: losses count once their fate is known.
pub(crate) fn points(rules: &Rules, state: &State, side: Side) -> i32 {
    let losses = rules
        .side_set(side.enemy())
        .iter()
        .filter_map(|i| state.planes[i].fate.map(|fate| of_fate(rules, i, fate)));
    let exited = rules.side_set(side).iter().filter(|i| state.planes[*i].status == Status::Exited);
    // fast-and-easy/opt-drop-tanks
    let tanks = rules.side_set(side).iter().filter(|i| {
        let plane = &state.planes[*i];
        plane.flags.has(Flags::TANKS) && !matches!(plane.status, Status::Out(_))
    });
    losses.sum::<i32>()
        + rules.exit_vp * exited.count() as i32
        + rules.target_vp * state.destroyed[side.index()].count_ones() as i32
        + rules.tables.drop_tanks.points * tanks.count() as i32
}

/// The sentence about an end.
fn text(rules: &Rules, result: &GameResult) -> String {
    let name = |side: Side| &rules.side_names[side.index()];
    let why = match result.why {
        EndReason::TurnLimit => "The turn limit is reached".to_owned(),
        EndReason::BombersGone => "No bomber is left on the map".to_owned(),
        EndReason::SideGone(side) => format!("{} has no plane left", name(side)),
        EndReason::Agreed => "Both sides end the game".to_owned(),
        EndReason::Conceded(side) => format!("{} resigns", name(side)),
    };
    let points =
        format!("{} to {}", result.points[0].max(result.points[1]), result.points[0].min(result.points[1]));
    match (result.winner, result.why) {
        (Some(winner), EndReason::Conceded(_)) => format!("{why}: {} wins", name(winner)),
        (Some(winner), _) if result.decisive => format!("{why}: {} wins decisively, {points}", name(winner)),
        (Some(winner), _) => format!("{why}: {} wins, {points}", name(winner)),
        (None, _) => format!("{why}: a draw, {points}"),
    }
}

/// How the game ended, once it has.
pub(crate) fn outcome(rules: &Rules, state: &State) -> Option<Outcome> {
    let result = state.result.as_ref()?;
    let rule = if let EndReason::Conceded(_) = result.why { rule::GAME_END } else { rule::VICTORY };
    Some(Outcome {
        winner: result.winner,
        points: result.points,
        text: text(rules, result),
        rule: rule.0.to_owned(),
    })
}

/// How this game is won and when it ends, for its players.
pub(crate) fn objectives(rules: &Rules) -> Vec<String> {
    let table = &rules.tables.victory;
    let name = |side: Side| &rules.side_names[side.index()];
    let raiders = rules.escort;
    let mut says = vec![
        format!(
            "More points win. {} times the enemy's points and at least {} more is a decisive win.",
            table.decisive_factor, table.decisive_lead
        ),
        format!(
            "An enemy aircraft that crashes scores {}; one that gets home damaged scores half.",
            worth(rules)
        ),
    ];
    if !rules.bombers.is_empty() {
        says.push(match rules.exit_vp {
            0 => {
                format!("{} gets no points for bombers that cross the map: only losses count.", name(raiders))
            }
            n => format!("{} scores {n} for each bomber that flies off the far edge.", name(raiders)),
        });
    }
    if !rules.targets.is_empty() {
        says.push(format!("A ground target destroyed scores {}.", rules.target_vp));
    }
    for side in Side::BOTH.into_iter().filter(|side| rules.far_from_home[side.index()]) {
        let so = match rules.options.casualty_modifiers {
            CasualtyModifiers::Printed => "so fewer of its lost aircraft count as crashed",
            CasualtyModifiers::Harsh => "so more of its lost aircraft count as crashed",
        };
        says.push(format!("{} is far from home, {so}.", name(side)));
    }
    says.push("Dice after the last turn decide what became of every aircraft that is out.".into());
    let bombers = if rules.bombers.is_empty() { "" } else { "no bomber is left on the map or " };
    says.push(format!(
        "The game ends after turn {}, or sooner if {bombers}a side has no aircraft left.",
        rules.turns
    ));
    says
}

/// What the kinds of aircraft in this game are worth: "2 (fighter) or 6 (heavy bomber)".
fn worth(rules: &Rules) -> String {
    let kind = |i: usize| {
        let card = rules.card(i);
        match (card.class, card.engines) {
            (Class::Jet, _) => "jet",
            (Class::Fighter, 0 | 1) => "fighter",
            (Class::Fighter, _) => "two-engined fighter",
            (Class::Bomber, 0..=2) => "bomber",
            (Class::Bomber, _) => "heavy bomber",
        }
    };
    let mut kinds: Vec<(i32, &str)> = (0..rules.planes.len()).map(|i| (value(rules, i), kind(i))).collect();
    kinds.sort_unstable();
    kinds.dedup();
    let told: Vec<String> = kinds.iter().map(|(points, kind)| format!("{points} ({kind})")).collect();
    match told.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} or {last}", rest.join(", ")),
        _ => told.concat(),
    }
}

/// Points of a side with what lost aircraft bring on average, while the dice for them are still to be thrown; and whether there are any.
pub(crate) fn points_about(rules: &Rules, state: &State, side: Side) -> (i32, bool) {
    let open = rules.side_set(side.enemy()).iter().filter(|i| {
        let plane = &state.planes[*i];
        plane.fate.is_none() && matches!(plane.status, Status::Out(_))
    });
    let (mut milli, mut about) = (0, false);
    for i in open {
        let critical = state.planes[i].flags.has(Flags::CRITICAL);
        milli += casualty_row(rules, state, i).map_or(0, |row| mean_loss(rules, i, row, critical));
        about = true;
    }
    (points(rules, state, side) + ((milli + 500) / 1000) as i32, about)
}
