import Foundation
import TestSupport
import Testing

/// The exit status and the outputs of a process.
public struct Outcome: Sendable {
  /// The exit code; 128 and the signal's number if a signal ended the process.
  public var code: Int32
  public var output: String
  public var error: String

  /// The output as one line, wherever the page was broken.
  public var flowing: String { output.split(whereSeparator: \.isWhitespace).joined(separator: " ") }

  /// The output as an object of JSON.
  public var object: [String: Any] {
    get throws {
      try #require(try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any], "\(summary)")
    }
  }

  /// The parts together, for messages of failed expectations.
  public var summary: String { "exit \(code)\n--- output\n\(output)\n--- error\n\(error)" }
}

/// The binary under test cannot be found.
public struct MissingBinary: Error, CustomStringConvertible {
  public var description: String
}

/// The built `slumber`.
public enum Slumber {
  /// The path of the binary: `SLUMBER_BINARY`, or else the one of the package that was built last.
  public static func binary() throws -> String {
    let files = FileManager.default
    if let path = ProcessInfo.processInfo.environment["SLUMBER_BINARY"], !path.isEmpty {
      let absolute = URL(fileURLWithPath: path).path
      guard files.isExecutableFile(atPath: absolute) else {
        throw MissingBinary(description: "SLUMBER_BINARY names `\(path)`, which is no executable file")
      }
      return absolute
    }
    let built = ["release", "debug"].map { PackageRoot.file(".build/\($0)/slumber").path }
      .filter { files.isExecutableFile(atPath: $0) }
    func changed(_ path: String) -> Date {
      (try? files.attributesOfItem(atPath: path)[.modificationDate] as? Date) ?? .distantPast
    }
    guard let newest = built.max(by: { changed($0) < changed($1) }) else {
      throw MissingBinary(
        description: "there is no binary to test: run `swift build -c release --product slumber` first, "
          + "or name one in SLUMBER_BINARY")
    }
    return newest
  }
}
