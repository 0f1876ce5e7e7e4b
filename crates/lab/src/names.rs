//! Which card is meant: games write the same aircraft in different ways, "ME 109 E", "Bf.109E-3" or "Messerschmitt Bf 109E-3".

use table::view::Card;

/// Makers, and words between a name and its mark.
const LEFT_OUT: [&str; 14] = [
    "supermarine",
    "messerschmitt",
    "hawker",
    "focke",
    "wulf",
    "heinkel",
    "junkers",
    "dornier",
    "republic",
    "lockheed",
    "boeing",
    "grumman",
    "mitsubishi",
    "mk",
];
/// Roman numbers of marks, from 1 on.
const ROMAN: [&str; 20] = [
    "i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "xi", "xii", "xiii", "xiv", "xv", "xvi",
    "xvii", "xviii", "xix", "xx",
];
/// A word of so many letters after a number is a nickname: "Mustang".
const NICKNAME: usize = 4;

/// The parts of a name that tell types apart, the most general first: "Spitfire Mk IA" is spitfire, 1, a.
fn parts(name: &str) -> Vec<String> {
    let mut parts: Vec<String> = Vec::new();
    for word in words(name) {
        if LEFT_OUT.contains(&word.as_str()) {
            continue;
        }
        let numbered = parts.iter().any(|part| part.starts_with(|c: char| c.is_ascii_digit()));
        let mark = if parts.is_empty() { None } else { mark(&word) };
        if let Some((number, rest)) = mark.filter(|_| !numbered) {
            parts.push(number.to_string());
            parts.extend((!rest.is_empty()).then(|| rest.to_owned()));
        } else if !(numbered && word.len() >= NICKNAME && word.chars().all(char::is_alphabetic)) {
            parts.push(word);
        }
    }
    // Willy Messerschmitt's early fighters are called after either firm.
    if let [first, second, ..] = parts.as_mut_slice()
        && first == "me"
        && matches!(second.as_str(), "109" | "110")
    {
        "bf".clone_into(first);
    }
    parts
}

/// A name's runs of letters and of digits, in small letters.
fn words(name: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut last = None;
    for c in name.to_lowercase().chars() {
        let kind = if c.is_alphabetic() { Some('a') } else { c.is_ascii_digit().then_some('0') };
        match words.last_mut() {
            Some(word) if kind.is_some() && kind == last => word.push(c),
            _ if kind.is_some() => words.push(c.into()),
            _ => {}
        }
        last = kind;
    }
    words
}

/// The number that a mark stands for, and the letter of its variant: "ia" is 1 and "a".
fn mark(word: &str) -> Option<(u8, &str)> {
    // "xii" begins with "xi" and "x", too.
    let fitting = (1..).zip(ROMAN).filter(|(_, roman)| word.starts_with(roman));
    let (number, roman) = fitting.max_by_key(|(_, roman)| roman.len())?;
    let rest = &word[roman.len()..];
    (rest.len() <= 1).then_some((number, rest))
}

/// How well a name fits: how many parts agree from the start, if one of the two says no more than the other.
fn fit(wanted: &[String], name: &str) -> Option<usize> {
    let parts = parts(name);
    let same = wanted.iter().zip(&parts).take_while(|(a, b)| a == b).count();
    (same > 0 && same == wanted.len().min(parts.len())).then_some(same)
}

/// The card that a name means: the one of this id, or the nearest by name.
pub fn find<'a>(cards: &'a [Card], name: &str) -> Option<&'a Card> {
    if let Some(card) = cards.iter().find(|card| card.id == name) {
        return Some(card);
    }
    let wanted = parts(name);
    let fits = |card: &&Card| fit(&wanted, &card.id).max(fit(&wanted, &card.name));
    // Of equals the plainest: an early mark comes first in its file.
    let best = cards.iter().filter_map(|card| fits(&card)).max()?;
    cards.iter().find(|card| fits(card) == Some(best))
}

#[cfg(test)]
mod tests {
    use super::parts;

    #[test]
    fn one_aircraft_has_the_same_parts_in_every_spelling() {
        for (name, expected) in [
            ("spitfire-mk1", "spitfire 1"),
            ("Spitfire I", "spitfire 1"),
            ("Supermarine Spitfire Mk IA", "spitfire 1 a"),
            ("Supermarine Spitfire LF Mk IX", "spitfire lf 9"),
            ("Spitfire LF Mk XIIb", "spitfire lf 12 b"),
            ("Spitfire XVI", "spitfire 16"),
            ("ME 109 E", "bf 109 e"),
            ("Bf.109E-3", "bf 109 e 3"),
            ("Messerschmitt Bf 109E-3", "bf 109 e 3"),
            ("P51 Mustang", "p 51"),
            ("p-51d", "p 51 d"),
            ("Hawker Hurricane Mk IIC", "hurricane 2 c"),
            ("ME 262", "me 262"),
        ] {
            assert_eq!(parts(name).join(" "), expected, "{name}");
        }
    }
}
