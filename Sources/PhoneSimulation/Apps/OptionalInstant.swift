import EventSimulation

/// An instant, or none, in eight bytes. None comes before all instants.
struct OptionalInstant: Hashable, Comparable {
  private var microseconds: Int64

  @inline(__always)
  init(_ instant: Instant? = nil) { microseconds = instant?.microseconds ?? .min }

  @inline(__always)
  var value: Instant? { microseconds == .min ? nil : Instant(microseconds: microseconds) }

  @inline(__always)
  static func < (a: OptionalInstant, b: OptionalInstant) -> Bool { a.microseconds < b.microseconds }
}
