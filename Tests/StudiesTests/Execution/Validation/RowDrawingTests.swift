import ModelParameters
import SchedulingPolicies
import StudyReports
import StudyTestSupport
import TestSupport
import Testing

@testable import Studies

/// Observed windows, on a phone whose app refreshes every hour on the hour.
@Suite("Draws of observed rows") struct RowDrawingTests {
  struct Row: CustomTestStringConvertible, Sendable {
    var quantity: String
    var window: String
    /// The value of each draw; nil for a draw without a value.
    var value: Double?
    var testDescription: String { "\(quantity), \(window)" }
  }

  private static let day = 86_400.0
  private static let rows = [
    Row(quantity: "observe: launchesPerDay, mechanism: refresh", window: "days: 1", value: 24),
    Row(quantity: "observe: launchesPerDay, mechanism: refresh", window: "days: 0.5", value: 24),
    Row(
      quantity: "observe: launchesPerDay, mechanism: refresh", window: "days: 1, hours: [8.5, 12.5]", value: 4
    ),
    Row(quantity: "event: launched, mechanism: refresh", window: "days: 2, hours: [8.5, 12.5]", value: 8),
    Row(quantity: "event: launched, mechanism: refresh", window: "days: 1, hours: [22.5, 2.5]", value: 4),
    Row(quantity: "event: launched, mechanism: push", window: "days: 1", value: 0),
    Row(quantity: "observe: medianLaunchGapSeconds, mechanism: refresh", window: "days: 1", value: 3600),
    // The hours of each day are a stretch of their own: no gap reaches from one day to the next.
    Row(
      quantity: "observe: medianLaunchGapSeconds, mechanism: refresh", window: "days: 4, hours: [8.5, 10.6]",
      value: 3600),
    Row(quantity: "observe: medianLaunchGapSeconds, mechanism: push", window: "days: 0.5", value: day / 2),
    Row(quantity: "observe: minLaunchGapSeconds, mechanism: push", window: "days: 0.5", value: day / 2),
    Row(quantity: "observe: meanLaunchHour, mechanism: push", window: "days: 1", value: nil),
    Row(quantity: "observe: devicesWithoutLaunchShare, mechanism: push", window: "days: 1", value: 1),
    Row(quantity: "observe: devicesWithoutLaunchShare, mechanism: refresh", window: "days: 1", value: 0),
    // The app is opened at 08:00 of each day: the last open that leaves two days is on the fourth of six days.
    Row(
      quantity: "event: userOpened", window: "days: 2, after: openedLast", value: 2),
    Row(quantity: "event: userOpened", window: "days: 1.5, after: installation", value: 2),
  ]

  private static func study(_ row: Row, phones: Int = 1, values: String = "1", devices: Int = 1) -> String {
    """
    formatVersion: 1
    name: hourly
    horizonDays: 6
    warmUpDays: 1
    replications: 1
    population: {devices: \(devices), archetypes: scripted}
    apps:
      - id: org.example.mail
        usage: {at: ["08:00"], stay: 2 min}
        content: {process: none}
        tasks: [{id: mail.refresh, kind: refresh}]
    policies: [fixed-interval]
    parameters: {life.jetsamHazard: 0 1/h, fixed.interval: 1 h}
    expect:
      - {\(row.quantity), observed: {id: O1, value: \(values), precision: 0, phones: \(phones), \(row.window), grade: C, source: a log}}

    """
  }

  private func draws(_ text: String, count: Int = 3) throws -> [Double?] {
    let file = try StudyFolder().study(text)
    let rows = ObservedRow.all(of: file, from: 0)
    #expect(rows.count == 1 && rows[0].flaw == nil)
    return try RowDrawing(file, rows, draws: count).draws(
      { _, study in study.policies }, catalogue: .builtIn, by: Conduct(jobs: 1))[0]?.first?.values ?? []
  }

  @Test("A draw counts and times only events inside its window and hours", arguments: rows)
  func windows(_ row: Row) throws {
    #expect(try draws(Self.study(row)) == [row.value, row.value, row.value])
  }

  @Test("Values of one phone are consecutive gaps, and those of several phones a value each")
  func several() throws {
    let gaps = Row(quantity: "observe: medianLaunchGapSeconds, mechanism: refresh", window: "days: 1")
    #expect(try draws(Self.study(gaps, values: "[1, 2]")) == [3600, 3600, 3600])
    let launches = Row(quantity: "observe: launchesPerDay, mechanism: refresh", window: "days: 1")
    #expect(try draws(Self.study(launches, phones: 2, values: "[1, 2]", devices: 3)) == [24, 24, 24])
  }

  @Test("A row with more phones than devices draws them with replacement")
  func pool() throws {
    let count = Row(quantity: "event: launched, mechanism: refresh", window: "days: 1")
    #expect(try draws(Self.study(count, phones: 189, devices: 2)) == [189 * 24, 189 * 24, 189 * 24])
  }

  @Test("An assumed window is also halved and doubled, and a window that the run cannot hold is named")
  func assumed() throws {
    let row = Row(quantity: "observe: launchesPerDay", window: "assumed: [2, 1]")
    let seen = ObservedRow.all(of: try StudyFolder().study(Self.study(row)), from: 0)[0].seen
    #expect(seen.windows.map(\.days) == [2, 0.5, 4])
    let long = Row(quantity: "observe: launchesPerDay", window: "assumed: [3]")
    let flaw = ObservedRow.all(of: try StudyFolder().study(Self.study(long)), from: 0)[0].flaw
    #expect(flaw?.contains("6 d, twice the longest assumed window, but the run has 5 d") == true)
  }

  @Test("The grids of times reach from a minute to two days, and each grid is in the domain of its parameter")
  func grids() throws {
    let study = try StudyFolder().study(Self.study(Self.rows[0])).study
    for model in NullModel.all {
      guard let free = model.free else { continue }
      let definition = try #require(study.parameters.definition(free.parameter))
      let ends = [model.grid[0], model.grid[19]].map { $0 * definition.unit.scale }
      #expect(model.grid.count == 20 && model.grid.allSatisfy { definition.domain?.contains($0) ?? true })
      #expect(definition.unit.dimension != .time || ends.map { $0.rounded() } == [60, 172_800])
    }
  }

  @Test("The parameters of a source are those whose origin names an observation of it")
  func origins() throws {
    let study = try StudyFolder().study(Self.study(Self.rows[0])).study
    #expect(
      ParameterOrigins(ids: ["O22"], in: study).parameters.map(\.name) == ["processing.settlingMean"])
    #expect(ParameterOrigins(ids: ["O2"], in: study).parameters.isEmpty)
  }
}
