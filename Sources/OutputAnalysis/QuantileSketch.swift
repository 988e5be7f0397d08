import Basics

/// A mergeable summary of non-negative values that answers quantiles with a bounded relative error (DDSketch).
///
/// Buckets never collapse, so any order of adding and merging gives the same sketch bit for bit.
public struct QuantileSketch: Hashable, Sendable {
  public let buckets: LogarithmicBuckets
  public private(set) var zeros: Int64 = 0
  /// The counts of consecutive buckets from `firstKey`; both ends contain at least one value, or the array is
  /// empty.
  public private(set) var counts: [Int64] = []
  /// The number of the first bucket that is counted; 0 if the sketch is empty.
  public private(set) var firstKey = 0

  public init(relativeAccuracy: Double = 0.005) {
    buckets = LogarithmicBuckets(relativeAccuracy: relativeAccuracy)
  }

  /// Makes a sketch of the default accuracy from counts that were read from one; nil for a negative count, an empty bucket at
  /// an end, and a number of values beyond `Int64`.
  public init?(zeros: Int64, firstKey: Int, counts: [Int64]) {
    self.init()
    guard zeros >= 0, counts.allSatisfy({ $0 >= 0 }), counts.first != 0, counts.last != 0 else { return nil }
    var sum = zeros
    for count in counts {
      let (next, overflows) = sum.addingReportingOverflow(count)
      guard !overflows else { return nil }
      sum = next
    }
    (self.zeros, self.counts) = (zeros, counts)
    self.firstKey = counts.isEmpty ? 0 : firstKey
  }

  public var count: Int64 { counts.reduce(zeros, +) }

  /// Takes in a finite value of at least 0, `multiplicity` times.
  public mutating func add(_ value: Double, multiplicity: Int64 = 1) {
    precondition(value >= 0 && value.isFinite, "a sketch holds finite values of at least 0")
    precondition(multiplicity >= 0, "a value cannot be taken back")
    if value == 0 {
      zeros += multiplicity
    } else if multiplicity > 0 {
      add(multiplicity, toBucket: buckets.key(value))
    }
  }

  public mutating func merge(_ other: QuantileSketch) {
    precondition(buckets == other.buckets, "sketches of different accuracy cannot be merged")
    zeros += other.zeros
    for (index, count) in other.counts.enumerated() where count > 0 {
      add(count, toBucket: other.firstKey + index)
    }
  }

  func count(inBucket key: Int) -> Int64 {
    let index = key - firstKey
    return counts.indices.contains(index) ? counts[index] : 0
  }

  /// The representative of the bucket that holds the value of rank ⌊p (n − 1)⌋; empty for an empty sketch.
  public func quantile(_ probability: Double) -> Double? {
    precondition(probability >= 0 && probability <= 1, "a quantile needs a probability in [0, 1]")
    let total = count
    guard total > 0 else { return nil }
    let rank = Int64((probability * Double(total - 1)).rounded(.down))
    var seen = zeros
    if seen > rank { return 0 }
    let index = counts.firstIndex { count in
      seen += count
      return seen > rank
    }
    return index.map { buckets.value(firstKey + $0) }
  }

  private mutating func add(_ count: Int64, toBucket key: Int) {
    if counts.isEmpty {
      (firstKey, counts) = (key, [0])
    } else if key < firstKey {
      counts.insert(contentsOf: repeatElement(0, count: firstKey - key), at: 0)
      firstKey = key
    } else if key - firstKey >= counts.count {
      counts.append(contentsOf: repeatElement(0, count: key - firstKey - counts.count + 1))
    }
    counts[key - firstKey] += count
  }
}

/// Bucket k of a sketch holds the values in (γ^(k−1), γ^k] with γ = (1 + α) / (1 − α). Its representative 2 γ^k / (γ +
/// 1) is off by at most the share α from any of them.
public struct LogarithmicBuckets: Hashable, Sendable {
  /// Ratio γ of neighboring bounds.
  public let growth: Double
  private let logarithmOfGrowth: Double

  public init(relativeAccuracy: Double) {
    precondition(relativeAccuracy > 0 && relativeAccuracy < 1, "relative accuracy must lie inside (0, 1)")
    growth = (1 + relativeAccuracy) / (1 - relativeAccuracy)
    logarithmOfGrowth = Elementary.log(growth)
  }

  public func key(_ value: Double) -> Int {
    precondition(value > 0 && value.isFinite, "a bucket holds positive finite values")
    return Int((Elementary.log(value) / logarithmOfGrowth).rounded(.up))
  }

  public func value(_ key: Int) -> Double { 2 * Elementary.pow(growth, Double(key)) / (growth + 1) }
}
