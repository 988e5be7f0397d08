/// A row of the history in a text of batterystats: `+1h02m03s004ms (2) 057 charge=3039 +screen -job=u0a1:"component"`,
/// or with the clock in front, as releases since 2024 print it: `01-31 13:30:02.144 057 charge=3039 …`.
struct BatteryHistoryRow {
  enum Time {
    /// The time since the start of the history in milliseconds, without the time while the device is powered
    /// off.
    case elapsed(Int)
    /// Local time without its year.
    case wall(month: Int, day: Int, milliseconds: Int)
  }

  enum Contents {
    /// The clock, in milliseconds of local time since 1970, and its year.
    case clock(Int, year: Int)
    case start, shutdown, overflow, other
    case state(level: Int, items: [Item])
  }

  /// A change: `+screen`, `plug=ac`, `+job=u0a1:"component"`.
  struct Item {
    enum Sign { case on, off, none }

    var sign: Sign
    var name: String
    /// The text behind `=`; for `UID:"TEXT"` the text between the quotes. Nil where nothing is given.
    var value: String?
    var uid = ""
  }

  let time: Time
  let contents: Contents

  /// Nil for a line that belongs to the row before.
  /// - Parameter lines: The text whose last line it is, for errors.
  init?(_ line: ArraySlice<UInt8>, of lines: TextLines) throws(RecordingError) {
    guard let text = String(validating: line, as: UTF8.self) else {
      throw lines.error(found: "bytes that are not text", expected: "a row of the history in UTF-8")
    }
    var words = Words(text[...])
    guard let first = words.next(), let byte = first.utf8.first else { return nil }
    switch byte {
    case UInt8(ascii: "+"),
      UInt8(ascii: "0") where first.utf8.count == 1:
      guard let elapsed = Self.elapsed(first) else {
        throw lines.error(found: "another time", expected: "a time such as +1h02m03s004ms")
      }
      time = .elapsed(elapsed)
      // The length of the row in the phone's log.
      if words.rest.utf8.first == UInt8(ascii: "(") { _ = words.next() }
    case UInt8(ascii: "0")...UInt8(ascii: "9"):
      guard let wall = Self.wall(first, words.next() ?? "") else {
        throw lines.error(found: "another time", expected: "a time such as 01-31 13:30:02.144")
      }
      time = wall
    default: return nil
    }
    if let contents = try Self.command(words.rest, lines) {
      self.contents = contents
      return
    }
    guard let level = words.next().flatMap({ $0.utf8.count == 3 ? Int($0) : nil }), 0...100 ~= level else {
      throw lines.error(found: "another level", expected: "three digits from 000 to 100")
    }
    var items: [Item] = []
    while let word = words.next() { items.append(Self.item(word)) }
    contents = .state(level: level, items: items)
  }

  private static func command(_ text: Substring, _ lines: TextLines) throws(RecordingError) -> Contents? {
    guard let byte = text.utf8.first, !(UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte) else { return nil }
    if text.hasPrefix("START") { return .start }
    if text.hasPrefix("SHUTDOWN") { return .shutdown }
    if text.hasPrefix("*OVERFLOW*") { return .overflow }
    guard let mark = text.firstRange(of: "TIME:") else { return .other }
    let parts = text[mark.upperBound...].split { $0 == " " || $0 == "-" }.map { Int($0) ?? -1 }
    guard parts.count == 6 || parts.count == 7, 1970...2200 ~= parts[0],
      let time = wall(parts[1], parts[2], parts[3], parts[4], parts[5], parts.count == 7 ? parts[6] : 0),
      case .wall(let month, let day, let milliseconds) = time
    else { throw lines.error(found: "another clock", expected: "a clock such as 2026-01-31-13-30-02") }
    return .clock(local(year: parts[0], month, day, milliseconds), year: parts[0])
  }

  private static func item(_ word: Substring) -> Item {
    let sign: Item.Sign = word.hasPrefix("+") ? .on : word.hasPrefix("-") ? .off : .none
    let body = sign == .none ? word : word.dropFirst()
    guard let equals = body.utf8.firstIndex(of: UInt8(ascii: "=")) else {
      return Item(sign: sign, name: String(body), value: nil)
    }
    let (name, value) = (String(body[..<equals]), body[body.utf8.index(after: equals)...])
    guard value.hasSuffix("\""), let quote = value.firstRange(of: ":\"") else {
      return Item(sign: sign, name: name, value: String(value))
    }
    return Item(
      sign: sign, name: name, value: String(value[quote.upperBound...].dropLast()),
      uid: String(value[..<quote.lowerBound]))
  }

  /// `+1d02h03m04s005ms` or `0` in milliseconds.
  static func elapsed(_ text: Substring) -> Int? {
    if text == "0" { return 0 }
    var (total, number, digits) = (0, 0, 0)
    var bytes = Array(text.utf8.dropFirst())[...]
    while let byte = bytes.popFirst() {
      if UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte {
        number = number * 10 + Int(byte - UInt8(ascii: "0"))
        digits += 1
        guard digits < 10 else { return nil }
        continue
      }
      let isThousandth = byte == UInt8(ascii: "m") && bytes.first == UInt8(ascii: "s")
      if isThousandth { bytes.removeFirst() }
      guard digits > 0, let unit = isThousandth ? 1 : units[byte] else { return nil }
      total += number * unit
      (number, digits) = (0, 0)
    }
    return digits == 0 ? total : nil
  }

  private static let units: [UInt8: Int] = [
    UInt8(ascii: "d"): 86_400_000, UInt8(ascii: "h"): 3_600_000, UInt8(ascii: "m"): 60_000,
    UInt8(ascii: "s"): 1000,
  ]

  /// `01-31` and `13:30:02.144`.
  private static func wall(_ date: Substring, _ clock: Substring) -> Time? {
    let day = date.split(separator: "-").map { Int($0) ?? -1 }
    let parts = clock.split { $0 == ":" || $0 == "." }.map { Int($0) ?? -1 }
    guard day.count == 2, parts.count == 4 else { return nil }
    return wall(day[0], day[1], parts[0], parts[1], parts[2], parts[3])
  }

  private static func wall(
    _ month: Int, _ day: Int, _ hour: Int, _ minute: Int, _ second: Int, _ thousandth: Int
  ) -> Time? {
    guard 1...12 ~= month, 1...31 ~= day, 0...23 ~= hour, 0...59 ~= minute, 0...60 ~= second,
      0...999 ~= thousandth
    else { return nil }
    let seconds = (hour * 60 + minute) * 60 + second
    return .wall(month: month, day: day, milliseconds: seconds * 1000 + thousandth)
  }

  /// Milliseconds of local time since 1970.
  static func local(year: Int, _ month: Int, _ day: Int, _ milliseconds: Int) -> Int {
    // Years begin with March, so that the leap day is their last.
    let year = month > 2 ? year : year - 1
    let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
    let days = year * 365 + year / 4 - year / 100 + year / 400 + dayOfYear - 719_468
    return days * 86_400_000 + milliseconds
  }

  /// The words of a line, as bytes: a blank with a mark above it is another character than a blank. Blanks between quotes do
  /// not part words.
  private struct Words {
    private(set) var rest: Substring

    private static let (blank, quote) = (UInt8(ascii: " "), UInt8(ascii: "\""))

    init(_ text: Substring) { rest = Substring(text.utf8.drop { $0 == Self.blank }) }

    mutating func next() -> Substring? {
      guard !rest.isEmpty else { return nil }
      var isQuoted = false
      let word = rest.utf8.prefix { byte in
        if byte == Self.quote { isQuoted.toggle() }
        return isQuoted || byte != Self.blank
      }
      rest = Substring(rest.utf8[word.endIndex...].drop { $0 == Self.blank })
      return Substring(word)
    }
  }
}
