//! The settings of a match, from a scenario's options.

use crate::card::Nation;
use crate::data::{Data, checked};
use crate::field::Field;
use crate::rule;
use crate::rules::Rules;
use crate::scenario::Scenario;
use std::sync::Arc;
use table::{Flaw, Flaws, Side};

/// The settings of a match, checked.
pub(super) fn settings(data: &Data, scenario: &Scenario) -> Result<Rules, Vec<Flaw>> {
    let mut flaws = Flaws::default();
    let options = &scenario.options;
    let size = size(data, scenario, &mut flaws);
    let both = options.points.unwrap_or(data.tables.game.points);
    let points = [
        ("options.allies-points", options.allies_points.unwrap_or(both)),
        ("options.axis-points", options.axis_points.unwrap_or(both)),
    ];
    for (path, points) in points {
        let says = "a point total is 1 to 30000";
        flaws.unless((1..=30_000).contains(&points), path, says, rule::POINT_TOTAL);
    }
    let turns = options.turns.unwrap_or(data.tables.game.turns);
    let says = "a match lasts 1 to 100 turns";
    flaws.unless((1..=100).contains(&turns), "options.turns", says, rule::GAME_LENGTH);
    let nations = Side::BOTH.map(|side| nations(scenario, side, &mut flaws));
    let cards = if scenario.cards.is_empty() {
        Arc::clone(&data.cards)
    } else {
        let cards = checked(&data.cards, &scenario.cards, "cards", &*data.tables);
        let found = |found: Vec<Flaw>| found.into_iter().for_each(|flaw| flaws.push(flaw));
        Arc::new(cards.map_err(found).unwrap_or_default())
    };
    let named = |side: Side| scenario.sides.get(&side).cloned().unwrap_or_else(|| side.to_string());
    flaws.verdict(Rules {
        title: scenario.title.clone(),
        scenery: scenario.scenery.clone(),
        tables: Arc::clone(&data.tables),
        cards,
        data_cards: data.cards.len(),
        field: Field::new(options.mode, size[0], size[1]),
        size,
        options: options.clone(),
        nations,
        points: points.map(|(_, points)| points),
        turns: turns as u16,
        sides: Side::BOTH.map(named),
        fixed: Side::BOTH.map(|s| scenario.groups.iter().any(|g| g.side == s)),
        ready: Arc::clone(&data.ready),
    })
}

/// The board's width and height ([`rule::PLAYING_AREA`]).
fn size(data: &Data, scenario: &Scenario, flaws: &mut Flaws) -> [i16; 2] {
    let (options, limits) = (&scenario.options, &data.tables.board);
    let width = options.width.unwrap_or(limits.short);
    let height = options.height.unwrap_or(limits.long);
    for (path, given, least) in
        [("options.width", width, limits.short), ("options.height", height, limits.long)]
    {
        let says = format!("a board is {least} to {} SU this way", limits.most);
        flaws.unless((least..=limits.most).contains(&given), path, says, rule::PLAYING_AREA);
    }
    let says = "the short side runs from west to east";
    flaws.unless(width <= height, "options.width", says, rule::PLAYING_AREA);
    [width as i16, height as i16]
}

/// The nations from which a side may choose ([`rule::SIDES`]).
fn nations(scenario: &Scenario, side: Side, flaws: &mut Flaws) -> Vec<Nation> {
    let nations = scenario.nations.get(&side).cloned().unwrap_or_default();
    for (n, nation) in nations.iter().enumerate() {
        let says = format!("{} does not fly for the {side}", nation.name());
        flaws.unless(nation.serves(side), format!("nations.{}[{n}]", side.word()), says, rule::SIDES);
    }
    nations
}
