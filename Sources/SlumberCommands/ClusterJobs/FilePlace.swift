import Libc
import ResultsStore

/// Places of files, for scripts that run in other folders and on other machines.
enum FilePlace {
  static func absolute(_ path: String) throws -> String {
    if path.hasPrefix("/") { return path }
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
    guard getcwd(&buffer, buffer.count) != nil else {
      throw CommandFailure("`\(path)`: the working folder does not exist any more: \(systemReason())")
    }
    let folder = Host.text(buffer)
    let rest = path.hasPrefix("./") ? String(path.dropFirst(2)) : path
    return folder == "/" ? "/" + rest : "\(folder)/\(rest)"
  }

  static func program() throws -> String {
    #if canImport(Glibc)
      var buffer = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
      if readlink("/proc/self/exe", &buffer, buffer.count - 1) > 0 { return Host.text(buffer) }
    #endif
    return try absolute(CommandLine.arguments.first ?? "slumber")
  }

  static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

  static func size(_ path: String) -> Int? {
    var status = stat()
    return stat(path, &status) == 0 ? Int(status.st_size) : nil
  }

  static func isWritableFolder(_ path: String) -> Bool { access("\(path)/.", W_OK | X_OK) == 0 }

  static func remove(_ path: String) throws {
    guard unlink(path) != 0 else { return }
    throw CommandFailure("\(path): cannot be removed: \(systemReason())")
  }

  /// Makes the folder of `--to` before a command computes anything.
  static func makeWritableFolder(_ path: String) throws {
    try makeFolder(path)
    guard isWritableFolder(path) else {
      throw CommandFailure("`\(path)` is not a writable folder; name another folder with `--to`")
    }
  }

  static func makeFolder(_ path: String) throws {
    let parent = FolderListing.folder(of: path)
    if parent != path, access(parent, F_OK) != 0, errno == ENOENT { try makeFolder(parent) }
    guard mkdir(path, 0o755) == 0 || errno == EEXIST else {
      throw CommandFailure("`\(path)` cannot be created: \(systemReason())")
    }
  }
}

/// A file that a shard has published: `I-of-N.<16 hexadecimal digits>.sqlite`.
struct PublishedFile: Hashable, Sendable {
  let path: String
  let shard: Int
  let count: Int
  let published: Double

  /// The published files of a folder, by number of shards, shard, and time; empty if the folder does not
  /// exist.
  static func all(in folder: String) -> [PublishedFile] {
    var files: [PublishedFile] = []
    for name in FolderListing.names(in: folder) {
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

  static func numbers(_ name: String) -> (shard: Int, count: Int)? {
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3, parts[2] == "sqlite", parts[1].count == 16, parts[1].allSatisfy(\.isHexDigit)
    else { return nil }
    let words = parts[0].split(separator: "-", omittingEmptySubsequences: false)
    guard words.count == 3, words[1] == "of", let shard = Int(words[0]), let count = Int(words[2]),
      shard >= 1, shard <= count
    else { return nil }
    return (shard, count)
  }
}
