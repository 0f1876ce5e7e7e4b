//! What players are told before a game.

use catalog::{AnyTable, Catalog};
use serde_json::json;
use table::{DiceSource, Seat, Seed, Side};

fn open(game: &str, scenario: &str, options: &serde_json::Value) -> Box<dyn AnyTable> {
    let catalog = Catalog::built_in().unwrap();
    let dice = DiceSource::seeded(Seed([7; 32]));
    catalog.game(game).unwrap().open(&json!(scenario), options.as_object(), dice).unwrap()
}

#[test]
fn objectives_follow_the_options_of_the_table() {
    let usual = open("spitting-fire", "duel", &json!({})).briefing(Seat::Observer).objectives;
    let other = open("spitting-fire", "duel", &json!({"no-crash-vp": true, "turns": 4}));
    let other = other.briefing(Seat::Observer).objectives;
    assert!(
        usual.iter().any(|says| says.contains("crashed"))
            && usual.iter().any(|says| says.contains("turn 10"))
    );
    assert!(other.iter().any(|says| says.contains("Crashes and stalls score nothing")));
    assert!(other.iter().any(|says| says.contains("turn 4")));
}

#[test]
fn forces_are_counted_by_side_and_type() {
    let briefing = open("fast-and-easy", "box-over-germany", &json!({})).briefing(Seat::Observer);
    let of = |side: Side| -> Vec<(u16, &str)> {
        briefing.forces.iter().filter(|f| f.side == side).map(|f| (f.count, f.name.as_str())).collect()
    };
    assert_eq!(of(Side::Allies), [(9, "B17 G"), (4, "P51 Mustang")]);
    assert_eq!(of(Side::Axis), [(7, "ME 109 G"), (4, "FW 190 A")]);
    assert_eq!(briefing.map.aircraft.len(), 24);
    assert_eq!((briefing.turns, briefing.minutes), (Some(15), Some(60)));
}

#[test]
fn a_briefing_is_about_the_start_and_what_the_seat_knew_then() {
    let mut table = open("spitting-fire", "match", &json!({}));
    let before = table.briefing(Seat::Axis);
    assert!(before.forces.is_empty(), "both sides still choose");
    // The Allies choose in secret.
    let command = table.pilot(Side::Allies, catalog::Level::Cadet.into(), 0).unwrap();
    table.act(Side::Allies, &command, &[]).unwrap();
    for seat in [Seat::Axis, Seat::Observer] {
        assert!(
            table.briefing(seat).forces.is_empty(),
            "{seat:?} is told of aircraft that were chosen in secret"
        );
    }
}
