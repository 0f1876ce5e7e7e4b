//! One way to build a position, give commands and look at what came of them.
#![allow(dead_code, unreachable_pub, reason = "each test file uses its part of this")]

use spitting_fire::SpittingFire;
use spitting_fire::data::Data;
use spitting_fire::scenario::Scenario;
use std::collections::BTreeMap;
use std::sync::OnceLock;
use table::Game;

/// The built-in data.
pub fn data() -> &'static Data {
    static DATA: OnceLock<Data> = OnceLock::new();
    DATA.get_or_init(|| {
        let files: BTreeMap<String, String> =
            SpittingFire::files().iter().map(|(n, t)| ((*n).to_owned(), (*t).to_owned())).collect();
        SpittingFire::load(&files).unwrap_or_else(|flaws| panic!("{flaws:#?}"))
    })
}

/// A built-in scenario.
pub fn scenario(id: &str) -> Scenario {
    data().scenarios[id].clone()
}

/// How many rounds of something random: `n`, times the environment variable SPITTING_FIRE_ROUNDS.
pub fn rounds(n: u64) -> u64 {
    let times = std::env::var("SPITTING_FIRE_ROUNDS").ok().and_then(|t| t.parse().ok());
    n * times.unwrap_or(1)
}
