import Basics
import ModelParameters
import SchedulingPolicies

extension StudyFile {
  /// The study with everything that it extends and includes, as a file that can be run again. It is JSON,
  /// which the study format contains.
  package var effectiveText: String {
    var effective = tree
    effective.remove("mix", in: "population")
    if var trace = effective["trace"], let path = study.trace?.path, let node = trace["file"] {
      var file = node
      file.content = .scalar(path)
      trace.set("file", file)
      effective.set("trace", trace)
    }
    if let policies = effective["policies"]?.elements {
      var list = effective["policies"]
      list?.content = .sequence(policies.map(pinned))
      effective.set("policies", list)
    }
    return effective.json.text() + "\n"
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
    var value = node
    value.content = .scalar(digest)
    pinned.set("stateDigest", value)
    return pinned
  }
}

extension YAMLNode {
  var json: JSONValue {
    switch content {
    case .scalar(let text): .string(text)
    case .sequence(let elements): .array(elements.map(\.json))
    case .mapping(let entries): .object(entries.map { JSONValue.Member($0.key, $0.value.json) })
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
