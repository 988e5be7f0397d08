import EventSimulation
import ModelParameters
import RandomStreams
import Workload

/// Populations that differ in the shares of their charging habits; their sources conflict.
public enum NamedPopulation: String, Sendable, CaseIterable {
  /// Phones that are on the charger on most nights, as recorded phones and a survey of owners have it.
  case everyday
  /// The phones of a log of January 2020, most of which charge here and there.
  case survey2020 = "survey-2020"

  package var shares: String {
    switch self {
    case .everyday: "population.everydayShares"
    case .survey2020: "population.survey2020Shares"
    }
  }
}

public struct PopulationSpecification: Sendable, Hashable {
  public var devices: Int
  public var archetypes: [Archetype]
  /// The shares of settings; nil takes the parameters `settings.*` for synthetic users and the defaults for
  /// scripted users.
  public var settings: SettingShares?
  /// The cellular networks of the phones; nil takes the shares of `network.profileShares` for synthetic users and
  /// ``NetworkShares/standard`` for scripted ones.
  public var cellularNetworks: NetworkShares?
  /// The name of the archetypes; nil for the archetypes of a study and for scripted users.
  public var name: NamedPopulation?

  package init(
    devices: Int, archetypes: [Archetype], settings: SettingShares? = nil,
    cellularNetworks: NetworkShares? = nil, name: NamedPopulation? = nil
  ) {
    (self.devices, self.archetypes, self.settings) = (devices, archetypes, settings)
    (self.cellularNetworks, self.name) = (cellularNetworks, name)
  }

  public static func named(
    _ name: NamedPopulation, devices: Int, parameters: ParameterSet = ParameterSet()
  ) -> Self {
    let shares = parameters.numbers(name.shares)
    let habits: [(String, ChargingHabit)] = [
      ("night", .night), ("topUp", .topUp), ("docked", .docked), ("irregular", .irregular),
      ("scattered", .scattered),
    ]
    return Self(
      devices: devices,
      archetypes: zip(habits, shares).map { Archetype(name: $0.0, share: $1, charging: $0.1) }, name: name)
  }

  /// The phones of canned scenarios: charged from 23:00 to 07:00, Wi-Fi at home (from 18:00 to 08:30) and
  /// cellular by day, opened by the scripts of the apps only.
  public static func scripted(devices: Int = 1) -> Self {
    Self(
      devices: devices,
      archetypes: [
        Archetype(
          name: "scripted", share: 1, userModel: .scripted(ScriptedUser()),
          charging: .scripted([DailyCharge(DailyInterval(.hours(23), .hours(7)))]),
          network: .scripted(wifi: [DailyInterval(.hours(18), .minutes(8 * 60 + 30))]))
      ], settings: SettingShares.allDefault)
  }

  /// The index of the archetype whose share interval contains frac(u + k·0.6180339887). The golden ratio
  /// keeps every prefix of the population close to its quota, and the archetype of a device does not depend
  /// on the number of devices.
  public func archetypeIndex(device: Int, uniform: Double) -> Int {
    let total = archetypes.reduce(0) { $0 + $1.share }
    let position = uniform + Double(device) * 0.618_033_988_7
    let point = (position - position.rounded(.down)) * total
    var sum = 0.0
    for (index, archetype) in archetypes.enumerated() {
      sum += archetype.share
      if point < sum { return index }
    }
    return archetypes.lastIndex { $0.share > 0 } ?? 0
  }
}

public struct SettingShares: Sendable, Hashable {
  /// Users with Background App Refresh off, and with it on Wi-Fi only.
  public var barOff, barWifiOnly: Double
  public var perAppOff, manualLowPowerMode: Double

  public static let allDefault = SettingShares(barOff: 0, barWifiOnly: 0, perAppOff: 0, manualLowPowerMode: 0)
}

extension SettingShares {
  public init(_ parameters: ParameterSet) {
    self.init(
      barOff: parameters.number("settings.barOff"), barWifiOnly: parameters.number("settings.barWifiOnly"),
      perAppOff: parameters.number("settings.perAppOff"),
      manualLowPowerMode: parameters.number("settings.manualLowPowerMode"))
  }

  func apply(to initial: inout InitialState, _ context: DrawContext, _ apps: [InstalledApp]) {
    let branch = context.event(.settings, 0).uniform()
    initial.backgroundRefresh = branch < barOff ? 0 : branch < barOff + barWifiOnly ? 1 : 2
    initial.lowPowerMode = context.event(.settings, 1).bernoulli(manualLowPowerMode)
    initial.appsRefreshOff = apps.indices.filter { index in
      apps[index].specification != nil
        && context.event(.settings, 0, app: apps[index].bundleID).bernoulli(perAppOff)
    }
  }
}

public struct NetworkShares: Sendable, Hashable {
  /// Shares by ``NetworkProfile``, relative to their sum.
  public let shares: [Double]

  public init(_ profile: NetworkProfile) { self.init { $0 == profile ? 1 : 0 } }
  public init(_ share: (NetworkProfile) -> Double) { shares = NetworkProfile.allCases.map(share) }
  public init(_ parameters: ParameterSet) { shares = parameters.numbers("network.profileShares") }

  /// The network of phones if the study states no network: 5G NSA low band, Verizon.
  public static let standard = NetworkShares(.nsaVerizon)

  func profile(_ stream: RandomStream) -> NetworkProfile {
    NetworkProfile(rawValue: UInt8(stream.pick(shares))) ?? .nsaVerizon
  }
}
