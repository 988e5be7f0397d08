#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Where the bytes of one file go.
public struct ByteSink {
  let descriptor: Int32
  let path: String

  package func write(_ bytes: [UInt8]) throws(ResultsError) {
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

enum FileCopy {
  static func append(
    _ source: String, to sink: ByteSink, name: String, action: String
  ) throws(ResultsError) {
    let input = open(source, O_RDONLY | O_CLOEXEC)
    guard input >= 0 else { throw .lastSystemError(path: name, action: action) }
    defer { close(input) }
    var bytes = [UInt8](repeating: 0, count: 1 << 20)
    while true {
      let count = read(input, &bytes, bytes.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw .lastSystemError(path: name, action: action) }
      guard count > 0 else { return }
      try sink.write(Array(bytes.prefix(count)))
    }
  }
}

/// A text file that grows by whole lines, so that what a killed process has written so far is kept.
///
/// A last line without its line feed is what a killed process was writing: it is ended when the file is opened, and readers
/// have to leave out lines that they do not understand.
public final class AppendedLines {
  private let path: String
  private let descriptor: Int32

  package init(path: String) throws(ResultsError) {
    self.path = path
    descriptor = open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw .lastSystemError(path: path, action: "write it") }
    var last: UInt8 = 0
    let length = lseek(descriptor, 0, SEEK_END)
    if length > 0, pread(descriptor, &last, 1, length - 1) == 1, last != UInt8(ascii: "\n") {
      try append("")
    }
  }

  deinit { close(descriptor) }

  /// Writes one line at the end; it must not hold a line feed.
  package func append(_ line: String) throws(ResultsError) {
    try ByteSink(descriptor: descriptor, path: path).write(Array(line.utf8) + [UInt8(ascii: "\n")])
  }
}
