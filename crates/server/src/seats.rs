//! Who may sit where: secret tokens in links and cookies.

use axum::http::header::COOKIE;
use axum::http::{HeaderMap, HeaderValue};
use std::collections::BTreeMap;
use store::{Token, TokenHash};
use table::{Seat, SideSet};

/// A cookie's name is this and the table's id.
const COOKIE_NAME: &str = "tallyho_seat_";
/// Over TLS this stands before it: browsers then take the cookie from this very server over TLS and from nobody else, no neighbour under the
/// same domain among them.
const OVER_TLS: &str = "__Host-";
/// Browsers keep cookies for at most 400 days.
const KEEP_S: u32 = 400 * 24 * 3600;
/// Tokens in one cookie: two sides and a watcher's, or a watcher's and the referee's.
const MOST_TOKENS: usize = 3;
/// Seat cookies that one browser may have before old ones are dropped: all of them travel with every request.
pub(crate) const MOST_COOKIES: usize = 60;

/// The tokens that a request carries, by table id.
pub(crate) fn tokens(headers: &HeaderMap) -> BTreeMap<String, Vec<Token>> {
    let cookies = headers.get_all(COOKIE).iter().filter_map(|v| v.to_str().ok()).flat_map(|v| v.split(';'));
    let mut all: BTreeMap<String, Vec<Token>> = BTreeMap::new();
    for cookie in cookies.map(str::trim) {
        // A cookie from before the server spoke TLS has the shorter name.
        let name = cookie.strip_prefix(OVER_TLS).unwrap_or(cookie);
        let seat = name.strip_prefix(COOKIE_NAME).and_then(|rest| rest.split_once('='));
        if let Some((id, value)) = seat.filter(|(id, _)| is_id(id)) {
            let tokens = all.entry(id.to_owned()).or_default();
            for token in value.split('.').filter_map(Token::read) {
                if tokens.len() < MOST_TOKENS && !tokens.contains(&token) {
                    tokens.push(token);
                }
            }
        }
    }
    all
}

/// The tokens for one table.
pub(crate) fn tokens_for(headers: &HeaderMap, id: &str) -> Vec<Token> {
    tokens(headers).remove(id).unwrap_or_default()
}

/// The cookie that holds these tokens.
pub(crate) fn cookie(id: &str, tokens: &[Token], secure: bool) -> Option<HeaderValue> {
    let value: Vec<String> = tokens.iter().map(Token::reveal).collect();
    set_cookie(id, &value.join("."), KEEP_S, secure)
}

/// The cookies that make a browser forget a table, under either name.
pub(crate) fn forget(id: &str, secure: bool) -> impl Iterator<Item = HeaderValue> {
    let older = if secure { set_cookie(id, "", 0, false) } else { None };
    set_cookie(id, "", 0, secure).into_iter().chain(older)
}

fn set_cookie(id: &str, value: &str, max_age: u32, secure: bool) -> Option<HeaderValue> {
    let (prefix, secure) = if secure { (OVER_TLS, "; Secure") } else { ("", "") };
    let text = format!(
        "{prefix}{COOKIE_NAME}{id}={value}; Path=/; Max-Age={max_age}; HttpOnly; SameSite=Lax{secure}"
    );
    let mut value = HeaderValue::try_from(text).ok()?;
    value.set_sensitive(true);
    Some(value)
}

/// The tokens of a browser after it was given one more. The newest are kept.
pub(crate) fn with(mut tokens: Vec<Token>, new: Token) -> Vec<Token> {
    if !tokens.contains(&new) {
        tokens.insert(0, new);
        tokens.truncate(MOST_TOKENS);
    }
    tokens
}

const ID_LETTERS: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";
const ID_LENGTH: usize = 12;

/// A table's id from random bytes: 60 bits in letters that are hard to mistake for each other.
pub(crate) fn id_from(bytes: [u8; ID_LENGTH]) -> String {
    bytes.iter().map(|b| char::from(ID_LETTERS[usize::from(b % 32)])).collect()
}

/// Whether a text looks like a table's id.
pub(crate) fn is_id(text: &str) -> bool {
    text.len() == ID_LENGTH && text.bytes().all(|b| ID_LETTERS.contains(&b))
}

/// The seats that a browser holds at one table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct OwnSeats {
    seats: Vec<Seat>,
    by: Vec<TokenHash>,
}

impl OwnSeats {
    pub(crate) fn new(seats: impl IntoIterator<Item = Seat>) -> OwnSeats {
        let all: Vec<Seat> = seats.into_iter().collect();
        let known = [Seat::Allies, Seat::Axis, Seat::Observer, Seat::Referee];
        OwnSeats { seats: known.into_iter().filter(|s| all.contains(s)).collect(), by: Vec::new() }
    }

    /// With the tokens that give them.
    pub(crate) fn given_by(self, by: Vec<TokenHash>) -> OwnSeats {
        OwnSeats { by, ..self }
    }

    /// The tokens that give them, where it is known.
    pub(crate) fn by(&self) -> &[TokenHash] {
        &self.by
    }

    pub(crate) fn none(&self) -> bool {
        self.seats.is_empty()
    }

    pub(crate) fn seats(&self) -> &[Seat] {
        &self.seats
    }

    /// The sides that it plays.
    pub(crate) fn plays(&self) -> SideSet {
        self.seats.iter().filter_map(|seat| seat.side()).fold(SideSet::NONE, SideSet::with)
    }

    pub(crate) fn holds(&self, seat: Seat) -> bool {
        self.seats.contains(&seat)
    }

    /// What may be given as `seat`: what is held, the observer's, and once the game is over the referee's. Until then a referee sees no more than
    /// an observer.
    pub(crate) fn allowed(&self, over: bool) -> Vec<Seat> {
        let sides = self.seats.iter().copied().filter(|s| s.side().is_some());
        sides.chain([Seat::Observer]).chain(over.then_some(Seat::Referee)).collect()
    }

    pub(crate) fn may_take(&self, seat: Seat, over: bool) -> bool {
        match seat {
            Seat::Observer => true,
            Seat::Referee => over,
            Seat::Allies | Seat::Axis => self.holds(seat),
        }
    }

    /// The seat that a page begins in: the side that owes a decision, else any side, else the observer's.
    pub(crate) fn first(&self, to_act: &[table::Side]) -> Seat {
        let sides = || self.seats.iter().copied().filter(|s| s.side().is_some());
        let owing = sides().find(|s| s.side().is_some_and(|side| to_act.contains(&side)));
        owing.or_else(|| sides().next()).unwrap_or(Seat::Observer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use table::Side;

    fn token(n: u8) -> Token {
        Token::new([n; 32])
    }

    #[test]
    fn a_cookie_reads_back_and_strangers_are_passed_over() {
        let id = id_from([7; 12]);
        let set = cookie(&id, &[token(1), token(2)], false).unwrap();
        let pair = set.to_str().unwrap().split(';').next().unwrap();
        let mut headers = HeaderMap::new();
        let line = format!("other=1; {pair}; tallyho_seat_bad!=x; tallyho_seat_{}=zz", id_from([8; 12]));
        headers.insert(COOKIE, HeaderValue::try_from(line).unwrap());
        assert_eq!(tokens_for(&headers, &id), [token(1), token(2)]);
        assert_eq!(tokens(&headers).len(), 2);
        assert_eq!(tokens_for(&headers, &id_from([8; 12])), []);
    }

    #[test]
    fn a_cookie_is_closed_to_scripts_and_other_sites_and_secret_in_debug_output() {
        let set = cookie(&id_from([7; 12]), &[token(1)], true).unwrap();
        for part in ["; HttpOnly", "; SameSite=Lax", "; Secure", "; Path=/"] {
            assert!(set.to_str().unwrap().contains(part), "{part}");
        }
        assert!(!format!("{set:?}").contains(&token(1).reveal()));
    }

    #[test]
    fn over_tls_a_cookie_is_this_servers_alone_and_the_older_name_is_still_read() {
        let id = id_from([7; 12]);
        let set = cookie(&id, &[token(1)], true).unwrap();
        let newer = set.to_str().unwrap().split(';').next().unwrap();
        assert!(newer.starts_with("__Host-tallyho_seat_"), "{newer}");
        assert!(!set.to_str().unwrap().contains("Domain"));
        let older = format!("tallyho_seat_{id}={}.{}", token(1).reveal(), token(2).reveal());
        let mut headers = HeaderMap::new();
        headers.insert(COOKIE, HeaderValue::try_from(format!("{older}; {newer}")).unwrap());
        assert_eq!(tokens_for(&headers, &id), [token(1), token(2)]);
        assert_eq!(forget(&id, true).count(), 2);
    }

    #[test]
    fn a_browser_keeps_its_newest_tokens_once_each() {
        let tokens = [1, 2, 2, 3, 4].into_iter().fold(Vec::new(), |all, n| with(all, token(n)));
        assert_eq!(tokens, [token(4), token(3), token(2)]);
    }

    #[test]
    fn a_page_begins_in_the_seat_that_owes_a_decision() {
        let both = OwnSeats::new([Seat::Axis, Seat::Allies]);
        assert_eq!(both.first(&[Side::Axis]), Seat::Axis);
        assert_eq!(both.first(&[]), Seat::Allies);
        assert_eq!(OwnSeats::new([Seat::Observer]).first(&[Side::Axis]), Seat::Observer);
        assert!(!both.may_take(Seat::Referee, false));
        assert!(both.may_take(Seat::Referee, true));
        assert!(!OwnSeats::new([Seat::Axis]).may_take(Seat::Allies, true));
    }
}
