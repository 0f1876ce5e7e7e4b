//! A small game with everything that a table and a server must handle: both sides at once, secrets that only their owner may see, dice
//! that are asked for in two goes, undo up to what was shown, an end.
//!
//! Each round both sides bid in secret; when both have, the bids are shown, and the higher bidder throws a die for every point of
//! difference, three at most, and one more for each six: so many hexes its aircraft goes on. In a polite game the Allies and then the
//! Axis nod first, which shows nothing; in a curt one the table gives the nods itself. A side that owes a bid may give up, which ends the game without
//! a die.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use table::view::{
    Aircraft, At, Board, Card, Cut, Gauge, Marker, MarkerKind, OptionInfo, Phase, Plan, Plans, Pose,
    ScenarioInfo, Scene, Score, Shape,
};
use table::*;

const BID: RuleId = RuleId("bids/bid");
const THROW: RuleId = RuleId("bids/throw");
const END: RuleId = RuleId("bids/end");

/// The game, by a revision of its rules. The second adds a command and a field that is left out of a position until somebody gives it, so
/// games of the first go on by it. By the third an aircraft goes one hex further from the second round on: games of the first part with it
/// there.
pub enum BidsOf<const R: u32> {}

/// The game as it began.
pub type Bids = BidsOf<1>;

/// A position.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct State {
    round: u16,
    nods: u8,
    bids: [Option<u32>; 2],
    loser: Option<Side>,
    #[serde(skip_serializing_if = "Option::is_none")]
    offer: Option<Side>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    agreed: bool,
    /// Hexes gone, by side.
    pub points: [i32; 2],
    /// How often somebody has cheered.
    #[serde(skip_serializing_if = "nobody")]
    pub cheers: u16,
}

fn nobody(cheers: &u16) -> bool {
    *cheers == 0
}

/// What a side says. The last command makes the rules panic, because a server must outlive bugs in its games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Command {
    /// A courtesy.
    Nod,
    /// A cheer, by whoever owes a bid.
    Cheer,
    /// A bid.
    Bid(u32),
    /// The end of the game.
    GiveUp,
    /// An end, if the other side accepts it.
    OfferEnd,
    /// The end that the other side has offered.
    AcceptEnd,
    /// A bug.
    Panic,
}

table::leave_by!(Command: GiveUp, OfferEnd, AcceptEnd);

/// What comes of a command.
#[derive(Clone, Copy, Debug)]
pub enum Act {
    /// A courtesy is shown.
    Nod,
    /// Somebody cheers.
    Cheer,
    /// A bid lies on the table, face down.
    Bid(u32),
    /// The game ends, or may.
    Leave(Leave),
}

/// How long, whether politely, and whether the table gives the nods itself.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Scenario {
    rounds: u16,
    #[serde(default)]
    polite: bool,
    #[serde(default)]
    curt: bool,
    /// Where a game in progress has got to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    start: Option<Start>,
}

/// A game in progress. A bid that the seat may not know is left out.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Start {
    round: u16,
    nods: u8,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    bids: BTreeMap<Side, u32>,
    points: [i32; 2],
    #[serde(default, skip_serializing_if = "Option::is_none")]
    offer: Option<Side>,
    #[serde(default, skip_serializing_if = "nobody")]
    cheers: u16,
}

/// The bids that menus offer, all in the range that is legal.
pub const BIDS: [u32; 3] = [770_001, 770_002, 770_003];
/// A legal bid that no menu names, so that it can be found in whatever is sent.
pub const SECRET: u32 = 774_321;
const LEGAL: std::ops::RangeInclusive<u32> = 770_000..=779_999;
const NAMES: [&str; 2] = ["Blue", "Orange"];
/// Dice thrown at most for the difference.
const MOST_DICE: usize = 3;
/// The revision that lets people cheer.
const CHEERS: u32 = 2;
/// The revision by which aircraft go further.
const FURTHER: u32 = 3;
/// Plays as the third revision and calls itself the first, as other data files do.
pub const UNDECLARED: u32 = 4;

impl<const R: u32> Library for BidsOf<R> {
    const TITLE: &'static str = "Bids";
    const TEXT: &'static str = "Two sides, one number each.";
    const REVISION: u32 = if R == UNDECLARED { 1 } else { R };
    const DIGEST: &'static str = "### bids/bid\nEach side bids in secret.\n### bids/throw\nThe higher bidder throws a die for every point of difference, \
                                  three at most, and one more for each six.\n### bids/end\nMore points win.\n";
    const PLAYERS: &'static str = "## Bidding\n### bids/bid · Bid\nBid in secret.\n### bids/throw · Throw\nThe higher bid throws dice.\n\
                                   ### bids/end · End\nMore points win.\n";
    const GUIDE: &'static str = "# Learn Bids\nBid more than the other side.\n";
    type Data = BTreeMap<String, Scenario>;
    type Scenario = Scenario;

    fn files() -> &'static [(&'static str, &'static str)] {
        &[]
    }
    fn load(_: &BTreeMap<String, String>) -> Result<Self::Data, Vec<Flaw>> {
        let scenario = |rounds, polite| Scenario { rounds, polite, curt: false, start: None };
        Ok(BTreeMap::from([
            ("three".into(), scenario(3, false)),
            ("long".into(), scenario(10_000, false)),
            ("polite".into(), scenario(3, true)),
            ("curt".into(), Scenario { curt: true, ..scenario(3, true) }),
        ]))
    }
    fn scenarios(data: &Self::Data) -> &BTreeMap<String, Scenario> {
        data
    }
    fn scenario_info(_: &Self::Data, id: &str, _: &Scenario) -> ScenarioInfo {
        ScenarioInfo {
            id: id.into(),
            title: format!("Bids, {id}"),
            text: String::new(),
            sides: Side::BOTH.map(|side| (side, NAMES[side.index()].to_owned())).into(),
            aircraft: 2,
            minutes: None,
        }
    }
    fn told(_: &Scenario) -> Told<'_> {
        static NONE: BriefingText =
            BriefingText { story: String::new(), task: BTreeMap::new(), balance: String::new() };
        Told { summary: "", minutes: None, words: &NONE }
    }
    fn objectives(rules: &Scenario) -> Vec<String> {
        vec![format!("Whoever is further on after {} rounds wins.", rules.rounds)]
    }
    fn options() -> Vec<OptionInfo> {
        Vec::new()
    }
    fn cards(_: &Self::Data) -> Vec<Card> {
        vec![Card {
            id: "kite".into(),
            name: "Kite".into(),
            nation: None,
            class: "kite".into(),
            values: Vec::new(),
            tables: Vec::new(),
            arcs: Vec::new(),
            shape: Shape::default(),
            source: "made up".into(),
        }]
    }
    fn set_up(_: &Self::Data, scenario: &Scenario) -> Result<Position<Self>, Vec<Flaw>> {
        if scenario.rounds == 0 {
            return Err(vec![Flaw::new("rounds", "at least 1").by(END)]);
        }
        let start = scenario.start.clone().unwrap_or_default();
        let bids = Side::BOTH.map(|side| start.bids.get(&side).copied());
        let state = State {
            round: start.round,
            nods: start.nods,
            bids,
            loser: None,
            offer: start.offer,
            agreed: false,
            points: start.points,
            cheers: start.cheers,
        };
        Ok(Position { rules: scenario.clone(), state })
    }
    fn as_scenario(rules: &Scenario, state: &State, scenario: &Scenario, seat: Seat) -> Option<Scenario> {
        let told = |side: Side| Some((side, state.bids[side.index()]?));
        let bids = Side::BOTH.into_iter().filter(|side| seat.knows(*side)).filter_map(told).collect();
        let State { round, nods, points, offer, cheers, .. } = *state;
        let start = Start { round, nods, bids, points, offer, cheers };
        Self::outcome(rules, state).is_none().then(|| Scenario { start: Some(start), ..scenario.clone() })
    }
    fn drawing(_: &Self::Data, _: &Scenario) -> Drawing {
        Drawing {
            board: Self::sheet(3, 3),
            scenery: None,
            aircraft: Vec::new(),
            markers: Vec::new(),
            level_feet: None,
        }
    }
    fn edit(_: &Self::Data, _: &mut Scenario, _: &Edit) -> bool {
        false
    }
}

impl<const R: u32> Referee for BidsOf<R> {
    const ID: &'static str = "bids";
    type Rules = Scenario;
    type State = State;
    type Command = Command;
    type Act = Act;

    fn to_act(rules: &Scenario, state: &State) -> SideSet {
        if state.over(rules) {
            return SideSet::NONE;
        }
        if rules.polite && state.nods < 2 {
            return SideSet::only(Side::BOTH[usize::from(state.nods)]);
        }
        SideSet::of(|side| state.bids[side.index()].is_none())
    }
    fn forced(rules: &Scenario, state: &State) -> Option<(Side, Command)> {
        let granted = rules.curt && state.nods < 2;
        granted.then(|| (Side::BOTH[usize::from(state.nods)], Command::Nod))
    }
    fn judge(look: Look<'_, Self>, command: &Command) -> Result<Act, Refusals> {
        let Look { rules, state, .. } = look;
        let mut why = Refusals::none();
        why.unless(!state.over(rules), || Refusal::new(END, "the game is over"));
        why.unless(look.owes(), || Refusal::new(BID, "not your turn"));
        let nods = rules.polite && state.nods < 2;
        match command {
            Command::Nod => {
                why.unless(nods, || Refusal::new(BID, "nobody nods now"));
                why.verdict().map(|()| Act::Nod)
            }
            Command::Cheer => {
                why.unless(R >= CHEERS && !nods, || Refusal::new(BID, "nobody cheers now"));
                why.verdict().map(|()| Act::Cheer)
            }
            Command::Bid(n) => {
                why.unless(!nods, || Refusal::new(BID, "first comes a nod"));
                why.unless(LEGAL.contains(n), || {
                    let [least, most] = [LEGAL.start(), LEGAL.end()].map(|n| *n as i32);
                    Refusal::with(BID, "a bid is {0} to {1}, not {2}", [least, most, *n as i32])
                });
                why.verdict().map(|()| Act::Bid(*n))
            }
            Command::GiveUp => Leave::Resign.judge(look).map(Act::Leave),
            Command::OfferEnd => Leave::OfferEnd.judge(look).map(Act::Leave),
            Command::AcceptEnd => Leave::AcceptEnd.judge(look).map(Act::Leave),
            Command::Panic => panic!("a bug in the rules"),
        }
    }
    fn apply(
        effect: &mut Effect<'_, Self, impl Dice, impl Listener>,
        accepted: &Accepted<Self>,
    ) -> Result<Done, Need> {
        let side = accepted.side();
        Leave::decline::<Self>(effect.state, side);
        match *accepted.act() {
            Act::Leave(leave) => leave.apply(effect, side),
            Act::Bid(n) => bid(effect, side, n),
            Act::Cheer => {
                effect.state.cheers += 1;
                effect.events.tell(|| Event::new(EventKind::Decision, BID, format!("{side} cheer")));
                Ok(Done::default())
            }
            Act::Nod => {
                effect.state.nods += 1;
                effect.events.tell(|| Event::new(EventKind::Decision, BID, format!("{side} nod")));
                Ok(Done::default())
            }
        }
    }
    fn offer(state: &State) -> Option<Side> {
        state.offer
    }
    fn set_offer(state: &mut State, by: Option<Side>) {
        state.offer = by;
    }
    fn end_early(
        effect: &mut Effect<'_, Self, impl Dice, impl Listener>,
        why: EarlyEnd,
    ) -> Result<Done, Need> {
        match why {
            EarlyEnd::Resigned(side) => effect.state.loser = Some(side),
            EarlyEnd::Agreed => effect.state.agreed = true,
        }
        effect.events.tell(|| Event::new(EventKind::End, END, "The game is over"));
        Ok(Done::default())
    }
    fn side_name(_: &Scenario, side: Side) -> String {
        NAMES[side.index()].to_owned()
    }
    fn outcome(rules: &Scenario, state: &State) -> Option<Outcome> {
        let [allies, axis] = state.points;
        let ahead = match allies.cmp(&axis) {
            std::cmp::Ordering::Less => Some(Side::Axis),
            std::cmp::Ordering::Equal => None,
            std::cmp::Ordering::Greater => Some(Side::Allies),
        };
        state.over(rules).then(|| Outcome {
            winner: state.loser.map(Side::enemy).or(ahead),
            points: state.points,
            text: format!("{allies} to {axis}"),
            rule: END.0.into(),
        })
    }
    fn check(rules: &Scenario, state: &State) -> Result<(), String> {
        if state.round <= rules.rounds { Ok(()) } else { Err("too many rounds".into()) }
    }
}

impl State {
    fn over(&self, rules: &Scenario) -> bool {
        self.round == rules.rounds || self.loser.is_some() || self.agreed
    }
}

/// Lays a bid on the table; once both lie there, shows them and throws.
fn bid<const R: u32>(
    effect: &mut Effect<'_, BidsOf<R>, impl Dice, impl Listener>,
    side: Side,
    n: u32,
) -> Result<Done, Need> {
    let Effect { state, dice, events, .. } = effect;
    state.bids[side.index()] = Some(n);
    events.tell(|| Event::new(EventKind::Decision, BID, format!("{side} bid {n}")).only_for(side));
    let [Some(allies), Some(axis)] = state.bids else { return Ok(Done::default()) };
    let winner = if allies > axis { Side::Allies } else { Side::Axis };
    let mut faces = [0; MOST_DICE];
    let faces = &mut faces[..MOST_DICE.min(allies.abs_diff(axis) as usize)];
    dice.roll_all(&Ask::d6("a point of difference", THROW), faces)?;
    let mut more = [0; MOST_DICE];
    let more = &mut more[..faces.iter().filter(|f| **f == 6).count()];
    for face in &mut *more {
        *face = dice.roll(&Ask::d6("a six", THROW))?;
    }
    let further = i32::from(R >= FURTHER && state.round > 0);
    let way = further + faces.iter().chain(&*more).map(|f| i32::from(*f)).sum::<i32>();
    state.points[winner.index()] += way;
    state.bids = [None; 2];
    state.nods = 0;
    state.round += 1;
    events.tell(|| {
        let text = format!("bids {allies} and {axis}: {winner} go {way}");
        Event::new(EventKind::Reveal, THROW, text)
            .rolled(6, faces, "a point of difference")
            .rolled(6, more, "a six")
    });
    Ok(Done { shown: true })
}

impl<const R: u32> Screen for BidsOf<R> {
    const SECRETS: bool = true;

    fn sheet(columns: i16, rows: i16) -> Board {
        Board::Open { width: columns.into(), height: rows.into(), unit: Default::default() }
    }

    fn known_to(_: &Scenario, state: &State, seat: Seat) -> State {
        let mut known = state.clone();
        for side in Side::BOTH.into_iter().filter(|side| !seat.knows(*side)) {
            known.bids[side.index()] = known.bids[side.index()].map(|_| 0);
        }
        known
    }
    fn menu(look: Look<'_, Self>, _: Option<&Command>) -> Question<Command> {
        let choice = |command: Command| {
            let barred = look.barred(&command);
            Choice { barred, ..Choice::new(format!("{command:?}"), BID, Say::Command(command)) }
        };
        let choices = Self::candidates(look).into_iter().map(choice).collect();
        Question { choices, ..Question::new("Bid", BID) }
    }
    fn view(rules: &Scenario, known: &State, _: Seat) -> Scene {
        let aircraft = Side::BOTH.map(|side| {
            let bid = known.bids[side.index()].unwrap_or(0) as i32;
            let points = known.points[side.index()];
            let at = |points: i32| At::Hex { col: points as i16, row: side.index() as i16 };
            Aircraft {
                id: PieceId(side.index() as u16 + 1),
                name: format!("{side} kite").into(),
                group: Default::default(),
                card: "kite".into(),
                side,
                role: "kite".into(),
                pose: (points > 0).then(|| Pose {
                    at: at(points),
                    heading: 90,
                    altitude: None,
                    attitude: None,
                }),
                status: if points > 0 { "flying".into() } else { "on the ground".into() },
                flying: points > 0,
                gauges: vec![Gauge {
                    label: "Bid".into(),
                    value: bid,
                    max: 0,
                    bad: false,
                    parts: None,
                    rule: BID,
                }],
                tags: Vec::new(),
                trail: (0..points).map(at).collect(),
                energy: None,
            }
        });
        let cloud = |n: u16| Marker {
            kind: MarkerKind::Cloud,
            at: At::Hex { col: n as i16, row: 9 },
            label: Default::default(),
            side: None,
            rule: BID,
        };
        Scene {
            title: "Bids".into(),
            board: Self::sheet(1, 1),
            phase: Phase { turn: known.round + 1, turns: Some(rules.rounds), step: 0, steps: Vec::new() },
            aircraft: aircraft.to_vec(),
            markers: (known.round..known.round + 3).map(cloud).collect(),
            score: Side::BOTH.map(|side| Score::exact(side, "Points", known.points[side.index()])).to_vec(),
            level_feet: None,
            altitudes: false,
            scenery: None,
        }
    }
}

impl<const R: u32> Pilot for BidsOf<R> {
    type Memory = ();

    fn sample(look: Look<'_, Self>, chooser: &mut impl Chooser) -> Command {
        chooser.pick(&Self::candidates(look)).clone()
    }
    fn plans(_: &Scenario, _: &State, _: PieceId) -> Plans<Command> {
        let plan = |n| Plan { command: Command::Bid(n), pose: None, path: [].into(), manoeuvre: None };
        Plans { plans: BIDS.into_iter().map(plan).collect(), cut: Some(Cut::Sample) }
    }
    fn draft_plans(rules: &Scenario, state: &State, _: &Command) -> Plans<Command> {
        Self::plans(rules, state, PieceId(1))
    }
    fn candidates(look: Look<'_, Self>) -> Vec<Command> {
        if look.rules.polite && look.state.nods < 2 {
            return vec![Command::Nod];
        }
        BIDS.into_iter().map(Command::Bid).collect()
    }
    fn appraised_by(_: Look<'_, Self>, command: &Command, _: Heed) -> i64 {
        if let Command::Bid(n) = command { i64::from(*n) } else { 0 }
    }
    fn odds(_: &Scenario, _: &State, _: OddsOf<'_>) -> Result<Odds, Refusals> {
        Err(Refusal::new(THROW, "nobody fires").into())
    }
}

impl<const R: u32> Outlook for BidsOf<R> {
    const LEVELS: [Style; 4] =
        [Style::glance(1, 100), Style::glance(2, 100), Style::careful(), Style::search(4, 2, 50)];
    const APPRAISED: i64 = 100;
    const CYCLE: u32 = 1;
    fn clock(_: &Scenario, state: &State) -> u32 {
        state.round.into()
    }
    fn material(_: &Scenario, state: &State, side: Side) -> i64 {
        i64::from(state.points[side.index()])
    }
    fn stake(_: Look<'_, Self>, _: &Command) -> i64 {
        0
    }
    fn calm(_: &Scenario, state: &State, side: Side) -> i64 {
        i64::from(state.points[side.index()])
    }
}
