import Basics
import CZlib
import Libc

/// Files that appear in a folder all at once: a new folder is filled under a temporary name and renamed when it is complete; in
/// one that exists, files have temporary names until all are complete. A failure leaves everything as it was.
public final class ExportFolder {
  /// The folder as it was given, without slashes at its end; `.` for an empty path.
  package let path: String
  /// The folder with the files until they get their names.
  package var place: String { folder?.path ?? path }
  private var folder: PartialFile?
  private var finished: [PartialFile] = []
  /// Parents that were made for the folder, and folders for files within it, the outermost first.
  private var parents: [String] = []

  package init(_ path: String) throws(ResultsError) {
    var trimmed = path.isEmpty ? "." : path
    while trimmed.count > 1, trimmed.hasSuffix("/") { trimmed.removeLast() }
    self.path = trimmed
    var status = stat()
    if stat(trimmed, &status) == 0 {
      guard status.st_mode & S_IFMT == S_IFDIR else {
        throw .system(
          path: trimmed, action: "create the folder", code: EEXIST, message: "a file has this name")
      }
      Leftovers.removeAll(in: trimmed)
      return
    }
    guard errno == ENOENT else { throw .lastSystemError(path: trimmed, action: "create the folder") }
    try makeParents(of: trimmed)
    Leftovers.removeAll(in: FolderListing.folder(of: trimmed))
    folder = try PartialFile(for: trimmed, isFolder: true)
  }

  deinit {
    finished = []
    folder = nil
    // Parents go only if they are empty, as they are after a failure.
    for parent in parents.reversed() { rmdir(parent) }
  }

  package func write(
    _ name: String, isExecutable: Bool = false, _ body: (ByteSink) throws(ResultsError) -> Void
  ) throws(ResultsError) {
    let target = "\(path)/\(name)"
    if name.contains("/") { try makeParents(of: "\(place)/\(name)") }
    let file = try PartialFile(for: "\(place)/\(name)")
    try body(ByteSink(descriptor: file.descriptor, path: target))
    if isExecutable { fchmod(file.descriptor, 0o755) }
    if folder != nil { return try file.finish() }
    try file.synchronize()
    finished.append(file)
  }

  package func write(_ name: String, _ text: String) throws(ResultsError) {
    try write(name) { (sink) throws(ResultsError) in try sink.write(Array(text.utf8)) }
  }

  /// Writes a file of the study at its path. Another file in its place stays, and is an error: the study chooses the name.
  func write(_ file: InputFile, _ bytes: [UInt8], in folder: String) throws(ResultsError) {
    let name = folder + file.path
    if access("\(place)/\(name)", F_OK) == 0 {
      guard let found = try? TextFile.read("\(place)/\(name)", limit: InputFile.sizeLimit), found == bytes
      else {
        throw .system(
          path: "\(path)/\(name)", action: "write it", code: EEXIST,
          message: "a file with this name has other contents; export to another folder")
      }
    }
    try write(name, isExecutable: file.isExecutable) { (sink) throws(ResultsError) in
      try sink.write(bytes)
    }
  }

  /// Gives all files their names, and removes files of an earlier export that this one does not have.
  package func commit(removing stale: [String] = []) throws(ResultsError) {
    if let folder {
      try folder.finish()
      self.folder = nil
      parents = []
      return
    }
    for file in finished { try file.finish() }
    finished = []
    for name in stale { unlink("\(path)/\(name)") }
  }

  private func makeParents(of path: String) throws(ResultsError) {
    var missing: [String] = []
    var parent = FolderListing.folder(of: path)
    while access(parent, F_OK) != 0, errno == ENOENT {
      missing.append(parent)
      parent = FolderListing.folder(of: parent)
    }
    for folder in missing.reversed() {
      guard mkdir(folder, 0o755) == 0 || errno == EEXIST else {
        throw .lastSystemError(path: path, action: "create the folder")
      }
      parents.append(folder)
    }
  }
}

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
