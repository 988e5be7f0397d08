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
    var table = TextTable(
      judges
        ? [
          ("fact", .left), ("here", .right), ("band", .left), ("verdict", .left), ("population", .left),
          ("recorded devices", .left), ("data", .left), ("source", .left),
        ] : [("fact", .left), ("here", .right), ("band", .left), ("source", .left)])
    for row in rows {
      let unit = row.fact.unit
      let band = judges || row.isJudged ? row.fact.band : nil
      let judgment = [
        row.verdict, row.fact.population?.rawValue ?? "all",
        row.recorded.map { "\($0.name) \(unit.text($0.value))" }.joined(separator: ", "), row.fact.fit,
      ]
      table.add(
        [
          row.fact.name, row.value.map(unit.text) ?? "-",
          (band?.text(unit) ?? "") + (!judges && row.isInside == false ? ": outside" : ""),
        ] + (judges ? judgment : []) + [row.fact.source])
    }
    var page = TextPage(table)
    guard judges, let curve = survey.use.opportunityByHour else { return page }
    var hours = TextTable([("hour", .right), ("idle, plugged in, on Wi-Fi", .right), ("723 devices", .right)])
    for (hour, shares) in zip(curve, PopulationFact.publishedOpportunity).enumerated() {
      let percent = PopulationFact.Unit.percent
      hours.add(["\(hour)", percent.text(shares.0), percent.text(shares.1)])
    }
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
