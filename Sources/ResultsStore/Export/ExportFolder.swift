import Basics
import Libc

/// Files that appear in a folder all at once: a new folder is filled under a temporary name and renamed when it is complete; in
/// one that exists, files have temporary names until all are complete. A failure leaves everything as it was.
public final class ExportFolder {
  /// The folder as it was given, without slashes at its end; `.` for an empty path.
  package let path: String
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
    let file = try PartialFile(for: "\(folder?.path ?? path)/\(name)")
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
  func write(_ file: InputFile, _ bytes: [UInt8]) throws(ResultsError) {
    let target = "\(folder?.path ?? path)/\(file.path)"
    if access(target, F_OK) == 0 {
      guard let found = try? TextFile.read(target, limit: InputFile.sizeLimit), found == bytes else {
        throw .system(
          path: "\(path)/\(file.path)", action: "write it", code: EEXIST,
          message: "a file with this name has other contents; export to another folder")
      }
    }
    try makeParents(of: target)
    try write(file.path, isExecutable: file.isExecutable) { (sink) throws(ResultsError) in
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
