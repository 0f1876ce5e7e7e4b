//! Which games there are.

use crate::any_table::{AnyTable, Fault};
use crate::shelf::{Edition, Shelf};
use std::collections::BTreeMap;
use std::sync::Arc;
use table::digest::{self, Rule};
use table::{Difference, Flaw, Seed, Transcript};
use wire::Digest;
use wire::live::RuleTitles;

/// Data files of one game: path below the game's folder, and text.
pub type Files = BTreeMap<String, String>;

macro_rules! games {
    ($($(#[$doc:meta])* $variant:ident: $game:ty,)*) => {
        /// The games.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub enum AnyGame {
            $($(#[$doc])* $variant,)*
        }

        impl AnyGame {
            /// All of them.
            pub const ALL: &[AnyGame] = &[$(AnyGame::$variant,)*];

            /// The game's id.
            pub const fn id(self) -> &'static str {
                match self { $(AnyGame::$variant => <$game as table::Referee>::ID,)* }
            }

            /// The built-in data files: path below the game's folder, and text.
            pub fn files(self) -> &'static [(&'static str, &'static str)] {
                match self { $(AnyGame::$variant => <$game as table::Library>::files(),)* }
            }

            fn reader(self) -> fn(&Files) -> Result<Arc<dyn Shelf>, Vec<Flaw>> {
                match self { $(AnyGame::$variant => crate::shelf::shelf::<$game>,)* }
            }
        }
    };
}

// One line a game: everything else follows.
games! {
    /// *Fast and Easy*.
    FastAndEasy: fast_and_easy::FastAndEasy,
    /// *Simple Fighting Wings*.
    FightingWings: fighting_wings::FightingWings,
    /// Spitfire (SPI, 1973).
    Spitfire: spitfire::Spitfire,
    /// *Spitting Fire*, Majestic Twelve Games 2006.
    SpittingFire: spitting_fire::SpittingFire,
}

impl AnyGame {
    /// The game with this id.
    pub fn from_id(id: &str) -> Option<AnyGame> {
        AnyGame::ALL.iter().copied().find(|game| game.id() == id)
    }

    /// The built-in files with `more` put over them: files of the same path are replaced, others added.
    pub fn files_with(self, more: &Files) -> Files {
        let mut files: Files = self.files().iter().map(|(p, t)| ((*p).to_owned(), (*t).to_owned())).collect();
        files.extend(more.iter().map(|(p, t)| (p.clone(), t.clone())));
        files
    }

    /// Reads the game's data: built-in files with `more` put over them.
    pub fn load(self, more: &Files) -> Result<Arc<dyn Shelf>, Vec<Flaw>> {
        self.reader()(&self.files_with(more))
    }
}

/// Games with their data.
#[derive(Clone)]
pub struct Catalog {
    shelves: Vec<Arc<dyn Shelf>>,
}

impl Catalog {
    /// All games with their built-in data.
    pub fn built_in() -> Result<Catalog, Vec<Flaw>> {
        Catalog::with(&BTreeMap::new())
    }

    /// All games with files put over their built-in data, by game id.
    pub fn with(more: &BTreeMap<String, Files>) -> Result<Catalog, Vec<Flaw>> {
        let none = Files::new();
        let load = |game: &AnyGame| {
            let in_game = |flaw: Flaw| match &flaw.file {
                Some(file) => Flaw { file: Some(format!("{}/{file}", game.id())), ..flaw },
                None => flaw.in_file(game.id()),
            };
            let shelf = game.load(more.get(game.id()).unwrap_or(&none));
            shelf.map_err(|flaws| flaws.into_iter().map(in_game).collect())
        };
        Ok(Catalog { shelves: AnyGame::ALL.iter().map(load).collect::<Result<_, Vec<Flaw>>>()? })
    }

    /// These games.
    pub fn of(shelves: Vec<Arc<dyn Shelf>>) -> Catalog {
        Catalog { shelves }
    }

    /// Every game, in the order in which they are listed.
    pub fn games(&self) -> &[Arc<dyn Shelf>] {
        &self.shelves
    }

    /// One game.
    pub fn game(&self, id: &str) -> Result<&Arc<dyn Shelf>, Fault> {
        self.shelves.iter().find(|shelf| shelf.id() == id).ok_or_else(|| {
            let known: Vec<&str> = self.shelves.iter().map(|shelf| shelf.id()).collect();
            Fault::param("game", format!("there is no game '{id}'; there are: {}", known.join(", ")))
        })
    }

    /// By which rules a game is played here; nothing if there is no such game.
    pub fn edition(&self, id: &str) -> Option<&Edition> {
        self.shelves.iter().find(|shelf| shelf.id() == id).map(|shelf| shelf.edition())
    }

    /// Our digest of a game's rules, or of those that hold in every game (`table`).
    pub fn digest(&self, id: &str) -> Result<Digest, Fault> {
        let (title, text, rules, guide) = if id == digest::TABLE {
            ("At the table".to_owned(), digest::OF_THE_TABLE, digest::of_the_table(), None)
        } else {
            let shelf = self.game(id)?;
            (shelf.info().title, shelf.digest(), shelf.rules().to_vec(), Some(shelf.guide()))
        };
        Ok(Digest { rules, game: id.to_owned(), title, guide, text: Some(text.to_owned()) })
    }

    /// The titles of a game's rules, or of those that hold in every game (`table`).
    pub fn titles(&self, id: &str) -> Result<RuleTitles, Fault> {
        let of = |rules: &[Rule]| rules.iter().map(|rule| (rule.id.clone(), rule.title.clone())).collect();
        let titles = match id {
            digest::TABLE => of(&digest::of_the_table()),
            game => of(self.game(game)?.rules()),
        };
        Ok(RuleTitles { titles })
    }

    /// Whether each resumption of a transcript was called for, as far as these rules can tell.
    pub fn truly_parted(&self, transcript: &Transcript) -> Result<(), Difference> {
        let shelf = self.shelves.iter().find(|shelf| shelf.id() == transcript.header.game);
        shelf.map_or(Ok(()), |shelf| shelf.truly_parted(transcript))
    }

    /// Plays a transcript again, whatever its game.
    pub fn replay(
        &self,
        transcript: &Transcript,
        seed: Option<Seed>,
    ) -> Result<Box<dyn AnyTable>, Difference> {
        let id = &transcript.header.game;
        let unknown = || Difference::new(1, format!("there is no game '{id}'"));
        let shelf = self.shelves.iter().find(|shelf| shelf.id() == id).ok_or_else(unknown)?;
        shelf.replay(transcript, seed)
    }
}
