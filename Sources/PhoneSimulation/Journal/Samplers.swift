import DeviceModel
import EventSimulation

struct Samplers: ~Copyable {
  private(set) var samples: [DeviceSample] = []
  private(set) var powers: [PowerSample] = []
  private(set) var use: [UseObservation] = []
  private(set) var nextHalfHour: Instant = .zero
  private(set) var nextSample: Instant = .zero
  private var lastOpportunityUpdate: Instant = .zero
  private var opportunity: TimesByHour

  init(start: Instant) { opportunity = TimesByHour(columns: 1, start: start) }

  /// Time idle, plugged and on Wi-Fi after warm-up.
  var opportunityByHour: [TimeSpan] { (0..<TimesByHour.count).map { opportunity.time(column: 0, hour: $0) } }

  mutating func add(stateOfCharge: Double, powerWatts: Double, cell: PhonePower.CellReading?) {
    samples.append(
      DeviceSample(time: nextSample, stateOfCharge: stateOfCharge, powerWatts: powerWatts, cell: cell))
    nextSample += .hour
  }

  mutating func add(_ observation: UseObservation) {
    use.append(observation)
    if case .halfHour = observation.kind { nextHalfHour = observation.time + .minutes(30) }
  }

  /// Notes the powers where one has changed; of several changes at one instant the last one counts.
  mutating func add(
    _ microwatts: [Int64], stateOfCharge: Double, cell: PhonePower.CellReading?, at now: Instant
  ) {
    if powers.last?.time == now { powers.removeLast() }
    if cell == nil, powers.last?.microwatts == microwatts { return }
    powers.append(PowerSample(time: now, stateOfCharge: stateOfCharge, microwatts: microwatts, cell: cell))
  }

  mutating func updateOpportunity(_ isOpportunity: Bool, at now: Instant) {
    if isOpportunity { opportunity.add(from: lastOpportunityUpdate, until: now, column: 0) }
    lastOpportunityUpdate = now
  }
}

/// Something about a phone in use that a logger on it could write down.
///
/// A simulated phone writes them with ``RecordOptions/use``; events of a recording have the same form, so that
/// one estimator reads both.
public struct UseObservation: Sendable, Hashable {
  public enum Kind: Sendable, Hashable {
    case screenOn, screenOff
    /// An app comes to the front; its index on the device.
    case visit(app: Int)
    case plugged, unplugged
    case poweredOff, poweredOn
    case reading
    /// A whole half hour: whether the phone is idle, plugged and on Wi-Fi.
    case halfHour(isOpportunity: Bool)
    case end
  }

  public var time: Instant
  public var kind: Kind
  /// Charge from 0 to 1; nil where it is unknown.
  public var level: Double?
  /// Energy drawn from the cell since the start, in nanojoules; 0 throughout where it is unknown.
  public var batteryOut: Int64

  public init(time: Instant, kind: Kind, level: Double? = nil, batteryOut: Int64 = 0) {
    self.time = time
    self.kind = kind
    self.level = level
    self.batteryOut = batteryOut
  }
}

public struct PowerSample: Sendable, Hashable {
  public var time: Instant
  /// State of charge, from 0 to 1.
  public var stateOfCharge: Double
  /// Microwatts, by the raw value of the component.
  public var microwatts: [Int64]
  /// The reading of the cell; nil for a cell without a voltage.
  public var cell: PhonePower.CellReading?
}

public struct DeviceSample: Sendable, Hashable {
  /// A whole hour of the horizon.
  public var time: Instant
  public var stateOfCharge, powerWatts: Double
  /// The reading of the cell; nil for a cell without a voltage.
  public var cell: PhonePower.CellReading?
}
