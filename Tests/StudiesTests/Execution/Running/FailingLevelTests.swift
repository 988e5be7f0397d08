import PhoneSimulation
import ResultsStore
import Studies
import StudyTestSupport
import Synchronization
import TestSupport
import Testing

@Suite("A level that cannot be simulated")
struct FailingLevelTests {
  /// 10,000 pushes a day each set up a connection, at the second level with 72 kJ: more than is counted within three days.
  private static let text = """
    formatVersion: 1
    name: failing-level
    horizonDays: 4
    replications: 1
    population:
      devices: 1
      archetypes:
        - name: desk
          share: 100 %
          user: scripted
          network: cellular
          charging: [{from: "00:00", to: "12:00"}, {from: "12:00", to: "00:00"}]
    apps: [{id: org.example.mail, content: {process: none}, pushes: {on: poisson, perDay: 10000}}]
    policies: [never]
    parameters:
      radio.nsaVerizon.inactivityTimer: 0 s
      radio.lteVerizon.inactivityTimer: 0 s
      radio.cellular.promotionPower: 20 W
    factors: {radio.cellular.promotionTime: [1 s, 1 h, 2 s]}

    """

  @Test("It fails alone, with cause and replay command, and the other levels are complete")
  func isolation() throws {
    let file = try StudyFolder().study(Self.text)
    let plan = RunPlan(file, command: "slumber run study.yaml")
    let found = Mutex<[(point: Int, failure: SimulationFailure?, devices: Int, replay: String)]>([])
    try StudyRunner(file, runs: plan.entries).run(jobs: 2) { finished in
      found.withLock {
        $0.append(
          (finished.entry.point, finished.failure, finished.devicesDone, finished.entry.planned.replay))
      }
    }
    let runs = found.withLock { $0 }.sorted { $0.point < $1.point }
    #expect(runs.map(\.devices) == [1, 0, 1])
    #expect(runs.map { $0.failure?.cause } == [nil, .overflow("the energy of the device"), nil])
    #expect(
      runs[1].failure?.description
        == "replication 0, device 0: the energy of the device overflows 64 bits")
    holds(runs[1].replay.hasPrefix("slumber run study.yaml --only "))
  }
}
