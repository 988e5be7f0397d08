/// The named kinds of phone that a study can ask for.
///
/// `standard` is an iPhone 15 class phone: the catalogue's defaults.
public enum DeviceProfile: String, Sendable, Hashable, CaseIterable {
  case standard

  /// Names that a study can write, sorted.
  public static let names: [String] = allCases.map(\.rawValue).sorted()
}
