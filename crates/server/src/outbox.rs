//! What waits to be sent to one listener. A channel would do the same and keep room for dozens of messages that nearly never wait.

use crate::socket::Utf8Bytes;
use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};
use tokio::sync::Notify;
use wire::live::ByeWhy;

/// Messages that may wait for a client that does not read, and their bytes. A single one may be as large as it is.
const MOST: usize = 256;
const MOST_BYTES: usize = 1 << 20;

#[derive(Default)]
pub(crate) struct Outbox {
    waiting: Mutex<Waiting>,
    news: Notify,
}

#[derive(Default)]
struct Waiting {
    texts: VecDeque<Utf8Bytes>,
    bytes: usize,
    shut: Option<ByeWhy>,
}

impl Waiting {
    fn is_full_with(&self, text: &Utf8Bytes) -> bool {
        let too_large = !self.texts.is_empty() && self.bytes + text.len() > MOST_BYTES;
        too_large || self.texts.len() >= MOST
    }

    fn take(&mut self) -> VecDeque<Utf8Bytes> {
        self.bytes = 0;
        std::mem::take(&mut self.texts)
    }
}

impl Outbox {
    fn waiting(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Puts a text in. If there is no room, the box is shut for good, and this says so.
    pub(crate) fn put(&self, text: Utf8Bytes) -> bool {
        let mut waiting = self.waiting();
        if waiting.is_full_with(&text) {
            waiting.shut.get_or_insert(ByeWhy::Slow);
        }
        let open = waiting.shut.is_none();
        if open {
            waiting.bytes += text.len();
            waiting.texts.push_back(text);
        }
        drop(waiting);
        self.news.notify_one();
        open
    }

    /// Shuts the box for good.
    pub(crate) fn shut(&self, why: ByeWhy) {
        self.waiting().shut.get_or_insert(why);
        self.news.notify_one();
    }

    /// Everything that waits now.
    pub(crate) fn empty(&self) -> VecDeque<Utf8Bytes> {
        self.waiting().take()
    }

    /// Waits until something waits and takes all of it, or says why the box was shut.
    pub(crate) async fn take(&self) -> Result<VecDeque<Utf8Bytes>, ByeWhy> {
        loop {
            {
                let mut waiting = self.waiting();
                if let Some(why) = waiting.shut {
                    return Err(why);
                }
                if !waiting.texts.is_empty() {
                    return Ok(waiting.take());
                }
            }
            self.news.notified().await;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn what_was_put_in_comes_out_in_order_and_all_at_once() {
        let outbox = Outbox::default();
        assert!(outbox.put("one".into()) && outbox.put("two".into()));
        assert_eq!(outbox.take().await.unwrap(), ["one", "two"]);
        assert!(outbox.empty().is_empty());
    }

    #[tokio::test]
    async fn a_box_that_is_not_emptied_is_shut_for_good() {
        let outbox = Outbox::default();
        assert!((0..MOST).all(|_| outbox.put("more".into())));
        assert!(!outbox.put("too much".into()));
        assert_eq!(outbox.take().await, Err(ByeWhy::Slow));
        assert!(!outbox.put("again".into()));
    }

    #[tokio::test]
    async fn a_box_holds_no_more_than_a_mebibyte_unless_a_single_message_is_larger() {
        let outbox = Outbox::default();
        let large = || Utf8Bytes::from("x".repeat(MOST_BYTES / 3 + 1));
        assert!(outbox.put(large()) && outbox.put(large()));
        outbox.take().await.unwrap();
        assert!(outbox.put(large()) && outbox.put(large()), "what was taken counts no more");
        assert!(!outbox.put(large()));
        let outbox = Outbox::default();
        assert!(outbox.put("x".repeat(MOST_BYTES + 1).into()));
        assert!(!outbox.put("one more".into()));
    }
}
