//! Names and sentences that logs, menus and views share.

use crate::data::Fate;
use crate::rules::Rules;
use crate::shooting::{Attack, Volley};
use sky::Hex;

impl Rules {
    /// How a hex is written (`fast-and-easy/hex-names`).
    pub fn hex_name(&self, hex: Hex) -> String {
        let (column, row) = self.board.grid.printed(hex);
        format!("{column:02}.{row:02}")
    }

    /// A facing in a sentence (`fast-and-easy/facing`).
    pub fn compass(&self, number: u8) -> &'static str {
        const NAMES: [&str; 6] = ["east", "south-east", "south-west", "west", "north-west", "north-east"];
        NAMES[usize::from(number) % NAMES.len()]
    }

    /// A plane in a line of the log: its name. The log tells often of the same planes, so types are left to their cards.
    pub fn who(&self, i: usize) -> &str {
        &self.planes[i].name
    }

    /// A plane in a sentence: its name and type.
    pub fn name(&self, i: usize) -> String {
        format!("{} ({})", self.planes[i].name, self.card(i).name)
    }

    /// A formation in a sentence: its group's name.
    pub fn formation_name(&self, f: usize) -> &str {
        &self.groups[self.formations[f].group as usize].name
    }
}

/// "1 hit", "2 hits".
pub(crate) fn plural(n: u8, one: &str, many: &str) -> String {
    format!("{n} {}", if n == 1 { one } else { many })
}

/// "4 dice at 5+".
pub(crate) fn dice_text(attack: &Attack) -> String {
    let at = if attack.needs >= 6 { "6".to_owned() } else { format!("{}+", attack.needs) };
    format!("{} at {at}", plural(attack.dice, "die", "dice"))
}

/// "and hits it twice with 4 dice at 5+".
pub(crate) fn volley_text(attack: &Attack, volley: &Volley) -> String {
    if !volley.seen {
        return "but does not find it in the dark".to_owned();
    }
    let does = match volley.hits {
        0 => "and misses".to_owned(),
        1 => "and hits it once".to_owned(),
        2 => "and hits it twice".to_owned(),
        n => format!("and hits it {n} times"),
    };
    format!("{does} with {}", dice_text(attack))
}

/// "from 3 hexes away".
pub(crate) fn from_away(range: u8) -> String {
    format!("from {} away", plural(range, "hex", "hexes"))
}

/// What a fate is called.
pub(crate) fn fate_word(fate: Fate) -> &'static str {
    match fate {
        Fate::Crashed => "crashed",
        Fate::Damaged => "damaged",
        Fate::Light => "light damage",
    }
}

/// What became of a plane, in a sentence.
pub(crate) fn fate_text(fate: Fate) -> &'static str {
    match fate {
        Fate::Crashed => "has crashed",
        Fate::Damaged => "comes home damaged",
        Fate::Light => "comes home with light damage",
    }
}
