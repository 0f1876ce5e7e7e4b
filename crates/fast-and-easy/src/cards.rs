//! Aircraft cards: the printed ratings, each with where it comes from (`fast-and-easy/ratings`).

use crate::data::{Aircraft, Class, Data};
use crate::rule;
use table::RuleId;
use table::view::{Card, CardValue};

/// All cards, in file order.
pub(crate) fn all(data: &Data) -> Vec<Card> {
    data.aircraft.iter().map(|aircraft| card(data, aircraft)).collect()
}

fn card(data: &Data, a: &Aircraft) -> Card {
    let mut values: Vec<CardValue> = Vec::new();
    let mut add = |label: &str, value: String, rule: RuleId, source: Option<&String>| {
        values.push(CardValue { label: label.to_owned(), value, rule, source: source.cloned() });
    };
    let or_dash = |n: u8| if n == 0 { "–".to_owned() } else { n.to_string() };
    if a.is_bomber() {
        let t = &a.turrets;
        for (label, dice) in
            [("nose", t.nose), ("top", t.top), ("belly", t.belly), ("side", t.side), ("tail", t.tail)]
        {
            add(label, or_dash(dice), rule::BOMBER_FIRE, None);
        }
    } else {
        add("forward guns", or_dash(a.guns.forward), rule::FORWARD_GUNS, None);
        add("rear guns", or_dash(a.guns.rear), rule::REAR_GUNS, None);
    }
    add("SPEED", a.speed.to_string(), rule::RATINGS, None);
    if a.class == Class::Jet {
        add("slowest move", "SPEED − 2".to_owned(), rule::JET_SPEED, None);
    }
    add("Turn", a.turn.to_string(), rule::TURN, None);
    if !a.is_bomber() {
        add("Immelmann", or_dash(a.immelmann.unwrap_or(0)), rule::IMMELMANN, None);
    }
    add("hit points", a.hits.to_string(), rule::HITS, None);
    let bombs = if a.bombs == 6 { "6".to_owned() } else { format!("{}-6", a.bombs) };
    let source = &data.sources;
    add("bombs", bombs, rule::BOMBING, (!a.is_bomber()).then_some(&source.fighter_bombs));
    add("engines", a.engines.to_string(), rule::ENGINES, Some(&source.engines));
    if a.cannon30 {
        add("30 mm cannon", "yes".to_owned(), rule::NOTES_COLUMN, None);
    }
    if a.salvos > 0 {
        add("rocket salvos", format!("up to {}", a.salvos), rule::NOTES_COLUMN, None);
    }
    if let Some(fails) = a.immelmann_fails {
        add("Immelmann fails on", format!("1-{fails}").replace("1-1", "1"), rule::IMMELMANN_ROLL, None);
    }
    if a.small_target > 0 {
        add("to be hit", format!("−{}", a.small_target), rule::SMALL_TARGET, None);
    }
    if let Some(fuel) = a.fuel {
        add("fuel", fuel.to_string(), rule::OPT_JET_FUEL, Some(&source.fuel));
    }
    if a.tanks {
        add("drop tanks", "yes".to_owned(), rule::OPT_DROP_TANKS, Some(&source.tanks));
    }
    Card {
        id: a.name.to_string(),
        name: a.name.to_string(),
        nation: Some(a.nation.clone()),
        class: match a.class {
            Class::Fighter => "fighter",
            Class::Jet => "jet",
            Class::Bomber => "bomber",
        }
        .to_owned(),
        values,
        tables: Vec::new(),
        arcs: Vec::new(),
        shape: a.shape.clone(),
        source: format!("{}; silhouette: {}; {}", source.printed, source.span, source.plan),
    }
}
