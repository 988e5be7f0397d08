import EventSimulation

/// Something about a phone in use that a logger on it could write down.
///
/// A simulated phone writes them with ``RecordOptions/use``; a recorded phone's events have the same form, so that
/// one estimator reads both.
public struct UseObservation: Sendable, Hashable {
  /// The observed event.
  public enum Kind: Sendable, Hashable {
    case screenOn, screenOff
    /// An app comes to the front; its index on the device.
    case visit(app: Int)
    case plugged, unplugged
    case poweredOff, poweredOn
    /// A reading of the level alone.
    case reading
    /// A whole half hour: whether the phone is idle, plugged and on Wi-Fi.
    case halfHour(isOpportunity: Bool)
    /// The end of the observation.
    case end
  }

  /// The instant of the observation.
  public var time: Instant
  /// The observed event.
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
