import Basics
import ModelParameters
import StudyReports

extension StudyFile {
  /// Number of points of all combinations in words; a product beyond 64 bits by its factors.
  static func pointCount(arms: Int, levels: [Int]) -> String {
    let product = levels.reduce(arms) { (count: Int?, levels) in
      count.flatMap {
        let (product, overflow) = $0.multipliedReportingOverflow(by: levels)
        return overflow ? nil : product
      }
    }
    return product.map { "\($0)" } ?? levels.map { "\($0)" }.joined(separator: " × ")
  }

  struct Arm {
    var name: String
    var changes: [YAMLChange]
  }

  static func arms(of tree: YAMLNode, _ unknown: UnknownPlace, _ log: ErrorLog) -> [Arm] {
    guard let list = tree["arms"]?.elements, !list.isEmpty else { return [Arm(name: "base", changes: [])] }
    var arms: [Arm] = []
    for (index, node) in list.enumerated() {
      let map = MapReader(Place(node, "arms[\(index)]"), .of("arm"), log)
      let name = map.name("name") ?? "arm\(index)"
      if arms.contains(where: { $0.name == name }) {
        log.add(
          Place(node, "arms[\(index)].name"), found: "a second arm `\(name)`", expected: "different names")
      }
      let changes = (node["set"]?.entries ?? []).filter { entry in
        !log.refuses(entry, unknown, owner: "arms[\(index)].set.\(entry.key)")
      }
      arms.append(Arm(name: name, changes: changes.map { YAMLChange(path: $0.key, value: $0.value) }))
    }
    return arms
  }

  struct Factor {
    var path: String
    var levels: [YAMLNode]
    /// The ends between which it lies in a space-filling design; nil in others.
    var range: FactorRange?
    var place: Place

    var changes: [YAMLChange] { levels.map { YAMLChange(path: path, value: $0.levelValue) } }
  }

  static func factors(
    of tree: YAMLNode, _ parameters: ParameterSet, _ unknown: UnknownPlace, _ log: ErrorLog
  ) -> [Factor] {
    let isSpaceFilling = FactorDesign.kind(of: tree).isSpaceFilling
    return (tree["factors"]?.entries ?? []).compactMap { entry in
      let place = Place(entry.value, "factors.\(entry.key)")
      // Key paths and levels are columns and cells of tables.
      let levels = entry.value.elements ?? []
      for text in [entry.key] + levels.compactMap({ $0.text ?? $0["name"]?.text }) where !isCell(text) {
        return log.refuse(
          place, found: "`\(text.prefix(60))`",
          expected: "a text without control characters that does not begin like a spreadsheet formula")
      }
      if log.refuses(entry, unknown, owner: place.path) { return nil }
      guard isSpaceFilling else { return listedFactor(entry.key, place, log) }
      // It takes any number between two.
      let isWhole = parameters.definition(entry.key)?.domain?.isWhole == true
      guard entry.value["steps"] == nil, let range = FactorRange(entry.value, isWhole: isWhole) else {
        return log.refuse(
          place,
          expected:
            "`{from: 5 min, to: 60 min}` without steps, or a list of numbers of one unit, in a space-filling design"
        )
      }
      return Factor(path: entry.key, levels: [entry.value], range: range, place: place)
    }
  }

  private static func listedFactor(_ name: String, _ place: Place, _ log: ErrorLog) -> Factor? {
    if let levels = place.node.elements, !levels.isEmpty {
      var (values, names): (Set<String>, Set<String>) = ([], [])
      for level in place.elements {
        let text = level.node.levelText
        if level.node.isNamedLevel, text.isEmpty || text.contains(";") {
          return log.refuse(
            level.at("name"), found: text.isEmpty ? "" : "`\(text)`",
            expected: "a name of the level without semicolons, such as `{name: at night, value: 2 h}`")
        }
        if !names.insert(text).inserted, level.node.isNamedLevel {
          return log.refuse(level.at("name"), found: "a second level `\(text)`", expected: "different names")
        }
        guard values.insert(value(of: level.node.levelValue)).inserted else {
          return log.refuse(
            Place(level.node, place.path), found: "a second level \(level.node.levelValue.found)",
            expected: "different levels")
        }
      }
      return Factor(path: name, levels: levels, place: place)
    }
    if let levels = range(place.node) { return Factor(path: name, levels: levels, place: place) }
    if let steps = place["steps"], !(Int(steps.text ?? "").map { (2...1000).contains($0) } ?? false) {
      return log.refuse(steps, expected: "a whole number from 2 to 1000")
    }
    return log.refuse(place, expected: "a list of values, or `{from: 5 min, to: 60 min, steps: 4}`")
  }

  /// A level as text that levels of the same value have in common: `15 min` and `900 s`, `1` and `1.0`.
  private static func value(of level: YAMLNode) -> String {
    Quantity(level: level.text ?? "").map { "\($0.baseValue) \($0.unit.dimension)" } ?? level.canonicalText
  }

  /// Whether a text may be a cell of a table: a number, or a name.
  static func isCell(_ text: String) -> Bool {
    NameRule.violation(text) == nil || Quantity.number(String(text.prefix { $0 != " " })) != nil
  }

  static func range(_ node: YAMLNode) -> [YAMLNode]? {
    let ends = ["from", "to"].compactMap { node[$0]?.text.flatMap(Quantity.parts) }
    guard ends.count == 2, ends[0].unit == ends[1].unit, let steps = node["steps"]?.text.flatMap({ Int($0) }),
      (2...1000).contains(steps)
    else { return nil }
    let unit = ends[0].unit.isEmpty ? "" : " \(ends[0].unit)"
    return (0..<steps).map { step in
      let value = ends[0].number + (ends[1].number - ends[0].number) * Double(step) / Double(steps - 1)
      return node.replaced(by: .scalar(ParameterDefinition.text(value) + unit))
    }
  }
}

extension ErrorLog {
  fileprivate func refuses(_ entry: YAMLEntry, _ unknown: UnknownPlace, owner: String) -> Bool {
    let place = Place(entry.atKey, owner)
    guard let error = unknown.error(entry.key, at: place) else { return false }
    add(place, found: error.found, expected: error.expected, suggestion: error.suggestion)
    return true
  }
}

extension StudyFile {
  /// The factor of the study that sets the place of a key path, under whichever name either writes it.
  package func factor(varying path: String) -> (name: String, levels: [String])? {
    let parameters = study.parameters
    let steps = StudyKeyPath(path, in: tree, parameters: parameters)?.steps
    for (index, level) in (points.first?.levels ?? []).enumerated() {
      let own = StudyKeyPath(level.name, in: tree, parameters: parameters)?.steps
      guard level.name == path || (steps != nil && own == steps) else { continue }
      return (level.name, points.map { $0.levels[index].text }.unique)
    }
    return nil
  }
}

struct FactorRange {
  let low, high: Double
  /// The unit as it is written, with a blank in front; empty for a bare number.
  let unit: String
  let isWhole: Bool

  /// Reads `{from, to}`, or the least and greatest of a list of numbers; nil for anything else.
  init?(_ node: YAMLNode, isWhole: Bool) {
    let texts = node.elements?.map(\.text) ?? [node["from"]?.text, node["to"]?.text]
    let levels = texts.compactMap { $0.flatMap(Quantity.parts) }
    guard levels.count == texts.count, let word = levels.first?.unit, levels.allSatisfy({ $0.unit == word }),
      let low = levels.map(\.number).min(), let high = levels.map(\.number).max(), low < high
    else { return nil }
    (self.low, self.high, self.isWhole) = (low, high, isWhole)
    unit = word.isEmpty ? "" : " \(word)"
  }

  /// The text of the level at a share of the range from 0 to 1, to a thousandth of the range.
  func text(share: Double) -> String {
    let value = low + share * (high - low)
    guard !isWhole else { return "\(Int64(value.rounded()))\(unit)" }
    var scale = 1.0
    while scale * (high - low) < 1000, scale < 1e12 { scale *= 10 }
    return ParameterDefinition.text((value * scale).rounded() / scale) + unit
  }
}

extension StudyFile.Factor {
  /// The level at a share of the range; the first one without a range.
  func level(share: Double) -> YAMLNode {
    guard let range else { return levels[0] }
    return place.node.replaced(by: .scalar(range.text(share: share)))
  }
}
