import EventSimulation
import ModelParameters
import PhoneSimulation
import SchedulingPolicies
import TestSupport
import Testing
import Workload

/// Policies that follow the user and the device between decisions, on a phone.
@Suite("Policies on a phone")
struct PolicyNoticeTests {
  private func android(_ parameters: ParameterSet = ParameterSet()) -> AndroidBuckets {
    AndroidBuckets(parameters)
  }

  @Test("a policy receives screen, lock, opens, charger and path in the order of their changes")
  func notices() throws {
    var bench = try PhoneBench([.with()], hours: 4)
    bench.initial.charger = .usb
    bench.use(0, at: .hours(1))
    bench.at(.hours(2), network: .cellular)
    bench.at(.hours(3), .unplug)
    var heard: [(time: Instant, event: DeviceEvent)] = []
    let listener = ClosurePolicy(
      traits: PolicyTraits(listens: .device),
      hears: { if case .device(let event, let now) = $0 { heard.append((now, event)) } })
    _ = try bench.run(listener)
    #expect(
      heard.map(\.event)
        == [
          .plugged, .screenOn, .unlocked, .opened(app: 0), .left(app: 0), .screenOff, .pathChanged,
          .unplugged,
        ])
    #expect(
      heard.map(\.time.seconds) == [0, 3600, 3600, 3600, 3660, 3660, 7200, 10_800])
  }

  @Test("AND-2 every move between buckets is written when it happens")
  func buckets() throws {
    var bench = try PhoneBench([.with()], hours: 24 * 10)
    bench.use(0, at: .hours(1))
    let result = try bench.run(android())
    let moves = result.log(.settingChanged, .bucket)
    let left = 3660.0
    #expect(
      moves.map(\.time.seconds)
        == [3600, left + 12 * 3600, left + 24 * 3600, left + 48 * 3600, left + 192 * 3600])
    #expect(moves.map(\.value) == [0, 1, 2, 3, 4])
    holds(try bench.run(Immediate()).log(.settingChanged, .bucket).isEmpty)
  }

  @Test("AND-6 starts on a phone at rest lie in maintenance windows only")
  func windows() throws {
    var app = try AppSpecification.with(earliestBegin: .minutes(1), cpu: 1, resubmits: .atStart)
    app.bundleID = "org.busy"
    var bench = try PhoneBench([app], hours: 24)
    bench.use(0, at: .zero)
    let launches = try bench.run(android()).seconds(.launched).map { $0 / 60 }
    // The screen goes off at minute 1; light windows follow, then deep ones from minute 125.5.
    let windows: [ClosedRange<Double>] = [
      0...5, 10...11, 21...23, 38...42, 57...62, 125.5...130.5, 250.5...260.5, 500.5...510.5, 870.5...880.5,
      1240.5...1250.5,
    ]
    for launch in launches { holds(windows.contains { $0.contains(launch) }, "minute \(launch)") }
    for window in windows { holds(launches.contains { window.contains($0) }, "\(window)") }
  }

  @Test("AND-4 AND-5 a push of an app that was never used is delivered when the charger comes")
  func heldPush() throws {
    var bench = try PhoneBench([.pushed()], hours: 12)
    bench.push(at: .hours(1))
    bench.at(.hours(5), plug: .usb)
    let result = try bench.run(android())
    #expect(result.log(.deferred, .policyChoice).map(\.time.seconds) == result.seconds(.held))
    #expect(result.seconds(.launched) == [5 * 3600])
  }

  @Test("AND-5 it is delivered in the foreground when the user opens the app")
  func heldPushAndOpen() throws {
    var bench = try PhoneBench([.pushed()], hours: 12)
    bench.push(at: .hours(1))
    bench.use(0, at: .hours(3))
    let result = try bench.run(android())
    holds(result.seconds(.launched).isEmpty)
    #expect(result.log(.delivered, .foreground).map(\.time.seconds) == [3 * 3600])
  }

  @Test("AND-1 only candidates that pass the hard gates start, so no start in Low Power Mode")
  func hardGates() throws {
    var bench = try PhoneBench([.with()], hours: 12)
    bench.initial.lowPowerMode = true
    let result = try bench.run(android())
    holds(result.seconds(.launched).isEmpty)
    #expect(result.log(.deferred).map(\.word) == [.lowPowerMode])
  }

  @Test(
    "the mean content age under clairvoyant is not above the age under policies with the same number of launches"
  )
  func bound() throws {
    var app = try AppSpecification.with(earliestBegin: .minutes(15), cpu: 1, resubmits: .atStart)
    app.content = ContentSpecification(process: .poisson, changesPerDay: 24)
    var bench = try PhoneBench([app], hours: 24 * 14)
    bench.initial.charger = .usb
    for day in 0..<14 {
      for hour in [8, 12, 13, 19, 22] { bench.use(0, at: .hours(24 * day + hour) + .minutes(7 * day)) }
    }
    let plan = DevicePlan(
      replication: 0, device: 0, archetype: "bench",
      apps: [InstalledApp(specification: 0, bundleID: app.bundleID)],
      timeline: ExogenousTimeline(bench.events), initial: bench.initial, end: bench.end, warmUpEnd: .zero)
    func measure(_ descriptor: PolicyDescriptor) throws -> (launches: Int, age: Double) {
      let context = PolicyContext(
        descriptor, parameters: bench.parameters, enforces: descriptor.enforces, seed: 1, plan: plan,
        deviceKey: "0123456789abcdef")
      let result = try bench.run(descriptor.make(context), enforces: descriptor.enforces)
      let ages = result.log(.userOpened).compactMap { record -> Double? in
        guard case .number(let age) = record.fields.first(where: { $0.name == .contentAge })?.value else {
          return nil
        }
        return age
      }
      try #require(!ages.isEmpty)
      return (Int(result.mechanism(.refresh).counts[.launched]), ages.reduce(0, +) / Double(ages.count))
    }
    let known = try measure(Clairvoyant.descriptor)
    #expect(known.launches > 60)
    #expect(known.age < 5 * 60)
    for descriptor in PolicyCatalogue.builtIn.all where !descriptor.usesFuture {
      let other = try measure(descriptor)
      if other.launches <= known.launches { #expect(other.age >= known.age, "\(descriptor.name)") }
    }
  }
}
