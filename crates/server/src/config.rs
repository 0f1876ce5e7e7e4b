//! What a host may choose.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

/// Settings of a server.
#[derive(Clone, Debug)]
pub struct Config {
    /// Where it listens; port 0 takes any free one.
    pub bind: SocketAddr,
    /// The database file.
    pub database: PathBuf,
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
    /// Whether people may let computer pilots fly many games of a scenario, in the lab.
    pub lab: bool,
    /// How long a run of the lab is remembered after its end.
    pub lab_kept: Duration,
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
}

impl Config {
    /// The usual settings for a database file.
    pub fn new(bind: SocketAddr, database: PathBuf) -> Config {
        Config {
            bind,
            database,
            public_url: None,
            hosts: Vec::new(),
            trusted_proxies: 0,
            limits: true,
            hints: true,
            chat: true,
            lab: true,
            lab_kept: Duration::from_secs(1800),
            head_within: Duration::from_secs(20),
            taken_within: Duration::from_secs(20),
            most_connections_each: 1000,
            most_sockets_each: 300,
            most_sockets: 20_000,
            open_metrics: false,
            idle: Duration::from_secs(600),
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
