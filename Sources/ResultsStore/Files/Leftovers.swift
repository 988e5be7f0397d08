import Basics
import Libc

/// Temporary files of processes that were killed before they could finish or remove them.
enum Leftovers {
  private static let prefix = ".slumber-"
  private static let suffix = ".partial"

  /// `.slumber-PROCESS-RANDOM.partial`: recognizable, and new whenever it is made.
  static func newName() -> String { "\(prefix)\(getpid())-\(randomDigits())\(suffix)" }
  static func randomDigits() -> String { UInt64.random(in: .min ... .max).text(digits: 16, radix: 16) }

  /// The process of a temporary name; nil for any other name. The journal of a temporary file belongs to it.
  static func process(of name: String) -> pid_t? {
    var rest = name[...]
    if rest.hasSuffix("-journal") { rest = rest.dropLast("-journal".count) }
    guard rest.hasPrefix(prefix), rest.hasSuffix(suffix) else { return nil }
    let parts = rest.dropFirst(prefix.count).dropLast(suffix.count).split(
      separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2, parts[1].count == 16, parts[1].allSatisfy(\.isHexDigit) else { return nil }
    return pid_t(parts[0]).flatMap { $0 > 0 ? $0 : nil }
  }

  static func removeAll(in folder: String) {
    for name in FolderListing.names(in: folder) {
      guard let process = process(of: name), isGone(process) else { continue }
      let path = "\(folder)/\(name)"
      var status = stat()
      guard lstat(path, &status) == 0 else { continue }
      switch status.st_mode & S_IFMT {
      case S_IFREG where isUnlocked(path, O_RDONLY): remove(path, isFolder: false)
      case S_IFDIR where isUnlocked(path, O_RDONLY | O_DIRECTORY): remove(path, isFolder: true)
      default: break
      }
    }
  }

  static func remove(_ path: String, isFolder: Bool) {
    guard isFolder else {
      unlink(path)
      return
    }
    for name in FolderListing.names(in: path) where unlink("\(path)/\(name)") != 0 {
      remove("\(path)/\(name)", isFolder: true)
    }
    rmdir(path)
  }

  static func isGone(_ process: pid_t) -> Bool { kill(process, 0) != 0 && errno == ESRCH }

  /// Whether no process, in another container for example, has the file in hand.
  static func isUnlocked(_ path: String, _ flags: Int32) -> Bool {
    let descriptor = open(path, flags | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    return flock(descriptor, LOCK_EX | LOCK_NB) == 0
  }
}

public enum FolderListing {
  package static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  package static func names(in folder: String) -> [String] {
    guard let stream = opendir(folder) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }

  /// The sorted names of the files that are not hidden; empty if the folder does not exist.
  package static func files(in folder: String) -> [String] {
    names(in: folder).filter { !$0.hasPrefix(".") && !isFolder("\(folder)/\($0)") }.sorted()
  }

  package static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  static func isSame(_ one: String, _ other: String) -> Bool {
    var (first, second) = (stat(), stat())
    guard stat(one, &first) == 0, stat(other, &second) == 0 else { return false }
    return first.st_dev == second.st_dev && first.st_ino == second.st_ino
  }
}

/// A folder of one process in the temporary folder, which the process removes at the end. A lock shows other
/// processes that the folder is in use.
public final class Workplace: Sendable {
  package let path: String
  private let descriptor: Int32

  private static let prefix = "slumber-shard-"

  /// Creates the folder, and removes folders of the same purpose whose processes on this host have ended.
  package init(purpose: String) throws(ResultsError) {
    let parent = Self.temporaryFolder
    Self.removeAbandoned(in: parent, purpose: purpose)
    path = "\(parent)/\(Self.prefix)\(purpose)-\(getpid())-\(Leftovers.randomDigits())"
    let action = "create a temporary folder"
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
    guard let resolved = resolvedPath(path) else { return false }
    let folder = FolderListing.folder(of: resolved)
    let name = folder.split(separator: "/").last ?? ""
    guard name.hasPrefix(prefix) else { return false }
    return !Leftovers.isUnlocked(folder, O_RDONLY | O_DIRECTORY)
  }

  private static var temporaryFolder: String {
    for name in ["SLURM_TMPDIR", "TMPDIR"] {
      if let value = environment(name), !value.isEmpty { return value }
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
