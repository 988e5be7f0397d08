import ResultsStore
import StudyReports
import TestSupport
import Testing

@testable import Studies

@Suite("Population facts from stored runs") struct StoredPopulationTests {
  /// A run of ten phones for two days, as its metrics tell.
  private func run(_ replication: Int, sessions: Double = 1140, policy: String = "seven-factor") -> PolicyRun
  {
    func perDay(_ sum: Double) -> MetricFraction { MetricFraction(sum, over: 20) }
    return PolicyRun(
      designPoint: "base", arm: "base", policy: policy, replication: replication, values: [:],
      fractions: [
        "sessions_per_day": perDay(sessions + 10), "sessions_lost_per_day": perDay(10),
        "hours_dead_per_day": perDay(24),
        "screen_hours_per_day": perDay(38),
        "opportunity_hours_per_day": perDay(48), "battery_energy_out_j_per_day": perDay(500_000),
        "critical_level_day_share": MetricFraction(2, over: 20),
      ], devices: 10)
  }

  private func rows(_ found: PopulationTable) -> [PopulationFact.Key: PopulationTable.Row] {
    Dictionary(
      uniqueKeysWithValues: PopulationFact.all.compactMap { fact in
        found.rows.first { $0.name == fact.name }.map { (fact.key, $0) }
      })
  }

  @Test("are sums over the replications, by powered days where phones can be off")
  func values() throws {
    let found = try #require(PopulationTable([run(0), run(1, sessions: 1064)]))
    #expect(found.devices == 20 && found.policy == "seven-factor" && found.designPoint == "base")
    let values = rows(found).mapValues(\.value)
    #expect(Set(values.keys) == PopulationTable.keys)
    // 2,204 sessions and 76 hours in 38 powered days.
    #expect(values[.sessionsPerPoweredDay] == "58" && values[.screenOnMinutesPerDay] == "120 min")
    #expect(values[.lowDays] == "10 %" && values[.opportunity] == "10 %")
    #expect(values[.deadHoursPerDay] == "1.2 h")
  }

  @Test("have the bands of the check of a population, and a verdict where there is one")
  func bands() throws {
    let rows = rows(try #require(PopulationTable([run(0)])))
    holds(
      rows[.sessionsPerPoweredDay]?.verdict == "inside" && rows[.sessionsPerPoweredDay]?.band == "56 to 61")
    holds(rows[.deadHoursPerDay]?.verdict == "" && rows[.deadHoursPerDay]?.band == "")
    let many = try #require(PopulationTable([run(0, sessions: 2000)]))
    #expect(self.rows(many)[.sessionsPerPoweredDay]?.verdict == "outside")
    #expect(PopulationTable([]) == nil)
  }

  @Test("facts are absent if the devices have no sessions")
  func none() throws {
    let found = try #require(PopulationTable([run(0, sessions: 0)]))
    #expect(rows(found)[.sessionsPerPoweredDay] == nil)
  }
}
