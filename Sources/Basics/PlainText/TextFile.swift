import Libc

public enum TextFile {
  /// Returns at most `limit + 1` bytes of a regular file. Anything else is refused: reading a pipe or device could
  /// wait, or give bytes, without end.
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
      let count = readBytes(of: descriptor, into: &chunk)
      guard count >= 0 else { throw .current }
      guard count > 0 else { break }
      bytes.append(contentsOf: chunk[..<min(count, limit + 1 - bytes.count)])
    }
    return bytes
  }

  /// Returns the type of a file that is not a regular file, in words; nil for regular and missing files.
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
    default: "a special file"
    }
  }
}

public enum TextFileError: Error, Hashable, Sendable {
  case notRegular(kind: String)
  case system(reason: String)

  /// The reason in words: `a directory`, `No such file or directory`.
  public var reason: String {
    switch self {
    case .notRegular(let kind): kind
    case .system(let reason): reason
    }
  }

  fileprivate static var current: TextFileError { .system(reason: systemReason()) }
}

/// The text of a file that people or programs wrote: no larger than a limit, in UTF-8, without a byte-order mark. All
/// readers of text files begin with it.
public struct SourceText: Sendable {
  public let bytes: ArraySlice<UInt8>

  public enum Problem: Error, Hashable, Sendable {
    case tooLarge
    /// The file contains a byte that is not text; the line of the first such byte, from 1.
    case noText(line: Int)
  }

  public init(_ bytes: [UInt8], limit: Int, allowsNull: Bool = true) throws(Problem) {
    guard bytes.count <= limit else { throw .tooLarge }
    let null = allowsNull ? nil : bytes.firstIndex(of: 0).map { Self.line(of: $0, in: bytes[...]) }
    if let line = [null, Self.firstLineNotInUTF8(bytes)].compactMap(\.self).min() {
      throw .noText(line: line)
    }
    self.bytes = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes[3...] : bytes[...]
  }

  /// Returns the line, from 1, of an index of the bytes: 1 more than the line feeds before it.
  public static func line(of index: Int, in bytes: some RandomAccessCollection<UInt8>) -> Int {
    1 + bytes.prefix(index).count { $0 == UInt8(ascii: "\n") }
  }

  /// Returns the line, from 1, of the first byte that belongs to no UTF-8 character; nil for a text in UTF-8.
  private static func firstLineNotInUTF8(_ bytes: [UInt8]) -> Int? {
    if String(validating: bytes, as: UTF8.self) != nil { return nil }
    var line = 1
    var parser = Unicode.UTF8.ForwardParser()
    var iterator = bytes.makeIterator()
    while true {
      switch parser.parseScalar(from: &iterator) {
      case .valid(let character): if character.first == UInt8(ascii: "\n") { line += 1 }
      case .error: return line
      case .emptyInput: return nil
      }
    }
  }
}
