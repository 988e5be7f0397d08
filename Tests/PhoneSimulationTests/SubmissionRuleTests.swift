import EventSimulation
import PhoneSimulation
import SchedulingPolicies
import TestSupport
import Testing
import Workload

@Suite("Declaring, registering, submitting")
struct SubmissionRuleTests {
  @Test("API-1 BAD-1 an app that misspells its identifier is refused and never runs")
  func typo() throws {
    let app = try AppSpecification.with { $0.spelling = .wrong }
    let result = try PhoneBench([app], hours: 48).run()
    #expect(result.log(.rejected, .notPermitted).map(\.value) == [3])
    #expect(result.log(.rejected).first?.identifier == "TASK")
    holds(result.log(.submitted).isEmpty && result.log(.launched).isEmpty)
  }

  @Test("API-2 without its mode a request is refused and a push is lost")
  func modes() throws {
    #expect(try PhoneBench([.with(modes: .processing)]).run().seconds(.rejected, .notPermitted) == [0])
    #expect(
      try PhoneBench([.with(.processing, modes: .fetch)]).run().seconds(.rejected, .notPermitted) == [0])
    var bench = try PhoneBench([.pushed(modes: .fetch)])
    bench.push(at: .hour)
    let result = try bench.run()
    #expect(result.seconds(.dropped, .modeMissing) == [3600])
    holds(result.log(.launched).isEmpty)
  }

  @Test(
    "API-3 QUIT-5 a late or second registration kills the process at the end of every cold launch",
    arguments: [
      (QualityProfile.Registration.late, LogWord.lateRegistration), (.twice, .duplicateRegistration),
    ])
  func registration(registration: QualityProfile.Registration, reason: LogWord) throws {
    var bench = try PhoneBench([.with(floor: .hour) { $0.registration = registration }])
    bench.use(0, at: .hours(2))
    bench.push(at: .hours(3))
    let result = try bench.run()
    // The launch of the request at its floor, then the user's own launch.
    #expect(
      result.log(.terminated, reason).filter { $0.mechanism == nil }.map(\.time.seconds) == [3602, 7200])
    holds(result.log(.handlerStarted).isEmpty)
    holds(result.log(.forceQuit).isEmpty)
    holds(result.log(.deferred, .forceQuit).isEmpty)
  }

  @Test("BAD-2 a permitted identifier without handler is accepted, and its launch kills the process")
  func noHandler() throws {
    let result = try PhoneBench([.with { $0.registration = .missing }]).run()
    #expect(result.seconds(.submitted) == [0])
    #expect(result.log(.terminated, .noHandler, .refresh).map(\.time.seconds) == [2])
    #expect(result.mechanism(.refresh).counts[.killed] == 1)
  }

  @Test("SUB-2 SUB-7 a submission that is refused leaves the pending request as it was")
  func refusalKeepsPending() throws {
    var bench = try PhoneBench([.with(floor: .hours(5))], ["bar.offCancelsPending": "false"])
    bench.at(.hour, set: .backgroundRefresh, to: 0)
    bench.at(.hours(2), .submit(app: 0, identifier: "task", mechanism: .refresh, floor: nil))
    bench.at(.hours(3), set: .backgroundRefresh, to: 2)
    let result = try bench.run()
    #expect(result.seconds(.rejected, .unavailable) == [7200])
    holds(result.log(.replaced).isEmpty)
    #expect(result.seconds(.launched) == [18_000])
  }

  @Test("SUB-3 submitting a pending identifier replaces the old request, field by field")
  func replacement() throws {
    var bench = try PhoneBench([.with(floor: .hours(5))])
    bench.at(.hour, .submit(app: 0, identifier: "task", mechanism: .refresh, floor: .after(.hours(10))))
    let result = try bench.run()
    let order = result.log.filter { [.submitted, .replaced].contains($0.event) }
    #expect(order.map(\.event) == [.submitted, .replaced, .submitted])
    #expect(order.map(\.item) == [1, 1, 2])
    #expect(order[1].time == order[2].time)
    #expect(result.seconds(.launched) == [11 * 3600])
    #expect(result.attempts.map(\.outcome) == [.replaced, .completed])
  }

  @Test(
    "SUB-3 SUB-8 SUB-10 what is pending and what reaches its floor agree with lists, over random steps",
    arguments: [1, 2, 3, 4] as [UInt64])
  func pending(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let declared = Declarations(permittedIdentifiers: (0..<8).map { "p.\($0)" }, modes: .processing)
    var bench = try PhoneBench(
      (0..<3).map { AppSpecification(bundleID: "org.\($0)", declarations: declared) }, hours: 24)
    // The items of each app, in order of submission; all that there have been, with their floors and ends.
    var pending: [[(item: Int32, identifier: String)]] = [[], [], []]
    var all: [(floor: TimeSpan, end: TimeSpan)] = []
    var (lists, replaced, cancelled): ([String], [Int32], [Int32]) = ([], [], [])
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
          .submit(app: app, identifier: identifier, mechanism: .processing, floor: .after(delay)))
        replaced += take { $0.identifier == identifier }
        all.append((now + delay, .days(2)))
        pending[app].append((Int32(all.count), identifier))
      case 12..<15:
        bench.at(now, .cancel(app: app, identifier: identifier))
        cancelled += take { $0.identifier == identifier }
      case 15:
        bench.at(now, .cancelAll(app: app))
        cancelled += take { _ in true }
      default:
        bench.at(now, .listPending(app: app))
        lists.append(
          pending[app].map { "\($0.identifier)@\(all[Int($0.item) - 1].floor.microseconds)" }
            .joined(separator: " "))
      }
    }
    let result = try bench.run(NeverStart())
    #expect(result.log(.submitted).map(\.item) == all.indices.map { Int32($0) + 1 })
    #expect(result.log(.pendingList).map { $0[.requests] } == lists.map { .text($0) })
    holds(result.log(.replaced).map(\.item) == replaced && result.log(.cancelled).map(\.item) == cancelled)
    let reached = all.indices.filter { all[$0].floor < all[$0].end }.sorted {
      (all[$0].floor, $0) < (all[$1].floor, $1)
    }
    #expect(result.log(.eligible).map(\.item) == reached.map { Int32($0) + 1 })
    #expect(result.log(.eligible).map { $0.time - .zero } == reached.map { all[$0].floor })
    holds(replaced.count > 100 && cancelled.count > 50 && reached.count > 50)
  }

  @Test("SUB-4 SUB-5 SUB-7 the second refresh and the eleventh processing identifier are refused")
  func limits() throws {
    let processing = (1...11).map { "processing.\($0)" }
    let declared = Declarations(
      permittedIdentifiers: ["a", "b"] + processing, modes: [.fetch, .processing])
    let app = AppSpecification(bundleID: "org.one", declarations: declared)
    var other = app
    other.bundleID = "org.other"
    var bench = try PhoneBench([app, other])
    for index in 0...1 {
      for identifier in ["a", "b"] {
        bench.at(
          .hour, .submit(app: index, identifier: identifier, mechanism: .refresh, floor: .after(.hours(100))))
      }
    }
    for identifier in processing {
      bench.at(
        .hour, .submit(app: 0, identifier: identifier, mechanism: .processing, floor: .after(.hours(100))))
    }
    bench.at(.hours(2), .listPending(app: 0))
    bench.at(.hours(2), .listPending(app: 1))
    let result = try bench.run()
    #expect(result.log(.submitted, nil, .refresh).map(\.app) == [0, 1])
    #expect(result.log(.rejected, .tooManyPending, .refresh).map(\.identifier) == ["b", "b"])
    #expect(result.log(.submitted, nil, .processing).count == 10)
    #expect(result.log(.rejected, .tooManyPending, .processing).map(\.identifier) == ["processing.11"])
    holds(result.log(.rejected, .tooManyPending).allSatisfy { $0.value == 2 })
    #expect(result.log(.pendingList).map(\.value) == [11, 1])
  }

  @Test("SUB-8 ORD-1 no start before the floor, and one at the floor itself")
  func floor() throws {
    let result = try PhoneBench([.with(floor: .hours(3))]).run()
    #expect(result.seconds(.eligible) == [10_800])
    #expect(result.seconds(.launched) == [10_800])
    #expect(try PhoneBench([.with()]).run().seconds(.launched) == [0])
  }

  @Test("SUB-8 a floor later than a week is accepted with a warning", arguments: [7, 8])
  func farFloor(days: Int) throws {
    let result = try PhoneBench([.with(floor: .days(days))], hours: 24 * 9).run()
    #expect(result.seconds(.warned, .farBeginDate) == (days > 7 ? [0] : []))
    #expect(result.seconds(.launched) == [Double(days) * 86_400])
  }

  @Test("SUB-9 an app that does not resubmit runs once; resubmission atStart goes on")
  func oneShot() throws {
    #expect(try PhoneBench([.with(floor: .hour)], hours: 10.5).run().log(.launched).count == 1)
    let series = try PhoneBench([.with(floor: .hour, resubmits: .atStart)], hours: 10.5).run()
    // Each start is an hour and a launch after the one before.
    #expect(series.log(.launched).count == 10)
    #expect(series.log(.launched).map(\.item) == Array(1...10))
  }

  @Test("SUB-10 cancelling touches pending requests only")
  func cancelling() throws {
    var bench = try PhoneBench([.with(floor: .hour, cpu: 20, resubmits: .atStart)])
    // The first run is under way, the next request waits.
    bench.at(.seconds(3610), .cancel(app: 0, identifier: "unknown"))
    bench.at(.seconds(3611), .listPending(app: 0))
    bench.at(.seconds(3612), .cancelAll(app: 0))
    bench.at(.seconds(3613), .listPending(app: 0))
    let result = try bench.run()
    #expect(result.seconds(.cancelled, .app) == [3612])
    #expect(result.log(.pendingList).map(\.value) == [1, 0])
    #expect(result.seconds(.completed, .success) == [3622])
    #expect(result.log(.launched).count == 1)
  }
}
