//! How much one client may ask: so much at a time, so often, and in its turn.

use axum::http::HeaderMap;
use std::collections::BTreeMap;
use std::net::{IpAddr, Ipv6Addr, SocketAddr};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::{Duration, Instant};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// A bucket holds `most` drops and gets one each `every`; each request takes one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rate {
    pub(crate) most: u32,
    pub(crate) every: Duration,
}

impl Rate {
    /// So many times as much and as often.
    fn times(self, n: u32) -> Rate {
        Rate { most: self.most * n, every: self.every / n }
    }
}

/// HTTP requests of one address but for the client's own files: a club evening behind one router.
pub(crate) const REQUESTS: Rate = Rate { most: 2000, every: Duration::from_millis(10) };
/// Files of the client for one address: a hundred people behind one router open a table of two hundred files for the first time at once,
/// then five a second.
pub(crate) const FILES: Rate = Rate { most: 20_000, every: Duration::from_millis(1) };
/// Tables made by one address.
pub(crate) const NEW_TABLES: Rate = Rate { most: 60, every: Duration::from_secs(1) };
/// Scenarios of one address that are checked: a few people who write theirs at once.
pub(crate) const CHECKS: Rate = Rate { most: 120, every: Duration::from_millis(150) };
/// Frames of one socket. A hand on the keyboard and a mouse that hovers stay far below it.
pub(crate) const FRAMES: Rate = Rate { most: 300, every: Duration::from_millis(20) };
/// Frames of all sockets of one address.
pub(crate) const FRAMES_OF_ALL: Rate = Rate { most: 6000, every: Duration::from_millis(2) };
/// Hints for one address: a club evening of forty people who ask again and again.
pub(crate) const HINTS: Rate = Rate { most: 120, every: Duration::from_millis(500) };
/// Lines of talk, and names, of one socket: somebody who types fast.
pub(crate) const TALK: Rate = Rate { most: 6, every: Duration::from_secs(2) };
/// Lines of talk, and names, of all sockets of one address.
pub(crate) const TALK_OF_ALL: Rate = Rate { most: 120, every: Duration::from_millis(200) };
/// Bytes that come in by one connection: some whole scenarios at once, then a quarter of a megabyte a second.
pub(crate) const UPLOAD: Rate = Rate { most: 8 << 20, every: Duration::from_micros(4) };
/// A site of IPv6 networks gets so many times the share of one address: whoever has one, often has all its 65 536 networks.
const SITE: u32 = 4;

/// Whose share something counts against: an address, or the networks that one customer of a provider has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Network {
    address: IpAddr,
    /// How many bits of it are alike.
    bits: u8,
}

/// The network of an address as [`client`] gives it.
fn network(client: IpAddr) -> Network {
    Network { address: client, bits: if client.is_ipv4() { 32 } else { 64 } }
}

/// The site that an IPv6 network belongs to.
fn site(client: IpAddr) -> Option<Network> {
    let IpAddr::V6(v6) = client else { return None };
    let address = Ipv6Addr::from_bits(v6.to_bits() & !(u128::MAX >> 48));
    Some(Network { address: address.into(), bits: 48 })
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

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
        self.take_many(1, now)
    }

    /// Takes so many drops, or says how long to wait for them.
    pub(crate) fn take_many(&mut self, drops: u32, now: Instant) -> Result<(), Duration> {
        let oldest = now.checked_sub(self.rate.every * self.rate.most).unwrap_or(self.empty_at);
        let next = self.empty_at.max(oldest) + self.rate.every * drops;
        if next > now {
            return Err(next - now);
        }
        self.empty_at = next;
        Ok(())
    }

    /// Whether nothing was taken from it for long enough to forget it.
    pub(crate) fn is_full(&self, now: Instant) -> bool {
        now.duration_since(self.empty_at) >= self.rate.every * self.rate.most
    }
}

/// A bucket for each address, and a larger one for each site.
pub(crate) struct Buckets {
    rate: Rate,
    by_network: Mutex<BTreeMap<Network, Bucket>>,
}

impl Buckets {
    pub(crate) fn new(rate: Rate) -> Buckets {
        Buckets { rate, by_network: Mutex::default() }
    }

    pub(crate) fn take(&self, client: IpAddr, now: Instant) -> Result<(), Duration> {
        let mut all = locked(&self.by_network);
        let mut take =
            |network, rate| all.entry(network).or_insert_with(|| Bucket::full(rate, now)).take(now);
        take(network(client), self.rate)?;
        site(client).map_or(Ok(()), |site| take(site, self.rate.times(SITE)))
    }

    /// The buckets that a client takes from, as all processes know them: whose, how much, how often.
    pub(crate) fn shares(&self, client: IpAddr) -> Vec<(String, Rate)> {
        let share = |of: Network, rate| (format!("{}/{}", of.address, of.bits), rate);
        let own = share(network(client), self.rate);
        let site = site(client).map(|site| share(site, self.rate.times(SITE)));
        [Some(own), site].into_iter().flatten().collect()
    }

    /// Forgets those who have asked nothing for long enough.
    pub(crate) fn sweep(&self, now: Instant) {
        locked(&self.by_network).retain(|_, bucket| !bucket.is_full(now));
    }
}

/// How many of something each address, and each site, has at once.
pub(crate) struct Crowd {
    most: usize,
    by_network: Mutex<BTreeMap<Network, usize>>,
}

/// One of a crowd, until dropped.
pub(crate) struct Present {
    crowd: Arc<Crowd>,
    client: IpAddr,
}

impl Crowd {
    pub(crate) fn new(most: usize) -> Arc<Crowd> {
        Arc::new(Crowd { most, by_network: Mutex::default() })
    }

    /// Lets one more in, if the address has not its most.
    pub(crate) fn enter(self: &Arc<Crowd>, client: IpAddr) -> Option<Present> {
        let mut all = locked(&self.by_network);
        let has = |network: Network| all.get(&network).copied().unwrap_or(0);
        let room = has(network(client)) < self.most
            && site(client).is_none_or(|site| has(site) < self.most * SITE as usize);
        if !room {
            return None;
        }
        for network in [Some(network(client)), site(client)].into_iter().flatten() {
            *all.entry(network).or_default() += 1;
        }
        Some(Present { crowd: Arc::clone(self), client })
    }
}

impl Drop for Present {
    fn drop(&mut self) {
        let mut all = locked(&self.crowd.by_network);
        for network in [Some(network(self.client)), site(self.client)].into_iter().flatten() {
            if let Some(count) = all.get_mut(&network) {
                *count -= 1;
                if *count == 0 {
                    all.remove(&network);
                }
            }
        }
    }
}

/// Turns at work that keeps a processor busy: so many at once, and of one address or site so many. Whoever asks for much waits for itself,
/// not others for it.
pub(crate) struct Turns {
    all: Arc<Semaphore>,
    each: usize,
    by_network: Mutex<BTreeMap<Network, Weak<Semaphore>>>,
}

/// A turn, until dropped.
pub(crate) struct Turn {
    _own: Option<OwnedSemaphorePermit>,
    _one_of_all: Option<OwnedSemaphorePermit>,
}

impl Turns {
    pub(crate) fn new(all: usize, each: usize) -> Turns {
        Turns { all: Arc::new(Semaphore::new(all)), each, by_network: Mutex::default() }
    }

    /// Waits for a turn.
    pub(crate) async fn take(&self, client: IpAddr) -> Turn {
        let own = self.own(site(client).unwrap_or_else(|| network(client)));
        // Nobody ever closes a queue, so that every wait ends with a turn.
        let own = own.acquire_owned().await.ok();
        Turn { _own: own, _one_of_all: Arc::clone(&self.all).acquire_owned().await.ok() }
    }

    fn own(&self, network: Network) -> Arc<Semaphore> {
        let mut each = locked(&self.by_network);
        if let Some(own) = each.get(&network).and_then(Weak::upgrade) {
            return own;
        }
        let own = Arc::new(Semaphore::new(self.each));
        each.insert(network, Arc::downgrade(&own));
        own
    }

    /// Forgets those who wait for nothing.
    pub(crate) fn sweep(&self) {
        locked(&self.by_network).retain(|_, own| own.strong_count() > 0);
    }
}

/// Whose request it is: the peer, or behind `proxies` trusted proxies the address that the outermost of them saw. Addresses
/// further left in the header are the client's own claim.
pub(crate) fn client(headers: &HeaderMap, peer: IpAddr, proxies: u8) -> IpAddr {
    let forwarded = || {
        let hops = headers.get_all("x-forwarded-for").iter().filter_map(|v| v.to_str().ok());
        let hops: Vec<&str> = hops.flat_map(|v| v.split(',')).collect();
        let at = hops.len().checked_sub(proxies.into())?;
        let hop = hops.get(at)?.trim();
        // Some proxies add the port.
        hop.parse().ok().or_else(|| hop.parse().ok().map(|with_port: SocketAddr| with_port.ip()))
    };
    masked(if proxies == 0 { peer } else { forwarded().unwrap_or(peer) })
}

/// An address as it is counted: of IPv6 the network, not the host.
pub(crate) fn masked(address: IpAddr) -> IpAddr {
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
        assert_eq!(buckets.by_network.lock().unwrap().len(), 1);
        buckets.sweep(now + Duration::from_secs(1));
        assert!(buckets.by_network.lock().unwrap().is_empty());
    }

    /// A network of one IPv6 site.
    fn network_of_site(n: u16) -> IpAddr {
        client(&HeaderMap::new(), Ipv6Addr::new(0x2001, 0xdb8, 1, n, 1, 2, 3, 4).into(), 0)
    }

    #[test]
    fn whoever_has_many_ipv6_networks_has_no_more_buckets_for_it() {
        let now = Instant::now() + Duration::from_secs(1);
        let buckets = Buckets::new(RATE);
        let got = (0..100).filter(|n| buckets.take(network_of_site(*n), now).is_ok()).count();
        assert_eq!(got as u32, RATE.most * SITE);
        let elsewhere: IpAddr = "2001:db8:2::".parse().unwrap();
        assert!(buckets.take(elsewhere, now).is_ok());
    }

    #[test]
    fn an_address_has_so_many_at_once_and_room_again_when_one_goes() {
        let crowd = Crowd::new(2);
        let (a, b): (IpAddr, IpAddr) = ([10, 0, 0, 1].into(), [10, 0, 0, 2].into());
        let first = crowd.enter(a).unwrap();
        let _second = crowd.enter(a).unwrap();
        assert!(crowd.enter(a).is_none());
        assert!(crowd.enter(b).is_some());
        drop(first);
        assert!(crowd.enter(a).is_some());
        let site: Vec<_> = (0..100).filter_map(|n| crowd.enter(network_of_site(n))).collect();
        assert_eq!(site.len() as u32, 2 * SITE);
        drop(site);
        assert_eq!(crowd.by_network.lock().unwrap().len(), 1, "who has gone is forgotten");
    }

    #[tokio::test]
    async fn whoever_asks_for_much_waits_for_itself_and_not_others_for_it() {
        let turns = Turns::new(2, 1);
        let (greedy, other): (IpAddr, IpAddr) = ([10, 0, 0, 1].into(), [10, 0, 0, 2].into());
        let first = turns.take(greedy).await;
        let mut waiting: Vec<_> = (0..50).map(|_| Box::pin(turns.take(greedy))).collect();
        let mut idly = std::task::Context::from_waker(std::task::Waker::noop());
        assert!(waiting.iter_mut().all(|wait| wait.as_mut().poll(&mut idly).is_pending()));
        let second = turns.take(other).await;
        drop(first);
        drop(waiting.remove(0).await);
        drop((waiting, second));
        turns.sweep();
        assert!(turns.by_network.lock().unwrap().is_empty());
    }

    #[test]
    fn a_client_cannot_choose_its_address_by_header() {
        let peer: IpAddr = [127, 0, 0, 1].into();
        let mut headers = HeaderMap::new();
        headers.insert("x-forwarded-for", "6.6.6.6, 10.1.1.1".parse().unwrap());
        assert_eq!(client(&headers, peer, 0), peer);
        assert_eq!(client(&headers, peer, 1), IpAddr::from([10, 1, 1, 1]));
        assert_eq!(client(&headers, peer, 3), peer);
        headers.insert("x-forwarded-for", "6.6.6.6, 10.1.1.1:50123".parse().unwrap());
        assert_eq!(client(&headers, peer, 1), IpAddr::from([10, 1, 1, 1]));
        let v6: IpAddr = "2001:db8::1:2:3:4".parse().unwrap();
        assert_eq!(client(&HeaderMap::new(), v6, 0), "2001:db8::".parse::<IpAddr>().unwrap());
    }
}
