//! The one place where what went wrong becomes a JSON-RPC error.

use catalog::Fault;
use table::{Asked, Barred, Need};
use wire::{Code, Error, ErrorData, NeedOne, Pile};

/// The error that tells of a fault.
pub fn error(fault: Fault) -> Error {
    match fault {
        Fault::Flaws(flaws) => {
            let first = flaws.first();
            let path = first.map(|flaw| flaw.path.clone()).unwrap_or_default();
            let message = first.map(|flaw| format!("{path}: {}", flaw.says)).unwrap_or_default();
            Error { code: Code::Params, message, data: Some(ErrorData::Params { path, flaws }) }
        }
        Fault::Refused(refusals) => {
            let reasons = Barred::all(&refusals);
            let data = reasons.first().map(|first| ErrorData::Illegal {
                rule: first.rule,
                why: first.why.clone(),
                reasons: reasons.clone(),
            });
            let message = reasons.first().map_or("illegal".into(), |first| first.why.clone());
            Error { code: Code::Illegal, message, data }
        }
        Fault::Need(need) => Error {
            code: Code::Dice,
            message: format!("needed for '{}': {}", need.ask.why, how_many(&need)),
            data: Some(ErrorData::Dice { need: one_by_one(&need) }),
        },
        Fault::Moved(seq) => Error {
            code: Code::Moved,
            message: format!("the table has moved on to change {seq}"),
            data: Some(ErrorData::Moved { seq }),
        },
        Fault::NotHere(message) => Error { code: Code::NotHere, message, data: None },
        Fault::Replay(difference) => Error {
            code: Code::Params,
            message: format!("transcript: {difference}"),
            data: Some(ErrorData::Line { line: difference.line as u32, says: difference.says }),
        },
    }
}

fn how_many(need: &Need) -> String {
    match (need.ask.of, need.count) {
        (Asked::Die(faces), 1) => format!("a die with {faces} faces"),
        (Asked::Die(faces), n) => format!("{n} dice with {faces} faces"),
        (Asked::Card { .. }, 1) => "a card".into(),
        (Asked::Card { .. }, n) => format!("{n} cards"),
    }
}

fn one_by_one(need: &Need) -> Vec<NeedOne> {
    let (why, rule) = (need.ask.why.to_owned(), need.ask.rule);
    let one = match need.ask.of {
        Asked::Die(die) => NeedOne::Die { die, why, rule },
        Asked::Card { red, black } => NeedOne::Card { card: Pile { red, black }, why, rule },
    };
    vec![one; need.count.into()]
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;
    use table::{Ask, RuleId};

    const RULE: RuleId = RuleId("game/flip");

    fn data(need: Need) -> serde_json::Value {
        serde_json::to_value(error(Fault::Need(need))).unwrap()["data"].clone()
    }

    #[test]
    fn dice_are_asked_for_one_by_one() {
        let need = Need { ask: Ask::d6("tight turn", RULE), count: 2 };
        let one = json!({"die": 6, "for": "tight turn", "rule": "game/flip"});
        assert_eq!(data(need), json!({"need": [one, one]}));
    }

    #[test]
    fn cards_are_asked_for_with_the_colours_left() {
        let need = Need { ask: Ask::card(3, 2, "flip", RULE), count: 1 };
        let one = json!({"card": {"red": 3, "black": 2}, "for": "flip", "rule": "game/flip"});
        assert_eq!(data(need), json!({"need": [one]}));
    }
}
