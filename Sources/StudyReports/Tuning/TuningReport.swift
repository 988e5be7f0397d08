import Basics
import ModelParameters
import OutputAnalysis

/// A search for better settings of a policy for readers: the answer, the front, the settings, and the best setting as
/// text for a study.
package struct TuningReport: Sendable {
  let search: TuningSearch
  let findings: TuningFindings
  /// The label of the policy, and its parameters at the default.
  let policy: String
  let parameters: ParameterSet
  let heading: SearchHeading
  let failures: [String]

  package init(
    _ search: TuningSearch, _ findings: TuningFindings, policy: String, parameters: ParameterSet,
    heading: SearchHeading, failures: [String]
  ) {
    (self.search, self.findings, self.policy, self.parameters) = (search, findings, policy, parameters)
    (self.heading, self.failures) = (heading, failures)
  }

  private typealias Row = TuningFindings.Row

  // MARK: Sentences

  var answer: [String] {
    guard !findings.rows.isEmpty else {
      return ["The default of `\(policy)` has no estimate of both metrics on the test seeds."]
    }
    guard let best = findings.best else {
      guard findings.judged > 0 else {
        return [
          "In the search, the default of `\(policy)` is at least as good as each other setting in both metrics. "
            + "Keep the default."
        ]
      }
      let judged =
        findings.judged == 1 ? "the judged setting" : "one of the \(findings.judged) judged settings"
      return [
        "The test seeds do not show that \(judged) dominates the default of `\(policy)`. Keep the default, or "
          + "choose another trade-off from the front."
      ]
    }
    let changes = findings.metrics.enumerated().map { place, metric in
      let unit = unit(place)
      return "\(metric.markedName) \(Self.text(best.sides[place].difference, unit))"
        + (metric.unit == "1" ? "" : " \(unit.name)")
    }
    let others = findings.dominating.count - 1
    return [
      "`\(best.name)` dominates the default of `\(policy)` on the test seeds: \(changes.joined(separator: ", "))."
    ]
      + (others == 0
        ? []
        : [
          "\(CountText.text(others, "further setting")) of \(findings.judged) judged settings "
            + "dominate\(others == 1 ? "s" : "") it, too."
        ])
  }

  private var extent: String {
    let plan = search.plan
    return "\(heading.place): \(CountText.text(search.settings.count - 1, "setting")) of "
      + "\(CountText.text(search.box.factors.count, "number")) in \(TuningPlan.rounds) rounds, replications 0 to "
      + "\(plan.seeds(TuningPlan.rounds - 1).upperBound - 1); test in replications \(plan.testSeeds.lowerBound) to "
      + "\(plan.testSeeds.upperBound - 1); \(CountText.text(heading.devices, "device")) each"
  }

  package var page: TextPage {
    var page = TextPage()
    for sentence in answer + heading.cuts { page.add(sentence) }
    page.add("\n" + extent)
    page.addGap()
    page.add(
      "Front of \(findings.metrics.map(\.markedName).joined(separator: " and ")) on the test seeds:")
    page.add(TextTable(findings.rows, frontTable, indentation: 2, subject: "front of the settings"))
    page.add("\nSettings:")
    page.add(TextTable(Array(search.box.factors.indices), settingTable, indentation: 2, subject: "settings"))
    page.add("Settings without an estimate", findings.left)
    if let best = findings.best, let place = best.place {
      page.add("\nBest setting, `\(best.name)`, for the policy `\(policy)` in the study:")
      page.add("  parameters:")
      for (name, text) in texts(place) { page.add("    \(name): \(text)") }
    }
    for failure in failures.prefix(3) { page.add("failed: \(failure)") }
    page.addGap()
    page.add(
      "The \(CountText.text(findings.statements, "interval")) of the differences are simultaneous at "
        + "\(NumberText.percent(TuningFindings.confidence)) % confidence (Bonferroni) over "
        + "\(CountText.text(findings.replications, "replication")) that the search did not use.")
    page.add(Self.legend)
    return page
  }

  private static let legend: Legend = [
    "on front": "no other setting is at least as good in both metrics, by the estimates",
    "difference": "from the default in the same replications, with its simultaneous interval",
    "dominates": "neither interval has worse values, and one interval has better values only",
    "dominated": "neither interval has better values, and one interval has worse values only",
    "trade-off": "one metric is better than the default, and the other metric is worse",
    "same": "both metrics are equal in every replication",
    "not decided": "an interval has better and worse values",
    "reference": "`clairvoyant`, a heuristic that knows the future, so that a device cannot run it",
  ]

  // MARK: Tables

  private func unit(_ place: Int) -> ShownUnit {
    ShownUnits()(findings.metrics[place], for: findings.rows.map { $0.sides[place].estimate })
  }

  private var frontTable: Table<Row> {
    let sides = findings.metrics.enumerated().flatMap { place, metric -> [Column<Row>] in
      let unit = unit(place)
      return [
        Column(metric.unit == "1" ? "share" : unit.name, .right, key: metric.name, pageKey: metric.name) {
          $0.sides[place].estimate
        } text: {
          PolicyFrontier.mean(unit($0.sides[place].estimate))
        },
        .page("difference", .right, key: "\(metric.name)_difference") { row in
          row.sides[place].difference.map { Self.text($0, unit) } ?? ""
        },
        .data("\(metric.name)_difference") { $0.sides[place].difference?.mean },
        .data("\(metric.name)_half_width") { $0.sides[place].difference?.halfWidth },
      ]
    }
    return Table<Row>(
      [Column("setting", \.name)] + sides + [
        Column("against the default", .left, key: "against_default") {
          $0.verdict?.rawValue
        } text: { row in
          row.verdict.map(Self.words) ?? (row.place == nil ? "reference" : "default")
        },
        Column("on front", .left, key: "on_front") {
          findings.isOnFront($0)
        } text: { row in
          findings.isOnFront(row).map { $0 ? "yes" : "no" } ?? ""
        },
      ] + parameterColumns(\.place))
  }

  private static func text(_ difference: MeanInterval?, _ unit: ShownUnit) -> String {
    NumberText.interval(unit(difference?.mean), unit(difference?.halfWidth), isSigned: true)
  }

  private static func words(_ verdict: TuningFindings.Verdict) -> String {
    switch verdict {
    case .tradeOff: "trade-off"
    case .notDecided: "not decided"
    case .dominates, .dominated, .same: verdict.rawValue
    }
  }

  /// A parameter by its place in the box, with its value at each setting.
  private var settingTable: Table<Int> {
    let places = findings.rows.compactMap(\.place)
    let columns = places.map { place in
      let values = Dictionary(uniqueKeysWithValues: search.values(place).map { ($0.name, $0.value) })
      return Column<Int>.page(TuningSearch.Setting.name(place), .right) { factor in
        let own = search.box.factors[factor]
        let value = values[own.definition.name] ?? parameters.value(own.definition.name)
        guard case .numbers(let numbers) = value, let place = own.place else {
          return own.definition.text(of: value)
        }
        return own.definition.text(of: .number(numbers[place]))
      }
    }
    return Table<Int>([.page("parameter") { search.box.factors[$0].name }] + columns)
  }

  /// The changed parameters of a setting, with their values as a study has them.
  private func texts(_ place: Int) -> [(name: String, text: String)] {
    search.values(place).map { name, value in
      let text = parameters.definition(name)?.text(of: value) ?? ""
      if case .numbers = value { return (name, "[\(text)]") }
      return (name, text)
    }
  }

  package var files: [OutputTable] {
    [
      OutputTable("front.csv", frontTable, findings.rows),
      OutputTable("search.csv", searchTable, Array(search.settings.indices)),
    ]
  }

  private var searchTable: Table<Int> {
    let costs: [(NondominatedOrder.Costs) -> Double] = [\.first, \.second]
    let sides = zip(findings.metrics, costs).map { metric, cost in
      Column<Int>.data(metric.name) { search.settings[$0].costs.map { metric.costSign * cost($0) } }
    }
    return Table<Int>(
      [
        .data("setting") { TuningSearch.Setting.name($0) }, .data("round") { search.settings[$0].round + 1 },
        .data("replications") { search.settings[$0].replications },
      ] + sides + parameterColumns { $0 })
  }

  /// A column for each varied parameter, empty for the reference.
  private func parameterColumns<Row>(_ place: @escaping (Row) -> Int?) -> [Column<Row>] {
    search.box.factors.map(\.definition).unique.map { definition in
      .data(definition.name) { row in
        place(row).map { place in
          let moved = search.values(place).first { $0.name == definition.name }?.value
          return definition.text(of: moved ?? parameters.value(definition.name))
        }
      }
    }
  }
}

extension TuningReport: Record {
  package static let record: Table<Self> =
    ["answer": \.answer] + SearchHeading.table.of(\.heading) + [
      "policy": \.policy, "metrics": { $0.findings.metrics.map(\.name) },
      "search_replications": \.heading.replications, "test_replications": \.findings.replications,
      "confidence": { _ in TuningFindings.confidence }, "intervals": \.findings.statements,
      "best": { $0.findings.best?.name },
      "set": { report in
        report.findings.best?.place.map { place in
          report.texts(place).map { "policies.\(report.policy).\($0.name)=\($0.text)" }
        } ?? []
      },
      "front": { $0.findings.rows.json($0.frontTable) },
      "search": { report in Array(report.search.settings.indices).json(report.searchTable) },
      "without_values": \.findings.left, "cuts": \.heading.cuts, "failures": \.failures,
    ]

  /// The keys of the JSON with their kinds and meanings.
  package static let keys = CatalogueText.rows(
    """
    answer | list of texts | Whether a setting dominates the default on the test seeds.
    study, study_digest, design_point, policy | text | The study, the digest of its settings, and the tuned policy.
    devices | number | Devices of each replication.
    metrics | list of texts | The two metrics of the front.
    search_replications, test_replications | number | Replications of the search, from 0, and of the test after them.
    confidence, intervals | number | The joint confidence of the intervals of all differences, and their number.
    best | text or null | The best setting that dominates the default; null if the test does not show one.
    set | list of texts | The best setting as arguments of `--set`.
    front[] | list of objects | The default, the judged settings, and the reference: estimates, differences, half-widths, and parameters.
    front[].against_default | text or null | dominates, dominated, tradeOff, same, or notDecided; null for the default and the reference.
    front[].on_front | boolean or null | Whether no other setting is at least as good in both metrics, by the estimates; null for the reference.
    search[] | list of objects | All settings with their first round, the replications of their last round, and their estimates.
    without_values | list of texts | Settings without an estimate in the test.
    cuts, failures | list of texts | Cuts that the time limit made, and runs that failed.
    """, columns: 3)
}
