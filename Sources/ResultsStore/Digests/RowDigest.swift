import Digests

/// The digest of rows as they are exported: CSV text behind the name of each table and its columns.
///
/// It depends on what the rows say and not on how the file stores them.
struct RowDigest {
  private var hash = SHA256()
  private var text = CSVBuffer()

  /// Begins a table.
  mutating func table(_ name: String, columns: [String]) {
    text.line([.text("table"), .text(name)])
    text.line(columns.map { .text($0) })
  }

  mutating func row(_ values: [CellValue]) {
    text.line(values)
    if text.bytes.count >= 1 << 16 { hash.update(text.drain()) }
  }

  /// The digest of all rows, as 64 hexadecimal digits.
  mutating func finish() -> String {
    hash.update(text.drain())
    return hash.hexadecimal()
  }
}
