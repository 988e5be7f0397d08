/// Numbers of an array of jobs in the form of `sbatch --array`.
enum ArrayIndices {
  /// Returns `1-4,7,9-12` for ascending numbers.
  static func text(_ numbers: some Sequence<Int>) -> String {
    var ranges: [ClosedRange<Int>] = []
    for number in numbers {
      if let last = ranges.last, last.upperBound == number - 1 {
        ranges[ranges.count - 1] = last.lowerBound...number
      } else {
        ranges.append(number...number)
      }
    }
    return ranges.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)-\($0.upperBound)" }
      .joined(separator: ",")
  }
}
