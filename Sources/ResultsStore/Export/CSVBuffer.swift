import Digests
import PlainText

/// CSV text by RFC 4180 with LF line ends, as bytes.
public struct CSVBuffer: Sendable {
  /// The text so far, in UTF-8.
  public private(set) var bytes: [UInt8] = []
  private var isAtLineStart = true

  public init() {}

  /// Adds a field to the line.
  public mutating func field(_ value: CellValue) {
    if !isAtLineStart { bytes.append(UInt8(ascii: ",")) }
    isAtLineStart = false
    switch value {
    case .missing: break
    case .text(let text): append(text)
    case .integer(let number): ExactDecimal.append(number, digits: 0, to: &bytes)
    case .unsigned(let number): ExactDecimal.append(number, to: &bytes)
    case .real(let number): bytes.append(contentsOf: ShortestNumber.text(number).utf8)
    case .nanojoules(let number): ExactDecimal.append(number, digits: 9, to: &bytes)
    case .microseconds(let number): ExactDecimal.append(number, digits: 6, to: &bytes)
    }
  }

  /// Adds a whole line.
  public mutating func line(_ values: [CellValue]) {
    for value in values { field(value) }
    endLine()
  }

  /// Ends the line; the next field begins another.
  public mutating func endLine() {
    bytes.append(UInt8(ascii: "\n"))
    isAtLineStart = true
  }

  /// Gives the bytes away and starts afresh, between two lines.
  mutating func drain() -> [UInt8] {
    defer { bytes.removeAll(keepingCapacity: true) }
    return bytes
  }

  /// Adds the bytes to a digest and starts afresh, between two lines.
  mutating func drain(into hash: inout SHA256) {
    hash.update(bytes)
    bytes.removeAll(keepingCapacity: true)
  }

  private mutating func append(_ given: String) {
    if appendPlain(given) { return }
    let text = given.escapingControlsInLines
    let quote = UInt8(ascii: "\"")
    let needsQuotes = text.utf8.contains { byte in
      byte == quote || byte == UInt8(ascii: ",") || byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r")
    }
    guard needsQuotes else { return bytes.append(contentsOf: text.utf8) }
    bytes.append(quote)
    for byte in text.utf8 {
      if byte == quote { bytes.append(quote) }
      bytes.append(byte)
    }
    bytes.append(quote)
  }

  /// Adds a text of printable ASCII without a comma or a quote, as most fields are; false for any other.
  private mutating func appendPlain(_ text: String) -> Bool {
    let isDone = text.utf8.withContiguousStorageIfAvailable { characters in
      for byte in characters
      where byte < 0x20 || byte >= 0x7F || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: ",") {
        return false
      }
      bytes.append(contentsOf: characters)
      return true
    }
    return isDone ?? false
  }
}

/// A CSV file that is written in pieces of about a megabyte.
final class CSVFile {
  private let sink: ByteSink
  private let gzip: GzipStream?
  private var buffer = CSVBuffer()

  /// - Parameter isCompressed: Whether the file is compressed by gzip.
  init(_ sink: ByteSink, isCompressed: Bool = false) throws(ResultsError) {
    self.sink = sink
    gzip = isCompressed ? try GzipStream(sink) : nil
  }

  func line(_ values: [CellValue]) throws(ResultsError) {
    buffer.line(values)
    if buffer.bytes.count > 1 << 20 { try flush() }
  }

  /// Writes what is left. Nothing can be added afterwards.
  func finish() throws(ResultsError) {
    try flush()
    try gzip?.finish()
  }

  private func flush() throws(ResultsError) {
    let bytes = buffer.drain()
    if let gzip { try gzip.write(bytes) } else { try sink.write(bytes) }
  }
}
