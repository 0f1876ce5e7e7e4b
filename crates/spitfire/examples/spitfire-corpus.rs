//! Writes the corpus again, after the rules' revision was raised: twenty finished games, by pilots and at random, of every
//! scenario, with every option and types of every period.
//!
//! ```text
//! cargo run --release -p spitfire --example spitfire-corpus -- corpus/spitfire
//! ```

use spitfire::{Scenario, Spitfire};
use table::{DiceSource, Look, Pilot, Seed, SeededDice, Table};

/// Period, Allied type, German type and First Player for 9.1 and 9.2.
type Pairing = (u8, &'static str, &'static str, table::Side);

const PAIRINGS: [[Pairing; 5]; 2] = [
    [
        (3, "Spitfire-I", "Bf.109E-3", table::Side::Axis),
        (4, "Spitfire-V", "Fw.190A", table::Side::Allies),
        (2, "D.520", "Bf.110C-3", table::Side::Axis),
        (1, "PZL.11", "Bf.109E-3", table::Side::Axis),
        (4, "Hurricane-II", "Bf.109F", table::Side::Allies),
    ],
    [
        (3, "Hurricane-I", "He.111H-3", table::Side::Allies),
        (4, "Blenheim-IV", "Bf.109F", table::Side::Axis),
        (2, "Hurricane-I", "Ju.87B-2", table::Side::Allies),
        (2, "Po.63", "Bf.109E-3", table::Side::Axis),
        (4, "Spitfire-V", "Ju.88A-1", table::Side::Allies),
    ],
];

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = std::env::args().nth(1).unwrap_or_else(|| "corpus/spitfire".into());
    std::fs::create_dir_all(&folder)?;
    let data = testing::built_in::<Spitfire>();
    for (kind, (id, scenario)) in data.scenarios.iter().enumerate() {
        for game in 0..5 {
            let mut scenario = scenario.clone();
            choose(&mut scenario, kind, game);
            let seed = 100 * kind as u64 + game as u64;
            let dice = DiceSource::seeded(Seed::from_number(seed));
            let table =
                Table::<Spitfire>::new(&data, &scenario, dice).map_err(|flaws| format!("{flaws:?}"))?;
            let pilots = game < 3;
            let text = play(table, pilots, seed)?;
            let who = if pilots { "pilots" } else { "random" };
            std::fs::write(format!("{folder}/{id}-{who}-{game}.jsonl"), text)?;
        }
    }
    Ok(())
}

/// The options and types of a game of the corpus.
fn choose(scenario: &mut Scenario, kind: usize, game: usize) {
    let options = &mut scenario.options;
    options.opt_hexagonal_space = game == 1 || game == 4;
    options.opt_inter_altitude = game == 2 || game == 4;
    options.opt_level_blocking = game == 3;
    options.opt_strict_dive_band = game == 2;
    if let Some((period, allies, axis, first)) = PAIRINGS.get(kind).map(|p| p[game]) {
        options.period = Some(period);
        options.allies = Some(allies.into());
        options.axis = Some(axis.into());
        options.first = Some(first);
    } else if scenario.kind == spitfire::Kind::Formations && game % 2 == 1 {
        options.allies = Some("D.520".into());
    } else if game % 2 == 1 {
        options.allies = Some("Spitfire-V".into());
        options.axis = Some("Fw.190A".into());
    }
}

fn play(mut table: Table<Spitfire>, pilots: bool, seed: u64) -> Result<String, String> {
    let mut chooser = SeededDice::new(Seed::from_number(seed ^ 0xc0de));
    while let Some(side) = table.to_act().iter().next() {
        let look = Look::new(table.rules(), table.state(), side);
        let command = if pilots {
            let candidates = Spitfire::candidates(look);
            let best = candidates.into_iter().max_by_key(|c| Spitfire::appraise(look, c));
            best.ok_or("no candidates")?
        } else {
            Spitfire::sample(look, &mut chooser)
        };
        table.act(side, command, &[]).map_err(|e| format!("{e:?}"))?;
    }
    Ok(table.transcript().to_lines())
}
