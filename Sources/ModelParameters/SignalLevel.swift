/// How well a phone receives its cellular network.
public enum SignalLevel: UInt8, Sendable, Hashable, CaseIterable {
  case good, fair, poor

  /// The word in studies and timelines.
  public var name: String { "\(self)" }
}
