import ModelParameters
import SchedulingPolicies

extension DesignPoint {
  /// The design point with other values of parameters, decoded anew, so that everything that the study checks is checked.
  ///
  /// The values stand under the study's `parameters`: a policy that states one of them itself keeps its own.
  ///
  /// - Parameters:
  ///   - values: Names of parameters with values in the unit of their definition.
  ///   - file: The study of the point, whose programs the point's policies use.
  ///   - catalogue: The policies that the study can name.
  /// - Throws: ``StudyErrors`` where the study does not allow the values.
  package func setting(
    _ values: [(name: String, value: ParameterValue)], of file: StudyFile, catalogue: PolicyCatalogue
  ) throws(StudyErrors) -> DesignPoint {
    func node(_ content: YAMLNode.Content) -> YAMLNode {
      YAMLNode(content, file: "--set", line: 1, column: 1)
    }
    var changed = tree
    var parameters = tree["parameters"] ?? node(.mapping([]))
    for (name, value) in values {
      guard let definition = study.parameters.definition(name) else { continue }
      let content: YAMLNode.Content =
        switch value {
        case .numbers(let numbers):
          .sequence(numbers.map { node(.scalar(definition.text(of: .number($0)))) })
        case .choices(let words): .sequence(words.map { node(.scalar($0)) })
        case .number, .choice, .boolean: .scalar(definition.text(of: value))
        }
      parameters.set(name, node(content))
    }
    changed.set("parameters", parameters)
    let log = ErrorLog(quoting: file.path)
    let decoder = StudyDecoder(
      changed, catalogue: catalogue, log: log, traces: TraceCache(), programs: StudyPrograms(pool: file.pool))
    guard let study = decoder.study(), log.errors.isEmpty else { throw StudyErrors(log.errors) }
    return DesignPoint(order: order, arm: arm, levels: levels, study: study, tree: changed)
  }
}
