import ModelParameters
import RandomStreams

/// The parameters that were chosen with the observations of a source: the catalogue names their ids as the source of
/// the value.
package struct ParameterOrigins: Sendable {
  package let parameters: [ParameterDefinition]

  /// - Parameter ids: The ids of all observations of a source.
  package init(ids: Set<String>, in study: Study) {
    parameters = study.parameters.definitions.filter { definition in
      guard !study.parameters.isStated(definition.name) else { return false }
      let words = definition.source.split { !$0.isLetter && !$0.isNumber }
      return words.contains { ids.contains(String($0)) }
    }
  }

  /// Values drawn from the ranges of the parameters, independently and uniformly.
  func values(_ stream: RandomStream) -> [(name: String, value: ParameterValue)] {
    parameters.compactMap { definition in
      let value: ParameterValue? =
        switch definition.defaultValue {
        case .number:
          definition.range.map { range in
            let number = stream.uniform(in: range)
            return .number(definition.domain?.isWhole == true ? number.rounded() : number)
          }
        case .numbers:
          definition.listRanges.map { .numbers($0.ranges.map { stream.uniform(in: $0) }) }
        case .boolean: .boolean(stream.bernoulli(0.5))
        case .choice: .choice(definition.choices[stream.integer(below: definition.choices.count)])
        }
      return value.map { (definition.name, $0) }
    }
  }
}
