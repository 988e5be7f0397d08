import EndToEndTestSupport
import Foundation
import TestSupport
import Testing

@Suite("slumber run --select") struct SelectionTests {
  static let rule = [
    "run", "small.yaml", "--progress", "none", "--select", "discretionary_battery_j_per_day", "--delta",
    "5 J/d",
  ]

  /// Two policies that are hard to tell apart, and one that is not.
  private func folder() throws -> TestFolder {
    try TestFolder(Studies.small(policies: "seven-factor, immediate, fixed-interval"))
  }

  @Test("any workers, two goes and more replications beforehand give the same choice and runs")
  func same() throws {
    let folder = try folder()
    let one = try folder.slumber(Self.rule + ["--jobs", "1", "--results", "one.sqlite"], code: 0)
    holds(one.output.contains("\nselected: "), "\(one.summary)")
    holds(one.output.contains("      20  "))
    let expected = try folder.export("one.sqlite")
    let counts = Dictionary(grouping: try expected.rows("runs.csv"), by: { $0["policy"] ?? "" }).mapValues(
      \.count)
    holds(counts.count == 3 && Set(counts.values).count > 1, "a policy leaves before the end: \(counts)")
    holds(counts.values.min() == 20 || counts.values.allSatisfy { $0 % 5 == 0 })

    let two = try folder.slumber(Self.rule + ["--jobs", "2", "--results", "two.sqlite"])
    #expect(two.output == one.output)
    #expect(try folder.export("two.sqlite").differences(from: expected) == [])

    let half = try folder.slumber(Self.rule + ["--max-replications", "20", "--results", "halves.sqlite"])
    holds(half.code == 0 && half.output.contains("no selection within 20 replications"), "\(half.summary)")
    #expect(try folder.slumber(Self.rule + ["--results", "halves.sqlite"]).output == one.output)
    #expect(try folder.export("halves.sqlite").differences(from: expected) == [])

    let bytes = try folder.data("one.sqlite")
    #expect(try folder.slumber(Self.rule + ["--results", "one.sqlite"]).output == one.output)
    #expect(try folder.data("one.sqlite") == bytes)

    // The rule sees what it asks for, whatever else the file has; the study goes on from there.
    try folder.slumber("run", "small.yaml", "--replications", "25", "--results", "more.sqlite", code: 0)
    #expect(try folder.slumber(Self.rule + ["--results", "more.sqlite"]).output == one.output)
    try folder.slumber("compare", "one.sqlite", code: 0)
    try folder.slumber("verify", "one.sqlite", "--sample", "1", code: 0)
  }

  @Test("δ has the unit of the metric or one that converts to it")
  func units() throws {
    let folder = try folder()
    let rule = [
      "run", "small.yaml", "--select", "discretionary_battery_j_per_day", "--max-replications", "20",
      "--json",
      "--results", "a.sqlite",
    ]
    for (text, delta) in [("7.2", 7.2), ("7.2 J/d", 7.2), ("0.002 Wh/d", 7.2), ("1e3", 1000)] {
      let outcome = try folder.slumber(rule + ["--delta", text], code: 0)
      let object = try outcome.object
      #expect(object["delta"] as? Double == delta)
    }
  }

  @Test("every metric that can be selected by has the same denominator in each run")
  func denominators() throws {
    let folder = try folder()
    let refusal = try folder.slumber("run", "small.yaml", "--select", "opens_per_day", "--delta", "1")
    let lines = refusal.error.split(separator: "\n").filter { $0.hasPrefix("  ") }
    let names = Set(lines.map { String($0.dropFirst(2)) })
    #expect(names.count > 20)
    try folder.slumber("run", "small.yaml", "--replications", "4", "--results", "a.sqlite", code: 0)
    let rows = try folder.export("a.sqlite").rows("metrics.csv").filter { $0["scope"] == "population" }
    var found: Set<String> = []
    for (metric, values) in Dictionary(grouping: rows, by: { $0["metric"] ?? "" })
    where names.contains(metric) {
      found.insert(metric)
      let denominators = Set(values.compactMap { $0["denominator"] })
      // What only a cell with a voltage tells has no values here.
      let isTold = values.contains { $0["value"]?.isEmpty == false }
      holds(denominators.count == 1 && (denominators != [""]) == isTold, "\(metric): \(denominators)")
    }
    #expect(found == names)
    // Opens differ between runs, which is why a share of them is no such metric.
    let opens = rows.filter { $0["metric"] == "fresh_open_share" }.compactMap { $0["denominator"] }
    #expect(Set(opens).count > 1)
  }

  @Test("a policy that uses the future is left out, and said so")
  func future() throws {
    let folder = try folder()
    let outcome = try folder.slumber(
      Self.rule + ["--policy", "clairvoyant", "--policy", "immediate", "--policy", "never"], code: 0)
    holds(outcome.output.contains("left out: clairvoyant, which uses the future"))
    holds(outcome.output.contains("selected: never\n"))
  }
}
