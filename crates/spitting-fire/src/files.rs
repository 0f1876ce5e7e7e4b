//! The built-in data files.

/// Path below `data/spitting-fire/` and text.
pub(crate) const FILES: &[(&str, &str)] = &[
    ("cards.toml", include_str!("../data/cards.toml")),
    ("tables.toml", include_str!("../data/tables.toml")),
    ("scenarios/duel.toml", include_str!("../data/scenarios/duel.toml")),
    ("scenarios/germany-britain-1000.toml", include_str!("../data/scenarios/germany-britain-1000.toml")),
    ("scenarios/germany-britain-2000.toml", include_str!("../data/scenarios/germany-britain-2000.toml")),
    ("scenarios/germany-britain-500.toml", include_str!("../data/scenarios/germany-britain-500.toml")),
    ("scenarios/germany-france-1000.toml", include_str!("../data/scenarios/germany-france-1000.toml")),
    ("scenarios/germany-france-2000.toml", include_str!("../data/scenarios/germany-france-2000.toml")),
    ("scenarios/germany-france-500.toml", include_str!("../data/scenarios/germany-france-500.toml")),
    (
        "scenarios/germany-soviet-union-1000.toml",
        include_str!("../data/scenarios/germany-soviet-union-1000.toml"),
    ),
    (
        "scenarios/germany-soviet-union-2000.toml",
        include_str!("../data/scenarios/germany-soviet-union-2000.toml"),
    ),
    (
        "scenarios/germany-soviet-union-500.toml",
        include_str!("../data/scenarios/germany-soviet-union-500.toml"),
    ),
    (
        "scenarios/germany-united-states-1000.toml",
        include_str!("../data/scenarios/germany-united-states-1000.toml"),
    ),
    (
        "scenarios/germany-united-states-2000.toml",
        include_str!("../data/scenarios/germany-united-states-2000.toml"),
    ),
    (
        "scenarios/germany-united-states-500.toml",
        include_str!("../data/scenarios/germany-united-states-500.toml"),
    ),
    ("scenarios/italy-britain-1000.toml", include_str!("../data/scenarios/italy-britain-1000.toml")),
    ("scenarios/italy-britain-2000.toml", include_str!("../data/scenarios/italy-britain-2000.toml")),
    ("scenarios/italy-britain-500.toml", include_str!("../data/scenarios/italy-britain-500.toml")),
    ("scenarios/italy-france-1000.toml", include_str!("../data/scenarios/italy-france-1000.toml")),
    ("scenarios/italy-france-2000.toml", include_str!("../data/scenarios/italy-france-2000.toml")),
    ("scenarios/italy-france-500.toml", include_str!("../data/scenarios/italy-france-500.toml")),
    (
        "scenarios/italy-soviet-union-1000.toml",
        include_str!("../data/scenarios/italy-soviet-union-1000.toml"),
    ),
    (
        "scenarios/italy-soviet-union-2000.toml",
        include_str!("../data/scenarios/italy-soviet-union-2000.toml"),
    ),
    ("scenarios/italy-soviet-union-500.toml", include_str!("../data/scenarios/italy-soviet-union-500.toml")),
    (
        "scenarios/italy-united-states-1000.toml",
        include_str!("../data/scenarios/italy-united-states-1000.toml"),
    ),
    (
        "scenarios/italy-united-states-2000.toml",
        include_str!("../data/scenarios/italy-united-states-2000.toml"),
    ),
    (
        "scenarios/italy-united-states-500.toml",
        include_str!("../data/scenarios/italy-united-states-500.toml"),
    ),
    ("scenarios/japan-britain-1000.toml", include_str!("../data/scenarios/japan-britain-1000.toml")),
    ("scenarios/japan-britain-2000.toml", include_str!("../data/scenarios/japan-britain-2000.toml")),
    ("scenarios/japan-britain-500.toml", include_str!("../data/scenarios/japan-britain-500.toml")),
    ("scenarios/japan-france-1000.toml", include_str!("../data/scenarios/japan-france-1000.toml")),
    ("scenarios/japan-france-2000.toml", include_str!("../data/scenarios/japan-france-2000.toml")),
    ("scenarios/japan-france-500.toml", include_str!("../data/scenarios/japan-france-500.toml")),
    (
        "scenarios/japan-soviet-union-1000.toml",
        include_str!("../data/scenarios/japan-soviet-union-1000.toml"),
    ),
    (
        "scenarios/japan-soviet-union-2000.toml",
        include_str!("../data/scenarios/japan-soviet-union-2000.toml"),
    ),
    ("scenarios/japan-soviet-union-500.toml", include_str!("../data/scenarios/japan-soviet-union-500.toml")),
    (
        "scenarios/japan-united-states-1000.toml",
        include_str!("../data/scenarios/japan-united-states-1000.toml"),
    ),
    (
        "scenarios/japan-united-states-2000.toml",
        include_str!("../data/scenarios/japan-united-states-2000.toml"),
    ),
    (
        "scenarios/japan-united-states-500.toml",
        include_str!("../data/scenarios/japan-united-states-500.toml"),
    ),
    ("scenarios/match.toml", include_str!("../data/scenarios/match.toml")),
    ("scenarios/match-1000.toml", include_str!("../data/scenarios/match-1000.toml")),
    ("scenarios/match-2000.toml", include_str!("../data/scenarios/match-2000.toml")),
    ("scenarios/match-all-options.toml", include_str!("../data/scenarios/match-all-options.toml")),
    ("scenarios/match-book.toml", include_str!("../data/scenarios/match-book.toml")),
    ("scenarios/match-britain-germany.toml", include_str!("../data/scenarios/match-britain-germany.toml")),
    ("scenarios/match-pacific.toml", include_str!("../data/scenarios/match-pacific.toml")),
    ("scenarios/vichy-britain-1000.toml", include_str!("../data/scenarios/vichy-britain-1000.toml")),
    ("scenarios/vichy-britain-2000.toml", include_str!("../data/scenarios/vichy-britain-2000.toml")),
    ("scenarios/vichy-britain-500.toml", include_str!("../data/scenarios/vichy-britain-500.toml")),
    ("scenarios/vichy-france-1000.toml", include_str!("../data/scenarios/vichy-france-1000.toml")),
    ("scenarios/vichy-france-2000.toml", include_str!("../data/scenarios/vichy-france-2000.toml")),
    ("scenarios/vichy-france-500.toml", include_str!("../data/scenarios/vichy-france-500.toml")),
    (
        "scenarios/vichy-united-states-1000.toml",
        include_str!("../data/scenarios/vichy-united-states-1000.toml"),
    ),
    (
        "scenarios/vichy-united-states-2000.toml",
        include_str!("../data/scenarios/vichy-united-states-2000.toml"),
    ),
    (
        "scenarios/vichy-united-states-500.toml",
        include_str!("../data/scenarios/vichy-united-states-500.toml"),
    ),
];
