/// The hypervolume of a front of means, with an interval over replications by the jackknife.
///
/// The front of means is noisy. Where points compete closely the luckier one counts, so that the area is then
/// biased upwards. The jackknife estimates bias and standard error from the
/// hypervolumes with one replication left out each time; all points lose the same replication, so that common
/// random numbers narrow the interval. Where points compete so closely that the front changes with the
/// replication left out, the area has kinks and the interval is rough.
public struct HypervolumeEstimate: Hashable, Sendable {
  /// The area under the means of all replications.
  public let area: Double
  /// The area with its first-order bias removed; empty for one replication.
  public let jackknifeArea: Double?
  public let standardError: Double?
  /// Half-width of the t interval around `area`; empty for one replication.
  public let halfWidth: Double?
  public let confidence: Double

  public var lower: Double? { halfWidth.map { area - $0 } }
  public var upper: Double? { halfWidth.map { area + $0 } }

  /// Takes, for each point, its two objectives by replication.
  init(_ points: [EnergyStalenessFrontier.Point], reference: (Double, Double), confidence: Double) {
    let count = points.first?.energy.count ?? 0
    let sums = points.map { ($0.energy.reduce(0, +), $0.staleness.reduce(0, +)) }
    self.confidence = confidence
    area = Hypervolume.area(
      sums.map { ($0.0 / Double(count), $0.1 / Double(count)) }, reference: reference)
    guard count > 1 else {
      (jackknifeArea, standardError, halfWidth) = (nil, nil, nil)
      return
    }
    let rest = Double(count - 1)
    let leaveOneOut = (0..<count).map { replication in
      Hypervolume.area(
        zip(points, sums).map { point, sum in
          ((sum.0 - point.energy[replication]) / rest, (sum.1 - point.staleness[replication]) / rest)
        }, reference: reference)
    }
    let jackknife = Jackknife(full: area, leaveOneOut: leaveOneOut)
    jackknifeArea = jackknife.estimate
    standardError = jackknife.standardError
    halfWidth =
      jackknife.standardError * StudentT(degreesOfFreedom: rest).twoSidedFactor(confidence: confidence)
  }
}
