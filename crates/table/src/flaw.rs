//! What is wrong in a data file or scenario, and the reading of data files.

use crate::{Refusals, RuleId};
use schemars::JsonSchema;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use ts_rs::TS;

/// Something wrong in a data file or scenario.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema, TS)]
pub struct Flaw {
    /// The file, when it is one of several.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub file: Option<String>,
    /// The path of the field: `aircraft[3].hex`.
    pub path: String,
    /// What is wrong and what is allowed.
    pub says: String,
    /// The rule that forbids it, if one does.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "string")]
    pub rule: Option<RuleId>,
}

impl Flaw {
    /// A flaw in a field.
    pub fn new(path: impl Into<String>, says: impl Into<String>) -> Flaw {
        Flaw { file: None, path: path.into(), says: says.into(), rule: None }
    }

    /// Names the rule that forbids it.
    #[must_use]
    pub fn by(mut self, rule: RuleId) -> Flaw {
        self.rule = Some(rule);
        self
    }

    /// Names the file.
    #[must_use]
    pub fn in_file(mut self, file: &str) -> Flaw {
        self.file = Some(file.to_owned());
        self
    }
}

/// Flaws found so far.
#[derive(Debug, Default)]
pub struct Flaws(Vec<Flaw>);

impl Flaws {
    /// Takes a flaw.
    pub fn push(&mut self, flaw: Flaw) {
        self.0.push(flaw);
    }

    /// Takes a flaw that a rule forbids.
    pub fn add(&mut self, path: impl Into<String>, says: impl Into<String>, rule: RuleId) {
        self.0.push(Flaw::new(path, says).by(rule));
    }

    /// Takes a flaw unless `sound`, which it gives back.
    pub fn unless(
        &mut self,
        sound: bool,
        path: impl Into<String>,
        says: impl Into<String>,
        rule: RuleId,
    ) -> bool {
        if !sound {
            self.add(path, says, rule);
        }
        sound
    }

    /// A number within limits, or a flaw and the lower limit.
    pub fn number<N: Copy + PartialOrd + std::fmt::Display>(
        &mut self,
        path: impl Into<String>,
        value: N,
        limits: RangeInclusive<N>,
        rule: RuleId,
    ) -> N {
        let sound = limits.contains(&value);
        let says = || format!("{value} is not allowed: {} to {} is", limits.start(), limits.end());
        if !sound {
            self.add(path, says(), rule);
        }
        if sound { value } else { *limits.start() }
    }

    /// Takes the reasons of a judge as flaws of one field.
    pub fn refused(&mut self, path: &str, why: &Refusals) {
        for refusal in why.iter() {
            self.add(path, refusal.text(), refusal.rule);
        }
    }

    /// Takes flaws found in a part, with the part's path before theirs.
    pub fn within(&mut self, part: &str, found: impl IntoIterator<Item = Flaw>) {
        self.0.extend(found.into_iter().map(|flaw| Flaw { path: format!("{part}.{}", flaw.path), ..flaw }));
    }

    /// Takes flaws found in a file.
    pub fn in_file(&mut self, file: &str, found: impl IntoIterator<Item = Flaw>) {
        self.0.extend(found.into_iter().map(|flaw| flaw.in_file(file)));
    }

    /// Whether none was found.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// How many were found.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// What was made, if nothing is wrong with it.
    pub fn verdict<T>(self, made: T) -> Result<T, Vec<Flaw>> {
        if self.0.is_empty() { Ok(made) } else { Err(self.0) }
    }

    /// All of them.
    pub fn into_vec(self) -> Vec<Flaw> {
        self.0
    }
}

/// The data files of a game: path below `data/<game>/` and text.
pub type DataFiles = BTreeMap<String, String>;

/// Reads a data file, or says why not.
pub fn read_file<T: DeserializeOwned>(
    files: &DataFiles,
    path: &str,
    rule: RuleId,
    flaws: &mut Flaws,
) -> Option<T> {
    let read = match files.get(path) {
        Some(text) => toml::from_str(text).map_err(|e| e.to_string()),
        None => Err("the file is missing".to_owned()),
    };
    read.map_err(|says| flaws.push(Flaw::new("", says).by(rule).in_file(path))).ok()
}

/// Reads every file of the folder `scenarios`, by id.
pub fn read_scenarios<T: DeserializeOwned>(
    files: &DataFiles,
    rule: RuleId,
    flaws: &mut Flaws,
) -> BTreeMap<String, T> {
    let mut scenarios = BTreeMap::new();
    for path in files.keys() {
        let id = path.strip_prefix("scenarios/").and_then(|name| name.strip_suffix(".toml"));
        if let Some(id) = id
            && let Some(scenario) = read_file(files, path, rule, flaws)
        {
            scenarios.insert(id.to_owned(), scenario);
        }
    }
    scenarios
}
