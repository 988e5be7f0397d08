import EventSimulation
import Workload

/// The outcome of the same run with one factor off.
public struct Counterfactual: Sendable, Hashable {
  /// The name of the part that is lifted: a factor, a condition, or a constraint of the mechanism.
  public var name: String
  /// The blocking reasons that the lifted part stands for.
  public var reasons: BlockingSet
  /// The item's delay with the blocker off for this item alone, from its submission on; nil where it does not
  /// start before the horizon, or where the blocker is not lifted for single items.
  public var itemDelay: TimeSpan?
  /// Whether the item starts before the horizon with the blocker off for it alone.
  public var itemStarts: Bool
  /// With the blocker off throughout: the delay of the item of the same app, identifier and mechanism that was
  /// submitted at the same instant; nil where there is none or it does not start.
  public var deviceDelay: TimeSpan?
  /// Launches of the app by its mechanism over the horizon, with the blocker off throughout.
  public var deviceLaunches: Int
  /// Energy of the device over the horizon in joules, with the blocker off throughout.
  public var deviceEnergyJoules: Double
}
