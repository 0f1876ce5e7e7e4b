//! Whole games driven by bytes.

use crate::twist::Bytes;
use table::{Chooser, DiceSource, Game, Look, Menu, Say, Seat, Seed, Side, Table, StateHash, validate};

/// Longest game tried.
const LIMIT: usize = 5_000;

/// A game's built-in data.
pub(crate) fn data<G: Game>() -> G::Data {
    let files = G::files().iter().map(|(path, text)| ((*path).to_owned(), (*text).to_owned())).collect();
    G::load(&files).unwrap_or_else(|flaws| panic!("built-in data: {flaws:?}"))
}

/// Plays a scenario chosen by the bytes until they have run out or the game is over.
pub(crate) fn play<G: Game>(data: &G::Data, bytes: &[u8]) {
    let mut bytes = Bytes(bytes);
    let scenarios: Vec<_> = G::scenarios(data).values().collect();
    let scenario = scenarios[bytes.below(scenarios.len() as u32) as usize];
    let seed = Seed::from_number(bytes.next().into());
    let mut table = Table::<G>::new(data, scenario, DiceSource::seeded(seed))
        .unwrap_or_else(|flaws| panic!("built-in scenario: {flaws:?}"));
    // The hash of the position before each command that has been given.
    let mut before: Vec<StateHash> = Vec::new();
    while !bytes.0.is_empty() && table.len() < LIMIT {
        let sides: Vec<Side> = table.to_act().iter().collect();
        if sides.is_empty() {
            break;
        }
        let side = sides[bytes.below(sides.len() as u32) as usize];
        let command = match bytes.next() {
            0..200 => Some(G::sample(Look::new(table.rules(), table.state(), side), &mut bytes)),
            200..240 => walk(&table, side, &mut bytes),
            _ => {
                if table.undo(side).is_ok() {
                    assert_eq!(Some(StateHash::of(table.state())), before.pop(), "undo restores the position");
                }
                None
            }
        };
        if let Some(command) = command {
            before.push(StateHash::of(table.state()));
            act(&mut table, side, command);
        }
    }
    assert_eq!(table.to_act().is_empty(), table.outcome().is_some(), "it is over exactly when nobody owes");
    let replayed = Table::<G>::load(data, &table.transcript(), Some(seed));
    let replayed = replayed.unwrap_or_else(|e| panic!("a transcript replays: {e}"));
    assert_eq!(StateHash::of(replayed.state()), StateHash::of(table.state()), "a replay ends in the same position");
}

/// Gives a legal command and checks the new position.
fn act<G: Game>(table: &mut Table<G>, side: Side, command: G::Command) {
    if let Err(e) = table.act(side, command.clone(), &[]) {
        panic!("{side} was offered {command:?}: {e:?}");
    }
    G::check(table.rules(), table.state()).unwrap_or_else(|why| panic!("{why} after {command:?}"));
    for seat in [Seat::Allies, Seat::Axis, Seat::Observer, Seat::Referee] {
        assert_eq!(table.view(seat).outcome, table.outcome());
    }
}

/// Builds a command from the menu, step by step; nothing where the steps chosen lead nowhere.
fn walk<G: Game>(table: &Table<G>, side: Side, bytes: &mut Bytes<'_>) -> Option<G::Command> {
    let mut draft: Option<G::Command> = None;
    for _ in 0..200 {
        let menu: Menu<G::Command> = table.menu(side, draft.as_ref());
        let ready = menu.draft.as_ref().is_some_and(|d| d.barred.is_empty());
        if let Some(draft) = &draft {
            let judged = validate::<G>(Look::new(table.rules(), table.state(), side), draft).is_ok();
            assert_eq!(ready, judged, "menu and judge agree on {draft:?}");
        }
        let mut legal: Vec<_> = menu.choices.into_iter().filter(|c| c.legal()).collect();
        let n = bytes.below((legal.len() + usize::from(ready)).max(1) as u32) as usize;
        if n >= legal.len() {
            return draft.filter(|_| ready);
        }
        match legal.swap_remove(n).say {
            Say::Command(command) | Say::Range(command, _) => return Some(command),
            Say::Draft(longer) => draft = Some(longer),
        }
    }
    None
}
