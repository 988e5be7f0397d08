import Foundation
import Studies
import StudyTestSupport
import Testing

/// Each rule that makes a part of a study impossible, next to a study with one change that runs.
@Suite("Warnings about work that the rules make impossible")
struct ImpossibleStudyTests {
  /// The documented rules, which the cases change.
  private static let rules =
    "task.expiryWarns: false, processing.runtimeLimit: 10 min, submit.windowDelay: 0 s, work.bytesFirst: true"

  /// The warnings about an app in a study of one scripted phone, without the name of the file.
  ///
  /// - Parameter input: Lines of the app, its usage, parameters and further keys of the study, each after its word.
  private func warnings(_ input: [String]) throws -> [String] {
    func lines(_ word: String) -> [String] {
      input.filter { $0.hasPrefix(word + " ") }.map { String($0.dropFirst(word.count + 1)) }
    }
    return try StudyFolder().study(
      """
      formatVersion: 1
      name: impossible
      horizonDays: 4
      replications: 1
      population: {devices: 1, archetypes: scripted}
      policies: [never]
      parameters: {\(([Self.rules] + lines("parameters")).joined(separator: ", "))}
      apps:
        - id: com.app
          usage: \(lines("usage").first ?? "{at: [\"08:00\", \"18:30\"], stay: 3 min}")
          \(lines("app").joined(separator: "\n    "))
      \(lines("rest").joined(separator: "\n"))
      """
    ).warnings.map { warning in
      warning.range(of: "study.yaml:").map { String(warning[$0.upperBound...]) } ?? warning
    }
  }

  @Test(
    """
    API-1 API-6 BAD-8 BAD-9 CONT-1 CONT-2 CONT-5 EXT-2 PROC-7 PUSH-8 REF-1 REF-3 SUB-4 SUB-5: \
    what the rules make impossible is named, and a study that runs has no warning
    """)
  func rules() throws {
    try RecordedCases("Tests/StudiesTests/Format/Fixtures/impossible.txt").expect { try warnings($1) }
  }
}
