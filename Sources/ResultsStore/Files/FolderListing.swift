#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The contents of a folder.
public enum FolderListing {
  /// Names of the files that are not hidden, sorted; nothing where there is no folder.
  public static func files(in folder: String) -> [String] {
    Leftovers.names(in: folder).filter { !$0.hasPrefix(".") && !isFolder("\(folder)/\($0)") }.sorted()
  }

  /// Whether there is a folder at a path, or a link to one.
  public static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }
}
