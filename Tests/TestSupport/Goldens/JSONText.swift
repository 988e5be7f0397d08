/// A value of JSON text whose numbers keep their digits, so that an integer of any size is read exactly.
public enum JSONText: Hashable, Sendable {
  case text(String)
  /// The number as it is written.
  case number(String)
  case boolean(Bool)
  case null
  case array([JSONText])
  case object([String: JSONText])

  /// Reads one value; nil if the text is not JSON.
  public init?(_ text: String) {
    var reader = Reader(characters: Array(text))
    guard let value = reader.value(), reader.isAtEnd else { return nil }
    self = value
  }

  private struct Reader {
    let characters: [Character]
    var place = 0

    var isAtEnd: Bool {
      mutating get {
        skipSpace()
        return place == characters.count
      }
    }

    mutating func skipSpace() {
      while place < characters.count, characters[place].isWhitespace { place += 1 }
    }

    mutating func take(_ character: Character) -> Bool {
      skipSpace()
      guard place < characters.count, characters[place] == character else { return false }
      place += 1
      return true
    }

    mutating func value() -> JSONText? {
      skipSpace()
      guard place < characters.count else { return nil }
      switch characters[place] {
      case "{": return object()
      case "[": return array()
      case "\"": return string().map { .text($0) }
      default: return word()
      }
    }

    mutating func object() -> JSONText? {
      place += 1
      var members: [String: JSONText] = [:]
      if take("}") { return .object(members) }
      repeat {
        skipSpace()
        guard let key = string(), take(":"), let member = value(), members[key] == nil else { return nil }
        members[key] = member
      } while take(",")
      return take("}") ? .object(members) : nil
    }

    mutating func array() -> JSONText? {
      place += 1
      var elements: [JSONText] = []
      if take("]") { return .array(elements) }
      repeat {
        guard let element = value() else { return nil }
        elements.append(element)
      } while take(",")
      return take("]") ? .array(elements) : nil
    }

    /// A string without escapes other than of the quote and the backslash, which are all that the tables have.
    mutating func string() -> String? {
      guard place < characters.count, characters[place] == "\"" else { return nil }
      place += 1
      var text = ""
      while place < characters.count, characters[place] != "\"" {
        if characters[place] == "\\" {
          place += 1
          guard place < characters.count, "\"\\/".contains(characters[place]) else { return nil }
        }
        text.append(characters[place])
        place += 1
      }
      guard place < characters.count else { return nil }
      place += 1
      return text
    }

    mutating func word() -> JSONText? {
      let start = place
      while place < characters.count, !",]}".contains(characters[place]), !characters[place].isWhitespace {
        place += 1
      }
      let word = String(characters[start..<place])
      switch word {
      case "true": return .boolean(true)
      case "false": return .boolean(false)
      case "null": return .null
      default: return Double(word) == nil ? nil : .number(word)
      }
    }
  }
}
