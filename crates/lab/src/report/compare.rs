//! The same fight in several rule sets, side by side.

use super::chart::{Words, shares};
use super::page::{Cell, escaped, grouped, page, percent, section, table};
use crate::compare::{Absent, Meeting};
use crate::contest::Standing;
use crate::labels::rule_title;
use crate::stats::ratio;

/// What two types did in several games, as one page; `absent` are games that do not have both, with the reason.
pub fn comparison(types: [&str; 2], met: &[(Meeting, Standing)], absent: &[Absent]) -> String {
    let [one, other] = types;
    let games: u64 = met.iter().map(|(_, standing)| standing.games()).sum();
    let head = format!(
        "<h1>{} against {}</h1>\n<p class=\"lead\">The same fight in {} rule sets · {} games, starting places exchanged in \
         every second one</p>\n",
        escaped(one),
        escaped(other),
        met.len(),
        grouped(games)
    );
    let mut body = section("Side by side", &overview(types, met));
    for (n, (meeting, standing)) in met.iter().enumerate() {
        body += &section(&meeting.game, &in_one_game(n, meeting, standing));
    }
    if !absent.is_empty() {
        let rows: Vec<_> = absent
            .iter()
            .map(|(game, why)| vec![Cell::Head(game.clone()), Cell::Text(why.clone())])
            .collect();
        body += &section("Not in these games", &table("", &["game", "why"], &rows));
    }
    page(&format!("{one} against {other}"), &head, &body, "")
}

fn overview([one, other]: [&str; 2], met: &[(Meeting, Standing)]) -> String {
    let rows: Vec<_> = met
        .iter()
        .map(|(meeting, standing)| {
            let bounds = standing.first.pairs.interval();
            vec![
                Cell::Head(meeting.game.clone()),
                Cell::Text(format!("{} / {}", meeting.cards[0], meeting.cards[1])),
                Cell::Number(meeting.scene.clone()),
                Cell::share(bounds.share),
                Cell::Number(format!("{} – {}", percent(bounds.low), percent(bounds.high))),
                Cell::number(standing.lost[0].mean(), 2),
                Cell::number(standing.lost[1].mean(), 2),
                Cell::number(standing.turns.mean(), 1),
            ]
        })
        .collect();
    let caption = format!(
        "Points of {one}: a win counts 1, a draw ½. The true share is within the bounds in 95 of 100 cases, were the pilots to \
         fly on like this."
    );
    let lost = [one, other].map(|name| format!("#{name} lost a game"));
    let heads = ["game", "cards", "#aircraft", "#share", "#bounds", &lost[0], &lost[1], "#turns"];
    format!("<div class=\"scroll\">\n{}</div>\n", table(&caption, &heads, &rows))
}

fn in_one_game(n: usize, meeting: &Meeting, standing: &Standing) -> String {
    let [one, other] = &meeting.cards;
    let [won, drawn, lost] =
        [0, 1, 2].map(|k| standing.first.results.iter().map(|half| half[k]).sum::<u64>());
    let words = Words {
        id: &format!("game-{n}"),
        title: &format!("Games won, and the share of {one}"),
        says: format!("{one} won {won}, {other} {lost}, {drawn} were drawn."),
    };
    let parts = [("allies", one.as_str(), won), ("neutral", "drawn", drawn), ("axis", other.as_str(), lost)];
    let rows: Vec<_> = [0, 1]
        .iter()
        .flat_map(|k: &usize| standing.causes[*k].iter().map(move |(rule, times)| (*k, rule, *times)))
        .map(|(k, rule, times)| {
            let title = escaped(&rule_title(&meeting.rules, rule.0));
            vec![
                Cell::Html(
                    "",
                    format!(
                        "<span class=\"side-{}\">{}</span>",
                        ["allies", "axis"][k],
                        escaped(&meeting.cards[k])
                    ),
                ),
                Cell::Html("", format!("{title} <span class=\"rule\">{}</span>", escaped(rule.0))),
                Cell::number(ratio(times as f64, standing.games() as f64), 3),
            ]
        })
        .collect();
    let causes = if rows.is_empty() {
        "<p>No aircraft was lost.</p>\n".to_owned()
    } else {
        table("Aircraft lost, by the rule that took them out", &["type", "cause", "#a game"], &rows)
    };
    super::page::beside(&shares(&words, &parts, standing.first.pairs.interval()), &causes)
}
