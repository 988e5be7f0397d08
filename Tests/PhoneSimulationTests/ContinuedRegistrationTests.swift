import EventSimulation
import PhoneSimulation
import TestSupport
import Testing
import Workload

/// When the handler of a continued task must be registered.
extension ContinuedRuleTests {
  @Test("API-4 registered at each use, the second use of an identifier in one process ends it")
  func registrationAtUse() throws {
    var bench = try PhoneBench([app(20, tasks: 2) { $0.registration = .atUse }], hours: 2, calm)
    bench.use(0, at: .minutes(10), for: .minutes(4))
    bench.at(.minutes(11), submit(0))
    bench.at(.minutes(12), submit(1))
    bench.at(.minutes(13), submit(0))
    bench.use(0, at: .minutes(20), for: .minutes(4))
    bench.at(.minutes(21), submit(0))
    let result = try bench.run()
    #expect(result.seconds(.terminated, .duplicateRegistration) == [780])
    #expect(result.seconds(.completed, .success) == [680, 740, 1280])
    holds(result.seconds(.settingChanged).isEmpty)
    // At launch, late and second registrations of continued tasks do no harm.
    for kind in [QualityProfile.Registration.late, .twice] {
      bench.apps = [try app(20, tasks: 2) { $0.registration = kind }]
      #expect(try bench.run().log(.completed, .success).count == 4)
    }
  }

  @Test("API-4 a handler of a continued task may be registered when the user acts")
  func registration() throws {
    var bench = try PhoneBench([app(60) { $0.registration = .missing }], hours: 1)
    bench.use(0, at: .minutes(10), for: .minutes(5))
    bench.at(.minutes(11), submit())
    let result = try bench.run()
    holds(result.log(.terminated).isEmpty && result.seconds(.completed, .success) == [720])
  }

  @Test(
    "API-4 neither a late nor a second registration of continued tasks kills",
    arguments: [QualityProfile.Registration.late, .twice])
  func registersWhenTheUserActs(_ registration: QualityProfile.Registration) throws {
    var bench = try PhoneBench([app(60) { $0.registration = registration }], hours: 1)
    bench.use(0, at: .minutes(10), for: .minutes(5))
    bench.at(.minutes(11), submit())
    #expect(try bench.run().seconds(.completed, .success) == [720])
    // Another handler of the app must be there when the launch sequence ends.
    bench.apps[0].tasks.append(
      TaskSpecification(
        identifier: "refresh", mechanism: .refresh, floor: nil, work: try .constant(cpu: 1), fetches: false,
        submitsAtFirstLaunch: false))
    #expect(try bench.run().seconds(.terminated, nil, nil, app: 0).first == 600)
  }
}
