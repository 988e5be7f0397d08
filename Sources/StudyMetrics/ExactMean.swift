import ResultsStore

/// A mean over devices of a value that some of them lack.
///
/// The sum is kept in fixed point, so that the order of devices does not matter.
package struct ExactMean: Sendable {
  private static let scale = 0x1p50
  var sum: Int128 = 0
  package internal(set) var count: Int64 = 0

  package init() {}

  package mutating func add(_ value: Double?) {
    guard let value else { return }
    sum += Int128((value * Self.scale).rounded())
    count += 1
  }

  package mutating func merge(_ other: ExactMean) {
    sum += other.sum
    count += other.count
  }

  /// The sum of the values over the number of devices that have one.
  package var fraction: MetricFraction { MetricFraction(Double(sum) / Self.scale, over: Double(count)) }
}
