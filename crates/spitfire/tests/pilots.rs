//! The simple pilot: sensible in each scenario, and clearly better than chance.

mod common;
use common::*;
use spitfire::{Command, Spitfire};
use table::{DiceSource, Game, Seed, Table};

#[test]
fn pilots_finish_every_scenario() {
    let data = data();
    for (id, scenario) in &data.scenarios {
        for options in [0u8, 1, 2] {
            let mut scenario = scenario.clone();
            scenario.options.opt_hexagonal_space = options == 1;
            scenario.options.opt_inter_altitude = options == 2;
            let dice = DiceSource::seeded(Seed::from_number(u64::from(options)));
            let mut table = Table::<Spitfire>::new(&data, &scenario, dice).unwrap();
            while let Some(side) = table.to_act().iter().next() {
                let best = Spitfire::candidates(table.rules(), table.state(), side)
                    .into_iter()
                    .max_by_key(|c| Spitfire::appraise(table.rules(), table.state(), side, c))
                    .expect("a side that owes a decision has candidates");
                assert!(table.act(side, best, &[]).is_ok());
            }
            assert!(table.state().turn > 1 && table.state().turn <= 40, "{id}: turn {}", table.state().turn);
        }
    }
}

#[test]
fn a_pilot_shoots_when_he_can_and_does_not_leave_the_map() {
    let desk = face_to_face();
    let (rules, state) = (desk.table.rules(), desk.table.state());
    let best = Spitfire::candidates(rules, state, Allies)
        .into_iter()
        .max_by_key(|c| Spitfire::appraise(rules, state, Allies, c));
    assert_eq!(best, Some(fire("1 forward 2")));
    let desk = game().plane(Allies, "5720 NE 10 11").plane(Axis, "3016 S 10 5").start();
    let (rules, state) = (desk.table.rules(), desk.table.state());
    let leaves = order(1, "level 11 F3");
    assert!(desk.legal(1, "level 11 F3"));
    let candidates = Spitfire::candidates(rules, state, Allies);
    assert!(!candidates.contains(&leaves));
    let worth = |c: &Command| Spitfire::appraise(rules, state, Allies, c);
    assert!(candidates.iter().all(|c| worth(c) > worth(&leaves)));
    assert!(worth(&Command::Resign) < worth(&leaves));
}
