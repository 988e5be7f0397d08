/// Parameters of the models of users, content and networks.
extension ParameterCatalogue {
  static let usage: [ParameterDefinition] = []
}
