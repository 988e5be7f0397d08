/// Words as a shell takes them.
public enum ShellWord {
  /// Returns the word as one word of a POSIX shell, in quotes where it needs them.
  ///
  /// - Parameter word: Any text without a NUL character.
  public static func quoted(_ word: String) -> String {
    let plain = word.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."),
        UInt8(ascii: "/"), UInt8(ascii: "="), UInt8(ascii: ":"), UInt8(ascii: ","):
        true
      default: false
      }
    }
    return plain && !word.isEmpty ? word : "'" + word.replacing("'", with: "'\\''") + "'"
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
