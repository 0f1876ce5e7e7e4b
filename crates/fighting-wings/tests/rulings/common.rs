//! The vocabulary of these tests: birds described in a line, one of them flying a plan or firing.

pub(crate) use fighting_wings::*;
use sky::{Direction, Hex};
use std::collections::BTreeMap;
pub(crate) use table::Side::{Allies, Axis};
use table::{Calculation, Look, PieceId, Position, RuleId, Side};
pub(crate) use testing::{Trial, built_in};

/// An aircraft of a test.
#[derive(Clone)]
pub(crate) struct Bird(pub(crate) Entry);

/// An aircraft in level flight at (0,0), heading 90, altitude 150. Names with an A are Allied.
pub(crate) fn bird(name: &str, ty: &str, speed: &str) -> Bird {
    let start = format!(r#"{{"hex":[0,0],"heading":90,"altitude":150,"speed":"{speed}"}}"#);
    Bird(Entry {
        name: name.into(),
        ty: ty.into(),
        side: if name.starts_with('A') { Allies } else { Axis },
        pilot: Pilot::Regular,
        traits: Vec::new(),
        leader: None,
        fixed: false,
        start: serde_json::from_str(&start).unwrap(),
    })
}

pub(crate) fn spitfire(speed: &str) -> Bird {
    bird("A1", "spitfire-mk1", speed)
}

impl Bird {
    pub(crate) fn at(mut self, q: i16, r: i16) -> Bird {
        self.0.start.hex = Hex::new(q, r);
        self
    }
    pub(crate) fn heading(mut self, degrees: u16) -> Bird {
        self.0.start.heading = heading(degrees);
        self
    }
    pub(crate) fn altitude(mut self, altitude: i16) -> Bird {
        self.0.start.altitude = altitude;
        self
    }
    pub(crate) fn attitude(mut self, bank: Bank, nose: Nose) -> Bird {
        (self.0.start.bank, self.0.start.nose) = (bank, nose);
        self
    }
    pub(crate) fn pilot(mut self, pilot: Pilot) -> Bird {
        self.0.pilot = pilot;
        self
    }
    pub(crate) fn traits(mut self, traits: &[Trait]) -> Bird {
        self.0.traits = traits.to_vec();
        self
    }
    pub(crate) fn with(mut self, change: impl FnOnce(&mut Plane)) -> Bird {
        change(&mut self.0.start);
        self
    }
    pub(crate) fn follows(mut self, name: &str, role: Role, fixed: bool) -> Bird {
        self.0.leader = Some(Leader { name: name.into(), role });
        self.0.fixed = fixed;
        self
    }
    pub(crate) fn leads_fixed(mut self) -> Bird {
        self.0.fixed = true;
        self
    }
    /// The same aircraft after a move, in the next game turn.
    pub(crate) fn then(mut self, mut plane: Plane) -> Bird {
        (plane.moved, plane.trace) = (false, Default::default());
        self.0.start = plane;
        self
    }
}

pub(crate) fn heading(degrees: u16) -> Direction {
    Direction::new(((degrees + 270) / 60 % 6) as u8).unwrap()
}

pub(crate) fn degrees(plane: &Plane) -> u16 {
    (u16::from(plane.heading.number()) * 60 + 90) % 360
}

/// A scenario of these aircraft before its first game turn.
pub(crate) fn scenario(birds: &[Bird]) -> Scenario {
    Scenario {
        title: "Test".into(),
        text: String::new(),
        briefing: Default::default(),
        scenery: None,
        minutes: None,
        turns: 20,
        sides: BTreeMap::from([(Allies, "Blue".into()), (Axis, "Orange".into())]),
        first_kill: false,
        raid: None,
        options: Options::default(),
        aircraft: birds.iter().map(|bird| bird.0.clone()).collect(),
        now: None,
    }
}

pub(crate) fn set_up(scenario: &Scenario) -> Position<FightingWings> {
    <FightingWings as table::Library>::set_up(&built_in::<FightingWings>(), scenario)
        .unwrap_or_else(|f| panic!("{f:?}"))
}

/// The scenario in the middle of a game turn: everybody has moved in id order but the aircraft of `stage`.
pub(crate) fn at_stage(mut scenario: Scenario, stage: Stage) -> Scenario {
    let Position { mut state, .. } = set_up(&scenario);
    state.now.stage = stage;
    state.now.briefed = [true; 2];
    for (n, plane) in state.planes.iter_mut().enumerate() {
        let moves = matches!(stage, Stage::Move(movers) if movers & (1 << n) != 0);
        plane.moved = !moves;
        plane.number = 3;
        if !moves {
            state.now.order.push(n as u8);
        }
    }
    for (entry, plane) in scenario.aircraft.iter_mut().zip(state.planes) {
        let said = entry.start.clone();
        entry.start = Plane { trace: said.trace, fired: said.fired, gunned: said.gunned, ..plane };
    }
    scenario.now = Some(state.now);
    scenario
}

/// A table at which the first of these aircraft moves; an enemy far away moves after it.
pub(crate) fn moving(birds: &[Bird]) -> Trial<FightingWings> {
    moving_in(scenario(birds))
}

pub(crate) fn moving_in(mut scenario: Scenario) -> Trial<FightingWings> {
    let far = scenario.aircraft[0].side.enemy();
    let name = if far == Allies { "A99" } else { "X99" };
    scenario.aircraft.push(bird(name, "spitfire-mk1", "5.0").at(900, 0).0);
    let last = scenario.aircraft.len() - 1;
    let mut scenario = at_stage(scenario, Stage::Move(1));
    scenario.aircraft[last].start.moved = false;
    scenario.now.as_mut().unwrap().order.retain(|n| usize::from(*n) != last);
    Trial::<FightingWings>::new(&built_in::<FightingWings>(), &scenario)
}

/// A table at which this aircraft fires in the last game turn.
pub(crate) fn firing(birds: &[Bird], firer: u8) -> Trial<FightingWings> {
    let mut scenario = scenario(birds);
    scenario.turns = 1;
    Trial::<FightingWings>::new(&built_in::<FightingWings>(), &at_stage(scenario, Stage::Fire(firer)))
}

/// A plan in level flight at Military.
pub(crate) fn level(steps: &str, n: i16) -> Plan {
    Plan {
        aircraft: PieceId(1),
        throttle: Throttle::Military,
        flaps: false,
        jettison: false,
        mode: Mode::Steady,
        altitude: Altitude::Level(n),
        steps: steps.parse().unwrap_or_else(|e| panic!("{steps}: {e}")),
    }
}

/// A plan with VFPs at Military.
pub(crate) fn vertical(mode: Mode, steps: &str, n: i16) -> Plan {
    Plan { mode, altitude: Altitude::Adjust(n), ..level(steps, 0) }
}

pub(crate) fn stall() -> Plan {
    vertical(Mode::Stall, "", 0)
}

pub(crate) fn at(throttle: Throttle, plan: Plan) -> Plan {
    Plan { throttle, ..plan }
}

/// The aircraft after a plan.
pub(crate) fn flown(bird: &Bird, plan: Plan) -> Plane {
    flown_with(bird, plan, &[])
}

pub(crate) fn flown_with(bird: &Bird, plan: Plan, dice: &[u8]) -> Plane {
    let mut trial = moving(std::slice::from_ref(bird));
    trial.say_with(bird.0.side, Command::Fly(plan), dice);
    trial.table.state().planes[0].clone()
}

/// The rules against a plan, the main one first.
pub(crate) fn refused(bird: &Bird, plan: Plan) -> Vec<RuleId> {
    moving(std::slice::from_ref(bird)).refused(bird.0.side, &Command::Fly(plan))
}

pub(crate) fn legal(bird: &Bird, plan: Plan) -> bool {
    refused(bird, plan).is_empty()
}

/// The account of a plan, as its draft shows it.
pub(crate) fn account(bird: &Bird, plan: Plan) -> Calculation {
    let menu = moving(std::slice::from_ref(bird)).table.menu(bird.0.side, Some(&Command::Fly(plan)));
    menu.draft.unwrap().sketch.account.clone().unwrap()
}

/// The quarter points of one line of the account, and its rule.
pub(crate) fn line(bird: &Bird, plan: Plan, from: &str) -> (i32, Option<RuleId>) {
    let account = account(bird, plan);
    account
        .terms
        .iter()
        .find(|term| term.from == from)
        .map_or((0, None), |term| (term.value, Some(term.rule)))
}

/// Quarter points of a number of accel points with halves.
pub(crate) fn points(text: &str) -> i32 {
    let (sign, text) = text.strip_prefix('-').map_or((1, text), |rest| (-1, rest));
    let halves: Halves = text.parse().unwrap();
    sign * 2 * i32::from(halves.0)
}

pub(crate) fn speed(plane: &Plane) -> (String, i16) {
    (plane.speed.to_string(), plane.carry)
}

pub(crate) fn place(plane: &Plane) -> (i16, i16) {
    (plane.hex.q, plane.hex.r)
}

pub(crate) fn burst(from: usize, to: usize, groups: u16) -> Burst {
    Burst { aircraft: PieceId::of(from), target: PieceId::of(to), groups, aim: false }
}

/// The odds of an attack as they stand: "odds 4.5:1".
pub(crate) fn odds(trial: &Trial<FightingWings>, from: usize, to: usize) -> String {
    let attack = table::OddsOf { shooter: PieceId::of(from), target: PieceId::of(to), with: None };
    let odds = <FightingWings as table::Pilot>::odds(trial.table.rules(), trial.table.state(), attack);
    odds.map_or_else(|why| format!("refused by {}", why.first().unwrap().rule), |odds| odds.text)
}

pub(crate) fn look(trial: &Trial<FightingWings>, side: Side) -> Look<'_, FightingWings> {
    Look::new(trial.table.rules(), trial.table.state(), side)
}

pub(crate) fn plane(trial: &Trial<FightingWings>, n: usize) -> &Plane {
    &trial.table.state().planes[n]
}
