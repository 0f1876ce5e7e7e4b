//! Webhooks: an address of a player's own that is called when it is their turn.
//!
//! Whoever may name an address that a server calls may have it knock at doors that only the server can reach. So a name is looked up once, what it
//! leads to must be public, and that very address is connected to; redirects are not followed, and nothing of the answer is told but whether
//! it was a good one.

use crate::config::Webhooks;
use crate::post::{Failed, News};
use http_body_util::Full;
use hyper::Request;
use hyper::body::Bytes;
use hyper::header::{CONTENT_TYPE, HOST, USER_AGENT};
use hyper_util::rt::TokioIo;
use serde_json::json;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::pki_types::ServerName;
use tokio_rustls::rustls::{ClientConfig, RootCertStore, crypto};
use url::{Host, Url};

/// How long a call may take, from looking the name up to the answer.
const PATIENCE: Duration = Duration::from_secs(10);

/// What calls webhooks.
pub(crate) struct Caller {
    tls: TlsConnector,
    anywhere: bool,
}

impl Caller {
    /// As the settings say; nothing if no webhooks are called.
    pub(crate) fn of(which: Webhooks) -> Result<Option<Caller>, String> {
        let anywhere = match which {
            Webhooks::Off => return Ok(None),
            Webhooks::Public => false,
            Webhooks::Anywhere => true,
        };
        let roots = RootCertStore { roots: webpki_roots::TLS_SERVER_ROOTS.to_vec() };
        let tls = ClientConfig::builder_with_provider(Arc::new(crypto::ring::default_provider()))
            .with_safe_default_protocol_versions()
            .map_err(|e| e.to_string())?
            .with_root_certificates(roots)
            .with_no_client_auth();
        Ok(Some(Caller { tls: TlsConnector::from(Arc::new(tls)), anywhere }))
    }

    /// Reads an address that may be called. Whether it is public is seen when it is called: names change what they lead to.
    pub(crate) fn read(&self, text: &str) -> Result<Url, &'static str> {
        let url = Url::parse(text).map_err(|_| "is no address of a webhook")?;
        if url.scheme() != "https" && !(self.anywhere && url.scheme() == "http") {
            return Err("must begin with https://");
        }
        if !url.username().is_empty() || url.password().is_some() {
            return Err("must have no name and password before the host");
        }
        match url.host() {
            Some(host) if self.anywhere || literal(&host).is_none_or(is_public) => Ok(url),
            _ => Err("must lead to a public address"),
        }
    }

    pub(crate) async fn call(&self, url: &Url, news: &News) -> Result<(), Failed> {
        let late = |_| Failed::for_now("the webhook took too long");
        tokio::time::timeout(PATIENCE, self.call_patiently(url, news)).await.map_err(late)?
    }

    async fn call_patiently(&self, url: &Url, news: &News) -> Result<(), Failed> {
        let (Some(host), Some(port)) = (url.host(), url.port_or_known_default()) else {
            return Err(Failed::for_good("the webhook has no host"));
        };
        let stream = self.connect(&host, port).await?;
        if url.scheme() == "http" {
            return post(stream, url, news).await;
        }
        let name = match literal(&host) {
            Some(ip) => ServerName::from(ip),
            None => ServerName::try_from(host.to_string())
                .map_err(|_| Failed::for_good("the webhook has no name that TLS knows"))?,
        };
        let failed = |_| Failed::for_now("TLS with the webhook failed");
        post(self.tls.connect(name, stream).await.map_err(failed)?, url, news).await
    }

    async fn connect(&self, host: &Host<&str>, port: u16) -> Result<TcpStream, Failed> {
        let unknown = |_| Failed::for_now("the name of the webhook leads nowhere");
        let found: Vec<SocketAddr> = match literal(host) {
            Some(ip) => vec![(ip, port).into()],
            None => tokio::net::lookup_host((host.to_string(), port)).await.map_err(unknown)?.collect(),
        };
        let open: Vec<_> = found.into_iter().filter(|at| self.anywhere || is_public(at.ip())).collect();
        if open.is_empty() {
            return Err(Failed::for_good("the webhook leads to no public address"));
        }
        TcpStream::connect(&*open).await.map_err(|_| Failed::for_now("the webhook does not answer"))
    }
}

/// The address that a host is written as, if it is not a name.
fn literal(host: &Host<&str>) -> Option<IpAddr> {
    match host {
        Host::Domain(_) => None,
        Host::Ipv4(ip) => Some((*ip).into()),
        Host::Ipv6(ip) => Some((*ip).into()),
    }
}

async fn post(
    stream: impl AsyncRead + AsyncWrite + Unpin,
    url: &Url,
    News { game, link, stop, side }: &News,
) -> Result<(), Failed> {
    let text = format!("It is your turn in {game}: {link}");
    // Slack and Mattermost read `text`, Discord reads `content`.
    let body =
        json!({ "text": text, "content": text, "game": game, "side": side, "link": link, "stop": stop });
    let path = &url[url::Position::BeforePath..url::Position::AfterQuery];
    let host = &url[url::Position::BeforeHost..url::Position::AfterPort];
    let request = Request::post(path)
        .header(HOST, host)
        .header(CONTENT_TYPE, "application/json")
        .header(USER_AGENT, concat!("Tallyho/", env!("CARGO_PKG_VERSION")))
        .body(Full::new(Bytes::from(body.to_string())))
        .map_err(|_| Failed::for_good("the webhook's address cannot be asked for"))?;
    let broken = |_| Failed::for_now("the webhook broke off");
    let (mut sender, connection) =
        hyper::client::conn::http1::handshake(TokioIo::new(stream)).await.map_err(broken)?;
    let answer = async { sender.send_request(request).await.map_err(broken) };
    let answer = tokio::select! {
        answer = answer => answer?,
        _ = connection => return Err(Failed::for_now("the webhook broke off")),
    };
    let status = answer.status();
    if status.is_success() {
        return Ok(());
    }
    let later = status.is_server_error() || [408, 429].contains(&status.as_u16());
    Err(Failed { why: format!("the webhook answered {}", status.as_u16()), for_good: !later })
}

/// Whether everybody on the internet can reach an address, so that it matters nothing who calls it.
fn is_public(ip: IpAddr) -> bool {
    match ip.to_canonical() {
        IpAddr::V4(v4) => is_public_v4(v4),
        IpAddr::V6(v6) => is_public_v6(v6),
    }
}

fn is_public_v4(ip: Ipv4Addr) -> bool {
    let [a, b, c, _] = ip.octets();
    let own = ip.is_private() || ip.is_loopback() || ip.is_link_local() || (a == 100 && b & 0xc0 == 64);
    let none = a == 0 || a >= 224 || ip.is_documentation();
    let special = [a, b, c] == [192, 0, 0] || (a == 198 && b & 0xfe == 18);
    !(own || none || special)
}

/// Only 2000::/3 is given out; in it, tunnels lead to IPv4 addresses that are not looked at.
fn is_public_v6(ip: Ipv6Addr) -> bool {
    let [a, b, ..] = ip.segments();
    let tunnel = a == 0x2002 || (a == 0x2001 && b < 0x200);
    let documentation = (a == 0x2001 && b == 0xdb8) || a == 0x3fff;
    a & 0xe000 == 0x2000 && !tunnel && !documentation
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_only_the_server_can_reach_is_not_public() {
        for inside in [
            "127.0.0.1",
            "10.1.2.3",
            "172.16.0.1",
            "192.168.1.1",
            "169.254.169.254",
            "100.64.0.1",
            "0.0.0.0",
            "255.255.255.255",
            "224.0.0.1",
            "198.18.0.1",
            "::1",
            "::",
            "fe80::1",
            "fd00::1",
            "::ffff:10.0.0.1",
            "64:ff9b::a00:1",
            "2002:a00:1::",
            "ff02::1",
        ] {
            assert!(!is_public(inside.parse().unwrap()), "{inside}");
        }
        for outside in ["1.1.1.1", "172.32.0.1", "100.128.0.1", "2606:4700::1111", "::ffff:8.8.8.8"] {
            assert!(is_public(outside.parse().unwrap()), "{outside}");
        }
    }

    #[test]
    fn an_address_inside_is_refused_however_it_is_written() {
        let public = Caller::of(Webhooks::Public).unwrap().unwrap();
        for refused in [
            "http://example.com/",
            "https://127.0.0.1/",
            "https://2130706433/",
            "https://0x7f.1/",
            "https://[::1]/",
            "https://a:b@example.com/",
            "ftp://example.com",
            "mailto:a@example.com",
            "nonsense",
        ] {
            assert!(public.read(refused).is_err(), "{refused}");
        }
        assert!(public.read("https://example.com:8443/hook?x=1").is_ok());
        let anywhere = Caller::of(Webhooks::Anywhere).unwrap().unwrap();
        assert!(anywhere.read("http://192.168.1.5/hook").is_ok());
    }

    #[tokio::test]
    async fn a_name_that_leads_inside_is_not_called() {
        let public = Caller::of(Webhooks::Public).unwrap().unwrap();
        let listener = tokio::net::TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let refused = public.connect(&Host::Domain("localhost"), port).await.unwrap_err();
        assert!(refused.for_good, "{refused:?}");
    }
}
