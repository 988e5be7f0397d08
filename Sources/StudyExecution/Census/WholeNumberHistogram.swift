/// How often each whole number occurred. Merging does not depend on the order, and the memory not on the count.
struct WholeNumberHistogram: Sendable, Hashable {
  private(set) var counts: [Int: Int64] = [:]
  private(set) var total: Int64 = 0

  mutating func add(_ value: Int, count: Int64 = 1) {
    counts[value, default: 0] += count
    total += count
  }

  mutating func merge(_ other: WholeNumberHistogram) {
    counts.merge(other.counts) { $0 + $1 }
    total += other.total
  }

  /// The value at the share `p` of the sorted values, between 0 and 1; nil where there is none.
  func quantile(_ p: Double) -> Int? {
    let position = Double(total) * p
    var sum: Int64 = 0
    for (value, count) in counts.sorted(by: { $0.key < $1.key }) {
      sum += count
      // With an even number of values the lower one of the middle two.
      if Double(sum) >= position { return value }
    }
    return nil
  }
}
