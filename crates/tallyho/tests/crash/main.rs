//! The whole program on a bad day: killed, out of space on its disk or of descriptors, in a folder open to others.
#![allow(clippy::unwrap_used)]
#![cfg(unix)]

mod bots;
mod clock;
mod common;
mod folder;
mod full_disk;
mod host;
mod kills;
mod several;
mod upgrade;
