import DeviceModel

/// The causes of energy that count as background work, by their names in results.
public enum BackgroundCauses {
  /// In the order of the model.
  public static let names: [String] = EnergyCause.allCases.filter(\.isBackground).map(\.name)

  /// Causes as a part of a sentence: `refresh, processing and push`.
  static func list(_ isMeant: (EnergyCause) -> Bool) -> String {
    let names = EnergyCause.allCases.filter(isMeant).map(\.name)
    return names.dropLast().joined(separator: ", ") + " and " + names.suffix(1).joined()
  }
}
