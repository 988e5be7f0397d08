import Basics
import OutputAnalysis
import ResultsStore

/// The answer of a comparison: at most five sentences, then one table of verdicts.
///
/// Sentences follow from verdicts on simultaneous intervals. Estimates give the size of a difference, never its sign.
struct ComparisonAnswer {
  /// A policy against the baseline, or a level against the first level of its factor, in one metric.
  struct Contrast {
    let metric, subject, reference: String
    /// The design point; empty for a study with one point.
    var place = ""
    let judged: JudgedDifference
    let estimate, referenceEstimate: Double?
    /// The numbers of soft gates that the policy and the baseline obey; nil if unknown, or for levels.
    var gates, referenceGates: Int?
    /// The robustness of the sign over parameter sets; nil without a search.
    var share: PointShare?

    var verdict: Verdict { judged.verdict.flatMap(Verdict.init) ?? .unresolved }
    fileprivate var definition: MetricDefinition? { MetricCatalogue.metric(metric) }
    fileprivate var label: String { definition?.label ?? metric }
    /// The difference in the better direction.
    fileprivate var gain: Double { -(definition?.costSign ?? 1) * (judged.difference ?? 0) }
  }

  let contrasts: [Contrast]
  let units: ShownUnits
  /// The head of the column of subjects: policies, arms or levels.
  let subjects: String
  /// The sentence about factors, for a study that also compares policies; nil for no factor.
  var effects: String?
  /// Whether the answer proposes a search over assumed parameters.
  var asksForSearch = false
  /// The caption's last part: confidence and family.
  var note = ""

  /// Metrics that users feel come before other metrics.
  private var metrics: [String] {
    let names = contrasts.map(\.metric).unique
    let felt = names.filter { MetricCatalogue.metric($0)?.isFelt ?? false }
    return felt + names.filter { !felt.contains($0) }
  }
  private var places: [String] { contrasts.map(\.place).unique }
  private var references: [String] { contrasts.map(\.reference).unique }

  var page: TextPage {
    guard let headline = metrics.first else { return TextPage() }
    var page = TextPage("\n" + sentences.joined(separator: "\n"))
    page.addGap()
    page.add(places.count > 1 ? matrixPage(of: headline) : TextPage(overview))
    page.add(note)
    return page
  }

  private func unit(_ metric: String) -> ShownUnit {
    let own = contrasts.filter { $0.metric == metric }
    return units(MetricCatalogue.metric(metric), for: own.flatMap { [$0.estimate, $0.referenceEstimate] })
  }

  private func title(_ metric: String) -> String {
    MetricCatalogue.metric(metric)?.title(in: unit(metric).name) ?? metric
  }

  // MARK: Tables

  private func cell(_ one: Contrast?) -> String {
    guard let one else { return "" }
    guard one.judged.difference != nil, one.verdict != .same else { return one.verdict.words }
    let difference = NumberText.difference(one.judged, unit(one.metric)).split(separator: " ").first ?? ""
    return "\(one.verdict.words) \(difference)"
  }

  private func referenceCell(_ one: Contrast?) -> String {
    guard let one, let value = unit(one.metric)(one.referenceEstimate) else { return "" }
    return NumberText.fixed(value, decimals: NumberText.decimals(of: abs(value), significant: 3))
  }

  /// Rows are references with their estimates, each above its subjects; columns are metrics.
  private var overview: TextTable {
    let rows: [(name: String, gates: Int?, cell: (String) -> String)] = references.flatMap { reference in
      let own = contrasts.filter { $0.reference == reference }
      func find(_ subject: String?, _ metric: String) -> Contrast? {
        own.first { $0.metric == metric && (subject == nil || $0.subject == subject) }
      }
      return [(reference, own.first?.referenceGates, { referenceCell(find(nil, $0)) })]
        + own.map(\.subject).unique.map { subject in
          (subject, own.first { $0.subject == subject }?.gates, { cell(find(subject, $0)) })
        }
    }
    func table(hasGates: Bool) -> TextTable {
      let gates: [Column<(name: String, gates: Int?, cell: (String) -> String)>] =
        hasGates ? [.page("gates", .right) { $0.gates.map(String.init) ?? "" }] : []
      return TextTable(
        rows,
        Table(
          [.page(subjects, \.name)] + gates
            + metrics.map { metric in .page(title(metric)) { $0.cell(metric) } }
        ), indentation: 2, subject: "verdicts")
    }
    let hasGates = rows.contains { $0.gates != nil } && table(hasGates: true).fits()
    var table = table(hasGates: hasGates)
    table.caption = "Verdicts and differences from \(SensitivityReport.list(references)) for each metric."
    table.note = note
    return table
  }

  func matrixPage(of metric: String) -> TextPage {
    let way = MetricCatalogue.metric(metric)?.betterWay.map { ", \($0)" } ?? ""
    return TextPage(title(metric) + way, matrix(of: metric))
  }

  /// Rows are design points, columns are policies.
  private func matrix(of metric: String) -> TextTable {
    let own = contrasts.filter { $0.metric == metric }
    func find(_ place: String, _ subject: String? = nil) -> Contrast? {
      own.first { $0.place == place && (subject == nil || $0.subject == subject) }
    }
    let reference: Table<String> =
      references.count == 1 ? [.page(references[0], .right) { referenceCell(find($0)) }] : []
    let columns = own.map(\.subject).unique.map { subject in
      Column<String>.page(subject) { cell(find($0, subject)) }
    }
    var table = TextTable(
      places, [.page("design point", \.self)] + reference + Table(columns), indentation: 2,
      subject: metric)
    let way = MetricCatalogue.metric(metric)?.betterWay.map { [$0] } ?? []
    table.caption = TextTable.caption(
      title(metric), nil,
      way + ["verdicts and differences from \(SensitivityReport.list(references)) at each design point"])
    table.note = note
    return table
  }

  // MARK: Sentences

  private static let most = 3

  var sentences: [String] {
    let found = contrasts.allSatisfy { $0.verdict == .unresolved } ? [] : groups
    let own =
      found.isEmpty
      ? ["The runs do not resolve any of the \(differences)."] : found.prefix(Self.most).map(sentence)
    let all = own + [effects, robustness].compactMap(\.self)
    return Array(all.prefix(4)) + [next].compactMap(\.self)
  }

  private var differences: String {
    let from = references.count == 1 ? " from `\(references[0])`" : ""
    return CountText.text(contrasts.count, "difference") + from
  }

  private static let ranking: [Verdict] = [
    .better, .slightlyBetter, .equivalent, .same, .unresolved, .slightlyWorse, .worse,
  ]

  /// Subjects with equal verdicts in the metrics of a sentence, the best first.
  private struct Group {
    let names: [String]
    /// The contrasts of each metric, or of each verdict at several design points.
    let clauses: [[Contrast]]
  }

  /// The first metric, and the first one of the other sort: freshness with energy, for example.
  var headlines: [String] {
    guard let first = metrics.first else { return [] }
    if places.count > 1 { return [first] }
    func isFelt(_ metric: String) -> Bool { MetricCatalogue.metric(metric)?.isFelt ?? false }
    let other = metrics.first { isFelt($0) != isFelt(first) } ?? metrics.dropFirst().first
    return [first] + (other.map { [$0] } ?? [])
  }

  private var groups: [Group] {
    let headlines = headlines
    let shown = contrasts.filter { headlines.contains($0.metric) }
    let subjects = Dictionary(grouping: shown) { [$0.reference, $0.subject] }
    func rank(_ one: Contrast) -> Int { Self.ranking.firstIndex(of: one.verdict) ?? 0 }
    let sorted = shown.map { [$0.reference, $0.subject] }.unique.compactMap { subjects[$0] }.map { own in
      headlines.flatMap { metric in own.filter { $0.metric == metric }.sorted { rank($0) < rank($1) } }
    }.filter { !$0.isEmpty }.sorted { (rank($0[0]), -$0[0].gain) < (rank($1[0]), -$1[0].gain) }
    func key(_ one: Contrast) -> [String] { [one.reference, one.metric, one.verdict.rawValue] }
    let members = Dictionary(grouping: sorted) { $0.map(key) }
    return sorted.map { $0.map(key) }.unique.map { keys in
      let own = members[keys] ?? []
      return Group(
        names: own.map { $0[0].subject },
        clauses: keys.unique.map { one in own.flatMap { $0.filter { key($0) == one } } })
    }
  }

  private func sentence(_ group: Group) -> String {
    let shown = group.names.count > 6 ? 5 : group.names.count
    let names = group.names.prefix(shown).map { "`\($0)`" }
    let more = group.names.count - shown
    let isOne = group.names.count == 1
    var text = SensitivityReport.list(names + (more > 0 ? ["\(more) more"] : []))
    for (number, own) in group.clauses.enumerated() {
      let earlier = number == 0 ? nil : group.clauses[number - 1][0]
      text += clause(own, after: earlier, isOne: isOne, of: group.names.count)
    }
    return text + otherLosses(of: group) + "."
  }

  /// A part of a sentence that calls subjects better: the metrics outside the headlines in which they are worse.
  ///
  /// For example, `, but worse in energy of the device`, or an empty text.
  private func otherLosses(of group: Group) -> String {
    let headlines = headlines
    guard let last = group.clauses.last?[0], group.clauses.contains(where: { $0[0].verdict.side > 0 })
    else { return "" }
    let hasLoss = group.clauses.contains { $0[0].verdict.side < 0 }
    typealias Loss = (names: [String], one: Contrast)
    let losses = metrics.filter { !headlines.contains($0) }.compactMap { metric -> Loss? in
      let worse = contrasts.filter { one in
        one.metric == metric && one.reference == last.reference && group.names.contains(one.subject)
          && one.verdict.side < 0
      }
      let least = worse.first { $0.verdict == .slightlyWorse } ?? worse.first
      return least.map { one in (group.names.filter { name in worse.contains { $0.subject == name } }, one) }
    }
    return losses.map { [$0.names, [$0.one.verdict.rawValue]] }.unique.enumerated().map { number, key in
      let own = losses.filter { $0.names == key[0] && $0.one.verdict.rawValue == key[1][0] }
      let words = own[0].one.verdict.sentenceWords + " in " + SensitivityReport.list(own.map(\.one.label))
      let place = places.count > 1 ? " at some design points" : ""
      let isWhole = key[0] == group.names
      if number == 0, isWhole, places.count == 1, !hasLoss, last.verdict.side > 0 { return ", but \(words)" }
      let names = SensitivityReport.list(key[0].map { "`\($0)`" })
      let start =
        (isWhole ? (key[0].count == 1 ? "it" : "they") : names) + (key[0].count == 1 ? " is" : " are")
      return "; \(start)\(hasLoss ? " also" : "") \(words)\(place)"
    }.joined()
  }

  /// A part of a sentence about contrasts with one verdict, such as ` is better than x in label (1 against 2 h)`.
  private func clause(_ own: [Contrast], after earlier: Contrast?, isOne: Bool, of count: Int) -> String {
    let one = own[0]
    let isOpen = one.verdict == .unresolved
    let place = places.count > 1 ? " " + at(own.count / count, isOpen: isOpen) : ""
    guard let earlier else {
      let start =
        isOpen
        ? (isOne ? " has" : " have") + " no resolved difference from"
        : (isOne ? " is " : " are ") + one.verdict.relation
      return "\(start) `\(one.reference)` in \(one.label)\(place)\(sizes(own))"
    }
    if places.count > 1 { return ", and \(one.verdict.sentenceWords) at \(own.count / count)" }
    guard !isOpen else {
      return earlier.verdict == .unresolved
        ? " or \(one.label)" : "; the difference in \(one.label) is unresolved"
    }
    let isOpposite = earlier.verdict.side * one.verdict.side <= 0 && one.verdict.side != 0
    let verb = earlier.verdict == .unresolved ? (isOne ? "is " : "are ") : ""
    let isEqual = one.verdict == earlier.verdict
    let words = isEqual ? "" : one.verdict == .same ? "equal " : "\(one.verdict.sentenceWords) "
    return "\(isOpposite ? ", but" : " and") \(verb)\(words)in \(one.label)\(sizes(own))"
  }

  private func at(_ count: Int, isOpen: Bool) -> String {
    guard count == places.count else { return "at \(count) of \(places.count) design points" }
    return "at \(isOpen ? "any of the" : "all") \(count) design points"
  }

  /// ` (0.60 to 0.65 against 2.68 h)`, or the range of differences at several design points; empty for an open verdict.
  private func sizes(_ own: [Contrast]) -> String {
    guard own[0].verdict.side != 0 else { return "" }
    let unit = unit(own[0].metric)
    let width = own.compactMap { unit($0.judged.differenceHalfWidth) }.max() ?? 0
    func text(_ value: Double) -> String {
      let decimals =
        width > 0 ? NumberText.decimals(of: width) : NumberText.decimals(of: abs(value), significant: 3)
      return NumberText.fixed(value, decimals: decimals)
    }
    func range(_ values: [Double?]) -> String {
      let known = values.compactMap { unit($0) }
      guard let least = known.min(), let most = known.max() else { return "-" }
      let ends = [text(least), text(most)].unique
      return ends.joined(separator: " to ")
    }
    let name = own[0].definition?.unit == "1" ? "" : " \(unit.name)"
    if places.count > 1 { return " (difference \(range(own.map(\.judged.difference)))\(name))" }
    return " (\(range(own.map(\.estimate))) against \(range([own[0].referenceEstimate]))\(name))"
  }

  private var robustness: String? {
    let known = contrasts.compactMap { one in one.share?.noiseAdjusted.map { (one: one, noiseAdjusted: $0) } }
    guard let least = known.min(by: { $0.noiseAdjusted < $1.noiseAdjusted }), let share = least.one.share
    else { return nil }
    return
      "The least robust sign is the difference of `\(least.one.subject)` in \(least.one.label): \(share.words)."
  }

  /// The next step: replications for unresolved differences, or a search over assumed parameters.
  private var next: String? {
    let open = contrasts.filter { $0.verdict == .unresolved }
    guard !open.isEmpty else {
      let all = contrasts.count == 2 ? "Both differences" : "All \(differences)"
      return asksForSearch
        ? "\(all) have a verdict; `slumber sensitivity` tests how verdicts depend on assumed parameters."
        : nil
    }
    let start =
      open.count == contrasts.count
      ? "" : "\(open.count) of \(differences) \(open.count == 1 ? "is" : "are") unresolved; "
    let bounded = open.filter { $0.judged.isNeededLowerBound != true }.compactMap(\.judged.replicationsNeeded)
    let object =
      bounded.count < open.count ? "\(bounded.count) of them" : open.count == 1 ? "it" : "them"
    let remedy =
      bounded.max().map {
        "\(CountText.text($0, "more replication")) would resolve \(object) with power 0.8"
      }
      ?? open.compactMap(\.judged.replicationsNeeded).min().map {
        "\(open.count == 1 ? "it needs" : "they need") more than \($0) more replications"
      }
    guard let remedy else { return start.isEmpty ? nil : String(start.dropLast(2)) + "." }
    let text = start + remedy + "."
    return text.prefix(1).uppercased() + text.dropFirst()
  }
}

extension Verdict {
  /// 1 for a better subject, −1 for a worse one, 0 for a difference without a shown sign.
  var side: Int {
    switch self {
    case .better, .slightlyBetter: 1
    case .worse, .slightlyWorse: -1
    case .equivalent, .same, .unresolved: 0
    }
  }

  /// The words in a sentence: an interval that excludes 0 but not the margin allows a large difference, too.
  fileprivate var sentenceWords: String {
    self == .slightlyBetter || self == .slightlyWorse ? "at least \(words)" : words
  }

  fileprivate var relation: String {
    switch self {
    case .same: "equal to"
    case .equivalent: "equivalent to"
    default: "\(sentenceWords) than"
    }
  }
}
