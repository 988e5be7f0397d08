import Basics
import ModelParameters
import ResultsStore
import SchedulingPolicies

extension StudyFile {
  /// The study with everything that it extends and includes, in JSON, as a file that can be run again.
  package var effectiveText: String {
    var effective = tree
    effective.remove("mix", in: "population")
    for key in ["arms", "factors"] where !storedMixes.isEmpty {
      effective.set(key, effective[key]?.replacing(storedMixes))
    }
    if var trace = effective["trace"], let path = study.trace?.path, let file = trace["file"] {
      trace.set("file", file.replaced(by: .scalar(path)))
      effective.set("trace", trace)
    }
    if let list = effective["policies"], let policies = list.elements {
      effective.set("policies", list.replaced(by: .sequence(policies.map(pinned))))
    }
    return effective.json().text() + "\n"
  }

  /// The files that the study names and that its runs depend on: those of commands, states, property lists and the recording,
  /// which may be private, so that only its digest is kept.
  var inputFiles: [InputFile] {
    var found: [InputFile] = []
    for point in points {
      for element in ["apps", "policies"].flatMap({ point.tree[$0]?.elements ?? [] }) {
        let command = element["command"]
        let words = (command?.elements ?? []).map { (node: $0, file: command?.file ?? $0.file) }
        for (node, file) in words + ["state", "plist"].compactMap({ element[$0] }).map({ ($0, $0.file) }) {
          guard let name = node.text, !found.contains(where: { $0.path == name }) else { continue }
          let path = StudyFiles.resolve(name, from: file)
          guard StudyFiles.isFile(path), let bytes = try? StudyFiles.bytes(of: path) else { continue }
          found.append(InputFile(path: name, bytes: bytes, isExecutable: StudyFiles.isExecutable(path)))
        }
      }
      guard let trace = point.study.trace, !found.contains(where: { $0.path == trace.path }) else { continue }
      found.append(InputFile(path: trace.path, digest: trace.digest))
    }
    return found
  }

  /// A policy with the digest of its state, so that who runs the study again has the same state or an error. Where design
  /// points differ in it, their runs alone tell.
  private func pinned(_ policy: YAMLNode) -> YAMLNode {
    guard let node = policy["state"], let label = (policy["label"] ?? policy["name"])?.text else {
      return policy
    }
    let states = points.map { point in
      point.study.policies.first { $0.label == label }?.process?.state?.digest
    }
    guard let first = states.first, let digest = first, states.allSatisfy({ $0 == digest }) else {
      return policy
    }
    var pinned = policy
    pinned.set("stateDigest", node.replaced(by: .scalar(digest)))
    return pinned
  }

  /// The given parameters, overridden by the parameters in a study or in a part of a study. The other keys of
  /// the file are not read.
  ///
  /// - Throws: ``StudyErrors`` with all errors in these parameters.
  package static func parameters(
    path: String, over base: ParameterSet, catalogue: PolicyCatalogue
  ) throws(StudyErrors) -> ParameterSet {
    let log = ErrorLog(quoting: path)
    let tree = try load(path, chain: [], log)
    guard log.errors.isEmpty else { throw StudyErrors(log.errors) }
    let decoder = StudyDecoder(tree, catalogue, StudyResources(), log)
    // A whole study would need these besides.
    log.errors = []
    guard let place = decoder.root.place["parameters"] else {
      log.add(decoder.root.place.at("parameters"), found: "", expected: "a mapping of parameter names")
      throw StudyErrors(log.errors)
    }
    let parameters = decoder.parameterSet(place, over: base)
    guard log.errors.isEmpty else { throw StudyErrors(log.errors) }
    return parameters
  }
}

extension YAMLNode {
  /// The tree with some of its nodes replaced.
  fileprivate func replacing(_ others: [YAMLNode: YAMLNode]) -> YAMLNode {
    if let other = others[self] { return other }
    return switch content {
    case .scalar: self
    case .sequence(let elements): replaced(by: .sequence(elements.map { $0.replacing(others) }))
    case .mapping(let entries):
      replaced(
        by: .mapping(
          entries.map { entry in
            var entry = entry
            entry.value = entry.value.replacing(others)
            return entry
          }))
    }
  }

  /// The tree as JSON, every scalar a text; typed, with sorted names, and with what looks like a literal of JSON as one.
  func json(isTyped: Bool = false) -> JSONValue {
    switch content {
    case .scalar(let text):
      isTyped && (try? JSONParser.value(of: Array(text.utf8)[...]))?.isLiteral == true
        ? .literal(text) : .string(text)
    case .sequence(let elements): .array(elements.map { $0.json(isTyped: isTyped) })
    case .mapping(let entries):
      .object(
        (isTyped ? entries.sorted { $0.key < $1.key } : entries).map {
          JSONValue.Member($0.key, $0.value.json(isTyped: isTyped))
        })
    }
  }
}

package enum StoredStudyError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The study names files or programs, which a results file may not choose.
  case namesFiles(key: String)
  /// Another command than `run` has chosen the points.
  case isOfMethod(String)

  package var description: String {
    switch self {
    case .namesFiles(let key):
      "the study of these results has the key `\(key)`, which names a file or program. For safety, slumber does not use "
        + "paths from results files"
    case .isOfMethod(let method):
      "`slumber \(method)` chooses its points itself, so the number of blocks is not known"
    }
  }
}

extension YAMLNode {
  private static let keysOfFiles: Set = ["extends", "mix", "trace", "command", "state", "plist"]

  /// The first key in the tree that names a file, as a key or within a key path of an arm or factor.
  var keyOfFile: String? {
    switch content {
    case .scalar: return nil
    case .sequence(let elements): return elements.lazy.compactMap(\.keyOfFile).first
    case .mapping(let entries):
      for entry in entries {
        // A mix that is stored with its apps names no file.
        let values = (entry.value.elements ?? [entry.value]).map(\.levelValue)
        if entry.key.hasSuffix("mix"), values.allSatisfy({ $0["apps"] != nil }) {
          if let key = values.lazy.compactMap(\.keyOfFile).first { return key }
          continue
        }
        let words = entry.key.split { $0 == "." || $0 == "[" || $0 == "]" }.map(String.init)
        if let key = words.first(where: Self.keysOfFiles.contains) { return key }
        if let key = entry.value.keyOfFile { return key }
      }
      return nil
    }
  }
}
