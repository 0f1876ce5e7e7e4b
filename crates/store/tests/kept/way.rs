//! A way to a PostgreSQL that can be shut, and on which connections can fall silent. The server's tests use it too.
#![allow(unreachable_pub, reason = "all files beside this one use it")]
#![allow(dead_code, reason = "the server's tests only shut it")]

use std::future::pending;
use store::Place;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream, UnixStream};
use tokio::sync::watch;

/// A way to a database.
pub struct Way {
    pub place: Place,
    /// Connections are cut, and new ones at once.
    pub shut: watch::Sender<bool>,
    /// Connections on which the client says this carry nothing more from then on, this word included, and are not cut.
    pub mute: watch::Sender<Option<&'static str>>,
    /// How many have fallen silent.
    pub silent: watch::Receiver<usize>,
}

impl Way {
    pub async fn to(place: &Place) -> Way {
        let Place::Postgres(url) = place else { unreachable!("this is no file") };
        // postgres:///NAME?host=FOLDER&user=…
        let (name, rest) = url.trim_start_matches("postgres:///").split_once('?').unwrap();
        let (folder, _) = rest.trim_start_matches("host=").split_once('&').unwrap();
        let socket = format!("{folder}/.s.PGSQL.5432");
        let door = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let place = format!("postgres://tallyho@{}/{name}?sslmode=disable", door.local_addr().unwrap());
        let (shut, is_shut) = watch::channel(false);
        let (mute, muted) = watch::channel(None);
        let (count, silent) = watch::channel(0);
        tokio::spawn(async move {
            while let Ok((mut here, _)) = door.accept().await {
                let (mut is_shut, socket) = (is_shut.clone(), socket.clone());
                let (muted, count) = (muted.clone(), count.clone());
                tokio::spawn(async move {
                    let way = async {
                        let mut there = UnixStream::connect(socket).await.unwrap();
                        if carry(&mut here, &mut there, muted).await {
                            count.send_modify(|silent| *silent += 1);
                            pending::<()>().await;
                        }
                    };
                    tokio::select! {
                        biased;
                        _ = is_shut.wait_for(|shut| *shut) => {}
                        () = way => {}
                    }
                });
            }
        });
        Way { place: Place::Postgres(place), shut, mute, silent }
    }
}

/// Carries words until an end is gone, or until it is to fall silent, which it answers.
async fn carry(
    here: &mut TcpStream,
    there: &mut UnixStream,
    mut muted: watch::Receiver<Option<&'static str>>,
) -> bool {
    let (mut said, mut words, mut answers) = (Vec::new(), [0; 8192], [0; 8192]);
    let mut passed = 0;
    loop {
        let word = muted.borrow_and_update().map_or(&b""[..], str::as_bytes);
        if !word.is_empty() && said.windows(word.len()).any(|part| part == word) {
            return true;
        }
        if there.write_all(&said[passed..]).await.is_err() {
            return false;
        }
        passed = said.len();
        let done = tokio::select! {
            read = here.read(&mut words) => read.inspect(|n| said.extend_from_slice(&words[..*n])),
            read = there.read(&mut answers) => match read {
                Ok(n) if n > 0 => here.write_all(&answers[..n]).await.map(|()| n),
                end => end,
            },
            changed = muted.changed() => changed.map(|()| 1).map_err(std::io::Error::other),
        };
        if !done.is_ok_and(|n| n > 0) {
            return false;
        }
    }
}
