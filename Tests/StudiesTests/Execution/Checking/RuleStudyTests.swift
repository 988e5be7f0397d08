import Studies
import Synchronization
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
    let judge = Mutex(ExpectationJudge(file))
    let failures = Mutex<[String]>([])
    let plan = RunPlan(file, command: "slumber run")
    try StudyRunner(file, runs: plan.entries, observes: true).run(jobs: 1) { run in
      if let failure = run.failure { failures.withLock { $0.append("\(failure)") } }
      judge.withLock { $0.add(run) }
    }
    #expect(failures.withLock { $0 } == [])
    let judgements = judge.withLock { $0.judge() }
    for judgement in judgements {
      #expect(
        judgement.holds,
        "\(name), line \(judgement.expectation.line): \(judgement.expectation.words): \(judgement.numbers)")
    }
  }
}
