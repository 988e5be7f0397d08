import EventSimulation

/// A time span and a yes or no in 8 bytes, exact for spans of less than 146,000 years.
struct LabeledSpan: Sendable, Hashable {
  private let bits: Int64

  init(_ span: TimeSpan, _ label: Bool) { bits = span.microseconds * 2 + (label ? 1 : 0) }

  var span: TimeSpan { TimeSpan(microseconds: bits >> 1) }
  var label: Bool { bits & 1 == 1 }
}
