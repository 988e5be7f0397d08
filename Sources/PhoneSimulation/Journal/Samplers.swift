import EventSimulation
import Workload

/// States of the device that are sampled, and times that are added up by the hour of the day.
struct Samplers {
  private(set) var samples: [DeviceSample] = []
  private(set) var powers: [PowerSample] = []
  private(set) var use: [UseObservation] = []
  /// The next whole half hour at which the use is observed.
  private(set) var nextHalfHour: Instant = .zero
  /// Time idle, plugged and on Wi-Fi after warm-up, by local hour.
  private(set) var opportunityByHour: [TimeSpan] = Array(repeating: .zero, count: 24)
  /// The next whole hour to be sampled.
  private(set) var nextSample: Instant = .zero
  private var lastOpportunityUpdate: Instant = .zero
  private let start: Instant

  init(start: Instant) { self.start = start }

  /// Adds the sample of ``nextSample``.
  mutating func add(stateOfCharge: Double, powerWatts: Double) {
    samples.append(DeviceSample(time: nextSample, stateOfCharge: stateOfCharge, powerWatts: powerWatts))
    nextSample += .hour
  }

  /// Adds an observation of the use of the phone.
  mutating func add(_ observation: UseObservation) {
    use.append(observation)
    if case .halfHour = observation.kind { nextHalfHour = observation.time + .minutes(30) }
  }

  /// Notes the powers where one has changed; of several changes at one instant the last one counts.
  mutating func add(_ microwatts: [Int64], stateOfCharge: Double, at now: Instant) {
    if powers.last?.time == now { powers.removeLast() }
    if powers.last?.microwatts == microwatts { return }
    powers.append(PowerSample(time: now, stateOfCharge: stateOfCharge, microwatts: microwatts))
  }

  /// Adds the time since the last update to its hours, if it was an opportunity.
  mutating func updateOpportunity(_ isOpportunity: Bool, at now: Instant) {
    defer { lastOpportunityUpdate = now }
    guard isOpportunity else { return }
    var from = max(lastOpportunityUpdate, start)
    while from < now {
      let hour = Int(from.timeOfDay.microseconds / TimeSpan.hour.microseconds)
      let to = min(now, Instant.day(from.day, .hour * Int64(hour + 1)))
      opportunityByHour[hour] += to - from
      from = to
    }
  }
}
