import Workload

/// Whether an app could have fetched in the background before an open, since its last foreground fetch.
public enum OpenReach: Sendable, Hashable {
  case reachable
  case unreachable(UnreachableCause)
}

/// The cause that kept an app from fetching in the background all the time before an open.
public enum UnreachableCause: UInt8, Sendable, Hashable, CaseIterable {
  /// The first gate, in the order of the vocabulary, that was closed throughout.
  case forceQuit, barOff, barWifiOnly, firstUnlock, lowPowerMode, appForeground, externalPower, deviceInUse
  case noNetwork, thermalCritical
  /// No gate was, but never were all of them open at once.
  case mixed
  /// The app has no kind of item by which it fetches in the background.
  case noItem

  /// The word of tables.
  public var name: String { Self.names[Int(rawValue)] }
  /// Made once; describing a case takes its time.
  private static let names = allCases.map { "\($0)" }

  /// The cause that a gate is; nil for one that does not count.
  init?(_ gate: BlockingReason) {
    switch gate {
    case .forceQuit: self = .forceQuit
    case .barOff: self = .barOff
    case .barWifiOnly: self = .barWifiOnly
    case .firstUnlock: self = .firstUnlock
    case .lowPowerMode: self = .lowPowerMode
    case .appForeground: self = .appForeground
    case .externalPower: self = .externalPower
    case .deviceInUse: self = .deviceInUse
    case .noNetwork: self = .noNetwork
    case .thermalCritical: self = .thermalCritical
    default: return nil
    }
  }
}

extension OpenReach {
  /// A number from 0 to 15.
  var code: Int64 {
    switch self {
    case .reachable: 0
    case .unreachable(let cause): Int64(cause.rawValue) + 1
    }
  }

  init(code: Int64) {
    self = code == 0 ? .reachable : .unreachable(UnreachableCause(rawValue: UInt8(code - 1)) ?? .mixed)
  }
}
