/// All parameters of all models, in one place.
///
/// The parameters of a model are in the extension file with its name, one parameter per line.
public enum ParameterCatalogue {
  /// Every definition, in the order in which catalogues print them.
  public static let all: [ParameterDefinition] =
    platform + policies + android + applications + device + systemWork + usage

  /// Definitions by name.
  public static let byName: [String: ParameterDefinition] = Dictionary(
    uniqueKeysWithValues: all.map { ($0.name, $0) })

  /// Beginnings of the names of parameters that describe people, their surroundings and the start of a device.
  private static let timelineChapters = [
    "battery.capacity", "battery.health", "charge.", "initial.", "mix.", "modes.", "movement.", "network.",
    "population.", "settings.", "signal.", "systemWork.", "trace.", "user.",
  ]

  /// Parameters of those chapters that only the phone reads.
  private static let phoneOnly: Set<String> = [
    "charge.day.levelWidth", "charge.limitLevel", "charge.optimized", "signal.powerFactors",
    "signal.rateFactors", "systemWork.processorLoad",
  ]

  /// Whether a parameter can change the exogenous timeline of a device: studies that differ in other parameters only
  /// have the same timelines, which are then drawn once.
  public static func entersTimeline(_ name: String) -> Bool {
    !phoneOnly.contains(name) && timelineChapters.contains { name.hasPrefix($0) }
  }

  /// Parameters of earlier versions, with what replaces each.
  public static let removed: [String: String] = renamedRadios.merging([
    "charge.holdMin": "`charge.holdLength` (its first number is the shortest hold)",
    "charge.holdMax": "`charge.holdLength` (its second number is the longest hold)",
    "charge.topUpLead": "`charge.holdLead`",
    "charge.day.rate": "`charge.day.chances`, the number of chances that gives such a rate",
  ]) { $1 }

  /// LTE and 5G were one network each; theirs are now those of Verizon.
  private static var renamedRadios: [String: String] {
    let names = "inactivityTimer tailPower downRate upRate downSlope upSlope downIntercept upIntercept"
    let pairs = [("lte", NetworkProfile.lteVerizon), ("nr", .nsaVerizon)].flatMap { old, profile in
      names.split(separator: " ").map {
        (
          "radio.\(old).\($0)",
          "`radio.\(profile.name).\($0)`, and likewise for each network of `slumber networks`"
        )
      }
    }
    return Dictionary(uniqueKeysWithValues: pairs)
  }
}

/// A catalog in the sources as text: one row per line, with cells between bars.
package enum CatalogueText {
  /// The cells of each row, without the blanks around them. Cells at the end of a row may be left out; too many stop
  /// the program.
  package static func rows(_ text: String, columns: Int) -> [[String]] {
    text.utf8.split(separator: UInt8(ascii: "\n")).map { line in
      let cells = line.split(separator: UInt8(ascii: "|"), omittingEmptySubsequences: false).map(trimmed)
      precondition(cells.count <= columns, "\(cells): \(cells.count) cells, expected \(columns)")
      return cells + Array(repeating: "", count: columns - cells.count)
    }
  }

  package static func list(_ cell: String) -> [String] {
    cell.utf8.split(separator: UInt8(ascii: ",")).map(trimmed)
  }

  static func range(_ cell: String) -> ClosedRange<Double> {
    let ends = cell.split(separator: "–").map { number(String($0)) }
    precondition(ends.count == 2, "\(cell): found no range")
    return ends[0]...ends[1]
  }

  static func number(_ cell: String) -> Double {
    guard let number = Double(cell) else { preconditionFailure("\(cell): found no number") }
    return number
  }

  private static func trimmed(_ cell: Substring.UTF8View) -> String {
    let blank = UInt8(ascii: " ")
    var cell = cell
    while cell.first == blank { cell.removeFirst() }
    while cell.last == blank { cell.removeLast() }
    return String(Substring(cell))
  }
}

extension ParameterCatalogue {
  /// The definitions of a text with the cells name, unit, default, range, domain, grade, rules, meaning and source.
  ///
  /// The unit is one of ``ParameterUnit``, `switch`, or the words of a choice. Numbers of a list stand between commas, as do their
  /// ranges, before a semicolon and the reason for them; `shares` before them says that they are parts of a whole. An empty
  /// domain is that of the unit from 0 on; `positive` leaves 0 out, `unit` goes from 0 to 1 or 100 %, `whole` has whole numbers only.
  static func definitions(_ text: String) -> [ParameterDefinition] {
    CatalogueText.rows(text, columns: 9).map(ParameterDefinition.init(cells:))
  }
}

extension ParameterDefinition {
  fileprivate init(cells: [String]) {
    guard let grade = EvidenceGrade(rawValue: cells[5]) else {
      preconditionFailure("\(cells): found no grade")
    }
    let (name, meaning, rules, source) = (cells[0], cells[7], cells[6], cells[8])
    guard let unit = ParameterUnit(rawValue: cells[1]) else {
      self =
        cells[1] == "switch"
        ? .boolean(name, meaning, cells[2] == "true", grade, rules: rules, source: source)
        : .choice(
          name, meaning, cells[2], of: cells[1].split(separator: " ").map(String.init), grade, rules: rules,
          source: source)
      return
    }
    let domain = ParameterDomain.Rule(cell: cells[4])
    let values = CatalogueText.list(cells[2]).map(CatalogueText.number)
    self =
      values.count > 1
      ? .vector(
        name, meaning, unit, values, grade, rules: rules, source: source, domain: domain,
        ranges: cells[3].isEmpty ? nil : ListRanges(cell: cells[3]))
      : .quantity(
        name, meaning, unit, values[0], CatalogueText.range(cells[3]), grade, rules: rules, source: source,
        domain: domain)
  }
}

extension ListRanges {
  fileprivate init(cell: String) {
    let parts = cell.split(separator: ";", maxSplits: 1)
    let isShares = cell.hasPrefix("shares ")
    let ranges = CatalogueText.list(String(parts[0].dropFirst(isShares ? 7 : 0))).map(CatalogueText.range)
    self.init(ranges: ranges, areShares: isShares, reason: String(parts[1].dropFirst()))
  }
}

extension ParameterDomain.Rule {
  fileprivate init(cell: String) {
    switch cell {
    case "": self = .nonNegative
    case "positive": self = .positive
    case "unit": self = .unitInterval
    case let cell where cell.hasPrefix("whole "):
      let range = CatalogueText.range(String(cell.dropFirst(6)))
      self = .whole(Int(range.lowerBound)...Int(range.upperBound))
    default: self = .interval(CatalogueText.range(cell))
    }
  }
}
