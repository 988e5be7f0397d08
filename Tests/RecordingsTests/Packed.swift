import CZlib

/// Archives as phones and people make them, of a few bytes.
enum Packed {
  static func gzip(_ bytes: [UInt8]) -> [UInt8] {
    var stream = z_stream()
    precondition(slumber_gzip_begin(&stream) == Z_OK)
    defer { deflateEnd(&stream) }
    var input = bytes
    var output = [UInt8](repeating: 0, count: bytes.count / 500 + 4096 + min(bytes.count, 1 << 20))
    let count = output.count
    let left = input.withUnsafeMutableBufferPointer { input in
      output.withUnsafeMutableBufferPointer { output in
        stream.next_in = input.baseAddress
        stream.avail_in = UInt32(input.count)
        stream.next_out = output.baseAddress
        stream.avail_out = UInt32(count)
        precondition(CZlib.deflate(&stream, Z_FINISH) == Z_STREAM_END)
        return Int(stream.avail_out)
      }
    }
    return Array(output.dropLast(left))
  }

  /// The compressed bytes between the head and the sums of gzip.
  static func deflated(_ packed: [UInt8]) -> [UInt8] { Array(packed[10...].dropLast(8)) }

  static func tar(_ entries: [(name: String, bytes: [UInt8])]) -> [UInt8] {
    var archive: [UInt8] = []
    for (name, bytes) in entries {
      // A name without room in the head stands in an entry before it.
      if name.utf8.count > 100 {
        let record = " path=\(name)\n"
        let length = record.utf8.count + 3
        archive += tarEntry("PaxHeader", "\(length)\(record)".utf8.map(\.self), type: "x")
      }
      archive += tarEntry(String(name.prefix(100)), bytes, type: "0")
    }
    return archive + [UInt8](repeating: 0, count: 1024)
  }

  private static func tarEntry(_ name: String, _ bytes: [UInt8], type: Character) -> [UInt8] {
    var head = [UInt8](repeating: 0, count: 512)
    func put(_ text: String, at place: Int) {
      head.replaceSubrange(place..<place + text.utf8.count, with: text.utf8)
    }
    func octal(_ number: Int, _ width: Int) -> String {
      let digits = String(number, radix: 8)
      return String(repeating: "0", count: width - digits.count) + digits
    }
    put(name, at: 0)
    put(octal(bytes.count, 11), at: 124)
    put(String(type), at: 156)
    put("ustar", at: 257)
    put("        ", at: 148)
    put(octal(head.reduce(0) { $0 + Int($1) }, 6), at: 148)
    head[154] = 0
    return head + bytes + [UInt8](repeating: 0, count: (512 - bytes.count % 512) % 512)
  }

  struct ZipEntry {
    var name: String
    var bytes: [UInt8]
    var isDeflated = true
    /// The deflated bytes, where they are known.
    var packed: [UInt8]?
    var flags = 0
    /// The values that the archive tells instead of the true ones.
    var sum: Int?
    var size: Int?
  }

  static func zip(_ entries: [ZipEntry], comment: String = "") -> [UInt8] {
    func number(_ value: Int, _ width: Int) -> [UInt8] {
      (0..<width).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    var (archive, directory): ([UInt8], [UInt8]) = ([], [])
    for entry in entries {
      let packed = entry.packed ?? (entry.isDeflated ? deflated(gzip(entry.bytes)) : entry.bytes)
      let sum = entry.sum ?? Int(crc32(0, entry.bytes, UInt32(entry.bytes.count)))
      let head =
        number(20, 2) + number(entry.flags, 2) + number(entry.isDeflated ? 8 : 0, 2) + number(0, 4)
        + number(sum, 4)
        + number(packed.count, 4) + number(entry.size ?? entry.bytes.count, 4)
        + number(entry.name.utf8.count, 2)
        + number(0, 2)
      directory +=
        [0x50, 0x4B, 1, 2] + number(20, 2) + head + number(0, 10) + number(archive.count, 4)
        + Array(entry.name.utf8)
      archive += [0x50, 0x4B, 3, 4] + head + Array(entry.name.utf8) + packed
    }
    let end =
      [0x50, 0x4B, 5, 6] + number(0, 4) + number(entries.count, 2) + number(entries.count, 2)
      + number(directory.count, 4) + number(archive.count, 4) + number(comment.utf8.count, 2)
    return archive + directory + end + Array(comment.utf8)
  }
}
