import Digests
import UsageModels

/// Trace files by path, read once for all design points of a study.
final class TraceCache {
  struct Entry {
    var trace: TraceFile
    var digest: String
  }
  private var entries: [String: Entry] = [:]
  private var problems: [String: String] = [:]

  /// The trace, or nil where it cannot be read; ``problem(at:)`` then says why.
  func file(at path: String) -> Entry? {
    if let entry = entries[path] { return entry }
    guard problems[path] == nil else { return nil }
    do {
      let bytes = try StudyFiles.bytes(of: path)
      let entry = Entry(
        trace: try TraceFile(name: path, bytes: bytes), digest: SHA256.hexadecimal(bytes))
      entries[path] = entry
      return entry
    } catch let errors as StudyErrors {
      problems[path] = "`\(path)`, " + (errors.errors.first?.found ?? "no readable file")
    } catch {
      problems[path] = "\(error)"
    }
    return nil
  }

  func problem(at path: String) -> String { problems[path] ?? "`\(path)`" }
}
