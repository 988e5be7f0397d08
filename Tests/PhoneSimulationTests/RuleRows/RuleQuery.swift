import BackgroundExecution
import DeviceModel
import EventSimulation
import PhoneSimulation
import SchedulingPolicies
import Workload

/// The acts of a phone, and the times at which it asked its policy.
struct RuleFacts {
  let result: DeviceResult
  let recorder: Recorder
}

/// A question with its expected answer: `SUBJECT FIELD FUNCTION OPERATOR VALUE…`.
///
/// The subject is an event of the log, or several, `launched|completed`, with its word, mechanism, app and place in order where
/// asked: `launched.cold/wake@0[1]`, `[-1]` for the last. The field is the time in seconds unless it is named; several are joined,
/// `time+word`, and `at TIME` before it narrows the records to an instant. The functions are `count`, `set`, `sum` and `gaps`. Operators are `=` (all values in order), `all`, `has`, `lacks`,
/// `in LOW HIGH`, `~ VALUE… TOLERANCE`, `<`, `>`, `<=`, `>=`, `none` and `some`. Other subjects stand in ``values(_:)``.
struct RuleQuery {
  enum Value: Equatable, CustomStringConvertible {
    case number(Double), text(String)

    init(_ word: String) { self = (try? RuleWords.number(word)).map { .number($0) } ?? .text(word) }

    var description: String {
      switch self {
      case .number(let number):
        number == number.rounded() && abs(number) < 1e15 ? "\(Int64(number))" : "\(number)"
      case .text(let text): text
      }
    }

    var number: Double { if case .number(let number) = self { number } else { .nan } }
  }

  private let text: String
  private var subject: Substring
  private var word: String?
  private var second: String?
  private var app: Int?
  private var places: Int?
  private var instant: Instant?
  private var fields: [String] = []
  private var function: String?
  private let comparison: String
  private let expected: [Value]

  private static let operators: Set = [
    "=", "all", "has", "lacks", "in", "~", "<", ">", "<=", ">=", "none", "some",
  ]

  init(_ text: String) throws {
    self.text = text
    var words = text.split(separator: " ")
    guard let first = words.first,
      let parts = first.wholeMatch(of: /([A-Za-z|]+)(\.[A-Za-z]+)?(\/[A-Za-z]+)?(@-?[0-9]+)?(\[-?[0-9]+\])?/)
    else { throw RuleRowError("`\(text)` has no subject") }
    (subject, word) = (parts.1, parts.2.map { String($0.dropFirst()) })
    second = parts.3.map { String($0.dropFirst()) }
    app = parts.4.flatMap { Int($0.dropFirst()) }
    places = parts.5.flatMap { Int($0.dropFirst().dropLast()) }
    words.removeFirst()
    if words.first == "at", words.count > 1 {
      instant = .zero + (try RuleWords.time(String(words[1])))
      words.removeFirst(2)
    }
    guard let place = words.firstIndex(where: { Self.operators.contains(String($0)) }) else {
      throw RuleRowError("`\(text)` has no operator")
    }
    for name in words[..<place] {
      if ["count", "set", "sum", "gaps"].contains(name) {
        function = String(name)
      } else {
        fields = name.split(separator: "+").map(String.init)
      }
    }
    comparison = String(words[place])
    expected = words[(place + 1)...].map { Value(String($0)) }
  }

  /// The difference from the expectation; nil for none.
  func failure(in facts: RuleFacts) throws -> String? {
    var found = try values(facts)
    if let places { found = places < 0 ? found.suffix(-places) : Array(found.prefix(places)) }
    switch function {
    case "count": found = [.number(Double(found.count))]
    case "sum": found = [.number(found.reduce(0) { $0 + $1.number })]
    case "gaps": found = zip(found, found.dropFirst()).map { .number($1.number - $0.number) }
    case "set": found = Set(found.map(\.description)).sorted().map { Value($0) }
    default: break
    }
    let isRight = fits(found)
    return isRight ? nil : "\(text): found \(found.map(\.description).joined(separator: " "))"
  }

  private func fits(_ found: [Value]) -> Bool {
    func all(_ holds: (Double) -> Bool) -> Bool { !found.isEmpty && found.allSatisfy { holds($0.number) } }
    let bound = expected.first?.number ?? .nan
    switch comparison {
    case "=":
      return function == "set"
        ? found.map(\.description).sorted() == expected.map(\.description).sorted() : found == expected
    case "all": return found.allSatisfy { $0 == expected[0] }
    case "has": return expected.allSatisfy(found.contains)
    case "lacks": return !expected.contains(where: found.contains)
    case "in": return all { bound <= $0 && $0 <= expected[1].number }
    case "~":
      let (values, tolerance) = (expected.dropLast(), expected.last?.number ?? 0)
      return values.count == 1
        ? all { abs($0 - bound) <= tolerance }
        : found.count == values.count
          && zip(found, values).allSatisfy { abs($0.number - $1.number) <= tolerance }
    case "<": return all { $0 < bound }
    case ">": return all { $0 > bound }
    case "<=": return all { $0 <= bound }
    case ">=": return all { $0 >= bound }
    case "none": return found.isEmpty
    default: return !found.isEmpty
    }
  }

  private func values(_ facts: RuleFacts) throws -> [Value] {
    let result = facts.result
    let mechanism = { Int(try RuleWords.word(Mechanism.self, second ?? "").rawValue) }
    let of = app ?? 0
    switch subject {
    case "attempts":
      let rows = result.attempts.filter { row in
        (second == nil || row.mechanism.name == second) && (app == nil || app == Int(row.app))
      }
      return try rows.compactMap(attempt)
    case "counts":
      let counts = result.apps[of].mechanisms[try mechanism()].counts
      return try fields.map { .number(Double(counts[try RuleWords.word(ItemCounter.self, $0)])) }
    case "delays":
      let delays = result.apps[of].mechanisms[try mechanism()].delays
      return delays.map { fields == ["censored"] ? .text("\($0.isCensored)") : .text($0.end.name) }
    case "device":
      return try fields.map { .number(Double(result.counts[try RuleWords.word(DeviceCounter.self, $0)])) }
    case "freshness":
      return try fields.map {
        .number(Double(result.apps[of].counts[try RuleWords.word(FreshnessCounter.self, $0)]))
      }
    case "opens":
      return result.apps[of].opens.map { open in
        if fields == ["contentAge"] { return .number(open.contentAge.seconds) }
        if case .unreachable(let cause) = open.reach { return .text(cause.name) }
        return .text("reachable")
      }
    case "violations": return result.violations.keys.map { .text("\($0)") }
    case "charge": return [.number(result.stateOfChargeEnd)]
    case "books":
      let billed = result.ledgerWhole.map(\.energyNanojoules).reduce(0, +)
      return [.number(Double(billed - result.energyWhole.device))]
    case "joules":
      let cause = try RuleWords.word(EnergyCause.self, word ?? "")
      let component = try second.map { try RuleWords.word(EnergyComponent.self, $0) }
      return [.number(Double(result.billed(cause, component)) / 1e9)]
    case "payers": return result.ledgerWhole.map { .number(Double($0.payer.app)) }
    case "asked": return facts.recorder.instants.map { .number($0.seconds) }
    case "windows": return facts.recorder.seen.map { .number(($0.deadline - $0.open).seconds) }
    default: return try records(result).map(value)
    }
  }

  private func records(_ result: DeviceResult) throws -> [LogRecord] {
    let events =
      try subject == "log"
      ? Set(LogEvent.allCases)
      : Set(subject.split(separator: "|").map { try RuleWords.word(LogEvent.self, String($0)) })
    let word = try word.map { try RuleWords.word(LogWord.self, $0) }
    let mechanism = try second.map { try RuleWords.word(Mechanism.self, $0) }
    return result.log.filter {
      events.contains($0.event) && (instant == nil || $0.time == instant) && (word == nil || $0.word == word)
        && (mechanism == nil || $0.mechanism == mechanism) && (app == nil || app == Int($0.app))
    }
  }

  private func value(_ record: LogRecord) throws -> Value {
    let values = try (fields.isEmpty ? ["time"] : fields).map { try value($0, of: record) }
    return values.count == 1 ? values[0] : .text(values.map(\.description).joined(separator: ":"))
  }

  private func value(_ field: String, of record: LogRecord) throws -> Value {
    switch field {
    case "time": return .number(record.time.seconds)
    case "day": return .number(Double(record.time.day))
    case "event": return .text(record.event.name)
    case "word": return .text(record.word.name.isEmpty ? "-" : record.word.name)
    case "value": return .number(record.value)
    case "item": return .number(Double(record.item))
    case "app": return .number(Double(record.app))
    case "mechanism": return .text(record.mechanism?.name ?? "-")
    case "identifier": return .text(record.identifier)
    default:
      switch record[try RuleWords.word(LogField.Name.self, field)] {
      case nil: return .text("-")
      case .integer(let number): return .number(Double(number))
      case .number(let number): return .number(number)
      case .text(let text): return .text(text.replacing(" ", with: "_"))
      case .flag(let flag): return .text("\(flag)")
      case .instant(let instant): return .number(instant.seconds)
      case .span(let span): return .number(span.seconds)
      }
    }
  }

  private func attempt(_ row: AttemptRecord) throws -> Value? {
    switch fields.first ?? "outcome" {
    case "outcome": return .text(row.outcome.name)
    case "censored": return .text("\(row.isCensored)")
    case "reason": return .text(row.reason.name)
    case "waitFrom": return row.waitFrom.map { .number($0.seconds) }
    case "earliestBegin": return row.earliestBegin.map { .number($0.seconds) }
    case "wait":
      guard let end = row.waitEnd, let from = row.waitFrom, let until = row.waitUntil else { return nil }
      return .text("\(Value.number(from.seconds)):\(Value.number(until.seconds)):\(end.name)")
    case "blocked":
      if row.blocked.isEmpty { return .text("-") }
      return .text(row.blocked.map { "\($0.reason):\(Value.number($0.time.seconds))" }.joined(separator: ","))
    default: throw RuleRowError("an attempt has no `\(fields.joined(separator: "+"))`")
    }
  }
}
