import EventSimulation
import Workload

/// Something that must be observed, as data.
public struct Expectation: Sendable, Hashable {
  package enum Quantity: Sendable, Hashable {
    case metric(String)
    case event(String, reason: String?)
    /// The reason is that of the blocked hours.
    case observation(String, reason: BlockingReason? = nil)
  }
  package enum Relation: String, Sendable, Hashable {
    case equals, lessThan, atMost, atLeast, greaterThan, between, equivalentTo, increasesWith, decreasesWith
    case at, observed
  }
  package enum Side: Sendable, Hashable {
    case number(Double)
    case numbers(Double, Double)
    case other(arm: String?, policy: String?)
    /// Every level of a factor against the next one.
    case levels(factor: String)
    /// The times of the events on every device, in order, and how far from its time an event may be.
    case times([Instant], within: TimeSpan)
    /// An observation of phones; no check fails on it.
    case observed(PublicObservation)
  }
  /// The expectation in words, as the study has it; empty without any.
  package var words: String
  package var quantity: Quantity
  /// Hours of the day, for ``LogObservation/launchShareInHours``.
  package var hours: HoursOfDay?
  /// Name of the arm that is observed; nil for the first one.
  package var arm: String?
  /// Label of the policy that is observed; nil for the first one.
  package var policy: String?
  /// Bundle id of the app that is observed; nil for all.
  package var app: String?
  /// Name of the mechanism that is observed; nil for all.
  package var mechanism: String?
  package var relation: Relation
  package var side: Side
  /// Margin of ``Relation/equivalentTo``, in the unit of the quantity; nil where none is stated.
  package var margin: Double?
  /// Multiplies the other side.
  package var factor: Double
  /// Line of the expectation in the study file, from 1.
  package var line: Int
}
