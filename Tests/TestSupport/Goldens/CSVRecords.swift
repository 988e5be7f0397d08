/// Reads comma-separated text whose fields may be quoted (RFC 4180).
public enum CSVRecords {
  /// All records, the header included; empty lines are left out.
  public static func read(_ text: String) -> [[String]] {
    var records: [[String]] = []
    var fields: [String] = []
    var field = ""
    var isQuoted = false
    var previous: Character = "\n"
    for character in text {
      switch character {
      case "\"":
        // Two quotes inside a quoted field are one quote.
        if !isQuoted, previous == "\"" { field.append("\"") }
        isQuoted.toggle()
      case "," where !isQuoted:
        fields.append(field)
        field = ""
      case "\n" where !isQuoted, "\r\n" where !isQuoted:
        fields.append(field)
        field = ""
        if fields != [""] { records.append(fields) }
        fields = []
      default: field.append(character)
      }
      previous = character
    }
    fields.append(field)
    if fields != [""] { records.append(fields) }
    return records
  }
}
