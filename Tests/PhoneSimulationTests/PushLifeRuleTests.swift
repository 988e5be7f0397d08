import EventSimulation
import PhoneSimulation
import SchedulingPolicies
import TestSupport
import Testing
import Workload

@Suite("How long a push lives")
struct PushLifeRuleTests {
  /// A phone on an idle cellular radio, where a push takes nine tenths of the paging cycle of 1.28 s.
  private func paged(
    expiration: Double, kind: TimelineEventType = .pushSent, _ change: (inout PhoneBench) -> Void = { _ in }
  ) throws -> DeviceResult {
    var bench = try PhoneBench([.visible(nil, takesPushes: true)], hours: 2)
    bench.initial.network = .cellular
    bench.at(.hour, kind, app: 0, value: expiration, value2: 0.9)
    change(&bench)
    return try bench.run()
  }

  @Test(
    "PUSH-2 PUSH-3: a push without a life is dropped at its arrival if the path was lost in flight",
    arguments: [TimelineEventType.pushSent, .visiblePushSent])
  func pathLost(kind: TimelineEventType) throws {
    let result = try paged(expiration: 0, kind: kind) {
      $0.at(.seconds(3600.3), network: .none)
      $0.at(.seconds(3700), network: .wifi)
    }
    #expect(result.seconds(.dropped, .expired) == [3601.152])
    holds(result.log(.stored).isEmpty && result.log(.delivered).isEmpty)
  }

  @Test(
    "PUSH-3: a push whose life ends in flight is dropped when it arrives, with a path or without",
    arguments: [TimelineEventType.pushSent, .visiblePushSent], [true, false])
  func endsInFlight(kind: TimelineEventType, hasPath: Bool) throws {
    let result = try paged(expiration: 0.5, kind: kind) {
      if !hasPath { $0.at(.seconds(3600.3), network: .none) }
    }
    #expect(result.seconds(.dropped, .expired) == [3601.152])
    holds(result.log(.stored).isEmpty && result.log(.delivered).isEmpty && result.log(.held).isEmpty)
  }

  @Test("PUSH-3: with a life that outlasts the paging delay, or with no life at all, it is launched")
  func inTime() throws {
    for expiration in [1.153, 0, -1] {
      let result = try paged(expiration: expiration)
      #expect(result.seconds(.launched) == [3601.152], "\(expiration)")
      holds(result.log(.dropped).isEmpty)
    }
  }

  @Test(
    "PUSH-3: a push that expires at the instant of the path's return is dropped, app in front or not",
    arguments: [TimelineEventType.pushSent, .visiblePushSent], [true, false])
  func atReturn(kind: TimelineEventType, isInFront: Bool) throws {
    var bench = try PhoneBench([.visible(nil, takesPushes: true)], hours: 2)
    bench.initial.network = .none
    bench.at(.hour, kind, app: 0, value: 1800)
    bench.at(.minutes(90), network: .wifi)
    if isInFront { bench.use(0, at: .minutes(89), for: .minutes(5)) }
    let result = try bench.run()
    holds(result.seconds(.stored) == [3600] && result.seconds(.dropped, .expired) == [5400])
    holds(result.log(.delivered).isEmpty)
  }

  @Test(
    "PUSH-3: a life that ends at the horizon ends there, at the server and in the hold slot",
    arguments: [true, false])
  func horizon(isReachable: Bool) throws {
    var bench = try PhoneBench([.visible(nil, takesPushes: true)], hours: 2)
    if !isReachable { bench.initial.network = .none }
    bench.push(at: .hour, expiration: 3600)
    bench.at(.hour, .visiblePushSent, app: 0, value: 3600)
    let result = try bench.run(NeverStart())
    #expect(result.seconds(.dropped, .expired, .push) == [7200])
    #expect(result.seconds(.dropped, .expired, .mode) == (isReachable ? [] : [7200]))
    bench.events = []
    bench.push(at: .hours(2), expiration: 0)
    #expect(try bench.run(NeverStart()).seconds(.dropped, .expired, .push) == [7200])
  }

  @Test("PUSH-2 QUIT-2 BAR-2 API-2: forceQuit, barOff, modeMissing in this order")
  func order() throws {
    func reason(_ modes: BackgroundModes, quit: Bool, off: Bool, inFront: Bool = false) throws -> [LogWord] {
      var bench = try PhoneBench([.pushed(modes: modes)], hours: 4)
      bench.use(0, at: .hour)
      if quit { bench.at(.hours(2), .forceQuit, app: 0) }
      if off { bench.initial.backgroundRefresh = 0 }
      if inFront { bench.use(0, at: .minutes(179), for: .minutes(5)) }
      bench.push(at: .hours(3))
      return try bench.run(NeverStart()).log(.dropped).map(\.word)
    }
    #expect(try reason([], quit: true, off: true) == [.forceQuit])
    #expect(try reason([], quit: false, off: true) == [.barOff])
    #expect(try reason([], quit: false, off: false) == [.modeMissing])
    #expect(try reason([], quit: true, off: true, inFront: true) == [.modeMissing])
    #expect(try reason(.remoteNotification, quit: true, off: true) == [.forceQuit])
    #expect(try reason(.remoteNotification, quit: false, off: true, inFront: true) == [])
  }

  @Test("PUSH-1: a push may have a priority and a life of its own")
  func ownPriority() throws {
    var bench = try PhoneBench([.pushed()], hours: 4)
    bench.initial.network = .none
    bench.events = [
      .push(at: .zero + .hour, app: 0, expiration: .minutes(1), priority: 10, paging: 0.25),
      .push(at: .zero + .hours(2), app: 0, expiration: .minutes(1), priority: 1, paging: 0.25),
    ]
    #expect(bench.events.map(\.value2) == [10.25, 1.25])
    let result = try bench.run()
    #expect(result.seconds(.rejected, .badPriority, .push) == [3600])
    #expect(result.log(.pushSent).map { $0[.priority] } == [.integer(1)])
    #expect(result.seconds(.dropped, .expired) == [7260])
  }
}
