import DeviceModel
import EventSimulation
import PhoneSimulation
import ResultsStore
import SchedulingPolicies
import TestSupport
import Testing
import Workload

@testable import Studies

/// Definitions, section 16: energy by cause, and requests that complete within 72 h.
@Suite("Sums that metrics are computed from")
struct MetricSumsTests {
  @Test("The share completed within 72 h has competing ends; only the horizon censors")
  func completedShare() {
    func share(_ days: Int, _ change: (inout MechanismResult) -> Void) -> Double? {
      var result = DeviceResult()
      result.counts[.devices] = 1
      result.counts[.observed] = TimeSpan.days(days).microseconds
      var app = AppResult(specification: 0)
      change(&app.mechanisms[1])
      result.apps = [app]
      var accumulator = RunAccumulator(apps: SmallFleet.apps, nominalJoules: 1)
      accumulator.add(result, of: SmallFleet.plan(0))
      return accumulator.populationValue("processing_completed_share")
    }
    func end(_ hours: Int, _ end: WaitEnd) -> DelayObservation {
      DelayObservation(length: .hours(hours), end: end)
    }
    // Of six waits one is lost at 1 h, a run fails at 2 h, one completes at 10 h, one is cut off at 20 h, one completes at
    // 50 h and one after 80 h: 1/6 at 10 h, then of the 3/6 left the half.
    func six(_ mechanism: inout MechanismResult) {
      mechanism.delays = [end(1, .lost), end(20, .horizon)] + [1, 2, 3, 4].map { end($0, .launched) }
      mechanism.completionTimes = [end(2, .lost), end(10, .launched), end(50, .launched), end(80, .launched)]
    }
    #expect(abs((share(7, six) ?? 0) - (1.0 / 6 + 0.5 / 2)) < 1e-12)
    holds(share(3, six) != nil && share(2, six) == nil)
    // A force quit and a cancellation compete too, and a wait that goes on at the horizon does not.
    let competing = share(7) {
      $0.delays = [end(1, .forceQuit), end(2, .canceled), end(90, .horizon), end(1, .launched)]
      $0.completionTimes = [end(5, .launched)]
    }
    #expect(abs((competing ?? 0) - 0.25) < 1e-12)
    #expect(share(7) { $0.completionTimes = [end(90, .horizon)] } == 0)
    #expect(share(7) { _ in } == nil)
  }

  @Test("Mechanisms have the energy of their causes, and sum to the energy of all background work")
  func mechanismsClose() {
    var result = DeviceResult()
    result.counts[.devices] = 1
    result.counts[.observed] = TimeSpan.day.microseconds
    // A power of two for each cause.
    result.ledgerObserved = EnergyCause.allCases.map {
      SmallFleet.entry(1, $0, .processor, joules: 1 << $0.rawValue)
    }
    var accumulator = RunAccumulator(apps: SmallFleet.apps, nominalJoules: 1)
    accumulator.add(result, of: SmallFleet.plan(0))
    let rows = accumulator.metrics(runID: "r")
    func sum(_ name: String, _ mechanisms: [Mechanism]) -> Double {
      rows.filter { row in
        row.metric == name && row.scope == .mechanism && mechanisms.contains { $0.name == row.entity }
      }.reduce(0) { $0 + ($1.value ?? 0) }
    }
    // Health research is billed as processing, and a relaunch as the transfers of its batch.
    let own = Mechanism.allCases.filter { $0 != .health && $0 != .wake }
    for name in [
      "background_energy_j_per_day", "background_battery_j_per_day", "discretionary_battery_j_per_day",
    ] {
      #expect(sum(name, own) == accumulator.populationValue(name), "\(name)")
      #expect(sum(name, [.wake]) == sum(name, [.discretionaryTransfer, .transfer]))
      #expect(sum(name, [.health]) == sum(name, [.processing]))
    }
    let causes = EnergyCause.allCases.compactMap { cause in
      accumulator.populationValue(
        cause.name.reduce(into: "") { $0 += $1.isUppercase ? "_" + $1.lowercased() : String($1) }
          + "_energy_j_per_day")
    }
    #expect(causes == EnergyCause.allCases.map { Double(1 << $0.rawValue) })
  }

  @Test("The nominal energy of the battery follows from the metrics of a run")
  func nominalEnergy() {
    func run(_ rows: [MetricRow]) -> PolicyRun {
      let fractions = rows.filter { $0.scope == .population }.compactMap { row in
        row.fraction.map { (row.metric, $0) }
      }
      return PolicyRun(
        designPoint: "base", arm: "base", policy: "never", replication: 0, values: [:],
        fractions: Dictionary(uniqueKeysWithValues: fractions))
    }
    #expect(abs((run(SmallFleet.accumulator().metrics(runID: "r")).nominalJoules ?? 0) - 50_000) < 1e-6)
    #expect(run([]).nominalJoules == nil)
  }

  @Test(
    "never decides on no joule, and causes add up to what cell and adapter gave, in both windows",
    arguments: 0..<12)
  func causesClose(index: Int) throws {
    let phone = try RandomPhone(index, days: 9)
    for name in ["never", "seven-factor"] {
      let descriptor = try #require(PolicyCatalogue.builtIn.descriptor(name))
      let result = try phone.run(descriptor, records: .energy)
      for (rows, energy) in [
        (result.ledgerWhole, (result.energyWhole.device, result.energyWhole.batteryOut)),
        (result.ledgerObserved, (result.counts.energy, result.counts[.batteryOut])),
      ] {
        #expect(rows.reduce(0) { $0 + $1.energyNanojoules } == energy.0)
        #expect(rows.reduce(0) { $0 + $1.batteryNanojoules } == energy.1)
        holds(name != "never" || !rows.contains { $0.payer.cause.isDiscretionary })
      }
    }
  }
}
