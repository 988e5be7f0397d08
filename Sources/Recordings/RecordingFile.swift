import Libc

package enum RecordingLimits {
  static let database = 1 << 30
  static let text = 256 << 20
  static let line = 16 << 20
  /// The largest size of the contents of a sysdiagnose.
  static let archive = 16 << 30
  static let sentence =
    "a database of at most 1 GiB, a text of at most 256 MiB, or an archive with at most 16 GiB of contents"
}

package enum RecordingFile {
  package enum Contents {
    /// An SQLite database: the path of the file itself, or of a copy that is removed afterwards.
    case database(path: String)
    case text(TextLines)
  }

  static let expectation =
    "a PowerLog or Digital Wellbeing database, a sysdiagnose, a text of batterystats or a bug report"

  /// Reads the databases and texts of a file, whose format is recognized by its contents.
  /// - Parameter body: A function that receives each database and text in turn, with the name for errors.
  package static func read(
    _ path: String, _ body: (_ name: String, _ contents: Contents) throws(RecordingError) -> Void
  ) throws(RecordingError) {
    let file = try InputFile(path)
    let start = try file.bytes(at: 0)
    if start.starts(with: databaseMark) {
      guard file.size <= RecordingLimits.database else {
        throw .init(path, found: "\(file.size) bytes", expected: RecordingLimits.sentence)
      }
      return try body(path, .database(path: path))
    }
    if start.starts(with: ZipArchive.mark) {
      let entry = try ZipArchive(file).bugReport()
      return try body(entry.name, .text(TextLines(entry)))
    }
    try readStream(file.reader(), body)
  }

  private static let databaseMark = Array("SQLite format 3\0".utf8)
  private static let gzipMark: [UInt8] = [0x1F, 0x8B]

  private static func readStream(
    _ bytes: ByteReader, mayBeCompressed: Bool = true, mayBeArchive: Bool = true,
    _ body: (_ name: String, _ contents: Contents) throws(RecordingError) -> Void
  ) throws(RecordingError) {
    let start = try bytes.peek(TarArchive.blockSize)
    if start.starts(with: databaseMark) {
      let copy = try TemporaryFile(bytes)
      try body(bytes.name, .database(path: copy.path))
      return withExtendedLifetime(copy) {}
    }
    if mayBeCompressed, start.starts(with: gzipMark) {
      let contents = Inflation(bytes, .gzip, limit: RecordingLimits.archive).reader()
      return try readStream(contents, mayBeCompressed: false, mayBeArchive: mayBeArchive, body)
    }
    if mayBeArchive, TarArchive.isHead(start) {
      var found = false
      try TarArchive.visit(bytes) { entry throws(RecordingError) in
        let name = entry.name.lowercased()
        guard name.hasSuffix(".plsql") || name.hasSuffix(".plsql.gz") else { return }
        found = true
        try readStream(entry, mayBeArchive: false, body)
      }
      guard found else {
        throw .init(
          bytes.name, found: "no entry `….PLSQL`", expected: "a sysdiagnose with a PowerLog database")
      }
      return
    }
    guard !start.isEmpty, !start.contains(0), !start.starts(with: gzipMark) else {
      throw .init(bytes.name, found: start.isEmpty ? "no bytes" : "another format", expected: expectation)
    }
    try body(bytes.name, .text(TextLines(bytes)))
  }
}

/// The lines of a text, one after another, without their ends.
package final class TextLines {
  let name: String
  /// The number of the last line that was read, from 1.
  private(set) var number = 0
  private(set) var isComplete = true
  private let bytes: ByteReader
  private var piece: ArraySlice<UInt8> = []
  private var size = 0

  private static let (lineFeed, carriageReturn) = (UInt8(ascii: "\n"), UInt8(ascii: "\r"))

  init(_ bytes: ByteReader) {
    name = bytes.name
    self.bytes = bytes
  }

  /// Whether the text begins as bug reports do, before a line has been read.
  var isBugReport: Bool {
    get throws(RecordingError) { try bytes.peek(512).firstRange(of: Array("== dumpstate".utf8)) != nil }
  }

  func error(found: String, expected: String) -> RecordingError {
    .init(name, place: "line \(number)", found: found, expected: expected)
  }

  func next() throws(RecordingError) -> ArraySlice<UInt8>? {
    var line: ArraySlice<UInt8> = []
    isComplete = false
    while !isComplete {
      if piece.isEmpty {
        piece = try bytes.read(upTo: ByteReader.pieceSize)
        if piece.isEmpty { break }
      }
      let end = piece.withUnsafeBytes { bytes in
        memchr(bytes.baseAddress!, Int32(Self.lineFeed), bytes.count)
          .map { piece.startIndex + (UnsafeRawPointer($0) - bytes.baseAddress!) }
      }
      let part = piece[..<(end ?? piece.endIndex)]
      // Most lines lie in one piece.
      if line.isEmpty { line = part } else { line += part }
      isComplete = end != nil
      piece = piece[(end.map { $0 + 1 } ?? piece.endIndex)...]
      size += part.count + (isComplete ? 1 : 0)
      if line.count > RecordingLimits.line || size > RecordingLimits.text {
        number += 1
        throw line.count > RecordingLimits.line
          ? error(found: "more than 16 MiB in one line", expected: "lines of at most 16 MiB")
          : error(found: "more than 256 MiB of text", expected: RecordingLimits.sentence)
      }
    }
    guard isComplete || !line.isEmpty else { return nil }
    number += 1
    while line.last == Self.carriageReturn { line.removeLast() }
    return line
  }
}
