import Basics
import ResultsStore
import StudyReports
import UsageModels

public struct PopulationCheck: Sendable {
  struct Row: Sendable {
    var fact: PopulationFact
    var value: Double?
    var recorded: [(name: String, value: Double)] = []
    var isJudged = true

    var isInside: Bool? { isJudged ? fact.band.map { band in value.map(band.contains) ?? false } : nil }
    var verdict: String { isInside.map { $0 ? "inside" : "outside" } ?? "not judged" }
  }

  private let survey: PopulationSurvey
  let rows: [Row]
  private let judges: Bool

  public init(_ survey: PopulationSurvey, recorded: RecordedUse) {
    self.survey = survey
    judges = true
    rows = PopulationFact.judged.map { fact in
      Row(
        fact: fact, value: fact.measure(survey.use, beside: recorded.phones.map(\.use)),
        recorded: recorded.phones.compactMap { phone in fact.measure(phone.use).map { (phone.name, $0) } },
        isJudged: fact.judges(survey.population))
    }
  }

  public init(sample survey: PopulationSurvey) {
    self.survey = survey
    judges = false
    rows = (PopulationFact.unpublished + PopulationFact.judged).compactMap { fact in
      fact.measure(survey.use).map { Row(fact: fact, value: $0, isJudged: fact.judges(survey.population)) }
    }
  }

  public var outside: [String] { rows.filter { $0.isInside == false }.map(\.fact.name) }

  public var conclusion: String {
    let names = outside
    let judged = rows.count(where: \.isJudged)
    guard !names.isEmpty else { return "all \(judged) facts are inside their bands" }
    return "\(names.count) of \(judged) facts are outside their bands: \(names.joined(separator: "; "))"
  }

  public var page: TextPage {
    let facts: Table<Row> = [
      .page("fact", \.fact.name), .page("here", .right) { $0.value.map($0.fact.unit.text) ?? "-" },
      .page("band") { row in
        let band = judges || row.isJudged ? row.fact.band?.text(row.fact.unit) : nil
        return (band ?? "") + (!judges && row.isInside == false ? ": outside" : "")
      },
    ]
    let judgment: Table<Row> = [
      .page("verdict", \.verdict), .page("population") { $0.fact.population?.rawValue ?? "all" },
      .page("recorded devices") { row in
        row.recorded.map { "\($0.name) \(row.fact.unit.text($0.value))" }.joined(separator: ", ")
      }, .page("data", \.fact.fit),
    ]
    var page = TextPage(TextTable(rows, facts + (judges ? judgment : []) + [.page("source", \.fact.source)]))
    guard judges, let curve = survey.use.opportunityByHour else { return page }
    let percent = PopulationFact.Unit.percent
    let hours = TextTable(
      zip(curve, PopulationFact.publishedOpportunity).enumerated(),
      [
        .page("hour", .right) { "\($0.offset)" },
        .page("idle, plugged in, on Wi-Fi", .right) { percent.text($0.element.0) },
        .page("723 devices", .right) { percent.text($0.element.1) },
      ])
    page.add(TextPage("\n", hours))
    return page
  }

  public var json: JSONValue {
    let fact: Table<Row> = [
      "key": \.fact.key.rawValue, "name": \.fact.name, "value": \.value, "least": \.fact.band?.least,
      "greatest": \.fact.band?.greatest, "verdict": { judges ? $0.verdict : nil },
      "population": \.fact.population?.rawValue,
      "recorded": { $0.recorded.json(["device": \.name, "value": \.value]) }, "source": \.fact.source,
      "fit": \.fact.fit, "note": { _ in JSONValue.null },
    ]
    return .record(
      self,
      [
        "population": \.survey.population?.rawValue, "devices": \.survey.deviceCount,
        "policy": \.survey.policy, "facts": { $0.rows.json(fact) },
        "opportunityByHour": { $0.survey.use.opportunityByHour ?? [] },
        "publishedOpportunityByHour": { _ in PopulationFact.publishedOpportunity },
      ])
  }
}

/// The facts about a population that stored runs tell, beside the bands of `--check-population`, in the same order. A run
/// keeps sums and no use of single phones, so that these are few.
extension PopulationTable {
  static let keys: Set<PopulationFact.Key> = [
    .sessionsPerPoweredDay, .screenOnMinutesPerDay, .lowDays, .opportunity, .deadHoursPerDay,
  ]

  /// Reads the runs of `seven-factor`, or else of the first policy, at the first design point; nil where no run is done.
  /// The use of a phone hardly depends on the policy, which changes when a battery is empty.
  package init?(_ file: ResultsFile) throws {
    let runs = try file.policyRuns()
    let own = runs.filter { $0.designPoint == runs.first?.designPoint }
    let chosen = own.first { $0.policy == "seven-factor" } ?? own.first
    self.init(own.filter { $0.policy == chosen?.policy })
  }

  init?(_ runs: [PolicyRun]) {
    guard let first = runs.first else { return nil }
    let use = PopulationUse(runs)
    self.init(
      policy: first.policy, designPoint: first.designPoint,
      devices: runs.reduce(0) { $0 + ($1.devices ?? 0) },
      rows: PopulationFact.all.filter { Self.keys.contains($0.key) }.compactMap { fact in
        fact.measure(use).map { value in
          // A run does not say which named population its phones are of.
          let band = fact.population == nil ? fact.band : nil
          return Row(
            name: fact.name, value: fact.unit.text(value),
            band: band?.text(fact.unit) ?? "",
            verdict: band.map { $0.contains(value) ? "inside" : "outside" } ?? "", source: fact.source)
        }
      })
  }
}
