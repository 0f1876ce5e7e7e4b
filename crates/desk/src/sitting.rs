//! A table and the people at it: the one place where calls that concern a table are answered.

use catalog::{Advice, AnyTable, Fault, Level, Stop, Thought};
use table::{Seat, Side, SideSet, StateHash, TakeBack, UndoError};
use wire::live::PastWhy;
use wire::{
    Act, Acted, Answer, Call, Face, HintCall, Json, Mark, MayTakeBack, Menu, MenuNow, Pending, Picture,
    PilotCall, PilotReply, PlanList, PositionNow, Seen, Undone, WhyOf,
};

/// Who plays, as far as taking back depends on it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Company {
    /// The computer pilots of the sides.
    pub pilots: [Option<Level>; 2],
    /// Whether both sides are in one browser.
    pub hot_seat: bool,
}

/// Who calls. Whether they may is for whoever lets them in.
#[derive(Clone, Copy, Debug)]
pub struct Caller {
    /// The seat from which they ask.
    pub seat: Seat,
    /// The sides that they play.
    pub plays: SideSet,
}

/// A change of a table, to be kept and told.
#[derive(Clone, Copy, Debug)]
pub struct Change {
    /// Who made it.
    pub by: Side,
    /// First log entry that is new or no longer there.
    pub from: u32,
    /// What it was.
    pub kind: ChangeKind,
}

/// Sorts of changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChangeKind {
    /// A command was carried out.
    Act,
    /// A command stands and waits for its dice (`table/stands`).
    Bound,
    /// Commands were taken back.
    TakenBack(TakeBack),
}

impl ChangeKind {
    /// Whether commands were taken back.
    pub fn is_undo(self) -> bool {
        matches!(self, ChangeKind::TakenBack(_))
    }
}

/// A table as it stands, with what people have seen of it.
pub struct Sitting {
    /// The table.
    pub table: Box<dyn AnyTable>,
    /// Who plays.
    pub company: Company,
    seq: u32,
    /// The marks of the last change and of the next one, where changes have marks.
    mark: Option<Mark>,
    next_mark: Option<Mark>,
    /// For each command that stands, the number of the change that made it.
    made_at: Vec<u32>,
    /// The last change that people of each side have seen.
    seen: [u32; 2],
    asked: Option<Side>,
    change: Option<Change>,
}

impl Sitting {
    /// A table that was just set up: nobody has seen it.
    pub fn new(table: Box<dyn AnyTable>, company: Company) -> Sitting {
        let lines = table.lines();
        let made_at = (1..=lines).collect();
        Sitting {
            table,
            company,
            seq: lines,
            mark: None,
            next_mark: None,
            made_at,
            seen: [0; 2],
            asked: None,
            change: None,
        }
    }

    /// A table after `seq` changes, of which `made_at` made the commands that stand. Who has seen what before is not known: everybody
    /// everything.
    #[must_use]
    pub fn resumed(self, seq: u32, made_at: Vec<u32>) -> Sitting {
        Sitting { seq, made_at, seen: [seq; 2], ..self }
    }

    /// Changes so far.
    pub fn seq(&self) -> u32 {
        self.seq
    }

    /// The mark of the last change.
    pub fn mark(&self) -> Option<Mark> {
        self.mark
    }

    /// Notes under which mark the last change is kept.
    pub fn kept_under(&mut self, mark: Mark) {
        self.mark = Some(mark);
    }

    /// Notes under which mark the next change is to be kept: whoever is told of it is told its mark.
    pub fn keep_next_under(&mut self, mark: Mark) {
        self.next_mark = Some(mark);
    }

    /// Who asks the other side to let them take something back.
    pub fn asked(&self) -> Option<Side> {
        self.asked
    }

    /// Notes who asks that, as it was said elsewhere.
    pub fn ask_for(&mut self, asked: Option<Side>) {
        self.asked = asked;
    }

    /// The change that was made since this was last asked.
    pub fn take_change(&mut self) -> Option<Change> {
        self.change.take()
    }

    /// Notes that people of these sides see the table as it stands.
    pub fn shown_to(&mut self, sides: SideSet) {
        for side in sides.iter() {
            self.seen[side.index()] = self.seq;
        }
    }

    /// Who owes a decision, or how it ended.
    pub fn pending(&self) -> Pending {
        Pending {
            to_act: self.table.to_act().iter().collect(),
            outcome: self.table.outcome(),
            line: self.table.lines(),
            seq: self.seq,
            mark: self.mark,
        }
    }

    /// The decision asked of a side.
    pub fn menu(&self, side: Side) -> Option<Menu<Json>> {
        // Only a draft could be misread.
        self.table.legal(side, None, true).ok()
    }

    /// Whether a seat may take its last command back; nothing for a seat that plays no side.
    pub fn take_back_of(&self, seat: Seat) -> Option<MayTakeBack> {
        Some(match self.may_take_back(seat.side()?) {
            Ok((_, false)) => MayTakeBack::now(),
            Ok((_, true)) => MayTakeBack::ask(),
            Err(e) => MayTakeBack::no(e.text()),
        })
    }

    /// Answers a call that concerns this table; the table and the seat that it names are not looked at.
    pub fn answer(&mut self, call: &Call, caller: Caller) -> Result<Answer, Fault> {
        let (seat, seq) = (caller.seat, self.seq);
        Ok(match call {
            Call::Pending(_) => Answer::Pending(self.pending()),
            Call::View(c) | Call::Sit(c) => Answer::View(Box::new(self.whole(seat, c.since, c.position))),
            Call::Position(_) => {
                Answer::Position(Box::new(PositionNow { position: self.table.as_scenario(seat), seq }))
            }
            Call::Briefing(_) => Answer::Briefing(Box::new(self.table.briefing(seat))),
            Call::Legal(c) => {
                let menu = self.table.legal(side(seat)?, c.draft.as_ref(), c.plans)?;
                Answer::Legal(Box::new(MenuNow { menu, seq }))
            }
            Call::Act(c) => Answer::Acted(Box::new(self.act(side(seat)?, c)?)),
            Call::Undo(_) => Answer::Undone(self.undo(side(seat)?, caller.plays)?),
            Call::Consent(c) => Answer::Undone(self.consent(side(seat)?, c.seq, c.allow)?),
            Call::Odds(c) => Answer::Odds(Box::new(self.table.odds(seat, c)?)),
            Call::Plans(c) => {
                let found = self.table.plans(seat, c)?;
                Answer::Plans(PlanList { plans: found.plans, cut: found.cut, seq })
            }
            Call::Pilot(_) | Call::Hint(_) | Call::Why(_) => {
                // Whoever has a clock lets pilots think.
                return Err(Fault::NotHere("pilots think elsewhere".into()));
            }
            Call::Pace(_) | Call::Relieve(_) => {
                return Err(Fault::NotHere("only a server has pilots that fly by themselves".into()));
            }
            Call::CallMe(_) | Call::Talk(_) | Call::Again(_) | Call::Agree(_) => {
                return Err(Fault::NotHere("only a server has people at its tables".into()));
            }
            Call::Transcript(_) => Answer::Transcript(Box::new(self.table.transcript())),
            Call::Render(_) => {
                let view = self.table.view(seat);
                Answer::Render(Picture { svg: print::position(&view, &self.table.cards(&view)) })
            }
            Call::Games(_)
            | Call::New(_)
            | Call::Load(_)
            | Call::Rules(_)
            | Call::Cards(_)
            | Call::Format(_)
            | Call::Check(_)
            | Call::Close(_)
            | Call::Ping(_) => {
                return Err(Fault::NotHere("this does not concern one table".into()));
            }
        })
    }

    /// What a computer pilot would say for a seat, to be worked out; `salt` decides what it leaves to chance.
    pub fn thought(&self, call: &PilotCall, seat: Seat, salt: u64) -> Result<Thought, Fault> {
        let level = level(call.level.as_deref(), Level::Simple)?;
        Ok(self.table.pilot_later(side(seat)?, level.into(), salt))
    }

    /// What a computer pilot says for a seat, given if that is asked for.
    pub(crate) fn piloted(&mut self, call: &PilotCall, seat: Seat, stop: Stop<'_>) -> Result<Answer, Fault> {
        let command = self.thought(call, seat, crate::REPEATABLE)?(stop)?;
        let act = || self.act(side(seat)?, &given(call, &command, None));
        let acted = call.play.then(act).transpose()?;
        Ok(Answer::Pilot(Box::new(PilotReply { command, acted })))
    }

    /// What a computer pilot finds best for a seat and why, to be worked out; `salt` decides what it leaves to chance.
    pub fn advice(&self, call: &HintCall, seat: Seat, salt: u64) -> Result<Advice, Fault> {
        let level = level(call.level.as_deref(), Level::WingCommander)?;
        Ok(self.table.advice_later(side(seat)?, level, salt))
    }

    /// Why a pilot gave a command, for whoever may know what `seat` does.
    pub(crate) fn past_why(&self, call: &WhyOf, seat: Seat, stop: Stop<'_>) -> Result<PastWhy, Fault> {
        let level = level(call.level.as_deref(), Level::WingCommander)?;
        past_why(&*self.table, (seat, SideSet::BOTH), (call.line, level), stop)
    }

    fn whole(&self, seat: Seat, since: u32, position: bool) -> Seen {
        let view = self.table.view(seat);
        Seen {
            cards: self.table.cards(&view),
            decision: seat.side().and_then(|side| self.menu(side)),
            position: if position { self.table.as_scenario(seat) } else { None },
            log: self.table.log(seat, since),
            next_seq: self.table.next_entry(),
            line: self.table.lines(),
            seq: self.seq,
            mark: self.mark,
            take_back: self.take_back_of(seat),
            asked: self.asked,
            view,
        }
    }

    fn act(&mut self, side: Side, act: &Act) -> Result<Acted, Fault> {
        // Whoever throws the dice of what stands already cannot be late.
        if act.seq.is_some_and(|seq| seq != self.seq) && !self.table.is_bound_by(side, &act.command) {
            return Err(Fault::Moved(self.seq));
        }
        let from = self.table.next_entry();
        let free = self.table.bound().is_none();
        let faces: Vec<u8> = act.dice.iter().map(|face: &Face| face.number()).collect();
        let acted = self.table.act(side, &act.command, &faces).inspect_err(|_| {
            if let Some((by, _)) = self.table.bound().filter(|_| free) {
                self.changed(Change { by, from, kind: ChangeKind::Bound });
            }
        })?;
        self.changed(Change { by: side, from, kind: ChangeKind::Act });
        self.made_at.push(self.seq);
        let events = if act.events { self.table.log(side.into(), acted.first_entry) } else { Vec::new() };
        let pending = self.pending();
        let state = pending.outcome.as_ref().map(|_| acted.state);
        Ok(Acted { events, pending, line: acted.line, dice: acted.dice, state })
    }

    /// Does again what was done elsewhere, with the dice that people threw there. Also answers what it came to.
    pub fn follow(&mut self, side: Side, command: &Json, dice: &[u8]) -> Result<(Change, StateHash), Fault> {
        let from = self.table.next_entry();
        let acted = self.table.act(side, command, dice)?;
        let change = Change { by: side, from, kind: ChangeKind::Act };
        self.changed(change);
        self.made_at.push(self.seq);
        self.change = None;
        Ok((change, acted.state))
    }

    /// Binds a side by a command that was given elsewhere and waits for its dice.
    pub fn follow_bound(&mut self, side: Side, command: &Json) -> Result<Change, Fault> {
        let from = self.table.next_entry();
        self.table.bind(side, command)?;
        let change = Change { by: side, from, kind: ChangeKind::Bound };
        self.changed(change);
        self.change = None;
        Ok(change)
    }

    /// Takes back what was taken back elsewhere.
    pub fn follow_undo(&mut self, side: Side, allowed: TakeBack) -> Change {
        let Undone { next_seq, .. } = self.take_back(side, allowed);
        self.change = None;
        Change { by: side, from: next_seq, kind: ChangeKind::TakenBack(allowed) }
    }

    fn changed(&mut self, change: Change) {
        self.seq += 1;
        self.mark = self.next_mark.take();
        self.asked = None;
        self.change = Some(change);
    }

    /// What a side may take back, and whether the other side has to agree (`table/take-back`).
    fn may_take_back(&self, side: Side) -> Result<(TakeBack, bool), UndoError> {
        let enemy = side.enemy();
        let computer = self.company.pilots[enemy.index()].is_some();
        let allowed = self.table.may_take_back(side, computer.then_some(enemy))?;
        let made_at = self.made_at.iter().rev().nth(allowed.lines as usize - 1);
        let looked = made_at.is_none_or(|made_at| self.seen[enemy.index()] >= *made_at);
        let seen = allowed.seen && looked && !computer;
        Ok((TakeBack { seen, ..allowed }, seen && !self.company.hot_seat))
    }

    /// Takes back the side's last command, and the answers of computer pilots to it. What the other side has seen waits for its consent,
    /// unless the caller plays `both`.
    fn undo(&mut self, side: Side, both: SideSet) -> Result<Undone, Fault> {
        let (allowed, ask) = self.may_take_back(side).map_err(not_taken_back)?;
        if ask && !both.contains(side.enemy()) {
            self.asked = Some(side);
            return Ok(Undone { pending: self.pending(), next_seq: self.table.next_entry(), asked: true });
        }
        Ok(self.take_back(side, allowed))
    }

    /// A side's answer to the other one, which asked to take something back at change `seq`.
    fn consent(&mut self, side: Side, seq: u32, allow: bool) -> Result<Undone, Fault> {
        if self.asked != Some(side.enemy()) || seq != self.seq {
            return Err(Fault::NotHere("nobody asks to take anything back now".into()));
        }
        if allow {
            let (allowed, _) = self.may_take_back(side.enemy()).map_err(not_taken_back)?;
            return Ok(self.take_back(side.enemy(), allowed));
        }
        self.asked = None;
        Ok(Undone { pending: self.pending(), next_seq: self.table.next_entry(), asked: false })
    }

    fn take_back(&mut self, side: Side, allowed: TakeBack) -> Undone {
        let next_seq = self.table.take_back(allowed);
        let line = self.table.lines() as usize;
        self.made_at.truncate(line);
        if allowed.seen {
            self.table.note_take_back(side, line);
        }
        self.changed(Change { by: side, from: next_seq, kind: ChangeKind::TakenBack(allowed) });
        Undone { pending: self.pending(), next_seq, asked: false }
    }
}

/// Why a pilot of this level gave command number `line` for one of these sides, if a seat may be told yet.
pub fn past_why(
    table: &dyn AnyTable,
    (seat, sides): (Seat, SideSet),
    (line, level): (u32, Level),
    stop: Stop<'_>,
) -> Result<PastWhy, Fault> {
    let told = table.explained(seat, sides).contains(&line);
    told.then(|| table.why(line, level, stop)).flatten().ok_or_else(not_told)
}

/// Nobody is told why, at least not now.
pub fn not_told() -> Fault {
    Fault::NotHere("the reasons for this command are not told, or not yet".into())
}

/// The level that a word names, or the usual one where there is no word.
pub fn level(word: Option<&str>, usual: Level) -> Result<Level, Fault> {
    let Some(word) = word else { return Ok(usual) };
    Level::from_word(word).ok_or_else(|| {
        let known = Level::ALL.map(Level::word).join(", ");
        Fault::param("level", format!("there is no pilot '{word}'; there are: {known}"))
    })
}

/// The command that gives what a pilot has thought of. With `seq` only if the table has not moved on since.
pub fn given(call: &PilotCall, command: &Json, seq: Option<u32>) -> Act {
    Act { table: None, seat: None, command: command.clone(), dice: call.dice.clone(), seq, events: true }
}

fn side(seat: Seat) -> Result<Side, Fault> {
    seat.side().ok_or_else(|| Fault::NotHere("only 'allies' and 'axis' play; other seats look on".into()))
}

fn not_taken_back(why: UndoError) -> Fault {
    Fault::NotHere(why.text().into())
}
