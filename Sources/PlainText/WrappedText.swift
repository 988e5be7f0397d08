/// Words in lines of limited length.
public enum WrappedText {
  /// Breaks a line of prose between words. A word that is longer than a line stands on a line of its own, unbroken, so
  /// that paths and addresses can be copied.
  ///
  /// - Parameters:
  ///   - text: One line; the blanks that it begins with, and the mark `- ` behind them, indent all its lines.
  ///   - width: Columns of a line, at least 1.
  ///   - most: Number of lines, of which the last takes the rest.
  public static func lines(of text: String, width: Int, most: Int = .max) -> [String] {
    guard text.count > width, most > 1 else { return [text] }
    let blanks = text.prefix { $0 == " " }.count
    var body = text.dropFirst(blanks)
    var mark = String(repeating: " ", count: blanks)
    if body.hasPrefix("- ") {
      mark += "- "
      body = body.dropFirst(2)
    }
    let indentation = String(repeating: " ", count: mark.count)
    var lines: [String] = []
    while true {
      let room = max(1, width - mark.count)
      let start = lines.isEmpty ? mark : indentation
      guard body.count > room, lines.count < most - 1,
        let end = lastBlank(of: body, within: room) ?? body.firstIndex(of: " ")
      else {
        lines.append(start + body)
        return lines
      }
      lines.append(start + body[..<end])
      body = body[end...].drop { $0 == " " }
    }
  }

  /// Breaks a cell of a table between words; long words are broken after `.`, `-`, `_`, `/`, `;` and `,`, or else anywhere.
  static func cell(_ text: String, width: Int) -> [String] {
    guard text.count > width else { return [text] }
    var lines: [String] = []
    var rest = text[...]
    while rest.count > width {
      if let blank = lastBlank(of: rest, within: width) {
        lines.append(String(rest[..<blank]))
        rest = rest[blank...].drop { $0 == " " }
        continue
      }
      let end = rest.index(rest.startIndex, offsetBy: width)
      if let mark = rest[..<end].lastIndex(where: isBreakable) {
        lines.append(String(rest[...mark]))
        rest = rest[rest.index(after: mark)...]
      } else {
        lines.append(String(rest[..<end]))
        rest = rest[end...]
      }
    }
    lines.append(String(rest))
    return lines
  }

  /// Whether a long word may be broken behind the character.
  static func isBreakable(_ character: Character) -> Bool { ".-_/;,".contains(character) }

  /// The last blank that leaves at most `width` characters before it, and at least one.
  private static func lastBlank(of text: Substring, within width: Int) -> String.Index? {
    guard let end = text.index(text.startIndex, offsetBy: width, limitedBy: text.endIndex) else { return nil }
    let part = end < text.endIndex ? text[...end] : text[..<end]
    guard var blank = part.lastIndex(of: " ") else { return nil }
    // A number keeps its percent sign.
    if text[text.index(after: blank)...].hasPrefix("%"), let earlier = text[..<blank].lastIndex(of: " ") {
      blank = earlier
    }
    while blank > text.startIndex, text[text.index(before: blank)] == " " {
      blank = text.index(before: blank)
    }
    return blank > text.startIndex ? blank : nil
  }
}
