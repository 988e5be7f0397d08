import EventSimulation
import Workload

/// A kind of phone and owner in a population.
public struct Archetype: Sendable, Hashable {
  /// Name in results: `night`, `topUp`.
  public var name: String
  /// Share of the devices; shares are relative to their sum.
  public var share: Double
  /// The user, drawn or scripted.
  public var userModel: UserModel
  /// When and how the user charges the phone.
  public var charging: ChargingHabit
  /// When the phone is on Wi-Fi, on cellular and without network.
  public var network: NetworkHabit
  /// Daily spans without network, whatever the habit.
  public var noNetwork: [DailyInterval]
  /// The cellular networks of its phones; nil leaves them to the population.
  public var cellularNetworks: NetworkShares?
  /// State of health of the battery, 1 when new; nil draws it with a synthetic user and is 1 for a scripted one.
  public var stateOfHealth: Double?
  /// Name of the device profile.
  public var deviceProfile: String
  /// The fixed part of the state at the start.
  public var start: StartState

  public init(
    name: String, share: Double, userModel: UserModel = .synthetic, charging: ChargingHabit,
    network: NetworkHabit = .commuting, noNetwork: [DailyInterval] = [],
    cellularNetworks: NetworkShares? = nil, stateOfHealth: Double? = nil,
    deviceProfile: String = "standard",
    start: StartState = StartState()
  ) {
    self.name = name
    self.share = share
    self.userModel = userModel
    self.charging = charging
    self.network = network
    self.noNetwork = noNetwork
    self.cellularNetworks = cellularNetworks
    self.stateOfHealth = stateOfHealth
    self.deviceProfile = deviceProfile
    self.start = start
  }
}

/// The user of the phone.
public enum UserModel: Sendable, Hashable {
  /// Drawn: sessions, lengths, apps, notifications, habits.
  case synthetic
  /// Nothing but the opens that the study's apps script.
  case scripted(ScriptedUser)
}

/// A user whose sessions come from the apps' scripted use only.
public struct ScriptedUser: Sendable, Hashable {
  /// When the user is awake; opens at a rate, usage-driven content and chances to charge fall into it evenly.
  public var awake: DailyInterval

  /// Awake from 07:00 to 23:30 unless told otherwise, as the canned scenarios say.
  public init(awake: DailyInterval = DailyInterval(.hours(7), .minutes(23 * 60 + 30))) { self.awake = awake }
}

/// When the phone is charged.
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
  public var row: Int? {
    switch self {
    case .night: 0
    case .topUp: 1
    case .docked: 2
    case .irregular: 3
    case .scattered: 4
    case .scripted, .never: nil
    }
  }
}

/// Which path to the network the phone has.
public enum NetworkHabit: Sendable, Hashable {
  /// Wi-Fi at home; away on most weekdays and some weekends, on Wi-Fi or cellular in spells.
  case commuting
  /// Wi-Fi in these spans of every day, cellular otherwise.
  case scripted(wifi: [DailyInterval])
  case always(NetworkPath)
}
