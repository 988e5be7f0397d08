import ModelParameters

/// A place in a study that `--set`, an arm or a factor names: `horizonDays`, `population.devices`,
/// `apps[0].tasks[1].floor`, `apps.mail.content.perDay`, `policies.fixed-interval.fixed.interval`, or a parameter's name.
struct StudyKeyPath {
  enum Step: Hashable {
    case key(String)
    case index(Int)
  }
  let text: String
  let steps: [Step]

  /// Nil where the text is no key path.
  ///
  /// - Parameter parameters: Tells which names are parameters.
  init?(_ text: String, in tree: YAMLNode, parameters: ParameterSet) {
    self.text = text
    // A removed name is a parameter too, so that its reader can say what replaces it.
    if parameters.definition(text) != nil || ParameterCatalogue.removed[text] != nil {
      steps = [.key("parameters"), .key(text)]
      return
    }
    if text.hasPrefix("parameters.") {
      steps = [.key("parameters"), .key(String(text.dropFirst("parameters.".count)))]
      return
    }
    if text.hasPrefix("policies."),
      let found = Self.policySteps(text.dropFirst("policies.".count), tree, parameters)
    {
      steps = found
      return
    }
    guard let parsed = Self.parse(text, tree) else { return nil }
    steps = parsed
  }

  /// `NAME.PARAMETER` or `NAME.key` of the policy with that label or name.
  private static func policySteps(_ rest: Substring, _ tree: YAMLNode, _ parameters: ParameterSet) -> [Step]?
  {
    for (index, policy) in (tree["policies"]?.elements ?? []).enumerated() {
      for name in [policy["label"]?.text, policy["name"]?.text, policy.text].compactMap({ $0 })
      where rest.hasPrefix(name + ".") {
        let key = String(rest.dropFirst(name.count + 1))
        if key.hasPrefix("settings.") {
          return [
            .key("policies"), .index(index), .key("settings"), .key(String(key.dropFirst("settings.".count))),
          ]
        }
        let isParameter = parameters.definition(key) != nil || ParameterCatalogue.removed[key] != nil
        return [.key("policies"), .index(index)] + (isParameter ? [.key("parameters")] : []) + [.key(key)]
      }
    }
    return nil
  }

  private static func parse(_ text: String, _ tree: YAMLNode) -> [Step]? {
    var steps: [Step] = []
    var rest = text[...]
    var node: YAMLNode? = tree
    while !rest.isEmpty {
      // An element of a list may be named by its id or name, which may contain dots.
      if let elements = node?.elements, !rest.hasPrefix("["),
        let match = elements.enumerated().first(where: { element in
          [element.element["id"]?.text, element.element["name"]?.text].compactMap { $0 }
            .contains { rest == $0 || rest.hasPrefix($0 + ".") }
        })
      {
        let name =
          [match.element["id"]?.text, match.element["name"]?.text].compactMap { $0 }
          .first { rest == $0 || rest.hasPrefix($0 + ".") } ?? ""
        steps.append(.index(match.offset))
        node = match.element
        rest = rest.dropFirst(name.count + 1)
        continue
      }
      if rest.hasPrefix("[") {
        guard let end = rest.firstIndex(of: "]"),
          let index = Int(rest[rest.index(after: rest.startIndex)..<end]),
          index >= 0
        else { return nil }
        steps.append(.index(index))
        node = node?.elements.flatMap { $0.indices.contains(index) ? $0[index] : nil }
        rest = rest[rest.index(after: end)...]
        if rest.hasPrefix(".") { rest = rest.dropFirst() }
        continue
      }
      let end = rest.firstIndex { $0 == "." || $0 == "[" } ?? rest.endIndex
      let key = String(rest[..<end])
      guard !key.isEmpty else { return nil }
      steps.append(.key(key))
      node = node?[key]
      rest = rest[end...]
      if rest.hasPrefix(".") { rest = rest.dropFirst() }
    }
    return steps.isEmpty ? nil : steps
  }

  /// The tree with `value` at this place; nil where a list has no such element.
  ///
  /// Either of the two keys of the horizon takes the place of the other.
  func setting(_ value: YAMLNode, in tree: YAMLNode) -> YAMLNode? {
    var result = Self.set(value, steps[...], tree)
    for (key, other) in HorizonKeys.pairs where steps == [.key(key)] { result?.set(other, nil) }
    return result
  }

  private static func set(_ value: YAMLNode, _ steps: ArraySlice<Step>, _ node: YAMLNode) -> YAMLNode? {
    guard let step = steps.first else { return value }
    let rest = steps.dropFirst()
    var result = node
    switch step {
    case .key(let key):
      if node.entries == nil {
        // A policy given by its name alone becomes a mapping.
        var entries: [YAMLEntry] = []
        if let text = node.text, !text.isEmpty {
          entries.append(YAMLEntry(key: "name", line: node.line, column: node.column, value: node))
        }
        result.content = .mapping(entries)
      }
      let below =
        result[key] ?? YAMLNode(.mapping([]), file: value.file, line: value.line, column: value.column)
      guard let inner = set(value, rest, below) else { return nil }
      result.set(key, inner)
    case .index(let index):
      guard var elements = node.elements, elements.indices.contains(index),
        let inner = set(value, rest, elements[index])
      else { return nil }
      elements[index] = inner
      result.content = .sequence(elements)
    }
    return result
  }
}

/// The two keys of a study that give its horizon, of which a study has one.
enum HorizonKeys {
  /// Each with the other.
  static let pairs = [("horizonDays", "horizon"), ("horizon", "horizonDays")]
}
