import Foundation

/// A folder of one test. It is deleted, with all that is in it, when its last reference ends.
public final class TemporaryFolder {
  public let url: URL

  /// The path of the folder, without a slash at its end.
  public var path: String { url.path }

  public init() throws {
    url = FileManager.default.temporaryDirectory.appendingPathComponent("slumber-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  /// Writes a file and returns its place.
  @discardableResult
  public func write(_ text: String, as name: String) throws -> URL { try write(Array(text.utf8), as: name) }

  /// Writes a file and returns its place.
  @discardableResult
  public func write(_ bytes: [UInt8], as name: String) throws -> URL {
    let file = url.appendingPathComponent(name)
    try Data(bytes).write(to: file)
    return file
  }
}
