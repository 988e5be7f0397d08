import ModelParameters

/// The ways over which bytes move: Wi-Fi, or the cellular radio in one of the measured networks.
public enum RadioPath: Sendable, Hashable, CaseIterable, BitwiseCopyable {
  case wifi
  case cellular(NetworkProfile)

  /// Wi-Fi, then cellular by ``NetworkProfile``; the order of paths in lists.
  public static let allCases = [wifi] + NetworkProfile.allCases.map(cellular)

  /// The part of the phone that carries it; all cellular networks share one radio.
  public var component: EnergyComponent { self == .wifi ? .wifi : .cellular }

  /// The number of its radio: 0 for Wi-Fi, 1 for cellular.
  var radio: Int { self == .wifi ? 0 : Self.cellularRadio }

  static let cellularRadio = 1

  /// Whether the signal changes its rate and power: on LTE and 5G.
  var followsSignal: Bool {
    switch self {
    case .wifi, .cellular(.umts2012): false
    case .cellular: true
    }
  }

  /// Its place in a list of all paths.
  var index: Int {
    switch self {
    case .wifi: 0
    case .cellular(let profile): 1 + Int(profile.rawValue)
    }
  }
}

/// Power, rates and timers of one radio technology, above the radio's idle power.
///
/// While bytes move a radio draws a fixed power (the intercept of measured power over rate) and an energy for
/// every bit (the slope: 1 mW per Mbit/s is 1 nJ per bit). For Wi-Fi the published powers are those of air
/// time, so all of it is per bit.
public struct RadioCharacteristics: Sendable, Hashable {
  /// Receiving rate in bits per microsecond, that is Mbit/s.
  public var downRate: Double
  /// Sending rate in bits per microsecond, that is Mbit/s.
  public var upRate: Double
  /// Nanojoules per bit received.
  public var downEnergyPerBit: Double
  /// Nanojoules per bit sent.
  public var upEnergyPerBit: Double
  /// Fixed power while receiving, in microwatts.
  public var downFixed: Double
  /// Fixed power while sending, in microwatts.
  public var upFixed: Double
  /// Energy of setting up a connection from idle, in nanojoules.
  public var promotionNanojoules: Int64
  /// Length of setting up a connection from idle, in microseconds.
  public var promotionMicroseconds: Int64
  /// Energy of setting up a connection from the last stage of a tail that has three, in nanojoules.
  public var resumeNanojoules: Int64
  /// Length of setting up a connection from the last stage of a tail that has three, in microseconds.
  public var resumeMicroseconds: Int64
  /// How the radio comes to rest after its last byte.
  public var tail: RadioTail
  /// Microwatts of a connection without bytes: the mean of the tail, without its last stage where it has three.
  public var tailMicrowatts: Int64
  /// Microwatts of the radio at rest; nil for those of the phone's parameters.
  public var pagingMicrowatts: Int64?
  /// Whether a slow stream keeps the radio connected (cellular) or lets it sleep between packets (Wi-Fi).
  public var streamHoldsConnection: Bool

  /// The radio stays up this long after its last byte.
  public var tailMicroseconds: Int64 { tail.length }

  /// Microwatts of a stream of `bytesPerMinute` received, without the power of the connection.
  func streamMicrowatts(bytesPerMinute: Double) -> Int64 {
    // A radio carries no more than its rate.
    let rate = min(downRate, bytesPerMinute * 8 / 60e6)
    let milliwatts = rate * (downEnergyPerBit + downFixed / 1000 / downRate)
    return Int64((milliwatts * 1000).rounded())
  }
}
