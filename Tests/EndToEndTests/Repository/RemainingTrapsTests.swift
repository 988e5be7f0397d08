import Foundation
import TestSupport
import Testing

@Suite("Traps in the sources")
struct RemainingTrapsTests {
  private static let words = [
    "fatalError", "precondition", "assertionFailure", "try!", "as!", "unsafelyUnwrapped",
  ]

  @Test("Every trap of the sources stands in the list with a reason, and no other")
  func list() throws {
    let trap =
      /\b(?:fatalError|precondition|preconditionFailure|assertionFailure)\(|\btry!|\bas!|\.unsafelyUnwrapped/
    var found: [String: Int] = [:]
    for (path, text) in try PackageRoot.texts("Sources") {
      let lines = text.split(separator: "\n").filter { line in
        guard Self.words.contains(where: { line.contains($0) }) else { return false }
        let code = line.range(of: "//").map { line[..<$0.lowerBound] } ?? line
        return code.firstMatch(of: trap) != nil
      }
      if !lines.isEmpty { found[path] = lines.count }
    }
    let list = try PackageRoot.text("Tests/EndToEndTests/Fixtures/remaining-traps.txt")
    var listed: [String: Int] = [:]
    for line in list.split(separator: "\n") where !line.hasPrefix("#") {
      let columns = line.split(separator: "\t")
      holds(columns.count == 3 && columns.last?.isEmpty == false, "\(line)")
      listed[String(columns[0]), default: 0] += 1
    }
    for path in Set(found.keys).union(listed.keys).sorted() {
      #expect(
        found[path] == listed[path], "\(path): \(found[path] ?? 0) traps, \(listed[path] ?? 0) of them listed"
      )
    }
  }

  /// Names that are put together from the name of a charger, or of what networks share.
  private static let composed = [
    "charger.wired20W.power", "charger.magSafe.power", "charger.qi.power", "charger.wired5W.power",
    "charger.usb.power", "charger.ac.power", "radio.cellular.promotionPower", "radio.cellular.promotionTime",
    "radio.cellular.continuousReception", "radio.cellular.resumeShare",
  ]

  @Test("Every parameter is read by a model, and what is read is used")
  func parameters() throws {
    let models = try PackageRoot.texts("Sources").filter { !$0.key.hasPrefix("Sources/ModelParameters/") }
    let text = models.values.joined(separator: "\n")
    for name in try catalogueNames() where !Self.composed.contains(name) {
      let factor = name.hasPrefix("factor.") ? "factor(\"\(name.dropFirst(7))\")" : nil
      let radio = name.replacing(/^radio\.(?:lte|nr)\./, with: "radio.\\(key).")
      holds(
        text.contains("\"\(name)\"") || factor.map(text.contains) == true || text.contains("\"\(radio)\""),
        "no model reads \(name)")
    }
    // A property that takes a parameter must be used beside its declaration and this assignment.
    let uses = wordCounts(models.values)
    let assignment = /\s*(\w+) = \w+\.(?:span|number|base|count|boolean|choice|numbers)\("([\w.]+)"\)/
    for line in text.split(separator: "\n") where line.utf8.last == UInt8(ascii: ")") {
      guard line.contains(" = "), let match = line.wholeMatch(of: assignment) else { continue }
      #expect(
        uses[String(match.1), default: 0] > 2, "\(match.2) is read into \(match.1), which nothing uses")
    }
  }

  /// How often each identifier occurs.
  private func wordCounts(_ texts: some Sequence<String>) -> [String: Int] {
    var counts: [String: Int] = [:]
    for text in texts {
      for word in text.utf8.split(whereSeparator: { !Self.isWordByte($0) }) {
        counts[String(decoding: word, as: UTF8.self), default: 0] += 1
      }
    }
    return counts
  }

  private static func isWordByte(_ byte: UInt8) -> Bool {
    (byte | 32 >= 97 && byte | 32 <= 122) || (byte >= 48 && byte <= 57) || byte == 95
  }

  private func catalogueNames() throws -> [String] {
    try PackageRoot.texts("Sources/ModelParameters").values.flatMap { text in
      text.matches(of: /\.(?:quantity|vector|choice|boolean)\(\s*"([\w.]+)"/).map { String($0.1) }
    }
  }
}
