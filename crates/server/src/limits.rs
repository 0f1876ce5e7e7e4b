//! How much one client may ask: token buckets.

use axum::http::HeaderMap;
use std::collections::BTreeMap;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// A bucket holds `most` drops and gets one each `every`; each request takes one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rate {
    pub(crate) most: u32,
    pub(crate) every: Duration,
}

/// HTTP requests of one address: a club evening behind one router loads a page of fifty files forty times at once, then twice
/// a second.
pub(crate) const REQUESTS: Rate = Rate { most: 2000, every: Duration::from_millis(10) };
/// Tables made by one address.
pub(crate) const NEW_TABLES: Rate = Rate { most: 60, every: Duration::from_secs(1) };
/// Messages of one socket. A hand on the keyboard and a mouse that hovers stay far below it.
pub(crate) const MESSAGES: Rate = Rate { most: 300, every: Duration::from_millis(20) };

/// One bucket.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bucket {
    rate: Rate,
    /// When it was, or will be, empty: everything follows from this one moment.
    empty_at: Instant,
}

impl Bucket {
    pub(crate) fn full(rate: Rate, now: Instant) -> Bucket {
        Bucket { rate, empty_at: now.checked_sub(rate.every * rate.most).unwrap_or(now) }
    }

    /// Takes a drop, or says how long to wait for one.
    pub(crate) fn take(&mut self, now: Instant) -> Result<(), Duration> {
        let oldest = now.checked_sub(self.rate.every * self.rate.most).unwrap_or(self.empty_at);
        let next = self.empty_at.max(oldest) + self.rate.every;
        if next > now {
            return Err(next - now);
        }
        self.empty_at = next;
        Ok(())
    }

    fn is_full(&self, now: Instant) -> bool {
        now.duration_since(self.empty_at) >= self.rate.every * self.rate.most
    }
}

/// A bucket for each address.
pub(crate) struct Buckets {
    rate: Rate,
    by_client: Mutex<BTreeMap<IpAddr, Bucket>>,
}

impl Buckets {
    pub(crate) fn new(rate: Rate) -> Buckets {
        Buckets { rate, by_client: Mutex::default() }
    }

    pub(crate) fn take(&self, client: IpAddr, now: Instant) -> Result<(), Duration> {
        let mut all = self.by_client.lock().unwrap_or_else(PoisonError::into_inner);
        all.entry(client).or_insert_with(|| Bucket::full(self.rate, now)).take(now)
    }

    /// Forgets those who have asked nothing for long enough.
    pub(crate) fn sweep(&self, now: Instant) {
        let mut all = self.by_client.lock().unwrap_or_else(PoisonError::into_inner);
        all.retain(|_, bucket| !bucket.is_full(now));
    }
}

/// Whose request it is: the peer, or behind `proxies` trusted proxies the address that the outermost of them saw. Addresses
/// further left in the header are the client's own claim. Of IPv6 the network counts, not the host.
pub(crate) fn client(headers: &HeaderMap, peer: IpAddr, proxies: u8) -> IpAddr {
    let forwarded = || {
        let hops = headers.get_all("x-forwarded-for").iter().filter_map(|v| v.to_str().ok());
        let hops: Vec<&str> = hops.flat_map(|v| v.split(',')).collect();
        let at = hops.len().checked_sub(proxies.into())?;
        hops.get(at)?.trim().parse().ok()
    };
    let address = if proxies == 0 { peer } else { forwarded().unwrap_or(peer) };
    match address {
        IpAddr::V6(v6) => match v6.to_ipv4_mapped() {
            Some(v4) => IpAddr::V4(v4),
            None => IpAddr::V6(Ipv6Addr::from_bits(v6.to_bits() & !u128::from(u64::MAX))),
        },
        v4 @ IpAddr::V4(_) => v4,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RATE: Rate = Rate { most: 3, every: Duration::from_millis(100) };

    #[test]
    fn a_bucket_gives_its_burst_and_then_its_rate() {
        let start = Instant::now() + Duration::from_secs(1);
        let mut bucket = Bucket::full(RATE, start);
        assert!((0..3).all(|_| bucket.take(start).is_ok()));
        assert_eq!(bucket.take(start), Err(Duration::from_millis(100)));
        assert_eq!(bucket.take(start + Duration::from_millis(40)), Err(Duration::from_millis(60)));
        let later = start + Duration::from_millis(100);
        assert!(bucket.take(later).is_ok());
        assert!(bucket.take(later).is_err());
        // However long nothing is asked, no more than the burst comes together.
        let much_later = start + Duration::from_secs(60);
        assert_eq!((0..9).filter(|_| bucket.take(much_later).is_ok()).count(), 3);
    }

    #[test]
    fn addresses_do_not_share_a_bucket_and_quiet_ones_are_forgotten() {
        let now = Instant::now() + Duration::from_secs(1);
        let buckets = Buckets::new(RATE);
        let (a, b): (IpAddr, IpAddr) = ([10, 0, 0, 1].into(), [10, 0, 0, 2].into());
        assert!((0..3).all(|_| buckets.take(a, now).is_ok()));
        assert!(buckets.take(a, now).is_err());
        assert!(buckets.take(b, now).is_ok());
        buckets.sweep(now + Duration::from_millis(150));
        assert_eq!(buckets.by_client.lock().unwrap().len(), 1);
        buckets.sweep(now + Duration::from_secs(1));
        assert!(buckets.by_client.lock().unwrap().is_empty());
    }

    #[test]
    fn a_client_cannot_choose_its_address_by_header() {
        let peer: IpAddr = [127, 0, 0, 1].into();
        let mut headers = HeaderMap::new();
        headers.insert("x-forwarded-for", "6.6.6.6, 10.1.1.1".parse().unwrap());
        assert_eq!(client(&headers, peer, 0), peer);
        assert_eq!(client(&headers, peer, 1), IpAddr::from([10, 1, 1, 1]));
        assert_eq!(client(&headers, peer, 3), peer);
        let v6: IpAddr = "2001:db8::1:2:3:4".parse().unwrap();
        assert_eq!(client(&HeaderMap::new(), v6, 0), "2001:db8::".parse::<IpAddr>().unwrap());
    }
}
