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

/// "4 dice at 5+, 2 hits".
pub(crate) fn volley_text(attack: &Attack, volley: &Volley) -> String {
    if !volley.seen {
        return "not seen in the dark".to_owned();
    }
    format!("{}, {}", dice_text(attack), plural(volley.hits, "hit", "hits"))
}

/// What a fate is called.
pub(crate) fn fate_word(fate: Fate) -> &'static str {
    match fate {
        Fate::Crashed => "crashed",
        Fate::Damaged => "damaged",
        Fate::Light => "light damage",
    }
}
