import TestSupport
import Testing
import Workload

@testable import Studies

/// Each sentence of the advice on a study in which it is due, and on one of the same app in which it is not.
/// ``AppHealthTests`` has the simulator, the user's settings, misspelled names, missing modes, apps that ask for
/// nothing, failing runs and debuggers.
@Suite("Advice on whole studies") struct AdviceOnStudiesTests {
  private static let fixtures = "Tests/StudiesTests/Execution/Fixtures"

  /// The kind of work that each reason of the waits holds up.
  private static func kind(_ reason: BlockingReason) -> BlockingReason.WorkKind {
    reason == .transferStage || reason == .resumeDelay ? .transferInBackground : .short
  }

  private static func advice(_ study: ExplainedStudy) throws -> String {
    let explainer = try study.explainer()
    let app = try #require(explainer.installed("org.example.news"))
    return AppHealth(explainer, app: app, series: nil).advice.joined(separator: "\n")
      .replacing(/\(\d[\d.]* %\)/, with: "(%)")
      .replacing(#/ \(`[^`]*` took [\d.]+ % of what the app was debited\)/#, with: "")
  }

  @Test("each reason is there where it is due, and not for an app that nothing holds up")
  func waits() throws {
    let stale = try Self.advice(ExplainedStudy(Self.stale)).lowercased()
    let cases = try RecordedCases("\(Self.fixtures)/waits.txt")
    try cases.expect { title, changes in
      let reason = try #require(BlockingReason.allCases.first { $0.name == title })
      let words = "\(reason.clause). \(reason.remedy(Self.kind(reason)))".lowercased()
      let advice = try Self.advice(ExplainedStudy(changes))
      holds(advice.lowercased().contains(words) && !stale.contains(words), "\(title): \(advice)")
      return advice.split(separator: "\n").map(String.init)
    }
    // The other reasons are among the user's settings.
    let settings: Set = ["forceQuit", "barOff", "lowPowerMode", "externalPower"]
    #expect(Set(cases.titles).symmetricDifference(settings) == Set(BlockingReason.allCases.map(\.name)))
  }

  @Test("each refusal, loss and defect is there where it is due, and not for an app that nothing holds up")
  func due() throws {
    try RecordedCases("\(Self.fixtures)/advice.txt").expect { _, changes in
      try Self.advice(ExplainedStudy(changes)).split(separator: "\n").map(String.init)
    }
    holds(try !Self.advice(ExplainedStudy()).contains("No reason held"))
  }

  /// An app whose content changes so fast that hourly runs leave it stale, and which nothing else holds up.
  private static let stale = [
    "content {process: poisson, perDay: 1000, freshWithin: 1 s}", "policy {name: immediate, enforces: all}",
  ]

  @Test("an app whose only run was killed before the verdict counts is told of that in its cause, too")
  func earlierKill() throws {
    var twice = ExplainedStudy(Self.stale)
    twice.work += "    quality: {registration: twice}\n"
    let health = AppHealth(try twice.explainer(), app: 0, series: nil)
    #expect(health.verdict == .never)
    #expect(
      health.cause
        == "24 of 24 opens found stale content. In the warm-up, 1 of 1 runs was killed: duplicateRegistration."
    )
  }
}
