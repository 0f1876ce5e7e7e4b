//! Exact odds: the dice of an attack run over every face.

use crate::command::{Guns, Turret, TurretFire};
use crate::data::CriticalResult;
use crate::shooting::{self, Attack, Blow, Shot, fatal, is_critical, throw};
use crate::state::{Cause, Role, Rules, State};
use crate::turrets::{self, TurretAttack};
use crate::words::{dice_text, plural};
use crate::{rockets, rule};
use arrayvec::ArrayVec;
use table::{
    Ask, Calculation, Chance, Dice, Distribution, Impact, Need, Odds, OddsOf, PieceId, Refusal, Refusals,
    enumerate,
};

/// The exact odds of one plane firing at another. `with` is `forward`, `rear`, `rockets`, `rockets 2`, or turrets by name;
/// nothing means what a sensible player would use.
pub(crate) fn odds(rules: &Rules, state: &State, of: OddsOf<'_>) -> Result<Odds, Refusals> {
    let OddsOf { shooter, target, with } = of;
    let (Some(s), Some(t)) = (rules.index(shooter), rules.index(target)) else {
        return Err(Refusal::new(rule::SEQUENCE, "there is no such plane").into());
    };
    if !state.on_map(s) || !state.on_map(t) {
        return Err(Refusal::new(rule::SEQUENCE, "both planes must be on the map").into());
    }
    if rules.planes[s].role == Role::Bomber {
        return turret_odds(rules, state, s, t, with);
    }
    let with = with.map(str::trim).filter(|w| !w.is_empty());
    match with {
        Some("rear") => gun_odds(rules, state, s, t, Guns::Rear),
        Some("forward") => gun_odds(rules, state, s, t, Guns::Forward),
        Some(words) => {
            let salvos = salvos_of(words, state.planes[s].salvos)?;
            let shot = rockets::salvo(rules, state, s, salvos)?;
            aimed(t, shot).map(|shot| rocket_odds(rules, state, &shot))
        }
        None => {
            let forward = gun_odds(rules, state, s, t, Guns::Forward);
            match forward {
                Err(_)
                    if shooting::shot(rules, state, s, Guns::Rear).is_some_and(|shot| shot.target == t) =>
                {
                    gun_odds(rules, state, s, t, Guns::Rear)
                }
                Err(_) if rockets::target(rules, state, s) == Some(t) => {
                    let shot = rockets::salvo(rules, state, s, state.planes[s].salvos)?;
                    Ok(rocket_odds(rules, state, &shot))
                }
                other => other,
            }
        }
    }
}

/// How many salvos `rockets`, or `rockets 2`, means.
fn salvos_of(words: &str, all: u8) -> Result<u8, Refusals> {
    let mut parts = words.split_whitespace();
    let salvos = match (parts.next(), parts.next(), parts.next()) {
        (Some("rockets"), None, _) => Some(all),
        (Some("rockets"), Some(number), None) => number.parse().ok(),
        _ => None,
    };
    salvos.ok_or_else(|| {
        let says = "weapons are forward, rear, rockets, or rockets with a number of salvos";
        Refusal::new(rule::FORWARD_GUNS, says).into()
    })
}

/// The shot, if it is aimed at `target`.
fn aimed(target: usize, shot: Shot) -> Result<Shot, Refusals> {
    if shot.target == target {
        return Ok(shot);
    }
    Err(Refusal::new(rule::LINE_OF_SIGHT, "another plane is nearer on the line of fire").into())
}

fn gun_odds(rules: &Rules, state: &State, s: usize, t: usize, guns: Guns) -> Result<Odds, Refusals> {
    let shot = aimed(t, shooting::shot_or_reasons(rules, state, s, guns)?)?;
    let calculations = shooting::calculations(shot.aim(rules, state), &shot.attack, guns);
    Ok(Odds::new(&volley_odds(rules, state, &shot), calculations.to_vec(), dice_text(&shot.attack)))
}

fn turret_odds(
    rules: &Rules,
    state: &State,
    s: usize,
    t: usize,
    with: Option<&str>,
) -> Result<Odds, Refusals> {
    let fire = match with.map(str::trim).filter(|w| !w.is_empty()) {
        Some(words) => TurretFire { target: PieceId::of(t), turrets: named_turrets(words)? },
        None => {
            let best = turrets::best(rules, state, s);
            let at_it = best.and_then(|b| b.at.into_iter().find(|f| f.target == PieceId::of(t)));
            // Whoever is not among the usual targets gets all that bears on it.
            at_it.unwrap_or_else(|| turrets::best_at(rules, state, s, t))
        }
    };
    turrets::object_fire(rules, state, s, std::slice::from_ref(&fire))?;
    let attack = TurretAttack::new(rules, state, s, &fire);
    let calculations = attack.calculations(rules, state);
    let text = dice_text(&attack.shot.attack);
    Ok(Odds::new(&volley_odds(rules, state, &attack.shot), calculations.to_vec(), text))
}

fn named_turrets(words: &str) -> Result<ArrayVec<Turret, 8>, Refusals> {
    let mut chosen = ArrayVec::new();
    for word in words.split([' ', ',', '+']).filter(|w| !w.is_empty()) {
        let known: Option<Turret> = serde_json::from_value(serde_json::Value::String(word.to_owned())).ok();
        let fits = known.is_some_and(|turret| chosen.try_push(turret).is_ok());
        if !fits {
            return Err(Refusal::new(
                rule::BOMBER_ARCS,
                "turrets are nose, top, belly, side-left, side-right and tail",
            )
            .into());
        }
    }
    Ok(chosen)
}

/// How likely each result of an attack is. Every hit of guns is a point of damage.
fn volley_odds(rules: &Rules, state: &State, shot: &Shot) -> Distribution<Impact> {
    enumerate(|dice| {
        let volley = throw(rules, &shot.attack, dice)?;
        let blow = Blow { hits: volley.hits, engines: volley.engines, out: critical(volley.out) };
        Ok(impact(rules, state, shot.target, volley.hits > 0, &blow))
    })
}

fn critical(out: bool) -> Option<Cause> {
    out.then_some(Cause::Critical)
}

fn impact(rules: &Rules, state: &State, target: usize, hit: bool, blow: &Blow) -> Impact {
    let out = fatal(rules, state, target, blow).is_some();
    Impact { hit, points: blow.hits.into(), harmed: blow.hits > 0 || blow.engines > 0 || out, out }
}

/// Rockets throw two dice for every hitting salvo: four salvos have too many sequences to try them face by face. Each throw
/// of 2D6 stands here as one die with a face for every 36th, equal results side by side; a test holds it to the dice.
fn rocket_odds(rules: &Rules, state: &State, shot: &Shot) -> Odds {
    let attack = &shot.attack;
    let row = two_dice(|total| match rules.tables.critical.rocket[total as usize - 2] {
        CriticalResult::Hits(n) => n,
        _ => 0,
    });
    let deadly = two_dice(|total| u8::from(is_critical(rules, attack, total)));
    let distribution = enumerate(|dice| {
        let salvo = Ask::d6("salvo", rule::ROCKETS).from(&[attack.needs, 6]);
        let check = Ask::d6("engine check", rule::ENGINE_HITS).from(&[rules.tables.engines.check]);
        let (mut hit, mut hits, mut sixes, mut engines) = (false, 0, 0, 0);
        for _ in 0..attack.dice {
            let face = dice.roll(&salvo)?;
            if face >= attack.needs {
                hit = true;
                hits += drawn(&row, dice)?;
            }
            sixes += u8::from(face == 6);
        }
        for _ in 0..if attack.engine_checks { sixes } else { 0 } {
            engines += u8::from(dice.roll(&check)? >= rules.tables.engines.check);
        }
        let out = attack.critical_sixes.is_some_and(|n| sixes >= n) && drawn(&deadly, dice)? == 1;
        // A salvo that hits may only shift bombers.
        Ok(impact(rules, state, shot.target, hit, &Blow { hits, engines, out: critical(out) }))
    });
    let mut salvos = Calculation::of("salvos");
    salvos.add("salvos fired", attack.dice.into(), rule::ROCKETS);
    let mut needs = Calculation::of("needed to hit");
    needs.add("rockets", attack.needs.into(), rule::ROCKETS);
    let mut critical = Calculation::of("critical throw");
    attack.critical.explain(&mut critical);
    let text = format!("{} at {}+", plural(attack.dice, "salvo", "salvos"), attack.needs);
    Odds::new(&distribution, vec![salvos, needs, critical], text)
}

/// How many of the 36 throws of two dice give each value from 0 up.
fn two_dice(value: impl Fn(u8) -> u8) -> ArrayVec<u8, 8> {
    let mut counts = ArrayVec::from([0; 8]);
    for (a, b) in (1..=6).flat_map(|a| (1..=6).map(move |b| (a, b))) {
        counts[value(a + b).min(7) as usize] += 1;
    }
    counts
}

/// One value, as likely as its count.
fn drawn(counts: &[u8], dice: &mut dyn Dice) -> Result<u8, Need> {
    // A common divisor keeps the die small.
    let divisor =
        [18, 12, 9, 6, 4, 3, 2].into_iter().find(|d| counts.iter().all(|c| c % d == 0)).unwrap_or(1);
    let faces: u8 = counts.iter().sum::<u8>() / divisor;
    let mut starts: ArrayVec<u8, 8> = ArrayVec::new();
    let mut next = 1;
    for count in counts {
        starts.push(next);
        next += count / divisor;
    }
    let cuts: ArrayVec<u8, 8> =
        starts.iter().copied().filter(|start| (1..=faces.min(31)).contains(start)).collect();
    let face = dice.roll(&Ask::die(faces, "2D6", rule::CRITICAL_HITS).from(&cuts))?;
    let value = (0..counts.len()).rfind(|n| counts[*n] > 0 && starts[*n] <= face);
    Ok(value.unwrap_or(0) as u8)
}

/// Chance of at least one hit, by the same hit dice.
pub(crate) fn hit_chance(attack: &Attack) -> Chance {
    let hits = enumerate(|dice| hit_dice(attack, dice));
    hits.chance(|hit| *hit)
}

fn hit_dice(attack: &Attack, dice: &mut dyn Dice) -> Result<bool, Need> {
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
