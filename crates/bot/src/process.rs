//! A program that was started, its lines and its end. Three threads stand between it and us, so that nothing it does or leaves undone can
//! make us wait for longer than we want.

use std::collections::{BTreeSet, VecDeque};
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// The longest line that is read, as on a socket.
pub(crate) const LONGEST_LINE: usize = 64 * 1024;
/// Lines that may wait to be answered. A program that writes more waits for us.
const WAITING: usize = 64;
/// The most bytes that may wait to be read by the program.
const MOST_UNREAD: usize = 16 * 1024 * 1024;
/// So much of the end of its standard error is kept.
const LAST_WORDS: usize = 2048;
/// How long the rest of its standard error is waited for after its end.
const ECHO: Duration = Duration::from_millis(500);
/// How often we look whether a program has ended.
const GLANCE: Duration = Duration::from_millis(2);

/// What comes from a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Heard {
    /// A line, without its end.
    Line(Vec<u8>),
    /// A line that is longer than any that is read; this is its beginning.
    TooLong(Vec<u8>),
    /// The last bytes before the end of its output, which no line end follows.
    Half(Vec<u8>),
    /// The end of its output.
    End,
}

/// Why nothing was heard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Late;

/// A program that runs until this is dropped.
pub(crate) struct Process {
    child: Child,
    heard: Receiver<Heard>,
    /// Nothing once its input is closed.
    said: Option<Sender<String>>,
    unread: Arc<AtomicUsize>,
    last_words: Arc<Mutex<VecDeque<u8>>>,
    /// Closed with its standard error.
    silent: Receiver<()>,
}

/// The groups of all programs that run now; nothing once no more may be started.
static GROUPS: Mutex<Option<BTreeSet<u32>>> = Mutex::new(Some(BTreeSet::new()));

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Ends every bot with all that it has started; no more are started after that. For a program that is about to end.
pub fn end_all() {
    for group in locked(&GROUPS).take().unwrap_or_default() {
        kill(group);
    }
}

/// Whether all bots have been ended, so that none of them is to blame for its end.
pub(crate) fn are_ended() -> bool {
    locked(&GROUPS).is_none()
}

#[cfg(unix)]
fn kill(group: u32) {
    use rustix::process::{Pid, Signal, kill_process_group};
    if let Some(group) = i32::try_from(group).ok().and_then(Pid::from_raw) {
        // A group that has ended already is what we want.
        let _ = kill_process_group(group, Signal::KILL);
    }
}

#[cfg(not(unix))]
fn kill(_: u32) {}

#[cfg(unix)]
fn shell(command: &str) -> Command {
    use std::os::unix::process::CommandExt;
    let mut shell = Command::new("sh");
    shell.args(["-c", command]).process_group(0);
    shell
}

#[cfg(not(unix))]
fn shell(command: &str) -> Command {
    let mut shell = Command::new("cmd");
    shell.args(["/C", command]);
    shell
}

impl Process {
    /// Starts a program in a group of its own: what it starts is ended with it, and Ctrl-C at our terminal is ours alone.
    pub(crate) fn start(command: &str, seed: u64) -> Result<Process, String> {
        let mut shell = shell(command);
        shell.env("TALLYHO_SEED", seed.to_string());
        shell.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        // Nobody may end all bots between the start and the note of it.
        let mut groups = locked(&GROUPS);
        let groups = groups.as_mut().ok_or("the program is about to end")?;
        let mut child = shell.spawn().map_err(|e| format!("'{command}' cannot be started: {e}"))?;
        groups.insert(child.id());
        let (Some(input), Some(output), Some(errors)) =
            (child.stdin.take(), child.stdout.take(), child.stderr.take())
        else {
            return Err(format!("'{command}' has no pipes"));
        };
        let (hear, heard) = sync_channel(WAITING);
        let (said, say) = channel::<String>();
        let (speaks, silent) = channel::<()>();
        let (unread, last_words) = (Arc::new(AtomicUsize::new(0)), Arc::default());
        let (taken, kept) = (Arc::clone(&unread), Arc::clone(&last_words));
        thread::spawn(move || pass_lines(output, &hear));
        thread::spawn(move || pass_on(&say, input, &taken));
        thread::spawn(move || {
            keep_end(errors, &kept);
            drop(speaks);
        });
        Ok(Process { child, heard, said: Some(said), unread, last_words, silent })
    }

    /// The next of what it writes, if that comes in time.
    pub(crate) fn hear(&self, until: Instant) -> Result<Heard, Late> {
        match self.heard.recv_timeout(until.saturating_duration_since(Instant::now())) {
            Ok(heard) => Ok(heard),
            Err(RecvTimeoutError::Timeout) => Err(Late),
            Err(RecvTimeoutError::Disconnected) => Ok(Heard::End),
        }
    }

    /// Sends a line. Whether the program reads at all: not if too much waits for it.
    pub(crate) fn say(&self, mut line: String) -> bool {
        line.push('\n');
        let unread = self.unread.fetch_add(line.len(), Ordering::Relaxed) + line.len();
        if let Some(said) = &self.said {
            // A program that has closed its input hears nothing; what comes from it tells the rest.
            let _ = said.send(line);
        }
        unread <= MOST_UNREAD
    }

    /// Closes its input, once it has read what was said.
    pub(crate) fn close(&mut self) {
        self.said = None;
    }

    /// Waits until it has ended by itself.
    pub(crate) fn has_ended(&mut self, until: Instant) -> bool {
        loop {
            if self.is_over() {
                return true;
            }
            if Instant::now() >= until {
                return false;
            }
            thread::sleep(GLANCE);
        }
    }

    /// Looks without taking its exit status, which keeps the number of its group from being given to others.
    #[cfg(unix)]
    fn is_over(&mut self) -> bool {
        use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT | WaitIdOptions::NOHANG;
        matches!(waitid(WaitId::Pid(Pid::from_child(&self.child)), options), Ok(Some(_)) | Err(_))
    }

    #[cfg(not(unix))]
    fn is_over(&mut self) -> bool {
        !matches!(self.child.try_wait(), Ok(None))
    }

    /// Ends it and all that it has started. How it ended, if that is known.
    pub(crate) fn end(&mut self) -> Option<ExitStatus> {
        // Once it is out of the list nobody else ends the group, whose number is free after `wait`.
        let mut groups = locked(&GROUPS);
        if let Some(groups) = groups.as_mut()
            && groups.remove(&self.child.id())
        {
            kill(self.child.id());
        }
        drop(groups);
        // Where there are no groups, and for one that somebody else has ended already.
        let _ = self.child.kill();
        self.child.wait().ok()
    }

    /// The end of what it wrote to its standard error, after its own end.
    pub(crate) fn last_words(&self) -> String {
        // Something that it started may hold its standard error open for ever.
        let _ = self.silent.recv_timeout(ECHO);
        let words = locked(&self.last_words);
        let (front, back) = words.as_slices();
        String::from_utf8_lossy(&[front, back].concat()).trim().to_owned()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.end();
    }
}

/// Cuts output into lines.
fn pass_lines(output: impl Read, to: &SyncSender<Heard>) {
    let mut output = BufReader::new(output);
    loop {
        let mut line = Vec::new();
        // Bytes that cannot be read are as good as the end.
        let read = output.by_ref().take(LONGEST_LINE as u64 + 1).read_until(b'\n', &mut line);
        let (heard, last) = match read {
            Ok(0) | Err(_) => (Heard::End, true),
            Ok(_) if line.ends_with(b"\n") => {
                line.pop();
                (Heard::Line(line), false)
            }
            Ok(_) if line.len() > LONGEST_LINE => (Heard::TooLong(line), true),
            Ok(_) => (Heard::Half(line), false),
        };
        if to.send(heard).is_err() || last {
            return;
        }
    }
}

/// Writes lines to its input until there are no more or nobody reads them.
fn pass_on(lines: &Receiver<String>, mut input: impl Write, unread: &AtomicUsize) {
    for line in lines {
        if input.write_all(line.as_bytes()).and_then(|()| input.flush()).is_err() {
            return;
        }
        unread.fetch_sub(line.len(), Ordering::Relaxed);
    }
}

fn keep_end(mut errors: impl Read, kept: &Mutex<VecDeque<u8>>) {
    let mut bytes = [0; 512];
    while let Ok(read @ 1..) = errors.read(&mut bytes) {
        let mut kept = locked(kept);
        kept.extend(&bytes[..read]);
        let excess = kept.len().saturating_sub(LAST_WORDS);
        kept.drain(..excess);
    }
}
