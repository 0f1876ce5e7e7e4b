//! One small game played at a table: secret bids, then a die for the higher bidder. Three rounds.
//!
//! It has everything that a table must handle and no rule book has in one page: both sides at once, secrets, dice that
//! are asked for in two goes, undo up to what was shown.

#![allow(clippy::unwrap_used)]

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use table::view::{Board, Card, OptionInfo, Phase, Plan, ScenarioInfo, View};
use table::*;

const BID: RuleId = RuleId("bids/bid");
const THROW: RuleId = RuleId("bids/throw");
const END: RuleId = RuleId("bids/end");

struct Bids;

#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
struct State {
    round: u8,
    bids: [Option<u8>; 2],
    points: [i32; 2],
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
enum Command {
    Bid(u8),
}

#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
struct Scenario {
    rounds: u8,
}

const BIDS: std::ops::RangeInclusive<u8> = 1..=3;

impl Game for Bids {
    const ID: &'static str = "bids";
    const TITLE: &'static str = "Bids";
    const REVISION: u32 = 1;
    const DIGEST: &'static str = "### bids/bid\nEach side bids 1 to 3 in secret.\n### bids/throw\nThe higher bidder throws a die for every point of \
         difference, and one more die for each six.\n### bids/end\nMore points win.\n";
    type Data = BTreeMap<String, Scenario>;
    type Scenario = Scenario;
    type Rules = u8;
    type State = State;
    type Command = Command;
    type Resolved = ();

    fn files() -> &'static [(&'static str, &'static str)] {
        &[]
    }
    fn load(_: &BTreeMap<String, String>) -> Result<Self::Data, Vec<Flaw>> {
        Ok(BTreeMap::from([("three".into(), Scenario { rounds: 3 })]))
    }
    fn scenarios(data: &Self::Data) -> &BTreeMap<String, Scenario> {
        data
    }
    fn scenario_info(id: &str, _: &Scenario) -> ScenarioInfo {
        ScenarioInfo {
            id: id.into(),
            title: id.into(),
            text: String::new(),
            sides: BTreeMap::new(),
            aircraft: 0,
            minutes: None,
        }
    }
    fn options() -> Vec<OptionInfo> {
        Vec::new()
    }
    fn cards(_: &Self::Data) -> Vec<Card> {
        Vec::new()
    }
    fn set_up(_: &Self::Data, scenario: &Scenario) -> Result<Position<Self>, Vec<Flaw>> {
        if scenario.rounds == 0 {
            return Err(vec![Flaw::new("rounds", "at least 1").by(END)]);
        }
        Ok(Position { rules: scenario.rounds, state: State { round: 0, bids: [None; 2], points: [0; 2] } })
    }
    fn to_act(rules: &u8, state: &State) -> SideSet {
        if state.round == *rules {
            return SideSet::NONE;
        }
        let owing = Side::BOTH.into_iter().filter(|s| state.bids[s.index()].is_none());
        owing.fold(SideSet::NONE, SideSet::with)
    }
    fn menu(rules: &u8, state: &State, side: Side, draft: Option<&Command>) -> Menu<Command> {
        let judged = |c: &Command| Self::judge(rules, state, side, c).err().unwrap_or_default();
        let choice = |n| {
            let command = Command::Bid(n);
            let barred = Barred::all(&judged(&command));
            Choice { barred, ..Choice::new(format!("Bid {n}"), BID, Say::Command(command)) }
        };
        Menu {
            side,
            owed: Self::to_act(rules, state).contains(side),
            prompt: "Bid".into(),
            rule: BID,
            muster: None,
            choices: BIDS.map(choice).collect(),
            draft: draft.map(|c| Draft::new(c.clone(), Barred::all(&judged(c)))),
        }
    }
    fn judge(rules: &u8, state: &State, side: Side, command: &Command) -> Result<(), Refusals> {
        let Command::Bid(n) = command;
        let mut why = Refusals::none();
        why.unless(state.round < *rules, || Refusal::new(END, "the game is over"));
        why.unless(state.bids[side.index()].is_none(), || Refusal::new(BID, "you have bid"));
        why.unless(BIDS.contains(n), || {
            Refusal::with(BID, "a bid is 1 to 3, not {0}", [i32::from(*n), 0, 0])
        });
        why.verdict()
    }
    fn apply(
        _: &u8,
        state: &mut State,
        accepted: &Accepted<Self>,
        dice: &mut impl Dice,
        events: &mut impl Listener,
    ) -> Result<Done, Need> {
        let Command::Bid(n) = *accepted.command();
        let side = accepted.side();
        state.bids[side.index()] = Some(n);
        events.tell(|| Event::new(EventKind::Decision, BID, format!("{side} bid {n}")).only_for(side));
        let [Some(allies), Some(axis)] = state.bids else { return Ok(Done::default()) };
        let winner = if allies > axis { Side::Allies } else { Side::Axis };
        let mut faces = [0; 3];
        let faces = &mut faces[..usize::from(allies.abs_diff(axis))];
        dice.roll_all(&Ask::d6("a point of difference", THROW), faces)?;
        for _ in 0..faces.iter().filter(|f| **f == 6).count() {
            state.points[winner.index()] += i32::from(dice.roll(&Ask::d6("a six", THROW))?);
        }
        state.points[winner.index()] += faces.iter().map(|f| i32::from(*f)).sum::<i32>();
        state.bids = [None; 2];
        state.round += 1;
        events.tell(|| Event::new(EventKind::Reveal, THROW, format!("bids {allies} and {axis}: {faces:?}")));
        Ok(Done { shown: true })
    }
    fn sample(_: &u8, _: &State, _: Side, chooser: &mut impl Chooser) -> Command {
        Command::Bid(chooser.below(3) as u8 + 1)
    }
    fn plans(_: &u8, _: &State, _: PieceId) -> Vec<Plan<Command>> {
        Vec::new()
    }
    fn candidates(_: &u8, _: &State, _: Side) -> Vec<Command> {
        BIDS.map(Command::Bid).collect()
    }
    fn appraise(_: &u8, _: &State, _: Side, command: &Command) -> i64 {
        let Command::Bid(n) = command;
        i64::from(*n)
    }
    fn odds(_: &u8, _: &State, _: PieceId, _: PieceId, _: Option<&str>) -> Result<Odds, Refusals> {
        Err(Refusal::new(THROW, "nobody fires").into())
    }
    fn known_to(_: &u8, state: &State, seat: Seat) -> State {
        let mut known = state.clone();
        for side in Side::BOTH.into_iter().filter(|side| seat != Seat::Referee && seat.side() != Some(*side))
        {
            known.bids[side.index()] = known.bids[side.index()].map(|_| 0);
        }
        known
    }
    fn view(rules: &u8, state: &State, seat: Seat) -> View {
        View {
            game: Self::ID.into(),
            title: String::new(),
            seat,
            board: Board::Open { width: 1, height: 1, unit: String::new() },
            phase: Phase { turn: state.round.into(), turns: None, step: 0, steps: Vec::new() },
            aircraft: Vec::new(),
            markers: Vec::new(),
            to_act: Self::to_act(rules, state).iter().collect(),
            score: Vec::new(),
            outcome: Self::outcome(rules, state),
        }
    }
    fn outcome(rules: &u8, state: &State) -> Option<Outcome> {
        let [allies, axis] = state.points;
        (state.round == *rules).then(|| Outcome {
            winner: match allies.cmp(&axis) {
                std::cmp::Ordering::Less => Some(Side::Axis),
                std::cmp::Ordering::Equal => None,
                std::cmp::Ordering::Greater => Some(Side::Allies),
            },
            points: state.points,
            text: format!("{allies} to {axis}"),
            rule: END.0.into(),
        })
    }
    fn check(rules: &u8, state: &State) -> Result<(), String> {
        if state.round <= *rules { Ok(()) } else { Err("too many rounds".into()) }
    }
}

fn seat_with(dice: DiceSource) -> Table<Bids> {
    let data = Bids::load(&BTreeMap::new()).unwrap();
    Table::new(&data, &data["three"], dice).unwrap()
}

fn scripted(faces: &[u8]) -> Table<Bids> {
    seat_with(DiceSource::Script(faces.iter().copied().collect()))
}

fn finished() -> Transcript {
    let mut table = seat_with(DiceSource::seeded(Seed::from_number(9)));
    for (allies, axis) in [(1, 3), (3, 2), (2, 2)] {
        table.act(Side::Axis, Command::Bid(axis), &[]).unwrap();
        table.act(Side::Allies, Command::Bid(allies), &[]).unwrap();
    }
    table.transcript()
}

fn load(transcript: &Transcript) -> Result<Table<Bids>, Difference> {
    Table::load(&Bids::load(&BTreeMap::new()).unwrap(), transcript, None)
}

#[test]
fn random_games_keep_the_laws() {
    let data = Bids::load(&BTreeMap::new()).unwrap();
    for seed in 0..200 {
        let report = play_by_the_laws::<Bids>(&data, &data["three"], seed, 6).unwrap();
        assert_eq!(report.commands, 6);
    }
}

#[test]
fn a_table_asks_for_the_dice_it_lacks_and_goes_on_when_it_gets_them() {
    let mut table = scripted(&[]);
    table.act(Side::Allies, Command::Bid(1), &[]).unwrap();
    let before = StateHash::of(table.state());
    let need = |table: &mut Table<Bids>, dice: &[u8]| match table.act(Side::Axis, Command::Bid(3), dice) {
        Err(ActError::Need(need)) => (need.count, need.ask.why),
        other => panic!("{other:?}"),
    };
    assert_eq!(need(&mut table, &[]), (2, "a point of difference"));
    assert_eq!(need(&mut table, &[6]), (1, "a point of difference"));
    assert_eq!(need(&mut table, &[2]), (1, "a six"));
    assert_eq!(StateHash::of(table.state()), before, "nothing has changed yet");
    let acted = table.act(Side::Axis, Command::Bid(3), &[5]).unwrap();
    assert_eq!(acted.dice, [6, 2, 5]);
    assert_eq!(table.state().points, [0, 13]);
}

#[test]
fn all_dice_may_also_be_given_again_from_the_beginning() {
    let mut table = scripted(&[]);
    table.act(Side::Allies, Command::Bid(1), &[]).unwrap();
    table.act(Side::Axis, Command::Bid(3), &[6, 2]).unwrap_err();
    assert_eq!(table.act(Side::Axis, Command::Bid(3), &[6, 2, 5]).unwrap().dice, [6, 2, 5]);
}

#[test]
fn a_script_is_used_before_what_is_typed() {
    let mut table = scripted(&[6]);
    table.act(Side::Allies, Command::Bid(1), &[]).unwrap();
    assert_eq!(table.act(Side::Axis, Command::Bid(3), &[1, 2]).unwrap().dice, [6, 1, 2]);
}

#[test]
fn dice_that_cannot_be_used_are_refused_and_change_nothing() {
    let mut table = scripted(&[]);
    table.act(Side::Allies, Command::Bid(1), &[]).unwrap();
    let bad = |dice: &[u8]| {
        let mut table = scripted(&[]);
        table.act(Side::Allies, Command::Bid(1), &[]).unwrap();
        match table.act(Side::Axis, Command::Bid(2), dice) {
            Err(ActError::BadDice(says)) => (says, table.len()),
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(bad(&[7]), ("7 cannot come up for 'a point of difference', which has 6 faces".into(), 1));
    assert_eq!(bad(&[3, 3]), ("2 dice were given, 1 are needed".into(), 1));
    let mut seeded = seat_with(DiceSource::seeded(Seed::from_number(1)));
    assert!(matches!(seeded.act(Side::Axis, Command::Bid(2), &[1]), Err(ActError::BadDice(_))));
}

#[test]
fn a_secret_is_told_to_its_owner_and_the_referee_only() {
    let mut table = scripted(&[4]);
    table.act(Side::Allies, Command::Bid(2), &[]).unwrap();
    let told = |table: &Table<Bids>, seat| table.log(seat, 0).len();
    assert_eq!(
        [Seat::Allies, Seat::Axis, Seat::Observer, Seat::Referee].map(|s| told(&table, s)),
        [1, 0, 0, 1]
    );
    table.act(Side::Axis, Command::Bid(1), &[]).unwrap();
    let log = table.log(Seat::Axis, 0);
    assert_eq!(log.iter().map(|e| (e.seq, e.line)).collect::<Vec<_>>(), [(1, 2), (2, 2)]);
}

#[test]
fn undo_reaches_back_to_what_was_shown() {
    let mut table = scripted(&[4]);
    assert_eq!(table.undo(Side::Allies), Err(UndoError::Nothing));
    let start = StateHash::of(table.state());
    table.act(Side::Allies, Command::Bid(2), &[]).unwrap();
    assert_eq!(table.undo(Side::Axis), Err(UndoError::NotYours));
    table.undo(Side::Allies).unwrap();
    assert_eq!(StateHash::of(table.state()), start);
    assert!(table.log(Seat::Referee, 0).is_empty());
    table.act(Side::Allies, Command::Bid(2), &[]).unwrap();
    table.act(Side::Axis, Command::Bid(1), &[]).unwrap();
    assert_eq!(table.undo(Side::Axis), Err(UndoError::Shown));
}

#[test]
fn the_seed_is_promised_at_the_start_and_shown_at_the_end() {
    let mut table = seat_with(DiceSource::seeded(Seed::from_number(9)));
    table.act(Side::Axis, Command::Bid(3), &[]).unwrap();
    let seed = Seed::from_number(9);
    let text = table.transcript().to_lines();
    assert!(text.contains(&seed.commitment()) && !text.contains(&seed.hex()));
    assert!(finished().to_lines().contains(&seed.hex()));
}

#[test]
fn an_unfinished_game_goes_on_after_loading() {
    let mut transcript = finished();
    transcript.end = None;
    transcript.lines.truncate(3);
    let data = Bids::load(&BTreeMap::new()).unwrap();
    let mut table = Table::<Bids>::load(&data, &transcript, Some(Seed::from_number(9))).unwrap();
    for (side, bid) in [(Side::Allies, 3), (Side::Axis, 2), (Side::Allies, 2)] {
        table.act(side, Command::Bid(bid), &[]).unwrap();
    }
    assert_eq!(table.transcript(), finished());
}

#[test]
fn replay_names_the_first_difference() {
    let difference = |change: &dyn Fn(&mut Transcript)| {
        let mut transcript = finished();
        change(&mut transcript);
        load(&transcript).map(|_| ()).unwrap_err()
    };
    assert_eq!(load(&finished()).unwrap().transcript(), finished());
    let wrong_die = difference(&|t| t.lines[1].dice[0] = 7 - t.lines[1].dice[0]);
    assert_eq!(wrong_die.line, 3);
    assert!(wrong_die.says.starts_with("dice by the rules"), "{wrong_die}");
    let wrong_hash = difference(&|t| t.lines[2].state = StateHash::of(&0));
    assert_eq!((wrong_hash.line, &wrong_hash.says[..21]), (4, "position by the rules"));
    let illegal = difference(&|t| t.lines[0].command = serde_json::json!({"bid": 9}));
    assert_eq!((illegal.line, &illegal.says[..]), (2, "bids/bid: a bid is 1 to 3, not 9"));
    let other_seed = difference(&|t| t.end.as_mut().unwrap().seed = Some(Seed::from_number(8).hex()));
    assert!(other_seed.says.starts_with("the seed's hash is"), "{other_seed}");
    let hidden_seed = difference(&|t| t.end.as_mut().unwrap().seed = None);
    assert_eq!(hidden_seed.says, "the header promised a seed and the end does not show it");
    let other_end = difference(&|t| t.end.as_mut().unwrap().outcome.winner = Some(Side::Allies));
    assert!(other_end.says.starts_with("outcome recorded"), "{other_end}");
    let old_rules = difference(&|t| t.header.revision = 0);
    assert_eq!(old_rules.says, "played by revision 0 of the rules, these are 1");
}

#[test]
fn broken_lines_are_named() {
    let broken = |text: &str| Transcript::from_lines(text).unwrap_err();
    assert_eq!(broken(""), Difference { line: 1, says: "the transcript is empty".into() });
    let mut text = finished().to_lines();
    text.push_str("{}\n");
    assert_eq!(broken(&text).line, 9);
    assert_eq!(broken(&text.replacen("{\"side\"", "{\"sid\"", 1)).line, 2);
}
