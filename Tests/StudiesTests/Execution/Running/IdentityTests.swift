import ResultsStore
import Studies
import StudyTestSupport
import TestSupport
import Testing

@Suite("Identities of runs and studies")
struct IdentityTests {
  private func file(_ change: (String, String) = ("", ""), adding: String = "") throws -> StudyFile {
    let text = change.0.isEmpty ? StudyText.minimal : StudyText.minimal.replacing(change.0, with: change.1)
    return try StudyFolder().study(text + adding)
  }

  private func runIDs(_ file: StudyFile) -> [String] {
    RunPlan(file, command: "slumber run").entries.map(\.planned.runID)
  }

  @Test("The identity of a run is 16 hexadecimal digits, and equal for equal studies wherever they lie")
  func form() throws {
    let first = runIDs(try file())
    #expect(first == runIDs(try file()))
    holds(first.allSatisfy { $0.utf8.count == 16 && $0.utf8.allSatisfy("0123456789abcdef".utf8.contains) })
    #expect(Set(first).count == first.count)
  }

  @Test("Changes that cannot affect an outcome do not change identities")
  func stable() throws {
    let original = runIDs(try file())
    #expect(runIDs(try file(adding: "record: [energy]\n")) == original)
    #expect(runIDs(try file(adding: "expect:\n  - {event: launched, greaterThan: 0}\n")) == original)
    #expect(runIDs(try file(adding: "compare: {baseline: fixed-interval, confidence: 0.9}\n")) == original)
    #expect(runIDs(try file(adding: "question: Why?\n")) == original)
    #expect(runIDs(try file(("name: minimal", "name: other"))) == original)
    #expect(runIDs(try file(adding: "# A comment\n")) == original)
    #expect(runIDs(try file(("seed: 7\nhorizonDays: 4", "horizonDays: 4\nseed: 7"))) == original)
    let more = runIDs(try file(("replications: 2", "replications: 3")))
    holds(more.count == 6 && original.allSatisfy(more.contains))
    let fewer = runIDs(try file(("seven-factor, ", "")))
    holds(fewer.count == 2 && fewer.allSatisfy(original.contains))
  }

  @Test(
    "Changes that can affect an outcome change every identity",
    arguments: [
      ("seed: 7", "seed: 8"), ("horizonDays: 4", "horizonDays: 5"), ("warmUpDays: 1", "warmUpDays: 2"),
      ("devices: 3", "devices: 4"), ("earliestBegin: 15 min", "earliestBegin: 20 min"),
      ("perDay: 8", "perDay: 9"),
      ("\"08:00\"", "\"08:01\""), ("policies:", "parameters: {refresh.minGap: 20 min}\npolicies:"),
      ("policies:", "script:\n  - {at: 1 d 08:00, action: reboot}\npolicies:"),
    ])
  func changed(_ old: String, _ new: String) throws {
    holds(Set(runIDs(try file((old, new)))).isDisjoint(with: runIDs(try file())))
  }

  @Test("A parameter of one policy changes the runs of that policy only")
  func policyParameter() throws {
    let original = runIDs(try file())
    let changed = runIDs(
      try file(("fixed-interval]", "{name: fixed-interval, parameters: {fixed.interval: 5 min}}]")))
    #expect(zip(original, changed).map { $0 == $1 } == [true, false, true, false])
  }

  @Test("The digest of a study excludes settings that may differ within a results file")
  func baseDigest() throws {
    let original = try file().baseDigest
    #expect(try file(("replications: 2", "replications: 9")).baseDigest == original)
    #expect(try file(("seven-factor, ", "")).baseDigest == original)
    #expect(try file(adding: "arms:\n  - {name: a, set: {}}\n").baseDigest == original)
    #expect(try file(adding: "factors: {refresh.minGap: [10 min]}\n").baseDigest == original)
    #expect(try file(adding: "record: [energy]\n").baseDigest == original)
    #expect(try file(("seed: 7", "seed: 8")).baseDigest != original)
    #expect(try file(("devices: 3", "devices: 4")).baseDigest != original)
  }
}
