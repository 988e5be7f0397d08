import EventSimulation

/// A wait that ended or was cut off, in 8 bytes.
public struct DelayObservation: Sendable, Hashable {
  private let bits: Int64

  /// - Parameter length: Less than 36,000 years.
  public init(length: TimeSpan, end: WaitEnd) { bits = length.microseconds * 8 + Int64(end.rawValue) }

  public init(length: TimeSpan, isCensored: Bool) {
    self.init(length: length, end: isCensored ? .horizon : .launched)
  }

  /// Length of the wait; where it is censored, the part that was observed.
  public var length: TimeSpan { TimeSpan(microseconds: bits >> 3) }
  /// The event that ended the wait or cut it off.
  public var end: WaitEnd { WaitEnd(rawValue: UInt8(bits & 7)) ?? .horizon }
  /// Whether the wait was cut off before the item started or was delivered.
  public var isCensored: Bool { end.isCensored }
}
