//! `docs/designer.md`: its examples work, and it leaves no field out.

use crate::common::{root, run};
use serde_json::Value;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

fn page() -> String {
    std::fs::read_to_string(root().join("docs/designer.md")).unwrap()
}

/// The files that the page shows: where each goes, and what it holds.
fn examples(page: &str) -> Vec<(String, String)> {
    let blocks = page.split("```toml mydata/").skip(1).filter_map(|rest| rest.split_once("\n"));
    blocks.map(|(path, rest)| (path.to_owned(), rest.split("```").next().unwrap().to_owned())).collect()
}

/// Writes the examples into a folder. An example for a file that we have too is put at the end of a copy of ours, as the page says.
fn written(folder: &Path) -> Vec<PathBuf> {
    let write = |(path, text): (String, String)| {
        let file = folder.join(&path);
        std::fs::create_dir_all(file.parent().unwrap()).unwrap();
        let (game, name) = path.split_once('/').unwrap();
        let ours = std::fs::read_to_string(root().join("crates").join(game).join("data").join(name));
        std::fs::write(&file, ours.unwrap_or_default() + "\n" + &text).unwrap();
        file
    };
    examples(&page()).into_iter().map(write).collect()
}

#[test]
fn every_example_passes_the_check_and_can_be_played() {
    let folder = tempfile::tempdir().unwrap();
    let files = written(folder.path());
    let data = folder.path().to_str().unwrap();
    let (ok, printed) = run(&["check", data]);
    assert!(ok && printed.contains("\n9 files checked, 0 flaws, "), "{printed}");
    for file in files {
        let file = file.strip_prefix(folder.path()).unwrap().with_extension("");
        let parts: Vec<&str> = file.iter().map(|part| part.to_str().unwrap()).collect();
        if let [game, "scenarios", scenario] = parts[..] {
            let (ok, printed) =
                run(&["play", game, scenario, "--data", data, "--seed", "1", "--pilots", "random"]);
            assert!(ok, "{game} {scenario}: {printed}");
        }
    }
}

/// The names of all fields below a part of the schema.
fn fields(schema: &Value, part: &Value, seen: &mut BTreeSet<String>, names: &mut BTreeSet<String>) {
    match part {
        Value::Object(map) => {
            if let Some(Value::String(pointer)) = map.get("$ref")
                && seen.insert(pointer.clone())
            {
                fields(schema, schema.pointer(&pointer[1..]).unwrap(), seen, names);
            }
            if let Some(Value::Object(properties)) = map.get("properties") {
                names.extend(properties.keys().cloned());
            }
            map.values().for_each(|value| fields(schema, value, seen, names));
        }
        Value::Array(items) => items.iter().for_each(|item| fields(schema, item, seen, names)),
        _ => {}
    }
}

/// The words between backticks.
fn words(text: &str) -> BTreeSet<&str> {
    let code = text.split('`').skip(1).step_by(2);
    code.flat_map(|code| code.split(|c: char| !c.is_ascii_alphanumeric() && c != '-' && c != '_')).collect()
}

#[test]
fn every_field_of_scenarios_and_aircraft_is_on_the_page() {
    let page = page();
    let schema: Value = serde_json::from_str(&run(&["schema"]).1).unwrap();
    for (game, title) in [
        ("fast-and-easy", "*Fast and Easy*"),
        ("spitfire", "*Spitfire*"),
        ("spitting-fire", "*Spitting Fire*"),
        ("fighting-wings", "*Simple Fighting Wings*"),
    ] {
        let section = |title: &str| page.split("\n## ").find(|part| part.starts_with(title)).unwrap();
        let text = [section("What all games share"), section(title)].concat();
        // Examples show fields; the tables explain them.
        let text: String = text.split("```").step_by(2).collect();
        let explained = words(&text);
        let mut names = BTreeSet::new();
        for file in ["scenario", "aircraft.toml", "availability.toml", "cards.toml"] {
            fields(&schema, &schema["games"][game][file], &mut BTreeSet::new(), &mut names);
        }
        let missing: Vec<&String> = names.iter().filter(|name| !explained.contains(name.as_str())).collect();
        assert!(names.len() > 30 && missing.is_empty(), "{game}: {missing:?}");
    }
}
