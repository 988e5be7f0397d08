import Foundation
import TestSupport
import Testing

@Suite("Usage errors") struct UsageErrorTests {
  /// A folder with the studies that the command lines name, and the results of one.
  private func folder() throws -> TestFolder {
    let folder = try TestFolder(Studies.small())
    try folder.write(Studies.small() + "colour: red\n", to: "wrong.yaml")
    try folder.write(
      Studies.small(extra: "arms: [{name: one, set: {seed: 1}}, {name: two, set: {seed: 2}}]"),
      to: "arms.yaml")
    let points = """
      arms:
        - {name: plain, set: {}}
        - {name: busy, set: {"apps[1].content.perDay": 40}}
      factors:
        refresh.minGap: [10 min, 20 min]
        apps[0].tasks[0].floor: [15 min, 2 h]

      """
    try folder.write(Studies.small(extra: points), to: "points.yaml")
    let program = "{name: process, label: mine, command: [sh, policy.sh], state: mine.json}"
    try folder.write(Studies.small(policies: "never, \(program)"), to: "program.yaml")
    try folder.write("null\n", to: "mine.json")
    try folder.write(Studies.shipped("threshold-corner"), to: "corner.yaml")
    try folder.shell("slumber run small.yaml", code: 0)
    return folder
  }

  @Test("a mistake on the command line ends with 2 and a message")
  func mistakes() throws {
    let folder = try folder()
    let names = try folder.names()
    // Each command line has its exit code and the first line that it says below it.
    let lines = try Studies.fixture("mistakes.txt").split(separator: "\n")
    let mistakes = zip(lines, lines.dropFirst()).filter { $0.0.hasPrefix("$ ") }
    #expect(mistakes.count > 200)
    for (command, answer) in mistakes {
      let outcome = try folder.shell(String(command.dropFirst(2)))
      let first = outcome.error.split(separator: "\n").first ?? ""
      #expect("\(outcome.code) \(first)" == answer, "\(command): \(outcome.summary)")
      #expect(outcome.output.isEmpty, "\(command)")
      #expect(try folder.names() == names, "\(command)")
    }
  }
}
