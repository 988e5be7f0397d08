import EventSimulation
import Workload

/// A consequence of what a policy has decided, told once the device can know it.
///
/// It says nothing of the future and nothing that only the simulation knows: content that has changed shows when it is
/// fetched, and the radio's tail is billed when it is over.
public enum PolicyOutcome: Sendable, Hashable {
  case open(OpenOutcome)
  case run(RunCost)
}

/// An open by the user, and how stale the app was.
///
/// It is told when content arrives that was fetched at the open or later, because no device knows before how long its own
/// content has been out of date; at the end of the device, opens that no content has followed are told without staleness.
/// An open shortly after the last visit of the app (`content.openSettle`) belongs to that visit and is not told, nor are
/// opens of apps without content.
public struct OpenOutcome: Sendable, Hashable {
  /// Index of the app on the device.
  public var app: Int32
  /// When the user opened it.
  public var opened: Instant
  /// The time since the first change of content that the app did not have at the open; zero if it had all, and nil where
  /// no content has arrived since.
  public var staleness: TimeSpan?

  public init(app: Int32, opened: Instant, staleness: TimeSpan?) {
    self.app = app
    self.opened = opened
    self.staleness = staleness
  }
}

/// A run that is over, radio tail included, and the energy that it was billed in all.
public struct RunCost: Sendable, Hashable {
  /// Number of the item.
  public var item: Int32
  /// Index of the app on the device.
  public var app: Int32
  /// The way in which the run came about.
  public var mechanism: Mechanism
  /// The series of the app's work that it belongs to.
  public var series: WorkSeries
  /// When the run ended, before its tail.
  public var ended: Instant
  /// Energy billed to the run, in nanojoules.
  public var energyNanojoules: Int64
  /// The part of it that was drawn while the device was unplugged, in nanojoules.
  public var batteryNanojoules: Int64

  public init(
    item: Int32, app: Int32, mechanism: Mechanism, series: WorkSeries = .unlisted, ended: Instant,
    energyNanojoules: Int64, batteryNanojoules: Int64
  ) {
    self.item = item
    self.app = app
    self.mechanism = mechanism
    self.series = series
    self.ended = ended
    self.energyNanojoules = energyNanojoules
    self.batteryNanojoules = batteryNanojoules
  }
}
