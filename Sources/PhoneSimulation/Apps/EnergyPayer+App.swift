import DeviceModel

extension EnergyPayer {
  /// Billed to an app.
  @inline(__always)
  init(app: AppIndex, cause: EnergyCause) { self.init(app: app.rawValue, cause: cause) }
}
