//! `tallyho admin revoke`: links are taken back.

use super::import::word;
use super::{Settings, link, open, random};
use crate::home::Home;
use anyhow::{Result, bail};
use std::process::ExitCode;
use store::{Aside, Store, Token};
use table::Seat;

/// Old links and cookies of the seat work no more, wherever they are, and neither do links to other devices that carry the table. The
/// player opens the new link and goes on. Whoever sits there by an old link is sent away at once by every process on a PostgreSQL.
#[derive(clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    home: Home,
    /// Id of the table
    #[arg(value_name = "ID")]
    id: String,
    /// One seat only [default: all that have links]
    #[arg(long, value_enum, value_name = "SEAT")]
    seat: Option<Which>,
    /// Address under which players reach the server, for the links
    #[arg(long, env = "TALLYHO_PUBLIC_URL", value_name = "URL")]
    public_url: Option<String>,
}

#[derive(clap::ValueEnum, Clone, Copy)]
enum Which {
    Allies,
    Axis,
    /// Those who look on
    Observer,
    /// Whoever sets the pace where computers fly both sides
    Referee,
}

impl From<Which> for Seat {
    fn from(which: Which) -> Seat {
        match which {
            Which::Allies => Seat::Allies,
            Which::Axis => Seat::Axis,
            Which::Observer => Seat::Observer,
            Which::Referee => Seat::Referee,
        }
    }
}

pub(super) async fn run(args: &Args) -> Result<ExitCode> {
    let store = open(&args.home.games()?).await?;
    let done = revoke(&store, args).await;
    store.close().await?;
    done?;
    Ok(ExitCode::SUCCESS)
}

async fn revoke(store: &Store, args: &Args) -> Result<()> {
    let Some(line) = store.line_of(&args.id).await? else { bail!("there is no table {}", args.id) };
    let mut seats: Vec<Seat> = Vec::new();
    for (_, seat) in store.tokens(line.end).await? {
        let wanted = args.seat.is_none_or(|which| Seat::from(which) == seat);
        if wanted && !seats.contains(&seat) {
            seats.push(seat);
        }
    }
    if seats.is_empty() {
        bail!("nobody has a link to this seat: a computer flies it, or it is still offered to anybody");
    }
    let public = args.public_url.clone().or(args.home.settings::<Settings>()?.public_url);
    for seat in seats {
        let token = Token::new(random()?);
        store.aside(line.end, Aside::Revoke(seat, token.hash())).await?;
        println!("{:8}  {}", word(seat), link(public.as_deref(), &token));
    }
    if public.is_none() {
        println!("Put the server's address before the links, or say --public-url.");
    }
    if let Some(next) = server::next_table(&line) {
        println!("The same people play on at table {next}: take the links back there too.");
    }
    Ok(())
}
