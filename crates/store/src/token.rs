//! Seat tokens: 256 secret bits in a link, a hash on disk.

use sha2::{Digest, Sha256};
use std::fmt;

/// A secret that gives a seat. It prints itself only when asked by name.
#[derive(Clone, PartialEq, Eq)]
pub struct Token([u8; 32]);

/// What is kept of a token.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct TokenHash(pub(crate) String);

impl Token {
    /// A token from 32 random bytes.
    pub fn new(bytes: [u8; 32]) -> Token {
        Token(bytes)
    }

    /// The text that stands in links and cookies: 64 hexadecimal digits.
    pub fn reveal(&self) -> String {
        hex(&self.0)
    }

    /// Reads the text of a link or a cookie.
    pub fn read(text: &str) -> Option<Token> {
        table::Seed::from_hex(text).map(|bytes| Token(bytes.0))
    }

    /// The token that this one gives at another table: always the same, and nobody finds it who has not this one.
    #[must_use]
    pub fn next(&self, table: &str) -> Token {
        Token(Sha256::new().chain_update(self.0).chain_update(table).finalize().into())
    }

    /// What is kept of it.
    pub fn hash(&self) -> TokenHash {
        TokenHash(hex(&Sha256::digest(self.0)))
    }
}

impl fmt::Debug for Token {
    // A token must not slip into a log.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(…)")
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|b| format!("{b:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_reads_back_and_stays_hidden_in_debug_output() {
        let token = Token::new([0xa5; 32]);
        assert_eq!(Token::read(&token.reveal()), Some(token.clone()));
        assert_eq!(Token::read("a5"), None);
        assert!(!format!("{token:?}").contains("a5"));
        assert_ne!(token.hash().0, token.reveal());
    }
}
