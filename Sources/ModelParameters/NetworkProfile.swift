/// A cellular network whose radio states have been measured; each phone belongs to one network. Its
/// parameters are named `radio.NAME.…`. Parameters without measurements are named `radio.cellular.…` and are
/// common to all networks.
public enum NetworkProfile: UInt8, Sendable, Hashable, CaseIterable, BitwiseCopyable {
  case lte2012, lteVerizon, lteTMobile, nsaTMobile, nsaVerizon, mmWaveVerizon, saTMobile, umts2012

  /// The name in studies and in names of parameters.
  public var name: String { "\(self)" }

  /// All names, in the order of the catalogue.
  public static let names = allCases.map(\.name)

  /// The profile of a name.
  public init?(name: some StringProtocol) {
    guard let profile = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = profile
  }

  /// Technology, operator and year.
  public var label: String {
    switch self {
    case .lte2012: "LTE, AT&T, 2012"
    case .lteVerizon: "LTE, Verizon, 2021"
    case .lteTMobile: "LTE, T-Mobile, 2021"
    case .nsaTMobile: "5G NSA low band, T-Mobile, 2021"
    case .nsaVerizon: "5G NSA low band, Verizon, 2021"
    case .mmWaveVerizon: "5G NSA mmWave, Verizon, 2021"
    case .saTMobile: "5G SA low band, T-Mobile, 2021"
    case .umts2012: "3G, 2012"
    }
  }

  /// Whether it is a 5G network.
  public var is5G: Bool { self != withoutFifthGeneration }

  /// The network of the same operator that a phone uses in Low Power Mode, which switches 5G off.
  public var withoutFifthGeneration: NetworkProfile {
    switch self {
    case .nsaVerizon, .mmWaveVerizon: .lteVerizon
    case .nsaTMobile, .saTMobile: .lteTMobile
    case .lte2012, .lteVerizon, .lteTMobile, .umts2012: self
    }
  }

  /// The parameters of the network: its specific parameters, then the common parameters.
  public var parameters: [ParameterDefinition] {
    // A weaker state, RRC INACTIVE or FACH, lies between connected and idle.
    let hasThirdState = self == .saTMobile || self == .umts2012
    let own = ParameterCatalogue.device.filter { $0.name.hasPrefix("radio.\(name).") }
    let suffixes = Set(own.map { $0.name.dropFirst("radio.\(name).".count) })
    let shared = ParameterCatalogue.device.filter { definition in
      definition.name.hasPrefix("radio.cellular.")
        && !suffixes.contains(definition.name.dropFirst("radio.cellular.".count))
        && (definition.name != "radio.cellular.resumeShare" || hasThirdState)
    }
    return own + shared
  }
}

/// How well a phone receives its cellular network.
public enum SignalLevel: UInt8, Sendable, Hashable, CaseIterable {
  case good, fair, poor

  /// The word in studies and timelines.
  public var name: String { "\(self)" }
}
