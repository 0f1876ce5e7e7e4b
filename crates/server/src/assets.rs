//! The client's files, embedded in the binary.
//!
//! The page asks for them under an address that names the build. So a browser may keep them for good and asks for none of them twice, and
//! no page is put together from files of two releases.

use axum::body::Bytes;
use axum::extract::Path;
use axum::http::header::{
    ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, ETAG, IF_NONE_MATCH, VARY,
};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use flate2::Compression;
use flate2::write::GzEncoder;
use rust_embed::Embed;
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::io::Write;
use std::sync::{LazyLock, OnceLock};

/// Where the files are, and what every address of one begins with.
pub(crate) const PREFIX: &str = "/assets/";

/// `web/` as it was when the server was built, without what only development needs.
#[derive(Embed)]
#[folder = "../../web/"]
#[include = "*.html"]
#[include = "*.css"]
#[include = "*.js"]
#[include = "table/*.json"]
#[include = "*.svg"]
#[include = "*.png"]
#[include = "*.otf"]
#[include = "*.woff2"]
#[include = "*.webmanifest"]
#[include = "vendor/lit-html/LICENSE"]
#[exclude = "tests/*"]
#[exclude = "node_modules/*"]
struct Web;

/// One file, ready to be sent.
struct File {
    plain: Bytes,
    /// Packed when it is first asked for, and then for all.
    packed: OnceLock<Bytes>,
    kind: String,
    tag: String,
}

/// How long a browser may keep what it is sent.
#[derive(Clone, Copy)]
enum Keep {
    /// The address will never lead to anything else.
    ForGood,
    /// It asks each time whether its copy is still good.
    AndAsk,
    /// The address belongs to another release: what is sent is not what that address stands for.
    Not,
}

/// The files of this build by path; those that the page asks for are asked for by [`BUILD`].
static FILES: LazyLock<BTreeMap<String, File>> = LazyLock::new(|| {
    let read = |path: &str| {
        let file = Web::get(path)?;
        let kind = file.metadata.mimetype();
        let kind = if kind.starts_with("text/") { format!("{kind}; charset=utf-8") } else { kind.to_owned() };
        let (plain, tag) = if path == PAGE {
            (addressed(&file.data), BUILD.clone())
        } else {
            (Bytes::from(file.data.into_owned()), hex(&file.metadata.sha256_hash()))
        };
        Some(File { plain, packed: OnceLock::new(), kind, tag: format!("\"{tag}\"") })
    };
    Web::iter().filter_map(|path| Some((path.to_string(), read(&path)?))).collect()
});

/// A name for exactly these files.
static BUILD: LazyLock<String> = LazyLock::new(|| {
    let mut names: Vec<_> = Web::iter().collect();
    names.sort_unstable();
    let mut all = Sha256::new();
    for name in names {
        all.update(name.as_bytes());
        all.update(Web::get(&name).map_or([0; 32], |file| file.metadata.sha256_hash()));
    }
    hex(&all.finalize())
});

const PAGE: &str = "index.html";

/// The letters of a name of a build.
const DIGITS: usize = 24;

fn hex(hash: &[u8]) -> String {
    hash[..DIGITS / 2].iter().map(|b| format!("{b:02x}")).collect()
}

/// The page with the addresses of this build.
fn addressed(page: &[u8]) -> Bytes {
    let page = String::from_utf8_lossy(page);
    page.replace(&format!("\"{PREFIX}"), &format!("\"{PREFIX}{}/", *BUILD)).into()
}

/// The one page, whatever its path means to the client.
pub(crate) fn page(headers: &HeaderMap) -> Response {
    send(PAGE, Keep::AndAsk, headers)
}

pub(crate) async fn favicon(headers: HeaderMap) -> Response {
    send("favicon.svg", Keep::AndAsk, &headers)
}

pub(crate) async fn asset(Path(path): Path<String>, headers: HeaderMap) -> Response {
    let is_build = |name: &str| name.len() == DIGITS && name.bytes().all(|b| b.is_ascii_hexdigit());
    match path.split_once('/') {
        Some((build, file)) if build == *BUILD => send(file, Keep::ForGood, &headers),
        // A page that was opened before an upgrade, or that came from a process already upgraded, is helped as well as it can be.
        Some((build, file)) if is_build(build) => send(file, Keep::Not, &headers),
        _ => send(&path, Keep::AndAsk, &headers),
    }
}

fn send(path: &str, keep: Keep, headers: &HeaderMap) -> Response {
    let Some(file) = FILES.get(path) else { return StatusCode::NOT_FOUND.into_response() };
    let keep = match keep {
        Keep::ForGood => "public, max-age=31536000, immutable",
        Keep::AndAsk => "no-cache",
        Keep::Not => "no-store",
    };
    let known = headers.get(IF_NONE_MATCH).and_then(|v| v.to_str().ok());
    // A proxy that packs by itself makes the tag a weak one.
    let same = |tag: &str| tag.trim().trim_start_matches("W/") == file.tag;
    let mut response = if known.is_some_and(|list| list.split(',').any(same)) {
        StatusCode::NOT_MODIFIED.into_response()
    } else if takes_gzip(headers) {
        let packed = file.packed.get_or_init(|| packed(&file.plain)).clone();
        ([(CONTENT_ENCODING, "gzip")], packed).into_response()
    } else {
        file.plain.clone().into_response()
    };
    let own =
        [(CACHE_CONTROL, keep), (CONTENT_TYPE, &file.kind), (ETAG, &file.tag), (VARY, "accept-encoding")];
    for (name, text) in own {
        if let Ok(value) = HeaderValue::try_from(text) {
            response.headers_mut().insert(name, value);
        }
    }
    response
}

/// Whether whoever asks can unpack.
fn takes_gzip(headers: &HeaderMap) -> bool {
    let said = headers.get_all(ACCEPT_ENCODING).iter().filter_map(|v| v.to_str().ok());
    said.flat_map(|list| list.split(',')).any(|way| {
        let (name, weight) = way.split_once(';').unwrap_or((way, ""));
        let never = weight.trim().strip_prefix("q=").is_some_and(|q| q.parse() == Ok(0.0));
        name.trim() == "gzip" && !never
    })
}

fn packed(plain: &Bytes) -> Bytes {
    let mut packer = GzEncoder::new(Vec::new(), Compression::best());
    let done = packer.write_all(plain).and_then(|()| packer.finish());
    done.expect("writing to memory does not fail").into()
}
