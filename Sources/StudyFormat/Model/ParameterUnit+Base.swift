import ModelParameters

extension ParameterUnit {
  /// The name of the base unit of the dimension, as tables show it; 1 for numbers and shares.
  public var baseName: String {
    switch dimension {
    case .number, .share: "1"
    case .time: "s"
    case .energy: "J"
    case .power: "W"
    case .data: "B"
    case .rate: "1/s"
    case .voltage: "V"
    case .resistance: "ohm"
    case .dataRate: "bit/s"
    case .length: "m"
    }
  }
}
