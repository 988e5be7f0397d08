#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A text file that grows by whole lines, so that what a killed process has written so far is kept.
///
/// A last line without its line feed is what a killed process was writing: it is ended when the file is opened, and readers
/// have to leave out lines that they do not understand.
public final class AppendedLines {
  private let path: String
  private let descriptor: Int32

  /// Opens a file, and makes it where there is none.
  ///
  /// - Throws: ``ResultsError`` where it cannot be written.
  public init(path: String) throws(ResultsError) {
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
  public func append(_ line: String) throws(ResultsError) {
    try ByteSink(descriptor: descriptor, path: path).write(Array(line.utf8) + [UInt8(ascii: "\n")])
  }
}
