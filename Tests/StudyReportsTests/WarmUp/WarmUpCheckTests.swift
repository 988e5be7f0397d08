import Basics
import OutputAnalysis
import ResultsStore
import StudyReports
import TestSupport
import Testing

@Suite("Check of the warm-up") struct WarmUpCheckTests {
  private static let day: Int64 = 86_400_000_000

  /// A day of a run of two devices with that energy and staleness at ten opens.
  private func row(
    _ run: String, _ day: Int, joules: Double, staleness: Double = 60, opens: Int64 = 10,
    length: Int64 = 2 * day
  ) -> DayRow {
    DayRow {
      ($0.runID, $0.day, $0.length, $0.energy) = (run, day, length, Int64(joules * 1e9))
      ($0.reachableOpens, $0.freshReachableOpens) = (opens, opens / 2)
      $0.reachableStaleness = Int64(staleness * 1e6) * opens
    }
  }

  private func run(
    _ id: String, _ policy: String, _ replication: Int, observed: Double, point: String = "base"
  )
    -> PolicyRun
  {
    PolicyRun(
      designPoint: point, arm: "base", policy: policy, replication: replication, values: [:],
      fractions: ["energy_j_per_day": MetricFraction(1, over: observed)], devices: 2, runID: id)
  }

  /// One policy a line: two replications whose energy on a day is that of the function, 1 J up and down.
  private func check(
    days: Int = 56, warmUp: Int = 14, _ policies: [(name: String, energy: (Int) -> Double)]
  ) throws -> WarmUpCheck.Point {
    var runs: [PolicyRun] = []
    var rows: [String: [DayRow]] = [:]
    for (name, energy) in policies {
      for replication in 0..<2 {
        let id = "\(name)-\(replication)"
        runs.append(run(id, name, replication, observed: 2 * Double(days - warmUp)))
        rows[id] = (0..<days).map { day in
          row(id, day, joules: energy(day) + (replication == 0 ? 1 : -1))
        }
      }
    }
    let check = WarmUpCheck(study: "s", runs, days: rows)
    return try #require(check.points.first)
  }

  /// A level series with a wave that is no start.
  private func wave(_ day: Int) -> Double { 1000 + (day % 2 == 0 ? 5 : -5) }

  @Test("the greatest number of days left out is proposed for all, and held against the study's warm-up")
  func greatest() throws {
    let point = try check(
      warmUp: 4,
      [
        ("level", wave), ("short", { $0 < 3 ? 1300 : wave($0) }), ("long", { $0 < 9 ? 700 : wave($0) }),
      ])
    #expect(point.days == 56 && point.replications == 2 && point.warmUpDays == 4)
    let energy = point.series.filter { $0.metric == "energy_j_per_day" }
    #expect(energy.map(\.leftOut) == [0, 3, 9])
    // The ratio of the sums over both replications, per device-day.
    #expect(energy[0].values[0] == 502.5)
    #expect(energy[1].means(around: 3).before == 650.0)
    #expect(point.proposed == 9 && point.longest?.policy == "long" && point.verdict == .tooLittle)
    // Staleness is the same every day, and of requests there are none, so that their share is no series.
    #expect(Set(point.series.map(\.metric)).count == 4)
    #expect(point.series.filter { $0.metric == "staleness_at_reachable_open_s" }.map(\.leftOut) == [0, 0, 0])
    #expect(try check(warmUp: 9, [("long", { $0 < 9 ? 700 : wave($0) })]).verdict == .longEnough)
  }

  @Test("a start that some series has is proposed; 28 days are needed, and a series that has settled")
  func conclusions() throws {
    let level = try check(warmUp: 0, [("a", wave), ("b", { _ in 900 })])
    holds(level.proposed == 0 && level.verdict == .longEnough)
    let (one, most) = (
      try check(days: 1, warmUp: 1, [("a", wave)]), try check(days: 27, warmUp: 1, [("a", wave)])
    )
    for point in [one, most] {
      holds(point.verdict == .tooShort && point.proposed == nil && point.page(isNamed: false).tables.isEmpty)
    }
    #expect(try check(days: 28, [("a", wave)]).verdict == .longEnough)
    let falling = try check([("falls", { 2000 - Double($0) }), ("level", wave)])
    holds(falling.verdict == .unsettled && falling.unsettled.count == 1)
    try expectRecorded(
      "warm-up.txt",
      [
        "a start of nine days": try check(warmUp: 4, [("long", { $0 < 9 ? 700 : wave($0) })]).conclusion,
        "no start": level.conclusion, "one day": one.conclusion, "27 days": most.conclusion,
        "a series that falls": falling.conclusion,
      ])
  }

  @Test("days that some devices do not have, or not whole, are left out; so are days without a value")
  func days() throws {
    var rows = (0..<30).map { row("r", $0, joules: 1000) }
    rows.append(row("r", 30, joules: 10, length: Self.day))
    let point = try #require(
      WarmUpCheck(study: "s", [run("r", "a", 0, observed: 61)], days: ["r": rows]).points.first)
    #expect(point.days == 30 && point.series.allSatisfy { $0.days == Array(0..<30) })
    rows = (0..<31).map { row("r", $0, joules: 1000, opens: $0 == 4 ? 0 : 10) }
    let gap = try #require(
      WarmUpCheck(study: "s", [run("r", "a", 0, observed: 62)], days: ["r": rows]).points.first)
    let staleness = try #require(gap.series.first { $0.metric == "staleness_at_reachable_open_s" })
    #expect(staleness.days == Array(0..<4) + Array(5..<31))
    #expect(staleness.values.allSatisfy { $0 == 60 } && staleness.leftOut == 0)
    // A day of half a device is no whole day, and of it nothing follows.
    let part = [row("r", 0, joules: 1, length: Self.day / 2)]
    let none = try #require(
      WarmUpCheck(study: "s", [run("r", "a", 0, observed: 0.5)], days: ["r": part]).points.first)
    #expect(none.days == 0 && none.series.isEmpty && none.verdict == .tooShort)
  }

  @Test("the plot has a line for each policy in each panel, and marks both ends of warm-up")
  func plot() throws {
    let point = try check([("a", wave), ("b", { $0 < 3 ? 1500 : wave($0) })])
    let svg = point.picture(title: "A study")
    #expect(svg.contains(">A study<") && svg.contains(">energy of the device (J/d)<"))
    #expect(svg.split(separator: "\n").count { $0.hasPrefix("<path") } == 4 * 2 + 2)
    #expect(svg.split(separator: "\n").count { $0.contains("#9a9a9a") } == 4)
    #expect(svg.split(separator: "\n").count { $0.contains("#000000") } == 4)
    #expect(!svg.contains("nan") && !svg.contains("inf"))
    let energy = try #require(point.series.first { $0.metric == "energy_j_per_day" && $0.policy == "b" })
    #expect(energy.averages.count == 53 && energy.averages[0].x == 0.5 && energy.averages[0].y == 750)
  }

  @Test("tables of several design points say which one they are of where no heading stands above them")
  func points() throws {
    let runs = [run("a", "p", 0, observed: 28), run("b", "p", 0, observed: 28, point: "other")]
    let days = Dictionary(
      uniqueKeysWithValues: ["a", "b"].map { id in (id, (0..<28).map { row(id, $0, joules: 1000) }) })
    let check = WarmUpCheck(study: "s", runs, days: days)
    #expect(check.page.tables.map(\.subject) == ["base", "other"])
    let one = WarmUpCheck(study: "s", [runs[0]], days: days)
    #expect(one.page.tables.map(\.subject) == [nil])
    #expect(
      check.page.text().contains("at other: 28 whole days, 1 replication; the study's warm-up: 14 days"))
  }

  @Test("JSON has all daily values")
  func json() throws {
    let runs = [run("r", "a", 0, observed: 28)]
    let rows = (0..<28).map { row("r", $0, joules: 1000) }
    let point = try #require(
      WarmUpCheck(study: "s", runs, days: ["r": rows]).json["design_points"]?.elements?.first)
    #expect(point["verdict"] == .string("longEnough") && point["proposed_days"] == .integer(0))
    #expect(point["warm_up_days"] == .number(14))
    #expect(point["series"]?.elements?.first?["values"]?.elements?.count == 28)
  }
}
