//! LibreOffice as a judge: it opens workbooks, works out every formula anew, and says what they come to.

use crate::formula::{Place, Value};
use calamine::{Data, Reader, Xlsx};
use std::collections::BTreeMap;
use std::io::Cursor;
use std::path::Path;
use std::process::Command;

/// The cells of a workbook, sheet by sheet.
pub(super) type Cells = Vec<BTreeMap<Place, Value>>;

/// A profile that tells LibreOffice to work out every formula of a file when it opens it.
const PROFILE: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
<item oor:path="/org.openoffice.Office.Calc/Formula/Load"><prop oor:name="OOXMLRecalcMode" oor:op="fuse"><value>0</value></prop></item>
</oor:items>
"#;

/// Opens workbooks and saves them again, worked out.
pub(super) fn worked_out(books: &[Vec<u8>]) -> Vec<Cells> {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    std::fs::create_dir_all(path("profile/user")).unwrap();
    std::fs::write(path("profile/user/registrymodifications.xcu"), PROFILE).unwrap();
    let names: Vec<_> = (0..books.len()).map(|n| path(&format!("{n}.xlsx"))).collect();
    for (name, book) in names.iter().zip(books) {
        std::fs::write(name, book).unwrap();
    }
    let done = Command::new("soffice")
        .arg(format!("-env:UserInstallation=file://{}", path("profile").display()))
        .args(["--headless", "--convert-to", "xlsx", "--outdir"])
        .arg(path("out"))
        .args(&names)
        .output()
        .unwrap_or_else(|e| {
            panic!("LibreOffice Calc is needed (`scripts/tools office` installs it): soffice: {e}")
        });
    let read = |n: usize| {
        let file = path(&format!("out/{n}.xlsx"));
        std::fs::read(&file).unwrap_or_else(|_| panic!("{}: {done:?}", Path::new("soffice").display()))
    };
    (0..books.len()).map(|n| cells(&read(n))).collect()
}

/// What a file says that its cells hold.
pub(super) fn cells(book: &[u8]) -> Cells {
    let mut book: Xlsx<_> = Xlsx::new(Cursor::new(book)).unwrap();
    let value = |data: &Data| match data {
        Data::Empty => Value::Empty,
        Data::Float(n) => Value::Number(*n),
        Data::Int(n) => Value::Number(*n as f64),
        Data::Bool(truth) => Value::Truth(*truth),
        Data::String(text) => Value::Text(text.clone()),
        other => Value::Text(format!("{other:?}")),
    };
    let sheet = |(_, range): (String, calamine::Range<Data>)| {
        let (top, left) = range.start().unwrap_or_default();
        let place = |(row, column, data): (usize, usize, &Data)| {
            ((top + row as u32, (left + column as u32) as u16), value(data))
        };
        range.used_cells().map(place).collect()
    };
    book.worksheets().into_iter().map(sheet).collect()
}
