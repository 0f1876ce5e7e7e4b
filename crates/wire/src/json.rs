//! JSON that is passed on as the text that it came or was written as: whoever knows its type reads it, once.

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::value::RawValue;
use std::borrow::Cow;
use ts_rs::{Config, TS};

/// A JSON value as text.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Json(Box<RawValue>);

impl Json {
    /// A value as text. What has no JSON form, as a map without string keys has none, becomes null.
    pub fn of(value: &(impl Serialize + ?Sized)) -> Json {
        Json(serde_json::value::to_raw_value(value).unwrap_or_else(|_| RawValue::NULL.to_owned()))
    }

    /// The text.
    pub fn text(&self) -> &str {
        self.0.get()
    }

    /// The text alone.
    pub fn into_text(self) -> String {
        Box::<str>::from(self.0).into_string()
    }

    /// The value.
    pub fn value(&self) -> Value {
        serde_json::from_str(self.text()).unwrap_or_default()
    }
}

impl From<&Value> for Json {
    fn from(value: &Value) -> Json {
        Json::of(value)
    }
}

/// Equal as text: the same value written with other spaces counts as another.
impl PartialEq for Json {
    fn eq(&self, other: &Json) -> bool {
        self.text() == other.text()
    }
}

impl JsonSchema for Json {
    fn schema_name() -> Cow<'static, str> {
        Value::schema_name()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        Value::json_schema(generator)
    }

    fn inline_schema() -> bool {
        Value::inline_schema()
    }
}

impl TS for Json {
    type WithoutGenerics = Json;
    type OptionInnerType = Json;

    fn name(_: &Config) -> String {
        "unknown".to_owned()
    }

    fn inline(config: &Config) -> String {
        Json::name(config)
    }
}
