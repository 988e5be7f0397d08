/// A kind of phone: the values of its specific parameters; the remaining parameters are as on the standard
/// phone. It changes no rule of the system: an Android phone is a phone with its hardware under the rules of
/// iOS.
public struct DeviceProfile: Sendable, Hashable {
  /// Name in studies: `iphone-15-pro`.
  public var name: String
  /// Name of the product.
  public var title: String
  /// First year on sale; nil where it is not known.
  public var year: Int?
  /// The processor.
  public var chip: String
  /// Remarks to read before the values.
  public var note: String
  /// The device's own values, each once.
  public var values: [DeviceValue]

  /// The parameters that describe a device, in the order of its manual page.
  public static let parameterNames = [
    "battery.capacity", "battery.internalResistance", "battery.polarization", "battery.polarizationTime",
    "battery.activationEnergy", "battery.cutOff", "processor.efficiencyCore", "processor.efficiencySpeed",
    "processor.performanceCore", "processor.performanceSpeed", "lpm.performanceCore", "lpm.performanceSpeed",
    "processor.wakeEnergy", "platform.awake", "idle.system", "idle.wifi", "idle.paging", "display.base",
    "display.full", "radio.has5G", "radio.wifi.receivePower", "radio.wifi.sendPower",
    "charger.wired20W.power", "charger.magSafe.power", "charger.qi.power", "charger.wired5W.power",
  ]

  /// The value of a parameter, and whether it is specific to the device. Values of the standard phone are
  /// assumed (grade D).
  public func value(of parameter: String) -> (value: DeviceValue, isOwn: Bool)? {
    if let own = values.first(where: { $0.parameter == parameter }) { return (own, true) }
    guard let definition = ParameterCatalogue.byName[parameter] else { return nil }
    let isStandard = name == DeviceCatalogue.standard.name
    return (
      DeviceValue(
        parameter: parameter, value: definition.defaultValue, grade: isStandard ? definition.grade : .d,
        source: isStandard ? definition.source : "no value for this device: as the standard device"),
      isStandard
    )
  }

  /// Sets the device's own values, except of parameters that the study states.
  public func apply(to parameters: inout ParameterSet) {
    for own in values where !parameters.isStated(own.parameter) {
      parameters.supply(own.parameter, own.value)
    }
  }

  /// The parameters of a study on this device.
  public func parameters(of study: ParameterSet) -> ParameterSet {
    var parameters = study
    apply(to: &parameters)
    return parameters
  }
}

/// The value that a device gives to a parameter.
public struct DeviceValue: Sendable, Hashable {
  /// Name of the parameter in the catalogue.
  public var parameter: String
  /// The value, in the unit of the parameter's definition.
  public var value: ParameterValue
  /// Grade of the evidence for the value.
  public var grade: EvidenceGrade
  /// Source of the value, or the reason for an assumed one.
  public var source: String

  /// The value in words, with its unit.
  public var text: String { ParameterCatalogue.byName[parameter]?.text(of: value) ?? "" }
}

extension DeviceValue {
  init(_ parameter: String, _ number: Double, _ grade: EvidenceGrade, _ source: String) {
    self.init(
      parameter: parameter, value: .number((number * 10_000).rounded() / 10_000), grade: grade, source: source
    )
  }
}
