import Foundation
import TestSupport
import Testing

@Suite("Size and spelling of the sources")
struct SizeAndSpellingTests {
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

  /// British forms, as a regular expression.
  private static let british =
    "[cC]olour|[bB]ehaviour|[cC]entre|[nN]eighbour|[fF]avour|[lL]abelled|[jJ]udgement|[tT]ravelling|[mM]etres?\\b"
    + "|\\b[gG]rey\\b|\\b[aA]nalysed?\\b"
    + "|([nN]ormal|[oO]ptim|[iI]nitial|[rR]ecogn|[gG]eneral|[sS]tandard|[mM]inim|[mM]axim|[sS]ummar)is(e|ing|ation)"

  private static func isBritish(_ text: String) -> Bool {
    text.range(of: british, options: .regularExpression) != nil
  }

  /// A line without its literals, whose words are outputs.
  private static func withoutLiterals(_ line: Substring) -> String {
    String(line).replacing(#/"(?:\\.|[^"\\])*"/#, with: "\"\"")
  }

  @Test("code and comments are spelled in American English")
  func spelling() throws {
    var found: [String] = []
    for folder in ["Sources", "Tests"] {
      for (path, text) in try PackageRoot.texts(folder)
      where !path.hasSuffix("SizeAndSpellingTests.swift") && Self.isBritish(text) {
        var isInText = false
        for line in text.split(separator: "\n") {
          let wasInText = isInText
          if line.contains("\"\"\"") { isInText.toggle() }
          guard !wasInText, Self.isBritish(Self.withoutLiterals(line)) else { continue }
          found.append("\(path): \(line)")
        }
      }
    }
    // So many are left of earlier times; none is to come.
    #expect(found.count <= 206, "\(found.joined(separator: "\n"))")
  }

  @Test("a test whose numbers depend on the tier has a name by which the long tier finds it")
  func tiers() throws {
    for (path, text) in try PackageRoot.texts("Tests")
    where text.contains("Tier.") && text.contains("  @Test(") && !path.contains("LongTests/") {
      holds(text.contains("InNumbers("), "\(path)")
    }
  }
}
