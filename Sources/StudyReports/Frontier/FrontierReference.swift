/// The point up to which the hypervolume of a front is counted.
package struct FrontierReference: Sendable, Hashable {
  /// Value of the first metric, in its unit.
  package var first: Double
  /// Value of the second metric, in its unit.
  package var second: Double

  package init(first: Double, second: Double) {
    (self.first, self.second) = (first, second)
  }

  /// The point of an option: `20000,24000`, in the units of the metrics; nil for anything else.
  package init?(_ text: String) {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false).map {
      Double($0.filter { $0 != " " })
    }
    guard parts.count == 2, let first = parts[0], let second = parts[1], first > 0, second > 0,
      first.isFinite, second.isFinite
    else { return nil }
    self.init(first: first, second: second)
  }
}
