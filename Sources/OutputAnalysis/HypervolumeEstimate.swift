/// The hypervolume of a front of means, with an interval over replications by the jackknife.
///
/// If points compete closely, the luckier point counts, so the area is biased upward. Bias and standard error
/// follow from the areas with one replication omitted each time, the same replication for all points. If the
/// front changes with the omitted replication, the interval is rough.
public struct HypervolumeEstimate: Hashable, Sendable {
  public let area: Double
  /// The area with its first-order bias removed; empty for one replication, and where leaving one replication
  /// out makes the denominator of a ratio 0.
  public let jackknifeArea: Double?
  public let standardError: Double?
  /// Half-width of the t interval around `area`; empty where `jackknifeArea` is.
  public let halfWidth: Double?

  /// Takes the front's estimates, and their pseudo-values for the estimates with one replication left out.
  init(_ front: EnergyStalenessFrontier, reference: (Double, Double), confidence: Double) {
    let count = front.replications.count
    // Every point of a front has estimates; one without would add nothing.
    area = Hypervolume.area(
      front.points.map { point in
        (
          point.energySample.estimate(over: front.replications) ?? reference.0,
          point.stalenessSample.estimate(over: front.replications) ?? reference.1
        )
      }, reference: reference)
    let points = front.pseudoValues.compactMap { point in
      point.energy.values.flatMap { energy in point.staleness.values.map { (energy, $0) } }
    }
    guard count > 1, points.count == front.points.count else {
      (jackknifeArea, standardError, halfWidth) = (nil, nil, nil)
      return
    }
    let rest = Double(count - 1)
    let sums = points.map { ($0.0.reduce(0, +), $0.1.reduce(0, +)) }
    let moments = Moments(
      finite: (0..<count).map { replication in
        Hypervolume.area(
          zip(points, sums).map { point, sum in
            ((sum.0 - point.0[replication]) / rest, (sum.1 - point.1[replication]) / rest)
          }, reference: reference)
      })
    let n = Double(count)
    let error = ((n - 1) / n * moments.sumOfSquaredDeviations).squareRoot()
    jackknifeArea = n * area - (n - 1) * moments.mean
    standardError = error
    halfWidth = error * StudentT(degreesOfFreedom: rest).twoSidedFactor(confidence: confidence)
  }
}

/// The area that points dominate within a reference point: the quality of a front in one number.
///
/// The area that a front dominates; less is better in both objectives. Fronts are comparable only under the
/// same reference (Zitzler and Thiele, "Multiobjective evolutionary algorithms", IEEE Transactions on
/// Evolutionary Computation 3, 1999).
public enum Hypervolume {
  /// The exact area, by a sweep over the first objective.
  public static func area(_ points: [(Double, Double)], reference: (Double, Double)) -> Double {
    var area = 0.0
    var ceiling = reference.1
    for point in points.sorted(by: { ($0.0, $0.1) < ($1.0, $1.1) }) {
      guard point.0 < reference.0 else { break }
      guard point.1 < ceiling else { continue }
      area += (reference.0 - point.0) * (ceiling - point.1)
      ceiling = point.1
    }
    return area
  }
}
