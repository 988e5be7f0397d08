import Foundation
import TestSupport
import Testing

@Suite("Size of the sources")
struct SizeTests {
  /// At most so many files have fewer than 40 lines: small ones join the concept that they belong to.
  private static let smallFiles = 90

  @Test("files hold a reader's concept: few are short, and none has more than 300 lines of code")
  func sizes() throws {
    let files = try PackageRoot.texts("Sources")
    let small = files.filter { $0.value.split(separator: "\n", omittingEmptySubsequences: false).count <= 40 }
    #expect(small.count <= Self.smallFiles, "\(small.map(\.key).sorted().joined(separator: "\n"))")
    for (path, text) in files {
      let lines = text.split(separator: "\n").filter { !$0.drop { $0 == " " }.hasPrefix("//") }
      #expect(lines.count <= 300, "\(path) has \(lines.count) lines of code")
    }
  }

  @Test("a test whose numbers depend on the tier has a name by which the long tier finds it")
  func tiers() throws {
    for (path, text) in try PackageRoot.texts("Tests")
    where text.contains("Tier.") && text.contains("  @Test(") && !path.contains("LongTests/") {
      holds(text.contains("InNumbers("), "\(path)")
    }
  }
}
