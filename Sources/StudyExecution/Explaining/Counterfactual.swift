import EventSimulation
import Workload

/// The outcome of the same run with one factor off.
public struct Counterfactual: Sendable, Hashable {
  /// The name of the part that is lifted: a factor, a condition, or a constraint of the mechanism.
  public var name: String
  public var reasons: BlockingSet
  /// The item's delay with the blocker off for this item alone, from its submission on; nil where it does not
  /// start before the horizon, or where the blocker is not lifted for single items.
  public var itemDelay: TimeSpan?
  public var itemStarts: Bool
  /// With the blocker off throughout: the delay of the item of the same number if it is of the same series,
  /// launches of the app's mechanism over the horizon, and energy of the device over the horizon in joules.
  public var deviceDelay: TimeSpan?
  public var deviceLaunches: Int
  public var deviceEnergyJoules: Double
}
