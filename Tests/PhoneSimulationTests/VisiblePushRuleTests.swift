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

  @Test("PUSH-11 without an extension a visible push is shown as it is, at once and without a launch")
  func plain() throws {
    var bench = try PhoneBench([.visible(nil)], hours: 2)
    bench.at(.hour, .visiblePushSent, app: 0, value: -1)
    let result = try bench.run()
    #expect(result.seconds(.pushSent, nil, .mode) == [3600])
    #expect(result.log(.pushSent).first?[.priority] == .integer(10))
    #expect(result.seconds(.delivered, .original, .mode) == [3600])
    #expect(result.log(.delivered).first?.word == .original)
    holds(result.log(.launched).isEmpty && result.log(.held).isEmpty && result.log(.stateChanged).isEmpty)
    // One wake-up, and 8 s of lock screen at 0.5 W on the awake platform.
    #expect(abs(result.energy(app: 0, .notification, .display) - 8 * 0.5) < 1e-6)
    #expect(abs(result.energy(app: 0, .notification, .system) - 8 * 0.18) < 1e-6)
    #expect(abs(result.energy(app: 0, .notification, .processor) - 0.05) < 1e-6)
    #expect(result.energy(app: 0, .notification, .wifi) > 0)
  }

  @Test("a second notification lets the lock screen glow longer, not brighter")
  func glow() throws {
    var bench = try PhoneBench([.visible(nil)], hours: 2)
    for second in [0.0, 4] { bench.at(.hour + .seconds(second), .visiblePushSent, app: 0, value: -1) }
    #expect(try abs(bench.run().energy(app: 0, .notification, .display) - 12 * 0.5) < 1e-6)
  }

  @Test(
    "MODE-6 QUIT-6 an extension has 30 s, whatever the user has switched off", arguments: [2.0, 20, 30, 40],
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

  @Test("MODE-6 an extension over 24 MB is killed and the original is shown", arguments: [24.0, 24.1])
  func memory(megabytes: Double) throws {
    var bench = try PhoneBench([.visible(5, megabytes: megabytes)], hours: 2)
    bench.at(.hour, .visiblePushSent, app: 0, value: -1)
    let result = try bench.run()
    let isOver = megabytes > 24
    #expect(result.seconds(.terminated, .memoryPressure, .mode) == (isOver ? [3600] : []))
    #expect(
      result.log(.delivered).map { "\($0.time) \($0.word)" } == [isOver ? "3600 original" : "3605 modified"])
    holds(result.log(.terminated).allSatisfy { $0.identifier == "extension" })
  }

  @Test("PUSH-2 PUSH-3 the server keeps the newest visible push of an app, beside its silent one")
  func server() throws {
    var bench = try PhoneBench([.visible(nil, takesPushes: true)], hours: 6)
    bench.initial.network = .none
    bench.at(.hour, .visiblePushSent, app: 0, value: 0)
    bench.at(.hours(2), .visiblePushSent, app: 0, value: 600)
    bench.at(.hours(3), .visiblePushSent, app: 0, value: -1)
    bench.push(at: .minutes(190))
    bench.at(.hours(4), .visiblePushSent, app: 0, value: -1)
    bench.at(.hours(5), network: .wifi)
    let result = try bench.run()
    #expect(result.seconds(.dropped, .expired, .mode) == [3600, 7800])
    #expect(result.seconds(.stored, nil, .mode) == [7200, 10_800, 14_400])
    #expect(result.seconds(.coalesced, .server, .mode) == [14_400])
    #expect(result.log(.delivered).map { "\($0.time) \($0.word)" } == ["18000 original", "18002 launch"])
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

  @Test("MODE-6 a reboot ends an extension and loses its notification")
  func reboot() throws {
    var bench = try PhoneBench([.visible(20)], hours: 2)
    bench.at(.hour, .visiblePushSent, app: 0, value: -1)
    bench.at(.seconds(3610), .reboot)
    let result = try bench.run(records: [.log, .energy])
    #expect(result.seconds(.dropped, .processKilled, .mode) == [3610])
    holds(result.log(.delivered).isEmpty)
    #expect(result.ledgerWhole.map(\.energyNanojoules).reduce(0, +) == result.energyWhole.device)
  }

  @Test(
    "QUIT-4 a reboot clears the flag for pushes only, or as quit.rebootClears says",
    arguments: ["none", "pushOnly", "all"])
  func rebootClears(what: String) throws {
    var bench = try PhoneBench([.with(floor: .hours(6), takesPushes: true)], ["quit.rebootClears": what])
    bench.use(0, at: .hour)
    bench.at(.hours(2), .forceQuit, app: 0)
    bench.at(.hours(3), .reboot)
    bench.unlock(at: .hours(4), for: .zero)
    bench.push(at: .hours(5))
    let result = try bench.run()
    #expect(result.seconds(.launched, nil, .push) == (what == "none" ? [] : [18_000]))
    #expect(result.seconds(.dropped, .forceQuit) == (what == "none" ? [18_000] : []))
    #expect(result.seconds(.launched, nil, .refresh) == (what == "all" ? [21_600] : []))
    #expect(result.seconds(.deferred, .forceQuit, .refresh) == [7200])
  }

  @Test("QUIT-5 a kill for a missed completion or a missing call sets no flag, and neither does a reboot")
  func noFlag() throws {
    var bench = try PhoneBench([.pushed(cpu: 40)], hours: 6)
    bench.push(at: .hour, .hours(2))
    let late = try bench.run()
    #expect(late.seconds(.terminated, .completionTimeout, .push) == [3637, 7237])
    holds(late.log(.launched).count == 2 && late.log(.dropped).isEmpty)
    var app = try AppSpecification.moded { $0.reportsCall = false }
    app.pushes = try AppSpecification.pushed().pushes
    bench = try PhoneBench([app], hours: 6)
    bench.at(.hour, .voipPushSent, app: 0)
    bench.push(at: .hours(2))
    bench.at(.hours(3), .reboot)
    bench.unlock(at: .hours(4))
    bench.push(at: .hours(5))
    let result = try bench.run()
    #expect(result.seconds(.launched, nil, .push) == [7200, 18_000])
    holds(result.log(.dropped).isEmpty)
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
