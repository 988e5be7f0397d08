import Experiments
import ResultsStore
import Testing

@Suite("Identities of runs and studies")
struct IdentityTests {
  private func file(_ change: (String, String) = ("", ""), adding: String = "") throws -> StudyFile {
    let text = change.0.isEmpty ? minimalStudy : minimalStudy.replacing(change.0, with: change.1)
    return try ScratchFolder().study(text + adding)
  }

  private func runIDs(_ file: StudyFile) -> [String] {
    RunPlan(file, command: "slumber run").entries.map(\.planned.runID)
  }

  @Test("The identity of a run is 16 hexadecimal digits, and equal for equal studies wherever they lie")
  func form() throws {
    let first = runIDs(try file())
    #expect(first == runIDs(try file()))
    #expect(first.allSatisfy { $0.utf8.count == 16 && $0.utf8.allSatisfy("0123456789abcdef".utf8.contains) })
    #expect(Set(first).count == first.count)
  }

  @Test("What cannot change an outcome leaves identities alone")
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
    #expect(more.count == 6 && original.allSatisfy(more.contains))
    let fewer = runIDs(try file(("seven-factor, ", "")))
    #expect(fewer.count == 2 && fewer.allSatisfy(original.contains))
  }

  @Test(
    "What can change an outcome changes every identity",
    arguments: [
      ("seed: 7", "seed: 8"), ("horizonDays: 4", "horizonDays: 5"), ("warmUpDays: 1", "warmUpDays: 2"),
      ("devices: 3", "devices: 4"), ("floor: 15 min", "floor: 20 min"), ("perDay: 8", "perDay: 9"),
      ("\"08:00\"", "\"08:01\""), ("policies:", "parameters: {refresh.minGap: 20 min}\npolicies:"),
      ("policies:", "script:\n  - {at: 1 d 08:00, action: reboot}\npolicies:"),
    ])
  func changed(_ old: String, _ new: String) throws {
    #expect(Set(runIDs(try file((old, new)))).isDisjoint(with: runIDs(try file())))
  }

  @Test("A parameter of one policy changes the runs of that policy only")
  func policyParameter() throws {
    let original = runIDs(try file())
    let changed = runIDs(
      try file(("fixed-interval]", "{name: fixed-interval, parameters: {fixed.interval: 5 min}}]")))
    #expect(zip(original, changed).map { $0 == $1 } == [true, false, true, false])
  }

  @Test("The digest of a study leaves out what one results file may mix")
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

@Suite("SHA-256")
struct SHA256Tests {
  @Test("The test vectors of FIPS 180-4 and NIST")
  func vectors() {
    #expect(
      SHA256.hexadecimal("".utf8) == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
    #expect(
      SHA256.hexadecimal("abc".utf8) == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    #expect(
      SHA256.hexadecimal("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq".utf8)
        == "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1")
    #expect(
      SHA256.hexadecimal(
        ("abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmno"
          + "ijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu").utf8)
        == "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1")
    #expect(
      SHA256.hexadecimal(Array(repeating: UInt8(ascii: "a"), count: 1_000_000))
        == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
  }
}
