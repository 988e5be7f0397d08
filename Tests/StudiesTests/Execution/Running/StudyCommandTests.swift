import PhoneSimulation
import ResultsStore
import Studies
import StudyTestSupport
import Synchronization
import TestSupport
import Testing

@Suite("Programs that studies start")
struct StudyCommandTests {
  private static let start = "policies: [seven-factor, fixed-interval]\n"
  private static let program =
    "policies: [{name: process, label: mine, command: [sh, -c, \"echo \\e[31m\", p.sh]}]\n"

  private func errors(_ body: () throws(StudyErrors) -> Void) -> [String] {
    do {
      try body()
      return []
    } catch {
      return error.errors.map(\.description)
    }
  }

  @Test("a study says its commands, escaped and with their place, unless they are allowed")
  func permission() throws {
    let folder = try StudyFolder()
    let file = try folder.study(StudyText.minimal.replacing(Self.start, with: Self.program))
    holds(file.hasCommands)
    let found = errors { () throws(StudyErrors) in try file.allowCommands(false) }
    #expect(
      found == [
        "\(folder.path)/study.yaml:16:50: policies[0].command: this study starts the program "
          + "`sh -c echo \\u{1B}[31m p.sh`. If you trust it, add --allow-commands"
      ])
    #expect(errors { () throws(StudyErrors) in try file.allowCommands(true) } == [])
    let plain = try folder.study(StudyText.minimal)
    holds(!plain.hasCommands && errors { () throws(StudyErrors) in try plain.allowCommands(false) } == [])
  }

  @Test("a study does not start commands that are not allowed")
  func closed() throws {
    let folder = try StudyFolder()
    let file = try folder.study(
      StudyText.minimal.replacing(
        Self.start, with: "policies: [{name: process, label: mine, command: [touch, started]}]\n"))
    let failures = Mutex<[String]>([])
    try StudyRunner(file, runs: RunPlan(file, command: "run").entries).run(jobs: 1) { finished in
      failures.withLock { $0.append(finished.failure.map { "\($0)" } ?? "none") }
    }
    #expect(
      failures.withLock { $0 }
        == (0..<2).map {
          "replication \($0), device 0: policy `mine`: the process `touch started` was not started, "
            + "expected a study whose commands are allowed"
        })
    holds(!StudyFiles.exists("\(folder.path)/started"))
  }

  @Test("a command from a file that the study extends is rejected at any place")
  func extended() throws {
    for (base, path) in [
      (Self.program, "1:50: policies[0].command"),
      (
        "policies: [{name: process, label: mine, command: [sh]}]\narms: [{name: a, set: {\"policies.mine.command\": [cat]}}]\n",
        "2:49: policies[0].command"
      ),
    ] {
      let folder = try StudyFolder()
      _ = try folder.write(base, as: "base.yaml")
      let errors = try folder.errors(
        "extends: base.yaml\n" + StudyText.minimal.replacing(Self.start, with: ""))
      #expect(
        errors.first
          == "base.yaml:\(path): found a command, expected commands only in `study.yaml` itself")
    }
    // Nor may it change one word of a command of the study's own.
    let folder = try StudyFolder()
    _ = try folder.write("factors: {\"policies[0].command[0]\": [cat]}\n", as: "base.yaml")
    let errors = try folder.errors(
      "extends: base.yaml\n"
        + StudyText.minimal.replacing(Self.start, with: "policies: [{name: process, command: [sh, p.sh]}]\n"))
    #expect(
      errors == [
        "base.yaml:1:38: policies[0].command: found a command, expected commands only in `study.yaml` itself"
      ])
  }

  @Test("settings of the command line count as the user's own")
  func commandLine() throws {
    let folder = try StudyFolder()
    let text = StudyText.minimal.replacing(Self.start, with: "policies: [{name: process, command: [sh]}]\n")
    let file = try folder.study(text, overrides: [(path: "policies.process.command", value: "[cat]")])
    #expect(file.study.policies[0].process?.words.map(\.text) == ["cat"])
  }

  @Test("two labels of one policy have separate runs; a renamed label keeps its runs")
  func labels() throws {
    func ids(_ policies: String) throws -> [String: String] {
      let file = try StudyFolder().study(
        StudyText.minimal.replacing(Self.start, with: "policies: \(policies)\n"))
      let entries = RunPlan(file, command: "run").entries.filter { $0.planned.replication == 0 }
      return Dictionary(uniqueKeysWithValues: entries.map { ($0.planned.policy, $0.planned.runID) })
    }
    let one = try ids("[never]")
    let two = try ids("[never, {name: never, label: again}, {name: never, label: third}]")
    holds(two["never"] == one["never"] && Set(two.values).count == 3)
    #expect(try ids("[{name: never, label: renamed}]")["renamed"] == one["never"])
  }

  @Test("policies know a device by a key that is the same for all of them and for no other device")
  func deviceKeys() throws {
    let file = try StudyFolder().study(StudyText.minimal)
    let keys = (0..<2).flatMap { replication in
      (0..<3).map { device in
        DeviceReplay(file.study, policy: 0, replication: replication, device: device).deviceKey
      }
    }
    #expect(Set(keys).count == 6)
    // SHA-256 of "7 0 0".
    #expect(keys[0] == "0678219be22118b7")
    #expect(DeviceReplay(file.study, policy: 1, replication: 0, device: 0).deviceKey == keys[0])
  }

  @Test("a run that is interrupted within a device is not stored")
  func interrupted() throws {
    let file = try StudyFolder().study(StudyText.minimal)
    let runner = StudyRunner(file, runs: RunPlan(file, command: "run").entries)
    let questions = Atomic<Int>(0)
    let finished = Atomic<Int>(0)
    #expect(throws: StudyRunner.Stop.interrupted) {
      // The first question comes before the device, the others within it.
      try runner.run(jobs: 1, shouldStop: { questions.add(1, ordering: .relaxed).oldValue >= 2 }) { _ in
        finished.add(1, ordering: .relaxed)
      }
    }
    #expect(finished.load(ordering: .relaxed) == 0)
  }
}
