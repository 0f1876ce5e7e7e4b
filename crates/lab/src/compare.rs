//! The same fight in several rule sets: two types of aircraft in every game that has both.

use crate::contest::{Contest, Half};
use crate::names::find;
use crate::{Fault, Result};
use catalog::{Catalog, Level, Shelf};
use std::collections::BTreeMap;

/// Two types in one game.
pub struct Meeting {
    /// The game's title.
    pub game: String,
    /// What the cards are called there.
    pub cards: [String; 2],
    /// What is flown: how many against how many, on what map.
    pub scene: String,
    /// Titles of the game's rules, by id.
    pub rules: BTreeMap<String, String>,
    /// The games.
    pub contest: Contest,
}

/// A game that does not have both types, and the reason.
pub type Absent = (String, String);

/// The games in which two types can meet, flown by pilots of a level; and the others.
pub fn meetings(
    catalog: &Catalog,
    types: [&str; 2],
    pilot: Level,
    seed: u64,
) -> Result<(Vec<Meeting>, Vec<Absent>)> {
    let (mut found, mut absent) = (Vec::new(), Vec::new());
    for shelf in catalog.games() {
        match meeting(shelf.as_ref(), types, pilot, seed) {
            Ok(meeting) => found.push(meeting),
            Err(Fault(why)) => absent.push((shelf.info().title, why)),
        }
    }
    if found.is_empty() {
        let why: Vec<String> = absent.iter().map(|(game, why)| format!("{game}: {why}")).collect();
        return Err(Fault(format!("no game has both: {}", why.join("; "))));
    }
    Ok((found, absent))
}

fn meeting(shelf: &dyn Shelf, types: [&str; 2], pilot: Level, seed: u64) -> Result<Meeting> {
    let card =
        |name: &str| find(shelf.cards(), name).ok_or_else(|| Fault(format!("it has no card for '{name}'")));
    let cards = [card(types[0])?, card(types[1])?];
    if cards[0].id == cards[1].id {
        return Err(Fault(format!("both are its card '{}'", cards[0].name)));
    }
    let duels = shelf.duels([&cards[0].id, &cards[1].id]);
    let Ok([one, other]) = <[_; 2]>::try_from(duels) else {
        return Err(Fault(format!("{} and {} cannot meet in it", cards[0].name, cards[1].name)));
    };
    let half = |(first, scenario)| -> Result<Half> {
        let series = shelf.series(&scenario, None).map_err(|fault| Fault(format!("{fault:?}")))?;
        Ok(Half { series, pilots: [pilot.into(), pilot.into()], first })
    };
    let halves = [half(one)?, half(other)?];
    let start = halves[0].series.start();
    let of = |first: bool| start.aircraft.iter().filter(|a| (a.side == halves[0].first) == first).count();
    let scene = format!("{} against {}", of(true), of(false));
    let rules = shelf.rules().iter().map(|rule| (rule.id.clone(), rule.title.clone())).collect();
    Ok(Meeting {
        game: shelf.info().title,
        cards: cards.map(|card| card.name.to_string()),
        scene,
        rules,
        contest: Contest { halves, seed },
    })
}
