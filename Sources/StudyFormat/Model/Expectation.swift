import EventSimulation
import Workload

/// Something that must be observed, as data.
public struct Expectation: Sendable, Hashable {
  /// The observed quantity, on the left side of the relation.
  public enum Quantity: Sendable, Hashable {
    case metric(String)
    case event(String, reason: String?)
    /// The reason is that of the blocked hours.
    case observation(String, reason: BlockingReason? = nil)
  }
  /// The relation that must hold between the quantity and the other side.
  public enum Relation: String, Sendable, Hashable {
    case equals, lessThan, atMost, atLeast, greaterThan, between, equivalentTo, increasesWith, decreasesWith
    /// At given times.
    case at
  }
  /// The right side of the relation.
  public enum Side: Sendable, Hashable {
    case number(Double)
    case numbers(Double, Double)
    case other(arm: String?, policy: String?)
    /// Every level of a factor against the next one.
    case levels(factor: String)
    /// The times of the events on every device, in order, and how far from its time an event may be.
    case times([Instant], within: TimeSpan)
  }
  /// The expectation in words, as the study has it; empty without any.
  public var words: String
  /// The observed quantity.
  public var quantity: Quantity
  /// Name of the arm that is observed; nil for the first one.
  public var arm: String?
  /// Label of the policy that is observed; nil for the first one.
  public var policy: String?
  /// Bundle id of the app that is observed; nil for all.
  public var app: String?
  /// Name of the mechanism that is observed; nil for all.
  public var mechanism: String?
  /// The relation that must hold.
  public var relation: Relation
  /// The right side of the relation.
  public var side: Side
  /// Margin of ``Relation/equivalentTo``, in the unit of the quantity; nil where none is stated.
  public var margin: Double?
  /// Multiplies the other side.
  public var factor: Double
  /// Line of the expectation in the study file, from 1.
  public var line: Int
}
