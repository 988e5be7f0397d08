import CZlib

enum TarArchive {
  static let blockSize = 512

  /// Whether bytes are the head of an entry: its sum is right.
  static func isHead(_ block: ArraySlice<UInt8>) -> Bool {
    guard block.count == blockSize else { return false }
    let block = Array(block)
    let sum = block.indices.reduce(0) { $0 + (148..<156 ~= $1 ? 32 : Int(block[$1])) }
    return number(block[148..<156]) == sum && block[257..<262].elementsEqual("ustar".utf8)
  }

  static func visit(
    _ bytes: ByteReader, _ body: (ByteReader) throws(RecordingError) -> Void
  ) throws(RecordingError) {
    var longName: String?
    while true {
      let head = try bytes.read(exactly: blockSize)
      // Two empty blocks end an archive, and nothing but empty blocks follows.
      if head.allSatisfy({ $0 == 0 }) { return try bytes.skipToEnd() }
      guard isHead(head[...]), let size = number(head[124..<136]) else {
        throw .init(bytes.name, found: "a damaged entry", expected: "the head of an entry of a tar archive")
      }
      let prefix = text(head[345..<500])
      let name = longName ?? (prefix.isEmpty ? "" : prefix + "/") + text(head[0..<100])
      longName = nil
      let contents = bytes.part("\(bytes.name), \(name)", count: size)
      switch head[156] {
      case UInt8(ascii: "0"), 0: try body(contents)
      // Names that the head has no room for, as GNU and POSIX write them.
      case UInt8(ascii: "L") where size <= ByteReader.pieceSize:
        longName = text(try contents.read(exactly: size)[...])
      case UInt8(ascii: "x") where size <= ByteReader.pieceSize:
        longName = path(inRecords: try contents.read(exactly: size))
      default: break
      }
      try contents.skipToEnd()
      _ = try bytes.read(exactly: (blockSize - size % blockSize) % blockSize)
    }
  }

  /// The value of `path` in lines `LENGTH KEY=VALUE`.
  private static func path(inRecords records: [UInt8]) -> String? {
    String(decoding: records, as: UTF8.self).split(separator: "\n").lazy
      .compactMap { line in line.firstRange(of: " path=").map { String(line[$0.upperBound...]) } }.first
  }

  private static func text(_ field: ArraySlice<UInt8>) -> String {
    String(decoding: field.prefix { $0 != 0 }, as: UTF8.self)
  }

  /// A number in octal digits, or in binary behind the byte 0x80.
  private static func number(_ field: ArraySlice<UInt8>) -> Int? {
    if field.first == 0x80 {
      guard field.dropFirst().dropLast(7).allSatisfy({ $0 == 0 }), field.suffix(7)[field.endIndex - 7] < 0x80
      else { return nil }
      return field.suffix(7).reduce(0) { $0 << 8 | Int($1) }
    }
    return Int(text(field).filter { $0 != " " }, radix: 8).flatMap { $0 < 0 ? nil : $0 }
  }
}

struct ZipArchive {
  static let mark = Array("PK\u{3}\u{4}".utf8)
  private static let (centralMark, endMark) = ([0x50, 0x4B, 1, 2] as [UInt8], [0x50, 0x4B, 5, 6] as [UInt8])
  private static let directoryLimit = 64 << 20

  private struct Entry {
    var name: String
    var flags, method, sum, packed, size, head: Int
  }

  private let file: InputFile
  private var entries: [Entry] = []

  init(_ file: InputFile) throws(RecordingError) {
    self.file = file
    // A comment of up to 65,535 bytes stands behind the end record of 22.
    let tailStart = max(0, file.size - 22 - 65_535)
    let tail = try file.reader(from: tailStart, to: file.size).read(exactly: file.size - tailStart)
    var end = tail.count - 22
    while end >= 0, !tail[end...].starts(with: Self.endMark) { end -= 1 }
    guard end >= 0 else {
      throw .init(file.path, found: "no directory at its end", expected: "a complete zip archive")
    }
    let (count, length, start) = (
      Self.number(tail, end + 10, 2), Self.number(tail, end + 12, 4), Self.number(tail, end + 16, 4)
    )
    guard count < 0xFFFF, length <= Self.directoryLimit, start + length <= tailStart + end else {
      throw .init(
        file.path, found: "a directory that is damaged or of ZIP64", expected: "a zip archive below 4 GiB")
    }
    let directory = try file.reader(from: start, to: start + length).read(exactly: length)
    var place = 0
    while entries.count < count {
      guard place + 46 <= length, directory[place...].starts(with: Self.centralMark) else { throw damaged }
      func field(_ offset: Int, _ width: Int) -> Int { Self.number(directory, place + offset, width) }
      let next = place + 46 + field(28, 2) + field(30, 2) + field(32, 2)
      guard next <= length else { throw damaged }
      let name = String(decoding: directory[(place + 46)...].prefix(field(28, 2)), as: UTF8.self)
      entries.append(
        Entry(
          name: name, flags: field(8, 2), method: field(10, 2), sum: field(16, 4), packed: field(20, 4),
          size: field(24, 4), head: field(42, 4)))
      place = next
    }
  }

  /// The text of the bug report: the entry that `main_entry.txt` names, or else the first `bugreport-….txt`.
  func bugReport() throws(RecordingError) -> ByteReader {
    func baseName(_ entry: Entry) -> Substring { entry.name.split(separator: "/").last ?? "" }
    var wanted: String?
    if let pointer = entries.first(where: { baseName($0) == "main_entry.txt" }) {
      let text = try contents(pointer).peek(1024)
      wanted = String(decoding: text, as: UTF8.self).split(whereSeparator: \.isWhitespace).first.map {
        String($0)
      }
    }
    let found = entries.first { entry in
      let name = baseName(entry)
      return name.hasPrefix("bugreport-") && name.hasSuffix(".txt") && (wanted.map { name == $0 } ?? true)
    }
    guard let found else {
      throw .init(
        file.path, found: "no entry `bugreport-….txt`", expected: "the archive of an Android bug report")
    }
    return try contents(found)
  }

  private func contents(_ entry: Entry) throws(RecordingError) -> ByteReader {
    let name = "\(file.path), \(entry.name)"
    guard entry.flags & 1 == 0 else {
      throw .init(name, found: "an encrypted entry", expected: "an archive without a password")
    }
    guard entry.method == 0 || entry.method == 8, entry.packed < 0xFFFF_FFFF, entry.size < 0xFFFF_FFFF else {
      throw .init(name, found: "another way of packing", expected: "stored or deflated bytes below 4 GiB")
    }
    let head = try file.reader(from: entry.head, to: file.size).read(exactly: 30)
    guard head.starts(with: Self.mark) else { throw damaged }
    let start = entry.head + 30 + Self.number(head, 26, 2) + Self.number(head, 28, 2)
    let packed = file.reader(name, from: start, to: min(start + entry.packed, file.size))
    let bytes = entry.method == 0 ? packed : Inflation(packed, .raw, limit: RecordingLimits.text).reader()
    var (size, sum) = (0, crc32(0, nil, 0))
    return ByteReader(name) { () throws(RecordingError) in
      let piece = Array(try bytes.read(upTo: ByteReader.pieceSize))
      size += piece.count
      sum = crc32(sum, piece, UInt32(piece.count))
      guard !piece.isEmpty || size == entry.size && Int(sum) == entry.sum else { throw self.damaged(name) }
      return piece
    }
  }

  private func damaged(_ name: String) -> RecordingError {
    .init(name, found: "damaged contents", expected: "bytes that match the checksum of the archive")
  }

  private var damaged: RecordingError {
    .init(file.path, found: "a damaged directory", expected: "a complete zip archive")
  }

  private static func number(_ bytes: [UInt8], _ place: Int, _ width: Int) -> Int {
    bytes[place..<place + width].reversed().reduce(0) { $0 << 8 | Int($1) }
  }
}
