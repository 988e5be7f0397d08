import Foundation

/// A text of the package that a test compares with, and that `RECORD_SNAPSHOTS=1` records anew.
public enum Snapshot {
  /// Whether they are recorded anew.
  public static var areRecorded: Bool { ProcessInfo.processInfo.environment["RECORD_SNAPSHOTS"] != nil }

  /// The recorded text.
  ///
  /// - Parameters:
  ///   - path: The file by its path from the root of the package.
  ///   - text: The text of today, which is written first where snapshots are recorded.
  public static func recorded(_ path: String, replacedBy text: String) throws -> String {
    let url = PackageRoot.file(path)
    if areRecorded { try Data(text.utf8).write(to: url) }
    return String(decoding: try Data(contentsOf: url), as: UTF8.self)
  }
}
