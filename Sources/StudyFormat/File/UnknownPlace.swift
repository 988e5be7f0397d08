import ModelParameters
import PlainText

/// Finds out whether a path of `--set`, of an arm or of a factor names a place of a study.
struct UnknownPlace {
  let tree: YAMLNode
  let parameters: ParameterSet

  /// How paths are written, for messages.
  private static let expected =
    "a parameter's name, or a key path such as `apps[0].tasks[1].floor` (`slumber schema paths` explains them)"

  /// The one error for a path that names nothing; nil for one that does, or of which only its reader can tell.
  ///
  /// - Parameters:
  ///   - place: The node whose file and line the error names.
  ///   - owner: The key path of the whole message: `factors.refresh.minGapp`.
  func error(_ text: String, at place: YAMLNode, owner: String) -> StudyError? {
    guard let path = StudyKeyPath(text, in: tree, parameters: parameters) else {
      return error(place, owner, found: "no path", Self.expected, nearest(text))
    }
    var table: FieldTable? = .study
    var node: YAMLNode? = tree
    for step in path.steps {
      switch step {
      case .key(let key):
        if let known = table {
          guard known.definition(of: key) != nil || known.later.contains(key) else {
            let isTop = known.name == FieldTable.study.name
            return error(
              place, owner, found: isTop ? "no parameter and no key of a study" : "no key `\(key)`",
              Self.expected, isTop ? nearest(text) : replacing(key, in: text, known))
          }
          if key == "parameters", let error = unknownParameter(path, place, owner) { return error }
        }
        table = table?.definition(of: key).flatMap(FieldTable.below)
        node = node?[key]
      case .index(let index):
        if let count = node?.elements?.count, index >= count {
          let range = count == 0 ? "no elements there" : "places from 0 to \(count - 1) there"
          return error(place, owner, found: "place \(index) of a list", range, nil)
        }
        guard let elements = node?.elements, elements.indices.contains(index) else {
          return error(place, owner, found: "no path", Self.expected, nil)
        }
        node = elements[index]
      }
    }
    return nil
  }

  /// The error for a name behind `parameters.` that no parameter has; policies know more names than the study.
  private func unknownParameter(_ path: StudyKeyPath, _ place: YAMLNode, _ owner: String) -> StudyError? {
    guard path.steps.count == 2, case .key(let name) = path.steps[1], parameters.definition(name) == nil,
      ParameterCatalogue.removed[name] == nil
    else { return nil }
    return error(place, owner, found: "no parameter `\(name)`", Self.expected, nearest(name))
  }

  private func error(
    _ place: YAMLNode, _ owner: String, found: String, _ expected: String, _ suggestion: String?
  ) -> StudyError {
    StudyError(
      file: place.file, line: place.line, column: place.column, keyPath: owner, found: found,
      expected: expected, suggestion: suggestion)
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
    return text.replacingCharacters(of: range, with: name)
  }
}

extension String {
  fileprivate func replacingCharacters(of range: Range<Index>, with text: String) -> String {
    String(self[..<range.lowerBound]) + text + String(self[range.upperBound...])
  }
}
