import JSON
import ModelParameters
import OutputAnalysis
import ProcessPolicies

extension StudyFile {
  /// The study with everything that it extends and includes, as a file that can be run again. It is JSON,
  /// which the study format contains.
  public var effectiveText: String {
    var effective = tree
    if var population = effective["population"] {
      population.set("mix", nil)
      effective.set("population", population)
    }
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

extension ComparisonSection {
  /// The section of a study's text as a results file keeps it.
  public init(effectiveStudy text: String) throws(StudyErrors) {
    self.init(baseline: nil, metrics: [], confidence: 0.95)
    guard let node = try YAMLReader.read(Array(text.utf8), file: "study")["compare"] else { return }
    baseline = node["baseline"]?.text
    isOneFamily = node["family"]?.text == "study"
    front = node["front"]?.elements?.compactMap(\.text)
    if let given = node["confidence"] {
      let domain = FieldTable.compare.fields.first { $0.key == "confidence" }?.domain
      guard let domain, let number = given.text.flatMap({ Quantity.number($0) }), domain.contains(number)
      else {
        throw StudyErrors([
          StudyError(
            file: given.file, line: given.line, column: given.column, keyPath: "compare.confidence",
            found: given.found, expected: domain?.text(in: .none) ?? "a number")
        ])
      }
      confidence = number
    }
    metrics = (node["metrics"]?.elements ?? []).compactMap { entry in
      entry["name"]?.text.map {
        ComparedMetric(name: $0, margin: entry["margin"]?.text.flatMap { Margin($0) })
      }
    }
  }
}
