/// The share of the variance of a response that one parameter explains by itself: the correlation ratio over ten equal
/// parts of the range of the parameter, less its expected value for a parameter without an effect (Kelley, "An unbiased
/// correlation ratio measure", PNAS 21, 1935).
package enum ExplainedShare {
  private static let parts = 10

  /// - Parameter coordinates: The positions of the parameter in its range, from 0 to 1, by response.
  package static func of(_ responses: [Double], by coordinates: [Double]) -> Double {
    var groups = [Moments](repeating: Moments(), count: parts)
    for (response, coordinate) in zip(responses, coordinates) {
      groups[min(parts - 1, Int(coordinate * Double(parts)))].add(response)
    }
    let total = groups.reduce(into: Moments()) { $0.merge($1) }
    let known = groups.count { $0.count > 0 }
    let freedom = Double(total.count - known)
    guard total.sumOfSquaredDeviations > 0, freedom > 0 else { return 0 }
    let within = groups.reduce(0) { $0 + $1.sumOfSquaredDeviations }
    let unexplained = (within / freedom) / (total.sumOfSquaredDeviations / Double(total.count - 1))
    return max(0, 1 - unexplained)
  }
}
