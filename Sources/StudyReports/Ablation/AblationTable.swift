import AblationDesign
import OutputAnalysis
import PlainText
import StudyMetrics

/// The computation behind an ``Ablation``: samples by setting, metric and replication.
struct AblationTable {
  let plan: AblationPlan
  let metrics: [MetricDefinition]
  /// By metric.
  let values: [PointSample.Values]
  let confidence: Double

  private var places: [AblationSetting: Int] {
    Dictionary(uniqueKeysWithValues: plan.settings.enumerated().map { ($1, $0) })
  }

  private func sample(_ metric: Int, _ place: Int) -> ReplicationSample {
    if case .sample(let sample) = values[metric].of(AblationResults.name(ofSetting: place)) { return sample }
    return .values([])
  }

  /// The sample of a setting; without entries where the setting was not run.
  private func sample(_ metric: Int, _ place: Int?) -> ReplicationSample {
    let base = sample(metric, 0)
    return place.map { sample(metric, $0) } ?? .values([Double?](repeating: nil, count: base.count))
  }

  func baseMeans() throws(AnalysisError) -> [Ablation.BaseMean] {
    var means: [Ablation.BaseMean] = []
    for (index, metric) in metrics.enumerated() {
      let values = try sample(index, 0).pseudoValues()
      guard values.estimate != nil else { continue }
      let interval = try MeanInterval(values, confidence: confidence)
      means.append(.init(metric: metric.name, mean: interval.mean, halfWidth: interval.halfWidth))
    }
    return means
  }

  func differences() throws(AnalysisError) -> [Ablation.Difference] {
    let places = places
    let size = metrics.count * plan.variants.count
    let single = try MultiplicityAdjustment.singleConfidence(overall: confidence, size: size)
    var rows: [Ablation.Difference] = []
    var pValues: [Double?] = []
    for (index, metric) in metrics.enumerated() {
      for variant in plan.variants {
        let (own, base) = (sample(index, places[variant.setting]), sample(index, 0))
        let common = try ReplicationSample.common([own, base])
        let first = try own.pseudoValues(in: common)
        let second = try base.pseudoValues(in: common)
        let hasBoth = first.estimate != nil && second.estimate != nil
        let difference = hasBoth ? try PairedDifference(of: first, minus: second, confidence: single) : nil
        let incomplete = own.count - common.count
        var notes: [String] = []
        if incomplete > 0 { notes.append("\(CountText.text(incomplete, "replication")) without a pair") }
        pValues.append(difference?.pValue)
        rows.append(
          Ablation.Difference(
            variant: variant, metric: metric.name, mean: try own.pseudoValues().estimate,
            difference: difference?.interval.mean, halfWidth: difference?.interval.halfWidth,
            replicationsUsed: common.count, notes: notes))
      }
    }
    for (index, p) in try MultiplicityAdjustment.adjusted(pValues).enumerated() {
      rows[index].adjustedPValue = p
    }
    return rows
  }

  /// The split of each metric; none where no replication has all of its coalitions.
  func splits() throws(AnalysisError) -> [Ablation.Split] {
    guard let orders = plan.orders else { return [] }
    let places = places
    var splits: [Ablation.Split] = []
    for (index, metric) in metrics.enumerated() {
      let samples = Dictionary(
        uniqueKeysWithValues: orders.coalitions.map { ($0, sample(index, places[plan.setting(of: $0)])) })
      let complete = try ReplicationSample.common(Array(samples.values))
      guard !complete.isEmpty else { continue }
      var effects: [Coalition: PseudoValues] = [:]
      if let base = try samples[.none]?.pseudoValues(in: complete) {
        // Less the base, so that a split of small effects does not lose its digits to large levels.
        for (coalition, sample) in samples {
          effects[coalition] = try sample.pseudoValues(in: complete).minus(base)
        }
      }
      guard !effects.isEmpty, effects.values.allSatisfy({ $0.estimate != nil }) else { continue }
      let mean = orders.split { effects[$0]?.estimate ?? 0 }
      var moments = [Moments](repeating: Moments(), count: orders.players)
      var total = Moments()
      if effects.values.allSatisfy({ $0.values != nil }) {
        for place in complete.indices {
          func effect(_ coalition: Coalition) -> Double { effects[coalition]?.values?[place] ?? 0 }
          let shares = orders.split(effect).values
          for player in shares.indices { moments[player].add(shares[player]) }
          total.add(effect(.all(orders.players)))
        }
      }
      splits.append(
        Ablation.Split(
          metric: metric.name,
          shares: AblationSetting.factorNames.enumerated().map { player, name in
            Ablation.Split.Share(
              factor: name, value: mean.values[player], replicationError: moments[player].standardError,
              orderError: mean.errors?[player])
          }, total: effects[.all(orders.players)]?.estimate ?? 0, totalError: total.standardError,
          replicationsUsed: complete.count))
    }
    return splits
  }
}
