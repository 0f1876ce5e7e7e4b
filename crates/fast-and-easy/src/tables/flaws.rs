//! Figures of `tables.toml` that the rules cannot work with.

use super::{Along, Tables};
use crate::rule;
use crate::turrets::MOST_TARGETS;
use table::{Flaws, RuleId};

/// Everything that is wrong.
pub(crate) fn flaws(tables: &Tables) -> Flaws {
    let mut flaws = Flaws::default();
    for (path, value, rule) in scores(tables) {
        flaws.number(path, value, 0..=7, rule);
    }
    for (path, value, rule) in modifiers(tables) {
        flaws.number(path, value, -12..=12, rule);
    }
    for (path, value, [least, most], rule) in limits(tables) {
        flaws.number(path, value, least..=most, rule);
    }
    shooting_flaws(tables, &mut flaws);
    board_flaws(tables, &mut flaws);
    entry_flaws(tables, &mut flaws);
    formation_flaws(tables, &mut flaws);
    flaws
}

/// Numbers that a die is compared with, up to 7, which no die reaches, and small counts.
fn scores(t: &Tables) -> [(&'static str, u8, RuleId); 12] {
    [
        ("movement.immelmann-fails", t.movement.immelmann_fails, rule::IMMELMANN_ROLL),
        ("movement.boost", t.movement.boost, rule::BOOST),
        ("movement.creep", t.movement.creep, rule::SPEED_ZERO),
        ("movement.slack", t.movement.slack, rule::SPEED_RANGE),
        ("movement.jet-slack", t.movement.jet_slack, rule::JET_SPEED),
        ("engines.check", t.engines.check, rule::ENGINE_HITS),
        ("rockets.hit", t.rockets.hit, rule::ROCKETS),
        ("friendly-fire.dice", t.friendly_fire.dice, rule::FRIENDLY_FIRE),
        ("clouds.shift-up-to", t.clouds.shift_up_to, rule::OPT_CLOUDS),
        ("clouds.bombs", t.clouds.bombs, rule::OPT_CLOUDS),
        ("night.sight", t.night.sight, rule::OPT_NIGHT),
        ("critical.max-range-sixes", t.critical.max_range_sixes, rule::MAX_RANGE),
    ]
}

/// Numbers that are added to something.
fn modifiers(t: &Tables) -> [(&'static str, i8, RuleId); 14] {
    [
        ("dice.wingman", t.dice.wingman, rule::WINGMAN),
        ("dice.ace", t.dice.ace, rule::ACE),
        ("dice.frontal", t.dice.frontal, rule::FRONTAL_FIRE),
        ("dice.tailing", t.dice.tailing, rule::TAILING_FIRE),
        ("critical.cannon30", t.critical.cannon30, rule::CRITICAL_MODIFIERS),
        ("critical.frontal", t.critical.frontal, rule::CRITICAL_MODIFIERS),
        ("load.speed", t.load.speed, rule::FIGHTER_BOMBER),
        ("load.turn", t.load.turn, rule::FIGHTER_BOMBER),
        ("casualties.critical", t.casualties.critical, rule::CASUALTY_MODIFIERS),
        ("casualties.far-from-home", t.casualties.far_from_home, rule::CASUALTY_MODIFIERS),
        ("clouds.dice", t.clouds.dice, rule::OPT_CLOUDS),
        ("jet-fuel.glide", t.jet_fuel.glide, rule::OPT_JET_FUEL),
        ("drop-tanks.speed", t.drop_tanks.speed, rule::OPT_DROP_TANKS),
        ("drop-tanks.turn", t.drop_tanks.turn, rule::OPT_DROP_TANKS),
    ]
}

/// Numbers with limits of their own.
fn limits(t: &Tables) -> [(&'static str, i16, [i16; 2], RuleId); 6] {
    [
        ("deploy.bomber-zone[1]", t.deploy.bomber_zone[1], [1, 128], rule::DEPLOY_BOMBERS),
        ("deploy.bomber-zone[0]", t.deploy.bomber_zone[0], [0, 128], rule::DEPLOY_BOMBERS),
        ("movement.return-distance", t.movement.return_distance, [0, 64], rule::MAP_EDGE),
        ("movement.combat-distance", t.movement.combat_distance, [0, 30], rule::COMBAT_STARTS),
        ("rockets.farthest", t.rockets.farthest.into(), [1, 64], rule::ROCKETS),
        ("turrets.targets", t.turrets.targets.into(), [1, MOST_TARGETS.into()], rule::BOMBER_TARGETS),
    ]
}

fn shooting_flaws(t: &Tables, flaws: &mut Flaws) {
    let rows = [("forward", &t.shooting.forward), ("rear", &t.shooting.rear), ("turret", &t.shooting.turret)];
    for (name, row) in rows {
        let path = format!("shooting.{name}.needs");
        flaws.number(&*path, row.needs.len(), 1..=8, rule::SHOOTING_TABLE);
        for (n, needs) in row.needs.iter().chain(&row.jet).enumerate() {
            flaws.number(format!("{path}[{n}]"), *needs, 1..=7, rule::SHOOTING_TABLE);
        }
    }
    let up_to = &t.friendly_fire.up_to;
    for (n, score) in up_to.iter().enumerate() {
        flaws.number(format!("friendly-fire.up-to[{n}]"), *score, 0..=6, rule::FRIENDLY_FIRE);
    }
    flaws.number("friendly-fire.up-to", up_to.len(), 0..=8, rule::FRIENDLY_FIRE);
}

fn board_flaws(t: &Tables, flaws: &mut Flaws) {
    let [small, standard, large] = [t.board.small, t.board.standard, t.board.large];
    for (name, size) in [("small", small), ("standard", standard), ("large", large)] {
        for (n, hexes) in size.into_iter().enumerate() {
            flaws.number(format!("board.{name}[{n}]"), hexes, 8..=128, rule::BOARD);
        }
    }
    flaws.number("board.smallest", t.board.smallest, 8..=128, rule::BOARD);
    flaws.number("board.largest", t.board.largest, 8..=128, rule::BOARD);
}

fn entry_flaws(t: &Tables, flaws: &mut Flaws) {
    let (rows, followers) = (&t.random_entry.rows, &t.random_entry.followers);
    flaws.number("random-entry.rows", rows.len(), 0..=30, rule::RANDOM_ENTRY);
    flaws.number("random-entry.followers", followers.len(), 0..=30, rule::RANDOM_ENTRY);
    for (n, row) in rows.iter().enumerate() {
        let path = format!("random-entry.rows[{n}]");
        flaws.number(format!("{path}.facing"), row.facing, 0..=5, rule::RANDOM_ENTRY);
        for (field, place) in [("column", row.column), ("row", row.row)] {
            if let Along::Of([over, under]) = place {
                flaws.number(format!("{path}.{field}.of[0]"), over, 0..=128, rule::RANDOM_ENTRY);
                flaws.number(format!("{path}.{field}.of[1]"), under, 1..=128, rule::RANDOM_ENTRY);
            }
        }
    }
}

fn formation_flaws(t: &Tables, flaws: &mut Flaws) {
    flaws.number("formations", t.formations.len(), 0..=100, rule::FORMATIONS);
    for (name, slots) in &t.formations {
        flaws.number(format!("formations.{name}"), slots.len(), 1..=100, rule::FORMATIONS);
        for (n, part) in slots.iter().flatten().enumerate() {
            flaws.number(format!("formations.{name}[{}]", n / 2), *part, -100..=100, rule::FORMATIONS);
        }
    }
}
