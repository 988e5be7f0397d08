/// Text from a file or a program, made fit to be shown: characters that steer a terminal or change the direction of
/// writing are written as `\u{1B}`.
extension StringProtocol {
  public var escapingControls: String { escaping(keepsLineEnds: false) }
  public var escapingControlsInLines: String { escaping(keepsLineEnds: true) }

  public var hasUnsafeCharacters: Bool {
    !isPrintable(withLineEnds: false) && unicodeScalars.contains(where: \.isUnsafeToShow)
  }

  /// Whether the text has printable characters of ASCII only, and perhaps line ends: most texts have.
  private func isPrintable(withLineEnds: Bool) -> Bool {
    func isPrintable(_ byte: UInt8) -> Bool { 0x20..<0x7F ~= byte || withLineEnds && byte == 0x0A }
    return utf8.withContiguousStorageIfAvailable { $0.allSatisfy(isPrintable) }
      ?? utf8.allSatisfy(isPrintable)
  }

  private func escaping(keepsLineEnds: Bool) -> String {
    guard !isPrintable(withLineEnds: keepsLineEnds), hasUnsafeCharacters else { return String(self) }
    var result = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      if scalar.isUnsafeToShow, !(keepsLineEnds && scalar == "\n") {
        result.append(contentsOf: "\\u{\(String(scalar.value, radix: 16, uppercase: true))}".unicodeScalars)
      } else {
        result.append(scalar)
      }
    }
    return String(result)
  }
}

extension Unicode.Scalar {
  /// Whether the character controls a device or the layout of text instead of being visible, or is not a
  /// valid character.
  public var isUnsafeToShow: Bool {
    // Most characters are of ASCII, and need not be looked up.
    if value < 0x7F { return value < 0x20 }
    // The joiners belong to the spelling of words and of emoji.
    if self == "\u{200C}" || self == "\u{200D}" { return false }
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: return true
    default: return properties.isNoncharacterCodePoint
    }
  }
}

public enum ShellWord {
  private static let plain = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./=:,".utf8)

  /// Returns the word as one word of a POSIX shell, in quotes where it needs them.
  public static func quoted(_ word: String) -> String {
    let isPlain = !word.isEmpty && word.utf8.allSatisfy(plain.contains)
    return isPlain ? word : "'" + word.replacing("'", with: "'\\''") + "'"
  }

  /// Returns the words of a command as they are written, each with its quotes.
  public static func words(_ command: String) -> [Substring] {
    var quote: Character?
    return command.split { character in
      if let open = quote {
        if character == open { quote = nil }
        return false
      }
      if character == "'" || character == "\"" { quote = character }
      return character == " "
    }
  }
}
