//! The same shapes for other languages: TypeScript declarations and JSON Schema.

use crate::call::{method_schemas, method_types};
use crate::{Diagram, Error, Request, View, live};
use schemars::SchemaGenerator;
use serde_json::{Map, Value, json};
use std::any::TypeId;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use ts_rs::{Config, TS, TypeVisitor};

const HEAD: &str = "\
// What crosses the wire, for the browser and for bots. Made from crate `wire`; do not edit.
// Made again by: cargo run -p tallyho -- schema --typescript > web/wire/types.d.ts

";

// The envelope is generic in the method, which derived declarations cannot say.
const RESPONSE: &str = "\
/** The answer to method `M`. */
export type Response<M extends keyof Methods> =
  { jsonrpc: Version; id: Id } & ({ result: Methods[M][\"result\"] } | { error: RpcError });
";

/// Declarations of every type that crosses the wire, and `Methods`: what each method takes and gives.
pub fn typescript() -> String {
    // JSON.parse gives numbers, never bigints; nothing on the wire is larger than a number holds.
    let config = Config::default().with_large_int("number");
    let mut all = Declarations { config: &config, by_name: BTreeMap::new(), seen: BTreeSet::new() };
    let methods = method_types(&config, &mut all);
    all.visit::<Request>();
    all.visit::<Error>();
    all.visit::<View>();
    all.visit_live();
    let mut text = HEAD.to_owned();
    for declaration in all.by_name.values() {
        let _ = writeln!(text, "{declaration}\n");
    }
    text.push_str("/** Every method: what it takes and what it gives. */\nexport interface Methods {\n");
    for (name, says, params, result) in methods {
        let _ = writeln!(text, "  /** {says} */\n  \"{name}\": {{ params: {params}; result: {result} }};");
    }
    text.push_str("}\n\n");
    text.push_str(RESPONSE);
    text
}

struct Declarations<'a> {
    config: &'a Config,
    by_name: BTreeMap<String, String>,
    seen: BTreeSet<TypeId>,
}

impl Declarations<'_> {
    /// What the web server sends and takes beside the methods.
    fn visit_live(&mut self) {
        self.visit::<Diagram>();
        self.visit::<live::RuleTitles>();
        self.visit::<live::Tables>();
        self.visit::<live::Replay>();
        self.visit::<live::Chances>();
        self.visit::<live::Debrief>();
        self.visit::<live::Explained>();
        self.visit::<live::PastPosition>();
        self.visit::<live::LabOffer>();
        self.visit::<live::LabOrder>();
        self.visit::<live::LabRun>();
        self.visit::<live::Hello>();
        self.visit::<live::Presence>();
        self.visit::<live::Asked>();
        self.visit::<live::People>();
        self.visit::<live::ClockNow>();
        self.visit::<live::Take>();
        self.visit::<live::Taken>();
        self.visit::<live::Label>();
        self.visit::<live::Left>();
        self.visit::<live::TellMe>();
        self.visit::<live::Telling>();
        self.visit::<live::CarryLink>();
        self.visit::<live::Carried>();
        self.visit::<live::Said>();
        self.visit::<live::Changed>();
        self.visit::<live::Thinking>();
        self.visit::<live::Bye>();
    }
}

impl TypeVisitor for Declarations<'_> {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        if !self.seen.insert(TypeId::of::<T>()) {
            return;
        }
        // Only types that would get a file of their own are declared; numbers and lists are written out in place.
        if T::output_path().is_some() {
            let docs = T::docs().unwrap_or_default();
            self.by_name.insert(
                T::ident(self.config),
                format!("{docs}export {}", T::WithoutGenerics::decl(self.config)),
            );
        }
        T::visit_generics(self);
        T::visit_dependencies(self);
    }
}

/// The JSON Schema of requests and replies: `methods` names each method's parameters and result, `$defs` holds all types.
/// `more` adds definitions, such as each game's scenario files and commands.
pub fn schema(more: impl FnOnce(&mut SchemaGenerator) -> Map<String, Value>) -> Value {
    let mut generator = SchemaGenerator::default();
    let mut methods = Map::new();
    for (name, says, params, result) in method_schemas(&mut generator) {
        methods.insert(name.into(), json!({"description": says, "params": params, "result": result}));
    }
    let request = generator.subschema_for::<Request>();
    let error = generator.subschema_for::<Error>();
    let games = more(&mut generator);
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Tallyho",
        "description": "Every message of `tallyho rpc` and every file that it reads.",
        "request": request,
        "error": error,
        "methods": methods,
        "games": games,
        "$defs": generator.take_definitions(true),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_committed_typescript_is_what_these_types_make() {
        let committed = include_str!("../../../web/wire/types.d.ts");
        assert!(
            committed == typescript(),
            "web/wire/types.d.ts is out of date; make it again: cargo run -p tallyho -- schema --typescript > web/wire/types.d.ts"
        );
    }

    #[test]
    fn every_reference_of_the_schema_leads_somewhere() {
        let schema = schema(|_| Map::new());
        let text = schema.to_string();
        let names: Vec<&str> = text.split("\"#/$defs/").skip(1).filter_map(|t| t.split('"').next()).collect();
        assert!(names.len() > 50, "{}", names.len());
        for name in names {
            assert!(schema["$defs"].get(name).is_some(), "{name}");
        }
    }
}
