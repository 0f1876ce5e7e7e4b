//! A table as a Parquet file, for tools that read millions of rows. Built in with the feature `parquet`.

use crate::files::{self, UNFINISHED};
use crate::sheet::{Columns, Field, Kind};
use crate::{Fault, Result, with};
use parquet::column::writer::ColumnWriter;
use parquet::data_type::ByteArray;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::parser::parse_message_type;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Rows that are written together. It is always the same, so that the same rows give the same bytes.
const ROWS: usize = 1 << 16;

/// A Parquet file that is being written.
pub(crate) struct Parquet {
    writer: SerializedFileWriter<File>,
    columns: &'static Columns,
    rows: Vec<Vec<Field>>,
    at: PathBuf,
    name: PathBuf,
}

impl Parquet {
    /// Begins a file. `path` is its path without its ending.
    pub(crate) fn of(path: &Path, columns: &'static Columns) -> Result<Parquet> {
        let name = path.with_added_extension("parquet");
        let at = name.with_added_extension(UNFINISHED);
        let fields = columns.iter().map(|(name, kind)| match kind {
            Kind::Number => format!("OPTIONAL INT64 {name};"),
            Kind::Seed => format!("OPTIONAL INT64 {name} (INTEGER(64,false));"),
            Kind::Text => format!("OPTIONAL BYTE_ARRAY {name} (UTF8);"),
        });
        let schema = format!("message row {{ {} }}", fields.collect::<String>());
        let schema = parse_message_type(&schema).map_err(with(at.display()))?;
        let file = File::create(&at).map_err(with(at.display()))?;
        let properties = WriterProperties::builder().set_created_by("tallyho".to_owned()).build();
        let writer = SerializedFileWriter::new(file, Arc::new(schema), Arc::new(properties));
        Ok(Parquet { writer: writer.map_err(with(at.display()))?, columns, rows: Vec::new(), at, name })
    }

    /// Adds a row.
    pub(crate) fn add(&mut self, row: &[Field]) -> Result<()> {
        self.rows.push(row.to_vec());
        if self.rows.len() < ROWS { Ok(()) } else { self.flush() }
    }

    fn flush(&mut self) -> Result<()> {
        let told = || with(self.at.display());
        let mut group = self.writer.next_row_group().map_err(told())?;
        for n in 0..self.columns.len() {
            let Some(mut column) = group.next_column().map_err(told())? else { break };
            // 1 where a value stands, 0 where nothing does.
            let there: Vec<i16> = self.rows.iter().map(|row| i16::from(row[n] != Field::Empty)).collect();
            let written = match column.untyped() {
                ColumnWriter::Int64ColumnWriter(writer) => {
                    let values: Vec<i64> = self.rows.iter().filter_map(|row| number(&row[n])).collect();
                    writer.write_batch(&values, Some(&there), None)
                }
                ColumnWriter::ByteArrayColumnWriter(writer) => {
                    let values: Vec<ByteArray> = self.rows.iter().filter_map(|row| text(&row[n])).collect();
                    writer.write_batch(&values, Some(&there), None)
                }
                _ => return Err(Fault("a column is of no known kind".into())),
            };
            written.map_err(told())?;
            column.close().map_err(told())?;
        }
        group.close().map_err(told())?;
        self.rows.clear();
        Ok(())
    }

    /// Writes what is left, puts the file on the disk and gives it its name.
    pub(crate) fn finish(mut self) -> Result<()> {
        self.flush()?;
        let file = self.writer.into_inner().map_err(with(self.at.display()))?;
        files::keep(&file, &self.at, &self.name)
    }
}

fn number(field: &Field) -> Option<i64> {
    match field {
        Field::Number(number) => Some(*number),
        // Parquet keeps all 64 bits and is told that there is no sign.
        Field::Seed(number) => Some(*number as i64),
        Field::Text(_) | Field::Empty => None,
    }
}

fn text(field: &Field) -> Option<ByteArray> {
    match field {
        Field::Text(word) => Some(word.as_str().into()),
        Field::Number(_) | Field::Seed(_) | Field::Empty => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use parquet::file::reader::{FileReader, SerializedFileReader};
    use parquet::record::Field as Read;

    const COLUMNS: &Columns = &[("game", Kind::Number), ("seed", Kind::Seed), ("winner", Kind::Text)];

    #[test]
    fn what_is_written_is_read_again() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("games");
        let text = |word: &str| Field::Text(word.into());
        let rows = [
            [Field::Number(-1), Field::Seed(u64::MAX), text("axis")],
            [Field::Number(i64::MAX), Field::Seed(0), Field::Empty],
            [Field::Empty, Field::Seed(7), text("Bf 109 «Gelbe 1», 雷電")],
        ];
        let mut file = Parquet::of(&path, COLUMNS).unwrap();
        rows.iter().for_each(|row| file.add(row).unwrap());
        file.finish().unwrap();
        let file = File::open(path.with_added_extension("parquet")).unwrap();
        let reader = SerializedFileReader::new(file).unwrap();
        let read: Vec<Vec<(String, Field)>> = reader
            .get_row_iter(None)
            .unwrap()
            .map(|row| {
                row.unwrap().into_columns().into_iter().map(|(name, value)| (name, again(value))).collect()
            })
            .collect();
        let names = COLUMNS.iter().map(|(name, _)| (*name).to_owned());
        let written = rows.map(|row| names.clone().zip(row).collect::<Vec<_>>());
        assert_eq!(read, written);
    }

    fn again(value: Read) -> Field {
        match value {
            Read::Null => Field::Empty,
            Read::Long(number) => Field::Number(number),
            Read::ULong(number) => Field::Seed(number),
            Read::Str(word) => Field::Text(word),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn more_rows_than_one_group_holds_are_all_there() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("games");
        let mut file = Parquet::of(&path, COLUMNS).unwrap();
        let count = ROWS + 3;
        for n in 0..count {
            file.add(&[Field::Number(n as i64), Field::Empty, Field::Empty]).unwrap();
        }
        file.finish().unwrap();
        let reader =
            SerializedFileReader::new(File::open(path.with_added_extension("parquet")).unwrap()).unwrap();
        assert_eq!(reader.metadata().file_metadata().num_rows() as usize, count);
        assert_eq!(reader.metadata().num_row_groups(), 2);
        assert!(!path.with_added_extension("parquet").with_added_extension(UNFINISHED).exists());
    }
}
