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
