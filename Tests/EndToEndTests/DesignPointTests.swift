import Foundation
import Testing

@Suite("The choice of a design point") struct DesignPointTests {
  /// Two arms with two factors of two levels.
  private static let study = Studies.small(
    extra: """
      arms:
        - {name: plain, set: {}}
        - {name: busy, set: {"apps[1].content.perDay": 40}}
      factors:
        gate.herdPause: [5 min, 20 min]
        apps[0].tasks[0].floor: [15 min, 2 h]

      """)

  private func folder() throws -> TestFolder {
    try TestFolder(Self.study)
  }

  @Test("a point is chosen by its name or by its levels, and the header says which it is")
  func chosen() throws {
    let folder = try folder()
    let name = "busy;gate.herdPause=20 min;apps[0].tasks[0].floor=2 h"
    func header(_ words: String...) throws -> String {
      let outcome = try folder.slumber(
        ["explain", "small.yaml", "--app", "org.example.news"] + words, code: 0)
      return String(outcome.output.split(separator: "Verdict")[0]).replacingOccurrences(of: "\n", with: " ")
    }
    #expect(try header().contains("point plain;gate.herdPause=5 min;apps[0].tasks[0].floor=15 min"))
    #expect(try header("--arm", "busy").contains("point busy;gate.herdPause=5 min;"))
    for words in [
      ["--point", name], ["--point", "busy; apps[0].tasks[0].floor=2 h; gate.herdPause=20min"],
      ["--arm", "busy", "--point", "gate.herdPause=20 min;apps[0].tasks[0].floor=2 h"],
    ] {
      let outcome = try folder.slumber(["explain", "small.yaml", "--app", "org.example.news"] + words)
      let start = outcome.output.split(separator: "Verdict")[0].replacingOccurrences(of: "\n", with: " ")
      #expect(start.contains("point \(name)"), "\(outcome.summary)")
    }
  }

  @Test("the point changes what trace and timeline write")
  func files() throws {
    let folder = try folder()
    for (command, points) in [
      // The floor changes what happens, the content what happens from outside.
      (
        "trace",
        [
          "plain;gate.herdPause=5 min;apps[0].tasks[0].floor=15 min",
          "plain;gate.herdPause=5 min;apps[0].tasks[0].floor=2 h",
        ]
      ),
      (
        "timeline",
        [
          "plain;gate.herdPause=20 min;apps[0].tasks[0].floor=2 h",
          "busy;gate.herdPause=20 min;apps[0].tasks[0].floor=2 h",
        ]
      ),
    ] {
      for (file, point) in zip(["a.csv", "b.csv"], points) {
        let outcome = try folder.slumber(command, "small.yaml", "--to", file, "--point", point)
        #expect(outcome.code == 0 && outcome.error.contains("design point \(point)"), "\(outcome.summary)")
      }
      #expect(try folder.text("a.csv") != folder.text("b.csv"), "\(command)")
    }
  }

  @Test("setting a value that a factor varies is an error that says how to choose a level")
  func overridden() throws {
    let folder = try folder()
    for path in ["gate.herdPause", "parameters.gate.herdPause"] {
      for command in [
        ["explain", "--app", "org.example.news"], ["trace", "--to", "a.csv"], ["timeline", "--to", "a.csv"],
        ["ablate"], ["sensitivity", "--quick"],
      ] {
        let outcome = try folder.slumber(
          [command[0], "small.yaml"] + command.dropFirst() + ["--set", "\(path)=20 min"], code: 2)
        #expect(
          outcome.error.contains(
            "`--set \(path)=20 min` has no effect: the factor `gate.herdPause` of the study sets this value. Choose one "
              + "of its levels (`5 min`, `20 min`), for example --point \"gate.herdPause=5 min\""),
          "\(outcome.summary)")
      }
      // A command that runs all design points has none to choose.
      let run = try folder.slumber("run", "small.yaml", "--set", "\(path)=20 min", code: 2)
      #expect(
        run.error.contains(
          "has no effect: the factor `gate.herdPause` of the study sets this value. Its levels are `5 min`, `20 min`: "
            + "change them in the study"), "\(run.summary)")
    }
    let named = try folder.slumber(
      "timeline", "small.yaml", "--to", "a.csv", "--set", "apps.org.example.news.tasks.refresh.floor=1 h")
    #expect(
      named.code == 2 && named.error.contains("the factor `apps[0].tasks[0].floor`"), "\(named.summary)")
    try folder.slumber(
      "timeline", "small.yaml", "--to", "a.csv", "--set", "apps[0].content.perDay=2", code: 0)
  }
}
