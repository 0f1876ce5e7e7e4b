//! One way to build a position, give commands and look at what came of them.
//!
//! A place is `[column, row, heading]` on hexes and `[x, y, heading]` on the open table. A command is written as a person
//! would say it, `forward 4` or `turn left 60`, and is meant for the aircraft last named by [`Fight::with`], at first 1.
#![allow(unreachable_pub, reason = "all files beside this one use it")]

use spitting_fire::SpittingFire;
use spitting_fire::command::{Command, HexName, Marker};
use spitting_fire::data::Data;
use spitting_fire::field::Facing;
use spitting_fire::options::Mode;
use spitting_fire::scenario::{GroupEntry, Members, MovingEntry, PlaneEntry, Scenario, StateEntry};
use spitting_fire::state::{Counters, Phase, Plane, State};
use std::ops::{Deref, DerefMut};
use std::sync::OnceLock;
use table::view::At;
use table::{Flaw, Library, Look, Odds, OddsOf, PieceId, Pilot, Referee, Refusals, RuleId, Side};
use testing::Trial;

/// The built-in data.
pub fn data() -> &'static Data {
    static DATA: OnceLock<Data> = OnceLock::new();
    DATA.get_or_init(testing::built_in::<SpittingFire>)
}

/// A built-in scenario.
pub fn scenario(id: &str) -> Scenario {
    data().scenarios[id].clone()
}

/// How many rounds of something random: `n`, times the environment variable SPITTING_FIRE_ROUNDS.
pub fn rounds(n: u64) -> u64 {
    let times = std::env::var("SPITTING_FIRE_ROUNDS").ok().and_then(|t| t.parse().ok());
    n * times.unwrap_or(1)
}

/// A word of the JSON in which commands and scenarios are written.
pub fn word<T: serde::de::DeserializeOwned>(text: &str) -> T {
    serde_json::from_value(text.into()).unwrap_or_else(|e| panic!("{text}: {e}"))
}

/// A position in the making.
#[derive(Clone)]
pub struct Setup {
    pub scenario: Scenario,
}

/// An empty board of hexes, in the action phase.
pub fn hexes() -> Setup {
    Setup::new(Mode::Hexes)
}

/// An empty open table, in the action phase.
pub fn open() -> Setup {
    Setup::new(Mode::Open)
}

/// Both boards, for what holds on each.
pub fn both() -> [Setup; 2] {
    [hexes(), open()]
}

impl Setup {
    fn new(mode: Mode) -> Setup {
        let mut scenario = Scenario { title: "Test".to_owned(), ..Scenario::default() };
        scenario.options.mode = mode;
        scenario.state = Some(StateEntry { phase: Some(Phase::Action), ..StateEntry::default() });
        Setup { scenario }
    }

    pub fn state(&mut self) -> &mut StateEntry {
        self.scenario.state.get_or_insert_default()
    }

    fn group(mut self, side: Side, card: &str, altitude: i16, at: &[[i32; 3]]) -> Setup {
        let mode = self.scenario.options.mode;
        let aircraft = Members::Each(at.iter().map(|p| plane(mode, *p)).collect());
        self.scenario.groups.push(GroupEntry {
            side,
            card: card.to_owned(),
            aircraft,
            reserve: 0,
            altitude: Some(altitude),
            plot: Some(Marker::StraightLevel),
            activated: false,
        });
        self
    }

    /// Adds an Allied group.
    pub fn allies(self, card: &str, altitude: i16, at: &[[i32; 3]]) -> Setup {
        self.group(Side::Allies, card, altitude, at)
    }

    /// Adds an Axis group.
    pub fn axis(self, card: &str, altitude: i16, at: &[[i32; 3]]) -> Setup {
        self.group(Side::Axis, card, altitude, at)
    }

    /// Changes the match settings.
    pub fn with(mut self, change: impl FnOnce(&mut Scenario)) -> Setup {
        change(&mut self.scenario);
        self
    }

    /// Changes aircraft `n` of group `g`, both from 1.
    pub fn plane(mut self, g: usize, n: usize, change: impl FnOnce(&mut PlaneEntry)) -> Setup {
        let Members::Each(each) = &mut self.scenario.groups[g - 1].aircraft else {
            panic!("group {g} is only counted")
        };
        change(&mut each[n - 1]);
        self
    }

    /// A card like the test Spitfire, changed.
    pub fn card(mut self, id: &str, change: impl FnOnce(&mut spitting_fire::card::CardEntry)) -> Setup {
        let mut entry = data().cards.iter().find(|c| c.entry.id == "spitfire").unwrap().entry.clone();
        (entry.id, entry.name, entry.model) = (id.to_owned(), id.to_owned(), format!("Test {id}"));
        change(&mut entry);
        self.scenario.cards.push(entry);
        self
    }

    /// Group `g` has shown this marker and is being activated; its altitude is the marker's new one.
    pub fn active(mut self, g: u16, marker: &str) -> Setup {
        self.scenario.groups[usize::from(g) - 1].plot = Some(word(marker));
        self.state().active_group = Some(g);
        self
    }

    /// Group `g` has this face-down marker.
    pub fn plot(mut self, g: usize, marker: &str) -> Setup {
        self.scenario.groups[g - 1].plot = Some(word(marker));
        self
    }

    /// This side's card has been flipped.
    pub fn card_of(mut self, side: Side) -> Setup {
        self.state().card = Some(side);
        self
    }

    /// The group has acted this turn.
    pub fn done(mut self, g: usize) -> Setup {
        self.scenario.groups[g - 1].plot = None;
        self.scenario.groups[g - 1].activated = true;
        self
    }

    /// Aircraft `id` of the active group has moved 5 SU, under a curved arrow with a turn at their end, and may attack.
    pub fn moved(mut self, id: u16) -> Setup {
        let active = usize::from(self.state().active_group.unwrap()) - 1;
        let turned = self.scenario.groups[active].plot.and_then(Marker::arrow).is_some();
        self.state().moving = Some(MovingEntry {
            aircraft: PieceId(id),
            mp_total: None,
            mp_spent: 5,
            fwd_total: 5,
            fwd_since: if turned { 0 } else { 5 },
            first_turn_tried: turned,
            legs: Vec::new(),
            pending: None,
            ended: true,
        });
        self
    }

    /// What is wrong with it: path and rule of the first flaw.
    pub fn flaw(&self) -> (String, Option<RuleId>) {
        let flaws: Vec<Flaw> = match SpittingFire::set_up(data(), &self.scenario) {
            Ok(_) => panic!("the scenario was accepted"),
            Err(flaws) => flaws,
        };
        (flaws[0].path.clone(), flaws[0].rule)
    }

    /// The table.
    pub fn go(self) -> Fight {
        Fight::new(&self.scenario)
    }
}

fn plane(mode: Mode, [a, b, heading]: [i32; 3]) -> PlaneEntry {
    match mode {
        Mode::Hexes => PlaneEntry {
            hex: Some(HexName { col: a as i16, row: b as i16 }),
            facing: Some(Facing::of(heading as u16)),
            ..PlaneEntry::default()
        },
        Mode::Open => {
            PlaneEntry { x: Some(a), y: Some(b), heading: Some(heading as u16), ..PlaneEntry::default() }
        }
    }
}

/// The test Spitfire as aircraft 1, at level 5 after the marker's change, moving under `marker`; a Bf 109 far away is 2.
pub fn spitfire(setup: Setup, at: [i32; 3], marker: &str) -> Fight {
    flown(setup, "spitfire", at, marker).go()
}

/// The same with another card.
pub fn flown(setup: Setup, card: &str, at: [i32; 3], marker: &str) -> Setup {
    let far = if setup.scenario.options.mode == Mode::Hexes { [0, 35, 180] } else { [500, 35_500, 180] };
    setup.allies(card, 5, &[at]).axis("bf-109", 2, &[far]).active(1, marker)
}

/// A game, and the aircraft and side that speak.
pub struct Fight {
    trial: Trial<SpittingFire>,
    aircraft: u16,
    side: Side,
    dice: Vec<u8>,
}

impl Deref for Fight {
    type Target = Trial<SpittingFire>;

    fn deref(&self) -> &Trial<SpittingFire> {
        &self.trial
    }
}

impl DerefMut for Fight {
    fn deref_mut(&mut self) -> &mut Trial<SpittingFire> {
        &mut self.trial
    }
}

impl Fight {
    /// Sets a scenario up. Dice are given with [`Fight::dice`].
    pub fn new(scenario: &Scenario) -> Fight {
        let trial = Trial::new(data(), scenario);
        Fight { trial, aircraft: 1, side: Side::Allies, dice: Vec::new() }
    }

    /// Commands are now for this aircraft, given by its side.
    pub fn with(&mut self, aircraft: u16) -> &mut Fight {
        self.aircraft = aircraft;
        self.side = self.plane(aircraft).side;
        self
    }

    /// Commands are now given by this side.
    pub fn side(&mut self, side: Side) -> &mut Fight {
        self.side = side;
        self
    }

    /// Faces for the next command: dice, or 1 for a red and 2 for a black card.
    pub fn dice(&mut self, faces: &[u8]) -> &mut Fight {
        self.dice = faces.to_vec();
        self
    }

    /// Gives commands, separated by semicolons, which must be accepted. Only the last one may use dice.
    pub fn say(&mut self, commands: &str) -> &mut Fight {
        let count = commands.split(';').count();
        for (n, text) in commands.split(';').enumerate() {
            let dice = if n + 1 == count { std::mem::take(&mut self.dice) } else { Vec::new() };
            let command = self.command(text);
            self.trial.say_with(self.side, command, &dice);
            SpittingFire::check(self.table.rules(), self.table.state()).unwrap();
        }
        self
    }

    /// A command that must be refused, citing this rule first; nothing changes.
    pub fn refused(&mut self, text: &str, rule: RuleId) -> &mut Fight {
        let why = self.trial.refused(self.side, &self.command(text));
        assert_eq!(why.first(), Some(&rule), "{text}: {why:?}");
        self
    }

    /// The faces that a command asks for, by what they are for.
    pub fn asks(&mut self, text: &str) -> (&'static str, u8) {
        let (count, why) = self.trial.needs(self.side, self.command(text));
        (why, count)
    }

    /// The odds of one aircraft firing at another, with these weapons or with all that bear.
    pub fn odds(&self, shooter: u16, target: u16, with: Option<&str>) -> Result<Odds, Refusals> {
        let attack = OddsOf { shooter: PieceId(shooter), target: PieceId(target), with };
        SpittingFire::odds(self.table.rules(), self.table.state(), attack)
    }

    /// The position as a side looks at it.
    pub fn look(&self, side: Side) -> Look<'_, SpittingFire> {
        Look::new(self.table.rules(), self.table.state(), side)
    }

    pub fn state(&self) -> &State {
        self.table.state()
    }

    pub fn plane(&self, id: u16) -> &Plane {
        &self.state().planes[usize::from(id) - 1]
    }

    /// Where an aircraft stands and points, as [`Setup`] writes it.
    pub fn at(&self, id: u16) -> [i32; 3] {
        let plane = self.plane(id);
        match self.table.rules().field.at(plane.spot) {
            At::Hex { col, row } => [col.into(), row.into(), plane.heading.into()],
            At::Point { x, y } => [x, y, plane.heading.into()],
        }
    }

    /// The counters of the moving aircraft.
    pub fn counters(&self) -> &Counters {
        &self.state().mover.counters
    }

    /// Whether an event of the last command cites the rule.
    pub fn cites(&self, rule: RuleId) -> bool {
        self.news().iter().any(|entry| entry.rules.contains(&rule))
    }

    fn command(&self, text: &str) -> Command {
        let words: Vec<&str> = text.split_whitespace().collect();
        let number = |n: usize| words[n].parse::<i64>().unwrap_or_else(|_| panic!("{text}"));
        let id = self.aircraft;
        use serde_json::json;
        let value = match words[0] {
            _ if text.trim_start().starts_with('{') => serde_json::from_str(text).unwrap(),
            "confirm" | "pass" | "resign" | "offer-end" | "accept-end" => json!(words[0]),
            "plot" => json!({"plot": {"group": number(1), "marker": words[2]}}),
            "activate" => json!({"activate": {"group": number(1)}}),
            "forward" => json!({"forward": {"aircraft": id, "n": number(1)}}),
            "turn" if words.len() > 2 => {
                json!({"turn": {"aircraft": id, "side": words[1], "angle": number(2)}})
            }
            "turn" | "tight-turn" => json!({words[0]: {"aircraft": id, "side": words[1]}}),
            "pivot" => json!({"pivot": {"aircraft": id, "side": words[1], "angle": number(2)}}),
            "half-loop" | "decline" | "end-move" | "no-attack" => json!({words[0]: {"aircraft": id}}),
            // attack 2:0,1 3:4 — target, colon, weapons
            "attack" => {
                let shots: Vec<_> = words[1..]
                    .iter()
                    .map(|shot| {
                        let (target, weapons) = shot.split_once(':').unwrap();
                        let weapons: Vec<u8> = weapons
                            .split(',')
                            .filter(|w| !w.is_empty())
                            .map(|w| w.parse().unwrap())
                            .collect();
                        json!({"target": target.parse::<u16>().unwrap(), "weapons": weapons})
                    })
                    .collect();
                json!({"attack": {"aircraft": id, "at": shots}})
            }
            _ => panic!("what does '{text}' mean?"),
        };
        serde_json::from_value(value).unwrap_or_else(|e| panic!("{text}: {e}"))
    }
}
