import ModelParameters
import PlainText
import RandomStreams

extension MapReader {
  /// A law: a constant with its unit, or `{lognormal: {median: 1.5 s, sigma: 0.6}}`; in base units.
  ///
  /// Parameters in the unit of the key must lie in the domain of the key. A draw above its upper end becomes that end: a heavy tail
  /// has no greatest value, and what is drawn must fit the run (see ``Clamped``).
  func distribution(_ key: String, _ unit: ParameterUnit) -> (any Distribution)? {
    guard let value = node[key], let domain = table.fields.first(where: { $0.key == key })?.domain else {
      return nil
    }
    let law = distribution(value, join(key), unit, domain)
    return law.map { Clamped($0, to: domain.least * unit.scale...domain.greatest * unit.scale) }
  }

  private func distribution(
    _ value: YAMLNode, _ path: String, _ unit: ParameterUnit, _ domain: ParameterDomain
  ) -> (any Distribution)? {
    guard let entries = value.entries else {
      guard let number = quantity(value, path, unit, domain)?.value(in: unit) else { return nil }
      return try? Constant(number * unit.scale)
    }
    guard entries.count == 1, let entry = entries.first else {
      log.add(
        value, path,
        expected: "one law with its parameters, such as `{exponential: {mean: 1 \(unit.rawValue)}}`")
      return nil
    }
    let names = DistributionCatalogue.names
    guard names.contains(entry.key), let law = try? DistributionCatalogue.entry(named: entry.key) else {
      log.add(
        value, path, found: "`\(entry.key)`", expected: "one of \(names.joined(separator: ", "))",
        suggestion: NameSuggestion.nearest(to: entry.key, in: names))
      return nil
    }
    guard entry.value.entries != nil else {
      let alone = entry.key == "constant" ? ", or the value alone" : ""
      log.add(
        entry.value, "\(path).\(entry.key)",
        expected: "a mapping of its parameters: \(law.parameters.map(\.name).joined(separator: ", "))\(alone)"
      )
      return nil
    }
    var arguments: [String: Double] = [:]
    var lists: [String: [Double]] = [:]
    let count = log.errors.count
    for argument in entry.value.entries ?? [] {
      let place = "\(path).\(entry.key).\(argument.key)"
      let parameter = (law.parameters + DistributionCatalogue.truncation).first { $0.name == argument.key }
      func number(_ node: YAMLNode, _ place: String) -> Double? {
        if let parameter, parameter.unitFree {
          return quantity(node, place, .none, ParameterDomain(parameter.bounds))?.value
        }
        // A least value may be below the domain's own; what is drawn below it is clamped.
        let bounds = ParameterDomain(0...domain.greatest)
        return quantity(node, place, unit, bounds)?.value(in: unit).map { $0 * unit.scale }
      }
      if let elements = argument.value.elements {
        lists[argument.key] = elements.enumerated().compactMap { number($1, "\(place)[\($0)]") }
      } else if let value = number(argument.value, place) {
        arguments[argument.key] = value
      }
    }
    guard log.errors.count == count else { return nil }
    do {
      return try DistributionCatalogue.make(name: entry.key, arguments: arguments, lists: lists)
    } catch {
      log.add(value, "\(path).\(entry.key)", found: error.found, expected: error.expected)
      return nil
    }
  }
}
