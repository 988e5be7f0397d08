/// The hypervolume of a front of means, with an interval over replications by the jackknife.
///
/// The front of means is noisy. Where points compete closely the luckier one counts, so that the area is then
/// biased upwards. The jackknife estimates bias and standard error from the
/// hypervolumes with one replication left out each time; all points lose the same replication, so that common
/// random numbers narrow the interval. Where points compete so closely that the front changes with the
/// replication left out, the area has kinks and the interval is rough.
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
    let leaveOneOut = (0..<count).map { replication in
      Hypervolume.area(
        zip(points, sums).map { point, sum in
          ((sum.0 - point.0[replication]) / rest, (sum.1 - point.1[replication]) / rest)
        }, reference: reference)
    }
    let jackknife = Jackknife(full: area, leaveOneOut: leaveOneOut)
    jackknifeArea = jackknife.estimate
    standardError = jackknife.standardError
    halfWidth =
      jackknife.standardError * StudentT(degreesOfFreedom: rest).twoSidedFactor(confidence: confidence)
  }
}

/// The area that points dominate within a reference point: the quality of a front in one number.
///
/// Both objectives are such that less is better. A point that does not lie below the reference in both adds
/// nothing. The area depends on the reference, so fronts are comparable under the same one only (Zitzler and
/// Thiele, "Multiobjective evolutionary algorithms", IEEE Transactions on Evolutionary Computation 3, 1999).
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

/// Bias and standard error of a statistic from its values with one replication left out each time.
struct Jackknife {
  /// The statistic with its first-order bias removed.
  let estimate: Double
  let standardError: Double

  /// Takes the statistic of the full sample and, in the order of replications, without each of them.
  init(full: Double, leaveOneOut: [Double]) {
    let n = Double(leaveOneOut.count)
    var moments = Moments()
    for value in leaveOneOut { moments.add(value) }
    estimate = n * full - (n - 1) * moments.mean
    standardError = ((n - 1) / n * moments.sumOfSquaredDeviations).squareRoot()
  }
}
