import EventSimulation
import PhoneSimulation
import TestSupport
import Testing
import Workload

@Suite("A run that submits other tasks")
struct FurtherSubmissionTests {
  /// An hourly refresh whose runs submit another task.
  private func app(
    _ moment: QualityProfile.Resubmission = .atStart, _ mechanism: Mechanism = .processing,
    floor: TimeSpan? = .hours(12), submits: Bool = false, cpu: Double = 1,
    quality: (inout QualityProfile) -> Void = { _ in }
  ) throws -> AppSpecification {
    var app = try AppSpecification.with(floor: .hour, cpu: cpu, resubmits: .atStart, quality: quality)
    app.tasks.append(
      TaskSpecification(
        identifier: "org.example.other", mechanism: mechanism, floor: floor.map(Floor.after),
        work: try .constant(cpu: 1),
        fetches: false, submitsAtFirstLaunch: submits))
    app.tasks[0].alsoSubmits = [("org.example.other", moment)]
    return app
  }

  private func bench(_ app: AppSpecification, hours: Double = 26) throws -> PhoneBench {
    var bench = try PhoneBench([app], hours: hours)
    bench.initial = InitialState(stateOfCharge: 0.5, charger: .wired5W)
    return bench
  }

  @Test("SUB-3 SUB-8 each run replaces the request, with a floor from then on, which so is never reached")
  func runaway() throws {
    let result = try bench(app()).run()
    let runs = result.log(.launched, nil, .refresh).count
    holds(runs > 20 && result.log(.launched, nil, .processing).isEmpty)
    #expect(result.log(.submitted, nil, .processing).count == runs)
    #expect(result.log(.replaced, nil, .processing).count == runs - 1)
    holds(result.log(.eligible, nil, .processing).isEmpty)
    for record in result.log(.submitted, nil, .processing) {
      #expect(record[.floor] == .instant(record.time + .hours(12)))
    }
    // Right after the next request of its own (rulings, order inside one operation).
    let start = result.log.filter { $0.time == result.log(.handlerStarted)[0].time && $0.event == .submitted }
    #expect(start.map(\.identifier) == ["task", "org.example.other"])
    // Without it the task runs.
    var healthy = try app(submits: true)
    healthy.tasks[0].alsoSubmits = []
    #expect(try bench(healthy).run().log(.launched, nil, .processing).count > 1)
  }

  @Test("at the end that the app reports, and at success")
  func moments() throws {
    for (moment, expected) in [(QualityProfile.Resubmission.atStart, 2), (.atEnd, 2), (.onSuccess, 1)] {
      var app = try app(moment)
      app.tasks[0].failOn = [1]
      let result = try bench(app, hours: 2.5).run()
      let times = result.seconds(.submitted, nil, .processing)
      #expect(times.count == expected, "\(moment)")
      let events = moment == .atStart ? result.seconds(.handlerStarted) : result.seconds(.completed)
      #expect(times == events.suffix(expected))
    }
    // BAD-4: nothing of the app runs at an end that the system reports.
    let unhandled = try app(.atEnd, cpu: 60) {
      ($0.setsExpirationHandler, $0.checkpointInterval) = (false, nil)
    }
    let unaware = try bench(unhandled, hours: 2.5).run()
    holds(unaware.log(.completed, .failure).count == 2 && unaware.log(.submitted, nil, .processing).isEmpty)
  }

  @Test("SUB-4 CONT-1 limits and the foreground are asked as ever")
  func refusals() throws {
    let second = try bench(app(.atStart, .refresh), hours: 2.5).run()
    #expect(second.seconds(.rejected, .tooManyPending) == second.seconds(.handlerStarted))
    let continued = try bench(app(.atStart, .continued), hours: 2.5).run()
    #expect(continued.seconds(.rejected, .notForeground) == continued.seconds(.handlerStarted))
  }

  @Test("a task with `submits: false` that others submit is not submitted by its own runs")
  func leftToOthers() throws {
    func own(_ submits: Bool) throws -> Int {
      var app = try app(floor: .minutes(30), submits: submits)
      app.tasks[0].failOn = [1, 2, 3, 4, 5, 6, 7, 8, 9]
      app.tasks[0].alsoSubmits[0].moment = .onSuccess
      var bench = try bench(app, hours: 5)
      bench.at(.hour, .submit(app: 0, identifier: "org.example.other", mechanism: .processing, floor: nil))
      return try bench.run().log(.launched, nil, .processing).count
    }
    #expect(try own(false) == 1)
    #expect(try own(true) > 1)
  }
}
