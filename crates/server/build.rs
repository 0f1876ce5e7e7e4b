//! The client is embedded: a change in it must build the server again, new files included. What only development needs is left out, or
//! installing it would build the server a second time.

const NOT_EMBEDDED: [&str; 2] = ["node_modules", "tests"];

fn main() -> std::io::Result<()> {
    for entry in std::fs::read_dir("../../web")? {
        let entry = entry?;
        if !NOT_EMBEDDED.iter().any(|name| entry.file_name() == *name) {
            println!("cargo:rerun-if-changed={}", entry.path().display());
        }
    }
    Ok(())
}
