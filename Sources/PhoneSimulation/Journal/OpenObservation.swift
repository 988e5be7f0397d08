import EventSimulation
import Workload

/// The freshness that the user found on opening an app, in 16 bytes.
public struct OpenObservation: Sendable, Hashable {
  private let packedAge: Int64
  private let packedStaleness: Int64

  /// - Parameter contentAge: Less than 18,000 years, as is the staleness.
  public init(contentAge: TimeSpan, staleness: TimeSpan, isFresh: Bool, reach: OpenReach = .reachable) {
    packedAge = contentAge.microseconds * 16 + reach.code
    packedStaleness = staleness.microseconds * 2 + (isFresh ? 1 : 0)
  }

  /// Age of information: time since the last fetch.
  public var contentAge: TimeSpan { TimeSpan(microseconds: packedAge >> 4) }
  public var reach: OpenReach { OpenReach(code: packedAge & 15) }
  /// Time since the oldest change that had not been fetched; zero if none.
  public var staleness: TimeSpan { TimeSpan(microseconds: packedStaleness >> 1) }
  /// Whether ``staleness`` is within the app's tolerance, `freshWithin` of its content.
  public var isFresh: Bool { packedStaleness & 1 == 1 }
}

public enum OpenReach: Sendable, Hashable {
  case reachable
  case unreachable(UnreachableCause)
}

public enum UnreachableCause: UInt8, Sendable, Hashable, CaseIterable {
  /// The first gate, in the order of the vocabulary, that was closed throughout.
  case forceQuit, barOff, barWifiOnly, firstUnlock, lowPowerMode, appForeground, externalPower, deviceInUse
  case noNetwork, thermalCritical
  /// No gate was, but never were all of them open at once.
  case mixed
  /// The app has no kind of item by which it fetches in the background.
  case noItem

  public var name: String { Self.names[Int(rawValue)] }
  private static let names = allCases.map { "\($0)" }

  init?(_ gate: BlockingReason) {
    guard let cause = Self.allCases.first(where: { $0.name == gate.name }) else { return nil }
    self = cause
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
