import DeviceModel
import EventSimulation
import PhoneSimulation
import RandomStreams
import SchedulingPolicies
import TestSupport
import Testing
import Workload

@Suite("Alerts that wake their app")
struct WakingAlertRuleTests {
  /// A phone whose app gets an alert with `content-available: 1` at each of some times, under one of the two spellings.
  private func bench(
    at times: [TimeSpan], asVisible: Bool = false, hours: Double = 6, modes: BackgroundModes = .all,
    extension seconds: Double? = nil, _ changes: [String: String] = [:]
  ) throws -> PhoneBench {
    var app = try AppSpecification.visible(seconds)
    app.declarations.modes = modes
    app.pushes = try AppSpecification.pushed().pushes
    var launches = try #require(app.pushes)
    (launches.priority, launches.isUserVisible, launches.isOfTypeBackground) = (10, true, false)
    if asVisible { app.visiblePushes?.launches = launches } else { app.pushes = launches }
    var bench = try PhoneBench([app], hours: hours, changes)
    for time in times {
      if asVisible {
        bench.at(time, .visiblePushSent, app: 0, value: -1)
      } else {
        bench.push(at: time)
      }
    }
    return bench
  }

  private func words(_ result: DeviceResult) -> [String] {
    result.log.map { "\($0.time.seconds) \($0.event) \($0.word) \($0.mechanism.map { "\($0)" } ?? "")" }
  }

  @Test(
    "PUSH-1 PUSH-11 an alert with content-available is shown and wakes its app", arguments: [false, true])
  func wakes(asVisible: Bool) throws {
    let result = try bench(at: [.hour], asVisible: asVisible).run(records: [.log, .energy])
    #expect(result.seconds(.delivered, .original, .mode) == [3600])
    #expect(result.seconds(.launched, nil, .push) == [3600])
    #expect(result.seconds(.delivered, .launch, .push).count == 1)
    #expect(result.log(.pushSent).map(\.mechanism) == [.mode, .push])
    holds(result.log(.pushSent).allSatisfy { $0[.priority] == .integer(10) })
    for mechanism in [Mechanism.mode, .push] {
      let counts = result.mechanism(mechanism).counts
      holds(counts[.sent] == 1 && counts[.delivered] == 1)
    }
    #expect(result.ledgerWhole.map(\.energyNanojoules).reduce(0, +) == result.energyWhole.device)
  }

  @Test("PUSH-1 both spellings give the same log")
  func spellings() throws {
    let times: [TimeSpan] = [.hour, .hours(2), .hours(2) + .minutes(3), .hours(4)]
    let logs = try [false, true].map { words(try bench(at: times, asVisible: $0).run()) }
    holds(logs[0] == logs[1] && logs[0].count > 20)
  }

  @Test("PUSH-1 without push.alertsWake the server refuses such an alert", arguments: [false, true])
  func refused(asVisible: Bool) throws {
    let result = try bench(at: [.hour], asVisible: asVisible, ["push.alertsWake": "false"]).run()
    #expect(result.seconds(.rejected, .badPriority, .push) == [3600])
    holds(result.log(.pushSent).isEmpty && result.log(.delivered).isEmpty)
  }

  @Test("PUSH-1 QUIT-2 BAR-2 API-2 a denied launch never withholds the alert", arguments: 0..<3)
  func denied(reason: Int) throws {
    var bench = try bench(at: [.hours(3)], modes: reason == 2 ? [] : .all)
    bench.use(0, at: .hour)
    if reason == 0 { bench.at(.hours(2), .forceQuit, app: 0) }
    if reason == 1 { bench.initial.backgroundRefresh = 0 }
    let result = try bench.run()
    #expect(result.seconds(.delivered, .original, .mode) == [10_800])
    #expect(result.log(.dropped).map(\.word) == [[LogWord.forceQuit, .barOff, .modeMissing][reason]])
    holds(result.log(.dropped).allSatisfy { $0.mechanism == .push } && result.log(.launched).isEmpty)
  }

  @Test("PUSH-1 RATE-2 with an empty bucket the alert is shown while the launch is held")
  func emptyBucket() throws {
    let result = try bench(
      at: (0..<6).map { .hour + .minutes(Double($0) * 16) },
      ["push.bucketCapacity": "2", "push.bucketRefill": "60 min"]
    ).runObediently()
    #expect(result.log(.delivered, .original, .mode).map { $0.value } == Array(repeating: 0, count: 6))
    #expect(result.log(.launched, nil, .push).count < 6)
    #expect(result.log(.held, nil, .push).count == 6)
  }

  @Test("PUSH-1 PUSH-3 PUSH-5 a held launch expires and gives way, and its alert is shown")
  func held() throws {
    var bench = try bench(at: [])
    bench.push(at: .hour, expiration: 600)
    bench.push(at: .hours(2), expiration: 600)
    bench.push(at: .minutes(125), expiration: 600)
    let result = try bench.run(NeverStart())
    #expect(result.seconds(.delivered, .original, .mode) == [3600, 7200, 7500])
    #expect(result.seconds(.dropped, .expired, .push) == [4200, 8100])
    #expect(result.seconds(.coalesced, .device, .push) == [7500])
    holds(result.log(.dropped, nil, .mode).isEmpty && result.log(.coalesced, nil, .mode).isEmpty)
  }

  @Test("PUSH-1 PUSH-4 in the foreground the alert is shown and the push is delivered at once")
  func foreground() throws {
    var bench = try bench(at: [.hour])
    bench.use(0, at: .minutes(59), for: .minutes(5))
    let result = try bench.run()
    #expect(result.seconds(.delivered, .original, .mode) == [3600])
    holds(result.seconds(.delivered, .foreground, .push) == [3600] && result.log(.held).isEmpty)
  }

  @Test("PUSH-1 PUSH-2 PUSH-3 LOG-2 both halves share a slot of the server", arguments: ["true", "false"])
  func server(shared: String) throws {
    var bench = try bench(at: [.hour, .hours(2)], hours: 8, ["push.serverSlotsShared": shared])
    bench.initial.network = .none
    bench.push(at: .hours(3), expiration: 0)
    bench.push(at: .hours(4), expiration: 600)
    let lost = try bench.run()
    for mechanism in [Mechanism.mode, .push] {
      #expect(lost.seconds(.stored, nil, mechanism) == [3600, 7200, 14_400])
      #expect(lost.seconds(.coalesced, .server, mechanism) == [7200, 14_400])
      #expect(lost.seconds(.dropped, .expired, mechanism) == [10_800, 15_000])
      #expect(lost.mechanism(mechanism).counts[.sent] == 4)
    }
    bench.events = []
    bench.push(at: .hour, .hours(2))
    bench.at(.hours(3), network: .wifi)
    let kept = try bench.run()
    #expect(kept.seconds(.delivered, .original, .mode) == [10_800])
    #expect(kept.seconds(.launched, nil, .push) == [10_800])
  }

  @Test("PUSH-1 MODE-6 the launch does not wait for the extension, and a reboot loses the alert alone")
  func serviceExtension() throws {
    var bench = try bench(at: [.hour], extension: 20)
    #expect(try bench.run().seconds(.delivered, .modified, .mode) == [3620])
    bench.at(.seconds(3610), .reboot)
    let result = try bench.run()
    #expect(result.seconds(.launched, nil, .push) == [3600])
    #expect(result.seconds(.dropped, .processKilled, .mode) == [3610])
    holds(result.log(.dropped, nil, .push).isEmpty)
  }

  @Test("PUSH-1 PUSH-11 an alert that wakes leaves tokens and clocks to its launch alone")
  func priority() throws {
    var bench = try bench(at: [])
    bench.events = [.push(at: .zero + .hour, app: 0, expiration: nil, priority: 5, paging: 0.25)]
    let result = try bench.run()
    holds(result.log(.pushSent).allSatisfy { $0[.priority] == .integer(5) })
    #expect(result.seconds(.launched, nil, .push) == [3600])
  }
}
