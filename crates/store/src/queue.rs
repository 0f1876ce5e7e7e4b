//! The one queue of writes: all jobs that wait go to the engine together.

use crate::behind::{Behind, Notes, Which};
use crate::carry::Carry;
use crate::whole::Whole;
use crate::{
    Appended, Aside, ChainEnd, ClockNote, Fresh, Kept, Mark, Options, Reader, Store, StoreError, Written,
};
use std::future::Future;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};
use tokio::sync::{mpsc, oneshot};

/// How many jobs may wait for the writer. After that, senders wait.
const QUEUE: usize = 4096;
/// Most jobs in one transaction.
const MOST: usize = 1024;
/// Where moves come first, so many jobs that are none are written until it is looked whether moves have come; or this part of them, so that
/// they do not become ever more.
const FEW: usize = 8;
const PART: usize = 8;

pub(crate) type Reply<T> = oneshot::Sender<Result<T, StoreError>>;

/// Something to be written. A table has at most one job at a time that comes from one room: its next job waits for the answer.
pub(crate) enum Job {
    /// A new table; the mark of its first entry, and one for each entry that comes with it.
    Create(Box<Fresh>, Vec<Mark>, Reply<ChainEnd>),
    /// A table as another database had it.
    Whole(Box<Whole>, Reply<ChainEnd>),
    Append(Kept, Reply<Appended>),
    /// What the server wants to know again of the table that ends there, and what it wanted to know before.
    Setup(ChainEnd, [String; 2], Reply<()>),
    /// What is kept beside the log of the table that ends there.
    Aside(ChainEnd, Aside, Reply<()>),
    /// Links to other devices, which belong to no table.
    Carry(Carry, Reply<()>),
    Probe(Reply<()>),
    /// Some of the room of deleted games goes back to the system; how many pages are left.
    Shrink(Reply<u64>),
    Close(Reply<()>),
}

impl Job {
    fn is_move(&self) -> bool {
        matches!(self, Job::Append(..))
    }

    /// Whether it says nothing but that time has gone by on a clock.
    pub(crate) fn is_count(&self) -> bool {
        matches!(self, Job::Aside(_, Aside::Clock(_, ClockNote::Count(_)), _))
    }
}

/// A job, and since when it waits.
pub(crate) type Queued = (Instant, Job);

/// What an engine writes at a time.
pub(crate) struct Batch<'a> {
    pub(crate) jobs: &'a [&'a Job],
    /// Since when the first of them waits.
    pub(crate) since: Instant,
    pub(crate) notes: Notes<'a>,
    pub(crate) probe: bool,
}

/// For each job of a batch, where its table ends now, or why it was not kept.
pub(crate) type Ends = Vec<Result<ChainEnd, StoreError>>;

/// What became of a batch.
pub(crate) struct Done {
    pub(crate) ends: Ends,
    /// Whether the notes were written too.
    pub(crate) noted: bool,
}

/// A database that keeps what it is told.
pub(crate) trait Engine: Send + 'static {
    /// How long a job may wait for a database that went away.
    const PATIENCE: Duration;
    /// Whether moves are answered before anything else is written, because that costs a transaction for each job.
    const MOVES_FIRST: bool;

    /// Writes a batch. If it fails as a whole, nothing of it was kept, or nobody knows ([`StoreError::Unknown`]).
    fn write(&mut self, batch: Batch<'_>) -> impl Future<Output = Result<Done, StoreError>> + Send;

    /// Gives some of the room of deleted games back to the system. Answers how much is left.
    fn shrink(&mut self) -> impl Future<Output = Result<u64, StoreError>> + Send;

    /// Ends it.
    fn close(self) -> impl Future<Output = Result<(), StoreError>> + Send;
}

/// Where a job ends that belongs to no table.
pub(crate) const NOWHERE: ChainEnd = ChainEnd { key: 0, head: 0, seq: 0, mark: Mark::NONE };

/// Sets an engine to work.
pub(crate) fn start(engine: impl Engine, settings: Options, written: Arc<Written>) -> mpsc::Sender<Queued> {
    let (jobs, waiting) = mpsc::channel(QUEUE);
    let queue = Queue { engine, behind: Behind::default(), note_after: settings.note_after, written };
    tokio::spawn(queue.run(waiting));
    jobs
}

/// A job that waits to be written.
struct Waiting {
    since: Instant,
    job: Job,
    /// It was sent and no answer came: whatever happens to later attempts, that one may have been kept.
    in_doubt: bool,
}

/// Takes the first few of the jobs that are no moves, and all counts, which are written together.
fn few(later: &mut Vec<Waiting>) -> Vec<Waiting> {
    let (few, mut others) = (FEW.max(later.len() / PART), 0);
    let (now, left) = later.drain(..).partition(|waiting| {
        others += usize::from(!waiting.job.is_count());
        others <= few || waiting.job.is_count()
    });
    *later = left;
    now
}

impl Waiting {
    fn new(since: Instant, job: Job) -> Waiting {
        Waiting { since, job, in_doubt: false }
    }

    fn answer(self, end: Result<ChainEnd, StoreError>) {
        let in_doubt = |e: &StoreError| self.in_doubt && !e.is_of_what_was_written();
        answer(self.job, end.map_err(|e| if in_doubt(&e) { e.or_unknown() } else { e }));
    }

    /// The same after an attempt that came to nothing.
    fn after(self, e: &StoreError) -> Waiting {
        Waiting { in_doubt: self.in_doubt || matches!(e, StoreError::Unknown(..)), ..self }
    }
}

struct Queue<E> {
    engine: E,
    behind: Behind,
    note_after: Duration,
    written: Arc<Written>,
}

impl<E: Engine> Queue<E> {
    async fn run(mut self, mut waiting: mpsc::Receiver<Queued>) {
        let mut jobs = Vec::new();
        let mut closing = Vec::new();
        let mut later = Vec::new();
        while closing.is_empty() || !later.is_empty() {
            let wait = match later.is_empty() {
                true => self.behind.wait(self.note_after).unwrap_or(Duration::from_secs(3600)),
                false => Duration::ZERO,
            };
            match tokio::time::timeout(wait, waiting.recv_many(&mut jobs, MOST)).await {
                Ok(0) if later.is_empty() => break,
                Ok(0) => {}
                Ok(_) => {
                    let mut work = Vec::with_capacity(jobs.len());
                    let (mut probes, mut shrinks) = (Vec::new(), Vec::new());
                    for (since, job) in jobs.drain(..) {
                        match job {
                            Job::Close(reply) => closing.push(reply),
                            Job::Probe(reply) => probes.push(reply),
                            Job::Shrink(reply) => shrinks.push(reply),
                            job if E::MOVES_FIRST && !job.is_move() => later.push(Waiting::new(since, job)),
                            job => work.push(Waiting::new(since, job)),
                        }
                    }
                    // Whoever is late was told.
                    let _ = self.serve(work).await;
                    if !probes.is_empty() {
                        let probed = self.write(&[], Instant::now(), Which::Due, true).await;
                        for reply in probes {
                            let _ = reply.send(probed.as_ref().map(|_| ()).map_err(Clone::clone));
                        }
                    }
                    for reply in shrinks {
                        let _ = reply.send(self.engine.shrink().await);
                    }
                }
                Err(_) if !later.is_empty() => {}
                Err(_) => {
                    if let Err(e) = self.write(&[], Instant::now(), Which::Due, false).await {
                        tracing::warn!(error = %e, "tables could not be noted");
                    }
                }
            }
            let few = few(&mut later);
            self.written.put_off.store(later.len(), Ordering::Relaxed);
            if let Err(e) = self.serve(few).await {
                // Nothing of these was sent.
                let e = e.or_not_kept();
                for late in later.extract_if(.., |left| left.since.elapsed() >= E::PATIENCE) {
                    late.answer(Err(e.clone()));
                }
            }
        }
        let noted = self.write(&[], Instant::now(), Which::All, false).await;
        let closed = self.engine.close().await;
        for reply in closing {
            let _ = reply.send(noted.as_ref().map(|_| ()).map_err(Clone::clone).and(closed.clone()));
        }
    }

    /// Writes jobs together and answers them. Whoever could not be written because of another job, or because somebody else holds a row,
    /// is tried once more, alone, so that nobody fails for others. If the database is at fault, those are told who have waited long
    /// enough, and the others wait on. Answers whether it was.
    async fn serve(&mut self, mut waiting: Vec<Waiting>) -> Result<(), StoreError> {
        let mut served = Ok(());
        while let Some(first) = waiting.first() {
            let jobs: Vec<&Job> = waiting.iter().map(|waiting| &waiting.job).collect();
            let done = self.write(&jobs, first.since, Which::Due, false).await;
            let (together, mut alone, mut left) = (jobs.len() > 1, Vec::new(), Vec::new());
            for (n, waiting) in waiting.into_iter().enumerate() {
                let (end, of_all) = match &done {
                    Ok(ends) => (ends[n].clone(), false),
                    Err(e) => (Err(e.clone()), together),
                };
                match end {
                    Err(e) if e.is_blocked() || (of_all && e.is_of_what_was_written()) => {
                        alone.push(waiting.after(&e));
                    }
                    Err(e) if e.is_of_the_database() => left.push((waiting.after(&e), e)),
                    end => waiting.answer(end),
                }
            }
            if !alone.is_empty() {
                tracing::warn!(jobs = alone.len(), "some writes failed, trying each alone");
            }
            for waiting in alone {
                let ends = self.write(&[&waiting.job], waiting.since, Which::Due, false).await;
                waiting.answer(ends.and_then(|mut ends| ends.remove(0)));
            }
            let late = left.iter().take_while(|(left, _)| left.since.elapsed() >= E::PATIENCE).count();
            // Whoever is first was waited for.
            let late = late.max(1).min(left.len());
            if let Some((_, error)) = left.first() {
                tracing::error!(%error, jobs = late, "nothing could be written");
                served = Err(error.clone());
            }
            for (waiting, e) in left.drain(..late) {
                waiting.answer(Err(e));
            }
            waiting = left.into_iter().map(|(left, _)| left).collect();
        }
        served
    }

    async fn write(
        &mut self,
        jobs: &[&Job],
        since: Instant,
        which: Which,
        probe: bool,
    ) -> Result<Ends, StoreError> {
        let began = Instant::now();
        let noted = self.behind.count(which, self.note_after);
        let batch = Batch { jobs, since, notes: self.behind.first(noted), probe };
        let done = self.engine.write(batch).await.inspect_err(|_| self.written.failure());
        if done.as_ref().is_ok_and(|done| done.noted) {
            self.behind.forget(noted);
        } else {
            // Notes can wait; they would only make the next transaction larger.
            self.behind.put_off();
        }
        let ends = done?.ends;
        let failed = |end: &Result<_, StoreError>| end.as_ref().is_err_and(StoreError::is_of_the_database);
        if ends.iter().any(failed) {
            self.written.failure();
            if ends.iter().all(failed) {
                return Ok(ends);
            }
        }
        let mut entries = 0;
        for (job, end) in jobs.iter().zip(&ends) {
            match (job, end) {
                (Job::Append(kept, ..), Ok(end)) => {
                    entries += 1;
                    self.behind.add(kept, *end);
                }
                (Job::Create(fresh, ..), Ok(_)) => entries += fresh.entries.len(),
                (Job::Whole(whole, _), Ok(_)) => entries += whole.log.len(),
                (Job::Aside(_, Aside::Forget, _), Ok(end)) => self.behind.drop(end.key),
                _ => {}
            }
        }
        self.written.commit(entries, began.elapsed());
        Ok(ends)
    }
}

// A failed send is ignored: the caller has gone away.
fn answer(job: Job, end: Result<ChainEnd, StoreError>) {
    match job {
        Job::Create(_, _, reply) | Job::Whole(_, reply) => drop(reply.send(end)),
        // Answered by themselves.
        Job::Shrink(_) => {}
        Job::Append(_, reply) => drop(reply.send(end.map(|end| Appended { end }))),
        Job::Setup(_, _, reply)
        | Job::Aside(_, _, reply)
        | Job::Carry(_, reply)
        | Job::Probe(reply)
        | Job::Close(reply) => drop(reply.send(end.map(|_| ()))),
    }
}

impl Store {
    /// Keeps a new table. When this returns, it is on disk.
    pub async fn create(&self, fresh: Fresh) -> Result<ChainEnd, StoreError> {
        let marks = (0..=fresh.entries.len()).map(|_| Mark::draw()).collect();
        self.put(|reply| Job::Create(Box::new(fresh), marks, reply)).await
    }

    /// Keeps a change of a table, if the table still ends where whoever makes the change thinks; else it has moved on. When this returns,
    /// the change is on disk.
    pub async fn append(&self, kept: Kept) -> Result<Appended, StoreError> {
        self.put(|reply| Job::Append(kept, reply)).await
    }

    /// Keeps what the server wants to know again of a table, in place of what it knew. If it knew something else than is kept, another
    /// process was first ([`StoreError::is_taken`]). When this returns, it is on disk.
    pub async fn set_up(&self, table: ChainEnd, setup: String, knew: String) -> Result<(), StoreError> {
        self.put(|reply| Job::Setup(table, [setup, knew], reply)).await
    }

    /// Tests whether a change could be kept, by writing something that nobody needs. All who ask at once share one write, and it is not
    /// repeated.
    pub async fn probe(&self) -> Result<(), StoreError> {
        self.put(Job::Probe).await
    }

    /// Gives some of the room of deleted games back to the system, if the store was opened for that. Answers how many pages are left.
    pub async fn shrink(&self) -> Result<u64, StoreError> {
        self.put(Job::Shrink).await
    }

    /// Writes the notes that still wait and closes the database.
    pub async fn close(&self) -> Result<(), StoreError> {
        match &self.reader {
            Reader::Sqlite(reader) => reader.close().await,
            Reader::Postgres(reader) => reader.close().await,
        }
        self.put(Job::Close).await
    }

    pub(crate) async fn put<T>(&self, job: impl FnOnce(Reply<T>) -> Job) -> Result<T, StoreError> {
        let (reply, answer) = oneshot::channel();
        self.jobs.send((Instant::now(), job(reply))).await.map_err(|_| StoreError::Closed)?;
        answer.await.map_err(|_| StoreError::Closed)?
    }
}
