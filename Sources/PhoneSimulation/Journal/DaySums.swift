import EventSimulation

/// The sums of one local day of a device of which the default metrics are made. Warm-up counts as well.
public struct DaySums: Sendable, Hashable {
  /// The part of the day that lies within the horizon.
  public var length: TimeSpan = .zero
  /// Energy that the device consumed, from the cell or the adapter, in nanojoules.
  public var energy: Int64 = 0
  /// Energy drawn from the cell for causes that a policy may postpone, in nanojoules.
  public var discretionaryBattery: Int64 = 0
  /// Opens that count for freshness and before which the app could have fetched in the background.
  public var reachableOpens: Int64 = 0
  /// Of which the user found fresh content.
  public var freshReachableOpens: Int64 = 0
  /// Staleness at the reachable opens, added up.
  public var reachableStaleness: TimeSpan = .zero
  /// Processing requests submitted on the day, without those that were replaced or cancelled later.
  public var processingWanted: Int64 = 0
  /// Processing requests submitted on the day that completed successfully, on whatever day.
  public var processingCompleted: Int64 = 0

  public init() {}
}
