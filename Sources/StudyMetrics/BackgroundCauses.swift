import DeviceModel

/// The causes of energy that count as background work, by their names in results.
public enum BackgroundCauses {
  /// In the order of the model.
  public static let names: [String] = EnergyCause.allCases.filter(\.isBackground).map(\.name)
}
