import EventSimulation
import ModelParameters

/// The ways over which bytes move: Wi-Fi, or the cellular radio in one of the measured networks.
public enum RadioPath: Sendable, Hashable, CaseIterable, BitwiseCopyable {
  case wifi
  case cellular(NetworkProfile)

  /// Wi-Fi, then cellular by ``NetworkProfile``; the order of paths in lists.
  public static let allCases = [wifi] + NetworkProfile.allCases.map(cellular)

  /// The part of the phone that carries it; all cellular networks share one radio.
  var component: EnergyComponent { self == .wifi ? .wifi : .cellular }

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
/// While bytes move a radio draws a fixed power (the intercept of measured power over rate) and an energy for every bit
/// (the slope: 1 mW per Mbit/s is 1 nJ per bit). For Wi-Fi all of it is per bit.
public struct RadioCharacteristics: Sendable, Hashable {
  /// Bits per microsecond, that is Mbit/s.
  public var downRate, upRate: Double
  /// Nanojoules per bit.
  public var downEnergyPerBit, upEnergyPerBit: Double
  /// Fixed power while bytes move, in microwatts.
  var downFixed, upFixed: Double
  /// Energy and length of setting up a connection from idle.
  public var promotionNanojoules, promotionMicroseconds: Int64
  /// The same from the last stage of a tail that has three.
  var resumeNanojoules, resumeMicroseconds: Int64
  /// How the radio comes to rest after its last byte.
  public var tail: RadioTail
  /// Microwatts of a connection without bytes: the mean of the tail, without its last stage where it has three.
  public var tailMicrowatts: Int64
  /// Microwatts of the radio at rest; nil for those of the phone's parameters.
  var pagingMicrowatts: Int64?
  /// Whether a slow stream keeps the radio connected (cellular) or lets it sleep between packets (Wi-Fi).
  var streamHoldsConnection: Bool

  /// Microwatts of a stream of `bytesPerMinute` received, without the power of the connection.
  func streamMicrowatts(bytesPerMinute: Double) -> Int64 {
    // A radio carries no more than its rate.
    let rate = min(downRate, bytesPerMinute * 8 / 60e6)
    let milliwatts = rate * (downEnergyPerBit + downFixed / 1000 / downRate)
    return Int64((milliwatts * 1000).rounded())
  }

  static func wifi(_ parameters: ParameterSet) -> RadioCharacteristics {
    let downRate = parameters.number("radio.wifi.downRate")
    let upRate = parameters.number("radio.wifi.upRate")
    let tail = Int64((parameters.base("radio.wifi.tailPower") * 1e6).rounded())
    return RadioCharacteristics(
      downRate: downRate, upRate: upRate,
      downEnergyPerBit: parameters.base("radio.wifi.receivePower") * 1000 / downRate,
      upEnergyPerBit: parameters.base("radio.wifi.sendPower") * 1000 / upRate,
      downFixed: 0, upFixed: 0, promotionNanojoules: 0, promotionMicroseconds: 0, resumeNanojoules: 0,
      resumeMicroseconds: 0,
      tail: RadioTail(
        microseconds: parameters.span("radio.wifi.tailTime").microseconds, microwatts: tail),
      tailMicrowatts: tail, streamHoldsConnection: false)
  }

  static func cellular(_ parameters: ParameterSet, _ profile: NetworkProfile) -> RadioCharacteristics {
    /// The network's own parameter, or the one that all networks share.
    func name(_ suffix: String) -> String {
      let own = "radio.\(profile.name).\(suffix)"
      return parameters.definition(own) == nil ? "radio.cellular.\(suffix)" : own
    }
    func number(_ suffix: String) -> Double { parameters.number(name(suffix)) }
    func span(_ suffix: String) -> Int64 { parameters.span(name(suffix)).microseconds }
    func microwatts(_ suffix: String) -> Int64 { Int64((parameters.base(name(suffix)) * 1e6).rounded()) }

    let promotion = parameters.span(name("promotionTime"))
    let energy = parameters.base(name("promotionPower")) * promotion.seconds * 1e9
    let resume = number("resumeShare")
    let connected = span("inactivityTimer")
    let mean = microwatts("tailPower")
    let last: (end: Int64, microwatts: Int64)? =
      switch profile {
      case .saTMobile: (span("inactiveUntil"), microwatts("inactivePower"))
      case .umts2012: (connected + span("fachTime"), microwatts("fachPower"))
      default: nil
      }
    let hasOwnPaging = parameters.definition("radio.\(profile.name).pagingPower") != nil
    return RadioCharacteristics(
      downRate: number("downRate"), upRate: number("upRate"), downEnergyPerBit: number("downSlope"),
      upEnergyPerBit: number("upSlope"),
      downFixed: parameters.base(name("downIntercept")) * 1e6,
      upFixed: parameters.base(name("upIntercept")) * 1e6,
      promotionNanojoules: Int64(energy.rounded()), promotionMicroseconds: promotion.microseconds,
      resumeNanojoules: Int64((energy * resume).rounded()),
      resumeMicroseconds: Int64((Double(promotion.microseconds) * resume).rounded()),
      tail: RadioTail(
        connected: connected, mean: mean, continuous: span("continuousReception"),
        receiving: microwatts("downIntercept"), last: last),
      tailMicrowatts: mean, pagingMicrowatts: hasOwnPaging ? microwatts("pagingPower") : nil,
      streamHoldsConnection: true)
  }
}

/// The stages in which a radio comes to rest after its last byte.
///
/// The tail of a radio. A cellular radio first receives without pauses, then in the cycles of connected DRX,
/// whose power is averaged. On 5G SA, it remains in RRC INACTIVE for a while, on 3G in FACH. The stages end
/// at fixed times after the last byte: every byte restarts this one timer.
public struct RadioTail: Sendable, Hashable {
  /// Microseconds after the last byte at which the stages end, in increasing order, and their powers in microwatts.
  let end0, end1, end2, power0, power1, power2: Int64

  /// A tail of one power.
  init(microseconds: Int64, microwatts: Int64) {
    (end0, end1, end2) = (0, microseconds, microseconds)
    (power0, power1, power2) = (microwatts, microwatts, 0)
  }

  /// A tail of a cellular network, from lengths in microseconds and powers in microwatts. The published power is the
  /// mean of the connected tail; continuous reception at its start has its part of that, the rest of the time the rest
  /// of the energy. `last` is the stage between connected and idle.
  init(
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
    (end0, end1, end2) = (high == low ? 0 : first, connected, end)
    (power0, power1, power2) = (high, low, last?.microwatts ?? 0)
  }

  /// Microseconds after the last byte at which the radio is idle.
  public var length: Int64 { end2 }

  /// Whether no stage has a higher power than the one before.
  var falls: Bool { (end0 == 0 || power0 >= power1) && (power1 >= power2 || end1 == end2) }

  /// The stage at a time after the last byte: when it ends and its power; nil once the radio is idle.
  @inline(__always) func stage(at age: Int64) -> (end: Int64, microwatts: Int64)? {
    if age < end0 { return (end0, power0) }
    if age < end1 { return (end1, power1) }
    return age < end2 ? (end2, power2) : nil
  }

  /// The first stage; of no length and power where there is no tail.
  @inline(__always) var first: (end: Int64, microwatts: Int64) { stage(at: 0) ?? (0, 0) }

  /// Whether the radio is in the stage between connected and idle, from which it sets up a connection faster.
  @inline(__always) func isWeak(at age: Int64) -> Bool { age >= end1 && age < end2 }

  /// Picojoules from the last byte to a time after it; the radio draws nothing once it is idle.
  func picojoules(to age: Int64) -> Int128 {
    let first = Int128(min(age, end0))
    let second = Int128(max(0, min(age, end1) - end0))
    let third = Int128(max(0, min(age, end2) - end1))
    return first * Int128(power0) + second * Int128(power1) + third * Int128(power2)
  }
}
