import StudyExecution
import StudyFormat
import Synchronization
import TestSupport
import Testing

@Suite("Studies of single rules")
struct RuleStudyTests {
  @Test(
    "BAD-9 GATE-3 PROC-4 BUD-2 GATE-7 PUSH-2 PUSH-3 BAR-1 LIFE-2 SUB-3 SUB-8 CONT-6: what a study of a rule expects is observed",
    arguments: [
      "bytes-checkpoint", "continued-over-session", "join", "paging", "proc4", "rearm-by-other-task",
      "start-and-script", "weighted-refill", "work-grows-with-backlog", "zero-work",
    ])
  func expectations(_ name: String) throws {
    let file = try StudyFile(
      path: "\(PackageRoot.path)/Tests/StudyExecutionTests/Fixtures/rules/\(name).yaml")
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
