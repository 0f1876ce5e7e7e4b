//! 2.4, 9.0: which types meet, and in which period.

use crate::chart::{Chart, Class};
use crate::data::{Data, Period};
use crate::rule;
use crate::scenario::{Kind, Scenario};
use std::sync::Arc;
use table::{Flaws, Side};

/// The chart of a side: the scenario's own, or a built-in one.
pub(super) fn chart(data: &Data, scenario: &Scenario, side: Side, flaws: &mut Flaws) -> Option<Arc<Chart>> {
    let (id, path) = chosen(scenario, side);
    if let Some((n, own)) = scenario.charts.iter().enumerate().find(|(_, c)| c.id == id) {
        let found = own.flaws();
        let sound = found.is_empty();
        flaws.within(&format!("charts[{n}]"), found);
        return sound.then(|| Arc::new(own.clone()));
    }
    let found = data.charts.get(id).cloned();
    let known: Vec<&str> = data.charts.keys().map(String::as_str).collect();
    flaws.unless(
        found.is_some(),
        path,
        format!("there is no chart `{id}`: {}", known.join(", ")),
        rule::CHARTS,
    );
    found
}

/// The type that a side flies, and where it was chosen.
fn chosen(scenario: &Scenario, side: Side) -> (&str, &'static str) {
    let (option, path, field) = match side {
        Side::Allies => (&scenario.options.allies, "options.allies", "types.allies"),
        Side::Axis => (&scenario.options.axis, "options.axis", "types.axis"),
    };
    option.as_deref().map_or((scenario.types.of(side), field), |id| (id, path))
}

/// 9.0: whether the forces may meet. A chart of the scenario's own belongs to every period.
pub(super) fn choose(
    data: &Data,
    scenario: &Scenario,
    charts: &[Arc<Chart>; 2],
    first: Side,
    flaws: &mut Flaws,
) -> Option<String> {
    let own = |side: Side| scenario.charts.iter().any(|c| c.id == charts[side.index()].id);
    let fits = |period: &Period, side: Side| own(side) || period.of(side).contains(&charts[side.index()].id);
    let asked = scenario.options.period.or(scenario.period);
    // A type chosen as an option may belong to another period than the scenario's.
    let free = scenario.options.period.is_none()
        && (scenario.options.allies.is_some() || scenario.options.axis.is_some());
    let mut candidates = data.periods.iter().filter(|p| free || asked.is_none_or(|n| p.number == n));
    let path = if scenario.options.period.is_some() { "options.period" } else { "period" };
    if let Some(n) = asked
        && !data.periods.iter().any(|p| p.number == n)
    {
        flaws.add(path, format!("there is no period {n}"), rule::CHOOSING);
        return None;
    }
    // Of several the scenario's own, so that a type chosen as an option changes the period only where it must; 9.3.X has its own.
    let common = candidates
        .clone()
        .filter(|p| Side::BOTH.into_iter().all(|s| fits(p, s)))
        .min_by_key(|p| (!in_variant(scenario, p), asked != Some(p.number)));
    if common.is_none() {
        // Name the side that is not in the period asked for; if each is in one, they share none.
        let wrong = Side::BOTH.into_iter().find(|s| !candidates.any(|p| fits(p, *s))).unwrap_or(Side::Axis);
        let says = format!("{} and {} share no such period", charts[0].id, charts[1].id);
        flaws.add(chosen(scenario, wrong).1, says, rule::CHOOSING);
    }
    for side in Side::BOTH {
        let bombs = scenario.kind == Kind::Bombing && side != first;
        let class = charts[side.index()].class;
        let ok = class == Class::FighterBomber || (class == Class::Bomber) == bombs;
        let says = if bombs { "this side needs a bomber" } else { "this side needs a fighter" };
        flaws.unless(ok, chosen(scenario, side).1, says, rule::CHOOSING);
    }
    if let Some(period) = common {
        let path = if asked == Some(period.number) { path } else { chosen(scenario, Side::Axis).1 };
        let says = "the variant is flown with types from August 1940 onward";
        flaws.unless(in_variant(scenario, period), path, says, rule::FORMATION_VARIANT);
    }
    if scenario.kind == Kind::Formations {
        named_types(scenario, charts, first, flaws);
    }
    common.map(|p| p.title.clone())
}

/// 9.3.X: whether a period is one of the variant's, August 1940 onward.
fn in_variant(scenario: &Scenario, period: &Period) -> bool {
    scenario.kind != Kind::FormationsVariant || period.number >= 3
}

/// 9.3 names its types; a chart of the scenario's own may stand for one.
fn named_types(scenario: &Scenario, charts: &[Arc<Chart>; 2], first: Side, flaws: &mut Flaws) {
    for side in Side::BOTH {
        let id = charts[side.index()].id.as_str();
        let own = scenario.charts.iter().any(|c| c.id == id);
        let named: &[&str] = if side == first { &["Hurricane-I", "D.520"] } else { &["Bf.109E-3"] };
        let says = format!("9.3 is flown with {}", named.join(" or "));
        flaws.unless(own || named.contains(&id), chosen(scenario, side).1, says, rule::FORMATIONS);
    }
}
