//! The client is embedded: a change in it must build the server again, new files included.

fn main() {
    println!("cargo:rerun-if-changed=../../web");
}
