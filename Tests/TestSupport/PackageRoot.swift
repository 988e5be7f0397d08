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
}
