import OutputAnalysis

/// The analyses of plain values, which the product asks for through samples of replications.
extension MeanInterval {
  init(_ values: [Double], confidence: Double = 0.95) throws(AnalysisError) {
    try self.init(moments: Moments(values), confidence: confidence)
  }

  init(moments: Moments, confidence: Double = 0.95) throws(AnalysisError) {
    guard moments.count > 0 else { throw .emptySample }
    try self.init(count: moments.count, mean: moments.mean, moments: moments, confidence: confidence)
  }
}

extension OneSidedTest {
  init(_ sample: [Double], is claim: Claim, than value: Double, confidence: Double = 0.999)
    throws(AnalysisError)
  {
    try self.init(PseudoValues(values: sample), is: claim, than: value, confidence: confidence)
  }

  init(
    of first: [Double], minus second: [Double], is claim: Claim, than value: Double = 0,
    confidence: Double = 0.999
  ) throws(AnalysisError) {
    try self.init(
      PseudoValues(values: first).minus(PseudoValues(values: second)), is: claim, than: value,
      confidence: confidence)
  }
}

extension ClaimDecision {
  init(_ sample: [Double], _ limits: [Limit], confidence: Double = 0.999) throws(AnalysisError) {
    try self.init(PseudoValues(values: sample), limits, confidence: confidence)
  }

  /// Two one-sided tests of the claim that a mean lies within a margin of 0.
  init(_ sample: [Double], within margin: Double, confidence: Double = 0.95) throws(AnalysisError) {
    try self.init(sample, [(.atLeast, -margin), (.atMost, margin)], confidence: confidence)
  }
}

extension PairedDifference {
  init(of first: [Double], minus second: [Double], confidence: Double = 0.95) throws(AnalysisError) {
    try self.init(
      of: PseudoValues(values: first), minus: PseudoValues(values: second), confidence: confidence)
  }
}

extension WelchComparison {
  init?(_ first: [Double], _ second: [Double], confidence: Double = 0.95) throws(AnalysisError) {
    try self.init(PseudoValues(values: first), PseudoValues(values: second), confidence: confidence)
  }
}

extension JointRegion {
  init?(_ first: [Double], _ second: [Double], confidence: Double) throws(AnalysisError) {
    try self.init(PseudoValues(values: first), PseudoValues(values: second), confidence: confidence)
  }
}

extension EnergyStalenessFrontier.Point {
  init(_ label: String, energy: [Double], staleness: [Double]) {
    self.init(label, energy: .values(energy), staleness: .values(staleness))
  }
}

extension EnergyStalenessFrontier {
  /// Indices of the points that no other dominates by the means. Equal points of the front all stay.
  var nonDominated: [Int] {
    points.indices.filter { index in
      !means.contains {
        $0.energy <= means[index].energy && $0.staleness <= means[index].staleness && $0 != means[index]
      }
    }
  }
}

extension KaplanMeier {
  /// Share of waits that last longer than `length`.
  func survival(at length: Double) -> Double { steps.last { $0.length <= length }?.survival ?? 1 }
}
