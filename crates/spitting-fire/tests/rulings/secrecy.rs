//! What a seat may not know reaches it by no channel: not by views, positions, menus, drafts, the log, refusals, plans, odds, advice,
//! undo, or a replay before the end. (That no transcript or position hash is sent before the end is the server's to keep, and
//! its tests look for it.)
//!
//! A thousand random games are played, five hundred on each board. After every command, all that each seat can be sent is
//! compared, byte for byte, with what it would be sent if everything that it may not know were otherwise: a difference is a
//! leak, whatever it says. The log cannot be compared that way, for it tells what has happened; it is searched.

use serde::Serialize;
use spitting_fire::card::Card;
use spitting_fire::command::{Command, ForceList, Marker, Place, Shot};
use spitting_fire::field::Hand;
use spitting_fire::options::Mode;
use spitting_fire::state::{Phase, State};
use spitting_fire::{SpittingFire, rule};
use table::view::View;
use table::{
    Chooser, DiceSource, Library, LogEntry, Look, Menu, OddsOf, PieceId, Pilot, Screen, Seat, Seed,
    SeededDice, Side, Table, validate,
};

/// Games on each board.
const GAMES: u64 = 500;
/// The seats that may not know everything.
const SEATS: [Seat; 3] = [Seat::Allies, Seat::Axis, Seat::Observer];

/// The position with every secret that `seat` may not know replaced by another one that it might be instead.
fn otherwise(table: &Table<SpittingFire>, seat: Seat) -> State {
    let mut state = table.state().clone();
    for side in Side::BOTH.into_iter().filter(|s| !seat.knows(*s)) {
        if !table.rules().fixed[side.index()] {
            let other = state.forces[side.index()].as_mut();
            other.into_iter().flatten().for_each(|f| (f.card, f.count) = (f.card ^ 1, 5 - f.count.min(4)));
        }
        for (g, group) in state.groups.iter_mut().enumerate() {
            if group.side == side && state.active != Some(g as u16) {
                group.plot = group.plot.map(|m| Marker::ALL[(m as usize + 4) % 9]);
            }
        }
    }
    state
}

fn bytes(value: &impl Serialize) -> Vec<u8> {
    serde_json::to_vec(value).unwrap()
}

/// Commands that pry: about everybody's groups and aircraft, in the phase or out of it.
fn prying(state: &State) -> Vec<Command> {
    let mut all = vec![Command::Confirm, Command::Pass];
    for group in 1..=state.groups.len().max(2) as u16 {
        all.push(Command::Plot { group, marker: Marker::LevelLeft });
        all.push(Command::Activate { group });
    }
    for n in 1..=state.planes.len().max(2) as u16 {
        let aircraft = PieceId(n);
        all.push(Command::Forward { aircraft, n: 1 });
        all.push(Command::Forward { aircraft, n: 99 });
        for side in Hand::BOTH {
            all.push(Command::Turn { aircraft, side, angle: Some(60) });
            all.push(Command::TightTurn { aircraft, side });
            all.push(Command::Pivot { aircraft, side, angle: 60 });
        }
        all.push(Command::HalfLoop { aircraft });
        all.push(Command::Decline { aircraft });
        all.push(Command::EndMove { aircraft });
        all.push(Command::NoAttack { aircraft });
        let at = (1..=state.planes.len().min(4) as u16).map(|target| Shot::with(target, 1)).collect();
        all.push(Command::Attack { aircraft, at });
    }
    for group in 1..=state.groups.len().max(2) as u16 {
        all.push(Command::Place(Place { group, altitude: 3, ..Place::default() }));
    }
    for card in ["spitfire", "bf-109", "d520", "zeppelin"] {
        all.push(Command::Force(ForceList { aircraft: vec![card.to_owned(); 2], groups: None }));
    }
    all
}

/// All that can be worked out for a seat from a position: what the server's channels carry.
fn answers(
    table: &Table<SpittingFire>,
    state: &State,
    seat: Seat,
    draft: &Command,
    deep: bool,
) -> Vec<Vec<u8>> {
    let rules = table.rules();
    let known = SpittingFire::known_to(rules, state, seat);
    // The position itself, from which everything that is worked out for a seat is worked out.
    let mut sent = vec![bytes(&View::of::<SpittingFire>(rules, state, seat)), bytes(&known)];
    let scenario = serde_json::from_value(table.header().scenario).unwrap();
    sent.push(bytes(&SpittingFire::as_scenario(rules, &known, &scenario, seat)));
    if deep {
        for n in 1..=state.planes.len() as u16 {
            sent.push(bytes(&SpittingFire::plans(rules, &known, PieceId(n))));
            for m in 1..=state.planes.len() as u16 {
                let with = [None, Some("0"), Some("nothing")][usize::from(n + m) % 3];
                let attack = OddsOf { shooter: PieceId(n), target: PieceId(m), with };
                let odds = SpittingFire::odds(rules, &known, attack);
                sent.push(odds.map_or_else(|no| bytes(&table::Barred::all(&no)), |odds| bytes(&odds)));
            }
        }
    }
    let Some(side) = seat.side() else { return sent };
    let look = Look::<SpittingFire>::new(rules, &known, side);
    sent.push(bytes(&Menu::of(look, None)));
    if !deep {
        return sent;
    }
    sent.push(bytes(&Menu::of(look, Some(draft))));
    for (n, command) in prying(state).into_iter().enumerate() {
        // Also what a draft of it is told; of few, for menus are long.
        if n % 23 == 0 {
            sent.push(bytes(&Menu::of(look, Some(&command))));
        }
        // What is said is judged by the position itself.
        let said = validate::<SpittingFire>(Look::new(rules, state, side), &command);
        sent.push(said.err().map_or(Vec::new(), |no| bytes(&table::Barred::all(&no))));
    }
    // What a pilot would advise.
    if look.owes() {
        for command in SpittingFire::candidates(look) {
            let worth = SpittingFire::appraise(look, &command);
            sent.push(bytes(&(&command, worth)));
        }
    }
    sent
}

/// Log entries that tell a seat what it may not know: names of cards in a force not yet shown, plots of the other side.
fn telltale(table: &Table<SpittingFire>, seat: Seat, entries: &[LogEntry]) -> Option<String> {
    let state = table.state();
    let text = serde_json::to_string(entries).unwrap();
    for side in Side::BOTH.into_iter().filter(|s| !seat.knows(*s)) {
        if state.phase == Phase::Choosing {
            let flights = state.forces[side.index()].as_deref().unwrap_or_default();
            let cards = flights.iter().map(|f| table.rules().card(f.card));
            // French aircraft may be the seat's own as well.
            let theirs = cards.filter(|c| !c.entry.nation.serves(side.enemy()));
            let named = theirs.map(Card::name).find(|name| text.contains(name));
            if let Some(name) = named {
                return Some(format!("{name}: {text}"));
            }
        }
        for (g, _) in state.groups.iter().enumerate().filter(|(_, g)| g.side == side) {
            let plotted = entries.iter().find(|e| {
                let of_group = e.text.starts_with(&format!("Group {} plots ", g + 1));
                of_group && Marker::ALL.iter().any(|m| e.text.ends_with(m.name()))
            });
            if let Some(entry) = plotted {
                return Some(entry.text.clone());
            }
        }
    }
    None
}

/// A small match; one in ten is larger.
fn a_match(mode: Mode, seed: u64) -> Table<SpittingFire> {
    let mut scenario = crate::common::scenario("match");
    let o = &mut scenario.options;
    o.mode = mode;
    (o.points, o.turns) = if seed.is_multiple_of(10) {
        (Some(130), Some(3))
    } else {
        (Some(60 + (seed % 4) as i32 * 10), Some(2))
    };
    (o.tailing, o.free_withdrawal) = (seed % 2 == 1, seed % 3 == 1);
    let dice = DiceSource::seeded(Seed::from_number(seed));
    Table::<SpittingFire>::new(crate::common::data(), &scenario, dice).unwrap()
}

fn leaks_nothing(mode: Mode, seeds: std::ops::Range<u64>) {
    for seed in seeds {
        let mut table = a_match(mode, seed);
        let mut chooser = SeededDice::new(Seed::from_number(seed ^ 0xabcd));
        // What each seat saw after each command.
        let mut seen = vec![SEATS.map(|seat| bytes(&table.view(seat)))];
        while !table.to_act().is_empty() {
            let sides: Vec<Side> = table.to_act().iter().collect();
            let side = sides[chooser.below(sides.len() as u32) as usize];
            let known = table.known_to(side.into()).into_owned();
            let command = SpittingFire::sample(Look::new(table.rules(), &known, side), &mut chooser);
            // Views and menus are asked always, everything else now and then, more often in a larger match.
            let deep = chooser.below(40) == 0 || (seed.is_multiple_of(10) && chooser.below(12) == 0);
            let since = table.next_entry();
            let before = SEATS.map(|seat| bytes(&table.view(seat)));
            let draft = command.clone();
            table.act(side, command.clone(), &[]).unwrap();
            check(&table, seed, since, &draft, deep);
            if chooser.below(8) == 0 && table.undo(side).is_ok() {
                // Taken back: the other seats see what they saw before, and the log has nothing left of it.
                for (seat, seen) in SEATS.into_iter().zip(before) {
                    assert_eq!(bytes(&table.view(seat)), seen, "seed {seed}: {seat:?} after undo");
                    assert_eq!(table.log(seat, since), [], "seed {seed}: {seat:?} after undo");
                }
                table.act(side, command, &[]).unwrap();
            }
            if seed.is_multiple_of(5) {
                seen.push(SEATS.map(|seat| bytes(&table.view(seat))));
                if deep {
                    scrubbed(&table, seed, &seen);
                }
            }
        }
    }
}

/// A replay, whenever it is asked for, shows a seat what it saw then and no more, and so does the log told again from the
/// beginning.
fn scrubbed(table: &Table<SpittingFire>, seed: u64, seen: &[[Vec<u8>; 3]]) {
    for (line, then) in seen.iter().enumerate().rev().step_by(7) {
        let state = table.replayed(line);
        for (seat, then) in SEATS.into_iter().zip(then) {
            let now = bytes(&View::of::<SpittingFire>(table.rules(), &state, seat));
            assert!(now == *then, "{} seed {seed}: line {line} shown again to {seat:?}", rule::PLOTTING);
        }
    }
    for seat in SEATS {
        let told = telltale(table, seat, &table.log(seat, 0));
        assert_eq!(told, None, "{} seed {seed}: the whole log of {seat:?}", rule::PLOTTING);
    }
}

fn check(table: &Table<SpittingFire>, seed: u64, since: u32, draft: &Command, deep: bool) {
    for seat in SEATS {
        let told = telltale(table, seat, &table.log(seat, since));
        assert_eq!(told, None, "{} seed {seed}: the log of {seat:?}", rule::POINT_TOTAL);
        let other = otherwise(table, seat);
        if other == *table.state() && !deep {
            continue;
        }
        let sent = answers(table, table.state(), seat, draft, deep);
        let instead = answers(table, &other, seat, draft, deep);
        for (n, (sent, instead)) in sent.iter().zip(&instead).enumerate() {
            let text = |b: &[u8]| String::from_utf8_lossy(b).into_owned();
            assert_eq!(text(sent), text(instead), "{} seed {seed}: answer {n} to {seat:?}", rule::PLOTTING);
        }
        assert_eq!(sent.len(), instead.len(), "{} seed {seed}", rule::PLOTTING);
    }
}

#[test]
fn nothing_leaks_on_hexes() {
    leaks_nothing(Mode::Hexes, 0..crate::common::rounds(GAMES));
}

#[test]
fn nothing_leaks_on_the_open_table() {
    leaks_nothing(Mode::Open, 0..crate::common::rounds(GAMES));
}

/// The comparison would notice: the referee, who may know everything, is sent something else if a secret is otherwise.
#[test]
fn what_may_be_known_does_differ() {
    let mut table = a_match(Mode::Hexes, 10);
    let mut chooser = SeededDice::new(Seed::from_number(4));
    let (mut forces, mut plots) = (0, 0);
    while let Some(side) = table.to_act().iter().next() {
        let look = Look::new(table.rules(), table.state(), side);
        let command = SpittingFire::sample(look, &mut chooser);
        table.act(side, command, &[]).unwrap();
        for seat in [Seat::Allies, Seat::Axis] {
            let other = otherwise(&table, seat);
            let differs = bytes(&View::of::<SpittingFire>(table.rules(), &other, Seat::Referee))
                != bytes(&table.view(Seat::Referee));
            assert_eq!(differs, other != *table.state(), "{seat:?}");
            let choosing = table.state().phase == Phase::Choosing;
            *(if choosing { &mut forces } else { &mut plots }) += u32::from(differs);
        }
    }
    assert!(forces > 0 && plots > 0, "{forces} {plots}");
}

/// The log entry of a plot is the owner's alone, whoever asks and however.
#[test]
fn a_plot_is_logged_for_its_owner_only() {
    let mut g = crate::common::Fight::new(&crate::common::scenario("match"));
    g.say(r#"{"force":{"aircraft":["corsair","corsair"]}}"#);
    let seen = |seat| serde_json::to_string(&g.table.log(seat, 0)).unwrap().contains("Corsair");
    assert!(seen(Seat::Allies) && seen(Seat::Referee), "{}", rule::POINT_TOTAL);
    assert!(!seen(Seat::Axis) && !seen(Seat::Observer));
}

/// Markers lie face down beside their groups: everybody sees which groups have one, and nobody else which it is.
#[test]
fn the_enemy_sees_that_a_group_is_plotted_and_not_what() {
    let seen = |marker: &str| {
        let mut setup = crate::common::hexes()
            .allies("spitfire", 5, &[[10, 10, 0], [12, 10, 0]])
            .allies("hurricane", 5, &[[14, 10, 0], [16, 10, 0]])
            .axis("bf-109", 5, &[[10, 16, 180]]);
        setup.state().phase = Some(Phase::Plotting);
        for group in &mut setup.scenario.groups {
            group.plot = None;
        }
        let mut g = setup.go();
        let face_down = |g: &crate::common::Fight, seat| -> Vec<u16> {
            let marked = |a: &table::view::Aircraft| {
                a.tags.iter().any(|t| t.text == "marker face down" && t.rule == rule::MARKERS)
            };
            g.table.view(seat).aircraft.iter().filter(|a| marked(a)).map(|a| a.id.0).collect()
        };
        assert_eq!(face_down(&g, Seat::Axis), [0u16; 0]);
        g.say(&format!("plot 1 {marker}"));
        for seat in [Seat::Axis, Seat::Observer] {
            assert_eq!(face_down(&g, seat), [1, 2], "{}", rule::MARKERS);
            let known = SpittingFire::known_to(g.table.rules(), g.state(), seat);
            let known: Vec<_> = known.groups.iter().map(|g| (g.plot, g.face_down)).collect();
            assert_eq!(known, [(None, true), (None, false), (None, false)]);
        }
        assert_eq!(face_down(&g, Seat::Allies), [0u16; 0], "its owner knows which it is");
        // Another marker in its place looks the same.
        let view = bytes(&g.table.view(Seat::Axis));
        g.say("plot 1 dive-left");
        assert_eq!(bytes(&g.table.view(Seat::Axis)), view);
        (view, bytes(&g.table.log(Seat::Axis, 0)))
    };
    assert_eq!(seen("level-left"), seen("straight-climb"), "{}", rule::PLOTTING);
}

/// A pilot plays by what its side knows: its choice does not change with the enemy's hidden markers.
#[test]
fn a_pilot_does_not_see_hidden_markers() {
    let setup = |marker: &str| {
        crate::common::hexes()
            .allies("spitfire", 5, &[[10, 10, 0], [12, 10, 0]])
            .axis("bf-109", 5, &[[10, 16, 180], [12, 16, 180]])
            .plot(2, marker)
            .card_of(Side::Allies)
            .go()
    };
    let thought = |marker: &str| {
        let mut g = setup(marker);
        g.say("activate 1");
        let look = g.look(Side::Allies);
        let all = SpittingFire::candidates(look);
        let worth: Vec<i64> = all.iter().map(|c| SpittingFire::appraise(look, c)).collect();
        (all, worth)
    };
    assert_eq!(thought("level-left"), thought("dive-right"), "{}", rule::PLOTTING);
}
