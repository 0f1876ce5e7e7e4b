//! What the tests of every game say: set a position up, give commands with their dice, ask for reasons and log lines.
//! Only tests depend on it; a trial stops at what goes wrong.

use std::collections::{BTreeMap, VecDeque};
use std::path::Path;
use table::{ActError, DiceSource, Game, LogEntry, Look, RuleId, Seat, Side, Table, Transcript, validate};

/// The built-in data of a game.
pub fn built_in<G: Game>() -> G::Data {
    let files = G::files().iter().map(|(path, text)| ((*path).to_owned(), (*text).to_owned()));
    G::load(&files.collect::<BTreeMap<_, _>>()).unwrap_or_else(|flaws| panic!("{flaws:#?}"))
}

/// Words of those who build the game, which its players should not have to read.
const OUR_WORDS: [&str; 6] = ["`", "load test", "step 3", "uses option", "in the sense of the rules", "TODO"];

/// What the built-in scenarios of a game do not tell their players, or tell them in the wrong words.
pub fn untold<G: Game>(data: &G::Data) -> Vec<String> {
    let mut wrong = Vec::new();
    for (id, scenario) in G::scenarios(data) {
        let told = G::told(scenario);
        let rules = G::set_up(data, scenario).map(|position| position.rules);
        let objectives = rules.map(|rules| G::objectives(&rules)).unwrap_or_default();
        wrong.extend(
            told.words.missing().into_iter().map(|flaw| format!("{id}: {}: {}", flaw.path, flaw.says)),
        );
        let sentences = told.words.story.matches(['.', '?']).count();
        let facts = [
            (told.summary.is_empty(), "no summary"),
            (told.minutes.is_none(), "no playing time"),
            (sentences < 2, "a story of less than two sentences"),
            (objectives.len() < 2, "not how it is won and when it ends"),
        ];
        wrong.extend(facts.iter().filter(|(bad, _)| *bad).map(|(_, says)| format!("{id}: {says}")));
        let all = [told.summary, &told.words.story, &told.words.balance].map(str::to_owned).into_iter();
        for text in all.chain(told.words.task.values().cloned()).chain(objectives) {
            let ours = OUR_WORDS.into_iter().filter(|word| text.contains(word));
            wrong.extend(ours.map(|word| format!("{id}: players do not say '{word}': {text}")));
        }
    }
    wrong
}

/// Every finished game of `corpus/<game>`, replayed.
pub fn corpus<G: Game>(data: &G::Data) -> Vec<(Transcript, Table<G>)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus").join(G::ID);
    let folder = std::fs::read_dir(&folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
    let mut files: Vec<_> = folder.filter_map(|entry| Some(entry.ok()?.path())).collect();
    files.sort();
    let replay = |file: &Path| -> Result<_, String> {
        let text = std::fs::read_to_string(file).map_err(|e| e.to_string())?;
        let transcript = Transcript::from_lines(&text).map_err(|e| e.to_string())?;
        let table = Table::<G>::load(data, &transcript, None).map_err(|e| e.to_string())?;
        if table.outcome().is_none() { Err("is not finished".into()) } else { Ok((transcript, table)) }
    };
    files.iter().map(|file| replay(file).unwrap_or_else(|e| panic!("{}: {e}", file.display()))).collect()
}

/// A game that a test plays. Dice are given with each command.
pub struct Trial<G: Game> {
    /// The table.
    pub table: Table<G>,
}

impl<G: Game> Trial<G> {
    /// A scenario set up.
    pub fn new(data: &G::Data, scenario: &G::Scenario) -> Trial<G> {
        let dice = DiceSource::Script(VecDeque::new());
        Trial { table: Table::new(data, scenario, dice).unwrap_or_else(|flaws| panic!("{flaws:#?}")) }
    }

    /// Gives a command that needs no dice.
    pub fn say(&mut self, side: Side, command: G::Command) -> &mut Trial<G> {
        self.say_with(side, command, &[])
    }

    /// Gives a command and exactly the dice that it needs.
    pub fn say_with(&mut self, side: Side, command: G::Command, dice: &[u8]) -> &mut Trial<G> {
        let text = format!("{command:?}");
        self.table.act(side, command, dice).unwrap_or_else(|e| panic!("{text}: {e:?}"));
        self
    }

    /// The rules that refuse a command, the main one first; none when it is legal.
    pub fn refused(&self, side: Side, command: &G::Command) -> Vec<RuleId> {
        let look = Look::new(self.table.rules(), self.table.state(), side);
        validate::<G>(look, command).err().map_or_else(Vec::new, |why| why.iter().map(|r| r.rule).collect())
    }

    /// How many dice a command asks for first, and what for.
    pub fn needs(&mut self, side: Side, command: G::Command) -> (u8, &'static str) {
        match self.table.act(side, command, &[]) {
            Err(ActError::Need(need)) => (need.count, need.ask.why),
            other => panic!("{other:?}"),
        }
    }

    /// What the last command caused.
    pub fn news(&self) -> Vec<LogEntry> {
        let last = self.table.len() as u32;
        self.log().into_iter().filter(|entry| entry.line == last).collect()
    }

    /// All that has happened.
    pub fn log(&self) -> Vec<LogEntry> {
        self.table.log(Seat::Referee, 0)
    }

    /// Whether the log names a rule.
    pub fn cites(&self, rule: RuleId) -> bool {
        self.log().iter().any(|entry| entry.rules.contains(&rule))
    }

    /// Who has won; nobody while it is not over, and in a draw.
    pub fn winner(&self) -> Option<Side> {
        self.table.outcome().and_then(|outcome| outcome.winner)
    }
}
