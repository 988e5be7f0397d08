import EventSimulation
import Workload

/// Something that must be observed, as data.
public struct Expectation: Sendable, Hashable {
  public enum Quantity: Sendable, Hashable {
    case metric(String)
    case event(String, reason: String?)
    /// The reason is that of the blocked hours.
    case observation(String, reason: BlockingReason? = nil)
  }
  public enum Relation: String, Sendable, Hashable {
    case equals, lessThan, atMost, atLeast, greaterThan, between, equivalentTo, increasesWith, decreasesWith
    /// At given times.
    case at
  }
  public enum Side: Sendable, Hashable {
    case number(Double)
    case numbers(Double, Double)
    case other(arm: String?, policy: String?)
    /// Every level of a factor against the next one.
    case levels(factor: String)
    /// The times of the events on every device, in order, and how far from its time an event may be.
    case times([Instant], within: TimeSpan)
  }
  public var words: String
  public var quantity: Quantity
  public var arm: String?
  public var policy: String?
  public var app: String?
  public var mechanism: String?
  public var relation: Relation
  public var side: Side
  public var margin: Double?
  /// Multiplies the other side.
  public var factor: Double
  public var line: Int
}
