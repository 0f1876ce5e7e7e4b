//! What can be asked without a table.

use catalog::{Catalog, Fault, Level};
use wire::{Answer, Call, CardList, Digest, GameList, PilotInfo, Pong};

/// The answer to a call that needs no table; nothing for any other.
pub fn without_table(catalog: &Catalog, call: &Call) -> Option<Result<Answer, Fault>> {
    Some(match call {
        Call::Games(_) => Ok(Answer::Games(games(catalog))),
        Call::Rules(of) => rules(catalog, &of.game, of.id.as_deref()).map(|d| Answer::Rules(Box::new(d))),
        Call::Cards(of) => cards(catalog, &of.game).map(Answer::Cards),
        Call::Ping(_) => Ok(Answer::Pong(Pong {})),
        _ => return None,
    })
}

/// Every game, and who flies where nobody else does.
pub fn games(catalog: &Catalog) -> GameList {
    let info = |level: Level| PilotInfo {
        id: level.word().into(),
        title: level.title().into(),
        text: level.text().into(),
    };
    GameList {
        games: catalog.games().iter().map(|game| game.info()).collect(),
        pilots: Level::ALL.map(|level| level.word().to_owned()).to_vec(),
        levels: Level::OFFERED.map(info).to_vec(),
    }
}

/// Our digest of a game's rules, or of one of them.
pub fn rules(catalog: &Catalog, game: &str, id: Option<&str>) -> Result<Digest, Fault> {
    let whole = catalog.digest(game)?;
    let Some(id) = id else { return Ok(whole) };
    match whole.rules.iter().find(|rule| rule.id == id).cloned() {
        Some(rule) => Ok(Digest { rules: vec![rule], guide: None, text: None, ..whole }),
        None => Err(Fault::param("id", format!("{game} has no rule '{id}'"))),
    }
}

/// All aircraft cards of a game.
pub fn cards(catalog: &Catalog, game: &str) -> Result<CardList, Fault> {
    Ok(CardList { cards: catalog.game(game)?.cards().to_vec() })
}
