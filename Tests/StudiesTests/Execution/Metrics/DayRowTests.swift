import PhoneSimulation
import ResultsStore
import SchedulingPolicies
import Studies
import StudyReports
import TestSupport
import Testing
import Workload

@Suite("Rows of days") struct DayRowTests {
  /// The sums of a random phone for a policy.
  private func accumulator(_ index: Int, warmUpDays: Int, _ policy: String) throws -> RunAccumulator {
    let phone = try RandomPhone(index, days: 5, warmUpDays: warmUpDays)
    let descriptor = try #require(PolicyCatalogue.builtIn.descriptor(policy))
    let result = try phone.run(descriptor)
    var accumulator = RunAccumulator(apps: phone.apps.map(\.bundleID), nominalJoules: 46_728.5)
    accumulator.add(result, of: phone.plan)
    return accumulator
  }

  /// Numerators and denominators of the default metrics over some days.
  private func sums(_ days: some Sequence<DayRow>) -> [Double] {
    var sums = Array(repeating: 0.0, count: 8)
    for day in days {
      for (place, value) in [
        Double(day.energy), Double(day.discretionaryBattery), Double(day.length),
        Double(day.reachableOpens), Double(day.freshReachableOpens),
        Double(day.reachableStaleness),
        Double(day.processingWanted), Double(day.processingCompleted),
      ].enumerated() { sums[place] += value }
    }
    return sums
  }

  @Test(
    "after a warm-up of whole days they add up to the default metrics, exactly",
    arguments: ["seven-factor", "immediate"], [0, 2])
  func closure(_ policy: String, _ warmUpDays: Int) throws {
    var all = Array(repeating: 0.0, count: 8)
    for index in 0..<10 {
      let accumulator = try accumulator(index, warmUpDays: warmUpDays, policy)
      let days = accumulator.dayRows(runID: "r")
      #expect(days.map(\.day) == [0, 1, 2, 3, 4])
      holds(days.allSatisfy { $0.length == 86_400_000_000 })
      let found = sums(days.dropFirst(warmUpDays))
      let metrics = accumulator.metrics(runID: "r").filter { $0.scope == .population }
      func fraction(_ name: String) -> MetricFraction? { metrics.first { $0.metric == name }?.fraction }
      let energy = try #require(fraction("energy_j_per_day"))
      holds(found[0] / 1e9 == energy.numerator && found[2] / 8.64e10 == energy.denominator)
      #expect(found[1] / 1e9 == fraction("discretionary_battery_j_per_day")?.numerator)
      if let staleness = fraction("staleness_at_reachable_open_s") {
        holds(found[5] / 1e6 == staleness.numerator && found[3] == staleness.denominator)
        #expect(found[4] == fraction("fresh_reachable_open_share")?.numerator)
      }
      // Requests that complete on whatever day, of those of the day.
      let completed = accumulator.metrics(runID: "r").first {
        $0.scope == .mechanism && $0.entity == "processing" && $0.metric == "completed_share"
      }?.fraction
      holds(found[6] == completed?.denominator ?? 0 && found[7] == completed?.numerator ?? 0)
      for place in all.indices { all[place] += found[place] }
    }
    holds(all.allSatisfy { $0 > 0 }, "\(all)")
  }

  @Test("do not depend on the end of warm-up, nor on the order in which devices are added")
  func order() throws {
    for index in 0..<4 {
      let whole = try accumulator(index, warmUpDays: 0, "seven-factor").dayRows(runID: "r")
      #expect(try accumulator(index, warmUpDays: 2, "seven-factor").dayRows(runID: "r") == whole)
    }
    let (first, second) = (SmallFleet.accumulator(), SmallFleet.accumulator())
    var sum = first
    sum.merge(second)
    let rows = sum.dayRows(runID: "r")
    holds(!rows.isEmpty)
    #expect(rows.map(\.energy) == first.dayRows(runID: "r").map { 2 * $0.energy })
    #expect(rows.map(\.reachableOpens) == first.dayRows(runID: "r").map { 2 * $0.reachableOpens })
    #expect(try RunAccumulator(decoding: sum.encoded, parts: 2).dayRows(runID: "r") == rows)
  }
}
