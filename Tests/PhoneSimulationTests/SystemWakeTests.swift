import DeviceModel
import EventSimulation
import ModelParameters
import PhoneSimulation
import RandomStreams
import SchedulingPolicies
import TestSupport
import Testing
import UsageModels
import Workload

/// Definitions, section 15: the system's own work.
@Suite("The system's own work")
struct SystemWakeTests {
  private static let lossless = [
    "battery.internalResistance": "0 ohm", "radio.cellular.continuousReception": "0 s",
  ]

  private func bench(
    _ apps: [AppSpecification] = [], path: NetworkPath = .cellular, _ changes: [String: String] = [:]
  ) throws -> PhoneBench {
    var bench = try PhoneBench(apps, Self.lossless.merging(changes) { $1 })
    bench.initial.network = path
    bench.initial.cellularNetwork = .lteVerizon
    return bench
  }

  @Test("a wake without bytes is one event of the phone")
  func events() throws {
    var bench = try bench()
    let without = try bench.run(records: []).events
    for hour in 1...20 { bench.at(.hours(Double(hour)), .systemWake, value: 1) }
    #expect(try bench.run(records: []).events == without + 20)
  }

  @Test("a phone in use does the work without waking; a dead phone does not work")
  func awakeAndDead() throws {
    var used = try bench([.with(submits: false)], path: .wifi)
    used.use(0, at: .hour, for: .minutes(10))
    let idle = try used.run(records: [.energy])
    used.at(.hour + .minutes(2), .systemWake, value: 60, value2: 1000)
    let result = try used.run(records: [.energy])
    holds(result.counts[.wakeUps] == idle.counts[.wakeUps] && result.counts[.wakeUps] == 1)
    #expect(result.billed(.system, .processor) == 200_000_000 * 42)
    // Half of the platform's power for a minute, and the user has the rest.
    #expect(result.billed(.system, .system) == 90_000_000 * 60)
    #expect(result.billed(.user, .system) == idle.billed(.user, .system) - 90_000_000 * 60)
    #expect(result.billed(.system, .wifi) > 0)
    var dead = try bench()
    dead.at(.minutes(30), .systemWake, value: 3600)
    dead.at(.hour, .shutdown)
    dead.at(.hours(2), .systemWake, value: 100, value2: 1000)
    let off = try dead.run(records: [.energy])
    holds(off.counts[.wakeUps] == 1 && off.billed(.system, .system) == 180_000_000 * 1800)
    #expect(off.billed(.system, .cellular) == 0)
  }

  @Test("a tail that the system has begun is taken over by the next transfer: the app pays no promotion")
  func sharedTail() throws {
    let push = try AppSpecification.pushed(cpu: 0)
    var alone = try bench([push])
    alone.push(at: .hour)
    var after = alone
    after.at(.hour - .seconds(5), .systemWake, value: 20, value2: 1000)
    let (first, second) = (try alone.run(records: [.energy]), try after.run(records: [.energy]))
    #expect(first.billed(.arrival, .cellular) - second.billed(.arrival, .cellular) == 314_600_000)
    #expect(second.counts[.wakeUps] == 1)
  }

  @Test("where the power comes from readings, the work is in them: no energy, but a chance to ride")
  func readings() throws {
    let refresh = try AppSpecification.with(.refresh, cpu: 1)
    var bench = try bench([refresh])
    bench.powerFromReadings = true
    bench.at(.minute, .submit(app: 0, identifier: "task", mechanism: .refresh, earliestBegin: nil))
    bench.at(.hours(3), .systemWake, value: 30, value2: 1000)
    let result = try bench.run(Aligned(tolerance: .hours(12)), records: [.log, .energy])
    #expect(result.seconds(.launched) == [10_800])
    holds(result.counts[.wakeUps] == 0 && result.billed(.system) == 0)
  }

  @Test("a reading of the whole phone counts in whole microwatts, and a negative reading as 0")
  func baseline() throws {
    var bench = try bench(path: .wifi)
    bench.powerFromReadings = true
    for (hour, watts) in [(1, 1.25), (2, 0.000_000_6), (3, -3)] {
      bench.at(.hours(hour), .baselinePower, value: watts)
    }
    let expected: Int64 = 4_500_000_000_000 + 3_600_000
    #expect(try bench.run(records: .energy).billed(.idle, .baseline) == expected)
  }

  @Test("samples of charge and power follow the end of a wake, which has no event")
  func samples() throws {
    var bench = try bench()
    bench.at(.minutes(50), .systemWake, value: 300)
    bench.at(.hours(3), .screenOn)
    let result = try bench.run(records: [.timeseries, .power])
    holds(result.samples[1].powerWatts == 0.047 && result.samples[2].powerWatts == 0.047)
    holds(result.powers.contains { $0.time == .seconds(3300) && $0.microwatts.reduce(0, +) == 47_000 })
  }

  /// The quiet hours of a recorded iPhone: 76 mW with no app shown.
  @Test("nights without apps and use draw 76 mW, including 29 mW for the system's work")
  func quietHours() throws {
    let population = PopulationSpecification(
      devices: 1,
      archetypes: [
        Archetype(
          name: "quiet", share: 1, userModel: .scripted(ScriptedUser()), charging: .never,
          network: .always(.wifi))
      ])
    var parameters = ParameterSet()
    try parameters.set("systemWork.scriptedPhones", parsing: ["true"])
    // Its user is as active at every hour; the quiet ones have none.
    try parameters.set("systemWork.activityFactor", parsing: ["0"])
    try parameters.set("battery.capacity", parsing: ["200 Wh"])
    let generator = TimelineGenerator(
      population: population, apps: [], parameters: parameters, seed: 1, horizon: .days(28), warmUpDays: 0)
    let stream = RandomStream()
    var watts = 0.0
    for device in 0..<10 {
      let plan = generator.plan(replication: 0, device: device, stream: stream)
      let result = try PhoneSimulator(apps: [], parameters: parameters, seed: 1).run(
        plan, policy: NeverStart(), enforces: [], stream: stream)
      watts += Double(result.energyWhole.device) * 1e-9 / (28 * 86_400) / 10
    }
    #expect(abs(watts - 0.076) < 0.002, "\(watts) W")
  }

  @Test("the timeline is the same under every policy, including number, length and bytes of wakes")
  func pairing() throws {
    let refresh = try AppSpecification.with(
      .refresh, earliestBegin: .hour, cpu: 5, down: 200_000, resubmits: .atStart)
    let generator = TimelineGenerator(
      population: .named(.everyday, devices: 1), apps: [refresh], parameters: ParameterSet(), seed: 3,
      horizon: .days(2),
      warmUpDays: 0)
    let stream = RandomStream()
    let plan = generator.plan(replication: 0, device: 0, stream: stream)
    let wakes = plan.timeline.events.filter { $0.type == .systemWake }
    #expect(wakes.count > 150)
    var works: Set<Int64> = []
    for descriptor in PolicyCatalogue.builtIn.all where !descriptor.usesFuture {
      let policy = descriptor.make(
        PolicyContext(parameters: ParameterSet(), enforces: descriptor.enforces))
      let result = try PhoneSimulator(apps: [refresh], parameters: ParameterSet(), seed: 3).run(
        plan, policy: policy, enforces: descriptor.enforces, records: .energy, stream: stream)
      let processor = result.billed(.system, .processor)
      // The policies differ in who pays the wake-ups, by lumps of 0.05 J.
      works.insert(processor % 50_000_000)
      let time = wakes.reduce(0) { $0 + $1.value }
      #expect(processor >= Int64(time * 0.14 * 1e9) - Int64(wakes.count), "\(descriptor.name)")
      #expect(
        processor <= Int64(time * 0.14 * 1e9) + 50_000_000 * Int64(wakes.count) + Int64(wakes.count),
        "\(descriptor.name)")
    }
    #expect(works.count == 1)
  }
}
