//! Exact odds: the dice of an attack run over every face.

use crate::command::{Guns, Turret, TurretFire};
use crate::damage::{Attack, Blow, fatal, throw};
use crate::objections::no;
use crate::rules as rule;
use crate::shooting::{self, Shot, dice_text};
use crate::state::{Cause, Role, Rules, State};
use crate::{pilot, rockets, turrets};
use arrayvec::ArrayVec;
use table::{Calculation, Chance, Dice, Distribution, Need, Odds, PieceId, Refusals, enumerate};

/// The exact odds of one plane firing at another. `with` is `forward`, `rear`, `rockets`, `rockets 2`, or turrets by name;
/// nothing means what a sensible player would use.
pub(crate) fn odds(
    rules: &Rules,
    state: &State,
    shooter: PieceId,
    target: PieceId,
    with: Option<&str>,
) -> Result<Odds, Refusals> {
    let (Some(s), Some(t)) = (rules.index(shooter), rules.index(target)) else {
        return Err(no(rule::SEQUENCE, "there is no such plane").into());
    };
    if !state.on_map(s) || !state.on_map(t) {
        return Err(no(rule::SEQUENCE, "both planes must be on the map").into());
    }
    if rules.planes[s].role == Role::Bomber {
        return turret_odds(rules, state, s, t, with);
    }
    let with = with.map(str::trim).filter(|w| !w.is_empty());
    match with {
        Some(w) if w.starts_with("rockets") => {
            let salvos = w["rockets".len()..].trim().parse().unwrap_or(state.planes[s].salvos);
            let shot = rockets::salvo(rules, state, s, salvos)?;
            aimed(t, shot).map(|shot| rocket_odds(rules, state, &shot))
        }
        Some("rear") => gun_odds(rules, state, s, t, Guns::Rear),
        Some("forward") => gun_odds(rules, state, s, t, Guns::Forward),
        Some(_) => Err(no(rule::FORWARD_GUNS, "weapons are forward, rear or rockets").into()),
        None => {
            let forward = gun_odds(rules, state, s, t, Guns::Forward);
            match forward {
                Err(_)
                    if shooting::shot(rules, state, s, Guns::Rear).is_some_and(|shot| shot.target == t) =>
                {
                    gun_odds(rules, state, s, t, Guns::Rear)
                }
                Err(_) if rockets::target(rules, state, s).is_some_and(|(aim, _)| aim == t) => {
                    let shot = rockets::salvo(rules, state, s, state.planes[s].salvos)?;
                    Ok(rocket_odds(rules, state, &shot))
                }
                other => other,
            }
        }
    }
}

/// The shot, if it is aimed at `target`.
fn aimed(target: usize, shot: Shot) -> Result<Shot, Refusals> {
    if shot.target == target {
        return Ok(shot);
    }
    Err(no(rule::LINE_OF_SIGHT, "another plane is nearer on the line of fire").into())
}

fn gun_odds(rules: &Rules, state: &State, s: usize, t: usize, guns: Guns) -> Result<Odds, Refusals> {
    let shot = aimed(t, shooting::shot_or_reasons(rules, state, s, guns)?)?;
    let calculations = shooting::calculations(rules, state, &shot, guns);
    Ok(Odds::new(&volley_odds(rules, state, &shot), calculations.to_vec(), dice_text(&shot.attack)))
}

fn turret_odds(
    rules: &Rules,
    state: &State,
    s: usize,
    t: usize,
    with: Option<&str>,
) -> Result<Odds, Refusals> {
    let chosen = match with.map(str::trim).filter(|w| !w.is_empty()) {
        Some(words) => named_turrets(words)?,
        None => {
            let best = pilot::best_turrets(rules, state, s);
            let at_it = best.and_then(|b| b.at.into_iter().find(|f| f.target.0 as usize == t + 1));
            at_it.map_or(ArrayVec::from_iter([Turret::Top]), |f| f.turrets)
        }
    };
    let fire = TurretFire { target: crate::state::id(t), turrets: chosen };
    turrets::object_fire(rules, state, s, std::slice::from_ref(&fire))?;
    let shot = turrets::shot(rules, state, s, &fire);
    let calculations = turrets::calculations(rules, state, &shot, &fire.turrets);
    Ok(Odds::new(&volley_odds(rules, state, &shot), calculations.to_vec(), dice_text(&shot.attack)))
}

fn named_turrets(words: &str) -> Result<ArrayVec<Turret, 8>, Refusals> {
    let mut chosen = ArrayVec::new();
    for word in words.split([' ', ',', '+']).filter(|w| !w.is_empty()) {
        let known: Option<Turret> = serde_json::from_value(serde_json::Value::String(word.to_owned())).ok();
        let fits = known.is_some_and(|turret| chosen.try_push(turret).is_ok());
        if !fits {
            return Err(no(
                rule::BOMBER_ARCS,
                "turrets are nose, top, belly, side-left, side-right and tail",
            )
            .into());
        }
    }
    Ok(chosen)
}

/// How likely each result of an attack is: hits, and whether the target is out.
fn volley_odds(rules: &Rules, state: &State, shot: &Shot) -> Distribution<(i32, bool)> {
    enumerate(|dice| {
        let volley = throw(rules, &shot.attack, dice)?;
        Ok(result(rules, state, shot.target, volley.hits, volley.engines, volley.out))
    })
}

fn result(rules: &Rules, state: &State, target: usize, hits: u8, engines: u8, out: bool) -> (i32, bool) {
    let blow = Blow { hits, engines, out: out.then_some(Cause::Critical) };
    (hits.into(), fatal(rules, state, target, &blow).is_some())
}

fn rocket_odds(rules: &Rules, state: &State, shot: &Shot) -> Odds {
    let distribution = enumerate(|dice| {
        let volley = rockets::throw_rockets(rules, &shot.attack, dice, |_, _| Ok(()))?;
        Ok(result(rules, state, shot.target, volley.hits, volley.engines, volley.out))
    });
    let mut salvos = Calculation::of("salvos");
    salvos.add("salvos fired", shot.attack.dice.into(), rule::ROCKETS);
    Odds::new(&distribution, vec![salvos], format!("{} salvos at {}+", shot.attack.dice, shot.attack.needs))
}

/// Chance of at least one hit, by the same hit dice.
pub(crate) fn hit_chance(attack: &Attack) -> Chance {
    let hits = enumerate(|dice| hit_dice(attack, dice));
    hits.chance(|hit| *hit)
}

fn hit_dice(attack: &Attack, dice: &mut dyn Dice) -> Result<bool, Need> {
    use table::Ask;
    if let Some(needs) = attack.sight
        && dice.roll(&Ask::d6("sighting", rule::OPT_NIGHT).from(&[needs]))? < needs
    {
        return Ok(false);
    }
    let ask = Ask::d6("to hit", attack.rule).from(&[attack.needs]);
    // The first hit settles it.
    for _ in 0..attack.dice {
        if dice.roll(&ask)? >= attack.needs {
            return Ok(true);
        }
    }
    Ok(false)
}
