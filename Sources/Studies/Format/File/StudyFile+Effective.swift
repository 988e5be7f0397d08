import Basics
import ModelParameters
import SchedulingPolicies

extension StudyFile {
  /// The study with everything that it extends and includes, in JSON, as a file that can be run again.
  package var effectiveText: String {
    var effective = tree
    effective.remove("mix", in: "population")
    if var trace = effective["trace"], let path = study.trace?.path, let file = trace["file"] {
      trace.set("file", file.replaced(by: .scalar(path)))
      effective.set("trace", trace)
    }
    if let list = effective["policies"], let policies = list.elements {
      effective.set("policies", list.replaced(by: .sequence(policies.map(pinned))))
    }
    return effective.json().text() + "\n"
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

  /// The parameters that a study, or a part of one that others extend, states over others; nothing else of it is read.
  ///
  /// - Throws: ``StudyErrors`` with all that is wrong in them.
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
      log.add(decoder.root.place.at("parameters"), found: "nothing", expected: "a mapping of parameter names")
      throw StudyErrors(log.errors)
    }
    let parameters = decoder.parameterSet(place, over: base)
    guard log.errors.isEmpty else { throw StudyErrors(log.errors) }
    return parameters
  }
}

extension YAMLNode {
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

  package var description: String {
    switch self {
    case .namesFiles(let key):
      "the study of these results has the key `\(key)`, which names a file or program; no path is taken from a "
        + "results file"
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
        let words = entry.key.split { $0 == "." || $0 == "[" || $0 == "]" }.map(String.init)
        if let key = words.first(where: Self.keysOfFiles.contains) { return key }
        if let key = entry.value.keyOfFile { return key }
      }
      return nil
    }
  }
}
