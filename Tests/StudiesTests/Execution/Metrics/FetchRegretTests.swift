import EventSimulation
import OutputAnalysis
import ResultsStore
import SchedulingPolicies
import Studies
import StudyReports
import TestSupport
import Testing
import Workload

@testable import PhoneSimulation

extension FreshnessRecord {
  /// Staleness at the counted opens by the words of the definition, open by open, with what the app had by then.
  /// Content that the open itself brings comes too late for it.
  fileprivate var literalStaleness: [Int64] {
    opens.enumerated().filter(\.element.counts).map { index, open in
      let foreground = opens[..<index].compactMap(\.fetched).filter { $0 <= open.time }
      let background = fetches.filter { $0.arrived < open.time }.map(\.asOf)
      let last = (foreground + background).max() ?? .zero
      let change = changes.first { $0 > last && $0 <= open.time }
      return change.map { (open.time - $0).microseconds } ?? 0
    }
  }

  /// Whether some open found content that had been fetched, but not yet taken over by the app.
  fileprivate var hasOpenDuringFetch: Bool {
    fetches.contains { fetch in opens.contains { fetch.asOf <= $0.time && $0.time <= fetch.arrived } }
  }
}

@Suite("Regret against the exact bound")
struct FetchRegretTests {
  @Test(
    "no run of 200 random phones beats its bound, and each run's staleness follows from its own fetches",
    arguments: [0, 1, 2, 3])
  func bound(quarter: Int) throws {
    var (optimal, worse, positive) = (0, 0, 0)
    for index in 0..<50 {
      let phone = try RandomPhone(quarter * 50 + index, days: 3)
      for descriptor in PolicyCatalogue.builtIn.all {
        for app in try phone.run(descriptor).apps {
          let record = try #require(app.freshness)
          let regret = try #require(FetchRegret(app, observedFrom: .zero))
          let place = "phone \(quarter * 50 + index), \(descriptor.name), app \(app.specification)"
          #expect(regret.counts[.staleness] >= regret.counts[.bound], "\(place)")
          #expect(record.literalStaleness == app.opens.map(\.staleness.microseconds), "\(place)")
          // Without durations, the run's own fetches are a schedule of the bound.
          let own = record.fetches.map(\.asOf.microseconds)
          let bounded = FetchScheduleBound.App(record)
          let instant = bounded.history.totalStaleness(backgroundFetches: own)
          #expect(instant >= regret.counts[.bound], "\(place)")
          #expect(instant <= regret.counts[.staleness], "\(place)")
          if !record.hasOpenDuringFetch { #expect(instant == regret.counts[.staleness], "\(place)") }
          holds(own.allSatisfy { fetch in bounded.allowed.contains { $0.contains(fetch) } }, "\(place)")
          if regret.counts[.staleness] - regret.counts[.bound] == 0 { optimal += 1 } else { worse += 1 }
          if regret.counts[.bound] > 0 { positive += 1 }
          holds((0...regret.counts[.fetches]).contains(regret.counts[.fetchesNeeded]), "\(place)")
        }
      }
    }
    // All three happen, or the test would say little.
    holds(optimal > 100 && worse > 100 && positive > 100, "\(optimal) \(worse) \(positive)")
  }

  @Test("the mean of clairvoyant is not worse than the mean of any policy with the same number of launches")
  func clairvoyant() throws {
    var fetches: [String: Int] = [:]
    var staleness: [String: [Int64]] = [:]
    for index in 0..<200 {
      let phone = try RandomPhone(index, days: 3, onlyRefresh: true)
      for descriptor in PolicyCatalogue.builtIn.all {
        let app = try #require(phone.run(descriptor).apps.first)
        fetches[descriptor.name, default: 0] += app.freshness?.fetches.count ?? 0
        staleness[descriptor.name, default: []].append(
          app.opens.reduce(0) { $0 + $1.staleness.microseconds })
      }
    }
    // It makes fewer fetches than any policy that starts work, so every other one has as many.
    let own = try #require(staleness["clairvoyant"])
    let count = try #require(fetches["clairvoyant"])
    for (name, other) in staleness where name != "clairvoyant" {
      holds(fetches[name, default: 0] >= count || name == "never", "\(name)")
      // Paired by phone; the mean of what clairvoyant loses must not be above 0.
      let loss = zip(own, other).reduce(0) { $0 + $1.0 - $1.1 }
      #expect(loss <= 0, "\(name): \(loss) microseconds")
    }
    #expect(count > 1000)
  }

  @Test("a schedule by hand: one fetch, spent on the later of two opens")
  func byHand() throws {
    func at(_ hours: Int) -> Instant { .zero + .hours(hours) }
    var app = AppResult(specification: 0)
    // Changes at 1 h and 5 h; opens at 2 h and 9 h. A fetch at 6 h leaves 1 h; one at 2 h would leave 4 h.
    app.add(
      OpenObservation(
        contentAge: .hours(2), staleness: .hours(1), isFresh: false, reach: .unreachable(.mixed)))
    app.add(OpenObservation(contentAge: .hours(7), staleness: .hours(4), isFresh: false))
    var record = FreshnessRecord()
    record.changes = [at(1), at(5)]
    record.opens = [.init(time: at(2), counts: true), .init(time: at(9), counts: true)]
    record.fetches = [.init(asOf: at(2), arrived: at(2) + .seconds(3))]
    record.allowed = [at(2)...at(2), at(6)...at(8)]
    app.freshness = record
    let regret = try #require(FetchRegret(app, observedFrom: .zero))
    #expect(regret.counts[.staleness] == TimeSpan.hours(5).microseconds)
    #expect(regret.counts[.bound] == TimeSpan.hours(1).microseconds)
    #expect(regret.counts[.staleness] - regret.counts[.bound] == TimeSpan.hours(4).microseconds)
    holds(regret.counts[.opens] == 2 && regret.counts[.fetches] == 1 && regret.counts[.reachableOpens] == 1)
    // Without a fetch the second open would be 8 h stale, with one at 6 h both together 1 h.
    holds(regret.counts[.fetchesNeeded] == 1 && regret.counts[.observedFetches] == 1)
    #expect(FetchRegret(app, observedFrom: at(3))?.counts[.observedFetches] == 0)
    app.freshness = nil
    #expect(FetchRegret(app, observedFrom: .zero) == nil)
  }

  @Test("regrets of a run are sums over apps and devices, per open; without a bound above 0 no ratio")
  func metrics() throws {
    var accumulator = RunAccumulator(apps: SmallFleet.apps, nominalJoules: 50_000)
    func regret(_ app: Int, opens: Int64, staleness: Int64, bound: Int64) -> FetchRegret {
      FetchRegret(
        specification: app,
        [
          .opens: opens, .reachableOpens: app == 0 ? 1 : 0, .fetches: 9, .observedFetches: 8,
          .fetchesNeeded: 2, .staleness: staleness * 1_000_000, .bound: bound * 1_000_000,
        ])
    }
    accumulator.add(
      SmallFleet.first(), of: SmallFleet.plan(0),
      regrets: [
        regret(0, opens: 2, staleness: 600, bound: 150), regret(1, opens: 1, staleness: 90, bound: 0),
      ])
    var other = RunAccumulator(apps: SmallFleet.apps, nominalJoules: 50_000)
    other.add(
      SmallFleet.second(), of: SmallFleet.plan(1),
      regrets: [regret(0, opens: 1, staleness: 30, bound: 30)])
    accumulator.merge(other)
    let rows = accumulator.metrics(runID: "r")
    func value(_ metric: String, _ entity: String) -> Double? {
      rows.first { $0.metric == metric && $0.entity == entity }?.value
    }
    #expect(value("bound_staleness_s", "all") == 45)
    #expect(value("regret_staleness_s", "all") == 135)
    // The pair without a reachable open is left out.
    #expect(value("regret_ratio", "all") == 3.5)
    #expect(value("fetches_needed", "all") == 6)
    #expect(value("fetch_efficiency", "all") == 0.25)
    #expect(value("regret_ratio", "com.a") == 3.5)
    #expect(value("regret_staleness_s", "com.b") == 90)
    #expect(value("regret_ratio", "com.b") == nil)
    let details = RunDetails(
      runID: "r", SmallFleet.first(), of: SmallFleet.plan(0), records: .freshness,
      regrets: [regret(1, opens: 1, staleness: 90, bound: 0)])
    #expect(details.regrets.map(\.app) == ["com.b"])
    #expect(details.regrets.map(\.staleness) == [90_000_000])
    #expect(details.regrets.map(\.fetchesNeeded) == [2])
    #expect(details.regrets.map(\.reachableOpens) == [0])
  }
}
