import BackgroundExecution
import EventSimulation

/// A demand for the processor and how much of it is left, in the units of ``ProcessorMonitor``.
struct ProcessorDemand: Equatable {
  private(set) var rate: Int64 = 0
  private(set) var left: Int64 = 0

  /// Adds work that takes a share of a core until an instant.
  @inline(__always)
  mutating func add(_ share: Double, until end: Instant, at now: Instant) {
    // A whole core is the rule, and its product needs no rounding.
    let part =
      share == 1
      ? ProcessorMonitor.fullRate : Int64(nearest: share * Double(ProcessorMonitor.fullRate))
    rate += part
    // Far above every limit; many long runs of one app must not leave 64 bits.
    left = min(1 << 60, left + part * max(.zero, end - now).microseconds)
  }
}
