import CZlib

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Check sums of all bytes of a published file, which stand behind its last page, where SQLite does not look.
///
/// They tell a reader that the bytes are those that were published, in a small part of the time that the digests of all
/// rows take. Whoever writes to the file later makes its seal wrong or overwrites it.
///
/// The seal is 32 bytes: 16 that mark it, the number of bytes before it (8, the least first), their CRC-32 and their
/// Adler-32 (4 each, the least first).
struct FileSeal {
  private var count: UInt64 = 0
  private var crc = crc32(0, nil, 0)
  private var adler = adler32(0, nil, 0)

  private static let mark = Array("slumber seal 001".utf8)
  static let length = 32

  /// Counts the next bytes of the file.
  mutating func add(_ bytes: some Sequence<UInt8>) {
    let counted: Void? = bytes.withContiguousStorageIfAvailable { add($0) }
    if counted == nil { Array(bytes).withUnsafeBufferPointer { add($0) } }
  }

  private mutating func add(_ bytes: UnsafeBufferPointer<UInt8>) {
    count += UInt64(bytes.count)
    crc = crc32_z(crc, bytes.baseAddress, bytes.count)
    adler = adler32_z(adler, bytes.baseAddress, bytes.count)
  }

  /// The seal as it is written.
  var bytes: [UInt8] {
    func little(_ number: UInt64, _ width: Int) -> [UInt8] {
      (0..<width).map { UInt8(truncatingIfNeeded: number >> UInt64(8 * $0)) }
    }
    return Self.mark + little(count, 8) + little(UInt64(crc), 4) + little(UInt64(adler), 4)
  }

  /// Whether a file has a seal; all of the file is read then.
  ///
  /// - Throws: ``ResultsError/damaged(path:what:)`` where the bytes are not those that were sealed.
  static func holds(_ path: String) throws(ResultsError) -> Bool {
    let input = open(path, O_RDONLY | O_CLOEXEC)
    guard input >= 0 else { throw .lastSystemError(path: path, action: "read it") }
    defer { close(input) }
    let end = lseek(input, -off_t(length), SEEK_END)
    guard end >= 0 else { return false }
    var bytes = [UInt8](repeating: 0, count: 1 << 20)
    let lengthRead = try fill(&bytes, length, from: input, path)
    let stored = Array(bytes.prefix(lengthRead))
    guard stored.starts(with: mark) else { return false }
    lseek(input, 0, SEEK_SET)
    var seal = FileSeal()
    while seal.count < UInt64(end) {
      let count = try fill(&bytes, Int(min(UInt64(bytes.count), UInt64(end) - seal.count)), from: input, path)
      guard count > 0 else { break }
      seal.add(bytes.prefix(count))
    }
    guard seal.bytes == stored else {
      throw .damaged(path: path, what: "its bytes are not those that were published")
    }
    return true
  }

  /// Reads so many bytes, or fewer at the end of the file; returns how many.
  private static func fill(
    _ bytes: inout [UInt8], _ count: Int, from input: Int32, _ path: String
  ) throws(ResultsError) -> Int {
    var filled = 0
    while filled < count {
      let got = bytes.withUnsafeMutableBytes { buffer in
        read(input, buffer.baseAddress?.advanced(by: filled), count - filled)
      }
      if got < 0, errno == EINTR { continue }
      guard got >= 0 else { throw .lastSystemError(path: path, action: "read it") }
      if got == 0 { break }
      filled += got
    }
    return filled
  }
}
