import EventSimulation
import PhoneSimulation

/// The condition of a user that decides how often background work runs; the first that holds.
public enum UserSegment: String, Sendable, Hashable, CaseIterable {
  case refreshOff, lowPowerAlways, swipesAppsAway, rarelyOpens, noQuietNights, rest

  /// The segment in words.
  public var title: String {
    switch self {
    case .refreshOff: "refresh off"
    case .lowPowerAlways: "Low Power Mode always"
    case .swipesAppsAway: "swipes apps away"
    case .rarelyOpens: "rarely opens"
    case .noQuietNights: "no quiet nights"
    case .rest: "the rest"
    }
  }

  /// The rule by which a device belongs to the segment.
  public var rule: String {
    switch self {
    case .refreshOff:
      "Background App Refresh off for at least half of the time, for the phone or all the apps"
    case .lowPowerAlways: "Low Power Mode on for at least nine tenths of the time"
    case .swipesAppsAway: "the apps are force-quit and not opened again for at least a quarter of the time"
    case .rarelyOpens: "at least half of the apps are opened less than every other day"
    case .noQuietNights: "less than an hour a day idle, on the charger and on Wi-Fi"
    case .rest: "none of these"
    }
  }

  /// The segment of a device.
  ///
  /// - Parameters:
  ///   - conditions: Those of each app that is looked at; not empty.
  ///   - opportunity: Time idle, plugged in and on Wi-Fi after warm-up.
  init(conditions: [DeviceConditions], opportunity: TimeSpan) {
    let observed = max(conditions.first?.observed ?? .zero, .tick)
    func share(_ time: (DeviceConditions) -> TimeSpan) -> Double {
      conditions.reduce(0) { $0 + time($1) / observed } / Double(max(1, conditions.count))
    }
    if share({ $0.refreshOff + $0.appRefreshOff }) >= 0.5 {
      self = .refreshOff
    } else if share(\.lowPowerMode) >= 0.9 {
      self = .lowPowerAlways
    } else if share(\.forceQuit) >= 0.25 {
      self = .swipesAppsAway
    } else if conditions.count(where: { $0.opensPerDay < 0.5 }) * 2 >= max(1, conditions.count) {
      self = .rarelyOpens
    } else if opportunity / observed * 24 < 1 {
      self = .noQuietNights
    } else {
      self = .rest
    }
  }
}
