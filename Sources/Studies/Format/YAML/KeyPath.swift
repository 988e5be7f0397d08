import Basics
import ModelParameters

/// A place in a study that `--set`, an arm or a factor names: `horizonDays`, `population.devices`,
/// `apps[0].tasks[1].earliestBegin`, `apps.mail.content.perDay`, `policies.fixed-interval.fixed.interval`, or a parameter's name.
struct StudyKeyPath {
  enum Step: Hashable {
    case key(String)
    case index(Int)
  }
  let steps: [Step]

  /// The two keys of a study that give its horizon, of which a study has one, each with the other.
  static let horizons = [("horizonDays", "horizon"), ("horizon", "horizonDays")]

  init?(_ text: String, in tree: YAMLNode, parameters: ParameterSet) {
    if parameters.knows(text) {
      steps = [.key("parameters"), .key(text)]
    } else if text.hasPrefix("parameters.") {
      steps = [.key("parameters"), .key(String(text.dropFirst("parameters.".count)))]
    } else if let found = Self.policySteps(text, tree, parameters) ?? Self.parse(text, tree) {
      steps = found
    } else {
      return nil
    }
  }

  /// `policies.NAME.PARAMETER` or `policies.NAME.key` of the policy with that label or name.
  private static func policySteps(_ text: String, _ tree: YAMLNode, _ parameters: ParameterSet) -> [Step]? {
    guard text.hasPrefix("policies.") else { return nil }
    let rest = text.dropFirst("policies.".count)
    for (index, policy) in (tree["policies"]?.elements ?? []).enumerated() {
      for name in [policy["label"]?.text, policy["name"]?.text, policy.text].compactMap({ $0 })
      where rest.hasPrefix(name + ".") {
        let key = String(rest.dropFirst(name.count + 1))
        let start = [Step.key("policies"), .index(index)]
        if key.hasPrefix("settings.") {
          return start + [.key("settings"), .key(String(key.dropFirst("settings.".count)))]
        }
        return start + (parameters.knows(key) ? [.key("parameters")] : []) + [.key(key)]
      }
    }
    return nil
  }

  private static func parse(_ text: String, _ tree: YAMLNode) -> [Step]? {
    var steps: [Step] = []
    var rest = text[...]
    var node: YAMLNode? = tree
    while !rest.isEmpty {
      let step: Step
      if let (index, name) = element(of: node, named: rest) {
        step = .index(index)
        rest = rest.dropFirst(name.count)
      } else if rest.hasPrefix("[") {
        guard let end = rest.firstIndex(of: "]"), let index = Int(rest[..<end].dropFirst()), index >= 0 else {
          return nil
        }
        step = .index(index)
        rest = rest[rest.index(after: end)...]
      } else {
        let key = rest.prefix { $0 != "." && $0 != "[" }
        guard !key.isEmpty else { return nil }
        step = .key(String(key))
        rest = rest[key.endIndex...]
      }
      if rest.hasPrefix(".") { rest = rest.dropFirst() }
      steps.append(step)
      node = node?[step]
    }
    return steps.isEmpty ? nil : steps
  }

  /// The element of a list whose id or name, which may contain dots, begins a path.
  private static func element(of node: YAMLNode?, named path: Substring) -> (index: Int, name: String)? {
    guard let elements = node?.elements, !path.hasPrefix("[") else { return nil }
    for (index, element) in elements.enumerated() {
      for name in [element["id"]?.text, element["name"]?.text].compactMap({ $0 })
      where path == name || path.hasPrefix(name + ".") { return (index, name) }
    }
    return nil
  }

  /// The tree with `value` at this place; nil where a list has no such element.
  ///
  /// Either of the two keys of the horizon takes the place of the other.
  func setting(_ value: YAMLNode, in tree: YAMLNode) -> YAMLNode? {
    var result = Self.set(value, steps[...], tree)
    for (key, other) in Self.horizons where steps == [.key(key)] { result?.set(other, nil) }
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
        let isWord = node.text?.isEmpty == false
        result.content = .mapping(
          isWord ? [YAMLEntry(key: "name", line: node.line, column: node.column, value: node)] : [])
      }
      let below = result[key] ?? value.replaced(by: .mapping([]))
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

extension YAMLNode {
  subscript(step: StudyKeyPath.Step) -> YAMLNode? {
    switch step {
    case .key(let key): self[key]
    case .index(let index): elements.flatMap { $0.indices.contains(index) ? $0[index] : nil }
    }
  }

  /// The node at a place, or the last one on the way there.
  func node(at steps: some Collection<StudyKeyPath.Step>) -> YAMLNode {
    var node = self
    for step in steps {
      guard let next = node[step] else { break }
      node = next
    }
    return node
  }
}

extension ParameterSet {
  /// Whether a name is that of a parameter; one that was removed is, too, so that its reader can say what replaces it.
  fileprivate func knows(_ name: String) -> Bool {
    definition(name) != nil || ParameterCatalogue.removed[name] != nil
  }
}

// MARK: Paths to nowhere

/// Finds out whether a path of `--set`, of an arm or of a factor names a place of a study.
struct UnknownPlace {
  let tree: YAMLNode
  let parameters: ParameterSet

  private static let expected =
    "the name of a parameter, or a key path such as `apps[0].tasks[1].earliestBegin` (`slumber schema paths` explains them)"

  /// The one error for a path that names nothing; nil for one that does, or of which only its reader can tell.
  ///
  /// - Parameter place: The place that the error names: `factors.refresh.minGapp`.
  func error(_ text: String, at place: Place) -> StudyError? {
    func error(_ found: String, _ expected: String = Self.expected, nearest: String? = nil) -> StudyError {
      var error = StudyError(at: place, found: found, expected: expected)
      error.suggestion = nearest
      return error
    }
    guard let path = StudyKeyPath(text, in: tree, parameters: parameters) else {
      return error("no path", nearest: nearest(text))
    }
    var table: FieldTable? = .study
    var node: YAMLNode? = tree
    for step in path.steps {
      switch step {
      case .key(let key):
        if let known = table {
          guard known.definition(of: key) != nil || known.later.contains(key) else {
            return known.name == FieldTable.study.name
              ? error("an unknown name", nearest: nearest(text))
              : error("no key `\(key)`", nearest: replacing(key, in: text, known))
          }
          // Policies know more parameters than the study.
          if key == "parameters", path.steps.count == 2, case .key(let name) = path.steps[1],
            !parameters.knows(name)
          {
            return error("no parameter `\(name)`", nearest: nearest(name))
          }
        }
        table = table?.definition(of: key).flatMap(FieldTable.below)
      case .index(let index):
        guard let count = node?.elements?.count else { return error("no path") }
        if index >= count {
          return error(
            "index \(index) of a list",
            count == 0 ? "no index, because the list is empty" : "an index from 0 to \(count - 1)")
        }
      }
      node = node?[step]
    }
    return nil
  }

  private func nearest(_ text: String) -> String? {
    NameSuggestion.nearest(
      to: text, in: parameters.definitions.map(\.name) + FieldTable.study.fields.map(\.key))
  }

  /// The path with its misspelt key replaced by the nearest one of the table.
  private func replacing(_ key: String, in text: String, _ table: FieldTable) -> String? {
    guard let name = NameSuggestion.nearest(to: key, in: table.fields.map(\.key)),
      let range = text.ranges(of: key).last
    else { return nil }
    return text[..<range.lowerBound] + name + text[range.upperBound...]
  }
}
