//! Transitions a second: random legal commands sampled, validated and applied on one core; and the time to list the
//! distinct complete moves of one decision.
//!
//! ```text
//! cargo run --release -p spitfire --example speed
//! ```

use spitfire::{Altitude, Command, Move, Spitfire, built_in};
use std::time::Instant;
use table::{Game, PieceId, Seed, SeededDice, Silence, validate};

fn main() {
    let Ok(data) = built_in() else { return };
    for id in ["air-superiority", "bombing"] {
        let Ok(start) = Spitfire::set_up(&data, &data.scenarios[id]) else { return };
        let mut dice = SeededDice::new(Seed::from_number(1));
        let mut chooser = SeededDice::new(Seed::from_number(2));
        let mut state = start.state.clone();
        let (mut done, mut games) = (0u64, 0u64);
        let began = Instant::now();
        while began.elapsed().as_secs() < 3 {
            for _ in 0..1_000 {
                let Some(side) = Spitfire::to_act(&start.rules, &state).iter().next() else {
                    state = start.state.clone();
                    games += 1;
                    continue;
                };
                let command = Spitfire::sample(&start.rules, &state, side, &mut chooser);
                let Ok(accepted) = validate::<Spitfire>(&start.rules, &state, side, command) else { return };
                if Spitfire::apply(&start.rules, &mut state, &accepted, &mut dice, &mut Silence).is_err() {
                    return;
                }
                done += 1;
            }
        }
        let rate = u128::from(done) * 1_000 / began.elapsed().as_millis();
        println!(
            "{id}: {rate} transitions a second ({games} games, {} bytes a position)",
            size_of_val(&state)
        );
    }
    let mut scenario = data.scenarios["air-superiority"].clone();
    scenario.options.axis = Some("Bf.109F".into());
    scenario.options.allies = Some("Spitfire-V".into());
    let Ok(start) = Spitfire::set_up(&data, &scenario) else { return };
    for altitude in [Altitude::Level, Altitude::Climb, Altitude::HorizontalDive(1)] {
        let order = Move { altitude: Some(altitude), speed: Some(12), ..Move::of(PieceId(1)) };
        let draft = Command::Move(order);
        let menu = || Spitfire::menu(&start.rules, &start.state, table::Side::Axis, Some(&draft));
        let plans = menu().draft.map_or(0, |d| d.plans.len());
        let began = Instant::now();
        for _ in 0..200 {
            std::hint::black_box(menu());
        }
        println!("{altitude} at speed 12: {plans} plans in {} µs", began.elapsed().as_micros() / 200);
    }
    let began = Instant::now();
    let all = Spitfire::plans(&start.rules, &start.state, PieceId(1));
    println!("every decision: {} plans in {} µs", all.len(), began.elapsed().as_micros());
    let began = Instant::now();
    let candidates = Spitfire::candidates(&start.rules, &start.state, table::Side::Axis);
    println!("candidates: {} in {} µs", candidates.len(), began.elapsed().as_micros());
}
