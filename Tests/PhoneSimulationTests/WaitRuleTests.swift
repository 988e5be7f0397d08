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
  private func waits(_ result: DeviceResult) -> [String] {
    result.attempts.filter { $0.waitEnd != nil }.map { row in
      "\(row.waitFrom?.seconds ?? -1) \(row.waitUntil?.seconds ?? -1) \(row.waitEnd?.name ?? "")"
    }
  }

  @Test("a replaced request ends no wait, its successor carries the chain")
  func replaced() throws {
    var bench = try PhoneBench([.with(submits: false)], hours: 3)
    bench.at(.hour, .submit(app: 0, identifier: "task", mechanism: .refresh, floor: nil))
    bench.at(.hours(2), .submit(app: 0, identifier: "task", mechanism: .refresh, floor: nil))
    let result = try bench.run(NeverStart())
    #expect(result.attempts.map(\.outcome) == [.replaced, .pending])
    #expect(waits(result) == ["3600.0 10800.0 horizon"])
    #expect(result.mechanism(.refresh).delays.map(\.end) == [.horizon])
  }

  @Test("the shares of a chain stand in the row that ends it, and add up to its wait")
  func chainShares() throws {
    var bench = try PhoneBench([.with(submits: false)], hours: 6)
    for hour in [1, 2, 3] {
      bench.at(
        .hours(hour), .submit(app: 0, identifier: "task", mechanism: .refresh, floor: .after(.minutes(30))))
    }
    let rows = try bench.run(NeverStart()).attempts
    #expect(rows.map(\.outcome) == [.replaced, .replaced, .pending])
    holds(rows.dropLast().allSatisfy { $0.blocked.isEmpty && $0.blockedJointly == .zero })
    #expect(waits(try bench.run(NeverStart())) == ["5400.0 21600.0 horizon"])
    let shares = rows[2].blocked.map { "\($0.reason) \($0.time.seconds)" }
    // From 01:30 on; after each submission half an hour has to pass.
    #expect(shares.sorted() == ["earliestBeginDate 3600.0", "policyChoice 12600.0"])
  }

  @Test("cancelled, force-quit and launched waits end so; one that is cancelled before its window has none")
  func ends() throws {
    var bench = try PhoneBench([.with(submits: false)], hours: 3)
    bench.at(.hour, .submit(app: 0, identifier: "task", mechanism: .refresh, floor: nil))
    bench.at(.hours(2), .cancel(app: 0, identifier: "task"))
    #expect(waits(try bench.run(NeverStart())) == ["3600.0 7200.0 cancelled"])
    bench.script = []
    bench.events = []
    bench.at(.hour, .submit(app: 0, identifier: "task", mechanism: .refresh, floor: nil))
    bench.at(.hours(2), .forceQuit, app: 0)
    let quit = try bench.run(NeverStart())
    #expect(waits(quit) == ["3600.0 7200.0 forceQuit"])
    #expect(quit.attempts.map(\.outcome) == [.pending])
    #expect(waits(try bench.run()) == ["3600.0 3600.0 launched"])
    bench.script = []
    bench.events = []
    bench.at(.hour, .submit(app: 0, identifier: "task", mechanism: .refresh, floor: .after(.hours(1.5))))
    bench.at(.hours(2), .cancel(app: 0, identifier: "task"))
    holds(waits(try bench.run(NeverStart())).isEmpty)
  }

  @Test("a floor at a time of day is the next one after each submission, of requests and of files")
  func timeOfDay() throws {
    var bench = try PhoneBench([.with(resubmits: .atStart), .moving(.files(1, on: .script))], hours: 52)
    bench.apps[0].tasks[0].floor = .at(.hours(3))
    bench.apps[1].transfers[0].floor = .at(.hours(3))
    for day in 0...1 {
      bench.use(1, at: .days(day) + .minutes(178), for: .minutes(5))
      bench.at(.days(day) + .hours(3), .transfer(app: 1, index: 0))
    }
    let result = try bench.run()
    func floors(_ mechanism: Mechanism) -> [TimeSpan?] {
      result.attempts.filter { $0.mechanism == mechanism }.map { row in row.floor.map { $0 - .zero } }
    }
    #expect(floors(.refresh) == [.hours(3), .hours(27), .hours(51), .hours(75)])
    #expect(result.log(.launched, nil, .refresh).map(\.time) == [3, 27, 51].map { .zero + .hours($0) })
    #expect(floors(.transferN) == [.hours(27), .hours(51)])
  }

  @Test("pushes that give way or end are lost; one that finds its app in front is delivered without a wait")
  func pushes() throws {
    var bench = try PhoneBench([.pushed()], hours: 6)
    bench.push(at: .hour, .hours(2), expiration: 7200)
    bench.use(0, at: .hours(5))
    bench.push(at: .hours(5) + .seconds(30))
    let result = try bench.run(NeverStart())
    #expect(
      waits(result) == [
        "3600.0 7200.0 lost", "7200.0 14400.0 lost", "18030.0 18030.0 delivered",
      ])
    #expect(result.attempts.map(\.outcome) == [.coalesced, .dropped, .delivered])
  }

  @Test("the waits of the rows are those of the metrics, over random scripts", arguments: 0..<24)
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
