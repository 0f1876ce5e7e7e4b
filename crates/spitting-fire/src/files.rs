//! The built-in data files.

/// Path below `data/spitting-fire/` and text.
pub(crate) const FILES: &[(&str, &str)] = &[
    ("cards.toml", include_str!("../data/cards.toml")),
    ("tables.toml", include_str!("../data/tables.toml")),
    ("scenarios/match.toml", include_str!("../data/scenarios/match.toml")),
];
