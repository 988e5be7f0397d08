import Basics
import CZlib

final class CSVFile {
  private let sink: ByteSink
  private let gzip: GzipStream?
  private var buffer = CSVBuffer()

  init(_ sink: ByteSink, isCompressed: Bool = false) throws(ResultsError) {
    self.sink = sink
    gzip = isCompressed ? try GzipStream(sink) : nil
  }

  func line(_ values: [CellValue]) throws(ResultsError) {
    buffer.line(values)
    if buffer.bytes.count > 1 << 20 { try flush() }
  }

  func finish() throws(ResultsError) {
    try flush()
    try gzip?.write([], isLast: true)
  }

  private func flush() throws(ResultsError) {
    let bytes = buffer.drain()
    if let gzip { try gzip.write(bytes) } else { try sink.write(bytes) }
  }
}

/// The header has neither a time nor a name, so the same bytes give the same file each time.
final class GzipStream {
  private let sink: ByteSink
  private let stream: UnsafeMutablePointer<z_stream>
  private var output = [UInt8](repeating: 0, count: 1 << 16)

  init(_ sink: ByteSink) throws(ResultsError) {
    self.sink = sink
    // zlib keeps the address of the stream, which has to stay where it is.
    stream = .allocate(capacity: 1)
    stream.initialize(to: z_stream())
    let code = slumber_gzip_begin(stream)
    guard code == Z_OK else { throw Self.failure(code, sink.path) }
  }

  deinit {
    deflateEnd(stream)
    stream.deallocate()
  }

  func write(_ bytes: [UInt8], isLast: Bool = false) throws(ResultsError) {
    var rest = bytes[...]
    repeat {
      // zlib counts in 32 bits.
      let piece = Array(rest.prefix(1 << 30))
      rest = rest.dropFirst(piece.count)
      try deflate(piece, isLast ? Z_FINISH : Z_NO_FLUSH)
    } while !rest.isEmpty
  }

  private func deflate(_ piece: [UInt8], _ flush: Int32) throws(ResultsError) {
    var taken = 0
    while true {
      let room = output.count
      let (code, written, left) = piece[taken...].withUnsafeBytes { input in
        output.withUnsafeMutableBytes { output in
          // zlib does not write to its input; only its declaration lacks the word.
          stream.pointee.next_in = UnsafeMutableRawPointer(mutating: input.baseAddress)?
            .assumingMemoryBound(to: UInt8.self)
          stream.pointee.avail_in = UInt32(input.count)
          stream.pointee.next_out = output.baseAddress?.assumingMemoryBound(to: UInt8.self)
          stream.pointee.avail_out = UInt32(room)
          let code = CZlib.deflate(stream, flush)
          return (code, room - Int(stream.pointee.avail_out), Int(stream.pointee.avail_in))
        }
      }
      // An empty step, Z_BUF_ERROR, is no error of the stream.
      guard [Z_OK, Z_STREAM_END, Z_BUF_ERROR].contains(code) else { throw Self.failure(code, sink.path) }
      if written > 0 { try sink.write(Array(output[..<written])) }
      taken = piece.count - left
      if code == Z_STREAM_END || (written < room && left == 0 && flush == Z_NO_FLUSH) { return }
    }
  }

  private static func failure(_ code: Int32, _ path: String) -> ResultsError {
    .system(path: path, action: "compress it", code: code, message: "zlib refused")
  }
}
