//! Reads the Rust source of a game crate and separates what is built from what is only tested.

use crate::uses;
use anyhow::{Context, Result};
use proc_macro2::{Delimiter, TokenStream, TokenTree};
use std::path::{Path, PathBuf};
use syn::{Attribute, Block, Expr, ExprLit, Item, Lit, Meta};

/// The source of a crate.
#[derive(Default)]
pub(crate) struct Sources {
    /// Items outside tests, except those of `rule.rs`.
    pub(crate) code: Vec<Item>,
    /// The test functions.
    pub(crate) tests: Vec<Test>,
}

/// A test function.
pub(crate) struct Test {
    /// Its name.
    pub(crate) name: String,
    /// What it does.
    pub(crate) body: Body,
}

/// The body of a test: parsed, or the tokens between the braces where a macro such as `proptest!` holds it.
pub(crate) enum Body {
    /// An ordinary function's.
    Block(Box<Block>),
    /// A function's inside a macro.
    Tokens(TokenStream),
}

/// Where a module's own submodules are looked for, and whether all of it is test code.
#[derive(Clone)]
struct Scope {
    folder: PathBuf,
    test: bool,
}

impl Sources {
    /// Reads `src/lib.rs`, `src/main.rs` and every test target of the crate at `home`, following `mod` declarations.
    pub(crate) fn read_crate(&mut self, home: &Path) -> Result<()> {
        for root in ["src/lib.rs", "src/main.rs"] {
            let root = home.join(root);
            if root.is_file() {
                self.read_root(&root, false)?;
            }
        }
        for root in test_targets(&home.join("tests"))? {
            self.read_root(&root, true)?;
        }
        Ok(())
    }

    fn read_root(&mut self, root: &Path, test: bool) -> Result<()> {
        let folder = root.parent().map_or_else(PathBuf::new, Path::to_path_buf);
        self.add(parse(root)?.items, &Scope { folder, test })
    }

    fn add(&mut self, items: Vec<Item>, scope: &Scope) -> Result<()> {
        for item in items {
            match item {
                Item::Mod(module) => self.add_module(module, scope)?,
                Item::Fn(function) if is_test(&function.attrs) => self
                    .tests
                    .push(Test { name: function.sig.ident.to_string(), body: Body::Block(function.block) }),
                Item::Macro(call) => {
                    self.tests.extend(tests_in_macro(&call.mac.tokens));
                    if !scope.test {
                        self.code.push(Item::Macro(call));
                    }
                }
                other if !scope.test && !is_cfg_test(uses::attributes(&other)) => self.code.push(other),
                _ => {}
            }
        }
        Ok(())
    }

    fn add_module(&mut self, module: syn::ItemMod, scope: &Scope) -> Result<()> {
        let name = module.ident.to_string();
        let test = scope.test || is_cfg_test(&module.attrs);
        let inner = Scope { folder: scope.folder.join(&name), test };
        if let Some((_, items)) = module.content {
            return self.add(items, &inner);
        }
        let file = match path_attribute(&module.attrs) {
            Some(path) => scope.folder.join(path),
            None => {
                let beside = scope.folder.join(format!("{name}.rs"));
                if beside.is_file() { beside } else { inner.folder.join("mod.rs") }
            }
        };
        // Defining a constant is not using it.
        if file.ends_with("src/rule.rs") {
            return Ok(());
        }
        self.add(parse(&file)?.items, &inner)
    }

    /// Items and tests of one inline source, for the tests of this crate.
    #[cfg(test)]
    pub(crate) fn inline(text: &str) -> Sources {
        let mut sources = Sources::default();
        let scope = Scope { folder: PathBuf::new(), test: false };
        sources.add(syn::parse_file(text).unwrap().items, &scope).unwrap();
        sources
    }
}

/// Parses a Rust file.
pub(crate) fn parse(path: &Path) -> Result<syn::File> {
    let text = std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    syn::parse_file(&text).with_context(|| format!("cannot parse {}", path.display()))
}

/// The test targets that cargo finds by itself: `tests/*.rs` and `tests/*/main.rs`.
fn test_targets(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut targets = Vec::new();
    if folder.is_dir() {
        for entry in std::fs::read_dir(folder)? {
            let path = entry?.path();
            let main = path.join("main.rs");
            if path.extension().is_some_and(|e| e == "rs") {
                targets.push(path);
            } else if main.is_file() {
                targets.push(main);
            }
        }
    }
    targets.sort();
    Ok(targets)
}

/// Every `const NAME: RuleId = RuleId("id");`, as name and id, in inline modules too.
pub(crate) fn constants(items: &[Item]) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for item in items {
        match item {
            Item::Const(constant) => {
                if let Expr::Call(call) = &*constant.expr
                    && let Some(Expr::Lit(ExprLit { lit: Lit::Str(id), .. })) = call.args.first()
                {
                    found.push((constant.ident.to_string(), id.value()));
                }
            }
            Item::Mod(module) => {
                let inner = module.content.as_ref().map_or(&[][..], |(_, items)| items);
                found.extend(constants(inner));
            }
            _ => {}
        }
    }
    found
}

/// Whether a function is a test: `#[test]`, `#[tokio::test]`.
fn is_test(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|a| a.path().segments.last().is_some_and(|s| s.ident == "test"))
}

/// Whether an item exists only in tests: `#[cfg(test)]`, `#[cfg(all(test, …))]`.
pub(crate) fn is_cfg_test(attributes: &[Attribute]) -> bool {
    attributes.iter().filter(|a| a.path().is_ident("cfg")).any(|a| match &a.meta {
        Meta::List(list) => needs_test(&list.tokens),
        _ => false,
    })
}

fn needs_test(tokens: &TokenStream) -> bool {
    let mut all = false;
    tokens.clone().into_iter().any(|token| match token {
        TokenTree::Ident(word) => {
            all = word == "all";
            word == "test"
        }
        TokenTree::Group(group) => all && needs_test(&group.stream()),
        _ => false,
    })
}

fn path_attribute(attributes: &[Attribute]) -> Option<String> {
    let attribute = attributes.iter().find(|a| a.path().is_ident("path"))?;
    match &attribute.meta {
        Meta::NameValue(pair) => match &pair.value {
            Expr::Lit(ExprLit { lit: Lit::Str(path), .. }) => Some(path.value()),
            _ => None,
        },
        _ => None,
    }
}

/// Test functions among the tokens of a macro: `#[test] fn name(…) { … }`.
fn tests_in_macro(tokens: &TokenStream) -> Vec<Test> {
    let mut tests = Vec::new();
    let (mut marked, mut name, mut after_fn) = (false, None, false);
    for token in tokens.clone() {
        match token {
            TokenTree::Group(group) if group.delimiter() == Delimiter::Bracket => {
                marked |= group.stream().to_string() == "test";
            }
            TokenTree::Group(group) if group.delimiter() == Delimiter::Brace => {
                if let Some(name) = name.take() {
                    tests.push(Test { name, body: Body::Tokens(group.stream()) });
                }
                marked = false;
            }
            TokenTree::Ident(word) => {
                if after_fn && marked {
                    name = Some(word.to_string());
                }
                after_fn = word == "fn";
            }
            _ => {}
        }
    }
    tests
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn constants_are_read_with_their_ids() {
        let file = syn::parse_file(
            "pub const TURN: RuleId = RuleId(\"g/turn\");\nmod six { pub const A: RuleId = RuleId(\"g/6.A\"); }\n\
             pub const OTHER: u8 = 3;",
        );
        let pairs = constants(&file.unwrap().items);
        assert_eq!(pairs, [("TURN".into(), "g/turn".into()), ("A".into(), "g/6.A".into())]);
    }

    #[test]
    fn tests_are_parted_from_code() {
        let sources = Sources::inline(
            "fn built() {}\n#[cfg(test)] fn helper() {}\n#[cfg(not(test))] fn also_built() {}\n\
             #[cfg(all(test, unix))] mod t { fn help() {} #[test] fn first() {} }\n\
             #[cfg(test)] mod p { proptest! { #![config(1)] #[test] fn second(n in 0..3u8) { body(n); } } }",
        );
        assert_eq!(sources.code.len(), 2);
        let names: Vec<_> = sources.tests.iter().map(|t| t.name.as_str()).collect();
        assert_eq!(names, ["first", "second"]);
    }
}
