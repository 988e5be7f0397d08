/// Reads comma-separated text whose fields may be quoted (RFC 4180).
public enum CSVRecords {
  /// All records, the header included; empty lines are left out.
  public static func read(_ text: String) -> [[String]] {
    var records: [[String]] = []
    var record: [String] = []
    var field: [UInt8] = []
    var isQuoted = false
    var bytes = Array(text.utf8)[...]
    func close() {
      record.append(String(decoding: field, as: UTF8.self))
      field = []
    }
    while let byte = bytes.popFirst() {
      if isQuoted {
        if byte != UInt8(ascii: "\"") {
          field.append(byte)
        } else if bytes.first == byte {
          field.append(byte)
          bytes.removeFirst()
        } else {
          isQuoted = false
        }
        continue
      }
      switch byte {
      case UInt8(ascii: "\""): isQuoted = true
      case UInt8(ascii: ","): close()
      case UInt8(ascii: "\r"): break
      case UInt8(ascii: "\n"):
        close()
        if record != [""] { records.append(record) }
        record = []
      default: field.append(byte)
      }
    }
    if !record.isEmpty || !field.isEmpty {
      close()
      records.append(record)
    }
    return records
  }
}
