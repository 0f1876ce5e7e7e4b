//! Sound JSON with something wrong in it: gets past the parser, where bytes alone hardly ever do.

use serde_json::{Value, json};
use table::Chooser;

/// Choices from bytes, 0 when they have run out.
pub(crate) struct Bytes<'a>(pub(crate) &'a [u8]);

impl Bytes<'_> {
    pub(crate) fn next(&mut self) -> u8 {
        let Some((first, rest)) = self.0.split_first() else { return 0 };
        self.0 = rest;
        *first
    }
}

impl Chooser for Bytes<'_> {
    fn below(&mut self, n: u32) -> u32 {
        let wide = n > 256;
        (u32::from(self.next()) | if wide { u32::from(self.next()) << 8 } else { 0 }) % n
    }
}

/// Changes one thing somewhere in `value`: replaces, removes, repeats or nudges it.
pub(crate) fn twist(value: &mut Value, bytes: &mut Bytes<'_>) {
    let size = match value {
        Value::Array(list) => list.len(),
        Value::Object(fields) => fields.len(),
        _ => 0,
    };
    // Mostly go deeper; otherwise it is this value's turn.
    if size > 0 && bytes.next() % 8 != 0 {
        let n = bytes.below(size as u32) as usize;
        let inner = match value {
            Value::Array(list) => list.get_mut(n),
            Value::Object(fields) => fields.values_mut().nth(n),
            _ => None,
        };
        return inner.into_iter().for_each(|inner| twist(inner, bytes));
    }
    match (bytes.next() % 4, &mut *value) {
        (0, Value::Array(list)) if size > 0 => {
            let again = list[bytes.below(size as u32) as usize].clone();
            list.push(again);
        }
        (1, Value::Array(list)) if size > 0 => {
            list.remove(bytes.below(size as u32) as usize);
        }
        (0 | 1, Value::Object(fields)) if size > 0 => {
            let key = fields.keys().nth(bytes.below(size as u32) as usize).cloned();
            key.and_then(|key| fields.remove(&key));
        }
        (0 | 1, Value::Number(n)) => {
            let step = i64::from(bytes.next()) - 128;
            *value = json!(n.as_i64().unwrap_or_default().wrapping_add(step));
        }
        (0 | 1, Value::String(text)) if !text.is_empty() => {
            let at = bytes.below(text.len() as u32) as usize;
            let with = char::from(bytes.next() & 0x7f);
            let changed = text.char_indices().map(|(n, c)| if n == at { with } else { c });
            *value = Value::String(changed.collect());
        }
        _ => *value = odd(bytes),
    }
}

/// A value that few fields expect.
fn odd(bytes: &mut Bytes<'_>) -> Value {
    let all = [
        json!(null),
        json!(true),
        json!(-1),
        json!(0),
        json!(1),
        json!(7),
        json!(255),
        json!(256),
        json!(32_768),
        json!(65_536),
        json!(i64::MAX),
        json!(i64::MIN),
        json!(u64::MAX),
        json!(1.5),
        json!(""),
        json!("-"),
        json!("00.00"),
        json!("99.99"),
        json!("\u{0}\u{1f600}"),
        json!([]),
        json!({}),
        json!("axis"),
        json!(["F", "TR"]),
        json!("F F TR F F TL F F F F F F F F F F F F F F F F"),
        json!("H[bR] U[tR TT 60] D[kL*] H[bLL!] H! H[sL] H H H H H H H H H"),
    ];
    all[bytes.below(all.len() as u32) as usize].clone()
}
