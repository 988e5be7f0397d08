import EventSimulation

/// A wait that ended or was cut off, in 8 bytes.
public struct DelayObservation: Sendable, Hashable {
  private let bits: Int64

  /// - Parameter length: Less than 36,000 years.
  public init(length: TimeSpan, end: WaitEnd) { bits = length.microseconds * 8 + Int64(end.rawValue) }

  public init(length: TimeSpan, isCensored: Bool) {
    self.init(length: length, end: isCensored ? .horizon : .launched)
  }

  public var length: TimeSpan { TimeSpan(microseconds: bits >> 3) }
  public var end: WaitEnd { WaitEnd(rawValue: UInt8(bits & 7)) ?? .horizon }
  public var isCensored: Bool { end.isCensored }
}
