import Basics
import EventSimulation
import ModelParameters
import PhoneSimulation
import StudyReports
import Workload

/// Decodes what a study expects to observe.
struct ExpectationDecoder {
  let log: ErrorLog
  let policies: [String]
  let apps: [String]
  let arms: [String]
  /// The factors of the study: key paths with their levels.
  let factors: [YAMLEntry]

  private static let relations: [Expectation.Relation] = [
    .equals, .lessThan, .atMost, .atLeast, .greaterThan, .between, .equivalentTo,
    .increasesWith, .decreasesWith, .at, .observed,
  ]

  func expectations(_ root: MapReader) -> [Expectation] { root.maps("expect").compactMap(expectation) }

  private func expectation(_ map: MapReader) -> Expectation? {
    guard let quantity = quantity(map) else { return nil }
    let given = Self.relations.filter { map.has($0.rawValue) }
    guard given.count == 1, let relation = given.first, let node = map.node[relation.rawValue] else {
      return log.refuse(
        map.node, map.path, found: "\(given.count) comparisons",
        expected: "exactly one of \(Self.relations.map(\.rawValue).joined(separator: ", "))")
    }
    let hours = hours(map, quantity)
    let found: Expectation.Side? =
      switch relation {
      case .at: times(map, quantity)
      case .observed: observed(map, quantity)
      default: side(node, map.join(relation.rawValue), relation)
      }
    guard let side = found else { return nil }
    if relation != .at, let within = map.node["within"] {
      log.add(within, map.join("within"), found: "`within`", expected: "a key of `at` only")
    }
    let margin = map.number("margin")
    if relation == .equivalentTo, margin == nil {
      log.add(map.node, map.join("margin"), found: "nothing", expected: "the margin of equivalentTo")
    }
    return Expectation(
      words: map.text("that") ?? "", quantity: quantity, hours: hours,
      arm: map.known("arm", arms), policy: map.known("policy", policies), app: map.known("app", apps),
      mechanism: map.choice("mechanism"), relation: relation, side: side, margin: margin,
      factor: map.number("factor") ?? 1, line: map.node.line)
  }

  private func quantity(_ map: MapReader) -> Expectation.Quantity? {
    let kinds = ["metric", "event", "observe"].filter { map.has($0) }
    guard kinds.count == 1 else {
      return log.refuse(
        map.node, map.path, found: "\(kinds.count) quantities",
        expected: "exactly one of metric, event, observe")
    }
    switch kinds[0] {
    case "metric":
      guard let name = map.known("metric", MetricCatalogue.all.map(\.name)) else { return nil }
      return .metric(name)
    case "event":
      guard let event = map.known("event", LogEvent.allCases.map(\.name)) else { return nil }
      return .event(event, reason: map.known("reason", LogWord.allCases.map(\.name)))
    default:
      guard let name = map.known("observe", LogObservation.allCases.map(\.rawValue)) else { return nil }
      return observation(name, map)
    }
  }

  /// The times of `at`, in order; only events have times.
  private func times(_ map: MapReader, _ quantity: Expectation.Quantity) -> Expectation.Side? {
    guard case .event = quantity else {
      return log.refuse(
        map.node["at"] ?? map.node, map.join("at"), found: "`at`", expected: "a key of `event` only")
    }
    let given = map.oneOrMore("at")
    if given.isEmpty, let node = map.node["at"] {
      log.add(node, map.join("at"), expected: "at least one time")
    }
    let times = given.compactMap { map.instant($0.node, $0.path) }
    let within = map.quantity("within", .microseconds) ?? 0
    return times.isEmpty
      ? nil : .times(times.sorted(), within: .microseconds(Int64(within.rounded())))
  }

  private func observation(_ name: String, _ map: MapReader) -> Expectation.Quantity? {
    guard let reason = map.node["reason"] else { return .observation(name) }
    guard name == LogObservation.blockedHours.rawValue else {
      return log.refuse(reason, map.join("reason"), expected: "no reason: only `blockedHours` observes one")
    }
    guard let word = map.known("reason", BlockingReason.allCases.map(\.name)) else { return nil }
    return .observation(name, reason: BlockingReason.allCases.first { $0.name == word })
  }

  private func side(_ node: YAMLNode, _ path: String, _ relation: Expectation.Relation) -> Expectation.Side? {
    if relation == .increasesWith || relation == .decreasesWith { return levels(node, path) }
    if relation == .between {
      let numbers = (node.elements ?? []).compactMap { $0.text.flatMap { Quantity.number($0) } }
      guard numbers.count == 2, numbers[0] <= numbers[1] else {
        return log.refuse(node, path, expected: "two numbers, such as `[1, 2]`")
      }
      return .numbers(numbers[0], numbers[1])
    }
    if let text = node.text {
      guard let number = Quantity.number(text) else {
        return log.refuse(node, path, expected: "a number, or a mapping with policy or arm")
      }
      return .number(number)
    }
    guard let entries = node.entries, !entries.isEmpty,
      entries.allSatisfy({ ["arm", "policy"].contains($0.key) })
    else {
      return log.refuse(node, path, expected: "a number, or a mapping with policy or arm")
    }
    for (key, names) in [("arm", arms), ("policy", policies)] {
      if let value = node[key], !names.contains(value.text ?? "") {
        log.add(
          value, "\(path).\(key)", expected: "one of \(names.joined(separator: ", "))", among: names)
      }
    }
    return .other(arm: node["arm"]?.text, policy: node["policy"]?.text)
  }

  /// A factor with levels to compare.
  private func levels(_ node: YAMLNode, _ path: String) -> Expectation.Side? {
    let names = factors.map(\.key)
    guard let factor = factors.first(where: { $0.key == node.text }) else {
      return log.refuse(
        node, path,
        expected: names.isEmpty
          ? "a factor, in a study with `factors`" : "a factor of the study: \(names.joined(separator: ", "))",
        among: names)
    }
    guard factor.value.elements?.count != 1 else {
      return log.refuse(
        node, path, found: "a factor with one level", expected: "a factor with two levels or more")
    }
    return .levels(factor: factor.key)
  }
}

extension MapReader {
  /// One of the names of the study; nil where the key is absent.
  fileprivate func known(_ key: String, _ names: [String]) -> String? {
    word(key, of: names, expected: "one of \(names.prefix(60).joined(separator: ", "))")
  }
}
