import Foundation

/// A table of golden values: `name, inputs (JSON), expected, tolerance, tol_kind, ...`.
struct GoldenTable {
  struct Row: Sendable {
    let name: String
    let inputs: Inputs
    let expected: String
    let tolerance: Double
    let kind: String
  }

  /// The inputs of a row by name.
  struct Inputs: @unchecked Sendable {
    private let values: [String: Any]
    init(json: String) throws {
      values = (try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any]) ?? [:]
    }
    func number(_ key: String) -> Double { (values[key] as? NSNumber)?.doubleValue ?? .nan }
    func integer(_ key: String) -> Int { (values[key] as? NSNumber)?.intValue ?? -1 }
    func numbers(_ key: String) -> [Double] {
      (values[key] as? [NSNumber] ?? []).map(\.doubleValue)
    }
    func text(_ key: String) -> String { values[key] as? String ?? "" }
    func hexWords(_ key: String) -> [UInt64] {
      (values[key] as? [String] ?? []).map { UInt64($0, radix: 16) ?? 0 }
    }
  }

  let rows: [Row]

  init(_ file: String) throws {
    let text = try String(contentsOf: Fixture.url(file), encoding: .utf8)
    rows = try GoldenTable.records(text).dropFirst().filter { $0.count > 4 }.map { fields in
      Row(
        name: fields[0], inputs: try Inputs(json: fields[1]), expected: fields[2],
        tolerance: Double(fields[3]) ?? 0, kind: fields[4])
    }
  }

  /// Records of comma-separated text with double quotes.
  static func records(_ text: String) -> [[String]] {
    var records: [[String]] = []
    var fields: [String] = []
    var field = ""
    var quoted = false
    var previous: Character = "\n"
    for character in text {
      switch character {
      case "\"":
        if quoted {
          quoted = false
        } else {
          if previous == "\"" { field.append("\"") }
          quoted = true
        }
      case "," where !quoted:
        fields.append(field)
        field = ""
      case "\n" where !quoted, "\r\n" where !quoted:
        fields.append(field)
        field = ""
        if fields != [""] { records.append(fields) }
        fields = []
      default: field.append(character)
      }
      previous = character
    }
    return records
  }
}

/// Files beside the tests.
enum Fixture {
  static func url(_ name: String) -> URL {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Fixtures").appendingPathComponent(name)
  }
}

/// What the code under test says to a row.
enum GoldenAnswer {
  case text(String)
  case numbers([Double])
  /// The row concerns something that is not built.
  case skipped(String)

  static func number(_ x: Double) -> GoldenAnswer { .numbers([x]) }
}

extension GoldenTable.Row {
  /// The expected numbers, of a list or of a single value.
  var expectedNumbers: [Double] {
    expected.trimmingCharacters(in: ["[", "]"]).split(separator: ";").compactMap { Double(String($0)) }
  }

  /// Why the answer is wrong, or nil.
  func complaint(about answer: GoldenAnswer) -> String? {
    switch answer {
    case .skipped: return nil
    case .text(let found): return found == expected ? nil : "\(name): found \(found), expected \(expected)"
    case .numbers(let found):
      let wanted = expectedNumbers
      guard found.count == wanted.count, !wanted.isEmpty else {
        return "\(name): found \(found), expected \(expected)"
      }
      let good = zip(found, wanted).allSatisfy { found, wanted in
        switch kind {
        case "abs": abs(found - wanted) <= tolerance
        case "rel": abs(found - wanted) <= tolerance * abs(wanted)
        default: found == wanted
        }
      }
      return good ? nil : "\(name): found \(found), expected \(expected) within \(tolerance) (\(kind))"
    }
  }
}
