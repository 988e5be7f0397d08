import ModelParameters

extension ExpectationDecoder {
  /// The observation of phones, in the unit of the quantity.
  func observed(_ map: MapReader, _ quantity: Expectation.Quantity) -> Expectation.Side? {
    guard let seen = map.map("observed"), let grade = seen.choice("grade") else { return nil }
    let factor = self.factor(seen, quantity)
    let numbers = seen.oneOrMore("value").compactMap { place in
      seen.read(place, "a number of at least 0, or a list of them") {
        Quantity.number($0).flatMap { $0 >= 0 && $0 <= 1e15 ? $0 : nil }
      }
    }
    if seen.node["value"]?.elements?.isEmpty == true { seen.add("value", expected: "at least one number") }
    let tolerance = seen.map("tolerance").flatMap { self.tolerance($0, quantity, factor ?? 1) }
    let why = seen.text("why") ?? ""
    let isComparable = seen.boolean("comparable") ?? true
    if !isComparable, why.isEmpty {
      seen.addMissing("why", "the reason why the observation is not comparable")
    }
    guard let factor, !numbers.isEmpty else { return nil }
    let evidence = EvidenceGrade(rawValue: grade) ?? .d
    return .observed(
      PublicObservation(
        id: seen.text("id") ?? "", values: numbers.map { $0 * factor },
        tolerance: tolerance ?? .usual(evidence),
        phones: seen.integer("phones") ?? 0, grade: evidence,
        source: seen.text("source") ?? "", isComparable: isComparable, why: why, scale: quantity.scale))
  }

  private func factor(_ map: MapReader, _ quantity: Expectation.Quantity) -> Double? {
    guard let node = map.node["unit"] else { return 1 }
    let units = quantity.units
    guard let factor = node.text.flatMap({ quantity.factor(from: $0) }) else {
      return map.refuse("unit", expected: "a unit of `\(quantity.name)`: \(units.joined(separator: ", "))")
    }
    return factor
  }

  /// - Parameter factor: From the unit of the values to that of the quantity; a number without a unit is in the former.
  private func tolerance(
    _ map: MapReader, _ quantity: Expectation.Quantity, _ factor: Double
  ) -> PublicObservation.Tolerance? {
    guard map.has("times") != map.has("plus") else {
      return map.log.refuse(
        map.place, found: map.has("times") ? "both" : "neither", expected: "exactly one of times, plus")
    }
    guard map.has("plus") else { return map.number("times").map { .times($0) } }
    return map.read("plus", "a number of at least 0, such as `3`, or `30 s` in a unit of `\(quantity.name)`")
    {
      let words = $0.split(separator: " ")
      guard let number = words.first.flatMap({ Quantity.number($0) }), number >= 0, number <= 1e15 else {
        return nil
      }
      switch words.count {
      case 1: return .plus(number * factor)
      case 2: return quantity.factor(from: String(words[1])).map { .plus(number * $0) }
      default: return nil
      }
    }
  }

  /// The hours of `launchShareInHours`, which no other quantity has.
  func hours(_ map: MapReader, _ quantity: Expectation.Quantity) -> HoursOfDay? {
    let takesHours = quantity == .observation(LogObservation.launchShareInHours.rawValue)
    guard let node = map.node["hours"] else {
      if takesHours { map.addMissing("hours", "the hours of launchShareInHours, such as `[22, 3]`") }
      return nil
    }
    guard takesHours else {
      return map.refuse("hours", found: "`hours`", expected: "a key of `launchShareInHours` only")
    }
    let numbers = (node.elements ?? []).compactMap { $0.text.flatMap { Quantity.number($0) } }
    guard numbers.count == 2, numbers.allSatisfy({ (0...24).contains($0) }), numbers[0] != numbers[1] else {
      return map.refuse("hours", expected: "two hours from 0 to 24, such as `[22, 3]`")
    }
    return HoursOfDay(from: numbers[0], to: numbers[1])
  }
}
