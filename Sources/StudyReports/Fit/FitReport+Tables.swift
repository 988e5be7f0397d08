import Basics
import ModelParameters
import OutputAnalysis
import ResultsStore

extension FitReport {
  /// A varied parameter.
  struct Parameter: Sendable {
    let factor: AssumedFactor
    let effect: Double
    /// The place among the updated parameters; nil for a parameter that is drawn from its range.
    let place: Int?
  }

  /// All varied parameters, the one with the largest effect first.
  var parameters: [Parameter] {
    search.factors.indices.sorted { (-search.effects[$0], $0) < (-search.effects[$1], $1) }.map { own in
      Parameter(
        factor: search.box.factors[search.factors[own]], effect: search.effects[own],
        place: search.updated.firstIndex(of: own))
    }
  }

  var updated: [Parameter] { parameters.filter { $0.place != nil } }

  private func value(_ parameter: Parameter, _ share: Double, _ posterior: WeightedPoints?) -> Double? {
    guard let place = parameter.place, let posterior else { return nil }
    return number(parameter.factor, posterior.quantile(share, axis: place))
  }

  /// The value at a position in the range, with digits down to a thousandth of the range.
  private func number(_ factor: AssumedFactor, _ coordinate: Double) -> Double {
    let size = factor.range.map { $0.upperBound - $0.lowerBound } ?? 0
    let found = factor.number(factor.level(share: coordinate)) ?? 0
    var scale = 1.0
    for _ in 0..<NumberText.decimals(of: size, significant: 3) { scale *= 10 }
    return (found * scale).rounded() / scale
  }

  private func text(_ parameter: Parameter, _ values: [Double?]) -> String {
    values.compactMap { $0.map { parameter.factor.text(.number($0)) } }.joined(separator: " / ")
  }

  private func spread(_ parameter: Parameter) -> Double? {
    // A uniform distribution from 0 to 1 has the variance 1/12.
    parameter.place.map { result.posterior.deviation($0) * 12.0.squareRoot() }
  }

  var parameterTable: Table<Parameter> {
    let plausible = result.posterior
    let rejection = findings.rejection
    return [
      Column("parameter", \.factor.name), .data("unit", \.factor.definition.unit.rawValue),
      Column("grade", \.factor.definition.grade.rawValue),
      Column("default", .right) {
        $0.factor.number($0.factor.base)
      } text: {
        $0.factor.text($0.factor.base)
      },
      .page("range", .right) { text($0, [$0.factor.range?.lowerBound, $0.factor.range?.upperBound]) },
      .page("plausible", .right) { own in text(own, [0.05, 0.5, 0.95].map { value(own, $0, plausible) }) },
      .page("by rejection", .right) { own in text(own, [0.05, 0.95].map { value(own, $0, rejection) }) },
      .page("spread", .right) { spread($0).map { NumberText.fixed($0, decimals: 2) } ?? "" },
      .page("effect", .right) { NumberText.fixed($0.effect, decimals: 3) },
      .data("low") { $0.factor.range?.lowerBound }, .data("high") { $0.factor.range?.upperBound },
      .data("updated") { $0.place != nil },
      .data("q05") { value($0, 0.05, plausible) }, .data("q50") { value($0, 0.5, plausible) },
      .data("q95") { value($0, 0.95, plausible) }, .data("rejection_q05") { value($0, 0.05, rejection) },
      .data("rejection_q50") { value($0, 0.5, rejection) },
      .data("rejection_q95") { value($0, 0.95, rejection) },
      .csv("spread_ratio") { spread($0).map { NumberText.fixed($0, decimals: 2) } },
      .csv("effect_share") { NumberText.fixed($0.effect, decimals: 3) },
      .json("spread_ratio") { spread($0) }, .json("effect_share", \.effect),
    ]
  }

  var roundTable: Table<Int> {
    let rounds = search.rounds
    return [
      Column("round", .right) { $0 },
      Column("data sets", .right, key: "data_sets") { rounds[$0].proposals.count },
      Column("kept", .right) { rounds[$0].kept.count },
      .page("tolerance", .right) { NumberText.short(rounds[$0].tolerance) },
      .page("effective", .right) { NumberText.fixed(rounds[$0].posterior.effectiveSize, decimals: 0) },
      .csv("tolerance") { NumberText.fixed(rounds[$0].tolerance, decimals: 2) },
      .csv("effective_size") { NumberText.fixed(rounds[$0].posterior.effectiveSize, decimals: 0) },
      .json("tolerance") { rounds[$0].tolerance },
      .json("effective_size") { rounds[$0].posterior.effectiveSize },
      .data("is_result") { rounds[$0].proposals == result.proposals },
    ]
  }

  static let scoreTable: Table<ScoredRow> = [
    Column("source") { $0.row.source }, Column("id") { $0.row.id }, .data("study") { $0.row.study },
    .data("quantity") { $0.row.quantity },
    .page("observed", .right) { $0.row.observedWithUnit }, .data("observed") { $0.row.observation.value },
    .data("unit") { $0.row.unit }, .data("is_primary") { $0.row.isPrimary },
    .page("2.5 %", .right) { scored in scored.score.map { scored.row.text($0.low) } ?? "no value" },
    .page("50 %", .right) { scored in scored.score.map { scored.row.text($0.median) } ?? "" },
    .page("97.5 %", .right) { scored in scored.score.map { scored.row.text($0.high) } ?? "" },
    .page("p", .right) { $0.score.map { NumberText.short($0.pValue) } ?? "" },
    .data("low") { shortened($0.score?.low) }, .data("median") { shortened($0.score?.median) },
    .data("high") { shortened($0.score?.high) },
    .data("p") { shortened($0.score?.pValue) }, .data("u") { shortened($0.score?.probabilityBelow) },
    Column("verdict") { $0.score?.verdict.rawValue ?? "" },
    .page("CRPS", .right) { scored in
      scored.score?.rankedProbabilityScore.map { NumberText.fixed($0, decimals: 3) } ?? ""
    },
    .data("crps") { shortened($0.score?.rankedProbabilityScore) },
  ]

  static let calibrationTable: Table<FitFindings.Calibrated> = [
    Column("sources", .right) { $0.sources },
    Column("informed", .right) { $0.result.axes.count(where: \.isInformed) },
    Column("updated", .right) { $0.result.axes.count },
    Column("tested", .right) { $0.result.tested.count },
    Column("50 %", .right, key: "coverage_50") { coverage($0, 0.5) },
    Column("90 %", .right, key: "coverage_90") { coverage($0, 0.9) },
    .page("p", .right) { NumberText.probability($0.result.pValue) },
    .csv("p") { NumberText.probability($0.result.pValue) }, .json("p") { $0.result.pValue },
    .data("rejected") { $0.result.isRejected },
  ]

  /// The mean coverage over the tested parameters, with the widest interval of one of them.
  private static func coverage(_ own: FitFindings.Calibrated, _ part: Double) -> String {
    let found = own.result.tested.map { own.result.axes[$0].coverage(part) }
    let mean = found.reduce(0) { $0 + $1.estimate } / Double(max(1, found.count))
    let (low, high) = (
      found.map(\.interval.lowerBound).min() ?? 0, found.map(\.interval.upperBound).max() ?? 1
    )
    return "\(NumberText.percent(mean)) (\(NumberText.percent(low)) to \(NumberText.percent(high)))"
  }

  /// A parameter in a calibration.
  struct CalibratedParameter: Sendable {
    let sources: Int
    let name: String
    let axis: FitCalibration.Axis
    let isTested: Bool

    static let table: Table<Self> = [
      .data("sources", \.sources), .data("parameter", \.name), .data("spread_ratio", \.axis.spread),
      .data("informed", \.axis.isInformed), .data("tested", \.isTested),
      .data("ranks") { $0.axis.ranks.map { "\($0)" }.joined(separator: " ") },
      .data("coverage_50") { $0.axis.coverage(0.5).estimate },
      .data("coverage_50_low") { $0.axis.coverage(0.5).interval.lowerBound },
      .data("coverage_50_high") { $0.axis.coverage(0.5).interval.upperBound },
      .data("coverage_90") { $0.axis.coverage(0.9).estimate },
      .data("coverage_90_low") { $0.axis.coverage(0.9).interval.lowerBound },
      .data("coverage_90_high") { $0.axis.coverage(0.9).interval.upperBound },
    ]
  }

  var calibratedParameters: [CalibratedParameter] {
    findings.calibrated.flatMap { own in
      own.result.axes.indices.map { axis in
        CalibratedParameter(
          sources: own.sources, name: search.box.factors[search.factors[search.updated[axis]]].name,
          axis: own.result.axes[axis], isTested: own.result.tested.contains(axis))
      }
    }
  }

  // MARK: Files

  package var files: [OutputTable] {
    let plausible = zip(result.kept, result.posterior.weights).enumerated().map { number, own in
      DataSetLine(name: "p\(number + 1)", set: own.0, weight: own.1)
    }
    let all = search.sets.indices.map { DataSetLine(name: "\($0)", set: $0, weight: nil) }
    return [
      OutputTable("plausible.csv", dataSetTable, plausible),
      OutputTable("data-sets.csv", dataSetTable, all),
      OutputTable("parameters.csv", parameterTable, parameters),
      OutputTable("rounds.csv", roundTable, Array(search.rounds.indices)),
      OutputTable("left-out.csv", Self.scoreTable, findings.leftOut),
      OutputTable("calibration.csv", Self.calibrationTable, findings.calibrated),
      OutputTable("calibrated-parameters.csv", CalibratedParameter.table, calibratedParameters),
      OutputTable("fit.svg", svg: svg),
    ]
  }

  /// A data set as a line of `plausible.csv` or `data-sets.csv`.
  struct DataSetLine: Sendable {
    let name: String
    /// The place among all data sets.
    let set: Int
    let weight: Double?
  }

  private var dataSetTable: Table<DataSetLine> {
    let values = search.factors.map { factor in
      Column<DataSetLine>.data(search.box.factors[factor].name) { [search] in
        let level = search.sets[$0.set].point.moves.first { $0.factor == factor }?.level
        return Self.shortened(level.flatMap(search.box.factors[factor].number))
      }
    }
    let rows = names.enumerated().map { place, name in
      Column<DataSetLine>.data("d_\(name)") { [search] in
        Self.shortened(search.sets[$0.set].values[place])
      }
    }
    let head: Table<DataSetLine> = [
      .data("set", \.name), .data("weight", \.weight), .data("distance") { search.distances[$0.set] },
    ]
    return Table<DataSetLine>(head.columns + values + rows)
  }

  /// The value with six significant digits, which keep conditions on several parameters.
  private static func shortened(_ value: Double?) -> Double? {
    guard let value else { return nil }
    var scale = 1.0
    for _ in 0..<NumberText.decimals(of: abs(value), significant: 6) { scale *= 10 }
    return (value * scale).rounded() / scale
  }

  /// The unique names of the rows in tables: the identifier, with a number from its second row on.
  private var names: [String] {
    var seen: [String: Int] = [:]
    return search.rows.map { own in
      let number = seen[own.row.id, default: 0] + 1
      seen[own.row.id] = number
      return number == 1 ? own.row.id : "\(own.row.id).\(number)"
    }
  }

}

extension FitReport: Record {
  package static let record: Table<Self> = [
    "answer": \.answer, "seed": { "\($0.search.seed)" }, "data_sets": \.search.sets.count,
    "plausible_sets": \.result.kept.count, "effective_size": \.result.posterior.effectiveSize,
    "tolerance": \.result.tolerance, "default_distance": \.defaultDistance, "cuts": \.cuts,
    "rounds": { $0.search.rounds.indices.json($0.roundTable) },
    "parameters": { $0.parameters.json($0.parameterTable) },
    "left_out": { $0.findings.leftOut.json(Self.scoreTable) },
    "held_out": { $0.heldOut.json(Self.scoreTable) },
    "calibration": { $0.findings.calibrated.json(Self.calibrationTable) },
    "calibrated_parameters": { $0.calibratedParameters.json(CalibratedParameter.table) },
    "constant_observations": { $0.constantRows.map(\.row.id) }, "failures": \.failures,
  ]
}
