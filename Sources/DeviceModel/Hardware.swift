/// What does not change in a phone, shared by copies of it.
final class Hardware: Sendable {
  let parameters: DeviceParameters
  let cell: InternalResistanceCell
  let isLossless: Bool
  /// By ``RadioPath``.
  private let paths: [RadioCharacteristics]

  init(_ parameters: DeviceParameters) {
    self.parameters = parameters
    cell = parameters.cell
    isLossless = cell.isLossless
    paths = RadioPath.allCases.map { parameters[$0] }
  }

  subscript(path: RadioPath) -> RadioCharacteristics { paths[Int(path.rawValue)] }
}
