#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Files of a few kilobytes, such as those that the system makes.
package enum SmallFile {
  /// Returns at most `limit` bytes of a file as text; nil if it cannot be read.
  package static func text(_ path: String, limit: Int = 1 << 20) -> String? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var text: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 4096)
    while text.count < limit {
      let count = piece.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { return nil }
      if count == 0 { break }
      text += piece[..<count]
    }
    return String(decoding: text, as: UTF8.self)
  }
}
