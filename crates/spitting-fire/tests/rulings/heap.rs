//! Once forces are shown, play needs nothing from the heap.

use allocation_counter::measure;
use spitting_fire::SpittingFire;
use spitting_fire::options::Mode;
use spitting_fire::state::Phase;
use table::{Library, Look, Pilot, Position, Referee, Seed, SeededDice, Silence, validate};

/// Allocations and commands of random games after the forces are shown, but for the first turn's action phase, in which the
/// list of legs finds its size.
fn after_choosing(mode: Mode) -> (u64, u64) {
    let mut scenario = crate::common::scenario("germany-britain-500");
    scenario.options.mode = mode;
    let (o, mut allocations, mut commands) = (&mut scenario.options, 0, 0);
    (o.banking, o.deflection, o.limited_ammo, o.tailing, o.free_withdrawal) = (true, true, true, true, true);
    for seed in 0..6 {
        let Position { rules, mut state } = SpittingFire::set_up(crate::common::data(), &scenario).unwrap();
        let mut chance = SeededDice::new(Seed::from_number(seed));
        while let Some(side) = SpittingFire::to_act(&rules, &state).iter().next() {
            let steady = state.phase != Phase::Choosing && (state.phase != Phase::Action || state.turn > 1);
            let seen = measure(|| {
                let look = Look::<SpittingFire>::new(&rules, &state, side);
                let accepted = validate(look, &SpittingFire::sample(look, &mut chance)).unwrap();
                accepted.carry_out(&rules, &mut state, &mut chance, &mut Silence).unwrap();
            });
            if steady {
                allocations += seen.count_total;
                commands += 1;
            }
        }
    }
    (allocations, commands)
}

#[test]
fn set_up_plotting_movement_and_combat_allocate_nothing_on_either_board() {
    for mode in [Mode::Hexes, Mode::Open] {
        let (allocations, commands) = after_choosing(mode);
        assert!(commands > 500, "{commands}");
        assert_eq!(allocations, 0, "{mode:?}: in {commands} commands");
    }
}
