import DeviceModel
import EventSimulation
import ModelParameters
import PhoneSimulation
import RandomStreams
import SchedulingPolicies
import TestSupport
import Testing
import Workload

@Suite("Visible pushes and what force quit leaves")
struct VisiblePushRuleTests {
  @Test(
    "PUSH-1 a silent push needs content-available, no user-visible key and type background", arguments: 0..<4)
  func payload(fault: Int) throws {
    var app = try AppSpecification.pushed()
    switch fault {
    case 1: app.pushes?.isContentAvailable = false
    case 2: app.pushes?.isUserVisible = true
    case 3: app.pushes?.isOfTypeBackground = false
    default: break
    }
    var bench = try PhoneBench([app])
    bench.push(at: .hour)
    let result = try bench.run()
    #expect(result.seconds(.rejected, .badPayload, .push) == (fault > 0 ? [3600] : []))
    #expect(result.mechanism(.push).counts[.rejected] == (fault > 0 ? 1 : 0))
    #expect(result.mechanism(.push).counts[.sent] == (fault > 0 ? 0 : 1))
    #expect(result.mechanism(.push).counts[.delivered] == (fault > 0 ? 0 : 1))
  }

  @Test("PUSH-1 the priority is looked at before the payload")
  func priorityFirst() throws {
    var app = try AppSpecification.pushed(priority: 10)
    app.pushes?.isUserVisible = true
    var bench = try PhoneBench([app])
    bench.push(at: .hour)
    #expect(try bench.run().log(.rejected).map(\.word) == [.badPriority])
  }

  @Test(
    "MODE-6 QUIT-6 an extension has 30 s, with any switch of the user off", arguments: [2.0, 20, 30, 40],
    [[], [.forceQuit], [.barOff], [.lowPowerMode], [.forceQuit, .barOff, .lowPowerMode]] as [[LogWord]])
  func serviceExtension(seconds: Double, flags: [LogWord]) throws {
    var bench = try PhoneBench([.visible(seconds, cpu: 1)], hours: 3)
    bench.use(0, at: .hour)
    if flags.contains(.forceQuit) { bench.at(.minutes(70), .forceQuit, app: 0) }
    if flags.contains(.barOff) { bench.initial.backgroundRefresh = 0 }
    if flags.contains(.lowPowerMode) { bench.initial.lowPowerMode = true }
    bench.at(.hours(2), .visiblePushSent, app: 0, value: -1)
    let result = try bench.run()
    let shown = 7200 + min(30, seconds)
    #expect(result.seconds(.delivered, seconds > 30 ? .original : .modified, .mode) == [shown])
    #expect(result.log(.delivered).first?[.latency] == .span(.seconds(min(30, seconds))))
    #expect(result.seconds(.expired, .timeLimit, .mode) == (seconds > 30 ? [7230] : []))
    holds(result.log(.launched).isEmpty && result.log(.budgetDebited).isEmpty)
    holds(result.log(.dropped).isEmpty && result.mechanism(.mode).counts[.delivered] == 1)
    #expect(
      abs(result.energy(app: 0, .notification, .system) - 0.18 * (min(30, seconds) + 8)) < 1e-6)
    #expect(abs(result.energy(app: 0, .notification, .processor) - 0.05 - 0.2) < 1e-6)
  }

  @Test("PUSH-11 visible pushes and calls leave slot, tokens and budgets of silent pushes as they are")
  func separate() throws {
    func silent(_ others: Bool) throws -> [String] {
      var caller = try AppSpecification.moded()
      caller.bundleID = "org.other"
      var bench = try PhoneBench([.visible(20, takesPushes: true), caller], hours: 8)
      for index in 0..<40 {
        let time = TimeSpan.hour + .minutes(Double(index) * 10)
        bench.push(at: time)
        guard others else { continue }
        bench.at(time + .minutes(5), .visiblePushSent, app: 0, value: -1)
        bench.at(time + .minutes(7), .voipPushSent, app: 1)
      }
      let result = try bench.runObediently()
      let log = result.log.filter {
        $0.mechanism == .push && [.held, .launched, .coalesced].contains($0.event)
      }
      return log.map { "\($0.time) \($0.event)" }
    }
    let (alone, beside) = (try silent(false), try silent(true))
    holds(alone == beside && alone.count > 40)
  }
}

extension AppSpecification {
  /// An app that gets visible pushes; with a time, its extension changes them in that time.
  static func visible(
    _ seconds: Double?, cpu: Double = 0, megabytes: Double = 10, takesPushes: Bool = false
  ) throws -> AppSpecification {
    var app = AppSpecification(bundleID: "org.example", quality: .flawless())
    app.visiblePushes = VisiblePushSpecification(
      trigger: .schedule([]), expiration: nil,
      serviceExtension: try seconds.map {
        ServiceExtension(
          duration: try Constant($0), cpu: try Constant(cpu), memoryBytes: Int64(megabytes * 1e6))
      })
    if takesPushes { app.pushes = try pushed().pushes }
    return app
  }
}
