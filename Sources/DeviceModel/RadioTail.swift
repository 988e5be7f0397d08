/// The stages in which a radio comes to rest after its last byte.
///
/// A cellular radio first receives without pauses, then in the cycles of connected DRX, whose power is averaged; on
/// 5G SA it stays in RRC INACTIVE for a while, on 3G in FACH. The stages end at fixed times after the last byte, which
/// is one timer that every byte starts anew.
public struct RadioTail: Sendable, Hashable {
  /// Microseconds after the last byte at which the stages end, in increasing order.
  public let ends: (Int64, Int64, Int64)
  /// Their powers in microwatts.
  public let powers: (Int64, Int64, Int64)

  /// A tail of one power.
  public init(microseconds: Int64, microwatts: Int64) {
    ends = (0, microseconds, microseconds)
    powers = (microwatts, microwatts, 0)
  }

  /// A tail of a cellular network.
  ///
  /// The published power is the mean of the connected tail. What continuous reception at its start draws, the power
  /// of receiving at any rate, is part of that mean; the rest of the time has the rest of the energy.
  ///
  /// - Parameters:
  ///   - connected: Length of the connected tail, microseconds.
  ///   - mean: Its mean power, microwatts.
  ///   - continuous: Length of continuous reception, microseconds.
  ///   - receiving: Power of receiving at any rate, microwatts.
  ///   - last: End after the last byte, and power, of the stage between connected and idle.
  public init(
    connected: Int64, mean: Int64, continuous: Int64, receiving: Int64, last: (end: Int64, microwatts: Int64)?
  ) {
    let first = min(continuous, connected)
    let energy = Double(connected) * Double(mean)
    // Never below the mean: a radio does not draw more once it pauses.
    let high = first > 0 ? max(mean, min(receiving, Int64(energy / Double(first)))) : mean
    let low =
      connected > first
      ? max(0, Int64(((energy - Double(first) * Double(high)) / Double(connected - first)).rounded())) : high
    let end = last.map { max(connected, $0.end) } ?? connected
    ends = (high == low ? 0 : first, connected, end)
    powers = (high, low, last?.microwatts ?? 0)
  }

  /// Microseconds after the last byte at which the radio is idle.
  public var length: Int64 { ends.2 }

  /// Whether no stage has a higher power than the one before.
  var falls: Bool { (ends.0 == 0 || powers.0 >= powers.1) && (powers.1 >= powers.2 || ends.1 == ends.2) }

  /// The stage at a time after the last byte: when it ends and its power; nil once the radio is idle.
  @inline(__always)
  func stage(at age: Int64) -> (end: Int64, microwatts: Int64)? {
    if age < ends.0 { return (ends.0, powers.0) }
    if age < ends.1 { return (ends.1, powers.1) }
    return age < ends.2 ? (ends.2, powers.2) : nil
  }

  /// The first stage; of no length and power where there is no tail.
  @inline(__always)
  var first: (end: Int64, microwatts: Int64) { stage(at: 0) ?? (0, 0) }

  /// Whether the radio is in the stage between connected and idle, from which it sets up a connection faster.
  @inline(__always)
  func isWeak(at age: Int64) -> Bool { age >= ends.1 && age < ends.2 }

  /// Picojoules from the last byte to a time after it; the radio draws nothing once it is idle.
  public func picojoules(to age: Int64) -> Int128 {
    let first = Int128(min(age, ends.0))
    let second = Int128(max(0, min(age, ends.1) - ends.0))
    let third = Int128(max(0, min(age, ends.2) - ends.1))
    return first * Int128(powers.0) + second * Int128(powers.1) + third * Int128(powers.2)
  }

  public static func == (a: RadioTail, b: RadioTail) -> Bool { a.ends == b.ends && a.powers == b.powers }

  public func hash(into hasher: inout Hasher) {
    for number in [ends.0, ends.1, ends.2, powers.0, powers.1, powers.2] { hasher.combine(number) }
  }
}
