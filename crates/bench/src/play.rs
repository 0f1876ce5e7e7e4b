//! What is measured: random play, replay of recorded commands, plans, odds.

use anyhow::{Context, Result, anyhow};
use pilot::{Considered, consider};
use table::{
    Ask, Chooser, Dice, Game, Look, Need, OddsOf, PieceId, Position, Seat, Seed, SeededDice, Side, Silence,
    Style, validate,
};

/// A game and scenario, set up.
pub(crate) struct Subject<G: Game> {
    rules: G::Rules,
    start: G::State,
    /// Aircraft in it.
    pub(crate) planes: usize,
}

/// A command that was legal, and the faces that it used.
pub(crate) struct Recorded<G: Game> {
    side: Side,
    command: G::Command,
    faces: Vec<u8>,
}

/// A position in which somebody owes a decision.
pub(crate) struct Snapshot<G: Game> {
    state: G::State,
    /// Aircraft that have a complete move now.
    movers: Vec<PieceId>,
    /// Shots that are possible now.
    shots: Vec<(PieceId, PieceId)>,
}

/// How many snapshots are taken: one of every few positions of random games.
const SNAPSHOTS: usize = 64;
/// If random games have no shots: how many positions with shots are looked for, and in how many commands.
const FIGHTS: usize = 8;
const FIGHT_COMMANDS: usize = 600;

impl<G: Game> Subject<G> {
    /// Sets up a scenario.
    pub(crate) fn new(data: &G::Data, scenario: &G::Scenario) -> Result<Subject<G>> {
        let Position { rules, state } = G::set_up(data, scenario).map_err(|flaws| anyhow!("{flaws:?}"))?;
        let planes = G::view(&rules, &state, Seat::Referee).aircraft.len();
        Ok(Subject { rules, start: state, planes })
    }

    /// Sets up a ready-made scenario, by its id, with an option changed if one follows: `duel?mode=open`.
    pub(crate) fn ready_made(data: &G::Data, id: &str) -> Result<Subject<G>> {
        let (id, option) = id.split_once('?').map_or((id, None), |(id, option)| (id, option.split_once('=')));
        let scenario = G::scenarios(data).get(id).with_context(|| format!("no scenario {id}"))?;
        let Some((key, value)) = option else { return Subject::new(data, scenario) };
        let mut json = serde_json::to_value(scenario)?;
        json["options"][key] = value.into();
        Subject::new(data, &serde_json::from_value(json)?)
    }

    /// The position at the start, to be played from.
    pub(crate) fn start(&self) -> G::State {
        self.start.clone()
    }

    /// Plays one random game to its end: for each transition a random legal command is drawn, validated and applied, and
    /// nobody listens. The number of transitions.
    pub(crate) fn random_game(&self, state: &mut G::State, chance: &mut SeededDice) -> u64 {
        let mut transitions = 0;
        while self.transition(state, chance) {
            transitions += 1;
        }
        transitions
    }

    /// One transition; false when the game is over.
    pub(crate) fn transition(&self, state: &mut G::State, chance: &mut SeededDice) -> bool {
        let Some(side) = self.pick_side(state, chance) else { return false };
        let command = G::sample(self.look(state, side), chance);
        let Ok(accepted) = validate(self.look(state, side), &command) else {
            panic!("a sampled command is refused");
        };
        accepted.carry_out(&self.rules, state, chance, &mut Silence).is_ok()
    }

    /// One decision by a pilot of this style, carried out; what it thought of it. Nothing when the game is over.
    pub(crate) fn step(
        &self,
        state: &mut G::State,
        style: &Style,
        chance: &mut SeededDice,
    ) -> Option<Considered<G::Command>> {
        let side = self.pick_side(state, chance)?;
        let known = G::known_to(&self.rules, state, side.into());
        let considered = consider(self.look(&known, side), style, chance, &|| false)?;
        let accepted = validate(self.look(state, side), &considered.tried()[0].command).ok()?;
        accepted.carry_out(&self.rules, state, chance, &mut Silence).ok()?;
        Some(considered)
    }

    #[inline]
    fn look<'a>(&'a self, state: &'a G::State, side: Side) -> Look<'a, G> {
        Look::new(&self.rules, state, side)
    }

    fn pick_side(&self, state: &G::State, chance: &mut SeededDice) -> Option<Side> {
        let owing = G::to_act(&self.rules, state);
        let mut sides = owing.iter();
        match (sides.next(), sides.next()) {
            (Some(one), Some(other)) => Some(if chance.below(2) == 0 { one } else { other }),
            (first, _) => first,
        }
    }

    /// Records one random game.
    pub(crate) fn record(&self, seed: u64) -> Vec<Recorded<G>> {
        let mut chance = SeededDice::new(Seed::from_number(seed));
        let mut state = self.start();
        let mut game = Vec::new();
        while let Some(side) = self.pick_side(&state, &mut chance) {
            let command = G::sample(self.look(&state, side), &mut chance);
            let mut dice = Taping { from: &mut chance, faces: Vec::new() };
            let Ok(accepted) = validate(self.look(&state, side), &command) else {
                panic!("a sampled command is refused");
            };
            if accepted.carry_out(&self.rules, &mut state, &mut dice, &mut Silence).is_err() {
                break;
            }
            game.push(Recorded { side, command, faces: dice.faces });
        }
        game
    }

    /// Validates and applies recorded commands with their recorded dice.
    pub(crate) fn replay(&self, state: &mut G::State, game: Vec<(Side, G::Command)>, faces: &[u8]) -> u64 {
        let mut dice = Played(faces);
        let commands = game.len() as u64;
        for (side, command) in game {
            let Ok(accepted) = validate(self.look(state, side), &command) else {
                panic!("a recorded command is refused");
            };
            if accepted.carry_out(&self.rules, state, &mut dice, &mut Silence).is_err() {
                panic!("recorded dice run short");
            }
        }
        commands
    }

    /// Positions from random games, with what can be done in them.
    pub(crate) fn snapshots(&self) -> Vec<Snapshot<G>> {
        let mut chance = SeededDice::new(Seed::from_number(77));
        let mut found: Vec<Snapshot<G>> = Vec::new();
        while found.len() < SNAPSHOTS {
            let mut state = self.start();
            loop {
                let snapshot = self.snapshot(&state);
                if !snapshot.movers.is_empty() || !snapshot.shots.is_empty() {
                    found.push(snapshot);
                }
                let apart = 1 + chance.below(8);
                let goes_on = (0..apart).all(|_| self.transition(&mut state, &mut chance));
                if !goes_on || found.len() >= SNAPSHOTS {
                    break;
                }
            }
        }
        if found.iter().all(|s| s.shots.is_empty()) {
            found.extend(self.fights());
        }
        found
    }

    /// Positions with shots from a game of simple pilots: random pilots hardly ever get anybody into their sights.
    fn fights(&self) -> Vec<Snapshot<G>> {
        let mut chance = SeededDice::new(Seed::from_number(78));
        let mut found = Vec::new();
        let mut state = self.start();
        for _ in 0..FIGHT_COMMANDS {
            let Some(side) = self.pick_side(&state, &mut chance) else { break };
            let simple = pilot::Level::Simple;
            let Some(command) = pilot::choose(self.look(&state, side), simple, &mut chance) else { break };
            let Ok(accepted) = validate(self.look(&state, side), &command) else {
                panic!("a pilot's command is refused");
            };
            if accepted.carry_out(&self.rules, &mut state, &mut chance, &mut Silence).is_err() {
                break;
            }
            let shots = self.shots(&state);
            if !shots.is_empty() {
                found.push(Snapshot { state: state.clone(), movers: Vec::new(), shots });
            }
            if found.len() >= FIGHTS {
                break;
            }
        }
        found
    }

    /// Shots that are possible in a position.
    fn shots(&self, state: &G::State) -> Vec<(PieceId, PieceId)> {
        let view = G::view(&self.rules, state, Seat::Referee);
        let flying: Vec<_> = view.aircraft.iter().filter(|a| a.flying).collect();
        let pairs = flying.iter().flat_map(|a| flying.iter().map(move |b| (a, b)));
        pairs
            .filter(|(a, b)| a.side != b.side)
            .map(|(a, b)| (a.id, b.id))
            .filter(|(a, b)| self.has_odds(state, *a, *b))
            .take(4)
            .collect()
    }

    /// How many complete moves the first aircraft has in the position at the start.
    pub(crate) fn first_plans(&self) -> u64 {
        G::plans(&self.rules, &self.start, PieceId(1)).plans.len() as u64
    }

    fn snapshot(&self, state: &G::State) -> Snapshot<G> {
        let view = G::view(&self.rules, state, Seat::Referee);
        let flying: Vec<_> = view.aircraft.iter().filter(|a| a.flying).collect();
        let moves = |id: &PieceId| !G::plans(&self.rules, state, *id).plans.is_empty();
        let movers = flying.iter().map(|a| a.id).filter(moves).take(4).collect();
        Snapshot { state: state.clone(), movers, shots: self.shots(state) }
    }

    /// Enumerates the complete moves of every mover: how many aircraft, and how many moves they have together.
    pub(crate) fn plans(&self, snapshots: &[Snapshot<G>]) -> (u64, u64) {
        let all = snapshots.iter().flat_map(|s| s.movers.iter().map(move |m| (&s.state, *m)));
        let counts = all.map(|(state, mover)| G::plans(&self.rules, state, mover).plans.len() as u64);
        counts.fold((0, 0), |(aircraft, plans), n| (aircraft + 1, plans + n))
    }

    fn has_odds(&self, state: &G::State, shooter: PieceId, target: PieceId) -> bool {
        G::odds(&self.rules, state, OddsOf { shooter, target, with: None }).is_ok()
    }

    /// Works out the odds of every shot: how many shots.
    pub(crate) fn odds(&self, snapshots: &[Snapshot<G>]) -> u64 {
        let all = snapshots.iter().flat_map(|s| s.shots.iter().map(move |shot| (&s.state, *shot)));
        all.filter(|(state, (a, b))| self.has_odds(state, *a, *b)).count() as u64
    }
}

impl<G: Game> Recorded<G> {
    /// Copies of the commands of a game, and the faces that they use.
    pub(crate) fn split(game: &[Recorded<G>]) -> (Vec<(Side, G::Command)>, Vec<u8>) {
        let commands = game.iter().map(|r| (r.side, r.command.clone())).collect();
        (commands, game.iter().flat_map(|r| r.faces.iter().copied()).collect())
    }
}

/// Dice whose faces are recorded.
struct Taping<'a> {
    from: &'a mut SeededDice,
    faces: Vec<u8>,
}

impl Dice for Taping<'_> {
    fn roll(&mut self, ask: &Ask) -> Result<u8, Need> {
        let face = self.from.roll(ask)?;
        self.faces.push(face);
        Ok(face)
    }
}

/// Recorded dice.
struct Played<'a>(&'a [u8]);

impl Dice for Played<'_> {
    #[inline]
    fn roll(&mut self, ask: &Ask) -> Result<u8, Need> {
        let (face, rest) = self.0.split_first().ok_or(Need { ask: *ask, count: 1 })?;
        self.0 = rest;
        Ok(*face)
    }
}
