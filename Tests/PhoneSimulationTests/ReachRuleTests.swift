import EventSimulation
import ModelParameters
import PhoneSimulation
import SchedulingPolicies
import TestSupport
import Testing
import Workload

/// Definitions, section 15: before which opens an app could have fetched in the background.
@Suite("Reachable opens")
struct ReachRuleTests {
  /// The recorded ranges at every counted open: the gates as they were after every event.
  private func expected(_ record: FreshnessRecord) -> [Bool] {
    // A range that ends with the fetch ends before it: its open has closed a gate.
    // The instants as of which fetches brought content stand at the end and are no readings.
    let ranges = record.allowed.dropLast(record.fetches.count)
    // The start counts itself: gates may close at that instant.
    var fetched = Instant.zero - .tick
    var underWay: [Instant] = []
    var expected: [Bool] = []
    for open in record.opens {
      for end in underWay where end <= open.time { fetched = max(fetched, end) }
      underWay.removeAll { $0 <= open.time }
      if open.counts {
        expected.append(ranges.contains { $0.lowerBound <= open.time && $0.upperBound > fetched })
      }
      if let end = open.fetched { underWay.append(end) }
    }
    return expected
  }

  @Test(
    "over random scripts an open is reachable where the gates read after every event say so",
    arguments: 0..<40)
  func randomScripts(number: Int) throws {
    var random = SeededGenerator(seed: UInt64(number) + 4000)
    var bench = try PhoneBench.random(&random)
    // Only here do hard gates and gates of fetches differ.
    for name in ["factor.budgets", "factor.rateLimit", "factor.appUsage"] {
      try bench.parameters.set(name, parsing: ["soft"])
    }
    for app in bench.apps.indices {
      bench.apps[app].content = ContentSpecification(
        process: .fixed, changesPerDay: 4, fetchOnOpen: random.uniform() < 0.7)
      for index in bench.apps[app].transfers.indices { bench.apps[app].transfers[index].fetches = false }
    }
    let result = try bench.run(number % 2 == 0 ? NeverStart() : Immediate(), records: .freshness)
    var unreachable = 0
    for app in result.apps {
      let record = try #require(app.freshness)
      let found = app.opens.map { $0.reach == .reachable }
      #expect(found == expected(record), "script \(number), app \(app.specification)")
      unreachable += found.count { !$0 }
    }
    if number == 0 { #expect(unreachable > 0) }
  }
}
