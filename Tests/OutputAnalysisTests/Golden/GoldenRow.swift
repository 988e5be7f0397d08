import Foundation
import Testing

/// One row of a table of golden values: what goes in, what must come out, and how closely.
struct GoldenRow: Sendable, CustomTestStringConvertible {
  enum Tolerance: String, Sendable {
    case exact, abs, rel
  }

  let name: String
  let expected: [Double]
  let tolerance: Double
  let kind: Tolerance
  private let inputs: String

  var testDescription: String { name }

  /// All rows of a table among the fixtures.
  static func table(_ file: String) -> [GoldenRow] {
    Fixture.records(file).map { fields in
      let list = fields["expected"]!.trimmingCharacters(in: CharacterSet(charactersIn: "[]"))
      return GoldenRow(
        name: fields["name"]!, expected: list.split(separator: ";").map { Double($0)! },
        tolerance: Double(fields["tolerance"]!)!, kind: Tolerance(rawValue: fields["tol_kind"]!)!,
        inputs: fields["inputs"]!)
    }
  }

  private func input(_ key: String) -> Any? {
    let object = try? JSONSerialization.jsonObject(with: Data(inputs.utf8)) as? [String: Any]
    return object?[key]
  }

  func number(_ key: String) -> Double { (input(key) as! NSNumber).doubleValue }
  func integer(_ key: String) -> Int { (input(key) as! NSNumber).intValue }
  func text(_ key: String) -> String { input(key) as! String }
  func numbers(_ key: String) -> [Double] { (input(key) as! [NSNumber]).map(\.doubleValue) }
  func lists(_ key: String) -> [[Double]] {
    (input(key) as! [[NSNumber]]).map { $0.map(\.doubleValue) }
  }

  /// What differs from the expectation by more than the tolerance; empty if nothing does.
  func disagreement(_ found: [Double]) -> String? {
    guard found.count == expected.count else {
      return "\(name): \(found.count) values instead of \(expected.count)"
    }
    for (found, expected) in zip(found, expected) {
      let limit =
        switch kind {
        case .exact: 0.0
        case .abs: tolerance
        // Two ulps for references that are themselves rounded doubles.
        case .rel: max(tolerance, 2 * Double.ulpOfOne) * Swift.abs(expected)
        }
      if !(Swift.abs(found - expected) <= limit) {
        return "\(name): found \(found), expected \(expected) within \(limit)"
      }
    }
    return nil
  }
}

/// Reads the files beside the tests.
enum Fixture {
  /// Records of a CSV file with a header and quoted fields.
  static func records(_ file: String) -> [[String: String]] {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Fixtures")
    let text = try! String(contentsOf: folder.appendingPathComponent(file), encoding: .utf8)
    var rows: [[String]] = [[]]
    var field = ""
    var isQuoted = false
    var previousWasQuote = false
    for character in text {
      if character == "\"" {
        // Two quotes inside a quoted field are one quote.
        if !isQuoted, previousWasQuote { field.append(character) }
        isQuoted.toggle()
        previousWasQuote = !isQuoted
        continue
      }
      previousWasQuote = false
      if isQuoted {
        field.append(character)
      } else if character == "," {
        rows[rows.count - 1].append(field)
        field = ""
      } else if character == "\n" || character == "\r\n" {
        rows[rows.count - 1].append(field)
        field = ""
        rows.append([])
      } else {
        field.append(character)
      }
    }
    if !field.isEmpty { rows[rows.count - 1].append(field) }
    let header = rows.removeFirst()
    return rows.filter { !$0.isEmpty }.map { Dictionary(uniqueKeysWithValues: zip(header, $0)) }
  }

  /// A column of numbers.
  static func column(_ name: String, of file: String) -> [Double] {
    records(file).map { Double($0[name]!)! }
  }

  /// The policies' results over twelve common replications.
  static func policy(_ name: some StringProtocol) -> [Double] {
    column(String(name), of: "data_policies.csv")
  }
}
