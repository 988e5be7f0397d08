import Foundation
import TestSupport
import Testing

/// The pages of the documentation, the README and the sources that they have in common.
@Suite("Documentation")
struct DocumentationTests {
  private static let pages = "Sources/SlumberCommands/SlumberCommands.docc"

  /// The keys of the bibliography: the first cells of its tables.
  private static func bibliography() throws -> Set<String> {
    let lines = try PackageRoot.text("\(pages)/Bibliography.md").split(separator: "\n")
    return Set(lines.compactMap { $0.firstMatch(of: /^\| ([A-Za-z][A-Za-z0-9]+) \|/).map { String($0.1) } })
  }

  @Test("sources of parameters and policies cite entries of the bibliography, and no page that is not here")
  func citations() throws {
    let known = try Self.bibliography()
    #expect(known.count > 30)
    var cited: Set<String> = []
    for folder in ["Sources/ModelParameters", "Sources/SchedulingPolicies"] {
      for (path, text) in try PackageRoot.texts(folder) {
        for line in text.split(separator: "\n")
        where line.contains("\"") && !line.contains("///") || line.contains(" | ") {
          for match in line.matches(of: /\[([A-Z][A-Za-z]*[0-9]*|niimpy)(?:; ([A-Z][A-Za-z0-9]*))*\]/)
          where line.distance(from: line.startIndex, to: match.range.lowerBound) > 0 {
            let isInText = line[..<match.range.lowerBound].count(where: { $0 == "\"" }) % 2 == 1
            guard isInText || line.contains(" | ") else { continue }
            let keys = match.0.dropFirst().dropLast().split(separator: ";").map {
              $0.trimmingCharacters(in: .whitespaces)
            }
            for key in keys {
              holds(known.contains(key), "\(path): [\(key)] is no entry of the bibliography")
            }
            cited.formUnion(keys)
          }
          holds(
            !line.contains(/usage sheet|energy sheet|specification of background|definitions, section/),
            "\(path): \(line)")
        }
      }
    }
    #expect(cited.count > 20, "few sources cite the bibliography: \(cited.sorted())")
  }

  @Test("keys in brackets on pages are entries of the bibliography")
  func citationsOfPages() throws {
    let known = try Self.bibliography()
    let models = try PackageRoot.text("\(Self.pages)/Models.md")
    let keys = models.matches(of: /\[([A-Za-z][A-Za-z0-9]*)\](?!\()/).map { String($0.1) }
    #expect(keys.count > 20)
    for key in keys { holds(known.contains(key), "Models.md: [\(key)] is no entry of the bibliography") }
  }

  @Test("the pages of models and of limits describe the temperature that `thermal.model` models")
  func temperature() throws {
    for page in ["Models.md", "ModelLimitations.md"] {
      let text = try PackageRoot.text("\(Self.pages)/\(page)")
      holds(text.contains("`thermal.model: modeled` derives"), "\(page)")
      holds(!text.contains("no temperature,") && !text.contains("from scripts and traces only"), "\(page)")
    }
  }

  /// The title of a page: its first line.
  private static func title(_ text: String) -> String {
    String(text.prefix { $0 != "\n" }.drop { $0 == "#" || $0 == " " })
  }

  @Test("links of pages lead to files, and links between pages have the title of the page as their text")
  func links() throws {
    let pages = try PackageRoot.texts(Self.pages, ".md")
    let others = try ["README.md", "scenarios/README.md", ".github/CONTRIBUTING.md"].map {
      ($0, try PackageRoot.text($0))
    }
    for (path, text) in pages.map({ ($0.key, $0.value) }) + others {
      holds(!text.contains("<doc:"), "\(path): a Git host does not resolve <doc:…>; use [Title](Page.md)")
      let prose = text.replacing(/(?ms)^```.*?^```$|`[^`\n]*`/, with: "")
      let inline = prose.matches(of: /\[([^\[\]]*)\]\(([^)]+)\)/).map { ($0.1, $0.2) }
      let named = prose.matches(of: /(?m)^\[([^\[\]]+)\]: (\S+)$/).map { ($0.1, $0.2) }
      let folder = URL(fileURLWithPath: "\(PackageRoot.path)/\(path)").deletingLastPathComponent()
      for (label, target) in inline + named where !target.contains("://") {
        let file = folder.appendingPathComponent(String(target)).standardizedFileURL.path
        holds(FileManager.default.fileExists(atPath: file), "\(path): \(target) does not exist")
        if let page = pages.first(where: { file.hasSuffix("/" + $0.key) }), label != "All pages" {
          #expect(label.replacing("\n", with: " ") == Self.title(page.value), "\(path): the text of a link")
        }
      }
      if path == "README.md" {
        let used = prose.matches(of: /\[([A-Z][^\[\]]*)\](?![(:])/).map(\.1)
        for label in used { holds(named.contains { $0.0 == label }, "\(path): [\(label)] leads nowhere") }
      }
    }
  }

  @Test("a page has the name of its title and is among the topics")
  func names() throws {
    let topics = try PackageRoot.text("\(Self.pages)/SlumberCommands.md")
    for (path, text) in try PackageRoot.texts(Self.pages, ".md") {
      let name = (path as NSString).lastPathComponent.replacing(".md", with: "")
      guard name != "SlumberCommands" else { continue }
      let words = Self.title(text).split { !$0.isLetter }.map { $0.prefix(1).uppercased() + $0.dropFirst() }
      #expect(name == words.joined(), "\(path)")
      holds(topics.contains("](\(name).md)"), "the page \(name) is missing among the topics")
    }
  }

  @Test("the README has at most 130 lines, of at most 120 columns but for commands and targets of links")
  func readme() throws {
    let lines = try PackageRoot.text("README.md").split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count <= 131)
    let texts = lines.filter { !$0.hasPrefix("<!--") }.map { $0.replacing(/\]\([^)]*\)/, with: "]") }
    #expect(texts.filter { $0.count > 120 } == [])
  }

  @Test("the list of studies has each study with its question")
  func studies() throws {
    let list = try PackageRoot.text("scenarios/README.md")
    // A mix of apps is no study.
    for (path, text) in try PackageRoot.texts("scenarios", ".yaml") where text.contains("formatVersion:") {
      let name = path.replacing("scenarios/", with: "")
      let question = text.split(separator: "\n").first { $0.hasPrefix("question: ") }?.dropFirst(10) ?? ""
      holds(list.contains("| `\(name)` | \(question)"), "scenarios/README.md lacks \(name) with its question")
    }
  }

  @Test("no doc comment begins with a question word")
  func subjects() throws {
    for folder in ["Sources", "Tests"] {
      for (path, text) in try PackageRoot.texts(folder) {
        var isContinued = false
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
          let trimmed = line.drop { $0 == " " }
          if !isContinued, trimmed.hasPrefix("/// "),
            trimmed.dropFirst(4).prefixMatch(of: /(?:What|Who|Somebody who)\b/) != nil
          {
            Issue.record("\(path): \(trimmed)")
          }
          isContinued = trimmed.hasPrefix("///")
        }
      }
    }
  }

  /// The public declarations of a file that have no doc comment, by line. Members that every reader knows need none: `==`, `<`,
  /// `hash`, `description`, coding and literals, and what `Distribution` asks of every law; nor does an initializer all of
  /// whose parameters are properties.
  private static func undocumented(_ text: String) -> [Int] {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    var properties: Set<Substring> = []
    for match in text.matches(of: /\b(?:let|var) ((?:\w+(?:, )?)+)/) {
      properties.formUnion(match.1.split(separator: ", "))
    }
    return lines.indices.filter { place in
      let line = lines[place].drop { $0 == " " }
      guard line.prefixMatch(of: #/(?:@[\w.]+(?:\([^)]*\))? )*public /#) != nil,
        !line.contains(/\bextension\b/),
        !line.contains(
          /var (?:description|debugDescription|rawValue)\b|func (?:==|<|hash|encode)|init\((?:from |\w+Literal)/
        ),
        !line.contains(
          #/var (?:mean|variance|hasAtoms|canonicalText): |func (?:cumulative|survival|quantile|upperQuantile)\(_/#
        )
      else { return false }
      if line.contains(/\binit\??\(/) {
        let declaration = lines[place...].prefix(12).joined(separator: " ")
        let parameters = declaration.drop { $0 != "(" }.prefix { $0 != "{" }
        let names = parameters.matches(of: #/[(,]\s*(?:\w+ )?(\w+): /#).map(\.1)
        if names.allSatisfy(properties.contains) { return false }
      }
      var before = place - 1
      while before >= 0, lines[before].drop(while: { $0 == " " }).prefixMatch(of: /@|#if|#else/) != nil,
        !lines[before].contains(" public ")
      {
        before -= 1
      }
      return before < 0 || !lines[before].drop { $0 == " " }.hasPrefix("///")
    }.map { $0 + 1 }
  }

  /// The modules that programs with policies of their own import.
  private static let products = [
    "EventSimulation", "ModelParameters", "PhoneTesting", "RandomStreams", "SchedulingPolicies",
    "SlumberCommands",
    "Workload",
  ]

  @Test("every public declaration of the products has a doc comment")
  func publicDeclarations() throws {
    var count = 0
    for (path, text) in try Self.products.flatMap({ try PackageRoot.texts("Sources/\($0)") }) {
      count += text.matches(of: #/\n\s*public /#).count
      for line in Self.undocumented(text) { Issue.record("\(path):\(line) has no doc comment") }
    }
    #expect(count > 800)
    #expect(Self.undocumented("public struct A {\n  public var x: Int\n}\n") == [1, 2])
  }
}
