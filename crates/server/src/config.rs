//! What a host may choose.

use std::fmt;
use std::net::SocketAddr;
use std::time::Duration;
use store::Place;

/// A setting with a password in it: it prints itself nowhere.
#[derive(Clone)]
pub struct Secret(pub String);

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(…)")
    }
}

/// Which addresses the server calls when a player wants to be told of their turn by a webhook.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Webhooks {
    /// None.
    #[default]
    Off,
    /// Public ones, by `https` alone: nobody can have the server knock at doors of the network that it stands in.
    Public,
    /// Any, by plain `http` too: for a house or a club whose players all may reach whatever the server reaches.
    Anywhere,
}

/// Settings of a server.
#[derive(Clone, Debug)]
pub struct Config {
    /// Where it listens; port 0 takes any free one.
    pub bind: SocketAddr,
    /// Where games are kept.
    pub database: Place,
    /// The address under which players reach it, where that is not the one it listens on: `https://club.example`. With
    /// `https` cookies are sent over TLS only.
    pub public_url: Option<String>,
    /// Other names under which it is reached. Whatever name is neither this machine's nor told is refused, so that no page of another
    /// name can read it by resolving here.
    pub hosts: Vec<String>,
    /// Reverse proxies in front of it: the client's address is that many places from the end of `X-Forwarded-For`.
    pub trusted_proxies: u8,
    /// Whether requests are counted and refused beyond a rate. Off only for load tests.
    pub limits: bool,
    /// Whether computer pilots tell people what they would do.
    pub hints: bool,
    /// Whether people may talk at tables.
    pub chat: bool,
    /// The mail server through which players are told of their turn: `smtps://user:password@host`. Without it there is no mail.
    pub smtp: Option<Secret>,
    /// Whom such mail is from: `Tallyho <games@club.example>`.
    pub mail_from: Option<String>,
    /// Whether players may be told of their turn by a webhook of theirs.
    pub webhooks: Webhooks,
    /// How long a player must owe a turn, and be away, before they are told: whoever only loads the page anew is not.
    pub tell_after: Duration,
    /// After a message that could not be sent, how long until the next attempt; then five times as long each time.
    pub tell_again: Duration,
    /// Whether people may let computer pilots fly many games of a scenario, in the lab.
    pub lab: bool,
    /// How long a run of the lab is remembered after its end.
    pub lab_kept: Duration,
    /// The longest time that a run of the lab may play.
    pub lab_time: Duration,
    /// How long a request's head may take, from connecting or from the last answer on.
    pub head_within: Duration,
    /// How long a client may take nothing of what is sent to it.
    pub taken_within: Duration,
    /// The most connections of one address at once, sockets among them.
    pub most_connections_each: usize,
    /// The most sockets of one address at once: a club evening with half a dozen pages each fits.
    pub most_sockets_each: usize,
    /// The most sockets at once.
    pub most_sockets: usize,
    /// Whether `/metrics` answers others than this machine.
    pub open_metrics: bool,
    /// How long a table that nobody looks at stays in memory.
    pub idle: Duration,
    /// How long finished games are kept; for good if nothing is said.
    pub keep_finished: Option<Duration>,
    /// How often games are looked for that need be kept no longer.
    pub delete_every: Duration,
    /// How long after its last change the views of a game are kept.
    pub keep_after: Duration,
}

impl Config {
    /// The usual settings for a database.
    pub fn new(bind: SocketAddr, database: impl Into<Place>) -> Config {
        Config {
            bind,
            database: database.into(),
            public_url: None,
            hosts: Vec::new(),
            trusted_proxies: 0,
            limits: true,
            hints: true,
            chat: true,
            smtp: None,
            mail_from: None,
            webhooks: Webhooks::Off,
            tell_after: Duration::from_secs(60),
            tell_again: Duration::from_secs(60),
            lab: true,
            lab_kept: Duration::from_secs(1800),
            lab_time: Duration::from_secs(180),
            head_within: Duration::from_secs(20),
            taken_within: Duration::from_secs(20),
            most_connections_each: 1000,
            most_sockets_each: 300,
            most_sockets: 20_000,
            open_metrics: false,
            idle: Duration::from_secs(600),
            keep_finished: None,
            delete_every: Duration::from_secs(600),
            keep_after: Duration::from_secs(60),
        }
    }

    /// Whether players reach it over TLS.
    pub(crate) fn secure(&self) -> bool {
        self.public_url.as_deref().is_some_and(|url| url.starts_with("https://"))
    }

    /// Host and port of the public address.
    pub(crate) fn public_host(&self) -> Option<&str> {
        let url = self.public_url.as_deref()?;
        let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
        Some(rest.split('/').next().unwrap_or(rest))
    }
}
