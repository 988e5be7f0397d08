import Basics
import OutputAnalysis
import ResultsStore

/// A search over assumed parameters that `slumber sensitivity --to` has stored.
package struct SensitivityTable: Sendable {
  package struct Comparison: Sendable {
    package let contrast: SensitivityContrast
    package internal(set) var inStudy: SensitivityResponse
    package internal(set) var bars: [SensitivityBar]
    var unit: String
    let share: PointShare?

    fileprivate init?(_ value: JSONValue) {
      let empty = SensitivityContrast(metric: "", policy: "", baseline: "")
      guard let contrast = SensitivityContrast.table.row(value, over: empty),
        let inStudy = SensitivityResponse(stored: value["in_study"])
      else { return nil }
      (self.contrast, self.inStudy, unit) = (contrast, inStudy, contrast.unit)
      bars = (value["assumptions"]?.elements ?? []).compactMap { assumption in
        guard let name = assumption["assumption"]?.characters,
          let verdict = assumption["verdict"]?.characters.flatMap(AssumptionVerdict.init), verdict.isEffect
        else { return nil }
        let ends = (assumption["levels"]?.elements ?? []).compactMap { end in
          SensitivityResponse(stored: end["response"]).map { (end["level"]?.characters ?? "", $0) }
        }
        return SensitivityBar(name: name, ends: ends, verdict: verdict)
      }
      share = PointShare.record.row(value["share_of_points"], over: PointShare(points: 0))
    }
  }

  /// The devices and replications of the search, which can differ from the study's.
  package let heading: SearchHeading
  let assumptions: Int
  package let conclusions: [String]
  package let comparisons: [Comparison]
  package let boundaries: [Boundary]
  /// Whether its shares are over the plausible sets of a fit.
  package let isPlausible: Bool

  static let plausibleWord = "plausible sets"

  package struct Boundary: Sendable, Record {
    var metric = "", policy = "", baseline = "", assumption = "", unit = "", others = ""
    var place = 0.0, halfWidth = 0.0
    /// The side of the boundary with the lower value of the policy: `below` or `above`.
    var lowerSide = ""

    /// `immediate has a lower energy_j_per_day than never if score.thresholdStart < 0.52 ± 0.04 (…)`.
    package var sentence: String {
      let words = unit.isEmpty || unit == "-" ? "" : " \(unit)"
      return "\(policy) has a lower \(metric) than \(baseline) if \(assumption) "
        + "\(lowerSide == "below" ? "<" : ">") \(NumberText.interval(place, halfWidth))\(words) "
        + "(\(others.isEmpty ? "other parameters at their defaults" : others))"
    }

    package static let record: Table<Self> = [
      Column("metric", "", \.metric), Column("policy", "", \.policy), Column("baseline", "", \.baseline),
      Column("assumption", "", \.assumption), Column("unit", "", \.unit), Column("place", "", \.place),
      Column("half_width", "", \.halfWidth), Column("others", "", in: .json, \.others),
      Column("policy_is_lower", "", \.lowerSide), .csv("others") { $0.others.isEmpty ? nil : $0.others },
    ]
  }

  /// A file that `slumber sensitivity` did not write, or a search without points.
  package struct Failure: Error, Hashable, Sendable, CustomStringConvertible {
    let expected: String
    package var description: String { "expected \(expected)" }
  }

  package init(json bytes: [UInt8], needsShares: Bool = false) throws(Failure) {
    let value = try? JSONParser.value(ofText: bytes)
    func count(_ key: String) -> Int { value?[key]?.wholeNumber.map { Int(clamping: $0) } ?? 0 }
    func texts(_ key: String) -> [String] { value?[key]?.elements?.compactMap(\.characters) ?? [] }
    let empty = SearchHeading(
      study: "", studyDigest: "", designPoint: "", devices: 0, replications: count("replications"),
      cuts: texts("cuts"))
    comparisons = value?["comparisons"]?.elements?.compactMap(Comparison.init) ?? []
    (assumptions, conclusions) = (count("assumptions"), texts("conclusions"))
    isPlausible = value?["spread_over"]?.characters == Self.plausibleWord
    boundaries = (value?["boundaries"]?.elements ?? []).compactMap {
      Boundary.record.row($0, over: Boundary())
    }
    guard let heading = SearchHeading.table.row(value, over: empty), value?["comparisons"] != nil else {
      throw Self.wrong
    }
    self.heading = heading
    guard !needsShares || hasShares else {
      throw Failure(
        expected:
          "a sample of the parameter space: run `slumber sensitivity --quick` of this version with --points 64"
      )
    }
    guard !comparisons.isEmpty else { throw Self.wrong }
  }

  private static let wrong = Failure(expected: "sensitivity.json as `slumber sensitivity --to` writes it")

  package var hasShares: Bool { comparisons.contains { $0.share != nil } }

  func share(of row: ComparisonRow) -> PointShare? {
    guard row.designPoint == heading.designPoint, let value = row.difference, value != 0 else { return nil }
    let contrast = SensitivityContrast(metric: row.metric, policy: row.policy, baseline: row.baseline)
    return comparisons.first { own in
      own.share != nil && own.contrast == contrast && (own.inStudy.difference.estimate < 0) == (value < 0)
    }?.share
  }

  /// `; same sign in 61 of 64 points, noise-adjusted in 93.1 % (87 to 97 %)`; empty for a verdict of no difference.
  package func words(of row: ComparisonRow) -> String {
    let signed = ["better", "worse", "slightlyBetter", "slightlyWorse", "unresolved"]
    guard let verdict = row.verdict, signed.contains(verdict), let share = share(of: row) else { return "" }
    let words = isPlausible ? share.words.replacing(" points,", with: " plausible sets,") : share.words
    return share.lack == nil ? "; same sign \(words)" : "; \(words)"
  }

  package func members(of row: ComparisonRow) -> [JSONValue.Member] {
    let share = share(of: row)
    let prefix = isPlausible ? "plausible" : "robust"
    let table: Table<PointShare> = [
      "\(prefix)_points": \.points, "\(prefix)_by_estimates": \.byEstimates,
      "\(prefix)_noise_adjusted": \.noiseAdjusted, "\(prefix)_lower": \.lower, "\(prefix)_upper": \.upper,
    ]
    return table.of { $0 }.members(share)
  }

  var whole: String { isPlausible ? "plausible sets" : "parameter space" }

  var legend: String {
    let points = isPlausible ? whole : "points of the \(whole)"
    return
      "same sign: number of \(points) in which the estimate has the same sign. noise-adjusted: the same as a percentage of "
      + "the \(whole), corrected for sampling error, with a 95 % interval. The search had \(heading.devices) devices and "
      + "\(heading.replications) replications."
  }
}

/// The share of the parameter space in which a difference has the same sign.
package struct PointShare: Sendable, Hashable, Record {
  package var points: Int
  package var withSign: Int?
  /// The noise-adjusted share, from 0 to 1; nil without a share.
  var noiseAdjusted: Double?
  /// The ends of its 95 % interval; nil with few replications.
  package var lower, upper: Double?
  var lack: String?

  package init(_ share: SignShare) {
    points = share.points
    switch share.lack {
    case nil:
      (withSign, noiseAdjusted) = (share.withSign, share.noiseAdjusted)
      (lower, upper) = (share.interval?.lowerBound, share.interval?.upperBound)
    case .replications?: lack = "fewer than \(SignShare.fewestReplications) replications"
    case .phones(let count, let isMore)?:
      lack = "too few devices: \(isMore ? "more than" : "about") \(count) more replications"
    }
  }

  init(points: Int) { self.points = points }

  var byEstimates: Double? { withSign.map { Double($0) / Double(points) } }

  package static let record: Table<Self> = [
    Column("points", "", \.points), Column("points_with_sign", "", \.withSign),
    Column("share_by_estimates", "", \.byEstimates), Column("share_noise_adjusted", "", \.noiseAdjusted),
    Column("share_lower", "", \.lower), Column("share_upper", "", \.upper), Column("no_share", "", \.lack),
  ]

  /// `93.1 % (87 to 97 %)`; nil without a share.
  var noiseAdjustedText: String? {
    guard let noiseAdjusted else { return nil }
    guard let lower, let upper else { return "\(NumberText.percent(noiseAdjusted)) %" }
    return
      "\(NumberText.percent(noiseAdjusted)) % (\(NumberText.percent(lower)) to \(NumberText.percent(upper)) %)"
  }

  /// `in 61 of 64 points, noise-adjusted in 93.1 % (87 to 97 %)`, or the reason why the share is unknown.
  package var words: String {
    guard let withSign, let noiseAdjustedText else { return "no share (\(lack ?? ""))" }
    return "in \(withSign) of \(points) points, noise-adjusted in \(noiseAdjustedText)"
  }
}

extension SensitivityTable {
  static func absence(study: String) -> ReportChapter {
    var page = TextPage(
      "No sensitivity analysis has been run for this study. Run the command below, then pass its output folder to "
        + "`slumber report --sensitivity`.")
    page.add(command: "slumber sensitivity \(study) --quick --points 64 --to sensitivity")
    return ReportChapter("assumptions", "Assumptions", page)
  }

  /// The results of the search in the units of the report, with the figures of `slumber sensitivity`.
  func chapter(units: ShownUnits) -> ReportChapter {
    let comparisons = comparisons.map { $0.shown(in: units) }
    var chapter = ReportChapter("assumptions", "Assumptions", page(comparisons))
    let figures = comparisons.enumerated().map { number, comparison in
      let own = comparison.contrast
      let title = own.text.replacing(
        own.metric, with: MetricCatalogue.metric(own.metric)?.label ?? own.metric)
      return ReportFigure(
        "assumptions-\(number + 1)", title,
        svg: RowChart(
          title: title, unit: comparison.unit, base: comparison.inStudy.difference.estimate,
          bars: comparison.bars
        ).svg,
        caption:
          "The difference in `\(own.metric)` at the ends of the range of each parameter with an effect.",
        table: "sensitivity.csv")
    }
    let tables = self.comparisons.reduce(into: TextPage()) { $0.add($1.ends) }
    chapter.add(figures, ReportData("sensitivity.csv", tables))
    return chapter
  }

  private func page(_ comparisons: [Comparison]) -> TextPage {
    var page = TextPage(conclusions.joined(separator: "\n"))
    page.add(
      "\nThe search varied \(assumptions) assumed parameters one at a time, then the influential ones in pairs, with "
        + "\(heading.devices) devices in \(heading.replications) replications"
        + (heading.designPoint == "base" ? "." : ", design point \(heading.designPoint)."))
    for cut in heading.cuts { page.add(cut) }
    page.add("\n" + boundaries.map(\.sentence).joined(separator: "\n"))
    let known = comparisons.compactMap { own in own.share.map { (own.contrast.text, $0.words) } }
    page.add(
      known.isEmpty
        ? TextPage(
          "\nThe search did not sample the parameter space, so the robustness of the verdicts is unknown. Add `--points 64` to "
            + "`slumber sensitivity`.")
        : TextPage(
          TextTable(known, titles: ("comparison", "same sign"), subject: "shares of points")))
    for comparison in comparisons where !comparison.bars.isEmpty {
      let own = comparison.contrast
      page.add("\n\(own.text): \(comparison.inStudy.words) \(comparison.unit) at the defaults")
      page.add(comparison.ends)
    }
    return page
  }
}

extension SensitivityTable.Comparison {
  /// The comparison with its differences in the unit of a report.
  fileprivate func shown(in units: ShownUnits) -> Self {
    let responses = [inStudy] + bars.flatMap { $0.ends.map(\.response) }
    let unit = units(MetricCatalogue.metric(contrast.metric), for: responses.map(\.difference.estimate))
    func scaled(_ response: SensitivityResponse) -> SensitivityResponse { response.scaled(by: 1 / unit.size) }
    var own = self
    own.inStudy = scaled(inStudy)
    own.bars = bars.map { bar in
      SensitivityBar(
        name: bar.name, ends: bar.ends.map { ($0.level, scaled($0.response)) }, verdict: bar.verdict)
    }
    if unit.name != "1" { own.unit = unit.name }
    return own
  }

  /// The differences at the levels of the parameters.
  fileprivate var ends: TextTable {
    TextTable(
      bars.flatMap { bar in bar.ends.map { (bar: bar, end: $0) } },
      [
        .page("parameter", \.bar.name), .page("level", .right, \.end.level),
        .page("difference", .right, \.end.response.words), .page("verdict", \.bar.verdict.text),
      ], subject: contrast.text)
  }
}
