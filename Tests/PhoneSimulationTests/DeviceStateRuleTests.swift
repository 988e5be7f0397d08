import EventSimulation
import ModelParameters
import PhoneSimulation
import SchedulingPolicies
import TestSupport
import Testing
import Workload

@Suite("States of the device and their log")
struct DeviceStateRuleTests {
  @Test("GATE-8: the absence of a path is counted while the phone is off, too", arguments: [true, false])
  func herd(lostWhileOff: Bool) throws {
    var bench = try PhoneBench([.pushed()], hours: 10)
    if lostWhileOff {
      bench.at(.seconds(3000), network: .none)
    } else {
      bench.at(.seconds(1000), network: .none)
      bench.at(.seconds(3000), network: .wifi)
    }
    bench.at(.seconds(2000), .shutdown)
    bench.at(.seconds(20_000), .reboot)
    bench.unlock(at: .seconds(25_000), for: .second)
    bench.at(.seconds(30_000), network: .cellular)
    bench.push(at: .seconds(30_010))
    let result = try bench.runObediently()
    #expect(result.seconds(.launched) == [lostWhileOff ? 30_300 : 30_010])
  }

  @Test("GATE-8 LIFE-7: a reboot starts the time of being locked anew")
  func lockTime() throws {
    var bench = try PhoneBench([.pushed()], hours: 8)
    bench.at(.hours(4), .reboot)
    bench.use(0, at: .hours(5), for: .seconds(1))
    bench.push(at: .hours(5) + .seconds(10))
    #expect(try bench.runObediently().seconds(.launched) == [18_010])
    bench.events.removeAll { $0.type == .reboot }
    #expect(try bench.runObediently().seconds(.launched) == [18_300])
  }

  @Test(
    "LIFE-2 LIFE-7: a process that dies in front, by a reboot or an empty battery, has no callbacks",
    arguments: [TimelineEventType.reboot, .shutdown])
  func noCallbacks(kind: TimelineEventType) throws {
    var bench = try PhoneBench([.pushed()], hours: 2)
    bench.use(0, at: .hour, for: .minutes(10))
    bench.at(.minutes(65), kind)
    let result = try bench.run()
    holds(result.log(.callback).isEmpty)
    #expect(
      result.log.filter { $0.time.seconds == 3900 && $0.event != .callback }.map(\.event.name).prefix(5)
        == ["terminated", "userLeft", "stateChanged", "screenChanged", "lockChanged"])
    #expect(result.seconds(.stateChanged, .notRunning) == [3900])
  }

  @Test("Section 5: powerChanged, lockChanged and screenChanged say what was before")
  func oldAndNew() throws {
    var bench = try PhoneBench([.pushed()], hours: 3)
    bench.use(0, at: .hour)
    bench.at(.hours(2), plug: .wired20W)
    bench.at(.minutes(121), .unplug)
    let result = try bench.run()
    func changes(_ event: LogEvent) -> [String] {
      result.log(event).map { record in
        guard case .text(let old) = record[.old] else { return "\(record.word)" }
        return "\(record.time) \(old) \(record.word)"
      }
    }
    #expect(changes(.powerChanged) == ["7200 unplugged plugged", "7260 plugged unplugged"])
    #expect(changes(.lockChanged) == ["3600 locked unlocked", "3660 unlocked locked"])
    #expect(changes(.screenChanged) == ["3600 off on", "3660 on off"])
  }

  @Test("Section 5: at a crossing of a level, old is whether the phone was plugged")
  func levelCrossing() throws {
    var bench = try PhoneBench([.pushed()], hours: 3)
    bench.initial.stateOfCharge = 0.205
    bench.at(.hours(2), plug: .wired20W)
    let crossings = try bench.run().log(.powerChanged, .level)
    #expect(crossings.first?[.old] == .text("unplugged"))
    #expect(crossings.last?[.old] == .text("plugged"))
  }

  @Test("BAR-1: restricted acts like off, and apps read another status", arguments: [true, false])
  func restricted(isDevice: Bool) throws {
    func run(_ value: Double) throws -> DeviceResult {
      var bench = try PhoneBench([.with(floor: .hours(5), takesPushes: true)], hours: 6)
      bench.at(.hour, set: isDevice ? .backgroundRefresh : .appRefresh, to: value, app: isDevice ? -1 : 0)
      bench.push(at: .hours(2))
      bench.at(.hours(3), .submit(app: 0, identifier: "task", mechanism: .refresh, floor: nil))
      bench.at(.hours(4), set: isDevice ? .backgroundRefresh : .appRefresh, to: isDevice ? 2 : 1, app: 0)
      return try bench.run()
    }
    let (off, restricted) = (try run(0), try run(isDevice ? 3 : 2))
    func lines(_ result: DeviceResult) -> [String] {
      result.log.filter { $0.event != .settingChanged }.map { "\($0.time) \($0.event) \($0.word)" }
    }
    #expect(lines(off) == lines(restricted))
    #expect(restricted.seconds(.dropped, .barOff) == [7200])
    #expect(restricted.seconds(.rejected, .unavailable) == [10_800])
    #expect(restricted.seconds(.cancelled, .barOff) == [3600])
    let word: LogWord = isDevice ? .backgroundRefresh : .appRefresh
    #expect(off.log(.settingChanged, word).map { $0[.status] } == [.text("denied"), .text("available")])
    #expect(
      restricted.log(.settingChanged, word).map { $0[.status] } == [.text("restricted"), .text("available")])
    #expect(restricted.log(.settingChanged, word).map { $0.value } == (isDevice ? [3, 2] : [2, 1]))
  }

  @Test("A phone that is locked in a session opens nothing until it is unlocked again")
  func lockedSession() throws {
    var bench = try PhoneBench([.pushed(), .pushed(bundleID: "org.other")], hours: 3)
    bench.use(0, at: .hour, for: .minutes(10))
    bench.at(.minutes(62), .lock)
    bench.at(.minutes(62), .screenOff)
    bench.at(.minutes(63), .appForeground, app: 1)
    bench.use(1, at: .hours(2))
    let result = try bench.run()
    #expect(result.seconds(.userOpened) == [3600, 7200])
    #expect(result.seconds(.userLeft) == [3720, 7260])
    #expect(result.seconds(.lockChanged, .locked) == [3720, 7260])
  }

  @Test("A start in use: unlocked, with an app in front that is neither opened nor launched")
  func startInUse() throws {
    var bench = try PhoneBench([.pushed()], hours: 2)
    bench.initial.isLocked = false
    bench.initial.frontApp = 0
    bench.push(at: .minutes(10))
    bench.at(.minutes(20), .lock)
    bench.at(.minutes(20), .screenOff)
    let result = try bench.run()
    #expect(result.seconds(.delivered, .foreground) == [600])
    holds(result.log(.userOpened).isEmpty && result.log(.launched).isEmpty && result.counts[.sessions] == 0)
    #expect(result.seconds(.stateChanged) == [0, 1200, 1201])
    holds(result.seconds(.screenChanged) == [0, 1200] && result.seconds(.lockChanged) == [0, 1200])
    #expect(TimeSpan.microseconds(result.counts[.screenOn]) == .minutes(20))
  }

  @Test("GATE-9 heat that comes during a launch expires the run when its handler starts")
  func heatDuringLaunch() throws {
    var bench = try PhoneBench(
      [.with(.processing, cpu: 500), .with(cpu: 5, bundleID: "org.refresh")], hours: 2,
      ["life.coldLaunchTime": "2 s", "processing.idleDelay": "1 min"])
    bench.initial.charger = .wired20W
    bench.apps[1].tasks[0].floor = .after(.minutes(1))
    bench.at(.seconds(61), set: .thermal, to: 3)
    let result = try bench.run()
    holds(result.seconds(.launched) == [60, 60] && result.seconds(.handlerStarted) == [62, 62])
    #expect(result.seconds(.expired, .thermalCritical, .processing) == [62])
    holds(result.log(.expired).count == 1 && result.seconds(.completed, .success, .refresh) == [67])
  }
}
