import EventSimulation
import Foundation
import ModelParameters
import PhoneSimulation
import RandomStreams
import SchedulingPolicies
import TestSupport
import Testing
import Workload

/// Network paths at the start of items: `launch.needsPath` and `transfer.waitsForPath`.
@Suite("Paths at the start of items")
struct PathRuleTests {
  private static let earlier = ["launch.needsPath": "false", "transfer.waitsForPath": "false"]

  @Test("PROC-5 PUSH-5 a refresh and a held push launch when the path returns", arguments: [true, false])
  func launches(needsPath: Bool) throws {
    // The policy holds the push until the charger comes, and the path is away by then.
    var bench = try PhoneBench(
      [.with(floor: .hours(2), takesPushes: true)], hours: 5, ["launch.needsPath": "\(needsPath)"])
    bench.push(at: .hour)
    bench.at(.minutes(90), network: .none)
    bench.at(.hours(2), plug: .usb)
    bench.at(.hours(3), network: .cellular)
    let result = try bench.run(ChargingOnly())
    #expect(Set(result.log(.launched).compactMap(\.mechanism)) == [.refresh, .push])
    #expect(Set(result.seconds(.launched)) == [needsPath ? 10_800 : 7200])
    let denied = result.log(.deferred, .noNetwork)
    #expect(Set(denied.compactMap(\.mechanism)) == (needsPath ? [.refresh, .push] : []))
    holds(denied.allSatisfy { $0[.enforcement] == .text("hard") })
  }

  @Test("PROC-5 ORD-1 a path that is lost at the instant of a decision is lost before it")
  func sameInstant() throws {
    var bench = try PhoneBench([.with(floor: .hour)], hours: 2)
    bench.at(.hour, network: .none)
    let result = try bench.run()
    holds(result.log(.launched).isEmpty)
    #expect(result.seconds(.deferred, .noNetwork) == [3600])
    bench.apps[0].tasks[0].floor = .after(.hour - .tick)
    #expect(try bench.run().seconds(.launched) == [(TimeSpan.hour - .tick).seconds])
  }

  @Test(
    "URL-5 URL-6 a transfer without a path that it may use waits, whatever its stage",
    arguments: [true, false], [NetworkPath.none, .cellular])
  func transfers(waits: Bool, path: NetworkPath) throws {
    var files = try TransferSpecification.files(discretionary: true)
    files.allowsCellular = false
    var bench = try PhoneBench(
      [.moving(files)], hours: 24 * 8, ["transfer.waitsForPath": "\(waits)", "factor.lowBattery": "off"])
    bench.initial.charger = .wired20W
    bench.initial.network = path
    bench.use(0, at: .hour, for: .seconds(5))
    let result = try bench.runObediently()
    let end = 3600 + 7 * 86_400.0
    guard waits else {
      // The earlier rule asks for any path, starts a transfer that may not use it, and pauses it at once.
      #expect(result.seconds(.launched, nil, .transferD) == (path == .none ? [] : [176_400]))
      #expect(result.transferSeconds(.paused) == (path == .none ? [] : [176_400]))
      #expect(result.transferSeconds(.failed, .timeout) == [end])
      return
    }
    holds(result.log(.launched, nil, .transferD).isEmpty && result.log(.paused).isEmpty)
    #expect(result.log(.deferred, nil, .transferD).map(\.word) == [.noPermittedPath])
    #expect(result.log(.deferred)[0][.enforcement] == .text("hard"))
    // LOG-1 counts it as lost, LOG-3 as no run.
    #expect(result.transferSeconds(.failedUnstarted, .resourceTimeout) == [end])
    holds(result.log(.failed).isEmpty)
    let counts = result.mechanism(.transferD).counts
    holds(counts[.submitted] == 1 && counts[.lost] == 1 && counts[.launched] == 0 && counts[.failed] == 0)
  }

  @Test("URL-5 a permitted path that the stage does not accept gives the reason of the stage")
  func stage() throws {
    var bench = try PhoneBench([.moving(.files(discretionary: true))], hours: 72)
    bench.initial.network = .cellular
    bench.at(.hours(2), network: .none)
    bench.at(.hours(3), network: .cellular)
    bench.use(0, at: .hour, for: .seconds(5))
    let result = try bench.runObediently()
    #expect(
      result.log(.deferred, nil, .transferD).map(\.word) == [
        .transferStage, .noPermittedPath, .transferStage,
      ])
    #expect(result.seconds(.launched, nil, .transferD) == [176_400])
  }

  @Test(
    "URL-4 URL-5 a relaxed transfer of a session without cellular starts on Wi-Fi", arguments: [true, false])
  func relaxed(waits: Bool) throws {
    var files = try TransferSpecification.files(2)
    files.allowsCellular = false
    var bench = try PhoneBench([.moving(files)], ["transfer.waitsForPath": "\(waits)"])
    bench.initial.network = .cellular
    bench.use(0, at: .hour, for: .seconds(5))
    bench.at(.hours(2), network: .wifi)
    let result = try bench.run()
    // The second file starts behind the first one.
    let start: Double = waits ? 7200 : 3600
    #expect(result.seconds(.launched, nil, .transferN) == [start, start])
    #expect(result.transferSeconds(.completed) == [7220, 7240])
    #expect(result.log(.paused).isEmpty == waits)
  }

  @Test("URL-5 LIFE-7 after a restart a transfer starts at the first unlock")
  func firstUnlock() throws {
    var bench = try PhoneBench([.moving(.files(floor: .hours(2)))])
    bench.use(0, at: .hour, for: .seconds(5))
    bench.at(.hours(2), .reboot)
    bench.unlock(at: .hours(4))
    let result = try bench.run()
    #expect(result.seconds(.deferred, .firstUnlock) == [7200])
    #expect(result.seconds(.launched, nil, .transferN) == [14_400])
  }

  /// Random scripts, in which paths come and go at whole minutes like most else.
  @Test("PROC-5 PUSH-5 at each launch of a refresh or of a held push there is a path, over random scripts")
  func scriptsInNumbers() throws {
    var (launches, offline) = (0, 0)
    for seed in 0..<(Tier.isLong ? 200 : 25) {
      var random = SeededGenerator(seed: UInt64(seed) + 4000)
      var bench = try PhoneBench.random(&random)
      try bench.parameters.set("debug.attached", parsing: ["false"])
      for changes in [[:], Self.earlier] as [[String: String]] {
        for (name, word) in changes.sorted(by: { $0.key < $1.key }) {
          try bench.parameters.set(name, parsing: [word])
        }
        let log = try bench.run(Immediate(), records: [.log]).log
        var path = bench.initial.network
        for record in log {
          if record.event == .networkChanged {
            path = record.word == .offline ? .none : record.word == .wifi ? .wifi : .cellular
          }
          guard record.event == .launched, record.mechanism == .refresh || record.mechanism == .push
          else { continue }
          if changes.isEmpty {
            launches += 1
            #expect(path != .none, "seed \(seed), \(record.time)")
          } else if path == .none {
            offline += 1
          }
        }
      }
    }
    // The earlier rule shows that the scripts offer the chance.
    holds(launches > 500 && offline > 20, "\(launches) launches, \(offline) offline under the earlier rule")
  }
}
