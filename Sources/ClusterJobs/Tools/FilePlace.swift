#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Places of files, for scripts that run in other folders and on other machines.
public enum FilePlace {
  /// Returns the path from the root, without asking whether there is such a file.
  ///
  /// - Throws: ``ClusterJobsError`` if the working folder is gone.
  public static func absolute(_ path: String) throws(ClusterJobsError) -> String {
    if path.hasPrefix("/") { return path }
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
    guard getcwd(&buffer, buffer.count) != nil else {
      throw .tool(name: path, message: "the working folder is gone: \(String(cString: strerror(errno)))")
    }
    let folder = text(buffer)
    let rest = path.hasPrefix("./") ? String(path.dropFirst(2)) : path
    return folder == "/" ? "/" + rest : "\(folder)/\(rest)"
  }

  /// Returns the path of this program from the root.
  public static func program() throws(ClusterJobsError) -> String {
    #if canImport(Glibc)
      var buffer = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
      if readlink("/proc/self/exe", &buffer, buffer.count - 1) > 0 { return text(buffer) }
    #endif
    return try absolute(CommandLine.arguments.first ?? "slumber")
  }

  /// Whether a path names something.
  public static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

  /// Returns the folder of a path.
  public static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// Returns the bytes of a file; nil if there is none.
  public static func size(_ path: String) -> Int? {
    var status = stat()
    return stat(path, &status) == 0 ? Int(status.st_size) : nil
  }

  /// Whether a path names a folder in which files can be made.
  public static func isWritableFolder(_ path: String) -> Bool { access("\(path)/.", W_OK | X_OK) == 0 }

  /// Makes a folder with its parents, unless it exists.
  ///
  /// - Throws: ``ClusterJobsError`` in the system's words.
  public static func makeFolder(_ path: String) throws(ClusterJobsError) {
    guard mkdir(path, 0o755) != 0, errno != EEXIST else { return }
    let parent = folder(of: path)
    guard errno == ENOENT, parent != path else {
      throw .folder(path: path, message: String(cString: strerror(errno)))
    }
    try makeFolder(parent)
    guard mkdir(path, 0o755) == 0 || errno == EEXIST else {
      throw .folder(path: path, message: String(cString: strerror(errno)))
    }
  }

  private static func text(_ buffer: [CChar]) -> String {
    String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
