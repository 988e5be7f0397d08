import Basics
import ModelParameters
import OutputAnalysis

/// A history matching for readers and files.
package struct FitReport: Sendable {
  let search: FitSearch
  let findings: FitFindings
  /// The defaults of the studies, judged like any parameter set.
  let asIs: FitPoint?
  let replications: Int
  /// The parameters of the screening, and the size of the effect of each.
  private let screened: SensitivityBox
  private let effects: [Double]
  let cuts: [String]
  let failures: [String]

  private static let printedRows = 15

  package init(
    _ search: FitSearch, asIs: FitPoint? = nil, screened: SensitivityBox, effects: [Double],
    replications: Int, cuts: [String], failures: [String]
  ) {
    (self.search, self.asIs, self.screened, self.effects) = (search, asIs, screened, effects)
    (self.replications, self.cuts, self.failures) = (replications, cuts, failures)
    findings = FitFindings(search)
  }

  var rows: [FitRow] { search.rows }
  var factors: [AssumedFactor] { search.factors.map { search.box.factors[$0] } }
  var finished: [FitSearch.Wave] { Array(search.waves.prefix(search.points.last?.wave ?? 0)) }

  /// The parameters that keep their defaults, the most influential first.
  var notVaried: [(factor: AssumedFactor, effect: Double)] {
    let moved = Set(factors)
    return zip(screened.factors, effects).filter { !moved.contains($0.0) }.sorted { $0.1 > $1.1 }
      .map { (factor: $0, effect: $1) }
  }

  /// The unique names of the rows in tables: the identifier, with a number from its second row on.
  var names: [String] {
    var seen: [String: Int] = [:]
    return rows.map { row in
      let number = seen[row.id, default: 0] + 1
      seen[row.id] = number
      return number == 1 ? row.id : "\(row.id).\(number)"
    }
  }

  var conclusion: String {
    let all = CountText.text(search.points.count, "parameter set")
    let plausible = search.plausible.count
    guard plausible > 0, let share = finished.last?.share else {
      return "The observations rule out all \(all), so there are no plausible sets."
    }
    return
      "\(plausible) of \(all) \(plausible == 1 ? "is" : "are") plausible; \(Self.text(share)) of the parameter space "
      + "remains after \(CountText.text(finished.count, "wave"))."
  }

  /// `4.2 % [2.6, 6.3]`.
  static func text(_ share: BoxShare) -> String {
    let ends = [share.interval.lowerBound, share.interval.upperBound].map(percent).joined(separator: ", ")
    return "\(percent(share.estimate)) % [\(ends)]"
  }

  static func percent(_ share: Double) -> String {
    NumberText.fixed(100 * share, decimals: share == 0 ? 0 : NumberText.decimals(of: 100 * share))
  }

  static func number(_ implausibility: Double) -> String {
    implausibility.isFinite ? NumberText.fixed(implausibility, decimals: 1) : "no value"
  }

  package var page: TextPage {
    var page = TextPage(conclusion)
    let out = findings.unmet
    if !out.isEmpty {
      page.add(
        "\(out.count) of \(CountText.text(rows.count, "observation")) \(out.count == 1 ? "matches" : "match") no parameter set: "
          + "the model is wrong, or the scenario differs from the observation."
          + (search.plausible.isEmpty ? " Use --hold-out to withhold them from the fit." : ""))
    }
    page.add(
      "\n\(CountText.text(rows.count, "observation")) of \(CountText.text(Set(rows.map(\.source)).count, "source")), "
        + "\(CountText.text(replications, "replication")) of each parameter set; cut-off "
        + "\(ShortestNumber.text(search.rule.cutoff)) for the second-largest implausibility over sources")
    for cut in cuts { page.add(cut) }
    if let asIs {
      page.add(
        "The defaults of the studies: \(Self.number(asIs.deciding)) over sources, \(asIs.isPlausible ? "plausible" : "ruled out")"
          + above(asIs))
    }
    page.addGap()
    page.add(
      TextTable(Array(finished.enumerated()), waveTable, subject: "share of the parameter space by wave"))
    page.addGap()
    page.add(TextTable(Array(factors.indices), parameterTable, subject: "ranges before and after"))
    let rest = notVaried.filter { $0.effect > 0 }.prefix(5).map(\.factor.name)
    page.add(
      "not varied: \(CountText.text(notVaried.count, "parameter"))"
        + (rest.isEmpty ? "" : ", most influential: \(rest.joined(separator: ", "))"))
    page.addGap()
    page.add(
      TextTable(
        findings.rows.prefix(Self.printedRows), rowColumns, subject: "observations that rule out most"))
    if findings.rows.count > Self.printedRows {
      page.add("and \(findings.rows.count - Self.printedRows) more observations that rule out less")
    }
    page.add(
      "Observations without a matching parameter set",
      out.map { "\(rows[$0.row].text): least implausibility \(Self.number($0.least))" })
    page.add(
      "Conflicting pairs: a parameter set matches either observation, but never both",
      findings.conflicts.prefix(10).map { pair in
        "\(rows[pair.first].text) in \(pair.metFirst) and \(rows[pair.second].text) in \(pair.metSecond) sets; "
          + "\(NumberText.fixed(pair.expected, decimals: 1)) in common expected for independent observations"
      })
    if findings.conflicts.count > 10 { page.add("  and \(findings.conflicts.count - 10) more") }
    add("Lowest maximum implausibility", findings.best, \.largest, to: &page)
    if search.plausible.isEmpty {
      add("Least implausible parameter set", findings.nearest, \.deciding, to: &page)
    }
    if let held = findings.heldOut {
      let plausible = held.metByPlausible.map { NumberText.fixed($0, decimals: 2) } ?? "no"
      page.add(
        "\nPlausible sets match \(plausible) of \(CountText.text(held.rows, "withheld observation")) on average; sets from the whole "
          + "parameter space match \(NumberText.fixed(held.metInBox, decimals: 2)).")
    }
    for failure in failures.prefix(3) { page.add("failed: \(failure)") }
    page.addGap()
    page.add(Self.legend)
    return page
  }

  /// `; at the cut-off or above: O22 5.8, O34 3.2`; empty without any.
  private func above(_ point: FitPoint) -> String {
    let values = zip(names, point.implausibilities).enumerated().filter {
      !rows[$0.offset].isHeldOut && $0.element.1 >= search.rule.cutoff
    }.map(\.element)
    guard !values.isEmpty else { return "" }
    return "; at the cut-off or above: " + values.map { "\($0) \(Self.number($1))" }.joined(separator: ", ")
  }

  private func add(
    _ title: String, _ point: FitPoint?, _ value: (FitPoint) -> Double, to page: inout TextPage
  ) {
    guard let point else { return }
    let levels = factors.indices.map {
      "\(factors[$0].name) = \(text(search.level(search.factors[$0], at: point.point), $0))"
    }
    page.add("\(title): \(Self.number(value(point))), at", levels)
  }

  private static let legend: Legend = [
    "median, least":
      "implausibility over the first wave and over all waves: the distance of the simulated mean from the band, in units of "
      + "its noise and a third of the half-width; 3 is one further half-width",
    "not met": "share of the parameter sets of the first wave with an implausibility at the cut-off or above",
    "range after": "from the smallest to the largest value in the plausible sets",
  ]

  func text(_ range: ClosedRange<Double>, _ place: Int) -> String {
    "\(text(range.lowerBound, place)) to \(text(range.upperBound, place))"
  }

  private func text(_ value: Double, _ place: Int) -> String {
    factors[place].text(.number(rounded(value, place)))
  }

  /// The value of a parameter, with digits down to a thousandth of its range.
  func rounded(_ value: Double, _ place: Int) -> Double {
    let size = factors[place].range.map { $0.upperBound - $0.lowerBound } ?? 0
    var scale = 1.0
    for _ in 0..<NumberText.decimals(of: size, significant: 3) { scale *= 10 }
    return (value * scale).rounded() / scale
  }

  /// The range from the smallest to the largest value of a parameter in the plausible sets.
  func span(_ place: Int) -> ClosedRange<Double>? {
    let values = search.plausible.map { search.level(search.factors[place], at: $0.point) }
    guard let low = values.min(), let high = values.max() else { return nil }
    return low...high
  }

  private var rowColumns: Table<FitFindings.Row> {
    [
      .page("id") { rows[$0.row].id }, .page("study") { rows[$0.row].study },
      .page("quantity") { rows[$0.row].quantity }, .page("band", .right) { rows[$0.row].band },
      .page("unit") { rows[$0.row].unit }, .page("grade") { rows[$0.row].grade },
      .page("not met", .right) { "\(NumberText.percent($0.ruledOut)) %" },
      .page("median", .right) { Self.number($0.median) }, .page("least", .right) { Self.number($0.least) },
    ]
  }
}

extension TextPage {
  /// A title with indented lines below it; nothing without lines.
  mutating func add(_ title: String, _ lines: [String]) {
    guard !lines.isEmpty else { return }
    add("\n\(title)")
    for line in lines { add("  \(line)") }
  }
}
