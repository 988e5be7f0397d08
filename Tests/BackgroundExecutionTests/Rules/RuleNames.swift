import Foundation
import TestSupport

/// The ids of the specification's rules, from the data file beside the tests.
enum SpecifiedRules {
  static func ids() throws -> [String] {
    try PackageRoot.text("Tests/BackgroundExecutionTests/Fixtures/rule-ids.txt").split(separator: "\n").map(
      String.init)
  }

  /// The folder of all tests.
  static var testsFolder: URL { PackageRoot.file("Tests") }
}

/// Finds rule ids in the names of tests and suites, and in the titles of rows.
enum RuleNames {
  /// Words of the form of a rule id that are none.
  private static let otherWords: Set<String> = ["SHA-256", "UTF-8", "ISO-8601"]

  /// The display names of the tests and suites of a Swift source.
  static func displayNames(in source: String) -> [String] {
    source.matches(of: /@(?:Test|Suite)\(\s*"((?:[^"\\]|\\.)*)"/).map { String($0.1) }
  }

  /// The titles of the rows of a text file.
  static func rowTitles(in text: String) -> [String] {
    text.split(separator: "\n").filter { $0.hasPrefix("# ") }.map { String($0.dropFirst(2)) }
  }

  /// The ids that a name gives: alone, in a list, or as the ends of a range within a chapter, `REF-1 to REF-3`.
  static func ids(in name: String) -> [String] {
    let single = /\b([A-Z]{2,})-([0-9]+)\b/
    var ids = name.matches(of: single).map { String($0.0) }
    for range in name.matches(of: /\b([A-Z]{2,})-([0-9]+) to ([A-Z]{2,})-([0-9]+)\b/) where range.1 == range.3
    {
      guard let first = Int(range.2), let last = Int(range.4), first < last else { continue }
      ids += (first + 1..<last).map { "\(range.1)-\($0)" }
    }
    return ids.filter { !otherWords.contains($0) }
  }

  /// Ids in the names of all tests under a folder, with the files that give them.
  static func ids(under folder: URL) throws -> [String: [String]] {
    var files: [String: [String]] = [:]
    for path in try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted()
    where path.hasSuffix(".swift") || path.contains("/Rules/") && path.hasSuffix(".txt") {
      let source = try String(contentsOf: folder.appendingPathComponent(path), encoding: .utf8)
      let names = path.hasSuffix(".swift") ? displayNames(in: source) : rowTitles(in: source)
      for id in Set(names.flatMap(ids(in:))) { files[id, default: []].append(path) }
    }
    return files
  }
}
