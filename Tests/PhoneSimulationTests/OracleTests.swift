import EventSimulation
import ModelParameters
import PhoneSimulation
import RandomStreams
import SchedulingPolicies
import TestSupport
import Testing
import Workload

/// Closed forms that the real parts must reproduce; fixed seeds, bands of six standard deviations.
@Suite("Closed forms")
struct OracleTests {
  private func stream(_ index: Int) -> RandomStream {
    let stream = RandomStream()
    stream.seek(
      sequential: StreamAddress(seed: 11, group: 0, replication: 0, device: index, purpose: .test, index: 0))
    return stream
  }

  private let instantly = [
    "life.coldLaunchTime": "0.001 s", "life.resumeTime": "0.001 s", "life.suspendDelay": "0 s",
    "gate.evaluationInterval": "60 min",
  ]

  @Test(
    "spacing s with the newest push kept launches 1 / (x + exp(-x)) of Poisson pushes, x = rate · s",
    arguments: [(0.5, 0.9037), (1, 0.7311), (3, 0.3279), (6, 0.1666)])
  func newestKept(x: Double, fraction: Double) throws {
    let stream = stream(1)
    let count = 12_000
    let mean = 15 / x
    var bench = try PhoneBench(
      [.pushed(cpu: 0)], hours: mean / 60 * Double(count + 200),
      instantly.merging(["push.bucketCapacity": "1000000"]) { $1 })
    bench.initial.charger = .wired20W
    var time = TimeSpan.zero
    for _ in 0..<count {
      time += .minutes(stream.exponential(mean: mean))
      bench.push(at: time)
    }
    let result = try bench.run(
      Immediate(enforces: .of(.rateLimit)), enforces: .of(.rateLimit), records: .log)
    let held = Double(result.log(.held).count)
    let band = 6 * (fraction * (1 - fraction) / Double(count)).squareRoot()
    #expect(abs(Double(result.log(.launched).count) / held - fraction) < band)
  }

  @Test("the refresh loop with earliestBegin 15 min and an exponential delay of 45 min: mean age 46.875 min")
  func freshness() throws {
    var bench = try PhoneBench(
      [.with(earliestBegin: .minutes(15), cpu: 0, resubmits: .atStart)], hours: 30_000, instantly)
    bench.initial.charger = .wired20W
    // Each candidate is started an exponential time after its window opened.
    let stream = stream(2)
    var starts: [Int32: Instant] = [:]
    let policy = ClosurePolicy.each { observation, candidate in
      let start = starts[candidate.item] ?? candidate.open + .minutes(stream.exponential(mean: 45))
      starts = [candidate.item: start]
      return [start <= observation.now ? .start(candidate) : .wait(candidate, until: start)]
    }
    let launches = try bench.run(policy, records: .log).seconds(.launched).map { $0 / 60 }
    let gaps = zip(launches.dropFirst(), launches).map { $0 - $1 }
    let total = gaps.reduce(0, +)
    #expect(gaps.count > 28_000)
    // Standard deviation of the ratio: about 50 min / √30,000.
    #expect(abs(gaps.map { $0 * $0 }.reduce(0, +) / (2 * total) - 46.875) < 2)
    for (age, share) in [(10.0, 0.1667), (15, 0.25), (30, 0.4626), (60, 0.7241), (120, 0.9273)] {
      #expect(abs(gaps.map { min($0, age) }.reduce(0, +) / total - share) < 0.015)
    }
  }

  @Test(
    "charging as an alternating renewal process: plugged share and mean wait for the charger",
    arguments: [false, true])
  func charging(isRandom: Bool) throws {
    let stream = stream(3)
    let (count, spacing) = (800, 100.0)
    var bench = try PhoneBench(
      [.pushed(cpu: 0)], hours: spacing * Double(count) + 200, ["gate.evaluationInterval": "60 min"])
    var time = TimeSpan.zero
    var plugged = TimeSpan.zero
    while time < .hours(spacing * Double(count)) {
      bench.at(time, plug: .wired20W)
      bench.at(time + .hours(8), .unplug)
      plugged += .hours(8)
      time += .hours(8 + (isRandom ? stream.exponential(mean: 16) : 16))
    }
    bench.end = .zero + time
    for index in 0..<count { bench.push(at: .hours(spacing * Double(index) + stream.uniform() * 24)) }
    let result = try bench.run(ChargingOnly(), records: [])
    let share = result.opportunityByHour.reduce(.zero, +) / time
    #expect(abs(share - plugged / time) < 1e-9)
    #expect(abs(share - 1.0 / 3) < (isRandom ? 0.03 : 1e-3))
    let waits = result.mechanism(.push).delays.map(\.length.hours)
    #expect(waits.count > count - 20)
    // Standard deviations of a wait: 5.3 h and 15.1 h.
    let mean = waits.reduce(0, +) / Double(waits.count)
    #expect(
      abs(mean - (isRandom ? 10.667 : 5.3333)) < 6 * (isRandom ? 15.1 : 5.33) / Double(count).squareRoot())
  }

  @Test("M/M/1 at load 0.5 on the engine: one customer on average, two service times in the system")
  func queue() throws {
    var model = QueueModel(arrival: stream(4), service: stream(5))
    var calendar = EventCalendar<QueueModel.Event>()
    calendar.schedule(.arrival, at: .zero, .arrival)
    var loop = EventLoop()
    let horizon = 400_000.0
    #expect(loop.run(&model, calendar: &calendar, until: .seconds(horizon)) == .horizonReached)
    // The long-run variance constant of the queue length is 24 at load 0.5.
    let (rows, complaints) = try GoldenCoverage().judge("simcheck.csv", for: "PhoneSimulationTests") { row in
      switch row.name {
      case "mm1_rho0.5_L":
        .estimate(model.customerTime / horizon, within: 6 * (24 / horizon).squareRoot())
      // Little's law: waits are as many as the area under the queue length.
      case "mm1_rho0.5_W": .estimate(model.customerTime / Double(model.departures), within: 0.1)
      default: nil
      }
    }
    #expect(complaints == [])
    #expect(rows == 2)
  }
}

/// A single server with exponential times; service 1 s, arrivals every 2 s.
struct QueueModel: SimulationModel {
  enum Event { case arrival, departure }
  let arrival: RandomStream
  let service: RandomStream
  var length = 0
  var last = Instant.zero
  var customerTime = 0.0
  var departures = 0

  init(arrival: RandomStream, service: RandomStream) {
    self.arrival = arrival
    self.service = service
  }

  func code(of event: Event) -> UInt64 { event == .arrival ? 1 : 2 }
  var stopRequest: String? { nil }

  mutating func handle(_ event: Event, at now: Instant, calendar: inout EventCalendar<Event>) {
    customerTime += Double(length) * (now - last).seconds
    last = now
    switch event {
    case .arrival:
      length += 1
      calendar.schedule(.arrival, at: now + .seconds(arrival.exponential(mean: 2)), .arrival)
      if length == 1 { serve(now, &calendar) }
    case .departure:
      length -= 1
      departures += 1
      if length > 0 { serve(now, &calendar) }
    }
  }

  private func serve(_ now: Instant, _ calendar: inout EventCalendar<Event>) {
    calendar.schedule(.departure, at: now + .seconds(service.exponential(mean: 1)), .completion)
  }
}
