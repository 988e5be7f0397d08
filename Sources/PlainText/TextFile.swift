#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Reads whole regular files as bytes, through the C library.
public enum TextFile {
  /// Returns the bytes of a regular file, at most `limit + 1` of them, so that a caller can tell that a file is
  /// too large.
  ///
  /// A named pipe, device, socket or directory is refused at once: reading one could wait, or give bytes, without
  /// end.
  ///
  /// - Throws: ``TextFileError`` with the reason.
  public static func read(_ path: String, limit: Int) throws(TextFileError) -> [UInt8] {
    guard !path.utf8.contains(0) else { throw .system(reason: "a path with a null character") }
    let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else {
      // Sockets cannot be opened at all, with a reason that says little.
      if let kind = kindOfSpecialFile(path) { throw .notRegular(kind: kind) }
      throw .current
    }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .current }
    if let kind = kind(status) { throw .notRegular(kind: kind) }
    return try bytes(of: descriptor, limit: limit)
  }

  private static func bytes(of descriptor: Int32, limit: Int) throws(TextFileError) -> [UInt8] {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while bytes.count <= limit {
      #if canImport(Glibc)
        let count = Glibc.read(descriptor, &chunk, chunk.count)
      #else
        let count = Darwin.read(descriptor, &chunk, chunk.count)
      #endif
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw .current }
      guard count > 0 else { break }
      bytes.append(contentsOf: chunk[..<min(count, limit + 1 - bytes.count)])
    }
    return bytes
  }

  /// Returns, in words, what is at a path where that is no regular file; nil where there is nothing.
  public static func kindOfSpecialFile(_ path: String) -> String? {
    var status = stat()
    return stat(path, &status) == 0 ? kind(status) : nil
  }

  private static func kind(_ status: stat) -> String? {
    switch status.st_mode & S_IFMT {
    case S_IFREG: nil
    case S_IFDIR: "a directory"
    case S_IFIFO: "a named pipe"
    case S_IFSOCK: "a socket"
    case S_IFCHR, S_IFBLK: "a device"
    default: "no regular file"
    }
  }
}

/// The reason why a file could not be read.
public enum TextFileError: Error, Hashable, Sendable {
  /// The file is a directory, a named pipe, a socket or a device.
  case notRegular(kind: String)
  /// The operating system's reason.
  case system(reason: String)

  /// The reason in words: `a directory`, `No such file or directory`.
  public var reason: String {
    switch self {
    case .notRegular(let kind): kind
    case .system(let reason): reason
    }
  }

  fileprivate static var current: TextFileError {
    .system(reason: strerror(errno).map { String(cString: $0) } ?? "error \(errno)")
  }
}
