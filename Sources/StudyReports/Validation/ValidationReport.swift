import Basics
import OutputAnalysis

/// The comparison of models with observations of real devices.
package struct ValidationReport: Sendable {
  /// A parameter that was chosen with a source, whose rows are therefore also drawn over its range.
  package struct Origin: Sendable {
    package var source: String
    package var parameters: [String]

    package init(source: String, parameters: [String]) {
      (self.source, self.parameters) = (source, parameters)
    }
  }

  package let rows: [ScoredRow]
  /// Each row again, with its parameters drawn from their ranges.
  package let leftOut: [ScoredRow]
  package let origins: [Origin]
  /// Sentences about the null models and what was left out.
  package let notes: [String]
  package let draws: Int
  package let models: [ModelScores]

  package init(
    _ rows: [ScoredRow], leftOut: [ScoredRow], origins: [Origin], notes: [String], draws: Int
  ) {
    (self.rows, self.leftOut, self.origins) = (rows, leftOut, origins)
    (self.notes, self.draws) = (notes, draws)
    let reference = rows.filter { $0.model == ModelScores.reference }
    var models = rows.map(\.model).unique.map { model in
      ModelScores(model, rows.filter { $0.model == model }, reference: reference)
    }
    let scores = models.map { ModelScores.scores($0.sources) }
    for source in models.first?.sources.map(\.row.source) ?? [] {
      let own = scores.compactMap { $0[source] }
      guard own.count == models.count, let least = own.min() else { continue }
      for place in models.indices where own[place] == least { models[place].bestCount += 1 }
    }
    self.models = models
  }

  /// The first model: the policy of the studies.
  private var own: ModelScores? { models.first }

  private var predictions: [ScoredRow] { rows.filter { $0.row.rule == nil } }
  private var rules: [ScoredRow] { rows.filter { $0.row.rule != nil && $0.model == own?.model } }

  // MARK: Pages

  package var page: TextPage {
    var page = TextPage()
    for sentence in answer { page.add(sentence) }
    for note in notes { page.add(note) }
    for model in predictions.map(\.model).unique {
      page.addGap()
      page.add("Predictions of \(model), \(CountText.text(draws, "draw")):")
      page.add(TextTable(predictions.filter { $0.model == model }, Self.columns))
    }
    if !rules.isEmpty {
      page.addGap()
      page.add("Limits and rules, which count in no score:")
      page.add(TextTable(rules, Self.ruleColumns))
    }
    if !models.isEmpty, own?.sources.isEmpty == false {
      page.addGap()
      page.add("Models over sources, one row of each:")
      page.add(TextTable(models, Self.modelColumns))
    }
    if !leftOutLines.isEmpty {
      page.addGap()
      page.add("Rows that parameters were chosen with, drawn over the ranges of these parameters:")
      page.add(TextTable(leftOutLines, Self.leftOutColumns))
    }
    if let own, !own.sources.isEmpty {
      page.addGap()
      page.add("Power of both tests if the draws of \(own.model) had another spread than the phones:")
      page.add(TextTable(own.powers(), Self.powerColumns))
    }
    let reasons = predictions.filter { !$0.row.isComparable && $0.model == own?.model && !$0.row.why.isEmpty }
    if !reasons.isEmpty { page.addGap() }
    for scored in reasons { page.add("\(scored.row.id) does not count: \(scored.row.why)") }
    page.add(Self.legend)
    return page
  }

  /// The verdict of the tests for each model, and the skill of the policy against the platform's rules alone.
  private var answer: [String] {
    guard let own, !own.sources.isEmpty else {
      return ["No source has a primary row that counts, so there is no test of the model."]
    }
    var sentences = models.compactMap { scores -> String? in
      guard let limit = scores.neverLimit else { return nil }
      let count = CountText.text(scores.sources.count, "source")
      let verdict =
        scores.isRejectedByCount || scores.isRejectedByUniformity ? "is rejected" : "is not rejected"
      return
        "\(scores.model) \(verdict): it practically never does what \(scores.never) of \(count) did, and chance allows \(limit.limit)."
    }
    for other in models.dropFirst() {
      let found = ModelScores.skill(of: own.sources, against: other.sources)
      guard let skill = found.skill, let interval = skill.interval else { continue }
      sentences.append(
        "\(own.model) predicts better than \(other.model) on \(found.better) of \(CountText.text(skill.bySource.count, "source")); its mean skill is \(Self.signed(skill.mean)) (\(Self.text(interval)))."
      )
    }
    return sentences
  }

  private static func signed(_ value: Double) -> String {
    let text = NumberText.fixed(value, decimals: 2)
    return text == "−0.00" ? "0.00" : text
  }

  private static func text(_ interval: ClosedRange<Double>) -> String {
    "\(signed(interval.lowerBound)) to \(signed(interval.upperBound))"
  }

  private static let columns: Table<ScoredRow> = [
    Column("id") { $0.row.id }, .data("study") { $0.row.study }, .data("quantity") { $0.row.quantity },
    .page("observation") { $0.row.words }, .page("observed", .right) { $0.row.observedWithUnit },
    .json("observed") { $0.row.values }, .json("unit") { $0.row.unit }, .json("model") { $0.model },
    .page("days", .right) { $0.windows.daysText },
    .page("2.5 %", .right) { scored in scored.score.map { scored.row.text($0.low) } ?? "" },
    .page("50 %", .right) { scored in scored.score.map { scored.row.text($0.median) } ?? "no value" },
    .page("97.5 %", .right) { scored in scored.score.map { scored.row.text($0.high) } ?? "" },
    .page("p", .right) { $0.score.map { NumberText.short($0.pValue) } ?? "" },
    .page("verdict") { $0.verdictText },
    .page("CRPS", .right) { scored in
      scored.score?.rankedProbabilityScore.map { NumberText.fixed($0, decimals: 3) } ?? ""
    },
    .json("that") { $0.row.words }, .json("source") { $0.row.source }, .json("phones") { $0.row.phones },
    .json("grade") { $0.row.grade }, .json("low") { $0.score?.low },
    .json("median") { $0.score?.median }, .json("high") { $0.score?.high },
    .json("p") { $0.score?.pValue }, .json("u") { $0.score?.probabilityBelow },
    .json("verdict") { $0.verdict?.rawValue }, .json("crps") { $0.score?.rankedProbabilityScore },
    .json("isCounted") { $0.isCounted }, .json("isPrimary") { $0.row.isPrimary },
    .json("why") { $0.row.why },
  ]

  private static let ruleColumns: Table<ScoredRow> = [
    Column("id") { $0.row.id }, .data("study") { $0.row.study }, .data("quantity") { $0.row.quantity },
    .page("observation") { $0.row.words }, Column("rule") { $0.row.rule },
    .page("observed", .right) { $0.row.observedText },
    .json("observed") { $0.row.values },
    .page("band", .right) {
      "\($0.row.text($0.row.band.lowerBound)) to \($0.row.text($0.row.band.upperBound))"
    },
    Column("unit") { $0.row.reportedUnit },
    .page("simulated", .right) { scored in scored.score.map { scored.row.text($0.median) } ?? "no value" },
    .json("bandLow") { $0.row.band.lowerBound }, .json("bandHigh") { $0.row.band.upperBound },
    .json("simulated") { $0.score?.median }, Column("verdict") { $0.verdictText },
    .json("source") { $0.row.source },
  ]

  private static let modelColumns: Table<ModelScores> = [
    Column("model") { $0.model }, Column("sources", .right) { $0.sources.count },
    Column("never", .right) { $0.never },
    Column("limit", .right, key: "never_limit") { $0.neverLimit?.limit },
    Column("rare", .right) { $0.rare }, Column("limit", .right, key: "rare_limit") { $0.rareLimit?.limit },
    .page("A²", .right) { $0.uniformity.map { NumberText.short($0.statistic) } ?? "" },
    .page("p", .right) { scores in scores.uniformity.map { NumberText.probability($0.pValue) } ?? "" },
    .page("mean CRPS", .right) { $0.meanScore.map { NumberText.fixed($0, decimals: 3) } ?? "" },
    .page("skill", .right) { $0.skill.map { signed($0.mean) } ?? "reference" },
    .page("95 % interval", .right) { scores in
      scores.skill?.interval.map(text) ?? ""
    },
    Column("better", .right, key: "better_than_reference") { $0.betterCount },
    Column("best", .right) { $0.bestCount },
    .csv("a_squared") { $0.uniformity.map { NumberText.fixed($0.statistic, decimals: 1) } },
    .csv("p") { scores in scores.uniformity.map { NumberText.probability($0.pValue) } },
    .csv("mean_crps") { $0.meanScore.map { NumberText.fixed($0, decimals: 3) } },
    .csv("skill") { $0.skill.map { signed($0.mean) } ?? "reference" },
    .csv("skill_interval") { scores in
      scores.skill?.interval.map(text) ?? "none"
    },
    .json("a_squared") { $0.uniformity?.statistic }, .json("p") { $0.uniformity?.pValue },
    .json("mean_crps") { $0.meanScore }, .json("skill") { $0.skill?.mean },
    .json("skill_low") { $0.skill?.interval?.lowerBound },
    .json("skill_high") { $0.skill?.interval?.upperBound },
    .json("rejected") { $0.isRejectedByCount || $0.isRejectedByUniformity },
  ]

  private static let powerColumns: Table<SpreadPower> = [
    Column("spread", .right) { NumberText.short($0.factor) },
    Column("number of never", .right, key: "never_count") { NumberText.fixed($0.neverCount, decimals: 3) },
    Column("Anderson–Darling", .right, key: "anderson_darling") { power in
      power.andersonDarling.map { NumberText.fixed($0, decimals: 3) }
    },
  ]

  // MARK: Left-out scores

  /// A row with its score and its left-out score.
  struct LeftOutLine: Sendable {
    let own, leftOut: ScoredRow
    let parameters: [String]
  }

  var leftOutLines: [LeftOutLine] {
    leftOut.compactMap { other in
      rows.first { $0.row.number == other.row.number && $0.model == own?.model }.map { own in
        LeftOutLine(
          own: own, leftOut: other,
          parameters: origins.first { $0.source == own.row.source }?.parameters ?? [])
      }
    }
  }

  private static let leftOutColumns: Table<LeftOutLine> = [
    Column("id") { $0.own.row.id }, Column("study") { $0.own.row.study },
    Column("parameters") { $0.parameters.joined(separator: ", ") },
    .page("p", .right) { $0.own.score.map { NumberText.short($0.pValue) } ?? "" },
    .page("p left out", .right) { $0.leftOut.score.map { NumberText.short($0.pValue) } ?? "" },
    .page("CRPS", .right) { crps($0.own) }, .page("CRPS left out", .right) { crps($0.leftOut) },
    .csv("p") { $0.own.score.map { NumberText.short($0.pValue) } },
    .csv("p_left_out") { $0.leftOut.score.map { NumberText.short($0.pValue) } },
    .csv("crps") { crps($0.own) }, .csv("crps_left_out") { crps($0.leftOut) },
    .json("p") { $0.own.score?.pValue }, .json("p_left_out") { $0.leftOut.score?.pValue },
    .json("crps") { $0.own.score?.rankedProbabilityScore },
    .json("crps_left_out") { $0.leftOut.score?.rankedProbabilityScore },
  ]

  private static func crps(_ row: ScoredRow) -> String {
    row.score?.rankedProbabilityScore.map { NumberText.fixed($0, decimals: 3) } ?? ""
  }

  // MARK: Data

  package var json: JSONValue {
    .object([
      .init("draws", draws.json), .init("rows", predictions.json(Self.columns)),
      .init("rules", rules.json(Self.ruleColumns)), .init("models", models.json(Self.modelColumns)),
      .init("left_out", leftOutLines.json(Self.leftOutColumns)),
      .init("power", (own?.powers() ?? []).json(Self.powerColumns)),
    ])
  }

  /// The judgments, the draws, and the tables of models, predictions, and left-out rows.
  package var files: [TableFile] {
    let lines = (rows + leftOut).flatMap { scored in
      scored.windows.indices.map { ScoreLine(scored: scored, place: $0) }
    }
    let draws = lines.flatMap { line in
      line.window.draws.indices.map { ScoreLine.Draw(line: line, number: $0) }
    }
    let reference = rows.filter { $0.model == ModelScores.reference }
    let compared = predictions.filter { $0.model == own?.model }.map { own in
      ComparedLine(own: own, reference: reference.first { $0.row.number == own.row.number })
    }
    return [
      TableFile(ScoreLine.table, lines), TableFile(ScoreLine.Draw.table, draws),
      TableFile(Self.named("models", Self.modelColumns), models),
      TableFile(Self.named("left_out", Self.leftOutColumns), leftOutLines),
      TableFile(ComparedLine.table, compared),
      TableFile(Table("answer", columns: [.csv("answer") { $0 }]), answer + notes),
    ]
  }

  private static func named<Row>(_ name: String, _ table: Table<Row>) -> Table<Row> {
    Table(name, columns: table.columns)
  }

  /// A prediction of the first model beside the reference, as a line of `predictions.csv`.
  struct ComparedLine: Sendable {
    let own: ScoredRow
    let reference: ScoredRow?

    static let table = Table<ComparedLine>(
      "predictions", "a prediction with the judgments of the policy and of the reference",
      columns: [
        .csv("id") { $0.own.row.id }, .csv("study") { $0.own.row.study },
        .csv("observation") { $0.own.row.words }, .csv("observed") { $0.own.row.observedWithUnit },
        .csv("days") { $0.own.windows.daysText },
        .csv("quantiles") { line in
          line.own.score.map { score in
            [score.low, score.median, score.high].map(line.own.row.text).joined(separator: " / ")
          }
        },
        .csv("p") { $0.own.score.map { NumberText.short($0.pValue) } },
        .csv("verdict") { $0.own.verdictText },
        .csv("reference_p") { $0.reference?.score.map { NumberText.short($0.pValue) } },
        .csv("reference_verdict") { $0.reference?.verdictText ?? "" },
      ])
  }

  private static let legend = Legend([
    (
      "p",
      "2 · min(u, 1 − u), where u is the share of draws below the observation; draws equal to it count by half"
    ),
    (
      "verdict",
      "ordinary: p ≥ 0.1; rare: 0.01 to 0.1; never: below 0.01. In parentheses: the row does not count, for the reason above or because its windows differ in verdict"
    ),
    (
      "CRPS",
      "continuous ranked probability score; smaller is better. Times and rates are compared as common logarithms"
    ),
    (
      "days",
      "length of the observed window; half and twice an assumed window, which must give the same verdict"
    ),
    ("skill", "mean over sources of (CRPS of gates-only − CRPS of the model) ÷ the larger of the two"),
    ("better", "sources on which the CRPS of the model is smaller than the CRPS of gates-only"),
    ("agrees, differs", "whether the median of the draws is in the band"),
    ("best", "sources on which no other model of the table has a smaller CRPS"),
    (
      "p left out, CRPS left out",
      "p and CRPS if the parameters of the row have random values from their ranges, not the chosen values"
    ),
    (
      "spread",
      "factor of the draws: 2 is a model whose draws vary twice as much as the devices do"
    ),
    (
      "number of never, Anderson–Darling",
      "share of simulated cases in which this test rejects a model with that spread; the power of the test"
    ),
    ("A²", "Anderson–Darling test that the values of u are uniform"),
    ("limit", "99 % quantile of the number of sources by chance"),
  ])
}
