import Foundation
import Studies
import StudyTestSupport
import TestSupport
import Testing

@Suite("Studies beyond all bounds")
struct HostileStudyTests {
  private static let folder = PackageRoot.path + "/Tests/StudiesTests/Format/Fixtures"

  /// The errors of each study that asks for what no run can compute.
  static let messages =
    try! PackageRoot.text("Tests/StudiesTests/Format/Fixtures/hostile.txt").split(separator: "\n")

  @Test("A study that no run can compute is refused with place, value and domain", arguments: messages)
  func refused(_ message: Substring) throws {
    let path = "\(Self.folder)/Hostile/\(message.prefix { $0 != ":" })"
    let errors = try #require(throws: StudyErrors.self) { try StudyFile(path: path) }
    #expect(errors.description == "\(Self.folder)/Hostile/\(message)")
  }

  @Test("there are 19 of them")
  func number() { #expect(Self.messages.count == 19) }

  @Test("A timeline that no memory holds is refused at the key that brings most of its events")
  func planSize() throws {
    let folder = try StudyFolder()
    let long = StudyText.minimal.replacing("horizonDays: 4", with: "horizonDays: 3660")
      .replacing("perDay: 8", with: "perDay: 10000")
    #expect(
      try folder.errors(long) == [
        "study.yaml:13:41: apps[0].content.perDay: found 36621960 expected events per device, "
          + "36600000 of them from this key, expected at most 20000000 events per device"
      ])
    holds(try folder.errors(long.replacing("horizonDays: 3660", with: "horizonDays: 366")).isEmpty)
    let everyday =
      long.replacing("archetypes: scripted", with: "archetypes: everyday")
      .replacing("perDay: 10000", with: "perDay: 1")
      + "parameters: {user.notificationsPerDayMedian: 10000 1/d}\n"
    let errors = try folder.errors(everyday)
    #expect(errors.count == 1)
    #expect(
      errors.first?.hasPrefix("study.yaml:17:46: user.notificationsPerDayMedian: found ") == true, "\(errors)"
    )
  }

  @Test("More repeated steps than memory holds are refused")
  func repeatedSteps() throws {
    let step = "  - {at: \"08:00\", every: day, action: reboot}\n"
    let script = "script:\n" + String(repeating: step, count: 2000)
    let long = StudyText.minimal.replacing("horizonDays: 4", with: "horizonDays: 3660")
    let errors = try StudyFolder().errors(long + script)
    #expect(errors.count == 1)
    holds(
      errors.first?.contains("script: found 22011240") == true
        && errors.first?.hasSuffix(
          "21960000 of them from this key, expected at most 20000000 events per device") == true,
      "\(errors)")
    holds(try StudyFolder().errors(StudyText.minimal + script).isEmpty)
  }

  @Test("More runs than can be planned are refused")
  func runs() throws {
    let text =
      StudyText.minimal.replacing("replications: 2", with: "replications: 100000")
      + "factors: {refresh.minGap: {from: 1 min, to: 60 min, steps: 60}}\n"
    #expect(
      try StudyFolder().errors(text) == [
        "study.yaml:6:15: replications: found 60 design points with 100000 replications of each policy, "
          + "expected at most 10000000 runs"
      ])
  }
}
