#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Files that appear in a folder all at once, each whole or not at all.
///
/// They are written under temporary names and renamed when all of them are complete; a failure leaves the
/// folder as it was.
public final class ExportFolder {
  public let path: String
  private var finished: [(temporary: String, path: String)] = []

  /// Takes a folder, which is made with its parents if it does not exist.
  public init(_ path: String) throws(ResultsError) {
    self.path = path.isEmpty ? "." : path
    try Self.make(self.path)
  }

  deinit { for file in finished { unlink(file.temporary) } }

  /// Writes one file; `body` hands over its bytes piece by piece.
  public func write(
    _ name: String, _ body: (ByteSink) throws(ResultsError) -> Void
  ) throws(ResultsError) {
    let target = "\(path)/\(name)"
    let temporary = "\(path)/.\(name).\(getpid())"
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw .lastSystemError(path: target, action: "write it") }
    finished.append((temporary, target))
    do {
      try body(ByteSink(descriptor: descriptor, path: target))
    } catch {
      close(descriptor)
      throw error
    }
    let isSynchronised = fsync(descriptor) == 0 || errno == EINVAL || errno == ENOTSUP
    guard isSynchronised, close(descriptor) == 0 else {
      throw .lastSystemError(path: target, action: "write it")
    }
  }

  /// Writes one file.
  public func write(_ name: String, _ text: String) throws(ResultsError) {
    try write(name) { (sink) throws(ResultsError) in try sink.write(Array(text.utf8)) }
  }

  /// Gives all files their names, and removes files of an earlier export that this one does not have.
  public func commit(removing stale: [String] = []) throws(ResultsError) {
    for file in finished {
      guard rename(file.temporary, file.path) == 0 else {
        throw .lastSystemError(path: file.path, action: "write it")
      }
    }
    finished = []
    for name in stale { unlink("\(path)/\(name)") }
  }

  private static func make(_ path: String) throws(ResultsError) {
    if mkdir(path, 0o755) == 0 { return }
    let code = errno
    if code == EEXIST {
      var status = stat()
      guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
        throw .system(path: path, action: "make the folder", code: code, message: "a file is in its place")
      }
      return
    }
    if code == ENOENT, let slash = path.lastIndex(of: "/"), slash != path.startIndex {
      try make(String(path[..<slash]))
      if mkdir(path, 0o755) == 0 || errno == EEXIST { return }
    }
    throw .lastSystemError(path: path, action: "make the folder")
  }
}

/// Where the bytes of one file go.
public struct ByteSink {
  let descriptor: Int32
  let path: String

  public func write(_ bytes: [UInt8]) throws(ResultsError) {
    var offset = 0
    while offset < bytes.count {
      let count = bytes[offset...].withUnsafeBytes { systemWrite(descriptor, $0.baseAddress, $0.count) }
      if count < 0 {
        if errno == EINTR { continue }
        throw .lastSystemError(path: path, action: "write it")
      }
      offset += count
    }
  }
}

/// `write(2)`, whose name the method hides.
private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(descriptor, bytes, count)
}
