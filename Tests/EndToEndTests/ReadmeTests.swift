import Foundation
import TestSupport
import Testing

@Suite("Commands of the README") struct ReadmeTests {
  /// The lines of fenced blocks in `sh` that call the program; lines that end with `\` go on.
  static func commands(in text: String) -> [String] {
    var commands: [String] = []
    var isShell = false
    var isInside = false
    var continued: String?
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      let trimmed = line.trimmingCharacters(in: .whitespaces)
      if trimmed.hasPrefix("```") {
        isShell = !isInside && trimmed == "```sh"
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
      if whole.hasPrefix("slumber ") { commands.append(whole) }
    }
    return commands
  }

  /// Studies that take minutes as they stand.
  static let long = ["quickstart", "all-policies", "fixed-interval-frontier"]

  /// The command on a small fleet, if it runs a long study.
  static func reduced(_ command: String) -> String {
    guard command.hasPrefix("slumber run "), !command.contains("--only"),
      let study = long.first(where: { command.contains("/\($0).yaml") }),
      let range = command.range(of: "\(study).yaml")
    else { return command }
    var options = ""
    if !command.contains("--replications") { options += " --replications 2" }
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
      ```sh
      make
      slumber run scenarios/quickstart.yaml --jobs 2
      slumber compare quickstart.results.sqlite \\
        --json
      ```
      ```text
      slumber in text
      ```
      """
    let commands = Self.commands(in: text)
    #expect(
      commands == [
        "slumber run scenarios/quickstart.yaml --jobs 2", "slumber compare quickstart.results.sqlite --json",
      ])
    #expect(
      commands.map(Self.reduced) == [
        "slumber run scenarios/quickstart.yaml --replications 2 --devices 4 "
          + "--results quickstart.results.sqlite --jobs 2",
        "slumber compare quickstart.results.sqlite --json",
      ])
  }

  @Test("every command runs as it stands, long studies on a smaller fleet")
  func commands() throws {
    let root = PackageRoot.url
    guard let readme = try? String(contentsOf: root.appendingPathComponent("README.md"), encoding: .utf8)
    else { return }
    let commands = Self.commands(in: readme)
    #expect(!commands.isEmpty, "README.md has no block of sh that calls slumber")
    let folder = try TestFolder()
    try FileManager.default.copyItem(
      atPath: root.appendingPathComponent("scenarios").path, toPath: folder.path("scenarios"))
    for command in commands {
      let outcome = try folder.shell(Self.reduced(command))
      #expect(outcome.code == 0, "\(command): \(outcome.summary)")
    }
  }
}
