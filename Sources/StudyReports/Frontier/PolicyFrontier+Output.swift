import Basics
import OutputAnalysis
import ResultsStore

extension PolicyFrontier: Record {
  func page(isNamed: Bool, units: ShownUnits) -> TextPage {
    var parts = [
      "\(points.count) \(over.isEmpty ? "policies" : "choices")", CountText.text(replications, "replication"),
    ]
    if !over.isEmpty { parts.insert("over \(over.joined(separator: ", "))", at: 0) }
    if isNamed { parts.insert("at \(name)", at: 0) }
    var page = TextPage(
      "\nfront of \(metrics.first.markedName) and \(metrics.second.markedName): "
        + parts.joined(separator: ", "))
    page.add(table(units))
    for policy in left { page.add("  \(policy): no estimate of at least one metric") }
    if let hypervolume {
      page.add("\n  \(hypervolume.text(baseline: baseline))\n  \(hypervolume.referenceText)")
    }
    return page
  }

  private var hasRegions: Bool { points.contains { $0.difference != nil } }
  private func hasBattery(_ metric: MetricDefinition) -> Bool { nominalJoules != nil && metric.unit == "J/d" }

  private func columns(_ units: ShownUnits) -> [Column<Point>] {
    var columns: [Column<Point>] = [.page(over.isEmpty ? "policy" : "choice", \.label)]
    if points.contains(where: { $0.gates != nil }) {
      columns.append(.page("gates", .right) { $0.gates.map(String.init) ?? "" })
    }
    let sides: [(MetricDefinition, (Point) -> Double, (JointRegion) -> (Double, Double))] = [
      (metrics.first, \.first, { ($0.center.first, $0.firstHalfWidth) }),
      (metrics.second, \.second, { ($0.center.second, $0.secondHalfWidth) }),
    ]
    for (metric, value, region) in sides {
      let unit = units(metric, for: points.map { Optional(value($0)) })
      columns.append(.page(metric.unit == "1" ? "share" : unit.name, .right) { Self.mean(unit(value($0))) })
      if hasBattery(metric) {
        let joules = nominalJoules
        columns.append(.page("battery", .right) { NumberText.battery(value($0), of: joules) })
      }
      if hasRegions {
        let name = metric.unit == "1" ? "" : unit.name
        columns.append(.page("difference", .right, unit: name) { Self.difference($0, unit, region) })
      }
    }
    columns.append(.page("dominance", key: "dominance", \.words))
    if points.contains(where: { $0.pValue != nil }) {
      columns.append(.page("p", .right) { NumberText.probability($0.pValue) })
    }
    if points.contains(where: { $0.frontShare != nil }) {
      columns.append(
        .page("resamples", .right) { point in
          point.frontShare.map { NumberText.fixed($0 * 100, decimals: 0) + " %" } ?? ""
        })
    }
    return columns
  }

  func table(_ units: ShownUnits) -> TextTable {
    var table = TextTable(
      points, Table(columns(units)), indentation: 2,
      subject: "front of \(metrics.first.name) and \(metrics.second.name)")
    let facts = [metrics.first, metrics.second].compactMap { metric in
      metric.betterWay.map { "\(metric.markedName) (\(metric.unit)): \($0)" }
    }
    table.caption = TextTable.caption("front of two metrics", nil, facts)
    table.note =
      "\(CountText.text(statements, "one-sided paired test")) at a joint \(NumberText.percent(jointConfidence)) % level, "
      + "\(CountText.text(replications, "replication"))."
    return table
  }

  static let legend: Legend = [
    "on the front": "every other policy is significantly worse in at least one metric",
    "unresolved": "no policy is as good by both estimates; with more runs, the named one may be",
    "perhaps dominated": "the named policy is at least as good in both metrics, but not significantly",
    "not distinguished": "the named policy is at least as good by both estimates, but p is 0.5 or more",
    "clearly dominated": "the named policy is significantly no worse in both metrics, and better in one",
    "same": "both values are equal in every replication",
    "gates": "number of soft gates that the policy obeys",
    "p": "p-value of the test that the named policy dominates, Bonferroni-adjusted",
    "resamples": "how often the policy is on the front in 2,000 bootstrap samples",
    "difference": "from the baseline, ± the joint confidence region of both metrics, projected on the axis",
    "battery": "the estimate as a percentage of battery capacity per day",
  ]

  /// The sentences below the legend: tests, scope, and policies with a special place.
  static func explanation(of fronts: [PolicyFrontier]) -> String {
    guard let first = fronts.first else { return "" }
    let points = fronts.flatMap(\.points)
    let statements = fronts.map(\.statements).max() ?? 0
    var lines: [String] = []
    if statements > 0 {
      lines.append(
        "A front uses \(CountText.text(statements, "one-sided paired test")) at a joint \(NumberText.percent(first.jointConfidence)) % "
          + "level. One-sided tests can be significant if the two-sided interval includes 0.")
    }
    if fronts.allSatisfy(\.over.isEmpty) {
      lines.append(
        "Results apply to these two metrics and these policy settings only. To compare settings of a policy, vary them as a factor."
      )
    }
    for point in points where point.dominance == .beside {
      lines.append(
        "`\(point.label)` knows the future. It is shown for reference and is not part of the front.")
    }
    for point in points where point.startsNothing {
      lines.append(
        "`\(point.label)` starts no discretionary work. It marks the zero-energy end of the front.")
    }
    return lines.unique.joined(separator: "\n") + "\n"
  }

  private static func difference(
    _ point: Point, _ unit: ShownUnit, _ side: (JointRegion) -> (Double, Double)
  ) -> String {
    if point.isBaseline { return "baseline" }
    guard let region = point.difference else { return "" }
    let (center, halfWidth) = side(region)
    return NumberText.interval(unit(center), unit(halfWidth), isSigned: true)
  }

  static func list(_ labels: [String]) -> String {
    labels.isEmpty ? "none" : labels.joined(separator: ", ")
  }

  /// Five significant digits of a large number, four of a small one.
  static func mean(_ value: Double) -> String {
    NumberText.fixed(value, decimals: value >= 1000 ? 0 : NumberText.decimals(of: value, significant: 4))
  }

  /// The dominance in the words of the table; an equal point has the words of the first one.
  fileprivate func dominanceWord(_ point: Point) -> String {
    (points.first { $0.label == point.sameAs } ?? point).dominanceWord
  }

  package struct Row: Sendable {
    package let front: PolicyFrontier
    package let point: Point

    package var dominance: String { front.dominanceWord(point) }
    private var rivals: String? { point.rivals.isEmpty ? nil : point.rivals.joined(separator: "; ") }

    package static let table = Table(
      "front", "A policy, or a level of one, with its dominance and its place on the front of two metrics.",
      key: ["front", "first_metric", "second_metric", "choice"],
      columns: [
        Column("front", "Arm and levels that all points of the front share.", \.front.name),
        Column("arm", "As in runs.csv.", \.front.arm),
        Column("first_metric", "Metric of the first axis.", \.front.metrics.first.name),
        Column("second_metric", "Metric of the second axis.", \.front.metrics.second.name),
        Column("choice", "The policy, with its levels if the front compares levels.", \.point.label),
        Column("policy", "Label of the policy.", \.point.policy),
        Column("gates", "Number of soft gates that the policy obeys.", \.point.gates),
        Column("is_baseline", "1 for the baseline, from which differences are computed.", \.point.isBaseline),
        Column("first", "Estimate of the first metric, in `first_unit`.", \.point.first),
        unit("first", \.front.metrics.first.unit),
        Column("second", "Estimate of the second metric, in `second_unit`.", \.point.second),
        unit("second", \.front.metrics.second.unit),
        difference("first", \.point.difference?.center.first),
        halfWidth("first", \.point.difference?.firstHalfWidth),
        difference("second", \.point.difference?.center.second),
        halfWidth("second", \.point.difference?.secondHalfWidth),
        Column(
          "correlation", unit: "1",
          "Correlation of the estimates of both differences, which tilts the joint region: an ellipse with both half-widths.",
          \.point.difference?.correlation),
        Column(
          "confidence", unit: "1", "Joint confidence of all regions, and of all tests, of the front.",
          \.front.jointConfidence),
        Column(
          "dominance",
          "`on the front`: every other policy is significantly worse in one metric, by one-sided tests; `clearly dominated`: another policy is "
            + "significantly no worse in both metrics, and better in one; `perhaps dominated`: another policy is at least as good by both estimates; "
            + "`not distinguished`: perhaps dominated, with a p of 0.5 or more; `unresolved`: any other relation; `reference`: the policy knows the future and is not judged.",
          words: [
            "on the front", "unresolved", "perhaps dominated", "not distinguished", "clearly dominated",
            "reference",
          ], \.dominance),
        Column("rivals", "The policies that may dominate this policy, the smallest p-value first.", \.rivals),
        Column(
          "p", unit: "1",
          "p-value of the test that the first rival dominates, Bonferroni-adjusted over all tests of the front.",
          \.point.pValue),
        Column(
          "front_share", unit: "1",
          "Share of bootstrap resamples of the replications in which the point is on the front of the estimates.",
          \.point.frontShare),
        Column("same_as", "An earlier point with equal metrics in every replication.", \.point.sameAs),
        Column("replications_used", "Replications that all points have.", \.front.replications),
      ])

    private static func unit(_ metric: String, _ path: KeyPath<Row, String>) -> Column<Row> {
      Column(
        "\(metric)_unit", "Unit of `\(metric)`, its difference and its half-width; 1 for shares and counts.",
        path)
    }

    private static func difference(_ metric: String, _ path: KeyPath<Row, Double?>) -> Column<Row> {
      Column(
        "\(metric)_difference",
        "Difference of the \(metric) metric from the baseline; empty for the baseline.", path)
    }

    private static func halfWidth(_ metric: String, _ path: KeyPath<Row, Double?>) -> Column<Row> {
      Column(
        "\(metric)_half_width",
        "Half the width of the joint region of both differences in the direction of the \(metric) metric; the "
          + "regions of a front are simultaneous. Empty below three replications.", path)
    }
  }

  package static let record: Table<Self> = [
    "at": \.name, "over": \.over, "first_metric": \.metrics.first.name,
    "second_metric": \.metrics.second.name, "replications": \.replications,
    "confidence": \.jointConfidence, "statements": \.statements, "baseline": \.baseline,
    "hypervolume": \.hypervolume, "without_values": \.left,
    "points": { front in
      front.points.json([
        "label": \.label, "policy": \.policy, "gates": \.gates, "first": \.first, "second": \.second,
        "dominance": front.dominanceWord, "rivals": \.rivals, "p": \.pValue, "front_share": \.frontShare,
        "uses_future": { $0.dominance == .beside }, "starts_nothing": \.startsNothing,
        "difference": { $0.difference.map(JointRegion.record.json) }, "same_as": \.sameAs,
      ])
    },
  ]
}

extension PolicyFrontier.Point {
  /// Whether the estimates make it more likely than not that a rival dominates.
  private var isDistinguished: Bool { dominance != .perhapsDominated || (pValue ?? 1) < 0.5 }

  /// The dominance in the words of the table.
  fileprivate var dominanceWord: String { isDistinguished ? dominance.rawValue : "not distinguished" }

  /// Dominance and rival: `clearly dominated by random`.
  package var words: String {
    if let sameAs { return "same as \(sameAs)" }
    guard let rival = rivals.first else { return dominance.rawValue }
    let others = rivals.count > 1 ? " and \(rivals.count - 1) more" : ""
    switch dominance {
    case .onFront, .beside: return dominance.rawValue
    // Nothing is known about these rivals, so the nearest one is enough.
    case .unresolved: return "unresolved against \(rival)"
    case .perhapsDominated, .clearlyDominated:
      return "\(dominanceWord) \(isDistinguished ? "by" : "from") \(rival)\(others)"
    }
  }
}

extension JointRegion {
  fileprivate static let record: Table<Self> = [
    "first": \.center.first, "first_half_width": \.firstHalfWidth, "second": \.center.second,
    "second_half_width": \.secondHalfWidth, "first_variance": \.covariance.first,
    "second_variance": \.covariance.second, "covariance": \.covariance.mixed,
    "squared_radius": \.squaredRadius, "confidence": \.confidence,
  ]
}
