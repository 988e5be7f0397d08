import BackgroundExecution
import EventSimulation
import ModelParameters
import Workload

/// Reads `observed` of an expectation: an observation of phones.
struct ObservationDecoder {
  let seen: MapReader
  let quantity: Expectation.Quantity
  let study: Study
  /// Index of the app that the expectation names, or of the only app; nil otherwise.
  let app: Int?
  /// From the unit of the value to that of the quantity.
  private let factor: Double

  init?(_ seen: MapReader, _ quantity: Expectation.Quantity, of study: Study, app: Int?) {
    (self.seen, self.quantity, self.study) = (seen, quantity, study)
    self.app = app ?? (study.apps.count == 1 ? 0 : nil)
    guard let node = seen.node["unit"] else {
      factor = 1
      return
    }
    guard let factor = node.text.flatMap({ quantity.factor(from: $0) }) else {
      let units = quantity.units.joined(separator: ", ")
      seen.add("unit", expected: "a unit of `\(quantity.name)`: \(units)")
      return nil
    }
    self.factor = factor
  }

  func observation(hours: HoursOfDay?) -> PublicObservation? {
    let numbers = seen.oneOrMore("value").compactMap { place in
      seen.read(place, "a number of at least 0, or a list of them") {
        Quantity.number($0).flatMap { $0 >= 0 && $0 <= 1e15 ? $0 : nil }
      }
    }
    if seen.node["value"]?.elements?.isEmpty == true { seen.add("value", expected: "at least one number") }
    let why = seen.text("why") ?? ""
    let isComparable = seen.boolean("comparable") ?? true
    if !isComparable, why.isEmpty {
      seen.addMissing("why", "the reason why the observation is not comparable")
    }
    let tolerance = seen.map("tolerance").flatMap(self.tolerance)
    let precision = seen.has("precision") ? distance(seen, "precision") : nil
    let phones = seen.integer("phones")
    let rule = rule
    let isPrimary = seen.boolean("primary") ?? false
    if isPrimary, rule != nil || !isComparable || seen.text("grade") == "D" {
      seen.add(
        "primary", found: "`primary`", expected: "this key for a comparable prediction of grade A, B, or C")
    }
    if phones == 0, isComparable, rule == nil, seen.text("grade") != "D" {
      seen.add("phones", expected: "at least 1 phone, because slumber draws this observation")
    }
    guard let grade = seen.choice("grade").flatMap(EvidenceGrade.init(rawValue:)), let phones, let precision,
      !numbers.isEmpty, let (window, assumed) = window(hours)
    else { return nil }
    return PublicObservation(
      id: seen.text("id") ?? "", values: numbers.map { $0 * factor },
      reportedUnit: seen.node["unit"]?.text ?? quantity.unit, reportedSize: factor, precision: precision,
      isLowerBound: seen.boolean("atLeast") ?? false, tolerance: tolerance ?? .usual(grade), phones: phones,
      window: window, assumedDays: assumed, rule: rule, isPrimary: isPrimary, grade: grade,
      source: seen.text("source") ?? "", isComparable: isComparable, why: why, scale: quantity.scale)
  }

  private var rule: String? {
    seen.text("rule").flatMap { id in
      RuleCatalogue.byIdentifier[id] != nil
        ? id : seen.refuse("rule", expected: "a rule that `slumber rules` lists, such as REF-1")
    }
  }

  // MARK: The window

  private func window(_ hours: HoursOfDay?) -> (ObservationWindow, assumed: [Double])? {
    guard seen.has("days") != seen.has("assumed") else {
      return seen.log.refuse(
        seen.place, found: seen.has("days") ? "both days and assumed" : "neither days nor assumed",
        expected: "`days` if the report states how long the phones were observed, otherwise `assumed`")
    }
    let assumed = (seen.list("assumed") ?? []).compactMap { place in
      seen.read(place, "a number of days above 0, at most 4000") {
        Quantity.number($0).flatMap { $0 > 0 && $0 <= 4000 ? $0 : nil }
      }
    }
    if seen.node["assumed"]?.elements?.isEmpty == true {
      seen.add("assumed", expected: "at least one number of days")
    }
    let beginning = seen.choice("after").flatMap(ObservationWindow.Beginning.init(rawValue:)) ?? .start
    if beginning == .openedLast, app == nil {
      seen.add(
        "after", found: "`openedLast`",
        expected: "the key `app` beside `observed`, which names the opened app")
    }
    guard let days = seen.has("days") ? seen.number("days") : assumed.first else { return nil }
    return (ObservationWindow(days: days, beginning: beginning, hours: hours, app: app), assumed)
  }

  // MARK: Distances

  private func tolerance(_ map: MapReader) -> PublicObservation.Tolerance? {
    guard map.has("times") != map.has("plus") else {
      return map.log.refuse(
        map.place, found: map.has("times") ? "both" : "neither", expected: "exactly one of times, plus")
    }
    return map.has("plus") ? distance(map, "plus").map { .plus($0) } : map.number("times").map { .times($0) }
  }

  /// A distance in the unit of the quantity; a number without a unit is in the unit of the value.
  private func distance(_ map: MapReader, _ key: String) -> Double? {
    map.read(key, "a number of at least 0, such as `3`, or `30 s` in a unit of `\(quantity.name)`") { text in
      guard let (number, unit) = Quantity.parts(of: text), number >= 0, number <= 1e15 else { return nil }
      return (unit.isEmpty ? factor : quantity.factor(from: unit)).map { number * $0 }
    }
  }
}
