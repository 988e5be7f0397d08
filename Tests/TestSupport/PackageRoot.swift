import Foundation

/// The folder of the package, found from the place of this file.
public enum PackageRoot {
  public static let url = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent()  // TestSupport
    .deletingLastPathComponent()  // Tests
    .deletingLastPathComponent()

  /// The path of the folder, without a slash at its end.
  public static let path = url.path

  /// A file or folder of the package, by its path from the root.
  public static func file(_ path: String) -> URL { url.appendingPathComponent(path) }

  /// The text of a file of the package, by its path from the root.
  public static func text(_ path: String) throws -> String {
    try String(contentsOf: file(path), encoding: .utf8)
  }

  /// A package of its own in the folder of the sources, with rules and checks of its own.
  private static let ownPackage = "Sources/SimulatedApp/"

  /// The texts of the files below a folder whose names end so, by their paths from the root.
  public static func texts(_ folder: String, _ suffix: String = ".swift") throws -> [String: String] {
    let names = FileManager.default.enumerator(atPath: "\(path)/\(folder)")?.compactMap { $0 as? String }
    return try Dictionary(
      uniqueKeysWithValues: (names ?? []).filter {
        $0.hasSuffix(suffix) && !"\(folder)/\($0)".hasPrefix(ownPackage)
      }.map {
        ("\(folder)/\($0)", try text("\(folder)/\($0)"))
      })
  }
}
