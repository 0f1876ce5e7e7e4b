//! What holds of a log sheet. Formulas are put to a real spreadsheet program.

mod games;
mod office;
mod paper;
mod vectors;

use crate::formula::{Place, Value};
use fighting_wings::{
    Altitude, AltitudeExchange, Brief, Command, Data, FightingWings, Mode, Plan, Plane, Scenario, Throttle,
};
use table::{DiceSource, Look, PieceId, Pilot, Seat, Seed, SeededDice, Table};

type Game = Table<FightingWings>;

fn data() -> Data {
    testing::built_in::<FightingWings>()
}

/// The finished games of the corpus.
fn corpus() -> Vec<Game> {
    testing::corpus::<FightingWings>(&data()).into_iter().map(|(_, table)| table).collect()
}

/// The plan of a fixed formation: straight on, with a little climb.
fn straight(aircraft: PieceId, leader: &Plane) -> Command {
    let fps = (leader.speed.0 + i16::from(leader.half)) / 2;
    Command::Fly(Plan {
        aircraft,
        throttle: Throttle::Military,
        flaps: false,
        jettison: false,
        mode: Mode::Steady,
        altitude: Altitude::Level(2),
        steps: "H ".repeat(fps as usize).parse().unwrap(),
    })
}

/// A game of so many commands in which both sides fly any way that is legal, but hold their fire and stay together.
fn played(scenario: &Scenario, commands: usize) -> Game {
    let mut table: Game = Table::new(&data(), scenario, DiceSource::seeded(Seed::from_number(1))).unwrap();
    let mut chooser = SeededDice::new(Seed::from_number(2));
    while let Some(side) = table.to_act().iter().next().filter(|_| table.len() < commands) {
        let look = Look::new(table.rules(), table.state(), side);
        let command = match FightingWings::sample(look, &mut chooser) {
            Command::Fire(_) | Command::Guns(_) => Command::Pass,
            Command::Brief(_) => Command::Brief(Brief::default()),
            Command::Disengage(_) => Command::Disengage(Default::default()),
            Command::Fly(plan) if table.state().planes[plan.aircraft.index()].place.is_some() => {
                straight(plan.aircraft, &table.state().planes[plan.aircraft.index()])
            }
            other => other,
        };
        table.act(side, command, &[]).unwrap();
    }
    table
}

/// Games of kinds that the corpus lacks.
fn others() -> Vec<Game> {
    let scenario = |id: &str| data().scenarios[id].clone();
    // A bomber that loses speed before its leader does, so that the formation waits for it.
    let mut slow = scenario("fortress-box");
    slow.turns = 2;
    slow.aircraft[0].start.carry = 7;
    slow.aircraft[1].start.carry = -7;
    let mut long = scenario("hanover");
    long.turns = 45;
    let mut linear = scenario("kent");
    linear.options.altitude_exchange = AltitudeExchange::Linear;
    linear.turns = 20;
    let in_the_middle = played(&scenario("pacific-pairs"), 40).as_scenario(Seat::Referee).unwrap();
    [slow, long, linear, in_the_middle].iter().map(|scenario| played(scenario, 2000)).collect()
}

/// A cell as a person names it, for messages.
fn named((row, column): Place) -> String {
    format!("{}{}", crate::formula::letters(column), row + 1)
}

/// Whether two cells show the same: nothing and an empty text do.
// Spreadsheets count in floating point.
#[allow(clippy::float_arithmetic)]
fn same(a: &Value, b: &Value) -> bool {
    match (a, b) {
        // Differences are exact to the last bit or two, where programs add in another order.
        (Value::Number(a), Value::Number(b)) => (a - b).abs() < 1e-9,
        (Value::Empty | Value::Text(_), Value::Empty | Value::Text(_)) => a.written() == b.written(),
        _ => a == b,
    }
}
