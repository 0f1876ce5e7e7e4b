//! Where games are kept and settings are read from, alike for `serve` and `admin`.

use anyhow::Context;
use serde::de::DeserializeOwned;
use server::Place;
use std::path::{Path, PathBuf};

/// Where games are kept and the configuration file is looked for.
pub(crate) const DATA_DIR: &str = "tallyho-data";

#[derive(clap::Args, Clone, Debug, Default)]
pub(crate) struct Home {
    /// Folder for games and settings [default: tallyho-data]
    #[arg(long, env = "TALLYHO_DATA_DIR", value_name = "DIR")]
    pub(crate) data_dir: Option<PathBuf>,
    /// Database: a FILE, or postgres://USER:PASSWORD@HOST/NAME [default: games.db in the data folder]
    #[arg(long, env = "TALLYHO_DATABASE", value_name = "URL", hide_env_values = true)]
    pub(crate) database: Option<String>,
    /// Configuration file [default: tallyho.toml in the data folder, if it is there]
    #[arg(long, env = "TALLYHO_CONFIG", value_name = "FILE")]
    pub(crate) config: Option<PathBuf>,
}

impl Home {
    fn folder(&self) -> PathBuf {
        self.data_dir.clone().unwrap_or_else(|| DATA_DIR.into())
    }

    /// What the configuration file says, if there is one.
    pub(crate) fn settings<T: DeserializeOwned + Default>(&self) -> anyhow::Result<T> {
        let beside = self.folder().join("tallyho.toml");
        match &self.config {
            Some(path) => read(path),
            None if beside.exists() => read(&beside),
            None => Ok(T::default()),
        }
    }

    /// Where the games are; `in_file` is what the configuration file says.
    pub(crate) fn place(&self, in_file: Option<&str>) -> anyhow::Result<Place> {
        Ok(match self.database.as_deref().or(in_file) {
            Some(place) => place.parse()?,
            None => Place::File(self.folder().join("games.db")),
        })
    }
}

fn read<T: DeserializeOwned>(path: &Path) -> anyhow::Result<T> {
    let text = std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    toml::from_str(&text).with_context(|| format!("in {}", path.display()))
}

/// Makes a folder if it is not there. It is closed to other users: games hold secrets until they are over.
pub(crate) fn make_folder(folder: &Path) -> anyhow::Result<()> {
    let mut builder = std::fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder).with_context(|| format!("cannot make the folder {}", folder.display()))
}
