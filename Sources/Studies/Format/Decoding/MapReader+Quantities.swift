import Basics
import EventSimulation
import ModelParameters
import OutputAnalysis
import RandomStreams
import StudyReports
import Workload

extension MapReader {
  func number(_ key: String) -> Double? {
    guard let domain = field(key)?.domain else { return nil }
    return read(key, domain.text(in: .none)) {
      Quantity.number($0).flatMap { domain.contains($0) ? $0 : nil }
    }
  }

  func integer(_ key: String) -> Int? {
    guard var domain = field(key)?.domain else { return nil }
    domain.isWhole = true
    return read(key, domain.text(in: .none)) { Int($0).flatMap { domain.contains(Double($0)) ? $0 : nil } }
  }

  /// A margin of a metric: a bare number in the domain of its key, a percentage, or a mapping with a factor.
  func margin(_ key: String, of metric: MetricDefinition?) -> Margin? {
    guard let domain = field(key)?.domain, let value = value(key) else { return nil }
    let expected =
      "\(domain.text(in: .none)), a share of the baseline such as `10 %`, a share of the battery per day such as "
      + "`0.1 %/d`, or a factor such as `{factor: 1.1}`"
    if let entries = value.node.entries {
      guard entries.map(\.key) == ["factor"],
        let factor = value.text("factor").flatMap({ Quantity.number($0) }),
        factor > 1, domain.contains(factor)
      else { return log.refuse(value, expected: "`{factor: F}` with a number F above 1") }
      return metric?.isRatio == false
        ? log.refuse(
          value, found: "`factor`",
          expected: "a margin in the unit of the metric, which is not a ratio of sums")
        : .factor(factor)
    }
    let margin = read(value, expected) { text in
      switch Margin(text) {
      case .absolute(let size)? where domain.contains(size): Margin.absolute(size)
      case .relative(let share)? where domain.contains(share): .relative(share)
      case .battery(let share)? where domain.contains(share): .battery(share)
      default: nil
      }
    }
    if case .battery = margin, let metric, metric.unit != "J/d" {
      return log.refuse(value, expected: "a margin without `/d`, because the metric is not in joules per day")
    }
    return margin
  }

  /// A quantity in the domain of its key, in the given unit.
  func quantity(_ key: String, _ unit: ParameterUnit) -> Double? {
    guard let value = value(key), let field = field(key), case .quantity(let word, _) = field.kind,
      let own = ParameterUnit(rawValue: word), let domain = field.domain
    else { return nil }
    return quantity(value, unit, domain, in: own)?.value(in: unit)
  }

  func quantity(
    _ value: Place, _ unit: ParameterUnit, _ domain: ParameterDomain, in own: ParameterUnit? = nil
  ) -> Quantity? {
    let own = own ?? unit
    guard let text = value.text else {
      return log.refuse(value, expected: unit == .none ? "a number" : "a number with a unit")
    }
    do {
      let quantity = try Quantity(parsing: text, expected: unit)
      guard let number = quantity.value(in: own), domain.contains(number) else {
        return log.refuse(value, expected: domain.text(in: own))
      }
      return quantity
    } catch {
      return log.refuse(value, found: "`\(error.found)`", expected: error.expected)
    }
  }

  /// A word of a choice, or how often it applies: `3 per day`, `20 % per open`.
  func trigger(_ key: String) -> (word: String, demand: TransferSpecification.Demand)? {
    guard let value = value(key), let field = field(key), case .choice(let words) = field.kind else {
      return nil
    }
    let parts = (value.text ?? "").split(separator: " per ", maxSplits: 1).map(String.init)
    guard parts.count == 2 else {
      return word(value, of: words, expected: field.kindText).map { ($0, .always) }
    }
    if parts[1] == "day", let rate = Quantity.number(parts[0]), Field.rates.contains(rate) {
      return ("open", .perDay(rate))
    }
    let share = (try? Quantity(parsing: parts[0], expected: .percent))?.value(in: .percent)
    if let share, (0...100).contains(share), field.sharedWords.contains(parts[1]) {
      return (parts[1], .share(share / 100))
    }
    return log.refuse(value, expected: field.kindText)
  }

  func runNumbers(_ key: String) -> Set<Int>? {
    list(key).map { elements in
      Set(
        elements.compactMap { element in
          read(element, "the number of a run, from 1 to 1000000000") {
            Int($0).flatMap { (1...1_000_000_000).contains($0) ? $0 : nil }
          }
        })
    }
  }

  func share(_ key: String) -> Double? { quantity(key, .percent).map { $0 / 100 } }
  func span(_ key: String) -> TimeSpan? { quantity(key, .seconds).map { .seconds($0) } }

  /// A law: a constant with its unit, or `{lognormal: {median: 1.5 s, sigma: 0.6}}`; in base units.
  ///
  /// Parameters in the unit of the key must lie in the domain of the key. A draw above its upper end becomes that end: a heavy tail
  /// has no greatest value, and what is drawn must fit the run (see ``Clamped``).
  func distribution(_ key: String) -> (any Distribution)? {
    guard let value = place[key], let field = field(key), case .distribution(let word) = field.kind,
      let unit = ParameterUnit(rawValue: word), let domain = field.domain
    else { return nil }
    return distribution(value, unit, domain).map {
      Clamped($0, to: domain.least * unit.scale...domain.greatest * unit.scale)
    }
  }

  private func distribution(
    _ value: Place, _ unit: ParameterUnit, _ domain: ParameterDomain
  ) -> (any Distribution)? {
    guard let entries = value.node.entries else {
      guard let number = quantity(value, unit, domain)?.value(in: unit) else { return nil }
      return try? Constant(number * unit.scale)
    }
    guard entries.count == 1, let entry = entries.first else {
      return log.refuse(
        value, expected: "one law with its parameters, such as `{exponential: {mean: 1 \(unit.rawValue)}}`")
    }
    let names = DistributionCatalogue.names
    guard names.contains(entry.key), let law = try? DistributionCatalogue.entry(named: entry.key) else {
      log.add(
        value, found: "`\(entry.key)`", expected: "one of \(names.joined(separator: ", "))",
        suggestion: NameSuggestion.nearest(to: entry.key, in: names))
      return nil
    }
    let place = value.at(entry.key)
    guard let given = entry.value.entries else {
      let alone = entry.key == "constant" ? ", or the value alone" : ""
      return log.refuse(
        place,
        expected: "a mapping of its parameters: \(law.parameters.map(\.name).joined(separator: ", "))\(alone)"
      )
    }
    var arguments: [String: Double] = [:]
    var lists: [String: [Double]] = [:]
    let count = log.errors.count
    for argument in given {
      let parameter = (law.parameters + DistributionCatalogue.truncation).first { $0.name == argument.key }
      func number(_ place: Place) -> Double? {
        if let parameter, parameter.unitFree {
          return quantity(place, .none, ParameterDomain(parameter.bounds))?.value
        }
        // A least value may be below the domain's own; what is drawn below it is clamped.
        let bounds = ParameterDomain(0...domain.greatest)
        return quantity(place, unit, bounds)?.value(in: unit).map { $0 * unit.scale }
      }
      let place = place.at(argument.key)
      if argument.value.elements != nil {
        lists[argument.key] = place.elements.compactMap(number)
      } else if let value = number(place) {
        arguments[argument.key] = value
      }
    }
    guard log.errors.count == count else { return nil }
    do {
      return try DistributionCatalogue.make(name: entry.key, arguments: arguments, lists: lists)
    } catch {
      return log.refuse(Place(value.node, place.path), found: error.found, expected: error.expected)
    }
  }

  // MARK: Times

  /// `08:00` or `8:00:30`, with the words that follow in the message.
  func timeOfDay(_ value: Place, of use: String = "") -> TimeSpan? {
    read(value, "a time of day, such as `08:30`\(use)") { StudyTime.timeOfDay($0) }
  }

  /// `2 d 08:00`: days from the start and a time of day; a duration such as `90 min` counts from the start.
  func instant(_ value: Place) -> Instant? {
    read(value, "an instant, such as `2 d 08:00` or `36 h`") { StudyTime.instant($0) }
  }

  /// A delay, or a time of day, which has a colon.
  func earliestBegin(_ key: String) -> EarliestBegin? {
    guard let value = place[key] else { return nil }
    if value.text?.contains(":") == true { return timeOfDay(value).map { .at($0) } }
    return span(key).map { .after($0) }
  }

  static let weekdays = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]

  /// Days of the week, 0 for Monday, in their order; nil where the key is absent.
  func weekdays(_ key: String) -> [Int]? {
    guard let elements = list(key) else { return nil }
    if elements.isEmpty { add(key, found: "no day", expected: "at least one day of the week") }
    return Set(
      elements.compactMap { word($0, of: Self.weekdays).flatMap { Self.weekdays.firstIndex(of: $0) } }
    ).sorted()
  }
}

extension Margin {
  /// A margin as studies write it: `0.02` in the unit of the metric, `10 %` of the baseline, or `0.1 %/d` of the battery.
  init?(_ text: String) {
    guard let (number, unit) = Quantity.parts(of: text), number >= 0 else { return nil }
    switch unit {
    case "": self = .absolute(number)
    case "%": self = .relative(number / 100)
    case "%/d": self = .battery(number / 100)
    default: return nil
    }
  }
}

package enum StudyTime {
  /// Hours, minutes and optional seconds between colons; seconds may have six decimals.
  static func preciseTimeOfDay(_ text: some StringProtocol) -> TimeSpan? {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2 else { return timeOfDay(text) }
    let (clock, digits) = (parts[0], parts[1])
    guard clock.count(where: { $0 == ":" }) == 2, let whole = timeOfDay(clock),
      (1...6).contains(digits.count),
      digits.utf8.allSatisfy({ $0 >= 48 && $0 <= 57 }), var fraction = Int64(digits)
    else { return nil }
    for _ in digits.count..<6 { fraction *= 10 }
    return whole + .microseconds(fraction)
  }

  package static func timeOfDay(_ text: some StringProtocol) -> TimeSpan? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2 || parts.count == 3, parts.allSatisfy({ $0.count == 1 || $0.count == 2 }) else {
      return nil
    }
    let numbers = parts.compactMap { UInt8($0) }.map(Int.init)
    guard numbers.count == parts.count, numbers[0] < 24, numbers[1] < 60,
      numbers.count == 2 || numbers[2] < 60
    else { return nil }
    return .hours(numbers[0]) + .minutes(numbers[1]) + .seconds(numbers.count == 3 ? numbers[2] : 0)
  }

  /// `2 d 08:00`, `08:00` on day 0, or a duration; exact to the microsecond.
  package static func instant(_ text: String) -> Instant? {
    let words = text.split(separator: " ")
    if words.count == 1, let time = preciseTimeOfDay(words[0]) { return .zero + time }
    if words.count == 3, words[1] == "d", let day = Int(words[0]), (0...36_500).contains(day),
      let time = preciseTimeOfDay(words[2])
    {
      return .day(day, time)
    }
    guard let quantity = try? Quantity(parsing: text, expected: .seconds), quantity.value >= 0,
      quantity.baseValue < 3.2e9
    else { return nil }
    return .zero + .seconds(quantity.baseValue)
  }
}
