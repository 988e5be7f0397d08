/// Parameters of the device's energy models.
extension ParameterCatalogue {
  static let device: [ParameterDefinition] = []
}
