import Basics
import EventSimulation
import ModelParameters
import PhoneSimulation
import StudyReports
import Workload

struct ExpectationDecoder {
  let study: Study
  let arms: [String]
  let factors: [YAMLEntry]

  private var policies: [String] { study.policies.map(\.label) }

  func expectations(_ root: MapReader) -> [Expectation] { root.maps("expect").compactMap(expectation) }

  private func expectation(_ map: MapReader) -> Expectation? {
    guard let quantity = quantity(map) else { return nil }
    let relations = Expectation.Relation.allCases
    let given = relations.filter { map.has($0.rawValue) }
    if case .finding(let name) = quantity, given.isEmpty || name == nil {
      guard given.isEmpty else {
        return map.refuse("finding", found: "`none` and a comparison", expected: "one of them")
      }
      // Without a comparison a finding is expected at least once, and `none` at no time.
      return expectation(map, quantity, name == nil ? .equals : .atLeast, .number(name == nil ? 0 : 1))
    }
    guard given.count == 1, let relation = given.first else {
      return map.log.refuse(
        map.place, found: "\(given.count) comparisons",
        expected: "exactly one of \(relations.map(\.rawValue).joined(separator: ", "))")
    }
    let hours = hours(map, quantity)
    let found: Expectation.Side? =
      switch relation {
      case .at: times(map, quantity)
      case .observed: observed(map, quantity)
      default: side(map, map.place.at(relation.rawValue), relation)
      }
    guard let side = found else { return nil }
    if relation != .at, map.has("within") {
      map.add("within", found: "`within`", expected: "this key together with `at` only")
    }
    let margin = map.number("margin")
    if relation == .equivalentTo, margin == nil { map.addMissing("margin", "the margin of `equivalentTo`") }
    var expectation = expectation(map, quantity, relation, side)
    (expectation.hours, expectation.margin) = (hours, margin)
    return expectation
  }

  private func expectation(
    _ map: MapReader, _ quantity: Expectation.Quantity, _ relation: Expectation.Relation,
    _ side: Expectation.Side
  ) -> Expectation {
    Expectation(
      words: map.text("that") ?? "", quantity: quantity, arm: map.known("arm", arms),
      policy: map.known("policy", policies), app: map.known("app", study.apps.map(\.bundleID)),
      mechanism: map.choice("mechanism"), relation: relation, side: side,
      factor: map.number("factor") ?? 1, line: map.node.line)
  }

  private func quantity(_ map: MapReader) -> Expectation.Quantity? {
    let kinds = ["metric", "event", "observe", "finding"].filter { map.has($0) }
    guard kinds.count == 1 else {
      return map.log.refuse(
        map.place, found: "\(kinds.count) quantities",
        expected: "exactly one of metric, event, observe, finding")
    }
    switch kinds[0] {
    case "metric":
      guard let name = map.known("metric", MetricCatalogue.all.map(\.name)) else { return nil }
      guard name == LogObservation.freshOpenShare, let hours = hoursOfDay(map) else { return .metric(name) }
      return .observation(LogObservation.freshOpenShare(in: hours))
    case "event":
      guard let event = map.known("event", LogEvent.allCases.map(\.name)) else { return nil }
      return .event(event, reason: map.known("reason", LogWord.allCases.map(\.name)))
    case "finding":
      if map.has("mechanism") {
        map.add("mechanism", found: "`mechanism` of a finding", expected: "`app`, or neither key")
      }
      let app = map.place.text("app")
      guard study.apps.contains(where: { $0.code != nil && (app == nil || app == $0.bundleID) }) else {
        return map.refuse(
          "finding", found: "`finding`",
          expected: "an app with a `command` or `behavior`; findings are about app code")
      }
      let rules = AppFindingKind.allCases.map(\.rule).filter { !$0.isEmpty }
      return map.known("finding", ["none"] + AppFindingKind.allCases.map(\.rawValue) + rules.sorted().unique)
        .map { .finding($0 == "none" ? nil : $0) }
    default:
      return map.known("observe", LogObservation.all.map(\.name)).flatMap { observation($0, map) }
    }
  }

  /// The times of `at`, in order; only events have times.
  private func times(_ map: MapReader, _ quantity: Expectation.Quantity) -> Expectation.Side? {
    guard case .event = quantity else {
      return map.refuse("at", found: "`at`", expected: "this key together with `event` only")
    }
    let given = map.oneOrMore("at")
    if given.isEmpty, map.has("at") { map.add("at", expected: "at least one time") }
    let times = given.compactMap(map.instant)
    let within = map.quantity("within", .microseconds) ?? 0
    return times.isEmpty ? nil : .times(times.sorted(), within: .microseconds(Int64(within.rounded())))
  }

  private func observation(_ name: String, _ map: MapReader) -> Expectation.Quantity? {
    guard map.has("reason") else { return .observation(name) }
    guard name == LogObservation.blockedHours else {
      return map.refuse("reason", expected: "`observe: blockedHours`, the only observation with a reason")
    }
    return map.known("reason", BlockingReason.allCases.map(\.name)).map { word in
      .observation(name, reason: BlockingReason.allCases.first { $0.name == word })
    }
  }

  private func side(_ map: MapReader, _ place: Place, _ relation: Expectation.Relation) -> Expectation.Side? {
    let log = map.log
    switch relation {
    case .increasesWith, .decreasesWith: return levels(place, log)
    case .between:
      let numbers = place.elements.compactMap { $0.text.flatMap { Quantity.number($0) } }
      guard numbers.count == 2, numbers[0] <= numbers[1] else {
        return log.refuse(place, expected: "two numbers, such as `[1, 2]`")
      }
      return .numbers(numbers[0], numbers[1])
    default: break
    }
    if let number = place.text.flatMap({ Quantity.number($0) }) { return .number(number) }
    guard let entries = place.node.entries, !entries.isEmpty,
      entries.allSatisfy({ ["arm", "policy"].contains($0.key) })
    else { return log.refuse(place, expected: "a number, or a mapping with policy or arm") }
    for (key, names) in [("arm", arms), ("policy", policies)] {
      if let value = place[key], !names.contains(value.text ?? "") {
        log.add(value, expected: "one of \(names.joined(separator: ", "))", among: names)
      }
    }
    return .other(arm: place.text("arm"), policy: place.text("policy"))
  }

  private func levels(_ place: Place, _ log: ErrorLog) -> Expectation.Side? {
    let names = factors.map(\.key)
    guard let factor = factors.first(where: { $0.key == place.text }) else {
      return log.refuse(
        place,
        expected: names.isEmpty
          ? "a factor, in a study with `factors`" : "a factor of the study: \(names.joined(separator: ", "))",
        among: names)
    }
    guard factor.value.elements?.count != 1 else {
      return log.refuse(place, found: "a factor with one level", expected: "a factor with two levels or more")
    }
    return .levels(factor: factor.key)
  }
}

extension ExpectationDecoder {
  fileprivate func observed(_ map: MapReader, _ quantity: Expectation.Quantity) -> Expectation.Side? {
    switch quantity {
    case .metric, .finding:
      return map.refuse(
        "observed", found: "an observation of a metric or finding", expected: "`observe` or `event`")
    case .event, .observation: break
    }
    let app = map.place.text("app").flatMap { id in study.apps.firstIndex { $0.bundleID == id } }
    guard let seen = map.map("observed"),
      let decoder = ObservationDecoder(seen, quantity, of: study, app: app)
    else { return nil }
    let hours = hoursOfDay(seen)
    if hours == nil, seen.has("hours") {
      seen.add("hours", expected: "two hours from 0 to 24, such as `[22, 3]`")
    }
    return decoder.observation(hours: hours).map { .observed($0) }
  }

  /// The hours of `launchShareInHours` and of `fresh_open_share`, which no other quantity has.
  fileprivate func hours(_ map: MapReader, _ quantity: Expectation.Quantity) -> HoursOfDay? {
    let isOfLaunches = quantity == .observation(LogObservation.launchShareInHours)
    guard map.has("hours") else {
      if isOfLaunches { map.addMissing("hours", "the hours of launchShareInHours, such as `[22, 3]`") }
      return nil
    }
    guard isOfLaunches || quantity.name.hasPrefix(LogObservation.freshOpenShare) else {
      return map.refuse(
        "hours", found: "`hours`",
        expected: "this key together with `launchShareInHours` or `fresh_open_share` only")
    }
    return hoursOfDay(map) ?? map.refuse("hours", expected: "two hours from 0 to 24, such as `[22, 3]`")
  }

  func hoursOfDay(_ map: MapReader) -> HoursOfDay? {
    let numbers = (map.node["hours"]?.elements ?? []).compactMap { $0.text.flatMap { Quantity.number($0) } }
    guard numbers.count == 2, numbers.allSatisfy({ (0...24).contains($0) }), numbers[0] != numbers[1] else {
      return nil
    }
    return HoursOfDay(from: numbers[0], to: numbers[1])
  }
}

extension MapReader {
  fileprivate func known(_ key: String, _ names: [String]) -> String? {
    word(key, of: names, expected: "one of \(names.prefix(60).joined(separator: ", "))")
  }
}
