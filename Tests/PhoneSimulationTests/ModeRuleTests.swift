import DeviceModel
import EventSimulation
import ModelParameters
import PhoneSimulation
import RandomStreams
import SchedulingPolicies
import TestSupport
import Testing
import Workload

@Suite("Audio, location and calls")
struct ModeRuleTests {
  @Test("MODE-1 LIFE-3 audio that plays keeps the process in the background; a second after it, suspension")
  func audio() throws {
    var bench = try PhoneBench([.moded()], hours: 3)
    bench.use(0, at: .hour)
    bench.at(.seconds(3610), .audioStart, app: 0)
    bench.at(.hours(2), .audioStop, app: 0)
    let result = try bench.run()
    #expect(
      result.log(.stateChanged).map { "\($0.time) \($0.word)" }
        == ["3600 foregroundActive", "3660 background", "7201 suspended"])
    holds(result.log(.launched).isEmpty)
    // 0.12 W for 3590 s, and the platform's 0.18 W for the last second.
    let joules = result.energy(app: 0, .mode, .system)
    #expect(abs(joules - (0.12 * 3590 + 0.18)) < 1e-6)
  }

  @Test("MODE-1 a bundle without the mode keeps nothing running, and audio waits for the app to be opened")
  func audioNeedsModeAndProcess() throws {
    var bench = try PhoneBench([.moded(modes: .fetch)], hours: 3)
    bench.use(0, at: .hour)
    bench.at(.seconds(3610), .audioStart, app: 0)
    #expect(try bench.run().seconds(.suspended) == [3661])
    bench = try PhoneBench([.moded()], hours: 3)
    bench.at(.minutes(30), .audioStart, app: 0)
    bench.use(0, at: .hour)
    bench.at(.hours(2), .audioStop, app: 0)
    let result = try bench.run()
    #expect(result.log(.stateChanged).first?.time.seconds == 3600)
    #expect(result.seconds(.suspended) == [7201])
  }

  @Test("MODE-1 the end of a run does not suspend an app that plays")
  func audioOutlivesRuns() throws {
    let app = try AppSpecification.with(floor: .minutes(70), cpu: 5, modes: .all)
    var bench = try PhoneBench([app], hours: 3)
    bench.use(0, at: .hour)
    bench.at(.seconds(3610), .audioStart, app: 0)
    let result = try bench.run()
    #expect(result.log(.launched).map(\.word) == [.joined])
    holds(result.log(.completed, .success).count == 1 && result.log(.suspended).isEmpty)
  }

  @Test("MODE-2 standard location keeps the process running and never relaunches it; the user does")
  func location() throws {
    var bench = try PhoneBench([.moded()], hours: 4)
    bench.use(0, at: .hour)
    bench.at(.seconds(3610), .locationStart, app: 0)
    bench.at(.seconds(5400), .kill(app: 0, isCrash: false))
    bench.use(0, at: .hours(2))
    bench.at(.hours(3), .locationStop, app: 0)
    let result = try bench.run()
    holds(result.log(.launched).isEmpty)
    #expect(
      result.log(.stateChanged).map { "\($0.time) \($0.word)" } == [
        "3600 foregroundActive", "3660 background", "5400 notRunning", "7200 foregroundActive",
        "7260 background", "10801 suspended",
      ])
    // The receiver's 50 mW all the while; the platform's 0.18 W shared with the user in front.
    let receiver = 0.05 * (1790 + 3600)
    let platform = 0.18 * (1740 + 25 + 3540 + 30 + 1)
    #expect(abs(result.energy(app: 0, .mode, .system) - receiver - platform) < 1e-6)
  }

  @Test("MODE-3 a significant change needs 500 m and 5 min, launches the app, and gives it 10 s")
  func significantChanges() throws {
    var bench = try PhoneBench([.moded(ModeSpecification(significantChanges: true))], hours: 3)
    bench.at(.minutes(50), .moved, value: 499)
    bench.at(.hour, .moved, value: 1)
    bench.at(.seconds(3700), .moved, value: 2000)
    bench.at(.hours(2), .moved, value: 499)
    let result = try bench.run()
    #expect(result.seconds(.launched, nil, .mode) == [3600, 3900])
    #expect(result.log(.launched).map(\.word) == [.cold, .resume])
    #expect(result.log(.launched).map(\.identifier) == ["significantChange", "significantChange"])
    #expect(result.log(.handlerStarted).map(\.value) == [10, 10])
    #expect(result.seconds(.completed, .success, .mode) == [3612, 3910.2])
    #expect(result.seconds(.suspended) == [3613, 3911.2])
  }

  @Test("MODE-3 work that 10 s do not suffice for is cut off without a kill")
  func significantChangeWork() throws {
    let modes = ModeSpecification(significantChanges: true, work: try .constant(cpu: 9, wait: 2))
    var bench = try PhoneBench([.moded(modes)], hours: 3)
    bench.at(.hour, .moved, value: 800)
    let result = try bench.run()
    #expect(result.seconds(.completed, .failure, .mode) == [3612])
    holds(result.log(.terminated).isEmpty && result.log(.expired).isEmpty)
  }

  @Test("MODE-3 EXT-2: an assertion begins at the event, its allowance at the end of the event's time")
  func significantChangeAssertion() throws {
    var modes = ModeSpecification(significantChanges: true)
    modes.significantChangeAssertion = .seconds(20)
    var bench = try PhoneBench([.moded(modes)], hours: 3)
    bench.at(.hour, .moved, value: 800)
    var result = try bench.run()
    holds(result.seconds(.assertionBegan) == [3602] && result.seconds(.assertionEnded) == [3622])
    #expect(result.log(.assertionBegan)[0][.name] == .text("significantChange"))
    #expect(result.seconds(.completed, .success, .mode) == [3612])
    holds(result.seconds(.suspended) == [3623] && result.log(.expired).isEmpty)

    modes.significantChangeAssertion = .seconds(60)
    bench.apps = [try .moded(modes)]
    result = try bench.run()
    #expect(result.seconds(.expired, .timeLimit, .assertion) == [3637])
    holds(result.seconds(.assertionEnded) == [3637.5] && result.seconds(.suspended) == [3638.5])
  }

  @Test("MODE-3 EXT-2: taken in front, the allowance begins when the app is left")
  func assertionInFront() throws {
    var modes = ModeSpecification(significantChanges: true)
    modes.significantChangeAssertion = .seconds(70)
    var bench = try PhoneBench([.moded(modes)], hours: 3)
    bench.use(0, at: .hour)
    bench.at(.seconds(3650), .moved, value: 800)
    let result = try bench.run()
    #expect(result.seconds(.assertionBegan) == [3650])
    #expect(result.seconds(.expired, .timeLimit, .assertion) == [3685])
    #expect(result.seconds(.suspended) == [3686.5])
  }

  @Test("MODE-3 an app in front takes the event without a run")
  func significantChangeInFront() throws {
    var bench = try PhoneBench([.moded(ModeSpecification(significantChanges: true))], hours: 2)
    bench.use(0, at: .hour)
    bench.at(.seconds(3620), .moved, value: 800)
    let result = try bench.run()
    holds(result.log(.launched).isEmpty)
    #expect(result.seconds(.callback, .eventDelivered, .mode) == [3620])
  }

  @Test("MODE-4 the 21st region is refused, and a crossing must persist for 20 s")
  func regions() throws {
    let regions = RegionSpecification(count: 21, visitsPerDay: 0, stay: try Constant(0))
    var bench = try PhoneBench([.moded(ModeSpecification(regions: regions))], hours: 5)
    bench.at(.hour, .regionCrossed, app: 0, value: 3)
    bench.at(.hours(2), .regionCrossed, app: 0, value: 3)
    bench.at(.seconds(7219.999), .regionCrossed, app: 0, value: 3)
    bench.at(.hours(3), .regionCrossed, app: 0, value: 20)
    bench.at(.hours(4), .regionCrossed, app: 0, value: 19)
    let result = try bench.run()
    #expect(result.seconds(.rejected, .limit, .mode) == [0])
    #expect(result.seconds(.launched, nil, .mode) == [3620, 14_420])
    #expect(result.seconds(.completed, .success) == [3632, 14_430.2])
  }

  @Test("MODE-5 a VoIP push launches the app, which reports the call")
  func call() throws {
    var bench = try PhoneBench([.moded()], hours: 4)
    bench.at(.hour, .voipPushSent, app: 0)
    bench.use(0, at: .hours(2))
    bench.at(.seconds(7230), .voipPushSent, app: 0)
    bench.at(.seconds(7260.5), .voipPushSent, app: 0)
    let result = try bench.run()
    #expect(
      result.log(.launched).map { "\($0.time) \($0.word)" } == ["3600 cold", "7230 joined", "7260.5 joined"])
    #expect(
      result.log(.delivered).map { "\($0.time) \($0.word)" }
        == ["3602 launch", "7230 foreground", "7260.5 joined"])
    #expect(result.log(.delivered).first?.word == .launch)
    #expect(result.log(.delivered).first?[.latency] == .span(.seconds(2)))
    #expect(result.seconds(.completed, .success) == [3603, 7231, 7261.5])
    holds(result.log(.terminated).isEmpty)
    let counts = result.mechanism(.mode)
    holds(counts.counts[.sent] == 3 && counts.counts[.delivered] == 3 && counts.counts[.dropped] == 0)
  }

  @Test("MODE-5 without a reported call the process is killed, and after three misses pushes stop")
  func callNotReported() throws {
    var bench = try PhoneBench([.moded { $0.reportsCall = false }], hours: 6)
    for hour in 1...5 { bench.at(.hours(hour), .voipPushSent, app: 0) }
    let result = try bench.run()
    #expect(result.seconds(.terminated, .callNotReported, .mode) == [3603, 7203, 10_803])
    #expect(result.seconds(.dropped, .voipStopped) == [14_400, 18_000])
    holds(result.mechanism(.mode).counts[.killed] == 3 && result.mechanism(.mode).counts[.dropped] == 2)
  }

  @Test("MODE-5 a bundle without the mode gets no call; a phone out of reach misses it, unless it is stored")
  func lostCalls() throws {
    var bench = try PhoneBench([.moded(modes: .fetch)], hours: 2)
    bench.at(.hour, .voipPushSent, app: 0)
    #expect(try bench.run().seconds(.dropped, .modeMissing) == [3600])
    bench = try PhoneBench([.moded()], hours: 4)
    bench.initial.network = .none
    bench.at(.hour, .voipPushSent, app: 0)
    bench.at(.minutes(90), .voipPushSent, app: 0, value: 600)
    bench.at(.hours(2), .voipPushSent, app: 0, value: -1)
    bench.at(.hours(3), network: .wifi)
    let result = try bench.run()
    #expect(result.seconds(.dropped, .expired) == [3600, 6000])
    #expect(result.seconds(.stored) == [5400, 7200])
    #expect(result.seconds(.delivered, .launch) == [10_802])
  }

  @Test("MODE-7 mode runs debit no budget and ignore every soft factor; their energy is the app's")
  func budgets() throws {
    let modes = ModeSpecification(
      significantChanges: true, work: try .constant(cpu: 5, up: 50_000))
    var bench = try PhoneBench(
      [.moded(modes)], hours: 4, ["budget.initialFraction": "0", "budget.slotsPerDay": "1"])
    bench.initial.network = .cellular
    bench.initial.stateOfCharge = 0.12
    bench.initial.lowPowerMode = true
    bench.at(.hour, .moved, value: 1000)
    bench.at(.hours(2), .voipPushSent, app: 0)
    let result = try bench.runObediently()
    #expect(result.seconds(.launched, nil, .mode).count == 2)
    holds(result.log(.budgetDebited).isEmpty && result.log(.deferred).isEmpty)
    #expect(result.counts[.budgetDebited] == 0)
    #expect(result.energy(app: 0, .mode, .processor) >= 5 * 0.2)
    #expect(result.energy(app: 0, .mode, .cellular) > 1)
    holds(
      result.mechanism(.mode).counts[.energy] > 0 && result.mechanism(.mode).counts[.bytesCellular] == 50_000)
  }

  @Test("QUIT-6 location events and VoIP pushes start an app with the force-quit flag, which stays")
  func forceQuit() throws {
    let regions = RegionSpecification(count: 1, visitsPerDay: 0, stay: try Constant(0))
    var app = try AppSpecification.with(floor: .hours(2), modes: .all)
    app.modes = ModeSpecification(significantChanges: true, regions: regions)
    app.voipPushes = VoIPPushSpecification(trigger: .schedule([]))
    var bench = try PhoneBench([app], hours: 5)
    bench.use(0, at: .minutes(10))
    bench.at(.minutes(30), .forceQuit, app: 0)
    bench.at(.hour, .voipPushSent, app: 0)
    bench.at(.minutes(70), .moved, value: 1000)
    bench.at(.minutes(80), .regionCrossed, app: 0, value: 0)
    let result = try bench.run()
    #expect(
      result.log(.launched).map { "\($0.time) \($0.identifier)" }
        == ["3600 voip", "4200 significantChange", "4820 region"])
    #expect(result.seconds(.deferred, .forceQuit) == [1800])
  }

  @Test("MODE-1 MODE-2 force quit ends audio and location with the process")
  func forceQuitEnds() throws {
    var bench = try PhoneBench([.moded()], hours: 3)
    bench.use(0, at: .hour)
    bench.at(.seconds(3610), .audioStart, app: 0)
    bench.at(.seconds(3610), .locationStart, app: 0)
    bench.at(.seconds(5400), .forceQuit, app: 0)
    bench.at(.hours(2), .audioStop, app: 0)
    bench.at(.hours(2), .locationStop, app: 0)
    let result = try bench.run(records: [.log, .energy])
    #expect(result.seconds(.terminated, .forceQuit) == [5400])
    holds(result.log(.launched).isEmpty && result.log(.suspended).isEmpty)
    #expect(result.ledgerWhole.map(\.energyNanojoules).reduce(0, +) == result.energyWhole.device)
  }

  @Test("LOG-1 LOG-2 LOG-3 all modes together close their books, also over reboots, and repeat themselves")
  func books() throws {
    let regions = RegionSpecification(count: 3, visitsPerDay: 0, stay: try Constant(0))
    let modes = ModeSpecification(
      significantChanges: true, regions: regions, work: try .constant(cpu: 3, wait: 4, up: 5000))
    var app = try AppSpecification.moded(modes) { $0.reportsCall = false }
    app.visiblePushes = VisiblePushSpecification(
      trigger: .schedule([]), expiration: nil,
      serviceExtension: ServiceExtension(
        duration: try Uniform(low: 0, high: 40), cpu: try Constant(1), memoryBytes: 20_000_000))
    var bench = try PhoneBench([app], hours: 48, ["voip.missLimit": "10"])
    for step in 0..<400 {
      let time = TimeSpan.seconds(Double(step) * 431.7)
      switch step % 9 {
      case 0: bench.use(0, at: time)
      case 1: bench.at(time, .visiblePushSent, app: 0, value: -1, value2: 0.3)
      case 2: bench.at(time, .voipPushSent, app: 0, value: 3600)
      case 3: bench.at(time, .moved, value: 700)
      case 4: bench.at(time, .regionCrossed, app: 0, value: 1)
      case 5: bench.at(time, step % 2 == 0 ? .audioStart : .audioStop, app: 0)
      case 6: bench.at(time, step % 2 == 0 ? .locationStart : .locationStop, app: 0)
      case 7: bench.at(time, network: [.none, .wifi, .cellular][step / 9 % 3])
      default: bench.at(time, step % 4 == 0 ? .reboot : .forceQuit, app: step % 4 == 0 ? -1 : 0)
      }
      bench.at(time + .seconds(2), .visiblePushSent, app: 0, value: -1)
    }
    let all: RecordOptions = [.log, .attempts, .energy, .timeseries]
    let result = try bench.run(records: all)
    #expect(result.ledgerWhole.map(\.energyNanojoules).reduce(0, +) == result.energyWhole.device)
    #expect(try bench.run(records: []).eventHash == result.eventHash)
    let counts = result.mechanism(.mode)
    holds(
      counts.counts[.launched] > 20 && counts.counts[.delivered] > 100 && counts.counts[.coalesced] > 20)
  }
}

extension AppSpecification {
  /// An app without tasks whose server calls and which may use every mode.
  static func moded(
    _ specification: ModeSpecification = .none, modes: BackgroundModes = .all,
    quality: (inout QualityProfile) -> Void = { _ in }
  ) throws -> AppSpecification {
    var app = AppSpecification(
      bundleID: "org.example", declarations: Declarations(modes: modes), quality: .flawless(quality))
    app.modes = specification
    app.voipPushes = VoIPPushSpecification(trigger: .schedule([]))
    return app
  }
}

extension DeviceResult {
  /// Joules billed to an app for a cause, without the loss in the cell.
  func energy(app: Int32, _ cause: EnergyCause, _ component: EnergyComponent) -> Double {
    let entries = ledgerObserved.filter {
      $0.payer == EnergyPayer(app: app, cause: cause) && $0.component == component
    }
    return Double(entries.map(\.energyNanojoules).reduce(0, +)) / 1e9
  }
}
