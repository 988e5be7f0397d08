import EventSimulation
import Workload

public struct Archetype: Sendable, Hashable {
  /// Name in results: `night`, `topUp`.
  public var name: String
  /// Share of the devices; shares are relative to their sum.
  public var share: Double
  public var userModel: UserModel
  public var charging: ChargingHabit
  public var network: NetworkHabit
  public var noNetwork: [DailyInterval]
  /// The cellular networks of its phones; nil leaves them to the population.
  public var cellularNetworks: NetworkShares?
  /// State of health of the battery, 1 when new; nil draws it with a synthetic user and is 1 for a scripted one.
  public var stateOfHealth: Double?
  public var deviceProfile: String
  public var start: StartState

  public init(
    name: String, share: Double, userModel: UserModel = .synthetic, charging: ChargingHabit,
    network: NetworkHabit = .commuting, noNetwork: [DailyInterval] = [],
    cellularNetworks: NetworkShares? = nil, stateOfHealth: Double? = nil, deviceProfile: String = "standard",
    start: StartState = StartState()
  ) {
    (self.name, self.share, self.userModel, self.charging) = (name, share, userModel, charging)
    (self.network, self.noNetwork, self.cellularNetworks) = (network, noNetwork, cellularNetworks)
    (self.stateOfHealth, self.deviceProfile, self.start) = (stateOfHealth, deviceProfile, start)
  }
}

public enum UserModel: Sendable, Hashable {
  case synthetic
  /// Nothing but the opens that the study's apps script.
  case scripted(ScriptedUser)
}

public struct ScriptedUser: Sendable, Hashable {
  /// When the user is awake; opens at a rate, usage-driven content and chances to charge fall into it evenly.
  var awake: DailyInterval

  public init(awake: DailyInterval = DailyInterval(.hours(7), .minutes(23 * 60 + 30))) { self.awake = awake }
}

public enum ChargingHabit: Sendable, Hashable {
  /// Almost every night, seldom by day.
  case night
  /// Most nights, and short charges by day when the level is low.
  case topUp
  /// Most nights, and long charges by day at any level.
  case docked
  /// Few nights; by day as ``topUp``.
  case irregular
  /// Here and there, at any time of the day, hardly ever for a night.
  case scattered
  /// At the same times every day.
  case scripted([DailyCharge])
  case never

  /// Index into the catalogue's vectors per habit.
  public var row: Int? { [.night, .topUp, .docked, .irregular, .scattered].firstIndex(of: self) }
}

public enum NetworkHabit: Sendable, Hashable {
  /// Wi-Fi at home; away on most weekdays and some weekends, on Wi-Fi or cellular in spells.
  case commuting
  /// Wi-Fi in these spans of every day, cellular otherwise.
  case scripted(wifi: [DailyInterval])
  case always(NetworkPath)
}

extension DailyInterval {
  package func occurrence(on day: Int, _ context: DrawContext) -> (start: Instant, end: Instant)? {
    guard days?.contains(context.weekday(day)) ?? true else { return nil }
    let begin = Instant.day(day, start)
    return (begin, begin + length)
  }
}

public struct DailyCharge: Sendable, Hashable {
  var interval: DailyInterval
  var charger: ChargerKind
  /// Whether the screen is on all the while, so that the phone is never idle on the charger.
  var screenOn: Bool

  public init(_ interval: DailyInterval, charger: ChargerKind = .wired20W, screenOn: Bool = false) {
    (self.interval, self.charger, self.screenOn) = (interval, charger, screenOn)
  }
}

/// The part of the state at time 0 that an archetype fixes for its devices; other parts are drawn or have
/// their defaults.
public struct StartState: Sendable, Hashable {
  /// Charge, 0 to 1; nil draws it, 1 where the device starts on the charger.
  public var charge: Double?
  /// Whether the phone is locked with the screen off, rather than unlocked with the screen on.
  var isLocked: Bool
  /// The bundle id of the foreground app of an unlocked phone, on devices that have it.
  public var frontApp: String?
  var isPlugged: Bool?
  var path: NetworkPath?
  /// Bundle ids of apps that have just been installed, so that no day before the start counts as one with an open.
  var newApps: [String]

  public init(
    charge: Double? = nil, isLocked: Bool = true, frontApp: String? = nil, isPlugged: Bool? = nil,
    path: NetworkPath? = nil, newApps: [String] = []
  ) {
    (self.charge, self.isLocked, self.frontApp, self.isPlugged) = (charge, isLocked, frontApp, isPlugged)
    (self.path, self.newApps) = (path, newApps)
  }
}
