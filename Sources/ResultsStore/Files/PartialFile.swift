import Libc

/// A file or folder that is written beside its target under a temporary name, and takes its name when it is whole.
/// The temporary name is new and random, so no link that waits there is followed; what stands in the target's
/// place, a symbolic link for example, is replaced and not followed either. The process holds a lock on it, by
/// which others recognize that it is not a leftover.
final class PartialFile {
  let target: String
  let path: String
  let descriptor: Int32
  private let isFolder: Bool
  private var isFinished = false

  init(for target: String, isFolder: Bool = false) throws(ResultsError) {
    if !isFolder { try Self.refuseSpecial(target) }
    let action = isFolder ? "create the folder" : "write it"
    let path = "\(FolderListing.folder(of: target))/\(Leftovers.newName())"
    guard !isFolder || mkdir(path, 0o755) == 0 else { throw .lastSystemError(path: target, action: action) }
    let flags = isFolder ? O_RDONLY | O_DIRECTORY : O_RDWR | O_CREAT | O_EXCL
    let descriptor = open(path, flags | O_NOFOLLOW | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw .lastSystemError(path: target, action: action) }
    (self.target, self.path, self.descriptor, self.isFolder) = (target, path, descriptor, isFolder)
    _ = flock(descriptor, LOCK_EX | LOCK_NB)
  }

  deinit {
    close(descriptor)
    if !isFinished { Leftovers.remove(path, isFolder: isFolder) }
  }

  /// - Parameter replaces: Whether a file in the target's place goes; else it stays, and nothing is written.
  func finish(replaces: Bool = true) throws(ResultsError) {
    try synchronize()
    if replaces || isFolder {
      guard rename(path, target) == 0 else { throw .lastSystemError(path: target, action: "write it") }
    } else if link(path, target) == 0 || errno == EEXIST {
      unlink(path)
    } else {
      // Not every file system has links. Unlike a link, a renaming replaces what somebody else has just made.
      guard [EPERM, ENOTSUP, EOPNOTSUPP, ENOSYS].contains(errno), rename(path, target) == 0 else {
        throw .lastSystemError(path: target, action: "write it")
      }
    }
    isFinished = true
    Self.synchronizeFolder(of: target)
  }

  func synchronize() throws(ResultsError) {
    guard fsync(descriptor) == 0 || errno == EINVAL || errno == ENOTSUP || errno == EBADF else {
      throw .lastSystemError(path: target, action: "write it")
    }
  }

  private static func refuseSpecial(_ target: String) throws(ResultsError) {
    var status = stat()
    guard lstat(target, &status) == 0 else { return }
    let kind = status.st_mode & S_IFMT
    guard kind == S_IFREG || kind == S_IFLNK else {
      let isFolder = kind == S_IFDIR
      throw .system(
        path: target, action: "write it", code: isFolder ? EISDIR : EINVAL,
        message: isFolder ? "a folder has this name" : "it exists but is not a regular file")
    }
  }

  private static func synchronizeFolder(of path: String) {
    let descriptor = open(FolderListing.folder(of: path), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    _ = fsync(descriptor)
    close(descriptor)
  }
}

public enum WholeFile {
  /// Writes to a temporary file in the same folder, then renames it. If the path is a symbolic link, the link
  /// is replaced, not followed. Temporary files of killed processes in the folder are removed.
  package static func write(_ bytes: [UInt8], to path: String) throws(ResultsError) {
    Leftovers.removeAll(in: FolderListing.folder(of: path))
    let file = try PartialFile(for: path)
    try ByteSink(descriptor: file.descriptor, path: path).write(bytes)
    try file.finish()
  }
}

public struct ByteSink {
  let descriptor: Int32
  let path: String

  package func write(_ bytes: [UInt8]) throws(ResultsError) {
    guard writeAll(bytes[...], to: descriptor) else { throw .lastSystemError(path: path, action: "write it") }
  }
}

enum FileCopy {
  static func append(_ source: String, to sink: ByteSink, name: String, action: String) throws(ResultsError) {
    let input = open(source, O_RDONLY | O_CLOEXEC)
    guard input >= 0 else { throw .lastSystemError(path: name, action: action) }
    defer { close(input) }
    var bytes = [UInt8](repeating: 0, count: 1 << 20)
    while true {
      let count = readBytes(of: input, into: &bytes)
      guard count >= 0 else { throw .lastSystemError(path: name, action: action) }
      guard count > 0 else { return }
      try sink.write(Array(bytes.prefix(count)))
    }
  }
}

extension ResultsFile {
  /// Copies the complete file into a folder, which is created if necessary. The copy is made between two
  /// transactions, written to disk under a temporary name, and then renamed, so that other processes never
  /// see a partial file. An earlier copy of the same name is replaced.
  package func publish(as name: String, in folder: String) throws(ResultsError) {
    guard mkdir(folder, 0o755) == 0 || errno == EEXIST else {
      throw .lastSystemError(path: folder, action: "create the folder")
    }
    let target = "\(folder)/\(name)"
    let file = try PartialFile(for: target)
    try withConnection { (_) throws(ResultsError) in
      try FileCopy.append(
        path, to: ByteSink(descriptor: file.descriptor, path: target), name: target,
        action: "copy \(path) to it")
    }
    try file.finish()
  }
}
