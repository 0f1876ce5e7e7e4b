//! What holds of computer pilots in every game: what they say is legal, the same again for the same chance, and there in time; and what
//! they expect of the dice is what dice bring.

use fast_and_easy::FastAndEasy;
use fighting_wings::FightingWings;
use pilot::{Flights, Level, consider};
use spitfire::Spitfire;
use spitting_fire::SpittingFire;
use std::cell::Cell;
use std::collections::BTreeMap;
use table::{Depth, Game, Heed, Look, Position, Seed, SeededDice, Side, Silence, StateHash, Style, validate};

/// A ready-made scenario, set up, with what follows by itself done.
fn set_up<G: Game>(id: &str) -> Position<G> {
    let files = G::files().iter().map(|(path, text)| ((*path).to_owned(), (*text).to_owned()));
    let data = G::load(&files.collect::<BTreeMap<_, _>>()).unwrap_or_else(|flaws| panic!("{flaws:?}"));
    let mut position = G::set_up(&data, &G::scenarios(&data)[id]).unwrap_or_else(|flaws| panic!("{flaws:?}"));
    while let Some((side, command)) = G::forced(&position.rules, &position.state) {
        give::<G>(&mut position, side, &command, &mut seeded(0));
    }
    position
}

fn seeded(number: u64) -> SeededDice {
    SeededDice::new(Seed::from_number(number))
}

fn give<G: Game>(position: &mut Position<G>, side: Side, command: &G::Command, dice: &mut SeededDice) {
    let look = Look::<G>::new(&position.rules, &position.state, side);
    let accepted = validate(look, command).unwrap_or_else(|why| panic!("{command:?}: {why:?}"));
    let done = accepted.carry_out(&position.rules, &mut position.state, dice, &mut Silence);
    done.unwrap_or_else(|need| panic!("{need:?}"));
}

/// The decision owed next: whose, and the position as far as that side knows it.
fn owed<G: Game>(position: &Position<G>) -> Option<(Side, G::State)> {
    let side = G::to_act(&position.rules, &position.state).iter().next()?;
    Some((side, G::known_to(&position.rules, &position.state, side.into())))
}

/// A thought short enough for a test.
fn short(style: Style) -> Style {
    match style {
        Style::Search(depth) => Style::Search(Depth { nodes: depth.nodes.min(40), ..depth }),
        other => other,
    }
}

/// Plays some commands of a scenario, each by the next level, and answers with a hash of what was said.
fn all_levels<G: Game>(scenario: &str, commands: usize) -> String {
    let mut position = set_up::<G>(scenario);
    let mut dice = seeded(5);
    let mut said = Vec::new();
    for n in 0..commands {
        let Some((side, known)) = owed(&position) else { break };
        let level = Level::ALL[n % Level::ALL.len()];
        let look = Look::<G>::new(&position.rules, &known, side);
        let thought = |salt| {
            let considered = consider(look, &short(level.style::<G>()), &mut seeded(salt), &|| false);
            considered.unwrap_or_else(|| panic!("{} says nothing", level.word())).said()
        };
        let command = thought(n as u64);
        assert_eq!(command, thought(n as u64), "{} changes its mind", level.word());
        give(&mut position, side, &command, &mut dice);
        said.push(command);
    }
    StateHash::of(&said).to_string()
}

#[test]
fn what_pilots_say_is_legal_and_the_same_again_in_each_revision_of_their_skill() {
    let said = [
        all_levels::<FastAndEasy>("kent-duel", 60),
        all_levels::<FastAndEasy>("box-over-germany", 60),
        all_levels::<Spitfire>("air-superiority", 18),
        all_levels::<Spitfire>("formations", 12),
        all_levels::<SpittingFire>("duel", 60),
        all_levels::<FightingWings>("kent", 18),
        all_levels::<FightingWings>("estuary", 18),
    ];
    let known = [
        "73c0b575c94770cc",
        "519129340f0f88c4",
        "1739067e86b5edd1",
        "aad8843e7b3e126c",
        "c9df813a343b3e1e",
        "e776c90694c0f8db",
        "49cd9d49c57a46a5",
    ];
    assert_eq!(
        said.each_ref().map(String::as_str),
        known,
        "pilots play otherwise: raise `pilot::SKILL`, and put these here"
    );
}

/// What all candidates look like to a pilot who sees no danger, against one who sees it.
fn rashness<G: Game>(scenario: &str, commands: usize) -> i64 {
    let mut position = set_up::<G>(scenario);
    let mut dice = seeded(5);
    let mut sum = 0;
    for _ in 0..commands {
        let Some((side, known)) = owed(&position) else { break };
        let look = Look::<G>::new(&position.rules, &known, side);
        for command in G::candidates(look) {
            sum += G::appraised_by(look, &command, Heed::hundredths(0)) - G::appraise(look, &command);
        }
        let said = pilot::choose(look, Level::FlightLieutenant, &mut seeded(1));
        give(&mut position, side, &said.unwrap_or_else(|| panic!("nothing is owed")), &mut dice);
    }
    sum
}

#[test]
fn who_sees_no_danger_flies_into_it() {
    assert!(rashness::<FastAndEasy>("kent-duel", 200) > 0);
    assert!(rashness::<Spitfire>("air-superiority", 60) > 0);
    assert!(rashness::<SpittingFire>("duel", 80) > 0);
    assert!(rashness::<FightingWings>("kent", 40) > 0);
}

/// The best and the worst of the first choice in a scenario at first sight, flown on twice each.
fn compared<G: Game>(scenario: &str) -> [i64; 2] {
    let position = set_up::<G>(scenario);
    let (side, known) = owed(&position).expect("somebody begins");
    let look = Look::<G>::new(&position.rules, &known, side);
    let mut ranked = G::ranked(look, usize::MAX);
    let ((high, best), (low, worst)) = (ranked.swap_remove(0), ranked.pop().expect("there is a choice"));
    assert!(high > low, "{scenario}: one looks better");
    let depth = Depth { keep: 2, halves: 2, nodes: 100, wary: false };
    let flights = Flights { depth: &depth, longest: 50, salt: 1, stop: &|| false };
    let both = pilot::compare(look, [best, worst], 2, &flights).expect("nobody stops it");
    [&both.first, &both.second].map(|one| one.worth() - one.mean().total())
}

#[test]
fn of_two_decisions_compared_only_what_flights_bring_counts() {
    assert_eq!(compared::<FastAndEasy>("kent-duel"), [0, 0]);
    assert_eq!(compared::<Spitfire>("air-superiority"), [0, 0]);
    assert_eq!(compared::<FightingWings>("kent"), [0, 0]);
}

/// A pilot that is told to stop has an answer at once.
fn stops<G: Game>(scenario: &str) {
    let mut position = set_up::<G>(scenario);
    let mut dice = seeded(6);
    for n in 0..12u32 {
        let Some((side, known)) = owed(&position) else { break };
        let look = Look::<G>::new(&position.rules, &known, side);
        let asked = Cell::new(0);
        let stop = || {
            asked.set(asked.get() + 1);
            asked.get() > n
        };
        let style = Level::WingCommander.style::<G>();
        let considered = consider(look, &style, &mut seeded(n.into()), &stop);
        let considered = considered.unwrap_or_else(|| panic!("nothing is owed"));
        assert!(asked.get() <= n + 1, "it went on after it was told to stop");
        assert_eq!(considered.stopped, asked.get() > n);
        give(&mut position, side, &considered.said(), &mut dice);
    }
}

#[test]
fn a_pilot_stops_when_it_is_told_to() {
    stops::<FastAndEasy>("kent-duel");
    stops::<Spitfire>("air-superiority");
    stops::<SpittingFire>("duel");
    stops::<FightingWings>("kent");
}

/// What the dice of all shots in games of simple pilots were expected to bring, and what they then bring: the sums.
fn staked<G: Game>(scenario: &str, games: u64) -> (i64, i64) {
    const THROWS: u64 = 60;
    let (mut expected, mut brought) = (0, 0);
    for game in 0..games {
        let mut position = set_up::<G>(scenario);
        let (mut dice, mut choices) = (seeded(game), seeded(game + 1000));
        for _ in 0..400 {
            let Some((side, known)) = owed(&position) else { break };
            let look = Look::<G>::new(&position.rules, &known, side);
            let Some(command) = pilot::choose(look, Level::Simple, &mut choices) else { break };
            let stake = G::stake(look, &command);
            let lead = |state: &G::State| {
                G::material(&position.rules, state, side) - G::material(&position.rules, state, side.enemy())
            };
            for throw in (0..THROWS).filter(|_| stake != 0) {
                let mut copy = Position::<G> { rules: position.rules.clone(), state: position.state.clone() };
                give(&mut copy, side, &command, &mut seeded(throw + game * 100));
                expected += stake;
                brought += lead(&copy.state) - lead(&position.state);
            }
            give(&mut position, side, &command, &mut dice);
        }
    }
    (expected, brought)
}

/// Within a fifth: engine losses, shifts and shots that end a game are not reckoned to the last die.
fn fair(what: &str, (expected, brought): (i64, i64)) {
    assert!(expected > 0, "{what}: nobody fires");
    let tenths = 10 * brought / expected;
    assert!((8..=12).contains(&tenths), "{what}: {expected} expected, {brought} brought");
}

#[test]
fn what_pilots_expect_of_a_shot_is_what_it_brings() {
    fair("fast-and-easy", staked::<FastAndEasy>("kent-duel", 4));
    fair("spitting-fire", staked::<SpittingFire>("duel", 4));
}

/// Time only passes.
fn clock_grows<G: Game>(scenario: &str) {
    let mut position = set_up::<G>(scenario);
    let mut chance = seeded(9);
    let mut last = G::clock(&position.rules, &position.state);
    for _ in 0..300 {
        let Some((side, known)) = owed(&position) else { break };
        let command = G::sample(Look::<G>::new(&position.rules, &known, side), &mut chance);
        give(&mut position, side, &command, &mut chance);
        let now = G::clock(&position.rules, &position.state);
        assert!(now >= last, "the clock went back from {last} to {now} after {command:?}");
        last = now;
    }
}

/// A look that is cut short at once, in every decision of a game.
fn sees_little<G: Game>(scenario: &str) {
    let mut position = set_up::<G>(scenario);
    let mut dice = seeded(11);
    let (mut all, mut few) = (0, 0);
    for _ in 0..40 {
        let Some((side, known)) = owed(&position) else { break };
        let look = Look::<G>::new(&position.rules, &known, side);
        let whole = G::ranked_until(look, usize::MAX, Heed::ALL, &|| false);
        assert_eq!(whole, G::ranked(look, usize::MAX), "a clock that never rings changes nothing");
        let cut = G::ranked_until(look, usize::MAX, Heed::ALL, &|| true);
        assert!(!cut.is_empty());
        for (_, command) in &cut {
            validate(look, command).unwrap_or_else(|why| panic!("{command:?}: {why:?}"));
        }
        (all, few) = (all + whole.len(), few + cut.len());
        let [(_, first), ..] = &cut[..] else { unreachable!("checked above") };
        give(&mut position, side, first, &mut dice);
    }
    assert!(2 * few < all, "{few} of {all} commands were looked at without time");
}

#[test]
fn whoever_has_no_time_left_looks_at_little_and_says_something_legal() {
    sees_little::<FastAndEasy>("kent-duel");
    sees_little::<Spitfire>("formations");
    sees_little::<SpittingFire>("duel");
    sees_little::<FightingWings>("kent");
}

#[test]
fn the_clock_only_goes_forward() {
    clock_grows::<FastAndEasy>("box-over-germany");
    clock_grows::<Spitfire>("bombing");
    clock_grows::<SpittingFire>("germany-britain-500");
    clock_grows::<FightingWings>("kent");
}
