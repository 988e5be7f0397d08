/// Running sums of weights, and search in them.
enum CumulativeSums {
  /// The running sums of the weights divided by their total; the last one is exactly 1.
  static func shares(of weights: [Double]) -> [Double] {
    let total = weights.reduce(0, +)
    var sum = 0.0
    var shares = weights.map { weight -> Double in
      sum += weight
      return sum / total
    }
    // Trailing weights of 0 must not be reached by rounding either.
    let last = weights.lastIndex { $0 > 0 } ?? weights.startIndex
    for index in last..<shares.count { shares[index] = 1 }
    return shares
  }

  /// The first index whose value is at least `target`; the last index when there is none.
  static func index(of target: Double, in values: [Double]) -> Int {
    var (low, high) = (0, values.count - 1)
    while low < high {
      let middle = (low + high) / 2
      if values[middle] >= target { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
