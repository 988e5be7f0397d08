import Foundation

/// The studies that the package ships.
public enum ShippedStudy {
  /// The names of all canned studies, so that none is left out, in order.
  public static let canned = names(in: "canned")
  /// The names of all studies of observed situations, in order.
  public static let observed = names(in: "observed")
  /// The names of all studies of claims in papers, in order.
  public static let literature = names(in: "literature")

  private static func names(in folder: String) -> [String] {
    let names =
      (try? FileManager.default.contentsOfDirectory(atPath: "\(PackageRoot.path)/scenarios/\(folder)")) ?? []
    return names.filter { $0.hasSuffix(".yaml") }.map { String($0.dropLast(5)) }.sorted()
  }

  /// The path of a shipped study.
  ///
  /// - Parameter name: The name of the file below `scenarios`, without `.yaml`.
  public static func path(_ name: String) -> String { "\(PackageRoot.path)/scenarios/\(name).yaml" }
}
