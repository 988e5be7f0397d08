import Basics
import ModelParameters

extension TheveninCell {
  /// The cell of a new phone, by its parameters.
  ///
  /// The nominal energy is the energy of the open-circuit voltage over the charge, so their quotient is the
  /// charge.
  public init(_ parameters: ParameterSet) {
    let voltage = parameters.numbers("battery.openCircuitVoltage")
    let shape = TheveninCell(voltage: voltage, charge: 1, resistance: 0, polarization: 0, timeConstant: 1)
    self.init(
      voltage: voltage, charge: parameters.base("battery.capacity") / shape.meanVoltage,
      resistance: parameters.base("battery.internalResistance"),
      polarization: parameters.base("battery.polarization"),
      timeConstant: parameters.base("battery.polarizationTime"),
      activation: parameters.base("battery.activationEnergy"))
  }
}

extension ThermalNode {
  /// The body of a phone, by its parameters.
  public init(_ parameters: ParameterSet) {
    self.init(
      resistance: parameters.base("thermal.resistance"),
      timeConstant: parameters.base("thermal.timeConstant"))
  }
}

extension WarmthParameters {
  init(_ parameters: ParameterSet) {
    self.init(node: ThermalNode(parameters), ambient: parameters.base("thermal.ambient"))
    let swing = parameters.base("thermal.ambientSwing")
    if swing != 0 {
      // By the middles of the hours.
      let warmest = parameters.base("thermal.warmestHour") / 3600
      hours = (0..<24).map { ambient + swing * Elementary.cos((Double($0) + 0.5 - warmest) * .pi / 12) }
    }
    guard parameters.choice("thermal.model") == "modeled" else { return }
    limits = parameters.numbers("thermal.levels")
    hysteresis = parameters.base("thermal.hysteresis")
    chargeShares = parameters.numbers("thermal.chargeShares")
  }
}

extension ChargeLimits {
  /// The limits on a charger of the catalogue, such as `wired20W`.
  public init(_ parameters: ParameterSet, charger: String = "wired20W") {
    adapter = parameters.base("charger.\(charger).power")
    holdTemperature = parameters.base("charger.holdTemperature")
    heatShare = parameters.number("charger.heatShare")
    slowLevel = parameters.base("charger.slowLevel")
    slowRate = parameters.base("charger.slowRate")
    endRate = parameters.base("charger.endRate")
  }
}

/// Models of the battery.
public enum CellModel: String, Sendable, Hashable, CaseIterable {
  /// A store of energy without loss.
  case energy
  /// A store of energy with one resistance.
  case resistance
  /// A store of charge with two resistances: ``TheveninCell``.
  case thevenin

  /// Whether the level is the share of the energy; otherwise, it is the share of the charge.
  public var levelIsEnergy: Bool { self != .thevenin }

  /// The circuit of the model: the parameters of the cell that the model uses.
  public func cell(_ parameters: ParameterSet) -> TheveninCell {
    let cell = TheveninCell(parameters)
    return self == .thevenin
      ? cell
      : TheveninCell(
        voltage: parameters.numbers("battery.openCircuitVoltage"), charge: cell.charge,
        resistance: self == .energy ? 0 : cell.resistance, polarization: 0, timeConstant: 1)
  }
}
