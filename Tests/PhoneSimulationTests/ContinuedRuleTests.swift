import EventSimulation
import PhoneSimulation
import TestSupport
import Testing
import Workload

@Suite("Continued processing")
struct ContinuedRuleTests {
  /// An app with so many continued tasks of constant processor time.
  func app(
    _ seconds: Double = 300, tasks: Int = 1, _ request: ContinuedRequest = ContinuedRequest(),
    bundleID: String = "org.example", gpuEntitlement: Bool = false, permitted: [String]? = nil,
    quality: (inout QualityProfile) -> Void = { _ in }
  ) throws -> AppSpecification {
    let work = try WorkSpecification.constant(cpu: seconds)
    var app = AppSpecification(
      bundleID: bundleID, declarations: Declarations(permittedIdentifiers: permitted, modes: []),
      tasks: (0..<tasks).map { index in
        var task = TaskSpecification(
          identifier: "\(bundleID).export.\(index)", mechanism: .continued, floor: .after(.hours(5)),
          work: work,
          fetches: false, submitsAtFirstLaunch: false)
        task.continued = request
        return task
      },
      quality: .flawless {
        $0.resubmits = .never
        quality(&$0)
      })
    app.declarations.hasGPUEntitlement = gpuEntitlement
    return app
  }

  func submit(_ index: Int = 0, app: Int = 0, bundleID: String = "org.example") -> ScriptStep {
    .submit(
      app: app, identifier: "\(bundleID).export.\(index)", mechanism: .continued, floor: .after(.hours(5)))
  }

  /// The CPU monitor does not concern these tests.
  let calm = ["life.cpuMonitorLimit": "60 s", "life.cpuMonitorWindow": "20 s"]

  /// A phone whose user opens the first app at 600 s for a stay, and starts so many of its tasks at 660 s.
  func started(
    _ apps: AppSpecification..., stay: TimeSpan = .minutes(2), hours: Double = 1, starting tasks: Int = 1
  ) throws -> PhoneBench {
    var bench = try PhoneBench(apps, hours: hours, calm)
    bench.use(0, at: .minutes(10), for: stay)
    for index in 0..<tasks { bench.at(.minutes(11), submit(index)) }
    return bench
  }

  @Test("CONT-6 the end of unreported work is the last progress; of a resumed task all counts")
  func unreported() throws {
    let bench = try started(
      app(30) {
        $0.completesOn = .expiry
        $0.progressInterval = .seconds(20)
      }, stay: .minutes(20))
    let result = try bench.run()
    #expect(result.seconds(.expired, .stalled) == [690 + 180])
    #expect(result.seconds(.progress).filter { $0 < 870 } == [680])

    var resumed = try PhoneBench([app(100) { $0.progressInterval = .seconds(20) }], hours: 1, calm)
    resumed.use(0, at: .minutes(10), for: .minutes(20))
    resumed.at(.minutes(11), submit())
    resumed.at(.seconds(710), .cancelContinued(app: 0, identifier: "org.example.export.0"))
    resumed.at(.minutes(12), submit())
    // Two reports, what is saved at the end, and two reports more.
    let reports = try resumed.run().log(.progress).map { ($0.value * 1000).rounded() / 1000 }
    #expect(reports == [0.2, 0.4, 0.5, 0.7, 0.9])
  }

  @Test("CONT-7 at a full tie the task that started first ends, also if its run is later in the table")
  func fullTie() throws {
    var specification = try app(tasks: 3)
    for (task, seconds) in [10.0, 600, 300].enumerated() {
      specification.tasks[task].work = try .constant(cpu: seconds)
    }
    var bench = try PhoneBench([specification], hours: 1, calm)
    bench.use(0, at: .minutes(10), for: .minutes(20))
    // The third task takes the place of the first one. At 860 s the two others have done 34 % each.
    for (task, seconds) in [640.0, 656, 758].enumerated() { bench.at(.seconds(seconds), submit(task)) }
    bench.at(.seconds(860), set: .thermal, to: 2)
    let result = try bench.run()
    #expect(result.log(.terminated, .resourcePressure).map(\.item) == [2])
  }
}
