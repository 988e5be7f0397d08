/// The rule for names in a study. Names are shown on terminals, in pictures and in tables, which people open
/// in spreadsheets.
public enum NameRule {
  /// Longest name, in characters.
  public static let lengthLimit = 200

  /// The expected form, for a name that breaks the rule; nil for a name that keeps it.
  public static func violation(_ name: String) -> String? {
    if name.hasUnsafeCharacters { return "a name without control characters" }
    // A spreadsheet would take the name for a formula.
    if let first = name.unicodeScalars.first, "=+-@".unicodeScalars.contains(first) {
      return "a name that does not begin with `=`, `+`, `-` or `@`"
    }
    if name.unicodeScalars.first == " " || name.unicodeScalars.last == " " {
      return "a name without blanks at its ends"
    }
    return name.count > lengthLimit ? "a name of at most \(lengthLimit) characters" : nil
  }
}
