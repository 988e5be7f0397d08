import Workload

/// The part of the state at time 0 that an archetype fixes for its devices; the rest is drawn or at its default.
public struct StartState: Sendable, Hashable {
  /// Charge, 0 to 1; nil draws it, 1 where the device starts on the charger.
  public var charge: Double?
  /// Whether the phone is locked with the screen off, rather than unlocked with the screen on.
  public var isLocked: Bool
  /// Bundle id of the app in front of an unlocked phone, on devices that have it.
  public var frontApp: String?
  /// Whether a charger is connected; nil leaves it to the charging habit.
  public var isPlugged: Bool?
  /// The path to the network; nil leaves it to the network habit.
  public var path: NetworkPath?
  /// Bundle ids of apps that have just been installed, so that no day before the start counts as one with an open.
  public var newApps: [String]

  public init(
    charge: Double? = nil, isLocked: Bool = true, frontApp: String? = nil, isPlugged: Bool? = nil,
    path: NetworkPath? = nil, newApps: [String] = []
  ) {
    self.charge = charge
    self.isLocked = isLocked
    self.frontApp = frontApp
    self.isPlugged = isPlugged
    self.path = path
    self.newApps = newApps
  }
}
