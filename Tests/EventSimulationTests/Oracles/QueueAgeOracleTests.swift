import EventSimulation
import RandomStreams
import TestSupport
import Testing

/// Updates that pass through one server on their way to the receiver.
private struct UpdateQueue: SimulationModel {
  enum Event { case arrival, departure }
  /// The treatment of an update that finds the server busy.
  enum Discipline {
    /// It waits its turn.
    case firstCome
    /// It is lost.
    case blocked
    /// It waits, and replaces another one that waits: one pending request, as submissions have it.
    case newestWaits
    /// It takes the server, and the update in service is lost.
    case newestServed
  }
  let discipline: Discipline
  let rate: Double
  let arrivals: TimeLaw
  let services: TimeLaw
  let stream: (arrival: RandomStream, service: RandomStream)
  var waiting: [Instant] = []
  var served: (update: Instant, end: EventHandle)?
  var age = AgeMeter()

  func code(of event: Event) -> UInt64 { event == .arrival ? 1 : 2 }

  mutating func handle(_ event: Event, at now: Instant, calendar: inout EventCalendar<Event>) {
    switch event {
    case .arrival:
      calendar.schedule(.arrival, at: now + arrivals.sample(stream.arrival, mean: 1 / rate), .arrival)
      guard let busy = served else { return serve(now, now, &calendar) }
      switch discipline {
      case .firstCome: waiting.append(now)
      case .blocked: break
      case .newestWaits: waiting = [now]
      case .newestServed:
        calendar.cancel(busy.end)
        serve(now, now, &calendar)
      }
    case .departure:
      if let update = served?.update { age.deliver(update, at: now) }
      served = nil
      if !waiting.isEmpty { serve(waiting.removeFirst(), now, &calendar) }
    }
  }

  private mutating func serve(_ update: Instant, _ now: Instant, _ calendar: inout EventCalendar<Event>) {
    let end = now + services.sample(stream.service, mean: 1)
    served = (update, calendar.schedule(.departure, at: end, .completion))
  }
}

/// Oracles 2 to 5; the mean service takes 1.
///
/// Kaul, Yates and Gruteser, "Real-time status: how often should one update?", 2012 (first come, first served)
/// and "Status updates through queues", 2012 (last come); Costa, Codreanu and Ephremides, "On the age of
/// information in status update systems with packet management", 2016 (M/M/1/1, M/M/1/2 and M/M/1/2*).
@Suite("Oracles 2 to 5: age of information after a queue")
struct QueueAgeOracleTests {
  private func meanAge(
    _ discipline: UpdateQueue.Discipline, load: Double, arrivals: TimeLaw = .exponential,
    services: TimeLaw = .exponential, _ index: Int
  ) -> BatchEstimate {
    var model = UpdateQueue(
      discipline: discipline, rate: load, arrivals: arrivals, services: services,
      stream: (BatchEstimate.stream(100 + index), BatchEstimate.stream(200 + index)))
    var calendar = EventCalendar<UpdateQueue.Event>()
    calendar.schedule(.arrival, at: .zero, .arrival)
    return BatchEstimate.run(&model, &calendar, length: 8000) { model, now in
      model.age.advance(to: now)
      return [(model.age.area, now.seconds)]
    }[0]
  }

  @Test("oracle 2: M/M/1, first come first served", arguments: [(0.25, 5.0833), (0.5, 3.5)])
  func firstCome(load: Double, age: Double) {
    #expect(abs(1 + 1 / load + load * load / (1 - load) - age) < 5e-5)
    holds(meanAge(.firstCome, load: load, 1).agrees(with: age, rounding: 5e-5, sharpness: 0.02))
  }

  @Test("oracle 3: M/D/1, first come first served", arguments: [(0.25, 5.0187), (0.5, 3.1487)])
  func constantService(load: Double, age: Double) {
    let estimate = meanAge(.firstCome, load: load, services: .constant, 2)
    holds(estimate.agrees(with: age, rounding: 5e-5, sharpness: 0.02))
  }

  @Test("oracle 3: D/M/1, first come first served, at its best load")
  func constantArrivals() {
    let estimate = meanAge(.firstCome, load: 0.515, arrivals: .constant, 3)
    holds(estimate.agrees(with: 2.2527, rounding: 5e-5, sharpness: 0.02))
  }

  @Test("oracle 4: the newest update takes the server, M/M/1", arguments: [(0.5, 3.0), (1, 2), (2, 1.5)])
  func newestServed(load: Double, age: Double) {
    holds(meanAge(.newestServed, load: load, 4).agrees(with: age, sharpness: 0.02))
  }

  @Test(
    "oracle 4: the newest update takes the server, M/D/1",
    arguments: [(0.5, 3.2974), (1, 2.7183), (2, 3.6945)])
  func newestServedConstant(load: Double, age: Double) {
    let estimate = meanAge(.newestServed, load: load, services: .constant, 5)
    holds(estimate.agrees(with: age, rounding: 5e-5, sharpness: 0.02))
  }

  @Test("oracle 5: M/M/1/1, busy means lost", arguments: [(0.5, 3.3333), (1, 2.5), (2, 2.1667)])
  func blocked(load: Double, age: Double) {
    #expect(abs(1 / load + 2 - 1 / (load + 1) - age) < 5e-5)
    holds(meanAge(.blocked, load: load, 6).agrees(with: age, rounding: 5e-5))
  }

  @Test(
    "oracle 5: M/M/1/2*, one waits and the newest replaces it",
    arguments: [(0.5, 3.1746), (1, 2.4167), (2, 2.1984)])
  func newestWaits(load: Double, age: Double) {
    let other = load * load * (1 + 3 * load + load * load)
    let closed = 1 / load + 1 + other / ((1 + load + load * load) * (1 + load) * (1 + load))
    #expect(abs(closed - age) < 6e-5)
    holds(meanAge(.newestWaits, load: load, 7).agrees(with: closed))
  }

  @Test("mean ages of the golden table, at loads and services that it states to all digits")
  func goldenAges() throws {
    let (rows, complaints) = try GoldenCoverage().judge("simcheck.csv", for: "EventSimulationTests") { row in
      let load = row.number("lam")
      let estimate: BatchEstimate
      switch row.name {
      case "aoi_fcfs_mm1_lam0.5", "aoi_fcfs_mm1h_lam0.8": estimate = meanAge(.firstCome, load: load, 8)
      case "aoi_fcfs_md1_lam0.5": estimate = meanAge(.firstCome, load: load, services: .constant, 9)
      case "aoi_fcfs_dm1_lam0.5": estimate = meanAge(.firstCome, load: load, arrivals: .constant, 10)
      case "aoi_lcfs_preemptive_mm1_lam0.5": estimate = meanAge(.newestServed, load: load, 11)
      case "aoi_mm11_blocking_lam0.5": estimate = meanAge(.blocked, load: load, 12)
      case "aoi_mm12_replacement_lam0.5": estimate = meanAge(.newestWaits, load: load, 13)
      default: return nil
      }
      #expect(6 * estimate.error < (load < 0.6 ? 0.02 : 0.1) * estimate.value)
      return .estimate(estimate.value, within: 6 * estimate.error)
    }
    #expect(complaints == [])
    #expect(rows == 7)
  }
}
