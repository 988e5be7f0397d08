import Experiments
import Synchronization
import Testing

/// Small studies of single rules, judged like the scenarios that are shipped.
@Suite("Studies of single rules")
struct RuleStudyTests {
  @Test(
    "What a study of a rule expects is observed",
    arguments: ["bytes-checkpoint", "join", "proc4", "weighted-refill", "zero-work"])
  func expectations(_ name: String) throws {
    let file = try StudyFile(path: "\(packageRoot)/Tests/ExperimentsTests/Fixtures/rules/\(name).yaml")
    let plan = RunPlan(file, command: "slumber run")
    let judge = Mutex(ExpectationJudge(file))
    let failures = Mutex<[String]>([])
    try StudyRunner(file, runs: plan.entries, observes: true).run(jobs: 1) { run in
      if let failure = run.failure { failures.withLock { $0.append("\(failure)") } }
      judge.withLock { $0.add(run) }
    }
    #expect(failures.withLock { $0 }.isEmpty)
    for judgement in judge.withLock({ $0.judge() }) {
      #expect(judgement.holds, "\(judgement.expectation.words): \(judgement.numbers)")
    }
  }
}
