//! The ways by which this server reaches players who are away: mail, and webhooks of theirs.

use crate::config::Config;
use crate::mail::{Letter, Mailer};
use crate::webhook::Caller;
use table::Side;
use url::Url;

/// The longest address.
const LONGEST: usize = 500;

/// What a message says.
pub(crate) struct News {
    pub(crate) game: String,
    pub(crate) side: Side,
    /// The way to the table. It gives no seat: that is in the player's browser.
    pub(crate) link: String,
    /// The way to get no more of these.
    pub(crate) stop: String,
}

/// A message that was not sent. The reason names no address.
#[derive(Debug)]
pub(crate) struct Failed {
    pub(crate) why: String,
    /// Whether another attempt would fail too.
    pub(crate) for_good: bool,
}

impl Failed {
    pub(crate) fn for_now(why: &str) -> Failed {
        Failed { why: why.to_owned(), for_good: false }
    }

    pub(crate) fn for_good(why: &str) -> Failed {
        Failed { why: why.to_owned(), for_good: true }
    }
}

/// Where a player is told.
#[derive(Clone)]
pub(crate) enum Address {
    Mail(lettre::Address),
    Webhook(Url),
}

/// The ways by which this server tells players.
pub(crate) struct Post {
    mail: Option<Mailer>,
    webhooks: Option<Caller>,
    /// The address of this server.
    pub(crate) home: String,
}

impl Post {
    pub(crate) fn of(config: &Config) -> Result<Post, String> {
        let (mail, webhooks) = (Mailer::of(config)?, Caller::of(config.webhooks)?);
        let home = config.public_url.as_deref().map(|url| url.trim_end_matches('/').to_owned());
        if home.is_none() && (mail.is_some() || webhooks.is_some()) {
            return Err("messages need an address to lead to (--public-url)".into());
        }
        Ok(Post { mail, webhooks, home: home.unwrap_or_default() })
    }

    /// Reads an address as a person types it.
    pub(crate) fn read(&self, text: &str) -> Result<Address, String> {
        let text = text.trim();
        if text.len() > LONGEST {
            return Err(format!("may have at most {LONGEST} letters"));
        }
        match (text.contains("://"), &self.mail, &self.webhooks) {
            (true, _, Some(caller)) => Ok(Address::Webhook(caller.read(text)?)),
            (true, _, None) => Err("this server calls no webhooks".into()),
            (false, Some(_), _) => {
                text.parse().map(Address::Mail).map_err(|_| "is no mail address".to_owned())
            }
            (false, None, _) => Err("this server sends no mail".into()),
        }
    }

    /// Whether it sends mail.
    pub(crate) fn mails(&self) -> bool {
        self.mail.is_some()
    }

    /// Whether it calls webhooks.
    pub(crate) fn calls(&self) -> bool {
        self.webhooks.is_some()
    }

    /// Asks by mail whether an address belongs to whoever gave it.
    pub(crate) async fn ask(&self, to: &lettre::Address, game: &str, link: &str) -> Result<(), Failed> {
        match &self.mail {
            Some(mailer) => mailer.send(to, Letter::question(game, link)).await,
            None => Err(Failed::for_good("the host has switched this way off")),
        }
    }

    pub(crate) async fn send(&self, address: &Address, news: &News) -> Result<(), Failed> {
        match (address, &self.mail, &self.webhooks) {
            (Address::Mail(to), Some(mailer), _) => mailer.send(to, Letter::turn(news)).await,
            (Address::Webhook(url), _, Some(caller)) => caller.call(url, news).await,
            (Address::Mail(_) | Address::Webhook(_), _, _) => {
                Err(Failed::for_good("the host has switched this way off"))
            }
        }
    }
}
