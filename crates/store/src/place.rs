//! Where a store is: the words of `--database`.

use crate::StoreError;
use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

/// Where games are kept.
#[derive(Clone, PartialEq, Eq)]
pub enum Place {
    /// An SQLite file.
    File(PathBuf),
    /// A PostgreSQL: `postgres://user:password@host/database`.
    Postgres(String),
}

impl From<PathBuf> for Place {
    fn from(file: PathBuf) -> Place {
        Place::File(file)
    }
}

impl FromStr for Place {
    type Err = StoreError;

    fn from_str(text: &str) -> Result<Place, StoreError> {
        let file = match text.split_once(':') {
            Some(("postgres" | "postgresql", _)) => return Ok(Place::Postgres(text.to_owned())),
            Some(("sqlite", rest)) => rest.strip_prefix("//").unwrap_or(rest),
            Some((scheme, rest)) if rest.starts_with("//") => {
                let says = format!(
                    "games cannot be kept in '{scheme}'; there are: a file's name, sqlite:FILE, postgres://…"
                );
                return Err(StoreError::Place(says));
            }
            _ => text,
        };
        if file.is_empty() || file == ":memory:" {
            return Err(StoreError::Place(
                "a database must be a file: what is acknowledged has to survive".into(),
            ));
        }
        Ok(Place::File(file.into()))
    }
}

// Without the password, which may stand before the @.
impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::File(path) => write!(f, "{}", path.display()),
            Place::Postgres(url) => {
                let rest = url.split_once("://").map_or(url.as_str(), |(_, rest)| rest);
                let shown = rest.rsplit_once('@').map_or(rest, |(_, host)| host);
                write!(f, "postgres://{}", shown.split('?').next().unwrap_or_default())
            }
        }
    }
}

impl fmt::Debug for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Place({self})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_needs_no_scheme_and_a_password_is_not_shown() {
        let place = |text: &str| text.parse::<Place>();
        assert_eq!(place("games.db").ok(), Some(Place::File("games.db".into())));
        for file in ["/srv/games.db", "sqlite:/srv/games.db", "sqlite:///srv/games.db"] {
            assert_eq!(place(file).ok(), Some(Place::File("/srv/games.db".into())));
        }
        for refused in ["sqlite::memory:", "sqlite:", ""] {
            assert!(place(refused).is_err(), "{refused}");
        }
        let club = place("postgres://tally:s3cret@db.example:5433/club?password=s3cret").ok();
        assert_eq!(
            club.map(|club| format!("{club} {club:?}")).as_deref(),
            Some("postgres://db.example:5433/club Place(postgres://db.example:5433/club)")
        );
        let refused = place("mysql://db.example/club").err().map(|e| e.to_string());
        assert!(refused.is_some_and(|says| says.contains("'mysql'") && says.contains("postgres://")));
    }
}
