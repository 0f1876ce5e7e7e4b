//! What can be asked without a table.

use catalog::{Catalog, Fault, Given, Level};
use table::{DiceSource, Seat, Seed};
use wire::{Answer, Briefing, Call, CardList, Check, Checked, Digest, Format, GameList, PilotInfo, Pong};

/// The answer to a call that needs no table; nothing for any other.
pub fn without_table(catalog: &Catalog, call: &Call) -> Option<Result<Answer, Fault>> {
    Some(match call {
        Call::Games(_) => Ok(Answer::Games(games(catalog))),
        Call::Rules(of) => rules(catalog, &of.game, of.id.as_deref()).map(|d| Answer::Rules(Box::new(d))),
        Call::Cards(of) => cards(catalog, &of.game).map(Answer::Cards),
        Call::Format(of) => format(catalog, &of.game).map(|f| Answer::Format(Box::new(f))),
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
        hints: true,
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

/// What a scenario of a game may hold.
pub fn format(catalog: &Catalog, game: &str) -> Result<Format, Fault> {
    Ok(catalog.game(game)?.format())
}

/// What is wrong with a scenario. It takes as long as setting it up.
pub fn check(catalog: &Catalog, ask: &Check) -> Result<Checked, Fault> {
    let shelf = catalog.game(&ask.game)?;
    let given = match (&ask.scenario, &ask.text) {
        (Some(scenario), None) => Given::Scenario(scenario),
        (None, Some(text)) => Given::Text(text),
        _ => return Err(Fault::param("scenario", "give either `scenario` or `text`")),
    };
    Ok(shelf.checked(given, ask.edit.as_ref(), ask.toml))
}

/// The briefing of a ready-made scenario. Everybody may read its file, so nothing is left out.
pub fn briefing(catalog: &Catalog, game: &str, scenario: &str) -> Result<Briefing, Fault> {
    // Only the start is looked at, so any dice do.
    let dice = DiceSource::seeded(Seed([0; 32]));
    Ok(catalog.game(game)?.open(&scenario.into(), None, dice)?.briefing(Seat::Referee))
}
