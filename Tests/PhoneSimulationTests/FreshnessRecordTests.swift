import EventSimulation
import ModelParameters
import PhoneSimulation
import RandomStreams
import TestSupport
import Testing
import Workload

/// The record of a run for the bound on fetch schedules: definitions, sections 9 and 12.
@Suite("The record of freshness")
struct FreshnessRecordTests {
  private func record(_ bench: PhoneBench) throws -> FreshnessRecord {
    try #require(bench.run(records: .freshness).apps.first?.freshness)
  }

  /// The ranges in seconds, without single instants.
  private func ranges(_ record: FreshnessRecord) -> [ClosedRange<Double>] {
    record.allowed.map { $0.lowerBound.seconds...$0.upperBound.seconds }
      .filter { $0.lowerBound < $0.upperBound }
  }

  @Test(
    "only hard gates close it",
    arguments: [
      ("factor.lowPowerMode", SettingName.lowPowerMode, 1.0, 0.0),
      ("factor.backgroundRefresh", .backgroundRefresh, 0, 2),
      ("factor.backgroundRefresh", .appRefresh, 0, 1),
    ])
  func factors(parameter: String, setting: SettingName, on: Double, off: Double) throws {
    for enforcement in ["hard", "soft", "off"] {
      var bench = try PhoneBench([.with(earliestBegin: .hours(20))], hours: 24, [parameter: enforcement])
      bench.at(.hours(2), set: setting, to: on, app: setting == .appRefresh ? 0 : -1)
      bench.at(.hours(5), set: setting, to: off, app: setting == .appRefresh ? 0 : -1)
      #expect(
        ranges(try record(bench)) == (enforcement == "hard" ? [0...7200, 18_000...86_400] : [0...86_400]),
        "\(parameter) \(enforcement)")
    }
  }

  @Test("force quit closes it until the user opens the app, and the foreground while it lasts")
  func user() throws {
    var bench = try PhoneBench([.with(earliestBegin: .hours(20))])
    bench.use(0, at: .hours(1), for: .minutes(10))
    bench.at(.hours(3), .forceQuit, app: 0)
    bench.use(0, at: .hours(8))
    #expect(
      ranges(try record(bench)) == [0...3600, 4200...10_800, 28_860...86_400])
  }

  @Test("critical heat, a missing unlock and a phone that is off close it")
  func device() throws {
    var bench = try PhoneBench([.with(earliestBegin: .hours(20))])
    bench.at(.hours(1), set: .thermal, to: 3)
    bench.at(.hours(2), set: .thermal, to: 2)
    bench.at(.hours(3), .reboot)
    bench.unlock(at: .hours(6))
    // Nobody switches the screen off again: it empties the battery.
    let result = try bench.run(records: .freshness)
    let record = try #require(result.apps.first?.freshness)
    #expect(ranges(record).dropLast() == [0...3600, 7200...10_800])
    let off = bench.end - TimeSpan.microseconds(result.counts[.dead])
    #expect(ranges(record).last == 21_600...off.seconds)
    #expect(TimeSpan.microseconds(result.counts[.dead]) > .hours(1))
  }

  @Test("processing needs an idle phone on the charger, and one open mechanism is enough")
  func processing() throws {
    var bench = try PhoneBench(
      [.with(.processing, earliestBegin: .hours(20), power: true)], hours: 24,
      ["processing.idleDelay": "10 min"])
    bench.at(.hours(4), plug: .wired20W)
    bench.use(0, at: .hours(5))
    bench.at(.hours(6), .unplug)
    let closed = try ranges(record(bench))
    #expect(closed == [14_400...18_000, 18_660...21_600])
    bench.apps[0].tasks += try AppSpecification.with(.refresh, earliestBegin: .hours(20)).tasks
    #expect(try ranges(record(bench)) == [0...18_000, 18_060...86_400])
  }

  @Test("a transfer that fetches needs a path")
  func transfers() throws {
    var bench = try PhoneBench([.moving(.files(fetches: true))])
    bench.at(.hours(3), network: .none)
    bench.at(.hours(4), network: .wifi)
    #expect(try ranges(record(bench)) == [0...10_800, 14_400...86_400])
  }

  @Test("waits of an item of the run do not close the ranges")
  func waits() throws {
    let bench = try PhoneBench([.with(earliestBegin: .hours(1), resubmits: .atStart)])
    let record = try record(bench)
    #expect(record.fetches.count > 10)
    #expect(ranges(record) == [0...86_400])
  }

  @Test("fetches keep as of when they brought content, which is in the set though a gate has closed")
  func asOf() throws {
    // A cold launch of one second, 100 s to compute while 1 MB moves, 5 s to wait.
    var bench = try PhoneBench([.with(earliestBegin: .hours(1), cpu: 20, wait: 5, down: 1_000_000)])
    bench.apps[0].content = ContentSpecification(process: .fixed, changesPerDay: 4, fetchOnOpen: true)
    bench.at(.hours(1) + .milliseconds(1), set: .lowPowerMode, to: 1)
    bench.at(.minutes(30), .contentChange, app: 0)
    bench.use(0, at: .hours(3))
    bench.use(0, at: .hours(3) + .minutes(5))
    let result = try bench.run(records: .freshness)
    let record = try #require(result.apps.first?.freshness)
    let fetch = try #require(record.fetches.first)
    #expect(record.fetches.count == 1)
    let plain = try bench.run(records: [])
    holds(plain.eventHash == result.eventHash && plain.events == result.events)
    #expect(fetch.asOf.seconds > 3600.001)
    #expect(fetch.arrived > fetch.asOf)
    holds(record.allowed.contains { $0.contains(fetch.asOf) })
    #expect(ranges(record) == [0...3600.001])
    #expect(record.changes.map(\.seconds) == [1800])
    // The second open comes too soon after the first to count.
    #expect(record.opens.map(\.time.seconds) == [10_800, 11_100])
    #expect(record.opens.map(\.counts) == [true, false])
    for open in record.opens { #expect(try #require(open.fetched) > open.time) }
    #expect(result.apps[0].opens.count == 1)
  }

  @Test("no record is kept without a request for it, or without content")
  func off() throws {
    #expect(try PhoneBench([.with()]).run(records: []).apps.first?.freshness == nil)
    var bench = try PhoneBench([.with()])
    bench.apps[0].content = .none
    #expect(try bench.run(records: .freshness).apps.first?.freshness == nil)
  }
}
