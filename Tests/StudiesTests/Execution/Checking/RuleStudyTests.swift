import Studies
import StudyTestSupport
import TestSupport
import Testing

@Suite("Studies of single rules")
struct RuleStudyTests {
  @Test(
    """
    API-4 BAD-9 BAR-1 BUD-2 BUD-8 CONT-6 CONT-7 GATE-3 GATE-7 LIFE-2 LIFE-5 ORD-1 PROC-4 PROC-6 PUSH-2 PUSH-3 \
    SUB-3 SUB-8 URL-4: what a study of a rule expects is observed
    """,
    arguments: [
      "api4-at-use", "bytes-checkpoint", "cont6-unreported", "cont7-fraction", "continued-over-session",
      "gate3-delivery", "gate3-memory", "join", "ord1-cancel", "paging", "proc4", "proc6-monitor",
      "rearm-by-other-task", "start-and-script", "url4-upload", "weighted-refill", "work-grows-with-backlog",
      "zero-work",
    ])
  func expectations(_ name: String) throws {
    let file = try StudyFile(
      path: "\(PackageRoot.path)/Tests/StudiesTests/Execution/Fixtures/rules/\(name).yaml")
    for judgment in try file.judgments(jobs: 1) {
      #expect(
        judgment.holds,
        "\(name), line \(judgment.expectation.line): \(judgment.expectation.words): \(judgment.numbers)")
    }
  }
}
