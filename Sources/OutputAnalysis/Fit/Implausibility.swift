import Basics

/// The distance of simulated values from a band of observations: the implausibility of history matching
/// (Craig, Goldstein, Seheult and Smith, Bayesian Statistics 5, 1996).
///
/// The implausibility is the distance of the simulated mean outside of the band, divided by √(s² + (h/3)²),
/// where h is the half-width of the band. s² is the variance of that mean plus the variance of the mean of
/// the observed phones; one phone is simulated over the observed span. Without noise, 3 is therefore one
/// further half-width.
package struct Implausibility: Hashable, Sendable {
  package enum Scale: Hashable, Sendable {
    /// The logarithm of the value plus ½, so that it is defined for a count of 0.
    case logarithmic
    case linear
    /// The logit of a share, at least 1/200 away from 0 and 1, so that it is defined for both.
    case logit
    /// The hours of a day, on a circle.
    case hourOfDay
  }

  package let scale: Scale
  /// The band on its scale; of hours, with whole days added.
  package let band: ClosedRange<Double>
  /// Phones that were seen, at least 1, and devices that one value is simulated with.
  private let phones, devices: Double

  /// - Returns: nil for a band without width.
  package init?(_ band: ClosedRange<Double>, _ scale: Scale, phones: Int, devices: Int = 1) {
    self.scale = scale
    self.band = Self.position(band.lowerBound, scale)...Self.position(band.upperBound, scale)
    (self.phones, self.devices) = (Double(max(1, phones)), Double(devices))
    guard halfWidth > 0 else { return nil }
  }

  package var halfWidth: Double { (band.upperBound - band.lowerBound) / 2 }

  /// The place of a value on the scale; an hour is at most half a day from the middle of the band.
  package func position(_ value: Double) -> Double {
    guard scale == .hourOfDay else { return Self.position(value, scale) }
    let start = (band.lowerBound + band.upperBound) / 2 - 12
    return value - ((value - start) / 24).rounded(.down) * 24
  }

  private static func position(_ value: Double, _ scale: Scale) -> Double {
    switch scale {
    case .logarithmic: return Elementary.log(max(0, value) + 0.5)
    case .linear, .hourOfDay: return value
    case .logit:
      let share = (min(1, max(0, value)) + 0.005) / 1.01
      return Elementary.log(share / (1 - share))
    }
  }

  /// The variance of one phone's value on the scale; 0 below two values.
  package func variance(_ values: [Double]) -> Double {
    guard values.count > 1, let moments = try? Moments(values.map(position)) else { return 0 }
    return moments.sumOfSquaredDeviations / Double(values.count - 1) * devices
  }

  /// The implausibility of values by replication; infinite without values, because the observed event never
  /// happens there.
  ///
  /// - Parameter isLowerBound: Whether the values are lower bounds, so that a value below the band is not
  ///   evidence.
  package func value(_ values: [Double], isLowerBound: Bool = false) -> Double {
    guard let mean = (try? Moments(values.map(position)))?.mean, !values.isEmpty else { return .infinity }
    let below = isLowerBound ? 0 : band.lowerBound - mean
    let distance = max(below, mean - band.upperBound, 0)
    let ofPhone = variance(values)
    let noise = ofPhone / devices / Double(values.count) + ofPhone / phones
    return distance == 0 ? 0 : distance / (noise + halfWidth * halfWidth / 9).squareRoot()
  }
}

/// How the implausibilities of rows rule out a point.
///
/// Rows of one source count once, by their largest. The second-largest over sources decides, since one source may be wrong; with
/// fewer than three sources the largest of all rows does.
package struct RulingOut: Hashable, Sendable {
  /// The sources by row; nil for a row that does not count.
  package let sources: [String?]
  package let cutoff: Double

  package init(sources: [String?], cutoff: Double) { (self.sources, self.cutoff) = (sources, cutoff) }

  package func deciding(_ implausibilities: [Double]) -> Double {
    var largest: [String: Double] = [:]
    for (source, value) in zip(sources, implausibilities) {
      if let source { largest[source] = max(largest[source] ?? 0, value) }
    }
    let sorted = largest.values.sorted(by: >)
    return sorted.count < 3 ? sorted.first ?? 0 : sorted[1]
  }

  package func isPlausible(_ implausibilities: [Double]) -> Bool { deciding(implausibilities) < cutoff }
}

/// A share of a box with its 95 % interval.
package struct BoxShare: Hashable, Sendable {
  package let estimate: Double
  package let interval: ClosedRange<Double>

  /// The quantile of the normal distribution at 97.5 %.
  private static let z = 1.959963984540054

  /// The share of points over the whole parameter space that are not ruled out, with its Wilson interval
  /// (JASA 22, 1927).
  package init(left: Int, of count: Int) {
    let (n, z) = (Double(count), Self.z)
    estimate = Double(left) / n
    let center = (estimate + z * z / (2 * n)) / (1 + z * z / n)
    let half = z / (1 + z * z / n) * (estimate * (1 - estimate) / n + z * z / (4 * n * n)).squareRoot()
    interval = max(0, min(estimate, center - half))...min(1, max(estimate, center + half))
  }

  /// The share of a region in the parameter space, times the share of points in the region that are not ruled
  /// out. The interval is by the delta method. Its variances count two more points of each kind, so that they
  /// are above 0 (Agresti and Coull, American Statistician 52, 1998).
  package init(inRegion: Int, of uniform: Int, left: Int, of count: Int) {
    let (region, kept) = (Double(inRegion) / Double(uniform), Double(left) / Double(count))
    func adjusted(_ part: Int, _ whole: Int) -> (share: Double, variance: Double) {
      let share = Double(part + 2) / Double(whole + 4)
      return (share, share * (1 - share) / Double(whole + 4))
    }
    let (a, b) = (adjusted(inRegion, uniform), adjusted(left, count))
    estimate = region * kept
    let half = Self.z * (b.share * b.share * a.variance + a.share * a.share * b.variance).squareRoot()
    interval = max(0, estimate - half)...min(1, estimate + half)
  }
}
