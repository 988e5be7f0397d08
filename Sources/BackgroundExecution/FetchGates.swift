import EventSimulation
import Workload

/// The gates that decide whether an app could have fetched in the background: those that no policy can open or
/// wait out by the order of its starts.
extension BlockingSet {
  /// The gates that decide whether an app could have fetched in the background, whatever the policy does.
  public static let fetchGates = BlockingSet.of(
    .forceQuit, .barOff, .barWifiOnly, .firstUnlock, .lowPowerMode, .appForeground, .externalPower,
    .deviceInUse, .noNetwork, .thermalCritical)
}

extension PlatformParameters {
  /// Whether the device closes no gate by force, for items that fetch, but the gates of fetches: low battery and empty
  /// budgets are then for the policy to heed.
  public var forcesFetchGatesOnly: Bool { lowBattery != .hard && budgets != .hard }

  /// The gates of fetches that a state of the device closes for a kind of item.
  public func closedFetchGates(_ kind: GateKind, _ facts: DeviceFacts) -> BlockingSet {
    verdict(kind, facts).hard.intersection(.fetchGates)
  }

  /// The gates of fetches that an app closes for an item of its own.
  @inlinable
  public func closedFetchGates(_ item: ItemGateState, _ app: AppGateState, at now: Instant) -> BlockingSet {
    gates(item, app, at: now).always.hard.intersection(.fetchGates)
  }
}
