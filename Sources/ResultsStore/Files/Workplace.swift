#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A folder of one process in the temporary folder, which goes when the process is done with it.
///
/// The process holds a lock on it, by which others recognize that it is in use.
public final class Workplace: Sendable {
  /// Full path of the folder, which no other process uses.
  package let path: String
  private let descriptor: Int32

  private static let prefix = "slumber-shard-"

  /// Makes the folder, and removes those of the same purpose whose processes are gone on this host.
  ///
  /// - Parameter purpose: Hexadecimal digits that tell the folders of one study from those of others.
  package init(purpose: String) throws(ResultsError) {
    let parent = Self.temporaryFolder
    Self.removeAbandoned(in: parent, purpose: purpose)
    let random = Hexadecimal.sixteenDigits(.random(in: .min ... .max))
    path = "\(parent)/\(Self.prefix)\(purpose)-\(getpid())-\(random)"
    let action = "make a folder for the shard's own file"
    guard mkdir(path, 0o700) == 0 else { throw .lastSystemError(path: path, action: action) }
    descriptor = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard descriptor >= 0 else { throw .lastSystemError(path: path, action: action) }
    _ = flock(descriptor, LOCK_EX | LOCK_NB)
  }

  deinit {
    Leftovers.remove(path, isFolder: true)
    close(descriptor)
  }

  package func keep(_ name: String, as kept: String) throws(ResultsError) -> String {
    let target = "\(Self.temporaryFolder)/\(kept)"
    guard rename("\(path)/\(name)", target) == 0 else {
      throw .lastSystemError(path: "\(path)/\(name)", action: "keep it as \(target)")
    }
    return target
  }

  package static func isInUse(fileAt path: String) -> Bool {
    guard let resolved = realpath(path, nil) else { return false }
    defer { free(resolved) }
    let folder = FolderListing.folder(of: String(cString: resolved))
    let name = folder.split(separator: "/").last ?? ""
    guard name.hasPrefix(prefix) else { return false }
    return !Leftovers.isUnlocked(folder, O_RDONLY | O_DIRECTORY)
  }

  /// The folder for files that need not outlive a job: the batch system's, else the user's, else `/tmp`.
  private static var temporaryFolder: String {
    for name in ["SLURM_TMPDIR", "TMPDIR"] {
      if let value = getenv(name), value.pointee != 0 { return String(cString: value) }
    }
    return "/tmp"
  }

  private static func removeAbandoned(in folder: String, purpose: String) {
    for name in FolderListing.names(in: folder) where name.hasPrefix("\(prefix)\(purpose)-") {
      let parts = name.dropFirst(prefix.count + purpose.count + 1).split(separator: "-")
      guard parts.count == 2, let process = pid_t(parts[0]), process > 0, Leftovers.isGone(process),
        Leftovers.isUnlocked("\(folder)/\(name)", O_RDONLY | O_DIRECTORY)
      else { continue }
      Leftovers.remove("\(folder)/\(name)", isFolder: true)
    }
  }
}
