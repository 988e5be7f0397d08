import JSON
import PlainText

/// The facts of a population beside their bands and beside recorded phones.
public struct PopulationCheck: Sendable {
  /// One line of the table.
  struct Row: Sendable {
    var fact: PopulationFact
    var value: Double?
    /// Values of the recorded phones on which the fact can be measured.
    var recorded: [(name: String, value: Double)]

    /// nil where the fact is not judged.
    var isInside: Bool? { fact.band.map { band in value.map(band.contains) ?? false } }
  }

  private let survey: PopulationSurvey
  let rows: [Row]
  /// Whether the rows have verdicts.
  private let judges: Bool

  /// The facts of a survey, with verdicts and beside recorded phones.
  public init(_ survey: PopulationSurvey, recorded: RecordedUse) {
    self.survey = survey
    judges = true
    rows = PopulationFact.judged(recorded: recorded.phones.map(\.use)).map { fact in
      // The distance of recorded phones to themselves says nothing.
      let isDistance = fact.key.hasSuffix("Distance")
      return Row(
        fact: fact, value: fact.measure(survey.use),
        recorded: isDistance
          ? [] : recorded.phones.compactMap { phone in fact.measure(phone.use).map { (phone.name, $0) } })
    }
  }

  /// The facts of a few phones, which are not judged.
  public init(sample survey: PopulationSurvey) {
    self.survey = survey
    judges = false
    let facts = PopulationFact.unpublished + PopulationFact.judged(recorded: [])
    rows = facts.compactMap { fact in
      fact.measure(survey.use).map { Row(fact: fact, value: $0, recorded: []) }
    }
  }

  /// Names of the facts that lie outside their bands.
  public var outside: [String] { rows.filter { $0.isInside == false }.map(\.fact.name) }

  /// The outcome in a sentence.
  public var conclusion: String {
    let names = outside
    guard !names.isEmpty else { return "all \(rows.count) facts lie inside their bands" }
    return "\(names.count) of \(rows.count) facts lie outside their bands: \(names.joined(separator: "; "))"
  }

  /// The facts as a table, the notes, and the opportunity by hour.
  public var page: TextPage {
    var table = TextTable(
      judges
        ? [
          ("fact", .left), ("here", .right), ("band", .left), ("verdict", .left), ("recorded phones", .left),
          ("data", .left), ("source", .left),
        ] : [("fact", .left), ("here", .right), ("band", .left), ("source", .left)])
    for row in rows {
      let unit = row.fact.unit
      let here = row.value.map(unit.text) ?? "-"
      let band = row.fact.band?.text(unit) ?? ""
      guard judges else {
        table.add([row.fact.name, here, band, row.fact.source])
        continue
      }
      table.add([
        row.fact.name, here, band, row.isInside == true ? "inside" : "outside",
        row.recorded.map { "\($0.name) \(unit.text($0.value))" }.joined(separator: ", "), row.fact.fit,
        row.fact.source,
      ])
    }
    var page = TextPage(table)
    for row in rows { page.add(row.fact.note.map { "\(row.fact.name): \($0)" } ?? "") }
    if judges { page.add(hours) }
    return page
  }

  private var hours: TextPage {
    guard let curve = PopulationFact.opportunityByHour(survey.use) else { return TextPage() }
    var table = TextTable([("hour", .right), ("idle, plugged and on Wi-Fi", .right), ("723 phones", .right)])
    for hour in 0..<24 {
      table.add([
        "\(hour)", PopulationFact.Unit.percent.text(curve[hour]),
        PopulationFact.Unit.percent.text(PopulationFact.publishedOpportunity[hour]),
      ])
    }
    return TextPage("\n", table)
  }

  /// The table for programs: devices, policy, facts, and the opportunity for work by hour of the day.
  public var json: JSONValue {
    .members([
      "devices": .integer(Int64(survey.deviceCount)), "policy": .string(survey.policy),
      "facts": .array(rows.map(Self.json)),
      "opportunityByHour": .array((PopulationFact.opportunityByHour(survey.use) ?? []).map { .number($0) }),
      "publishedOpportunityByHour": .array(PopulationFact.publishedOpportunity.map { .number($0) }),
    ])
  }

  private static func json(_ row: Row) -> JSONValue {
    func number(_ value: Double?) -> JSONValue { value.map { .number($0) } ?? .null }
    return .members([
      "key": .string(row.fact.key), "name": .string(row.fact.name), "value": number(row.value),
      "least": number(row.fact.band?.least), "greatest": number(row.fact.band?.greatest),
      "verdict": row.isInside.map { .string($0 ? "inside" : "outside") } ?? .null,
      "recorded": .array(
        row.recorded.map { .members(["device": .string($0.name), "value": .number($0.value)]) }),
      "source": .string(row.fact.source), "fit": .string(row.fact.fit),
      "note": row.fact.note.map { .string($0) } ?? .null,
    ])
  }
}
