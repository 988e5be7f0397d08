/// A sum that keeps what rounding takes from it (Neumaier, "Rundungsfehleranalyse einiger Verfahren zur Summation
/// endlicher Summen", 1974), so that a term can be taken out again without loss.
struct CompensatedSum {
  private var high = 0.0
  private var low = 0.0

  init(_ terms: some Sequence<Double> = []) {
    for term in terms { add(term) }
  }

  var value: Double { high + low }

  mutating func add(_ term: Double) {
    let total = high + term
    low += abs(high) >= abs(term) ? (high - total) + term : (term - total) + high
    high = total
  }

  /// The sum without one of its terms; exactly 0 where all others are 0.
  func without(_ term: Double) -> Double {
    var rest = self
    rest.add(-term)
    return rest.value
  }
}
