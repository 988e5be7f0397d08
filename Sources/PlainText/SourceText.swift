/// The text of a file that people or programs wrote: no larger than a limit, in UTF-8, without a byte-order mark.
///
/// Every reader of text files begins with it, so that all of them refuse the same bytes and count lines alike.
public struct SourceText: Sendable {
  /// The bytes behind a byte-order mark, if there is one.
  public let bytes: ArraySlice<UInt8>

  /// The reason why bytes are no text of that size.
  public enum Problem: Error, Hashable, Sendable {
    /// There are more bytes than the limit.
    case tooLarge
    /// The first byte that belongs to no text stands on a line, from 1.
    case noText(line: Int)
  }

  /// Checks the bytes of a file.
  ///
  /// - Parameters:
  ///   - limit: Most bytes, a byte-order mark included.
  ///   - allowsNull: Whether null characters are text.
  /// - Throws: ``Problem``, the size first.
  /// - Complexity: O(n) in the number of bytes.
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
