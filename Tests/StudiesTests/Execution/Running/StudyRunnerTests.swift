import ResultsStore
import StudyTestSupport
import Synchronization
import Testing

@testable import Studies

@Suite("Running a study") struct StudyRunnerTests {
  private static let text = """
    formatVersion: 1
    name: runner
    horizonDays: 3
    warmUpDays: 1
    replications: 2
    population: {devices: 3}
    policies: [seven-factor, never]
    apps:
      - id: org.example.news
        popularity: {installShare: 100 %, weight: 0.3, spread: 0.5}
        content: {process: poisson, perDay: 10}
        tasks:
          - {id: refresh, kind: refresh, earliestBegin: 15 min}
        pushes: {on: contentChange}
    """

  private func study() throws -> StudyFile { try StudyFolder().study(Self.text) }

  /// The outcome of each run, by its id.
  private func results(_ runner: StudyRunner, jobs: Int) throws -> [String: String] {
    let found = Mutex<[String: String]>([:])
    try runner.run(jobs: jobs) { finished in
      let id = finished.entry.planned.runID
      let metrics = finished.accumulator.metrics(runID: id).map { "\($0)" }.joined(separator: "\n")
      let text = "\(finished.devicesDone) \(finished.accumulator.events) \(finished.accumulator.eventHash)\n"
      found.withLock { $0[id] = text + metrics }
    }
    return found.withLock { $0 }
  }

  @Test("a plan goes by replication, then policy, and more replications keep the runs before them")
  func plan() throws {
    let file = try study()
    let plan = RunPlan(file, command: "slumber run runner.yaml")
    #expect(plan.entries.map(\.planned.replication) == [0, 0, 1, 1])
    #expect(plan.entries.map(\.planned.policy) == ["seven-factor", "never", "seven-factor", "never"])
    #expect(Set(plan.entries.map(\.planned.runID)).count == 4)
    for entry in plan.entries {
      #expect(entry.planned.runID.wholeMatch(of: /[0-9a-f]{16}/) != nil)
      #expect(entry.planned.replay == "slumber run runner.yaml --only \(entry.planned.runID)")
    }
    let longer = RunPlan(file, command: "slumber run runner.yaml", replications: 3)
    #expect(longer.entries.prefix(4).map(\.planned.runID) == plan.entries.map(\.planned.runID))
  }

  @Test("any number of workers finds the same, and so does each run alone")
  func workers() throws {
    let file = try study()
    let plan = RunPlan(file, command: "slumber run runner.yaml")
    let runner = StudyRunner(file, runs: plan.entries)
    #expect(runner.cellCount == 6)
    // Each of the cells stands for two policies.
    #expect(runner.deviceDays == 12 * Int(file.study.exactHorizonDays))
    let one = try results(runner, jobs: 1)
    #expect(one.count == 4)
    #expect(try results(runner, jobs: 4) == one)
    for entry in plan.entries {
      let alone = try results(StudyRunner(file, runs: [entry]), jobs: 2)
      #expect(alone == one.filter { $0.key == entry.planned.runID })
    }
  }

  @Test("a stop keeps finished runs, and what `finish` throws ends the study")
  func stops() throws {
    struct Full: Error {}
    let file = try study()
    let runner = StudyRunner(file, runs: RunPlan(file, command: "").entries)
    let finished = Atomic<Int>(0)
    #expect(throws: StudyRunner.Stop.interrupted) {
      try runner.run(
        jobs: 1, shouldStop: { finished.load(ordering: .relaxed) > 0 },
        finish: { _ in finished.add(1, ordering: .relaxed) })
    }
    #expect(finished.load(ordering: .relaxed) == 2)
    #expect(throws: Full.self) {
      try runner.run(jobs: 2) { _ in
        finished.add(1, ordering: .relaxed)
        throw Full()
      }
    }
    #expect(finished.load(ordering: .relaxed) == 3, "no further run is handed over")
  }

  @Test("one device alone is the device of the whole run")
  func oneDevice() throws {
    let file = try study()
    let entry = RunPlan(file, command: "").entries[0]
    let counts = try (0..<3).map { device in
      let found = Mutex<UInt64>(0)
      try StudyRunner(file, runs: [entry], device: device).run(jobs: 1) { finished in
        #expect(finished.devicesDone == 1)
        found.withLock { $0 = UInt64(finished.accumulator.events) }
      }
      return found.withLock { $0 }
    }
    let whole = Mutex<UInt64>(0)
    try StudyRunner(file, runs: [entry]).run(jobs: 2) { finished in
      whole.withLock { $0 = UInt64(finished.accumulator.events) }
    }
    #expect(whole.withLock { $0 } == counts.reduce(0, +))
  }

  @Test("rows are in the order of devices, and observations are equal, for any number of workers")
  func rows() throws {
    let file = try StudyFolder().study(
      Self.text.replacing("devices: 3", with: "devices: 7")
        + "\nrecord: [attempts, energy, timeseries, regret]\n")
    func found(jobs: Int) throws -> [String: [String]] {
      let texts = Mutex<[String: [String]]>([:])
      try StudyRunner(file, runs: RunPlan(file, command: "").entries, observes: true).run(jobs: jobs) { run in
        #expect(run.details.devices.map(\.device) == Array(0..<7))
        let observed = LogObservation.all.map {
          "\($0.name): \(String(describing: run.observations.reading($0.name, app: 0, mechanism: nil)))"
        }
        texts.withLock { $0[run.entry.planned.runID] = ["\(run.details)"] + observed }
      }
      return texts.withLock { $0 }
    }
    let alone = try found(jobs: 1)
    #expect(alone.count == 4)
    #expect(try found(jobs: 3) == alone)
  }
}
