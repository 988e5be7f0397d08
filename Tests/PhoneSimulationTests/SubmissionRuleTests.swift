import EventSimulation
import PhoneSimulation
import SchedulingPolicies
import TestSupport
import Testing
import Workload

@Suite("Declaring, registering, submitting")
struct SubmissionRuleTests {
  @Test(
    "SUB-3 SUB-8 SUB-10 pending requests and reached begin dates agree with lists, over random steps",
    arguments: [1, 2, 3, 4] as [UInt64])
  func pending(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let declared = Declarations(permittedIdentifiers: (0..<8).map { "p.\($0)" }, modes: .processing)
    var bench = try PhoneBench(
      (0..<3).map { AppSpecification(bundleID: "org.\($0)", declarations: declared) }, hours: 24)
    // The items of each app, in order of submission; all that there have been, with their earliest begin dates and ends.
    var pending: [[(item: Int32, identifier: String)]] = [[], [], []]
    var all: [(earliestBegin: TimeSpan, end: TimeSpan)] = []
    var (lists, replaced, canceled): ([String], [Int32], [Int32]) = ([], [], [])
    for step in 1...1000 {
      let (now, app) = (TimeSpan.minutes(step), random.integer(below: 3))
      let identifier = "p.\(random.integer(below: 8))"
      func take(where isMeant: ((item: Int32, identifier: String)) -> Bool) -> [Int32] {
        let taken = pending[app].filter(isMeant).map(\.item)
        pending[app].removeAll(where: isMeant)
        for item in taken { all[Int(item) - 1].end = now }
        return taken
      }
      switch random.integer(below: 20) {
      case 0..<12:
        // Half a minute away from all steps.
        let delay = TimeSpan.minutes(random.integer(below: 120)) + .seconds(30)
        bench.at(
          now,
          .submit(app: app, identifier: identifier, mechanism: .processing, earliestBegin: .after(delay)))
        replaced += take { $0.identifier == identifier }
        all.append((now + delay, .days(2)))
        pending[app].append((Int32(all.count), identifier))
      case 12..<15:
        bench.at(now, .cancel(app: app, identifier: identifier))
        canceled += take { $0.identifier == identifier }
      case 15:
        bench.at(now, .cancelAll(app: app))
        canceled += take { _ in true }
      default:
        bench.at(now, .listPending(app: app))
        lists.append(
          pending[app].map { "\($0.identifier)@\(all[Int($0.item) - 1].earliestBegin.microseconds)" }
            .joined(separator: " "))
      }
    }
    let result = try bench.run(NeverStart())
    #expect(result.log(.submitted).map(\.item) == all.indices.map { Int32($0) + 1 })
    #expect(result.log(.pendingList).map { $0[.requests] } == lists.map { .text($0) })
    holds(result.log(.replaced).map(\.item) == replaced && result.log(.canceled).map(\.item) == canceled)
    let reached = all.indices.filter { all[$0].earliestBegin < all[$0].end }.sorted {
      (all[$0].earliestBegin, $0) < (all[$1].earliestBegin, $1)
    }
    #expect(result.log(.eligible).map(\.item) == reached.map { Int32($0) + 1 })
    #expect(result.log(.eligible).map { $0.time - .zero } == reached.map { all[$0].earliestBegin })
    holds(replaced.count > 100 && canceled.count > 50 && reached.count > 50)
  }
}
