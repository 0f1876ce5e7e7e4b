//! The JSON of a position, which its hash is taken of: byte for byte what `serde_json` writes.
//!
//! A position is written after every command and nothing else takes a server longer. Most of it is names of fields. `serde_json` looks at every
//! letter of them for one to escape; the names of a Rust type have none.

use serde::Serialize;
use serde::ser;

/// Writes a position. What has no JSON form ends the text; positions are made of integers, strings and ordered collections, which have one.
pub(crate) fn write(text: &mut Vec<u8>, state: &impl Serialize) {
    let _ = state.serialize(Writer(text));
}

struct Writer<'a>(&'a mut Vec<u8>);

impl Writer<'_> {
    /// A name that a Rust type gives, as a string.
    fn name(self, name: &str) {
        self.0.push(b'"');
        self.0.extend_from_slice(name.as_bytes());
        self.0.push(b'"');
    }

    /// Leaves what is rare to the library.
    fn rare(self, value: &(impl Serialize + ?Sized)) -> Result<(), serde_json::Error> {
        serde_json::to_writer(self.0, value)
    }
}

impl<'a> Writer<'a> {
    fn parts(self, open: &[u8], close: &'static [u8]) -> Parts<'a> {
        self.0.extend_from_slice(open);
        Parts { text: self.0, first: true, close }
    }

    /// The parts of a variant of an enum, as the value of its name.
    fn variant(self, name: &str, open: &[u8], close: &'static [u8]) -> Parts<'a> {
        self.0.push(b'{');
        Writer(self.0).name(name);
        self.0.push(b':');
        self.parts(open, close)
    }
}

/// What stands between brackets.
struct Parts<'a> {
    text: &'a mut Vec<u8>,
    first: bool,
    close: &'static [u8],
}

impl Parts<'_> {
    fn comma(&mut self) {
        if !std::mem::take(&mut self.first) {
            self.text.push(b',');
        }
    }

    fn item(&mut self, value: &(impl Serialize + ?Sized)) -> Result<(), serde_json::Error> {
        self.comma();
        value.serialize(Writer(self.text))
    }

    fn field(&mut self, name: &str, value: &(impl Serialize + ?Sized)) -> Result<(), serde_json::Error> {
        self.comma();
        Writer(self.text).name(name);
        self.text.push(b':');
        value.serialize(Writer(self.text))
    }

    fn close(self) -> Result<(), serde_json::Error> {
        self.text.extend_from_slice(self.close);
        Ok(())
    }
}

macro_rules! integers {
    ($($of:ident $integer:ty),*) => {$(
        fn $of(self, value: $integer) -> Result<(), serde_json::Error> {
            self.0.extend_from_slice(itoa::Buffer::new().format(value).as_bytes());
            Ok(())
        }
    )*};
}

macro_rules! variants {
    ($($of:ident $open:literal $close:literal),*) => {$(
        fn $of(
            self,
            _: &'static str,
            _: u32,
            variant: &'static str,
            _: usize,
        ) -> Result<Parts<'a>, Self::Error> {
            Ok(self.variant(variant, $open, $close))
        }
    )*};
}

impl<'a> ser::Serializer for Writer<'a> {
    type Ok = ();
    type Error = serde_json::Error;
    type SerializeSeq = Parts<'a>;
    type SerializeTuple = Parts<'a>;
    type SerializeTupleStruct = Parts<'a>;
    type SerializeTupleVariant = Parts<'a>;
    type SerializeMap = Parts<'a>;
    type SerializeStruct = Parts<'a>;
    type SerializeStructVariant = Parts<'a>;

    integers!(
        serialize_i8 i8, serialize_i16 i16, serialize_i32 i32, serialize_i64 i64, serialize_i128 i128,
        serialize_u8 u8, serialize_u16 u16, serialize_u32 u32, serialize_u64 u64, serialize_u128 u128
    );

    variants!(serialize_tuple_variant b"[" b"]}", serialize_struct_variant b"{" b"}}");

    fn serialize_bool(self, value: bool) -> Result<(), Self::Error> {
        self.0.extend_from_slice(if value { b"true" } else { b"false" });
        Ok(())
    }

    fn serialize_f32(self, value: f32) -> Result<(), Self::Error> {
        self.rare(&value)
    }

    fn serialize_f64(self, value: f64) -> Result<(), Self::Error> {
        self.rare(&value)
    }

    fn serialize_char(self, value: char) -> Result<(), Self::Error> {
        self.rare(&value)
    }

    fn serialize_str(self, value: &str) -> Result<(), Self::Error> {
        self.rare(value)
    }

    fn serialize_bytes(self, value: &[u8]) -> Result<(), Self::Error> {
        self.rare(value)
    }

    fn serialize_none(self) -> Result<(), Self::Error> {
        self.serialize_unit()
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<(), Self::Error> {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Result<(), Self::Error> {
        self.0.extend_from_slice(b"null");
        Ok(())
    }

    fn serialize_unit_struct(self, _: &'static str) -> Result<(), Self::Error> {
        self.serialize_unit()
    }

    fn serialize_unit_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
    ) -> Result<(), Self::Error> {
        self.name(variant);
        Ok(())
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        value: &T,
    ) -> Result<(), Self::Error> {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<(), Self::Error> {
        let mut parts = self.parts(b"{", b"}");
        parts.field(variant, value)?;
        parts.close()
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Parts<'a>, Self::Error> {
        Ok(self.parts(b"[", b"]"))
    }

    fn serialize_tuple(self, _: usize) -> Result<Parts<'a>, Self::Error> {
        Ok(self.parts(b"[", b"]"))
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Parts<'a>, Self::Error> {
        Ok(self.parts(b"[", b"]"))
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Parts<'a>, Self::Error> {
        Ok(self.parts(b"{", b"}"))
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Parts<'a>, Self::Error> {
        Ok(self.parts(b"{", b"}"))
    }
}

macro_rules! items {
    ($($of:ident $one:ident),*) => {$(
        impl ser::$of for Parts<'_> {
            type Ok = ();
            type Error = serde_json::Error;

            fn $one<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Self::Error> {
                self.item(value)
            }

            fn end(self) -> Result<(), Self::Error> {
                self.close()
            }
        }
    )*};
}

items!(
    SerializeSeq serialize_element, SerializeTuple serialize_element,
    SerializeTupleStruct serialize_field, SerializeTupleVariant serialize_field
);

macro_rules! fields {
    ($($of:ident),*) => {$(
        impl ser::$of for Parts<'_> {
            type Ok = ();
            type Error = serde_json::Error;

            fn serialize_field<T: Serialize + ?Sized>(
                &mut self,
                name: &'static str,
                value: &T,
            ) -> Result<(), Self::Error> {
                self.field(name, value)
            }

            fn end(self) -> Result<(), Self::Error> {
                self.close()
            }
        }
    )*};
}

fields!(SerializeStruct, SerializeStructVariant);

impl ser::SerializeMap for Parts<'_> {
    type Ok = ();
    type Error = serde_json::Error;

    /// A map's keys are words or numbers, and JSON writes both as strings.
    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), Self::Error> {
        self.comma();
        let from = self.text.len();
        Writer(self.text).rare(key)?;
        if self.text[from] != b'"' {
            self.text.insert(from, b'"');
            self.text.push(b'"');
        }
        Ok(())
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Self::Error> {
        self.text.push(b':');
        value.serialize(Writer(self.text))
    }

    fn end(self) -> Result<(), Self::Error> {
        self.close()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    #[derive(Serialize)]
    enum Shape {
        Nothing,
        One(u8),
        Two(i16, bool),
        Named { far: i64, near: Option<u128> },
    }

    #[derive(Serialize)]
    struct Empty;

    #[derive(Serialize)]
    struct Inch(u32);

    #[derive(Serialize)]
    struct Pair(u8, i8);

    #[derive(Serialize)]
    struct Whole {
        shapes: Vec<Shape>,
        none: Option<u8>,
        some: Option<Inch>,
        pair: Pair,
        empty: Empty,
        nothing: (),
        words: Vec<&'static str>,
        letter: char,
        by_word: BTreeMap<&'static str, i32>,
        by_number: BTreeMap<u16, [u8; 2]>,
        by_truth: BTreeMap<bool, ()>,
        half: f32,
        #[serde(flatten)]
        more: BTreeMap<&'static str, u64>,
    }

    #[test]
    fn every_shape_is_written_as_serde_json_writes_it() {
        let whole = Whole {
            shapes: vec![
                Shape::Nothing,
                Shape::One(7),
                Shape::Two(-300, true),
                Shape::Named { far: i64::MIN, near: Some(u128::MAX) },
                Shape::Named { far: 0, near: None },
            ],
            none: None,
            some: Some(Inch(12)),
            pair: Pair(1, -1),
            empty: Empty,
            nothing: (),
            words: vec!["", "plain", "a \"quoted\" one\n", "Größe", "\u{1}\\"],
            letter: '"',
            by_word: [("one", 1), ("a \"b\"", 2)].into(),
            by_number: [(3, [1, 2]), (40, [3, 4])].into(),
            by_truth: [(true, ()), (false, ())].into(),
            half: 0.5,
            more: [("flat", 9)].into(),
        };
        let mut text = Vec::new();
        write(&mut text, &whole);
        assert_eq!(String::from_utf8(text).unwrap(), serde_json::to_string(&whole).unwrap());
    }
}
