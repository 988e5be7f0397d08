import Foundation
import Studies
import StudyTestSupport
import TestSupport
import Testing

@Suite("Levels and arms without effect")
struct EqualPointTests {
  private static let tail = "give the same study and therefore equal results."

  private func warnings(_ rest: String) throws -> [String] {
    let study = StudyText.minimal.replacing(
      "    tasks:", with: "    pushes: {on: contentChange}\n    tasks:")
    return try StudyFolder().study(study + rest).warnings.filter { $0.contains(Self.tail) }
      .map { String($0[($0.range(of: "study.yaml")?.lowerBound ?? $0.startIndex)...]) }
  }

  @Test("levels that decode to the same study are named with their place")
  func levels() throws {
    let path = "apps.org.example.mail.pushes.perDay"
    #expect(
      try warnings("factors:\n  \(path): [1, 2, 3]\n  refresh.minGap: [5 min, 10 min]\n") == [
        "study.yaml:19: factors.\(path): levels `1`, `2` and `3` of `\(path)` \(Self.tail) "
          + "Vary a key that has an effect, or remove all but one."
      ])
  }

  @Test("arms that decode to the same study are named with their place")
  func arms() throws {
    let arms = """
      arms:
        - {name: a, set: {}}
        - {name: b, set: {apps.org.example.mail.pushes.perDay: 4}}
        - {name: c, set: {apps.org.example.mail.pushes.perDay: 4, refresh.minGap: 5 min}}

      """
    #expect(
      try warnings(arms) == [
        "study.yaml:19: arms: arms `a` and `b` \(Self.tail) Set a key that has an effect, or remove all but one."
      ])
  }

  @Test(
    "levels that differ in a setting of the study do not cause such a warning",
    arguments: [
      "refresh.minGap: [5 min, 10 min]", "seed: [1, 2]", "replications: [1, 2]", "horizonDays: [3, 4]",
      "apps.org.example.mail.content.perDay: [1, 2]",
      "apps.org.example.mail.tasks[0].earliestBegin: [5 min, 1 h]",
      "apps.org.example.mail.tasks[0].work.cpu: [1 s, 2 s]",
      "policies.fixed-interval.fixed.interval: [5 min, 1 h]",
      "population.devices: [2, 3]", "population.archetypes: [scripted, everyday]", "warmUpDays: [0, 1]",
      "compare.confidence: [0.9, 0.95]", "mix.bytesFactor: [1, 2]",
    ])
  func different(factor: String) throws {
    holds(try warnings("factors:\n  \(factor)\n").isEmpty)
  }
}
