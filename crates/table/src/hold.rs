//! A command that waits for its dice, and by which its side may be bound.

use crate::dice::COLOUR;
use crate::{ActError, Barred, Choice, DiceSource, Game, Menu, Refusal, Refusals, Say, Side, Table, rule};

/// A command that cannot be carried out until more dice are given.
pub(crate) struct Waiting<G: Game> {
    side: Side,
    command: G::Command,
    /// Faces given so far.
    faces: Vec<u8>,
    /// How many more were asked for.
    asked: usize,
    /// Whether the side has to stay with it.
    bound: bool,
}

impl<G: Game> Waiting<G> {
    /// A command for which `faces` were given and `asked` more are needed.
    pub(crate) fn new(side: Side, command: G::Command, faces: Vec<u8>, asked: usize) -> Waiting<G> {
        Waiting { side, command, faces, asked, bound: false }
    }

    /// A command whose dice have all to be given from the beginning.
    pub(crate) fn without_dice(side: Side, command: G::Command) -> Waiting<G> {
        Waiting::new(side, command, Vec::new(), 0)
    }
}

impl<G: Game> Table<G> {
    /// Keeps a command of which its side is about to be told what dice it needs. In a game with secrets those dice may tell of one: the side
    /// is bound before it is told (`table/stands`). Nobody looks whether there is a secret now: to hold fire in secret is one, too, and looks
    /// like none.
    pub(crate) fn hold(&mut self, held: Waiting<G>) {
        if G::SECRETS {
            self.barrier = self.played.len();
        }
        self.held = Some(Waiting { bound: G::SECRETS, ..held });
    }

    /// The command by which a side is bound, and whose it is.
    pub fn bound(&self) -> Option<(Side, &G::Command)> {
        self.held.as_ref().filter(|held| held.bound).map(|held| (held.side, &held.command))
    }

    /// Binds a side to a command again, after the table was read from a file.
    pub fn bind(&mut self, side: Side, command: G::Command) {
        self.hold(Waiting::without_dice(side, command));
    }

    /// Whether a bound command stands in the way of this one.
    pub(crate) fn free_to_say(&self, side: Side, command: &G::Command) -> Result<(), ActError> {
        match self.bound() {
            Some(bound) if bound != (side, command) => Err(ActError::Refused(self.in_the_way(side).into())),
            _ => Ok(()),
        }
    }

    fn in_the_way(&self, side: Side) -> Refusal {
        let mine = self.bound().is_some_and(|(bound, _)| bound == side);
        let says = if mine {
            "what was said stands: its dice have been asked for and are to be thrown"
        } else {
            "the other side has spoken and throws its dice first"
        };
        Refusal::new(rule::STANDS, says)
    }

    /// A menu while somebody is bound: who is may only throw, the other side waits.
    pub(crate) fn bound_menu(&self, menu: Menu<G::Command>) -> Menu<G::Command> {
        let Some((bound, command)) = self.bound() else { return menu };
        let why = || Barred::all(&Refusals::from(self.in_the_way(menu.side)));
        let draft = menu.draft.map(|mut draft| {
            if (menu.side, &draft.command) != (bound, command) {
                draft.barred = why();
            }
            draft
        });
        if menu.side != bound {
            let prompt = "The other side throws its dice".into();
            return Menu {
                owed: false,
                prompt,
                rule: rule::STANDS,
                choices: Vec::new(),
                muster: None,
                draft,
                ..menu
            };
        }
        let choice = Choice::new("Throw the dice", rule::STANDS, Say::Command(command.clone()));
        let prompt = "Throw the dice for what you have said".into();
        Menu { prompt, rule: rule::STANDS, choices: vec![choice], muster: None, draft, ..menu }
    }

    /// Faces typed now, after those already given for the same command. A list that repeats those is taken as the whole.
    pub(crate) fn with_held(&self, side: Side, command: &G::Command, typed: &[u8]) -> Vec<u8> {
        match &self.held {
            Some(held) if held.side == side && held.command == *command => {
                let plain = |face: &u8| face & !COLOUR;
                let again = typed.iter().map(plain).take(held.faces.len()).eq(held.faces.iter().map(plain));
                let whole = typed.len() > held.asked && again;
                if whole { typed.to_vec() } else { [&held.faces, typed].concat() }
            }
            _ => typed.to_vec(),
        }
    }

    pub(crate) fn scripted_faces(&self) -> usize {
        match &self.dice {
            DiceSource::Seeded { .. } => 0,
            DiceSource::Script(faces) => faces.len(),
        }
    }
}
