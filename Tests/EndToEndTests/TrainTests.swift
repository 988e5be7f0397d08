import EndToEndTestSupport
import Foundation
import TestSupport
import Testing

@Suite("slumber train") struct TrainTests {
  private let folder: TestFolder

  init() throws {
    folder = try TestFolder()
    try folder.write(Studies.fixture("pupil.py"), to: "pupil.py")
    try folder.write(
      Studies.small(
        name: "pupil", devices: 2, days: 3,
        policies: "never, {name: process, label: mine, command: [python3, pupil.py], state: mine.json}"),
      to: "study.yaml")
  }

  private func train(_ seeds: String, state: String = "mine.json", _ more: String...) throws -> Outcome {
    try folder.slumber(
      [
        "train", "study.yaml", "--policy", "mine", "--seeds", seeds, "--state", state, "--allow-commands",
      ] + more)
  }

  @Test("a program learns seed by seed, and a training that was broken off goes on as if it had not been")
  func learns() throws {
    let whole = try train("11..13", "--json")
    #expect(whole.code == 0, "\(whole.summary)")
    let report = try whole.object
    let seeds = try #require(report["seeds"] as? [[String: Any]])
    #expect(seeds.map { $0["seed"] as? Int } == [11, 12, 13])
    holds(seeds.allSatisfy { ($0["launches"] as? Int ?? 0) > 0 && ($0["opens"] as? Int ?? 0) > 0 })
    holds(seeds.allSatisfy { ($0["discretionary_battery_j"] as? Double ?? 0) > 0 })
    #expect(try train("11..12", state: "half.json").code == 0)
    let rest = try train("13", state: "half.json")
    holds(rest.code == 0 && rest.output.contains("mine: 1 seed"), "\(rest.summary)")
    #expect(try folder.data("half.json") == folder.data("mine.json"))
    holds(whole.error.contains("state after seed 13: mine.json, SHA-256 \(report["state_digest"] ?? "")"))
    // Two phones a seed in one process, each seed with the state of the one before.
    let hellos = try folder.text("hellos").split(separator: "\n")
    holds(hellos.count == 6 && hellos[0] == "[true, null]" && hellos[1].contains("\"phones\": 2"))
    holds(hellos[2].contains("\"phones\": 4") && hellos[5] == hellos[2])
    holds(
      try folder.text("kinds").split(separator: "\n").allSatisfy {
        $0 == "[\"device\", \"hello\", \"observation\", \"outcome\", \"save\"]"
      })
    // What the policy was told of opens are the opens that the metrics count, and those of the warm-up.
    let state = try JSONSerialization.jsonObject(with: try folder.data("mine.json")) as? [String: Any]
    let counted = seeds.reduce(0) { $0 + ($1["opens"] as? Int ?? 0) }
    holds(state?["opens"] as? Int ?? 0 >= counted && state?["phones"] as? Int == 6)
    // Nothing but the states, and what the program itself has written.
    #expect(
      try folder.names().filter { !$0.hasPrefix(".") }
        == ["half.json", "hellos", "kinds", "mine.json", "pupil.py", "study.yaml"])
  }

  @Test(
    "in a run the state is read only, the same bytes come with any number of workers, and it is part of the runs"
  )
  func frozen() throws {
    let lacking = try folder.slumber("run", "study.yaml", "--allow-commands", code: 3)
    holds(
      lacking.error.contains(
        "policies[1].state: found `mine.json`, no readable file (No such file or directory), expected a state"
      ))
    #expect(try train("11..12").code == 0)
    let state = try folder.data("mine.json")
    try FileManager.default.removeItem(atPath: folder.path("hellos"))
    try FileManager.default.removeItem(atPath: folder.path("kinds"))
    var exports: [Export] = []
    for jobs in ["1", "2"] {
      try folder.slumber(
        "run", "study.yaml", "--allow-commands", "--jobs", jobs, "--results", "\(jobs).sqlite", code: 0)
      exports.append(try folder.export("\(jobs).sqlite"))
    }
    #expect(exports[0].differences(from: exports[1]) == [])
    #expect(try folder.data("mine.json") == state)
    holds(try folder.slumber("describe", "study.yaml").flowing.contains("state with SHA-256"))
    let hellos = try folder.text("hellos").split(separator: "\n")
    holds(hellos.allSatisfy { $0.hasPrefix("[false, {\"opens\": ") })
    // It did not ask for outcomes here, and is asked for no state.
    holds(
      try folder.text("kinds").split(separator: "\n").allSatisfy {
        $0 == "[\"device\", \"hello\", \"observation\"]"
      })
    let runs = try exports[0].rows("runs.csv").filter { $0["policy"] == "mine" }
    holds(exports[0].files.values.contains { String(decoding: $0, as: UTF8.self).contains("stateDigest") })

    // Another state: other runs, of the same study, which are done beside the ones before.
    try folder.write("{\"opens\": 0, \"phones\": 0}\n", to: "mine.json")
    try folder.slumber("run", "study.yaml", "--allow-commands", "--results", "3.sqlite", code: 0)
    let others = try folder.export("3.sqlite").rows("runs.csv").filter { $0["policy"] == "mine" }
    holds(runs.count == 2 && others.count == 2)
    #expect(Set((runs + others).map { $0["run_id"] }).count == 4)
    #expect(Set((runs + others).map { $0["event_hash"] }).count == 4)

    // A file that is no state is an error at its place.
    try folder.write("{\"opens\": }\n", to: "mine.json")
    let broken = try folder.slumber("run", "study.yaml", "--allow-commands")
    holds(
      broken.code == 3 && broken.error.contains("no JSON (byte 11 should be a value)"), "\(broken.summary)")
    let again = try train("14")
    #expect(again.code == 1, "\(again.summary)")
    holds(
      again.error.contains("`--state`: `mine.json` is no JSON (byte 11 should be a value), expected a state"))
  }

  @Test("a program that goes wrong leaves the state of the last whole seed")
  func failure() throws {
    #expect(try train("11").code == 0)
    let state = try folder.data("mine.json")
    let program = try folder.text("pupil.py")
    let broken = program.replacing(
      "    elif kind == \"save\":\n",
      with:
        "    elif kind == \"save\" and state[\"phones\"] > 4:\n        sys.exit(7)\n    elif kind == \"save\":\n"
    )
    #expect(broken != program)
    try folder.write(broken, to: "pupil.py")
    let outcome = try train("12..14")
    #expect(outcome.code == 1, "\(outcome.summary)")
    holds(
      outcome.error.contains(
        "the process `python3 pupil.py` ended with exit code 7 when it was sent `{\"save\":{}}`"))
    holds(
      outcome.output.contains("mine: 1 seed") && outcome.error.contains("state after seed 12: mine.json"))
    #expect(try folder.data("mine.json") != state)
  }
}
