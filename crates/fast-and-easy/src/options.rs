//! What the players may choose (`fast-and-easy/options`).

use crate::rule;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use table::RuleId;
use table::view::OptionInfo;

/// The options of a game, each with its default.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// `fast-and-easy/tailing-fire`: one more die from behind.
    pub tailing_fire: bool,
    /// `fast-and-easy/max-range`: two sixes at maximum range cause a critical throw.
    pub max_range_double_six: bool,
    /// `fast-and-easy/friendly-fire`: bombers may fire at their escort.
    pub friendly_fire: bool,
    /// `fast-and-easy/deploy-interceptors`: how interceptors are placed.
    pub interceptor_deployment: Deployment,
    /// `fast-and-easy/engine-hits`: which planes make engine checks.
    pub engine_checks: EngineChecks,
    /// `fast-and-easy/casualty-modifiers`: sign of the modifiers.
    pub casualty_modifiers: CasualtyModifiers,
    /// `fast-and-easy/map-edge`: whether fighters come back.
    pub map_edge: MapEdge,
    /// `fast-and-easy/opt-straggler-turns`: single bombers may turn.
    pub straggler_turns: bool,
    /// `fast-and-easy/opt-clouds`.
    pub clouds: bool,
    /// `fast-and-easy/opt-night`.
    pub night: bool,
    /// `fast-and-easy/opt-jet-fuel`.
    pub jet_fuel: bool,
    /// `fast-and-easy/opt-drop-tanks`.
    pub drop_tanks: bool,
}

/// How interceptors are placed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Deployment {
    /// On the scenario's hexes.
    #[default]
    Fixed,
    /// By dice.
    Random,
    /// By the interceptor player.
    Free,
}

/// Which planes make engine checks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum EngineChecks {
    /// All with two or more engines.
    #[default]
    MultiEngine,
    /// Bombers.
    BombersOnly,
}

/// Sign of the casualty modifiers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum CasualtyModifiers {
    /// Added, as printed.
    #[default]
    Printed,
    /// Subtracted.
    Harsh,
}

/// What becomes of a fighter that leaves the map.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum MapEdge {
    /// It may come back.
    #[default]
    Return,
    /// It has disengaged.
    Gone,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            tailing_fire: false,
            max_range_double_six: false,
            friendly_fire: true,
            interceptor_deployment: Deployment::default(),
            engine_checks: EngineChecks::default(),
            casualty_modifiers: CasualtyModifiers::default(),
            map_edge: MapEdge::default(),
            straggler_turns: false,
            clouds: false,
            night: false,
            jet_fuel: false,
            drop_tanks: false,
        }
    }
}

/// The list for set-up screens, defaults taken from [`Options`].
pub(crate) fn list() -> Vec<OptionInfo> {
    let defaults = serde_json::to_value(Options::default()).unwrap_or(Value::Null);
    let switch = || vec![json!(false), json!(true)];
    let one = |id: &str, rule: RuleId, values: Vec<Value>, text: &str| OptionInfo {
        id: id.to_owned(),
        text: text.to_owned(),
        default: defaults.get(id).cloned().unwrap_or(Value::Null),
        values,
        rule,
    };
    vec![
        one(
            "tailing_fire",
            rule::TAILING_FIRE,
            switch(),
            "A fighter that sits on its target's tail rolls one more die.",
        ),
        one(
            "max_range_double_six",
            rule::MAX_RANGE,
            switch(),
            "At maximum range two sixes cause a critical throw.",
        ),
        one(
            "friendly_fire",
            rule::FRIENDLY_FIRE,
            switch(),
            "Bombers may fire at their own escort by mistake.",
        ),
        one(
            "interceptor_deployment",
            rule::DEPLOY_INTERCEPTORS,
            vec![json!("fixed"), json!("random"), json!("free")],
            "Interceptors start on the scenario's hexes, enter by dice, or are placed by their player.",
        ),
        one(
            "engine_checks",
            rule::ENGINE_HITS,
            vec![json!("multi_engine"), json!("bombers_only")],
            "Sixes destroy engines of every plane that has several, or of bombers only.",
        ),
        one(
            "casualty_modifiers",
            rule::CASUALTY_MODIFIERS,
            vec![json!("printed"), json!("harsh")],
            "Modifiers of the casualty die help the plane as printed, or harm it.",
        ),
        one(
            "map_edge",
            rule::MAP_EDGE,
            vec![json!("return"), json!("gone")],
            "Fighters that leave the map may come back, or are gone.",
        ),
        one(
            "straggler_turns",
            rule::OPT_STRAGGLER_TURNS,
            switch(),
            "Single bombers may turn by their Turn rating.",
        ),
        one("clouds", rule::OPT_CLOUDS, switch(), "The scenario's clouds hide planes and hinder bombing."),
        one(
            "night",
            rule::OPT_NIGHT,
            switch(),
            "Night: short ranges, targets must be found, bombers fly single.",
        ),
        one("jet_fuel", rule::OPT_JET_FUEL, switch(), "German jets and rocket fighters run out of fuel."),
        one("drop_tanks", rule::OPT_DROP_TANKS, switch(), "Marked American escorts start with drop tanks."),
    ]
}
