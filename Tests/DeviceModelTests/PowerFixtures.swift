import EventSimulation
import ModelParameters
import Testing

@testable import DeviceModel

/// Parameters of a device with some numbers changed.
func parameters(
  _ changes: [String: Double] = [:], on device: DeviceProfile = DeviceCatalogue.standard
) -> DeviceParameters {
  var set = ParameterSet()
  for (name, value) in changes { set.set(name, .number(value)) }
  return DeviceParameters(device.parameters(of: set))
}

/// A cell without resistance and a phone that draws nothing by itself.
let bare: [String: Double] = [
  "battery.internalResistance": 0, "idle.system": 0, "idle.wifi": 0, "idle.paging": 0,
  "radio.cellular.continuousReception": 0,
]

/// A phone with five apps.
func phone(
  _ changes: [String: Double] = [:], charge: Double = 1, on device: DeviceProfile = DeviceCatalogue.standard
) -> PhonePower {
  PhonePower(parameters: parameters(changes, on: device), appCount: 5, stateOfCharge: charge, at: .zero)
}

/// The bare phone with further changes.
func barePhone(_ changes: [String: Double] = [:], charge: Double = 1) -> PhonePower {
  phone(bare.merging(changes) { $1 }, charge: charge)
}

extension PhonePower {
  /// Whether the cell is taking current.
  var isCharging: Bool {
    guard let session else { return false }
    return session.setting.cellMicrowatts > 0 && supply.time < session.ceilingAt
  }

  var awakeHolders: Int { Int(awake.holders) }

  /// When the platform is released by itself.
  var timedHoldEnd: Instant { timedHold.end }

  /// When the next tail ends, or the present stage of one; nil if there is none.
  var radioTimer: Instant? {
    let next = min(radios[0].tailEnd, radios[1].tailEnd)
    return next == .distantFuture ? nil : next
  }
}

extension PhonePower {
  /// Whether a radio is connected: moving bytes, streaming or in its tail.
  var radioIsHot: Bool { radios[0].isHot || radios[1].isHot }

  /// The next instant at which the level meets something; nil for never.
  func nextCrossing(at now: Instant) -> Instant? {
    let level = supply.isPlugged ? nextRise : levelInstant(upTo: .distantFuture)
    let next = min(level, heatInstant(upTo: min(level, now + .days(2))))
    return next == .distantFuture ? nil : max(now, next)
  }
}

extension InternalResistanceCell {
  func lossRatio(load: Double, level: Double) -> Double { lossRatio(load: load, volts: voltage(level)) }
}

extension OpenCircuitVoltage {
  func callAsFunction(_ level: Double) -> Double {
    var piece = Piece()
    return find(level, &piece)
  }
}

extension RadioPath {
  static let lte = RadioPath.cellular(.lteVerizon)
  static let nr = RadioPath.cellular(.nsaVerizon)
}

let refreshOfApp0 = EnergyPayer(app: 0, cause: .refresh)
let refreshOfApp1 = EnergyPayer(app: 1, cause: .refresh)
let pushOfApp1 = EnergyPayer(app: 1, cause: .push)
let user = EnergyPayer(app: 2, cause: .user)

extension PhonePower {
  /// Nanojoules that a payer has been billed, all components or one.
  func billed(_ payer: EnergyPayer, _ component: EnergyComponent? = nil) -> Int64 {
    ledger().filter { $0.payer == payer && (component == nil || $0.component == component) }
      .reduce(0) { $0 + $1.energyNanojoules }
  }
}

extension PhonePower {
  /// The same in joules.
  func joules(_ payer: EnergyPayer, _ component: EnergyComponent? = nil) -> Double {
    Double(billed(payer, component)) * 1e-9
  }
}

extension PhonePower {
  /// The next crossing, which must exist.
  func crossing(after now: Instant) throws -> Instant {
    let next = nextCrossing(at: now)
    return try #require(next)
  }

  /// The end of the radio tail, which must exist.
  func tailEnd() throws -> Instant {
    let timer = radioTimer
    return try #require(timer)
  }
}

/// Whether two numbers differ by less than a tolerance.
func close(_ a: Double, _ b: Double, _ tolerance: Double) -> Bool { abs(a - b) < tolerance }
