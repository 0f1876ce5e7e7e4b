//! One socket of a guest: what it says is noted and put in order.

use super::heard::{Fault, Message, News, Place, mark};
use crate::socket::{Made, Socket};
use anyhow::{Context, bail};
use serde_json::Value;
use std::time::Instant;
use table::Side;
use wire::Json;

/// A command that was given, or a question for one.
pub(crate) struct Asked {
    id: u64,
    /// Changes of the table when it was asked.
    pub(crate) seq: u32,
    pub(crate) at: Instant,
    /// Whether it is a command.
    pub(crate) act: bool,
}

/// What was heard.
pub(crate) enum Heard {
    Greeted,
    Changed,
    Acknowledged,
    Refused(Fault),
    /// What a pilot would do.
    Advised(Json),
    Nothing,
}

pub(crate) struct Ear {
    socket: Socket,
    next_id: u64,
    pub(crate) asked: Option<Asked>,
    pub(crate) to_act: Vec<Side>,
    pub(crate) chain: Vec<Place>,
    pub(crate) acknowledged: Vec<Place>,
    pub(crate) wrong: Vec<String>,
}

impl Ear {
    pub(crate) async fn open(address: &str, table: &Made) -> anyhow::Result<Ear> {
        Ok(Ear {
            socket: Socket::open(address, table).await?,
            next_id: 1,
            asked: None,
            to_act: Vec::new(),
            chain: Vec::new(),
            acknowledged: Vec::new(),
            wrong: Vec::new(),
        })
    }

    /// Where the table stands, as far as this socket was told.
    pub(crate) fn place(&self) -> Place {
        self.chain.last().copied().unwrap_or_default()
    }

    /// Says something to which no answer is waited for.
    pub(crate) async fn say(&mut self, method: &str, params: Value) -> anyhow::Result<()> {
        self.next_id += 1;
        self.socket.send(self.next_id, method, params).await
    }

    /// Gives a command, or asks for one.
    pub(crate) async fn ask(&mut self, method: &str, params: Value) -> anyhow::Result<()> {
        self.next_id += 1;
        let (id, seq) = (self.next_id, self.place().0);
        self.asked = Some(Asked { id, seq, at: Instant::now(), act: method == "act" });
        self.socket.send(id, method, params).await
    }

    /// Hears the next message; an error once the socket is closed or about to be.
    pub(crate) async fn next(&mut self) -> anyhow::Result<Heard> {
        let text = self.socket.next().await?;
        match self.read(&text) {
            Ok(Some(heard)) => Ok(heard),
            Ok(None) => bail!("sent away"),
            Err(e) => {
                self.wrong.push(format!("{e}: {text}"));
                Err(e)
            }
        }
    }

    /// What a message says; nothing if it is a goodbye.
    fn read(&mut self, text: &str) -> anyhow::Result<Option<Heard>> {
        let message: Message<'_> = serde_json::from_str(text)?;
        let news = message.params.unwrap_or_default();
        match message.method {
            Some("hello") => {
                self.to_act = news.table.as_ref().context("a greeting without its table")?.to_act.clone();
                self.told(&news);
                Ok(Some(Heard::Greeted))
            }
            Some("changed") => {
                self.to_act = news.to_act.clone().context("a change without who is to act")?;
                self.told(&news);
                Ok(Some(Heard::Changed))
            }
            Some("bye") => Ok(None),
            Some(_) => Ok(Some(Heard::Nothing)),
            None => match self.asked.take_if(|asked| Some(asked.id) == message.id) {
                None => Ok(Some(Heard::Nothing)),
                Some(asked) => Ok(Some(match (message.error, message.result) {
                    (Some(fault), _) => Heard::Refused(fault),
                    (None, Some(answer)) if asked.act => {
                        let pending =
                            answer.pending.context("an acknowledgement without where the table stands")?;
                        match mark(pending.mark.as_deref()) {
                            Some(mark) if pending.seq == asked.seq + 1 => {
                                self.acknowledged.push((pending.seq, mark));
                            }
                            _ => self
                                .wrong
                                .push(format!("entry {} was acknowledged by: {text}", asked.seq + 1)),
                        }
                        Heard::Acknowledged
                    }
                    (None, answer) => match answer.and_then(|answer| answer.command) {
                        Some(command) => Heard::Advised(command),
                        None => bail!("no answer"),
                    },
                })),
            },
        }
    }

    /// Notes an entry of which the socket was told: the first one, or the next.
    fn told(&mut self, news: &News) {
        let (Some(seq), Some(mark)) = (news.seq, mark(news.mark.as_deref())) else {
            self.wrong.push("told of a change without its number or its mark".into());
            return;
        };
        if let Some((last, _)) = self.chain.last()
            && seq != last + 1
        {
            self.wrong.push(format!("told of change {seq} after change {last}"));
        }
        self.chain.push((seq, mark));
    }
}
