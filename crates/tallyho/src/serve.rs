//! `tallyho serve`: settings from flags, environment and file, and the server between start and stop.

use crate::home::{DATA_DIR, Home, make_folder};
use anyhow::{Context, bail};
use catalog::Catalog;
use clap::Parser;
use clap::builder::FalseyValueParser;
use serde::Deserialize;
use server::{Config, Place, Running, Secret, Webhooks};
use std::io::IsTerminal;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::Path;
use std::process::{Command, ExitCode, Stdio};
use std::time::Duration;
use tracing_subscriber::EnvFilter;
use tracing_subscriber::filter::{LevelFilter, filter_fn};
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

pub(crate) const EXAMPLES: &str = "\
Examples:
  tallyho serve                                       for yourself, at http://127.0.0.1:1940
  tallyho serve --bind 0.0.0.0 --no-open              for everybody in the house, by this machine's address
  tallyho serve --bind 0.0.0.0 --host games.lan       and by this name
  tallyho serve --public-url https://club.example --trusted-proxies 1 --log-format json
A flag goes before its environment variable, that before the configuration file (tallyho.toml in the data
folder, or --config FILE), that before the default. See docs/host.md.";

const PORT: u16 = 1940;
/// Crates that may log at every level. Libraries log whatever they see at `debug` and `trace`, secret links, cookies and commands included, so
/// nothing of theirs below `info` is written, whatever the filter says.
const OURS: [&str; 3] = ["server", "store", "tallyho"];
/// A proxy limits its clients itself, and likes to keep connections to us for a minute or two.
const PROXY_IDLE: Duration = Duration::from_secs(150);
const LOG: &str = "info,sqlx=warn";

#[derive(clap::Args, Clone, Debug, Default)]
pub(crate) struct Args {
    /// Port to listen on; 0 takes any free one [default: 1940]
    #[arg(long, env = "TALLYHO_PORT", value_name = "N")]
    port: Option<u16>,
    /// Address to listen on; 0.0.0.0 for all [default: 127.0.0.1, this machine alone]
    #[arg(long, env = "TALLYHO_BIND", value_name = "ADDR")]
    bind: Option<IpAddr>,
    #[command(flatten)]
    home: Home,
    /// Do not open the browser
    #[arg(long, env = "TALLYHO_NO_OPEN", value_parser = FalseyValueParser::new())]
    no_open: bool,
    /// Address under which players reach the server, if it is another one than it listens on
    #[arg(long, env = "TALLYHO_PUBLIC_URL", value_name = "URL")]
    public_url: Option<String>,
    /// Another name under which players reach the server; give it once for each name
    #[arg(long = "host", env = "TALLYHO_HOSTS", value_name = "NAME", value_delimiter = ',')]
    hosts: Vec<String>,
    /// Reverse proxies in front of the server, for the client's address
    #[arg(long, env = "TALLYHO_TRUSTED_PROXIES", value_name = "N")]
    trusted_proxies: Option<u8>,
    /// Do not limit how much one client may ask (for load tests)
    #[arg(long, env = "TALLYHO_NO_LIMITS", value_parser = FalseyValueParser::new())]
    no_limits: bool,
    /// Do not let computer pilots tell people what they would do
    #[arg(long, env = "TALLYHO_NO_HINTS", value_parser = FalseyValueParser::new())]
    no_hints: bool,
    /// Do not let people talk at tables
    #[arg(long, env = "TALLYHO_NO_CHAT", value_parser = FalseyValueParser::new())]
    no_chat: bool,
    /// Mail server that tells players of their turn: smtps://USER:PASSWORD@HOST, or smtp://…?tls=required
    #[arg(long, env = "TALLYHO_SMTP", value_name = "URL", hide_env_values = true)]
    smtp: Option<String>,
    /// Whom such mail is from: 'Tallyho <games@club.example>'
    #[arg(long, env = "TALLYHO_MAIL_FROM", value_name = "ADDR")]
    mail_from: Option<String>,
    /// Let players be told of their turn by webhooks of theirs
    #[arg(long, env = "TALLYHO_WEBHOOKS", value_enum, value_name = "WHERE")]
    webhooks: Option<WebhooksTo>,
    /// Do not let people fly many games between computer pilots in the lab
    #[arg(long, env = "TALLYHO_NO_LAB", value_parser = FalseyValueParser::new())]
    no_lab: bool,
    /// Delete finished games so many days after their end [default: they are kept]
    #[arg(long, env = "TALLYHO_KEEP_FINISHED", value_name = "DAYS", value_parser = clap::value_parser!(u32).range(1..=36500))]
    keep_finished: Option<u32>,
    /// Let others than this machine read /metrics
    #[arg(long, env = "TALLYHO_OPEN_METRICS", value_parser = FalseyValueParser::new())]
    open_metrics: bool,
    /// What to log: error, warn, info, debug, or by module [default: info]
    #[arg(long, env = "TALLYHO_LOG", value_name = "FILTER")]
    log: Option<String>,
    /// How to write the log
    #[arg(long, env = "TALLYHO_LOG_FORMAT", value_enum)]
    log_format: Option<LogFormat>,
}

#[derive(clap::ValueEnum, Clone, Copy, Debug, Default, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "kebab-case")]
enum WebhooksTo {
    /// No webhooks.
    #[default]
    Off,
    /// Public addresses, by https alone.
    Public,
    /// Addresses of your own network too, by plain http too: only where you trust all players.
    Anywhere,
}

impl From<WebhooksTo> for Webhooks {
    fn from(to: WebhooksTo) -> Webhooks {
        match to {
            WebhooksTo::Off => Webhooks::Off,
            WebhooksTo::Public => Webhooks::Public,
            WebhooksTo::Anywhere => Webhooks::Anywhere,
        }
    }
}

#[derive(clap::ValueEnum, Clone, Copy, Debug, Default, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "kebab-case")]
enum LogFormat {
    /// For people.
    #[default]
    Text,
    /// One JSON object a line.
    Json,
}

/// The configuration file: the same settings under the same names.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct File {
    port: Option<u16>,
    bind: Option<IpAddr>,
    database: Option<String>,
    no_open: Option<bool>,
    public_url: Option<String>,
    hosts: Option<Vec<String>>,
    trusted_proxies: Option<u8>,
    no_limits: Option<bool>,
    no_hints: Option<bool>,
    no_chat: Option<bool>,
    smtp: Option<String>,
    mail_from: Option<String>,
    webhooks: Option<WebhooksTo>,
    no_lab: Option<bool>,
    keep_finished: Option<u32>,
    open_metrics: Option<bool>,
    log: Option<String>,
    log_format: Option<LogFormat>,
}

/// The result of flags, environment and file.
#[derive(Debug)]
struct Settings {
    config: Config,
    open: bool,
    log: String,
    log_format: LogFormat,
}

/// Serves as the environment and the configuration file say: what the program does without a command.
pub(crate) fn by_default(catalog: Catalog) -> anyhow::Result<ExitCode> {
    #[derive(Parser)]
    struct NoFlags {
        #[command(flatten)]
        args: Args,
    }
    run(&NoFlags::parse_from(["tallyho"]).args, catalog)
}

pub(crate) fn run(args: &Args, catalog: Catalog) -> anyhow::Result<ExitCode> {
    let settings = settings(args)?;
    start_log(&settings)?;
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let served = runtime.block_on(serve(settings, catalog));
    // Nobody waits any more for win chances or pilots that are still being worked out.
    runtime.shutdown_background();
    served?;
    Ok(ExitCode::SUCCESS)
}

async fn serve(settings: Settings, catalog: Catalog) -> anyhow::Result<()> {
    let public = settings.config.public_url.clone();
    let running = Running::start(settings.config, catalog).await?;
    let local = format!("http://{}/", at_home(running.address));
    println!("Tallyho is at {}  (Ctrl-C stops it)", public.as_deref().unwrap_or(&local));
    if settings.open {
        open_browser(&local);
    }
    until_told_to_stop().await?;
    running.stop().await?;
    Ok(())
}

fn settings(args: &Args) -> anyhow::Result<Settings> {
    let file: File = args.home.settings()?;
    let ip = args.bind.or(file.bind).unwrap_or(IpAddr::V4(Ipv4Addr::LOCALHOST));
    let port = args.port.or(file.port).unwrap_or(PORT);
    let database = args.home.place(file.database.as_deref())?;
    if let Place::File(file) = &database
        && let Some(folder) = file.parent().filter(|folder| !folder.as_os_str().is_empty())
    {
        make_folder(folder)?;
        #[cfg(unix)]
        if folder == Path::new(DATA_DIR) {
            keep_to_owner(folder);
        }
    }
    let mut config = Config::new(SocketAddr::new(ip, port), database);
    config.public_url = args.public_url.clone().or(file.public_url);
    config.hosts = if args.hosts.is_empty() { file.hosts.unwrap_or_default() } else { args.hosts.clone() };
    config.trusted_proxies = args.trusted_proxies.or(file.trusted_proxies).unwrap_or(0);
    if config.trusted_proxies > 0 {
        config.head_within = PROXY_IDLE;
    }
    config.limits = !(args.no_limits || file.no_limits.unwrap_or(false));
    config.hints = !(args.no_hints || file.no_hints.unwrap_or(false));
    config.chat = !(args.no_chat || file.no_chat.unwrap_or(false));
    config.lab = !(args.no_lab || file.no_lab.unwrap_or(false));
    config.smtp = args.smtp.clone().or(file.smtp).map(Secret);
    config.mail_from = args.mail_from.clone().or(file.mail_from);
    config.webhooks = args.webhooks.or(file.webhooks).unwrap_or_default().into();
    let days = args.keep_finished.or(file.keep_finished);
    if days == Some(0) {
        bail!("keep-finished is at least 1 day; leave it out to keep all games");
    }
    config.keep_finished = days.map(|days| Duration::from_secs(u64::from(days) * 24 * 3600));
    config.open_metrics = args.open_metrics || file.open_metrics.unwrap_or(false);
    Ok(Settings {
        config,
        open: !(args.no_open || file.no_open.unwrap_or(false)),
        log: args.log.clone().or(file.log).unwrap_or_else(|| LOG.into()),
        log_format: args.log_format.or(file.log_format).unwrap_or_default(),
    })
}

/// Closes the program's own folder to other users, because an earlier version may have left it open. A folder of another name may hold more
/// than games and is left as it is; the store warns if it is open, or if a folder cannot be changed.
#[cfg(unix)]
fn keep_to_owner(folder: &Path) {
    let _ = std::fs::set_permissions(folder, std::os::unix::fs::PermissionsExt::from_mode(0o700));
}

fn start_log(settings: &Settings) -> anyhow::Result<()> {
    let filter = EnvFilter::try_new(&settings.log).context("the log filter cannot be read")?;
    let colours = std::io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none();
    let lines = tracing_subscriber::fmt::layer().with_writer(std::io::stderr).with_ansi(colours);
    let log = tracing_subscriber::registry().with(filter).with(filter_fn(|about| {
        let part = about.target().split("::").next().unwrap_or_default();
        about.level() <= &LevelFilter::INFO || OURS.contains(&part)
    }));
    let started = match settings.log_format {
        LogFormat::Text => log.with(lines.with_target(false)).try_init(),
        LogFormat::Json => log.with(lines.json().flatten_event(true)).try_init(),
    };
    started.map_err(|e| anyhow::anyhow!("the log cannot be started: {e}"))
}

/// The address to type on this machine.
fn at_home(address: SocketAddr) -> SocketAddr {
    let ip = if address.ip().is_unspecified() { IpAddr::V4(Ipv4Addr::LOCALHOST) } else { address.ip() };
    SocketAddr::new(ip, address.port())
}

/// Opens the page if this machine has a screen. A failure is ignored: the address is on the terminal.
fn open_browser(url: &str) {
    let opener = if cfg!(target_os = "macos") {
        Some("open")
    } else if cfg!(windows) {
        Some("explorer")
    } else {
        let screen = ["DISPLAY", "WAYLAND_DISPLAY"].iter().any(|name| std::env::var_os(name).is_some());
        screen.then_some("xdg-open")
    };
    if let Some(opener) = opener {
        let quiet = || Stdio::null();
        let _ = Command::new(opener).arg(url).stdin(quiet()).stdout(quiet()).stderr(quiet()).spawn();
    }
}

#[cfg(unix)]
async fn until_told_to_stop() -> anyhow::Result<()> {
    use tokio::signal::unix::{SignalKind, signal};
    let (mut terminate, mut interrupt) = (signal(SignalKind::terminate())?, signal(SignalKind::interrupt())?);
    tokio::select! {
        _ = terminate.recv() => {}
        _ = interrupt.recv() => {}
    }
    Ok(())
}

#[cfg(not(unix))]
async fn until_told_to_stop() -> anyhow::Result<()> {
    Ok(tokio::signal::ctrl_c().await?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_flag_goes_before_the_file_and_the_file_before_the_default() {
        let dir = tempfile::TempDir::new().unwrap();
        std::fs::write(dir.path().join("tallyho.toml"), "port = 2000\nbind = \"0.0.0.0\"\nno-open = true\n")
            .unwrap();
        let home = Home { data_dir: Some(dir.path().into()), ..Home::default() };
        let args = Args { home, port: Some(3000), ..Args::default() };
        let settings = settings(&args).unwrap();
        assert_eq!(settings.config.bind, SocketAddr::from(([0, 0, 0, 0], 3000)));
        assert!(!settings.open);
        assert_eq!(settings.config.database, Place::File(dir.path().join("games.db")));
        assert!(settings.config.limits);
    }

    #[test]
    fn an_unknown_setting_is_refused_by_name() {
        let dir = tempfile::TempDir::new().unwrap();
        let file = dir.path().join("mine.toml");
        std::fs::write(&file, "prot = 2000\n").unwrap();
        let home = Home { config: Some(file), data_dir: Some(dir.path().into()), ..Home::default() };
        let args = Args { home, ..Args::default() };
        assert!(format!("{:#}", settings(&args).unwrap_err()).contains("prot"));
    }
}
