//! The report of a run.

use super::chart::{NARROW, Paint, WIDE, Words, bars, shares};
use super::heat::{self, Places};
use super::page::{Cell, beside, escaped, grouped, page, percent, section, signed_zero, table};
use crate::line::whole;
use crate::stats::{Spread, ratio};
use crate::{Labels, Plan, Summary};
use std::collections::BTreeMap;
use std::fmt::Write;
use table::Side;
use table::view::At;

/// Places listed beside a map.
const MOST_PLACES: usize = 8;

/// The report of a run as one page, to stand in its folder. Nothing in it but these arguments decides what it says.
pub fn report(plan: &Plan, labels: &Labels, summary: &Summary) -> String {
    let files = "run.json beside this page has the whole scenario. The same plan gives the same results on any machine. \
                 games.csv, losses.csv and games.jsonl have every game.";
    with_foot(plan, labels, summary, files)
}

/// The same where there is no folder, of a scenario that is known by its id: the page says by which command the same games are made.
pub fn lone_report(plan: &Plan, labels: &Labels, summary: &Summary, scenario: &str) -> String {
    let Plan { game, pilots, seed, games, .. } = plan;
    let swap = if plan.swap { " --swap" } else { "" };
    let command = format!(
        "tallyho lab run {game} {scenario} --allies {} --axis {}{swap} --games {} --seed {seed} --out {scenario}",
        pilots.allies,
        pilots.axis,
        games.count()
    );
    let says = format!(
        "The same version of Tallyho makes the same games again on any machine, with tables of every game and loss beside \
         this report:</p>\n<p><code>{}</code>",
        escaped(&command)
    );
    with_foot(plan, labels, summary, &says)
}

fn with_foot(plan: &Plan, labels: &Labels, summary: &Summary, says: &str) -> String {
    let mut body = winners(labels, summary);
    if plan.swap {
        body += &pilots(plan, summary);
    }
    body += &forfeits(labels, summary);
    body += &points(labels, summary);
    body += &luck(labels, summary);
    body += &lengths(summary);
    body += &losses(plan, labels, summary);
    body += &places(labels, summary);
    body += &rules(plan, labels, summary);
    page(
        &format!("{}: {}", labels.game, labels.scenario),
        &head(plan, labels, summary),
        &body,
        &foot(plan, says),
    )
}

fn head(plan: &Plan, labels: &Labels, summary: &Summary) -> String {
    let [allies, axis] = &labels.sides;
    let flown = if plan.swap {
        format!("{} against {}, changing sides", plan.pilots.allies, plan.pilots.axis)
    } else {
        format!("{} ({}) against {} ({})", allies, plan.pilots.allies, axis, plan.pilots.axis)
    };
    format!(
        "<h1>{}</h1>\n<p class=\"lead\">{} · {} games · {}</p>\n",
        escaped(&labels.scenario),
        escaped(&labels.game),
        grouped(summary.games),
        escaped(&flown)
    )
}

/// A side's name in its colour.
fn side_cell(labels: &Labels, side: Side) -> Cell {
    let name = escaped(&labels.sides[side.index()]);
    Cell::Html("", format!("<span class=\"side-{}\">{name}</span>", side.word()))
}

fn winners(labels: &Labels, summary: &Summary) -> String {
    let rows = Side::BOTH.map(|side| {
        let won = summary.share(side);
        vec![
            side_cell(labels, side),
            Cell::count(summary.wins[side.index()]),
            Cell::share(won.share),
            Cell::Number(format!("{} – {}", percent(won.low), percent(won.high))),
        ]
    });
    let share = summary.share(Side::Allies);
    let [allies, axis] = [&labels.sides[0], &labels.sides[1]];
    let words = Words {
        id: "winners",
        title: &format!("Games won, and the share of {allies}"),
        says: format!(
            "{allies} won {}, {axis} {}, {} were drawn.",
            summary.wins[0],
            summary.wins[1],
            summary.draws()
        ),
    };
    let parts = [
        ("allies", allies.as_str(), summary.wins[0]),
        ("neutral", "drawn", summary.draws()),
        ("axis", axis.as_str(), summary.wins[1]),
    ];
    let caption = format!(
        "{} games, {} drawn. A draw counts as half a win. The true share is within the bounds in 95 of 100 cases (Wilson).",
        grouped(summary.games),
        grouped(summary.draws())
    );
    let right = table(&caption, &["side", "#won", "#share", "#bounds"], &rows);
    section("Who wins", &beside(&shares(&words, &parts, share), &right))
}

fn pilots(plan: &Plan, summary: &Summary) -> String {
    let first = &summary.first;
    let [won, drawn, lost] = first.games();
    let (one, other) = (&plan.pilots.allies, &plan.pilots.axis);
    let bounds = first.share();
    let words = Words {
        id: "pilots",
        title: &format!("Games of {one} against {other}"),
        says: format!("{one} won {won} games, {other} {lost}, {drawn} were drawn."),
    };
    let parts = [("allies", one.as_str(), won), ("neutral", "drawn", drawn), ("axis", other.as_str(), lost)];
    let row = |name: &str, [won, drawn, lost]: [u64; 3]| {
        let points = won as f64 + drawn as f64 / 2.0;
        let share = ratio(points, (won + drawn + lost) as f64);
        vec![
            Cell::Head(name.into()),
            Cell::count(won),
            Cell::count(drawn),
            Cell::count(lost),
            Cell::share(share),
        ]
    };
    let rows = [
        row("as Allies", first.results[0]),
        row("as Axis", first.results[1]),
        row("together", [won, drawn, lost]),
    ];
    let caption = format!(
        "{one} has {} of the points, between {} and {} in 95 of 100 cases. Both games of a pair have the same dice, so pairs \
         are what is counted.",
        percent(bounds.share),
        percent(bounds.low),
        percent(bounds.high)
    );
    let right = table(&caption, &[one, "#won", "#drawn", "#lost", "#share"], &rows);
    let pairs = ["0", "½", "1", "1½", "2"].iter().zip(first.pairs.0);
    let pairs: Vec<_> = pairs.map(|(n, times)| vec![Cell::Head((*n).into()), Cell::count(times)]).collect();
    let below = table(&format!("Pairs by the points of {one}"), &["points", "#pairs"], &pairs);
    section("Pilots", &beside(&format!("{}{below}", shares(&words, &parts, bounds)), &right))
}

/// Games that were lost by bots that failed, where there are any.
fn forfeits(labels: &Labels, summary: &Summary) -> String {
    if summary.forfeits.is_empty() {
        return String::new();
    }
    let rows = summary.forfeits.iter().map(|((side, why), games)| {
        vec![side_cell(labels, *side), Cell::Text(why.to_string()), Cell::count(*games)]
    });
    let rows: Vec<_> = rows.collect();
    let caption = "Games that ended because a bot failed: its side resigned (table/resign). They are counted above as lost";
    section("Forfeits", &table(caption, &["side", "how", "#games"], &rows))
}

/// A row about values: mean, deviation, the middle half of them, all of them.
fn spread_row(name: Cell, spread: &Spread) -> Vec<Cell> {
    let (least, most) = spread.range().unwrap_or_default();
    let from_to = |from: i64, to: i64| {
        Cell::Number(format!("{} to {}", signed_zero(&from.to_string()), signed_zero(&to.to_string())))
    };
    vec![
        name,
        Cell::number(spread.mean(), 2),
        Cell::number(spread.deviation(), 2),
        from_to(spread.quantile(0.25), spread.quantile(0.75)),
        from_to(least, most),
    ]
}

const SPREAD_HEADS: [&str; 5] = ["", "#mean", "#deviation", "#middle half", "#all"];

fn points(labels: &Labels, summary: &Summary) -> String {
    let [allies, axis] = [&labels.sides[0], &labels.sides[1]];
    let words = Words {
        id: "points",
        title: &format!("Points of {allies} minus those of {axis}, number of games"),
        says: format!(
            "On average {} points, from {} to {}.",
            signed_zero(&format!("{:.2}", summary.margin.mean())),
            summary.margin.range().unwrap_or_default().0,
            summary.margin.range().unwrap_or_default().1
        ),
    };
    let rows = [
        spread_row(side_cell(labels, Side::Allies), &summary.points[0]),
        spread_row(side_cell(labels, Side::Axis), &summary.points[1]),
        spread_row(Cell::Head("difference".into()), &summary.margin),
    ];
    let unit = format!("← {axis} ahead   ·   {allies} ahead →");
    let left = bars(&words, &summary.margin, Paint::BySign, &unit, WIDE);
    let right = table("Victory points at the end", &SPREAD_HEADS, &rows);
    section("Points", &beside(&left, &right))
}

fn luck(labels: &Labels, summary: &Summary) -> String {
    let [allies, axis] = [&labels.sides[0], &labels.sides[1]];
    let words = Words {
        id: "luck",
        title: &format!("How much luckier {allies} was, in tenths of a point, number of games"),
        says: format!(
            "On average {} tenths of a point.",
            signed_zero(&format!("{:.1}", summary.luckier.mean()))
        ),
    };
    let row = |name: Cell, spread: &Spread| {
        let points = |thousandths: f64| Cell::number(thousandths / 1000.0, 2);
        vec![name, points(spread.mean()), points(spread.deviation())]
    };
    let rows = [
        row(side_cell(labels, Side::Allies), &summary.luck[0]),
        row(side_cell(labels, Side::Axis), &summary.luck[1]),
    ];
    let [won, lost] = summary.by_luck;
    let caption = format!(
        "What fire brought beyond what it brings on average, in victory points. The luckier side won {} of {} games.",
        percent(ratio(won as f64, (won + lost) as f64)),
        grouped(won + lost)
    );
    let unit = format!("← {axis} luckier   ·   {allies} luckier →");
    let left = bars(&words, &summary.luckier, Paint::BySign, &unit, WIDE);
    section("Luck", &beside(&left, &table(&caption, &["side", "#mean", "#deviation"], &rows)))
}

fn lengths(summary: &Summary) -> String {
    let words = Words {
        id: "turns",
        title: "Turn in which games ended, number of games",
        says: format!("Games lasted {:.1} turns on average.", summary.turns.mean()),
    };
    let rows = [
        spread_row(Cell::Head("turns".into()), &summary.turns),
        spread_row(Cell::Head("commands".into()), &summary.commands),
    ];
    let left = bars(&words, &summary.turns, Paint::Plain, "turns", WIDE);
    section("Length", &beside(&left, &table("Length of a game", &SPREAD_HEADS, &rows)))
}

fn losses(plan: &Plan, labels: &Labels, summary: &Summary) -> String {
    let pictures = Side::BOTH.map(|side| {
        let name = &labels.sides[side.index()];
        let lost = &summary.lost[side.index()];
        let words = Words {
            id: ["lost-allies", "lost-axis"][side.index()],
            title: &format!("{name}: aircraft lost, number of games"),
            says: format!("{name} lost {:.2} aircraft a game.", lost.mean()),
        };
        bars(&words, lost, Paint::Of(side), "aircraft", NARROW)
    });
    if summary.losses.is_empty() {
        return section("Losses", "<p>No aircraft left the map for good.</p>\n");
    }
    let most = summary.losses.values().copied().max().unwrap_or(1) as f64;
    let rows = summary.losses.iter().map(|((side, card, cause), n)| {
        let rule = whole(&plan.game, cause);
        vec![
            side_cell(labels, *side),
            Cell::Text(labels.card(card).to_owned()),
            rule_cell(labels, &rule),
            Cell::count(*n),
            Cell::number(ratio(*n as f64, summary.games as f64), 3),
            meter(*n as f64 / most),
        ]
    });
    let rows: Vec<_> = rows.collect();
    let caption = "Every aircraft that left the map for good, by the rule that took it out";
    let list = table(caption, &["side", "type", "cause", "#lost", "#a game", ""], &rows);
    let [allies, axis] = pictures;
    let content = format!(
        "<div class=\"beside even\">\n<div>\n{allies}</div>\n<div>\n{axis}</div>\n</div>\n<div class=\"scroll\">\n{list}</div>\n"
    );
    section("Losses", &content)
}

fn rule_cell(labels: &Labels, rule: &str) -> Cell {
    let title = escaped(&labels.rule(rule));
    Cell::Html("", format!("{title} <span class=\"rule\">{}</span>", escaped(rule)))
}

/// A bar in a cell; `part` is from 0 to 1.
fn meter(part: f64) -> Cell {
    Cell::Html("bar", format!("<span class=\"meter\" style=\"width:{:.1}%\"></span>", part * 100.0))
}

fn places(labels: &Labels, summary: &Summary) -> String {
    if summary.places.is_empty() {
        return String::new();
    }
    let mut content = String::from(
        "<p>Where an aircraft was before the command that took it out: the darker, the more often.</p>\n\
         <div class=\"beside even\">\n",
    );
    // Both maps show the same part of the board.
    let all: Places = summary.places.iter().map(|(at, [allies, axis])| (*at, allies + axis)).collect();
    for side in Side::BOTH {
        let name = &labels.sides[side.index()];
        let here: Places =
            summary.places.iter().map(|(at, n)| (*at, n[side.index()])).filter(|(_, n)| *n > 0).collect();
        let words = Words {
            id: ["where-allies", "where-axis"][side.index()],
            title: &format!("{name}: where aircraft were lost"),
            says: format!("{} losses in {} places.", here.values().sum::<u64>(), here.len()),
        };
        let picture = heat::map(&words, &labels.board, &here, &all, side);
        let _ = write!(content, "<div>\n{picture}{}</div>\n", place_table(labels, &here));
    }
    content.push_str("</div>\n");
    section("Where", &content)
}

fn place_table(labels: &Labels, places: &Places) -> String {
    let mut sorted: Vec<(At, u64)> = places.iter().map(|(at, n)| (*at, *n)).collect();
    sorted.sort_by_key(|(at, n)| (std::cmp::Reverse(*n), *at));
    let all: u64 = sorted.iter().map(|(_, n)| n).sum();
    let row = |(at, n): &(At, u64)| {
        let share = ratio(*n as f64, all as f64);
        vec![Cell::Head(labels.board.name(*at)), Cell::count(*n), Cell::share(share)]
    };
    let rows: Vec<_> = sorted.iter().take(MOST_PLACES).map(row).collect();
    table("The most frequent places", &["place", "#losses", "#share"], &rows)
}

fn rules(plan: &Plan, labels: &Labels, summary: &Summary) -> String {
    let mut used: Vec<(String, [u64; 2])> =
        summary.rules.iter().map(|(rule, n)| (whole(&plan.game, rule), *n)).collect();
    used.sort_by_key(|(rule, [events, _])| (std::cmp::Reverse(*events), rule.clone()));
    let most = used.first().map_or(1, |(_, [events, _])| (*events).max(1)) as f64;
    let row = |(rule, [events, games]): &(String, [u64; 2])| {
        vec![
            rule_cell(labels, rule),
            Cell::number(ratio(*events as f64, summary.games as f64), 2),
            Cell::share(ratio(*games as f64, summary.games as f64)),
            meter(*events as f64 / most),
        ]
    };
    let rows: Vec<_> = used.iter().map(row).collect();
    let caption = "Events that a rule had a part in, a game; and the share of games in which it had any";
    let list = table(caption, &["rule", "#events a game", "#games", ""], &rows);
    let known: BTreeMap<&str, ()> = used.iter().map(|(rule, _)| (rule.as_str(), ())).collect();
    let idle = labels.rules.keys().filter(|rule| !known.contains_key(rule.as_str()));
    let idle: Vec<String> = idle
        .map(|rule| {
            format!(
                "<li>{} <span class=\"rule\">{}</span></li>\n",
                escaped(&labels.rule(rule)),
                escaped(rule)
            )
        })
        .collect();
    let content = format!(
        "<div class=\"scroll\">\n{list}</div>\n<details>\n<summary>{} rules had a part in no event</summary>\n\
         <p>Rules that only forbid something, or say what a word means, never have one.</p>\n<ul class=\"list\">\n{}</ul>\n\
         </details>\n",
        idle.len(),
        idle.concat()
    );
    section("Rules used", &content)
}

fn foot(plan: &Plan, says: &str) -> String {
    let mut list = String::new();
    let mut item = |name: &str, value: &str| {
        let _ = writeln!(list, "<dt>{name}</dt><dd>{}</dd>", escaped(value));
    };
    item("Tallyho", &plan.version);
    item("Game", &format!("{}, revision {} of its rules, data {}", plan.game, plan.revision, plan.data));
    item("Pilots", &format!("Allies {}, Axis {}", plan.pilots.allies, plan.pilots.axis));
    item("Pilots' skill", &format!("revision {}", plan.skill));
    item("Seed", &plan.seed.to_string());
    item("Games", &plan.games.to_string());
    format!("<h2>How to make it again</h2>\n<dl>\n{list}</dl>\n<p>{says}</p>\n")
}
