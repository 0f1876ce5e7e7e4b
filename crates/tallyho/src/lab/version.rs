//! Versions of a game's data: another folder of files, or one card put into the file where it belongs.

use crate::data::{LARGEST_DATA, catalog_with, files_over, read_text};
use crate::plain::plain_path;
use anyhow::{Context, Result, anyhow, bail};
use catalog::{AnyGame, Catalog, Files};
use std::path::Path;
use toml::{Table, Value};

/// What is put over the data.
#[derive(Clone, Copy)]
pub(super) enum Version<'a> {
    /// A folder of files, as `--data` takes it.
    Folder(&'a Path),
    /// A file with one card, or a few.
    Card(&'a Path),
}

/// The games with a version put over their data.
pub(super) fn catalog(game: AnyGame, data: Option<&Path>, version: Version<'_>) -> Result<Catalog> {
    let mut more = files_over(data)?;
    let own = more.entry(game.id().to_owned()).or_default();
    match version {
        Version::Folder(folder) => {
            let over = files_over(Some(folder))?.remove(game.id()).unwrap_or_default();
            if over.is_empty() {
                bail!("{}: there are no files of {} in it", plain_path(folder), game.id());
            }
            own.extend(over);
        }
        Version::Card(file) => {
            let text =
                read_text(file, LARGEST_DATA).map_err(|says| anyhow!("{}: {says}", plain_path(file)))?;
            let card: Table = toml::from_str(&text).with_context(|| plain_path(file))?;
            let whole = with_card(&game.files_with(own), &card).with_context(|| plain_path(file))?;
            own.extend(whole);
        }
    }
    catalog_with(&more)
}

/// The files that change when a card is put into the list where cards like it stand. A card of the same id, or name where cards
/// have no id, is replaced.
fn with_card(files: &Files, card: &Table) -> Result<Files> {
    let mut changed = Files::new();
    for (key, cards) in card {
        let Value::Array(cards) = cards else {
            bail!("'{key}' is not a list of cards, as [[{key}]] would be")
        };
        let (path, mut file) =
            holder(files, key).with_context(|| format!("no file of the game has a list [[{key}]]"))?;
        if let Some(Value::Array(all)) = file.get_mut(key) {
            for card in cards {
                all.retain(|other| named(other) != named(card));
                all.push(card.clone());
            }
        }
        changed.insert(path, toml::to_string(&file)?);
    }
    if changed.is_empty() { bail!("there is no card in it") } else { Ok(changed) }
}

/// The file that has a list of this name.
fn holder(files: &Files, key: &str) -> Option<(String, Table)> {
    let data = files.iter().filter(|(path, _)| !path.starts_with("scenarios/"));
    let mut read = data.filter_map(|(path, text)| Some((path.clone(), toml::from_str::<Table>(text).ok()?)));
    read.find(|(_, file)| matches!(file.get(key), Some(Value::Array(_))))
}

fn named(card: &Value) -> Option<&str> {
    card.get("id").or_else(|| card.get("name"))?.as_str()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_card_takes_the_place_of_the_card_of_its_name() {
        let file = "[[aircraft]]\nname = \"A\"\nspeed = 1\n[[aircraft]]\nname = \"B\"\nspeed = 2\n";
        let files =
            Files::from([("aircraft.toml".into(), file.into()), ("tables.toml".into(), "x = 1".into())]);
        let card: Table = toml::from_str("[[aircraft]]\nname = \"A\"\nspeed = 9\n").unwrap();
        let changed = with_card(&files, &card).unwrap();
        assert_eq!(changed.len(), 1);
        let whole: Table = toml::from_str(&changed["aircraft.toml"]).unwrap();
        let speeds: Vec<i64> =
            whole["aircraft"].as_array().unwrap().iter().map(|a| a["speed"].as_integer().unwrap()).collect();
        assert_eq!(speeds, [2, 9]);
        let stranger: Table = toml::from_str("[[plane]]\nname = \"A\"\n").unwrap();
        assert!(
            with_card(&files, &stranger)
                .unwrap_err()
                .to_string()
                .contains("no file of the game has a list [[plane]]")
        );
    }
}
