//! Which rules a piece of source uses.

use crate::source::{Body, is_cfg_test};
use proc_macro2::{TokenStream, TokenTree};
use std::collections::{BTreeMap, BTreeSet};
use syn::visit::{self, Visit};
use syn::{Attribute, Expr, ExprArray, ImplItem, Item, ItemUse, Lit, Macro, Meta, Path};

/// An array of more bare constants than this is just a list of rules and does not use them.
const LIST: usize = 12;

/// Rules found in source.
pub(crate) struct Uses<'a> {
    /// Constant name → rule id.
    names: &'a BTreeMap<String, String>,
    /// Whether an id in a string counts as well as its constant.
    strings: bool,
    /// Ids used in code.
    pub(crate) ids: BTreeSet<String>,
    /// Ids named by a link in a doc comment.
    pub(crate) linked: BTreeSet<String>,
}

impl<'a> Uses<'a> {
    /// What `items`, which are built, use: constants only.
    pub(crate) fn in_code(names: &'a BTreeMap<String, String>, items: &[Item]) -> Uses<'a> {
        let mut uses = Uses { names, strings: false, ids: BTreeSet::new(), linked: BTreeSet::new() };
        for item in items {
            uses.visit_item(item);
        }
        uses
    }

    /// What the body of a test uses: constants, and ids written in strings.
    pub(crate) fn in_test(names: &'a BTreeMap<String, String>, body: &Body) -> Uses<'a> {
        let mut uses = Uses { names, strings: true, ids: BTreeSet::new(), linked: BTreeSet::new() };
        match body {
            Body::Block(block) => uses.visit_block(block),
            Body::Tokens(tokens) => uses.read_tokens(tokens),
        }
        uses
    }

    /// The rule that a path names: `rule::TURN` or `TURN`, but not `Side::TURN`, which belongs to a type.
    fn rule_of(&self, path: &Path) -> Option<&'a String> {
        let mut segments = path.segments.iter().rev();
        let id = self.names.get(&segments.next()?.ident.to_string())?;
        let of_module = segments.next().is_none_or(|s| is_module(&s.ident.to_string()));
        of_module.then_some(id)
    }

    fn read_string(&mut self, text: &str) {
        if self.strings {
            let found = self.names.values().filter(|id| names_id(text, id)).cloned();
            self.ids.extend(found);
        }
    }

    /// Inside a macro there are only tokens: names, double colons and strings.
    fn read_tokens(&mut self, tokens: &TokenStream) {
        // The last word, and the last word followed by a double colon.
        let (mut word, mut colons) = (None::<String>, 0);
        for token in tokens.clone() {
            match token {
                TokenTree::Ident(ident) => {
                    let name = ident.to_string();
                    let of_module = colons < 2 || word.as_deref().is_some_and(is_module);
                    if let Some(id) = self.names.get(&name).filter(|_| of_module) {
                        self.ids.insert(id.clone());
                    }
                    (word, colons) = (Some(name), 0);
                }
                TokenTree::Punct(mark) if mark.as_char() == ':' => colons += 1,
                TokenTree::Punct(_) => colons = 0,
                TokenTree::Literal(literal) => {
                    colons = 0;
                    if let Lit::Str(text) = Lit::new(literal) {
                        self.read_string(&text.value());
                    }
                }
                TokenTree::Group(group) => {
                    colons = 0;
                    self.read_tokens(&group.stream());
                }
            }
        }
    }

    /// Links in a doc comment, by the path in their brackets; rustdoc checks that it exists.
    fn read_doc(&mut self, text: &str) {
        for link in text.split('[').skip(1) {
            let path = link.split(']').next().unwrap_or_default().trim_matches('`');
            let mut parts = path.rsplit("::");
            let id = parts.next().and_then(|name| self.names.get(name));
            if let (Some(id), Some(true)) = (id, parts.next().map(is_module)) {
                self.linked.insert(id.clone());
            }
        }
    }
}

impl Visit<'_> for Uses<'_> {
    fn visit_path(&mut self, path: &Path) {
        if let Some(id) = self.rule_of(path) {
            self.ids.insert(id.clone());
        }
        visit::visit_path(self, path);
    }

    fn visit_expr_array(&mut self, array: &ExprArray) {
        let bare = |e: &Expr| matches!(e, Expr::Path(p) if self.rule_of(&p.path).is_some());
        if array.elems.len() <= LIST || !array.elems.iter().all(bare) {
            visit::visit_expr_array(self, array);
        }
    }

    fn visit_lit(&mut self, literal: &Lit) {
        if let Lit::Str(text) = literal {
            self.read_string(&text.value());
        }
    }

    fn visit_macro(&mut self, call: &Macro) {
        self.read_tokens(&call.tokens);
    }

    fn visit_impl_item(&mut self, item: &ImplItem) {
        let tested = matches!(item, ImplItem::Fn(f) if is_cfg_test(&f.attrs));
        if !tested {
            visit::visit_impl_item(self, item);
        }
    }

    fn visit_attribute(&mut self, attribute: &Attribute) {
        if let Meta::NameValue(pair) = &attribute.meta
            && pair.path.is_ident("doc")
            && let Expr::Lit(text) = &pair.value
            && let Lit::Str(text) = &text.lit
        {
            self.read_doc(&text.value());
        }
    }

    // Importing a constant is not using it.
    fn visit_item_use(&mut self, _: &ItemUse) {}
}

/// The attributes of an item.
pub(crate) fn attributes(item: &Item) -> &[Attribute] {
    match item {
        Item::Const(i) => &i.attrs,
        Item::Enum(i) => &i.attrs,
        Item::Fn(i) => &i.attrs,
        Item::Impl(i) => &i.attrs,
        Item::Macro(i) => &i.attrs,
        Item::Mod(i) => &i.attrs,
        Item::Static(i) => &i.attrs,
        Item::Struct(i) => &i.attrs,
        Item::Trait(i) => &i.attrs,
        Item::Type(i) => &i.attrs,
        Item::Use(i) => &i.attrs,
        _ => &[],
    }
}

/// Modules have lower-case names, types do not.
fn is_module(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_lowercase())
}

/// Whether `text` holds `id` as a whole: `g/turn` is not in `g/turn-rate`, nor `g/6.A` in `g/6.A1`.
fn names_id(text: &str, id: &str) -> bool {
    text.match_indices(id).any(|(at, _)| {
        let mut rest = text[at + id.len()..].chars();
        match rest.next() {
            Some('.' | '-' | '/') => !rest.next().is_some_and(|c| c.is_ascii_alphanumeric()),
            Some(c) => !c.is_ascii_alphanumeric(),
            None => true,
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::Sources;

    fn names() -> BTreeMap<String, String> {
        let pairs = [("TURN", "g/turn"), ("TURN_RATE", "g/turn-rate"), ("SLIP", "g/slip")];
        pairs.map(|(n, id)| (n.to_owned(), id.to_owned())).into()
    }

    fn code(text: &str) -> (Vec<String>, Vec<String>) {
        let names = names();
        let uses = Uses::in_code(&names, &Sources::inline(text).code);
        (uses.ids.into_iter().collect(), uses.linked.into_iter().collect())
    }

    fn test_body(text: &str) -> Vec<String> {
        let names = names();
        let sources = Sources::inline(text);
        Uses::in_test(&names, &sources.tests[0].body).ids.into_iter().collect()
    }

    #[test]
    fn a_path_or_a_macro_argument_is_a_use() {
        assert_eq!(code("fn f() { refuse(crate::rule::TURN) }").0, ["g/turn"]);
        assert_eq!(code("const A: Ask = Ask::d6(\"turn\", TURN);").0, ["g/turn"]);
        assert_eq!(code("fn f() { assert_eq!(x, rule::SLIP); }").0, ["g/slip"]);
    }

    #[test]
    fn imports_types_strings_and_test_code_are_no_citations() {
        assert!(code("use crate::rule::{TURN, SLIP};").0.is_empty());
        assert!(code("fn f() { Side::TURN; matches!(x, Side::SLIP); }").0.is_empty());
        assert!(code("fn f() { \"g/turn\"; }").0.is_empty());
        assert!(code("#[cfg(test)] mod t { fn f() { rule::TURN; } }").0.is_empty());
        assert!(code("impl S { #[cfg(test)] fn f() { rule::TURN; } }").0.is_empty());
    }

    #[test]
    fn a_doc_link_is_told_apart_from_a_use() {
        let (used, linked) = code("/// The table of [`rule::TURN`], not `rule::SLIP`.\nconst T: u8 = 1;");
        assert!(used.is_empty());
        assert_eq!(linked, ["g/turn"]);
    }

    #[test]
    fn a_long_list_of_constants_uses_none_of_them() {
        let list = vec!["rule::TURN"; LIST + 1].join(", ");
        assert!(code(&format!("const ALL: [RuleId; 13] = [{list}];")).0.is_empty());
        assert_eq!(code("const STEPS: [RuleId; 2] = [rule::TURN, rule::SLIP];").0, ["g/slip", "g/turn"]);
    }

    #[test]
    fn a_test_may_name_the_constant_or_the_id_but_only_the_whole_of_it() {
        assert_eq!(test_body("#[test] fn t() { refused(rule::TURN); }"), ["g/turn"]);
        assert_eq!(test_body("#[test] fn t() { refused(\"g/turn-rate\"); }"), ["g/turn-rate"]);
        assert_eq!(test_body("#[test] fn t() { assert!(a.contains(\"by g/turn.\")); }"), ["g/turn"]);
        assert_eq!(test_body("proptest! { #[test] fn t(n in 0..2) { is(rule::SLIP) } }"), ["g/slip"]);
    }
}
