/// Words of a file as messages show them: a file may hold anything, a terminal should not be sent it.
package enum MessageWord {
  /// Between grave accents, control characters and the middle of long texts left out.
  package static func quoted(_ text: String) -> String { "`\(word(text))`" }

  package static func word(_ text: String) -> String {
    let visible = text.unicodeScalars.map { scalar -> Character in
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned, .surrogate:
        "\u{FFFD}"
      default: Character(scalar)
      }
    }
    return visible.count > 60 ? String(visible.prefix(59)) + "…" : String(visible)
  }
}
