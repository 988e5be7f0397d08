import Foundation
import TestSupport
import Testing

/// The walls between the owners of a phone's state, read from the sources.
@Suite("The walls between owners")
struct OwnerWallTests {
  /// The folders in which each file declares one owner or a value that owners use.
  static let folders = ["Apps", "Device"]

  struct Source: CustomTestStringConvertible {
    var name: String
    /// Without comments.
    var lines: [String]
    var testDescription: String { name }
  }

  static let sources: [Source] = folders.flatMap { folder in
    let path = PackageRoot.file("Sources/PhoneSimulation/\(folder)").path
    let files = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    return files.filter { $0.hasSuffix(".swift") }.sorted().map { file in
      let text = (try? String(contentsOfFile: "\(path)/\(file)", encoding: .utf8)) ?? ""
      return Source(
        name: "\(folder)/\(file)",
        lines: text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
          line.components(separatedBy: "//")[0]
        })
    }
  }

  /// The names of the owners: the types that a phone stores of these folders.
  static let owners: Set<String> = [
    "AppGates", "AppUsage", "BaselinePower", "Charging", "Conditions", "Connectivity", "ExtraTimeTable",
    "Freshness", "FreshnessRecords", "ModeTable", "PowerState", "PowerTimers", "ProcessTable",
    "RunHistory", "ScreenUse", "WatchdogTable",
  ]

  private func words(_ line: String) -> Set<String> {
    Set(line.components(separatedBy: CharacterSet.alphanumerics.inverted))
  }

  @Test("every owner has a file that is named after it")
  func files() {
    let names = Self.sources.map { $0.name.components(separatedBy: "/")[1].replacing(".swift", with: "") }
    #expect(Self.owners.subtracting(names).isEmpty)
  }

  @Test("the file of an owner names no other owner and no phone", arguments: sources)
  func names(_ source: Source) {
    let declared = source.name.components(separatedBy: "/")[1].replacing(".swift", with: "")
    let foreign = Self.owners.union(["Phone"]).subtracting([declared])
    for (number, line) in source.lines.enumerated() {
      #expect(words(line).isDisjoint(with: foreign), "\(source.name), line \(number + 1): \(line)")
    }
  }

  @Test("no stored field of an owner can be written from outside", arguments: sources)
  func fields(_ source: Source) {
    let declared = source.name.components(separatedBy: "/")[1].replacing(".swift", with: "")
    var isInOwner = false
    for (number, line) in source.lines.enumerated() where Self.owners.contains(declared) {
      if line.hasPrefix("struct \(declared)") { isInOwner = true }
      if line == "}" { isInOwner = false }
      // Fields of an owner stand at the first level; those of its private rows, one deeper, cannot be reached.
      let isOpen = line.hasPrefix("  var ") && (!line.contains("{") || line.contains(" = "))
      #expect(!(isInOwner && isOpen), "\(source.name), line \(number + 1): \(line)")
    }
  }
}
