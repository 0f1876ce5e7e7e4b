//! `POST /api/tables`: making a table.

use crate::api::{ApiError, in_turn, private};
use crate::app::{App, now_ms};
use crate::open_table::OpenTable;
use crate::tables::{About, Setup, Summary};
use crate::{pilots, seats};
use axum::Json;
use axum::body::Bytes;
use axum::extract::{ConnectInfo, State};
use axum::http::header::{CONTENT_TYPE, SET_COOKIE};
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use catalog::{AnyTable, Level};
use desk::Sitting;
use std::collections::BTreeMap;
use std::net::{IpAddr, SocketAddr};
use std::ops::RangeInclusive;
use std::sync::Arc;
use store::{Entry, Fresh, Token};
use table::{DiceChoice, DiceSource, Header, Seat, Seed, Side, Transcript};
use wire::live::{DiceKind, People, SideInfo};
use wire::{Links, New, Opened, TableDice, Watch};

/// The longest pause that a table may ask of its pilots.
pub(crate) const SLOWEST_MS: u32 = 10_000;
/// Pause between commands where only pilots fly, so that people can follow.
const WATCHED_MS: u32 = 700;

/// How much time a side may have, in seconds.
const TIMES: RangeInclusive<u32> = 1..=31 * 24 * 3600;
/// The most seconds that a side gets with a new turn.
const LONGEST_ADDITION: u32 = 3600;

/// The computer pilots of the sides.
type Pilots = [Option<Level>; 2];

pub(crate) async fn make(
    State(app): State<Arc<App>>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    headers: HeaderMap,
    body: Bytes,
) -> Result<Response, ApiError> {
    let client = app.client(&headers, peer);
    app.count_table(client, "tables").await?;
    let new: New = read_json(&headers, &body)?;
    let pilots = pilots_of(&new)?;
    people_of(&new, &pilots)?;
    let (kind, source) = dice(new.dice.as_ref())?;
    let seed = match &source {
        DiceSource::Seeded { seed, .. } => Some(*seed),
        DiceSource::Script(_) => None,
    };
    let shelf = Arc::clone(app.catalog.game(&new.game)?);
    let set_up = move || {
        let table = shelf.open(&new.scenario, new.options.as_ref(), source)?;
        let sides = sides(&*table, &pilots);
        Ok((new, table, sides))
    };
    let (new, table, sides) = in_turn(&app, client, set_up).await?;
    let mut tokens = tokens(&pilots)?;
    let mut setup = setup(&new, &pilots, sides, kind);
    setup.people.came = makers_seats(&new, &pilots).iter().filter_map(|seat| seat.side()).collect();
    if new.open {
        // Whoever offers a seat to strangers has no link to it, and cannot look at their cards.
        let offered = setup.people.came.iter().map(|side| side.enemy()).collect::<Vec<_>>();
        tokens.retain(|(seat, _)| seat.side().is_none_or(|side| !offered.contains(&side)));
        setup.people.open = offered;
    }
    let (id, pending) = keep(&app, &new.game, table, setup, (seed, &tokens)).await?;
    metrics::counter!("tallyho_tables_made_total", "game" => new.game.clone()).increment(1);
    let mine = makers_seats(&new, &pilots);
    let own: Vec<Token> =
        tokens.iter().filter(|(seat, _)| mine.contains(seat)).map(|(_, t)| t.clone()).collect();
    let cookie = seats::cookie(&id, &own, app.config.secure());
    let opened = Opened { table: id, pending, seats: Some(mine), links: Some(links(&tokens)) };
    let mut response = private((StatusCode::CREATED, Json(opened)));
    response.headers_mut().extend(cookie.map(|v| (SET_COOKIE, v)));
    Ok(response)
}

/// Puts a new table on disk and into its room, and sets its pilots to work.
async fn keep(
    app: &Arc<App>,
    game: &str,
    table: Box<dyn AnyTable>,
    mut setup: Setup,
    (seed, tokens): (Option<Seed>, &[(Seat, Token)]),
) -> Result<(String, wire::Pending), ApiError> {
    let id = seats::id_from(random()?);
    let Transcript { header, lines, .. } = table.transcript();
    setup.commitment.clone_from(&header.commitment);
    setup.seal = seed.map(|seed| header.seal(seed));
    let view = table.view(Seat::Observer);
    let (created_ms, summary) = (now_ms(), Summary::of(&view).json());
    let about = About { id: id.clone(), game: game.to_owned(), title: view.title.into(), created_ms, setup };
    let fresh = Fresh {
        id: id.clone(),
        header,
        title: about.title.clone(),
        created_ms,
        setup: about.setup.json(),
        summary,
        listed: about.setup.watch == Watch::Anyone,
        seat_open: !about.setup.people.open.is_empty(),
        seed,
        rules: app.catalog.edition(game).map(|edition| edition.rules.clone()).unwrap_or_default(),
        seats: tokens.iter().map(|(seat, token)| (token.hash(), *seat)).collect(),
        // What the table has said itself, where nothing could be chosen.
        entries: lines.into_iter().map(|line| Entry::Act(line).text()).collect(),
    };
    let end = app.store.create(fresh).await?;
    let table = OpenTable::new(Sitting::new(table, about.company()), about, end);
    let pending = table.sitting.pending();
    let room = app.rooms.room(&id);
    app.rooms.note(end.key, &id);
    room.furnish(table).await;
    pilots::nudge(app, &room, &*room.enter(app).await?);
    Ok((id, pending))
}

fn setup(new: &New, pilots: &Pilots, sides: BTreeMap<Side, SideInfo>, dice: DiceKind) -> Setup {
    let only_pilots = pilots.iter().all(Option::is_some);
    let usual_pace = if only_pilots { WATCHED_MS } else { 0 };
    Setup {
        sides,
        people: Default::default(),
        clock: new.clock,
        hot_seat: new.hot_seat,
        dice,
        commitment: None,
        seal: None,
        watch: new.watch.unwrap_or_default(),
        asked: None,
        pace_ms: new.pace_ms.unwrap_or(usual_pace).min(SLOWEST_MS),
        paused: false,
    }
}

/// A token for each side that people fly, and one for watchers. Where computers fly both sides one for the referee, who sets their pace.
fn tokens(pilots: &Pilots) -> Result<Vec<(Seat, Token)>, ApiError> {
    let human = Side::BOTH.into_iter().filter(|side| pilots[side.index()].is_none()).map(Seat::from);
    let referee = pilots.iter().all(Option::is_some).then_some(Seat::Referee);
    human.chain([Seat::Observer]).chain(referee).map(|seat| Ok((seat, Token::new(random()?)))).collect()
}

fn links(tokens: &[(Seat, Token)]) -> Links {
    let link = |wanted: Seat| {
        let token = tokens.iter().find(|(seat, _)| *seat == wanted).map(|(_, token)| token);
        token.map(|token| format!("/join/{}", token.reveal()))
    };
    let watch = link(Seat::Observer).unwrap_or_default();
    Links { allies: link(Seat::Allies), axis: link(Seat::Axis), watch }
}

pub(crate) fn read_json<T: serde::de::DeserializeOwned>(
    headers: &HeaderMap,
    body: &[u8],
) -> Result<T, ApiError> {
    let kind = headers.get(CONTENT_TYPE).and_then(|v| v.to_str().ok()).unwrap_or_default();
    if kind.split(';').next().map(str::trim) != Some("application/json") {
        let says = "the body must be application/json";
        return Err(ApiError::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "media-type", says));
    }
    let mut json = serde_json::Deserializer::from_slice(body);
    serde_path_to_error::deserialize(&mut json).map_err(|e| {
        let path = e.path().to_string();
        if e.inner().is_syntax() || e.inner().is_eof() {
            return ApiError::new(StatusCode::BAD_REQUEST, "not-json", e.inner().to_string());
        }
        ApiError::field(if path == "." { String::new() } else { path }, e.inner().to_string())
    })
}

fn pilots_of(new: &New) -> Result<Pilots, ApiError> {
    let mut pilots = [None; 2];
    for (side, who) in &new.seats {
        pilots[side.index()] = match who.strip_prefix("pilot:").map(Level::from_word) {
            Some(Some(level)) => Some(level),
            None if who == "human" => None,
            _ => {
                let known = Level::ALL.map(|level| format!("'pilot:{}'", level.word())).join(", ");
                let says = format!("unknown player '{who}'; there are: 'human', {known}");
                return Err(ApiError::field(format!("seats.{}", side.word()), says));
            }
        };
    }
    Ok(pilots)
}

/// Whether what is asked for people makes sense.
fn people_of(new: &New, pilots: &Pilots) -> Result<(), ApiError> {
    if new.open && (new.hot_seat || pilots.iter().any(Option::is_some)) {
        return Err(ApiError::field("open", "there is no second person's seat to offer"));
    }
    if new.clock.is_some_and(|clock| !TIMES.contains(&clock.seconds) || clock.add_s > LONGEST_ADDITION) {
        let says =
            format!("seconds may be {} to {}, add_s {LONGEST_ADDITION} at most", TIMES.start(), TIMES.end());
        return Err(ApiError::field("clock", says));
    }
    Ok(())
}

/// One more table like a finished one, for the same people. Their seats are given to whoever follows from the first one.
pub(crate) async fn once_more(
    app: &Arc<App>,
    client: IpAddr,
    (header, setup): (Header, Setup),
    swap: bool,
) -> Result<String, ApiError> {
    let own_dice = TableDice::Chosen(DiceChoice::Ask);
    let (kind, source) = dice((setup.dice == DiceKind::Ask).then_some(&own_dice))?;
    let seed = match &source {
        DiceSource::Seeded { seed, .. } => Some(*seed),
        DiceSource::Script(_) => None,
    };
    let shelf = Arc::clone(app.catalog.game(&header.game)?);
    let (game, scenario) = (header.game, header.scenario);
    let table = in_turn(app, client, move || Ok(shelf.open(&scenario, None, source)?)).await?;
    let names = setup.people.names.iter();
    let names = names.map(|(side, name)| (if swap { side.enemy() } else { *side }, name.clone())).collect();
    let people = People { names, ..People::default() };
    let fresh = Setup { people, dice: kind, commitment: None, seal: None, asked: None, ..setup };
    let tokens = [(Seat::Observer, Token::new(random()?))];
    Ok(keep(app, &game, table, fresh, (seed, &tokens)).await?.0)
}

fn dice(wanted: Option<&TableDice>) -> Result<(DiceKind, DiceSource), ApiError> {
    match wanted {
        None | Some(TableDice::Secret) => Ok((DiceKind::Seed, DiceSource::seeded(Seed(random()?)))),
        Some(TableDice::Chosen(DiceChoice::Script(_))) => {
            Err(ApiError::field("dice", "a table's dice are 'seed', 'ask' or {\"seed\": …}"))
        }
        Some(TableDice::Chosen(choice)) => {
            let kind = if *choice == DiceChoice::Ask { DiceKind::Ask } else { DiceKind::Chosen };
            let source = choice.source().map_err(|flaw| ApiError::field(flaw.path, flaw.says))?;
            Ok((kind, source))
        }
    }
}

fn sides(table: &dyn AnyTable, pilots: &Pilots) -> BTreeMap<Side, SideInfo> {
    let of = |side: Side| SideInfo {
        name: table.side_name(side),
        pilot: pilots[side.index()].map(|level| level.word().to_owned()),
        relief: None,
    };
    Side::BOTH.into_iter().map(|side| (side, of(side))).collect()
}

/// What the maker's own browser gets: every human side in a hot seat, else one; a watcher's seat and the referee's if there is none.
fn makers_seats(new: &New, pilots: &Pilots) -> Vec<Seat> {
    let human: Vec<Side> = Side::BOTH.into_iter().filter(|side| pilots[side.index()].is_none()).collect();
    let wanted = new.mine.filter(|side| human.contains(side)).or(human.first().copied());
    match wanted {
        None => vec![Seat::Observer, Seat::Referee],
        Some(_) if new.hot_seat => human.into_iter().map(Seat::from).collect(),
        Some(side) => vec![side.into()],
    }
}

pub(crate) fn random<const N: usize>() -> Result<[u8; N], ApiError> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).map_err(|_| {
        ApiError::new(StatusCode::SERVICE_UNAVAILABLE, "no-randomness", "the system gives no randomness")
    })?;
    Ok(bytes)
}
