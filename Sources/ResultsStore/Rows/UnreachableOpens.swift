/// Opens of apps that could not have fetched in the background before, by what kept them from it.
public struct UnreachableOpens: Hashable, Sendable {
  /// The causes: a gate that was closed all the time, several in turn, or no kind of item that fetches.
  public static let causes = [
    "forceQuit", "barOff", "barWifiOnly", "firstUnlock", "lowPowerMode", "appForeground", "externalPower",
    "deviceInUse", "noNetwork", "thermalCritical", "mixed", "noItem",
  ]

  /// The column of `devices.csv` with the opens of a cause.
  static func column(_ cause: String) -> String { "unreachable_\(cause)_opens" }

  /// In the order of ``causes``.
  public private(set) var counts = Array(repeating: Int64(0), count: causes.count)

  public init() {}

  /// The opens of one cause.
  public subscript(cause: String) -> Int64 {
    get { Self.causes.firstIndex(of: cause).map { counts[$0] } ?? 0 }
    set { if let index = Self.causes.firstIndex(of: cause) { counts[index] = newValue } }
  }
}

/// The opens of a policy in a design point, over all replications and devices.
public struct ReachCount: Hashable, Sendable {
  /// Name of the design point, as in `runs.csv`.
  public var designPoint: String
  /// Label of the policy in the study.
  public var policy: String
  /// Opens of apps with content that count for freshness, after warm-up.
  public var opens: Int64
  /// Opens before which the app could have fetched in the background; at most ``opens``.
  public var reachable: Int64
  /// The remaining opens by cause.
  public var unreachable: UnreachableOpens

  public init(
    designPoint: String, policy: String, opens: Int64, reachable: Int64, unreachable: UnreachableOpens
  ) {
    self.designPoint = designPoint
    self.policy = policy
    self.opens = opens
    self.reachable = reachable
    self.unreachable = unreachable
  }
}
