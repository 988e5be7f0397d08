import EventSimulation
import ModelParameters
import PhoneSimulation
import SchedulingPolicies
import TestSupport
import Testing
import Workload

/// Definitions, sections 10 and 15: when waits begin, when they end, and how.
@Suite("Waits")
struct WaitRuleTests {
  @Test("the waits of the rows equal the waits of the metrics, over random scripts", arguments: 0..<24)
  func randomScripts(number: Int) throws {
    var random = SeededGenerator(seed: UInt64(number) + 7000)
    var bench = try PhoneBench.random(&random)
    bench.warmUpEnd = .zero + .minutes(random.uniform(0...1500))
    let result = try bench.run([Immediate(), NeverStart()][number % 2], records: .attempts)
    for (index, app) in result.apps.enumerated() {
      for mechanism in Mechanism.allCases {
        let rows = result.attempts.filter { $0.app == Int32(index) && $0.mechanism == mechanism }
        let found = rows.compactMap { row in
          row.waitEnd.map { end in
            "\(((row.waitUntil ?? .zero) - (row.waitFrom ?? .zero)).microseconds) \(end.name)"
          }
        }
        let expected = app.mechanisms[Int(mechanism.rawValue)].delays.map {
          "\($0.length.microseconds) \($0.end.name)"
        }
        #expect(found.sorted() == expected.sorted(), "script \(number), app \(index), \(mechanism.name)")
        for row in rows {
          let sum = row.blocked.reduce(row.blockedJointly) { $0 + $1.time }
          guard let end = row.waitEnd, let from = row.waitFrom, let until = row.waitUntil else {
            #expect(sum == .zero)
            continue
          }
          // After a force quit the item waits on, which no metric counts.
          #expect(end == .forceQuit ? sum >= until - from : sum == until - from, "script \(number), \(row)")
        }
      }
    }
  }
}
