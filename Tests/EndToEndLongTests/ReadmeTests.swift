import EndToEndTestSupport
import Foundation
import TestSupport
import Testing

@Suite("Commands of the README and of the pages") struct ReadmeTests {
  /// The lines of fenced blocks in `sh` that call the program; lines that end with `\` go on.
  ///
  /// A block behind the comment `<!-- run by: .ci/check NAME -->` takes too long for a test, or needs more than this machine: it is
  /// left to that check, as is a command of whose output the page shows a part: `.ci/check readme` runs it, or a sample of it.
  static func commands(in text: String, leftTo checks: (String) -> Void = { _ in }) -> [String] {
    var commands: [String] = []
    let mark = /<!-- output of: ([^;]+?)(?: --results out\/\S+?| --progress none)?(?:;.*)? -->/
    let shown = text.matches(of: mark).map { String($0.1) }
    var isLeft = false
    var isShell = false
    var isInside = false
    var continued: String?
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      let trimmed = line.trimmingCharacters(in: .whitespaces)
      if let mark = trimmed.wholeMatch(of: /<!-- run by: \.ci\/check ([a-z-]+) -->/) {
        checks(String(mark.1))
        isLeft = true
        continue
      }
      if trimmed.hasPrefix("```") {
        isShell = !isInside && trimmed == "```sh" && !isLeft
        if isInside { isLeft = false }
        isInside.toggle()
        continue
      }
      guard isShell else { continue }
      let whole = (continued.map { $0 + " " } ?? "") + trimmed
      if whole.hasSuffix("\\") {
        continued = whole.dropLast().trimmingCharacters(in: .whitespaces)
        continue
      }
      continued = nil
      if whole.hasPrefix("slumber "), !shown.contains(whole) { commands.append(whole) }
    }
    return commands
  }

  /// Studies that take minutes as they stand.
  static let long = ["quickstart", "all-policies", "fixed-interval-frontier"]

  /// The command on a small fleet, if it runs a long study.
  static func reduced(_ command: String) -> String {
    if command.hasPrefix("slumber tune "), command.contains("--budget") {
      return command.replacing(/--points \d+/, with: "--points 8").replacing(
        /--budget \d+/, with: "--budget 0")
        + " --replications 10 --devices 1"
    }
    guard command.hasPrefix("slumber run "), !command.contains("--only"),
      let study = long.first(where: { command.contains("/\($0).yaml") }),
      let range = command.range(of: "\(study).yaml")
    else { return command }
    var options = ""
    // A rule chooses the number itself.
    let hasRule = command.contains("--precision") || command.contains("--select")
    if !command.contains("--replications"), !hasRule { options += " --replications 2" }
    if !command.contains("--devices") {
      options += " --devices 4"
      // A fleet of its own would have a results file of its own, which the commands after it do not name.
      if !command.contains("--results"), !command.contains("--set"), !command.contains("--seed"),
        !command.contains("--days")
      {
        options += " --results \(study).results.sqlite"
      }
    }
    return command[..<range.upperBound] + options + command[range.upperBound...]
  }

  @Test("commands are found in blocks of sh only")
  func extraction() {
    let text = """
      slumber outside
      <!-- run by: .ci/check population -->
      ```sh
      slumber left
      ```
      ```sh
      make
      slumber run scenarios/quickstart.yaml --jobs 2
      slumber compare quickstart.results.sqlite \\
        --json
      slumber tune a.yaml --points 1200 --budget 30 --to b
      ```
      ```text
      slumber in text
      ```
      <!-- output of: slumber shown --results out/shown.sqlite; from: a -->
      ```sh
      slumber shown
      ```
      """
    var checks: [String] = []
    let commands = Self.commands(in: text) { checks.append($0) }
    #expect(checks == ["population"])
    #expect(
      commands == [
        "slumber run scenarios/quickstart.yaml --jobs 2", "slumber compare quickstart.results.sqlite --json",
        "slumber tune a.yaml --points 1200 --budget 30 --to b",
      ])
    #expect(
      commands.map(Self.reduced) == [
        "slumber run scenarios/quickstart.yaml --replications 2 --devices 4 "
          + "--results quickstart.results.sqlite --jobs 2",
        "slumber compare quickstart.results.sqlite --json",
        "slumber tune a.yaml --points 8 --budget 0 --to b --replications 10 --devices 1",
      ])
  }

  /// The README and the pages that show commands, relative to the package.
  static let pages: [String] = {
    let folder = "Sources/SlumberCommands/SlumberCommands.docc"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: PackageRoot.file(folder).path)) ?? []
    return ["README.md"] + names.filter { $0.hasSuffix(".md") }.sorted().map { "\(folder)/\($0)" }
  }()

  @Test("every command runs as it stands, long studies on a smaller fleet", arguments: pages)
  func commands(page: String) throws {
    let root = PackageRoot.url
    let text = try String(contentsOf: root.appendingPathComponent(page), encoding: .utf8)
    let script = try String(contentsOf: root.appendingPathComponent(".ci/check"), encoding: .utf8)
    var checks: [String] = []
    let commands = Self.commands(in: text) { checks.append($0) }
    for check in checks.map({ $0.replacing("-", with: "_") }) {
      holds(script.contains("\n\(check)() {"), "\(page): .ci/check has no \(check)")
    }
    holds(page != "README.md" || !commands.isEmpty, "README.md has no block of sh that calls slumber")
    guard !commands.isEmpty else { return }
    let folder = try TestFolder()
    try FileManager.default.copyItem(
      atPath: root.appendingPathComponent("scenarios").path, toPath: folder.path("scenarios"))
    for command in commands {
      let outcome = try folder.shell(Self.reduced(command))
      #expect(outcome.code == 0, "\(page): \(command): \(outcome.summary)")
    }
  }
}
