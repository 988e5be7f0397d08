/// The events that start an app through a mode.
enum ModeEvent: UInt8, Sendable {
  case significantChange, region, voip

  /// The identifier of its items in logs.
  var identifier: String {
    // Spelt out: reflection would allocate at every event.
    switch self {
    case .significantChange: "significantChange"
    case .region: "region"
    case .voip: "voip"
    }
  }
}
