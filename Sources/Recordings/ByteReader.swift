import Basics
import CZlib
import Libc

/// Bytes that come piece by piece from a file or out of a compressed stream.
final class ByteReader {
  let name: String
  private let source: () throws(RecordingError) -> [UInt8]
  private var piece: ArraySlice<UInt8> = []
  private var isAtEnd = false

  static let pieceSize = 1 << 16

  init(_ name: String, _ source: @escaping () throws(RecordingError) -> [UInt8]) {
    self.name = name
    self.source = source
  }

  /// The next bytes, which stay unread; fewer at the end.
  func peek(_ count: Int) throws(RecordingError) -> ArraySlice<UInt8> {
    while piece.count < count, !isAtEnd {
      let more = try source()
      isAtEnd = more.isEmpty
      piece = piece.isEmpty ? more[...] : piece + more
    }
    return piece.prefix(count)
  }

  /// The next bytes, at least one and at most `limit`; none at the end.
  func read(upTo limit: Int) throws(RecordingError) -> ArraySlice<UInt8> {
    let bytes = try peek(1).isEmpty ? [] : piece.prefix(limit)
    piece = piece.dropFirst(bytes.count)
    return bytes
  }

  func read(exactly count: Int) throws(RecordingError) -> [UInt8] {
    let bytes = Array(try peek(count))
    guard bytes.count == count else { throw cut }
    piece = piece.dropFirst(count)
    return bytes
  }

  /// The next `count` bytes as a reader of their own, which has to be read to its end before this one goes on.
  func part(_ name: String, count: Int) -> ByteReader {
    var rest = count
    return ByteReader(name) { () throws(RecordingError) in
      guard rest > 0 else { return [] }
      let bytes = try self.read(upTo: min(rest, Self.pieceSize))
      guard !bytes.isEmpty else { throw self.cut }
      rest -= bytes.count
      return Array(bytes)
    }
  }

  func skipToEnd() throws(RecordingError) { while try !read(upTo: Self.pieceSize).isEmpty {} }

  var cut: RecordingError {
    .init(name, found: "the end of the file within its contents", expected: "a complete file")
  }
}

final class InputFile {
  let path: String
  let size: Int
  private let descriptor: Int32

  init(_ path: String) throws(RecordingError) {
    func failure(_ reason: String) -> RecordingError {
      .init(path, found: reason, expected: "a file that can be read")
    }
    guard !path.utf8.contains(0) else { throw failure("a path with a null character") }
    let opened = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    let reason = systemReason()
    if let kind = TextFile.kindOfSpecialFile(path) {
      if opened >= 0 { close(opened) }
      throw failure(kind)
    }
    guard opened >= 0 else { throw failure(reason) }
    var status = stat()
    fstat(opened, &status)
    self.path = path
    size = Int(status.st_size)
    descriptor = opened
  }

  deinit { close(descriptor) }

  /// The bytes from a place on, at most one piece; none at the end.
  func bytes(at place: Int, upTo limit: Int = ByteReader.pieceSize) throws(RecordingError) -> [UInt8] {
    var count = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: min(limit, ByteReader.pieceSize)) { buffer, filled in
      repeat {
        count = pread(descriptor, buffer.baseAddress, buffer.count, off_t(place))
      } while count < 0 && errno == EINTR
      filled = max(count, 0)
    }
    guard count >= 0 else {
      throw .init(path, place: "byte \(place)", found: "an error of the disk", expected: "the next bytes")
    }
    return bytes
  }

  func reader(_ name: String? = nil, from start: Int = 0, to end: Int? = nil) -> ByteReader {
    var place = start
    return ByteReader(name ?? path) { () throws(RecordingError) in
      let bytes = try self.bytes(at: place, upTo: max(0, (end ?? .max) - place))
      place += bytes.count
      return bytes
    }
  }
}

/// A copy of bytes in a file that only this user can read; it is removed at the end.
final class TemporaryFile {
  let path: String

  init(_ bytes: ByteReader) throws(RecordingError) {
    let folder = environment("TMPDIR") ?? "/tmp"
    var template = Array("\(folder)/slumber-XXXXXX".utf8CString)
    let descriptor = mkstemp(&template)
    path = template.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
    func failure(_ reason: Int32) -> RecordingError {
      .init(bytes.name, found: systemReason(reason), expected: "room for a copy of the database in \(folder)")
    }
    guard descriptor >= 0 else { throw failure(errno) }
    defer { close(descriptor) }
    var size = 0
    do throws(RecordingError) {
      while true {
        let piece = try bytes.read(upTo: ByteReader.pieceSize)
        if piece.isEmpty { return }
        size += piece.count
        guard size <= RecordingLimits.database else {
          throw .init(bytes.name, found: "more than 1 GiB", expected: RecordingLimits.sentence)
        }
        guard writeAll(piece, to: descriptor) else { throw failure(errno) }
      }
    } catch {
      unlink(path)
      throw error
    }
  }

  deinit { unlink(path) }
}

final class Inflation {
  enum Form: Int32 {
    /// The bits of the window, and 16 for the head and the sum of gzip; negative for neither.
    case gzip = 31
    case raw = -15
  }

  private let input: ByteReader
  private let form: Form
  private let stream: UnsafeMutablePointer<z_stream>
  private var pending: ArraySlice<UInt8> = []
  private var isAtEnd = false
  private var room: Int

  init(_ input: ByteReader, _ form: Form, limit: Int) {
    self.input = input
    self.form = form
    room = limit
    // zlib keeps the address of the stream, which has to stay where it is.
    stream = .allocate(capacity: 1)
    stream.initialize(to: z_stream())
    // It refuses for lack of memory alone, which ends this process anyhow.
    precondition(slumber_inflate_begin(stream, form.rawValue) == Z_OK)
  }

  deinit {
    inflateEnd(stream)
    stream.deallocate()
  }

  func reader(_ name: String? = nil) -> ByteReader {
    ByteReader(name ?? input.name) { () throws(RecordingError) in try self.next() }
  }

  private func next() throws(RecordingError) -> [UInt8] {
    while true {
      if pending.isEmpty { pending = try input.read(upTo: ByteReader.pieceSize) }
      if isAtEnd {
        guard !pending.isEmpty, form == .gzip else { return [] }
        // A file of gzip can have several members.
        inflateReset(stream)
        isAtEnd = false
      }
      guard !pending.isEmpty else { throw input.cut }
      let (code, bytes) = step()
      guard code == Z_OK || code == Z_STREAM_END || code == Z_BUF_ERROR else {
        throw .init(input.name, found: "damaged compressed bytes", expected: "data that zlib can read")
      }
      isAtEnd = code == Z_STREAM_END
      room -= bytes.count
      guard room >= 0 else {
        throw .init(input.name, found: "more contents than the limit", expected: RecordingLimits.sentence)
      }
      if !bytes.isEmpty { return bytes }
    }
  }

  private func step() -> (code: Int32, bytes: [UInt8]) {
    var code = Z_OK
    var left = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: ByteReader.pieceSize) { output, filled in
      pending.withUnsafeBufferPointer { input in
        // zlib does not write to its input; only its declaration lacks the word.
        stream.pointee.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
        stream.pointee.avail_in = UInt32(input.count)
        stream.pointee.next_out = output.baseAddress
        stream.pointee.avail_out = UInt32(output.count)
        code = inflate(stream, Z_NO_FLUSH)
        left = Int(stream.pointee.avail_in)
        filled = output.count - Int(stream.pointee.avail_out)
      }
    }
    pending = pending.suffix(left)
    return (code, bytes)
  }
}
