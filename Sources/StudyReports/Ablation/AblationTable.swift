import AblationDesign
import OutputAnalysis
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

  private func sample(_ metric: Int, _ place: Int?) -> [Double?] {
    place.map { values[metric].of(AblationResults.name(ofSetting: $0)) } ?? []
  }

  func baseMeans() throws(AnalysisError) -> [Ablation.BaseMean] {
    var means: [Ablation.BaseMean] = []
    for (index, metric) in metrics.enumerated() {
      let known = sample(index, 0).compactMap(\.self)
      guard !known.isEmpty else { continue }
      let interval = try MeanInterval(known, confidence: confidence)
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
        let own = sample(index, places[variant.setting])
        let pairs = try PairedSample(own, sample(index, 0))
        let difference = pairs.count == 0 ? nil : try PairedDifference(pairs, confidence: single)
        let known = own.compactMap(\.self)
        var notes: [String] = []
        if pairs.incomplete > 0 {
          notes.append(
            "\(pairs.incomplete) \(pairs.incomplete == 1 ? "replication" : "replications") without a pair")
        }
        pValues.append(difference?.pValue)
        rows.append(
          Ablation.Difference(
            variant: variant, metric: metric.name, mean: known.isEmpty ? nil : try Moments(known).mean,
            difference: difference?.interval.mean, halfWidth: difference?.interval.halfWidth,
            replicationsUsed: pairs.count, notes: notes))
      }
    }
    for (index, p) in try MultiplicityAdjustment.holm.adjust(pValues).enumerated() {
      rows[index].holmPValue = p
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
      let count = sample(index, 0).count
      let complete = (0..<count).filter { replication in
        orders.coalitions.allSatisfy { coalition in
          guard let values = samples[coalition], values.indices.contains(replication) else { return false }
          return values[replication] != nil
        }
      }
      guard !complete.isEmpty else { continue }
      func value(_ coalition: Coalition, _ replication: Int) -> Double {
        samples[coalition]?[replication] ?? 0
      }
      // Less the base, so that a split of small effects does not lose its digits to large levels.
      func effect(_ coalition: Coalition, _ replication: Int) -> Double {
        value(coalition, replication) - value(.none, replication)
      }
      let mean = orders.split { coalition in
        complete.reduce(0.0) { $0 + effect(coalition, $1) } / Double(complete.count)
      }
      var moments = [Moments](repeating: Moments(), count: orders.players)
      var total = Moments()
      for replication in complete {
        let shares = orders.split { effect($0, replication) }.values
        for player in shares.indices { moments[player].add(shares[player]) }
        total.add(effect(.all(orders.players), replication))
      }
      splits.append(
        Ablation.Split(
          metric: metric.name,
          shares: AblationSetting.factorNames.enumerated().map { player, name in
            Ablation.Split.Share(
              factor: name, value: mean.values[player], replicationError: moments[player].standardError,
              orderError: mean.errors?[player])
          }, total: total.mean, totalError: total.standardError, replicationsUsed: complete.count))
    }
    return splits
  }
}
