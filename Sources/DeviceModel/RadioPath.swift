/// The radio technologies over which bytes move.
public enum RadioPath: UInt8, Sendable, Hashable, CaseIterable {
  case wifi, lte, nr

  /// The part of the phone that carries it; LTE and NR share the cellular radio.
  @inlinable public var component: EnergyComponent { self == .wifi ? .wifi : .cellular }

  var radio: Int { self == .wifi ? 0 : 1 }
}

/// Power, rates and timers of one radio technology, above the radio's idle power.
///
/// While bytes move a radio draws a fixed power (the intercept of measured power over rate) and an energy for
/// every bit (the slope: 1 mW per Mbit/s is 1 nJ per bit). For Wi-Fi the published powers are those of air
/// time, so all of it is per bit.
public struct RadioCharacteristics: Sendable, Hashable {
  /// Bits per microsecond, that is Mbit/s.
  public var downRate: Double
  public var upRate: Double
  /// Nanojoules per bit.
  public var downEnergyPerBit: Double
  public var upEnergyPerBit: Double
  /// Microwatts while receiving or sending.
  public var downFixed: Double
  public var upFixed: Double
  /// Energy and length of setting up a connection from idle.
  public var promotionNanojoules: Int64
  public var promotionMicroseconds: Int64
  /// The radio stays up this long after its last byte.
  public var tailMicroseconds: Int64
  public var tailMicrowatts: Int64
  /// Whether a slow stream keeps the radio connected (cellular) or lets it sleep between packets (Wi-Fi).
  public var streamHoldsConnection: Bool

  /// Microwatts of a stream of `bytesPerMinute` received, without the power of the connection.
  func streamMicrowatts(bytesPerMinute: Double) -> Int64 {
    // A radio carries no more than its rate.
    let rate = min(downRate, bytesPerMinute * 8 / 60e6)
    let milliwatts = rate * (downEnergyPerBit + downFixed / 1000 / downRate)
    return Int64((milliwatts * 1000).rounded())
  }
}
