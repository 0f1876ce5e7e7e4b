//! Positions drawn in a line or two, commands as people write them, dice as listed, and what came of it.
#![allow(
    clippy::needless_pass_by_value,
    unreachable_pub,
    reason = "commands are written in place, and all files beside this one use it"
)]

use fast_and_easy::options::Options;
use fast_and_easy::scenario::{
    BoardSize, Deed, FormationSpec, Group, PlaneState, Scenario, Size, Start, TargetSpec,
};
use fast_and_easy::state::{Plane, Status};
use fast_and_easy::{Cause, Command, Data, FastAndEasy};
use serde_json::json;
use std::ops::{Deref, DerefMut};
use std::sync::OnceLock;
use table::view::Plans;
use table::{ActError, Flaw, Library, PieceId, Pilot, Referee, RuleId, Side};
use testing::Trial;

pub use fast_and_easy::Hand::{Left, Right};
pub use fast_and_easy::rule;

/// The built-in data.
pub fn data() -> &'static Data {
    static DATA: OnceLock<Data> = OnceLock::new();
    DATA.get_or_init(testing::built_in::<FastAndEasy>)
}

/// The scenario with marks for every option, so that each has something to do.
pub fn marked(scenario: &Scenario) -> Scenario {
    let mut scenario = scenario.clone();
    let columns = [3, 7, 12, 13, 18, 20, 24];
    scenario.clouds =
        columns.iter().flat_map(|c| [4, 8, 9, 12, 15].map(|r| format!("{:02}.{r:02}", c + r % 3))).collect();
    for group in &mut scenario.groups {
        let card = data().aircraft.iter().find(|a| a.name == group.aircraft).unwrap();
        group.tanks = card.tanks;
    }
    scenario
}

/// Two dozen planes on the smallest map: moves without a legal end, bombers in each other's way, pushes, collisions.
pub fn crowd() -> Scenario {
    let groups = |side: &str, aircraft: &str, facing: u8, columns: std::ops::Range<u8>, rows: &[u8]| {
        let hexes: Vec<String> =
            rows.iter().flat_map(|r| columns.clone().map(move |c| format!("{c:02}.{r:02}"))).collect();
        json!({ "name": aircraft, "side": side, "aircraft": aircraft, "facing": facing, "hexes": hexes })
    };
    serde_json::from_value(json!({
        "title": "crowd", "board": { "columns": 9, "rows": 9 }, "turns": 6, "escort": "allies",
        "options": { "straggler_turns": true, "night": true },
        "groups": [
            groups("allies", "B17 E", 0, 0..4, &[0, 3, 6]),
            groups("allies", "P51 Mustang", 0, 0..4, &[1, 4]),
            groups("axis", "ME 163 Komet", 3, 5..9, &[2, 5, 8]),
            groups("axis", "JU87 Stukas", 2, 5..9, &[1, 4]),
        ],
        "start": { "turn": 1, "step": 1 },
    }))
    .unwrap()
}

/// A position being drawn. The Allies have the escort role. One plane of each side waits in a far corner, so that nothing
/// ends before the test does.
pub struct Setup {
    pub scenario: Scenario,
    corners: bool,
}

/// An empty standard map in turn 3, at the step given; combat has started.
pub fn at_step(step: i32) -> Setup {
    Setup {
        scenario: Scenario {
            title: "a position".into(),
            text: String::new(),
            briefing: Default::default(),
            scenery: None,
            minutes: None,
            board: BoardSize::Size(Size { columns: 40, rows: 26 }),
            turns: 12,
            escort: Side::Allies,
            sides: Default::default(),
            far_from_home: Vec::new(),
            exit_vp: None,
            target_vp: None,
            targets: Vec::new(),
            clouds: Vec::new(),
            options: Options::default(),
            groups: Vec::new(),
            start: Some(Start { turn: 3, step, combat: true, ..Start::default() }),
        },
        corners: true,
    }
}

impl Setup {
    fn group(mut self, side: Side, aircraft: &str, hex: &str, facing: i32) -> Setup {
        let name = format!("{aircraft} at {hex}");
        self.scenario.groups.push(Group::of_one(name, side, aircraft, facing, hex.into()));
        self
    }

    /// A fighter or a single bomber of the escort side.
    pub fn escort(self, aircraft: &str, hex: &str, facing: i32) -> Setup {
        self.group(Side::Allies, aircraft, hex, facing)
    }

    /// The same, for reading.
    pub fn bomber(self, aircraft: &str, hex: &str, facing: i32) -> Setup {
        self.group(Side::Allies, aircraft, hex, facing)
    }

    /// An interceptor.
    pub fn interceptor(self, aircraft: &str, hex: &str, facing: i32) -> Setup {
        self.group(Side::Axis, aircraft, hex, facing)
    }

    /// A formation facing east; `hexes` say where its bombers are if not in their slots.
    pub fn formation(self, aircraft: &str, layout: &str, lead: &str, hexes: &[&str]) -> Setup {
        let mut drawn = self.group(Side::Allies, aircraft, lead, 0);
        let slots = data().tables.formations[layout].len();
        let group = drawn.scenario.groups.last_mut().unwrap();
        group.name = format!("{layout} {lead}");
        group.formation = Some(FormationSpec {
            layout: Some(layout.into()),
            lead: Some(lead.into()),
            ..Default::default()
        });
        group.hexes = hexes.iter().map(|h| (*h).to_owned()).collect();
        group.count = hexes.is_empty().then_some(slots as i32);
        drawn
    }

    /// Changes the group drawn last.
    pub fn group_is(mut self, change: impl FnOnce(&mut Group)) -> Setup {
        change(self.scenario.groups.last_mut().unwrap());
        self
    }

    /// Changes the state of plane `plane` of the group drawn last.
    pub fn plane_is(self, plane: i32, change: impl FnOnce(&mut PlaneState)) -> Setup {
        self.group_is(|group| {
            let mut state = PlaneState { plane, ..Default::default() };
            change(&mut state);
            group.state.push(state);
        })
    }

    /// Changes the state of the single plane drawn last.
    pub fn is(self, change: impl FnOnce(&mut PlaneState)) -> Setup {
        self.plane_is(1, change)
    }

    /// What the plane drawn last has done this turn.
    pub fn has(self, deed: Deed) -> Setup {
        self.is(|state| state.done.push(deed))
    }

    /// The plane drawn last is flown by an ace.
    pub fn ace(self) -> Setup {
        self.group_is(|g| g.ace = vec![1])
    }

    /// The plane drawn last carries rockets.
    pub fn rockets(self) -> Setup {
        self.group_is(|g| g.rockets = vec![1])
    }

    /// The plane drawn last carries bombs.
    pub fn loaded(self) -> Setup {
        self.group_is(|g| g.loaded = true)
    }

    pub fn option(mut self, change: impl FnOnce(&mut Options)) -> Setup {
        change(&mut self.scenario.options);
        self
    }

    pub fn start(mut self, change: impl FnOnce(&mut Start)) -> Setup {
        change(self.scenario.start.as_mut().unwrap());
        self
    }

    pub fn turn(self, turn: i32) -> Setup {
        self.start(|s| s.turn = turn)
    }

    pub fn before_combat(self) -> Setup {
        self.start(|s| s.combat = false)
    }

    pub fn target(mut self, hex: &str) -> Setup {
        self.scenario.targets.push(TargetSpec { hex: hex.into(), destroyed_by: None });
        self
    }

    pub fn clouds(mut self, hexes: &[&str]) -> Setup {
        self.scenario.clouds = hexes.iter().map(|h| (*h).to_owned()).collect();
        self.option(|o| o.clouds = true)
    }

    pub fn scenario_is(mut self, change: impl FnOnce(&mut Scenario)) -> Setup {
        change(&mut self.scenario);
        self
    }

    /// Leaves the far corners empty.
    pub fn alone(mut self) -> Setup {
        self.corners = false;
        self
    }

    /// The scenario with its corner planes.
    pub fn finished(mut self) -> Scenario {
        if self.corners {
            self.corners = false;
            self = self.escort("P40", "00.00", 0).interceptor("ME 109 E", "39.25", 3);
        }
        self.scenario
    }

    /// Sets the position up.
    pub fn play(self) -> Played {
        Played::new(data(), &self.finished())
    }

    /// The flaws for which the position is refused.
    pub fn flaws(self) -> Vec<Flaw> {
        FastAndEasy::set_up(data(), &self.finished()).err().expect("the scenario should be refused")
    }
}

/// A game in which commands are given and dice are listed.
pub struct Played(Trial<FastAndEasy>);

impl Deref for Played {
    type Target = Trial<FastAndEasy>;

    fn deref(&self) -> &Trial<FastAndEasy> {
        &self.0
    }
}

impl DerefMut for Played {
    fn deref_mut(&mut self) -> &mut Trial<FastAndEasy> {
        &mut self.0
    }
}

impl Played {
    pub fn new(data: &Data, scenario: &Scenario) -> Played {
        Played(Trial::new(data, scenario))
    }

    /// A ready-made scenario with changes.
    pub fn scenario(id: &str, change: impl FnOnce(&mut Scenario)) -> Played {
        let mut scenario = data().scenarios[id].clone();
        change(&mut scenario);
        Played::new(data(), &scenario)
    }

    fn side_for(&self, command: &Command) -> Side {
        let value = serde_json::to_value(command).unwrap();
        let aircraft = value.as_object().and_then(|o| o.values().next()).and_then(|o| o.get("aircraft"));
        match aircraft.and_then(serde_json::Value::as_u64) {
            Some(id) => self.table.rules().planes[id as usize - 1].side,
            None => self.table.to_act().iter().next().unwrap_or(Side::Allies),
        }
    }

    /// Gives a command and exactly the dice that it needs.
    pub fn ok(&mut self, command: Command, dice: &[u8]) -> &mut Played {
        let side = self.side_for(&command);
        if let Err(why) = self.table.act(side, command.clone(), dice) {
            let said = match why {
                ActError::Refused(all) => {
                    all.iter().map(|r| format!("{}: {}", r.rule, r.text())).collect::<Vec<_>>().join("; ")
                }
                other => format!("{other:?}"),
            };
            panic!("{command:?} with {dice:?}: {said}");
        }
        FastAndEasy::check(self.table.rules(), self.table.state()).unwrap();
        self
    }

    /// The rule that refuses a command: the first that applies.
    pub fn no(&self, command: Command) -> RuleId {
        let refused = self.refused(self.side_for(&command), &command);
        *refused.first().unwrap_or_else(|| panic!("{command:?} should be refused"))
    }

    /// What is still needed for a command: how many dice, and what for.
    pub fn needs(&mut self, command: Command) -> (u8, &'static str) {
        let side = self.side_for(&command);
        self.0.needs(side, command)
    }

    /// The complete moves of a plane.
    pub fn plans(&self, id: u16) -> Plans<Command> {
        FastAndEasy::plans(self.table.rules(), self.table.state(), PieceId(id))
    }

    pub fn plane(&self, id: u16) -> &Plane {
        &self.table.state().planes[id as usize - 1]
    }

    /// Hex and facing, "10.10/0"; "off" when it is not on the map.
    pub fn pose(&self, id: u16) -> String {
        let plane = self.plane(id);
        if plane.status != Status::OnMap {
            return "off".into();
        }
        format!("{}/{}", self.table.rules().hex_name(plane.hex), plane.facing.number())
    }

    /// Its hex.
    pub fn hex(&self, id: u16) -> String {
        self.table.rules().hex_name(self.plane(id).hex)
    }

    pub fn out(&self, id: u16) -> Option<Cause> {
        match self.plane(id).status {
            Status::Out(cause) => Some(cause),
            _ => None,
        }
    }

    /// Marker as "L2".
    pub fn marker(&self, id: u16) -> Option<String> {
        let letter = |hand| if hand == Left { 'L' } else { 'R' };
        self.plane(id).marker.map(|m| format!("{}{}", letter(m.side), m.run))
    }

    /// The calculation of the last event that has one, as "rating 4 + wingman 1 = 5".
    pub fn sum(&self) -> i32 {
        self.log().iter().rev().find_map(|e| e.calculation.as_ref().map(|c| c.total)).expect("a calculation")
    }

    /// What the menu offers next for a move: tokens of legal steps.
    pub fn offered(&self, aircraft: u16, path: &str) -> Vec<String> {
        let draft = fly(aircraft, path);
        let side = self.side_for(&draft);
        let menu = self.table.menu(side, Some(&draft));
        let last = |c: &Command| match c {
            Command::Move(m) => m.path.0.last().map_or(String::new(), |s| s.token().to_owned()),
            _ => String::new(),
        };
        let legal = menu.choices.iter().filter(|c| c.legal());
        legal
            .filter_map(|c| match &c.say {
                table::Say::Command(c) | table::Say::Draft(c) => Some(last(c)),
                table::Say::Range(..) => None,
            })
            .filter(|token| !token.is_empty())
            .collect()
    }
}

/// A command from JSON.
pub fn say(command: serde_json::Value) -> Command {
    serde_json::from_value(command.clone()).unwrap_or_else(|e| panic!("{command}: {e}"))
}

pub fn fly(aircraft: u16, path: &str) -> Command {
    say(json!({ "move": { "aircraft": aircraft, "path": path } }))
}

pub fn fly_bare(aircraft: u16, path: &str) -> Command {
    say(json!({ "move": { "aircraft": aircraft, "jettison": true, "path": path } }))
}

pub fn enter(aircraft: u16, hex: &str, facing: u8, path: &str) -> Command {
    say(json!({ "move": { "aircraft": aircraft, "enter": { "hex": hex, "facing": facing }, "path": path } }))
}

pub fn fire(aircraft: u16) -> Command {
    say(json!({ "fire": { "aircraft": aircraft } }))
}

pub fn rear(aircraft: u16) -> Command {
    say(json!({ "fire": { "aircraft": aircraft, "guns": "rear" } }))
}

pub fn rockets(aircraft: u16, salvos: u8) -> Command {
    say(json!({ "rockets": { "aircraft": aircraft, "salvos": salvos } }))
}

pub fn rate(formation: u8, rate: u8) -> Command {
    say(json!({ "rate": { "formation": formation, "rate": rate } }))
}

pub fn boost(aircraft: u16) -> Command {
    say(json!({ "boost": { "aircraft": aircraft } }))
}

/// `turrets(1, &[(14, "nose top"), (15, "tail")])`.
pub fn turrets(aircraft: u16, at: &[(u16, &str)]) -> Command {
    let at: Vec<_> = at
        .iter()
        .map(|(target, turrets)| json!({ "target": target, "turrets": turrets.split(' ').collect::<Vec<_>>() }))
        .collect();
    say(json!({ "turrets": { "aircraft": aircraft, "at": at } }))
}

pub fn bomb(aircraft: u16, hex: &str) -> Command {
    say(json!({ "bomb": { "aircraft": aircraft, "hex": hex } }))
}

pub fn place(aircraft: u16, hex: &str) -> Command {
    say(json!({ "place": { "aircraft": aircraft, "hex": hex } }))
}

pub fn done() -> Command {
    Command::Done
}

/// The number of a plane.
pub fn id(n: u16) -> PieceId {
    PieceId(n)
}
