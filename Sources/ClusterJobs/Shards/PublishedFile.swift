#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A file that a shard has published: `I-of-N.<16 hexadecimal digits>.sqlite`.
public struct PublishedFile: Hashable, Sendable {
  /// Path of the file, with the folder as the caller gave it.
  public let path: String
  /// Number of the shard, from 1.
  public let shard: Int
  /// Number of shards.
  public let count: Int
  /// Seconds since 1970 at which it was published.
  public let published: Double

  /// The published files of a folder, by number of shards, shard and time; none if there is no folder.
  public static func all(in folder: String) -> [PublishedFile] {
    guard let stream = opendir(folder) else { return [] }
    defer { closedir(stream) }
    var files: [PublishedFile] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      var status = stat()
      guard let (shard, count) = numbers(name), stat("\(folder)/\(name)", &status) == 0 else { continue }
      #if canImport(Glibc)
        let time = status.st_mtim
      #else
        let time = status.st_mtimespec
      #endif
      files.append(
        PublishedFile(
          path: "\(folder)/\(name)", shard: shard, count: count,
          published: Double(time.tv_sec) + Double(time.tv_nsec) / 1e9))
    }
    return files.sorted {
      ($0.count, $0.shard, $0.published, $0.path) < ($1.count, $1.shard, $1.published, $1.path)
    }
  }

  /// The shard and the number of shards in a name; nil for any other name.
  static func numbers(_ name: String) -> (shard: Int, count: Int)? {
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3, parts[2] == "sqlite", parts[1].count == 16, parts[1].allSatisfy(\.isHexDigit)
    else { return nil }
    let words = parts[0].split(separator: "-", omittingEmptySubsequences: false)
    guard words.count == 3, words[1] == "of", let shard = Int(words[0]), let count = Int(words[2]),
      shard >= 1,
      shard <= count
    else { return nil }
    return (shard, count)
  }
}
