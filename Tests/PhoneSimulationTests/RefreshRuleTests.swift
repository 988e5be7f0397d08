import EventSimulation
import PhoneSimulation
import TestSupport
import Testing
import Workload

@Suite("App refresh")
struct RefreshRuleTests {
  @Test("REF-2 a share of the grants is shorter, uniform down to the shortest")
  func shortGrants() throws {
    var bench = try PhoneBench(
      [.with(earliestBegin: .minutes(15), resubmits: .atStart)], hours: 24 * 20,
      ["refresh.shortGrantProbability": "0.2"])
    bench.initial.charger = .wired20W
    let grants = try bench.run().log(.handlerStarted).map(\.value)
    let short = grants.filter { $0 < 30 }
    #expect(grants.count > 1800)
    holds(grants.allSatisfy { (2...30).contains($0) })
    // Binomial: 6 standard deviations of a share of 0.2 over 1,900 runs are 0.055.
    let share = Double(short.count) / Double(grants.count)
    #expect(abs(share - 0.2) < 0.055)
    // Uniform on 2…30: mean 16, 6 · 8.08 / √380 = 2.5.
    let mean = short.reduce(0, +) / Double(short.count)
    #expect(abs(mean - 16) < 2.5)
  }
}
