import Foundation
import TestSupport

/// The fenced blocks of the README, or of a page.
public enum ReadmeBlocks {
  /// The text of the blocks in a language under a heading, in their order.
  public static func texts(
    _ language: String, under heading: String, of page: String = "README.md"
  ) throws -> [String] {
    let url = PackageRoot.file(page)
    return texts(language, under: heading, in: String(decoding: try Data(contentsOf: url), as: UTF8.self))
  }

  /// The whole program of a package with a policy of one's own.
  public static func program() throws -> String? {
    let page = "Sources/SlumberCommands/SlumberCommands.docc/PolicyInterface.md"
    return try texts("swift", under: "In Swift", of: page).first
  }

  public static func texts(_ language: String, under heading: String, in readme: String) -> [String] {
    var blocks: [String] = []
    var block: [Substring]?
    var isUnder = false
    var isOther = false
    for line in readme.split(separator: "\n", omittingEmptySubsequences: false) {
      if let lines = block {
        if line == "```" {
          blocks.append(lines.joined(separator: "\n") + "\n")
          block = nil
        } else {
          block = lines + [line]
        }
      } else if isOther {
        isOther = line != "```"
      } else if line.hasPrefix("```") {
        if isUnder, line == "```" + language { block = [] } else { isOther = true }
      } else if line.hasPrefix("## ") {
        isUnder = line == "## " + heading
      }
    }
    return blocks
  }
}
