import EventSimulation
import ModelParameters
import PhoneSimulation
import SchedulingPolicies
import TestSupport
import Testing
import Workload

@Suite("Life cycle, force quit and Background App Refresh")
struct ProcessRuleTests {
  @Test("LIFE-1 LIFE-3 the steps of a cold launch and of a resume, and suspension a second after the end")
  func steps() throws {
    let bench = try PhoneBench([.with(floor: .hour, cpu: 3, resubmits: .atEnd)], hours: 2.5)
    let result = try bench.run()
    let steps = result.log.filter {
      [.launched, .stateChanged, .callback, .handlerStarted, .completed, .suspended].contains($0.event)
    }.map { "\($0.time) \($0.event) \($0.word.name)" }
    #expect(
      steps == [
        "3600 launched cold", "3600 stateChanged background", "3602 callback didFinishLaunching",
        "3602 callback didEnterBackground", "3602 callback eventDelivered", "3602 handlerStarted ",
        "3602 callback snapshot", "3605 completed success", "3606 stateChanged suspended", "3606 suspended ",
        "7205 launched resume", "7205 stateChanged background", "7205.2 callback didEnterBackground",
        "7205.2 callback eventDelivered", "7205.2 handlerStarted ", "7205.2 callback snapshot",
        "7208.2 completed success", "7209.2 stateChanged suspended", "7209.2 suspended ",
      ])
  }

  @Test("LIFE-2 leaving the foreground")
  func leaving() throws {
    var bench = try PhoneBench([.with(submits: false)])
    bench.use(0, at: .hour)
    let result = try bench.run()
    holds(result.seconds(.userOpened) == [3600] && result.seconds(.userLeft) == [3660])
    #expect(result.log(.stateChanged).map(\.word) == [.foregroundActive, .background, .suspended])
    #expect(result.log(.callback).map(\.word) == [.willResignActive, .didEnterBackground, .snapshot])
    #expect(result.seconds(.suspended) == [3661])
  }

  @Test(
    "LIFE-6 QUIT-5 memory pressure or a crash ends the process; requests stay and no flag is set",
    arguments: [true, false])
  func systemKill(isCrash: Bool) throws {
    var bench = try PhoneBench([.with(floor: .hours(3))])
    bench.use(0, at: .hour)
    bench.at(.hours(2), .kill(app: 0, isCrash: isCrash))
    let result = try bench.run()
    #expect(result.seconds(.terminated, isCrash ? .crash : .memoryPressure) == [7200])
    #expect(result.seconds(.launched, .cold) == [10_800])
    holds(result.log(.deferred, .forceQuit).isEmpty)
  }

  @Test("LIFE-6 under memory pressure and by the hazard only suspended processes go")
  func pressure() throws {
    var bench = try PhoneBench([.with(floor: .hour, cpu: 20), .with(floor: .hours(9), bundleID: "org.other")])
    bench.use(1, at: .minutes(30))
    bench.at(.seconds(3610), set: .memoryPressure, to: 1)
    let result = try bench.run()
    #expect(result.log(.terminated, .memoryPressure).map(\.app) == [1])
    #expect(result.log(.completed, .success, app: 0).count == 1)
    // Hazard 0.5 per hour over ten days in which the process is mostly suspended: about 120 chances.
    let hazard = try PhoneBench(
      [.with(floor: .hour, resubmits: .atStart)], hours: 240, ["life.jetsamHazard": "0.5 1/h"])
    let kills = try hazard.run().log(.terminated, .memoryPressure).count
    holds(kills > 40 && kills < 160)
  }

  @Test(
    "LIFE-7 a reboot ends processes and held pushes, keeps requests, and nothing starts before the unlock")
  func reboot() throws {
    var bench = try PhoneBench([.with(floor: .hours(2), takesPushes: true)])
    bench.use(0, at: .minutes(30))
    bench.push(at: .minutes(40))
    bench.at(.hour, .reboot)
    bench.unlock(at: .hours(5), for: .zero)
    let result = try bench.run(ClosurePolicy.only(.refresh))
    #expect(result.seconds(.rebooted) == [3600])
    #expect(result.seconds(.terminated, .reboot) == [3600])
    #expect(result.seconds(.dropped, .processKilled) == [3600])
    #expect(result.log(.deferred, .firstUnlock).count >= 1)
    #expect(result.seconds(.launched, .cold) == [5 * 3600])
    bench.parameters.set("life.rebootKeepsRequests", .boolean(false))
    let lost = try bench.run(ClosurePolicy.only(.refresh))
    #expect(lost.seconds(.cancelled, .reboot) == [3600])
    holds(lost.log(.launched).isEmpty)
  }

  @Test("QUIT-1 QUIT-2 QUIT-3 force quit ends the process, keeps requests, loses pushes, until the next open")
  func forceQuit() throws {
    var bench = try PhoneBench([.with(floor: .hours(2), resubmits: .atStart, takesPushes: true)], hours: 12)
    bench.use(0, at: .minutes(30))
    bench.at(.hour, .forceQuit, app: 0)
    bench.push(at: .hours(3))
    bench.use(0, at: .hours(6))
    bench.push(at: .hours(7))
    let result = try bench.run()
    #expect(
      result.log.filter { [.forceQuit, .terminated].contains($0.event) }.map(\.event) == [
        .forceQuit, .terminated,
      ])
    #expect(result.seconds(.terminated, .forceQuit) == [3600])
    #expect(result.seconds(.dropped, .forceQuit) == [10_800])
    #expect(result.log(.deferred, .forceQuit).count == 1)
    let first = try #require(result.seconds(.launched, nil, .refresh).first)
    #expect(first >= 6 * 3600 + 60)
    #expect(result.log(.delivered).count == 1)
    holds(result.seconds(.cancelled).isEmpty)
  }

  @Test(
    "QUIT-1 from version 18 on processing and health launch with the flag, which stays set",
    arguments: [Mechanism.processing, .health])
  func processingAfterForceQuit(mechanism: Mechanism) throws {
    for (version, runs) in [(17, true), (18, true), (26, false)] {
      var app = try AppSpecification.with(mechanism, floor: .hours(2), takesPushes: true)
      app.tasks.append(
        TaskSpecification(
          identifier: "fetch", mechanism: .refresh, floor: .after(.hours(2)), work: try .constant(cpu: 1),
          fetches: true))
      var bench = try PhoneBench(
        [app], hours: 8, ["os.version": "\(version)", "quit.processingRuns": "\(runs)"])
      bench.initial = InitialState(stateOfCharge: 0.5, charger: .wired5W)
      bench.use(0, at: .minutes(30))
      bench.at(.hour, .forceQuit, app: 0)
      bench.push(at: .hours(3))
      let result = try bench.run()
      let isLaunched = version >= 18 && runs
      #expect(result.seconds(.launched) == (isLaunched ? [7200] : []), "\(version)")
      #expect(result.log(.deferred, .forceQuit, mechanism).count == (isLaunched ? 0 : 1), "\(version)")
      holds(
        result.log(.deferred, .forceQuit, .refresh).count == 1 && result.log(.dropped, .forceQuit).count == 1)
      #expect(result.log(.settingChanged, .forceQuitFlag).map(\.value) == [1])
    }
  }

  @Test("QUIT-1 a force quit ends the run under way")
  func forceQuitRun() throws {
    var bench = try PhoneBench([.with(floor: .hour, cpu: 20)])
    bench.at(.seconds(3610), .forceQuit, app: 0)
    let result = try bench.run()
    #expect(result.seconds(.terminated, .forceQuit, .refresh) == [3610])
    holds(result.log(.completed).isEmpty)
    #expect(result.attempts.map(\.outcome) == [.killed])
  }

  @Test(
    "BAR-1 BAR-3 SUB-2 switching off cancels, refuses and loses; switching on restores nothing",
    arguments: [true, false])
  func refreshOff(wholeDevice: Bool) throws {
    let app = try AppSpecification.with(floor: .hours(4), takesPushes: true)
    var bench = try PhoneBench([app, .with(floor: .hours(4), bundleID: "org.other")])
    let setting: SettingName = wholeDevice ? .backgroundRefresh : .appRefresh
    bench.at(.hour, set: setting, to: 0, app: wholeDevice ? -1 : 0)
    bench.push(at: .hours(2))
    bench.use(0, at: .minutes(150))
    bench.at(.hours(3), set: setting, to: wholeDevice ? 2 : 1, app: wholeDevice ? -1 : 0)
    let result = try bench.run()
    #expect(result.log(.cancelled, .barOff).map(\.app) == (wholeDevice ? [0, 1] : [0]))
    #expect(result.seconds(.dropped, .barOff) == [7200])
    #expect(result.seconds(.rejected, .unavailable) == [9000])
    #expect(result.log(.launched).map(\.app) == (wholeDevice ? [] : [1]))
  }

  @Test("BAR-2 BAR-3 without cancelling, requests and held pushes wait with reason barOff")
  func refreshOffWaits() throws {
    var bench = try PhoneBench([.with(floor: .hours(2))], ["bar.offCancelsPending": "false"])
    bench.at(.hour, set: .backgroundRefresh, to: 0)
    bench.at(.hours(3), set: .backgroundRefresh, to: 2)
    let result = try bench.run()
    #expect(result.log(.deferred, .barOff).count == 1)
    #expect(result.seconds(.launched) == [10_800])
  }

  @Test("BAR-4 with setting wifi a refresh waits for Wi-Fi")
  func wifiOnly() throws {
    var bench = try PhoneBench([.with()])
    bench.initial = InitialState(stateOfCharge: 0.9, network: .cellular, backgroundRefresh: 1)
    bench.at(.hour, network: .wifi)
    let result = try bench.run()
    #expect(result.log(.deferred).map(\.word) == [.barWifiOnly])
    #expect(result.seconds(.launched) == [3600])
  }
}
