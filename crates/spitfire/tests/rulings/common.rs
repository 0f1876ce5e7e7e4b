//! Positions in a few words, moves in the digest's shorthand, refusals as rule ids.
#![allow(unreachable_pub, reason = "all files beside this one use it")]
#![allow(clippy::needless_pass_by_value, reason = "tests read better so")]

use spitfire::space::hex_name;
use spitfire::{
    Aircraft, Altitude, Attitude, Chart, Command, Data, Gun, Kind, Levelling, Move, Path, Plane, Prep,
    Scenario, Shot, Spitfire, Stage, Start, State,
};
use std::ops::{Deref, DerefMut};
use table::view::Plan;
use table::{Draft, Library, LogEntry, Menu, Odds, PieceId, Pilot, Referee, RuleId, Seat, Side};
use testing::Trial;

pub use table::Side::{Allies, Axis};

/// A position being described.
#[derive(Clone)]
pub struct Setup {
    pub scenario: Scenario,
}

/// An empty 9.1 between Spitfire-I and Bf.109E-3, the Allies moving first.
pub fn game() -> Setup {
    let text =
        "kind = 'air-superiority'\ntypes = { allies = 'Spitfire-I', axis = 'Bf.109E-3' }\naircraft = []";
    Setup { scenario: toml::from_str(text).unwrap() }
}

/// A ready-made scenario.
pub fn scenario(id: &str) -> Setup {
    Setup { scenario: data().scenarios[id].clone() }
}

pub fn data() -> Data {
    testing::built_in::<Spitfire>()
}

impl Setup {
    pub fn with(mut self, change: impl FnOnce(&mut Scenario)) -> Setup {
        change(&mut self.scenario);
        self
    }

    pub fn kind(self, kind: Kind) -> Setup {
        self.with(|s| s.kind = kind)
    }

    pub fn first(self, side: Side) -> Setup {
        self.with(|s| s.first = side)
    }

    pub fn types(self, allies: &str, axis: &str) -> Setup {
        self.with(|s| {
            s.types.allies = allies.into();
            s.types.axis = axis.into();
        })
    }

    pub fn phase(self, phase: Start) -> Setup {
        self.with(|s| s.phase = phase)
    }

    /// A copy of the side's chart with other figures.
    pub fn chart(self, side: Side, change: impl FnOnce(&mut Chart)) -> Setup {
        self.with(|s| {
            let id = if side == Allies { &mut s.types.allies } else { &mut s.types.axis };
            let mut chart = Chart::clone(&data().charts[&*id]);
            chart.id = format!("{id}, changed");
            change(&mut chart);
            id.clone_from(&chart.id);
            s.charts.push(chart);
        })
    }

    /// An aircraft: hex, facing, altitude, speed.
    pub fn plane(self, side: Side, words: &str) -> Setup {
        self.plane_with(side, words, |_| ())
    }

    pub fn plane_with(self, side: Side, words: &str, change: impl FnOnce(&mut Aircraft)) -> Setup {
        let words: Vec<&str> = words.split_whitespace().collect();
        let mut aircraft = Aircraft {
            side: Some(side),
            hex: words[0].into(),
            facing: words[1].into(),
            altitude: words[2].parse().unwrap(),
            speed: words.get(3).map(|w| w.parse().unwrap()),
            ..Aircraft::default()
        };
        change(&mut aircraft);
        self.with(|s| s.aircraft.push(aircraft))
    }

    pub fn start(self) -> Fight {
        Fight(Trial::new(&data(), &self.scenario))
    }

    /// What is wrong with it: path and rule of every flaw.
    pub fn flaws(self) -> Vec<(String, String)> {
        match Spitfire::set_up(&data(), &self.scenario) {
            Ok(_) => Vec::new(),
            Err(flaws) => {
                flaws.into_iter().map(|f| (f.path, f.rule.map_or(String::new(), |r| r.0.into()))).collect()
            }
        }
    }
}

/// A game being played in a test.
pub struct Fight(Trial<Spitfire>);

impl Deref for Fight {
    type Target = Trial<Spitfire>;

    fn deref(&self) -> &Trial<Spitfire> {
        &self.0
    }
}

impl DerefMut for Fight {
    fn deref_mut(&mut self) -> &mut Trial<Spitfire> {
        &mut self.0
    }
}

/// A move in words: `level 10 F3 TR F3`, `climb 8 F2 C6 =5`, `h2 10 F10`, `v1 8 V7 F1 level-off`.
pub fn order(aircraft: u16, words: &str) -> Command {
    let mut order = Move::of(PieceId(aircraft));
    let mut path = Vec::new();
    for (n, word) in words.split_whitespace().enumerate() {
        match n {
            0 => {
                order.altitude = Some(match word {
                    "level" => Altitude::Level,
                    "climb" => Altitude::Climb,
                    _ if word.starts_with('h') => Altitude::HorizontalDive(word[1..].parse().unwrap()),
                    _ => Altitude::VerticalDive(word[1..].parse().unwrap()),
                });
            }
            1 => order.speed = Some(word.parse().unwrap()),
            _ if word.starts_with('=') => order.end_speed = Some(word[1..].parse().unwrap()),
            _ if word == "level-off" => order.attitude = Some(Levelling::LevelOff),
            _ if word == "keep" => order.attitude = Some(Levelling::Keep),
            _ => path.push(word),
        }
    }
    order.path = Path::read(&path.join(" ")).unwrap();
    Command::Move(order)
}

/// A declaration: `1 forward 4, 2 rear 5`.
pub fn fire(words: &str) -> Command {
    let shots = words.split(',').map(str::trim).filter(|w| !w.is_empty()).map(|shot| {
        let words: Vec<&str> = shot.split_whitespace().collect();
        let gun = match words[1] {
            "forward" => Gun::Forward,
            "rear" => Gun::Rear,
            _ => Gun::AllAround,
        };
        Shot { aircraft: PieceId(words[0].parse().unwrap()), gun, target: PieceId(words[2].parse().unwrap()) }
    });
    Command::Fire(shots.collect())
}

impl Fight {
    pub fn state(&self) -> &State {
        self.table.state()
    }

    pub fn plane(&self, id: u16) -> &Plane {
        self.state().plane(PieceId(id)).unwrap()
    }

    /// All distinct complete moves of an aircraft.
    pub fn plans(&self, id: u16) -> Vec<Plan<Command>> {
        let found = Spitfire::plans(self.table.rules(), self.state(), PieceId(id));
        assert_eq!(found.cut, None, "all of them");
        found.plans
    }

    /// The ends that a draft can still reach.
    pub fn draft_plans(&self, draft: &Command) -> Vec<Plan<Command>> {
        let found = Spitfire::draft_plans(self.table.rules(), self.state(), draft);
        assert_eq!(found.cut, None, "all of them");
        found.plans
    }

    fn side_of(&self, id: u16) -> Side {
        self.plane(id).side
    }

    pub fn corners(&self) -> bool {
        matches!(self.table.view(Seat::Referee).aircraft.first().and_then(|a| a.pose), Some(p) if p.heading % 60 == 30)
    }

    /// Hex and facing: `3015 N`.
    pub fn at(&self, id: u16) -> String {
        let plane = self.plane(id);
        format!("{} {}", hex_name(plane.hex), plane.facing.name(self.corners()))
    }

    pub fn say(&mut self, side: Side, command: Command) -> &mut Fight {
        self.say_with(side, command, &[])
    }

    pub fn say_with(&mut self, side: Side, command: Command, dice: &[u8]) -> &mut Fight {
        self.0.say_with(side, command, dice);
        Spitfire::check(self.table.rules(), self.table.state()).unwrap();
        self
    }

    pub fn fly(&mut self, id: u16, words: &str) -> &mut Fight {
        self.say(self.side_of(id), order(id, words))
    }

    /// The rules that refuse a command; empty when it is legal.
    pub fn why(&self, side: Side, command: Command) -> Vec<RuleId> {
        let why = self.0.refused(side, &command);
        let menu = self.table.menu(side, Some(&command));
        assert_eq!(menu.draft.unwrap().barred.is_empty(), why.is_empty(), "menu and judge disagree");
        why
    }

    /// The rules that refuse a move; empty when it is legal.
    pub fn refused(&self, id: u16, words: &str) -> Vec<RuleId> {
        self.why(self.side_of(id), order(id, words))
    }

    pub fn legal(&self, id: u16, words: &str) -> bool {
        self.refused(id, words).is_empty()
    }

    pub fn draft(&self, id: u16, words: &str) -> Draft<Command> {
        self.table.menu(self.side_of(id), Some(&order(id, words))).draft.unwrap()
    }

    pub fn menu(&self, side: Side) -> Menu<Command> {
        self.table.menu(side, None)
    }

    /// Speeds that may be chosen under an altitude decision.
    pub fn speeds(&self, id: u16, altitude: &str) -> Vec<u8> {
        (0..=20).filter(|s| !self.table_refuses_speed(id, altitude, *s)).collect()
    }

    fn table_refuses_speed(&self, id: u16, altitude: &str, speed: u8) -> bool {
        let side = self.side_of(id);
        let Command::Move(mut draft) = order(id, &format!("{altitude} {speed}")) else { return true };
        draft.speed = None;
        let menu = self.table.menu(side, Some(&Command::Move(draft)));
        let choice = menu.choices.iter().find(|c| c.label == format!("Speed {speed}"));
        choice.is_none_or(|c| !c.legal())
    }

    /// The odds of a shot, or the rules that refuse it.
    pub fn shot(&self, shooter: u16, gun: &str, target: u16) -> Result<Odds, Vec<RuleId>> {
        let (rules, state) = (self.table.rules(), self.table.state());
        Spitfire::odds(
            rules,
            state,
            table::OddsOf { shooter: PieceId(shooter), target: PieceId(target), with: Some(gun) },
        )
        .map_err(|why| why.iter().map(|r| r.rule).collect())
    }

    /// The log as a seat reads it.
    pub fn log_of(&self, seat: Seat) -> Vec<LogEntry> {
        self.table.log(seat, 0)
    }

    pub fn points(&self) -> [i32; 2] {
        let view = self.table.view(Seat::Referee);
        let of = |side: Side| {
            view.score.iter().find(|s| s.side == side && s.label == "Victory Points").map_or(0, |s| s.value)
        };
        [of(Allies), of(Axis)]
    }

    pub fn winner(&self) -> Option<Side> {
        self.table.outcome().expect("the game is over").winner
    }

    pub fn over(&self) -> bool {
        self.state().stage == Stage::Over
    }
}

/// A slow phase spent climbing on the spot, so that whatever is ahead has been sighted.
pub fn climbed(aircraft: &mut Aircraft) {
    aircraft.records = vec![format!("{} {} climb", aircraft.hex, aircraft.facing); 3];
    (aircraft.speed, aircraft.prep, aircraft.attitude) = (Some(3), Prep::AllClimb, Attitude::Climb);
}

/// The records of straight flight north to a hex.
pub fn north(hex: &str, points: u8) -> Vec<String> {
    let (column, row) = (&hex[..2], hex[2..].parse::<u8>().unwrap());
    (0..points).rev().map(|n| format!("{column}{:02} N forward", row + n)).collect()
}

/// One aircraft of the Allies to try, a second one that keeps the Movement Phase open, and an enemy far away.
pub fn solo(words: &str) -> Setup {
    game().plane(Allies, words).plane(Allies, "0105 S 20").plane(Axis, "5901 S 1")
}

/// Two fighters nose to nose: both sides have a shot.
pub fn face_to_face() -> Fight {
    let mut fight =
        game().plane(Allies, "3024 N 10 5").plane(Axis, "3016 S 10 5").plane(Axis, "3014 S 10 5").start();
    fight.fly(1, "level 5 F5");
    assert_eq!(fight.table.to_act().iter().count(), 2);
    fight
}
