import ElementaryFunctions

/// The distribution of positive numbers relative to their phone's median, in steps of one percent.
///
/// Phones of different pace are pooled by the shape of what they do.
struct ShapeHistogram: Sendable, Hashable {
  /// Steps of a factor e.
  private static let steps = 100.0
  /// Fewer numbers of a phone than this say nothing of its shape.
  static let fewestNumbers = 20

  private var bins = WholeNumberHistogram()

  var count: Int64 { bins.total }

  /// Adds the numbers of one phone.
  mutating func add(phone numbers: [Double]) {
    guard let median = Self.median(numbers) else { return }
    for number in numbers where number > 0 {
      bins.add(Int((Elementary.log(number / median) * Self.steps).rounded(.down)))
    }
  }

  mutating func merge(_ other: ShapeHistogram) { bins.merge(other.bins) }

  /// The largest difference between the distribution functions of this shape and another: the distance of Kolmogorov and
  /// Smirnov, exact to a step; nil where one is empty.
  func distance(to other: ShapeHistogram) -> Double? {
    guard count > 0, other.count > 0 else { return nil }
    var (own, others, largest) = (Int64(0), Int64(0), 0.0)
    for bin in Set(bins.counts.keys).union(other.bins.counts.keys).sorted() {
      own += bins.counts[bin] ?? 0
      others += other.bins.counts[bin] ?? 0
      largest = max(largest, abs(Double(own) / Double(count) - Double(others) / Double(other.count)))
    }
    return largest
  }

  private static func median(_ numbers: [Double]) -> Double? {
    guard numbers.count >= fewestNumbers else { return nil }
    let sorted = numbers.sorted()
    let middle = sorted[(sorted.count - 1) / 2]
    return middle > 0 ? middle : nil
  }
}
